/* oisin serve: hosts a game for many players. */
#include "cli/command.h"
#include "cli/listen.h"
#include "cli/serve_config.h"
#include "cli/serve_web.h"
#include "kit/files.h"
#include "kit/game.h"

#include "base/deflate.h"
#include "base/mapped_file.h"
#include "base/output/output.h"
#include "base/text.h"
#include "server/admin/admin.h"
#include "server/log/log.h"
#include "server/server.h"
#include "server/store/store_sav.h"

#include <arpa/inet.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef struct Serving {
    Invocation *invocation;
    Bytes game;
    Text id;           /* of the game */
    const char *state; /* a path, or the address of a database */
    Text shown;        /* the state without a password */
    ServeConfig config;
    ServerSettings settings;
    ServerWeb web;
    Log *log;
    Arena *arena;
} Serving;

/* ---- options ---- */

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

/* GAMEID.db, or the value of --state or --storage. */
static bool read_state(Serving *serving)
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

/* Creates the folder of the state, as for all output files. */
static bool make_state_folder(Serving *serving)
{
    return store_is_remote(serving->state) ||
           folder_make(folder_above(text_of(serving->state), serving->arena).at,
                       &serving->invocation->report);
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
    struct in6_addr six;
    struct in_addr four;
    const char *listen = out->listen ? out->listen : "127.0.0.1";
    const bool here =
        (inet_pton(AF_INET, listen, &four) == 1 && ntohl(four.s_addr) >> 24 == 127) ||
        (inet_pton(AF_INET6, listen, &six) == 1 && IN6_IS_ADDR_LOOPBACK(&six));
    return here ||
           report_error(&serving->invocation->report,
                        "--no-limits is for local use only: expected --listen 127.0.0.1 or "
                        "[::1], found %s",
                        listen);
}

/* The path of a file next to the state; for a database, in the current folder. */
static const char *beside_state(const Serving *serving, unsigned option, const char *ending)
{
    const char *given = option_text(serving->invocation, option);
    const Text state = store_is_remote(serving->state) ? serving->id : text_of(serving->state);
    return given ? given
                 : arena_format(serving->arena, "%.*s%s", (int)state.size, state.at, ending).at;
}

/* ---- import and export ---- */

static Store *open_store(Serving *serving, bool reading)
{
    enum { UNIQUE_AT = 48, UNIQUE = 8 };
    StoreOptions wanted = {.game = serving->id, .reading = reading};
    memcpy(wanted.unique, serving->game.data + UNIQUE_AT, UNIQUE);
    return store_open(serving->state, &wanted, &serving->invocation->report);
}

static void note_outcome(void *context, StoreOutcome outcome)
{
    *(StoreOutcome *)context = outcome;
}

static bool import_save(Serving *serving, const char *path)
{
    Report *report = &serving->invocation->report;
    const SavImport import = {PASSWORD_COST.passes, PASSWORD_COST.memory};
    StoreOutcome outcome = STORE_FAILED;
    Bytes file;
    Sav sav;
    if (!file_load(path, &file, serving->arena, report))
        return false;
    Report about = report_child(report, text_of(path));
    const bool read = sav_read(file, &sav, serving->arena, &about);
    Store *store = read ? open_store(serving, false) : NULL;
    if (!store)
        return false;
    StoreBatch *batch = store_batch(store);
    if (store_import(store, &sav, &import, batch, serving->arena, report)) {
        if (store_commit(store, &batch, note_outcome, &outcome))
            store_wait(store);
        if (outcome != STORE_SAVED)
            report_error(report, "%s",
                         store_problem(store) ? store_problem(store) : "the store refused it");
    } else {
        store_drop_batch(batch);
    }
    store_close(store);
    return outcome == STORE_SAVED;
}

static bool export_all(Serving *serving, Store *store, Sav *out)
{
    TngFile game;
    ZoneMap zones;
    Report *report = &serving->invocation->report;
    return tng_read(serving->game, &game, serving->arena, report) &&
           zone_map(&game, &zones, serving->arena, report) &&
           store_export(store, &zones, out, serving->arena, report);
}

static bool export_save(Serving *serving, const char *path)
{
    Report *report = &serving->invocation->report;
    Bytes file;
    Sav sav;
    Store *store = open_store(serving, true);
    bool ok = store && export_all(serving, store, &sav);
    if (ok && !option_given(serving->invocation, OPTION_export_passwords))
        sav_drop_passwords(&sav);
    ok = ok && sav_write(&sav, DEFLATE_QUICK, &file, serving->arena, report) &&
         file_save_private(path, &file, 1, report); /* it contains all accounts */
    if (store)
        store_close(store);
    return ok;
}

/* ---- serving ---- */

static Server *stopped_by_signal;

static void on_signal(int number)
{
    (void)number;
    server_stop(stopped_by_signal);
}

static volatile sig_atomic_t reload_wanted;

static void on_hangup(int number)
{
    (void)number;
    reload_wanted = 1;
}

static void watch_signals(Server *server)
{
    const struct sigaction action = {.sa_handler = on_signal};
    const struct sigaction hangup = {.sa_handler = on_hangup};
    sigaction(SIGHUP, &hangup, NULL);
    stopped_by_signal = server;
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

static void clear_signals(void)
{
    const struct sigaction action = {.sa_handler = SIG_DFL};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
    stopped_by_signal = NULL;
}

static void print_start(const Serving *serving, const Server *server,
                        const ServerOptions *given)
{
    uint8_t pin[PIN_SIZE];
    Report silent = report_to(NULL, NULL);
    printf("%.*s: listening at %s, port %u\n", (int)serving->id.size, serving->id.at,
           given->listen ? given->listen : "127.0.0.1", server_port(server));
    printf("state: %.*s, %llu accounts; registration is %s\n", (int)serving->shown.size,
           serving->shown.at, (unsigned long long)server_stats(server).accounts,
           given->closed ? "closed" : "open");
    const Text host = serve_web_host(given->listen, serving->arena);
    printf("to play: oisin play --connect %.*s:%u\n", (int)host.size, host.at,
           server_port(server));
    const Text bus = server_bus_shown(server, serving->arena);
    if (bus.size)
        printf("bus: %.*s\n", (int)bus.size, bus.at);
    if (identity_pin(given->identity->certificate, pin, &silent)) {
        printf("certificate: ");
        for (size_t i = 0; i < PIN_SIZE; i++)
            printf("%02x", pin[i]);
        printf("\n");
    }
    if (given->web)
        serve_web_print(given->web, server_web_port(server), serving->arena);
    if (given->admin)
        printf("admin interface: %s, port %u\n", given->admin, server_admin_port(server));
    fflush(stdout);
}

static bool read_bus(Serving *serving, const char **out)
{
    if (!read_address(serving, OPTION_bus, "OISIN_BUS", out))
        return false;
    return !*out || server_has_cluster() ||
           report_error(&serving->invocation->report,
                        "--bus and OISIN_BUS: this build has no cluster support");
}

static bool read_options(Serving *serving, ServerOptions *out, Identity *identity)
{
    Invocation *invocation = serving->invocation;
    long seed;
    bool has_web;
    if (!read_bus(serving, &out->bus) ||
        !option_listen(invocation, OPTION_listen, &out->listen, &out->port, serving->arena) ||
        !option_listen(invocation, OPTION_admin, &out->admin, &out->admin_port,
                       serving->arena) ||
        !serve_config_settings(&serving->config, &serving->settings) ||
        !read_limits(serving, out) ||
        !serve_web_read(invocation, serving->game, out->listen, &serving->web, &has_web,
                        serving->arena) ||
        !option_number(invocation, OPTION_seed, 0, LONG_MAX, (long)time(NULL), &seed) ||
        !identity_files(beside_state(serving, OPTION_certificate, ".crt"),
                        beside_state(serving, OPTION_key, ".key"), (int64_t)time(NULL),
                        identity, serving->arena, &invocation->report))
        return false;
    out->players = serving->settings.players;
    out->closed = serving->settings.closed;
    out->no_fetch = serving->settings.no_fetch;
    out->web = has_web ? &serving->web : NULL;
    out->seed = (uint64_t)seed;
    out->identity = identity;
    return true;
}

static void send_message(void *context, const Message *message)
{
    Arena *arena = arena_new();
    const Text line = message_print(message, arena);
    log_write(context,
              message->severity == SEVERITY_NOTE ? EVENT_OPTION_CHANGED : EVENT_OPTION_INVALID,
              &(LogFields){.text = line, .reason = line});
    arena_free(arena);
}

static bool renew(Serving *serving, Server *server, Arena *arena, Report *report)
{
    Identity identity;
    return identity_read(beside_state(serving, OPTION_certificate, ".crt"),
                         beside_state(serving, OPTION_key, ".key"), &identity, arena, report) &&
           server_renew(server, &identity, report);
}

/* SIGHUP: options may have changed, the certificate may have been renewed. Errors are
 * logged, and the previous values stay. */
static void reload(Serving *serving, Server *server)
{
    Arena *arena = arena_new();
    Report report = report_to(send_message, serving->log);
    const char *before[COUNT_OF(serving->config.given)];
    reload_wanted = 0;
    memcpy(before, serving->invocation->values, sizeof before);
    serve_config_reload(&serving->config, &serving->settings, &report);
    server_set(server, &serving->settings);
    if (renew(serving, server, arena, &report))
        log_write(serving->log, EVENT_CERTIFICATE, NULL);
    else
        serve_config_keep_files(&serving->config, before);
    arena_free(arena);
}

static bool serve(Serving *serving)
{
    Identity identity;
    ServerOptions wanted = {.game = serving->game,
                            .port = SERVER_PORT,
                            .admin_port = ADMIN_PORT,
                            .state = serving->state};
    const LogOptions log = {.level = LOG_LEVEL_INFO,
                            .format = log_has_journal() ? LOG_AS_JOURNAL : LOG_AS_TEXT};
    if (!read_options(serving, &wanted, &identity))
        return false;
    serving->log = wanted.log = log_new(&log, &serving->invocation->report);
    Server *server = server_new(&wanted, &serving->invocation->report);
    if (!server) {
        log_free(serving->log);
        return false;
    }
    watch_signals(server);
    print_start(serving, server, &wanted);
    while (!server_is_over(server)) {
        server_turn(server, 1000);
        if (reload_wanted)
            reload(serving, server);
    }
    clear_signals();
    const char *problem = server_problem(server);
    const bool ok = !problem || report_error(&serving->invocation->report, "%s", problem);
    server_free(server);
    log_write(serving->log, EVENT_STOPPED, NULL);
    log_free(serving->log);
    return ok;
}

int command_serve(Invocation *invocation)
{
    file_mapping_disable(); /* long-running: files may be truncated meanwhile */
    Arena *arena = arena_new();
    Serving serving = {
        .invocation = invocation, .config = {invocation, {NULL}, arena}, .arena = arena};
    const BuildOptions build = {.strict = true};
    const char *import = option_text(invocation, OPTION_import);
    const char *export = option_text(invocation, OPTION_export);
    TngFile *game = ARENA_ALLOC(arena, TngFile, 1);
    bool ok = serve_config_begin(&serving.config, &invocation->report);
    ok = ok && games_load(invocation->arguments, invocation->argument_count, &build,
                          &serving.game, arena, &invocation->report);
    Report about = report_child(&invocation->report, text_of(invocation->arguments[0]));
    ok = ok && tng_read(serving.game, game, arena, &about);
    if (ok && option_given(invocation, OPTION_export_passwords) && !export) {
        usage_error(invocation, "--export-passwords requires --export");
        ok = false;
    }
    serving.id = ok ? tng_game_id(&game->header) : TEXT("");
    ok = ok && read_state(&serving);
    ok = ok && ((export && !import) || make_state_folder(&serving));
    ok = ok && (!import || import_save(&serving, import));
    ok = ok && (!export || export_save(&serving, export));
    if (ok && !import && !export)
        ok = serve(&serving);
    arena_free(arena);
    return ok ? EXIT_DONE : EXIT_FAILED;
}
