/* Dialogs, choosers and cutscenes: screens that a script opens and waits for. */
#include "engine/screens/screens.h"

/* Types of conditions: 2 to 27 are the locals a to z; 0x80 in a position keeps the chooser
 * open. */
enum { CONDITION_FIRST_LOCAL = 2, CONDITION_LAST_LOCAL = 27, CHOOSER_STAYS_OPEN = 0x80 };

/* Options beyond OPTIONS_MAX cannot be chosen. */
static void show_option(ScreenState *screen, uint32_t option)
{
    if (screen->option_count < OPTIONS_MAX)
        screen->options[screen->option_count++] = (uint16_t)option;
}

/* A timed dialog (`until`) closes by itself: it has no options. */
void dialog_fill(PlayerContext ctx)
{
    ScreenState *screen = &ctx.player->screen;
    const TngDialog *dialog =
        content_record(ctx.world->content, SECTION_DIALOGS, screen->record);
    screen->option_count = 0;
    for (uint32_t i = 0; dialog && !screen->until && i < dialog->option_count; i++)
        if (needs_are_met(ctx, context_entity(ctx), &dialog->options[i].requires))
            show_option(screen, i);
    if (dialog && dialog->speech)
        world_effect(ctx, EFFECT_SPEECH, dialog->speech, 0);
}

/* The NPC that a handler belongs to, or that it is about; NONE: none. */
static uint32_t npc_of_task(const World *world, const Task *task)
{
    const uint32_t owner = task->run->self, other = task->run->opponent;
    const uint32_t entity = entity_is_npc(world, owner)   ? owner
                            : entity_is_npc(world, other) ? other
                                                          : ENTITY_NONE;
    return entity == ENTITY_NONE ? NONE : world->actors[entity - 1]->npc;
}

/* 1 + the NPC whose portrait is shown, if the dialog has none of its own; 0: none. */
uint32_t dialog_speaker(World *world, uint32_t record, const Task *task)
{
    const TngDialog *dialog = content_record(world->content, SECTION_DIALOGS, record);
    const uint32_t number = npc_of_task(world, task);
    const TngNpc *npc =
        number == NONE ? NULL : content_record(world->content, SECTION_NPCS, number);
    const bool has_face = npc && npc->sprite_count > ROW_PORTRAIT &&
                          npc->sprites[ROW_PORTRAIT].index != TNG_NO_SPRITE;
    return has_face && dialog && dialog->portrait.index == TNG_NO_SPRITE ? number + 1 : 0;
}

/* Options count down: the last one is 0 (seeds/proj_format.txt, Event Handlers). */
void dialog_choose(PlayerContext ctx)
{
    ScreenState *screen = &ctx.player->screen;
    const TngDialog *dialog =
        content_record(ctx.world->content, SECTION_DIALOGS, screen->record);
    if (dialog && screen->selected < screen->option_count) {
        const uint32_t index = screen->options[screen->selected];
        const DialogOption *option = &dialog->options[index];
        screen->result = (int32_t)(dialog->option_count - 1u - index);
        screen->result_set = 1;
        if (option->speech)
            world_effect(ctx, EFFECT_SPEECH, option->speech, 0);
        if (option->provides.attribute)
            attribute_set(ctx, context_entity(ctx), option->provides.attribute,
                          option->provides.value);
    }
    if (ctx.player->started) /* the handler may have ended the game */
        screen_close(ctx);
}

/* The relation is in the upper three bits of the type. Without an attribute the condition
 * holds. */
static bool condition_holds(PlayerContext ctx, const Task *task,
                            const ChooserCondition *condition)
{
    const unsigned type = condition->type & 31, relation = condition->type >> 5;
    if (type >= CONDITION_FIRST_LOCAL && type <= CONDITION_LAST_LOCAL)
        return relation_is_met(relation,
                               task ? task->run->locals[type - CONDITION_FIRST_LOCAL] : 0,
                               condition->value);
    return !condition->attribute ||
           relation_is_met(relation,
                           attribute_get(ctx, context_entity(ctx), condition->attribute),
                           condition->value);
}

/* Called again when a choice leaves the chooser open, because conditions may have changed. */
void chooser_fill(PlayerContext ctx)
{
    ScreenState *screen = &ctx.player->screen;
    const TngChooser *chooser =
        content_record(ctx.world->content, SECTION_CHOOSERS, screen->record);
    const Task *task = task_find(ctx.world, screen->task);
    screen->option_count = 0;
    for (uint32_t i = 0; chooser && i < chooser->option_count; i++)
        if (condition_holds(ctx, task, &chooser->options[i].requires[0]) &&
            condition_holds(ctx, task, &chooser->options[i].requires[1]))
            show_option(screen, i);
    if (screen->selected >= screen->option_count)
        screen->selected = 0;
}

/* A handler may end the game while an attribute is set: the screen is gone then. */
void chooser_choose(PlayerContext ctx)
{
    ScreenState *screen = &ctx.player->screen;
    const TngChooser *chooser =
        content_record(ctx.world->content, SECTION_CHOOSERS, screen->record);
    Task *task = task_find(ctx.world, screen->task);
    if (!chooser || screen->selected >= screen->option_count) {
        screen_close(ctx);
        return;
    }
    const uint32_t index = screen->options[screen->selected];
    const ChooserOption *option = &chooser->options[index];
    const unsigned type = option->provides.type & 31;
    if (type >= CONDITION_FIRST_LOCAL && type <= CONDITION_LAST_LOCAL) {
        if (task)
            task->run->locals[type - CONDITION_FIRST_LOCAL] = option->provides.value;
    } else if (option->provides.attribute) {
        attribute_set(ctx, context_entity(ctx), option->provides.attribute,
                      option->provides.value);
        if (!ctx.player->started) /* the handler has ended the game */
            return;
    }
    screen->result = (int32_t)(chooser->option_count - 1u - index);
    screen->result_set = 1;
    if (option->position & CHOOSER_STAYS_OPEN)
        chooser_fill(ctx);
    else
        screen_close(ctx);
}

/* The end of the last part, in ticks; the script may take longer (cutscene_tick). */
uint32_t cutscene_length(World *world, const TngCutscene *cutscene)
{
    uint32_t length = 0;
    for (size_t i = 0; i < cutscene->slide_count; i++)
        if (cutscene->slides[i].to > length)
            length = cutscene->slides[i].to;
    for (size_t i = 0; i < cutscene->subtitle_count; i++)
        if (cutscene->subtitles[i].to > length)
            length = cutscene->subtitles[i].to;
    for (size_t i = 0; i < cutscene->speech_count; i++)
        if (cutscene->speeches[i].from > length)
            length = cutscene->speeches[i].from;
    const uint32_t movie = content_movie(world->content, cutscene->movie);
    if (movie > length)
        length = movie;
    if (!length) /* a looping movie is shown once at least */
        length = content_movie(world->content, cutscene->loop_movie);
    return world_ticks_of(world, length);
}

/* The screen must be open already. */
void cutscene_start(PlayerContext ctx, uint32_t index)
{
    const TngCutscene *cutscene = content_record(ctx.world->content, SECTION_CUTSCENES, index);
    if (!cutscene)
        return;
    ctx.player->scene.map = NONE;
    if (cutscene->loop_music)
        world_effect(ctx, EFFECT_MUSIC, cutscene->loop_music, 0);
    if (cutscene->music) /* afterwards the previous music */
        world_effect(ctx, EFFECT_MUSIC_ONCE, cutscene->music, 0);
    if (content_movie(ctx.world->content, cutscene->movie))
        world_effect(ctx, EFFECT_MOVIE, cutscene->movie, 0);
    else if (cutscene->loop_movie)
        world_effect(ctx, EFFECT_MOVIE_LOOP, cutscene->loop_movie, 0);
    task_start(ctx, &(TaskStart){.ref = {SECTION_CUTSCENES, index, 0},
                                 .self = context_entity(ctx),
                                 .location = {NONE, {0, 0}},
                                 .cutscene = cutscene_level(ctx)});
}

/* Also scripts of cutscenes that this one has started. */
static bool script_runs(PlayerContext ctx)
{
    const World *world = ctx.world;
    for (uint32_t i = 0; i < world->task_count; i++)
        if (world->tasks[i]->used && world->tasks[i]->cutscene >= cutscene_level(ctx) &&
            task_is_mine(ctx, world->tasks[i]))
            return true;
    return false;
}

/* Speeches start exactly at their tick, so each is heard once. */
void cutscene_tick(PlayerContext ctx)
{
    World *world = ctx.world;
    const ScreenState *screen = &ctx.player->screen;
    const TngCutscene *cutscene =
        content_record(world->content, SECTION_CUTSCENES, screen->record);
    const uint32_t since = world->tick - screen->since;
    for (size_t i = 0; cutscene && i < cutscene->speech_count; i++)
        if (world_ticks_of(world, cutscene->speeches[i].from) == since)
            world_effect(ctx, EFFECT_SPEECH, cutscene->speeches[i].speech, 0);
    const uint32_t movie = cutscene ? content_movie(world->content, cutscene->movie) : 0;
    if (movie && cutscene->loop_movie && world_ticks_of(world, movie) == since)
        world_effect(ctx, EFFECT_MOVIE_LOOP, cutscene->loop_movie, 0);
    if (!cutscene || (since >= cutscene_length(world, cutscene) && !script_runs(ctx)))
        screen_close(ctx);
}
