/* The names of a project's images: the folder tells the category of the sprites, the end of the
 * name how the image is cut to frames. */
#ifndef OISIN_TIRNANOG_SPRITES_PICTURE_NAMES_H
#define OISIN_TIRNANOG_SPRITES_PICTURE_NAMES_H

#include "kit/formats/file_list.h"
#include "tirnanog/sheets/project_names.h"

/* One direction of a sprite: frames side by side in an image. */
typedef struct SpriteStrip {
    uint32_t picture; /* index of the decoded image that contains it */
    uint8_t direction, loop, frames;
    uint32_t x, y, w, h; /* the whole strip, within the image */
} SpriteStrip;

/* Parses "oak_soo0": direction, loop and number of frames of the strip, and the name before. */
bool sprite_suffix_parse(Text name, Text *base, SpriteStrip *strip);
/* The sprite of an image's name: "oak" of "oak_soo0", "oak_full" and "oak". */
Text sprite_base_name(Text name);
/* The sprite category of a path's folder, -1 if it is not an image. */
int picture_category(Text path);
/* The name of an image without folder and suffix. */
Text picture_name(Text path);
/* The image of the same name in a format that takes precedence (picture_formats.def), or NULL:
 * artists keep `a.xcf` next to the `a.png` that they export. */
const ProjectFile *picture_hidden_by(const ProjectFiles *files, Text path, Arena *arena);
/* Whether a file with the suffix .ase is a palette of Adobe, not an Aseprite image. */
bool picture_is_palette(const ProjectFile *file);
/* Whether a file is an image that the game gets. */
bool project_has_picture(const ProjectFiles *files, const ProjectFile *file, Arena *arena);

#endif
