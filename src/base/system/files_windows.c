/* Files on Windows. Parts, in order: opening; contents. */
#include "base/system/windows_internal.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* ---- opening ---- */

/* What paths of POSIX lead to, by which results are printed and thrown away. */
static HANDLE open_device(const char *path, unsigned how)
{
    static const struct {
        const char *path;
        DWORD standard;
    } devices[] = {{"/dev/stdin", STD_INPUT_HANDLE},
                   {"/dev/stdout", STD_OUTPUT_HANDLE},
                   {"/dev/stderr", STD_ERROR_HANDLE}};
    HANDLE copy = INVALID_HANDLE_VALUE;
    for (size_t i = 0; i < sizeof devices / sizeof *devices; i++)
        if (!strcmp(path, devices[i].path) &&
            !DuplicateHandle(GetCurrentProcess(), GetStdHandle(devices[i].standard),
                             GetCurrentProcess(), &copy, 0, FALSE, DUPLICATE_SAME_ACCESS))
            return INVALID_HANDLE_VALUE;
    if (!strcmp(path, "/dev/null"))
        copy = CreateFileW(L"NUL", how & OPEN_WRITE ? GENERIC_WRITE : GENERIC_READ,
                           FILE_SHARE_READ | FILE_SHARE_WRITE, NULL, OPEN_EXISTING, 0, NULL);
    return copy;
}

static DWORD disposition_of(unsigned how)
{
    return how & OPEN_NEW ? CREATE_NEW : how & OPEN_CREATE ? OPEN_ALWAYS : OPEN_EXISTING;
}

/* A folder can only be read, as elsewhere; of links, only those that may be followed. */
static bool check_opened(HANDLE handle, unsigned how)
{
    FileInfo info;
    if (!describe_handle(handle, false, &info))
        return false;
    errno = info.kind == KIND_LINK                           ? ELOOP
            : info.kind == KIND_FOLDER && (how & OPEN_WRITE) ? EISDIR
                                                             : 0;
    return !errno && (!(how & OPEN_EMPTY) || info.kind != KIND_FILE || cut_handle(handle, 0));
}

int file_open(int folder, const char *path, unsigned how)
{
    const DWORD access = (how & OPEN_READ ? GENERIC_READ : 0) |
                         (how & OPEN_WRITE ? GENERIC_WRITE : 0) | READ_CONTROL;
    HANDLE handle = open_device(path, how);
    if (handle != INVALID_HANDLE_VALUE)
        return slot_take(handle, NULL, false);
    handle = open_path(folder, path, access, disposition_of(how),
                       how & OPEN_NO_LINK ? FILE_FLAG_OPEN_REPARSE_POINT : 0);
    if (handle == INVALID_HANDLE_VALUE)
        return -1;
    if (check_opened(handle, how))
        return slot_take(handle, NULL, (how & OPEN_APPEND) != 0);
    const int cause = errno;
    CloseHandle(handle);
    errno = cause;
    return -1;
}

int with_new_name(char *path, int (*make)(const char *path))
{
    enum { TRIES_MAX = 1000, RANDOM = 6 };
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789";
    static LONG64 counter;
    char *at = path + strlen(path) - RANDOM;
    for (int i = 0; i < TRIES_MAX; i++) {
        LARGE_INTEGER now;
        QueryPerformanceCounter(&now);
        uint64_t value = (uint64_t)now.QuadPart * 6364136223846793005u +
                         (uint64_t)InterlockedAdd64(&counter, 1442695040888963407) +
                         (uint64_t)GetCurrentProcessId() * 40503;
        value ^= value >> 29;
        for (int k = 0; k < RANDOM; k++, value /= 36)
            at[k] = letters[value % 36];
        const int made = make(path);
        if (made >= 0 || errno != EEXIST)
            return made;
    }
    return -1;
}

static int make_file(const char *path)
{
    return file_open(FOLDER_CURRENT, path, OPEN_READ | OPEN_WRITE | OPEN_NEW);
}

int file_temporary(char *path) { return with_new_name(path, make_file); }

static int make_unnamed(const char *path)
{
    const HANDLE handle =
        open_path(FOLDER_CURRENT, path, GENERIC_READ | GENERIC_WRITE | DELETE, CREATE_NEW,
                  FILE_ATTRIBUTE_TEMPORARY | FILE_FLAG_DELETE_ON_CLOSE);
    return handle == INVALID_HANDLE_VALUE ? -1 : slot_take(handle, NULL, false);
}

int file_unnamed(const char *folder)
{
    char path[PATH_SIZE];
    if ((size_t)snprintf(path, sizeof path, "%s/unnamed.XXXXXX", folder) >= sizeof path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    return with_new_name(path, make_unnamed);
}

bool file_close(int handle)
{
    const HANDLE own = slot_give(handle);
    return own != INVALID_HANDLE_VALUE && (CloseHandle(own) || failed());
}

/* ---- contents ---- */

enum { PIECE_MAX = 1 << 30 };

int64_t file_read_some(int handle, void *to, size_t size)
{
    DWORD got = 0;
    if (ReadFile(slot_handle(handle), to, (DWORD)(size < PIECE_MAX ? size : PIECE_MAX), &got,
                 NULL))
        return got;
    if (GetLastError() == ERROR_BROKEN_PIPE || GetLastError() == ERROR_HANDLE_EOF)
        return 0;
    failed();
    return -1;
}

int64_t file_read(int handle, void *to, size_t size)
{
    size_t done = 0;
    int64_t got = 1;
    while (done < size && got) {
        got = file_read_some(handle, (char *)to + done, size - done);
        if (got < 0)
            return -1;
        done += (size_t)got;
    }
    return (int64_t)done;
}

/* `at`: NULL: at the position of the handle. */
static bool write_piece(HANDLE handle, const void *from, size_t size, const uint64_t *at,
                        DWORD *put)
{
    OVERLAPPED place = {.Offset = at ? (DWORD)*at : 0,
                        .OffsetHigh = at ? (DWORD)(*at >> 32) : 0};
    return WriteFile(handle, from, (DWORD)(size < PIECE_MAX ? size : PIECE_MAX), put,
                     at ? &place : NULL) ||
           failed();
}

static bool write_all(int handle, const void *from, size_t size, const uint64_t *start)
{
    const HANDLE own = slot_handle(handle);
    DWORD put;
    for (size_t done = 0; done < size; done += put) {
        const uint64_t at = start ? *start == UINT64_MAX ? *start : *start + done : 0;
        if (!write_piece(own, (const char *)from + done, size - done, start ? &at : NULL, &put))
            return false;
    }
    return true;
}

bool file_write(int handle, const void *from, size_t size)
{
    const uint64_t end = UINT64_MAX; /* the system's word for it */
    return write_all(handle, from, size, slot_appends(handle) ? &end : NULL);
}

bool file_write_at(int handle, const void *from, size_t size, uint64_t at)
{
    return write_all(handle, from, size, &at);
}

int64_t file_write_parts(int handle, const FilePart *parts, size_t count)
{
    int64_t all = 0;
    for (size_t i = 0; i < count; i++) {
        if (!file_write(handle, parts[i].data, parts[i].size))
            return -1;
        all += (int64_t)parts[i].size;
    }
    return all;
}

/* The handle must be able to write. Pipes and consoles have nothing to flush. */
bool file_flush(int handle)
{
    return GetFileType(slot_handle(handle)) != FILE_TYPE_DISK ||
           FlushFileBuffers(slot_handle(handle)) || failed();
}

bool file_flush_data(int handle) { return file_flush(handle); }

/* Refused as long as somebody has mapped the file: scanners do. */
bool cut_handle(HANDLE handle, uint64_t size)
{
    FILE_END_OF_FILE_INFO end = {.EndOfFile.QuadPart = (LONGLONG)size};
    unsigned tries = 0;
    do
        if (SetFileInformationByHandle(handle, FileEndOfFileInfo, &end, sizeof end))
            return true;
    while (GetLastError() == ERROR_USER_MAPPED_FILE && may_retry(&tries));
    return failed();
}

bool file_cut(int handle, uint64_t size) { return cut_handle(slot_handle(handle), size); }

int64_t file_to_end(int handle)
{
    LARGE_INTEGER end, none = {0};
    if (SetFilePointerEx(slot_handle(handle), none, &end, FILE_END))
        return end.QuadPart;
    failed();
    return -1;
}

bool file_set_mode(int handle, unsigned mode)
{
    FILE_BASIC_INFO facts;
    const HANDLE own = slot_handle(handle);
    if (!GetFileInformationByHandleEx(own, FileBasicInfo, &facts, sizeof facts))
        return failed();
    const DWORD before = facts.FileAttributes;
    facts.FileAttributes &= ~(DWORD)FILE_ATTRIBUTE_READONLY;
    facts.FileAttributes |= mode & 0200 ? 0 : FILE_ATTRIBUTE_READONLY;
    return facts.FileAttributes == before ||
           SetFileInformationByHandle(own, FileBasicInfo, &facts, sizeof facts) || failed();
}

static FILETIME time_of(int64_t ticks)
{
    return (FILETIME){(DWORD)ticks, (DWORD)(ticks >> 32)};
}

bool file_set_time(int handle, int64_t seconds)
{
    const FILETIME time = time_of(seconds * 10000000 + TICKS_1970);
    return SetFileTime(slot_handle(handle), NULL, NULL, &time) || failed();
}

bool file_touch(const char *path)
{
    const int file = file_open(FOLDER_CURRENT, path, OPEN_WRITE);
    FILETIME now;
    GetSystemTimeAsFileTime(&now);
    const bool ok = file >= 0 && (SetFileTime(slot_handle(file), NULL, NULL, &now) || failed());
    if (file >= 0)
        file_close(file);
    return ok;
}

int64_t file_clock(void)
{
    FILETIME now;
    GetSystemTimeAsFileTime(&now);
    return nanoseconds_of((int64_t)((uint64_t)now.dwHighDateTime << 32 | now.dwLowDateTime));
}

/* A byte far behind its end stands for the file: a lock forbids others to read what it covers.
 */
bool file_lock(int handle, bool wait)
{
    OVERLAPPED place = {.OffsetHigh = 0x7FFFFFFF};
    return LockFileEx(slot_handle(handle),
                      LOCKFILE_EXCLUSIVE_LOCK | (wait ? 0 : LOCKFILE_FAIL_IMMEDIATELY), 0, 1, 0,
                      &place) ||
           failed();
}
