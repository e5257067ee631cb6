/* Screens over the map: the open one, and its reaction to input. A table has the
 * properties of each screen. */
#include "engine/parts.h"

typedef struct ScreenRules {
    void (*fill)(World *world);                    /* its rows; NULL: filled once */
    bool (*choose)(World *world, uint32_t option); /* false: impossible */
    bool (*adjust)(World *world, uint32_t option, int32_t step); /* the same */
    uint32_t columns;                                            /* of the rows; 0 is 1 */
    uint32_t tab;                                                /* 1 + the tab of the bag */
} ScreenRules;

static void button_sound(World *world, uint32_t which)
{
    if (which < world->content->elements->sound_count &&
        world->content->elements->sounds[which])
        world_effect(world, EFFECT_SOUND, world->content->elements->sounds[which], 0);
}

/* ---- actions of rows ---- */

static bool choose_choice(World *world, uint32_t choice)
{
    static const EffectKind effects[CHOICES] = {
        [CHOICE_CONTINUE] = EFFECT_CONTINUE, [CHOICE_LOAD] = EFFECT_LOAD,
        [CHOICE_OPTIONS] = EFFECT_OPTIONS,   [CHOICE_LANGUAGES] = EFFECT_LANGUAGES,
        [CHOICE_WEBSITE] = EFFECT_WEBSITE,   [CHOICE_EXIT] = EFFECT_EXIT,
        [CHOICE_SAVE] = EFFECT_SAVE};
    switch (choice) {
    case CHOICE_NEW:
        world_new_game(world);
        break;
    case CHOICE_RESUME:
        screen_close(world);
        break;
    case CHOICE_CREDITS:
        world->me->under = world->me->screen;
        world->me->screen = (ScreenState){.screen = SCREEN_CREDITS, .since = world->tick};
        if (world->content->credits->music)
            world_effect(world, EFFECT_MUSIC, world->content->credits->music, 0);
        break;
    case CHOICE_MENU:
        world_leave(world);
        break;
    case CHOICE_WEBSITE:
        world_effect(world, EFFECT_WEBSITE, world->content->menu->look.website, 0);
        break;
    default:
        world_effect(world, effects[choice], 0, 0);
        break;
    }
    return true;
}

static bool choose_dialog(World *world, uint32_t option)
{
    (void)option;
    dialog_choose(world);
    return true;
}

static bool choose_chooser(World *world, uint32_t option)
{
    (void)option;
    chooser_choose(world);
    return true;
}

static bool choose_item(World *world, uint32_t option)
{
    if (!inventory_equip(world, world->me->items[option].sprite)) {
        screen_close(world);
        inventory_use(world, option);
    }
    return true;
}

static bool choose_market(World *world, uint32_t option)
{
    return option & OPTION_SELL
               ? market_sell(world, world->me->screen.record, option & OPTION_INDEX)
               : market_buy(world, world->me->screen.record, option);
}

static bool choose_stats(World *world, uint32_t option)
{
    return stats_adjust(world, option, 1);
}

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

static const ScreenRules *rules_of(const World *world)
{
    return &screens[world->me->screen.screen];
}

/* Rebuilds the rows; keeps the selection if possible. */
void screen_fill(World *world)
{
    ScreenState *screen = &world->me->screen;
    if (screen->screen == SCREEN_DIALOG || screen->screen == SCREEN_CHOOSER)
        return; /* filled once, when opened */
    screen->option_count = 0;
    if (rules_of(world)->fill)
        rules_of(world)->fill(world);
    if (screen->selected >= screen->option_count)
        screen->selected = screen->option_count ? screen->option_count - 1 : 0;
}

/* ---- opening and closing ---- */

/* False while another screen is open. Dialogs of a cutscene are shown over it. */
bool screen_open(World *world, uint32_t which, uint32_t record, Task *task)
{
    const bool over = world->me->screen.screen == SCREEN_CUTSCENE && task &&
                      task->cutscene == cutscene_level(world);
    if (world->me->screen.screen != SCREEN_GAME && !over)
        return false;
    *(which == SCREEN_CUTSCENE ? &world->me->outer : &world->me->under) = world->me->screen;
    world->me->screen = (ScreenState){
        .screen = which, .record = record, .since = world->tick, .task = task ? task->used : 0};
    if (which == SCREEN_DIALOG && over) /* seed: in a cutscene, dialogs close after a time */
        world->me->screen.until =
            world->tick +
            world_hsec(world, task->duration > 0 ? (uint32_t)task->duration : 300);
    if (task) /* before what follows may run other tasks */
        task->wait = WAIT_SCREEN;
    if (which == SCREEN_DIALOG)
        dialog_fill(world);
    else if (which == SCREEN_CHOOSER)
        chooser_fill(world);
    else if (which == SCREEN_CUTSCENE)
        cutscene_start(world, record);
    else if (which == SCREEN_CRAFT)
        fields_clear(world);
    screen_fill(world);
    return true;
}

/* The outer cutscene continues where it was. */
static void end_cutscene(World *world)
{
    const uint32_t lasted = world->tick - world->me->screen.since;
    tasks_stop_cutscene(world, cutscene_level(world));
    world->me->screen = world->me->outer;
    world->me->outer = (ScreenState){0};
    world->me->screen.since += lasted;
    world->me->scene.map = NONE;
    const TngCutscene *cutscene =
        world->me->screen.screen == SCREEN_CUTSCENE
            ? content_record(world->content, SECTION_CUTSCENES, world->me->screen.record)
            : NULL;
    const bool loops = cutscene && cutscene->loop_music;
    world_effect(world, EFFECT_MOVIE, 0, 0);
    world_effect(world, EFFECT_MUSIC, loops ? cutscene->loop_music : world->me->music, 0);
    if (world->me->beginning && world->me->screen.screen == SCREEN_GAME)
        world_after_intro(world);
}

void screen_close(World *world)
{
    const ScreenState closed = world->me->screen;
    if (closed.screen == SCREEN_CUTSCENE) {
        end_cutscene(world);
    } else if (closed.screen == SCREEN_PAUSE) {
        world->me->screen = world->me->paused;
        world->me->paused = (ScreenState){0};
    } else {
        if (closed.screen == SCREEN_CREDITS)
            world_effect(world, EFFECT_MUSIC, world->me->music, 0);
        world->me->screen = world->me->under;
        world->me->under = (ScreenState){0};
    }
    task_wake(world, closed.task, &closed);
}

void screens_clear(World *world, uint32_t actor)
{
    for (uint32_t i = 0; i < world->player_count; i++) {
        Player *player = world->players[i];
        ScreenState *open =
            player->screen.screen == SCREEN_PAUSE ? &player->paused : &player->screen;
        if (open->screen != SCREEN_MARKET || open->record != actor)
            continue;
        const ScreenState closed = *open;
        *open = player->under;
        player->under = (ScreenState){0};
        task_wake(world, closed.task, &closed);
    }
}

/* Over any other screen; the time stops under it. */
static void pause(World *world)
{
    world->me->paused = world->me->screen;
    world->me->screen = (ScreenState){.screen = SCREEN_PAUSE, .since = world->tick};
    screen_fill(world);
    world_effect(world, EFFECT_AUTOSAVE, 0, 0); /* a player who quits now loses nothing */
}

/* ---- input ---- */

static void choose(World *world)
{
    ScreenState *screen = &world->me->screen;
    const uint32_t which = screen->screen;
    const bool any = screen->selected < screen->option_count;
    if (which == SCREEN_CREDITS) {
        screen_close(world);
        return;
    }
    if (!rules_of(world)->choose || (!any && which != SCREEN_DIALOG && which != SCREEN_CHOOSER))
        return;
    const bool done =
        rules_of(world)->choose(world, any ? screen->options[screen->selected] : 0);
    if (which != SCREEN_DIALOG && which != SCREEN_CHOOSER && which != SCREEN_INVENTORY &&
        which != SCREEN_SKILLS)
        button_sound(world, done ? 1 : 2);
}

static void adjust(World *world, int32_t step)
{
    const ScreenState *screen = &world->me->screen;
    if (rules_of(world)->adjust && screen->selected < screen->option_count)
        button_sound(
            world,
            rules_of(world)->adjust(world, screen->options[screen->selected], step) ? 0 : 2);
}

static void cancel(World *world)
{
    switch (world->me->screen.screen) {
    case SCREEN_MENU:
        return;
    case SCREEN_CREATE:
        world_leave(world);
        return;
    case SCREEN_DIALOG:
        if (world->me->screen.option_count) /* it needs an answer */
            return;
        break;
    default:
        break;
    }
    screen_close(world);
}

static void select_by(World *world, int32_t step)
{
    ScreenState *screen = &world->me->screen;
    const int32_t count = (int32_t)screen->option_count;
    if (count < 2)
        return;
    int32_t wanted = (int32_t)screen->selected + step;
    if (step == 1 || step == -1)
        wanted = (wanted + count) % count;
    if (wanted < 0 || wanted >= count)
        return;
    screen->selected = (uint32_t)wanted;
    button_sound(world, 0);
}

/* The crafting fields have four columns; the other rows are below them. */
static int32_t row_step(const World *world)
{
    const ScreenState *screen = &world->me->screen;
    const uint32_t option =
        screen->selected < screen->option_count ? screen->options[screen->selected] : 0;
    if (screen->screen == SCREEN_CRAFT && (option & OPTION_FIELD))
        return 4;
    return rules_of(world)->columns ? (int32_t)rules_of(world)->columns : 1;
}

/* The first row of the other side. */
static void change_sides(World *world)
{
    ScreenState *screen = &world->me->screen;
    const bool selling = screen->selected < screen->option_count &&
                         screen->options[screen->selected] & OPTION_SELL;
    for (uint32_t i = 0; i < screen->option_count; i++)
        if (((screen->options[i] & OPTION_SELL) != 0) != selling) {
            screen->selected = i;
            button_sound(world, 0);
            return;
        }
}

static void move_selection(World *world, uint32_t buttons)
{
    const bool sides = world->me->screen.screen == SCREEN_MARKET;
    if (buttons & BUTTON_UP)
        select_by(world, -row_step(world));
    if (buttons & BUTTON_DOWN)
        select_by(world, row_step(world));
    if (!(buttons & (BUTTON_LEFT | BUTTON_RIGHT)))
        return;
    const int32_t step = buttons & BUTTON_RIGHT ? 1 : -1;
    const uint32_t which = world->me->screen.screen;
    if (sides)
        change_sides(world);
    else if (which == SCREEN_CREATE || which == SCREEN_STATS)
        adjust(world, step);
    else
        select_by(world, step);
}

static const uint8_t tab_screens[TABS] = {SCREEN_INVENTORY, SCREEN_STATS, SCREEN_SKILLS,
                                          SCREEN_QUESTS};

static void open_tab(World *world, uint32_t tab)
{
    world->me->screen = (ScreenState){.screen = tab_screens[tab % TABS], .since = world->tick};
    screen_fill(world);
    button_sound(world, 0);
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
static bool tabs_input(World *world, const WorldInput *input)
{
    const uint32_t tab = rules_of(world)->tab, button = tab_of_button(input->buttons);
    if (!tab)
        return false;
    if (button == tab)
        screen_close(world);
    else if (button)
        open_tab(world, button - 1);
    else if (input->tab && input->tab <= TABS)
        open_tab(world, input->tab - 1);
    else if (input->buttons & BUTTON_NEXT)
        open_tab(world, tab);
    else if (input->buttons & BUTTON_PREVIOUS)
        open_tab(world, tab + TABS - 2);
    else
        return false;
    return true;
}

/* Items of the bag: to the belt, or drop. */
static void bag_input(World *world, const WorldInput *input)
{
    const ScreenState *screen = &world->me->screen;
    if ((screen->screen != SCREEN_INVENTORY && screen->screen != SCREEN_SKILLS) ||
        screen->selected >= screen->option_count)
        return;
    const uint32_t item = screen->options[screen->selected];
    if (input->belt)
        belt_put(world, input->belt - 1, world->me->items[item].sprite);
    else if (input->buttons & BUTTON_DROP && screen->screen == SCREEN_INVENTORY)
        player_drop(world, item);
}

static void screen_buttons(World *world, const WorldInput *input)
{
    const uint32_t which = world->me->screen.screen;
    if (which == SCREEN_CRAFT && input->buttons & BUTTON_DROP)
        adjust(world, -1);
    if (which == SCREEN_MARKET && input->buttons & (BUTTON_NEXT | BUTTON_PREVIOUS))
        change_sides(world);
    if (input->buttons & BUTTON_PAUSE && which == SCREEN_PAUSE)
        screen_close(world);
    else if (input->buttons & BUTTON_PAUSE && (world->me->started || which == SCREEN_CUTSCENE))
        pause(world);
    else if (input->buttons & BUTTON_CONFIRM && which == SCREEN_CUTSCENE)
        screen_close(world);
    else if (input->buttons & BUTTON_CONFIRM && !world->me->screen.until)
        choose(world);
    else if (input->buttons & BUTTON_CANCEL)
        cancel(world);
}

void screen_input(World *world, const WorldInput *input)
{
    screen_fill(world);
    if (input->text && world->me->screen.screen == SCREEN_CREATE && !world->shared)
        text_keep(world->me->name, sizeof world->me->name, input->text);
    if (tabs_input(world, input))
        return;
    if (input->select && input->select <= world->me->screen.option_count &&
        input->select != world->me->screen.selected + 1) {
        world->me->screen.selected = input->select - 1;
        button_sound(world, 0);
    }
    move_selection(world, input->buttons);
    bag_input(world, input);
    if (input->option && input->option <= world->me->screen.option_count) {
        world->me->screen.selected = input->option - 1;
        input->adjust ? adjust(world, input->adjust) : choose(world);
    } else if (input->adjust) {
        adjust(world, input->adjust);
    } else {
        screen_buttons(world, input);
    }
    screen_fill(world);
}

void screens_open(World *world, const WorldInput *input)
{
    const uint32_t tab = tab_of_button(input->buttons);
    if (world->me->screen.screen != SCREEN_GAME)
        return;
    if (input->buttons & (BUTTON_CANCEL | BUTTON_PAUSE))
        pause(world);
    else if (tab)
        screen_open(world, tab_screens[tab - 1], 0, NULL);
}

void screen_tick(World *world)
{
    if (world->me->screen.screen == SCREEN_CUTSCENE)
        cutscene_tick(world);
    else if (world->me->screen.until && world->tick >= world->me->screen.until)
        screen_close(world);
}
