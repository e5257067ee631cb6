/* The players: in a single-player game one, in a shared world all who have joined. */
#include "engine/parts.h"

uint32_t player_place(Turn turn, uint32_t self)
{
    const uint32_t entity = world_player_of(turn.world, self) ? self : turn_entity(turn);
    return turn.world->actors[entity - 1]->player - 1;
}

bool turn_next(World *world, uint32_t *place, Turn *turn)
{
    for (; *place < world->player_count; ++*place)
        if (world->players[*place]->used && world->players[*place]->started) {
            *turn = turn_at(world, *place);
            return true;
        }
    return false;
}

bool players_pass(const World *world, uint32_t who, uint32_t whom)
{
    return world->actors[who]->player && world->actors[whom]->player;
}

/* ---- joining and leaving ---- */

Player *player_new(World *world, uint32_t place)
{
    Arena *arena = world->arena;
    while (world->player_count <= place) {
        Player *player = ARENA_TAKE(arena, Player, 1);
        *ARENA_PUSH(arena, world->players, world->player_count) = player;
        player->quests = ARENA_TAKE(arena, uint8_t, world->quest_count + 1);
        player->choices = ARENA_TAKE(arena, uint32_t, world->choice_count + 1);
        player->palettes = ARENA_TAKE(arena, uint32_t, world->choice_count + 1);
        player->possible = ARENA_TAKE(arena, uint8_t, world->choice_count + 1);
        player->points =
            ARENA_TAKE(arena, int32_t, world->content->attributes->attribute_count + 1u);
        if (!world->shared)
            player->chat = ARENA_TAKE(arena, ChatLine, CHAT_LINES);
    }
    return world->players[place];
}

void player_clear(Turn turn)
{
    Player *player = turn.player;
    player->started = false;
    player->item_count = player->alert_count = player->chat_count = 0;
    player->path_count = player->seeking = 0;
    memset(player->items, 0, sizeof player->items);
    memset(player->equipped, 0xFF, sizeof player->equipped); /* TNG_NO_SPRITE */
    memset(player->belt, 0xFF, sizeof player->belt);
    fields_clear(turn);
    create_clear(turn);
    if (turn.world->quest_count)
        memset(player->quests, 0, turn.world->quest_count);
    player->scene.map = player->errand.map = player->beyond.map = player->entered.map = NONE;
    player->touched = player->contact = player->met = player->met_at = 0;
    player->near_count = 0;
    player->screen = player->under = player->outer = player->paused = (ScreenState){0};
}

void player_make(Turn turn)
{
    World *world = turn.world;
    Actor *actor = world->actors[turn.player->actor];
    int32_t *values = actor->values;
    const uint32_t count = world->content->attributes->attribute_count;
    if (!values || actor->value_room < count)
        values = ARENA_TAKE(world->arena, int32_t, count + 1);
    uint32_t place = 0;
    while (world->players[place] != turn.player)
        place++;
    *actor = (Actor){.used = 1,
                     .npc = NONE,
                     .map = NONE,
                     .values = values,
                     .value_count = count,
                     .value_room = actor->value_room > count ? actor->value_room : count,
                     .player = 1 + place};
    world->actor_changes++;
    if (!world->actor_count)
        world->actor_count = 1;
    create_apply(turn);
}

/* A free place after the first, which is reserved; NONE if there is none. */
static uint32_t free_place(const World *world)
{
    for (uint32_t i = 1; i < world->player_count; i++)
        if (!world->players[i]->used)
            return i;
    return world->player_count < PLAYERS_MAX ? world->player_count : NONE;
}

/* Removes their actor, tasks, projectiles and open screens. */
void world_part(World *world, uint32_t place)
{
    Player *player = world->players[place];
    tasks_clear(turn_at(world, place));
    if (player->used && player->actor)
        actor_free(world, player->actor);
    shots_clear(world, place);
    player->used = player->started = false;
    player->actor = 0;
}

static bool join_new(Turn turn, Report *report)
{
    Player *player = turn.player;
    player->used = true;
    if (!actor_place(turn.world, &player->actor)) {
        player->actor = 0;
        return report_error(report, "no free place for another player");
    }
    turn.world->actors[player->actor]->used = 1; /* the name is set before scripts run */
    world_new_game(turn);
    return true;
}

/* Global quests that were completed meanwhile, by others or, if decided elsewhere, by them. */
static void settle_quests(Turn turn)
{
    World *world = turn.world;
    for (uint32_t i = 0; i < world->quest_count; i++)
        if (world->winners[i] && turn.player->quests[i] == QUEST_OPEN)
            quest_set(turn, i, world->winners[i] == turn.player->id ? 1 : -1);
}

/* Resumes a player; if character creation was not finished, it starts again. */
static void come_back(Turn turn)
{
    World *world = turn.world;
    Player *player = turn.player;
    if (!player->started) {
        world_new_game(turn);
        return;
    }
    const Actor *actor = turn_actor(turn);
    if (player->entered.map == NONE) { /* saved by another program */
        player->entered = (Location){actor->map, actor_cell(world, actor)};
        player->music = world->maps[actor->map]->record->music;
    }
    player->arrived = world->tick;
    world_effect(turn, EFFECT_MUSIC, player->music, 0);
    maps_load_around(world, actor->map);
    settle_quests(turn);
}

uint32_t world_join(World *world, const WorldJoin *join, struct SaveNotes *notes,
                    Report *report)
{
    const uint32_t place = free_place(world);
    if (place == NONE) {
        report_error(report, "no free place for another player");
        return NONE;
    }
    Player *player = player_new(world, place);
    const Turn turn = turn_at(world, place);
    player_clear(turn);
    player->id = join->id;
    player->effect_count = 0;
    world->budget = TICK_BUDGET;
    text_keep(player->name, sizeof player->name, join->name);
    const bool ok = join->character.size
                        ? load_character(world, join->character, place, notes, report)
                        : join_new(turn, report);
    if (!ok) {
        world_part(world, place);
        return NONE;
    }
    player->id = join->id;
    player->fresh = true;
    text_keep(player->name, sizeof player->name, join->name);
    if (join->character.size)
        come_back(turn);
    return place;
}

/* ---- near ---- */

/* The index of a key, or where to insert it. */
static uint32_t near_at(const Player *player, uint64_t key)
{
    uint32_t low = 0, high = player->near_count;
    while (low < high) {
        const uint32_t middle = (low + high) / 2;
        if (player->nears[middle].key < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool near_is(const Player *player, uint32_t at, uint64_t key)
{
    return at < player->near_count && player->nears[at].key == key;
}

uint32_t near_get(Turn turn, uint64_t key)
{
    const uint32_t at = near_at(turn.player, key);
    return near_is(turn.player, at, key) ? turn.player->nears[at].bits : 0;
}

static void near_remove(Player *player, uint32_t at)
{
    player->near_count--;
    memmove(player->nears + at, player->nears + at + 1,
            (player->near_count - at) * sizeof *player->nears);
}

void near_set(Turn turn, uint64_t key, uint32_t bits)
{
    Player *player = turn.player;
    const uint32_t at = near_at(player, key);
    if (near_is(player, at, key)) {
        player->nears[at].bits = bits;
        if (!bits)
            near_remove(player, at);
        return;
    }
    if (!bits)
        return;
    if (player->near_count == player->near_room) {
        const uint32_t room = player->near_room ? 2 * player->near_room : 16;
        Near *nears = ARENA_TAKE(turn.world->arena, Near, room);
        if (player->near_count)
            memcpy(nears, player->nears, player->near_count * sizeof *nears);
        player->nears = nears;
        player->near_room = room;
    }
    memmove(player->nears + at + 1, player->nears + at,
            (player->near_count - at) * sizeof *player->nears);
    player->nears[at] = (Near){key, bits};
    player->near_count++;
}

void nears_clear(World *world, uint64_t key)
{
    for (uint32_t i = 0; i < world->player_count; i++) {
        Player *player = world->players[i];
        const uint32_t at = near_at(player, key);
        if (near_is(player, at, key))
            near_remove(player, at);
    }
}

/* ---- players per map ---- */

const Crowd *crowd_now(World *world)
{
    if (!world->crowd)
        world->crowd = ARENA_TAKE(world->arena, Crowd, 1);
    Crowd *crowd = world->crowd;
    if (!crowd->first)
        crowd->first = ARENA_TAKE(world->arena, uint32_t, world->map_count);
    if (crowd->place_room < world->player_count) {
        crowd->place_room = 2 * world->player_count;
        crowd->next = ARENA_TAKE(world->arena, uint32_t, crowd->place_room);
    }
    memset(crowd->first, 0, world->map_count * sizeof *crowd->first);
    for (uint32_t i = world->player_count; i-- > 0;) {
        const Player *player = world->players[i];
        if (!player->used || !player->started)
            continue;
        const uint32_t map = world->actors[player->actor]->map;
        if (map >= world->map_count)
            continue;
        crowd->next[i] = crowd->first[map];
        crowd->first[map] = i + 1;
    }
    return crowd;
}

/* ---- global quests ---- */

bool quest_win(Turn turn, uint32_t quest)
{
    World *world = turn.world;
    const uint32_t id = turn.player->id;
    uint32_t *winner = &world->winners[quest];
    if (*winner && *winner != id)
        return false;
    if (!*winner && world->elsewhere) {
        quest_claim(world, quest, id);
        return false;
    }
    *winner = id;
    Turn other;
    for (uint32_t place = 0; turn_next(world, &place, &other); place++)
        if (other.player != turn.player && other.player->quests[quest] == QUEST_OPEN)
            quest_set(other, quest, -1); /* it fails for all others */
    return true;
}
