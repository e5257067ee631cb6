/* A copy of the pictures of a sprite under another name, for a thing that looks like another
 * and does something else. */
#ifndef OISIN_TIRNANOG_SPRITES_SPRITE_COPY_H
#define OISIN_TIRNANOG_SPRITES_SPRITE_COPY_H

#include "base/report.h"
#include "kit/formats/file_list.h"

/* Adds the images of the copy to `out`: its own images are copied unchanged, and the
 * sprite of a sheet or an atlas is cut from it. `files`: sorted; `category`: of the sprite.
 * False if there is no such sprite, or an image cannot be read: reported. */
bool sprite_copy(const ProjectFiles *files, unsigned category, Text name, Text copy,
                 ProjectFiles *out, Arena *arena, Report *report);

#endif
