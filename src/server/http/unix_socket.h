/* Unix stream sockets for programs of one user on one machine. The socket is a file with mode
 * 0600, and the kernel names the user of each peer (SO_PEERCRED), so no password is needed. */
#ifndef OISIN_SERVER_HTTP_UNIX_SOCKET_H
#define OISIN_SERVER_HTTP_UNIX_SOCKET_H

#include "base/report.h"

#include <sys/types.h>

/* Which file a socket is. The number is not given to another file while the socket is open. */
typedef struct UnixSocketFile {
    dev_t device;
    ino_t number;
} UnixSocketFile;

/* Returns the descriptor of a socket that listens at the path, or -1 after an error. The file
 * of a server that was killed is replaced, that of a server that runs is not: the folder is
 * locked (flock) until the socket listens, as connecting is refused before. `file` may be
 * NULL. */
int unix_socket_listen(const char *path, int backlog, UnixSocketFile *file, Report *report);
/* Removes the file of that socket; one of another server stays. Call it before closing the
 * descriptor. */
void unix_socket_remove(const char *path, const UnixSocketFile *file);
/* Returns a descriptor whose sending and receiving takes at most that long each time (EAGAIN),
 * or -1 after an error. */
int unix_socket_connect(const char *path, unsigned seconds, Report *report);
/* The process that listens at the path; 0: none. */
int unix_socket_listener(const char *path);
/* Whether a client should connect to it: false if it is missing, or nobody listens. */
bool unix_socket_is_used(const char *path);
/* Whether unix_socket_listen could listen there, if no server does; otherwise reports an error.
 * Changes nothing. */
bool unix_socket_check(const char *path, Report *report);
/* Whether the peer of a connection is a program of the same user or of root. */
bool unix_socket_may_ask(int descriptor);
/* Makes a folder that only this user can enter. Returns false and reports an error if the path
 * exists and is anything else, also a symbolic link, or a folder of another user, who could
 * replace the sockets in it. */
bool unix_socket_folder_make(const char *path, Report *report);
/* The same of a folder that may be missing; makes none. */
bool unix_socket_folder_check(const char *path, Report *report);
/* Whether it is there and is such a folder. */
bool unix_socket_folder_is_private(const char *path);

#endif
