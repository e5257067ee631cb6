#include "mirror_kit.h"

#include <string.h>

Party party_of(Game *game)
{
    const TngFile *file = game_open(game)->content->game;
    game->world = world_new(file, &(WorldOptions){.seed = 5, .shared = true}, game->arena,
                            &game->kit->report);
    return (Party){.game = game, .views = view_world_new(game->world)};
}

Client *party_enter(Party *party, uint32_t lag)
{
    Game *game = party->game;
    struct SaveNotes *notes = NULL;
    Client *client = ARENA_ALLOC(game->arena, Client, 1);
    const uint32_t id = party->count + 1;
    const WorldJoin join = {id, arena_format(game->arena, "Player %u", id).at, {NULL, 0}};
    const uint32_t player_index = world_join(game->world, &join, notes, &game->kit->report);
    assert_int_not_equal(player_index, NONE);
    *client = (Client){.game = game, .player_index = player_index, .lag = lag};
    client->view = view_new(party->views, player_index);
    client->mirror =
        mirror_new(game->world->content->game, 0, game->world->players[player_index]->actor,
                   game->arena, &game->kit->report);
    assert_non_null(client->mirror);
    party->clients[party->count++] = client;
    return client;
}

void party_leave(Party *party)
{
    for (uint32_t i = 0; i < party->count; i++) {
        view_free(party->clients[i]->view);
        mirror_free(party->clients[i]->mirror);
    }
    view_world_free(party->views);
}

/* What comes out of the line now. */
static void take_input(Client *client, uint32_t tick)
{
    const uint32_t at = tick % LAG_MAX;
    if (client->sequences[at] != client->told.sequence) {
        client->told = (ViewInput){client->sequences[at], 0};
        client->applied = client->inputs[at];
    } else {
        client->applied = (WorldInput){.direction = client->inputs[at].direction};
    }
    client->told.age++;
}

static void send_input(Client *client, uint32_t tick, WorldInput input)
{
    const bool changes =
        input.direction != client->now.direction || input.buttons || input.go || input.option;
    client->sequence += changes;
    client->now = input;
    const uint32_t at = (tick + client->lag) % LAG_MAX;
    client->inputs[at] = input;
    client->sequences[at] = client->sequence;
}

/* A tick of the server and all clients. */
void party_tick(Party *party, const WorldInput *inputs)
{
    World *world = party->game->world;
    const WorldInput *applied[CLIENTS_MAX + 2] = {0};
    const uint32_t tick = party->tick++;
    for (uint32_t i = 0; i < party->count; i++) {
        Client *client = party->clients[i];
        send_input(client, tick, inputs ? inputs[i] : (WorldInput){0});
        take_input(client, tick);
        applied[client->player_index] = &client->applied;
    }
    world_tick_all(world, applied);
    view_world_scan(party->views);
    for (uint32_t i = 0; i < party->count; i++) {
        Client *client = party->clients[i];
        Writer out = writer_to(party->game->arena);
        Bytes *later = &client->states[(tick + client->lag) % LAG_MAX];
        const bool tells =
            view_is_due(party->views, client->player_index) && /* as servers ask */
            view_write(client->view, client->told, &out);
        *later = tells ? writer_bytes(&out) : (Bytes){NULL, 0};
        client->bytes += later->size;
        client->packets += tells;
        const Bytes now = client->states[tick % LAG_MAX];
        if (now.size && !mirror_read(client->mirror, now, &party->game->kit->report))
            fail_msg("%s", kit_message(party->game->kit, 0));
        client->states[tick % LAG_MAX] = (Bytes){NULL, 0};
        mirror_tick(client->mirror, client->now.direction, client->sequence);
    }
}

void party_rest(Party *party, unsigned ticks)
{
    for (unsigned i = 0; i < ticks; i++)
        party_tick(party, NULL);
}

/* After a rest both see the same. */
void party_assert_same(Party *party, const Client *client)
{
    World *server = party->game->world, *mirror = mirror_world(client->mirror);
    const Player *there = server->players[client->player_index],
                 *here = local_context(mirror).player;
    assert_true(mirror_is_there(client->mirror));
    for (uint32_t i = 1; i < mirror->actor_count; i++) {
        const Actor *a = server->actors[i], *b = mirror->actors[i];
        if (!b->used)
            continue;
        assert_true(a->used);
        if (a->at.x != b->at.x || a->at.y != b->at.y || a->map != b->map)
            fail_msg("actor %u is at %d %d of %u, the client sees %d %d of %u", i, a->at.x,
                     a->at.y, a->map, b->at.x, b->at.y, b->map);
        assert_int_equal(a->direction, b->direction);
        assert_int_equal(a->npc, b->npc);
    }
    assert_int_equal(there->item_count, here->item_count);
    assert_memory_equal(there->items, here->items, here->item_count * sizeof(Item));
    assert_memory_equal(there->equipped, here->equipped, sizeof here->equipped);
    assert_memory_equal(there->quests, here->quests, server->quest_count);
    assert_int_equal(there->screen.screen, here->screen.screen);
    assert_int_equal(there->screen.option_count, here->screen.option_count);
    assert_memory_equal(server->globals, mirror->globals,
                        server->content->attributes->attribute_count * sizeof(int32_t));
    const uint32_t map = server->actors[there->actor]->map;
    assert_memory_equal(server->maps[map]->cells, mirror->maps[map]->cells,
                        GAME_CELLS * TNG_LAYERS * sizeof(uint16_t));
}
