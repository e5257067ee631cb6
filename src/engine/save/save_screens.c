/* Open screens in a saved game. */
#include "engine/save/save_internal.h"

/* In another build: closes all, and continues the tasks that waited for them. */
static void close_all(Load *load)
{
    World *world = load->world;
    const PlayerContext ctx = load_turn(load);
    Player *me = load->player;
    me->screen = me->under = me->outer = me->paused = (ScreenState){0};
    me->scene.map = NONE;
    for (uint32_t i = 0; i < world->task_count; i++)
        if (world->tasks[i]->used && task_is_mine(ctx, world->tasks[i]) &&
            world->tasks[i]->wait == WAIT_SCREEN)
            world->tasks[i]->wait = WAIT_NOTHING;
    load_report(load, "the open screen has changed in the new game: it is closed");
}

/* The current options. */
static void fill_again(PlayerContext ctx)
{
    if (ctx.player->screen.screen == SCREEN_DIALOG)
        dialog_fill(ctx);
    else if (ctx.player->screen.screen == SCREEN_CHOOSER)
        chooser_fill(ctx);
    else
        screen_fill(ctx);
    ctx.player->screen.selected = 0;
}

/* The trading NPC no longer exists. */
static bool trader_is_gone(const World *world, ScreenState *const *screens)
{
    for (size_t i = 0; i < SAVE_SCREENS; i++)
        if (screens[i]->screen == SCREEN_MARKET && screens[i]->record < world->actor_count &&
            !world->actors[screens[i]->record]->used)
            return true;
    return false;
}

static bool all_hold(PlayerContext ctx, ScreenState *const *screens)
{
    bool hold = true;
    for (size_t i = 0; i < SAVE_SCREENS; i++)
        hold = hold && screen_is_valid(ctx, screens[i]);
    return hold;
}

static bool move_screens(Load *load, ScreenState *const *screens)
{
    bool hold = true;
    for (size_t i = 0; i < SAVE_SCREENS; i++) {
        SavNameKind kind;
        screens[i]->option_count = 0;
        if (screen_record_kind(screens[i]->screen, &kind))
            screens[i]->record = load_number(load, kind, screens[i]->record);
        if (screens[i]->speaker) /* NONE + 1: none */
            screens[i]->speaker = load_number(load, SAV_NAME_NPC, screens[i]->speaker - 1) + 1;
        hold = hold && screen_is_valid(load_turn(load), screens[i]);
    }
    hold = hold && !trader_is_gone(load->world, screens);
    if (!hold)
        close_all(load);
    else
        fill_again(load_turn(load));
    return true;
}

/* For a character, only screens opened by a handler, and cutscenes: a player who joins again
 * is not in a pause or in the bag. */
static void close_own(Player *me)
{
    if (me->screen.screen == SCREEN_PAUSE)
        me->screen = me->paused;
    me->paused = (ScreenState){0};
    if (!me->screen.task && me->screen.screen != SCREEN_CUTSCENE) {
        me->screen = me->under;
        me->under = (ScreenState){0};
    }
    if (!me->screen.task && me->screen.screen != SCREEN_CUTSCENE)
        me->screen = (ScreenState){0};
}

/* Of the player whose rows are being loaded. */
static bool take_screens(Load *load, const ScreenState *saved)
{
    Player *me = load->player;
    ScreenState *const own[SAVE_SCREENS] = {&me->screen, &me->under, &me->outer, &me->paused};
    for (size_t i = 0; i < SAVE_SCREENS; i++)
        *own[i] = saved[i];
    if (load->joining) {
        for (size_t i = 0; i < SAVE_SCREENS; i++)
            load_screen_here(load, own[i]);
        close_own(me);
    }
    if (load->moved)
        return move_screens(load, own);
    if (trader_is_gone(load->world, own) ||
        (load->joining && !all_hold(load_turn(load), own))) {
        close_all(load);
        return true;
    }
    for (size_t i = 0; i < SAVE_SCREENS; i++)
        if (!screen_is_valid(load_turn(load), own[i]))
            return load_fail(load, "invalid state of screen %u", own[i]->screen);
    return true;
}

bool load_screens(Load *load)
{
    World *world = load->world;
    size_t count;
    const ScreenState *rows =
        load_table(load, SAVE_screens, (size_t)SAVE_SCREENS * PLAYERS_MAX, &count);
    if (load->failed || count != SAVE_SCREENS * load->player_slot_count)
        return load_fail(load, "screens are missing");
    for (size_t i = 0; i < load->player_slot_count; i++) {
        if (load->places[i] == NONE)
            continue;
        load->player = world->players[load->places[i]];
        if (!take_screens(load, rows + i * SAVE_SCREENS))
            return false;
    }
    return true;
}
