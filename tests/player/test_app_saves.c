/* Saved games as the player meets them: damaged, gone, deleted, on their way to the disk. */
#include "lib/app_kit.h"

#include "player/menus/menus_internal.h"

static uint64_t clock_seconds;

static void save_with(Fixture *fixture, const char *line)
{
    console(fixture, line);
    fixture_act(fixture, ACTION_quick_save);
}

static void damage(Fixture *fixture, const char *name)
{
    Memory *memory = &fixture->memory;
    const size_t i = memory_find(memory, name);
    assert_true(i < memory->count);
    memory->files[i].bytes.size /= 2;
}

static bool has_file(Fixture *fixture, const char *name)
{
    return memory_find(&fixture->memory, name) < fixture->memory.count;
}

/* What the selected row says. */
static const char *focus(Fixture *fixture)
{
    fixture_ticks(fixture, 1, 0);
    return render_describe(fixture->session.renderer)->row.at;
}

static void damaged_save_falls_back_to_backup(void **state)
{
    Fixture *fixture = *state;
    fixture_begin(fixture, build(fixture));
    fixture_ticks(fixture, 20, 0);
    fixture_act(fixture, ACTION_pause); /* 1: older than both of the other */
    app_action(&fixture->app, ACTION_cancel, false);
    fixture_ticks(fixture, 2, 0);
    save_with(fixture, "set hp 5");
    save_with(fixture, "set hp 6");
    damage(fixture, "saves/quick.sav");
    fixture->app.saves.stale = true;
    saves_list(&fixture->app.saves, "en", true);
    const int32_t latest = saves_latest(&fixture->app.saves);
    assert_true(latest >= 0);
    assert_true(text_is(fixture->app.saves.slots[latest].name, "quick"));
    assert_true(fixture->app.saves.slots[latest].before);
    fixture_act(fixture, ACTION_quick_load);
    assert_int_equal(value(fixture, "hp"), 5);
    assert_int_equal(menus_page(fixture->app.menus), MENU_MESSAGE);
    assert_int_equal(fixture->kit->report.errors, 0);
    fixture_end(fixture);
}

/* Its sums are right, but it is of another game. */
static void incompatible_save_falls_back_to_backup(void **state)
{
    Fixture *fixture = *state;
    fixture_begin(fixture, build(fixture));
    fixture_ticks(fixture, 20, 0);
    save_with(fixture, "set hp 5");
    save_with(fixture, "set hp 6");
    Memory *memory = &fixture->memory;
    Bytes *bytes = &memory->files[memory_find(memory, "saves/quick.sav")].bytes;
    Report silent = report_to(NULL, NULL);
    ProjectFiles other;
    TngOutput out;
    Arena *arena = fixture->kit->arena;
    assert_true(project_new(TEXT("other"), &other, arena, &silent));
    assert_true(project_build(&other, &(BuildOptions){0}, &out, arena, &silent));
    PlayerResult result;
    assert_true(
        player_run_headless(tng_output_bytes(&out, arena),
                            &(PlayerOptions){.save = true, .skip_menu = true, .frames = 30},
                            &result, arena, &silent));
    *bytes = result.save;
    fixture_act(fixture, ACTION_quick_load);
    assert_int_equal(value(fixture, "hp"), 5);
    assert_int_equal(menus_page(fixture->app.menus), MENU_MESSAGE);
    fixture_end(fixture);
}

static void damage_is_reported_in_words(void **state)
{
    Fixture *fixture = *state;
    fixture_begin(fixture, build(fixture));
    fixture_ticks(fixture, 20, 0);
    save_with(fixture, "set hp 5");
    damage(fixture, "saves/quick.sav");
    app_open_slots(&fixture->app, MENU_LOAD);
    fixture_ticks(fixture, 1, 0);
    assert_non_null(strstr(focus(fixture), "(damaged)"));
    fixture_act(fixture, ACTION_cancel);
    save_with(fixture, "set hp 6"); /* over the damaged one */
    save_with(fixture, "set hp 7");
    damage(fixture, "saves/quick.sav");
    fixture->app.saves.stale = true;
    app_open_slots(&fixture->app, MENU_LOAD);
    fixture_ticks(fixture, 1, 0);
    assert_non_null(strstr(focus(fixture), "(damaged; previous save)"));
    fixture_end(fixture);
}

static void slot_with_missing_file_is_listed_by_its_backup(void **state)
{
    Fixture *fixture = *state;
    fixture_begin(fixture, build(fixture));
    fixture_ticks(fixture, 20, 0);
    app_save(&fixture->app, NULL);
    assert_true(has_file(fixture, "saves/1.sav"));
    console(fixture, "set hp 5");
    app_save(&fixture->app, "1");
    assert_true(memory_remove(&fixture->memory, "saves/1.sav"));
    app_list_saves(&fixture->app, true);
    const int32_t slot = saves_find(&fixture->app.saves, "1");
    assert_true(slot >= 0);
    assert_false(fixture->app.saves.slots[slot].damaged);
    app_save(&fixture->app, NULL); /* not the name of that one */
    assert_false(has_file(fixture, "saves/1.sav"));
    assert_true(has_file(fixture, "saves/2.sav"));
    fixture_end(fixture);
}

/* Only the latest are listed; an older one is looked for on the disk, by both of its names. */
static void unlisted_slot_with_only_a_backup_is_not_free(void **state)
{
    Fixture *fixture = *state;
    Memory *memory = &fixture->memory;
    fixture_begin(fixture, build(fixture));
    fixture_ticks(fixture, 20, 0);
    app_save(&fixture->app, NULL);
    const Bytes save = memory->files[memory_find(memory, "saves/1.sav")].bytes;
    for (unsigned only_backup = 0; only_backup < 2; only_backup++) {
        memory->count = 0;
        memory_put(memory, only_backup ? "saves/1.sav.before" : "saves/1.sav", save, 1);
        for (unsigned i = 0; i < SLOTS_MAX; i++) {
            char name[32];
            snprintf(name, sizeof name, "saves/later%u.sav", i);
            memory_put(memory, name, save, 2 + i);
        }
        app_list_saves(&fixture->app, true);
        assert_int_equal(saves_find(&fixture->app.saves, "1"), -1);
        app_save(&fixture->app, NULL);
        assert_true(has_file(fixture, "saves/2.sav"));
        assert_int_equal(has_file(fixture, "saves/1.sav"), !only_backup);
    }
    fixture_end(fixture);
}

/* It was listed under its name, but the file with the cut name was loaded and deleted. */
static void save_with_a_name_that_is_too_long_is_not_listed(void **state)
{
    static const char name[] = "saves/a-name-of-thirty-two-characters-.sav",
                      longer[] = "saves/a-name-of-thirty-two-characters-and-more.sav";
    Fixture *fixture = *state;
    Memory *memory = &fixture->memory;
    fixture_begin(fixture, build(fixture));
    fixture_ticks(fixture, 20, 0);
    app_save(&fixture->app, NULL);
    const Bytes save = memory->files[memory_find(memory, "saves/1.sav")].bytes;
    memory->count = 0;
    memory_put(memory, name, save, 1);
    memory_put(memory, longer, save, 2);
    app_list_saves(&fixture->app, true);
    assert_int_equal(fixture->app.saves.count, 1);
    assert_int_equal(saves_find(&fixture->app.saves, "a-name-of-thirty-two-characters-"), 0);
    fixture_end(fixture);
}

static void deleting_a_slot_deletes_its_backup(void **state)
{
    Fixture *fixture = *state;
    fixture_begin(fixture, build(fixture));
    fixture_ticks(fixture, 20, 0);
    save_with(fixture, "set hp 5");
    save_with(fixture, "set hp 6");
    app_open_slots(&fixture->app, MENU_LOAD);
    fixture_act(fixture, ACTION_drop);
    assert_int_equal(menus_page(fixture->app.menus), MENU_CONFIRM);
    fixture_act(fixture, ACTION_up);
    fixture_act(fixture, ACTION_confirm);
    assert_false(has_file(fixture, "saves/quick.sav"));
    assert_false(has_file(fixture, "saves/quick.sav.before"));
    fixture_end(fixture);
}

/* A mouse has no key for it. */
static void a_slot_can_be_deleted_by_a_click(void **state)
{
    Fixture *fixture = *state;
    fixture_begin(fixture, build(fixture));
    fixture_ticks(fixture, 20, 0);
    save_with(fixture, "set hp 5");
    app_open_slots(&fixture->app, MENU_LOAD);
    fixture_ticks(fixture, 2, 0);
    const Image *drawn = session_draw(&fixture->session);
    const int32_t x = ((int32_t)drawn->w + 520) / 2 - 30,
                  y = ((int32_t)drawn->h + 320) / 2 - 20;
    assert_true(app_click(&fixture->app, x, y, false));
    fixture_ticks(fixture, 2, 0);
    assert_int_equal(menus_page(fixture->app.menus), MENU_CONFIRM);
    fixture_end(fixture);
}

static void leaving_player_is_saved_completely(void **state)
{
    Fixture *fixture = *state;
    fixture_begin(fixture, build(fixture));
    app_leave(&fixture->app); /* nothing is played yet, or it is as it was at the start */
    fixture_ticks(fixture, 20, 0);
    const size_t count = fixture->memory.count;
    fixture->app.settings.values[SETTING_autosave] = 0;
    console(fixture, "set hp 5");
    app_leave(&fixture->app);
    assert_int_equal(fixture->memory.count, count);
    fixture->app.settings.values[SETTING_autosave] = 1;
    app_leave(&fixture->app);
    assert_true(has_file(fixture, "saves/auto1.sav"));
    console(fixture, "set hp 6");
    app_list_saves(&fixture->app, true);
    app_load(&fixture->app, "auto1");
    assert_int_equal(value(fixture, "hp"), 5);
    /* Not to the report of loading, which was once used after it had ended. */
    assert_ptr_equal(fixture->session.world->content->report, fixture->session.report);
    fixture_end(fixture);
}

static void manual_save_asks_before_leaving(void **state)
{
    Fixture *fixture = *state;
    fixture_begin(fixture, build(fixture));
    fixture_ticks(fixture, 20, 0);
    fixture->app.settings.values[SETTING_autosave] = 0;
    fixture->app.requests_pending = 0;
    for (int yes = 0; yes < 2; yes++) {
        fixture_act(fixture, ACTION_pause);
        fixture_act(fixture, ACTION_up); /* the last row: exit */
        fixture_act(fixture, ACTION_confirm);
        assert_int_equal(menus_page(fixture->app.menus), MENU_CONFIRM);
        if (yes)
            fixture_act(fixture, ACTION_up);
        fixture_act(fixture, ACTION_confirm);
        assert_int_equal(fixture->app.requests_pending & WINDOW_REQUEST_LEAVE,
                         yes ? WINDOW_REQUEST_LEAVE : 0);
        fixture_act(fixture, ACTION_pause);
    }
    fixture_end(fixture);
}

/* What is on its way to the disk has texts of the world that it was cut loose from. */
static void pending_save_completes_before_world_is_replaced(void **state)
{
    Fixture *fixture = *state;
    SaveNotes notes;
    Bytes save;
    Kit *kit = fixture->kit;
    const Bytes game = build(fixture);
    fixture_begin(fixture, game);
    fixture_ticks(fixture, 20, 0);
    assert_true(world_save(fixture->session.world, NULL, &save, kit->arena, &kit->report));
    fixture->disk.slow = true;
    fixture->memory.takes_time = true;
    const unsigned before = fixture->memory.whole;
    app_save(&fixture->app, SLOT_QUICK);
    assert_int_equal(fixture->memory.whole, before);
    assert_true(session_load(&fixture->session, save, &notes, &kit->report));
    assert_int_equal(fixture->memory.whole, before + 1);
    app_save(&fixture->app, SLOT_QUICK);
    assert_true(session_replace(&fixture->session, game, &notes, &kit->report));
    assert_int_equal(fixture->memory.whole, before + 2);
    fixture_end(fixture);
}

static Bytes saved(Fixture *fixture, const char *name)
{
    Bytes bytes;
    Arena *arena = fixture->kit->arena;
    saves_wait(&fixture->app.saves);
    assert_true(memory_read(&fixture->memory, name, &bytes, arena));
    return bytes;
}

/* It is taken out of a frame on its way to the window, if there is one in time. */
static uint64_t clock_of_test(void *context)
{
    (void)context;
    return clock_seconds;
}

static const SavUser *user_of(Fixture *fixture, const char *path, Sav *sav)
{
    assert_true(
        sav_read(saved(fixture, path), sav, fixture->kit->arena, &fixture->kit->report));
    const SavUser *user = sav_find(sav, SAV_USER);
    assert_non_null(user);
    return user;
}

/* A play-through keeps the date of its beginning when it is loaded and saved again. */
static void saves_have_dates_and_language(void **state)
{
    Fixture *fixture = *state;
    Sav sav;
    fixture->disk.now = clock_of_test;
    clock_seconds = UINT64_C(0x100000010); /* after 2106 */
    fixture_begin(fixture, build(fixture));
    fixture_ticks(fixture, 20, 0);
    clock_seconds += 100;
    app_save(&fixture->app, "first");
    const SavUser *user = user_of(fixture, "saves/first.sav", &sav);
    assert_int_equal(user->created.seconds, 0x10);
    assert_int_equal(user->created.high, 1);
    assert_int_equal(user->login.seconds, 0x10);
    assert_int_equal(user->logout.seconds, 0x10 + 100);
    assert_int_equal(user->seen.seconds, 0x10 + 100);
    assert_memory_equal(user->language, "en", 2);
    fixture_end(fixture);
    clock_seconds += 1000; /* the program is started again */
    fixture_begin(fixture, build(fixture));
    app_list_saves(&fixture->app, true);
    app_load(&fixture->app, "first");
    clock_seconds += 5;
    app_save(&fixture->app, "second");
    user = user_of(fixture, "saves/second.sav", &sav);
    assert_int_equal(user->created.seconds, 0x10);
    assert_int_equal(user->login.seconds, 0x10 + 1100);
    assert_int_equal(user->seen.seconds, 0x10 + 1105);
    fixture_end(fixture);
}

static void thumbnail_is_independent_of_frame_timing(void **state)
{
    Fixture *fixture = *state;
    Session *session = &fixture->session;
    PlayerApp *app = &fixture->app;
    Kit *kit = fixture->kit;
    Bytes expected;
    fixture_begin(fixture, build(fixture));
    fixture_ticks(fixture, 20, 1);
    fixture->disk.slow = true;
    assert_true(world_save(session->world, session_scene(session), &expected, kit->arena,
                           &kit->report));
    app_save(app, "drawn");
    session_draw(session);
    assert_false(renderer_capture_pending(session->renderer));
    assert_bytes_equal(saved(fixture, "saves/drawn.sav"), expected);
    app_save(app, "waited");
    assert_bytes_equal(saved(fixture, "saves/waited.sav"), expected);
    app_save(app, "ticked");
    app_tick(app, 1);
    assert_bytes_equal(saved(fixture, "saves/ticked.sav"), expected);
    fixture_end(fixture);
}

static void pending_save_is_not_lost_before_its_frame(void **state)
{
    Fixture *fixture = *state;
    fixture_begin(fixture, build(fixture));
    fixture_ticks(fixture, 20, 0);
    fixture->disk.slow = true;
    app_save(&fixture->app, "one");
    app_save(&fixture->app, "two");
    app_action(&fixture->app, ACTION_quick_save, false);
    app_leave(&fixture->app);
    fixture_end(fixture);
    assert_true(has_file(fixture, "saves/one.sav"));
    assert_true(has_file(fixture, "saves/two.sav"));
    assert_true(has_file(fixture, "saves/quick.sav"));
    assert_true(has_file(fixture, "saves/auto1.sav"));
}

static void save_and_load_keys_apply_in_order(void **state)
{
    Fixture *fixture = *state;
    fixture_begin(fixture, build(fixture));
    fixture_ticks(fixture, 20, 0);
    save_with(fixture, "set hp 5");
    console(fixture, "set hp 6");
    app_action(&fixture->app, ACTION_quick_save, false);
    app_action(&fixture->app, ACTION_quick_load, false);
    fixture_ticks(fixture, 2, 0);
    assert_int_equal(value(fixture, "hp"), 6);
    fixture_end(fixture);
}

/* The note of the save was shown again when the loaded world reached its tick. */
static void loading_is_noted_instead_of_the_save_before(void **state)
{
    Fixture *fixture = *state;
    fixture_begin(fixture, build(fixture));
    fixture_ticks(fixture, 20, 0);
    const Menus *menus = fixture->app.menus;
    fixture_act(fixture, ACTION_quick_save);
    assert_string_equal(menus->note, "Game saved");
    fixture_ticks(fixture, 5, 0);
    fixture_act(fixture, ACTION_quick_load);
    assert_string_equal(menus->note, "Game loaded");
    assert_in_range(menus->note_tick, 1, fixture->session.world->tick + 1);
    app_action(&fixture->app, ACTION_quick_save, false);
    app_action(&fixture->app, ACTION_quick_load, false);
    fixture_ticks(fixture, 3, 0);
    assert_string_equal(menus->note, "Game loaded");
    fixture_end(fixture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(damaged_save_falls_back_to_backup),
        TEST(incompatible_save_falls_back_to_backup),
        TEST(damage_is_reported_in_words),
        TEST(slot_with_missing_file_is_listed_by_its_backup),
        TEST(unlisted_slot_with_only_a_backup_is_not_free),
        TEST(save_with_a_name_that_is_too_long_is_not_listed),
        TEST(deleting_a_slot_deletes_its_backup),
        TEST(a_slot_can_be_deleted_by_a_click),
        TEST(leaving_player_is_saved_completely),
        TEST(manual_save_asks_before_leaving),
        TEST(pending_save_completes_before_world_is_replaced),
        TEST(saves_have_dates_and_language),
        TEST(thumbnail_is_independent_of_frame_timing),
        TEST(pending_save_is_not_lost_before_its_frame),
        TEST(save_and_load_keys_apply_in_order),
        TEST(loading_is_noted_instead_of_the_save_before),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
