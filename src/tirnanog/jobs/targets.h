/* What players get: a folder for each kind of computer (targets.def), made of a game file. */
#ifndef OISIN_TIRNANOG_JOBS_TARGETS_H
#define OISIN_TIRNANOG_JOBS_TARGETS_H

#include "kit/formats/file_list.h"
#include "kit/jobs/job.h"

typedef struct TargetGame {
    Bytes file; /* a .tng file */
    Text name;  /* of its files: the game's ID, or "game" if that cannot be one */
    Text title;
    Bytes icon; /* PNG; may be empty */
} TargetGame;

typedef struct TargetFiles {
    ProjectFiles files; /* in the order in which they should be written; without folders */
    Text program;       /* the one that is executable; may be empty */
} TargetFiles;

typedef bool TargetMaker(const TargetGame *game, TargetFiles *out, Arena *arena,
                         Report *report);
#define TARGET(name, files, title, note, trial, steps) TargetMaker files;
#include "tirnanog/jobs/targets.def"
#undef TARGET

/* A row of targets.def. */
typedef struct Target {
    const char *name;
    TargetMaker *make;
    const char *title, *note, *trial, *steps;
} Target;

/* In the order of the table; NULL after the last one. */
const Target *target_at(size_t index);

/* Whether the options --for and --web name targets, and what they need; otherwise a misuse.
 * `folder`: that of -o. */
bool targets_fit(Job *job, const char *folder);
/* Writes the targets of these options. Files of other names in their folders stay. */
bool targets_save(Job *job, const char *folder, Bytes game, Arena *arena);

#endif
