/* Files on Windows. Parts, in order: handles; facts; opening; contents; names. Everything is
 * opened with all kinds of sharing: a file that is read may be replaced, and a folder moved. */
#include "base/system/windows_internal.h"

#include <aclapi.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- handles ---- */

enum { SLOTS = 4096, SLOTS_STANDARD = 3 };

typedef struct Slot {
    HANDLE handle; /* NULL: free */
    HANDLE lock;   /* of a folder: the file that stands for it */
    wchar_t *folder;
    bool appends;
} Slot;

static Slot slots[SLOTS];
static SRWLOCK slots_lock = SRWLOCK_INIT;

int slot_take(HANDLE handle, const wchar_t *folder, bool appends)
{
    wchar_t *path = folder ? _wcsdup(folder) : NULL;
    int found = -1;
    AcquireSRWLockExclusive(&slots_lock);
    for (int i = SLOTS_STANDARD; i < SLOTS && found < 0 && (path || !folder); i++)
        if (!slots[i].handle) {
            slots[i] = (Slot){.handle = handle, .folder = path, .appends = appends};
            found = i;
        }
    ReleaseSRWLockExclusive(&slots_lock);
    if (found >= 0)
        return found;
    free(path);
    CloseHandle(handle);
    errno = EMFILE;
    return -1;
}

static Slot slot_of(int slot)
{
    static const DWORD standard[SLOTS_STANDARD] = {STD_INPUT_HANDLE, STD_OUTPUT_HANDLE,
                                                   STD_ERROR_HANDLE};
    Slot out = {0};
    if (slot >= 0 && slot < SLOTS_STANDARD) {
        out.handle = GetStdHandle(standard[slot]);
    } else if (slot >= 0 && slot < SLOTS) {
        AcquireSRWLockShared(&slots_lock);
        out = slots[slot];
        ReleaseSRWLockShared(&slots_lock);
    }
    return out;
}

HANDLE slot_handle(int slot)
{
    const HANDLE handle = slot_of(slot).handle;
    return handle ? handle : INVALID_HANDLE_VALUE;
}

bool slot_appends(int slot) { return slot_of(slot).appends; }

const wchar_t *slot_folder(int slot) { return slot_of(slot).folder; }

HANDLE slot_give(int slot)
{
    HANDLE handle = INVALID_HANDLE_VALUE;
    AcquireSRWLockExclusive(&slots_lock);
    if (slot >= SLOTS_STANDARD && slot < SLOTS && slots[slot].handle) {
        handle = slots[slot].handle;
        if (slots[slot].lock)
            CloseHandle(slots[slot].lock);
        free(slots[slot].folder);
        slots[slot] = (Slot){0};
    }
    ReleaseSRWLockExclusive(&slots_lock);
    return handle;
}

bool slot_keep(int slot, HANDLE lock)
{
    AcquireSRWLockExclusive(&slots_lock);
    slots[slot].lock = lock;
    ReleaseSRWLockExclusive(&slots_lock);
    return true;
}

/* ---- facts ---- */

/* Ticks of 100 ns since 1601, as the system counts. */
static const int64_t TICKS_1970 = 116444736000000000;

static int64_t nanoseconds(int64_t ticks) { return (ticks - TICKS_1970) * 100; }

static PSID own_user(void)
{
    static union {
        TOKEN_USER user;
        uint8_t space[256];
    } known;
    static bool is_known;
    static SRWLOCK lock = SRWLOCK_INIT;
    HANDLE token;
    DWORD size;
    AcquireSRWLockExclusive(&lock);
    if (!is_known && OpenProcessToken(GetCurrentProcess(), TOKEN_QUERY, &token)) {
        is_known = GetTokenInformation(token, TokenUser, &known, sizeof known, &size);
        CloseHandle(token);
    }
    ReleaseSRWLockExclusive(&lock);
    return is_known ? known.user.User.Sid : NULL;
}

/* An administrator's files may belong to the group of administrators. */
static bool is_owned(HANDLE handle)
{
    PSECURITY_DESCRIPTOR descriptor = NULL;
    PSID owner = NULL, user = own_user();
    BOOL member = FALSE;
    if (!user || GetSecurityInfo(handle, SE_FILE_OBJECT, OWNER_SECURITY_INFORMATION, &owner,
                                 NULL, NULL, NULL, &descriptor) != ERROR_SUCCESS)
        return false;
    const bool owned = owner && (EqualSid(owner, user) ||
                                 (CheckTokenMembership(NULL, owner, &member) && member &&
                                  IsWellKnownSid(owner, WinBuiltinAdministratorsSid)));
    LocalFree(descriptor);
    return owned;
}

/* Others' rights are the system's business: what belongs to the user counts as private. */
static unsigned mode_of(DWORD attributes)
{
    if (attributes & FILE_ATTRIBUTE_DIRECTORY)
        return MODE_PRIVATE_FOLDER;
    return attributes & FILE_ATTRIBUTE_READONLY ? 0400 : MODE_PRIVATE;
}

static EntryKind kind_of(HANDLE handle, DWORD attributes)
{
    FILE_ATTRIBUTE_TAG_INFO tag;
    if (attributes & FILE_ATTRIBUTE_REPARSE_POINT &&
        GetFileInformationByHandleEx(handle, FileAttributeTagInfo, &tag, sizeof tag) &&
        (tag.ReparseTag == IO_REPARSE_TAG_SYMLINK ||
         tag.ReparseTag == IO_REPARSE_TAG_MOUNT_POINT))
        return KIND_LINK; /* others, such as OneDrive's, are files and folders */
    return attributes & FILE_ATTRIBUTE_DIRECTORY ? KIND_FOLDER : KIND_FILE;
}

bool describe_handle(HANDLE handle, bool owner, FileInfo *out)
{
    BY_HANDLE_FILE_INFORMATION facts;
    FILE_BASIC_INFO times;
    *out = (FileInfo){.kind = KIND_OTHER};
    if (GetFileType(handle) != FILE_TYPE_DISK)
        return handle != INVALID_HANDLE_VALUE || failed();
    if (!GetFileInformationByHandle(handle, &facts) ||
        !GetFileInformationByHandleEx(handle, FileBasicInfo, &times, sizeof times))
        return failed();
    const EntryKind kind = kind_of(handle, facts.dwFileAttributes);
    *out = (FileInfo){.kind = kind,
                      .mode = mode_of(facts.dwFileAttributes),
                      .size = (uint64_t)facts.nFileSizeHigh << 32 | facts.nFileSizeLow,
                      .device = facts.dwVolumeSerialNumber,
                      .identity = (uint64_t)facts.nFileIndexHigh << 32 | facts.nFileIndexLow,
                      .links = facts.nNumberOfLinks,
                      .modified = nanoseconds(times.LastWriteTime.QuadPart),
                      .changed =
                          nanoseconds(times.ChangeTime.QuadPart ? times.ChangeTime.QuadPart
                                                                : times.LastWriteTime.QuadPart),
                      .owned = (owner || kind == KIND_FOLDER) && is_owned(handle)};
    return true;
}

HANDLE open_wide(const wchar_t *path, DWORD access, DWORD disposition, DWORD flags)
{
    HANDLE handle;
    unsigned tries = 0;
    do
        handle =
            CreateFileW(path, access, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
                        NULL, disposition, flags | FILE_FLAG_BACKUP_SEMANTICS, NULL);
    while (handle == INVALID_HANDLE_VALUE && GetLastError() == ERROR_SHARING_VIOLATION &&
           may_retry(&tries));
    if (handle == INVALID_HANDLE_VALUE)
        failed();
    return handle;
}

static bool info_of_path(int folder, const char *path, DWORD flags, FileInfo *out)
{
    wchar_t *wide = wide_path(folder, path);
    const HANDLE handle =
        wide ? open_wide(wide, FILE_READ_ATTRIBUTES | READ_CONTROL, OPEN_EXISTING, flags)
             : INVALID_HANDLE_VALUE;
    free(wide);
    if (handle == INVALID_HANDLE_VALUE)
        return false;
    const bool ok = describe_handle(handle, false, out);
    CloseHandle(handle);
    return ok;
}

bool file_info(const char *path, FileInfo *out)
{
    return info_of_path(FOLDER_CURRENT, path, 0, out);
}

bool file_info_at(int folder, const char *path, FileInfo *out)
{
    return info_of_path(folder, path, FILE_FLAG_OPEN_REPARSE_POINT, out);
}

bool file_info_of(int handle, FileInfo *out)
{
    return describe_handle(slot_handle(handle), true, out);
}

bool folder_birth(int handle, uint64_t *identity, uint64_t *born)
{
    FileInfo info;
    FILE_BASIC_INFO times;
    if (!file_info_of(handle, &info) ||
        !GetFileInformationByHandleEx(slot_handle(handle), FileBasicInfo, &times, sizeof times))
        return false;
    *identity = info.identity;
    *born = (uint64_t)nanoseconds(times.CreationTime.QuadPart);
    return true;
}

bool file_exists(const char *path)
{
    FileInfo info;
    return file_info(path, &info);
}

static bool can_open(const char *path, DWORD access)
{
    wchar_t *wide = wide_path(FOLDER_CURRENT, path);
    const HANDLE handle =
        wide ? open_wide(wide, access, OPEN_EXISTING, 0) : INVALID_HANDLE_VALUE;
    free(wide);
    if (handle == INVALID_HANDLE_VALUE)
        return false;
    CloseHandle(handle);
    return true;
}

bool file_is_readable(const char *path) { return can_open(path, GENERIC_READ); }

/* Of a folder: whether files can be made in it. */
bool file_is_writable(const char *path)
{
    FileInfo info;
    return file_info(path, &info) &&
           can_open(path, info.kind == KIND_FOLDER ? FILE_ADD_FILE : GENERIC_WRITE);
}

bool file_is_executable(const char *path) { return can_open(path, GENERIC_EXECUTE); }

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
    return !errno &&
           (!(how & OPEN_EMPTY) || info.kind != KIND_FILE || SetEndOfFile(handle) || failed());
}

int file_open(int folder, const char *path, unsigned how)
{
    const DWORD access = (how & OPEN_READ ? GENERIC_READ : 0) |
                         (how & OPEN_WRITE ? GENERIC_WRITE : 0) | READ_CONTROL;
    HANDLE handle = open_device(path, how);
    if (handle != INVALID_HANDLE_VALUE)
        return slot_take(handle, NULL, false);
    wchar_t *wide = wide_path(folder, path);
    handle = wide ? open_wide(wide, access, disposition_of(how),
                              how & OPEN_NO_LINK ? FILE_FLAG_OPEN_REPARSE_POINT : 0)
                  : INVALID_HANDLE_VALUE;
    free(wide);
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
    wchar_t *wide = wide_path(FOLDER_CURRENT, path);
    const HANDLE handle =
        wide ? open_wide(wide, GENERIC_READ | GENERIC_WRITE | DELETE, CREATE_NEW,
                         FILE_ATTRIBUTE_TEMPORARY | FILE_FLAG_DELETE_ON_CLOSE)
             : INVALID_HANDLE_VALUE;
    free(wide);
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

bool file_cut(int handle, uint64_t size)
{
    FILE_END_OF_FILE_INFO end = {.EndOfFile.QuadPart = (LONGLONG)size};
    return SetFileInformationByHandle(slot_handle(handle), FileEndOfFileInfo, &end,
                                      sizeof end) ||
           failed();
}

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
    return nanoseconds((int64_t)((uint64_t)now.dwHighDateTime << 32 | now.dwLowDateTime));
}

/* The first byte stands for the file, far behind its end: a lock forbids others to read what it
 * covers. */
bool file_lock(int handle, bool wait)
{
    OVERLAPPED place = {.OffsetHigh = 0x7FFFFFFF};
    return LockFileEx(slot_handle(handle),
                      LOCKFILE_EXCLUSIVE_LOCK | (wait ? 0 : LOCKFILE_FAIL_IMMEDIATELY), 0, 1, 0,
                      &place) ||
           failed();
}

/* ---- names ---- */

/* As POSIX renames: the target may be open. Windows 10 can do that on its own file systems. */
static bool rename_over(const wchar_t *from, const wchar_t *to)
{
    enum { RENAME_INFO_EX = 22, REPLACE = 1, POSIX_SEMANTICS = 2 };
    typedef struct Renaming {
        DWORD flags;
        HANDLE root;
        DWORD size;
        WCHAR name[];
    } Renaming;
    const size_t size = wcslen(to) * sizeof *to;
    Renaming *renaming = calloc(1, sizeof *renaming + size + sizeof *to);
    const HANDLE handle = CreateFileW(
        from, DELETE | SYNCHRONIZE, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
        NULL, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS | FILE_FLAG_OPEN_REPARSE_POINT, NULL);
    bool ok = renaming && handle != INVALID_HANDLE_VALUE;
    if (ok) {
        *renaming = (Renaming){REPLACE | POSIX_SEMANTICS, NULL, (DWORD)size};
        memcpy(renaming->name, to, size);
        ok =
            SetFileInformationByHandle(handle, (FILE_INFO_BY_HANDLE_CLASS)RENAME_INFO_EX,
                                       renaming, (DWORD)(sizeof *renaming + size + sizeof *to));
    }
    if (handle != INVALID_HANDLE_VALUE)
        CloseHandle(handle);
    free(renaming);
    return ok;
}

/* Elsewhere an open file can be renamed but not replaced: it gets another name first, under
 * which it goes when it is closed. A program that is killed between the two leaves it with that
 * name. */
static bool put_in_place(const wchar_t *from, const wchar_t *to)
{
    static LONG counter;
    const size_t size = wcslen(to) + 40;
    wchar_t *aside = malloc(size * sizeof *aside);
    if (!aside)
        return false;
    swprintf(aside, size, L"%ls.replaced-%lx-%lx", to, GetCurrentProcessId(),
             InterlockedIncrement(&counter));
    bool ok = MoveFileExW(to, aside, 0);
    if (ok) {
        ok = MoveFileExW(from, to, MOVEFILE_WRITE_THROUGH);
        const DWORD error = GetLastError();
        if (ok)
            DeleteFileW(aside);
        else
            MoveFileExW(aside, to, 0);
        SetLastError(error);
    }
    free(aside);
    return ok;
}

static bool is_plain_file(const wchar_t *path)
{
    const DWORD attributes = GetFileAttributesW(path);
    return attributes != INVALID_FILE_ATTRIBUTES && !(attributes & FILE_ATTRIBUTE_DIRECTORY);
}

static bool move(const wchar_t *from, const wchar_t *to, bool replaces)
{
    const DWORD flags = MOVEFILE_WRITE_THROUGH | (replaces ? MOVEFILE_REPLACE_EXISTING : 0);
    unsigned tries = 0;
    if (replaces && rename_over(from, to))
        return true;
    do
        if (MoveFileExW(from, to, flags))
            return true;
    while (may_retry(&tries));
    const DWORD error = GetLastError();
    if (replaces && (error == ERROR_ACCESS_DENIED || error == ERROR_SHARING_VIOLATION) &&
        is_plain_file(from) && is_plain_file(to) && put_in_place(from, to))
        return true;
    SetLastError(error);
    return failed();
}

static bool move_at(int from_folder, const char *from, int to_folder, const char *to,
                    bool replaces)
{
    wchar_t *one = wide_path(from_folder, from), *other = one ? wide_path(to_folder, to) : NULL;
    const bool ok = other && move(one, other, replaces);
    const int cause = errno;
    free(one);
    free(other);
    errno = cause;
    return ok;
}

bool file_move(int from_folder, const char *from, int to_folder, const char *to)
{
    return move_at(from_folder, from, to_folder, to, true);
}

bool file_move_new(int from_folder, const char *from, int to_folder, const char *to)
{
    return move_at(from_folder, from, to_folder, to, false);
}

/* No call does that. */
bool file_exchange(int folder, const char *name, int other_folder, const char *other)
{
    (void)folder, (void)name, (void)other_folder, (void)other;
    errno = ENOSYS;
    return false;
}

bool file_link(const char *from, const char *to)
{
    wchar_t *one = wide_path(FOLDER_CURRENT, from);
    wchar_t *other = one ? wide_path(FOLDER_CURRENT, to) : NULL;
    const bool ok = other && (CreateHardLinkW(other, one, NULL) || failed());
    free(one);
    free(other);
    return ok;
}

static bool remove_once(const wchar_t *path)
{
    const DWORD attributes = GetFileAttributesW(path);
    if (attributes == INVALID_FILE_ATTRIBUTES)
        return false;
    if (attributes & FILE_ATTRIBUTE_DIRECTORY) {
        if (attributes & FILE_ATTRIBUTE_REPARSE_POINT) /* a link to a folder */
            return RemoveDirectoryW(path);
        SetLastError(ERROR_DIRECTORY);
        return false;
    }
    if (attributes & FILE_ATTRIBUTE_READONLY)
        SetFileAttributesW(path, attributes & ~(DWORD)FILE_ATTRIBUTE_READONLY);
    return DeleteFileW(path);
}

bool file_remove(int folder, const char *path)
{
    wchar_t *wide = wide_path(folder, path);
    unsigned tries = 0;
    bool ok = false;
    while (wide && !(ok = remove_once(wide)) && may_retry(&tries))
        ;
    if (wide && !ok)
        failed();
    const int cause = errno;
    free(wide);
    errno = cause == ENOTDIR ? EISDIR : cause;
    return ok;
}

/* As the system shows the target. */
int64_t link_read(int folder, const char *path, char *out, size_t size)
{
    wchar_t *wide = wide_path(folder, path);
    wchar_t *target = malloc(WIDE_SIZE * sizeof *target);
    const HANDLE handle = wide && target
                              ? open_wide(wide, FILE_READ_ATTRIBUTES, OPEN_EXISTING, 0)
                              : INVALID_HANDLE_VALUE;
    int64_t found = -1;
    if (handle != INVALID_HANDLE_VALUE) {
        const DWORD got = GetFinalPathNameByHandleW(handle, target, WIDE_SIZE, 0);
        if (got && got < WIDE_SIZE && narrow_path(target, out, size))
            found = (int64_t)strlen(out);
        CloseHandle(handle);
    }
    free(wide);
    free(target);
    return found;
}
