/* Reading files and folders; for writing see base/output/output.h. */
#ifndef OISIN_KIT_JOBS_FILES_H
#define OISIN_KIT_JOBS_FILES_H

#include "base/folders.h"
#include "base/output/output.h"
#include "base/system/files.h"
#include "kit/formats/file_list.h"

/* Loads a file into the arena. Large files are mapped if the program allows it
 * (base/mapped_file.h). The path may lead into an archive: see archive_member.h. */
bool file_load(const char *path, Bytes *out, Arena *arena, Report *report);

/* The path of a file next to another one: exact, otherwise the first that differs only in
 * case, since these games come from a file system that ignores case. */
Text path_beside(const char *input, Text name, Arena *arena);

/* Whether a file already has exactly these bytes, so that it need not be written. */
bool file_has_contents(const char *path, const Bytes *parts, size_t count);

/* Time of its last change, seconds since 1970; 0 if the file does not exist. */
int64_t file_time(const char *path);

/* The files of a project on the disk, before their contents are read. */
typedef struct FolderFile {
    Text path, name; /* as in FolderWalk */
    FileInfo status;
} FolderFile;

typedef struct FolderList {
    Text game; /* the folder's own name, resolved */
    FolderFile *items;
    size_t count;
    int64_t
        start; /* file_clock: the time of files that change now, before the first was seen */
} FolderList;

/* Without hidden files and what a build writes, without hidden files, all. */
typedef enum WhichFiles { FILES_PROJECT, FILES_SHOWN, FILES_ALL } WhichFiles;

/* For limits and links see folder_walk.h. */
bool folder_list_files(const char *folder, WhichFiles which, FolderList *out, Arena *arena,
                       Report *report);
bool project_load_list(const FolderList *list, ProjectFiles *out, Arena *arena, Report *report);

/* Loads all files below a folder, except those whose names begin with a dot, by their
 * relative paths; for limits and links see folder_walk.h. The project's game.tng and
 * launchers are excluded. `game` is the folder's own name, resolved. */
bool project_load_files(const char *folder, ProjectFiles *out, Arena *arena, Report *report);

/* Loads the files of any folder except hidden ones, with the same limits. */
bool load_visible_files(const char *folder, ProjectFiles *out, Arena *arena, Report *report);

/* Loads all files of any folder, including hidden ones. */
bool folder_load_files(const char *folder, ProjectFiles *out, Arena *arena, Report *report);

/* Loads the files directly in a folder (with a slash at its end; empty: the current one)
 * whose names end with `suffix` in any case, ordered by name; false if there are none.
 * Unreadable files are skipped. */
bool load_siblings(Text folder, Text suffix, ProjectFiles *out, Arena *arena);

/* Writes all files below FOLDER/GAME, all or none. An existing folder is an error unless
 * `force` is set; then its content is replaced, except data of git; see output_folder for the
 * mark. */
bool folder_save_files(const char *folder, const ProjectFiles *files, const FolderMark *mark,
                       bool force, Report *report);

#endif
