/* What a client sees of a shared world: the same as the server, a little later. */
#include "lib/mirror_kit.h"
#include "lib/people_kit.h"

#include "engine/state/state_members.h"

/* Changes each member that its row sends in this record, and waits for the client to have it.
 */
static unsigned check_sent(Party *party, const StateEntity *entity, void *there,
                           const void *here, const char *record)
{
    size_t count;
    unsigned checked = 0;
    const StateMember *members = entity->members(&count);
    for (size_t i = 0; i < count; i++) {
        const StateMember *member = &members[i];
        uint8_t *own = (uint8_t *)there + member->offset;
        const uint8_t *seen = (const uint8_t *)here + member->offset;
        const uint32_t town = TOWN;
        if (strncmp(member->sent, record, strlen(record)) != 0 ||
            !strcmp(member->name, "npc") || !strcmp(member->name, "started"))
            continue; /* these make it another actor, or end the game */
        assert_memory_equal(own, seen, member->size);
        if (member->check == CHECK_MAP)
            memcpy(own, &town, sizeof town);
        else
            *own ^= 1;
        if (!memcmp(own, seen, member->size))
            fail_msg("%s.%s is the same before", entity->name, member->name);
        party_rest(party, 12);
        if (memcmp(own, seen, member->size) != 0)
            fail_msg("%s.%s is not sent", entity->name, member->name);
        checked++;
    }
    return checked;
}

static void each_sent_member_reaches_the_client(void **state)
{
    Game *game = *state;
    game->start = "location(town,5,5,so)";
    game_npc(game, GUARD, 0, NULL);
    game_put(game, TOWN, LAYER_NPCS, 5, 7, GUARD);
    Party party = party_of(game);
    Client *ann = party_enter(&party, 1);
    party_rest(&party, 20);
    World *world = game->world, *seen = mirror_world(ann->mirror);
    uint32_t guard = 1;
    while (!world->actors[guard]->used || world->actors[guard]->player)
        guard++;
    assert_true(check_sent(&party, &Actor_entity, world->actors[guard], seen->actors[guard],
                           "LOOK(") >= 5);
    assert_true(check_sent(&party, &Player_entity, world->players[ann->player_index],
                           seen->players[0], "SELF(") >= 6);
    assert_int_equal(check_sent(&party, &World_entity, world, seen, "GAME("), 1);
    party_leave(&party);
}

static void client_sees_visible_actors(void **state)
{
    Game *game = *state;
    game->start = "location(town,5,5,so) give(coin,3) quest(0,errand)";
    game_npc(game, GUARD, TNG_EVENT_CLICK, "dialog(first,0) give(sword,1)");
    game->npcs[GUARD].sprites[ROW_PORTRAIT] = (SpriteRef){2, WOMAN};
    game_put(game, TOWN, LAYER_NPCS, 5, 6, GUARD);
    game_put(game, TOWN, LAYER_OBJECTS, 8, 5, TREE);
    Party party = party_of(game);
    Client *ann = party_enter(&party, 2);
    Client *ben = party_enter(&party, 3);
    party_rest(&party, 20);
    party_assert_same(&party, ann);
    party_assert_same(&party, ben);
    const WorldInput talk[] = {{.buttons = BUTTON_CONFIRM}, {0}};
    party_tick(&party, talk);
    party_rest(&party, 20);
    assert_int_equal(local_context(mirror_world(ann->mirror)).player->screen.screen,
                     SCREEN_DIALOG);
    assert_int_equal(local_context(mirror_world(ann->mirror)).player->screen.speaker,
                     GUARD + 1);
    party_assert_same(&party, ann);
    party_assert_same(&party, ben);
    party_tick(&party, talk);
    party_rest(&party, 20);
    party_assert_same(&party, ann);
    assert_true(world_count(local_context(mirror_world(ann->mirror)), SWORD) == 1);
    party_leave(&party);
}

/* However long the line, one's own steps are there at once, and right in the end. */
static void client_prediction_is_not_corrected(void **state)
{
    Game *game = *state;
    game->start = "location(town,2,8,so)";
    wall_row(game, 9, 8, "##"); /* against it, too */
    Party party = party_of(game);
    Client *ann = party_enter(&party, 5);
    party_enter(&party, 1);
    party_rest(&party, 30);
    const int32_t x = context_actor(local_context(mirror_world(ann->mirror)))->at.x;
    WorldInput inputs[2] = {{.direction = 1 + EAST}, {0}};
    party_tick(&party, inputs);
    assert_true(context_actor(local_context(mirror_world(ann->mirror)))->at.x >
                x); /* before any answer */
    for (unsigned i = 0; i < 200; i++) {
        inputs[0].direction = 1 + (i / 17 * 3 + EAST) % 8;
        inputs[1].direction = 1 + (i / 23 * 5 + NORTH) % 8;
        party_tick(&party, inputs);
    }
    party_rest(&party, 40);
    for (uint32_t i = 0; i < party.count; i++)
        party_assert_same(&party, party.clients[i]);
    /* The line's delay does not change: so nothing was to be put right. */
    assert_int_equal(mirror_corrected(ann->mirror), 0);
    party_leave(&party);
}

static void changed_objects_are_sent(void **state)
{
    Game *game = *state;
    game->start = "location(town,5,5,so)";
    game_npc(game, GUARD, TNG_EVENT_CLICK,
             "add(town,9,9,tree) delete(town,8,5) add(cave,3,3,coin)");
    game_put(game, TOWN, LAYER_NPCS, 5, 6, GUARD);
    game_put(game, TOWN, LAYER_OBJECTS, 8, 5, TREE);
    Party party = party_of(game);
    party_enter(&party, 2);
    party_rest(&party, 12);
    const WorldInput talk = {.buttons = BUTTON_CONFIRM};
    party_tick(&party, &talk);
    party_rest(&party, 12);
    party_assert_same(&party, party.clients[0]);
    Client *late = party_enter(&party, 2); /* comes when all is done */
    party_rest(&party, 12);
    party_assert_same(&party, late);
    party_leave(&party);
}

/* Somebody else gets the number of who is gone: in the same tick, or later; with others'
 * values the client would not know what to do. */
static void reused_number_is_a_new_actor(void **state)
{
    Game *game = *state;
    game->start = "location(town,5,5,so)";
    game_npc(game, GUARD, 0, NULL);
    game_npc(game, SLIME, 0, NULL);
    NpcItem *item = ARENA_ALLOC(game->arena, NpcItem, 1);
    *item = (NpcItem){.object = {1, COIN}, .quantity = 3, .chance = 100};
    game->npcs[GUARD].items = item;
    game->npcs[GUARD].item_count = 1;
    game_put(game, TOWN, LAYER_NPCS, 6, 6, GUARD);
    Party party = party_of(game);
    Client *ann = party_enter(&party, 0);
    party_rest(&party, 12);
    World *world = game->world;
    const uint32_t index = npc_in(world, TOWN, (Cell){6, 6});
    assert_int_not_equal(index, NONE);
    for (unsigned i = 0; i < 7; i++) { /* whenever pictures and looks have their turns */
        party_rest(&party, 1);
        actor_remove(world, index);
        assert_int_equal(actor_new(world, i % 2 ? GUARD : SLIME, TOWN, (Cell){7, 7}), index);
    }
    party_rest(&party, 1);
    actor_remove(world, index);
    assert_int_equal(actor_new(world, GUARD, TOWN, (Cell){7, 7}), index);
    party_rest(&party, 6);
    party_assert_same(&party, ann);
    actor_remove(world, index);
    Client *ben = party_enter(&party, 0);
    assert_int_equal(world->players[ben->player_index]->actor, index);
    party_rest(&party, 12);
    party_assert_same(&party, ann);
    party_assert_same(&party, ben);
    party_leave(&party);
}

/* Of a hundred on one spot each sees 64 and itself; who goes away is forgotten. */
static void a_crowd_is_bounded(void **state)
{
    Game *game = *state;
    game->start = "location(town,8,8,so)";
    Party party = party_of(game);
    for (unsigned i = 0; i < CLIENTS_MAX; i++)
        party_enter(&party, 1);
    party_rest(&party, 12);
    for (unsigned i = 0; i < CLIENTS_MAX; i++) {
        World *mirror = mirror_world(party.clients[i]->mirror);
        uint32_t seen = 0;
        for (uint32_t k = 0; k < mirror->actor_count; k++)
            seen += mirror->actors[k]->used != 0;
        assert_in_range(seen, VIEW_ACTORS, VIEW_ACTORS + 1);
        party_assert_same(&party, party.clients[i]);
    }
    for (unsigned i = 1; i < CLIENTS_MAX; i++)
        world_remove_player(game->world, party.clients[i]->player_index);
    for (unsigned i = 1; i < CLIENTS_MAX; i++) {
        view_free(party.clients[i]->view);
        mirror_free(party.clients[i]->mirror);
    }
    party.count = 1;
    party_rest(&party, 12);
    World *mirror = mirror_world(party.clients[0]->mirror);
    for (uint32_t k = 1; k < mirror->actor_count; k++)
        assert_true(mirror->actors[k]->used == (k == local_context(mirror).player->actor));
    party_leave(&party);
}

/* In a crowd, the trader may be no one's neighbour and is sent later than the market: the
 * client closed it, and the server never told it again. */
static void market_in_a_crowd_is_visible(void **state)
{
    Game *game = *state;
    game->start = "location(town,8,8,so)";
    game_npc(game, GUARD, TNG_EVENT_CLICK, "market()");
    game_put(game, TOWN, LAYER_NPCS, 8, 9, GUARD);
    Party party = party_of(game);
    for (unsigned i = 0; i < CLIENTS_MAX; i++)
        party_enter(&party, 1);
    party_rest(&party, 12);
    for (unsigned i = 0; i < 3; i++) { /* at each turn of the pictures */
        Client *client = party.clients[i * 7 + 50];
        WorldInput inputs[CLIENTS_MAX] = {0};
        inputs[i * 7 + 50].buttons = BUTTON_CONFIRM;
        party_tick(&party, inputs);
        party_rest(&party, 6);
        assert_int_equal(game->world->players[client->player_index]->screen.screen,
                         SCREEN_MARKET);
        assert_int_equal(local_context(mirror_world(client->mirror)).player->screen.screen,
                         SCREEN_MARKET);
    }
    party_leave(&party);
}

/* Without changes, only the tick is sent, and ever more rarely; time continues. */
static void idle_actors_need_few_bytes(void **state)
{
    Game *game = *state;
    game->start = "location(town,8,8,so)";
    Party party = party_of(game);
    Client *ann = party_enter(&party, 1);
    party_rest(&party, 12);
    const size_t before = ann->bytes;
    party_rest(&party, 60);
    assert_in_range(ann->bytes - before, 2, 3 * 12);
    for (unsigned i = 0; i < 100; i++) {
        const uint32_t then = mirror_world(ann->mirror)->tick;
        party_rest(&party, 1);
        const uint32_t now = mirror_world(ann->mirror)->tick;
        assert_int_equal(now, then + 1);
        assert_in_range(game->world->tick - now + 3, 0, 6);
    }
    party_leave(&party);
}

static Actor *seen_by(const Client *client, uint32_t index)
{
    return mirror_world(client->mirror)->actors[index];
}

/* Its end is not sent if it occurs at the announced tick. */
static void action_is_visible_until_it_ends(void **state)
{
    static const uint32_t lengths[] = {5, 20, 100000};
    Game *game = *state;
    game->start = "location(town,5,5,so)";
    game_npc(game, GUARD, 0, NULL);
    game_put(game, TOWN, LAYER_NPCS, 6, 6, GUARD);
    Party party = party_of(game);
    Client *ann = party_enter(&party, 1);
    party_rest(&party, 12);
    World *world = game->world;
    const uint32_t index = npc_in(world, TOWN, (Cell){6, 6});
    Actor *guard = world->actors[index];
    for (unsigned i = 0; i < COUNT_OF(lengths); i++) {
        guard->action = ROW_ACTION;
        guard->flinch = i == 1;
        guard->action_since = world->tick;
        guard->action_until = world->tick + lengths[i];
        party_rest(&party, 4);
        const Actor *seen = seen_by(ann, index);
        assert_int_equal(seen->action, ROW_ACTION);
        assert_int_equal(seen->flinch, i == 1);
        assert_int_equal(seen->action_since, guard->action_since);
        assert_int_equal(seen->action_until, guard->action_until);
        if (lengths[i] > 100) /* something else stops it */
            guard->action = 0;
        party_rest(&party, 30);
        assert_int_equal(guard->action, 0);
        assert_int_equal(seen->action, 0);
    }
    party_leave(&party);
}

/* A client that comes later gets the whole actor in MOVE, not the change in ACT. */
static void hurt_actor_is_distinct_from_acting_actor(void **state)
{
    Game *game = *state;
    game->start = "location(town,5,5,so)";
    game_npc(game, GUARD, 0, NULL);
    game_put(game, TOWN, LAYER_NPCS, 6, 6, GUARD);
    Party party = party_of(game);
    party_enter(&party, 1);
    party_rest(&party, 12);
    World *world = game->world;
    const uint32_t index = npc_in(world, TOWN, (Cell){6, 6});
    Actor *guard = world->actors[index];
    for (unsigned flinch = 0; flinch < 2; flinch++) {
        guard->action = ROW_ACTION;
        guard->flinch = flinch;
        guard->action_since = world->tick;
        guard->action_until = world->tick + 1000;
        Client *late = party_enter(&party, 1);
        party_rest(&party, 12);
        const Actor *seen = seen_by(late, index);
        assert_int_equal(seen->action, ROW_ACTION);
        assert_int_equal(seen->flinch, flinch);
    }
    party_leave(&party);
}

/* Between two who walk are more numbers than a byte can count. */
static void distant_numbers_are_sent(void **state)
{
    enum { OTHERS = 300 };
    Game *game = *state;
    game->start = "location(town,5,5,so)";
    game_npc(game, GUARD, 0, NULL);
    Party party = party_of(game);
    for (unsigned i = 0; i < 3; i++) {
        party_enter(&party, 1);
        for (unsigned k = 0; k < OTHERS; k++)
            assert_int_not_equal(actor_new(game->world, GUARD, CAVE, (Cell){3, 3}), NONE);
    }
    WorldInput inputs[3] = {0};
    for (unsigned i = 0; i < 90; i++) {
        for (unsigned k = 1; k < 3; k++)
            inputs[k].direction = 1 + (i / 20 + k) % 8;
        party_tick(&party, inputs);
    }
    party_rest(&party, 30);
    for (uint32_t i = 0; i < party.count; i++)
        party_assert_same(&party, party.clients[i]);
    party_leave(&party);
}

/* Up and down at the west edge: somebody beside it hears of each step, somebody in the east of
 * every second; both see the same in the end, and where it goes in between. */
static void distant_walkers_cost_less(void **state)
{
    Game *game = *state;
    game->start = "location(town,2,8,so)";
    Party party = party_of(game);
    Client *walker = party_enter(&party, 1), *near = party_enter(&party, 1);
    Client *far = party_enter(&party, 1);
    WorldInput inputs[3] = {{0}, {0}, {.direction = 1 + EAST}};
    for (unsigned i = 0; i < 150; i++)
        party_tick(&party, inputs);
    party_rest(&party, 12);
    const size_t near_before = near->bytes, far_before = far->bytes;
    inputs[2].direction = 0;
    for (unsigned i = 0; i < 240; i++) {
        inputs[0].direction = 1 + (i / 30 % 2 ? NORTH : SOUTH);
        party_tick(&party, inputs);
        const Actor *there =
            game->world->actors[game->world->players[walker->player_index]->actor];
        const Actor *here = mirror_world(far->mirror)
                                ->actors[game->world->players[walker->player_index]->actor];
        assert_true(abs(there->at.y - here->at.y) < 3 * GAME_TILE * SUB);
    }
    assert_true(far->bytes - far_before < (near->bytes - near_before) * 9 / 10);
    party_rest(&party, 40);
    for (uint32_t i = 0; i < party.count; i++)
        party_assert_same(&party, party.clients[i]);
    party_leave(&party);
}

/* Each member that was not the same before is sent. */
static void changed_members_of_a_player_arrive(void **state)
{
    Game *game = *state;
    game->start = "location(town,5,5,so)";
    game->has_audio = true;
    game_npc(game, GUARD, 0, NULL);
    Party party = party_of(game);
    Client *ann = party_enter(&party, 1);
    party_rest(&party, 12);
    World *world = game->world;
    Player *there = world->players[ann->player_index];
    const Player *here = local_context(mirror_world(ann->mirror)).player;
    for (unsigned round = 1; round < 4; round++) {
        there->field = round;
        for (unsigned i = 0; i < CRAFT_FIELDS; i++)
            there->fields[i] = (Ingredient){round + i, 100 * round + i};
        there->alert_count = 2;
        there->alerts[0] = (AlertState){round, world->tick, 0};
        there->alerts[1] = (AlertState){0, world->tick + round, 1};
        Actor *actor = world->actors[there->actor];
        for (unsigned i = 0; i < actor->value_count; i++)
            actor->values[i] = (int32_t)(1000 * round + i);
        party_rest(&party, 6);
        assert_int_equal(here->field, there->field);
        assert_memory_equal(here->fields, there->fields, sizeof here->fields);
        assert_int_equal(here->alert_count, there->alert_count);
        assert_memory_equal(here->alerts, there->alerts, 2 * sizeof *here->alerts);
        const Actor *seen = seen_by(ann, there->actor);
        assert_int_equal(seen->value_count, actor->value_count);
        assert_memory_equal(seen->values, actor->values,
                            actor->value_count * sizeof *actor->values);
    }
    /* Then nothing is sent but a sign of life now and then. */
    const size_t before = ann->bytes;
    party_rest(&party, 30);
    assert_in_range(ann->bytes - before, 2, 2 * 10);
    party_leave(&party);
}

static bool takes(const Client *client, StateKind kind, const void *record)
{
    Report silent = report_to(NULL, NULL);
    Writer out = writer_to(client->game->arena);
    state_write(kind, record, &out);
    return mirror_read(client->mirror, writer_bytes(&out), &silent);
}

/* The largest value is taken, the next one is refused. */
static void state_values_are_limited(void **state)
{
    Game *game = *state;
    game->start = "location(town,5,5,so)";
    game_npc(game, GUARD, 0, NULL);
    Party party = party_of(game);
    Client *ann = party_enter(&party, 1);
    party_rest(&party, 12);
    World *seen = mirror_world(ann->mirror);
    const PlayerContext ctx = local_context(seen);

    StateOverlay overlays[OVERLAYS_MAX + 1] = {{.until = 9}};
    StateOverlays many_overlays = {.count = OVERLAYS_MAX, .overlays = overlays};
    overlays[OVERLAYS_MAX - 1] =
        (StateOverlay){.place_x = GAME_SIDE - 1, .place_y = GAME_SIDE - 1};
    assert_true(takes(ann, STATE_OVERLAYS, &many_overlays));
    assert_int_equal(seen->overlay_count, OVERLAYS_MAX);
    assert_int_equal(seen->overlays[OVERLAYS_MAX - 1].place.cell.x, GAME_SIDE - 1);
    many_overlays.count++;
    assert_false(takes(ann, STATE_OVERLAYS, &many_overlays));
    static const int32_t outside[][2] = {{-1, 0}, {0, -1}, {GAME_SIDE, 0}, {0, GAME_SIDE}};
    for (size_t i = 0; i < COUNT_OF(outside); i++) {
        StateOverlay overlay = {.place_x = outside[i][0], .place_y = outside[i][1]};
        assert_false(takes(ann, STATE_OVERLAYS, &(StateOverlays){1, &overlay}));
    }

    StateShot shots[SHOTS_MAX + 1];
    for (unsigned i = 0; i <= SHOTS_MAX; i++)
        shots[i] = (StateShot){.sprite = 3 << 16 | i, .since = 4, .until = 5, .to_x = 7};
    StateShots many_shots = {.count = SHOTS_MAX, .shots = shots};
    assert_true(takes(ann, STATE_SHOTS, &many_shots));
    assert_int_equal(seen->shot_count, SHOTS_MAX);
    for (unsigned i = 0; i < SHOTS_MAX; i++)
        assert_int_equal(seen->shots[i].sprite, 3 << 16 | i);
    many_shots.count++;
    assert_false(takes(ann, STATE_SHOTS, &many_shots));
    many_shots.count = 1;
    shots[0].until = shots[0].since;
    assert_false(takes(ann, STATE_SHOTS, &many_shots));
    shots[0] = (StateShot){.sprite = 4 << 16, .until = 1};
    assert_false(takes(ann, STATE_SHOTS, &many_shots));

    const StateEffect good = {EFFECT_AUTOSAVE, 0, 100, LOUDNESS_FULL};
    StateEffect effects[] = {good, good, good, good};
    effects[0].kind++;
    effects[1].loudness++;
    effects[2].pan = 101;
    effects[3].pan = -101;
    for (size_t i = 0; i < COUNT_OF(effects); i++)
        assert_false(takes(ann, STATE_EFFECTS, &(StateEffects){1, &effects[i]}));
    effects[0] = effects[1] = good;
    effects[1].pan = -100;
    assert_true(takes(ann, STATE_EFFECTS, &(StateEffects){2, effects}));
    mirror_tick(ann->mirror, 0, 0);
    assert_int_equal(ctx.player->effect_count, 2);
    assert_int_equal(ctx.player->effects[1].pan, -100);

    StateCell cell = {GAME_CELLS - 1, COIN};
    assert_true(takes(ann, STATE_CELLS, &(StateCells){TOWN, 0, 1, &cell}));
    assert_int_equal(seen->maps[TOWN]->cells[LAYER_OBJECTS * GAME_CELLS + GAME_CELLS - 1],
                     COIN);
    cell.cell++;
    assert_false(takes(ann, STATE_CELLS, &(StateCells){TOWN, 0, 1, &cell}));
    assert_false(takes(ann, STATE_CELLS, &(StateCells){MAP_COUNT, 0, 0, NULL}));

    StateFields fields = {.field = CRAFT_FIELDS - 1};
    for (unsigned i = 0; i < CRAFT_FIELDS; i++)
        fields.quantities[i] = (u16)(i + 1), fields.objects[i] = (u16)(i + 100);
    assert_true(takes(ann, STATE_FIELDS, &fields));
    for (unsigned i = 0; i < CRAFT_FIELDS; i++) {
        assert_int_equal(ctx.player->fields[i].quantity, i + 1);
        assert_int_equal(ctx.player->fields[i].object, i + 100);
    }
    fields.field++;
    assert_false(takes(ann, STATE_FIELDS, &fields));

    StateLook look = {.actor = 9, .npc = GUARD, .transport = 4, .altitude = -128};
    assert_true(takes(ann, STATE_LOOK, &look));
    assert_int_equal(seen->actors[9]->transport, 4);
    assert_int_equal(seen->actors[9]->altitude, -128);
    look.transport++;
    assert_false(takes(ann, STATE_LOOK, &look));

    u16 options[OPTIONS_MAX + 1] = {0};
    StateScreen screen = {.place = 3, .option_count = OPTIONS_MAX, .options = options};
    assert_true(takes(ann, STATE_SCREEN, &screen));
    screen.option_count++;
    assert_false(takes(ann, STATE_SCREEN, &screen));
    screen.option_count = 0;
    screen.screen = SCREENS;
    assert_false(takes(ann, STATE_SCREEN, &screen));
    screen.screen = SCREEN_GAME;
    screen.place = 4;
    assert_false(takes(ann, STATE_SCREEN, &screen));

    StateAlert alerts[ALERTS_MAX + 1] = {{0, 3, 0}};
    StateAlerts many_alerts = {.count = ALERTS_MAX + 1, .alerts = alerts};
    assert_false(takes(ann, STATE_ALERTS, &many_alerts));
    const Actor *self = seen->actors[ctx.player->actor];
    StateValues values = {(u16)ctx.player->actor, self->value_count, NULL};
    values.values = ARENA_ALLOC(game->arena, i32, values.count + 1u);
    for (unsigned i = 0; i < values.count; i++)
        values.values[i] = (i32)i + 50;
    assert_true(takes(ann, STATE_VALUES, &values));
    for (unsigned i = 0; i < values.count; i++)
        assert_int_equal(self->values[i], i + 50);
    values.count++;
    assert_false(takes(ann, STATE_VALUES, &values));
    party_leave(&party);
}

/* Whatever a server says, the client says no or goes on. */
static void malicious_states_are_handled_safely(void **state)
{
    Game *game = *state;
    game->start = "location(town,5,5,so) give(coin,3) quest(0,errand)";
    game_npc(game, GUARD, TNG_EVENT_CLICK, "dialog(first,0)");
    game_put(game, TOWN, LAYER_NPCS, 5, 6, GUARD);
    Party party = party_of(game);
    Client *ann = party_enter(&party, 0);
    const WorldInput talk = {.buttons = BUTTON_CONFIRM};
    Bytes kept[8];
    for (unsigned i = 0; i < COUNT_OF(kept); i++) {
        Writer out = writer_to(game->arena);
        const WorldInput *applied[] = {NULL, i == 3 ? &talk : NULL};
        world_tick_all(game->world, applied);
        view_world_scan(party.views);
        view_write(ann->view, ann->told, &out);
        kept[i] = writer_bytes(&out);
    }
    unsigned refused = 0, taken = 0;
    for (unsigned round = 0; round < 20000; round++) {
        Report silent = report_to(NULL, NULL);
        const Bytes from = kept[next_random(COUNT_OF(kept))];
        uint8_t *data = (uint8_t *)(uintptr_t)arena_copy(game->arena, from).data;
        for (uint32_t k = next_random(4); k && from.size; k--)
            data[next_random((uint32_t)from.size)] = (uint8_t)next_random(256);
        const bool ok = mirror_read(ann->mirror, (Bytes){data, from.size}, &silent);
        refused += !ok;
        taken += ok;
        mirror_tick(ann->mirror, next_random(9), next_random(5));
        world_attribute(local_context(mirror_world(ann->mirror)),
                        context_entity(local_context(mirror_world(ann->mirror))), 0);
    }
    assert_true(refused > 100 && taken > 100);
    party_leave(&party);
}

/* A correction in one direction was not distinguished from one in the other. */
static void wrong_prediction_is_corrected_once(void **state)
{
    Game *game = *state;
    game->start = "location(town,5,5,so)";
    Party party = party_of(game);
    Client *ann = party_enter(&party, 2);
    party_rest(&party, 30);
    Actor *there = game->world->actors[game->world->players[ann->player_index]->actor];
    const Actor *here = context_actor(local_context(mirror_world(ann->mirror)));
    const int32_t x = here->at.x;
    there->at.x += 700;
    there->at.y -= 500;
    unsigned between = 0;
    for (unsigned i = 0; i < 40; i++) {
        party_rest(&party, 1);
        between += here->at.x > x && here->at.x < there->at.x;
    }
    assert_in_range(between, 3, 20); /* in steps, not at once */
    party_assert_same(&party, ann);
    assert_int_equal(mirror_corrected(ann->mirror), 700); /* the larger coordinate */
    party_leave(&party);
}

/* The server's answers do not come: its clock is assumed to go on, but not for long. */
static void clock_stops_when_the_server_is_silent(void **state)
{
    Game *game = *state;
    game->start = "location(town,5,5,so)";
    Party party = party_of(game);
    Client *ann = party_enter(&party, 0);
    party_rest(&party, 30);
    const size_t bytes = ann->bytes;
    while (ann->bytes == bytes)
        party_rest(&party, 1);
    const World *seen = mirror_world(ann->mirror);
    const uint32_t last = game->world->tick; /* of the state that has just come */
    for (unsigned i = 0; i < 15; i++) {
        const uint32_t before = seen->tick;
        mirror_tick(ann->mirror, 0, ann->sequence);
        assert_int_equal(seen->tick, before + 1);
    }
    for (unsigned i = 0; i < 100; i++)
        mirror_tick(ann->mirror, 0, ann->sequence);
    assert_int_equal(seen->tick, last + 77);
    party_leave(&party);
}

/* Steps predicted before the click are not compared with positions after the walk, and the
 * player stands when it has arrived. Inputs and answers take 8 ticks each. */
static void click_path_is_followed_without_prediction(void **state)
{
    Game *game = *state;
    game->start = "location(town,2,8,so)";
    Party party = party_of(game);
    Client *ann = party_enter(&party, 8);
    party_rest(&party, 40);
    const Actor *here = context_actor(local_context(mirror_world(ann->mirror)));
    for (unsigned i = 0; i < 8; i++) {
        const WorldInput click = {.go = 1,
                                  .target_x = (i % 2 ? 2 : 4) * GAME_TILE + GAME_TILE / 2,
                                  .target_y = 8 * GAME_TILE + GAME_TILE / 2};
        const uint64_t before = mirror_corrected(ann->mirror);
        party_tick(&party, &click);
        party_rest(&party, 100 + 8 * i);
        party_assert_same(&party, ann);
        assert_int_equal(cell_of(game, game->world->players[ann->player_index]->actor).x,
                         i % 2 ? 2 : 4);
        assert_int_equal(here->moving, 0);
        assert_in_range(mirror_corrected(ann->mirror) - before, 0, GAME_TILE * SUB);
    }
    party_leave(&party);
}

/* A player on a click path stands while an NPC is in the way. */
static void waiting_player_on_a_path_stands(void **state)
{
    Game *game = *state;
    wall_row(game, 0, 3, "XXXXXXXXXXXXXXXX");
    wall_row(game, 0, 5, "XXXXXXXXXXXXXXXX");
    game->start = "location(town,2,4,ea) npc(town,6,4,guard)";
    Party party = party_of(game);
    Client *ann = party_enter(&party, 1);
    party_rest(&party, 20);
    const WorldInput click = {.go = 1,
                              .target_x = 12 * GAME_TILE + GAME_TILE / 2,
                              .target_y = 4 * GAME_TILE + GAME_TILE / 2};
    const Actor *here = context_actor(local_context(mirror_world(ann->mirror)));
    const Player *there = game->world->players[ann->player_index];
    party_tick(&party, &click);
    bool walked = false;
    for (unsigned i = 0; i < 60; i++) {
        party_rest(&party, 1);
        walked = walked || here->moving;
    }
    assert_true(walked);
    assert_true(there->path_count > 0);
    assert_int_equal(here->moving, 0);
    party_assert_same(&party, ann);
    party_leave(&party);
}

/* The step onto the next map is predicted; positions on the map before it come later. */
static void walk_to_the_next_map_is_predicted(void **state)
{
    Game *game = *state;
    for (size_t i = 0; i < COUNT_OF(game->map_records[TOWN].neighbours); i++) {
        game->map_records[TOWN].neighbours[i] = game_string(game, "cave");
        game->map_records[CAVE].neighbours[i] = game_string(game, "town");
    }
    game->start = "location(town,13,8,ea)";
    Party party = party_of(game);
    Client *ann = party_enter(&party, 6);
    party_rest(&party, 30);
    const Actor *here = context_actor(local_context(mirror_world(ann->mirror)));
    const Actor *there = game->world->actors[game->world->players[ann->player_index]->actor];
    const WorldInput east = {.direction = 1 + EAST};
    unsigned first = 0;
    for (unsigned i = 1; i <= 60 && there->map == TOWN; i++) {
        party_tick(&party, &east);
        if (!first && here->map == CAVE)
            first = i;
        if (first)
            assert_int_equal(here->map, CAVE);
    }
    assert_true(first > 0);
    assert_int_equal(there->map, CAVE);
    party_rest(&party, 30);
    party_assert_same(&party, ann);
    assert_int_equal(mirror_corrected(ann->mirror), 0);
    party_leave(&party);
}

static void player_needs_a_valid_actor(void **state)
{
    Game *game = *state;
    const TngFile *file = game_open(game)->content->game;
    Report silent = report_to(NULL, NULL);
    const uint32_t invalid[] = {0, ACTORS_MAX, NONE};
    for (size_t i = 0; i < COUNT_OF(invalid); i++)
        assert_null(mirror_new(file, 0, invalid[i], game->arena, &silent));
    Mirror *mirror = mirror_new(file, 0, ACTORS_MAX - 1, game->arena, &silent);
    assert_non_null(mirror);
    mirror_free(mirror);
}

static void other_players_have_their_own_places(void **state)
{
    Game *game = *state;
    game->start = "location(town,5,5,so)";
    Party party = party_of(game);
    for (unsigned i = 0; i < 4; i++)
        party_enter(&party, 1);
    party_rest(&party, 30);
    for (uint32_t i = 0; i < party.count; i++) {
        const World *seen = mirror_world(party.clients[i]->mirror);
        unsigned others = 0;
        for (uint32_t k = 0; k < party.count; k++) {
            const Player *there = game->world->players[party.clients[k]->player_index];
            const Actor *actor = seen->actors[there->actor];
            assert_true(actor->used);
            if (k == i)
                continue;
            assert_string_equal(seen->players[actor->player - 1]->name, there->name);
            others++;
        }
        assert_int_equal(others, 3);
    }
    party_leave(&party);
}

static void overlays_and_shots_come_and_go(void **state)
{
    Game *game = *state;
    game->start = "location(town,5,5,so)";
    Party party = party_of(game);
    Client *ann = party_enter(&party, 1);
    party_rest(&party, 12);
    World *world = game->world;
    const World *seen = mirror_world(ann->mirror);
    const uint32_t until = world->tick + 1000;
    world->overlays[world->overlay_count++] =
        (Overlay){.since = world->tick, .until = until, .place = {TOWN, {6, 5}}};
    world->shots[world->shot_count++] = (Shot){.map = TOWN,
                                               .since = world->tick,
                                               .until = until,
                                               .from = {80, 80},
                                               .to = {120, 90},
                                               .target = {7, 5}};
    party_rest(&party, 12);
    assert_int_equal(seen->overlay_count, 1);
    assert_memory_equal(&seen->overlays[0], &world->overlays[0], sizeof(Overlay));
    assert_int_equal(seen->shot_count, 1);
    assert_int_equal(seen->shots[0].to.x, 120);
    const size_t bytes = ann->bytes; /* they are not sent again */
    party_rest(&party, 30);
    assert_in_range(ann->bytes - bytes, 2, 2 * 10);
    world->overlay_count = world->shot_count = 0;
    party_rest(&party, 12);
    assert_int_equal(seen->overlay_count, 0);
    assert_int_equal(seen->shot_count, 0);
    party_leave(&party);
}

/* Of a map with many changes only the new one is sent. */
static void change_of_one_object_costs_little(void **state)
{
    Game *game = *state;
    game->start = "location(town,5,5,so)";
    Party party = party_of(game);
    Client *ann = party_enter(&party, 1);
    party_rest(&party, 40);
    assert_in_range(ann->bytes, 100, 600); /* a map without changes */
    for (unsigned i = 0; i < 100; i++)
        world_put(game->world, &(RemotePut){TOWN, i, TREE});
    party_rest(&party, 40);
    const size_t before = ann->bytes;
    world_put(game->world, &(RemotePut){TOWN, 100, TREE});
    party_rest(&party, 12);
    assert_in_range(ann->bytes - before, 8, 60);
    party_assert_same(&party, ann);
    party_leave(&party);
}

/* The centre may be beyond the edge of the map. */
static void players_at_the_edge_are_near(void **state)
{
    enum { FAR_CELLS = 8 };
    Game *game = *state;
    game->start = "location(town,0,0,so)";
    Party party = party_of(game);
    party_enter(&party, 1);
    party_rest(&party, 12);
    uint32_t found[4];
    const Cell near[] = {{-FAR_CELLS, 0}, {0, -FAR_CELLS}, {-FAR_CELLS, -FAR_CELLS}};
    for (size_t i = 0; i < COUNT_OF(near); i++)
        assert_int_equal(view_world_near(party.views, TOWN, near[i], FAR_CELLS, found, 4), 1);
    const Cell outside[] = {{-FAR_CELLS - 1, 0}, {0, -FAR_CELLS - 1}};
    for (size_t i = 0; i < COUNT_OF(outside); i++)
        assert_int_equal(view_world_near(party.views, TOWN, outside[i], FAR_CELLS, found, 4),
                         0);
    party_leave(&party);
}

/* Choices and colours of one's own character and of another player's. */
static void characters_in_creation_are_sent(void **state)
{
    Game *game = *state;
    CharacterOption *options = ARENA_ALLOC(game->arena, CharacterOption, 2);
    for (size_t i = 0; i < 2; i++)
        options[i] =
            (CharacterOption){.name = game_text(game, "option"), .description = TNG_NO_TEXT};
    game->group_count = 1;
    game->groups[0] = (TngOptions){.name = game_text(game, "group"),
                                   .palettes = {0, TNG_NO_SPRITE},
                                   .option_count = 2,
                                   .options = options};
    game->start = "location(town,5,5,so)";
    Party party = party_of(game);
    Client *ann = party_enter(&party, 1), *ben = party_enter(&party, 1);
    World *world = game->world;
    Player *there = world->players[ann->player_index];
    const Player *own = mirror_world(ann->mirror)->players[0];
    party_rest(&party, 12);
    assert_int_equal(own->screen.screen, SCREEN_CREATE);
    const uint32_t count = world->content->attributes->attribute_count;
    assert_true(count > 1);
    for (uint32_t i = 0; i < count; i++)
        there->points[i] = (int32_t)(1000 + i);
    there->choices[0] = 1;
    party_rest(&party, 12);
    assert_int_equal(own->choices[0], 1);
    assert_memory_equal(own->points, there->points, count * sizeof *own->points);
    memset(there->points, 0, count * sizeof *there->points);
    const WorldInput done = {.option = there->screen.option_count - 1};
    party_tick(&party, (const WorldInput[]){done, done});
    party_rest(&party, 30);
    assert_true(there->started);
    there->palettes[0] = 2;
    party_rest(&party, 30);
    assert_int_equal(own->palettes[0], 2);
    const World *seen = mirror_world(ben->mirror);
    const Actor *actor = seen->actors[there->actor];
    assert_true(actor->used);
    assert_int_equal(seen->players[actor->player - 1]->choices[0], 1);
    assert_int_equal(seen->players[actor->player - 1]->palettes[0], 2);
    party_leave(&party);
}

/* The client's clock goes on without packets; sometimes it is set. */
static void idle_players_get_a_packet_in_two_seconds(void **state)
{
    Game *game = *state;
    game->start = "location(town,5,5,so)";
    Party party = party_of(game);
    const Client *ann = party_enter(&party, 0);
    party_rest(&party, 300);
    const unsigned before = ann->packets;
    party_rest(&party, 10 * VIEW_QUIET_MAX);
    assert_int_equal(ann->packets - before, 10);
    const uint32_t tick = game->world->tick;
    assert_in_range(mirror_world(ann->mirror)->tick, tick, tick + 1);
    party_assert_same(&party, ann);
    party_leave(&party);
}

/* Each had its own turn before, so there were packets for them in most snapshots. */
static void distant_walkers_share_packets(void **state)
{
    enum { WALKERS = 6, ROUNDS = 10, TICKS = ROUNDS * VIEW_WIDE * VIEW_TICKS };
    Game *game = *state;
    game->start = "location(town,1,1,so)";
    game_npc(game, GUARD, 0, NULL);
    for (uint32_t i = 0; i < WALKERS; i++)
        game_put(game, TOWN, LAYER_NPCS, 8 + i, 10, GUARD);
    Party party = party_of(game);
    const Client *ann = party_enter(&party, 0);
    World *world = game->world;
    party_rest(&party, 60);
    const unsigned before = ann->packets;
    for (unsigned i = 0; i < TICKS; i++) {
        for (uint32_t k = 1; k < world->actor_count; k++)
            if (!world->actors[k]->player)
                world->actors[k]->at.y += i % 60 < 30 ? SUB : -SUB;
        party_rest(&party, 1);
    }
    assert_in_range(ann->packets - before, ROUNDS - 1, ROUNDS + 1);
    party_rest(&party, 60);
    party_assert_same(&party, ann);
    party_leave(&party);
}

/* The client knows where its player is: a third of the packets confirms it. */
static void walking_alone_needs_few_packets(void **state)
{
    enum { ROUNDS = 10, TICKS = ROUNDS * VIEW_WIDE * VIEW_TICKS };
    Game *game = *state;
    game->start = "location(town,5,5,so)";
    Party party = party_of(game);
    const Client *ann = party_enter(&party, 3);
    party_rest(&party, 60);
    const unsigned before = ann->packets;
    for (unsigned i = 0; i < TICKS; i++) {
        const WorldInput input = {.direction = 1 + (i / 13 * 3 + EAST) % 8};
        party_tick(&party, &input);
    }
    assert_in_range(ann->packets - before, ROUNDS - 1, ROUNDS + 1);
    assert_int_equal(mirror_corrected(ann->mirror), 0);
    party_rest(&party, 60);
    party_assert_same(&party, ann);
    party_leave(&party);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, people_set_up, people_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(each_sent_member_reaches_the_client),
        TEST(client_sees_visible_actors),
        TEST(client_prediction_is_not_corrected),
        TEST(changed_objects_are_sent),
        TEST(a_crowd_is_bounded),
        TEST(reused_number_is_a_new_actor),
        TEST(idle_actors_need_few_bytes),
        TEST(market_in_a_crowd_is_visible),
        TEST(action_is_visible_until_it_ends),
        TEST(hurt_actor_is_distinct_from_acting_actor),
        TEST(distant_numbers_are_sent),
        TEST(distant_walkers_cost_less),
        TEST(changed_members_of_a_player_arrive),
        TEST(state_values_are_limited),
        TEST(malicious_states_are_handled_safely),
        TEST(wrong_prediction_is_corrected_once),
        TEST(clock_stops_when_the_server_is_silent),
        TEST(click_path_is_followed_without_prediction),
        TEST(waiting_player_on_a_path_stands),
        TEST(walk_to_the_next_map_is_predicted),
        TEST(player_needs_a_valid_actor),
        TEST(other_players_have_their_own_places),
        TEST(overlays_and_shots_come_and_go),
        TEST(change_of_one_object_costs_little),
        TEST(players_at_the_edge_are_near),
        TEST(characters_in_creation_are_sent),
        TEST(idle_players_get_a_packet_in_two_seconds),
        TEST(distant_walkers_share_packets),
        TEST(walking_alone_needs_few_packets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
