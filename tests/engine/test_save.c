/* Saved games: a loaded world goes on as if it had never been away. */
#include "lib/game_kit.h"

#include "base/hash.h"
#include "base/text.h"
#include "kit/jobs/files.h"
#include "engine/save/save.h"
#include "engine/save/save_internal.h"
#include "engine/state/state_members.h"
#include "player/recording.h"
#include "tirnanog/project/project.h"

#include <stdio.h>

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

/* ---- nothing is forgotten ---- */

/* Bytes of a member in its struct: a pointer, or the values themselves. */
static size_t bytes_of(const StateMember *member)
{
    const bool inside = member->shape <= MEMBER_LISTED && member->shape != MEMBER_ONE;
    const bool away = member->shape > MEMBER_LISTED && member->shape != MEMBER_LINK;
    return away ? sizeof(void *) : inside ? member->max * member->size : member->size;
}

/* Between the members of a struct there is nothing but alignment: before a member that needs a
 * multiple of 4 or 8, and at the end. */
static void check_entity(const StateEntity *entity)
{
    size_t count, end = 0;
    const StateMember *members = entity->members(&count);
    for (size_t i = 0; i < count; i++) {
        const StateMember *member = &members[i];
        const size_t bytes = bytes_of(member), gap = member->offset - end;
        if (member->offset < end || gap > 7 || (gap > 3 && member->offset % 8))
            fail_msg("%s.%s is at byte %zu, after byte %zu", entity->name, member->name,
                     member->offset, end);
        SaveTableType table; /* what is saved has a column or a table */
        assert_true(!(member->flags & SAVED) || save_is_column(member) ||
                    save_is_list(member, &table));
        for (size_t k = 0; k < i; k++)
            assert_string_not_equal(members[k].name, member->name);
        end = member->offset + bytes;
    }
    assert_in_range(entity->size - end, 0, 7);
}

static void rows_describe_every_byte_of_a_struct(void **state)
{
    (void)state;
#define ENTITY(Type, doc) check_entity(&Type##_entity);
#include "engine/state/state.def"
    for (unsigned type = 0; type < SAVE_TABLES; type++)
        check_entity(save_table_entity((SaveTableType)type));
}

/* ---- the example, played through ---- */

enum { TICKS = 3600, FURTHER = 600, SAVES = 100 };

typedef struct Play {
    TngFile game;
    WorldInput inputs[TICKS];
    uint64_t hashes[TICKS + 1];
    uint64_t seed;
    Bytes saves[SAVES];
    uint32_t saved_at[SAVES];
} Play;

static void build(TngFile *game, const char *path)
{
    ProjectFiles files;
    TngOutput out;
    if (!project_load_files(path, &files, kit->arena, &kit->report) ||
        !project_build(&files, &(BuildOptions){0}, &out, kit->arena, &kit->report) ||
        !tng_read(tng_output_bytes(&out, kit->arena), game, kit->arena, &kit->report))
        fail_msg("%s", kit_message(kit, 0));
}

static void read_inputs(Play *play)
{
    Bytes text;
    Recording recording;
    WorldInput input = {0};
    size_t at = 0;
    assert_true(file_load("tools/demo.input", &text, kit->arena, &kit->report));
    assert_true(recording_read(text_of_bytes(text), &recording, kit->arena, &kit->report));
    play->seed = recording.seed;
    for (uint32_t i = 0; i < TICKS; i++) {
        recording_input(&recording, i, &at, &input);
        play->inputs[i] = input;
        if (i < recording.frames)
            continue;
        play->inputs[i] = (WorldInput){.direction = i / 40 % 9};
        const uint32_t what = next_random(40);
        if (what < BUTTON_BITS && what != BUTTON_BIT_CANCEL && what != BUTTON_BIT_PAUSE)
            play->inputs[i].buttons = 1u << what; /* but never back to the menu */
        else if (what == 30)
            play->inputs[i].action = 1 + next_random(9);
        else if (what == 31)
            play->inputs[i].option = 1 + next_random(4);
    }
}

static World *begin(const TngFile *game, uint64_t seed)
{
    World *world = world_new(game, &(WorldOptions){.seed = seed, .skip_menu = true}, kit->arena,
                             &kit->report);
    assert_non_null(world);
    return world;
}

static Bytes save_of(const World *world, Arena *arena)
{
    Bytes file;
    if (!world_save(world, NULL, &file, arena, &kit->report))
        fail_msg("%s", kit_message(kit, 0));
    return file;
}

static World *load_of(const TngFile *game, Bytes file, Arena *arena)
{
    SaveNotes notes;
    World *world =
        world_load(game, file, &(WorldOptions){.seed = 99}, &notes, arena, &kit->report);
    if (!world)
        fail_msg("%s", kit_message(kit, 0));
    assert_int_equal(notes.count, 0);
    return world;
}

static void play_all(Play *play)
{
    World *world = begin(&play->game, play->seed);
    const PlayerContext ctx = local_context(world);
    size_t saved = 0;
    for (uint32_t i = 0; i < TICKS; i++) {
        play->hashes[i] = world_hash(world);
        if (ctx.player->started && i + FURTHER < TICKS && saved < SAVES &&
            next_random(TICKS - FURTHER) < SAVES * 2) {
            play->saved_at[saved] = i;
            play->saves[saved++] = save_of(world, kit->arena);
            assert_int_equal(world_hash(world), play->hashes[i]);
        }
        world_tick(world, &play->inputs[i]);
    }
    play->hashes[TICKS] = world_hash(world);
    assert_int_equal(saved, SAVES);
    assert_true(ctx.player->started);
}

static void playthrough_continues_from_every_save(void **state)
{
    (void)state;
    Play *play = ARENA_ALLOC(kit->arena, Play, 1);
    build(&play->game, "examples/segais");
    read_inputs(play);
    play_all(play);
    for (size_t i = 0; i < SAVES; i++) {
        Arena *arena = arena_new();
        World *world = load_of(&play->game, play->saves[i], arena);
        for (uint32_t k = 0; k <= FURTHER; k++) {
            const uint32_t at = play->saved_at[i] + k;
            if (world_hash(world) != play->hashes[at])
                fail_msg("saved at tick %u, another hash %u ticks later", play->saved_at[i], k);
            world_tick(world, &play->inputs[at]);
        }
        arena_free(arena);
    }
}

static void loaded_game_saves_to_the_same_bytes(void **state)
{
    (void)state;
    Play *play = ARENA_ALLOC(kit->arena, Play, 1);
    build(&play->game, "examples/segais");
    read_inputs(play);
    World *world = begin(&play->game, play->seed);
    for (uint32_t i = 0; i < 1500; i++)
        world_tick(world, &play->inputs[i]);
    const Bytes first = save_of(world, kit->arena);
    assert_bytes_equal(save_of(load_of(&play->game, first, kit->arena), kit->arena), first);
}

/* ---- a game in which much goes on ---- */

static Game *busy_game_of(Game *game)
{
    SpawnerKind *kind = ARENA_ALLOC(kit->arena, SpawnerKind, 1);
    kind->npc = (SpriteRef){TNG_NPC_CATEGORY, SLIME};
    kind->animation.index = TNG_NO_SPRITE;
    game->spawner = (TngSpawner){.most = 4, .period = 40, .kind_count = 1, .kinds = kind};
    DialogOption *option = ARENA_ALLOC(kit->arena, DialogOption, 2);
    option[0].text = option[1].text = game_text(game, "yes");
    game->dialogs[1].option_count = 2;
    game->dialogs[1].options = option;
    game_npc(game, GUARD, TNG_EVENT_CLICK, "dialog(second,0) hp=hp+a give(coin,2) market()");
    game_npc(game, SLIME, TNG_EVENT_APPROACH, "a=3 b=rnd(50) delay(b) @hp=@hp+a*b event(coin)");
    game->npcs[SLIME].movement = 1;
    game->npcs[SLIME].events[0].parameter = 5;
    NpcItem *item = ARENA_ALLOC(kit->arena, NpcItem, 1);
    *item = (NpcItem){60, 7, 1, {1, COIN}};
    game->npcs[GUARD].item_count = 1;
    game->npcs[GUARD].items = item;
    game_object(game, COIN, TNG_EVENT_CLICK, "hp=hp+1 delay(70) c=c+rnd(3) drop(tree)");
    game->objects[COIN].price = 1;
    game_object(game, DOOR, TNG_EVENT_TOUCH, "location(cave,3,5,no) quest(0,errand)");
    game_object(game, TREE, TNG_EVENT_APPROACH,
                "score=score+1 replace(wall) delay(90) "
                "replace(tree)");
    game->objects[TREE].events[0].parameter = 3;
    game_put(game, TOWN, LAYER_SPAWNERS, 8, 8, 0);
    game_put(game, TOWN, LAYER_NPCS, 5, 4, GUARD);
    game_put(game, TOWN, LAYER_NPCS, 11, 11, SLIME);
    game_put(game, TOWN, LAYER_OBJECTS, 12, 4, DOOR);
    game_put(game, TOWN, LAYER_OBJECTS, 4, 9, TREE);
    game_put(game, TOWN, LAYER_OBJECTS, 9, 4, TREE);
    game_put(game, CAVE, LAYER_OBJECTS, 8, 5, COIN);
    game->start = "location(town,4,4,so) give(sword,1) quest(0,errand) a=7 delay(100) "
                  "npc(town,9,9,guard) east(4) south(3) waitnpc() b=a+2 delay(500) hp=b";
    game->timer = "d=rnd(60) delay(d) oanim(coin,40) npc(town,3,12,slime) north(3) score=d";
    return game;
}

static Game *busy_game(void) { return busy_game_of(game_new(kit)); }

/* Another build: the same, but all names stand elsewhere, and there is a wall. */
static const TngFile *other_build(void)
{
    Game *game = game_new(kit);
    TngFile *file = ARENA_ALLOC(kit->arena, TngFile, 1);
    game_string(game, "something new");
    busy_game_of(game);
    game_put(game, TOWN, LAYER_OBJECTS, 9, 9, WALL);
    if (!tng_read(game_bytes(game), file, kit->arena, &kit->report))
        fail_msg("%s", kit_message(kit, 0));
    return file;
}

static WorldInput busy_input(void)
{
    static WorldInput input;
    const uint32_t what = next_random(30);
    if (!next_random(15))
        input.direction = next_random(9);
    input.buttons = what == 0   ? BUTTON_CONFIRM
                    : what == 1 ? BUTTON_INVENTORY
                    : what == 2 ? BUTTON_DOWN
                    : what == 3 ? BUTTON_QUESTS
                                : 0;
    input.action = what == 4 ? 1 : 0;
    input.go = what == 5;
    input.target_x = (int32_t)next_random(256);
    input.target_y = (int32_t)next_random(256);
    return input;
}

/* Names the first member in which the worlds differ. */
static void assert_same_state(const World *world, const World *other, uint32_t tick)
{
    Arena *arena = arena_new();
    Writer own = writer_to(arena), its = writer_to(arena);
    world_print(world, &own);
    world_print(other, &its);
    Text a = writer_text(&own), b = writer_text(&its), one = {0}, two = {0};
    while (text_line(&a, &one) && text_line(&b, &two))
        if (!text_equal(one, two))
            fail_msg("tick %u: %.*s; the loaded world: %.*s", tick, (int)one.size, one.at,
                     (int)two.size, two.at);
    assert_int_equal(a.size, b.size);
    arena_free(arena);
}

static void complex_state_continues_exactly_after_loading(void **state)
{
    (void)state;
    Game *game = busy_game();
    World *world = game_open(game), *other = NULL;
    unsigned tasks = 0, maps = 0;
    for (uint32_t i = 0; i < 6000; i++) {
        const WorldInput input = busy_input();
        if (i % 60 == 59) {
            const Bytes file = save_of(world, kit->arena);
            if (other) /* that has all of the state, also what the hash leaves out */
                assert_bytes_equal(save_of(other, kit->arena), file);
            other = load_of(world->content->game, file, kit->arena);
            assert_same_state(world, other, i);
            assert_int_equal(world_hash(other), world_hash(world));
            for (uint32_t k = 0; k < world->task_count; k++)
                tasks += world->tasks[k]->used != 0;
            for (uint32_t k = 0; k < world->map_count; k++)
                maps += world->maps[k] && world->maps[k]->record && world->maps[k]->changes;
        }
        world_tick(world, &input);
        if (other)
            world_tick(other, &input);
        if (other && world_hash(other) != world_hash(world)) {
            assert_same_state(world, other, i);
            fail_msg("tick %u: the loaded world goes another way", i);
        }
    }
    assert_true(tasks > 100 && maps > 50 && world->actor_count > 6);
}

/* The last of the scripts that were added has the lowest task slot. */
static World *world_with_scripts_in_descending_slots(void)
{
    static const char *const sources[] = {"delay(1)", "delay(900) hp=1", "delay(800) hp=2"};
    Game *game = game_new(kit);
    World *world = game_open(game);
    const PlayerContext ctx = local_context(world);
    for (size_t i = 0; i < COUNT_OF(sources); i++) {
        assert_true(world_run(ctx, game_code(game, sources[i]), context_entity(ctx),
                              ENTITY_NONE, &kit->report));
        if (i) /* the first one ends and leaves its slot to the third one */
            game_ticks(game, (WorldInput){0}, 20);
    }
    return world;
}

static void handlers_from_the_console_are_saved_and_loaded_in_any_order(void **state)
{
    (void)state;
    World *world = world_with_scripts_in_descending_slots();
    const Bytes file = save_of(world, kit->arena);
    Sav sav;
    assert_true(sav_read(file, &sav, kit->arena, &kit->report));
    SavState *saved = sav_find(&sav, SAV_STATE);
    assert_int_equal(saved->script_count, 2);
    assert_true(saved->scripts[0].index < saved->scripts[1].index);
    assert_int_equal(world_hash(load_of(world->content->game, file, kit->arena)),
                     world_hash(world));
    const SavScript first = saved->scripts[0]; /* as files of before have them */
    Bytes old;
    saved->scripts[0] = saved->scripts[1];
    saved->scripts[1] = first;
    assert_true(sav_write(&sav, DEFLATE_FAST, &old, kit->arena, &kit->report));
    assert_int_equal(world_hash(load_of(world->content->game, old, kit->arena)),
                     world_hash(world));
}

static void belt_fields_points_and_chat_are_saved(void **state)
{
    (void)state;
    Game *game = busy_game();
    World *world = game_open(game);
    const PlayerContext ctx = local_context(world);
    game_ticks(game, (WorldInput){0}, 70);
    ctx.player->belt[3] = COIN;
    ctx.player->fields[2] = (Ingredient){7, COIN};
    ctx.player->field = 5;
    ctx.player->points[1] = -4;
    ctx.player->paused = (ScreenState){.screen = SCREEN_QUESTS, .since = 9};
    ctx.player->beyond = (Location){CAVE, {3, 15}};
    for (unsigned i = 0; i < CHAT_LINES + 6; i++)
        chat_add(ctx, "Bríd", arena_format(kit->arena, "line %u", i).at);
    chat_item(ctx, CHAT_GOT, COIN, 12);
    World *other = load_of(world->content->game, save_of(world, kit->arena), kit->arena);
    assert_memory_equal(local_context(other).player->belt, ctx.player->belt,
                        sizeof ctx.player->belt);
    assert_memory_equal(local_context(other).player->fields, ctx.player->fields,
                        sizeof ctx.player->fields);
    assert_int_equal(local_context(other).player->field, 5);
    assert_int_equal(local_context(other).player->points[1], -4);
    assert_memory_equal(&local_context(other).player->paused, &ctx.player->paused,
                        sizeof ctx.player->paused);
    assert_int_equal(local_context(other).player->beyond.cell.y, 15);
    assert_int_equal(local_context(other).player->chat_count, ctx.player->chat_count);
    assert_memory_equal(local_context(other).player->chat, ctx.player->chat,
                        CHAT_LINES * sizeof *ctx.player->chat);
}

/* ---- damaged files ---- */

static Bytes damaged(Bytes file, bool inside, Arena *arena)
{
    enum { BLOCK_AT = SAV_HEADER_SIZE };
    static const uint32_t extremes[] = {0,          1,          UINT32_MAX, INT32_MAX,
                                        0x80000000, 0x80000001, 255,        65535};
    const Bytes stored = {file.data + BLOCK_AT, file.size - BLOCK_AT};
    Bytes bytes = file;
    if (inside)
        bytes = inflate_any(stored, 0, 1 << 24, NULL, arena).bytes;
    uint8_t *data = (uint8_t *)(uintptr_t)arena_copy(arena, bytes).data;
    for (uint32_t i = next_random(4) + 1; i; i--) {
        const size_t at = next_random((uint32_t)bytes.size - 4);
        if (next_random(2))
            data[at] = (uint8_t)next_random(256);
        else
            memcpy(data + at, &extremes[next_random(COUNT_OF(extremes))], 4);
    }
    bytes.data = data;
    if (!next_random(20))
        bytes.size = next_random((uint32_t)bytes.size);
    if (!inside)
        return bytes;
    Writer writer = writer_to(arena);
    write_bytes(&writer, bytes_slice(file, 0, BLOCK_AT));
    write_bytes(&writer, deflate_bytes(bytes, WRAPPING_ZLIB, DEFLATE_FAST, arena));
    write_u32(&writer, crc32_of(0, bytes));
    return writer_bytes(&writer);
}

static void damaged_saves_are_rejected_with_one_error_or_loaded(void **state)
{
    (void)state;
    Game *game = busy_game();
    World *world = game_open(game);
    unsigned loaded = 0, refused = 0;
    Bytes file = {0};
    const TngFile *const builds[] = {world->content->game, other_build()};
    for (unsigned i = 0; i < 10000; i++) {
        for (unsigned k = 0; i % 100 == 0 && k < 41; k++) {
            const WorldInput input = busy_input();
            world_tick(world, &input);
        }
        if (i % 100 == 0)
            file = save_of(world, kit->arena);
        Arena *arena = arena_new();
        SaveNotes notes;
        Report report = report_to(NULL, NULL);
        World *other = world_load(builds[i % 6 == 5], damaged(file, i & 1, arena),
                                  &(WorldOptions){0}, &notes, arena, &report);
        if (!other && report.errors != 1)
            fail_msg("%u: %zu errors", i, report.errors);
        refused += !other;
        loaded += other != NULL;
        for (unsigned k = 0; other && k < 60; k++) {
            const WorldInput input = busy_input();
            world_tick(other, &input);
        }
        arena_free(arena);
    }
    assert_true(loaded > 100 && refused > 1000);
}

/* ---- what is refused ---- */

static void quantities_of_items_are_checked(void **state)
{
    static const struct {
        uint32_t count;
        const char *expected;
    } cases[] = {{1, ""},
                 {1000000000, ""},
                 {0, "invalid quantity 0 of object "},
                 {1000000001, "invalid quantity 1000000001 of object "},
                 {UINT32_MAX, "invalid quantity 4294967295 of object "}};
    (void)state;
    Game *game = busy_game();
    World *world = game_open(game);
    Player *me = local_context(world).player;
    me->items[0] = (Item){COIN, 1};
    me->item_count = 1;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        SaveNotes notes;
        kit_clear(kit);
        me->items[0].count = cases[i].count;
        World *other = world_load(world->content->game, save_of(world, kit->arena),
                                  &(WorldOptions){0}, &notes, kit->arena, &kit->report);
        assert_int_equal(other != NULL, !*cases[i].expected);
        if (other)
            assert_int_equal(local_context(other).player->items[0].count, cases[i].count);
        else
            assert_non_null(strstr(kit_message(kit, 0), cases[i].expected));
    }
}

static void a_save_of_another_game_is_rejected(void **state)
{
    (void)state;
    SaveNotes notes;
    Game *game = busy_game();
    const Bytes file = save_of(game_open(game), kit->arena);
    uint8_t *data = (uint8_t *)(uintptr_t)file.data;
    memcpy(data + 16, "other", 5);
    assert_null(world_load(game->world->content->game, file, &(WorldOptions){0}, &notes,
                           kit->arena, &kit->report));
    assert_string_equal(kit_message(kit, 0), "this is a saved game of other, not of tiny");
}

static void nothing_is_saved_from_the_menu(void **state)
{
    (void)state;
    Bytes file;
    Game *game = busy_game();
    World *world = game_open(game);
    world_return_to_menu(local_context(world));
    assert_false(world_save(world, NULL, &file, kit->arena, &kit->report));
    assert_string_equal(kit_message(kit, 0), "no game is running, so there is nothing to save");
}

/* ---- the list of saved games ---- */

static void summary_has_game_time_place_player_and_thumbnail(void **state)
{
    (void)state;
    Bytes file;
    SaveSummary summary;
    Game *game = busy_game();
    World *world = game_open(game);
    const PlayerContext ctx = local_context(world);
    game_ticks(game, (WorldInput){0}, 100);
    text_keep(ctx.player->name, sizeof ctx.player->name, "Aífe");
    Image image = image_new(600, 300, kit->arena);
    for (size_t i = 0; i < 600 * 300; i++)
        image.pixels[i] = i % 600 < 300 ? PIXEL(255, 0, 0, 255) : PIXEL(0, 8, 255, 255);
    assert_true(world_save(world, &image, &file, kit->arena, &kit->report));
    assert_true(save_summary(file, &summary, kit->arena, &kit->report));
    assert_true(text_is(summary.game, "tiny"));
    assert_true(text_is(summary.place, "Town"));
    assert_true(text_is(summary.player, "Aífe"));
    assert_int_equal(summary.play_time, 3);
    assert_memory_equal(summary.unique, world->content->game->header.unique, 8);
    assert_int_equal(summary.preview.w, 256);
    Sav sav;
    assert_true(sav_read(file, &sav, kit->arena, &kit->report));
    assert_int_equal(sav.preview.play_time, 3);
    assert_int_equal(sav.preview.dimension, 256);
    assert_int_equal(*image_at(&summary.preview, 100, 77), PIXEL(255, 0, 0, 255));
    assert_int_equal(*image_at(&summary.preview, 200, 200), PIXEL(0, 8, 255, 255));
}

static void unknown_chunks_are_preserved(void **state)
{
    (void)state;
    Game *game = busy_game();
    World *world = game_open(game);
    Snapshot snapshot;
    Sav before = {0}, after;
    Bytes file;
    SavUser *account = sav_add(&before, SAV_USER, kit->arena);
    account->created.seconds = 1234;
    ((SavUser *)sav_add(&before, SAV_USER, kit->arena))->created.seconds = 5;
    *ARENA_PUSH(kit->arena, before.chunks, before.chunk_count) =
        (SavChunk){{'W', 'H', 'A', 'T'}, SAV_UNKNOWN, NULL, BYTES(1, 2, 3), 0};
    assert_true(world_snapshot(world, &snapshot, kit->arena, &kit->report));
    snapshot_keep(&snapshot, &before, kit->arena);
    assert_true(snapshot_pack(&snapshot, &file, kit->arena, &kit->report));
    assert_true(sav_read(file, &after, kit->arena, &kit->report));
    assert_int_equal(((const SavUser *)sav_find(&after, SAV_USER))->created.seconds, 1234);
    assert_bytes_equal(after.chunks[after.chunk_count - 1].bytes, BYTES(1, 2, 3));
    assert_int_equal(after.chunks[after.chunk_count - 2].type, SAV_USER);
    assert_int_equal(world_hash(load_of(world->content->game, file, kit->arena)),
                     world_hash(world));
}

/* Maps are packed when the world has gone on. */
static void snapshot_is_independent_of_later_changes(void **state)
{
    (void)state;
    Game *game = busy_game();
    World *world = game_open(game);
    Snapshot snapshot;
    Bytes file;
    MapState *map = world->maps[TOWN];
    map_put(world, map, (Cell){2, 2}, COIN);
    const uint64_t hash = world_hash(world);
    assert_true(world_snapshot(world, &snapshot, kit->arena, &kit->report));
    map_put(world, map, (Cell){2, 2}, SWORD);
    map_put(world, map, (Cell){3, 2}, SWORD);
    assert_true(snapshot_pack(&snapshot, &file, kit->arena, &kit->report));
    World *again = load_of(world->content->game, file, kit->arena);
    assert_int_equal(world_hash(again), hash);
    assert_int_equal(map_cell(again, again->maps[TOWN], LAYER_OBJECTS, (Cell){2, 2}), COIN);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
        TEST(rows_describe_every_byte_of_a_struct),
        TEST(playthrough_continues_from_every_save),
        TEST(loaded_game_saves_to_the_same_bytes),
        TEST(complex_state_continues_exactly_after_loading),
        TEST(handlers_from_the_console_are_saved_and_loaded_in_any_order),
        TEST(belt_fields_points_and_chat_are_saved),
        TEST(damaged_saves_are_rejected_with_one_error_or_loaded),
        TEST(quantities_of_items_are_checked),
        TEST(a_save_of_another_game_is_rejected),
        TEST(nothing_is_saved_from_the_menu),
        TEST(summary_has_game_time_place_player_and_thumbnail),
        TEST(unknown_chunks_are_preserved),
        TEST(snapshot_is_independent_of_later_changes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
