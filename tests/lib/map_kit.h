/* A generated map, and a shelf of files beside it. */
#ifndef OISIN_TESTS_MAP_KIT_H
#define OISIN_TESTS_MAP_KIT_H

#include "shelf_kit.h"

#include "evil_islands/maps/map.h"
#include "evil_map.h"

/* What is beside a map: its textures. */
Shelf *textures_shelf(Kit *kit, const EvilMap *map);
EvilMap made_map(Kit *kit, uint32_t sectors_x, uint32_t sectors_y);
Map *loaded_map(Kit *kit, const EvilMap *made);

/* An archive of other members. */
Bytes archive_of(Kit *kit, const ProjectFile *files, size_t count);

#endif
