/* Loaded before the C library (LD_PRELOAD): lets one call that changes files fail, or kills the
 * program at it, as a full disk or a power cut would.
 *
 *     FAULT_CALL=rename FAULT_AT=3 [FAULT_KILL=1] FAULT_MARK=FILE  oisin ...
 *
 *     FAULT_DEVICE=1 oisin ...
 *
 * All file systems have other device numbers, as after a reboot.
 *
 *     FAULT_LIBRARY=libgif.so.7 oisin ...
 *
 * This library is not installed.
 *
 * The third rename fails with EIO (a write with ENOSPC), or SIGKILL comes before it. FILE is
 * made when that happens. Reads, and what goes to the terminal, do not count.
 *
 *     FAULT_CALL=any FAULT_LOG=FILE  oisin ...
 *
 * All calls count; FILE gets a line with the name of each.
 *
 *     FAULT_CALL=load FAULT_AT=3 FAULT_EDIT=FILE  oisin ...
 *
 * When the third file is opened for reading, FILE is cut, and when the next one is opened, it
 * is written with another byte at its end, as by an editor that saves. The program goes on.
 *
 * readlink changes nothing: it fails as without /proc.
 *
 *     FAULT_CASELESS=1 oisin ...
 *
 * Names in relative paths are those of a file system that ignores case, where a folder lists
 * its files in lower case. The names of staging folders keep their case. */
#define _GNU_SOURCE
#include <ctype.h>
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static atomic_uint calls;

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static void note(const char *call)
{
    const char *log = getenv("FAULT_LOG");
    const int file = log ? REAL(open)(log, O_WRONLY | O_CREAT | O_APPEND, 0600) : -1;
    if (file < 0)
        return;
    struct iovec line[] = {{(void *)(uintptr_t)call, strlen(call)},
                           {(void *)(uintptr_t) "\n", 1}};
    if (REAL(writev)(file, line, 2) < 0)
        abort();
    REAL(close)(file);
}

static char saved[1 << 16];
static ssize_t saved_size = -1;

static void save_edit(void)
{
    const int file = REAL(open)(getenv("FAULT_EDIT"), O_WRONLY | O_TRUNC);
    saved[saved_size] = 'x';
    if (file < 0 || REAL(write)(file, saved, (size_t)saved_size + 1) != saved_size + 1)
        abort();
    REAL(close)(file);
    saved_size = -1;
}

/* Like an editor that saves: first the file is cut, then it is written. */
static void begin_edit(void)
{
    const int file = REAL(open)(getenv("FAULT_EDIT"), O_RDWR);
    saved_size = read(file, saved, sizeof saved - 1);
    if (saved_size < 0 || REAL(ftruncate)(file, saved_size / 2))
        abort();
    REAL(close)(file);
}

__attribute__((destructor)) static void end_edit(void)
{
    if (saved_size >= 0)
        save_edit();
}

static int fails(const char *call)
{
    const char *wanted = getenv("FAULT_CALL"), *at = getenv("FAULT_AT");
    const int any = wanted && strcmp(wanted, "any") == 0;
    const int counts = strcmp(call, "readdir") != 0 && strcmp(call, "readlink") != 0 &&
                       strcmp(call, "load") != 0;
    if (any && counts)
        note(call);
    if (strcmp(call, "load") == 0)
        end_edit();
    if (!wanted || !at || !(any ? counts : strcmp(wanted, call) == 0) ||
        atomic_fetch_add(&calls, 1) + 1 != (unsigned)atoi(at))
        return 0;
    const int mark = REAL(open)(getenv("FAULT_MARK"), O_WRONLY | O_CREAT, 0600);
    REAL(close)(mark);
    if (getenv("FAULT_EDIT")) {
        begin_edit();
        return 0;
    }
    if (getenv("FAULT_KILL"))
        kill(getpid(), SIGKILL);
    errno = strcmp(call, "write") == 0 ? ENOSPC : EIO;
    return 1;
}

void *dlopen(const char *file, int flags)
{
    const char *missing = getenv("FAULT_LIBRARY");
    if (file && missing && strcmp(file, missing) == 0)
        file = "/nowhere/missing.so";
    return REAL(dlopen)(file, flags);
}

typedef struct Lowered {
    char path[4096];
} Lowered;

static const char *lowered(const char *path, Lowered *out)
{
    if (!getenv("FAULT_CASELESS") || path[0] == '/' || strlen(path) >= sizeof out->path)
        return path;
    for (size_t i = 0, keeps = 0; i == 0 || path[i - 1]; i++) {
        if (i == 0 || path[i - 1] == '/')
            keeps = strncmp(path + i, ".oisin.", 7) == 0;
        out->path[i] = (char)(keeps ? path[i] : tolower((unsigned char)path[i]));
    }
    return out->path;
}

#define LOWERED(path) lowered(path, &(Lowered){""})

static int writes(int flags) { return (flags & (O_WRONLY | O_RDWR | O_CREAT)) != 0; }

int open(const char *path, int flags, ...)
{
    va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = va_arg(arguments, mode_t);
    va_end(arguments);
    return fails(writes(flags) ? "open" : "load") ? -1 : REAL(open)(LOWERED(path), flags, mode);
}

int openat(int folder, const char *path, int flags, ...)
{
    va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = va_arg(arguments, mode_t);
    va_end(arguments);
    const int loads = folder == AT_FDCWD && !(flags & O_DIRECTORY);
    return (writes(flags) || loads) && fails(writes(flags) ? "open" : "load")
               ? -1
               : REAL(openat)(folder, LOWERED(path), flags, mode);
}

int mkostemp(char *path, int flags) { return fails("open") ? -1 : REAL(mkostemp)(path, flags); }

ssize_t write(int file, const void *data, size_t size)
{
    return file > 2 && fails("write") ? -1 : REAL(write)(file, data, size);
}

ssize_t writev(int file, const struct iovec *parts, int count)
{
    return file > 2 && fails("write") ? -1 : REAL(writev)(file, parts, count);
}

int fsync(int file) { return fails("fsync") ? -1 : REAL(fsync)(file); }

int rename(const char *from, const char *to)
{
    return fails("rename") ? -1 : REAL(rename)(LOWERED(from), LOWERED(to));
}

int renameat(int a, const char *from, int b, const char *to)
{
    return fails("rename") ? -1 : REAL(renameat)(a, LOWERED(from), b, LOWERED(to));
}

int renameat2(int a, const char *from, int b, const char *to, unsigned flags)
{
    if (getenv("FAULT_NO_EXCHANGE") && flags) { /* an old kernel, a plain file system */
        errno = EINVAL;
        return -1;
    }
    return fails("rename") ? -1 : REAL(renameat2)(a, LOWERED(from), b, LOWERED(to), flags);
}

int mkdir(const char *path, mode_t mode)
{
    return fails("mkdir") ? -1 : REAL(mkdir)(LOWERED(path), mode);
}

int mkdirat(int folder, const char *path, mode_t mode)
{
    return fails("mkdir") ? -1 : REAL(mkdirat)(folder, LOWERED(path), mode);
}

int unlink(const char *path) { return fails("unlink") ? -1 : REAL(unlink)(LOWERED(path)); }

int unlinkat(int folder, const char *path, int flags)
{
    return fails("unlink") ? -1 : REAL(unlinkat)(folder, LOWERED(path), flags);
}

int rmdir(const char *path) { return fails("unlink") ? -1 : REAL(rmdir)(LOWERED(path)); }

int fchmod(int file, mode_t mode) { return fails("chmod") ? -1 : REAL(fchmod)(file, mode); }

int ftruncate(int file, off_t size)
{
    return fails("truncate") ? -1 : REAL(ftruncate)(file, size);
}

/* A failed close has closed the file. */
int close(int file)
{
    const int failed = file > 2 && fails("close");
    const int cause = errno, status = REAL(close)(file);
    if (failed)
        errno = cause;
    return failed ? -1 : status;
}

char *mkdtemp(char *path) { return fails("mkdir") ? NULL : REAL(mkdtemp)(path); }

ssize_t readlink(const char *path, char *out, size_t size)
{
    return fails("readlink") ? -1 : REAL(readlink)(path, out, size);
}

struct dirent *readdir(DIR *folder) { return fails("readdir") ? NULL : REAL(readdir)(folder); }

int access(const char *path, int how) { return REAL(access)(LOWERED(path), how); }

static int renumbered(int result, struct stat *status)
{
    if (result == 0 && getenv("FAULT_DEVICE"))
        status->st_dev += 0x100;
    return result;
}

int stat(const char *path, struct stat *status)
{
    return renumbered(REAL(stat)(LOWERED(path), status), status);
}

int lstat(const char *path, struct stat *status)
{
    return renumbered(REAL(lstat)(LOWERED(path), status), status);
}

int fstat(int file, struct stat *status)
{
    return renumbered(REAL(fstat)(file, status), status);
}

int fstatat(int folder, const char *path, struct stat *status, int flags)
{
    return renumbered(REAL(fstatat)(folder, LOWERED(path), status, flags), status);
}
