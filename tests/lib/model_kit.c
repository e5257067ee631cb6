#include "model_kit.h"

bool load_beside(Kit *kit, const char *path, Bytes file, const Shelf *shelf, Model *out)
{
    const ModelSource source = {.path = text_of(path), .file = file, .folder = &shelf->folder};
    return model_load(&source, out, kit->arena, &kit->report);
}
