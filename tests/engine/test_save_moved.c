/* Saves of another build of the game, or of another program: moved over by names. */
#include "lib/game_kit.h"

#include "engine/screens/screens.h"
#include "engine/save/save.h"

static Kit *kit;

static int set_up(void **state)
{
    kit = *state = kit_new();
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    kit_free(kit);
    return 0;
}

/* The first build. The second has other names before these, so that all offsets differ. */
static Game *build(bool second)
{
    Game *game = game_new(kit);
    if (second) {
        game_string(game, "something new");
        game->attributes[0].name = game_string(game, "renamed");
        const TngAttribute hp = game->attributes[1];
        game->attributes[1] = game->attributes[0]; /* "level" and "hp" change places */
        game->attributes[0] = hp;
        game->attributes[1].name = game_string(game, "hp");
    }
    game_npc(game, GUARD, TNG_EVENT_CLICK, "dialog(first,0) hp=5");
    game->npcs[GUARD].movement = 1;
    game_put(game, TOWN, LAYER_NPCS, 8, 8, GUARD);
    game_object(game, COIN, TNG_EVENT_CLICK, second ? "hp=2 delay(9)" : "hp=1 delay(400)");
    game_put(game, TOWN, LAYER_OBJECTS, 6, 6, COIN);
    game->start = "location(town,4,4,so) hp=70 score=9 quest(0,errand) give(sword,2) "
                  "add(town,2,2,tree) add(town,3,2,coin) b=3 delay(200) hp=hp+b";
    return game;
}

static const TngFile *read_game(Game *game)
{
    TngFile *file = ARENA_ALLOC(kit->arena, TngFile, 1);
    if (!tng_read(game_bytes(game), file, kit->arena, &kit->report))
        fail_msg("%s", kit_message(kit, 0));
    return file;
}

static bool notes_report(const SaveNotes *notes, const char *part)
{
    for (size_t i = 0; i < notes->count; i++)
        if (strstr(notes->lines[i].at, part))
            return true;
    return false;
}

static void save_first(Game *game, Bytes *file)
{
    if (!world_save(game->world, NULL, file, kit->arena, &kit->report))
        fail_msg("%s", kit_message(kit, 0));
}

static int32_t value_of(World *world, Game *game, const char *name)
{
    return world_attribute(local_context(world), ENTITY_PLAYER, game_string(game, name));
}

static World *load_second(Game *second, Bytes file, SaveNotes *notes)
{
    World *world = world_load(read_game(second), file, &(WorldOptions){0}, notes, kit->arena,
                              &kit->report);
    if (!world)
        fail_msg("%s", kit_message(kit, 0));
    return world;
}

/* The attribute of a well that its handler has changed has another number in the second build.
 */
static void changed_attributes_of_objects_are_moved_by_name(void **state)
{
    (void)state;
    Game *games[2];
    for (unsigned i = 0; i < 2; i++) {
        games[i] = build(i);
        game_object(games[i], DOOR, TNG_EVENT_CLICK, "hp=hp+3 score=hp");
        game_mask(games[i], DOOR, 9);
        game_put(games[i], TOWN, LAYER_OBJECTS, 4, 5, DOOR);
    }
    game_open(games[0]);
    game_ticks(games[0], (WorldInput){0}, 2);
    game_press(games[0], BUTTON_CONFIRM);
    assert_int_equal(value_of(games[0]->world, games[0], "score"), 3);
    Bytes file;
    SaveNotes notes;
    save_first(games[0], &file);
    games[1]->world = load_second(games[1], file, &notes);
    assert_int_equal(games[1]->world->object_value_count, 1);
    game_press(games[1], BUTTON_CONFIRM);
    assert_int_equal(value_of(games[1]->world, games[1], "score"), 6);
}

/* The dialog stays open, with the face of the guard. */
static void the_speaker_of_an_open_dialog_is_moved_by_name(void **state)
{
    (void)state;
    Game *games[2];
    for (unsigned i = 0; i < 2; i++) {
        games[i] = build(i);
        games[i]->npcs[GUARD].sprites[ROW_PORTRAIT] = (SpriteRef){2, WOMAN};
        games[i]->npcs[GUARD].movement = 0;
        game_put(games[i], TOWN, LAYER_NPCS, 4, 5, GUARD);
    }
    game_open(games[0]);
    game_ticks(games[0], (WorldInput){0}, 2);
    game_press(games[0], BUTTON_CONFIRM);
    const Player *player = local_context(games[0]->world).player;
    assert_int_equal(player->screen.screen, SCREEN_DIALOG);
    assert_int_equal(player->screen.speaker, GUARD + 1);
    Bytes file;
    SaveNotes notes;
    save_first(games[0], &file);
    player = local_context(load_second(games[1], file, &notes)).player;
    assert_int_equal(player->screen.screen, SCREEN_DIALOG);
    assert_int_equal(player->screen.speaker, GUARD + 1);
}

/* A second of the first, which is saved, and goes on in the second. */
static World *carry_over(Game *first, Game *second, SaveNotes *notes)
{
    Bytes file;
    game_open(first);
    game_ticks(first, (WorldInput){0}, 30);
    save_first(first, &file);
    return load_second(second, file, notes);
}

static void run(World *world, unsigned ticks)
{
    for (unsigned i = 0; i < ticks; i++)
        world_tick(world, &(WorldInput){0});
}

/* ---- tests ---- */

static void numbers_are_matched_by_name(void **state)
{
    (void)state;
    SaveNotes notes;
    Game *first = build(false), *second = build(true);
    World *world = carry_over(first, second, &notes);
    const PlayerContext ctx = local_context(world);
    assert_int_equal(value_of(world, second, "hp"), 70);
    assert_int_equal(value_of(world, second, "score"), 9);
    assert_int_equal(world_count(ctx, SWORD), 2);
    assert_int_equal(ctx.player->quests[0], QUEST_OPEN);
    assert_int_equal(context_actor(ctx)->map, TOWN);
    assert_int_equal(world->actor_count, 2);
    const MapState *town = world->maps[TOWN];
    assert_int_equal(map_cell(world, town, LAYER_OBJECTS, (Cell){2, 2}), TREE);
    assert_int_equal(map_cell(world, town, LAYER_OBJECTS, (Cell){6, 6}), COIN);
}

static void handler_with_unchanged_code_continues(void **state)
{
    (void)state;
    SaveNotes notes;
    Game *first = build(false), *second = build(true);
    World *world = carry_over(first, second, &notes);
    run(world, 20);
    assert_int_equal(value_of(world, second, "hp"), 70);
    run(world, 20);
    assert_int_equal(value_of(world, second, "hp"), 73);
}

static void changed_handler_is_stopped_and_reported(void **state)
{
    (void)state;
    Bytes file;
    SaveNotes notes;
    Game *first = build(false), *second = build(true);
    game_open(first);
    Report silent = report_to(NULL, NULL);
    assert_true(world_start(local_context(first->world), (ScriptRef){SECTION_OBJECTS, 1, 0},
                            ENTITY_OBJECT + COIN, ENTITY_PLAYER, (Location){TOWN, {6, 6}},
                            &silent));
    game_ticks(first, (WorldInput){0}, 10);
    save_first(first, &file);
    World *world = load_second(second, file, &notes);
    assert_true(notes_report(&notes, "a running script of objects number 2 has changed"));
    assert_int_equal(value_of(world, second, "hp"), 70);
    run(world, 70);
    assert_int_equal(value_of(world, second, "hp"), 73); /* the other one has gone on */
}

static void removed_items_are_reported_and_new_ones_initialised(void **state)
{
    (void)state;
    SaveNotes notes;
    Game *first = build(false), *second = build(true);
    second->attributes[1].name = game_string(second, "mana");
    second->attributes[1].value = 11;
    second->npcs[SLIME] = second->npcs[GUARD];
    second->start = "location(town,4,4,so)";
    game_npc(second, GUARD, 0, NULL);
    /* "hp" is not an attribute any more, so no handler may read it. */
    second->has_object[COIN] = false;
    World *world = carry_over(first, second, &notes);
    assert_true(notes_report(&notes, "attribute hp no longer exists"));
    assert_true(notes_report(&notes, "attribute mana is new"));
    assert_true(notes_report(&notes, "a running script of start-up scripts 0"));
    assert_int_equal(value_of(world, second, "mana"), 11);
    assert_int_equal(value_of(world, second, "score"), 9);
}

static void actor_in_a_new_wall_is_moved(void **state)
{
    (void)state;
    SaveNotes notes;
    Game *first = build(false), *second = build(true);
    game_put(second, TOWN, LAYER_OBJECTS, 4, 4, WALL);
    game_put(second, TOWN, LAYER_OBJECTS, 3, 2, WALL);
    World *world = carry_over(first, second, &notes);
    assert_true(
        notes_report(&notes, "map town: 1 objects inside walls of the new map were removed"));
    const MapState *town = world->maps[TOWN];
    assert_int_equal(map_cell(world, town, LAYER_OBJECTS, (Cell){3, 2}), WALL);
    assert_true(notes_report(&notes, "1 NPCs inside walls of the new map were moved"));
    const Actor *player = context_actor(local_context(world));
    assert_true(map_open(world, world->maps[TOWN], actor_cell(world, player), 0));
}

static void another_programs_save_is_loaded_without_its_timers(void **state)
{
    (void)state;
    Bytes file;
    Sav sav;
    SaveNotes notes;
    Game *first = build(false);
    World *before = game_open(first);
    const PlayerContext ctx = local_context(before);
    game_walk(first, EAST, 20);
    text_keep(ctx.player->name, sizeof ctx.player->name, "Brid");
    save_first(first, &file);
    assert_true(sav_read(file, &sav, kit->arena, &kit->report));
    sav.chunk_count--;                                 /* OISN is the last */
    for (size_t i = 0; i < sav.chunk_count / 2; i++) { /* in another order */
        const SavChunk chunk = sav.chunks[i];
        sav.chunks[i] = sav.chunks[sav.chunk_count - 1 - i];
        sav.chunks[sav.chunk_count - 1 - i] = chunk;
    }
    *ARENA_PUSH(kit->arena, sav.chunks, sav.chunk_count) =
        (SavChunk){{'W', 'H', 'A', 'T'}, SAV_UNKNOWN, NULL, BYTES(1, 2, 3), 0};
    sav.has_preview = true;
    sav.preview.play_time = 100;
    assert_true(sav_write(&sav, 6, &file, kit->arena, &kit->report));
    World *world = world_load(before->content->game, file, &(WorldOptions){.seed = 3}, &notes,
                              kit->arena, &kit->report);
    assert_non_null(world);
    assert_true(notes_report(&notes, "the file was saved by another program"));
    assert_int_equal(world->tick, 3000);
    assert_int_equal(value_of(world, first, "hp"), 70);
    assert_int_equal(world_count(local_context(world), SWORD), 2);
    assert_int_equal(local_context(world).player->quests[0], QUEST_OPEN);
    assert_string_equal(local_context(world).player->name, "Brid");
    assert_int_equal(world->actor_count, 2);
    assert_int_equal(actor_cell(world, context_actor(local_context(world))).x,
                     actor_cell(before, context_actor(ctx)).x);
    assert_int_equal(map_cell(world, world->maps[TOWN], LAYER_OBJECTS, (Cell){2, 2}), TREE);
    run(world, 600);
    assert_true(world_save(world, NULL, &file, kit->arena, &kit->report));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
        TEST(changed_attributes_of_objects_are_moved_by_name),
        TEST(the_speaker_of_an_open_dialog_is_moved_by_name),
        TEST(numbers_are_matched_by_name),
        TEST(handler_with_unchanged_code_continues),
        TEST(changed_handler_is_stopped_and_reported),
        TEST(removed_items_are_reported_and_new_ones_initialised),
        TEST(actor_in_a_new_wall_is_moved),
        TEST(another_programs_save_is_loaded_without_its_timers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
