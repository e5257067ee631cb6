/* Watches a world, tick by tick. transcript_end.c plays what was written. */
#include "studio/scenario/transcript_internal.h"

#include "base/text.h"

/* ---- the observer ---- */

static void on_ran(void *context, PlayerContext ctx, ScriptRef ref, uint32_t instructions,
                   bool done)
{
    Transcript *transcript = context;
    size_t at = 0;
    if (transcript->other && transcript->other->ran)
        transcript->other->ran(transcript->other->context, ctx, ref, instructions, done);
    while (at < transcript->open_count && !tng_script_equal(transcript->open[at], ref))
        at++;
    const bool is_open = at < transcript->open_count;
    if (!is_open && transcript->started_count < STARTED_MAX)
        transcript->started[transcript->started_count++] = ref;
    if (is_open && done)
        transcript->open[at] = transcript->open[--transcript->open_count];
    else if (!is_open && !done && transcript->open_count < OPEN_MAX)
        transcript->open[transcript->open_count++] = ref;
}

static void on_set(void *context, PlayerContext ctx, uint32_t entity, uint32_t attribute,
                   int32_t value)
{
    Transcript *transcript = context;
    size_t at = 0;
    if (transcript->other && transcript->other->set)
        transcript->other->set(transcript->other->context, ctx, entity, attribute, value);
    if (entity != context_entity(ctx))
        return;
    while (at < transcript->value_count && transcript->values[at].attribute != attribute)
        at++;
    if (at == transcript->value_count) {
        TranscriptValue *added =
            ARENA_PUSH(transcript->arena, transcript->values, transcript->value_count);
        *added = (TranscriptValue){.attribute = attribute,
                                   .first = world_attribute(ctx, entity, attribute)};
    }
    transcript->values[at].value = value;
    transcript->values[at].times++;
}

static void on_command(void *context, PlayerContext ctx, const Task *task, unsigned number,
                       const int32_t *arguments)
{
    Transcript *transcript = context;
    const uint32_t self = task->run->self;
    if (number == COMMAND_remove && self > ENTITY_PLAYER && self <= ctx.world->actor_count)
        transcript->removed = ctx.world->actors[self - 1]->npc;
    if (transcript->other && transcript->other->command)
        transcript->other->command(transcript->other->context, ctx, task, number, arguments);
}

static void on_instruction(void *context, PlayerContext ctx, ScriptRef ref, const Task *task,
                           MachineRun *run)
{
    const Transcript *transcript = context;
    transcript->other->instruction(transcript->other->context, ctx, ref, task, run);
}

static void observe(Transcript *transcript, World *world)
{
    const Observer *other = transcript->other = world->observer;
    transcript->observer =
        (Observer){.context = transcript,
                   .instruction = other && other->instruction ? on_instruction : NULL,
                   .command = on_command,
                   .set = on_set,
                   .ran = on_ran};
    world->observer = &transcript->observer;
}

/* ---- ticks ---- */

static void note_belongings(Transcript *transcript)
{
    const Player *player = transcript_player(transcript).player;
    transcript_copy_belongings(
        &transcript->now,
        &(Belongings){player->quests, (Item *)player->items, player->item_count},
        transcript->run.world->quest_count);
}

static void note_rows(Transcript *transcript)
{
    const ScreenState *screen = &transcript->screen;
    arena_reset(transcript->texts);
    transcript->rows = ARENA_ALLOC(transcript->texts, Text, screen->option_count + 1);
    for (uint32_t i = 0; i < screen->option_count; i++)
        transcript->rows[i] = arena_text(transcript->texts, screen_option(&transcript->run, i));
}

static void note_objects(Transcript *transcript)
{
    const ScreenState *screen = &transcript->screen;
    for (uint32_t i = 0; i < screen->option_count; i++) {
        const uint32_t sprite =
            world_option_object(transcript_player(transcript), screen->options[i]);
        transcript->objects[i] = sprite;
        transcript->held[i] =
            sprite == TNG_NO_SPRITE ? 0 : world_count(transcript_player(transcript), sprite);
    }
}

/* The state, for the next tick. */
static void note_state(Transcript *transcript)
{
    const PlayerContext ctx = transcript_player(transcript);
    const Player *player = ctx.player;
    const int32_t side = ctx.world->content->grid.side;
    transcript->screen = player->screen;
    if (player->screen.screen != SCREEN_GAME)
        note_rows(transcript);
    if (player->screen.screen == SCREEN_MARKET || player->screen.screen == SCREEN_CRAFT ||
        player->screen.screen == SCREEN_INVENTORY)
        note_objects(transcript);
    transcript->here = transcript_position(transcript);
    transcript->direction = context_actor(ctx)->direction;
    transcript->touches = player->touched != 0;
    if (player->touched)
        transcript->touched = (Cell){(int32_t)(player->touched - 1) % side,
                                     (int32_t)(player->touched - 1) / side};
    memcpy(transcript->equipped, player->equipped, sizeof transcript->equipped);
    memcpy(transcript->belt, player->belt, sizeof transcript->belt);
    note_belongings(transcript);
}

void transcript_tick(Transcript *transcript, const WorldInput *input)
{
    const ScreenState *screen = &transcript_player(transcript).player->screen;
    arena_reset(transcript->run.scratch);
    transcript->since++;
    if (transcript->beginning && screen->screen == SCREEN_GAME &&
        transcript_player(transcript).player->started) {
        transcript_screen(transcript, input);
        transcript->beginning = false;
        note_state(transcript);
        transcript_copy_belongings(&transcript->told, &transcript->now,
                                   transcript->run.world->quest_count);
        transcript->placed = transcript->here;
        transcript->value_count = transcript->started_count = 0;
        transcript->since = 0;
        return;
    }
    if (input->go)
        transcript->goal = grid_cell_at(&transcript->run.world->content->grid,
                                        (Spot){input->target_x, input->target_y});
    transcript->goes = input->go || (transcript->goes && !input->direction &&
                                     !(input->buttons & BUTTON_CONFIRM));
    transcript_screen(transcript, input);
    if (transcript->screen.screen == SCREEN_GAME && !transcript->beginning)
        transcript_starts(transcript, input);
    transcript_defeat(transcript);
    transcript_opened(transcript);
    transcript_rest(transcript, input);
    note_state(transcript);
    transcript->started_count = 0;
    transcript->removed = NONE;
}

/* "location(town, 12, 7)" is a place; false: it is other code. */
static bool note_place(Transcript *transcript, Text code)
{
    enum { PARTS = 4 };
    Text parts[PARTS], rest = code;
    size_t count = 0, comma;
    if (!text_starts(code, "location(") || !text_ends(code, ")"))
        return false;
    rest = text_slice(code, strlen("location("), code.size - 1);
    for (; count < PARTS; count++) {
        const bool more = text_find(rest, ',', &comma);
        parts[count] = text_trimmed(more ? text_slice(rest, 0, comma) : rest);
        if (!more)
            break;
        rest = text_slice(rest, comma + 1, rest.size);
    }
    if (count != PARTS - 1)
        return false;
    transcript_step(transcript, "place %.*s %.*s %.*s %.*s", (int)parts[0].size, parts[0].at,
                    (int)parts[1].size, parts[1].at, (int)parts[2].size, parts[2].at,
                    (int)parts[3].size, parts[3].at);
    return true;
}

void transcript_line(Transcript *transcript, Text step)
{
    transcript_walk(transcript);
    transcript_step(transcript, "%.*s", (int)step.size, step.at);
}

void transcript_run(Transcript *transcript, Text code)
{
    const Text one = text_trimmed(code);
    transcript_walk(transcript);
    if (!note_place(transcript, one))
        transcript_step(transcript, "run { %.*s }", (int)one.size, one.at);
}

Transcript *transcript_new(World *world, const TngFile *game, const ScriptNames *names,
                           const TranscriptOptions *options, Arena *arena)
{
    Transcript *transcript = ARENA_ALLOC(arena, Transcript, 1);
    const uint32_t quests = world->quest_count + 1;
    *transcript = (Transcript){.scenarios = {.names = names, .arena = arena},
                               .options = *options,
                               .arena = arena,
                               .texts = arena_new_within(arena),
                               .removed = NONE,
                               .beginning = true};
    transcript->run = (Run){.scenarios = &transcript->scenarios,
                            .game = game,
                            .world = world,
                            .arena = arena,
                            .results = arena,
                            .scratch = arena_new_within(arena),
                            .report = report_to(NULL, NULL),
                            .removed = NONE};
    transcript->now.quests = ARENA_ALLOC(arena, uint8_t, quests);
    transcript->told.quests = ARENA_ALLOC(arena, uint8_t, quests);
    transcript->now.items = ARENA_ALLOC(arena, Item, ITEMS_MAX);
    transcript->told.items = ARENA_ALLOC(arena, Item, ITEMS_MAX);
    observe(transcript, world);
    note_state(transcript);
    return transcript;
}
