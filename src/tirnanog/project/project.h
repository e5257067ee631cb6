/* A TirNanoG project: text files, images, sounds and maps, which are built into one game
 * file, unpacked again, and checked.
 *
 * Sources: seeds/proj_format.txt; docs/reference/formats/tng.md. */
#ifndef OISIN_TIRNANOG_PROJECT_PROJECT_H
#define OISIN_TIRNANOG_PROJECT_PROJECT_H

#include "base/progress.h"
#include "tirnanog/container/tng.h"
#include "kit/formats/result_cache.h"
#include "kit/formats/file_list.h"
#include "tirnanog/sheets/project_names.h"
#include "tirnanog/script/script.h"
#include "tirnanog/sheets/script_positions.h"
#include "tirnanog/translations/text_places.h"

typedef struct BuildOptions {
    bool strip;               /* omit the names that only `unpack` needs */
    Text extension;           /* ext/NAME.cfg selects the contents; empty: the whole game */
    const BuildCache *cache;  /* results of earlier builds, or NULL */
    const Progress *progress; /* or NULL */
    bool strict;   /* a game file with a wrong CRC is an error (tirnanog/jobs/open_game.h) */
    bool automap;  /* apply the automap rules of tiles to the maps */
    bool optimise; /* optimise handlers (tirnanog/script/optimise.h) */
    bool draft;    /* compress less: faster, and a larger file of the same contents */
    ProjectScripts *scripts; /* empty; gets the handlers' source positions; or NULL */
    ProjectTexts *texts;     /* empty; gets the places of texts (project_texts); or NULL */
    NameUses *uses; /* with its arena; gets the look-ups of names (name_uses.h); or NULL */
} BuildOptions;

/* Builds a game. All errors are reported in one run; false if there was any. */
bool project_build(ProjectFiles *files, const BuildOptions *options, TngOutput *out,
                   Arena *arena, Report *report);

/* Checks a project like a build, and also warns about what a build accepts: unused assets,
 * missing translations, dialogs that are never opened, unreachable maps. True if there is
 * no error. */
bool project_check(ProjectFiles *files, Arena *arena, Report *report);

/* What a project without errors has become. */
typedef struct ProjectChecked {
    const ProjectFiles *files;
    const ScriptNames *names;
    const ProjectScripts *scripts;
    const ProjectTexts *texts;
    const TngFile *game; /* NULL if it cannot be read */
} ProjectChecked;
/* A further check: of test files, or in a world. */
typedef bool ProjectChecker(const ProjectChecked *checked, Arena *arena, Report *report);
/* Like project_check; `checker` (may be NULL) is called last, if the names are known. */
bool project_check_with(ProjectFiles *files, ProjectChecker *checker, Arena *arena,
                        Report *report);

/* The files of a project that builds to the same game. */
bool project_unpack(const TngFile *game, ProjectFiles *out, Arena *arena, Report *report);

/* Whether a new project can have this game ID, the name of its folder. */
bool project_game_id_check(Text game, Report *report);
/* The files of a small new project that is ready to build and play. */
bool project_new(Text game, ProjectFiles *out, Arena *arena, Report *report);

/* The application icon of a game file, as PNG; `*out` remains empty if it has none. */
bool project_icon(Bytes game, Bytes *out, Arena *arena, Report *report);

/* Launchers for a game file in the same folder: (game).desktop and (game).lnk; and the icon of
 * the former, (game).png, if `game`, which was built from the files, has an application icon.
 */
bool project_launchers(const ProjectFiles *files, const TngOutput *game, Text file,
                       ProjectFiles *out, Arena *arena, Report *report);

#endif
