/* The program and its surroundings on POSIX systems. */
#include "base/system/process.h"

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <sys/utsname.h>
#include <unistd.h>

/* ---- what surrounds it ---- */

const char *environment(const char *name) { return getenv(name); }

void environment_remove(const char *name) { unsetenv(name); }

unsigned processors(void)
{
    const long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : (unsigned)count;
}

bool is_terminal(FILE *stream) { return isatty(fileno(stream)); }

bool is_colour_terminal(FILE *stream)
{
    const char *terminal = getenv("TERM");
    return terminal && strcmp(terminal, "dumb") != 0 && is_terminal(stream);
}

/* Desktops start programs without a terminal, or in one that they keep open. */
bool own_console(void) { return false; }

bool input_ready(bool wait)
{
    struct timeval now = {0};
    fd_set waited;
    FD_ZERO(&waited);
    FD_SET(STDIN_FILENO, &waited);
    return select(STDIN_FILENO + 1, &waited, NULL, NULL, wait ? NULL : &now) > 0;
}

/* The list of LANGUAGE counts unless the locale is "C". */
void system_languages(char out[LANGUAGES_SIZE])
{
    static const char *const names[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    const char *list = getenv("LANGUAGE"), *locale = NULL;
    for (size_t i = 0; i < sizeof names / sizeof *names && !(locale && *locale); i++)
        locale = getenv(names[i]);
    out[0] = 0;
    if (locale && *locale && strcmp(locale, "C") != 0 && strcmp(locale, "POSIX") != 0)
        snprintf(out, LANGUAGES_SIZE, "%s%s%s", list ? list : "", list && *list ? ":" : "",
                 locale);
}

const char *temporary_folder(void)
{
    const char *folder = getenv("TMPDIR");
    return folder && *folder ? folder : "/tmp";
}

ThreadLocale thread_locale(void) { return uselocale((locale_t)0); }
void thread_locale_set(ThreadLocale locale) { uselocale(locale); }

bool runs_servers(void) { return true; }

bool has_desktop(void) { return getenv("DISPLAY") || getenv("WAYLAND_DISPLAY"); }

void computer_name(char out[IDENTITY_SIZE])
{
    struct utsname system;
    snprintf(out, IDENTITY_SIZE, "%s", uname(&system) == 0 ? system.nodename : "");
}

static void read_text(const char *path, char out[IDENTITY_SIZE])
{
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    const ssize_t size = file < 0 ? -1 : read(file, out, IDENTITY_SIZE - 1);
    if (file >= 0)
        close(file);
    out[size > 0 ? size : 0] = 0;
}

void system_identity(char out[IDENTITY_SIZE]) { read_text("/etc/machine-id", out); }

void boot_identity(char out[IDENTITY_SIZE])
{
    read_text("/proc/sys/kernel/random/boot_id", out);
}

/* ---- itself ---- */

void program_begin(int *count, char ***words) { (void)count, (void)words; }
bool output_is_abandoned(void) { return false; }

bool program_file(char *out, size_t size)
{
    const ssize_t length = readlink("/proc/self/exe", out, size);
    if (length <= 0 || (size_t)length >= size)
        return false;
    out[length] = 0;
    return true;
}

const char *program_called(void) { return program_invocation_name; }
