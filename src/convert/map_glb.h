/* Maps of Evil Islands as glTF scenes (.glb), y up: (x, y, z) becomes (x, z, -y).
 *
 * Below a node named as the zone is one for each sector that is there, ZONExxxyyy: its mesh
 * has 9 vertices and 8 triangles a tile, in the map's own coordinates, so that sectors meet
 * without a gap: what they share is the same to the bit. Primitives are of one texture each;
 * tiles that take turns have their own. Where a texture was not found, there is one for each
 * type of tile, in one colour. A liquid is a further mesh, ZONExxxyyy_liquid, below its
 * sector, with materials that are transparent. The diagonal of a square is that from
 * (x, y) to (x + 1, y + 1).
 *
 * Extras: of the scene "zone", "max_altitude", "sectors" (of x and y), "tile_types" (of each
 * tile, by name) and "animated" ("first_tile", "frames"); of a sector's node "sector"; of a
 * material "texture", or "tile_type" where there is none, "animated" and, of a liquid,
 * "liquid" (the number of the map's material), "type", "colour" (as it is in the file),
 * "self_illumination", "wave", "warp". The colours of materials are linear, as glTF has them.
 */
#ifndef OISIN_CONVERT_MAP_GLB_H
#define OISIN_CONVERT_MAP_GLB_H

#include "convert/map.h"
#include "formats/open/gltf.h"

/* At most: sectors of an archive may share their bytes. Maps of the game have some thousand
 * parts. */
enum {
    MAP_LOOKS_MAX = 4096,         /* materials */
    MAP_PRIMITIVES_MAX = 1 << 15, /* of all meshes */
};

bool map_scene(const Map *map, Gltf *out, Arena *arena, Report *report);

/* The way of a camera: a node "camera" with a camera and an animation of that name. A frame's
 * first number is its time in seconds if they grow from 0 or later, else frames are 1/15 s
 * apart. Rotations are w, x, y, z; a camera of the game looks along its local +z with -y up,
 * which is turned to what glTF has. A camera without a rotation looks north, its upper side up.
 * Refused are a way of no frames, and places that are no numbers. */
bool map_add_camera(Gltf *gltf, Bytes cam, Arena *arena, Report *report);

/* For conversions.def: .mpr and .mp; .cam. */
bool map_to_glb(ConversionJob *job, Arena *arena, Report *report);
bool camera_to_glb(ConversionJob *job, Arena *arena, Report *report);

#endif
