/* Folders below /tmp can be made by anyone, so such a folder is checked before each use: see
 * unix_socket.h. That of systemd is below /run, where only root makes folders. */
#include "server/admin/admin_socket.h"

#include "base/text.h"
#include "server/http/unix_socket.h"

#include <stdlib.h>
#include <unistd.h>

static const char service_folder[] = "/run/oisin"; /* RuntimeDirectory= in packaging/systemd */

/* systemd separates several folders by colons. */
static Text given_folder(void)
{
    const char *given = getenv("RUNTIME_DIRECTORY");
    const Text all = text_of(given ? given : "");
    size_t colon;
    return text_find(all, ':', &colon) ? text_slice(all, 0, colon) : all;
}

Text admin_socket_folder(Arena *arena)
{
    const Text given = given_folder();
    return given.size ? arena_text(arena, given)
                      : arena_format(arena, "/tmp/oisin-%u", (unsigned)geteuid());
}

bool admin_socket_folder_make(Text folder, Report *report)
{
    return given_folder().size || unix_socket_folder_make(folder.at, report);
}

bool admin_socket_folder_check(Text folder, Report *report)
{
    return given_folder().size || unix_socket_folder_check(folder.at, report);
}

Text admin_socket_in(Text folder, unsigned port, Arena *arena)
{
    return arena_format(arena, "%.*s/%u.sock", (int)folder.size, folder.at, port);
}

bool admin_socket_find(unsigned port, Text *out, Arena *arena, Report *report)
{
    const Text folder = admin_socket_folder(arena);
    *out = admin_socket_in(folder, port, arena);
    if (access(out->at, F_OK) < 0 && !given_folder().size) {
        const Text service = admin_socket_in(text_of(service_folder), port, arena);
        if (access(service.at, F_OK) == 0) {
            *out = service;
            return true;
        }
    }
    return admin_socket_folder_check(folder, report);
}
