/* The rows server-tick-p99, server-cpu, server-memory and server-bytes: a server in a process
 * of its own on the first core, and bots (src/server/client/bots.h) on the others. Prints
 * lines: tick P50 P99      ms: the world, the snapshot of each client, TLS and sending cpu MS
 * of one client in a second, all the server's threads, no handshakes memory KIB        that the
 * server has grown by, for each client bytes OUT IN      of one client in a second delay P50
 * P99     ms there and back ticks N packets N a second; packets to one client bots PLAYING LOST
 * LATE     ticks that were left out bench_server [BOTS [SECONDS]]: 1000 and 20 if not given.
 * About 50 of the others are near each bot: there is a meadow for each thousand. With more than
 * a thousand, the server and the bots share all cores. */
#include "game.h"

#include "server/client/bots.h"
#include "tirnanog/maps/tmx.h"
#include "base/image/png_write.h"
#include "server/game/game.h"
#include "server/server.h"

#include <sched.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    SIDE = 256,
    TILE = 32,
    RAMP = 50,
    RAMP_MANY = 200, /* for more than MEADOW bots */
    SETTLE = 10,     /* s */
    PLACES = 15,
    MEADOW = 1000, /* bots */
};

/* ---- the game ---- */

static void put_maps(ProjectFiles *files, unsigned count, Arena *arena)
{
    const Image image = image_new(TILE, TILE, arena);
    for (uint32_t i = 0; i < TILE * TILE; i++)
        image.pixels[i] = PIXEL(40, 120, 40, 255);
    put(files, TEXT("tiles/t00_soo0.png"), png_write(&image, NULL, arena), arena);
    TmxTileset set = {.first = 1,
                      .name = TEXT("tiles_t00"),
                      .image = TEXT("../tiles/t00_soo0.png"),
                      .w = TILE,
                      .h = TILE};
    uint32_t *cells = ARENA_ALLOC(arena, uint32_t, SIDE * SIDE);
    for (size_t i = 0; i < SIDE * SIDE; i++)
        cells[i] = 1;
    TmxLayer layer = {.id = 1, .w = SIDE, .h = SIDE, .cells = cells, .name = TEXT("layer")};
    const TmxMap map = {.w = SIDE,
                        .h = SIDE,
                        .tile_w = TILE,
                        .tile_h = TILE,
                        .tilesets = &set,
                        .tileset_count = 1,
                        .layers = &layer,
                        .layer_count = 1};
    for (unsigned i = 0; i < count; i++)
        put(files, arena_format(arena, "maps/meadow%u.tmx", i), tmx_write(&map, arena), arena);
}

/* On one of the meadows. */
static void write_places(Writer *start, unsigned meadow)
{
    const unsigned step = SIDE / PLACES; /* a switch has 255 cases at most */
    write_format(start, "case %u { switch(a) {\n", meadow);
    for (unsigned i = 0; i < PLACES * PLACES; i++)
        write_format(start, "case %u { location(meadow%u,%u,%u,so) }\n", i, meadow,
                     step / 2 + i % PLACES * step, step / 2 + i / PLACES * step);
    write_format(start, "} }\n");
}

/* Everybody begins somewhere else, with coins to trade. */
static Bytes make_game(unsigned players, Arena *arena, Report *report)
{
    const unsigned meadows = players <= MEADOW ? 1 : (players + MEADOW - 1) / MEADOW;
    ProjectFiles files;
    begin_game(&files, arena, report);
    put_text(&files, "config", "TirNanoG Project 0\nmygame\northo 32 32 256\n", arena);
    put_maps(&files, meadows, arena);
    put_text(&files, "npcs/walker.npc",
             "TirNanoG NPC\nWalker\nrandom 100 60 0\nl hero hero_walk - - - - - - - - - - - - "
             "- - - - - -\n",
             arena);
    Writer start = writer_to(arena);
    write_format(&start, "TirNanoG StartUp\ne start {\na = rnd(%u)\nb = rnd(%u)\nswitch(b) {\n",
                 PLACES * PLACES - 1, meadows - 1);
    for (unsigned i = 0; i < meadows; i++)
        write_places(&start, i);
    write_format(&start, "}\ngive(coin,100)\n}\n");
    put(&files, TEXT("game/startup.cfg"), writer_bytes(&start), arena);
    return game_bytes(&files, arena, report);
}

/* ---- the server's process ---- */

typedef struct Mark {
    double cpu;  /* ms */
    long memory; /* KiB */
    ServerStats numbers;
    uint64_t buckets[TICK_BUCKETS + 1];
    unsigned port;
} Mark;

static long resident(void)
{
    long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file && fscanf(file, "%*d %ld", &pages) != 1)
        pages = 0;
    if (file)
        fclose(file);
    return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

static void use_core(int core)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(core, &set);
    sched_setaffinity(0, sizeof set, &set);
}

static void write_mark(const Server *server, int to)
{
    Mark mark = {.cpu = clock_ms(CLOCK_PROCESS_CPUTIME_ID),
                 .memory = resident(),
                 .numbers = server_stats(server),
                 .port = server_port(server)};
    memcpy(mark.buckets, server->tick_buckets, sizeof mark.buckets);
    if (write(to, &mark, sizeof mark) != sizeof mark)
        exit(1);
}

typedef struct Asked {
    Server *server;
    int from, to;
    bool over;
} Asked;

static void on_asked(void *context, unsigned what)
{
    (void)what;
    Asked *asked = context;
    char word;
    asked->over = read(asked->from, &word, 1) != 1;
    if (!asked->over)
        write_mark(asked->server, asked->to);
}

static void serve(Bytes game, const char *state, unsigned players, int from, int to)
{
    Arena *arena = arena_new();
    Report report = report_to(say, NULL);
    Identity identity;
    if (players <= MEADOW)
        use_core(0);
    if (!identity_make(time(NULL), (Bytes){NULL, 0}, &identity, arena, &report))
        exit(1);
    const AccountsOptions accounts = {.cost = PASSWORD_COST_MIN,
                                      .queue = 1024,
                                      .account = LIMIT_NONE,
                                      .address = LIMIT_NONE,
                                      .registering = LIMIT_NONE};
    const LogOptions log = {.level = LOG_LEVEL_WARNING};
    const ServerOptions options = {.game = game,
                                   .state = state,
                                   .identity = &identity,
                                   .players = players,
                                   .accounts = &accounts,
                                   .log = log_new(&log, &report)};
    Server *server = server_new(&options, &report);
    if (!server)
        exit(1);
    Asked asked = {server, from, to, false};
    if (!loop_watch(server->loop, from, LOOP_READ, on_asked, &asked, &report))
        exit(1);
    write_mark(server, to);
    while (!asked.over && !server_is_over(server))
        server_turn(server, 1000);
    exit(0); /* the state is thrown away */
}

/* ---- the bots ---- */

static Mark read_mark(int from)
{
    Mark mark;
    size_t size = 0;
    while (size < sizeof mark) {
        const ssize_t count = read(from, (char *)&mark + size, sizeof mark - size);
        if (count <= 0)
            exit(1);
        size += (size_t)count;
    }
    return mark;
}

static Mark ask_mark(int to, int from)
{
    if (write(to, "m", 1) != 1)
        exit(1);
    return read_mark(from);
}

/* The bots look every other millisecond for what has come, they do not wait for it: to wake
 * them would be the work of the server's sends, as no client on another machine is. */
static void play(Bots *bots, Loop *loop, double seconds)
{
    const struct timespec nap = {.tv_nsec = 2000000};
    const uint64_t end = loop_now(loop) + (uint64_t)(seconds * 1000);
    while (loop_now(loop) < end) {
        nanosleep(&nap, NULL);
        loop_turn(loop, 0);
        bots_turn(bots);
    }
}

/* As if the ticks of a bucket were spread evenly over it. */
static double tick_percent(const Mark *before, const Mark *now, double percent)
{
    double all = 0, count = 0, low = 0;
    for (size_t i = 0; i <= TICK_BUCKETS; i++)
        all += (double)(now->buckets[i] - before->buckets[i]);
    const double wanted = all * percent / 100;
    for (size_t i = 0; i < TICK_BUCKETS; i++) {
        const double here = (double)(now->buckets[i] - before->buckets[i]);
        const double high = tick_limit(i);
        if (here > 0 && count + here >= wanted)
            return low + (high - low) * (wanted - count) / here;
        count += here;
        low = high;
    }
    return 1000;
}

static int measure_all(unsigned port, const Mark *empty, const int pipes[2], unsigned players,
                       double seconds)
{
    Report report = report_to(say, NULL);
    Loop *loop = loop_new(NULL, NULL, &report);
    Wire *wire = wire_client(&report);
    const unsigned ramp = players <= MEADOW ? RAMP : RAMP_MANY;
    const BotsOptions options = {.loop = loop,
                                 .wire = wire,
                                 .host = TEXT("127.0.0.1"),
                                 .port = port,
                                 .count = players,
                                 .ramp = ramp,
                                 .seed = 1};
    Bots *bots = bots_new(&options, &report);
    if (!bots)
        return 1;
    play(bots, loop, (double)players / ramp + SETTLE);
    const Mark before = ask_mark(pipes[1], pipes[0]);
    const BotsNumbers then = bots_stats(bots);
    play(bots, loop, seconds);
    const Mark after = ask_mark(pipes[1], pipes[0]);
    const BotsNumbers now = bots_stats(bots);
    const double clients = now.playing ? now.playing : 1, share = clients * seconds;
    printf("tick %.2f %.2f\n", tick_percent(&before, &after, 50),
           tick_percent(&before, &after, 99));
    printf("cpu %.4f\n", (after.cpu - before.cpu) / share);
    printf("memory %.1f\n", (double)(after.memory - empty->memory) / clients);
    printf("ticks %.2f packets %.2f\n",
           (double)(after.numbers.ticks - before.numbers.ticks) / seconds,
           (double)(after.numbers.packets_out - before.numbers.packets_out) / share);
    printf("bytes %.0f %.0f\n",
           (double)(after.numbers.bytes_out - before.numbers.bytes_out) / share,
           (double)(after.numbers.bytes_in - before.numbers.bytes_in) / share);
    printf("delay %u %u\n", tally_delay(&then.tally, &now.tally, 50),
           tally_delay(&then.tally, &now.tally, 99));
    printf("bots %u %u %llu\n", now.playing, now.lost,
           (unsigned long long)(after.numbers.late - before.numbers.late));
    if (now.lost)
        fprintf(stderr, "a bot was lost: %s\n", bots_words(bots).at);
    return now.playing == players ? 0 : 1;
}

int main(int count, char **words)
{
    const unsigned players = count > 1 ? (unsigned)atoi(words[1]) : 1000;
    const double seconds = count > 2 ? atof(words[2]) : 20;
    Arena *arena = arena_new();
    Report report = report_to(say, NULL);
    char folder[] = "/tmp/oisin-bench-XXXXXX";
    int asks[2], answers[2];
    const Bytes game = make_game(players, arena, &report);
    if (!mkdtemp(folder) || pipe(asks) || pipe(answers))
        return 1;
    const char *state = arena_format(arena, "%s/state.db", folder).at;
    const pid_t child = fork();
    if (child == 0) {
        close(asks[1]);
        serve(game, state, players, asks[0], answers[1]);
    }
    close(asks[0]);
    close(answers[1]);
    const Mark empty = read_mark(answers[0]);
    const int status =
        measure_all(empty.port, &empty, (int[2]){answers[0], asks[1]}, players, seconds);
    close(asks[1]);
    waitpid(child, NULL, 0);
    static const char *const names[] = {"", "-wal", "-shm", ".lock"};
    for (size_t i = 0; i < COUNT_OF(names); i++)
        unlink(arena_format(arena, "%s%s", state, names[i]).at);
    rmdir(folder);
    return status;
}
