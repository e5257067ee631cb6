/* Where the admin interface of a server is: at the Unix socket PORT.sock, with the port that
 * players connect to, so that servers on one machine do not disturb each other. Its folder is
 * $RUNTIME_DIRECTORY, which systemd makes for a service, otherwise /tmp/oisin-UID. */
#ifndef OISIN_SERVER_ADMIN_ADMIN_SOCKET_H
#define OISIN_SERVER_ADMIN_ADMIN_SOCKET_H

#include "base/report.h"

/* The folder for servers of this user; it may be missing. */
Text admin_socket_folder(Arena *arena);
/* Makes that folder if it is below /tmp. On failure, returns false and reports an error. */
bool admin_socket_folder_make(Text folder, Report *report);
/* The same, but makes nothing. */
bool admin_socket_folder_check(Text folder, Report *report);
Text admin_socket_in(Text folder, unsigned port, Arena *arena);
/* For clients: the socket in the folder above or, if there is none, that of the service of the
 * package (/run/oisin). On failure, returns false and reports an error. */
bool admin_socket_find(unsigned port, Text *out, Arena *arena, Report *report);

#endif
