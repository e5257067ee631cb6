/* Conversions of sprite layouts; see conversions.def. A layout needs its picture:
 *
 *     CRS_ALA_.lay   CRS_ALA.png     one `_` at the end is dropped
 *     NAME.lay       NAME.png
 *     NAME.lay       "NAME (Image 0).png"
 *
 * In an archive (.mpk) it is the entry of that name in the layout's folder, else the one
 * before the layout, unless that is called like another layout's picture or its name begins
 * with the layout's. */
#ifndef OISIN_CONVERT_LAY_CONVERT_H
#define OISIN_CONVERT_LAY_CONVERT_H

#include "convert/conversion.h"

/* How the options are spelled: "all", "first"; "1,2", "all"; "auto", "engine", "seed".
 * NULL is the default. */
bool lay_frames_parse(const char *text, LayOptions *options, Report *report);
bool lay_overlays_parse(const char *text, LayOptions *options, Arena *arena, Report *report);
bool lay_geometry_parse(const char *text, LayOptions *options, Report *report);

/* All pictures through `job->put`; job->manifest gets a row for each. As portraits: paths
 * begin with `portraits/` and `dialogs/`, and there is no manifest. */
bool lay_to_pictures(ConversionJob *job, Arena *arena, Report *report);
/* The same for every layout of an archive; goes on after a bad one, but not once they took
 * more than an archive of that size may. */
bool mpk_to_pictures(ConversionJob *job, Arena *arena, Report *report);
/* A contact sheet, as job->output. */
bool lay_to_sheet(ConversionJob *job, Arena *arena, Report *report);

#endif
