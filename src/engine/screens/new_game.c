/* A new game, from character creation to the first map, and the way back to the menu. */
#include "engine/screens/screens.h"

void world_clear(PlayerContext ctx)
{
    World *world = ctx.world;
    for (uint32_t i = 0; i < world->map_count; i++)
        if (world->maps[i])
            world->maps[i]->record = NULL;
    for (uint32_t i = 0; i < world->actor_count; i++)
        world->actors[i]->used = 0;
    tasks_clear(ctx);
    world->overlay_count = world->shot_count = world->loot_count = 0;
    world->object_value_count = 0;
    if (world->quest_count)
        memset(world->winners, 0, world->quest_count * sizeof *world->winners);
    player_clear(ctx);
    attributes_default(world, ENTITY_NONE);
}

static void open_menu(PlayerContext ctx)
{
    World *world = ctx.world;
    const bool menu = world->content->menu->enabled;
    ctx.player->screen = (ScreenState){.screen = SCREEN_MENU, .since = world->tick};
    screen_fill(ctx);
    world_music(ctx, menu ? world->content->menu->look.music : 0);
    if (menu && world->content->menu->look.movie)
        world_effect(ctx, EFFECT_MOVIE_LOOP, world->content->menu->look.movie, 0);
}

void world_return_to_menu(PlayerContext ctx)
{
    if (ctx.world->shared) { /* the server handles leaving */
        world_effect(ctx, EFFECT_EXIT, 0, 0);
        return;
    }
    ctx.player->started = false;
    ctx.player->beginning = 0;
    ctx.player->scene.map = NONE;
    ctx.player->under = ctx.player->outer = ctx.player->paused = (ScreenState){0};
    ctx.world->overlay_count = ctx.player->alert_count = 0;
    open_menu(ctx);
}

/* Runs the start handler, or each of the timers. */
static void run_scripts(PlayerContext ctx, bool timers)
{
    const TngSection *startup = tng_section(ctx.world->content->game, SECTION_STARTUP);
    for (uint32_t i = 0; startup && i < startup->count && ctx.player->started; i++)
        if (!((const TngTimedAsset *)startup->entries[i].descriptor)->interval != timers)
            task_start(ctx, &(TaskStart){.ref = {SECTION_STARTUP, i, 0},
                                         .self = context_entity(ctx),
                                         .location = {NONE, {0, 0}}});
}

/* Places the player on the first readable map, if the start handler has not. All timers run
 * after that for the first time; `events_tick` repeats them. */
static void run_startup(PlayerContext ctx)
{
    World *world = ctx.world;
    run_scripts(ctx, false);
    if (!ctx.player->started) /* the handler has left the game */
        return;
    const int32_t middle = world->content->grid.side / 2;
    for (uint32_t i = 0; i < world->map_count && context_actor(ctx)->map == NONE; i++)
        world_place_player(ctx, i, (Cell){middle, middle}, SOUTH);
    if (context_actor(ctx)->map != NONE)
        run_scripts(ctx, true);
}

void world_start_game(PlayerContext ctx)
{
    World *world = ctx.world;
    ctx.player->screen = ctx.player->under = ctx.player->outer = (ScreenState){0};
    ctx.player->started = true;
    if (!world->shared)
        world->play_started = world->tick;
    world_effect(ctx, EFFECT_MOVIE, 0, 0); /* that of the menu */
    run_startup(ctx);
}

void world_new_game(PlayerContext ctx)
{
    World *world = ctx.world;
    if (!world->shared)
        world_clear(ctx);
    player_make(ctx);
    if (!create_wanted(world)) {
        world_start_game(ctx);
        return;
    }
    ctx.player->screen = (ScreenState){.screen = SCREEN_CREATE, .since = world->tick};
    screen_fill(ctx);
}

void world_after_intro(PlayerContext ctx)
{
    const uint32_t next = ctx.player->beginning;
    ctx.player->beginning = INTRO_NOTHING;
    if (next == INTRO_MENU)
        open_menu(ctx);
    else
        world_start_game(ctx);
}
