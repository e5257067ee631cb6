/* Walls at a server: no packet of a client brings its player into one. An independent client
 * once stood in 31 of 38 walls of an example. */
#include "lib/net_kit.h"
#include "lib/ring_kit.h"
#include "lib/server_kit.h"
#include "lib/social_host_kit.h"

#include "engine/rules/rules.h"
#include "server/protocol/frame.h"
#include "server/protocol/input_packet.h"

enum { PLAYERS = 8 };

/* ---- packets, applied to the world of a server ---- */

typedef struct Clients {
    Game *game;
    uint32_t players[PLAYERS];
    bool inside[PLAYERS];
    uint32_t sequence;
    Arena *scratch;
} Clients;

static Clients clients_on(unsigned grid, const char *speed)
{
    Game *game = ring_new(grid, ring_shapes[2]);
    game->speed = game_string(game, "level");
    game->start = speed;
    open_shared(game);
    Clients clients = {.game = game, .scratch = arena_new()};
    for (uint32_t i = 0; i < PLAYERS; i++) {
        clients.players[i] = company_join(game, i + 1, "Ann", (Bytes){NULL, 0});
        clients.inside[i] = i % 2;
        world_place_player(player_context(game->world, clients.players[i]), TOWN,
                           (clients.inside[i] ? ring_inside : ring_outside)[i], SOUTH);
    }
    return clients;
}

static void clients_free(Clients *clients)
{
    arena_free(clients->scratch);
    kit_free(clients->game->kit);
}

static void clients_tick(Clients *clients, const WorldInput inputs[PLAYERS])
{
    const WorldInput *all[INPUTS_MAX] = {0};
    for (uint32_t i = 0; i < PLAYERS; i++)
        all[clients->players[i]] = &inputs[i];
    world_tick_all(clients->game->world, all);
    for (uint32_t i = 0; i < PLAYERS; i++)
        ring_check(clients->game, clients->game->world, actor_of(clients->game, clients->players[i]),
                   clients->inside[i]);
}

/* The body of an INPUT packet, as it comes from a client. */
static Bytes body_of(Clients *clients, const WorldInput *input)
{
    const PacketInput packet = packet_of_input(input, ++clients->sequence);
    const Bytes frame = net_packet(FROM_CLIENT, CLIENT_INPUT, &packet, clients->scratch);
    return bytes_slice(frame, FRAME_HEADER, frame.size - FRAME_HEADER);
}

/* The input that a server makes of a packet; false if it refuses it. */
static bool take_packet(Clients *clients, Bytes body, WorldInput *input)
{
    Packet packet;
    Report silent = report_to(NULL, NULL);
    if (!packet_read(FROM_CLIENT, CLIENT_INPUT, body, &packet, clients->scratch, &silent))
        return false;
    *input = input_of_packet(&packet.input, clients->scratch);
    input->text = NULL; /* as controller_queue does */
    return true;
}

static void each_client_clicks_every_cell_and_enters_no_wall(void **state)
{
    enum { TICKS = 40 };
    (void)state;
    for (size_t g = 0; g < COUNT_OF(ring_grids); g++) {
        Clients clients = clients_on(ring_grids[g], "@level=400 location(town,8,8,so)");
        for (int32_t i = 0; i < GAME_CELLS; i++) {
            WorldInput inputs[PLAYERS] = {0};
            for (uint32_t k = 0; k < PLAYERS; k++) {
                const int32_t cell = (i * 7 + (int32_t)k * 31) % GAME_CELLS;
                const WorldInput click =
                    ring_click(clients.game, (Cell){cell % GAME_SIDE, cell / GAME_SIDE});
                assert_true(take_packet(&clients, body_of(&clients, &click), &inputs[k]));
            }
            for (unsigned tick = 0; tick < TICKS; tick++) {
                clients_tick(&clients, inputs);
                memset(inputs, 0, sizeof inputs);
            }
            arena_reset(clients.scratch);
        }
        clients_free(&clients);
    }
}

/* Any valid packet, and packets with wrong bits; each player up to ten times as fast as usual. */
static void no_packet_of_a_hostile_client_leads_into_a_wall(void **state)
{
    enum { PACKETS = 20000 };
    (void)state;
    for (size_t g = 0; g < COUNT_OF(ring_grids); g++) {
        Clients clients = clients_on(ring_grids[g], "@level=1000 location(town,8,8,so)");
        WorldInput inputs[PLAYERS] = {0};
        uint32_t taken = 0, refused = 0;
        for (unsigned i = 0; i < PACKETS; i++) {
            const WorldInput any = ring_any_input(clients.game);
            const Bytes body = body_of(&clients, &any);
            uint8_t bytes[FRAME_MAX];
            memcpy(bytes, body.data, body.size);
            if (next_random(2))
                bytes[next_random((uint32_t)body.size)] ^= (uint8_t)(1 << next_random(8));
            const uint32_t k = next_random(PLAYERS);
            WorldInput input;
            const bool ok = take_packet(&clients, (Bytes){bytes, body.size}, &input);
            if (ok)
                inputs[k] = input;
            taken += ok;
            refused += !ok;
            clients_tick(&clients, inputs);
            for (uint32_t m = 0; m < PLAYERS; m++) /* held keys stay held */
                inputs[m] = (WorldInput){.direction = inputs[m].direction};
            if (i % 64 == 0)
                arena_reset(clients.scratch);
        }
        assert_true(taken > PACKETS / 4 && refused > PACKETS / 100);
        clients_free(&clients);
    }
}

/* ---- a whole server with whole clients ---- */

/* Eight clients within the ring click on its 24 walls in turns. */
static void click_walls(void)
{
    enum { TICKS = 20 };
    const World *world = server_world(hall->server);
    int32_t next = 0;
    for (unsigned round = 0; round < 3; round++) {
        for (unsigned i = 0; i < hall->count; i++) {
            while (!ring_is_wall((Cell){next % GAME_SIDE, next / GAME_SIDE}))
                next++;
            hall->inputs[i] =
                ring_click(hall->game, (Cell){next % GAME_SIDE, next / GAME_SIDE});
            next++;
        }
        const uint64_t until = server_stats(hall->server).ticks + TICKS;
        while (server_stats(hall->server).ticks < until) {
            hall_turn();
            for (uint32_t i = 0; i < world->player_count; i++)
                if (world->players[i]->used)
                    ring_check(hall->game, world, world->actors[world->players[i]->actor],
                               true);
            for (unsigned i = 0; i < hall->count; i++)
                ring_check(hall->game, hall_world(i),
                           context_actor(local_context(hall_world(i))), true);
        }
    }
}

static void clients_of_a_server_enter_no_wall(void **state)
{
    for (size_t g = 1; g < COUNT_OF(ring_grids); g++) {
        Game *game = *state;
        game->type = ring_grids[g];
        game->tile_w = ring_shapes[2][0], game->tile_h = ring_shapes[2][1];
        game->speed = game_string(game, "level");
        game->start = "@level=1000 location(town,8,8,so)";
        ring_put(game);
        game_open(game); /* for ring_click */
        hall_begin();
        for (unsigned i = 0; i < PLAYERS; i++)
            hall_player(arena_format(hall->arena, "Player%u", i).at);
        hall_wait(10);
        click_walls();
        hall_tear_down(state);
        hall_set_up(state);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_client_clicks_every_cell_and_enters_no_wall),
        cmocka_unit_test(no_packet_of_a_hostile_client_leads_into_a_wall),
        cmocka_unit_test_setup_teardown(clients_of_a_server_enter_no_wall, hall_set_up,
                                        hall_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
