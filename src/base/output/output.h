/* Writing files atomically: either all output of a job is in place, or nothing is changed.
 *
 * A job never writes into a file or folder of the user. It creates a staging folder
 * `.oisin.XXXXXX` on the file system of its targets, and in it a marker, which proves that the
 * folder is ours. There it writes all files. If anything fails meanwhile (an error in the data,
 * a full disk, no memory, a signal), the staging folder is removed, and the user's files are
 * unchanged. Only when everything is written, the files are moved to their targets:
 *
 * 1. A journal in the staging folder lists all moves.
 * 2. Each new file is exchanged with the one that it replaces, in one step (renameat2 with
 *    RENAME_EXCHANGE, otherwise two renames). The targets always exist, and the replaced
 *    files are in the staging folder now. A move that fails undoes those before it.
 * 3. The journal is removed: this moment is the commit.
 * 4. The staging folder is removed, and the replaced files with it.
 *
 * A job that is killed during 2 leaves its journal. The next job that reads or writes files
 * there undoes what the journal lists, before it looks at them, and reports each file. A file
 * that somebody has changed since stays: the older one is put beside it, as NAME.before. A
 * single file that replaces none needs no journal, nor does file_save: one rename is all.
 *
 * What is guaranteed:
 * - After an error message, or `output_abort_all`, the targets are unchanged and there is no
 *   new folder. If an undo fails, too, a message names the folder that contains the replaced
 *   files.
 * - After a crash of the program, the next job restores them. After a power failure as well:
 *   the journal and the files that replace others are flushed to the disk before the first
 *   move, with new files of the same set, up to 16. A single new file and a new folder are
 *   flushed by the system later, unless `output_flush_new` was called.
 * - Files on several file systems have a staging folder and a journal on each. Only a job
 *   that is killed between the removals of two journals leaves old files on one and new ones
 *   on another.
 * - A replaced file keeps its permissions. Links to files are followed. Data of git in a folder
 *   that is replaced is kept.
 *
 * Functions that return bool report an error when they return false. An `Output` belongs to its
 * arena; `output_end` must be called even if the job has failed.
 *
 * The rest of this folder is private: staging.h (staging folders), origin.h (the proof),
 * recovery.h (killed jobs), commit.h, moves.h, journal.h and fingerprint.h (moving files and
 * undoing it), whole_folder.h, cleanup.h (interruptions). */
#ifndef OISIN_BASE_OUTPUT_OUTPUT_H
#define OISIN_BASE_OUTPUT_OUTPUT_H

#include "base/report.h"

/* ---- one file ---- */

/* Replaces a file, or creates it. Devices and pipes are written directly. */
bool file_save(const char *path, const Bytes *parts, size_t count, Report *report);
/* The same, but the new file is readable only for its owner, whatever the permissions of the
 * old one. */
bool file_save_private(const char *path, const Bytes *parts, size_t count, Report *report);
/* Whether `path` is a device, a pipe or an open descriptor (/dev/stdout), which must be
 * written directly. */
bool is_stream(const char *path);

/* ---- many files ---- */

typedef struct Output Output;

/* A set of files in `folder` or elsewhere; other files of their folders are not changed.
 * Creates nothing yet, but restores files that killed jobs left there. If one of them was kept
 * (output_recover), that is an error: the set then fails. */
Output *output_files(const char *folder, Arena *arena, Report *report);
/* Proves that an earlier job made a folder: a regular file in it that begins with `start`, of
 * at most 63 bytes; NULL: with anything. */
typedef struct FolderMark {
    const char *file, *start;
} FolderMark;

/* A whole folder, which must be new or empty. With `force` it may also have the `mark` (NULL:
 * any content): its content is replaced, except entries at its top whose names begin with
 * `.git`. `mark` must live until output_end. Returns NULL on failure. If two jobs fill one
 * folder at the same time, one succeeds and the other fails. */
Output *output_folder(const char *folder, bool force, const FolderMark *mark, Arena *arena,
                      Report *report);

/* All new files reach the disk before output_end returns: for callers that then remove the only
 * other copy of their contents. */
void output_flush_new(Output *output);

/* Stages a file. `path` is relative to the folder; `time` is that of its last change, in
 * seconds since 1970 (0: now). A path that was written before is an error, as is one that
 * differs only in case, on systems that ignore case: in a set, output_end reports that. In a
 * whole folder, paths must be safe (archive_path), and several threads may call this at the
 * same time. */
bool output_put(Output *output, Text path, const Bytes *parts, size_t count, int64_t time,
                Report *report);
/* The same with an independent path, for a set; streams are written at once. */
bool output_put_at(Output *output, const char *target, const Bytes *parts, size_t count,
                   Report *report);

/* The files of a set: their number, and their targets with links resolved. */
size_t output_count(const Output *output);
const char *output_target(const Output *output, size_t index);
/* Removes all files of a set except the first `count`, because the input from which they were
 * made has failed. Also forgets that a file was refused since then. */
void output_undo(Output *output, size_t count);
/* Where a file is until `output_end`, to read it. */
const char *output_staged(const Output *output, Text path, Arena *arena);

/* Commits if `ok` and every file of a set could be staged; otherwise removes everything that
 * was staged. Pass false if a put failed in a whole folder: that is not remembered. Returns
 * whether it was committed. */
bool output_end(Output *output, bool ok, Report *report);

/* ---- recovery and interruption ---- */

/* Restores what killed jobs had partially exchanged, and removes their staging folders: in
 * the nearest existing folder on the path, and in those above it from which a killed job may
 * have created it. For a job that reads its target before it calls the functions above.
 *
 * Each file that is restored, removed or kept is reported. Returns false if a file was kept,
 * because somebody has changed it since: files of two states are beside each other then. */
bool output_recover(const char *path, Report *report);
/* The same in all folders below one, except data of git: for a job that reads what is in it.
 * Links are not followed. */
bool output_recover_below(const char *folder, Report *report);
/* The error of a job that would write although a file was kept; returns false. */
bool output_stop_after_kept(Report *report);
/* Undoes all unfinished output of the program. Jobs that write block for ever afterwards: the
 * program must end. Called from a separate thread, not from a signal handler. */
void output_abort_all(void);

#endif
