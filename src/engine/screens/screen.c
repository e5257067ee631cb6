/* Screens over the map: the open one, and its reaction to input. A table has the
 * properties of each screen. */
#include "engine/screens/screens.h"

typedef struct ScreenRules {
    void (*fill)(Turn turn);                                  /* its rows; NULL: filled once */
    bool (*choose)(Turn turn, uint32_t option);               /* false: impossible */
    bool (*adjust)(Turn turn, uint32_t option, int32_t step); /* the same */
    uint32_t columns;                                         /* of the rows; 0 is 1 */
    uint32_t tab;                                             /* 1 + the tab of the bag */
} ScreenRules;

static void button_sound(Turn turn, uint32_t which)
{
    World *world = turn.world;
    if (which < world->content->elements->sound_count &&
        world->content->elements->sounds[which])
        world_effect(turn, EFFECT_SOUND, world->content->elements->sounds[which], 0);
}

/* ---- actions of rows ---- */

static bool choose_choice(Turn turn, uint32_t choice)
{
    World *world = turn.world;
    static const EffectKind effects[CHOICES] = {
        [CHOICE_CONTINUE] = EFFECT_CONTINUE, [CHOICE_LOAD] = EFFECT_LOAD,
        [CHOICE_OPTIONS] = EFFECT_OPTIONS,   [CHOICE_LANGUAGES] = EFFECT_LANGUAGES,
        [CHOICE_WEBSITE] = EFFECT_WEBSITE,   [CHOICE_EXIT] = EFFECT_EXIT,
        [CHOICE_SAVE] = EFFECT_SAVE};
    switch (choice) {
    case CHOICE_NEW:
        world_new_game(turn);
        break;
    case CHOICE_RESUME:
        screen_close(turn);
        break;
    case CHOICE_CREDITS:
        turn.player->under = turn.player->screen;
        turn.player->screen = (ScreenState){.screen = SCREEN_CREDITS, .since = world->tick};
        if (world->content->credits->music)
            world_effect(turn, EFFECT_MUSIC, world->content->credits->music, 0);
        break;
    case CHOICE_MENU:
        world_return_to_menu(turn);
        break;
    case CHOICE_WEBSITE:
        world_effect(turn, EFFECT_WEBSITE, world->content->menu->look.website, 0);
        break;
    default:
        world_effect(turn, effects[choice], 0, 0);
        break;
    }
    return true;
}

static bool choose_dialog(Turn turn, uint32_t option)
{
    (void)option;
    dialog_choose(turn);
    return true;
}

static bool choose_chooser(Turn turn, uint32_t option)
{
    (void)option;
    chooser_choose(turn);
    return true;
}

static bool choose_item(Turn turn, uint32_t option)
{
    if (!inventory_equip(turn, turn.player->items[option].sprite)) {
        screen_close(turn);
        inventory_use(turn, option);
    }
    return true;
}

static bool choose_market(Turn turn, uint32_t option)
{
    return option & OPTION_SELL
               ? market_sell(turn, turn.player->screen.record, option & OPTION_INDEX)
               : market_buy(turn, turn.player->screen.record, option);
}

static bool choose_stats(Turn turn, uint32_t option) { return stats_adjust(turn, option, 1); }

static const ScreenRules screens[SCREENS] = {
    [SCREEN_MENU] = {.fill = rows_menu, .choose = choose_choice},
    [SCREEN_PAUSE] = {.fill = rows_pause, .choose = choose_choice},
    [SCREEN_DIALOG] = {.choose = choose_dialog},
    [SCREEN_CHOOSER] = {.choose = choose_chooser},
    [SCREEN_INVENTORY] = {.fill = rows_inventory,
                          .choose = choose_item,
                          .columns = INVENTORY_COLUMNS,
                          .tab = 1 + TAB_INVENTORY},
    [SCREEN_STATS] = {.fill = rows_stats,
                      .choose = choose_stats,
                      .adjust = stats_adjust,
                      .tab = 1 + TAB_STATS},
    [SCREEN_SKILLS] = {.fill = rows_skills, .choose = choose_item, .tab = 1 + TAB_SKILLS},
    [SCREEN_QUESTS] = {.fill = rows_quests, .tab = 1 + TAB_QUESTS},
    [SCREEN_MARKET] = {.fill = rows_market, .choose = choose_market},
    [SCREEN_CRAFT] = {.fill = rows_craft, .choose = craft_choose, .adjust = craft_adjust},
    [SCREEN_CREATE] = {.fill = rows_create, .choose = create_choose, .adjust = create_adjust},
};

static const ScreenRules *rules_of(Turn turn) { return &screens[turn.player->screen.screen]; }

/* Rebuilds the rows; keeps the selection if possible. */
void screen_fill(Turn turn)
{
    ScreenState *screen = &turn.player->screen;
    if (screen->screen == SCREEN_DIALOG || screen->screen == SCREEN_CHOOSER)
        return; /* filled once, when opened */
    screen->option_count = 0;
    if (rules_of(turn)->fill)
        rules_of(turn)->fill(turn);
    if (screen->selected >= screen->option_count)
        screen->selected = screen->option_count ? screen->option_count - 1 : 0;
}

/* ---- opening and closing ---- */

/* False while another screen is open. Dialogs of a cutscene are shown over it. */
bool screen_open(Turn turn, uint32_t which, uint32_t record, Task *task)
{
    World *world = turn.world;
    const bool over = turn.player->screen.screen == SCREEN_CUTSCENE && task &&
                      task->cutscene == cutscene_level(turn);
    if (turn.player->screen.screen != SCREEN_GAME && !over)
        return false;
    *(which == SCREEN_CUTSCENE ? &turn.player->outer : &turn.player->under) =
        turn.player->screen;
    turn.player->screen = (ScreenState){
        .screen = which, .record = record, .since = world->tick, .task = task ? task->used : 0};
    if (which == SCREEN_DIALOG && over) /* seed: in a cutscene, dialogs close after a time */
        turn.player->screen.until =
            world->tick +
            world_ticks_of(world, task->duration > 0 ? (uint32_t)task->duration : 300);
    if (task) /* before what follows may run other tasks */
        task->wait = WAIT_SCREEN;
    if (which == SCREEN_DIALOG)
        dialog_fill(turn);
    else if (which == SCREEN_CHOOSER)
        chooser_fill(turn);
    else if (which == SCREEN_CUTSCENE)
        cutscene_start(turn, record);
    else if (which == SCREEN_CRAFT)
        fields_clear(turn.player);
    screen_fill(turn);
    return true;
}

/* The outer cutscene continues where it was. */
static void end_cutscene(Turn turn)
{
    const uint32_t lasted = turn.world->tick - turn.player->screen.since;
    tasks_stop_cutscene(turn, cutscene_level(turn));
    turn.player->screen = turn.player->outer;
    turn.player->outer = (ScreenState){0};
    turn.player->screen.since += lasted;
    turn.player->scene.map = NONE;
    const TngCutscene *cutscene =
        turn.player->screen.screen == SCREEN_CUTSCENE
            ? content_record(turn.world->content, SECTION_CUTSCENES, turn.player->screen.record)
            : NULL;
    const bool loops = cutscene && cutscene->loop_music;
    world_effect(turn, EFFECT_MOVIE, 0, 0);
    world_effect(turn, EFFECT_MUSIC, loops ? cutscene->loop_music : turn.player->music, 0);
    if (turn.player->beginning && turn.player->screen.screen == SCREEN_GAME)
        world_after_intro(turn);
}

void screen_close(Turn turn)
{
    const ScreenState closed = turn.player->screen;
    if (closed.screen == SCREEN_CUTSCENE) {
        end_cutscene(turn);
    } else if (closed.screen == SCREEN_PAUSE) {
        turn.player->screen = turn.player->paused;
        turn.player->paused = (ScreenState){0};
    } else {
        if (closed.screen == SCREEN_CREDITS)
            world_effect(turn, EFFECT_MUSIC, turn.player->music, 0);
        turn.player->screen = turn.player->under;
        turn.player->under = (ScreenState){0};
    }
    task_wake(turn.world, closed.task, &closed);
}

/* Over any other screen; the time stops under it. */
static void pause(Turn turn)
{
    turn.player->paused = turn.player->screen;
    turn.player->screen = (ScreenState){.screen = SCREEN_PAUSE, .since = turn.world->tick};
    screen_fill(turn);
    world_effect(turn, EFFECT_AUTOSAVE, 0, 0); /* a player who quits now loses nothing */
}

/* ---- input ---- */

static void choose(Turn turn)
{
    ScreenState *screen = &turn.player->screen;
    const uint32_t which = screen->screen;
    const bool any = screen->selected < screen->option_count;
    if (which == SCREEN_CREDITS) {
        screen_close(turn);
        return;
    }
    if (!rules_of(turn)->choose || (!any && which != SCREEN_DIALOG && which != SCREEN_CHOOSER))
        return;
    const bool done = rules_of(turn)->choose(turn, any ? screen->options[screen->selected] : 0);
    if (which != SCREEN_DIALOG && which != SCREEN_CHOOSER && which != SCREEN_INVENTORY &&
        which != SCREEN_SKILLS)
        button_sound(turn, done ? 1 : 2);
}

static void adjust(Turn turn, int32_t step)
{
    const ScreenState *screen = &turn.player->screen;
    if (rules_of(turn)->adjust && screen->selected < screen->option_count)
        button_sound(turn, rules_of(turn)->adjust(turn, screen->options[screen->selected], step)
                               ? 0
                               : 2);
}

static void cancel(Turn turn)
{
    switch (turn.player->screen.screen) {
    case SCREEN_MENU:
        return;
    case SCREEN_CREATE:
        world_return_to_menu(turn);
        return;
    case SCREEN_DIALOG:
        if (turn.player->screen.option_count) /* it needs an answer */
            return;
        break;
    default:
        break;
    }
    screen_close(turn);
}

static void select_by(Turn turn, int32_t step)
{
    ScreenState *screen = &turn.player->screen;
    const int32_t count = (int32_t)screen->option_count;
    if (count < 2)
        return;
    int32_t wanted = (int32_t)screen->selected + step;
    if (step == 1 || step == -1)
        wanted = (wanted + count) % count;
    if (wanted < 0 || wanted >= count)
        return;
    screen->selected = (uint32_t)wanted;
    button_sound(turn, 0);
}

/* The crafting fields have four columns; the other rows are below them. */
static int32_t row_step(Turn turn)
{
    const ScreenState *screen = &turn.player->screen;
    const uint32_t option =
        screen->selected < screen->option_count ? screen->options[screen->selected] : 0;
    if (screen->screen == SCREEN_CRAFT && (option & OPTION_FIELD))
        return 4;
    return rules_of(turn)->columns ? (int32_t)rules_of(turn)->columns : 1;
}

/* The first row of the other side. */
static void change_sides(Turn turn)
{
    ScreenState *screen = &turn.player->screen;
    const bool selling = screen->selected < screen->option_count &&
                         screen->options[screen->selected] & OPTION_SELL;
    for (uint32_t i = 0; i < screen->option_count; i++)
        if (((screen->options[i] & OPTION_SELL) != 0) != selling) {
            screen->selected = i;
            button_sound(turn, 0);
            return;
        }
}

static void move_selection(Turn turn, uint32_t buttons)
{
    const bool sides = turn.player->screen.screen == SCREEN_MARKET;
    if (buttons & BUTTON_UP)
        select_by(turn, -row_step(turn));
    if (buttons & BUTTON_DOWN)
        select_by(turn, row_step(turn));
    if (!(buttons & (BUTTON_LEFT | BUTTON_RIGHT)))
        return;
    const int32_t step = buttons & BUTTON_RIGHT ? 1 : -1;
    const uint32_t which = turn.player->screen.screen;
    if (sides)
        change_sides(turn);
    else if (which == SCREEN_CREATE || which == SCREEN_STATS)
        adjust(turn, step);
    else
        select_by(turn, step);
}

static const uint8_t tab_screens[TABS] = {SCREEN_INVENTORY, SCREEN_STATS, SCREEN_SKILLS,
                                          SCREEN_QUESTS};

static void open_tab(Turn turn, uint32_t tab)
{
    turn.player->screen =
        (ScreenState){.screen = tab_screens[tab % TABS], .since = turn.world->tick};
    screen_fill(turn);
    button_sound(turn, 0);
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
static bool tabs_input(Turn turn, const WorldInput *input)
{
    const uint32_t tab = rules_of(turn)->tab, button = tab_of_button(input->buttons);
    if (!tab)
        return false;
    if (button == tab)
        screen_close(turn);
    else if (button)
        open_tab(turn, button - 1);
    else if (input->tab && input->tab <= TABS)
        open_tab(turn, input->tab - 1);
    else if (input->buttons & BUTTON_NEXT)
        open_tab(turn, tab);
    else if (input->buttons & BUTTON_PREVIOUS)
        open_tab(turn, tab + TABS - 2);
    else
        return false;
    return true;
}

/* Items of the bag: to the belt, or drop. */
static void bag_input(Turn turn, const WorldInput *input)
{
    const ScreenState *screen = &turn.player->screen;
    if ((screen->screen != SCREEN_INVENTORY && screen->screen != SCREEN_SKILLS) ||
        screen->selected >= screen->option_count)
        return;
    const uint32_t item = screen->options[screen->selected];
    if (input->belt)
        belt_put(turn, input->belt - 1, turn.player->items[item].sprite);
    else if (input->buttons & BUTTON_DROP && screen->screen == SCREEN_INVENTORY)
        player_drop(turn, item);
}

static void screen_buttons(Turn turn, const WorldInput *input)
{
    const uint32_t which = turn.player->screen.screen;
    if (which == SCREEN_CRAFT && input->buttons & BUTTON_DROP)
        adjust(turn, -1);
    if (which == SCREEN_MARKET && input->buttons & (BUTTON_NEXT | BUTTON_PREVIOUS))
        change_sides(turn);
    if (input->buttons & BUTTON_PAUSE && which == SCREEN_PAUSE)
        screen_close(turn);
    else if (input->buttons & BUTTON_PAUSE &&
             (turn.player->started || which == SCREEN_CUTSCENE))
        pause(turn);
    else if (input->buttons & BUTTON_CONFIRM && which == SCREEN_CUTSCENE)
        screen_close(turn);
    else if (input->buttons & BUTTON_CONFIRM && !turn.player->screen.until)
        choose(turn);
    else if (input->buttons & BUTTON_CANCEL)
        cancel(turn);
}

void screen_input(Turn turn, const WorldInput *input)
{
    screen_fill(turn);
    if (input->text && turn.player->screen.screen == SCREEN_CREATE && !turn.world->shared)
        text_keep(turn.player->name, sizeof turn.player->name, input->text);
    if (tabs_input(turn, input))
        return;
    if (input->select && input->select <= turn.player->screen.option_count &&
        input->select != turn.player->screen.selected + 1) {
        turn.player->screen.selected = input->select - 1;
        button_sound(turn, 0);
    }
    move_selection(turn, input->buttons);
    bag_input(turn, input);
    if (input->option && input->option <= turn.player->screen.option_count) {
        turn.player->screen.selected = input->option - 1;
        input->adjust ? adjust(turn, input->adjust) : choose(turn);
    } else if (input->adjust) {
        adjust(turn, input->adjust);
    } else {
        screen_buttons(turn, input);
    }
    screen_fill(turn);
}

void screens_open(Turn turn, const WorldInput *input)
{
    const uint32_t tab = tab_of_button(input->buttons);
    if (turn.player->screen.screen != SCREEN_GAME)
        return;
    if (input->buttons & (BUTTON_CANCEL | BUTTON_PAUSE))
        pause(turn);
    else if (tab)
        screen_open(turn, tab_screens[tab - 1], 0, NULL);
}

void screen_tick(Turn turn)
{
    if (turn.player->screen.screen == SCREEN_CUTSCENE)
        cutscene_tick(turn);
    else if (turn.player->screen.until && turn.world->tick >= turn.player->screen.until)
        screen_close(turn);
}
