/* Other programs on POSIX systems. */
#include "base/system/programs.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

Process process_start(const char *const *arguments)
{
    pid_t child;
    return posix_spawnp(&child, arguments[0], NULL, NULL, (char *const *)(uintptr_t)arguments,
                        environ) == 0
               ? child
               : 0;
}

bool process_is_done(Process process) { return waitpid((pid_t)process, NULL, WNOHANG) != 0; }

void process_stop(Process process)
{
    kill((pid_t)process, SIGTERM);
    waitpid((pid_t)process, NULL, 0);
}

int process_run(const char *path, char **arguments)
{
    pid_t child;
    int status;
    const int cause = posix_spawn(&child, path, NULL, NULL, arguments, environ);
    if (cause) {
        errno = cause;
        return -1;
    }
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

void process_become(const char *path, char **arguments) { execv(path, arguments); }

bool open_address(const char *address)
{
    return process_start((const char *const[]){"xdg-open", address, NULL}) != 0;
}

/* xdg-open takes paths as well as addresses; `path` is not an option, nor an address. */
bool open_folder(const char *path) { return *path == '/' && open_address(path); }
