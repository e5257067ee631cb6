/* Phones: what fingers choose is at least 44 CSS pixels high and wide, letters have at least
 * 14; a display says how dense it is; lists scroll without keys. */
#include "lib/no_window.h"
#include "lib/tour_kit.h"

#include "engine/render/render_internal.h"
#include "player/menus/menus_internal.h"

enum { TARGET = 44, LETTERS = 14, CSS_W = 390, CSS_H = 844 };

typedef struct Phone {
    uint32_t w, h, density; /* of the frame; pixels for 100 CSS pixels */
    uint32_t ui_zoom;       /* of the last frame */
    uint32_t stops, areas, texts, faults;
    const TourStop *stop;
} Phone;

/* In hundredths of a CSS pixel. */
static uint32_t css(const Phone *phone, uint32_t pixels)
{
    return pixels * phone->ui_zoom * 10000 / phone->density;
}

static void on_text(void *context, const Image *target, const DrawnText *drawn)
{
    Phone *phone = context;
    (void)target;
    phone->texts++;
    if (css(phone, drawn->size) >= LETTERS * 100 - 99)
        return;
    phone->faults++;
    print_message("%u x %u, %s: letters of %u: %.*s\n", phone->w, phone->h, phone->stop->name,
                  drawn->size, (int)drawn->text.size, drawn->text.at);
}

static void on_cover(void *context, Rect area) { (void)context, (void)area; }

/* Keys of a keyboard are as wide as the window allows. Pictures of a chooser are the game's. */
static bool is_exempt(const TourStop *stop, const HitArea *area)
{
    return area->kind == HIT_NOTHING || area->kind == HIT_BELT ||
           !strncmp(stop->name, "chooser", 7) ||
           (area->kind == HIT_OPTION && area->value >= KEYBOARD_OPTION);
}

static void visit(void *context, Fixture *fixture, const TourStop *stop)
{
    Phone *phone = context;
    Session *session = &fixture->session;
    phone->stop = stop;
    app_note_device(&fixture->app, DEVICE_TOUCH);
    fixture->app.display.density = phone->density;
    const RenderOptions options = app_render_options(&fixture->app, phone->w, phone->h);
    phone->ui_zoom = options.ui_zoom;
    session_resize(session, phone->w, phone->h, &options);
    session_draw(session);
    session->drawn = false;
    renderer_watch_texts(session->renderer, (TextWatch){on_text, on_cover, phone});
    session_draw(session);
    renderer_watch_texts(session->renderer, (TextWatch){0});
    size_t count;
    const HitArea *areas = hit_areas_all(session->renderer, &count);
    for (size_t i = 0; i < count; i++) {
        const Rect at = areas[i].area;
        if (is_exempt(stop, &areas[i]))
            continue;
        phone->areas++;
        if (css(phone, (uint32_t)at.w) >= TARGET * 100 - 99 &&
            css(phone, (uint32_t)at.h) >= TARGET * 100 - 99)
            continue;
        phone->faults++;
        print_message("%u x %u, %s: area of kind %d, value %u: %d x %d\n", phone->w, phone->h,
                      stop->name, areas[i].kind, areas[i].value, at.w, at.h);
    }
    phone->stops++;
}

static void targets_are_as_large_as_fingers_need(void **state)
{
    static const uint32_t densities[] = {100, 150, 200, 300};
    static const char *const games[] = {"examples/segais", "examples/skerry"};
    Fixture *fixture = *state;
    uint32_t faults = 0;
    for (size_t g = 0; g < COUNT_OF(games); g++) {
        const Bytes game = tour_game(fixture->kit, games[g]);
        for (size_t i = 0; i < 2 * COUNT_OF(densities); i++) {
            const uint32_t density = densities[i / 2];
            const uint32_t w = CSS_W * density / 100, h = CSS_H * density / 100;
            Phone phone = {
                .w = i % 2 ? h : w, .h = i % 2 ? w : h, .density = density, .faults = 0};
            fixture->options.skip_menu = false;
            fixture_begin(fixture, game);
            visit(&phone, fixture, &(TourStop){.name = "menu"});
            tour(fixture, 4, visit, &phone);
            fixture_end(fixture);
            assert_true(phone.stops > 20 && phone.areas > 100 && phone.texts > 200);
            faults += phone.faults;
        }
    }
    assert_int_equal(faults, 0);
}

static const HitArea *area_of(const Fixture *fixture, HitAreaKind kind, uint32_t value)
{
    size_t count;
    const HitArea *areas = hit_areas_all(fixture->session.renderer, &count);
    for (size_t i = count; i-- > 0;)
        if (areas[i].kind == kind && areas[i].value == value)
            return &areas[i];
    return NULL;
}

static void resize(Fixture *fixture, uint32_t w, uint32_t h)
{
    const RenderOptions options = app_render_options(&fixture->app, w, h);
    session_resize(&fixture->session, w, h, &options);
    fixture->session.drawn = false;
    session_draw(&fixture->session);
}

static void begin(Fixture *fixture, Bytes game)
{
    fixture->options.skip_menu = true;
    fixture_begin(fixture, game);
    fixture_ticks(fixture, 20, 0);
}

/* Also of a game without a HUD: bag, quests and actions can be reached. */
static void map_has_buttons_only_for_fingers(void **state)
{
    static const uint32_t buttons[] = {BUTTON_INVENTORY, BUTTON_PAUSE, BUTTON_QUESTS};
    Fixture *fixture = *state;
    begin(fixture, build(fixture));
    Player *player = local_context(fixture->session.world).player;
    player->screen = (ScreenState){.screen = SCREEN_GAME};
    for (int touched = 0; touched < 2; touched++) {
        app_note_device(&fixture->app, touched ? DEVICE_TOUCH : DEVICE_KEYS);
        resize(fixture, CSS_W, CSS_H);
        for (size_t i = 0; i < COUNT_OF(buttons); i++)
            assert_int_equal(area_of(fixture, HIT_BUTTONS, buttons[i]) != NULL, touched);
        for (uint32_t i = 1; i <= 3; i++)
            assert_int_equal(area_of(fixture, HIT_ACTION, i) != NULL, touched);
    }
    fixture->app.settings.values[SETTING_touch_pad] = 0;
    resize(fixture, CSS_W, CSS_H);
    assert_null(area_of(fixture, HIT_ACTION, 1));
    const HitArea *quests = area_of(fixture, HIT_BUTTONS, BUTTON_QUESTS);
    assert_true(app_click(&fixture->app, quests->area.x + 2, quests->area.y + 2, false));
    fixture_ticks(fixture, 1, 0);
    assert_int_equal(local_context(fixture->session.world).player->screen.screen,
                     SCREEN_QUESTS);
    fixture_end(fixture);
}

static uint32_t selected(const Fixture *fixture)
{
    return top_page(fixture->app.menus)->selected;
}

/* A touch of the lower button shows the next rows, one of the upper button the first ones. */
static void list_scrolls_by_touches(void **state)
{
    Fixture *fixture = *state;
    begin(fixture, build(fixture));
    app_note_device(&fixture->app, DEVICE_TOUCH);
    menus_open(fixture->app.menus, MENU_CONTROLS);
    app_show_over(&fixture->app);
    const uint32_t rows = page_rows(fixture->app.menus, top_page(fixture->app.menus));
    uint32_t before = 0;
    for (int up = 0; up < 2; up++)
        for (;;) {
            resize(fixture, CSS_W, CSS_H);
            size_t count;
            const HitArea *areas = hit_areas_all(fixture->session.renderer, &count),
                          *button = NULL;
            for (size_t i = 0; i < count; i++)
                if (areas[i].kind == HIT_SELECT && (areas[i].value < selected(fixture)) == up)
                    button = &areas[i];
            if (!button)
                break;
            before = selected(fixture);
            app_click(&fixture->app, button->area.x + 1, button->area.y + 1, false);
            fixture_ticks(fixture, 1, 0);
            assert_int_equal(selected(fixture) < before, up);
            assert_int_equal(menus_page(fixture->app.menus), MENU_CONTROLS);
            if (up && !selected(fixture))
                break;
        }
    assert_true(before > 0 && before < rows);
    fixture_end(fixture);
}

/* A frame of more pixels has larger windows, not fewer rows. */
static void dense_screens_show_as_many_rows(void **state)
{
    static const uint32_t densities[] = {100, 150, 200, 300};
    Fixture *fixture = *state;
    uint32_t before = 0;
    begin(fixture, build(fixture));
    app_note_device(&fixture->app, DEVICE_TOUCH);
    menus_open(fixture->app.menus, MENU_CONTROLS);
    app_show_over(&fixture->app);
    for (size_t i = 0; i < COUNT_OF(densities); i++) {
        size_t count;
        uint32_t rows = 0;
        fixture->app.display.density = densities[i];
        resize(fixture, CSS_W * densities[i] / 100, CSS_H * densities[i] / 100);
        const HitArea *areas = hit_areas_all(fixture->session.renderer, &count);
        for (size_t k = 0; k < count; k++)
            rows += areas[k].kind == HIT_OPTION;
        assert_true(rows > 8);
        if (i)
            assert_in_range(rows, before, before + 1);
        before = rows;
    }
    fixture_end(fixture);
}

/* The item of the highest number that can be touched, or of the lowest one: beyond those that
 * are visible, it is that of a button. */
static const HitArea *outermost_item(const Fixture *fixture, bool last)
{
    size_t count;
    const HitArea *areas = hit_areas_all(fixture->session.renderer, &count), *found = NULL;
    for (size_t i = 0; i < count; i++)
        if (areas[i].kind == HIT_SELECT && (!found || (areas[i].value > found->value) == last))
            found = &areas[i];
    return found;
}

/* Touches reach the last of many items, and the first one again. */
static void bag_scrolls_by_touches(void **state)
{
    enum { ITEMS = 60 };
    static const uint32_t sizes[][2] = {{CSS_W, CSS_H}, {CSS_H, CSS_W}};
    Fixture *fixture = *state;
    begin(fixture, build(fixture));
    Player *player = local_context(fixture->session.world).player;
    const Item one = player->items[0];
    player->screen = (ScreenState){.screen = SCREEN_INVENTORY, .option_count = ITEMS};
    for (player->item_count = 0; player->item_count < ITEMS; player->item_count++) {
        player->screen.options[player->item_count] = (uint16_t)player->item_count;
        player->items[player->item_count] = one;
    }
    app_note_device(&fixture->app, DEVICE_TOUCH);
    for (size_t i = 0; i < 2 * COUNT_OF(sizes); i++) {
        const bool last = i % 2 == 0;
        for (unsigned touches = 0; player->screen.selected != (last ? ITEMS - 1 : 0);
             touches++) {
            resize(fixture, sizes[i / 2][0], sizes[i / 2][1]);
            const HitArea *area = outermost_item(fixture, last);
            assert_non_null(area);
            assert_true(touches < ITEMS / INVENTORY_COLUMNS && area->area.w >= TARGET &&
                        area->area.h >= TARGET);
            player->screen.selected = area->value;
        }
    }
    fixture_end(fixture);
}

/* The display of a phone is used with fingers before the first touch; a frame that is scaled
 * up has fewer pixels than the display. */
static void display_decides_about_sizes(void **state)
{
    Fixture *fixture = *state;
    WindowSize phone = {3 * CSS_W, 3 * CSS_H, {.density = 300, .touch = true}};
    begin(fixture, build(fixture));
    Host host = {.session = &fixture->session,
                 .app = fixture->app,
                 .system = &no_window,
                 .context = &phone};
    host_fit(&host);
    assert_true(host.app.touched);
    const RenderOptions *options = &fixture->session.render;
    assert_int_equal(host.fit.w * 2, phone.w); /* divided by 2 */
    assert_int_equal(host.app.display.density, 150);
    assert_int_equal(options->touch * options->ui_zoom, TARGET * 3 / 2);
    assert_int_equal(options->letters * options->ui_zoom, LETTERS * 3 / 2);
    assert_false(options->reduced_motion);
    phone.display.reduced_motion = true;
    app_note_device(&host.app, DEVICE_KEYS);
    host_fit(&host);
    assert_false(host.app.touched); /* the display says so only once */
    assert_int_equal(options->touch, 0);
    assert_int_equal(options->letters, 0);
    assert_true(options->reduced_motion);
    fixture->app = host.app;
    fixture_end(fixture);
}

/* An upright frame shows as much of the map as one that lies. */
static void zoom_of_upright_frames_is_that_of_flat_ones(void **state)
{
    static const uint32_t sizes[][2] = {{640, 360}, {1280, 720}, {1688, 780}, {2532, 1170}};
    Settings settings;
    (void)state;
    settings_default(&settings);
    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
        const uint32_t w = sizes[i][0], h = sizes[i][1];
        assert_int_equal(settings_render(&settings, w, h).zoom,
                         settings_render(&settings, h, w).zoom);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(targets_are_as_large_as_fingers_need),
        TEST(map_has_buttons_only_for_fingers),
        TEST(list_scrolls_by_touches),
        TEST(dense_screens_show_as_many_rows),
        TEST(bag_scrolls_by_touches),
        TEST(display_decides_about_sizes),
        TEST(zoom_of_upright_frames_is_that_of_flat_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
