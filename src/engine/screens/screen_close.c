/* Closing screens, and music and movie of the screen that is open then. */
#include "engine/screens/screens.h"

/* Music and movie from their position `since` ticks after the start. */
static void cutscene_sounds(PlayerContext ctx, const TngCutscene *cutscene, uint32_t since)
{
    const World *world = ctx.world;
    const uint32_t from = (uint32_t)((uint64_t)since * 100 / world->content->rate);
    const uint32_t movie = content_movie(world->content, cutscene->movie);
    const uint32_t loop = content_movie(world->content, cutscene->loop_movie);
    world_effect(ctx, EFFECT_MUSIC,
                 cutscene->loop_music ? cutscene->loop_music : ctx.player->music, 0);
    if (cutscene->music)
        world_effect_from(ctx, EFFECT_MUSIC_ONCE, cutscene->music, from);
    if (movie && from < movie)
        world_effect_from(ctx, EFFECT_MOVIE, cutscene->movie, from);
    else if (cutscene->loop_movie && loop)
        world_effect_from(ctx, EFFECT_MOVIE_LOOP, cutscene->loop_movie, (from - movie) % loop);
    else
        world_effect(ctx, EFFECT_MOVIE, 0, 0);
}

void screen_sounds(PlayerContext ctx)
{
    const World *world = ctx.world;
    const Player *player = ctx.player;
    const ScreenState *top =
        player->screen.screen == SCREEN_PAUSE ? &player->paused : &player->screen;
    const ScreenState *shown = top->screen == SCREEN_CUTSCENE            ? top
                               : player->under.screen == SCREEN_CUTSCENE ? &player->under
                                                                         : NULL;
    const TngCutscene *cutscene =
        shown ? content_record(world->content, SECTION_CUTSCENES, shown->record) : NULL;
    if (cutscene) {
        cutscene_sounds(ctx, cutscene, world->tick - shown->since);
        return;
    }
    const uint32_t credits = top->screen == SCREEN_CREDITS ? world->content->credits->music : 0;
    world_effect(ctx, EFFECT_MOVIE, 0, 0);
    world_effect(ctx, EFFECT_MUSIC, credits ? credits : player->music, 0);
}

/* The outer cutscene continues where it was. */
static void end_cutscene(PlayerContext ctx)
{
    const uint32_t lasted = ctx.world->tick - ctx.player->screen.since;
    tasks_stop_cutscene(ctx, cutscene_level(ctx));
    ctx.player->screen = ctx.player->outer;
    ctx.player->outer = (ScreenState){0};
    ctx.player->screen.since += lasted;
    ctx.player->scene.map = NONE;
    screen_sounds(ctx);
    if (ctx.player->beginning && ctx.player->screen.screen == SCREEN_GAME)
        world_after_intro(ctx);
}

void screen_close(PlayerContext ctx)
{
    const ScreenState closed = ctx.player->screen;
    if (closed.screen == SCREEN_CUTSCENE) {
        end_cutscene(ctx);
    } else if (closed.screen == SCREEN_PAUSE) {
        ctx.player->screen = ctx.player->paused;
        ctx.player->paused = (ScreenState){0};
    } else {
        if (closed.screen == SCREEN_CREDITS)
            world_effect(ctx, EFFECT_MUSIC, ctx.player->music, 0);
        ctx.player->screen = ctx.player->under;
        ctx.player->under = (ScreenState){0};
    }
    task_wake(ctx.world, closed.task, &closed);
}
