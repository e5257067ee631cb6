/* The window's rules without a window: what the player does goes through the desk, and what
 * was recorded of it plays back to the same world. And a game that changes while it is played.
 */
#include "lib/app_kit.h"

#include "player/host.h"
#include "player/menus/menus_internal.h"
#include "engine/render/theme.h"

static void mixed_session_replays_to_the_same_world(void **state)
{
    Fixture *fixture = *state;
    const Bytes game = build(fixture);
    fixture_begin(fixture, game);
    fixture_ticks(fixture, 20, 0);
    fixture_act(fixture, ACTION_confirm);
    fixture_ticks(fixture, 30, 1 + SOUTH);
    console(fixture, "set hp 5");
    fixture_act(fixture, ACTION_quick_save);
    console(fixture, "give coin 3");
    fixture_ticks(fixture, 15, 1 + EAST);
    fixture_act(fixture, ACTION_quick_load);
    console(fixture, "run hp=hp+2 give(coin,1)");
    fixture_act(fixture, ACTION_say);
    fixture_type(fixture, "Gr\xC3\xBC\xC3\x9F"
                          "e");
    session_set_language(&fixture->session, 1);
    console(fixture, "npc guide");
    console(fixture, "map meadow 3 3");
    app_click(&fixture->app, 400, 200, false);
    fixture_ticks(fixture, 60, 0);
    console(fixture, "kill guide");
    console(fixture, "give nothing");
    app_author(&fixture->app, 1);
    app_author(&fixture->app, 2);
    app_author(&fixture->app, 3);
    fixture_ticks(fixture, 20, 1 + NORTH);
    assert_int_equal(value(fixture, "hp"), 7);
    const PlayerResult result = fixture_end(fixture);
    const Text recording = text_of_bytes(result.recording);
    assert_non_null(strstr(arena_text(fixture->kit->arena, recording).at, " run hp=5\n"));
    assert_non_null(strstr(arena_text(fixture->kit->arena, recording).at, " load "));
    assert_non_null(strstr(arena_text(fixture->kit->arena, recording).at, " run #"));
    assert_true(played_back(fixture, game, result.recording) == result.hash);
    /* What was not run is not in it, and without the lines it is another world. */
    assert_null(strstr(arena_text(fixture->kit->arena, recording).at, "nothing"));
}

static uint64_t frame_hash(Fixture *fixture)
{
    const Image *frame = session_draw(&fixture->session);
    uint64_t hash = 0;
    for (uint32_t y = 0; y < frame->h; y++)
        hash = hash_bytes(hash, (Bytes){(const uint8_t *)image_at(frame, 0, (int32_t)y),
                                        frame->w * sizeof(Pixel)});
    return hash;
}

/* The file of a recording, which is written while the game is played. */
static void add_part(void *context, Bytes part) { write_bytes(context, part); }
static void cut_file(void *context, size_t size) { ((Writer *)context)->size = size; }

/* Visits earlier ticks by the keys, and plays on from one of them. */
static void author_steps_through_earlier_ticks(void **state)
{
    enum { FRAMES = 100 };
    Fixture *fixture = *state;
    PlayerApp *app = &fixture->app;
    Session *session = &fixture->session;
    uint64_t worlds[FRAMES + 1], frames[FRAMES + 1];
    const Bytes game = build(fixture);
    Writer file = writer_to(fixture->kit->arena);
    fixture->options.record = true;
    fixture->options.recorded = add_part;
    fixture->options.record_cut = cut_file;
    fixture->options.record_context = &file;
    fixture_begin(fixture, game);
    const uint32_t rate = session->world->content->rate;
    for (unsigned i = 0; i < FRAMES; i++) {
        if (i == 50)
            assert_true(
                session_run(session, TEXT("hp=3"), ENTITY_PLAYER, &fixture->kit->report));
        worlds[i] = world_hash(session->world);
        fixture_ticks(fixture, 1, i < 40 ? 1 + EAST : 1 + SOUTH);
        frames[i + 1] = frame_hash(fixture);
    }
    const uint32_t last = session->frames;
    worlds[last] = world_hash(session->world);
    app_time(app, TIME_KEY_pause);
    fixture_ticks(fixture, 20, 1 + EAST); /* it stands still */
    assert_int_equal(session->frames, last);
    assert_int_equal(world_hash(session->world), worlds[last]);
    assert_true(app->author.timeline.shown);
    assert_true(frame_hash(fixture) != frames[last]);
    const struct {
        TimeKey key;
        uint32_t frame;
    } steps[] = {{TIME_KEY_back, last - 1},
                 {TIME_KEY_back, last - 2},
                 {TIME_KEY_back_second, last - 2 - rate},
                 {TIME_KEY_forward, last - 1 - rate},
                 {TIME_KEY_ahead_ten, last},
                 {TIME_KEY_back_ten, 0},
                 {TIME_KEY_back, 0},
                 {TIME_KEY_ahead_second, rate}};
    for (size_t i = 0; i < COUNT_OF(steps); i++) {
        app_time(app, steps[i].key);
        fixture_ticks(fixture, 3, 1 + NORTH);
        assert_int_equal(session->frames, steps[i].frame);
        assert_int_equal(world_hash(session->world), worlds[steps[i].frame]);
        assert_int_equal(app->author.timeline.now, steps[i].frame);
        assert_int_equal(app->author.timeline.last, last);
    }
    app_time(app, TIME_KEY_pause); /* continues from here */
    fixture_ticks(fixture, 10, 1 + NORTH);
    assert_int_equal(session->frames, rate + 10);
    assert_int_equal(session_last_frame(session), rate + 10);
    app_time(app, TIME_KEY_back);
    app_time(app, TIME_KEY_forward);
    app_time(app, TIME_KEY_forward); /* one more tick */
    fixture_ticks(fixture, 5, 1 + NORTH);
    assert_int_equal(session->frames, rate + 11);
    app_time(app, TIME_KEY_pause);
    fixture_ticks(fixture, 2 * rate, 1 + WEST);
    const PlayerResult result = fixture_end(fixture);
    assert_int_equal(played_back(fixture, game, result.recording), result.hash);
    assert_true(file.size > 50 && file.size < result.recording.size);
    assert_memory_equal(file.data, result.recording.data, file.size);
}

/* The same game without its maps: it can be read, but not played. */
static Bytes without_maps(Kit *kit, Bytes bytes)
{
    TngFile game;
    TngOutput out;
    assert_true(tng_read(bytes, &game, kit->arena, &kit->report));
    size_t count = 0;
    for (size_t i = 0; i < game.section_count; i++)
        if (game.sections[i].type != SECTION_MAPS)
            game.sections[count++] = game.sections[i];
    game.section_count = count;
    assert_true(tng_write(&game, &out, kit->arena, &kit->report));
    return tng_output_bytes(&out, kit->arena);
}

/* Somebody stepped back and saves a project that cannot be played: the later ticks stay, and
 * the recording. */
static void failed_reload_keeps_the_later_ticks(void **state)
{
    Fixture *fixture = *state;
    Session *session = &fixture->session;
    const Bytes game = build(fixture);
    Writer file = writer_to(fixture->kit->arena);
    SaveNotes notes = {NULL, 0};
    fixture->options.record = true;
    fixture->options.recorded = add_part;
    fixture->options.record_cut = cut_file;
    fixture->options.record_context = &file;
    fixture_begin(fixture, game);
    fixture_ticks(fixture, 100, 1 + EAST);
    const uint64_t world = world_hash(session->world);
    const uint32_t last = session->frames;
    const size_t recorded = session->record.size;
    app_time(&fixture->app, TIME_KEY_pause);
    app_time(&fixture->app, TIME_KEY_back_second);
    fixture_ticks(fixture, 1, 0);
    assert_false(session_replace(session, without_maps(fixture->kit, game), &notes,
                                 &fixture->kit->report));
    assert_int_equal(session_last_frame(session), last);
    assert_int_equal(session->record.size, recorded);
    session_go(session, last);
    assert_int_equal(world_hash(session->world), world);
    app_time(&fixture->app, TIME_KEY_pause);
    fixture_ticks(fixture, 60, 1 + SOUTH);
    const PlayerResult result = fixture_end(fixture);
    assert_int_equal(played_back(fixture, game, result.recording), result.hash);
    assert_memory_equal(file.data, result.recording.data, file.size);
}

/* A reload is a barrier: the earlier ticks were of another game. */
static void reload_starts_a_new_history(void **state)
{
    Fixture *fixture = *state;
    Session *session = &fixture->session;
    const Bytes game = build(fixture);
    fixture_begin(fixture, game);
    fixture_ticks(fixture, 50, 1 + EAST);
    assert_int_equal(session_first_frame(session), 0);
    fixture->next = game;
    app_reload(&fixture->app);
    assert_int_equal(session_first_frame(session), session->frames);
    fixture_ticks(fixture, 20, 1 + EAST);
    app_time(&fixture->app, TIME_KEY_back_ten);
    assert_int_equal(session->frames, session_first_frame(session));
    assert_int_equal(session_last_frame(session), session->frames + 20);
    fixture_ticks(fixture, 1, 0);
    assert_true(fixture->app.author.timeline.reloaded);
    fixture_end(fixture);
}

static void count_call(void *context) { ++*(unsigned *)context; }

/* The window shows the cursor for waiting while a game is loaded; nothing else is special. */
static void loading_is_announced_before_it_begins(void **state)
{
    Fixture *fixture = *state;
    unsigned calls = 0;
    fixture_begin(fixture, build(fixture));
    fixture->session.loading = count_call;
    fixture->session.loading_context = &calls;
    fixture_ticks(fixture, 20, 0);
    fixture_act(fixture, ACTION_quick_save);
    assert_int_equal(calls, 0);
    fixture_act(fixture, ACTION_quick_load);
    assert_int_equal(calls, 1);
    assert_int_equal(cursor_for(&fixture->session, true, 1, 1, false), CURSOR_WAIT);
    assert_int_equal(cursor_for(&fixture->session, true, 1, 1, true), CURSOR_WAIT);
    assert_int_equal(cursor_for(&fixture->session, false, 1, 1, true), CURSOR_CLICK);
    assert_int_equal(cursor_for(&fixture->session, false, 1, 1, false), CURSOR_ARROW);
    assert_int_equal(ELEMENT_CURSOR + CURSOR_WAIT, ELEMENT_CURSOR_WAIT);
    fixture_end(fixture);
}

static char opened[MENU_TEXT];

static void remember_address(void *context, const char *address)
{
    (void)context;
    snprintf(opened, sizeof opened, "%s", address);
}

static void address_of_an_extension_is_opened_by_the_program(void **state)
{
    Fixture *fixture = *state;
    fixture_begin(fixture, build(fixture));
    fixture->disk.open_address = remember_address;
    fixture_ticks(fixture, 5, 0);
    menus_open(fixture->app.menus, MENU_EXTENSIONS);
    menu_request(fixture->app.menus, MENU_REQUEST_OPEN, 0, "https://example.org/more");
    assert_string_equal(opened, "");
    fixture_ticks(fixture, 2, 0);
    assert_string_equal(opened, "https://example.org/more");
    fixture_end(fixture);
}

/* A key and a click within one tick. */
static void click_keeps_what_was_pressed_before(void **state)
{
    Fixture *fixture = *state;
    fixture_begin(fixture, build(fixture));
    fixture_ticks(fixture, 20, 0);
    WorldInput *pressed = &fixture->app.pressed;
    app_action(&fixture->app, ACTION_action2, false);
    app_action(&fixture->app, ACTION_belt3, false);
    pressed->text = "typed";
    assert_true(app_click(&fixture->app, 400, 200, false));
    assert_int_equal(pressed->go, 1);
    assert_int_equal(pressed->action, 2);
    assert_int_equal(pressed->belt, 3);
    assert_string_equal(pressed->text, "typed");
    const int32_t x = pressed->target_x, y = pressed->target_y;
    assert_true(app_click(&fixture->app, 440, 220, false));
    assert_true(pressed->target_x != x && pressed->target_y != y); /* the newer one wins */
    fixture_end(fixture);
}

/* They were merged into one press. */
static void two_presses_between_ticks_count_twice_in_order(void **state)
{
    Fixture *fixture = *state;
    fixture_begin(fixture, build(fixture));
    fixture_ticks(fixture, 20, 0);
    Menus *menus = fixture->app.menus;
    menus_open(menus, MENU_OPTIONS);
    app_action(&fixture->app, ACTION_down, false);
    app_action(&fixture->app, ACTION_down, false);
    app_action(&fixture->app, ACTION_down, true); /* a repeated key need not wait */
    app_action(&fixture->app, ACTION_up, false);
    app_action(&fixture->app, ACTION_up, false);
    const uint32_t wanted[] = {1, 1, 0, 0};
    for (size_t i = 0; i < COUNT_OF(wanted); i++) {
        fixture_ticks(fixture, 1, 0);
        assert_int_equal(menus->pages[0].selected, wanted[i]);
    }
    fixture_end(fixture);
}

static void author_keys_do_nothing_in_normal_play(void **state)
{
    Fixture *fixture = *state;
    fixture->options.author = false;
    fixture_begin(fixture, build(fixture));
    fixture_ticks(fixture, 5, 0);
    for (unsigned key = 0; key < 6; key++)
        app_author(&fixture->app, key);
    for (TimeKey key = 0; key < TIME_KEYS; key++)
        app_time(&fixture->app, key);
    assert_false(fixture->app.stopped);
    assert_int_equal(fixture->app.author.views, 0);
    assert_false(app_wants_text(&fixture->app));
    fixture_end(fixture);
}

static uint32_t differing(const Image *a, const Image *b)
{
    uint32_t count = 0;
    for (uint32_t y = 0; y < a->h; y++)
        for (uint32_t x = 0; x < a->w; x++)
            count += *image_at(a, x, y) != *image_at(b, x, y);
    return count;
}

static Image frame(Fixture *fixture)
{
    return image_turned(session_draw(&fixture->session), 0, fixture->kit->arena);
}

static void overlays_are_drawn_without_changing_the_world(void **state)
{
    Fixture *fixture = *state;
    fixture_begin(fixture, build(fixture));
    fixture_ticks(fixture, 30, 0);
    console(fixture, "map meadow 8 8");
    fixture_ticks(fixture, 30, 0);
    for (unsigned key = 1; key <= 3; key++) {
        fixture->session.drawn = false;
        renderer_author(fixture->session.renderer, &(RenderAuthor){0});
        const Image before = frame(fixture);
        const uint64_t hash = world_hash(fixture->session.world);
        renderer_author(fixture->session.renderer, &(RenderAuthor){.views = 1u << (key - 1)});
        fixture->session.drawn = false;
        const Image after = frame(fixture);
        if (key != 2 && !differing(&before, &after))
            fail_msg("F%u shows nothing", key);
        assert_true(hash == world_hash(fixture->session.world));
    }
    fixture_end(fixture);
}

static void time_can_be_skipped_and_accelerated(void **state)
{
    Fixture *fixture = *state;
    fixture_begin(fixture, build(fixture));
    fixture_ticks(fixture, 5, 0);
    assert_int_equal(app_steps(&fixture->app), 1);
    console(fixture, "speed 10");
    assert_int_equal(app_steps(&fixture->app), 10);
    console(fixture, "time 1");
    assert_int_equal(app_steps(&fixture->app), 600);
    fixture_ticks(fixture, 1800, 0);
    assert_int_equal(app_steps(&fixture->app), 10);
    fixture_end(fixture);
}

static void invalid_run_line_of_recording_is_reported(void **state)
{
    static const char *const bad[][2] = {
        {"5 run", "no source to run"},
        {"5 run #0 hp=1", "\"#0\" is not the number of an actor"},
        {"5 run #7", "no source to run"}};
    Fixture *fixture = *state;
    Kit *kit = fixture->kit;
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        Recording recording;
        kit_clear(kit);
        assert_false(
            recording_read(arena_format(kit->arena, "# oisin input 1\n%s\n", bad[i][0]),
                           &recording, kit->arena, &kit->report));
        if (!kit_has_message(kit, bad[i][1]))
            fail_msg("%s: %s", bad[i][0], kit_message(kit, 0));
    }
    /* No such name any more: the replay fails and says why. */
    const PlayerOptions options = {.input =
                                       TEXT("# oisin input 1\n5 run give(gold,1)\n9 end\n"),
                                   .names = names_of,
                                   .skip_menu = true};
    PlayerResult result;
    kit_clear(kit);
    assert_false(
        player_run_headless(build(fixture), &options, &result, kit->arena, &kit->report));
    assert_true(kit_has_message(kit, "gold"));
}

/* ---- a game that changes ---- */

static void change(Fixture *fixture, Bytes game)
{
    fixture->next = game;
    app_reload(&fixture->app);
    fixture_ticks(fixture, 2, 0);
}

static void changed_game_continues_at_the_same_position(void **state)
{
    Fixture *fixture = *state;
    fixture_begin(fixture, build(fixture));
    fixture_ticks(fixture, 10, 0);
    console(fixture, "set hp 9");
    console(fixture, "give coin 4");
    console(fixture, "map meadow 5 6");
    const Spot at = context_actor(local_context(fixture->session.world))->at;
    fixture_put(fixture, "dialogs/sign.dlg", "TirNanoG Dialog\nSign\nNew words.\n- - 0\n");
    fixture_put(fixture, "game/startup.cfg",
                "TirNanoG StartUp\ne start {\n    location(meadow,1,1,so)\n}\n"
                "e timer1 {\n    hp = hp + 1\n}\n");
    change(fixture, build(fixture));
    World *world = fixture->session.world;
    const PlayerContext ctx = local_context(world);
    assert_int_equal(context_actor(ctx)->at.x, at.x);
    assert_int_equal(context_actor(ctx)->at.y, at.y);
    assert_int_equal(ctx.player->item_count, 1);
    assert_int_equal(ctx.player->items[0].count, 4);
    assert_true(value(fixture, "hp") >= 9);
    fixture_ticks(fixture, 90, 0);
    assert_true(value(fixture, "hp") >= 11); /* the new script runs */
    fixture_end(fixture);
}

/* Their number was looked up as that of a sprite, and "picture  no longer exists" reported. */
static void reload_does_not_report_actors_without_a_sprite(void **state)
{
    Fixture *fixture = *state;
    fixture_begin(fixture, build(fixture));
    fixture_ticks(fixture, 10, 0);
    fixture_put(fixture, "dialogs/sign2.dlg", "TirNanoG Dialog\nSign\nNew words.\n- - 0\n");
    const TngFile *before = fixture->session.game;
    change(fixture, build(fixture));
    assert_memory_not_equal(before->header.unique, fixture->session.game->header.unique,
                            sizeof before->header.unique);
    for (size_t i = 0; i < fixture->kit->messages.count; i++)
        fail_msg("%s", kit_message(fixture->kit, i));
    fixture_end(fixture);
}

/* Each message names what was deleted, whatever still showed it. */
static void reload_names_the_removed_picture(void **state)
{
    Fixture *fixture = *state;
    const char *const copies[][2] = {{"tiles/coin_soo0.png", "tiles/token_soo0.png"},
                                     {"tiles/coin_soo0.png", "tiles/flare_soo0.png"}};
    for (size_t i = 0; i < COUNT_OF(copies); i++)
        for (size_t k = 0; k < fixture->files.count; k++)
            if (text_is(fixture->files.items[k].path, copies[i][0])) {
                const Bytes bytes = fixture->files.items[k].bytes;
                fixture_put(fixture, copies[i][1], "");
                fixture->files.items[fixture->files.count - 1].bytes = bytes;
                break;
            }
    fixture_begin(fixture, build(fixture));
    fixture_ticks(fixture, 10, 0);
    assert_true(session_run(&fixture->session, TEXT("add(meadow,9,9,token) oanim(flare,2000)"),
                            ENTITY_PLAYER, &fixture->kit->report));
    fixture_ticks(fixture, 1, 0);
    assert_int_equal(fixture->session.world->overlay_count, 1);
    drop(fixture, "tiles/token_soo0.png");
    change(fixture, build(fixture));
    assert_true(kit_has_message(fixture->kit, "token no longer exists"));
    assert_false(kit_has_message(fixture->kit, "flare"));
    drop(fixture, "tiles/flare_soo0.png");
    change(fixture, build(fixture));
    assert_true(kit_has_message(fixture->kit, "flare no longer exists"));
    fixture_end(fixture);
}

static void a_removed_map_puts_the_player_on_the_first(void **state)
{
    Fixture *fixture = *state;
    const ProjectFile *meadow = project_file(&fixture->files, TEXT("maps/meadow.tmx"));
    for (size_t i = 0; i < fixture->files.count && !meadow; i++)
        if (text_is(fixture->files.items[i].path, "maps/meadow.tmx"))
            meadow = &fixture->files.items[i];
    const char *text = arena_text(fixture->kit->arena, text_of_bytes(meadow->bytes)).at;
    fixture_put(fixture, "maps/zone.tmx", text);
    fixture_begin(fixture, build(fixture));
    fixture_ticks(fixture, 10, 0);
    console(fixture, "map zone 5 6");
    assert_int_equal(context_actor(local_context(fixture->session.world))->map, 1);
    drop(fixture, "maps/zone.tmx");
    change(fixture, build(fixture));
    if (context_actor(local_context(fixture->session.world))->map != 0)
        fail_msg("%s", kit_message(fixture->kit, fixture->kit->messages.count - 1));
    fixture_end(fixture);
}

static void broken_project_shows_error_and_game_continues(void **state)
{
    Fixture *fixture = *state;
    fixture_begin(fixture, build(fixture));
    fixture_ticks(fixture, 40, 0);
    World *world = fixture->session.world;
    const Image before = frame(fixture);
    fixture->trouble = TEXT("npcs/guide.npc:4: no dialog \"welcom\"");
    app_reload(&fixture->app);
    fixture->session.drawn = false;
    const Image after = frame(fixture);
    assert_ptr_equal(fixture->session.world, world);
    assert_true(differing(&before, &after) > 0);
    static const uint8_t rubbish[] = "rubbish";
    change(fixture, (Bytes){rubbish, sizeof rubbish});
    assert_ptr_equal(fixture->session.world, world);
    fixture_end(fixture);
}

/* ---- keys on the map, points ---- */

static void only_the_foreground_map_is_walkable(void **state)
{
    Fixture *fixture = *state;
    PlayerApp *app = &fixture->app;
    fixture_begin(fixture, build(fixture));
    fixture_ticks(fixture, 20, 0);
    fixture_act(fixture, ACTION_confirm);
    fixture_act(fixture, ACTION_confirm);
    fixture_ticks(fixture, 5, 0);
    assert_true(app_on_map(app));
    fixture_act(fixture, ACTION_pause);
    assert_false(app_on_map(app));
    fixture_act(fixture, ACTION_pause);
    assert_true(app_on_map(app));
    fixture_act(fixture, ACTION_inventory);
    assert_false(app_on_map(app));
    fixture_act(fixture, ACTION_cancel);
    fixture_act(fixture, ACTION_say);
    assert_false(app_on_map(app));
    fixture_act(fixture, ACTION_cancel);
    app_author(app, 4);
    assert_false(app_on_map(app));
    app_author(app, 4);
    assert_true(app_on_map(app));
    fixture_end(fixture);
}

static void starting_with_unspent_points_asks_for_confirmation(void **state)
{
    Fixture *fixture = *state;
    fixture_put(fixture, "game/wit.atr", "TirNanoG Attribute\np Wit\n0\n");
    fixture_put(fixture, "ui/mainmenu.cfg",
                "TirNanoG MainMenu\n- - -\n0 0 0 -\n0 0 0 -\n0 0 0 -\n-\n"
                "0 1 FFFFFFFF FF000000 . . 24 plain\n-\n. . 12 plain\nFFFFFFFF - - -\n"
                "FFFFFF00 - - -\nFFFF8800 - - -\nFF888888 - - -\n- - -\nFF00FF00 FF004400\n");
    fixture->options.skip_menu = false;
    fixture_begin(fixture, build(fixture));
    fixture_ticks(fixture, 5, 0);
    fixture_act(fixture, ACTION_confirm); /* a new game */
    const ScreenState *screen = &local_context(fixture->session.world).player->screen;
    assert_int_equal(screen->screen, SCREEN_CREATE);
    uint32_t row = 0;
    while (row < screen->option_count && screen->options[row] != OPTION_DONE)
        row++;
    for (uint32_t i = 0; i < row; i++)
        fixture_act(fixture, ACTION_down);
    assert_int_equal(screen->selected, row);
    fixture_act(fixture, ACTION_confirm);
    assert_int_equal(menus_page(fixture->app.menus), MENU_CONFIRM);
    fixture_act(fixture, ACTION_confirm); /* no */
    assert_int_equal(menus_page(fixture->app.menus), MENU_NONE);
    assert_int_equal(screen->screen, SCREEN_CREATE);
    fixture_act(fixture, ACTION_confirm);
    fixture_act(fixture, ACTION_up);
    fixture_act(fixture, ACTION_confirm); /* yes */
    fixture_ticks(fixture, 5, 0);
    assert_int_not_equal(local_context(fixture->session.world).player->screen.screen,
                         SCREEN_CREATE);
    fixture_end(fixture);
}

/* A font of the system: of two letters. */
static bool two_letters(const uint32_t *codes, size_t count, SystemFont *out, Arena *arena)
{
    static const char bdf[] =
        "STARTFONT 2.1\nFONT -a-b-medium-r-normal--8-80-75-75-c-80-iso10646-1\nSIZE 8 75 75\n"
        "FONTBOUNDINGBOX 8 8 0 -2\nSTARTPROPERTIES 4\nFONT_ASCENT 6\nFONT_DESCENT 2\n"
        "CHARSET_REGISTRY \"ISO10646\"\nCHARSET_ENCODING \"1\"\nENDPROPERTIES\nCHARS 2\n"
        "STARTCHAR Zhe\nENCODING 1046\nSWIDTH 500 0\nDWIDTH 7 0\nBBX 5 5 0 "
        "0\nBITMAP\nA8\nA8\n70\n"
        "A8\nA8\nENDCHAR\n"
        "STARTCHAR Ya\nENCODING 1071\nSWIDTH 500 0\nDWIDTH 7 0\nBBX 3 5 0 "
        "0\nBITMAP\nE0\nA0\n60\n"
        "A0\nA0\nENDCHAR\nENDFONT\n";
    (void)arena;
    *out = (SystemFont){TEXT("two.bdf"), {(const uint8_t *)bdf, sizeof bdf - 1}, 0, 0};
    for (size_t i = 0; i < count; i++)
        out->missing += codes[i] != 0x416 && codes[i] != 0x42F;
    return true;
}

static void missing_glyphs_use_the_system_font(void **state)
{
    Fixture *fixture = *state;
    fixture->options.font = two_letters;
    fixture_begin(fixture, build(fixture));
    fixture_ticks(fixture, 30, 0);
    fixture_act(fixture, ACTION_say);
    app_text(&fixture->app, TEXT("plain"));
    assert_int_equal(fixture->app.letters.count, 0);
    app_text(&fixture->app, TEXT("\u042F\u0416\u0416"));
    assert_int_equal(fixture->app.letters.count, 2);
    assert_true(fixture->app.letters.sfn.size > 0);
    fixture_ticks(fixture, 2, 0);
    const Image shown = frame(fixture);
    renderer_letters(fixture->session.renderer, (Bytes){NULL, 0}); /* boxes instead */
    fixture->session.drawn = false;
    const Image boxes = frame(fixture);
    assert_true(differing(&shown, &boxes) > 0);
    fixture_end(fixture);
}

/* Texts of the game were drawn as boxes; only typed ones had the system's font. */
static void texts_of_the_game_use_the_system_font(void **state)
{
    Fixture *fixture = *state;
    fixture_put(fixture, "lang/de.po",
                "# TirNanoG Translation\nmsgid \"de\"\nmsgstr \"Deutsch\"\n\n"
                "msgid \"Guide\"\nmsgstr \"\u042F\u0416\u05D0\"\n");
    fixture->options.font = two_letters;
    fixture_begin(fixture, build(fixture));
    assert_int_equal(fixture->app.letters.count, 0);
    fixture_ticks(fixture, 2, 0);
    (void)frame(fixture); /* pages know the languages from the frame before */
    menus_open(fixture->app.menus, MENU_LANGUAGE);
    fixture_act(fixture, ACTION_down);
    fixture_act(fixture, ACTION_confirm);
    fixture_ticks(fixture, 2, 0);
    assert_int_equal(fixture->app.letters.count, 3);
    assert_true(fixture->app.letters.sfn.size > 0);
    assert_true(kit_has_message(fixture->kit, "3 characters such as U+0416"));
    assert_true(kit_has_message(fixture->kit, "two.bdf, which lacks some of them"));
    fixture_end(fixture);
}

static void on_recorded(void *context, Bytes part) { write_bytes(context, part); }

static void recording_is_passed_on_while_it_grows(void **state)
{
    Fixture *fixture = *state;
    Writer told = writer_to(fixture->kit->arena);
    fixture->options.recorded = on_recorded;
    fixture->options.record_context = &told;
    fixture_begin(fixture, build(fixture));
    fixture_ticks(fixture, 40, 1 + EAST);
    fixture_act(fixture, ACTION_inventory);
    fixture_ticks(fixture, 60, 0);
    const Bytes all = writer_bytes(&fixture->session.record);
    assert_true(told.size && told.size <= all.size);
    assert_memory_equal(told.data, all.data, told.size);
    assert_non_null(
        strstr(arena_text(fixture->kit->arena, writer_text(&told)).at, "inventory"));
    fixture_end(fixture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(mixed_session_replays_to_the_same_world),
        TEST(loading_is_announced_before_it_begins),
        TEST(address_of_an_extension_is_opened_by_the_program),
        TEST(click_keeps_what_was_pressed_before),
        TEST(author_steps_through_earlier_ticks),
        TEST(failed_reload_keeps_the_later_ticks),
        TEST(reload_starts_a_new_history),
        TEST(two_presses_between_ticks_count_twice_in_order),
        TEST(author_keys_do_nothing_in_normal_play),
        TEST(overlays_are_drawn_without_changing_the_world),
        TEST(time_can_be_skipped_and_accelerated),
        TEST(invalid_run_line_of_recording_is_reported),
        TEST(changed_game_continues_at_the_same_position),
        TEST(reload_does_not_report_actors_without_a_sprite),
        TEST(reload_names_the_removed_picture),
        TEST(a_removed_map_puts_the_player_on_the_first),
        TEST(missing_glyphs_use_the_system_font),
        TEST(texts_of_the_game_use_the_system_font),
        TEST(recording_is_passed_on_while_it_grows),
        TEST(only_the_foreground_map_is_walkable),
        TEST(starting_with_unspent_points_asks_for_confirmation),
        TEST(broken_project_shows_error_and_game_continues),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
