/* Sheets in a project: an image with a layout of the same name (`tiles/village.png` and
 * `tiles/village.lyt`) contains the sprites that the layout names: its line "so o well (3,1)"
 * is the sprite `village_well`. A layout without such lines is a regular grid, in which each
 * block that is not transparent is a sprite with the number of the block: `village_0`,
 * `village_1`, counted row by row like the IDs of tiles in Tiled. */
#ifndef OISIN_TIRNANOG_SPRITES_SPRITE_SHEETS_H
#define OISIN_TIRNANOG_SPRITES_SPRITE_SHEETS_H

#include "kit/formats/file_list.h"
#include "tirnanog/sprites/sheet_cut.h"

/* The layout of an image, or NULL: it is not a sheet. */
const ProjectFile *sprite_sheet_layout_file(const ProjectFiles *files, Text image_path,
                                            Arena *arena);

/* Reads the layout, of which the category must be that of the image's folder or "-", and adds
 * the sprites of a regular grid. */
bool sprite_sheet_read(const ProjectFile *layout_file, const char *category, const Image *image,
                       SheetLayout *out, Arena *arena, Report *report);

/* Number of whole blocks in the image. */
void sprite_sheet_size(const SheetLayout *layout, const Image *image, uint32_t *columns,
                       uint32_t *rows);

/* Position of the first block of a sprite's first frame, in pixels. */
void sprite_sheet_position(const SheetLayout *layout, const SheetSprite *sprite, uint32_t *x,
                           uint32_t *y);

#endif
