/* Options of `oisin serve`. */
#include "cli/serve_internal.h"
#include "cli/systemd_service.h"

#include "base/text.h"
#include "cli/listen_options.h"
#include "kit/jobs/files.h"
#include "server/admin/admin_health.h"
#include "server/admin/admin_socket.h"

#include <limits.h>
#include <stdlib.h>
#include <time.h>

/* An address may contain a password, and command lines are visible to all users: it may also
 * be given in the environment, or in a file, `@FILE`. On failure, returns false and reports
 * an error without the address. */
static bool read_address(Serving *serving, unsigned option, const char *variable,
                         const char **out)
{
    const char *given = option_text(serving->invocation, option);
    Bytes file;
    *out = given ? given : getenv(variable);
    if (*out && !**out)
        *out = NULL; /* an empty variable counts as unset */
    if (!*out || **out != '@')
        return true;
    const char *path = *out + 1;
    if (!file_load(path, &file, serving->arena, &serving->invocation->report))
        return false;
    Text line = text_to_zero((Text){(const char *)file.data, file.size});
    size_t end;
    if (text_find(line, '\n', &end))
        line = text_slice(line, 0, end);
    line = text_trimmed(line);
    *out = arena_text(serving->arena, line).at;
    return line.size || report_error(&serving->invocation->report,
                                     "%s: expected an address in the first line", path);
}

bool serve_read_state(Serving *serving)
{
    const char *state = option_text(serving->invocation, OPTION_state);
    const char *storage;
    if (!read_address(serving, OPTION_storage, "OISIN_STORAGE", &storage))
        return false;
    if (state && !option_given(serving->invocation, OPTION_storage))
        storage = NULL;
    if (state && storage) {
        usage_error(serving->invocation, "--state and --storage cannot be combined");
        return false;
    }
    state = state ? state : storage;
    serving->state =
        state
            ? state
            : arena_format(serving->arena, "%.*s.db", (int)serving->id.size, serving->id.at).at;
    serving->shown = store_address_shown(serving->state, serving->arena);
    return true;
}

/* ---- no limits ---- */

static bool is_loopback(const WireAddress *address)
{
    static const uint8_t loopback[16] = {[15] = 1};
    return address->family == 4 ? address->address[0] == 127
                                : !memcmp(address->address, loopback, sizeof loopback);
}

/* Whether other machines cannot reach the address, or the one that `socket` listens at. */
static bool is_local(const char *address, int socket, Text *found, Arena *arena)
{
    WireAddress own;
    *found = text_of(address ? address : "127.0.0.1");
    if (!socket)
        return wire_address_read(*found, &own) && is_loopback(&own);
    *found = wire_socket_address(socket, &own) ? wire_address_text(&own, arena)
                                               : TEXT("a socket of another family");
    return own.family && is_loopback(&own);
}

static bool check_local(const Serving *serving, const ServerOptions *out)
{
    const ServerWeb *web = out->web;
    Report *report = &serving->invocation->report;
    Text found;
    if (!is_local(out->listen, out->sockets.game, &found, serving->arena) ||
        (web && !is_local(web->listen, out->sockets.web, &found, serving->arena)))
        return report_error(report,
                            "--no-limits is for local use only: expected --listen 127.0.0.1 or "
                            "[::1], found %.*s",
                            (int)found.size, found.at);
    if (out->proxy || (web && web->proxy))
        return report_error(report, "--no-limits is for local use only: a proxy forwards "
                                    "connections of other machines");
    return true;
}

/* Hundreds of bots connect from one address and need no strong passwords. */
static bool read_limits(const Serving *serving, ServerOptions *out)
{
    static const AccountsOptions none = {.cost = PASSWORD_COST_MIN,
                                         .queue = 1024,
                                         .account = LIMIT_NONE,
                                         .address = LIMIT_NONE,
                                         .registering = LIMIT_NONE};
    if (!option_given(serving->invocation, OPTION_no_limits))
        return true;
    out->accounts = &none;
    return check_local(serving, out);
}

/* ---- all options ---- */

/* The address at which a socket of systemd listens counts, not that of an option. */
static const char *listen_of(const Serving *serving, int socket, const char *listen)
{
    WireAddress own;
    if (!socket || !wire_socket_address(socket, &own))
        return listen;
    return wire_host_text(&own, serving->arena).at;
}

static bool read_bus(Serving *serving, const char **out)
{
    if (!read_address(serving, OPTION_bus, "OISIN_BUS", out))
        return false;
    if (!*out && option_given(serving->invocation, OPTION_split_maps))
        return report_error(&serving->invocation->report,
                            "--split-maps is for several servers: it needs --bus");
    return !*out || server_has_cluster() ||
           report_error(&serving->invocation->report,
                        "--bus and OISIN_BUS: this build has no cluster support");
}

bool serve_read_options(Serving *serving, ServerOptions *out)
{
    Invocation *invocation = serving->invocation;
    long seed;
    bool has_web;
    ServerSockets sockets;
    if (!service_sockets(&sockets, &invocation->report))
        return false;
    *out = (ServerOptions){.game = serving->game,
                           .port = SERVER_PORT,
                           .health_port = HEALTH_PORT,
                           .state = serving->state};
    if (!read_bus(serving, &out->bus) ||
        !option_listen(invocation, OPTION_listen, &out->listen, &out->port, serving->arena) ||
        !serve_config_settings(&serving->config, &serving->settings) ||
        !serve_web_read(invocation, serving->game, out->listen, &serving->web, &has_web,
                        serving->arena) ||
        !option_listen(invocation, OPTION_health, &out->health, &out->health_port,
                       serving->arena) ||
        !option_number(invocation, OPTION_seed, 0, LONG_MAX, (long)time(NULL), &seed))
        return false;
    out->admin = option_text(invocation, OPTION_admin);
    out->admin_folder = admin_socket_folder(serving->arena).at;
    out->players = serving->settings.server.players;
    out->closed = serving->settings.server.closed;
    out->no_fetch = serving->settings.server.no_fetch;
    out->web = has_web ? &serving->web : NULL;
    out->seed = (uint64_t)seed;
    out->proxy = option_text(invocation, OPTION_proxy);
    out->split_maps = option_given(invocation, OPTION_split_maps);
    out->sockets = sockets;
    out->listen = listen_of(serving, sockets.game, out->listen);
    serving->web.listen = listen_of(serving, sockets.web, serving->web.listen);
    return read_limits(serving, out);
}

Log *serve_log(Serving *serving)
{
    const char *format = option_text(serving->invocation, OPTION_log_format);
    LogOptions wanted = {.level = serving->settings.level,
                         .format = log_has_journal() ? LOG_AS_JOURNAL : LOG_AS_TEXT,
                         .audit = serving->settings.audit};
    if (format)
        log_format_read(text_of(format), &wanted.format);
    if (wanted.audit &&
        !serve_check_output(serving, wanted.audit, &serving->invocation->report))
        return NULL;
    return log_new(&wanted, &serving->invocation->report);
}
