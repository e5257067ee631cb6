/* What the files of this folder for Windows share: paths in UTF-16, reasons of failures,
 * handles as small numbers. Only they include the headers of the system, whose macros take many
 * names. */
#ifndef OISIN_BASE_SYSTEM_WINDOWS_INTERNAL_H
#define OISIN_BASE_SYSTEM_WINDOWS_INTERNAL_H

#include "base/system/files.h"

#define WIN32_LEAN_AND_MEAN
#define UNICODE
#include <windows.h>

#include <wchar.h>

/* A path of up to 32,767 characters, which is what the system can do. */
enum { WIDE_SIZE = 32768 };

/* `C:/dir/file`, `//server/share/file` and relative paths, as the system's functions want
 * them: absolute, with the prefix `\\?\` by which they may be long. NULL and errno if it is too
 * long or is not UTF-8. The caller frees it. */
wchar_t *wide_path(int folder, const char *path);
/* The other direction; without that prefix. False and errno if it does not fit. */
bool narrow_path(const wchar_t *wide, char *out, size_t size);
/* A text, not a path; the caller frees it. */
wchar_t *wide_text(const char *text);
bool narrow_text(const wchar_t *wide, char *out, size_t size);

/* The path of an open file or folder; false and errno if the system cannot say it. */
bool final_path(HANDLE handle, char *out, size_t size);
/* Frees the path, which may be NULL, without a change of errno. Returns `ok`. */
bool end_path(wchar_t *path, bool ok);

/* Sets errno from GetLastError; false. */
bool failed(void);
/* The same for a call with a path: ENOTDIR if a part of it that should be a folder is a file,
 * which the system does not tell from one that is missing. */
bool failed_at(const wchar_t *path);
/* Whether a call that failed may succeed soon: virus scanners and indexers hold new files for a
 * moment. Waits, and counts the tries; in all at most a second. */
bool may_retry(unsigned *tries);
/* The same for calls that open or make something: that access is denied is final, except where
 * a removed file still has its name, since somebody has not closed it. */
bool may_retry_opening(unsigned *tries);
/* Whether the last call met such a file. */
bool met_removed_file(void);

/* ---- handles ---- */

/* Takes the handle, and the folder's path if it is one (otherwise NULL); -1 and errno if there
 * are too many. */
int slot_take(HANDLE handle, const wchar_t *folder, bool appends);
HANDLE slot_handle(int slot);
bool slot_appends(int slot);
/* The path of an open folder; NULL for other handles. */
const wchar_t *slot_folder(int slot);
/* Closes the lock when the folder is closed; true. */
bool slot_keep(int slot, HANDLE lock);
/* Forgets it, and returns the handle. */
HANDLE slot_give(int slot);

/* Times of the system, in ticks of 100 ns since 1601. */
static const int64_t TICKS_1970 = 116444736000000000;
static inline int64_t nanoseconds_of(int64_t ticks) { return (ticks - TICKS_1970) * 100; }

/* Facts of an open handle. */
bool describe_handle(HANDLE handle, bool owner, FileInfo *out);
/* As file_cut. */
bool cut_handle(HANDLE handle, uint64_t size);
/* Opens with all sharing; INVALID_HANDLE_VALUE and errno on failure. */
HANDLE open_wide(const wchar_t *path, DWORD access, DWORD disposition, DWORD flags);
HANDLE open_path(int folder, const char *path, DWORD access, DWORD disposition, DWORD flags);

/* Starts the library of sockets, unless it runs; false and errno if that fails. */
bool sockets_start(void);

/* Calls `make` with other letters in the place of XXXXXX, with which the path ends, until it
 * succeeds, or fails for another reason than that the name exists. Returns what it returned. */
int with_new_name(char *path, int (*make)(const char *path));

#endif
