/* Where the admin interface of a server is: at the Unix socket PORT.sock, with the port that
 * players connect to, so that servers on one machine do not disturb each other. Its folder is
 * the first of
 *
 *     $RUNTIME_DIRECTORY       which systemd makes for a service
 *     $XDG_RUNTIME_DIR/oisin   if that is an absolute path, to a folder of this user
 *     /tmp/oisin-UID           which anyone can make first
 *
 * The last two are defaults, which nobody has asked for: a server whose default folder cannot
 * be used has no admin interface, but serves. */
#ifndef OISIN_SERVER_ADMIN_ADMIN_SOCKET_H
#define OISIN_SERVER_ADMIN_ADMIN_SOCKET_H

#include "base/report.h"

/* The folder for servers of this user; it may be missing. */
Text admin_socket_folder(Arena *arena);
/* Whether it is $RUNTIME_DIRECTORY. */
bool admin_socket_folder_is_given(void);
/* Makes that folder if it is a default one. On failure, returns false and reports an error. */
bool admin_socket_folder_make(Text folder, Report *report);
/* The same, but makes nothing. */
bool admin_socket_folder_check(Text folder, Report *report);
Text admin_socket_in(Text folder, unsigned port, Arena *arena);
/* For clients: the socket in the first of these folders where a server listens, or that of the
 * service of the package (/run/oisin). Folders of other users are skipped: root is not led to
 * their sockets. On failure, returns false and reports an error. */
bool admin_socket_find(unsigned port, Text *out, Arena *arena, Report *report);

#endif
