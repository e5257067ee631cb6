/* Files and folders: reading, and writing so that nothing is half-done. */
#ifndef OISIN_KIT_FILES_H
#define OISIN_KIT_FILES_H

#include "base/report.h"
#include "project/files.h"

enum { FILE_MAPPED_FROM = 256 << 10 }; /* bytes; smaller files are read into the arena */

/* A file's bytes, in the arena. Large ones are mapped if the program allows it (mapped_file.h).
 * The path may lead into an archive: see member.h. */
bool file_load(const char *path, Bytes *out, Arena *arena, Report *report);

/* False and a message if a mapped file became shorter: what was made of it must not be written.
 */
bool inputs_are_whole(Report *report);

/* Writes beside, flushes to the disk, then renames: the old file or the new one is there, never
 * a half, with the old one's permissions. A link to a file is followed; a device or a pipe is
 * written into. */
bool file_save(const char *path, const Bytes *parts, size_t count, Report *report);
/* The same, but only its owner can read the new file, whatever the permissions of the old one.
 */
bool file_save_private(const char *path, const Bytes *parts, size_t count, Report *report);

/* The first half of that, where many files change together (file_set.h): `name` in the open
 * `folder` is new, on the disk if it is `flushed`, and has the permissions of `target`, or
 * those of a new file, or, if that is NULL, is private. Messages name `shown`. */
bool file_prepare(int folder, const char *name, const char *shown, const char *target,
                  const Bytes *parts, size_t count, bool flushed, Report *report);
/* A regular file of an open folder, which is no link, in the arena; quietly. */
bool file_load_at(int folder, const char *name, Bytes *out, Arena *arena);

/* Whether a file holds just these bytes already: then it need not be written. */
bool file_holds(const char *path, const Bytes *parts, size_t count);

/* Of its last change, seconds since 1970; 0 if there is none. */
int64_t file_time(const char *path);

/* Says of a file that WHAT, and why (errno); false. */
bool file_failed(const char *path, const char *what, Report *report);

/* A DIR, NULL and errno if there is none: the arena owns it, arena_release closes it. */
void *folder_open(const char *path, Arena *arena);
bool is_folder(const char *path);
/* The same path without links and dots; NULL and errno if it leads nowhere. */
const char *path_resolved(const char *path, Arena *arena);
/* Whether `path`, or what of it is there, is the folder or lies below it. */
bool folder_has(const char *folder, const char *path, Arena *arena);
/* The folder above `path`; "." if it names none. */
Text folder_above(Text path, Arena *arena);
/* Makes a folder and those above it. */
bool folder_make(const char *path, Report *report);
/* What git keeps in a folder: nobody's history is ours to replace. */
bool is_history(const char *name);

/* All files below a folder (not those whose names begin with a dot), by their
 * paths from there; for limits and links see folder_walk.h. The project's game.tng
 * and launchers are not among them. `game` is the folder's own name, resolved. */
bool project_load_files(const char *folder, ProjectFiles *out, Arena *arena, Report *report);

/* As that; a folder without a config file is no project, and nothing of it is read. */
bool project_open_files(const char *folder, ProjectFiles *out, Arena *arena, Report *report);

/* The files of any folder but for hidden ones, with the same limits. */
bool shown_load_files(const char *folder, ProjectFiles *out, Arena *arena, Report *report);

/* All files of any folder, hidden ones too. */
bool folder_load_files(const char *folder, ProjectFiles *out, Arena *arena, Report *report);

/* The files straight in a folder (with a slash at its end, or empty: this one) whose names end
 * with `suffix` in any case, by name; false if there are none. Those that cannot be read are
 * left out. */
bool files_beside(Text folder, Text suffix, ProjectFiles *out, Arena *arena);

/* Writes all files below DIR/GAME, all or none. An existing folder is refused unless `force`;
 * then its content is replaced but for what git keeps there. */
bool project_save_files(const char *folder, const ProjectFiles *files, bool force,
                        Report *report);

/* All in an open folder but `kept`, which may be NULL; quietly, without memory of arenas, and
 * not through links. */
void folder_clear_at(int folder, const char *kept);
/* Flushes a folder's entries to the disk, or a power cut may undo a rename. */
void folder_sync(const char *folder);
void folder_sync_at(int folder);
/* Renames to a path that is free: a file there is not replaced, where the file system can tell
 * in one step. False and errno. The folders are open, or AT_FDCWD. */
bool rename_new_at(int from_folder, const char *from, int target_folder, const char *target);
/* Whether `path` is a device, a pipe or an open descriptor (/dev/stdout): a file of that name
 * is not what is wanted. */
bool is_stream(const char *path);

/* Writes one file below an open folder, its folders too, without the care of `file_save`: for a
 * folder that is put in its place only when it is complete. `time`, if it is not 0, is that of
 * its last change, in seconds since 1970. Messages name `shown`. */
bool file_put_at(int folder, const char *path, const char *shown, Bytes bytes, int64_t time,
                 Report *report);

/* A list of files below `folder`, which is made: all or none. */
bool folder_save_files(const char *folder, const ProjectFiles *files, Report *report);

#endif
