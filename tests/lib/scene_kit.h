/* A map as a scene: converted, written, read again, and looked into. */
#ifndef OISIN_TESTS_SCENE_KIT_H
#define OISIN_TESTS_SCENE_KIT_H

#include "map_kit.h"

#include "evil_islands/maps/map_glb.h"

Gltf read_back(Kit *kit, Bytes file);

/* Converted, written and read again. */
Gltf map_scene_of(Kit *kit, const EvilMap *made, const ConversionFolder *folder,
                  const MapSettings *settings);
const GltfNode *node_named(const Gltf *scene, const char *name);

/* Blanks do not count. */
bool extras_report(Text extras, const char *part);

#endif
