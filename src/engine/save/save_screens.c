/* Open screens in a saved game. */
#include "engine/save/save_parts.h"

/* Number of options in the record of a dialog or chooser. */
static uint32_t options_of(World *world, const ScreenState *screen)
{
    const TngDialog *dialog;
    const TngChooser *chooser;
    if (screen->screen == SCREEN_DIALOG) {
        dialog = content_record(world->content, SECTION_DIALOGS, screen->record);
        return dialog ? dialog->option_count : 0;
    }
    chooser = content_record(world->content, SECTION_CHOOSERS, screen->record);
    return chooser ? chooser->option_count : 0;
}

/* The bag may have fewer items than the rows, until they are rebuilt. */
static bool trade_option_holds(World *world, const ScreenState *screen, uint32_t option)
{
    if (option & OPTION_SELL)
        return (option & ~(uint32_t)OPTION_SELL) < ITEMS_MAX;
    if (screen->screen == SCREEN_CRAFT) {
        const TngCrafting *rules =
            content_record(world->content, SECTION_CRAFTING, screen->record);
        if (option & OPTION_FIELD)
            return (option & OPTION_INDEX) < CRAFT_FIELDS;
        return option == OPTION_DONE || (rules && option < rules->recipe_count);
    }
    const TngNpc *npc =
        content_record(world->content, SECTION_NPCS, world->actors[screen->record]->npc);
    return npc && option < npc->item_count;
}

static bool option_holds(World *world, const ScreenState *screen, uint32_t option)
{
    switch (screen->screen) {
    case SCREEN_DIALOG:
    case SCREEN_CHOOSER:
        return option < options_of(world, screen);
    case SCREEN_MARKET:
    case SCREEN_CRAFT:
        return trade_option_holds(world, screen, option);
    case SCREEN_INVENTORY:
    case SCREEN_SKILLS:
        return option < ITEMS_MAX;
    case SCREEN_STATS:
        return option < world->content->attributes->attribute_count;
    case SCREEN_QUESTS:
        return option < world->quest_count;
    default:
        return option < CHOICES;
    }
}

/* Character creation is not possible during a game. */
bool world_screen_holds(Turn turn, const ScreenState *screen)
{
    World *world = turn.world;
    SavNameKind kind;
    if (screen->screen == SCREEN_CREATE && !turn.player->started)
        return true; /* its rows are rebuilt */
    if (screen->screen == SCREEN_CREATE || screen->screen == SCREEN_MENU ||
        (screen->screen == SCREEN_MARKET &&
         (!screen->record || screen->record >= world->actor_count ||
          !entity_is_npc(world, screen->record + 1))) ||
        (screen_record_kind(screen->screen, &kind) &&
         !content_record(world->content, name_section(kind), screen->record)))
        return false;
    for (uint32_t i = 0; i < screen->option_count; i++)
        if (!option_holds(world, screen, screen->options[i]))
            return false;
    return true;
}

/* In another build: closes all, and continues the tasks that waited for them. */
static void close_all(Load *load)
{
    World *world = load->world;
    const Turn turn = load_turn(load);
    Player *me = load->player;
    me->screen = me->under = me->outer = me->paused = (ScreenState){0};
    me->scene.map = NONE;
    for (uint32_t i = 0; i < world->task_count; i++)
        if (world->tasks[i]->used && task_is_mine(turn, world->tasks[i]) &&
            world->tasks[i]->wait == WAIT_SCREEN)
            world->tasks[i]->wait = WAIT_NOTHING;
    load_report(load, "the open screen has changed in the new game: it is closed");
}

/* The current options. */
static void fill_again(Turn turn)
{
    if (turn.player->screen.screen == SCREEN_DIALOG)
        dialog_fill(turn);
    else if (turn.player->screen.screen == SCREEN_CHOOSER)
        chooser_fill(turn);
    else
        screen_fill(turn);
    turn.player->screen.selected = 0;
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

static bool all_hold(Turn turn, ScreenState *const *screens)
{
    bool hold = true;
    for (size_t i = 0; i < SAVE_SCREENS; i++)
        hold = hold && world_screen_holds(turn, screens[i]);
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
        hold = hold && world_screen_holds(load_turn(load), screens[i]);
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

/* Of the current player. */
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
        if (!world_screen_holds(load_turn(load), own[i]))
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
