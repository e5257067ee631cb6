/* The way of a saved game to the disk: whatever fails, whenever the power goes, the old one or
 * the new one is there, whole, and saves that were reported as done are not lost.
 *
 * The linker leads the calls that change files through this program (Makefile): it lets them
 * fail, or notes them and makes of the notes what a disk may hold after a power cut. */
#include "lib/kit.h"

#include "cli/user_folders.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    SAVES = 24,  /* of a run whose power is cut */
    CUTS = 1000, /* of the power */
    NOTES = 2000,
    INODES = 200,
    SIZE = 5000, /* bytes of a saved game at most */
    KILLS = 30,
};

/* ---- what is called ---- */

typedef enum What {
    OPENAT,
    WRITEV,
    FSYNC,
    FCHMOD,
    CLOSE,
    RENAME,
    LINK,
    UNLINK,
    WHATS,
} What;

/* One call that changed something, in its order. */
typedef struct Note {
    What what;
    int inode; /* of which file; -1 a folder */
    char from[200], to[200];
    size_t size; /* WRITEV: of the file afterwards */
} Note;

static struct {
    bool watching, noting;
    unsigned calls[WHATS];
    What fails; /* and which call of it, from 1; 0 none */
    unsigned which;
    Note notes[NOTES];
    size_t count;
    uint8_t contents[INODES][SIZE];
    int inode_of[1024]; /* by descriptor, + 1; 0 none */
    int inodes;
} calls;

static bool may(What what)
{
    if (!calls.watching)
        return true;
    if (++calls.calls[what] != calls.which || what != calls.fails)
        return true;
    errno = what == WRITEV ? ENOSPC : EIO;
    return false;
}

static Note *note(What what, int inode, const char *from, const char *to)
{
    if (!calls.noting)
        return NULL;
    assert_true(calls.count < NOTES);
    Note *made = &calls.notes[calls.count++];
    *made = (Note){.what = what, .inode = inode};
    snprintf(made->from, sizeof made->from, "%s", from);
    snprintf(made->to, sizeof made->to, "%s", to);
    return made;
}

int __real_openat(int folder, const char *path, int flags, ...);
ssize_t __real_writev(int file, const struct iovec *parts, int count);
int __real_fsync(int file);
int __real_fchmod(int file, mode_t mode);
int __real_close(int file);
int __real_renameat(int a, const char *from, int b, const char *to);
int __real_link(const char *from, const char *to);
int __real_unlinkat(int folder, const char *path, int flags);
int __wrap_openat(int folder, const char *path, int flags, mode_t mode);
ssize_t __wrap_writev(int file, const struct iovec *parts, int count);
int __wrap_fsync(int file);
int __wrap_fchmod(int file, mode_t mode);
int __wrap_close(int file);
int __wrap_renameat(int a, const char *from, int b, const char *to);
int __wrap_link(const char *from, const char *to);
int __wrap_unlinkat(int folder, const char *path, int flags);

/* Of the files in a staging folder only the new one is followed. */
int __wrap_openat(int folder, const char *path, int flags, mode_t mode)
{
    const bool makes = (flags & O_CREAT) != 0;
    const int file = !makes || may(OPENAT) ? __real_openat(folder, path, flags, mode) : -1;
    if (file >= 0 && calls.noting && makes && !strcmp(path, "new")) {
        assert_true(file < 1024 && calls.inodes < INODES);
        calls.inode_of[file] = ++calls.inodes;
        note(OPENAT, calls.inodes - 1, "", path);
    }
    return file;
}

/* Never more than it is asked for at once: disks fill up in the middle. */
ssize_t __wrap_writev(int file, const struct iovec *parts, int count)
{
    if (!may(WRITEV))
        return -1;
    struct iovec one = parts[0];
    if (calls.watching && one.iov_len > 1000)
        one.iov_len = 1000;
    const ssize_t size =
        calls.watching ? __real_writev(file, &one, 1) : __real_writev(file, parts, count);
    const int inode = file < 1024 ? calls.inode_of[file] - 1 : -1;
    if (calls.noting && inode >= 0) {
        struct stat facts;
        assert_int_equal(fstat(file, &facts), 0);
        const size_t end = (size_t)facts.st_size;
        assert_true(end <= SIZE);
        memcpy(calls.contents[inode] + end - (size_t)size, one.iov_base, (size_t)size);
        note(WRITEV, inode, "", "")->size = end;
    }
    return size;
}

int __wrap_fsync(int file)
{
    const int result = may(FSYNC) ? __real_fsync(file) : -1;
    if (!result)
        note(FSYNC, calls.noting && file < 1024 ? calls.inode_of[file] - 1 : -1, "", "");
    return result;
}

int __wrap_fchmod(int file, mode_t mode)
{
    return may(FCHMOD) ? __real_fchmod(file, mode) : -1;
}

/* Whatever it says, the descriptor is gone. */
int __wrap_close(int file)
{
    const bool fails = !may(CLOSE);
    const int result = __real_close(file);
    if (file >= 0 && file < 1024)
        calls.inode_of[file] = 0;
    if (fails)
        errno = EIO;
    return fails ? -1 : result;
}

int __wrap_renameat(int a, const char *from, int b, const char *to)
{
    const int result = may(RENAME) ? __real_renameat(a, from, b, to) : -1;
    if (!result)
        note(RENAME, -1, from, to);
    return result;
}

int __wrap_link(const char *from, const char *to)
{
    const int result = may(LINK) ? __real_link(from, to) : -1;
    if (!result)
        note(LINK, -1, from, to);
    return result;
}

int __wrap_unlinkat(int folder, const char *path, int flags)
{
    const int result = may(UNLINK) ? __real_unlinkat(folder, path, flags) : -1;
    if (!result)
        note(UNLINK, -1, path, "");
    return result;
}

/* ---- saved games that can be told apart ---- */

static uint32_t moments = 1;

static uint32_t chance(uint32_t below)
{
    moments = moments * 1664525u + 1013904223u;
    return (uint32_t)(((uint64_t)moments * below) >> 32);
}

/* Number n: its size follows from it, each 4 bytes say it. */
static Bytes save_number(uint32_t n)
{
    static uint8_t data[SIZE];
    const size_t size = 4 * (1 + n * 7919 % (SIZE / 4));
    for (size_t i = 0; i < size; i += 4)
        memcpy(data + i, &n, 4);
    return (Bytes){data, size};
}

/* Which one it is, if it is whole; 0 it is none. */
static uint32_t number_of(Bytes bytes)
{
    uint32_t n = 0;
    if (bytes.size >= 4)
        memcpy(&n, bytes.data, 4);
    return n && bytes_equal(bytes, save_number(n)) ? n : 0;
}

typedef struct Shelf {
    char folder[FOLDER_SIZE];
    Kit *kit;
    UserFolders folders;
    const PlayerDisk *disk;
} Shelf;

static int shelf_open(void **state)
{
    Kit *kit = kit_new();
    Shelf *shelf = arena_alloc(kit->arena, 1, sizeof *shelf);
    shelf->kit = kit;
    assert_true(make_temporary_folder(shelf->folder, "oisin-path"));
    shelf->disk = user_folders_open(&shelf->folders, shelf->folder, TEXT("game"), &kit->report);
    assert_non_null(shelf->disk);
    *state = shelf;
    return 0;
}

static void remove_below(const char *folder)
{
    char command[200];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    assert_int_equal(system(command), 0);
}

static int shelf_close(void **state)
{
    Shelf *shelf = *state;
    remove_below(shelf->folder);
    kit_free(shelf->kit);
    return 0;
}

static bool put(const Shelf *shelf, uint32_t n)
{
    return shelf->disk->write(shelf->disk->context, "saves/one.sav", save_number(n));
}

/* 0: it is not there; UINT32_MAX: it is there and no saved game. */
static uint32_t get(const Shelf *shelf, const char *name)
{
    Bytes bytes;
    Arena *arena = arena_new();
    uint32_t n = 0;
    if (shelf->disk->read(shelf->disk->context, name, &bytes, arena))
        n = number_of(bytes) ? number_of(bytes) : UINT32_MAX;
    arena_free(arena);
    return n;
}

/* ---- what fails ---- */

static void each_call_fails_once(void **state)
{
    Shelf *shelf = *state;
    uint32_t n = 1;
    unsigned failed = 0;
    assert_true(put(shelf, n));
    for (What what = 0; what < WHATS; what++)
        for (unsigned which = 1;; which++) {
            const uint32_t before = get(shelf, "saves/one.sav");
            memset(calls.calls, 0, sizeof calls.calls);
            calls.watching = true;
            calls.fails = what;
            calls.which = which;
            const bool told = put(shelf, ++n);
            calls.watching = false;
            const uint32_t now = get(shelf, "saves/one.sav");
            assert_true(now == n || (now == before && !told));
            const uint32_t kept = get(shelf, "saves/one.sav.before");
            assert_true(kept != UINT32_MAX);
            if (calls.calls[what] < which)
                break;
            failed++;
            assert_true(put(shelf, ++n)); /* nothing is in the way of the next one */
            assert_int_equal(get(shelf, "saves/one.sav"), n);
        }
    assert_true(failed > 10);
}

/* Memory: the program may end, and then the old one is there. */
static void out_of_memory_keeps_the_previous_save(void **state)
{
    Shelf *shelf = *state;
    assert_true(put(shelf, 1));
    for (size_t take = 1; take < 64; take++) {
        const pid_t child = fork();
        if (child == 0) {
            arena_fail_at(take);
            close(STDERR_FILENO);
            _exit(put(shelf, 2) ? 0 : 1);
        }
        int status;
        waitpid(child, &status, 0);
        const uint32_t now = get(shelf, "saves/one.sav");
        assert_true(WIFEXITED(status));
        assert_true(now == 1 || now == 2);
        if (WEXITSTATUS(status) == 0) {
            assert_int_equal(now, 2);
            assert_true(take > 1);
            return;
        }
        assert_true(put(shelf, 1));
    }
    fail_msg("it never saves");
}

/* ---- power cuts ---- */

typedef struct Entry {
    char path[200];
    int inode; /* -1: was removed */
} Entry;

typedef struct Disk {
    Entry entries[INODES];
    size_t count;
} Disk;

static Entry *entry_of(Disk *disk, const char *path)
{
    for (size_t i = 0; i < disk->count; i++)
        if (!strcmp(disk->entries[i].path, path))
            return &disk->entries[i];
    assert_true(disk->count < INODES);
    Entry *entry = &disk->entries[disk->count++];
    *entry = (Entry){.inode = -1};
    snprintf(entry->path, sizeof entry->path, "%s", path);
    return entry;
}

/* Names change in the order in which it was wanted: such file systems have a journal. */
static void name_it(Disk *disk, const Note *done)
{
    if (done->what == OPENAT)
        entry_of(disk, done->to)->inode = done->inode;
    else if (done->what == UNLINK)
        entry_of(disk, done->from)->inode = -1;
    else if (done->what == LINK)
        entry_of(disk, done->to)->inode = entry_of(disk, done->from)->inode;
    else if (done->what == RENAME && strcmp(done->from, done->to)) {
        Entry *from = entry_of(disk, done->from);
        Entry *to = entry_of(disk, done->to);
        if (from->inode == to->inode) /* two names of one file: nothing happens */
            return;
        to->inode = from->inode;
        from->inode = -1;
    }
}

/* How much of a file is there for sure, and how much may be. */
static void extent(size_t cut, int inode, size_t *sure, size_t *most)
{
    *sure = *most = 0;
    for (size_t i = 0; i < cut; i++)
        if (calls.notes[i].inode == inode && calls.notes[i].what == WRITEV)
            *most = calls.notes[i].size;
        else if (calls.notes[i].inode == inode && calls.notes[i].what == FSYNC)
            *sure = *most;
}

/* What the disk may hold if the power goes before note `cut`: names up to the last time the
 * folder was synchronised, and any number of changes after that; of each file what was
 * synchronised, and then some more, or garbage. */
static void cut_power(size_t cut, const char *into)
{
    static Disk disk;
    disk = (Disk){0};
    size_t synced = 0;
    for (size_t i = 0; i < cut; i++)
        if (calls.notes[i].what == FSYNC && calls.notes[i].inode < 0)
            synced = i;
    const size_t named = synced + chance((uint32_t)(cut - synced + 1));
    for (size_t i = 0; i < named; i++)
        name_it(&disk, &calls.notes[i]);
    for (size_t i = 0; i < disk.count; i++) {
        const Entry *entry = &disk.entries[i];
        char path[PATH_MAX + 200];
        uint8_t data[SIZE];
        size_t sure, most;
        if (entry->inode < 0)
            continue;
        extent(cut, entry->inode, &sure, &most);
        const size_t size = sure + chance((uint32_t)(most - sure + 1));
        memcpy(data, calls.contents[entry->inode], size);
        for (size_t k = sure; k < size; k++)
            data[k] = chance(2) ? data[k] : 0;
        snprintf(path, sizeof path, "%s/%s", into,
                 strrchr(entry->path, '/') ? strrchr(entry->path, '/') + 1 : entry->path);
        const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
        assert_true(file >= 0 && write(file, data, size) == (ssize_t)size);
        close(file);
    }
}

/* The newest that is whole: a player finds the one before if the last one is damaged. */
static uint32_t newest(const Shelf *shelf)
{
    const uint32_t now = get(shelf, "saves/one.sav");
    return now && now != UINT32_MAX ? now : get(shelf, "saves/one.sav.before");
}

static void clear(const char *folder)
{
    DIR *list = opendir(folder);
    assert_non_null(list);
    for (struct dirent *entry; (entry = readdir(list));)
        if (entry->d_name[0] != '.')
            unlinkat(dirfd(list), entry->d_name, 0);
    closedir(list);
}

static void save_all(const Shelf *shelf, size_t told[SAVES + 1])
{
    calls.count = 0;
    calls.inodes = 0;
    calls.which = 0;
    for (uint32_t n = 1; n <= SAVES; n++) {
        calls.watching = calls.noting = true;
        assert_true(put(shelf, n));
        calls.watching = calls.noting = false;
        told[n] = calls.count;
    }
}

static void acknowledged_saves_survive_power_failure(void **state)
{
    Shelf *shelf = *state;
    size_t told[SAVES + 1]; /* notes there were when it was */
    char saves[PATH_MAX];
    save_all(shelf, told);
    snprintf(saves, sizeof saves, "%s/saves", shelf->folders.paths.game);
    for (unsigned i = 0; i < CUTS; i++) {
        const size_t cut = chance((uint32_t)calls.count + 1);
        clear(saves);
        cut_power(cut, saves);
        uint32_t wanted = 0;
        for (uint32_t n = 1; n <= SAVES; n++)
            wanted = told[n] <= cut ? n : wanted;
        const uint32_t found = newest(shelf);
        if (found == UINT32_MAX || found < wanted || found > wanted + 1)
            fail_msg("cut before %zu of %zu: number %u, told as saved was %u", cut, calls.count,
                     found, wanted);
    }
}

/* ---- kill -9 ---- */

static void killed_save_leaves_the_old_or_the_new_file(void **state)
{
    Shelf *shelf = *state;
    uint32_t n = 1;
    for (unsigned i = 0; i < KILLS; i++) {
        int ends[2];
        uint32_t told = 0, one;
        assert_int_equal(pipe(ends), 0);
        const pid_t child = fork();
        if (child == 0) {
            prctl(PR_SET_PDEATHSIG, SIGKILL);
            for (;; n++)
                if (!put(shelf, n) || write(ends[1], &n, sizeof n) != sizeof n)
                    _exit(1);
        }
        close(ends[1]);
        if (i % 2) /* also on a machine that is slow, some rounds save something */
            assert_int_equal(read(ends[0], &told, sizeof told), sizeof told);
        usleep(1000 + chance(40000));
        kill(child, SIGKILL);
        waitpid(child, NULL, 0);
        while (read(ends[0], &one, sizeof one) == sizeof one)
            told = one;
        close(ends[0]);
        const uint32_t found = get(shelf, "saves/one.sav");
        assert_true(found != UINT32_MAX);
        assert_true(found >= told);
        n = (found > told ? found : told) + 1;
    }
    assert_true(n > KILLS / 2);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, shelf_open, shelf_close)
    const struct CMUnitTest tests[] = {
        TEST(each_call_fails_once),
        TEST(out_of_memory_keeps_the_previous_save),
        TEST(acknowledged_saves_survive_power_failure),
        TEST(killed_save_leaves_the_old_or_the_new_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
