/* Conversions of sprite layouts (.lay) and sprites of triangles (.mvl); see conversions.def. A
 * layout needs its sheet, an image whose name follows from that of the layout:
 *
 *     CRS_ALA_.lay   CRS_ALA.png     a final `_` is dropped
 *     NAME.lay       NAME.png, NAME.webp, NAME.dds, NAME.gxt
 *     NAME.lay       "NAME (Image 0).png"
 *     00005          00004           in archives without names
 *
 * In an archive (.mpk, .cpk, .lnk4) it is the entry with that name in the layout's folder,
 * otherwise the entry before the layout, unless that one has the name of another layout's sheet
 * or its name begins with the layout's. */
#ifndef OISIN_MAGES_SPRITES_LAY_CONVERT_H
#define OISIN_MAGES_SPRITES_LAY_CONVERT_H

#include "mages/sprites/lay_settings.h"

/* The possible names of a layout's sheet, the most likely first. */
enum { LAY_SHEET_NAMES = 10 };
void lay_sheet_names(Text path, Text names[LAY_SHEET_NAMES], Arena *arena);

/* Writes all images through `job->put` and adds a row for each to job->manifest. For portraits,
 * paths begin with `portraits/` and `dialogs/`, and there is no manifest. */
bool lay_to_pictures(ConversionJob *job, Arena *arena, Report *report);
/* The same for every layout of an archive. Continues after an invalid layout, and stops when
 * the total work exceeds the limit for an archive of that size. */
bool archive_to_pictures(ConversionJob *job, Arena *arena, Report *report);
/* Writes the contact sheets of all layouts of an archive to job->output, one below the other.
 */
bool archive_to_sheet(ConversionJob *job, Arena *arena, Report *report);
/* Plans the images of a layout or a sprite of triangles. `suffix` tells which one the file is;
 * other suffixes leave it to the content. */
bool sprite_plan(Text suffix, Bytes file, const Image *sheet, const LayOptions *options,
                 Text name, LayPlan *out, Arena *arena, Report *report);

/* Writes a contact sheet to job->output. */
bool lay_to_sheet(ConversionJob *job, Arena *arena, Report *report);

#endif
