/* A world drawn into a picture: map, people, light, and the screens over it.
 *
 * Drawing never changes the world: a game that is not drawn goes on the same.
 * The target is filled completely and is opaque afterwards. */
#ifndef OISIN_RENDER_RENDER_H
#define OISIN_RENDER_RENDER_H

#include "engine/world.h"
#include "image/image.h"

enum { RENDER_WIDTH = 640, RENDER_HEIGHT = 360 }; /* of the usual target */

typedef struct Renderer Renderer;

/* What is drawn is kept in `arena`; scratch memory is freed by `renderer_free`. */
Renderer *renderer_new(World *world, Arena *arena, Report *report);
void renderer_free(Renderer *renderer);

void render_frame(Renderer *renderer, World *world, const Image *target);

/* A click at a pixel of the frame drawn last, as input: an option of the open
 * screen, or a place on the map. False if nothing is there. */
bool render_pick(const Renderer *renderer, const World *world, int32_t x, int32_t y,
                 WorldInput *input);

#endif
