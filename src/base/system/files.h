/* Files of the system: the calls that programs need to open, read, write, move and lock them.
 *
 * Everything that concerns one system is in this folder: NAME.h has no conditions, NAME_posix.c
 * and NAME_windows.c implement it, and the build takes one of the two. What runs on
 * Windows includes no other headers of the system for files, folders, programs, memory or
 * signals (tools/layers.txt); a server does, which runs on Linux alone.
 *
 * A path is UTF-8 with slashes. It is relative to a folder: a handle of folders.h, or
 * FOLDER_CURRENT. A handle is a small number, below 0 if there is none; it is not inherited by
 * other programs. Functions that return bool return false on failure, and leave the reason in
 * errno with its POSIX name (ENOENT, EEXIST, EACCES ...). None allocates memory of arenas,
 * prints or waits unless that is what it is for; an interrupted call is continued. */
#ifndef OISIN_BASE_SYSTEM_FILES_H
#define OISIN_BASE_SYSTEM_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Space for a path and for one of its names, with the zero byte: the limits of Linux, and more
 * than the 260 characters of Windows, which do not limit programs that ask for more. */
enum { PATH_SIZE = 4096, FILE_NAME_SIZE = 256 };

/* The handles that a program begins with. */
enum { HANDLE_INPUT = 0, HANDLE_OUTPUT = 1, HANDLE_ERRORS = 2 };

/* The folder in which the program was started. */
enum { FOLDER_CURRENT = -100 };

/* The size of what an absolute path begins with: `/`; on Windows also `C:/` and
 * `//server/share/`. 0: the path is relative. */
size_t path_root_of(const char *path, size_t size);
static inline size_t path_root(const char *path) { return path_root_of(path, strlen(path)); }

/* Gives a path of the user the form that programs have, in its place: on Windows `\` becomes
 * `/`. */
void path_accept(char *path);

/* ---- facts ---- */

typedef enum EntryKind { KIND_FILE, KIND_FOLDER, KIND_LINK, KIND_OTHER } EntryKind;

/* Bits of permissions. Sticky: of a folder, entries are removed by their owners only. */
enum {
    MODE_PRIVATE = 0600,
    MODE_PRIVATE_FOLDER = 0700,
    MODE_OTHERS_WRITE = 02,
    MODE_STICKY = 01000
};

typedef struct FileInfo {
    EntryKind kind; /* KIND_OTHER: a device, a pipe, a socket */
    unsigned mode;  /* permissions as in POSIX */
    uint64_t size;
    uint64_t device, identity; /* of the file system; of the file in it, while it exists */
    uint64_t links;
    int64_t modified; /* its contents, in ns since 1970: from 1678 to 2262 */
    int64_t changed;  /* anything of it, which programs cannot set; the same on FAT */
    bool owned;       /* by the user of this program; only of folders and open handles */
} FileInfo;

/* Whole seconds, rounded down. */
static inline int64_t modified_seconds(const FileInfo *info)
{
    const int64_t second = 1000000000;
    return info->modified / second - (info->modified % second < 0);
}

/* Of what a path leads to: links are followed. */
bool file_info(const char *path, FileInfo *out);
/* Of the entry itself, which may be a link. */
bool file_info_at(int folder, const char *path, FileInfo *out);
bool file_info_of(int handle, FileInfo *out);
/* Identity of an open folder, and when it was made, in ns since 1970; 0: unknown. */
bool folder_birth(int handle, uint64_t *identity, uint64_t *born);

/* Whether the path leads to something; whether this program may read, write, run it. */
bool file_exists(const char *path);
bool file_is_readable(const char *path);
bool file_is_writable(const char *path);
bool file_is_executable(const char *path);

/* ---- opening ---- */

/* Exactly one of the first two, or both. */
enum {
    OPEN_READ = 1,
    OPEN_WRITE = 2,
    OPEN_CREATE = 4,    /* if it does not exist */
    OPEN_NEW = 8,       /* it must not exist: EEXIST */
    OPEN_EMPTY = 16,    /* its contents go */
    OPEN_APPEND = 32,   /* each write is at the end */
    OPEN_NO_LINK = 64,  /* not if it is a link: ELOOP */
    OPEN_NO_WAIT = 128, /* a pipe does not wait for its other end */
    OPEN_PRIVATE = 256, /* a file that is created is the user's alone */
};

int file_open(int folder, const char *path, unsigned how);
/* Creates a file with a new name: the path ends with XXXXXX, which is replaced. */
int file_temporary(char *path);
/* A file without a name in a folder, to read and write: it is gone when it is closed. */
int file_unnamed(const char *folder);
bool file_close(int handle);

/* ---- contents ---- */

/* Reads until `size` bytes or the end; returns their number, -1 on failure. */
int64_t file_read(int handle, void *to, size_t size);
/* Reads what is there, at least one byte; waits only for the first. 0: the end. */
int64_t file_read_some(int handle, void *to, size_t size);
bool file_write(int handle, const void *from, size_t size);
bool file_write_at(int handle, const void *from, size_t size, uint64_t at);

typedef struct FilePart {
    const void *data;
    size_t size;
} FilePart;

enum { FILE_PARTS_MAX = 512 };

/* Writes parts one after the other, up to FILE_PARTS_MAX. Returns how many bytes were written,
 * which may be fewer than all; -1 on failure. */
int64_t file_write_parts(int handle, const FilePart *parts, size_t count);

/* Everything that was written is on the disk; of the second, times may be missing. The handle
 * can write. */
bool file_flush(int handle);
bool file_flush_data(int handle);
bool file_cut(int handle, uint64_t size);
/* Moves the position of reads and writes to the end; returns the size, -1 on failure. */
int64_t file_to_end(int handle);
bool file_set_mode(int handle, unsigned mode);
/* When its contents were changed, in seconds since 1970. */
bool file_set_time(int handle, int64_t seconds);
/* Sets that time to now. */
bool file_touch(const char *path);
/* The time that a file gets that changes now, in ns since 1970. */
int64_t file_clock(void);

/* No other program has the lock at the same time; it ends when the handle is closed, also if
 * the program is killed. Without `wait`: false and EWOULDBLOCK if another one has it. */
bool file_lock(int handle, bool wait);

/* ---- names ---- */

/* Whether the system refuses or changes some names (base/portable_name.h). */
bool file_names_are_limited(void);

/* What is at the target is replaced. */
bool file_move(int from_folder, const char *from, int to_folder, const char *to);
/* Nothing may be there (EEXIST), if the file system can check that in the same step. */
bool file_move_new(int from_folder, const char *from, int to_folder, const char *to);
/* In one step; EINVAL or ENOSYS where that is impossible. */
bool file_exchange(int folder, const char *name, int other_folder, const char *other);
/* A second name of a file. */
bool file_link(const char *from, const char *to);
/* Not of a folder. A link is removed, not what it leads to. */
bool file_remove(int folder, const char *path);
/* The path in a link, without a zero byte; returns its size, -1 on failure. */
int64_t link_read(int folder, const char *path, char *out, size_t size);

#endif
