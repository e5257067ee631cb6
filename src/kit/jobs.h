/* The verbs: each does what the command of that name does, for one job. False if it failed;
 * what went wrong is in the job's report, or was told as misuse. A job that fails leaves
 * nothing half-done. */
#ifndef OISIN_KIT_JOBS_H
#define OISIN_KIT_JOBS_H

#include "formats/difference.h"
#include "formats/format.h"
#include "kit/job.h"

/* All inputs, by the output's suffix. */
bool job_convert(Job *job, const char *output);

/* The project, which is the only input, into one game file. `output` NULL: into itself. */
bool job_build(Job *job, const char *output);
/* The folder, which is the only input, into what the output's suffix and the folder say. */
bool job_pack(Job *job, const char *output);
/* All inputs into a folder. */
bool job_unpack(Job *job, const char *folder);
/* The files of a small new project; the only input is the folder that it becomes. */
bool job_new(Job *job);

/* All inputs, files and projects; files that belong together are checked together, too. */
bool job_check(Job *job);
/* A file's bytes that came from there. */
bool job_check_bytes(Job *job, const char *path, Bytes file, Arena *arena);

/* Two inputs, files or folders, into `differences`, which the caller has begun. True if they
 * could be compared, whatever came out. */
bool job_diff(Job *job, Differences *differences);

/* Plays the scenarios of a project, whose names begin as the other inputs say; or with a game,
 * the test files that those are. True if all passed; `out` gets a line for each, and more. */
bool job_test(Job *job, Writer *out);

/* The handlers of a game or a project, whose names begin as the second input says; or the
 * script of a map (.mob, .txt, .eis): said in pieces of text, which last until the call
 * returns. */
typedef enum ScriptFace {
    SCRIPT_LISTED,    /* instructions; of a map its statements, numbered */
    SCRIPT_LIFTED,    /* source; not of a map */
    SCRIPT_FORMATTED, /* of a map: the source, laid out anew */
} ScriptFace;
typedef void ScriptSay(void *context, Text piece);
bool job_scripts(Job *job, ScriptFace face, ScriptSay *say, void *context);

/* The format that the option `format` names, or the file's own; NULL, and an error, if there
 * is none. */
const Format *job_format(Job *job, const char *path, Bytes file);
/* Each input, read; goes on after one that fails. The report is about it meanwhile. */
typedef bool JobEach(Job *job, const char *path, Bytes file, Arena *arena);
bool job_each(Job *job, JobEach *each);

#endif
