/* Facts of files on Windows. Everything is opened with all kinds of sharing: a file that is
 * read may be replaced, and a folder moved. */
#include "base/system/windows_internal.h"

#include <aclapi.h>
#include <errno.h>
#include <stdlib.h>

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
                      .modified = nanoseconds_of(times.LastWriteTime.QuadPart),
                      .changed = nanoseconds_of(times.ChangeTime.QuadPart
                                                    ? times.ChangeTime.QuadPart
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
    while (handle == INVALID_HANDLE_VALUE && may_retry_opening(&tries));
    if (handle == INVALID_HANDLE_VALUE)
        failed_at(path);
    return handle;
}

HANDLE open_path(int folder, const char *path, DWORD access, DWORD disposition, DWORD flags)
{
    wchar_t *wide = wide_path(folder, path);
    const HANDLE handle =
        wide ? open_wide(wide, access, disposition, flags) : INVALID_HANDLE_VALUE;
    end_path(wide, true);
    return handle;
}

static bool info_of_path(int folder, const char *path, DWORD flags, FileInfo *out)
{
    HANDLE handle =
        open_path(folder, path, FILE_READ_ATTRIBUTES | READ_CONTROL, OPEN_EXISTING, flags);
    if (handle == INVALID_HANDLE_VALUE && errno == EACCES) /* the owner may be secret */
        handle = open_path(folder, path, FILE_READ_ATTRIBUTES, OPEN_EXISTING, flags);
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

/* Wine gives the time of the last change instead. */
static bool births_are_known(void)
{
    const HMODULE system = GetModuleHandleW(L"ntdll.dll");
    return !system || !GetProcAddress(system, "wine_get_version");
}

bool folder_birth(int handle, uint64_t *identity, uint64_t *born)
{
    FileInfo info;
    FILE_BASIC_INFO times;
    if (!file_info_of(handle, &info) ||
        !GetFileInformationByHandleEx(slot_handle(handle), FileBasicInfo, &times, sizeof times))
        return false;
    *identity = info.identity;
    *born = births_are_known() ? (uint64_t)nanoseconds_of(times.CreationTime.QuadPart) : 0;
    return true;
}

bool file_exists(const char *path)
{
    FileInfo info;
    return file_info(path, &info);
}

static bool can_open(const char *path, DWORD access)
{
    const HANDLE handle = open_path(FOLDER_CURRENT, path, access, OPEN_EXISTING, 0);
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
