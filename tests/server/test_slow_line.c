/* Players on a long line that loses segments: 200 ms each way, and 5 of 100 are sent again. */
#include "lib/server_kit.h"
#include "lib/slow_line.h"

#include "server/client/bots.h"

enum { PLAYERS = 3, BOTS = 8 };

static SlowLine *line;

static int set_up(void **state)
{
    hall_set_up(state);
    ((Game *)*state)->start = "location(town,5,5,so) give(coin,10)";
    game_npc(*state, GUARD, 0, NULL);
    game_put(*state, TOWN, LAYER_NPCS, 8, 8, GUARD);
    hall_begin();
    const SlowLineOptions options = {.loop = hall->loop,
                                     .port = server_port(hall->server),
                                     .delay = 200,
                                     .jitter = 40,
                                     .resend = 400,
                                     .loss = 5,
                                     .seed = 11};
    line = slow_line_new(&options);
    hall->line = slow_line_port(line);
    return 0;
}

static int tear_down(void **state)
{
    for (unsigned i = 0; i < hall->count; i++) {
        client_free(hall->clients[i]);
        hall->clients[i] = NULL;
    }
    for (unsigned i = 0; i < 50; i++)
        hall_turn();
    slow_line_free(line);
    return hall_tear_down(state);
}

static const Player *player_there(unsigned i)
{
    const World *world = server_world(hall->server);
    const uint32_t id = client_player(hall->clients[i]);
    for (uint32_t k = 1; k < world->player_count; k++)
        if (world->players[k]->used && world->players[k]->id == id)
            return world->players[k];
    fail_msg("player %u is not in the world", i);
    return NULL;
}

static bool is_same_actor(const Actor *a, const Actor *b)
{
    return a->used && a->npc == b->npc && a->map == b->map && a->at.x == b->at.x &&
           a->at.y == b->at.y && a->direction == b->direction && !a->moving == !b->moving;
}

/* Whether a client sees the same as the server, in all that it sees. */
static bool sees_the_same(unsigned i)
{
    World *here = hall_world(i);
    const World *there = server_world(hall->server);
    const Player *me = local_context(here).player, *other = player_there(i);
    unsigned seen = 0;
    for (uint32_t k = 1; k < here->actor_count; k++) {
        if (!here->actors[k]->used)
            continue;
        seen++;
        if (k >= there->actor_count || !is_same_actor(there->actors[k], here->actors[k]))
            return false;
    }
    return seen >= PLAYERS + 1 && me->item_count == other->item_count &&
           !memcmp(me->items, other->items, me->item_count * sizeof *me->items) &&
           me->screen.screen == other->screen.screen;
}

static bool all_see_the_same(void)
{
    bool same = true;
    for (unsigned i = 0; i < hall->count; i++)
        same = same && sees_the_same(i);
    return same;
}

static void walk_about(uint64_t ticks, uint32_t seed)
{
    const uint64_t end = server_stats(hall->server).ticks + ticks;
    while (server_stats(hall->server).ticks < end) {
        const uint32_t now = (uint32_t)server_stats(hall->server).ticks;
        for (unsigned i = 0; i < hall->count; i++) {
            const uint32_t turn = (now / (5 + i) + seed) * 2654435761u >> 16;
            hall->inputs[i].direction = turn % 9;
        }
        hall_turn();
    }
    for (unsigned i = 0; i < hall->count; i++)
        hall->inputs[i].direction = 0;
}

static void clients_agree_with_the_server(void **state)
{
    (void)state;
    static const char *const names[PLAYERS] = {"Ann", "Ben", "Cai"};
    unsigned segments, lost;
    for (unsigned i = 0; i < PLAYERS; i++)
        hall_player(names[i]);
    for (uint32_t round = 0; round < 2; round++) {
        walk_about(90, round);
        HALL_UNTIL(all_see_the_same());
    }
    slow_line_numbers(line, &segments, &lost);
    assert_in_range(lost, segments / 50, segments / 10);
    for (unsigned i = 0; i < PLAYERS; i++)
        assert_int_equal(client_arrivals(hall->clients[i]), 1); /* it never had to come again */
    assert_int_equal(server_stats(hall->server).malformed, 0);
}

/* The client predicts it; the server does not know of it yet. */
static void own_step_is_visible_in_the_next_frame(void **state)
{
    (void)state;
    const unsigned ann = hall_player("Ann");
    for (unsigned i = 0; i < 4; i++) {
        HALL_UNTIL(x_of(ann) ==
                   server_world(hall->server)->actors[player_there(ann)->actor]->at.x);
        const int32_t before = x_of(ann);
        const uint32_t direction = 1 + (i % 2 ? WEST : EAST);
        client_tick(hall->clients[ann], &(WorldInput){.direction = direction});
        assert_true(i % 2 ? x_of(ann) < before : x_of(ann) > before);
        assert_int_equal(server_world(hall->server)->actors[player_there(ann)->actor]->at.x,
                         before);
        hall->inputs[ann].direction = direction;
        for (unsigned k = 0; k < 10; k++)
            hall_turn();
        hall->inputs[ann].direction = 0;
    }
}

static void bots_play_on_the_line(void **state)
{
    (void)state;
    const BotsOptions options = {.loop = hall->loop,
                                 .wire = hall->wire,
                                 .host = TEXT("127.0.0.1"),
                                 .port = hall->line,
                                 .count = BOTS,
                                 .ramp = 50,
                                 .seed = 5,
                                 .game = hall->file};
    Bots *bots = bots_new(&options, &hall->kit->report);
    BotsNumbers numbers;
    do {
        hall_turn();
        bots_turn(bots);
        numbers = bots_stats(bots);
    } while (numbers.lost == 0 && (numbers.playing < BOTS || numbers.tally.states < 400));
    assert_int_equal(numbers.lost, 0);
    assert_int_equal(server_stats(hall->server).malformed, 0);
    assert_int_equal(server_stats(hall->server).flooded, 0);
    bots_free(bots);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(clients_agree_with_the_server),
        TEST(own_step_is_visible_in_the_next_frame),
        TEST(bots_play_on_the_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
