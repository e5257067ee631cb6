/* A world: opening, ticks, saving, frames. */
#include "library/library_world.h"

#include "engine/save/save.h"
#include "tirnanog/jobs/open_game.h"
#include "kit/jobs/job_recovery.h"

#include <stdlib.h>

/* ---- opening ---- */

/* English if the requested language does not exist, otherwise the first. */
static size_t language_of(const TngFile *game, const char *wanted)
{
    const char *const codes[] = {wanted ? wanted : "en", "en"};
    for (size_t i = 0; i < COUNT_OF(codes); i++)
        for (size_t k = 0; k < tng_language_count(game); k++) {
            const TngLanguage *language = tng_language(game, k)->record;
            if (text_is((Text){language->code, 2}, codes[i]))
                return k;
        }
    return 0;
}

static bool begin(OisinWorld *world, const OisinWorldOptions *options, Report *report)
{
    const WorldOptions wanted = {.seed = options->seed,
                                 .language = language_of(&world->game, options->language),
                                 .skip_menu = options->skip_menu};
    const Bytes saved = {options->saved, options->saved_size};
    SaveNotes notes = {NULL, 0};
    world->world = saved.data
                       ? world_load(&world->game, saved, &wanted, &notes, world->arena, report)
                       : world_new(&world->game, &wanted, world->arena, report);
    for (size_t i = 0; world->world && i < notes.count; i++)
        report_warning(report, "%.*s", (int)notes.lines[i].size, notes.lines[i].at);
    return world->world != NULL;
}

/* The world's own report, valid as long as the engine may report. */
static void on_message(void *context, const Message *message)
{
    const OisinWorld *world = context;
    report_message(&world->kit->report, message);
}

static bool make(Call *call, OisinWorld *world, Bytes game)
{
    OisinWorldOptions options = {0};
    if (call->input && !kit_struct_read(call->kit, call->input, &options, sizeof options))
        return false;
    world->report = report_to(on_message, world);
    world->scratch = arena_new();
    if (!tng_read(game, &world->game, world->arena, &world->report) ||
        !project_game_names(&world->game, &world->names, world->arena, &world->report) ||
        !begin(world, &options, &world->report))
        return false;
    world->script_names = script_names_of(&world->names);
    world->scenarios.names = &world->script_names;
    world->run = (Run){.scenarios = &world->scenarios,
                       .game = &world->game,
                       .world = world->world,
                       .scratch = world->scratch};
    return true;
}

static bool open_world(Call *call)
{
    Arena *arena = arena_new();
    OisinWorld *world = ARENA_ALLOC(arena, OisinWorld, 1);
    Bytes game;
    *world = (OisinWorld){.kit = call->kit, .arena = arena};
    bool ok = true;
    if (call->file) {
        ok = file_need_all(call->file, &call->kit->report);
        game = arena_copy(arena, ok ? call->file->bytes : (Bytes){0});
    } else if (!call->count) {
        ok = report_cause(&call->kit->report, CAUSE_USAGE, "no game given");
    } else if ((ok = kit_paths(call))) {
        recover_before("show",
                       &(GivenPaths){.arguments = call->inputs, .argument_count = call->count},
                       &call->kit->report);
        ok = games_load(call->inputs, call->count, NULL, &game, arena, &call->kit->report);
    }
    if (ok && make(call, world, game)) {
        *(OisinWorld **)call->out = world;
        return true;
    }
    oisin_world_close(world);
    return false;
}

OisinWorld *oisin_world_open(OisinKit *kit, const char *const *games, size_t count,
                             const OisinWorldOptions *options)
{
    OisinWorld *world = NULL;
    return kit_call(kit, (Call){.work = open_world,
                                .inputs = games,
                                .count = count,
                                .input = options,
                                .out = &world})
               ? world
               : NULL;
}

OisinWorld *oisin_world_open_file(OisinFile *game, const OisinWorldOptions *options)
{
    OisinWorld *world = NULL;
    const Call call = {.work = open_world, .file = game, .input = options, .out = &world};
    return kit_call(game->kit, call) ? world : NULL;
}

void oisin_world_close(OisinWorld *world)
{
    if (!world)
        return;
    if (world->renderer)
        renderer_free(world->renderer);
    arena_free(world->scratch);
    arena_free(world->arena);
}

/* ---- calls ---- */

static bool guarded(Call *call)
{
    OisinWorld *world = call->world;
    if (world->broken)
        return report_cause(&call->kit->report, CAUSE_STATE,
                            "the world is inconsistent since memory ran out: close it");
    world->broken = true;
    arena_reset(world->scratch);
    const bool ok = world->work(call);
    world->broken = false;
    return ok;
}

bool world_call(OisinWorld *world, Call call)
{
    world->work = call.work;
    call.world = world;
    call.work = guarded;
    return kit_call(world->kit, call);
}

const char *oisin_world_error(const OisinWorld *world) { return oisin_error(world->kit); }

OisinErrorCode oisin_world_error_code(const OisinWorld *world)
{
    return oisin_error_code(world->kit);
}

/* ---- ticks ---- */

unsigned oisin_world_button(const char *name)
{
    static const char *const words[] = {
#define BUTTON(name, word, doc) [BUTTON_BIT_##name] = word,
#include "engine/state/input.def"
    };
    for (unsigned i = 0; name && i < COUNT_OF(words); i++)
        if (!strcmp(words[i], name))
            return 1u << i;
    return 0;
}

static WorldInput input_of(const World *world, const OisinInput *input)
{
    const Cell cell = {input->x, input->y};
    WorldInput out = {.direction = input->direction <= DIRECTIONS ? input->direction : 0,
                      .buttons = input->buttons,
                      .action = input->action <= 9 ? input->action : 0,
                      .item = input->item,
                      .belt = input->belt,
                      .option = input->option,
                      .select = input->select,
                      .adjust = input->adjust < 0 ? -1 : input->adjust > 0,
                      .text = input->text};
    if (input->go && grid_inside(&world->content->grid, cell)) {
        const Spot spot = grid_centre(&world->content->grid, cell);
        out.go = 1;
        out.target_x = spot.x;
        out.target_y = spot.y;
    }
    return out;
}

static bool tick(Call *call)
{
    World *world = call->world->world;
    OisinInput input = {0};
    if (call->input && !kit_struct_read(call->kit, call->input, &input, sizeof input))
        return false;
    const WorldInput given = call->input ? input_of(world, &input) : (WorldInput){0};
    bool leave = false;
    size_t count;
    world_tick(world, &given);
    const Effect *effects = world_effects(local_context(world), &count);
    for (size_t i = 0; i < count; i++)
        leave |= effects[i].kind == EFFECT_EXIT;
    return !leave;
}

bool oisin_world_tick(OisinWorld *world, const OisinInput *input)
{
    return world_call(world, (Call){.work = tick, .input = input});
}

uint32_t oisin_world_ticks(const OisinWorld *world) { return world->world->tick; }

uint32_t oisin_world_rate(const OisinWorld *world) { return world->world->content->rate; }

uint64_t oisin_world_hash(OisinWorld *world) { return world_hash(world->world); }

/* ---- saving and drawing ---- */

static bool save(Call *call)
{
    return world_save(call->world->world, NULL, call->out, call->world->scratch,
                      &call->kit->report);
}

const void *oisin_world_save(OisinWorld *world, size_t *size)
{
    Bytes saved;
    if (!world_call(world, (Call){.work = save, .out = &saved}))
        return NULL;
    *size = saved.size;
    return saved.data;
}

static bool draw(Call *call)
{
    OisinWorld *world = call->world;
    Renderer *renderer = world->renderer;
    if (!renderer)
        renderer = renderer_new(world->world, world->arena, &world->report);
    render_frame(renderer, local_context(world->world), call->input);
    /* Assigned last: arenas of a call that runs out of memory are freed with it (kit_call). */
    world->renderer = renderer;
    return true;
}

static bool wrong_size(Call *call)
{
    return report_cause(&call->kit->report, CAUSE_USAGE, "cannot draw a frame of this size");
}

bool oisin_world_picture(OisinWorld *world, unsigned width, unsigned height, void *pixels,
                         size_t stride)
{
    const Image target = {width, height, stride / sizeof(Pixel), pixels};
    const bool fits = width >= PICTURE_MIN && width <= PICTURE_MAX_W && height >= PICTURE_MIN &&
                      height <= PICTURE_MAX_H && stride % sizeof(Pixel) == 0 &&
                      target.stride >= width && (uintptr_t)pixels % sizeof(Pixel) == 0;
    return world_call(world, (Call){.work = fits ? draw : wrong_size, .input = &target});
}
