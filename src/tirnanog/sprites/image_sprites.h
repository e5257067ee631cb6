/* The sprites in one image of a project, as editors show them: of its own name
 * (`oak_soo0.png`), of the list in an atlas (`beasts_atls.png`), or of its layout
 * (`village.lyt`). */
#ifndef OISIN_TIRNANOG_SPRITES_IMAGE_SPRITES_H
#define OISIN_TIRNANOG_SPRITES_IMAGE_SPRITES_H

#include "kit/formats/file_list.h"
#include "tirnanog/sheets/project_names.h"
#include "tirnanog/sprites/sheet_cut.h"

/* One direction of a sprite. Without frames: all that is known is the name. */
typedef struct ImageSprite {
    Text path; /* of the image that contains it */
    Text name; /* of the sprite */
    uint8_t direction, frames;
    char loop;           /* 'o', 'f', 'l' */
    uint32_t x, y, w, h; /* the whole strip, within the image */
    SheetBlock *blocks;  /* of a layout: a block for each frame, instead of the strip */
} ImageSprite;

typedef struct ImageSprites {
    ImageSprite *items;
    size_t count;
    Image image;
    unsigned category; /* of its sprites */
    Text layout_path;  /* where the layout is, or would be */
    bool is_sheet;     /* the layout exists */
    bool is_strip;     /* the name of the image is that of a sprite: it cannot be a sheet */
    SheetLayout layout;
} ImageSprites;

/* Decodes an image and finds its sprites; for an image of a single sprite, also those of the
 * other directions in other images. `file` is the image as it is now, which `files`, sorted,
 * need not have. False if the image or its layout has an error, which is reported; what was
 * found before it is in `out`. */
bool image_sprites(const ProjectFiles *files, const ProjectFile *file, ImageSprites *out,
                   Arena *arena, Report *report);

/* Reads a layout as a check of the project does: its lines, and the sheet that it cuts. NULL
 * for `sheet`: there is no image. False after an error, which is reported; `out` has the
 * lines without errors. */
bool image_layout_check(const ProjectFile *layout, const ProjectFile *sheet, SheetLayout *out,
                        Image *image, Arena *arena, Report *report);

/* "so", "sw", ... of a direction, 0 to 7. */
const char *project_direction_name(unsigned direction);

#endif
