/* run_with.exe PROGRAM [WORD...]: runs a program of a test in wine, which gives the variables
 * of the environment that concern a user its own values, whatever those outside are. For each
 * of them, NAME gets the value of WITH_NAME. The exit status is that of the program. */
#define UNICODE
#include <windows.h>

#include <stdbool.h>
#include <stdio.h>

/* What follows the first word of a command line. */
static wchar_t *next_words(wchar_t *line)
{
    bool quoted = false;
    for (; *line && (quoted || *line != L' '); line++)
        quoted ^= *line == L'"';
    while (*line == L' ')
        line++;
    return line;
}

int main(void)
{
    static const wchar_t *const names[] = {L"TEMP", L"TMP", L"USERPROFILE", L"APPDATA",
                                           L"LOCALAPPDATA"};
    static wchar_t value[32767];
    STARTUPINFOW how = {.cb = sizeof how};
    PROCESS_INFORMATION made;
    DWORD status = 1;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        wchar_t with[40];
        swprintf(with, 40, L"WITH_%ls", names[i]);
        if (GetEnvironmentVariableW(with, value, 32767))
            SetEnvironmentVariableW(names[i], value);
    }
    if (!CreateProcessW(NULL, next_words(GetCommandLineW()), NULL, NULL, TRUE, 0, NULL, NULL,
                        &how, &made)) {
        fprintf(stderr, "run_with: the program cannot be started: error %lu\n", GetLastError());
        return 1;
    }
    WaitForSingleObject(made.hProcess, INFINITE);
    GetExitCodeProcess(made.hProcess, &status);
    return (int)status;
}
