/* One-switch mode: a game is played with a single key. */
#include "lib/tour_kit.h"

#include "player/menus/menus_internal.h"

static PlayerContext ctx_of(Fixture *fixture) { return local_context(fixture->session.world); }

static uint32_t screen_of(Fixture *fixture) { return ctx_of(fixture).player->screen.screen; }

static void begin(Fixture *fixture, Bytes game)
{
    fixture->options.skip_menu = false;
    fixture->options.one_switch = true;
    fixture_begin(fixture, game);
    fixture->app.settings.values[SETTING_scan_interval] = 500;
    fixture->app.settings.values[SETTING_text_speed] = 0;
    fixture_ticks(fixture, 4, 0);
}

/* Waits until the focus is there, and presses the key. */
static void choose(Fixture *fixture, ScanKind kind, uint32_t value)
{
    const Scan *scan = &fixture->app.scan;
    for (int i = 0; i < 2000 && (scan->now.kind != kind || scan->now.value != value); i++)
        fixture_ticks(fixture, 1, 0);
    if (scan->now.kind != kind || scan->now.value != value)
        fail_msg("the focus never reaches %d %u on screen %u", kind, value, screen_of(fixture));
    app_action(&fixture->app, ACTION_confirm, false);
    fixture_ticks(fixture, 3, 0);
}

static void choose_row_of(Fixture *fixture, uint32_t option)
{
    const ScreenState *screen = &ctx_of(fixture).player->screen;
    uint32_t row = 0;
    while (row < screen->option_count && screen->options[row] != option)
        row++;
    assert_in_range(row, 0, screen->option_count - 1);
    choose(fixture, SCAN_ROW, row);
}

/* Introductions. */
static void go_on(Fixture *fixture)
{
    for (int i = 0; i < 200 && (screen_of(fixture) != SCREEN_GAME || app_waits(&fixture->app));
         i++) {
        if (ctx_of(fixture).player->screen.option_count)
            choose(fixture, SCAN_ROW, 0);
        else
            choose(fixture, SCAN_BUTTONS, BUTTON_CONFIRM);
    }
    assert_int_equal(screen_of(fixture), SCREEN_GAME);
}

static void title_and_creation(Fixture *fixture)
{
    for (int i = 0; i < 100 && screen_of(fixture) == SCREEN_CUTSCENE; i++)
        choose(fixture, SCAN_BUTTONS, BUTTON_CONFIRM);
    assert_int_equal(screen_of(fixture), SCREEN_MENU);
    choose_row_of(fixture, CHOICE_NEW);
    if (screen_of(fixture) != SCREEN_CREATE)
        return;
    const uint8_t before = (uint8_t)ctx_of(fixture).player->choices[0];
    choose(fixture, SCAN_MORE, 1);
    assert_int_not_equal(ctx_of(fixture).player->choices[0], before);
    choose_row_of(fixture, OPTION_NAME);
    assert_int_equal(menus_page(fixture->app.menus), MENU_TYPE);
    choose(fixture, SCAN_LINE, 1);
    choose(fixture, SCAN_KEY, KEYBOARD_OPTION + KEYBOARD_COLUMNS); /* in the second line */
    assert_int_equal(strlen(fixture->app.menus->typed), 1);
    uint32_t done = 0; /* the last key of the last line */
    for (Keyboard keyboard = fixture->app.menus->keyboard;
         keyboard_select(&keyboard, KEYBOARD_OPTION + done * KEYBOARD_COLUMNS);)
        done++;
    choose(fixture, SCAN_LINE, done - 1);
    choose(fixture, SCAN_KEY, KEYBOARD_OPTION + (done - 1) * KEYBOARD_COLUMNS + KEY_DONE - 1);
    assert_int_equal(menus_page(fixture->app.menus), MENU_NONE);
    assert_int_equal(strlen(ctx_of(fixture).player->name), 1);
    choose_row_of(fixture, OPTION_DONE);
    if (menus_page(fixture->app.menus) == MENU_CONFIRM) /* points are left */
        choose(fixture, SCAN_ROW, 0);
}

static void a_game_is_begun_with_one_key(void **state)
{
    Fixture *fixture = *state;
    begin(fixture, tour_game(fixture->kit, "examples/segais"));
    title_and_creation(fixture);
    go_on(fixture);
    assert_true(ctx_of(fixture).player->started);
    choose(fixture, SCAN_BUTTONS, BUTTON_INVENTORY);
    assert_int_equal(screen_of(fixture), SCREEN_INVENTORY);
    choose(fixture, SCAN_TAB, TAB_QUESTS);
    assert_int_equal(screen_of(fixture), SCREEN_QUESTS);
    choose(fixture, SCAN_BUTTONS, BUTTON_CANCEL);
    assert_int_equal(screen_of(fixture), SCREEN_GAME);
    choose(fixture, SCAN_BUTTONS, BUTTON_PAUSE);
    assert_int_equal(screen_of(fixture), SCREEN_PAUSE);
    fixture_end(fixture);
}

/* The actor of the first NPC. */
static const Actor *neighbour(Fixture *fixture)
{
    const World *world = fixture->session.world;
    for (uint32_t i = 0; i < world->actor_count; i++)
        if (world->actors[i]->used && world->actors[i]->npc != NONE)
            return world->actors[i];
    fail_msg("nobody is there");
    return NULL;
}

/* Walks along one axis until the distance is at most `near`; the press in between stops. */
static void approach(Fixture *fixture, bool horizontal, int32_t near)
{
    for (int i = 0; i < 40; i++) {
        const Actor *there = neighbour(fixture), *here = context_actor(ctx_of(fixture));
        const int32_t by = horizontal ? there->at.x - here->at.x : there->at.y - here->at.y;
        if (by <= near && by >= -near)
            return;
        choose(fixture, SCAN_DIRECTION,
               horizontal ? by > 0 ? EAST : WEST
               : by > 0   ? SOUTH
                          : NORTH);
        for (int k = 0; k < 400 && fixture->app.scan.walking; k++) {
            const Actor *now = context_actor(ctx_of(fixture)), *npc = neighbour(fixture);
            const int32_t rest = horizontal ? npc->at.x - now->at.x : npc->at.y - now->at.y;
            if (rest * (int64_t)by <= (int64_t)near * (by < 0 ? -by : by)) {
                app_action(&fixture->app, ACTION_confirm, false);
                assert_int_equal(fixture->app.scan.walking, 0);
            }
            fixture_ticks(fixture, 1, 0);
        }
    }
}

static void a_neighbour_is_met_with_one_key(void **state)
{
    Fixture *fixture = *state;
    begin(fixture, build(fixture));
    go_on(fixture);
    const Grid *grid = &fixture->session.world->content->grid;
    approach(fixture, true, grid->tile_w * SUB / 4);
    approach(fixture, false, grid->tile_h * SUB * 5 / 4);
    if (screen_of(fixture) == SCREEN_GAME)
        choose(fixture, SCAN_BUTTONS, BUTTON_CONFIRM);
    assert_int_equal(screen_of(fixture), SCREEN_DIALOG);
    go_on(fixture);
    fixture_end(fixture);
}

/* Otherwise, the press of a player would answer a question with another row than the one that
 * is marked: the question selects "No" when it opens. */
static void the_focus_is_the_row_that_is_marked(void **state)
{
    Fixture *fixture = *state;
    begin(fixture, build(fixture));
    Menus *menus = fixture->app.menus;
    menus_open(menus, MENU_OPTIONS);
    fixture_ticks(fixture, 3, 0);
    menus_ask(menus, WORD_DELETE, (MenuRequest){.kind = MENU_REQUEST_QUIT});
    fixture_ticks(fixture, 2, 0);
    assert_int_equal(fixture->app.scan.now.kind, SCAN_ROW);
    assert_int_equal(fixture->app.scan.now.value, menus_selected(menus));
    fixture_act(fixture, ACTION_down); /* a helper's key */
    assert_int_equal(fixture->app.scan.now.value, menus_selected(menus));
    fixture_end(fixture);
}

/* Fingers and the mouse are a switch, too, wherever they are. */
static void a_touch_anywhere_chooses(void **state)
{
    Fixture *fixture = *state;
    begin(fixture, build(fixture));
    const Scan *scan = &fixture->app.scan;
    go_on(fixture);
    while (scan->now.kind != SCAN_BUTTONS || scan->now.value != BUTTON_INVENTORY)
        fixture_ticks(fixture, 1, 0);
    app_click(&fixture->app, 1, 1, false);
    fixture_ticks(fixture, 3, 0);
    assert_int_equal(screen_of(fixture), SCREEN_INVENTORY);
    fixture_end(fixture);
}

static void the_interval_is_as_set(void **state)
{
    Fixture *fixture = *state;
    begin(fixture, build(fixture));
    const uint32_t rate = fixture->session.world->content->rate;
    fixture->app.settings.values[SETTING_scan_interval] = 2000;
    const Scan *scan = &fixture->app.scan;
    const uint32_t first = scan->now.value;
    while (scan->now.value == first)
        fixture_ticks(fixture, 1, 0);
    const uint32_t second = scan->now.value;
    unsigned ticks = 0;
    for (; scan->now.value == second; ticks++)
        fixture_ticks(fixture, 1, 0);
    assert_int_equal(ticks, 2 * rate);
    fixture_end(fixture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_game_is_begun_with_one_key),
        TEST(a_neighbour_is_met_with_one_key),
        TEST(the_focus_is_the_row_that_is_marked),
        TEST(a_touch_anywhere_chooses),
        TEST(the_interval_is_as_set),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
