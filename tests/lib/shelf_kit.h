/* A folder in memory, for what a conversion looks for beside its input. */
#ifndef OISIN_TESTS_SHELF_KIT_H
#define OISIN_TESTS_SHELF_KIT_H

#include "kit.h"

#include "base/path.h"
#include "kit/convert/conversion.h"

#include <strings.h>

typedef struct Shelf {
    ProjectFiles files;
    ConversionFolder folder;
    Arena *arena;
} Shelf;

void shelf_put(Shelf *shelf, const char *name, Bytes bytes);
Shelf *shelf_new(Kit *kit);

#endif
