/* Runs many bots on one loop. Parts, in order: the complete player; all bots. The ticks of all
 * bots are one sequence, evenly distributed over time: `done` counts them, and tick n is of bot
 * n % count. Otherwise all bots would send at the same moment. */
#include "server/client/bots.h"

#include "server/client/client.h"

#include <stdlib.h>

enum { WITNESS_HOLDS = 10 /* ticks */ };

struct Bots {
    BotsOptions options;
    Bot **items;
    Client *witness; /* the first one, as a complete player; NULL: none */
    uint64_t random;
    uint32_t direction;
    uint32_t come;        /* connected ones of `items`, including the witness */
    uint64_t began, done; /* ms; ticks of single bots since then */
    BotTally tally;
    Arena *scratch;
    uint64_t reconnected;
};

/* ---- the complete player ---- */

static Bytes find_game(void *context, const PacketServerHello *hello)
{
    (void)hello;
    return ((const Bots *)context)->options.game;
}

static bool begin_witness(Bots *bots, Report *report)
{
    char name[BOT_NAME_SIZE], password[BOT_PASSWORD_SIZE];
    const BotsOptions *options = &bots->options;
    bot_name(options->first, name);
    bot_password(options->seed, options->first, password);
    const ClientOptions client = {.loop = options->loop,
                                  .wire = options->wire,
                                  .host = options->host,
                                  .port = options->port,
                                  .name = text_of(name),
                                  .password = text_of(password),
                                  .language = TEXT("en"),
                                  .registers = true,
                                  .once = true,
                                  .games = {.context = bots, .find = find_game}};
    bots->witness = client_new(&client, report);
    return bots->witness != NULL;
}

static void tick_witness(Bots *bots)
{
    bots->random = bots->random * 6364136223846793005u + 1442695040888963407u;
    if ((bots->random >> 33) % WITNESS_HOLDS == 0)
        bots->direction = (uint32_t)(bots->random >> 40) % 9;
    client_tick(bots->witness, &(WorldInput){.direction = bots->direction});
}

/* ---- all ---- */

Bots *bots_new(const BotsOptions *options, Report *report)
{
    Bots *bots = calloc(1, sizeof *bots);
    if (bots)
        bots->items = calloc(options->count, sizeof(Bot *));
    if (!bots || !bots->items) {
        free(bots);
        report_error(report, "not enough memory for %u bots", options->count);
        return NULL;
    }
    bots->options = *options;
    bots->options.ramp = options->ramp ? options->ramp : BOTS_RAMP;
    bots->options.first = options->first ? options->first : 1;
    bots->random = options->seed;
    bots->scratch = arena_new();
    bots->began = loop_now(options->loop);
    if (options->game.size && !begin_witness(bots, report)) {
        bots_free(bots);
        return NULL;
    }
    return bots;
}

void bots_free(Bots *bots)
{
    if (!bots)
        return;
    Loop *loop = bots->options.loop;
    for (uint32_t i = 0; i < bots->come; i++)
        bot_free(bots->items[i]);
    client_free(bots->witness);
    for (const uint64_t end = loop_now(loop) + WIRE_LINGER + 100; loop_now(loop) < end;)
        loop_turn(loop, 50);
    arena_free(bots->scratch);
    free(bots->items);
    free(bots);
}

static Bot *make(Bots *bots, uint32_t number)
{
    const BotsOptions *options = &bots->options;
    const BotOptions bot = {.loop = options->loop,
                            .wire = options->wire,
                            .host = options->host,
                            .port = options->port,
                            .seed = options->seed,
                            .number = number,
                            .tally = &bots->tally,
                            .scratch = bots->scratch};
    return bot_new(&bot);
}

/* As the player program, which tries it again after each second. */
static void reconnect(Bots *bots, uint64_t i)
{
    const bool due = bots->done / bots->options.count % BOT_RATE == 0;
    if (!due || bot_phase(bots->items[i]) != BOT_LOST)
        return;
    bot_free(bots->items[i]);
    bots->items[i] = make(bots, bots->options.first + (uint32_t)i);
    bots->reconnected++;
}

static void come(Bots *bots, uint64_t now)
{
    const BotsOptions *options = &bots->options;
    const uint64_t due = 1 + (now - bots->began) * options->ramp / 1000;
    for (; bots->come < options->count && bots->come < due; bots->come++) {
        if (bots->come || !bots->witness)
            bots->items[bots->come] = make(bots, options->first + bots->come);
    }
}

/* Ticks that are late are skipped. */
void bots_turn(Bots *bots)
{
    const uint64_t now = loop_now(bots->options.loop), count = bots->options.count;
    const uint64_t due = (now - bots->began) * BOT_RATE * count / 1000;
    come(bots, now);
    if (due - bots->done > count)
        bots->done = due - count;
    for (; bots->done < due; bots->done++) {
        const uint64_t i = bots->done % count;
        if (i == 0 && bots->witness)
            tick_witness(bots);
        else if (bots->items[i])
            bot_tick(bots->items[i]);
        if (bots->options.reconnects && bots->items[i])
            reconnect(bots, i);
    }
}

BotsNumbers bots_stats(const Bots *bots)
{
    BotsNumbers numbers = {
        .come = bots->come, .reconnected = bots->reconnected, .tally = bots->tally};
    for (uint32_t i = 0; i < bots->come; i++) {
        const Bot *bot = bots->items[i];
        numbers.playing += bot && bot_phase(bot) == BOT_PLAYING;
        numbers.lost += bot && bot_phase(bot) == BOT_LOST;
    }
    if (!bots->witness)
        return numbers;
    const ClientPhase phase = client_phase(bots->witness);
    numbers.playing += phase == CLIENT_PLAYING;
    numbers.lost += phase == CLIENT_OVER || phase == CLIENT_NAMELESS;
    numbers.corrected = client_corrected(bots->witness);
    return numbers;
}

Text bots_words(const Bots *bots)
{
    for (uint32_t i = 0; i < bots->come; i++)
        if (bots->items[i] && bot_phase(bots->items[i]) == BOT_LOST)
            return bot_words(bots->items[i]);
    for (uint32_t i = 0; i < bots->come; i++)
        if (bots->items[i] && bot_phase(bots->items[i]) != BOT_PLAYING &&
            bot_words(bots->items[i]).size)
            return bot_words(bots->items[i]);
    return bots->witness ? client_status_text(bots->witness) : TEXT("");
}

uint32_t tally_delay(const BotTally *before, const BotTally *now, unsigned percent)
{
    const uint64_t wanted = ((now->pings - before->pings) * percent + 99) / 100;
    uint64_t count = 0;
    for (uint32_t i = 0; i < BOT_DELAYS; i++) {
        count += now->delays[i] - before->delays[i];
        if (count >= wanted)
            return i;
    }
    return BOT_DELAYS;
}
