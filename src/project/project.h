/* A TirNanoG project: plain text files, pictures, sounds and maps; built into
 * one game file, taken apart again, and checked.
 *
 * Sources: seeds/proj_format.txt, specs/project.md, specs/tng.md. */
#ifndef OISIN_PROJECT_PROJECT_H
#define OISIN_PROJECT_PROJECT_H

#include "base/progress.h"
#include "formats/tirnanog/tng.h"
#include "project/cache.h"
#include "project/files.h"
#include "script/script.h"
#include "project/script_places.h"

typedef struct BuildOptions {
    bool strip;               /* leave out the names that only `unpack` needs */
    Text extension;           /* ext/NAME.cfg chooses what goes in; empty: the whole game */
    const BuildCache *cache;  /* what builds before have left, or NULL */
    const Progress *progress; /* or NULL */
    bool optimise;            /* handlers: shorter code that does the same */
    ProjectScripts *scripts;  /* empty; gets where handlers come from. NULL: not wanted */
} BuildOptions;

/* Builds a game. All mistakes are reported in one run; false if there was any. */
bool project_build(ProjectFiles *files, const BuildOptions *options, TngOutput *out,
                   Arena *arena, Report *report);

/* Checks a project as a build would, and for what a build accepts but an author
 * should know: unused assets, texts without a translation, dialogs nobody
 * opens, maps nobody reaches. True if there is no error. */
bool project_check(ProjectFiles *files, Arena *arena, Report *report);

/* What else is to be checked with the names of the project: its test files. */
typedef bool ProjectChecker(const ProjectFiles *files, const ScriptNames *names, Arena *arena,
                            Report *report);
/* As project_check; `checker` (may be NULL) is asked last, if the names are known. */
bool project_check_with(ProjectFiles *files, ProjectChecker *checker, Arena *arena,
                        Report *report);

/* The files of a project that builds to the same game. */
bool project_unbuild(const TngFile *game, ProjectFiles *out, Arena *arena, Report *report);

/* The files of a small new project that builds and plays at once. */
bool project_new(Text game, ProjectFiles *out, Arena *arena, Report *report);

/* Launchers for a game file beside them: (game).desktop and (game).lnk. */
void project_launchers(const ProjectFiles *files, Text file, ProjectFiles *out, Arena *arena);

#endif
