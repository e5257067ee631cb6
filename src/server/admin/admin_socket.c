/* Folders below /tmp can be made by anyone, so such a folder is checked before each use: see
 * unix_socket.h. Those of systemd are below /run, where only root makes folders. */
#include "server/admin/admin_socket.h"

#include "base/stream.h"
#include "base/text.h"
#include "server/http/unix_socket.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static const char service_folder[] = "/run/oisin"; /* RuntimeDirectory= in packaging/systemd */

/* ---- folders ---- */

/* systemd separates several folders by colons. */
static Text given_folder(void)
{
    const char *given = getenv("RUNTIME_DIRECTORY");
    const Text all = text_of(given ? given : "");
    size_t colon;
    return text_find(all, ':', &colon) ? text_slice(all, 0, colon) : all;
}

/* With su or sudo, it may be that of another user, who would find a folder of root there. */
static Text session_folder(Arena *arena)
{
    const char *session = getenv("XDG_RUNTIME_DIR");
    struct stat info;
    return session && *session == '/' && stat(session, &info) == 0 && S_ISDIR(info.st_mode) &&
                   info.st_uid == geteuid()
               ? arena_format(arena, "%s/oisin", session)
               : TEXT("");
}

static Text shared_folder(Arena *arena)
{
    return arena_format(arena, "/tmp/oisin-%u", (unsigned)geteuid());
}

Text admin_socket_folder(Arena *arena)
{
    const Text given = given_folder();
    if (given.size)
        return arena_text(arena, given);
    const Text session = session_folder(arena);
    return session.size ? session : shared_folder(arena);
}

bool admin_socket_folder_is_given(void) { return given_folder().size > 0; }

bool admin_socket_folder_make(Text folder, Report *report)
{
    return admin_socket_folder_is_given() || unix_socket_folder_make(folder.at, report);
}

bool admin_socket_folder_check(Text folder, Report *report)
{
    return admin_socket_folder_is_given() || unix_socket_folder_check(folder.at, report);
}

Text admin_socket_in(Text folder, unsigned port, Arena *arena)
{
    return arena_format(arena, "%.*s/%u.sock", (int)folder.size, folder.at, port);
}

/* ---- for clients ---- */

typedef struct Place {
    Text folder; /* empty: there is none */
    bool trusted;
} Place;

/* Whether a server listens in that folder. Otherwise appends the folder to `tried`. */
static bool try_place(const Place *place, unsigned port, Text *out, Writer *tried)
{
    Arena *arena = tried->arena;
    const bool safe = place->trusted || unix_socket_folder_is_private(place->folder.at);
    *out = admin_socket_in(place->folder, port, arena);
    if (safe && unix_socket_is_used(out->at))
        return true;
    write_format(tried, "%s%.*s%s", tried->size ? ", " : "", (int)place->folder.size,
                 place->folder.at,
                 safe || access(place->folder.at, F_OK) < 0
                     ? ""
                     : " (expected a folder of this user with mode 0700)");
    return false;
}

bool admin_socket_find(unsigned port, Text *out, Arena *arena, Report *report)
{
    Writer tried = writer_to(arena);
    const Place places[] = {{arena_text(arena, given_folder()), true},
                            {session_folder(arena), false},
                            {shared_folder(arena), false},
                            {text_of(service_folder), true}};
    for (size_t i = 0; i < COUNT_OF(places); i++)
        if (places[i].folder.size && try_place(&places[i], port, out, &tried))
            return true;
    const Text all = writer_text(&tried);
    return report_error(report, "%u.sock: no server listens there; looked in %.*s", port,
                        (int)all.size, all.at);
}
