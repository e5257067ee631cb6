/* The program and its surroundings on Windows. Parts, in order: what surrounds it; itself. */
#include "base/system/process.h"

#include "base/system/windows_internal.h"

#include <io.h>
#include <stdlib.h>
#include <string.h>

/* ---- what surrounds it ---- */

typedef struct Variable {
    struct Variable *before;
    char *name, *value;
} Variable;

static Variable *variables; /* those that were asked for: callers keep pointers to them */
static SRWLOCK variables_lock = SRWLOCK_INIT;

static char *read_variable(const char *name)
{
    enum { SIZE = 32767 };
    wchar_t *wide = wide_text(name), *value = malloc(SIZE * sizeof *value);
    char *out = NULL;
    SetLastError(ERROR_SUCCESS); /* the call does not, if the value is empty */
    const DWORD size = wide && value ? GetEnvironmentVariableW(wide, value, SIZE) : 0;
    if (wide && value && size < SIZE && (size || GetLastError() != ERROR_ENVVAR_NOT_FOUND)) {
        out = malloc((size_t)size * 3 + 1);
        if (out && (!size || !narrow_text(value, out, (size_t)size * 3 + 1)))
            out[0] = 0;
    }
    free(wide);
    free(value);
    return out;
}

static Variable *find_variable(const char *name)
{
    Variable *found = variables;
    while (found && _stricmp(found->name, name) != 0)
        found = found->before;
    return found;
}

/* A value that has changed since gets a new entry in the list; there are few. */
const char *environment(const char *name)
{
    char *value = read_variable(name);
    if (!value)
        return NULL;
    AcquireSRWLockExclusive(&variables_lock);
    Variable *known = find_variable(name);
    if (!known || strcmp(known->value, value) != 0) {
        known = malloc(sizeof *known);
        char *copy = _strdup(name);
        if (known && copy) {
            *known = (Variable){variables, copy, value};
            variables = known;
            value = NULL;
        } else {
            free(copy);
            free(known);
            known = NULL;
        }
    }
    const char *out = known ? known->value : NULL;
    ReleaseSRWLockExclusive(&variables_lock);
    free(value);
    return out;
}

void environment_remove(const char *name)
{
    wchar_t *wide = wide_text(name);
    if (wide)
        SetEnvironmentVariableW(wide, NULL);
    free(wide);
}

unsigned processors(void)
{
    const DWORD count = GetActiveProcessorCount(ALL_PROCESSOR_GROUPS);
    return count ? count : 1;
}

bool is_terminal(FILE *stream)
{
    DWORD mode;
    return GetConsoleMode((HANDLE)_get_osfhandle(_fileno(stream)), &mode);
}

bool is_colour_terminal(FILE *stream)
{
    DWORD mode;
    return GetConsoleMode((HANDLE)_get_osfhandle(_fileno(stream)), &mode) &&
           mode & ENABLE_VIRTUAL_TERMINAL_PROCESSING;
}

bool own_console(void)
{
    DWORD programs[2];
    return GetConsoleProcessList(programs, 2) == 1;
}

/* Of a pipe: whether it has bytes, or its end is closed. */
static bool pipe_ready(HANDLE input)
{
    DWORD there = 0;
    return !PeekNamedPipe(input, NULL, 0, NULL, &there, NULL) || there > 0;
}

/* Of a console: whether a line was typed, for which a read waits. Letting a key go, or a change
 * of the window, is an event, too: those before the first key are thrown away. */
static bool console_ready(HANDLE input)
{
    enum { EVENTS_MAX = 512 };
    INPUT_RECORD events[EVENTS_MAX];
    DWORD count = 0, taken = 0, skipped = 0;
    if (!PeekConsoleInputW(input, events, EVENTS_MAX, &count))
        return true;
    while (skipped < count &&
           (events[skipped].EventType != KEY_EVENT || !events[skipped].Event.KeyEvent.bKeyDown))
        skipped++;
    for (DWORD i = skipped; i < count; i++)
        if (events[i].EventType == KEY_EVENT && events[i].Event.KeyEvent.bKeyDown &&
            events[i].Event.KeyEvent.uChar.UnicodeChar == L'\r')
            return true;
    if (skipped)
        ReadConsoleInputW(input, events, skipped, &taken);
    return false;
}

/* A read from a console also shows what is typed: it waits itself. */
bool input_ready(bool wait)
{
    const HANDLE input = GetStdHandle(STD_INPUT_HANDLE);
    DWORD mode;
    if (GetConsoleMode(input, &mode))
        return wait || console_ready(input);
    if (GetFileType(input) != FILE_TYPE_PIPE)
        return true;
    while (!pipe_ready(input)) {
        if (!wait)
            return false;
        Sleep(10);
    }
    return true;
}

/* The system lists them as "pl-PL", each with a zero. */
void system_languages(char out[LANGUAGES_SIZE])
{
    wchar_t names[LANGUAGES_SIZE] = L"";
    ULONG count = 0, size = LANGUAGES_SIZE - 1;
    out[0] = 0;
    if (!GetUserPreferredUILanguages(MUI_LANGUAGE_NAME, &count, names, &size))
        return;
    for (ULONG i = 0; i + 2 < size; i++)
        if (!names[i])
            names[i] = L':';
        else if (names[i] == L'-')
            names[i] = L'_';
    if (!narrow_text(names, out, LANGUAGES_SIZE))
        out[0] = 0;
}

const char *temporary_folder(void)
{
    static char folder[PATH_SIZE];
    static SRWLOCK lock = SRWLOCK_INIT;
    AcquireSRWLockExclusive(&lock);
    wchar_t wide[MAX_PATH + 2];
    const DWORD size = folder[0] ? 0 : GetTempPathW(MAX_PATH + 2, wide);
    if (size && size <= MAX_PATH + 1 && narrow_path(wide, folder, sizeof folder))
        folder[strlen(folder) - 1] = 0; /* it ends with a slash */
    ReleaseSRWLockExclusive(&lock);
    return folder;
}

ThreadLocale thread_locale(void) { return NULL; }
void thread_locale_set(ThreadLocale locale) { (void)locale; }

bool runs_servers(void) { return false; }
bool has_desktop(void) { return true; }

void computer_name(char out[IDENTITY_SIZE])
{
    wchar_t name[MAX_COMPUTERNAME_LENGTH + 1];
    DWORD size = MAX_COMPUTERNAME_LENGTH + 1;
    if (!GetComputerNameW(name, &size) || !narrow_text(name, out, IDENTITY_SIZE))
        out[0] = 0;
}

void system_identity(char out[IDENTITY_SIZE])
{
    wchar_t text[IDENTITY_SIZE / 3] = L"";
    DWORD size = sizeof text - sizeof *text;
    if (RegGetValueW(HKEY_LOCAL_MACHINE, L"SOFTWARE\\Microsoft\\Cryptography", L"MachineGuid",
                     RRF_RT_REG_SZ | RRF_SUBKEY_WOW6464KEY, NULL, text, &size) ||
        !narrow_text(text, out, IDENTITY_SIZE))
        out[0] = 0;
}

/* Nothing that is public says it: the installed system decides. */
void boot_identity(char out[IDENTITY_SIZE]) { out[0] = 0; }

/* ---- itself ---- */

bool program_file(char *out, size_t size)
{
    wchar_t *wide = malloc(WIDE_SIZE * sizeof *wide);
    const DWORD length = wide ? GetModuleFileNameW(NULL, wide, WIDE_SIZE) : 0;
    const bool ok = length && length < WIDE_SIZE && narrow_path(wide, out, size);
    free(wide);
    return ok;
}

const char *program_called(void)
{
    static char path[PATH_SIZE];
    return program_file(path, sizeof path) ? path : NULL;
}
