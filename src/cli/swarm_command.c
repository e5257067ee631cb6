/* oisin swarm: a load test of a server with bots, and its measurements. */
#include "cli/invocation.h"
#include "tirnanog/jobs/open_game.h"

#include "base/system/signals.h"
#include "base/text.h"
#include "server/client/bots.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>

enum { SWARM_PORT = 4433, SWARM_WEB_PORT = 8443, SECONDS_MAX = 1000000 };

static bool read_options(Invocation *invocation, BotsOptions *out, long *seconds, Arena *arena)
{
    long bots, first, ramp, seed;
    const char *game = option_text(invocation, OPTION_game);
    const bool web = option_given(invocation, OPTION_web);
    *out = (BotsOptions){.port = web ? SWARM_WEB_PORT : SWARM_PORT};
    if (!option_number(invocation, OPTION_bots, 1, BOTS_MAX, 100, &bots) ||
        !option_number(invocation, OPTION_first, 1, BOTS_MAX, 1, &first) ||
        !option_number(invocation, OPTION_seconds, 1, SECONDS_MAX, 60, seconds) ||
        !option_number(invocation, OPTION_ramp, 1, BOTS_MAX, BOTS_RAMP, &ramp) ||
        !option_number(invocation, OPTION_seed, 0, LONG_MAX, 1, &seed) ||
        !wire_target(text_of(invocation->arguments[0]), &out->host, &out->port,
                     &invocation->report))
        return false;
    out->count = (uint32_t)bots;
    out->first = (uint32_t)first;
    out->ramp = (uint32_t)ramp;
    out->seed = (uint64_t)seed;
    out->reconnects = option_given(invocation, OPTION_reconnect);
    return !game || game_load(game, NULL, &out->game, arena, &invocation->report);
}

/* ---- the table ---- */

static void print_titles(void)
{
    printf("%6s %7s %8s %8s %8s %8s %6s %6s %9s\n", "second", "playing", "inputs/s", "KiB/s in",
           "KiB/s out", "trades", "p50 ms", "p99 ms", "corrected");
}

/* `corrected`: sum of position corrections of the complete player, pixels. */
static void print_line(const char *name, const BotsNumbers *before, const BotsNumbers *now,
                       double seconds)
{
    const BotTally *a = &before->tally, *b = &now->tally;
    printf("%6s %7" PRIu32 " %8.0f %8.1f %8.1f %8" PRIu64 " %6" PRIu32 " %6" PRIu32 " %9.1f\n",
           name, now->playing, (double)(b->inputs - a->inputs) / seconds,
           (double)(b->bytes.in - a->bytes.in) / 1024 / seconds,
           (double)(b->bytes.out - a->bytes.out) / 1024 / seconds, b->traded - a->traded,
           tally_delay(a, b, 50), tally_delay(a, b, 99),
           (double)(now->corrected - before->corrected) / 256);
    fflush(stdout);
}

static void run(Bots *bots, Loop *loop, long seconds, bool quiet)
{
    const uint64_t began = loop_now(loop);
    const BotsNumbers none = {0};
    BotsNumbers before = none, now;
    char name[24];
    print_titles();
    for (long second = 1; second <= seconds && !interrupted(); second++) {
        while (loop_now(loop) < began + (uint64_t)second * 1000 && !interrupted()) {
            loop_turn(loop, 5);
            bots_turn(bots);
        }
        now = bots_stats(bots);
        snprintf(name, sizeof name, "%ld", second);
        if (!quiet)
            print_line(name, &before, &now, 1);
        before = now;
    }
    now = bots_stats(bots);
    const double whole = (double)(loop_now(loop) - began) / 1000;
    print_line("all", &none, &now, whole > 0 ? whole : 1);
}

static bool swarm(Invocation *invocation, const BotsOptions *crowd, long seconds)
{
    Report *report = &invocation->report;
    Bots *bots = bots_new(crowd, report);
    if (!bots)
        return false;
    interrupt_note(true);
    run(bots, crowd->loop, seconds, option_given(invocation, OPTION_quiet));
    const BotsNumbers numbers = bots_stats(bots);
    const uint32_t missing = numbers.come - numbers.playing;
    const Text why = bots_words(bots);
    if (option_given(invocation, OPTION_reconnect))
        printf("reconnected: %" PRIu64 "\n", numbers.reconnected);
    if (missing)
        report_error(report, "%" PRIu32 " of %" PRIu32 " bots are not playing%s%.*s", missing,
                     numbers.come, why.size ? ": " : "", (int)why.size, why.at);
    bots_free(bots);
    return !missing;
}

int command_swarm(Invocation *invocation)
{
    Report *report = &invocation->report;
    Arena *arena = arena_new();
    BotsOptions crowd;
    long seconds;
    bool done = false;
    if (!read_options(invocation, &crowd, &seconds, arena)) {
        arena_free(arena);
        return EXIT_USAGE;
    }
    crowd.loop = loop_new(NULL, NULL, report);
    if (crowd.loop)
        crowd.wire = option_given(invocation, OPTION_web) ? wire_client_web(report)
                                                          : wire_client(report);
    if (crowd.wire) {
        done = swarm(invocation, &crowd, seconds);
        wire_free(crowd.wire);
    }
    if (crowd.loop)
        loop_free(crowd.loop);
    arena_free(arena);
    return done ? EXIT_DONE : EXIT_FAILED;
}
