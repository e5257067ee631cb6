/* What is in a glTF scene (.glb), for people. It is not a format of the registry: it cannot be
 * restored from JSON. Reading checks what gltf_read does and no more: that is not everything
 * that the standard demands. */
#ifndef OISIN_KIT_OPEN_GLB_SUMMARY_H
#define OISIN_KIT_OPEN_GLB_SUMMARY_H

#include "base/json.h"

/* By content, or by the suffix. */
bool glb_is(Text path, Bytes file);
bool glb_check(Bytes file, Arena *arena, Report *report);
/* "glTF scene, 2 nodes, 1 mesh, 12 triangles, 0 clips" */
bool glb_title(Bytes file, Text *out, Arena *arena, Report *report);
/* A whole JSON document: the numbers of things, the clips, and each node that has extras, such
 * as the kind and id of an object on a map. */
bool glb_to_summary(Bytes file, Writer *out, Arena *arena, Report *report);

#endif
