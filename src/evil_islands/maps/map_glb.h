/* Export of Evil Islands maps as glTF scenes (.glb), y up: (x, y, z) becomes (x, z, -y).
 *
 * A node with the name of the zone has one child for each existing sector, ZONExxxyyy. Its mesh
 * has 9 vertices and 8 triangles per tile, in map coordinates; shared vertices are
 * bit-identical, so sectors meet without gaps. Each primitive has one texture; animated tiles
 * have their own primitives. If a texture is missing, there is one primitive for each type of
 * tile, in one colour. A liquid is a separate mesh, ZONExxxyyy_liquid, below its sector, with
 * transparent materials. Squares are divided along the diagonal from (x, y) to (x + 1, y + 1).
 *
 * Extras: of the scene "zone", "max_altitude", "sectors" (in x and y), "tile_types" (of each
 * tile, by name) and "animated" ("first_tile", "frames"); of a sector's node "sector"; of a
 * material "texture", or "tile_type" if there is none, "animated" and, of a liquid, "liquid"
 * (the number of the map's material), "type", "colour" (as in the file), "self_illumination",
 * "wave", "warp". Colours of materials are linear, as required by glTF. */
#ifndef OISIN_EVIL_ISLANDS_MAPS_MAP_GLB_H
#define OISIN_EVIL_ISLANDS_MAPS_MAP_GLB_H

#include "evil_islands/maps/map.h"
#include "kit/open/gltf.h"

/* Limits: sectors of an archive may share their bytes. Maps of the game have some thousand
 * primitives. */
enum {
    MAP_LOOKS_MAX = 4096,         /* materials */
    MAP_PRIMITIVES_MAX = 1 << 15, /* of all meshes */
};

bool map_scene(const Map *map, Gltf *out, Arena *arena, Report *report);

/* Adds a camera path: a node "camera" with a camera, and an animation of that name. The first
 * number of a frame is its time in seconds if the times increase and are not negative;
 * otherwise frames are 1/15 s apart. Rotations are w, x, y, z; the game's camera looks along
 * its local +z with -y up, which is converted to the convention of glTF. A camera without
 * rotation looks north with its upper side up. Paths without frames and invalid positions are
 * errors. */
bool map_add_camera(Gltf *gltf, Bytes cam, Arena *arena, Report *report);

/* The scene of a map with the camera and the objects of the job. */
bool map_whole_scene(const ConversionJob *job, Gltf *out, Arena *arena, Report *report);

/* Used by conversions.def: .mpr and .mp; .cam. */
bool map_to_glb(ConversionJob *job, Arena *arena, Report *report);
bool camera_to_glb(ConversionJob *job, Arena *arena, Report *report);

#endif
