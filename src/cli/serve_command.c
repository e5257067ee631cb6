/* oisin serve: hosts a game for many players. */
#include "cli/invocation.h"
#include "cli/serve_internal.h"
#include "cli/systemd_service.h"
#include "kit/jobs/files.h"
#include "tirnanog/jobs/open_game.h"
#include "tirnanog/jobs/projects_home.h"

#include "base/deflate.h"
#include "base/mapped_file.h"
#include "base/output/output.h"
#include "base/text.h"
#include "server/log/log.h"
#include "server/server.h"
#include "server/store/store_export.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

/* ---- import and export ---- */

/* Creates the folder of the state, as for all output files. */
static bool make_state_folder(Serving *serving)
{
    return store_is_remote(serving->state) ||
           folder_make(folder_above(text_of(serving->state), serving->arena).at,
                       &serving->invocation->report);
}

static Store *open_store(Serving *serving, bool reading)
{
    enum { UNIQUE_AT = 48, UNIQUE = 8 };
    StoreOptions wanted = {.game = serving->id, .reading = reading};
    memcpy(wanted.unique, serving->game.data + UNIQUE_AT, UNIQUE);
    return store_open(serving->state, &wanted, &serving->invocation->report);
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
        outcome = store_commit_now(store, batch);
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
           zone_map_of_state(store, &game, &zones, serving->arena, report) &&
           store_export(store, &zones, out, serving->arena, report);
}

static bool export_save(Serving *serving, const char *path)
{
    Report *report = &serving->invocation->report;
    Bytes file;
    Sav sav;
    if (!serve_check_output(serving, path, report))
        return false;
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

static Server *volatile stopped_by_signal; /* NULL: it is over already */

static void on_signal(int number)
{
    (void)number;
    Server *const server = stopped_by_signal;
    if (server)
        server_stop(server);
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
    if (given->health)
        printf("health interface: %s, port %u\n", given->health, server_health_port(server));
    const char *admin = server_admin_path(server);
    printf("admin interface: %s\n", admin ? admin : "none");
    fflush(stdout);
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
    return identity_read(serve_beside_state(serving, OPTION_certificate, ".crt"),
                         serve_beside_state(serving, OPTION_key, ".key"), &identity, arena,
                         report) &&
           server_renew(server, &identity, report);
}

/* The list of --word-filter. */
static bool read_words(const Serving *serving, Server *server, Report *report)
{
    const char *path = option_text(serving->invocation, OPTION_word_filter);
    Bytes file = {NULL, 0};
    Arena *arena = arena_new();
    const bool ok = (!path || file_load(path, &file, arena, report)) &&
                    server_set_words(server, path, file, report);
    arena_free(arena);
    return ok;
}

/* SIGHUP: options may have changed, the certificate may have been renewed. Errors are
 * logged, and the previous values stay. */
static void reload(Serving *serving, Server *server)
{
    Arena *arena = arena_new();
    Messages messages = {.arena = arena};
    Report report = report_to(messages_sink, &messages);
    const char *before[COUNT_OF(serving->config.given)];
    reload_wanted = 0;
    service_reloading();
    memcpy(before, serving->invocation->values, sizeof before);
    serve_config_reload(&serving->config, &serving->settings, &report);
    server_set(server, &serving->settings.server);
    if (!serving->settings.audit ||
        serve_check_output(serving, serving->settings.audit, &report))
        log_set_audit(serving->log, serving->settings.audit, &report);
    log_set_level(serving->log, serving->settings.level); /* of the messages, too */
    const bool renewed = renew(serving, server, arena, &report);
    if (!renewed)
        serve_config_keep_files(&serving->config, before);
    read_words(serving, server, &report);
    for (size_t i = 0; i < messages.count; i++)
        send_message(serving->log, &messages.items[i]);
    if (renewed)
        log_write(serving->log, EVENT_CERTIFICATE, NULL);
    service_ready();
    arena_free(arena);
}

static void log_listening(const Serving *serving, const Server *server,
                          const ServerOptions *wanted)
{
    Arena *arena = serving->arena;
    WireAddress at;
    wire_address_read(text_of(wanted->listen ? wanted->listen : "127.0.0.1"), &at);
    at.port = (uint16_t)server_port(server);
    const Text text = wire_address_text(&at, arena);
    log_write(serving->log, EVENT_LISTENING,
              &(LogFields){.text = arena_format(arena, "%.*s: listening at %.*s",
                                                (int)serving->id.size, serving->id.at,
                                                (int)text.size, text.at)});
}

/* Until it ends. */
static bool run(Serving *serving, const ServerOptions *wanted)
{
    Server *server = server_new(wanted, &serving->invocation->report);
    if (!server || !read_words(serving, server, &serving->invocation->report)) {
        server_free(server);
        return false;
    }
    watch_signals(server);
    print_start(serving, server, wanted);
    log_listening(serving, server, wanted);
    service_ready();
    while (!server_is_over(server)) {
        server_turn(server, 1000);
        service_alive();
        if (reload_wanted)
            reload(serving, server);
    }
    service_stopping();
    stopped_by_signal = NULL; /* signals are ignored until everything is saved */
    const char *problem = server_problem(server);
    const bool ok = !problem || report_error(&serving->invocation->report, "%s", problem);
    server_free(server);
    clear_signals();
    if (ok)
        log_write(serving->log, EVENT_STOPPED, NULL);
    return ok;
}

/* Each player takes a descriptor. Shells usually permit 1,024, and more to programs that ask.
 */
static void raise_file_limit(void)
{
    enum { FILES = 16384 }; /* as in packaging/systemd */
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) < 0 || limit.rlim_cur >= FILES)
        return;
    limit.rlim_cur = limit.rlim_max < FILES ? limit.rlim_max : FILES;
    setrlimit(RLIMIT_NOFILE, &limit); /* on failure, the limit stays */
}

static bool serve(Serving *serving)
{
    Identity identity;
    ServerOptions wanted;
    if (!serve_config_settings(&serving->config, &serving->settings) ||
        !serve_read_options(serving, &wanted) ||
        !identity_files(serve_beside_state(serving, OPTION_certificate, ".crt"),
                        serve_beside_state(serving, OPTION_key, ".key"), (int64_t)time(NULL),
                        &identity, serving->arena, &serving->invocation->report))
        return false;
    raise_file_limit();
    wanted.identity = &identity;
    wanted.log = serving->log = serve_log(serving);
    const bool ok = serving->log && run(serving, &wanted);
    log_free(serving->log);
    return ok;
}

/* The game of the arguments, or that of --game or of the file of wanted. */
static bool find_game(Invocation *invocation, Arena *arena)
{
    const char *game = option_text(invocation, OPTION_game);
    if (invocation->argument_count)
        return true;
    if (game)
        invocation->arguments[invocation->argument_count++] = home_find_project(game, arena);
    else
        usage_error(invocation,
                    "serve requires GAME|PROJECT, --game, or \"game = FILE\" in the file of "
                    "--config");
    return game != NULL;
}

static bool load_game(Serving *serving)
{
    Invocation *invocation = serving->invocation;
    const BuildOptions build = {.strict = true};
    TngFile *game = ARENA_ALLOC(serving->arena, TngFile, 1);
    if (!games_load(invocation->arguments, invocation->argument_count, &build, &serving->game,
                    serving->arena, &invocation->report))
        return false;
    Report about = report_child(&invocation->report, text_of(invocation->arguments[0]));
    if (!tng_read(serving->game, game, serving->arena, &about))
        return false;
    serving->id = tng_game_id(&game->header);
    return true;
}

int command_serve(Invocation *invocation)
{
    file_mapping_disable(); /* long-running: files may be truncated meanwhile */
    Arena *arena = arena_new();
    Serving serving = {
        .invocation = invocation, .config = {invocation, {NULL}, arena}, .arena = arena};
    const char *import = option_text(invocation, OPTION_import);
    const char *export = option_text(invocation, OPTION_export);
    bool ok = serve_config_begin(&serving.config, &invocation->report);
    ok = ok && find_game(invocation, arena) && load_game(&serving);
    if (ok && option_given(invocation, OPTION_export_passwords) && !export) {
        usage_error(invocation, "--export-passwords requires --export");
        ok = false;
    }
    ok = ok && serve_read_state(&serving);
    if (ok && option_given(invocation, OPTION_check)) {
        ok = serve_check(&serving);
    } else {
        ok = ok && ((export && !import) || make_state_folder(&serving));
        ok = ok && (!import || import_save(&serving, import));
        ok = ok && (!export || export_save(&serving, export));
        ok = ok && (import || export || serve(&serving));
    }
    arena_free(arena);
    return ok ? EXIT_DONE : EXIT_FAILED;
}
