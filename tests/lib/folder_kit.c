#include "folder_kit.h"

#include "base/stream.h"
#include "base/system/folders.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void make_folder(const char *path)
{
    if (!folder_create(FOLDER_CURRENT, path))
        fail_msg("%s: %s", path, strerror(errno));
}

static void copy_file(int from, int to, const char *name)
{
    enum { PIECE = 1 << 16 };
    static char piece[PIECE];
    const int in = file_open(from, name, OPEN_READ);
    const int out = file_open(to, name, OPEN_WRITE | OPEN_NEW);
    if (in < 0 || out < 0)
        fail_msg("%s: %s", name, strerror(errno));
    int64_t size;
    while ((size = file_read(in, piece, PIECE)) > 0)
        assert_true(file_write(out, piece, (size_t)size));
    assert_int_equal(size, 0);
    assert_true(file_close(in) && file_close(out));
}

/* Both are open; they are closed here. */
static void copy_entries(FolderEntries *entries, int to)
{
    const int from = folder_of_entries(entries);
    const ListedEntry *entry;
    while ((entry = folder_next(entries))) {
        FileInfo info;
        char name[3 * FILE_NAME_SIZE];
        snprintf(name, sizeof name, "%s", entry->name);
        assert_true(file_info_at(from, name, &info));
        if (info.kind == KIND_FOLDER) {
            FolderEntries *inner = folder_entries_at(from, name);
            assert_non_null(inner);
            assert_true(folder_create(to, name));
            copy_entries(inner, folder_handle(to, name, 0));
        } else {
            assert_int_equal(info.kind, KIND_FILE);
            copy_file(from, to, name);
        }
    }
    assert_int_equal(errno, 0);
    folder_entries_close(entries);
    assert_true(file_close(to));
}

void copy_folder(const char *from, const char *to)
{
    FolderEntries *entries = folder_entries(from);
    if (!entries)
        fail_msg("%s: %s", from, strerror(errno));
    make_folder(to);
    copy_entries(entries, folder_handle(FOLDER_CURRENT, to, 0));
}

static void remove_entry(int folder, const char *path)
{
    FileInfo info;
    if (!file_info_at(folder, path, &info))
        fail_msg("%s: %s", path, strerror(errno));
    if (info.kind != KIND_FOLDER) {
        if (!file_remove(folder, path))
            fail_msg("%s: %s", path, strerror(errno));
        return;
    }
    FolderEntries *entries = folder_entries_at(folder, path);
    if (!entries)
        fail_msg("%s: %s", path, strerror(errno));
    for (const ListedEntry *entry; (entry = folder_next(entries));) {
        char name[3 * FILE_NAME_SIZE];
        snprintf(name, sizeof name, "%s", entry->name);
        remove_entry(folder_of_entries(entries), name);
    }
    folder_entries_close(entries);
    if (!folder_remove(folder, path))
        fail_msg("%s: %s", path, strerror(errno));
}

void remove_all(const char *path) { remove_entry(FOLDER_CURRENT, path); }

bool make_link(const char *target, const char *path)
{
    if (symlink(target, path) == 0)
        return true;
    if (errno != EPERM)
        fail_msg("%s: %s", path, strerror(errno));
    print_message("skipped: this user may not make links\n");
    return false;
}

bool make_pipe(const char *path)
{
    if (mkfifo(path, 0600) == 0)
        return true;
    if (errno != ENOSYS)
        fail_msg("%s: %s", path, strerror(errno));
    print_message("skipped in part: there are no pipes with paths\n");
    return false;
}

typedef struct Names {
    const char **items;
    size_t count;
} Names;

static void list_names(Names *names, const char *folder, Arena *arena)
{
    FolderEntries *entries = folder_entries(folder);
    assert_non_null(entries);
    for (const ListedEntry *entry; (entry = folder_next(entries));) {
        FileInfo info;
        const char *path = arena_format(arena, "%s/%s", folder, entry->name).at;
        assert_true(file_info_at(FOLDER_CURRENT, path, &info));
        *ARENA_PUSH(arena, names->items, names->count) = path;
        if (info.kind == KIND_FOLDER)
            list_names(names, path, arena);
    }
    folder_entries_close(entries);
}

static int compare(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

Text folder_names(const char *folder, Arena *arena)
{
    Names names = {0};
    Writer out = writer_to(arena);
    list_names(&names, folder, arena);
    if (names.count)
        qsort(names.items, names.count, sizeof *names.items, compare);
    for (size_t i = 0; i < names.count; i++)
        write_format(&out, "%s ", names.items[i]);
    return arena_text(arena, writer_text(&out));
}
