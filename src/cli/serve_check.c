/* `oisin serve --check`: looks at everything that a start needs, and changes nothing. */
#include "cli/port_owner.h"
#include "cli/serve_internal.h"
#include "kit/jobs/files.h"

#include "base/folders.h"
#include "base/text.h"
#include "server/transport/wire.h"
#include "server/admin/admin_health.h"
#include "server/admin/admin_socket.h"
#include "server/http/unix_socket.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
    ADDRESSES_MAX = 3, /* listen, web, health */
    DAY = 24 * 60 * 60,
    SOON = 14,             /* days */
    FILES_OF_SERVER = 500, /* besides players: handshakes, browsers, the state, the admin */
};

/* ---- one line for each thing ---- */

typedef struct Check {
    Serving *serving;
    Arena *arena;
    Report report; /* of the thing that is being checked */
    Messages messages;
    bool ok; /* so far */
    /* Sockets of the addresses, which stay open until the end: two options may name one. */
    int sockets[ADDRESSES_MAX];
    size_t socket_count;
    WireAddress used[ADDRESSES_MAX];
    size_t used_count;
} Check;

static void print_check(Check *check, const char *state, const char *name, Text text)
{
    const Message line = {.severity = SEVERITY_ERROR, .text = text};
    const Text shown = message_print(&line, check->arena); /* without control characters */
    printf("%-7s %-12s %.*s\n", state, name, (int)shown.size, shown.at);
}

static void right(Check *check, const char *name, Text text)
{
    print_check(check, "ok", name, text);
}

/* With the last message of the report. */
static void print_problem(Check *check, const char *state, const char *name)
{
    const Messages *messages = &check->messages;
    const Text text = messages->count
                          ? message_print(&messages->items[messages->count - 1], check->arena)
                          : TEXT("unknown error");
    print_check(check, state, name, text);
    check->messages.count = 0;
}

static void wrong(Check *check, const char *name)
{
    print_problem(check, "wrong", name);
    check->ok = false;
}

/* ---- files ---- */

/* Whether a file can be written or created. */
static bool can_write(Check *check, const char *path)
{
    struct stat info;
    const bool exists = stat(path, &info) == 0;
    if (exists && !S_ISREG(info.st_mode))
        return report_error(&check->report, "%s: this is not a regular file", path);
    const char *folder = folder_above(text_of(path), check->arena).at;
    return access(exists    ? path
                  : *folder ? folder
                            : ".",
                  exists ? W_OK : W_OK | X_OK) == 0 ||
           (!exists && errno == ENOENT) || /* the folder will be created */
           report_error(&check->report, "%s: %s", path, strerror(errno));
}

static void check_audit(Check *check)
{
    const char *path = check->serving->settings.audit;
    struct stat info;
    if (!path)
        return;
    const Text folder = folder_above(text_of(path), check->arena);
    if (folder.size && stat(folder.at, &info) < 0)
        report_error(&check->report, "%s: %s", path, strerror(errno));
    else if (can_write(check, path) &&
             serve_check_output(check->serving, path, &check->report)) {
        right(check, "audit", text_of(path));
        return;
    }
    wrong(check, "audit");
}

static void check_words(Check *check)
{
    const char *path = option_text(check->serving->invocation, OPTION_word_filter);
    Bytes file;
    if (!path)
        return;
    if (file_load(path, &file, check->arena, &check->report) &&
        server_check_words(path, file, &check->report))
        right(check, "words", text_of(path));
    else
        wrong(check, "words");
}

static void check_proxy(Check *check)
{
    const char *proxy = option_text(check->serving->invocation, OPTION_proxy);
    WireAddress address;
    if (proxy && wire_address_read(text_of(proxy), &address))
        right(check, "proxy", text_of(proxy));
    else if (proxy &&
             !report_error(&check->report, "\"%s\" is not an IPv4 or IPv6 address", proxy))
        wrong(check, "proxy");
}

/* ---- the state ---- */

static void check_accounts(Check *check, Store *store)
{
    void *rows;
    size_t count;
    const Text shown = check->serving->shown;
    if (!store_load(store, STORE_ACCOUNT, &rows, &count, check->arena, &check->report)) {
        wrong(check, "state");
        return;
    }
    size_t accounts = 0;
    for (size_t i = 0; i < count; i++)
        accounts += ((const StoreAccount *)rows)[i].name.size > 0; /* empty: deleted */
    right(check, "state",
          arena_format(check->arena, "%.*s, %zu account%s%s", (int)shown.size, shown.at,
                       accounts, PLURAL(accounts),
                       store_is_moved(store)
                           ? "; another build of the game wrote it: it will be migrated"
                           : ""));
}

static void check_state(Check *check)
{
    const Serving *serving = check->serving;
    const bool remote = store_is_remote(serving->state);
    enum { UNIQUE_AT = 48, UNIQUE = 8 };
    StoreOptions wanted = {.game = serving->id, .reading = true};
    memcpy(wanted.unique, serving->game.data + UNIQUE_AT, UNIQUE);
    if (!remote && !can_write(check, serving->state)) {
        wrong(check, "state");
        return;
    }
    if (!remote && access(serving->state, F_OK) < 0) {
        right(check, "state",
              arena_format(check->arena, "%s does not exist: it will be created",
                           serving->state));
        return;
    }
    Store *store = store_open(serving->state, &wanted, &check->report);
    /* An empty database is one that the first start fills. */
    const Messages *said = &check->messages;
    if (!store && remote && said->count &&
        text_ends(said->items[said->count - 1].text,
                  "does not contain the state of a server")) {
        right(check, "state",
              arena_format(check->arena, "%.*s can be reached: the state will be created",
                           (int)serving->shown.size, serving->shown.at));
        return;
    }
    if (!store) {
        wrong(check, "state");
        return;
    }
    check_accounts(check, store);
    store_close(store);
}

/* ---- certificate and key ---- */

static void check_validity(Check *check, const char *path, const Identity *identity)
{
    int64_t from, until;
    const int64_t now = (int64_t)time(NULL);
    if (!identity_validity(identity->certificate, &from, &until, &check->report)) {
        wrong(check, "certificate");
        return;
    }
    const long long days = (until - now) / DAY;
    if (now < from)
        report_error(&check->report, "%s: not valid yet", path);
    else if (now >= until)
        report_error(&check->report, "%s: expired %lld days ago", path, -days);
    else {
        print_check(check, days < SOON ? "warning" : "ok", "certificate",
                    arena_format(check->arena, "%s, valid for %lld days", path, days));
        return;
    }
    wrong(check, "certificate");
}

static void check_identity(Check *check)
{
    Identity identity;
    const char *certificate = serve_beside_state(check->serving, OPTION_certificate, ".crt");
    const char *key = serve_beside_state(check->serving, OPTION_key, ".key");
    if (access(certificate, F_OK) < 0 && access(key, F_OK) < 0) {
        if (can_write(check, certificate) && can_write(check, key))
            right(check, "certificate",
                  arena_format(check->arena, "%s and %s do not exist: they will be created",
                               certificate, key));
        else
            wrong(check, "certificate");
        return;
    }
    Wire *wire = identity_read(certificate, key, &identity, check->arena, &check->report)
                     ? wire_server(&identity, &check->report)
                     : NULL;
    if (!wire)
        wrong(check, "certificate");
    else
        check_validity(check, certificate, &identity);
    wire_free(wire);
}

/* ---- addresses ---- */

/* Returns 0, or the error. The socket stays open. */
static int try_to_listen(Check *check, const struct addrinfo *at)
{
    const int yes = 1;
    const int descriptor = socket(at->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const bool ok = descriptor >= 0 &&
                    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) == 0 &&
                    bind(descriptor, at->ai_addr, at->ai_addrlen) == 0 &&
                    listen(descriptor, 1) == 0;
    const int error = ok ? 0 : errno;
    if (ok)
        check->sockets[check->socket_count++] = descriptor;
    else if (descriptor >= 0)
        close(descriptor);
    return error;
}

/* NULL: the state is in a database. */
static const char *local_state(const Check *check)
{
    const char *state = check->serving->state;
    return store_is_remote(state) ? NULL : state;
}

/* What to add if the running server uses the address, which is free after its end; NULL if
 * somebody else does. */
static const char *used_by_server(const Check *check, const WireAddress *address)
{
    const char *config = option_text(check->serving->invocation, OPTION_config);
    for (size_t i = 0; i < check->used_count; i++)
        if (ports_overlap(&check->used[i], address))
            return NULL; /* for another option */
    switch (port_owner(address, config, local_state(check))) {
    case PORT_SERVER:
        return ", in use by the running server";
    case PORT_SYSTEMD:
        return ", kept by systemd";
    case PORT_OTHER:
        break;
    }
    return NULL;
}

/* `*more`: to be added to the line. */
static bool can_listen(Check *check, const char *address, unsigned port, const char **more)
{
    char service[8];
    const struct addrinfo hints = {.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV,
                                   .ai_socktype = SOCK_STREAM};
    struct addrinfo *found = NULL;
    WireAddress own;
    *more = "";
    snprintf(service, sizeof service, "%u", port);
    if (getaddrinfo(address, service, &hints, &found) ||
        !wire_address_read(text_of(address), &own))
        return report_error(&check->report, "%s is not an IPv4 or IPv6 address", address);
    own.port = (uint16_t)port;
    const int error = try_to_listen(check, found);
    freeaddrinfo(found);
    if (error == EADDRINUSE)
        *more = used_by_server(check, &own);
    if (error && (error != EADDRINUSE || !*more))
        return report_error(&check->report, "cannot listen at %s, port %u: %s", address, port,
                            strerror(error));
    check->used[check->used_count++] = own;
    return true;
}

static void close_sockets(Check *check)
{
    while (check->socket_count)
        close(check->sockets[--check->socket_count]);
}

static void check_address(Check *check, const char *name, const char *address, unsigned port)
{
    const char *more;
    if (can_listen(check, address, port, &more))
        right(check, name, arena_format(check->arena, "%s, port %u%s", address, port, more));
    else
        wrong(check, name);
}

/* ---- the socket of the admin interface ---- */

/* `*more`: to be added to the line. */
static bool can_listen_at(Check *check, const char *path, const char **more)
{
    const char *config = option_text(check->serving->invocation, OPTION_config);
    const int process = unix_socket_listener(path);
    *more = process ? ", in use by the running server" : "";
    if (process && !process_is_server(process, config, local_state(check)))
        return report_error(&check->report, "cannot listen at %s: another server listens there",
                            path);
    return unix_socket_check(path, &check->report);
}

/* Without the option, a service has another folder than the shell that checks its options: only
 * problems are printed. A missing folder will be made. Without a default folder, it serves. */
static void check_admin(Check *check, const ServerOptions *wanted)
{
    const Text folder = text_of(wanted->admin_folder);
    const char *path = wanted->admin, *more = "";
    bool ok = path || admin_socket_folder_check(folder, &check->report);
    if (!path && ok && wanted->port && access(folder.at, F_OK) == 0)
        path = admin_socket_in(folder, wanted->port, check->arena).at;
    ok = ok && (!path || can_listen_at(check, path, &more));
    if (!ok && !wanted->admin && !admin_socket_folder_is_given())
        print_problem(check, "warning", "admin");
    else if (!ok)
        wrong(check, "admin");
    else if (wanted->admin)
        right(check, "admin", arena_format(check->arena, "%s%s", path, more));
}

/* ---- open files ---- */

static void check_open_files(Check *check, unsigned players)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) < 0 || limit.rlim_max >= players + FILES_OF_SERVER)
        return;
    print_check(check, "warning", "files",
                arena_format(check->arena,
                             "at most %llu open files (ulimit -n), expected %u for %u players",
                             (unsigned long long)limit.rlim_max, players + FILES_OF_SERVER,
                             players));
}

/* ---- all ---- */

bool serve_check(Serving *serving)
{
    ServerOptions wanted;
    Check check = {.serving = serving, .arena = serving->arena, .ok = true};
    const char *config = option_text(serving->invocation, OPTION_config);
    check.messages.arena = check.arena;
    check.report = report_to(messages_sink, &check.messages);
    if (!serve_config_settings(&serving->config, &serving->settings) ||
        !serve_read_options(serving, &wanted))
        return false;
    right(&check, "options", config ? text_of(config) : TEXT("of the command line"));
    right(&check, "game", text_of(serving->invocation->arguments[0]));
    check_state(&check);
    check_identity(&check);
    check_address(&check, "listen", wanted.listen ? wanted.listen : "127.0.0.1", wanted.port);
    if (wanted.web)
        check_address(&check, "web", wanted.web->listen ? wanted.web->listen : "127.0.0.1",
                      wanted.web->port);
    check_admin(&check, &wanted);
    if (wanted.health)
        check_address(&check, "health", wanted.health, wanted.health_port);
    close_sockets(&check);
    check_open_files(&check, wanted.players);
    check_audit(&check);
    check_words(&check);
    check_proxy(&check);
    return check.ok;
}
