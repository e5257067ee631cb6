/* Folders on Windows. Parts, in order: handles; entries; making and removing. */
#include "base/system/folders.h"

#include "base/system/process.h"
#include "base/system/windows_internal.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- handles ---- */

int folder_handle(int above, const char *path, unsigned how)
{
    wchar_t *wide = wide_path(above, path);
    const DWORD access = how & FOLDER_PLACE ? FILE_READ_ATTRIBUTES : FILE_LIST_DIRECTORY;
    const HANDLE handle =
        wide ? open_wide(wide, access | FILE_READ_ATTRIBUTES | READ_CONTROL, OPEN_EXISTING,
                         how & FOLDER_NO_LINK ? FILE_FLAG_OPEN_REPARSE_POINT : 0)
             : INVALID_HANDLE_VALUE;
    FileInfo info;
    int slot = -1;
    if (handle != INVALID_HANDLE_VALUE && describe_handle(handle, false, &info)) {
        if (info.kind == KIND_FOLDER)
            slot = slot_take(handle, wide, false);
        else
            errno = info.kind == KIND_LINK ? ELOOP : ENOTDIR;
    }
    const int cause = errno;
    if (slot < 0 && handle != INVALID_HANDLE_VALUE && cause != EMFILE)
        CloseHandle(handle);
    errno = cause;
    end_path(wide, slot >= 0);
    return slot;
}

/* A folder cannot be locked, and a file in it would be one of the user's: a file in the folder
 * for temporary files stands for it. It is gone when the last of its handles is closed, also
 * when the program is killed. */
static HANDLE lock_file(const char *path, bool wait)
{
    const HANDLE file =
        open_path(FOLDER_CURRENT, path, GENERIC_READ | GENERIC_WRITE | DELETE, OPEN_ALWAYS,
                  FILE_ATTRIBUTE_TEMPORARY | FILE_FLAG_DELETE_ON_CLOSE);
    OVERLAPPED place = {.OffsetHigh = 0x7FFFFFFF};
    if (file == INVALID_HANDLE_VALUE) {
        if (met_removed_file()) /* see was_removed */
            errno = EWOULDBLOCK;
        return file;
    }
    if (LockFileEx(file, LOCKFILE_EXCLUSIVE_LOCK | (wait ? 0 : LOCKFILE_FAIL_IMMEDIATELY), 0, 1,
                   0, &place))
        return file;
    failed();
    const int cause = errno;
    CloseHandle(file);
    errno = cause;
    return INVALID_HANDLE_VALUE;
}

/* The job before has closed it, which removes it, though this one waited for its lock: the next
 * job would lock another file. */
static bool was_removed(HANDLE file)
{
    FILE_STANDARD_INFO facts;
    return GetFileInformationByHandleEx(file, FileStandardInfo, &facts, sizeof facts) &&
           (facts.DeletePending || !facts.NumberOfLinks);
}

bool folder_lock(int handle, bool wait)
{
    enum { TRIES_MAX = 100 };
    FileInfo info;
    char path[PATH_SIZE];
    if (!file_info_of(handle, &info))
        return false;
    snprintf(path, sizeof path, "%s/oisin-lock-%llx-%llx", temporary_folder(),
             (unsigned long long)info.device, (unsigned long long)info.identity);
    for (unsigned tries = 0; tries < TRIES_MAX; tries++) {
        const HANDLE file = lock_file(path, wait);
        if (file != INVALID_HANDLE_VALUE && !was_removed(file))
            return slot_keep(handle, file);
        if (file != INVALID_HANDLE_VALUE)
            CloseHandle(file);
        else if (!wait || errno != EWOULDBLOCK)
            return false;
    }
    errno = EWOULDBLOCK;
    return false;
}

/* The system writes its own journal of names. */
void folder_flush(int above, const char *path) { (void)above, (void)path; }

/* ---- entries ---- */

struct FolderEntries {
    HANDLE search;
    WIN32_FIND_DATAW found;
    bool pending; /* `found` was not returned yet */
    int folder;
    ListedEntry entry;
    char name[FILE_NAME_SIZE * 3]; /* 255 characters of UTF-16 */
};

static bool begin_search(FolderEntries *entries)
{
    wchar_t *pattern = wide_path(entries->folder, "*");
    if (!pattern)
        return false;
    entries->search = FindFirstFileExW(pattern, FindExInfoBasic, &entries->found,
                                       FindExSearchNameMatch, NULL, FIND_FIRST_EX_LARGE_FETCH);
    entries->pending = entries->search != INVALID_HANDLE_VALUE;
    return end_path(pattern,
                    entries->pending || GetLastError() == ERROR_FILE_NOT_FOUND || failed());
}

/* Owns the folder, which may be below 0: then errno is set already. */
static FolderEntries *list(int folder)
{
    FolderEntries *entries = folder < 0 ? NULL : calloc(1, sizeof *entries);
    if (!entries) {
        errno = folder < 0 ? errno : ENOMEM;
    } else {
        entries->folder = folder;
        if (begin_search(entries))
            return entries;
    }
    const int cause = errno;
    free(entries);
    if (folder >= 0)
        file_close(folder);
    errno = cause;
    return NULL;
}

FolderEntries *folder_entries(const char *path)
{
    return list(folder_handle(FOLDER_CURRENT, path, 0));
}

FolderEntries *folder_entries_at(int above, const char *name)
{
    return list(folder_handle(above, name, FOLDER_NO_LINK));
}

static bool next(FolderEntries *entries)
{
    if (entries->search == INVALID_HANDLE_VALUE)
        return false;
    if (entries->pending) {
        entries->pending = false;
        return true;
    }
    if (FindNextFileW(entries->search, &entries->found))
        return true;
    if (GetLastError() != ERROR_NO_MORE_FILES)
        failed();
    return false;
}

const ListedEntry *folder_next(FolderEntries *entries)
{
    const wchar_t *name = entries->found.cFileName;
    const DWORD *attributes = &entries->found.dwFileAttributes;
    do {
        errno = 0;
        if (!next(entries))
            return NULL;
    } while (!wcscmp(name, L".") || !wcscmp(name, L"..") ||
             !narrow_text(name, entries->name, sizeof entries->name));
    entries->entry.name = entries->name;
    entries->entry.kind = *attributes & FILE_ATTRIBUTE_REPARSE_POINT ? ENTRY_UNKNOWN
                          : *attributes & FILE_ATTRIBUTE_DIRECTORY   ? ENTRY_FOLDER
                                                                     : ENTRY_OTHER;
    return &entries->entry;
}

int folder_of_entries(const FolderEntries *entries) { return entries->folder; }

void folder_entries_close(FolderEntries *entries)
{
    if (entries->search != INVALID_HANDLE_VALUE)
        FindClose(entries->search);
    file_close(entries->folder);
    free(entries);
}

/* ---- making and removing ---- */

/* The root of a drive cannot be made, and is there. */
static bool denied_what_is_there(const wchar_t *path)
{
    if (GetLastError() != ERROR_ACCESS_DENIED)
        return false;
    const DWORD attributes = GetFileAttributesW(path);
    SetLastError(ERROR_ACCESS_DENIED);
    return attributes != INVALID_FILE_ATTRIBUTES;
}

bool folder_create(int above, const char *path)
{
    wchar_t *wide = wide_path(above, path);
    unsigned tries = 0;
    bool ok = false;
    while (wide && !(ok = CreateDirectoryW(wide, NULL)) && may_retry_opening(&tries))
        ;
    if (wide && !ok) {
        if (denied_what_is_there(wide))
            SetLastError(ERROR_ALREADY_EXISTS);
        failed_at(wide);
    }
    return end_path(wide, ok);
}

static int make_folder(const char *path)
{
    return folder_create(FOLDER_CURRENT, path) ? 0 : -1;
}

bool folder_temporary(char *path) { return with_new_name(path, make_folder) == 0; }

bool folder_remove(int above, const char *path)
{
    wchar_t *wide = wide_path(above, path);
    unsigned tries = 0;
    bool ok = false;
    while (wide && !(ok = RemoveDirectoryW(wide)) && may_retry(&tries))
        ;
    if (wide && !ok)
        failed();
    return end_path(wide, ok);
}

/* Where the system cannot say it, links remain. */
bool path_real(const char *path, char out[PATH_SIZE])
{
    wchar_t *wide = wide_path(FOLDER_CURRENT, path);
    const HANDLE handle =
        wide ? open_wide(wide, FILE_READ_ATTRIBUTES, OPEN_EXISTING, 0) : INVALID_HANDLE_VALUE;
    bool ok = handle != INVALID_HANDLE_VALUE;
    if (ok) {
        ok = final_path(handle, out, PATH_SIZE) || narrow_path(wide, out, PATH_SIZE);
        CloseHandle(handle);
    }
    return end_path(wide, ok);
}
