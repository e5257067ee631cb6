/* What people and games look at: the faces of a layout's pictures. */
#ifndef OISIN_CONVERT_LAY_FACES_H
#define OISIN_CONVERT_LAY_FACES_H

#include "convert/lay_pictures.h"

enum {
    LAY_PORTRAIT_SIDE = 128, /* pixels, if nothing else is asked for */
    LAY_PORTRAIT_MIN = 16,
    LAY_PORTRAIT_MAX = 1024,
    LAY_FACE_PIXELS_MAX = 1 << 24, /* of a picture's face before it is made small */
    LAY_SHEET_SIDE = 192,          /* of a picture on a contact sheet, at most */
};

/* A square of the canvas around what changes between the expressions, with as much
 * around it; the whole picture if everything changes. May reach beyond the canvas;
 * a square of more than LAY_FACE_PIXELS_MAX is clipped to it. */
Rect lay_face_box(const LayPlan *plan);

/* Pixels to look at for the faces of all pictures, and whether they and a face's own are
 * few enough. To be asked before `lay_portrait`; the contact sheet asks itself. */
uint64_t lay_faces_looks(const LayPlan *plan);
bool lay_faces_check(const LayPlan *plan, Report *report);

/* All pictures of a layout, small and with their names below: for people to choose from. */
bool lay_contact_sheet(const LayPlan *plan, Image *out, Arena *arena, Report *report);

/* A face, at most `side` pixels wide and high. */
Image lay_portrait(const LayPlan *plan, const LayPicture *picture, uint32_t side, Arena *arena);

/* The name of a sprite that a project takes for a picture: letters, digits and `_`. */
Text lay_portrait_name(Text name, Arena *arena);

/* A dialog (.dlg) in which a character, called `title`, shows a portrait and says its name. */
Text lay_dialog(Text title, Text portrait, Arena *arena);

#endif
