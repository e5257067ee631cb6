/* A model out of the files beside it. */
#ifndef OISIN_TESTS_MODEL_KIT_H
#define OISIN_TESTS_MODEL_KIT_H

#include "evil_creature.h"
#include "shelf_kit.h"

#include "evil_islands/models/model.h"

bool load_beside(Kit *kit, const char *path, Bytes file, const Shelf *shelf, Model *out);

#endif
