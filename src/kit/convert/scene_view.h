/* Draws a glTF scene as its camera sees it: textured triangles under a sun in the north-west,
 * before a sky. The pixels depend only on the scene and these numbers.
 *
 * Skins and animations of meshes are left out; a camera may be animated. Triangles that reach
 * behind the camera are left out too, which shows only where the camera is inside something. */
#ifndef OISIN_KIT_CONVERT_SCENE_VIEW_H
#define OISIN_KIT_CONVERT_SCENE_VIEW_H

#include "kit/convert/conversion.h"
#include "kit/open/gltf.h"
#include "base/image/image.h"

enum {
    SCENE_TRIANGLES_MAX = 1 << 26, /* of all images together */
    SCENE_PIXELS_MAX = 1 << 26,    /* of all textures together */
    SCENE_FILM_W = 320,
    SCENE_FILM_H = 180,
    SCENE_FILM_COLUMNS = 4,
    SCENE_FILM_IMAGES = 16, /* fewer if the path has fewer frames */
};

/* The view of a camera along its path, from the first frame to the last, row by row. The scene
 * has a camera. */
bool scene_film(const Gltf *scene, Image *out, Arena *arena, Report *report);

#endif
