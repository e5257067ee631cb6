/* The end of a program on Windows. Parts, in order: the end; loops; crashes. The system calls
 * handlers of the console in another thread. */
#include "base/system/signals.h"

#include "base/system/windows_internal.h"

#include <signal.h>

/* ---- the end ---- */

static void (*on_end)(void);
static volatile LONG noting, noted;

/* FALSE: the next handler is the system's, which ends the program. */
static BOOL WINAPI told(DWORD what)
{
    const bool closes = what != CTRL_C_EVENT && what != CTRL_BREAK_EVENT;
    if (noting && !closes) {
        noted = 1;
        return TRUE;
    }
    if (on_end)
        on_end();
    return FALSE;
}

/* Once: the system calls a handler as often as it was set. */
static void set_handler(void)
{
    static LONG is_set;
    if (!InterlockedExchange(&is_set, 1))
        SetConsoleCtrlHandler(told, TRUE);
}

void interrupt_watch(void (*ends)(void))
{
    on_end = ends;
    set_handler();
}

/* ---- loops ---- */

void interrupt_note(bool only_noted)
{
    noting = only_noted;
    set_handler();
}

bool interrupted(void) { return noted != 0; }

/* ---- crashes ---- */

static void (*on_crash)(void);

static LONG WINAPI broken(EXCEPTION_POINTERS *pointers)
{
    (void)pointers;
    on_crash();
    return EXCEPTION_CONTINUE_SEARCH;
}

static void aborted(int number)
{
    on_crash();
    signal(number, SIG_DFL);
    raise(number);
}

void crash_watch(void (*crashed)(void))
{
    on_crash = crashed;
    SetUnhandledExceptionFilter(broken);
    signal(SIGABRT, aborted);
}

/* There is no such limit. */
void file_size_limit_note(void) {}
