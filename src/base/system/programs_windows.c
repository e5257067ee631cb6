/* Other programs on Windows. */
#include "base/system/programs.h"

#include "base/system/windows_internal.h"

#include <shellapi.h>
#include <stdlib.h>
#include <string.h>

/* Appends an argument as programs take command lines apart: in quotation marks; a backslash is
 * doubled before one. */
static void add_argument(char *line, const char *argument)
{
    char *at = line + strlen(line);
    size_t slashes = 0;
    if (at > line)
        *at++ = ' ';
    *at++ = '"';
    for (; *argument; argument++) {
        if (*argument == '"')
            for (slashes++; slashes; slashes--)
                *at++ = '\\';
        slashes = *argument == '\\' ? slashes + 1 : 0;
        *at++ = *argument;
    }
    for (; slashes; slashes--)
        *at++ = '\\';
    strcpy(at, "\"");
}

static wchar_t *command_line(const char *const *arguments)
{
    size_t size = 1;
    for (size_t i = 0; arguments[i]; i++)
        size += 2 * strlen(arguments[i]) + 3;
    char *line = calloc(size, 1);
    for (size_t i = 0; line && arguments[i]; i++)
        add_argument(line, arguments[i]);
    wchar_t *wide = line ? wide_text(line) : NULL;
    free(line);
    return wide;
}

/* `path`: of the program, or NULL: it is looked for. */
static HANDLE start(const wchar_t *path, const char *const *arguments, bool shares)
{
    STARTUPINFOW how = {.cb = sizeof how};
    PROCESS_INFORMATION made;
    wchar_t *line = command_line(arguments);
    const bool ok =
        line && CreateProcessW(path, line, NULL, NULL, shares, 0, NULL, NULL, &how, &made);
    if (!ok)
        failed();
    free(line);
    if (!ok)
        return NULL;
    CloseHandle(made.hThread);
    return made.hProcess;
}

Process process_start(const char *const *arguments)
{
    return (Process)(intptr_t)start(NULL, arguments, false);
}

bool process_is_done(Process process)
{
    const HANDLE handle = (HANDLE)(intptr_t)process;
    if (WaitForSingleObject(handle, 0) == WAIT_TIMEOUT)
        return false;
    CloseHandle(handle);
    return true;
}

void process_stop(Process process)
{
    const HANDLE handle = (HANDLE)(intptr_t)process;
    TerminateProcess(handle, 1);
    WaitForSingleObject(handle, INFINITE);
    CloseHandle(handle);
}

int process_run(const char *path, char **arguments)
{
    wchar_t *wide = wide_path(FOLDER_CURRENT, path);
    DWORD status = 1;
    const HANDLE handle =
        wide ? start(wide, (const char *const *)(uintptr_t)arguments, true) : NULL;
    free(wide);
    if (!handle)
        return -1;
    WaitForSingleObject(handle, INFINITE);
    GetExitCodeProcess(handle, &status);
    CloseHandle(handle);
    return (int)(status & 0x7FFFFFFF);
}

/* The other program runs while this one waits, and ends as it does. */
void process_become(const char *path, char **arguments)
{
    const int status = process_run(path, arguments);
    if (status >= 0)
        ExitProcess((UINT)status);
}

static bool open_by_shell(wchar_t *wide)
{
    enum { WORKED = 32 }; /* results above it, as the system says */
    const bool ok = wide && (intptr_t)ShellExecuteW(NULL, L"open", wide, NULL, NULL,
                                                    SW_SHOWNORMAL) > WORKED;
    free(wide);
    return ok;
}

bool open_address(const char *address) { return open_by_shell(wide_text(address)); }

bool open_folder(const char *path)
{
    wchar_t *wide = wide_text(path);
    for (wchar_t *at = wide; at && *at; at++)
        if (*at == L'/')
            *at = L'\\';
    return open_by_shell(wide);
}
