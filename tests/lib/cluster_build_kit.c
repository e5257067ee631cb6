#include "cluster_build_kit.h"

Game *build_game(Game *game, bool is_new)
{
    game->start = "location(town,5,5,ea) give(coin,3) quest(0,errand)";
    game->quest.global = 1;
    game->attributes[SCORE].type = ATTRIBUTE_GLOBAL;
    if (is_new) /* it is in front of the other one */
        game->attributes[NEW_SCORE].type = ATTRIBUTE_GLOBAL;
    game->maps_reversed = is_new;
    SpawnerKind *kind = ARENA_ALLOC(game->arena, SpawnerKind, 1);
    *kind = (SpawnerKind){.npc = {TNG_NPC_CATEGORY, SLIME}, .animation = {0, TNG_NO_SPRITE}};
    game->spawner = (TngSpawner){.most = 1, .period = 60000, .kind_count = 1, .kinds = kind};
    game_put(game, TOWN, LAYER_SPAWNERS, 2, 13, 0);
    game_npc(game, SLIME, 0, NULL);
    game_npc(game, GUARD, 0, NULL);
    game_put(game, CAVE, LAYER_NPCS, 12, 12, GUARD);
    game_object(game, DOOR, 1, "location(cave,3,5,ea)");
    game_object(game, TREE, 1, "location(town,5,5,ea)");
    game_object(game, COIN, TNG_EVENT_TOUCH, "give(coin,1) remove() score=7 quest(1,errand)");
    game_put(game, TOWN, LAYER_OBJECTS, 9, 5, DOOR);
    game_put(game, TOWN, LAYER_OBJECTS, 7, 5, COIN);
    game_put(game, CAVE, LAYER_OBJECTS, 6, 5, TREE);
    return game;
}

/* The file of another build has another unique id. */
void build_install_as(uint8_t id, bool is_new, bool is_joined)
{
    Game *game = build_game(game_new(hall->kit), is_new);
    if (is_joined) {
        game->map_records[TOWN].neighbours[3] = game_string(game, "cave");
        game->map_records[CAVE].neighbours[1] = game_string(game, "town");
    }
    const Bytes file = game_bytes(game);
    uint8_t *bytes = arena_alloc(hall->arena, file.size, 1);
    memcpy(bytes, file.data, file.size);
    bytes[48] ^= id;
    hall->file = (Bytes){bytes, file.size};
}

void build_install(bool is_new, bool is_joined)
{
    build_install_as(is_new ? 1 : 2, is_new, is_joined);
}

unsigned build_ann, build_ben;

void build_go_east(unsigned who, uint32_t map)
{
    hall->inputs[who].direction = 1 + EAST;
    HALL_UNTIL(map_of_client(who) == map);
    hall->inputs[who].direction = 0;
}

/* Ben has taken the coin and gone to the cave, Ann is in the town. */
void build_play(Server *servers[2])
{
    build_game(hall->game, false);
    begin_two(hall->game->start, servers);
    build_ann = player_at(servers[0], "Ann");
    build_ben = player_at(servers[1], "Ben");
    HALL_UNTIL(hall_count_of(build_ann, COIN) == 3);
    hall->inputs[build_ben].direction = 1 + EAST;
    HALL_UNTIL(hall_count_of(build_ben, COIN) == 4);
    build_go_east(build_ben, CAVE);
    HALL_UNTIL(servers[0]->zone_count && servers[1]->zone_count);
    hall_wait(90); /* until everything is saved */
}

void build_leave(void)
{
    hall_leave(build_ann);
    hall_leave(build_ben);
}

void build_stop_all(void)
{
    while (hall->server) {
        hall_stop();
        hall->server = hall->others[0];
        hall->others[0] = NULL;
    }
}

World *build_world_of(uint32_t zone)
{
    Server *servers[] = {hall->server, hall->others[0], hall->others[1]};
    for (size_t i = 0; i < COUNT_OF(servers); i++)
        for (size_t k = 0; servers[i] && k < servers[i]->zone_count; k++)
            if (servers[i]->zones[k]->number == zone)
                return servers[i]->zones[k]->world;
    return NULL;
}

bool build_is_cleared(const World *world, uint32_t town)
{
    return world && world->maps[town] &&
           world->maps[town]->cells[LAYER_OBJECTS * GAME_CELLS + 5 * GAME_SIDE + 7] ==
               TNG_NO_SPRITE;
}

void build_return_both(void)
{
    build_ann = hall_client("Ann", "a good password", false);
    build_ben = hall_client("Ben", "a good password", false);
    HALL_UNTIL(hall_world(build_ann) && hall_world(build_ben));
    HALL_UNTIL(hall_count_of(build_ann, COIN) == 3 && hall_count_of(build_ben, COIN) == 4);
}

const Spot build_guard_spot = {(3 * GAME_TILE + GAME_TILE / 2) * SUB,
                               (12 * GAME_TILE + GAME_TILE / 2) * SUB};

uint32_t build_npc_of(const World *world, uint32_t npc)
{
    for (uint32_t i = 1; world && i < world->actor_count; i++)
        if (world->actors[i]->used && !world->actors[i]->player && world->actors[i]->npc == npc)
            return i;
    return NONE;
}

Actor *build_guard_of(const World *world)
{
    const uint32_t index = build_npc_of(world, GUARD);
    return index == NONE ? NULL : world->actors[index];
}

/* To another place in the cave; it is saved. */
void build_move_guard(void)
{
    assert_non_null(build_guard_of(build_world_of(1)));
    build_guard_of(build_world_of(1))->at = build_guard_spot;
    hall_wait(90);
}

/* The state of the file that was served by the build `hall->file`. */
Store *build_open_store_as(TngFile *game, bool shared)
{
    Report *report = &hall->kit->report;
    assert_true(tng_read(hall->file, game, hall->arena, report));
    StoreOptions options = {.game = tng_game_id(&game->header)};
    memcpy(options.unique, game->header.unique, sizeof options.unique);
    options.shared = shared;
    Store *store = store_open(hall->options.state, &options, report);
    assert_non_null(store);
    return store;
}

Store *build_open_store(TngFile *game) { return build_open_store_as(game, false); }
