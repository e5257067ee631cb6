/* Objects of a map (.mob) that were edited in its glTF scene return into the file.
 *
 * A node of the scene is an object if its extras have the "kind" and "id" that map_placing.h
 * writes. An object whose place in the scene has not changed keeps its bytes, and so does an
 * unedited file: places are compared with MAP_RETURN_NEAR, since other programs round.
 *
 * The height of an object that stands on the land (PlaceRow.on_land) is written as the height
 * above it. Of an object that was moved across the map, that is the land below it in the scene
 * (map_ground.h), and a height within MAP_RETURN_ON_LAND of the old one is the old one; without
 * land in the scene it is an error. Where there is no land, heights count from 0, with a
 * warning.
 *
 * Of several nodes with one id, the first with the object's own name, otherwise one that has
 * not moved, otherwise the first, is the object; the others are copies of it with new ids. An
 * object without a node is removed, unless the script refers to it: then the warnings that
 * `check` would give are reported, and it is an error without `force`. Objects that the scene
 * cannot have (without an id, with an invalid position) stay, and so do all nodes at the top
 * level of the file. */
#ifndef OISIN_EVIL_ISLANDS_MAPS_MAP_SCENE_IMPORT_H
#define OISIN_EVIL_ISLANDS_MAPS_MAP_SCENE_IMPORT_H

#include "kit/convert/conversion.h"

#define MAP_RETURN_NEAR 1e-4f /* units, and parts of a quaternion or a complexion */
/* Units: of objects that were put on the land by hand, with two decimals. */
#define MAP_RETURN_ON_LAND 5e-3f
enum {
    MAP_RETURN_DEPTH = 64,        /* parents of an object's node */
    MAP_RETURN_COPIES = 64 << 20, /* bytes of all new copies; an object has about 500 */
};

bool scene_to_objects(ConversionJob *job, Arena *arena, Report *report);

#endif
