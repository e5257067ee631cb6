/* A shared world in which people come and go, and others do whatever comes to their mind: at
 * any moment it can be saved, and goes on exactly. */
#include "lib/people_kit.h"

#include "engine/save/save.h"
#include "tirnanog/project/project.h"

#include "kit/jobs/files.h"

enum { PEOPLE = 24, INPUTS = PEOPLE + 2, TICKS = 1200, SAVED_EACH = 40, FOLLOWED = 15 };

typedef struct Crowded {
    Kit *kit;
    TngFile game;
    World *world;
    World *other; /* loaded from what was saved of the first; NULL: none now */
    Arena *other_arena;
    uint32_t places[PEOPLE + 1]; /* by id; 0: away */
    Bytes characters[PEOPLE + 1];
} Crowded;

static void build(Crowded *crowded, const char *path)
{
    ProjectFiles files;
    TngOutput out;
    Kit *kit = crowded->kit;
    if (!project_load_files(path, &files, kit->arena, &kit->report) ||
        !project_build(&files, &(BuildOptions){0}, &out, kit->arena, &kit->report) ||
        !tng_read(tng_output_bytes(&out, kit->arena), &crowded->game, kit->arena, &kit->report))
        fail_msg("%s", kit_message(kit, 0));
    crowded->world = world_new(&crowded->game, &(WorldOptions){.seed = 3, .shared = true},
                               kit->arena, &kit->report);
    assert_non_null(crowded->world);
}

static bool one_in(uint32_t count) { return next_random(count) == 0; }

static int32_t any_pixel(void)
{
    static const int32_t far[] = {INT32_MAX, INT32_MIN, -1, 1 << 20};
    return one_in(8) ? far[next_random(COUNT_OF(far))] : (int32_t)next_random(3000) - 1000;
}

static WorldInput any_input(void)
{
    WorldInput input = {.direction = one_in(3) ? 0 : next_random(9), .offers = UINT32_MAX};
    input.buttons = one_in(4) ? 1u << next_random(BUTTON_BITS) : 0;
    input.buttons |= one_in(8) ? BUTTON_CONFIRM : 0;
    input.action = one_in(10) ? next_random(10) : 0;
    input.item = one_in(10) ? next_random(ITEMS_MAX + 1) : 0;
    input.belt = one_in(10) ? next_random(TNG_EQUIP_SLOTS + 1) : 0;
    input.option = one_in(5) ? next_random(14) : 0;
    input.select = one_in(10) ? next_random(OPTIONS_MAX + 1) : 0;
    input.adjust = one_in(10) ? (int32_t)next_random(3) - 1 : 0;
    input.tab = one_in(20) ? next_random(TABS + 1) : 0;
    if (one_in(10)) {
        input.go = 1;
        input.target_x = any_pixel();
        input.target_y = any_pixel();
    }
    return input;
}

/* Most do not think long about who they are. */
static WorldInput input_of(const World *world, uint32_t player_index)
{
    const Player *player =
        player_index < world->player_count ? world->players[player_index] : NULL;
    const uint32_t rows = player ? player->screen.option_count : 0;
    if (player && player->used && player->screen.screen == SCREEN_CREATE && rows > 1 &&
        !one_in(3))
        return (WorldInput){.option = rows - 1}; /* it is done */
    return any_input();
}

static void come_or_go(Crowded *crowded)
{
    Kit *kit = crowded->kit;
    World *world = crowded->world;
    const uint32_t id = 1 + next_random(PEOPLE), place = crowded->places[id];
    SaveNotes notes = {0};
    Snapshot snapshot;
    if (!place) {
        const WorldJoin join = {id, "Somebody", crowded->characters[id]};
        crowded->places[id] = world_join(world, &join, &notes, &kit->report);
        if (crowded->places[id] == NONE)
            fail_msg("%s", kit_message(kit, 0));
        return;
    }
    world_snapshot_player(world, place, &snapshot, kit->arena);
    assert_true(snapshot_pack(&snapshot, &crowded->characters[id], kit->arena, &kit->report));
    world_remove_player(world, place);
    crowded->places[id] = 0;
}

/* Handlers of games do so to anybody at any time. */
static void change_people(Crowded *crowded)
{
    World *const worlds[] = {crowded->world, crowded->other};
    const Grid *grid = &crowded->world->content->grid;
    const uint32_t kinds = (uint32_t)content_count(crowded->world->content, SECTION_NPCS);
    const uint32_t gone = next_random(crowded->world->actor_count), kind = next_random(kinds);
    const Cell cell = {(int32_t)next_random((uint32_t)grid->side),
                       (int32_t)next_random((uint32_t)grid->side)};
    for (size_t i = 0; i < COUNT_OF(worlds); i++)
        if (worlds[i]) {
            actor_remove(worlds[i], gone);
            actor_new(worlds[i], kind, 0, cell);
        }
}

static void save_and_load(Crowded *crowded)
{
    Bytes file;
    SaveNotes notes = {0};
    Report *report = &crowded->kit->report;
    crowded->other_arena = arena_new();
    if (world_save(crowded->world, NULL, &file, crowded->other_arena, report))
        crowded->other = world_load(&crowded->game, file, &(WorldOptions){.shared = true},
                                    &notes, crowded->other_arena, report);
    if (!crowded->other)
        fail_msg("%s", kit_message(crowded->kit, 0));
}

static void let_go(Crowded *crowded)
{
    if (crowded->other)
        arena_free(crowded->other_arena);
    crowded->other = NULL;
}

static void tick(Crowded *crowded, uint32_t tick)
{
    WorldInput own[INPUTS];
    const WorldInput *inputs[INPUTS] = {0};
    for (uint32_t i = 1; i < INPUTS; i++) {
        own[i] = input_of(crowded->world, i);
        inputs[i] = one_in(5) ? NULL : &own[i];
    }
    world_tick_all(crowded->world, inputs);
    if (!crowded->other)
        return;
    world_tick_all(crowded->other, inputs);
    if (world_hash(crowded->other) != world_hash(crowded->world))
        fail_msg("tick %u: the loaded world goes another way", tick);
}

static void play(void **state, const char *path)
{
    Crowded crowded = {.kit = ((Game *)*state)->kit};
    build(&crowded, path);
    for (uint32_t i = 0; i < TICKS; i++) {
        if (!crowded.other && one_in(6))
            come_or_go(&crowded);
        if (i % SAVED_EACH == 0)
            save_and_load(&crowded);
        if (one_in(4))
            change_people(&crowded);
        tick(&crowded, i);
        if (i % SAVED_EACH == FOLLOWED)
            let_go(&crowded);
    }
    let_go(&crowded);
    /* Places are used again, and so is what they need. */
    assert_true(crowded.world->player_count <= PEOPLE + 1);
}

static void players_join_and_leave(void **state) { play(state, "examples/segais"); }
static void players_join_and_leave_on_hexagons(void **state)
{
    play(state, "examples/segais-hex");
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(players_join_and_leave),
                                       TEST(players_join_and_leave_on_hexagons)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
