/* The jobs: each function does the work of the command of that name. They return false on
 * failure; the error is in the job's report, or was passed to `misuse`. A failed job leaves no
 * partial results. */
#ifndef OISIN_KIT_JOBS_JOBS_H
#define OISIN_KIT_JOBS_JOBS_H

#include "kit/compare/difference.h"
#include "kit/formats/format.h"
#include "kit/compare/merge.h"
#include "kit/jobs/job.h"

/* Converts all inputs; the output's suffix selects the format. */
bool job_convert(Job *job, const char *output);

/* Builds the project, the only input, to one game file. `output` NULL: inside the project. */
bool job_build(Job *job, const char *output);
/* Packs the folder, the only input, into the format given by the output's suffix and the
 * folder. */
bool job_pack(Job *job, const char *output);
/* Unpacks all inputs into a folder. */
bool job_unpack(Job *job, const char *folder);
/* Creates a new project: small, or from a template. The only input is its folder. */
bool job_new(Job *job);
/* Adds everything that can be placed to the tilesets of a project's maps. The only input is its
 * folder. */
bool job_maps_sync(Job *job);
/* Applies the automap rules to the maps of a project. The inputs are its folder, and the names
 * of the maps; none: all. */
bool job_maps_paint(Job *job);

/* Checks all inputs, files and projects; related files are also checked together. */
bool job_check(Job *job);
/* Checks the bytes of a file loaded from `path`. */
bool job_check_bytes(Job *job, const char *path, Bytes file, Arena *arena, Report *report);

/* Image files of picture_formats.def, by --format or suffix: whether a path is one; `check`
 * decodes it, `title` and `show` read only its header. */
bool job_picture(const Job *job, const char *path);
bool job_picture_check(const Job *job, const char *path, Bytes file, Arena *arena,
                       Report *report);
bool job_picture_title(const Job *job, const char *path, Bytes file, Text *out, Arena *arena,
                       Report *report);
bool job_picture_show(const Job *job, const char *path, Bytes file, Writer *out,
                      Report *report);

/* Whether a file is a glTF scene (kit/open/glb_summary.h), unless --format names another one.
 */
bool job_glb(const Job *job, const char *path, Bytes file);

/* Compares two inputs, files or folders; the caller has initialized `differences`. Returns
 * true if they could be compared, whatever the result. */
bool job_diff(Job *job, Differences *differences);

/* Merges three inputs, files or folders: the base, mine, theirs. Conflicts are written only
 * with the option `prefer`; otherwise nothing is. Returns true if they could be merged, with or
 * without conflicts. The caller has initialized the sink. */
bool job_merge(Job *job, const char *output, Merge *merge);

/* Plays the scenarios of a project whose names begin with one of the other inputs; or with a
 * game, the test files given by the other inputs. Returns true if all passed; `out` receives
 * a line for each, and details. */
bool job_test(Job *job, Writer *out, JsonWriter *json);

/* Translations of a project, the second input: writes a template, merges, counts or makes a
 * pseudo-translation, as the first input says; further ones are languages. `out` receives the
 * table of stats, unless `json` is given. */
bool job_po(Job *job, Writer *out, JsonWriter *json);

/* Writes the handlers of a game or a project whose names begin with the second input, or the
 * script of a map (.mob, .txt, .eis), as pieces of text, which are valid until the call
 * returns. */
typedef enum ScriptOutput {
    SCRIPT_DISASSEMBLY, /* instructions; for a map its numbered statements */
    SCRIPT_LIFTED,      /* source; not for maps */
    SCRIPT_FORMATTED,   /* for a map: the source, reformatted */
} ScriptOutput;
typedef void ScriptSink(void *context, Text piece);
bool job_scripts(Job *job, ScriptOutput face, ScriptSink *say, void *context);

/* The format named by the option `format`, or the file's own; NULL and an error if there is
 * none. */
const Format *job_format(Job *job, const char *path, Bytes file, Report *report);
/* Loads each input and calls `each`; continues after a failure. The report refers to the
 * input meanwhile. */
typedef bool JobEach(Job *job, const char *path, Bytes file, Arena *arena, Report *report);
bool job_each(Job *job, JobEach *each);
/* The same, but calls `folder` for folders. */
typedef bool JobFolder(const Job *job, const char *path);
bool job_each_or_folder(Job *job, JobEach *each, JobFolder *folder);

#endif
