/* Screens over the map: the open one, and its reaction to input. A table has the
 * properties of each screen. */
#include "engine/screens/screens.h"

typedef struct ScreenRules {
    bool (*choose)(PlayerContext ctx, uint32_t option);               /* false: impossible */
    bool (*adjust)(PlayerContext ctx, uint32_t option, int32_t step); /* the same */
    uint32_t columns;                                                 /* of the rows; 0 is 1 */
    uint32_t tab; /* 1 + the tab of the bag */
} ScreenRules;

/* 0: selection, 1: chosen, 2: impossible. Sounds of the game's elements; may be missing. */
static void button_sound(PlayerContext ctx, uint32_t which)
{
    World *world = ctx.world;
    if (which < world->content->elements->sound_count &&
        world->content->elements->sounds[which])
        world_effect(ctx, EFFECT_SOUND, world->content->elements->sounds[which], 0);
}

/* ---- actions of rows ---- */

/* Loading, saving and leaving are effects: the program does them, after the tick. */
static bool choose_choice(PlayerContext ctx, uint32_t choice)
{
    World *world = ctx.world;
    static const EffectKind effects[CHOICES] = {
        [CHOICE_CONTINUE] = EFFECT_CONTINUE, [CHOICE_LOAD] = EFFECT_LOAD,
        [CHOICE_OPTIONS] = EFFECT_OPTIONS,   [CHOICE_LANGUAGES] = EFFECT_LANGUAGES,
        [CHOICE_WEBSITE] = EFFECT_WEBSITE,   [CHOICE_EXIT] = EFFECT_EXIT,
        [CHOICE_SAVE] = EFFECT_SAVE};
    switch (choice) {
    case CHOICE_NEW:
        world_new_game(ctx);
        break;
    case CHOICE_RESUME:
        screen_close(ctx);
        break;
    case CHOICE_CREDITS:
        ctx.player->under = ctx.player->screen;
        ctx.player->screen = (ScreenState){.screen = SCREEN_CREDITS, .since = world->tick};
        if (world->content->credits->music)
            world_effect(ctx, EFFECT_MUSIC, world->content->credits->music, 0);
        break;
    case CHOICE_MENU:
        world_return_to_menu(ctx);
        break;
    case CHOICE_WEBSITE:
        world_effect(ctx, EFFECT_WEBSITE, world->content->menu->look.website, 0);
        break;
    default:
        world_effect(ctx, effects[choice], 0, 0);
        break;
    }
    return true;
}

static bool choose_dialog(PlayerContext ctx, uint32_t option)
{
    (void)option;
    dialog_choose(ctx);
    return true;
}

static bool choose_chooser(PlayerContext ctx, uint32_t option)
{
    (void)option;
    chooser_choose(ctx);
    return true;
}

/* Equipment is put on and the bag stays open; other items are used on the map. */
static bool choose_item(PlayerContext ctx, uint32_t option)
{
    if (!inventory_equip(ctx, ctx.player->items[option].sprite)) {
        screen_close(ctx);
        inventory_use(ctx, option);
    }
    return true;
}

static bool choose_market(PlayerContext ctx, uint32_t option)
{
    return option & OPTION_SELL
               ? market_sell(ctx, ctx.player->screen.record, option & OPTION_INDEX)
               : market_buy(ctx, ctx.player->screen.record, option);
}

static bool choose_stats(PlayerContext ctx, uint32_t option)
{
    return stats_adjust(ctx, option, 1);
}

/* Screens that are not listed have no rows to choose. */
static const ScreenRules screens[SCREENS] = {
    [SCREEN_MENU] = {.choose = choose_choice},
    [SCREEN_PAUSE] = {.choose = choose_choice},
    [SCREEN_DIALOG] = {.choose = choose_dialog},
    [SCREEN_CHOOSER] = {.choose = choose_chooser},
    [SCREEN_INVENTORY] = {.choose = choose_item,
                          .columns = INVENTORY_COLUMNS,
                          .tab = 1 + TAB_INVENTORY},
    [SCREEN_STATS] = {.choose = choose_stats, .adjust = stats_adjust, .tab = 1 + TAB_STATS},
    [SCREEN_SKILLS] = {.choose = choose_item, .tab = 1 + TAB_SKILLS},
    [SCREEN_QUESTS] = {.tab = 1 + TAB_QUESTS},
    [SCREEN_MARKET] = {.choose = choose_market},
    [SCREEN_CRAFT] = {.choose = craft_choose, .adjust = craft_adjust},
    [SCREEN_CREATE] = {.choose = create_choose, .adjust = create_adjust},
};

static const ScreenRules *rules_of(PlayerContext ctx)
{
    return &screens[ctx.player->screen.screen];
}

/* ---- opening ---- */

/* False while another screen is open. Dialogs of a cutscene are shown over it. */
bool screen_open(PlayerContext ctx, uint32_t which, uint32_t record, Task *task)
{
    World *world = ctx.world;
    const bool over = ctx.player->screen.screen == SCREEN_CUTSCENE && task &&
                      task->cutscene == cutscene_level(ctx);
    if (ctx.player->screen.screen != SCREEN_GAME && !over)
        return false;
    *(which == SCREEN_CUTSCENE ? &ctx.player->outer : &ctx.player->under) = ctx.player->screen;
    ctx.player->screen = (ScreenState){
        .screen = which, .record = record, .since = world->tick, .task = task ? task->used : 0};
    if (which == SCREEN_DIALOG && over) /* seed: in a cutscene, dialogs close after a time */
        ctx.player->screen.until =
            world->tick +
            world_ticks_of(world, task->duration > 0 ? (uint32_t)task->duration : 300);
    if (which == SCREEN_DIALOG && task)
        ctx.player->screen.speaker = dialog_speaker(world, record, task);
    if (task) /* before what follows may run other tasks */
        task->wait = WAIT_SCREEN;
    if (which == SCREEN_DIALOG)
        dialog_fill(ctx);
    else if (which == SCREEN_CHOOSER)
        chooser_fill(ctx);
    else if (which == SCREEN_CUTSCENE)
        cutscene_start(ctx, record);
    else if (which == SCREEN_CRAFT)
        fields_clear(ctx.player);
    screen_fill(ctx);
    return true;
}

/* Over any other screen; the time stops under it. */
static void pause(PlayerContext ctx)
{
    ctx.player->paused = ctx.player->screen;
    ctx.player->screen = (ScreenState){.screen = SCREEN_PAUSE, .since = ctx.world->tick};
    screen_fill(ctx);
    world_effect(ctx, EFFECT_AUTOSAVE, 0, 0); /* a player who quits now loses nothing */
}

/* ---- input ---- */

/* Dialogs and choosers continue without options, too. Screens that play their own sounds, or
 * close, have none here. */
static void choose(PlayerContext ctx)
{
    ScreenState *screen = &ctx.player->screen;
    const uint32_t which = screen->screen;
    const bool any = screen->selected < screen->option_count;
    if (which == SCREEN_CREDITS) {
        screen_close(ctx);
        return;
    }
    if (!rules_of(ctx)->choose || (!any && which != SCREEN_DIALOG && which != SCREEN_CHOOSER))
        return;
    const bool done = rules_of(ctx)->choose(ctx, any ? screen->options[screen->selected] : 0);
    if (which != SCREEN_DIALOG && which != SCREEN_CHOOSER && which != SCREEN_INVENTORY &&
        which != SCREEN_SKILLS)
        button_sound(ctx, done ? 1 : 2);
}

static void adjust(PlayerContext ctx, int32_t step)
{
    const ScreenState *screen = &ctx.player->screen;
    if (rules_of(ctx)->adjust && screen->selected < screen->option_count)
        button_sound(
            ctx, rules_of(ctx)->adjust(ctx, screen->options[screen->selected], step) ? 0 : 2);
}

/* The main menu has nothing below it; a question must be answered. */
static void cancel(PlayerContext ctx)
{
    switch (ctx.player->screen.screen) {
    case SCREEN_MENU:
        return;
    case SCREEN_CREATE:
        world_return_to_menu(ctx);
        return;
    case SCREEN_DIALOG:
        if (ctx.player->screen.option_count) /* it needs an answer */
            return;
        break;
    default:
        break;
    }
    screen_close(ctx);
}

/* A step of one wraps around; a larger one (a row of the bag) stops at the edge. */
static void select_by(PlayerContext ctx, int32_t step)
{
    ScreenState *screen = &ctx.player->screen;
    const int32_t count = (int32_t)screen->option_count;
    if (count < 2)
        return;
    int32_t wanted = (int32_t)screen->selected + step;
    if (step == 1 || step == -1)
        wanted = (wanted + count) % count;
    if (wanted < 0 || wanted >= count)
        return;
    screen->selected = (uint32_t)wanted;
    button_sound(ctx, 0);
}

/* The crafting fields have four columns; the other rows are below them. */
static int32_t row_step(PlayerContext ctx)
{
    const ScreenState *screen = &ctx.player->screen;
    const uint32_t option =
        screen->selected < screen->option_count ? screen->options[screen->selected] : 0;
    if (screen->screen == SCREEN_CRAFT && (option & OPTION_FIELD))
        return 4;
    return rules_of(ctx)->columns ? (int32_t)rules_of(ctx)->columns : 1;
}

/* The first row of the other side. */
static void change_sides(PlayerContext ctx)
{
    ScreenState *screen = &ctx.player->screen;
    const bool selling = screen->selected < screen->option_count &&
                         screen->options[screen->selected] & OPTION_SELL;
    for (uint32_t i = 0; i < screen->option_count; i++)
        if (((screen->options[i] & OPTION_SELL) != 0) != selling) {
            screen->selected = i;
            button_sound(ctx, 0);
            return;
        }
}

static void move_selection(PlayerContext ctx, uint32_t buttons)
{
    const bool sides = ctx.player->screen.screen == SCREEN_MARKET;
    if (buttons & BUTTON_UP)
        select_by(ctx, -row_step(ctx));
    if (buttons & BUTTON_DOWN)
        select_by(ctx, row_step(ctx));
    if (!(buttons & (BUTTON_LEFT | BUTTON_RIGHT)))
        return;
    const int32_t step = buttons & BUTTON_RIGHT ? 1 : -1;
    const uint32_t which = ctx.player->screen.screen;
    if (sides)
        change_sides(ctx);
    else if (which == SCREEN_CREATE || which == SCREEN_STATS)
        adjust(ctx, step);
    else
        select_by(ctx, step);
}

static const uint8_t tab_screens[TABS] = {SCREEN_INVENTORY, SCREEN_STATS, SCREEN_SKILLS,
                                          SCREEN_QUESTS};

/* `tab` may be out of range: tabs_input() adds to it, and it wraps here. */
static void open_tab(PlayerContext ctx, uint32_t tab)
{
    ctx.player->screen =
        (ScreenState){.screen = tab_screens[tab % TABS], .since = ctx.world->tick};
    screen_fill(ctx);
    button_sound(ctx, 0);
}

/* The button of a tab opens it, or closes the bag if it is open. */
static uint32_t tab_of_button(uint32_t buttons)
{
    static const uint32_t of[TABS] = {BUTTON_INVENTORY, BUTTON_STATS, BUTTON_SKILLS,
                                      BUTTON_QUESTS};
    for (uint32_t i = 0; i < TABS; i++)
        if (buttons & of[i])
            return i + 1;
    return 0;
}

/* True if another tab was opened, or the bag was closed. */
static bool tabs_input(PlayerContext ctx, const WorldInput *input)
{
    const uint32_t tab = rules_of(ctx)->tab, button = tab_of_button(input->buttons);
    if (!tab)
        return false;
    if (button == tab)
        screen_close(ctx);
    else if (button)
        open_tab(ctx, button - 1);
    else if (input->tab && input->tab <= TABS)
        open_tab(ctx, input->tab - 1);
    else if (input->buttons & BUTTON_NEXT)
        open_tab(ctx, tab);
    else if (input->buttons & BUTTON_PREVIOUS)
        open_tab(ctx, tab + TABS - 2);
    else
        return false;
    return true;
}

/* Items of the bag: to the belt, or drop. */
static void bag_input(PlayerContext ctx, const WorldInput *input)
{
    const ScreenState *screen = &ctx.player->screen;
    if ((screen->screen != SCREEN_INVENTORY && screen->screen != SCREEN_SKILLS) ||
        screen->selected >= screen->option_count)
        return;
    const uint32_t item = screen->options[screen->selected];
    if (input->belt)
        belt_put(ctx, input->belt - 1, ctx.player->items[item].sprite);
    else if (input->buttons & BUTTON_DROP && screen->screen == SCREEN_INVENTORY)
        player_drop(ctx, item);
}

/* PAUSE, CONFIRM and CANCEL: only one of them takes effect, in this order. A timed dialog
 * (`until`) ignores CONFIRM. */
static void screen_buttons(PlayerContext ctx, const WorldInput *input)
{
    const uint32_t which = ctx.player->screen.screen;
    if (which == SCREEN_CRAFT && input->buttons & BUTTON_DROP)
        adjust(ctx, -1);
    if (which == SCREEN_MARKET && input->buttons & (BUTTON_NEXT | BUTTON_PREVIOUS))
        change_sides(ctx);
    if (input->buttons & BUTTON_PAUSE && which == SCREEN_PAUSE)
        screen_close(ctx);
    else if (input->buttons & BUTTON_PAUSE && (ctx.player->started || which == SCREEN_CUTSCENE))
        pause(ctx);
    else if (input->buttons & BUTTON_CONFIRM && which == SCREEN_CUTSCENE)
        screen_close(ctx);
    else if (input->buttons & BUTTON_CONFIRM && !ctx.player->screen.until)
        choose(ctx);
    else if (input->buttons & BUTTON_CANCEL)
        cancel(ctx);
}

/* The rows are filled before and after: the world may have changed since the last tick, and the
 * action may change them. */
void screen_input(PlayerContext ctx, const WorldInput *input)
{
    screen_fill(ctx);
    if (input->text && ctx.player->screen.screen == SCREEN_CREATE && !ctx.world->shared)
        text_keep(ctx.player->name, sizeof ctx.player->name, input->text);
    if (tabs_input(ctx, input))
        return;
    if (input->select && input->select <= ctx.player->screen.option_count &&
        input->select != ctx.player->screen.selected + 1) {
        ctx.player->screen.selected = input->select - 1;
        button_sound(ctx, 0);
    }
    move_selection(ctx, input->buttons);
    bag_input(ctx, input);
    if (input->option && input->option <= ctx.player->screen.option_count) {
        ctx.player->screen.selected = input->option - 1;
        input->adjust ? adjust(ctx, input->adjust) : choose(ctx);
    } else if (input->adjust) {
        adjust(ctx, input->adjust);
    } else {
        screen_buttons(ctx, input);
    }
    screen_fill(ctx);
}

/* CANCEL opens the pause menu here; on a screen it closes the screen. */
void screens_open(PlayerContext ctx, const WorldInput *input)
{
    const uint32_t tab = tab_of_button(input->buttons);
    if (ctx.player->screen.screen != SCREEN_GAME)
        return;
    if (input->buttons & (BUTTON_CANCEL | BUTTON_PAUSE))
        pause(ctx);
    else if (tab)
        screen_open(ctx, tab_screens[tab - 1], 0, NULL);
}

void screen_tick(PlayerContext ctx)
{
    if (ctx.player->screen.screen == SCREEN_CUTSCENE)
        cutscene_tick(ctx);
    else if (ctx.player->screen.until && ctx.world->tick >= ctx.player->screen.until)
        screen_close(ctx);
}
