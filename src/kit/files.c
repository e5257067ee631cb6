#include "kit/files.h"

#include "base/text.h"
#include "kit/member.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum { DEPTH_MOST = 8, FILES_MOST = 200000 };
/* Archives in one another may be taken apart into 16 times 8 folders. */
enum { DEPTH_OF_ALL = 160 };

static bool is_link(const char *path)
{
    struct stat status;
    return lstat(path, &status) == 0 && S_ISLNK(status.st_mode);
}

static bool fail(Report *report, const char *path, const char *what)
{
    const Text before = report_about(report, text_of(path));
    report_error(report, "%s%s%s", what, *what ? ": " : "", strerror(errno));
    report_about(report, before);
    return false;
}

static bool read_whole(int file, size_t size, Bytes *out, Arena *arena)
{
    uint8_t *data = arena_take_raw(arena, size + 1, 1);
    size_t done = 0;
    while (done < size) {
        const ssize_t got = read(file, data + done, size - done);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return false;
        if (got == 0)
            break;
        done += (size_t)got;
    }
    *out = (Bytes){data, done};
    return true;
}

bool file_load(const char *path, Bytes *out, Arena *arena, Report *report)
{
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    struct stat status;
    size_t archive;
    if (file < 0) {
        const int cause = errno;
        if (member_path(path, &archive))
            return member_load(path, archive, out, arena, report);
        errno = cause;
        return fail(report, path, "");
    }
    bool ok = fstat(file, &status) == 0;
    if (ok && !S_ISREG(status.st_mode)) {
        errno = S_ISDIR(status.st_mode) ? EISDIR : EINVAL;
        ok = false;
    }
    const size_t size = ok ? (size_t)status.st_size : 0;
    if (ok && size >= FILE_MAPPED_FROM) {
        void *map = mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0);
        ok = map != MAP_FAILED;
        *out = (Bytes){map, size};
    } else if (ok) {
        ok = read_whole(file, size, out, arena);
    }
    if (!ok)
        fail(report, path, "");
    close(file);
    return ok;
}

/* Many parts a call: a game has thousands of small ones. */
static bool write_all(int file, const Bytes *parts, size_t count)
{
    enum { BATCH = 512 };
    struct iovec batch[BATCH];
    size_t done = 0; /* bytes of the first part that are written */
    while (count) {
        const size_t many = count < BATCH ? count : BATCH;
        for (size_t i = 0; i < many; i++)
            batch[i] = (struct iovec){(void *)parts[i].data, parts[i].size};
        batch[0].iov_base = (char *)batch[0].iov_base + done;
        batch[0].iov_len -= done;
        const ssize_t put = writev(file, batch, (int)many);
        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0)
            return false;
        for (done += (size_t)put; count && done >= parts->size; parts++, count--)
            done -= parts->size;
    }
    return true;
}

/* The folder's entry must reach the disk too, or a power cut undoes the rename. */
static void sync_folder_of(const char *path)
{
    char folder[PATH_MAX];
    snprintf(folder, sizeof folder, "%s", path);
    char *slash = strrchr(folder, '/');
    if (slash)
        slash[slash == folder] = 0;
    const int handle = open(slash ? folder : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (handle >= 0) {
        fsync(handle);
        close(handle);
    }
}

static bool fill(int file, mode_t mode, const Bytes *parts, size_t count)
{
    bool ok = fchmod(file, mode) == 0;
    ok = ok && write_all(file, parts, count);
    ok = ok && fsync(file) == 0;
    return close(file) == 0 && ok;
}

static mode_t usual_mode(void)
{
    const mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

bool file_save(const char *path, const Bytes *parts, size_t count, Report *report)
{
    char beside[PATH_MAX];
    if ((size_t)snprintf(beside, sizeof beside, "%s.XXXXXX", path) >= sizeof beside) {
        errno = ENAMETOOLONG;
        return fail(report, path, "");
    }
    const int file = mkostemp(beside, O_CLOEXEC);
    if (file < 0)
        return fail(report, path, "cannot write");
    if (!fill(file, usual_mode(), parts, count) || rename(beside, path)) {
        const int cause = errno;
        unlink(beside);
        errno = cause;
        return fail(report, path, "cannot write");
    }
    sync_folder_of(path);
    return true;
}

bool file_prepare(const char *path, const char *target, const Bytes *parts, size_t count,
                  Report *report)
{
    struct stat old;
    const mode_t mode = stat(target, &old) == 0 ? old.st_mode & 07777 : usual_mode();
    const int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    return (file >= 0 && fill(file, mode, parts, count)) || fail(report, path, "cannot write");
}

bool file_place(const char *path, const char *target, Report *report)
{
    if (rename(path, target))
        return fail(report, target, "cannot write");
    sync_folder_of(target);
    return true;
}

bool file_holds(const char *path, const Bytes *parts, size_t count)
{
    size_t size = 0, at = 0;
    struct stat status;
    for (size_t i = 0; i < count; i++)
        size += parts[i].size;
    if (stat(path, &status) || !S_ISREG(status.st_mode) || (size_t)status.st_size != size)
        return false;
    Arena *arena = arena_new();
    Report silent = report_to(NULL, NULL);
    Bytes file;
    bool same = file_load(path, &file, arena, &silent) && file.size == size;
    for (size_t i = 0; i < count && same; at += parts[i++].size)
        same = bytes_equal(bytes_slice(file, at, parts[i].size), parts[i]);
    arena_free(arena);
    return same;
}

int64_t file_time(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 ? (int64_t)status.st_mtime : 0;
}

Text folder_above(Text path, Arena *arena)
{
    while (path.size > 1 && path.at[path.size - 1] == '/')
        path.size--;
    while (path.size && path.at[path.size - 1] != '/')
        path.size--;
    while (path.size > 1 && path.at[path.size - 1] == '/')
        path.size--;
    return path.size ? arena_text(arena, path) : TEXT(".");
}

bool is_folder(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

bool folder_make(const char *path, Report *report)
{
    char part[PATH_MAX];
    snprintf(part, sizeof part, "%s", path);
    for (char *c = part + 1; *c; c++)
        if (*c == '/') {
            *c = 0;
            if (mkdir(part, 0777) && errno != EEXIST)
                return fail(report, part, "cannot make the folder");
            *c = '/';
        }
    return (mkdir(part, 0777) == 0 || errno == EEXIST) ||
           fail(report, part, "cannot make the folder");
}

/* ---- projects ---- */

static bool is_output(Text path)
{
    size_t slash;
    return !text_find(path, '/', &slash) &&
           (text_ends(path, ".tng") || text_ends(path, ".lnk") || text_ends(path, ".desktop"));
}

/* Which files count: none that are hidden or outputs, none that are hidden, all. */
typedef enum Which { WHICH_PROJECT, WHICH_SHOWN, WHICH_ALL } Which;

static bool walk(const char *folder, Text below, int depth, Which which, ProjectFiles *out,
                 Arena *arena, Report *report)
{
    const bool all = which == WHICH_ALL;
    DIR *handle = opendir(folder);
    if (!handle)
        return fail(report, folder, "");
    bool ok = true;
    for (struct dirent *entry; ok && (entry = readdir(handle));) {
        if (all ? !strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..")
                : entry->d_name[0] == '.')
            continue;
        const Text path = arena_format(arena, "%s/%s", folder, entry->d_name);
        const Text name = arena_format(arena, "%.*s%s%s", (int)below.size, below.at,
                                       below.size ? "/" : "", entry->d_name);
        if (is_folder(path.at)) {
            /* Links could lead round in circles. */
            if (depth < (all && !is_link(path.at) ? DEPTH_OF_ALL : DEPTH_MOST))
                ok = walk(path.at, name, depth + 1, which, out, arena, report);
            continue;
        }
        if (which == WHICH_PROJECT && is_output(name))
            continue;
        if (out->count >= FILES_MOST) {
            ok = report_error(report, "more than %d files", FILES_MOST);
            break;
        }
        ProjectFile *file = ARENA_PUSH(arena, out->items, out->count);
        file->path = name;
        ok = file_load(path.at, &file->bytes, arena, report);
    }
    closedir(handle);
    return ok;
}

static bool load_files(const char *folder, Which which, ProjectFiles *out, Arena *arena,
                       Report *report)
{
    char *resolved = realpath(folder, NULL);
    if (!resolved)
        return fail(report, folder, "");
    const char *slash = strrchr(resolved, '/');
    *out = (ProjectFiles){.game = arena_text(arena, text_of(slash ? slash + 1 : resolved))};
    free(resolved);
    return walk(folder, TEXT(""), 0, which, out, arena, report);
}

bool project_load_files(const char *folder, ProjectFiles *out, Arena *arena, Report *report)
{
    return load_files(folder, WHICH_PROJECT, out, arena, report);
}

bool project_open_files(const char *folder, ProjectFiles *out, Arena *arena, Report *report)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/config", folder);
    if (is_folder(folder) && access(path, F_OK) != 0) {
        const Text before = report_about(report, text_of(folder));
        report_error(report, "no project: there is no config file");
        report_about(report, before);
        return false;
    }
    return project_load_files(folder, out, arena, report);
}

bool shown_load_files(const char *folder, ProjectFiles *out, Arena *arena, Report *report)
{
    return load_files(folder, WHICH_SHOWN, out, arena, report);
}

bool folder_load_files(const char *folder, ProjectFiles *out, Arena *arena, Report *report)
{
    return load_files(folder, WHICH_ALL, out, arena, report);
}

static int compare_names(const void *a, const void *b)
{
    return text_compare(((const ProjectFile *)a)->path, ((const ProjectFile *)b)->path);
}

bool files_beside(Text folder, Text suffix, ProjectFiles *out, Arena *arena)
{
    Report silent = report_to(NULL, NULL);
    DIR *handle = opendir(folder.size ? arena_text(arena, folder).at : ".");
    for (struct dirent *entry; handle && (entry = readdir(handle));) {
        const Text name = text_of(entry->d_name);
        ProjectFile file;
        if (name.size <= suffix.size ||
            !text_equal_caseless(text_slice(name, name.size - suffix.size, name.size), suffix))
            continue;
        const Text path = arena_format(arena, "%.*s%s", (int)folder.size, folder.at, name.at);
        if (is_folder(path.at) || !file_load(path.at, &file.bytes, arena, &silent))
            continue;
        file.path = arena_text(arena, name);
        *ARENA_PUSH(arena, out->items, out->count) = file;
    }
    if (handle)
        closedir(handle);
    if (out->count)
        qsort(out->items, out->count, sizeof *out->items, compare_names);
    return out->count > 0;
}

static int create(const char *path)
{
    return open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
}

bool file_put(const char *path, Bytes bytes, int64_t time, Report *report)
{
    int file = create(path);
    if (file < 0 && errno == ENOENT) { /* its folder is not there yet */
        char folder[PATH_MAX];
        snprintf(folder, sizeof folder, "%s", path);
        char *slash = strrchr(folder, '/');
        if (slash && slash != folder) {
            *slash = 0;
            if (!folder_make(folder, report))
                return false;
        }
        file = create(path);
    }
    if (file < 0)
        return fail(report, path, "cannot write");
    const struct timespec times[2] = {{.tv_nsec = UTIME_OMIT}, {.tv_sec = time}};
    bool ok = write_all(file, &bytes, bytes.size ? 1 : 0);
    ok = ok && (!time || futimens(file, times) == 0);
    ok = close(file) == 0 && ok;
    return ok || fail(report, path, "cannot write");
}

static bool save_below(const char *folder, const ProjectFiles *files, Arena *arena,
                       Report *report)
{
    for (size_t i = 0; i < files->count; i++) {
        const ProjectFile *file = &files->items[i];
        const Text path =
            arena_format(arena, "%s/%.*s", folder, (int)file->path.size, file->path.at);
        if (!file_put(path.at, file->bytes, 0, report))
            return false;
    }
    return true;
}

static void remove_folder(const char *folder, int depth, Arena *arena)
{
    DIR *handle = opendir(folder);
    for (struct dirent *entry; handle && (entry = readdir(handle));) {
        if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, ".."))
            continue;
        const Text path = arena_format(arena, "%s/%s", folder, entry->d_name);
        struct stat status;
        if (lstat(path.at, &status) == 0 && S_ISDIR(status.st_mode) && depth < DEPTH_OF_ALL + 2)
            remove_folder(path.at, depth + 1, arena);
        else
            unlink(path.at);
    }
    if (handle)
        closedir(handle);
    rmdir(folder);
}

void folder_remove(const char *folder)
{
    Arena *arena = arena_new();
    remove_folder(folder, 0, arena);
    arena_free(arena);
}

static bool save_project(const char *folder, const ProjectFiles *files, bool force,
                         Arena *arena, Report *report)
{
    const Text target =
        arena_format(arena, "%s/%.*s", folder, (int)files->game.size, files->game.at);
    const Text beside =
        arena_format(arena, "%s/.%.*s.XXXXXX", folder, (int)files->game.size, files->game.at);
    if (access(target.at, F_OK) == 0 && !force)
        return report_error(report, "%s exists already, and is not replaced", target.at);
    const bool made = !is_folder(folder);
    if (!folder_make(folder, report))
        return false;
    if (!mkdtemp((char *)beside.at))
        return fail(report, beside.at, "cannot make the folder");
    chmod(beside.at, 0777 & ~022);
    bool ok = save_below(beside.at, files, arena, report);
    if (ok && force)
        remove_folder(target.at, 0, arena);
    if (ok && rename(beside.at, target.at))
        ok = fail(report, target.at, "cannot make the folder");
    if (!ok) {
        remove_folder(beside.at, 0, arena);
        if (made)
            rmdir(folder);
    }
    return ok;
}

bool project_save_files(const char *folder, const ProjectFiles *files, bool force,
                        Report *report)
{
    Arena *arena = arena_new();
    const bool ok = save_project(folder, files, force, arena, report);
    arena_free(arena);
    return ok;
}

bool folder_save_files(const char *folder, const ProjectFiles *files, Report *report)
{
    Arena *arena = arena_new();
    bool ok = folder_make(folder, report);
    for (size_t i = 0; i < files->count && ok; i++) {
        const Text path = arena_format(arena, "%s/%.*s", folder, (int)files->items[i].path.size,
                                       files->items[i].path.at);
        char *slash = strrchr((char *)path.at, '/');
        *slash = 0;
        ok = folder_make(path.at, report);
        *slash = '/';
        ok = ok && file_save(path.at, &files->items[i].bytes, 1, report);
    }
    arena_free(arena);
    return ok;
}

bool folder_has(const char *folder, const char *path, Arena *arena)
{
    Text here = arena_text(arena, text_of(path));
    char *there = realpath(folder, NULL), *real;
    while (!(real = realpath(here.at, NULL)) && here.size) {
        while (here.size && here.at[here.size - 1] == '/')
            here.size--;
        while (here.size && here.at[here.size - 1] != '/')
            here.size--;
        here = here.size ? arena_text(arena, here) : TEXT(".");
        if (text_is(here, "."))
            break;
    }
    if (!real)
        real = realpath(here.at, NULL);
    const size_t size = there ? strlen(there) : 0;
    const bool within = real && there && !strncmp(real, there, size) &&
                        (!real[size] || real[size] == '/' || size == 1);
    free(real);
    free(there);
    return within;
}
