/* `oisin serve` while somebody copies another file over the game that is served: the server has
 * read it, so it goes on with what it has, and gives that away. */
#include "lib/cli.h"

#include "server/client/client.h"

#include <signal.h>
#include <stdlib.h>
#include <time.h>

typedef struct Visitor {
    Client *client;
    Bytes game;    /* at hand; empty: to be fetched */
    Bytes fetched; /* with room for `size` bytes */
    size_t size;
} Visitor;

typedef struct Serving {
    Cli *cli;
    Kit *kit;
    Loop *loop;
    Wire *wire;
    int pid;
    unsigned port;
    Visitor visitors[2];
} Serving;

/* ---- the server ---- */

static void start_server(Serving *serving)
{
    Cli *cli = serving->cli;
    char here[256];
    assert_non_null(getcwd(here, sizeof here));
    const int status = sh(
        cli,
        "oisin build %s/examples/segais -o large.tng --no-cache -q && oisin new mygame -q && "
        "oisin build mygame -o small.tng -q && cat large.tng > game.tng && "
        "test $(wc -c < large.tng) -gt 1000000 && test $(wc -c < small.tng) -lt 1000000\n"
        "(sh -c 'echo $$ > pid; exec \"$0\" serve game.tng --state a.db --listen 127.0.0.1:0 "
        "--no-limits' \"$program\" > log 2>&1; echo $? > status) &\n"
        "for i in $(seq 400); do grep -q certificate: log && exit 0; sleep 0.05; done; exit 1",
        here);
    const char *port = strstr(content(cli, "log"), "port ");
    serving->pid = atoi(content(cli, "pid"));
    if (status || !port || serving->pid <= 0)
        fail_msg("%s", content(cli, "log"));
    serving->port = (unsigned)atoi(port + 5);
}

static Bytes content_of(Serving *serving, const char *name)
{
    Arena *arena = serving->kit->arena;
    FILE *file = fopen(arena_format(arena, "%s/%s", serving->cli->folder, name).at, "rb");
    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    const size_t size = (size_t)ftell(file);
    rewind(file);
    uint8_t *bytes = arena_alloc(arena, 1, size + 1);
    assert_int_equal(fread(bytes, 1, size, file), size);
    fclose(file);
    return (Bytes){bytes, size};
}

/* ---- players ---- */

static Bytes find(void *context, const PacketServerHello *hello)
{
    (void)hello;
    return ((Visitor *)context)->game;
}

static uint64_t begun(void *context, const PacketServerHello *hello)
{
    Visitor *visitor = context;
    return hello->size <= visitor->size ? 0 : visitor->size;
}

static bool keep(void *context, uint64_t offset, Bytes piece, bool last)
{
    Visitor *visitor = context;
    if (offset > visitor->size || piece.size > visitor->size - offset)
        return false;
    memcpy((uint8_t *)(uintptr_t)visitor->fetched.data + offset, piece.data, piece.size);
    visitor->fetched.size = offset + piece.size;
    if (last)
        visitor->game = visitor->fetched;
    return true;
}

static void come(Serving *serving, Visitor *visitor, const char *name, Bytes game, size_t size)
{
    *visitor = (Visitor){.game = game, .size = size};
    visitor->fetched.data = arena_alloc(serving->kit->arena, 1, size);
    const ClientOptions options = {.loop = serving->loop,
                                   .wire = serving->wire,
                                   .host = TEXT("127.0.0.1"),
                                   .port = serving->port,
                                   .name = text_of(name),
                                   .password = TEXT("a good password"),
                                   .language = TEXT("en"),
                                   .registers = true,
                                   .once = true,
                                   .games = {visitor, find, begun, keep, NULL}};
    visitor->client = client_new(&options, &serving->kit->report);
    assert_non_null(visitor->client);
}

static void turn(Serving *serving)
{
    const WorldInput input = {0};
    loop_turn(serving->loop, 10);
    for (unsigned i = 0; i < 2; i++)
        if (serving->visitors[i].client)
            client_tick(serving->visitors[i].client, &input);
}

static bool plays(const Visitor *visitor)
{
    return client_phase(visitor->client) == CLIENT_PLAYING && client_world(visitor->client);
}

static void until_plays(Serving *serving, const Visitor *visitor)
{
    const time_t end = time(NULL) + 60;
    while (!plays(visitor) && client_phase(visitor->client) != CLIENT_OVER && time(NULL) < end)
        turn(serving);
    if (!plays(visitor))
        fail_msg("%s", arena_text(serving->kit->arena, client_status_text(visitor->client)).at);
}

/* The server has something to say to them all the time. */
static void play_on(Serving *serving, unsigned ms)
{
    struct timespec begin, now;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    do {
        turn(serving);
        clock_gettime(CLOCK_MONOTONIC, &now);
    } while ((now.tv_sec - begin.tv_sec) * 1000 + (now.tv_nsec - begin.tv_nsec) / 1000000 < ms);
}

/* ---- tests ---- */

static int set_up(void **state)
{
    Serving *serving = calloc(1, sizeof *serving);
    if (!serving || cli_begin((void **)&serving->cli))
        return -1;
    serving->kit = kit_new();
    serving->loop = loop_new(NULL, NULL, &serving->kit->report);
    serving->wire = wire_client(&serving->kit->report);
    *state = serving;
    return 0;
}

static int tear_down(void **state)
{
    Serving *serving = *state;
    for (unsigned i = 0; i < 2; i++)
        if (serving->visitors[i].client)
            client_free(serving->visitors[i].client);
    for (unsigned i = 0; i < 20; i++)
        loop_turn(serving->loop, 1);
    if (serving->pid > 0)
        kill(serving->pid, SIGKILL);
    for (unsigned i = 0; i < 200 && serving->pid > 0 && !kill(serving->pid, 0); i++)
        usleep(10000); /* it must not write into the folder any more */
    loop_free(serving->loop);
    wire_free(serving->wire);
    kit_free(serving->kit);
    const int status = cli_end((void **)&serving->cli);
    free(serving);
    return status;
}

static void truncated_game_file_continues_to_be_served(void **state)
{
    Serving *serving = *state;
    Cli *cli = serving->cli;
    start_server(serving);
    const Bytes large = content_of(serving, "large.tng");
    Visitor *ann = &serving->visitors[0], *ben = &serving->visitors[1];
    come(serving, ann, "Ann", large, 0);
    until_plays(serving, ann);
    static const char *const changes[] = {"cat small.tng > game.tng", ": > game.tng"};
    for (size_t i = 0; i < COUNT_OF(changes); i++) {
        expect(cli, 0, changes[i]);
        play_on(serving, 1500);
        assert_true(plays(ann));
        come(serving, ben, i ? "Cai" : "Ben", (Bytes){NULL, 0}, large.size);
        until_plays(serving, ben);
        assert_true(bytes_equal(ben->fetched, large)); /* and not what is on the disk now */
        assert_true(plays(ann));
        client_free(ben->client);
        ben->client = NULL;
    }
    assert_int_equal(kill(serving->pid, SIGTERM), 0);
    serving->pid = 0;
    expect(cli, 0,
           "for i in $(seq 200); do test -s status && break; sleep 0.05; done; "
           "cat log; test $(cat status) = 0");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test_setup_teardown(
        truncated_game_file_continues_to_be_served, set_up, tear_down)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
