/* Packs full images of a character into a sprite of triangles and its texture.
 *
 * The images are cut into cells of 30 x 30 pixels, as for layouts (lay_pack.h); each cell is a
 * square of two triangles, whose four vertices are shared by all states that draw it. The state
 * of a face includes the body. Converting the result yields the same pixels, except that the
 * colour of fully transparent ones is lost. */
#ifndef OISIN_MAGES_SPRITES_MVL_PACK_H
#define OISIN_MAGES_SPRITES_MVL_PACK_H

#include "mages/sprites/lay_pack.h"
#include "mages/sprites/mvl.h"

/* Finishes a packer to which all images were added. Names of states begin with `name`. Fails
 * for overlays, faces above 99, more than 9 mouths or eyes, and more than 16384 squares, which
 * the format cannot have. */
bool mvl_pack(LayPacker *packer, Text name, Mvl *out, Image *sheet, Arena *arena,
              Report *report);

#endif
