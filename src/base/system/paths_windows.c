/* Paths and reasons on Windows. Parts, in order: texts; paths; reasons. */
#include "base/system/windows_internal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- texts ---- */

wchar_t *wide_text(const char *text)
{
    const int size = MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text, -1, NULL, 0);
    wchar_t *wide = size > 0 ? malloc((size_t)size * sizeof *wide) : NULL;
    if (wide)
        MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text, -1, wide, size);
    else
        errno = size > 0 ? ENOMEM : EILSEQ;
    return wide;
}

/* Half of a pair of surrogates, which names may have, becomes U+FFFD. */
bool narrow_text(const wchar_t *wide, char *out, size_t size)
{
    if (WideCharToMultiByte(CP_UTF8, 0, wide, -1, out, (int)size, NULL, NULL) > 0)
        return true;
    errno = ENAMETOOLONG;
    return false;
}

/* ---- paths ---- */

static bool is_drive(const char *path, size_t size)
{
    const char letter = (char)(size < 2 ? 0 : path[0] | 0x20);
    return letter >= 'a' && letter <= 'z' && path[1] == ':';
}

size_t path_root_of(const char *path, size_t size)
{
    if (is_drive(path, size))
        return 2 + (size > 2 && path[2] == '/');
    if (!size || path[0] != '/')
        return 0;
    if (size < 2 || path[1] != '/')
        return 1;
    size_t root = 2;
    for (int names = 0; names < 2; names++) { /* server, share */
        while (root < size && path[root] != '/')
            root++;
        root += root < size;
    }
    return root;
}

/* Also the prefix for long paths, which other programs may give: `\\?\C:\...`,
 * `\\?\UNC\server`. */
void path_accept(char *path)
{
    static const char local[] = "//?/", remote[] = "//?/UNC/";
    for (char *at = path; *at; at++)
        if (*at == '\\')
            *at = '/';
    const size_t skipped = !strncmp(path, remote, strlen(remote)) ? strlen(remote) - 2
                           : !strncmp(path, local, strlen(local)) ? strlen(local)
                                                                  : 0;
    if (!skipped)
        return;
    memmove(path, path + skipped, strlen(path + skipped) + 1);
    if (skipped != strlen(local))
        memcpy(path, "//", 2);
}

/* With `\`. */
static wchar_t *as_given(const char *path)
{
    wchar_t *wide = wide_text(path);
    for (wchar_t *at = wide; at && *at; at++)
        if (*at == L'/')
            *at = L'\\';
    return wide;
}

static wchar_t *joined(const wchar_t *folder, const wchar_t *rest)
{
    const size_t size = wcslen(folder) + 1 + wcslen(rest) + 1;
    wchar_t *both = malloc((size + 1) * sizeof *both);
    if (both) /* without the prefix: dots after it would be names */
        swprintf(both, size + 1, L"%ls%ls\\%ls",
                 wcsncmp(folder, L"\\\\?\\UNC", 7) ? L"" : L"\\",
                 folder + (wcsncmp(folder, L"\\\\?\\UNC", 7) ? 4 : 7), rest);
    else
        errno = ENOMEM;
    return both;
}

enum { PREFIX_SIZE = 8 }; /* of the longer one of the two below */

static bool is_absolute(const wchar_t *path)
{
    return path[0] == L'\\' || (path[0] && path[1] == L':');
}

/* The two to which results may be written; others stay names that cannot be opened. */
static bool is_stream(const wchar_t *full)
{
    return !wcsncmp(full, L"\\\\.\\", 4) &&
           (!_wcsicmp(full + 4, L"nul") || !_wcsicmp(full + 4, L"con"));
}

/* Resolves dots and the current folder, and adds the prefix for long paths. */
static wchar_t *complete(const wchar_t *path)
{
    static const wchar_t local[] = L"\\\\?\\", remote[] = L"\\\\?\\UNC\\";
    const DWORD size = GetFullPathNameW(path, 0, NULL, NULL);
    wchar_t *out = malloc((size + PREFIX_SIZE) * sizeof *out);
    if (!size || !out) {
        free(out);
        errno = size ? ENOMEM : ENOENT;
        return NULL;
    }
    wchar_t *full = out + PREFIX_SIZE;
    GetFullPathNameW(path, size, full, NULL);
    const bool streams = is_stream(full);
    const bool is_remote = !streams && full[0] == L'\\' && full[1] == L'\\';
    const wchar_t *prefix = streams ? L"" : is_remote ? remote : local;
    const size_t prefix_size = wcslen(prefix), skipped = is_remote ? 2 : 0;
    memcpy(out, prefix, prefix_size * sizeof *out);
    memmove(out + prefix_size, full + skipped, (wcslen(full + skipped) + 1) * sizeof *out);
    return out;
}

wchar_t *wide_path(int folder, const char *path)
{
    if (!*path) {
        errno = ENOENT;
        return NULL;
    }
    const wchar_t *above = folder == FOLDER_CURRENT ? NULL : slot_folder(folder);
    wchar_t *given = as_given(path), *whole = NULL, *out = NULL;
    if (folder != FOLDER_CURRENT && !above)
        errno = EBADF;
    else if (given && above && !is_absolute(given))
        whole = joined(above, given);
    else if (given)
        whole = _wcsdup(given);
    if (whole)
        out = complete(whole);
    free(given);
    free(whole);
    return out;
}

bool narrow_path(const wchar_t *wide, char *out, size_t size)
{
    const bool remote = !wcsncmp(wide, L"\\\\?\\UNC\\", 8);
    const bool drive = !remote && !wcsncmp(wide, L"\\\\?\\", 4);
    wide += remote ? 7 : drive ? 4 : 0; /* `\server` of the prefix's `\\?\UNC\server` */
    if (size < 2 || !narrow_text(wide, out + remote, size - remote))
        return false;
    if (remote)
        out[0] = '/';
    for (char *at = out; *at; at++)
        if (*at == '\\')
            *at = '/';
    return true;
}

bool final_path(HANDLE handle, char *out, size_t size)
{
    wchar_t *wide = malloc(WIDE_SIZE * sizeof *wide);
    const DWORD length = wide ? GetFinalPathNameByHandleW(handle, wide, WIDE_SIZE, 0) : 0;
    if (!wide || length >= WIDE_SIZE)
        errno = wide ? ENAMETOOLONG : ENOMEM;
    else if (!length)
        failed();
    return end_path(wide, length && length < WIDE_SIZE && narrow_path(wide, out, size));
}

bool end_path(wchar_t *path, bool ok)
{
    const int cause = errno;
    free(path);
    errno = cause;
    return ok;
}

/* ---- reasons ---- */

static int reason_of(DWORD error)
{
    static const struct {
        DWORD error;
        int reason;
    } reasons[] = {
        {ERROR_FILE_NOT_FOUND, ENOENT},      {ERROR_PATH_NOT_FOUND, ENOENT},
        {ERROR_INVALID_NAME, ENOENT},        {ERROR_BAD_PATHNAME, ENOENT},
        {ERROR_BAD_NETPATH, ENOENT},         {ERROR_BAD_NET_NAME, ENOENT},
        {ERROR_INVALID_DRIVE, ENOENT},       {ERROR_NOT_READY, ENOENT},
        {ERROR_ACCESS_DENIED, EACCES},       {ERROR_SHARING_VIOLATION, EACCES},
        {ERROR_DELETE_PENDING, EACCES},      {ERROR_CURRENT_DIRECTORY, EACCES},
        {ERROR_USER_MAPPED_FILE, EACCES},    {ERROR_LOCK_VIOLATION, EWOULDBLOCK},
        {ERROR_PRIVILEGE_NOT_HELD, EPERM},   {ERROR_WRITE_PROTECT, EROFS},
        {ERROR_FILE_EXISTS, EEXIST},         {ERROR_ALREADY_EXISTS, EEXIST},
        {ERROR_DIR_NOT_EMPTY, ENOTEMPTY},    {ERROR_DIRECTORY, ENOTDIR},
        {ERROR_DISK_FULL, ENOSPC},           {ERROR_HANDLE_DISK_FULL, ENOSPC},
        {ERROR_TOO_MANY_OPEN_FILES, EMFILE}, {ERROR_NOT_ENOUGH_MEMORY, ENOMEM},
        {ERROR_OUTOFMEMORY, ENOMEM},         {ERROR_COMMITMENT_LIMIT, ENOMEM},
        {ERROR_NO_SYSTEM_RESOURCES, ENOMEM}, {ERROR_FILENAME_EXCED_RANGE, ENAMETOOLONG},
        {ERROR_BAD_EXE_FORMAT, ENOEXEC},     {ERROR_NOT_SAME_DEVICE, EXDEV},
        {ERROR_BROKEN_PIPE, EPIPE},          {ERROR_NO_DATA, EPIPE},
        {ERROR_INVALID_HANDLE, EBADF},       {ERROR_CANT_RESOLVE_FILENAME, ELOOP},
        {ERROR_NOT_SUPPORTED, ENOSYS},       {ERROR_CALL_NOT_IMPLEMENTED, ENOSYS},
        {ERROR_INVALID_FUNCTION, EINVAL},    {ERROR_INVALID_PARAMETER, EINVAL},
        {ERROR_TOO_MANY_LINKS, EMLINK},      {ERROR_FILE_TOO_LARGE, EFBIG}};
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
        if (reasons[i].error == error)
            return reasons[i].reason;
    return EIO;
}

bool failed(void)
{
    errno = reason_of(GetLastError());
    return false;
}

/* Whether the deepest part above the path's last one that exists is a file. */
static bool is_below_file(const wchar_t *path)
{
    DWORD attributes = INVALID_FILE_ATTRIBUTES;
    wchar_t *above = _wcsdup(path), *slash;
    while (above && attributes == INVALID_FILE_ATTRIBUTES && (slash = wcsrchr(above, L'\\'))) {
        *slash = 0;
        attributes = GetFileAttributesW(above);
    }
    free(above);
    return attributes != INVALID_FILE_ATTRIBUTES && !(attributes & FILE_ATTRIBUTE_DIRECTORY);
}

bool failed_at(const wchar_t *path)
{
    const DWORD error = GetLastError();
    errno = error == ERROR_PATH_NOT_FOUND && is_below_file(path) ? ENOTDIR : reason_of(error);
    return false;
}

static bool wait_for_others(unsigned *tries)
{
    enum { TRIES_MAX = 10, WAIT_MS = 100 };
    const DWORD error = GetLastError();
    if (++*tries > TRIES_MAX)
        return false;
    Sleep(WAIT_MS);
    SetLastError(error);
    return true;
}

bool may_retry(unsigned *tries)
{
    const DWORD error = GetLastError();
    return (error == ERROR_SHARING_VIOLATION || error == ERROR_ACCESS_DENIED ||
            error == ERROR_USER_MAPPED_FILE) &&
           wait_for_others(tries);
}

/* The error alone does not tell it. The function is not in the headers. */
bool met_removed_file(void)
{
    enum { DELETE_PENDING = (int)0xC0000056 };
    typedef LONG WINAPI LastStatus(void);
    const DWORD error = GetLastError();
    if (error != ERROR_ACCESS_DENIED && error != ERROR_DELETE_PENDING)
        return false;
    LastStatus *last = (LastStatus *)(void *)GetProcAddress(GetModuleHandleW(L"ntdll.dll"),
                                                            "RtlGetLastNtStatus");
    const bool met = error == ERROR_DELETE_PENDING || (last && last() == DELETE_PENDING);
    SetLastError(error);
    return met;
}

bool may_retry_opening(unsigned *tries)
{
    return (GetLastError() == ERROR_SHARING_VIOLATION || met_removed_file()) &&
           wait_for_others(tries);
}
