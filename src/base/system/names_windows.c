/* Names of files on Windows: moving, linking, removing. */
#include "base/system/windows_internal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

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
            remove_once(aside);
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
    do
        if ((replaces && rename_over(from, to)) || MoveFileExW(from, to, flags))
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
    end_path(one, true);
    return end_path(other, ok);
}

bool file_names_are_limited(void) { return true; }

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
    unsigned tries = 0;
    bool ok = false;
    while (other && !(ok = CreateHardLinkW(other, one, NULL)) && may_retry_opening(&tries))
        ;
    if (other && !ok)
        failed();
    end_path(one, true);
    return end_path(other, ok);
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
    if (!ok && errno == ENOTDIR)
        errno = EISDIR;
    return end_path(wide, ok);
}

/* As the system shows the target. */
int64_t link_read(int folder, const char *path, char *out, size_t size)
{
    const HANDLE handle = open_path(folder, path, FILE_READ_ATTRIBUTES, OPEN_EXISTING, 0);
    if (handle == INVALID_HANDLE_VALUE)
        return -1;
    const bool ok = final_path(handle, out, size);
    CloseHandle(handle);
    return ok ? (int64_t)strlen(out) : -1;
}
