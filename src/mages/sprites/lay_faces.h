/* Face images of a layout's expressions: portraits for games, and contact sheets for people. */
#ifndef OISIN_MAGES_SPRITES_LAY_FACES_H
#define OISIN_MAGES_SPRITES_LAY_FACES_H

#include "mages/sprites/lay_pictures.h"

enum {
    LAY_PORTRAIT_SIDE = 128, /* default, in pixels */
    LAY_PORTRAIT_MIN = 16,
    LAY_PORTRAIT_MAX = 1024,
    LAY_FACE_PIXELS_MAX = 1 << 24, /* of a face before it is reduced */
    LAY_SHEET_SIDE = 192,          /* default maximum size of an image on a contact sheet ... */
    LAY_SHEET_MIN = 8,             /* ... and the limits of another */
    LAY_SHEET_MAX = 1024,
};

/* A square of the canvas around the area that differs between the expressions, with a margin of
 * the same size; the whole image if everything differs. It may extend beyond the canvas; a
 * square of more than LAY_FACE_PIXELS_MAX is clipped to it. */
Rect lay_face_box(const LayPlan *plan);

/* The number of pixels to inspect for the faces of all images, and the check whether this
 * number and the size of a face are within the limits. Call the check before `lay_portrait`;
 * the contact sheet does so itself. */
uint64_t lay_faces_looks(const LayPlan *plan);
bool lay_faces_check(const LayPlan *plan, Report *report);

/* All images of a layout, reduced to at most `most` pixels a side (0: LAY_SHEET_SIDE), with
 * their names below. */
bool lay_contact_sheet(const LayPlan *plan, uint32_t most, Image *out, Arena *arena,
                       Report *report);
/* The size of that sheet, without drawing it: the sheet of the plan needs no pixels. */
void lay_contact_sheet_size(const LayPlan *plan, uint32_t most, uint32_t *w, uint32_t *h);

/* A face of at most `side` pixels in both dimensions. */
Image lay_portrait(const LayPlan *plan, const LayPicture *picture, uint32_t side, Arena *arena);

/* The name of a sprite that a project accepts for an image: letters, digits and `_`. */
Text lay_portrait_name(Text name, Arena *arena);

/* A dialog (.dlg) in which a character with the name `title` shows a portrait and says
 * the name of its sprite. */
Text lay_dialog(Text title, Text portrait, Arena *arena);

#endif
