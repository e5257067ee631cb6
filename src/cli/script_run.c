/* Parts, in order: self and opponent; finding the handler; settings; running it. NPCs and
 * objects are placed by running commands of the script language, so they are created as in a
 * game. */
#include "cli/script_run.h"

#include "base/text.h"
#include "cli/script_print.h"
#include "tirnanog/sheets/script_names.h"

enum { SETTLE_SECONDS = 10 };

typedef struct Runner {
    const TngFile *game;
    const HandlerRun *run;
    World *world;
    const ScriptNames *names;
    Watcher watcher;
    ScriptRef ref; /* of the game; SCRIPT_FROM_OUTSIDE: source text */
    uint32_t self, opponent;
    Location place;
    Text answers; /* remaining answers */
    ScreenState shown;
    Arena *arena;
    Report *report;
} Runner;

/* ---- self and opponent ---- */

/* The cell ahead of the player, or another adjacent one on the map. */
static Location beside_player(PlayerContext ctx)
{
    const Actor *player = context_actor(ctx);
    const Grid *grid = &ctx.world->content->grid;
    const Cell here = grid_cell_at(grid, (Spot){player->at.x / SUB, player->at.y / SUB});
    Cell cell = here;
    for (unsigned i = 0; i < DIRECTIONS; i++) {
        cell = grid_step(grid, here, (Direction)((player->direction + i) % DIRECTIONS));
        if (grid_inside(grid, cell))
            break;
    }
    return (Location){player->map, cell};
}

/* `npc(map,x,y,index)` or `add(map,x,y,index)`. */
static bool place_beside(Runner *runner, unsigned category, uint32_t index, unsigned command)
{
    World *world = runner->world;
    const PlayerContext ctx = local_context(world);
    const Location place = beside_player(ctx);
    Writer code = writer_to(runner->arena);
    write_u8(&code, OP_PUSHMAP);
    write_u24(&code, content_name(world->content, SECTION_MAPS, place.map));
    write_u16(&code, (uint16_t)place.cell.x);
    write_u16(&code, (uint16_t)place.cell.y);
    write_u8(&code, OP_PUSHSPR);
    write_u8(&code, (uint8_t)category);
    write_u16(&code, (uint16_t)index);
    write_u8(&code, OP_FNC3);
    write_u8(&code, (uint8_t)command);
    write_u8(&code, OP_END);
    return world_run(ctx, writer_bytes(&code), ENTITY_PLAYER, ENTITY_NONE, runner->report);
}

/* Creates an NPC next to the player; returns its entity, ENTITY_NONE on failure. The command
 * does not return the entity: it is that of the actor which was not used before. */
static uint32_t new_npc(Runner *runner, uint32_t npc)
{
    World *world = runner->world;
    bool *there = ARENA_ALLOC(runner->arena, bool, ACTORS_MAX);
    for (uint32_t i = 0; i < world->actor_count; i++)
        there[i] = world->actors[i]->used;
    if (!place_beside(runner, SPRITE_NPC, npc, COMMAND_npc))
        return ENTITY_NONE;
    for (uint32_t i = 1; i < world->actor_count; i++)
        if (world->actors[i]->used && !there[i])
            return i + 1;
    report_error(runner->report, "there is no free cell for the NPC next to the player");
    return ENTITY_NONE;
}

static bool find_opponent(Runner *runner)
{
    const Text wanted = runner->run->opponent;
    uint32_t npc = 0;
    if (wanted.size &&
        !runner->names->index(runner->names->context, SCRIPT_NPC, wanted, &npc)) {
        const Text near = runner->names->nearest(runner->names->context, SCRIPT_NPC, wanted);
        return near.size ? report_error(runner->report,
                                        "unknown NPC \"%.*s\"; did you mean \"%.*s\"?",
                                        (int)wanted.size, wanted.at, (int)near.size, near.at)
                         : report_error(runner->report, "no NPC \"%.*s\"", (int)wanted.size,
                                        wanted.at);
    }
    if (!wanted.size && !content_count(runner->world->content, SECTION_NPCS))
        return true;
    runner->opponent = new_npc(runner, npc);
    return runner->opponent != ENTITY_NONE;
}

/* Determines the entities of a handler of the game. */
static bool find_parties(Runner *runner)
{
    runner->self = ENTITY_PLAYER;
    runner->place.map = NONE;
    if (runner->ref.section == SECTION_NPCS) {
        runner->opponent = ENTITY_PLAYER;
        runner->self = new_npc(runner, runner->ref.index);
        return runner->self != ENTITY_NONE;
    }
    if (runner->ref.section == SECTION_OBJECTS) {
        const TngSection *objects = tng_section(runner->game, SECTION_OBJECTS);
        const TngObjectAsset *asset = objects->entries[runner->ref.index].descriptor;
        runner->opponent = ENTITY_PLAYER;
        runner->self = ENTITY_OBJECT + asset->sprite;
        runner->place = beside_player(local_context(runner->world));
        return place_beside(runner, SPRITE_OBJECT, asset->sprite, COMMAND_add);
    }
    if (runner->ref.section == SCRIPT_FROM_OUTSIDE || runner->ref.section == SECTION_ACTIONS ||
        runner->run->opponent.size) {
        if (!find_opponent(runner))
            return false;
        if (runner->ref.section == SECTION_ACTIONS && runner->opponent)
            runner->place = beside_player(local_context(runner->world));
    }
    return true;
}

/* ---- selection of the handler ---- */

typedef struct Search {
    Text wanted, *names;
    size_t count;
    ScriptRef ref;
    bool found;
    Arena *arena;
} Search;

static void look(void *context, TngScriptRef ref, Text name, Bytes code, bool expression)
{
    Search *search = context;
    (void)code, (void)expression;
    *ARENA_PUSH(search->arena, search->names, search->count) = name;
    if (!search->found && text_equal(name, search->wanted)) {
        search->ref = ref;
        search->found = true;
    }
}

/* Names contain colons; source contains colons only with brackets or `=`. */
static bool is_name(Text handler)
{
    bool colon = false;
    for (size_t i = 0; i < handler.size; i++) {
        if (strchr("()={}", handler.at[i]))
            return false;
        colon |= handler.at[i] == ':';
    }
    return colon;
}

static bool find_handler(Runner *runner)
{
    Search search = {.wanted = text_trimmed(runner->run->handler), .arena = runner->arena};
    runner->ref.section = SCRIPT_FROM_OUTSIDE;
    if (!is_name(search.wanted))
        return true;
    if (!tng_scripts_visit(runner->game, look, &search, runner->arena, runner->report))
        return false;
    runner->ref = search.ref;
    if (search.found)
        return true;
    const Text near = text_nearest(search.wanted, search.names, search.count);
    return near.size ? report_error(
                           runner->report, "unknown handler \"%.*s\"; did you mean \"%.*s\"?",
                           (int)search.wanted.size, search.wanted.at, (int)near.size, near.at)
                     : report_error(runner->report,
                                    "unknown handler \"%.*s\"; `script list` lists all",
                                    (int)search.wanted.size, search.wanted.at);
}

/* Compiles and runs source in the world, which must outlive it. Returns 0 if that fails. */
static uint32_t run_source(Runner *runner, ScriptSource source, Report *report)
{
    const ScriptOptions options = {.optimise = runner->run->optimise};
    ScriptCode code;
    if (!script_compile(&source, runner->names, &options, &code, runner->arena, report))
        return 0;
    return world_run(local_context(runner->world), code.bytes, runner->self, runner->opponent,
                     report);
}

bool next_item(Text *rest, Text *item)
{
    size_t comma = rest->size;
    if (!rest->size)
        return false;
    text_find(*rest, ',', &comma);
    *item = text_trimmed(text_slice(*rest, 0, comma));
    *rest = text_slice(*rest, comma < rest->size ? comma + 1 : comma, rest->size);
    return true;
}

bool is_setting(Text item)
{
    size_t equal;
    int64_t value;
    return text_find(item, '=', &equal) &&
           text_number(text_slice(item, equal + 1, item.size), INT32_MIN, INT32_MAX, &value);
}

static bool check_set(Runner *runner, Text item, Report *report)
{
    size_t equal = 0;
    const bool other = text_starts(item, "@");
    const uint32_t entity = other ? runner->opponent : runner->self;
    if (!is_setting(item))
        return report_error(report, "expected NAME=NUMBER, not \"%.*s\"", (int)item.size,
                            item.at);
    text_find(item, '=', &equal);
    if (equal < 2u + other)
        return report_error(report, "\"%.*s\" is not an attribute", (int)equal, item.at);
    if (other && entity == ENTITY_NONE)
        return report_error(report, "\"%.*s\": there is no opponent", (int)item.size, item.at);
    if (entity >= ENTITY_OBJECT)
        return report_error(report, "\"%.*s\": an object's attributes cannot be set",
                            (int)item.size, item.at);
    return true;
}

/* Sets hp=10,@hp=3 as a handler would. */
static bool set_values(Runner *runner)
{
    const Text all = runner->run->set;
    Report about = report_child(
        runner->report, runner->run->set_from.size ? runner->run->set_from : TEXT("--set"));
    bool ok = true;
    Text item;
    for (Text rest = all; ok && next_item(&rest, &item);) {
        const size_t from = (size_t)(item.at - all.at);
        ok = check_set(runner, item, &about) &&
             run_source(runner, (ScriptSource){all, from, from + item.size}, &about);
    }
    return ok;
}

/* ---- running ---- */

/* Completes the start of the game before the handler runs. */
static void settle(PlayerContext ctx)
{
    World *world = ctx.world;
    const uint32_t end = world->tick + SETTLE_SECONDS * world->content->rate;
    while (world->tick < end && ctx.player->screen.screen != SCREEN_GAME &&
           ctx.player->screen.screen != SCREEN_MENU) {
        const bool asks = ctx.player->screen.option_count;
        world_tick(world, &(WorldInput){.buttons = asks ? 0u : BUTTON_CONFIRM, .option = asks});
    }
}

/* Returns the next answer, from 0; false if there is none. */
static bool next_answer(Runner *runner, uint32_t *row)
{
    int64_t value;
    Text item;
    if (!next_item(&runner->answers, &item))
        return false;
    const uint32_t count = local_context(runner->world).player->screen.option_count;
    if (!text_number(item, 1, count, &value))
        return report_error(runner->report, "answer \"%.*s\": expected a row from 1 to %u",
                            (int)item.size, item.at, count);
    *row = (uint32_t)value - 1;
    return true;
}

/* Dialogs and choosers use the next answer, otherwise the first; markets and crafting do
 * only what was requested. */
static bool answer(Runner *runner, WorldInput *input)
{
    const ScreenState *screen = &local_context(runner->world).player->screen;
    const bool first = screen->screen != runner->shown.screen ||
                       screen->record != runner->shown.record ||
                       screen->since != runner->shown.since;
    if (first)
        print_screen(&runner->watcher);
    runner->shown = *screen;
    if (screen->screen == SCREEN_CUTSCENE || screen->until)
        return true;                                /* ends automatically */
    runner->watcher.last = runner->world->tick + 1; /* answering takes no time */
    uint32_t row = 0;
    const bool asks = screen->screen == SCREEN_DIALOG || screen->screen == SCREEN_CHOOSER;
    const size_t errors = runner->report->errors;
    const bool any = screen->option_count && next_answer(runner, &row);
    if (runner->report->errors > errors)
        return false;
    if (any || (asks && first && screen->option_count)) {
        print_answer(&runner->watcher, row);
        input->option = row + 1;
    } else {
        input->buttons = screen->option_count ? BUTTON_CANCEL : BUTTON_CONFIRM;
        if (!asks)
            input->buttons = BUTTON_CANCEL;
    }
    return true;
}

static bool somebody_is_busy(const World *world)
{
    for (uint32_t i = 0; i < world->actor_count; i++)
        if (world->actors[i]->used && world->actors[i]->order_count)
            return true;
    return false;
}

/* Plays until the handler, and the orders that it gave to actors, are finished. */
static bool play(Runner *runner, uint32_t number)
{
    World *world = runner->world;
    const PlayerContext ctx = local_context(world);
    const uint64_t end = world->tick + (uint64_t)runner->run->seconds * world->content->rate;
    while (ctx.player->started && ctx.player->screen.screen != SCREEN_MENU &&
           (world_runs(world, number) || ctx.player->screen.screen != SCREEN_GAME ||
            somebody_is_busy(world))) {
        WorldInput input = {0};
        if (runner->watcher.full)
            return report_error(runner->report, "stopped: too much output");
        if (world->tick >= end)
            return !world_runs(world, number) ||
                   report_error(runner->report, "still running after %u s",
                                runner->run->seconds);
        if (ctx.player->screen.screen != SCREEN_GAME && !answer(runner, &input))
            return false;
        world_tick(world, &input);
    }
    return true;
}

/* The script of a cutscene requires its cutscene. */
static uint32_t begin(Runner *runner)
{
    World *world = runner->world;
    const PlayerContext ctx = local_context(world);
    if (runner->ref.section == SCRIPT_FROM_OUTSIDE)
        return run_source(runner, script_source(runner->run->handler), runner->report);
    if (runner->ref.section != SECTION_CUTSCENES)
        return world_start(ctx, runner->ref, runner->self, runner->opponent, runner->place,
                           runner->report);
    Writer code = writer_to(runner->arena);
    write_u8(&code, OP_PUSHCUT);
    write_u24(&code, content_name(world->content, SECTION_CUTSCENES, runner->ref.index));
    write_u8(&code, OP_FNC1);
    write_u8(&code, COMMAND_cutscn);
    write_u8(&code, OP_END);
    return world_run(ctx, writer_bytes(&code), runner->self, runner->opponent, runner->report);
}

static bool run_it(Runner *runner)
{
    World *world = runner->world;
    Watcher *watcher = &runner->watcher;
    watcher->self = runner->self;
    watcher->opponent = runner->opponent;
    const Snapshot before = snapshot_take(watcher);
    watcher_start(watcher);
    world->observer = &watcher->observer;
    const uint32_t number = begin(runner);
    const bool ok = number && play(runner, number);
    watcher_end(watcher);
    world->observer = NULL;
    if (number)
        print_differences(watcher, &before);
    if (ok && runner->answers.size)
        report_warning(runner->report, "the answer %.*s was not used",
                       (int)runner->answers.size, runner->answers.at);
    if (number && runner->run->profile)
        profile_write(&watcher->profile, runner->game, watcher->out);
    return ok;
}

/* A calculated attribute is not a handler: it has a value. */
static bool run_expression(Runner *runner)
{
    const TngAttributes *attributes = runner->world->content->attributes;
    const TngAttribute *attribute = &attributes->attributes[runner->ref.index];
    Watcher *watcher = &runner->watcher;
    watcher_start(watcher);
    const Text name = tng_string(runner->game, attribute->name);
    watcher_print(
        watcher, "%.*s = %d", (int)name.size, name.at,
        world_attribute(local_context(runner->world), ENTITY_PLAYER, attribute->name));
    return true;
}

static bool prepare_and_run(const TngFile *game, const HandlerRun *run, Writer *out,
                            Arena *arena, Arena *scratch, Report *report)
{
    Names names;
    Runner runner = {.game = game, .run = run, .arena = arena, .report = report};
    if (!project_game_names(game, &names, arena, report))
        return false;
    const ScriptNames script_names = script_names_of(&names);
    runner.names = &script_names;
    runner.answers = run->answers;
    runner.world =
        world_new(game, &(WorldOptions){.seed = run->seed, .skip_menu = true}, arena, report);
    if (!runner.world || !find_handler(&runner))
        return false;
    settle(local_context(runner.world));
    if (!local_context(runner.world).player->started)
        return report_error(report, "the start script ends the game");
    runner.watcher = (Watcher){.world = runner.world,
                               .names = &script_names,
                               .out = out,
                               .arena = arena,
                               .scratch = scratch,
                               .trace = run->trace};
    if (!find_parties(&runner) || !set_values(&runner))
        return false;
    const TngAttributes *attributes = runner.world->content->attributes;
    if (runner.ref.section == SECTION_ATTRIBUTES &&
        attributes->attributes[runner.ref.index].expression_size)
        return run_expression(&runner);
    return run_it(&runner);
}

bool handler_run(const TngFile *game, const HandlerRun *run, Writer *out, Arena *arena,
                 Report *report)
{
    Arena *scratch = arena_new();
    const bool ok = prepare_and_run(game, run, out, arena, scratch, report);
    arena_free(scratch);
    return ok;
}
