/* Private to unpacking a game: the parts of project_unpack. */
#ifndef OISIN_TIRNANOG_PROJECT_UNBUILD_H
#define OISIN_TIRNANOG_PROJECT_UNBUILD_H

#include "base/quota.h"
#include "tirnanog/sheets/project_names.h"
#include "tirnanog/sprites/previews.h"
#include "tirnanog/project/project.h"
#include "tirnanog/sheets/sheets.h"

typedef struct Unbuild {
    const TngFile *game;
    ProjectFiles *out;
    Arena *arena;
    Arena *scratch; /* of one file: records, and texts that are being written */
    Report *report;
    Names names;
    ScriptNames scripts;
    SheetCursor cursor;
    Text action_names[9];
    Text base;
    ProjectTile *tiles; /* automap rules, by number in section 33 */
    ProjectConfig config;
    Quota files, bytes, pixels; /* limits for the project; see unbuild_files.c */
    size_t later_count;         /* parts with bytes of a later version of the format, */
    Text later_first;           /* and the first of them */
} Unbuild;

/* Sets the limits for the project, by the size of the game. */
void unbuild_set_quotas(Unbuild *unbuild);

/* Notes the bytes of a later version in sections; and warns about all that were noted, because
 * the text files have no place for them. */
void unbuild_note_later_of_sections(Unbuild *unbuild);
void unbuild_warn_of_later(const Unbuild *unbuild);
/* tng_asset, and notes what no file of a project can keep. */
void *unbuild_asset(Unbuild *unbuild, const TngSection *section, size_t index, Arena *arena,
                    Report *report);

/* Beyond the quotas nothing is added; then unbuild_full is true and an error was reported. */
bool unbuild_full(const Unbuild *unbuild);
void unbuild_add(Unbuild *unbuild, Text path, Bytes bytes);
/* As `unbuild_add`, for maps, whose sizes have a separate limit: `bytes` are not charged. */
void unbuild_add_map(Unbuild *unbuild, Text path, Bytes bytes, Report *report);
void unbuild_sheet(Unbuild *unbuild, const Sheet *sheet, Text path, const void *record);

/* Reads the facts after the strings, the lists of names, the texts. */
bool unbuild_names(Unbuild *unbuild);
bool unbuild_sprites(Unbuild *unbuild);
bool unbuild_maps(Unbuild *unbuild);
bool unbuild_languages(Unbuild *unbuild);

#endif
