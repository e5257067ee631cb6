/* A new game, from character creation to the first map, and the way back to the menu. */
#include "engine/screens/screens.h"

void world_clear(Turn turn)
{
    World *world = turn.world;
    for (uint32_t i = 0; i < world->map_count; i++)
        if (world->maps[i])
            world->maps[i]->record = NULL;
    for (uint32_t i = 0; i < world->actor_count; i++)
        world->actors[i]->used = 0;
    tasks_clear(turn);
    world->overlay_count = world->shot_count = world->loot_count = 0;
    if (world->quest_count)
        memset(world->winners, 0, world->quest_count * sizeof *world->winners);
    player_clear(turn);
    attributes_default(world, ENTITY_NONE);
}

static void open_menu(Turn turn)
{
    World *world = turn.world;
    const bool menu = world->content->menu->enabled;
    turn.player->screen = (ScreenState){.screen = SCREEN_MENU, .since = world->tick};
    screen_fill(turn);
    world_music(turn, menu ? world->content->menu->look.music : 0);
    if (menu && world->content->menu->look.movie)
        world_effect(turn, EFFECT_MOVIE_LOOP, world->content->menu->look.movie, 0);
}

void world_return_to_menu(Turn turn)
{
    if (turn.world->shared) { /* the server handles leaving */
        world_effect(turn, EFFECT_EXIT, 0, 0);
        return;
    }
    turn.player->started = false;
    turn.player->beginning = 0;
    turn.player->scene.map = NONE;
    turn.player->under = turn.player->outer = turn.player->paused = (ScreenState){0};
    turn.world->overlay_count = turn.player->alert_count = 0;
    open_menu(turn);
}

/* Places the player on the first readable map, if the start-up handler has not. */
static void run_startup(Turn turn)
{
    World *world = turn.world;
    const TngSection *startup = tng_section(world->content->game, SECTION_STARTUP);
    for (uint32_t i = 0; startup && i < startup->count; i++)
        if (!((const TngTimedAsset *)startup->entries[i].descriptor)->interval)
            task_start(turn, &(TaskStart){.ref = {SECTION_STARTUP, i, 0},
                                          .self = turn_entity(turn),
                                          .location = {NONE, {0, 0}}});
    if (!turn.player->started) /* the handler has left the game */
        return;
    const int32_t middle = world->content->grid.side / 2;
    for (uint32_t i = 0; i < world->map_count && turn_actor(turn)->map == NONE; i++)
        world_place_player(turn, i, (Cell){middle, middle}, SOUTH);
}

void world_start_game(Turn turn)
{
    World *world = turn.world;
    turn.player->screen = turn.player->under = turn.player->outer = (ScreenState){0};
    turn.player->started = true;
    if (!world->shared)
        world->play_started = world->tick;
    world_effect(turn, EFFECT_MOVIE, 0, 0); /* that of the menu */
    run_startup(turn);
}

void world_new_game(Turn turn)
{
    World *world = turn.world;
    if (!world->shared)
        world_clear(turn);
    player_make(turn);
    if (!create_wanted(world)) {
        world_start_game(turn);
        return;
    }
    turn.player->screen = (ScreenState){.screen = SCREEN_CREATE, .since = world->tick};
    screen_fill(turn);
}

void world_after_intro(Turn turn)
{
    const uint32_t next = turn.player->beginning;
    turn.player->beginning = INTRO_NOTHING;
    if (next == INTRO_MENU)
        open_menu(turn);
    else
        world_start_game(turn);
}
