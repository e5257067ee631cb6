/* Starts xdg-open, without waiting for it. Without a graphical session, xdg-open may start a
 * text browser in the terminal, so nothing is opened then. */
#include "cli/browser.h"

#include <spawn.h>
#include <stdint.h>
#include <stdlib.h>

extern char **environ;

void open_in_browser(const char *address)
{
    char *const arguments[] = {(char *)(uintptr_t) "xdg-open", (char *)(uintptr_t)address,
                               NULL};
    pid_t child;
    if (getenv("DISPLAY") || getenv("WAYLAND_DISPLAY"))
        (void)posix_spawnp(&child, arguments[0], NULL, NULL, arguments, environ);
}
