/* Dialogs, choosers and cutscenes: screens that a script opens and waits for. */
#include "engine/screens/screens.h"

enum { CONDITION_FIRST_LOCAL = 2, CONDITION_LAST_LOCAL = 27, AUTOSAVE_RUNNING = 0x80 };

static void show_option(ScreenState *screen, uint32_t option)
{
    if (screen->option_count < OPTIONS_MAX)
        screen->options[screen->option_count++] = (uint16_t)option;
}

void dialog_fill(Turn turn)
{
    ScreenState *screen = &turn.player->screen;
    const TngDialog *dialog =
        content_record(turn.world->content, SECTION_DIALOGS, screen->record);
    screen->option_count = 0;
    for (uint32_t i = 0; dialog && !screen->until && i < dialog->option_count; i++)
        if (needs_hold(turn, turn_entity(turn), &dialog->options[i].requires))
            show_option(screen, i);
    if (dialog && dialog->speech)
        world_effect(turn, EFFECT_SPEECH, dialog->speech, 0);
}

/* Options count down: the last one is 0 (seeds/proj_format.txt, Event Handlers). */
void dialog_choose(Turn turn)
{
    ScreenState *screen = &turn.player->screen;
    const TngDialog *dialog =
        content_record(turn.world->content, SECTION_DIALOGS, screen->record);
    if (dialog && screen->selected < screen->option_count) {
        const uint32_t index = screen->options[screen->selected];
        const DialogOption *option = &dialog->options[index];
        screen->result = (int32_t)(dialog->option_count - 1u - index);
        screen->result_set = 1;
        if (option->speech)
            world_effect(turn, EFFECT_SPEECH, option->speech, 0);
        if (option->provides.attribute)
            attribute_set(turn, turn_entity(turn), option->provides.attribute,
                          option->provides.value);
    }
    if (turn.player->started) /* the handler may have ended the game */
        screen_close(turn);
}

static bool condition_holds(Turn turn, const Task *task, const ChooserCondition *condition)
{
    const unsigned type = condition->type & 31, relation = condition->type >> 5;
    if (type >= CONDITION_FIRST_LOCAL && type <= CONDITION_LAST_LOCAL)
        return relation_holds(relation,
                              task ? task->run->locals[type - CONDITION_FIRST_LOCAL] : 0,
                              condition->value);
    return !condition->attribute ||
           relation_holds(relation,
                          attribute_get(turn, turn_entity(turn), condition->attribute),
                          condition->value);
}

void chooser_fill(Turn turn)
{
    ScreenState *screen = &turn.player->screen;
    const TngChooser *chooser =
        content_record(turn.world->content, SECTION_CHOOSERS, screen->record);
    const Task *task = task_find(turn.world, screen->task);
    screen->option_count = 0;
    for (uint32_t i = 0; chooser && i < chooser->option_count; i++)
        if (condition_holds(turn, task, &chooser->options[i].requires[0]) &&
            condition_holds(turn, task, &chooser->options[i].requires[1]))
            show_option(screen, i);
    if (screen->selected >= screen->option_count)
        screen->selected = 0;
}

void chooser_choose(Turn turn)
{
    ScreenState *screen = &turn.player->screen;
    const TngChooser *chooser =
        content_record(turn.world->content, SECTION_CHOOSERS, screen->record);
    Task *task = task_find(turn.world, screen->task);
    if (!chooser || screen->selected >= screen->option_count) {
        screen_close(turn);
        return;
    }
    const uint32_t index = screen->options[screen->selected];
    const ChooserOption *option = &chooser->options[index];
    const unsigned type = option->provides.type & 31;
    if (type >= CONDITION_FIRST_LOCAL && type <= CONDITION_LAST_LOCAL) {
        if (task)
            task->run->locals[type - CONDITION_FIRST_LOCAL] = option->provides.value;
    } else if (option->provides.attribute) {
        attribute_set(turn, turn_entity(turn), option->provides.attribute,
                      option->provides.value);
        if (!turn.player->started) /* the handler has ended the game */
            return;
    }
    screen->result = (int32_t)(chooser->option_count - 1u - index);
    screen->result_set = 1;
    if (option->position & AUTOSAVE_RUNNING)
        chooser_fill(turn);
    else
        screen_close(turn);
}

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
void cutscene_start(Turn turn, uint32_t index)
{
    const TngCutscene *cutscene = content_record(turn.world->content, SECTION_CUTSCENES, index);
    if (!cutscene)
        return;
    turn.player->scene.map = NONE;
    if (cutscene->loop_music)
        world_effect(turn, EFFECT_MUSIC, cutscene->loop_music, 0);
    if (cutscene->music) /* afterwards the previous music */
        world_effect(turn, EFFECT_MUSIC_ONCE, cutscene->music, 0);
    if (content_movie(turn.world->content, cutscene->movie))
        world_effect(turn, EFFECT_MOVIE, cutscene->movie, 0);
    else if (cutscene->loop_movie)
        world_effect(turn, EFFECT_MOVIE_LOOP, cutscene->loop_movie, 0);
    task_start(turn, &(TaskStart){.ref = {SECTION_CUTSCENES, index, 0},
                                  .self = turn_entity(turn),
                                  .location = {NONE, {0, 0}},
                                  .cutscene = cutscene_level(turn)});
}

static bool script_runs(Turn turn)
{
    const World *world = turn.world;
    for (uint32_t i = 0; i < world->task_count; i++)
        if (world->tasks[i]->used && world->tasks[i]->cutscene >= cutscene_level(turn) &&
            task_is_mine(turn, world->tasks[i]))
            return true;
    return false;
}

void cutscene_tick(Turn turn)
{
    World *world = turn.world;
    const ScreenState *screen = &turn.player->screen;
    const TngCutscene *cutscene =
        content_record(world->content, SECTION_CUTSCENES, screen->record);
    const uint32_t since = world->tick - screen->since;
    for (size_t i = 0; cutscene && i < cutscene->speech_count; i++)
        if (world_ticks_of(world, cutscene->speeches[i].from) == since)
            world_effect(turn, EFFECT_SPEECH, cutscene->speeches[i].speech, 0);
    const uint32_t movie = cutscene ? content_movie(world->content, cutscene->movie) : 0;
    if (movie && cutscene->loop_movie && world_ticks_of(world, movie) == since)
        world_effect(turn, EFFECT_MOVIE_LOOP, cutscene->loop_movie, 0);
    if (!cutscene || (since >= cutscene_length(world, cutscene) && !script_runs(turn)))
        screen_close(turn);
}
