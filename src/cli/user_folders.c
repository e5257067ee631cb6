/* Parts, in order: paths; files; other programs; crashes; opening. The handler of a crash must
 * not allocate or format anything: the player hands over a saved game from time to time, and
 * the handler only writes these bytes. */
#include "cli/user_folders.h"

#include "base/system/folders.h"
#include "base/system/programs.h"
#include "base/system/signals.h"
#include "kit/jobs/files.h"
#include "base/output/output.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { SHOTS_KEPT = 10000 };

/* ---- paths ---- */

/* Settings are for all games; other files belong to one game. */
static bool path_of(const UserFolders *folders, const char *name, char out[PATH_SIZE])
{
    const UserPaths *paths = &folders->paths;
    const char *folder = strcmp(name, "settings") ? paths->game : paths->settings;
    const int size = snprintf(out, PATH_SIZE, "%s/%s", folder, name);
    return size > 0 && size < PATH_SIZE;
}

/* ---- files ---- */

static bool keep_read(void *context, const char *name, Bytes *out, Arena *arena)
{
    const UserFolders *folders = context;
    char path[PATH_SIZE];
    return path_of(folders, name, path) && file_exists(path) &&
           file_load(path, out, arena, folders->report);
}

/* The previous file becomes NAME.before: at any time one of the two is complete. */
static bool keep_before(const char *path)
{
    char before[PATH_SIZE + 16], link_name[PATH_SIZE + 16];
    snprintf(before, sizeof before, "%s.before", path);
    snprintf(link_name, sizeof link_name, "%s.kept", path);
    if (!file_exists(path))
        return true;
    file_remove(FOLDER_CURRENT, link_name);
    /* Without hard links, for a moment only the previous file exists. */
    if (!file_link(path, link_name))
        return file_move(FOLDER_CURRENT, path, FOLDER_CURRENT, before);
    return file_move(FOLDER_CURRENT, link_name, FOLDER_CURRENT, before);
}

/* May run in another thread: uses its own report. */
static bool keep_write(void *context, const char *name, Bytes bytes)
{
    const UserFolders *folders = context;
    Report report = *folders->report;
    char path[PATH_SIZE];
    Arena *scratch = arena_new();
    const bool ok =
        path_of(folders, name, path) &&
        folder_make(arena_text(scratch, folder_above(text_of(path), scratch)).at, &report) &&
        (!strcmp(name, "settings") || keep_before(path)) && file_save(path, &bytes, 1, &report);
    arena_free(scratch);
    return ok;
}

static bool keep_remove(void *context, const char *name)
{
    char path[PATH_SIZE];
    return path_of(context, name, path) && file_remove(FOLDER_CURRENT, path);
}

static int compare(const void *a, const void *b)
{
    const DiskFile *one = a, *two = b;
    return one->time == two->time ? strcmp(one->name.at, two->name.at)
                                  : (one->time < two->time) - (one->time > two->time);
}

static Text readable_time(time_t at, Arena *arena)
{
    char text[64];
    struct tm local;
    return localtime_r(&at, &local) && strftime(text, sizeof text, "%Y-%m-%d %H:%M", &local)
               ? arena_text(arena, text_of(text))
               : TEXT("");
}

static bool list_one(const char *folder, const char *name, const char *suffix, DiskFile *out,
                     Arena *arena)
{
    const size_t size = strlen(name), end = strlen(suffix);
    char file[PATH_SIZE + 300];
    FileInfo facts;
    if (size <= end || strcmp(name + size - end, suffix) != 0)
        return false;
    snprintf(file, sizeof file, "%s/%s", folder, name);
    if (!file_info(file, &facts) || facts.kind != KIND_FILE)
        return false;
    *out = (DiskFile){arena_text(arena, (Text){name, size - end}), modified_seconds(&facts),
                      readable_time(modified_seconds(&facts), arena)};
    return true;
}

/* All files are examined, so that the latest are returned. */
static size_t keep_list(void *context, const char *folder, const char *suffix, DiskFile *out,
                        size_t max, Arena *arena)
{
    const UserFolders *folders = context;
    char path[PATH_SIZE];
    DiskFile *all = NULL, file;
    size_t count = 0;
    if (!path_of(folders, folder, path))
        return 0;
    Arena *scratch = arena_new();
    FolderEntries *open = folder_entries(path);
    for (const ListedEntry *entry; open && (entry = folder_next(open));)
        if (list_one(path, entry->name, suffix, &file, arena))
            *ARENA_PUSH(scratch, all, count) = file;
    if (open)
        folder_entries_close(open);
    if (count)
        qsort(all, count, sizeof *all, compare);
    count = count < max ? count : max;
    if (count)
        memcpy(out, all, count * sizeof *out);
    arena_free(scratch);
    return count;
}

/* screenshot-001.png and so on, in the working directory. */
static void keep_picture(void *context, Bytes png)
{
    const UserFolders *folders = context;
    char path[40];
    for (int i = 1; i < SHOTS_KEPT; i++) {
        snprintf(path, sizeof path, "screenshot-%03d.png", i);
        if (!file_exists(path)) {
            if (file_save(path, &png, 1, folders->report))
                fprintf(stderr, "%s\n", path);
            return;
        }
    }
}

/* ---- other programs ---- */

/* Only web addresses: no options, no files, no other programs. */
static void keep_open_address(void *context, const char *address)
{
    const UserFolders *folders = context;
    if (strncmp(address, "https://", 8) != 0 && strncmp(address, "http://", 7) != 0) {
        report_warning(folders->report, "not opened: not a web address");
        return;
    }
    if (!open_address(address))
        fprintf(stderr, "%s\n", address);
}

static bool keep_speak(void *context, const char *text)
{
    UserFolders *folders = context;
    if (!folders->speaker)
        folders->speaker = speaker_new();
    return speaker_say(folders->speaker, text);
}

void user_folders_close(UserFolders *folders) { speaker_free(folders->speaker); }

/* ---- crashes ---- */

/* Data for the signal handler; written between two ticks. */
static struct {
    char save[PATH_SIZE], report[PATH_SIZE];
    uint8_t *data;
    volatile size_t size;
} fault;

static void keep_emergency(void *context, Bytes save)
{
    const UserFolders *folders = context;
    char folder[PATH_SIZE];
    /* the folder must exist before a crash */
    if (!fault.data && path_of(folders, "saves", folder))
        folder_make(folder, folders->report);
    fault.size = 0;
    uint8_t *data = realloc(fault.data, save.size ? save.size : 1);
    if (!data)
        return;
    memcpy(data, save.data, save.size);
    fault.data = data;
    fault.size = save.size;
}

static void write_all(const char *path, const void *data, size_t size)
{
    const int file = file_open(FOLDER_CURRENT, path, OPEN_WRITE | OPEN_CREATE | OPEN_EMPTY);
    if (file >= 0) {
        file_write(file, data, size);
        file_flush(file);
        file_close(file);
    }
}

static void on_crash(void)
{
    static const char kept[] = "oisin crashed; the state of the game some seconds "
                               "ago is in the emergency save\n";
    static const char none[] = "oisin crashed\n";
    const char *text = fault.size ? kept : none;
    if (fault.size) {
        write_all(fault.save, fault.data, fault.size);
        write_all(fault.report, text, strlen(text));
    }
    file_write(HANDLE_ERRORS, text, strlen(text));
}

void user_folders_watch_faults(const UserFolders *folders)
{
    path_of(folders, "saves/emergency.sav", fault.save);
    path_of(folders, "emergency.txt", fault.report);
    crash_watch(on_crash);
}

/* ---- opening ---- */

static uint64_t seconds_now(void *context)
{
    (void)context;
    const time_t now = time(NULL);
    return now > 0 ? (uint64_t)now : 0;
}

const PlayerDisk *user_folders_open(UserFolders *folders, const char *home, Text game_id,
                                    Report *report)
{
    *folders = (UserFolders){.report = report};
    const bool ok = user_paths_find(&folders->paths, home, game_id);
    folders->disk = (PlayerDisk){
        keep_read,  keep_write,     keep_remove, keep_list, keep_picture, keep_open_address,
        keep_speak, keep_emergency, folders,     true,      seconds_now};
    return ok ? &folders->disk : NULL;
}
