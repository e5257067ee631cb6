/* The rows of state.def: what they promise about the hash and the read-out is true. */
#include "lib/social_host_kit.h"

#include "engine/state/state_members.h"
#include "engine/state/players.h"

enum { ANY_HASH = HASHED | HASHED_IF_SET | ORDERED };

static const WorldInput confirm = {.buttons = BUTTON_CONFIRM};

/* A shared world with a player, a guard, a waiting handler with an open dialog, a projectile.
 */
static Game *open_busy(void **state, uint32_t *player_index)
{
    Game *game = *state;
    static DialogOption answers[3];
    game->dialogs[0].options = answers;
    game->dialogs[0].option_count = 3;
    game->start = "location(town,10,10,so)";
    game_npc(game, GUARD, TNG_EVENT_CLICK, "give(coin,1) dialog(first,0) give(sword,a)");
    game_put(game, TOWN, LAYER_NPCS, 10, 11, GUARD);
    open_shared(game);
    *player_index = company_join(game, 7, "Ann", (Bytes){NULL, 0});
    company_ticks(game, *player_index, confirm, 1);
    World *world = game->world;
    Player *player = world->players[*player_index];
    world->overlays[world->overlay_count++] = (Overlay){.sprite = COIN};
    world->shots[world->shot_count++] = (Shot){.map = TOWN};
    world->loot[world->loot_count++] = (Loot){.place.map = TOWN};
    object_values_take(world, &(ObjectValue){.place.map = TOWN}, 1);
    player->alerts[player->alert_count++] = (AlertState){0, 1, 0};
    path_push(player_context(world, *player_index), (Cell){1, 2});
    player->seeking = 1;
    return game;
}

static bool ends_in(const char *name, const char *end)
{
    const size_t size = strlen(name), own = strlen(end);
    return size >= own && !strcmp(name + size - own, end);
}

static void change(const World *world, const StateEntity *entity, void *row, const char *of);

/* Changes the first byte of the first value, and compares. */
static void change_value(const World *world, const StateMember *member, void *row,
                         const char *of)
{
    uint8_t *at = member_values(member, row);
    const bool hashed = (member->flags & ANY_HASH) != 0;
    const uint64_t before = world_hash(world);
    *at ^= 1;
    const bool changed = world_hash(world) != before;
    *at ^= 1;
    assert_int_equal(world_hash(world), before);
    if (changed != hashed)
        fail_msg("%s.%s %s the hash", of, member->name, changed ? "changes" : "is not in");
}

static void change(const World *world, const StateEntity *entity, void *row, const char *of)
{
    size_t count;
    const StateMember *members = entity->members(&count);
    for (size_t i = 0; i < count; i++) {
        const StateMember *member = &members[i];
        /* Counters change what is hashed of their lists. */
        if (member->shape == MEMBER_LINK || ends_in(member->name, "_count") ||
            !member_count(world, member, row))
            continue;
        if (member->element->members && member->flags & ANY_HASH)
            change(world, member->element, member_values(member, row), member->name);
        else
            change_value(world, member, row, of);
    }
}

static void members_are_hashed_as_their_rows_specify(void **state)
{
    uint32_t player_index;
    const Game *game = open_busy(state, &player_index);
    World *world = game->world;
    Player *me = world->players[player_index];
    assert_int_equal(me->screen.screen, SCREEN_DIALOG);
    assert_int_not_equal(me->screen.option_count, 0);
    change(world, &World_entity, world, "World");
    change(world, &Player_entity, me, "Player");
    for (uint32_t i = 1; i < world->actor_count; i++)
        change(world, &Actor_entity, world->actors[i], "Actor");
    change(world, &MapState_entity, world->maps[TOWN], "MapState");
    unsigned tasks = 0;
    for (uint32_t i = 0; i < world->task_count; i++)
        if (world->tasks[i]->used) {
            change(world, &Task_entity, world->tasks[i], "Task");
            tasks++;
        }
    assert_int_not_equal(tasks, 0);
}

static void printed_state_names_each_member(void **state)
{
    uint32_t player_index;
    const Game *game = open_busy(state, &player_index);
    Writer out = writer_to(game->arena);
    world_print(game->world, &out);
    write_u8(&out, 0);
    const char *text = (const char *)out.data;
    assert_non_null(strstr(text, "world.tick = 1\n"));
    assert_non_null(strstr(text, "player 1.name = Ann\n"));
    assert_non_null(strstr(text, "player 1.screen.option_count = 3\n"));
    assert_non_null(strstr(text, "player 1.screen.options = 0 1 2\n"));
    assert_non_null(strstr(text, "player 1.path[0].y = 2\n"));
    assert_null(strstr(text, "player 1.path[1]"));
    context_actor(player_context(game->world, player_index))->altitude = -3;
    state_print(game->world, &Actor_entity,
                context_actor(player_context(game->world, player_index)), "me", HASHED, &out);
    write_u8(&out, 0);
    assert_non_null(strstr((const char *)out.data + strlen(text) + 1, "me.altitude = -3\n"));
}

static void numbers_outside_of_their_range_are_rejected(void **state)
{
    const Grid grid = {.tile_w = 16, .tile_h = 16, .side = 10}; /* the image: 160 pixels */
    static const struct {
        StateCheck check;
        uint32_t max;
        int64_t low, high;
    } ranges[] = {{CHECK_NUMBER, 7, 0, 7},
                  {CHECK_SIGNED, 7, -7, 7},
                  {CHECK_IN_CELL, 0, 0, 9},
                  {CHECK_NEAR_CELL, 0, -10, 20},
                  {CHECK_FAR_CELL, 0, -10, 65535},
                  {CHECK_PIXEL, 0, -160, 320},
                  {CHECK_FOOT, 0, -160 * SUB, 320 * SUB},
                  {CHECK_OBJECT, 0, 0, 65535}};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(ranges); i++) {
        const StateCheck check = ranges[i].check;
        const uint32_t max = ranges[i].max;
        assert_true(state_is_valid(&grid, check, max, (uint32_t)ranges[i].low));
        assert_true(state_is_valid(&grid, check, max, (uint32_t)ranges[i].high));
        assert_false(state_is_valid(&grid, check, max, (uint32_t)(ranges[i].low - 1)));
        assert_false(state_is_valid(&grid, check, max, (uint32_t)(ranges[i].high + 1)));
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        TEST(members_are_hashed_as_their_rows_specify),
        TEST(printed_state_names_each_member),
        TEST(numbers_outside_of_their_range_are_rejected),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
