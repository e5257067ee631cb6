/* A model out of the files beside it. */
#ifndef OISIN_TESTS_MODEL_KIT_H
#define OISIN_TESTS_MODEL_KIT_H

#include "evil_creature.h"
#include "shelf_kit.h"

#include "convert/model.h"

static inline bool load_beside(Kit *kit, const char *path, Bytes file, const Shelf *shelf,
                               Model *out)
{
    const ModelSource source = {.path = text_of(path), .file = file, .folder = &shelf->folder};
    return model_load(&source, out, kit->arena, &kit->report);
}

#endif
