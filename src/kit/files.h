/* Files and folders: reading, and atomic writing. */
#ifndef OISIN_KIT_FILES_H
#define OISIN_KIT_FILES_H

#include "base/report.h"
#include "project/files.h"

enum { FILE_MAPPED_FROM = 256 << 10 }; /* bytes; smaller files are read into the arena */

/* Loads a file into the arena. Large files are mapped if the program allows it
 * (mapped_file.h). The path may lead into an archive: see member.h. */
bool file_load(const char *path, Bytes *out, Arena *arena, Report *report);

/* Returns false and reports an error if a mapped file was truncated: results made from it
 * must not be written. */
bool inputs_are_whole(Report *report);

/* Writes to a temporary file, flushes it to the disk, then renames it: after a crash either
 * the old or the new file exists, with the permissions of the old one. A link to a file is
 * followed; devices and pipes are written directly. */
bool file_save(const char *path, const Bytes *parts, size_t count, Report *report);
/* The same, but the new file is readable only for its owner, whatever the permissions of the
 * old one. */
bool file_save_private(const char *path, const Bytes *parts, size_t count, Report *report);

/* The first half of that, for files that are replaced together (file_set.h): creates `name` in
 * the open `folder`, on the disk if it is `flushed`, with the permissions of `target`, or those
 * of a new file, or, if `target` is NULL, private. Messages name `shown`. */
bool file_prepare(int folder, const char *name, const char *shown, const char *target,
                  const Bytes *parts, size_t count, bool flushed, Report *report);
/* Loads a regular file of an open folder, which is not a link, without messages. */
bool file_load_at(int folder, const char *name, Bytes *out, Arena *arena);

/* Whether a file already has exactly these bytes, so that it need not be written. */
bool file_holds(const char *path, const Bytes *parts, size_t count);

/* Time of its last change, seconds since 1970; 0 if the file does not exist. */
int64_t file_time(const char *path);

/* Reports the error `what` for a file, with the reason (errno); returns false. */
bool file_failed(const char *path, const char *what, Report *report);

/* Returns a DIR; NULL and errno on failure. The arena owns it, arena_release closes it. */
void *folder_open(const char *path, Arena *arena);
bool is_folder(const char *path);
/* The absolute path without links and dots; NULL and errno if it does not exist. */
const char *path_resolved(const char *path, Arena *arena);
/* Whether `path`, or its existing part, is the folder or inside it. */
bool folder_has(const char *folder, const char *path, Arena *arena);
/* The parent folder of `path`; "." if it names none. */
Text folder_above(Text path, Arena *arena);
/* Creates a folder and its parents. */
bool folder_make(const char *path, Report *report);
/* Whether a name is that of version control data (git) in a folder, which must never be
 * replaced. */
bool is_history(const char *name);

/* Loads all files below a folder, except those whose names begin with a dot, by their
 * relative paths; for limits and links see folder_walk.h. The project's game.tng and
 * launchers are excluded. `game` is the folder's own name, resolved. */
bool project_load_files(const char *folder, ProjectFiles *out, Arena *arena, Report *report);

/* The same, but a folder without a config file is not a project, and nothing is loaded. */
bool project_open_files(const char *folder, ProjectFiles *out, Arena *arena, Report *report);

/* Loads the files of any folder except hidden ones, with the same limits. */
bool shown_load_files(const char *folder, ProjectFiles *out, Arena *arena, Report *report);

/* Loads all files of any folder, including hidden ones. */
bool folder_load_files(const char *folder, ProjectFiles *out, Arena *arena, Report *report);

/* Loads the files directly in a folder (with a slash at its end; empty: the current one)
 * whose names end with `suffix` in any case, ordered by name; false if there are none.
 * Unreadable files are skipped. */
bool files_beside(Text folder, Text suffix, ProjectFiles *out, Arena *arena);

/* Writes all files below DIR/GAME, all or none. An existing folder is an error unless
 * `force` is set; then its content is replaced, except data of git. */
bool project_save_files(const char *folder, const ProjectFiles *files, bool force,
                        Report *report);

/* Removes everything in an open folder except `kept`, which may be NULL; without messages,
 * without memory of arenas, and not through links. */
void folder_clear_at(int folder, const char *kept);
/* Flushes a folder's entries to the disk; otherwise a power failure may undo a rename. */
void folder_sync(const char *folder);
void folder_sync_at(int folder);
/* Renames to a path that does not exist: an existing file is not replaced, if the file
 * system can check that atomically. Returns false and errno on failure. The folders are
 * descriptors, or AT_FDCWD. */
bool rename_new_at(int from_folder, const char *from, int target_folder, const char *target);
/* Whether `path` is a device, a pipe or an open descriptor (/dev/stdout), which must be
 * written directly. */
bool is_stream(const char *path);

/* Writes one file below an open folder, and its folders, without the guarantees of
 * `file_save`: for a folder that is moved to its place only when it is complete. `time`, if
 * it is not 0, is the time of its last change, in seconds since 1970. Messages name `shown`. */
bool file_put_at(int folder, const char *path, const char *shown, Bytes bytes, int64_t time,
                 Report *report);

/* Writes a list of files below `folder`, which is created: all or none. */
bool folder_save_files(const char *folder, const ProjectFiles *files, Report *report);

#endif
