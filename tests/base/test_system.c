/* The calls of the system: the same results on each system that programs run on. This file is
 * also compiled for Windows, and run there or in wine: tools/check_windows.sh. */
#include "base/system/folders.h"
#include "base/system/memory.h"
#include "base/system/process.h"
#include "base/system/programs.h"

#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

static char folder[PATH_SIZE]; /* of one test */

static const char *below(const char *name)
{
    static char paths[8][PATH_SIZE];
    static unsigned next;
    char *path = paths[next++ % 8];
    snprintf(path, PATH_SIZE, "%.3000s/%s", folder, name);
    return path;
}

static int begin(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "%.3000s/oisin-system-XXXXXX", temporary_folder());
    return !folder_temporary(folder);
}

static void clear(FolderEntries *entries)
{
    for (const ListedEntry *entry; (entry = folder_next(entries));) {
        const int above = folder_of_entries(entries);
        char name[FILE_NAME_SIZE * 3];
        snprintf(name, sizeof name, "%s", entry->name);
        if (file_remove(above, name))
            continue;
        FolderEntries *inner = folder_entries_at(above, name);
        if (inner)
            clear(inner);
        folder_remove(above, name);
    }
    folder_entries_close(entries);
}

static int end(void **state)
{
    (void)state;
    FolderEntries *entries = folder_entries(folder);
    if (entries)
        clear(entries);
    return !folder_remove(FOLDER_CURRENT, folder);
}

static void put(const char *path, const char *text)
{
    const int file = file_open(FOLDER_CURRENT, path, OPEN_WRITE | OPEN_CREATE | OPEN_EMPTY);
    assert_true(file >= 0);
    assert_true(file_write(file, text, strlen(text)));
    assert_true(file_close(file));
}

static void has(const char *path, const char *expected)
{
    char text[100] = "";
    const int file = file_open(FOLDER_CURRENT, path, OPEN_READ);
    assert_true(file >= 0);
    assert_int_equal(file_read(file, text, sizeof text - 1), strlen(expected));
    assert_string_equal(text, expected);
    assert_true(file_close(file));
}

static void fails_with(int reason, bool done)
{
    const int cause = errno;
    assert_false(done);
    assert_int_equal(cause, reason);
}

static void files_are_opened_as_asked(void **state)
{
    (void)state;
    const char *path = below("file");
    fails_with(ENOENT, file_open(FOLDER_CURRENT, path, OPEN_READ) >= 0);
    put(path, "one");
    has(path, "one");
    fails_with(EEXIST, file_open(FOLDER_CURRENT, path, OPEN_WRITE | OPEN_NEW) >= 0);
    int file = file_open(FOLDER_CURRENT, path, OPEN_WRITE | OPEN_APPEND);
    assert_true(file_write(file, "two", 3));
    assert_true(file_close(file));
    has(path, "onetwo");
    file = file_open(FOLDER_CURRENT, path, OPEN_READ | OPEN_WRITE);
    assert_true(file_write_at(file, "T", 1, 3));
    assert_int_equal(file_to_end(file), 6);
    assert_true(file_cut(file, 4));
    assert_true(file_flush(file) && file_close(file));
    has(path, "oneT");
    fails_with(EISDIR, file_open(FOLDER_CURRENT, folder, OPEN_WRITE) >= 0);
    put(path, "");
    has(path, "");
}

static void parts_are_written_in_order(void **state)
{
    (void)state;
    const FilePart parts[] = {{"a", 1}, {"", 0}, {"bcd", 3}, {"e", 1}};
    const int file = file_open(FOLDER_CURRENT, below("parts"), OPEN_WRITE | OPEN_NEW);
    assert_int_equal(file_write_parts(file, parts, 4), 5);
    assert_true(file_close(file));
    has(below("parts"), "abcde");
}

/* Names of people, of other scripts, and paths that are longer than the old limit of Windows.
 */
static void names_may_be_long_and_of_any_script(void **state)
{
    (void)state;
    static const char *const names[] = {"Łukasz Żółw", "冒険の書", "Приключение", "a b'c!"};
    char path[PATH_SIZE];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        put(below(names[i]), names[i]);
        has(below(names[i]), names[i]);
    }
    snprintf(path, sizeof path, "%.3000s", folder);
    for (int i = 0; i < 5; i++) {
        char part[100];
        memset(part, 'a' + i, 80);
        part[80] = 0;
        strcat(strcat(path, "/"), part);
        assert_true(folder_create(FOLDER_CURRENT, path));
    }
    strcat(path, "/Żółw");
    put(path, "deep");
    has(path, "deep");
    char real[PATH_SIZE];
    assert_true(path_real(path, real));
    assert_true(strlen(real) > 400);
    has(real, "deep");
}

static unsigned count_entries(const char *path)
{
    unsigned count = 0;
    FolderEntries *entries = folder_entries(path);
    assert_non_null(entries);
    while (folder_next(entries))
        count++;
    assert_int_equal(errno, 0);
    folder_entries_close(entries);
    return count;
}

static void folders_list_what_is_in_them(void **state)
{
    (void)state;
    assert_int_equal(count_entries(folder), 0);
    assert_true(folder_create(FOLDER_CURRENT, below("inner")));
    fails_with(EEXIST, folder_create(FOLDER_CURRENT, below("inner")));
    for (unsigned i = 0; i < 300; i++) {
        char name[30];
        snprintf(name, sizeof name, "inner/%u-Ł", i);
        put(below(name), "x");
    }
    assert_int_equal(count_entries(below("inner")), 300);
    assert_int_equal(count_entries(folder), 1);
    fails_with(ENOTEMPTY, folder_remove(FOLDER_CURRENT, below("inner")));
    fails_with(ENOENT, folder_entries(below("missing")) != NULL);
    put(below("file"), "");
    fails_with(ENOTDIR, folder_entries(below("file")) != NULL);
    fails_with(ENOTDIR, folder_create(FOLDER_CURRENT, below("file/inner")));
    fails_with(ENOTDIR, folder_create(FOLDER_CURRENT, below("file/inner/more")));
    fails_with(ENOTDIR, file_open(FOLDER_CURRENT, below("file/inner"), OPEN_READ) >= 0);
    fails_with(ENOENT, file_open(FOLDER_CURRENT, below("none/inner"), OPEN_READ) >= 0);
    fails_with(ENOENT, folder_create(FOLDER_CURRENT, below("none/inner")));
}

static void paths_are_relative_to_an_open_folder(void **state)
{
    (void)state;
    FileInfo info;
    assert_true(folder_create(FOLDER_CURRENT, below("inner")));
    const int inner = folder_handle(FOLDER_CURRENT, below("inner"), FOLDER_PLACE);
    assert_true(inner >= 0);
    const int file = file_open(inner, "file", OPEN_WRITE | OPEN_NEW);
    assert_true(file >= 0 && file_write(file, "12", 2) && file_close(file));
    assert_true(file_info_at(inner, "file", &info));
    assert_int_equal(info.size, 2);
    assert_int_equal(info.kind, KIND_FILE);
    assert_true(file_info_at(inner, ".", &info));
    assert_int_equal(info.kind, KIND_FOLDER);
    assert_true(file_move(inner, "file", FOLDER_CURRENT, below("moved")));
    has(below("moved"), "12");
    assert_true(file_close(inner));
}

static void a_file_keeps_its_identity_when_it_moves(void **state)
{
    (void)state;
    FileInfo before, after, other;
    put(below("one"), "1");
    put(below("two"), "2");
    assert_true(file_info(below("one"), &before) && file_info(below("two"), &other));
    assert_int_not_equal(before.identity, other.identity);
    assert_int_equal(before.device, other.device);
    fails_with(EEXIST,
               file_move_new(FOLDER_CURRENT, below("one"), FOLDER_CURRENT, below("two")));
    has(below("two"), "2");
    assert_true(file_move(FOLDER_CURRENT, below("one"), FOLDER_CURRENT, below("two")));
    has(below("two"), "1");
    fails_with(ENOENT, file_info(below("one"), &other));
    assert_true(file_info(below("two"), &after));
    assert_int_equal(before.identity, after.identity);
    assert_int_equal(before.modified, after.modified);
    assert_true(file_link(below("two"), below("three")));
    assert_true(file_info(below("three"), &other));
    assert_int_equal(other.links, 2);
    assert_int_equal(other.identity, after.identity);
}

/* Somebody reads it: a game that is played is built again. */
static void an_open_file_can_be_replaced(void **state)
{
    (void)state;
    char text[4] = "";
    put(below("game"), "old");
    put(below("new"), "new");
    const int file = file_open(FOLDER_CURRENT, below("game"), OPEN_READ);
    assert_true(file_move(FOLDER_CURRENT, below("new"), FOLDER_CURRENT, below("game")));
    assert_int_equal(file_read(file, text, 3), 3);
    assert_string_equal(text, "old");
    assert_true(file_close(file));
    has(below("game"), "new");
}

static void only_one_has_a_lock(void **state)
{
    (void)state;
    put(below("file"), "x");
    const int one = file_open(FOLDER_CURRENT, below("file"), OPEN_READ | OPEN_WRITE);
    const int other = file_open(FOLDER_CURRENT, below("file"), OPEN_READ | OPEN_WRITE);
    assert_true(file_lock(one, false));
    fails_with(EWOULDBLOCK, file_lock(other, false));
    has(below("file"), "x"); /* a lock does not forbid reading */
    assert_true(file_close(one));
    assert_true(file_lock(other, false));
    assert_true(file_close(other));
    const int a = folder_handle(FOLDER_CURRENT, folder, 0);
    const int b = folder_handle(FOLDER_CURRENT, folder, 0);
    assert_true(folder_lock(a, false));
    fails_with(EWOULDBLOCK, folder_lock(b, false));
    assert_true(file_close(a));
    assert_true(folder_lock(b, false));
    assert_true(file_close(b));
    assert_int_equal(count_entries(folder), 1);
}

/* Closes a handle a moment later. */
static void *close_later(void *context)
{
    nanosleep(&(struct timespec){.tv_nsec = 300000000}, NULL);
    file_close(*(const int *)context);
    return NULL;
}

static void *wait_for_lock(void *context)
{
    folder_lock(*(const int *)context, true);
    return NULL;
}

/* One that waited has it; later ones get none, not even another lock of this folder. */
static void a_lock_that_was_waited_for_is_the_only_one(void **state)
{
    (void)state;
    pthread_t closer, waiter;
    int a = folder_handle(FOLDER_CURRENT, folder, 0);
    int b = folder_handle(FOLDER_CURRENT, folder, 0);
    const int c = folder_handle(FOLDER_CURRENT, folder, 0);
    assert_true(folder_lock(a, false));
    assert_int_equal(pthread_create(&waiter, NULL, wait_for_lock, &b), 0);
    assert_int_equal(pthread_create(&closer, NULL, close_later, &a), 0);
    assert_int_equal(pthread_join(waiter, NULL), 0);
    assert_int_equal(pthread_join(closer, NULL), 0);
    for (int i = 0; i < 3; i++)
        fails_with(EWOULDBLOCK, folder_lock(c, false));
    assert_true(file_close(b));
    assert_true(folder_lock(c, false));
    assert_true(file_close(c));
}

/* Permissions of a file forbid to write into it, not to move it away. */
static void a_read_only_file_can_be_replaced_and_removed(void **state)
{
    (void)state;
    FileInfo info;
    for (unsigned open = 0; open < 2; open++) {
        put(below("file"), "old");
        put(below("new"), "new");
        const int file = file_open(FOLDER_CURRENT, below("file"), OPEN_READ | OPEN_WRITE);
        assert_true(file_set_mode(file, 0400));
        if (!open)
            assert_true(file_close(file));
        assert_true(file_info(below("file"), &info));
        assert_int_equal(info.mode & 0222, 0);
        assert_true(file_move(FOLDER_CURRENT, below("new"), FOLDER_CURRENT, below("file")));
        has(below("file"), "new");
        if (open)
            assert_true(file_close(file));
        assert_int_equal(count_entries(folder), 1);
        assert_true(file_remove(FOLDER_CURRENT, below("file")));
    }
}

static void times_can_be_set(void **state)
{
    (void)state;
    FileInfo info;
    const int64_t before = file_clock();
    put(below("file"), "x");
    assert_true(file_info(below("file"), &info));
    const int64_t second = 1000000000;
    assert_true(info.modified >= before - second && info.modified <= file_clock() + second);
    const int file = file_open(FOLDER_CURRENT, below("file"), OPEN_WRITE);
    assert_true(file_set_time(file, 1000000000) && file_close(file));
    assert_true(file_info(below("file"), &info));
    assert_int_equal(modified_seconds(&info), 1000000000);
    assert_true(file_touch(below("file")));
    assert_true(file_info(below("file"), &info) && info.modified >= before - second);
    info.modified = -1;
    assert_int_equal(modified_seconds(&info), -1);
    info.modified = -second;
    assert_int_equal(modified_seconds(&info), -1);
}

static void what_a_program_makes_is_its_users(void **state)
{
    (void)state;
    FileInfo info;
    uint64_t identity = 0, born = 0;
    const int place = folder_handle(FOLDER_CURRENT, folder, 0);
    assert_true(file_info_of(place, &info) && info.owned);
    assert_int_equal(info.mode, MODE_PRIVATE_FOLDER);
    assert_true(folder_birth(place, &identity, &born));
    assert_int_equal(identity, info.identity);
    const int file = file_open(place, "file", OPEN_WRITE | OPEN_NEW | OPEN_PRIVATE);
    assert_true(file_set_mode(file, MODE_PRIVATE));
    assert_true(file_info_of(file, &info) && info.owned);
    assert_int_equal(info.mode, MODE_PRIVATE);
    assert_int_equal(info.links, 1);
    assert_true(file_close(file) && file_close(place));
    assert_true(file_is_writable(folder) && file_is_readable(below("file")));
}

/* By its birth a job knows the folder that a killed one has made. */
static void the_birth_of_a_folder_stays_when_files_are_added(void **state)
{
    (void)state;
    uint64_t identity, born, identity_later, born_later;
    const int place = folder_handle(FOLDER_CURRENT, folder, 0);
    assert_true(folder_birth(place, &identity, &born));
    nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
    put(below("file"), "x");
    assert_true(folder_birth(place, &identity_later, &born_later));
    assert_true(identity == identity_later && born == born_later);
    assert_true(file_close(place));
}

/* What Explorer's "Copy as path" and other programs give. */
static void paths_are_accepted_as_users_type_them(void **state)
{
    (void)state;
#ifdef _WIN32
    static const char *const typed[][2] = {
        {"maps\\town.tmx", "maps/town.tmx"},
        {"C:\\Users\\Łukasz Żółw\\TirNanoG", "C:/Users/Łukasz Żółw/TirNanoG"},
        {"\\\\server\\share\\a.tng", "//server/share/a.tng"},
        {"\\\\?\\C:\\deep\\a.tng", "C:/deep/a.tng"},
        {"\\\\?\\UNC\\server\\share\\a.tng", "//server/share/a.tng"},
    };
    for (size_t i = 0; i < sizeof typed / sizeof *typed; i++) {
        char path[100];
        strcpy(path, typed[i][0]);
        path_accept(path);
        assert_string_equal(path, typed[i][1]);
    }
#else
    char path[] = "a\\b"; /* a name */
    path_accept(path);
    assert_string_equal(path, "a\\b");
#endif
}

/* On Windows only with a right that few have. */
static void links_are_seen_but_not_followed(void **state)
{
    (void)state;
#ifndef _WIN32
    char target[10] = "";
    FileInfo info;
    put(below("file"), "x");
    char command[2 * PATH_SIZE];
    snprintf(command, sizeof command, "ln -s file '%.3000s/link'", folder);
    assert_int_equal(system(command), 0);
    assert_true(file_info_at(FOLDER_CURRENT, below("link"), &info));
    assert_int_equal(info.kind, KIND_LINK);
    assert_true(file_info(below("link"), &info) && info.kind == KIND_FILE);
    fails_with(ELOOP, file_open(FOLDER_CURRENT, below("link"), OPEN_READ | OPEN_NO_LINK) >= 0);
    assert_int_equal(link_read(FOLDER_CURRENT, below("link"), target, sizeof target), 4);
    assert_string_equal(target, "file");
#else
    skip();
#endif
}

static void temporary_files_have_their_own_names(void **state)
{
    (void)state;
    char one[PATH_SIZE], other[PATH_SIZE], text[4] = "";
    snprintf(one, sizeof one, "%.3000s/x.XXXXXX", folder);
    strcpy(other, one);
    const int a = file_temporary(one), b = file_temporary(other);
    assert_true(a >= 0 && b >= 0);
    assert_string_not_equal(one, other);
    assert_true(file_close(a) && file_close(b));
    assert_int_equal(count_entries(folder), 2);
    const int unnamed = file_unnamed(folder);
    assert_true(unnamed >= 0 && file_write(unnamed, "abc", 3));
    void *map = memory_map_file(unnamed, 3);
    assert_non_null(map);
    memcpy(text, map, 3);
    assert_string_equal(text, "abc");
    memory_release(map, 3);
    assert_true(file_close(unnamed));
    assert_int_equal(count_entries(folder), 2);
}

/* A game that is played is built again: what was mapped does not hold the file. */
static void a_mapped_file_can_be_replaced_and_cut(void **state)
{
    (void)state;
    enum { LINES = 20000 };
    static char old[LINES * 8 + 1], text[9];
    for (int i = 0; i < LINES; i++) {
        char line[16];
        snprintf(line, sizeof line, "%7d\n", i);
        memcpy(old + i * 8, line, 8);
    }
    put(below("game.tng"), old);
    put(below("new"), "new game");
    const int file = file_open(FOLDER_CURRENT, below("game.tng"), OPEN_READ);
    assert_true(file >= 0);
    char *map = memory_map_file(file, sizeof old - 1);
    assert_non_null(map);
    assert_true(file_close(file));
    assert_true(file_move(FOLDER_CURRENT, below("new"), FOLDER_CURRENT, below("game.tng")));
    assert_memory_equal(map, old, sizeof old - 1);
    const int new = file_open(FOLDER_CURRENT, below("game.tng"), OPEN_READ | OPEN_WRITE);
    assert_int_equal(file_read(new, text, sizeof text), 8);
    assert_string_equal(text, "new game");
    char *other = memory_map_file(new, 8);
    assert_non_null(other);
    assert_true(file_cut(new, 0));
    assert_int_equal(file_to_end(new), 0);
    memory_release(other, 8);
    memory_release(map, sizeof old - 1);
    assert_true(file_close(new));
    assert_int_equal(count_entries(folder), 1);
}

static void reserved_memory_is_zero_until_it_is_written(void **state)
{
    (void)state;
    const size_t page = page_size(), size = 1000 * page;
    char *start = memory_reserve(size);
    assert_non_null(start);
    assert_int_equal(start[size - 1], 0);
    memset(start, 7, 3 * page);
    memory_drop(start + page, page);
    assert_int_equal(start[0], 7);
    assert_int_equal(start[page], 0);
    assert_int_equal(start[2 * page - 1], 0);
    assert_int_equal(start[2 * page], 7);
    memory_release(start, size);
}

static void surroundings_are_known(void **state)
{
    (void)state;
    char name[IDENTITY_SIZE], path[PATH_SIZE];
    assert_true(processors() >= 1);
    assert_null(environment("OISIN_DOES_NOT_EXIST"));
    assert_non_null(environment("PATH"));
    assert_int_equal(setenv("OISIN_EMPTY", "", 1), 0);
    assert_null(environment("OISIN_DOES_NOT_EXIST"));
    assert_non_null(environment("OISIN_EMPTY"));
    computer_name(name);
    assert_true(strlen(name) > 0);
    assert_true(program_file(path, sizeof path));
    assert_non_null(strstr(path, "test_system"));
    assert_true(file_is_executable(path));
}

/* With these words, this program ends at once with this status. */
enum { SAID = 7 };
#define SAYS "a \"b\" c\\"

static void a_program_is_run_to_its_end(void **state)
{
    (void)state;
    char path[PATH_SIZE], first[] = SAYS, second[] = "", name[] = "test";
    assert_true(program_file(path, sizeof path));
    assert_int_equal(process_run(path, (char *[]){name, first, second, NULL}), SAID);
    const int status = process_run(below("nothing"), (char *[]){name, NULL});
    fails_with(ENOENT, status >= 0);
    assert_false(own_console());
}

int main(int count, char **words)
{
    if (count > 1)
        return count == 3 && !strcmp(words[1], SAYS) && !*words[2] ? SAID : 1;
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
    const struct CMUnitTest tests[] = {
        TEST(files_are_opened_as_asked),
        TEST(parts_are_written_in_order),
        TEST(names_may_be_long_and_of_any_script),
        TEST(folders_list_what_is_in_them),
        TEST(paths_are_relative_to_an_open_folder),
        TEST(a_file_keeps_its_identity_when_it_moves),
        TEST(an_open_file_can_be_replaced),
        TEST(only_one_has_a_lock),
        TEST(a_lock_that_was_waited_for_is_the_only_one),
        TEST(a_read_only_file_can_be_replaced_and_removed),
        TEST(times_can_be_set),
        TEST(what_a_program_makes_is_its_users),
        TEST(the_birth_of_a_folder_stays_when_files_are_added),
        TEST(paths_are_accepted_as_users_type_them),
        TEST(links_are_seen_but_not_followed),
        TEST(temporary_files_have_their_own_names),
        TEST(a_mapped_file_can_be_replaced_and_cut),
        TEST(reserved_memory_is_zero_until_it_is_written),
        TEST(surroundings_are_known),
        TEST(a_program_is_run_to_its_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
