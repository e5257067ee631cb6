/* The player program's own pages: settings, bindings, lists, typed text. No window. */
#include "lib/game_kit.h"

#include "base/text.h"
#include "tirnanog/translations/po.h"
#include "kit/jobs/files.h"
#include "player/app.h"
#include "player/menus/menus.h"
#include "engine/render/screen_words.h"

#include <stdio.h>

typedef struct Lobby {
    Game *game;
    Settings settings;
    Bindings bindings;
    Menus *menus;
} Lobby;

static int set_up(void **state)
{
    Game *game = game_new(kit_new());
    Lobby *lobby = ARENA_ALLOC(game->arena, Lobby, 1);
    lobby->game = game;
    settings_default(&lobby->settings);
    bindings_default(&lobby->bindings);
    lobby->menus = menus_new(&lobby->settings, &lobby->bindings, game->arena);
    *state = lobby;
    return 0;
}

static int tear_down(void **state)
{
    Lobby *lobby = *state;
    menus_free(lobby->menus);
    kit_free(lobby->game->kit);
    return 0;
}

static void press(Lobby *lobby, uint32_t button)
{
    menus_input(lobby->menus, &(WorldInput){.buttons = button});
}

static Text written(Lobby *lobby)
{
    Writer out = writer_to(lobby->game->arena);
    settings_write(&lobby->settings, &lobby->bindings, &out);
    return writer_text(&out);
}

static void read(Lobby *lobby, const char *file)
{
    settings_read(&lobby->settings, &lobby->bindings, text_of(file), lobby->game->arena,
                  &lobby->game->kit->report);
}

/* ---- extensions ---- */

static Image draw_page_of(Lobby *lobby, uint32_t w, uint32_t h)
{
    Renderer *renderer =
        renderer_new(lobby->game->world, lobby->game->arena, &lobby->game->kit->report);
    const Image frame = image_new(w, h, lobby->game->arena);
    renderer_overlay(renderer, menus_overlay(lobby->menus));
    render_frame(renderer, local_context(lobby->game->world), &frame);
    renderer_free(renderer);
    return frame;
}

static void draw_page(Lobby *lobby) { draw_page_of(lobby, 320, 240); }

/* The options of a game with extensions have one more row; one without an address does nothing.
 */
static void extensions_are_listed_and_their_addresses_opened(void **state)
{
    Lobby *lobby = *state;
    MenuRequest request;
    game_string(lobby->game, "#names");
    game_string(lobby->game, "extension:winter=https://example.org/winter");
    game_string(lobby->game, "extension:quiet=");
    game_open(lobby->game);
    menus_open(lobby->menus, MENU_OPTIONS);
    draw_page(lobby);
    press(lobby, BUTTON_UP); /* the last row */
    press(lobby, BUTTON_CONFIRM);
    assert_int_equal(menus_page(lobby->menus), MENU_EXTENSIONS);
    draw_page(lobby);
    press(lobby, BUTTON_CONFIRM);
    assert_true(menus_request(lobby->menus, &request));
    assert_int_equal(request.kind, MENU_REQUEST_OPEN);
    assert_string_equal(request.text, "https://example.org/winter");
    press(lobby, BUTTON_DOWN);
    press(lobby, BUTTON_CONFIRM);
    assert_false(menus_request(lobby->menus, &request));
    assert_int_equal(menus_page(lobby->menus), MENU_EXTENSIONS);
}

static void options_of_a_game_without_extensions_do_not_list_them(void **state)
{
    Lobby *lobby = *state;
    game_open(lobby->game);
    menus_open(lobby->menus, MENU_OPTIONS);
    draw_page(lobby);
    press(lobby, BUTTON_UP);
    press(lobby, BUTTON_CONFIRM);
    assert_int_equal(menus_page(lobby->menus), MENU_CONTROLS);
}

/* ---- settings ---- */

static void settings_survive_a_round_trip(void **state)
{
    Lobby *lobby = *state;
    for (Setting i = 0; i < SETTINGS; i++)
        setting_adjust(&lobby->settings, i, 1);
    memcpy(lobby->settings.language, "de", 3);
    lobby->settings.window_w = 999;
    bindings_add(&lobby->bindings, ACTION_confirm, false, "Comma");
    const Text file = written(lobby);
    Settings before = lobby->settings;
    settings_default(&lobby->settings);
    bindings_default(&lobby->bindings);
    read(lobby, arena_text(lobby->game->arena, file).at);
    assert_memory_equal(lobby->settings.values, before.values, sizeof before.values);
    assert_string_equal(lobby->settings.language, "de");
    assert_int_equal(lobby->settings.window_w, 999);
    assert_true(text_equal(written(lobby), file));
}

static void values_are_clamped_to_range(void **state)
{
    Lobby *lobby = *state;
    read(lobby, "music = 5000\neffects = -7\nzoom = 3\r\n");
    assert_int_equal(lobby->settings.values[SETTING_music], 100);
    assert_int_equal(lobby->settings.values[SETTING_effects], 0);
    assert_int_equal(lobby->settings.values[SETTING_zoom], 3);
}

/* A file of a later version must not lose what it says. */
static void unknown_lines_are_preserved(void **state)
{
    Lobby *lobby = *state;
    read(lobby, "hologram = 3\nmusic = loud\nkey.dance = D\nwindow = 5\nlanguage = german\n");
    assert_int_equal(lobby->game->kit->messages.count, 5);
    const Text file = written(lobby);
    assert_non_null(strstr(arena_text(lobby->game->arena, file).at, "hologram = 3\n"));
    assert_int_equal(lobby->settings.values[SETTING_music],
                     setting_rows[SETTING_music].fallback);
}

static void every_setting_can_reach_minimum_and_maximum(void **state)
{
    Lobby *lobby = *state;
    for (Setting i = 0; i < SETTINGS; i++) {
        const SettingRow *row = &setting_rows[i];
        bool min = false, max = false;
        assert_true(row->fallback >= row->min && row->fallback <= row->max);
        for (int step = -1; step <= 1; step += 2)
            for (int k = 0; k < 300; k++) {
                setting_adjust(&lobby->settings, i, step);
                min |= lobby->settings.values[i] == row->min;
                max |= lobby->settings.values[i] == row->max;
            }
        assert_true(min && max);
    }
}

static void sizes_fit_the_window(void **state)
{
    Lobby *lobby = *state;
    assert_int_equal(settings_render(&lobby->settings, 1280, 720).zoom, 2);
    assert_int_equal(settings_render(&lobby->settings, 3840, 2160).zoom, 6);
    assert_int_equal(settings_render(&lobby->settings, 320, 180).zoom, 1);
    assert_int_equal(settings_render(&lobby->settings, 1366, 705).zoom, 2);
    assert_int_equal(settings_render(&lobby->settings, 800, 600).zoom, 1);
    lobby->settings.values[SETTING_ui_zoom] = 8; /* could not be left again */
    assert_int_equal(settings_render(&lobby->settings, 1280, 720).ui_zoom, 2);
}

/* Ten megabytes of "x = 5" are somebody's mistake; they must not be told a million times. */
static void unknown_lines_are_limited(void **state)
{
    Lobby *lobby = *state;
    Writer file = writer_to(lobby->game->arena);
    for (int i = 0; i < 5000; i++)
        write_format(&file, "x = 5\n");
    read(lobby, arena_text(lobby->game->arena, writer_text(&file)).at);
    assert_int_equal(lobby->game->kit->messages.count, 11); /* ten, and how many more */
    assert_true(kit_has_message(lobby->game->kit, "4990 more"));
    assert_int_equal(lobby->settings.unknown.size, strlen("x = 5\n"));
    for (int i = 0; i < 12000; i++)
        write_format(&file, "later%d = 5\n", i);
    read(lobby, arena_text(lobby->game->arena, writer_text(&file)).at);
    assert_in_range(lobby->settings.unknown.size, 60 << 10, 64 << 10);
    lobby->settings.unknown = TEXT("");
    const size_t told = lobby->game->kit->messages.count;
    read(lobby, "a = 1\nb = 2\na = 1\n");
    assert_int_equal(lobby->game->kit->messages.count, told + 3);
    assert_true(text_is(lobby->settings.unknown, "a = 1\nb = 2\n"));
}

/* ---- bindings ---- */

static void key_has_one_action(void **state)
{
    Lobby *lobby = *state;
    assert_int_equal(bindings_add(&lobby->bindings, ACTION_pause, false, "I"),
                     ACTION_inventory);
    Text keys = bindings_text(&lobby->bindings, ACTION_inventory, false, lobby->game->arena);
    assert_int_equal(keys.size, 0);
    keys = bindings_text(&lobby->bindings, ACTION_pause, false, lobby->game->arena);
    assert_true(text_is(keys, "P, Pause, I"));
    assert_int_equal(bindings_add(&lobby->bindings, ACTION_pause, false, "P"), ACTIONS);
    keys = bindings_text(&lobby->bindings, ACTION_pause, false, lobby->game->arena);
    assert_true(text_is(keys, "Pause, I, P"));
}

static void default_keys_are_unique(void **state)
{
    Lobby *lobby = *state;
    for (Action a = 0; a < ACTIONS; a++)
        for (size_t i = 0; i < BINDINGS_MAX; i++)
            for (Action b = a; b < ACTIONS; b++)
                for (size_t k = b == a ? i + 1 : 0; k < BINDINGS_MAX; k++) {
                    const char *one = lobby->bindings.keys[a][i];
                    assert_false(one[0] && !strcmp(one, lobby->bindings.keys[b][k]));
                    one = lobby->bindings.pads[a][i];
                    assert_false(one[0] && !strcmp(one, lobby->bindings.pads[b][k]));
                }
}

static void controls_wait_for_key_and_report_lost_binding(void **state)
{
    Lobby *lobby = *state;
    MenuRequest request;
    menus_open(lobby->menus, MENU_CONTROLS);
    press(lobby, BUTTON_CONFIRM); /* the first row: up */
    assert_true(menus_wants_key(lobby->menus));
    press(lobby, BUTTON_CANCEL); /* means nothing now */
    assert_int_equal(menus_page(lobby->menus), MENU_CONTROLS);
    menus_key(lobby->menus, false, "S");
    assert_false(menus_wants_key(lobby->menus));
    assert_string_equal(lobby->bindings.keys[ACTION_up][2], "S");
    assert_string_equal(lobby->bindings.keys[ACTION_down][1], "");
    assert_true(menus_request(lobby->menus, &request));
    assert_int_equal(request.kind, MENU_REQUEST_OPTIONS);
    menus_input(lobby->menus, &(WorldInput){.option = ACTIONS + 1}); /* as at first */
    assert_string_equal(lobby->bindings.keys[ACTION_down][1], "S");
}

/* What the selected row of the open page says. */
static const char *focus(Lobby *lobby)
{
    Game *game = lobby->game;
    World *world = game->world ? game->world : game_open(game);
    const Image frame = image_new(640, 360, game->arena);
    Renderer *renderer = renderer_new(world, game->arena, &game->kit->report);
    renderer_overlay(renderer, menus_overlay(lobby->menus));
    render_frame(renderer, local_context(world), &frame);
    const char *said = arena_text(game->arena, render_describe(renderer)->row).at;
    renderer_free(renderer);
    return said;
}

/* There is room for four. */
static void full_list_reports_removed_key(void **state)
{
    static const char *const keys[] = {"F1", "F2", "F3"};
    Lobby *lobby = *state;
    menus_open(lobby->menus, MENU_CONTROLS);
    for (size_t i = 0; i < COUNT_OF(keys); i++) {
        menus_input(lobby->menus, &(WorldInput){.option = 1 + ACTION_drop});
        menus_key(lobby->menus, false, keys[i]);
    }
    assert_null(strstr(focus(lobby), "unassigned"));
    menus_input(lobby->menus, &(WorldInput){.option = 1 + ACTION_drop});
    menus_key(lobby->menus, false, "F4");
    assert_non_null(strstr(focus(lobby), "Delete, F1, F2, F4  (unassigned: F3)"));
    menus_input(lobby->menus, &(WorldInput){.option = 1 + ACTION_drop});
    menus_key(lobby->menus, false, "F1"); /* it has that one */
    assert_null(strstr(focus(lobby), "unassigned"));
}

/* They are held for other things: Alt+Tab, Ctrl+C, Shift for capitals. */
static void default_keys_are_not_modifiers(void **state)
{
    static const char *const held[] = {"Ctrl", "Shift", "Alt", "GUI"};
    Lobby *lobby = *state;
    for (Action i = 0; i < ACTIONS; i++)
        for (size_t k = 0; k < BINDINGS_MAX; k++)
            for (size_t n = 0; n < COUNT_OF(held); n++)
                assert_null(strstr(lobby->bindings.keys[i][k], held[n]));
}

/* Who takes the keys of confirming away could not give them back. */
static void every_menu_page_can_be_left(void **state)
{
    Lobby *lobby = *state;
    menus_open(lobby->menus, MENU_CONTROLS);
    menus_input(lobby->menus, &(WorldInput){.option = 1 + ACTION_confirm});
    menus_key(lobby->menus, false, "Escape");
    assert_string_equal(lobby->bindings.keys[ACTION_confirm][0], "Return");
    menus_input(lobby->menus, &(WorldInput){.option = 1 + ACTION_stats});
    menus_key(lobby->menus, false, "Escape");
    assert_string_equal(lobby->bindings.keys[ACTION_stats][0], "");
}

/* ---- pages ---- */

static void settings_can_be_changed_by_keys_and_clicks(void **state)
{
    Lobby *lobby = *state;
    MenuRequest request;
    menus_open(lobby->menus, MENU_OPTIONS);
    menus_input(lobby->menus, &(WorldInput){.option = 1 + PAGE_SOUND});
    assert_int_equal(menus_page(lobby->menus), MENU_SETTINGS);
    const int32_t before = lobby->settings.values[SETTING_music];
    press(lobby, BUTTON_LEFT);
    assert_int_equal(lobby->settings.values[SETTING_music], before - 5);
    assert_true(menus_request(lobby->menus, &request));
    assert_false(menus_request(lobby->menus, &request));
    menus_input(lobby->menus, &(WorldInput){.option = 1, .adjust = 1});
    assert_int_equal(lobby->settings.values[SETTING_music], before);
    press(lobby, BUTTON_CANCEL);
    assert_int_equal(menus_page(lobby->menus), MENU_OPTIONS);
    press(lobby, BUTTON_CANCEL);
    assert_int_equal(menus_page(lobby->menus), MENU_NONE);
}

static void overwriting_a_save_asks_for_confirmation(void **state)
{
    Lobby *lobby = *state;
    MenuRequest request;
    const MenuSlot slots[] = {{.name = TEXT("quick"), .label = TEXT("Quick"), .fixed = true},
                              {.name = TEXT("1"), .label = TEXT("1")}};
    menus_slots(lobby->menus, slots, 2);
    menus_open(lobby->menus, MENU_SAVE);
    menus_input(lobby->menus, &(WorldInput){.option = 3}); /* there are two rows */
    assert_int_equal(menus_page(lobby->menus), MENU_SAVE);
    menus_input(lobby->menus, &(WorldInput){.option = 2});
    assert_int_equal(menus_page(lobby->menus), MENU_CONFIRM);
    press(lobby, BUTTON_CONFIRM); /* no: that is selected */
    assert_false(menus_request(lobby->menus, &request));
    menus_input(lobby->menus, &(WorldInput){.option = 2});
    menus_input(lobby->menus, &(WorldInput){.option = 1}); /* yes */
    assert_true(menus_request(lobby->menus, &request));
    assert_int_equal(request.kind, MENU_REQUEST_SAVE);
    assert_int_equal(request.number, 1);
    menus_input(lobby->menus, &(WorldInput){.option = 1}); /* a new one: no question */
    assert_true(menus_request(lobby->menus, &request));
    assert_int_equal(request.number, MENU_NEW_SLOT);
}

/* That of the selected one; 256 x 256 pixels are shown at half size. */
static void list_of_saved_games_shows_the_thumbnail(void **state)
{
    Lobby *lobby = *state;
    const Pixel red = PIXEL(255, 0, 0, 255);
    const Image image = image_new(256, 256, lobby->game->arena);
    for (size_t i = 0; i < 256 * 256; i++)
        image.pixels[i] = red;
    const MenuSlot slots[] = {{.name = TEXT("1"), .label = TEXT("1"), .preview = image},
                              {.name = TEXT("2"), .label = TEXT("2")}};
    game_open(lobby->game);
    menus_slots(lobby->menus, slots, 2);
    menus_open(lobby->menus, MENU_LOAD);
    for (unsigned row = 0; row < 2; row++) {
        const Image frame = draw_page_of(lobby, 640, 400);
        uint32_t count = 0;
        for (uint32_t i = 0; i < 640 * 400; i++)
            count += *image_at(&frame, i % 640, i / 640) == red;
        assert_int_equal(count, row ? 0 : 128 * 128);
        press(lobby, BUTTON_DOWN);
    }
}

static void typed_text_is_cut_at_whole_characters(void **state)
{
    Lobby *lobby = *state;
    MenuRequest request;
    menus_type(lobby->menus, TEXT("Name"), TEXT("Ni"), MENU_TEXT);
    assert_true(menus_wants_text(lobby->menus));
    menus_text(lobby->menus, TEXT("ámh\n\x7f 名"));
    menus_erase(lobby->menus);
    menus_erase(lobby->menus);
    for (int i = 0; i < 300; i++)
        menus_text(lobby->menus, TEXT("é"));
    press(lobby, BUTTON_CONFIRM);
    assert_true(menus_request(lobby->menus, &request));
    assert_int_equal(request.kind, MENU_REQUEST_CHAT);
    assert_int_equal(strncmp(request.text, "Niámhéé", 8), 0);
    assert_int_equal(utf8_invalid(text_of(request.text)), strlen(request.text));
    assert_true(strlen(request.text) < MENU_TEXT);
}

static void typed_text_is_stored_unchanged(void **state)
{
    Lobby *lobby = *state;
    MenuRequest request;
    menus_type(lobby->menus, TEXT("Name"), TEXT(""), NAME_SIZE);
    for (int i = 0; i < 100; i++)
        menus_text(lobby->menus, TEXT("\u00E9"));
    press(lobby, BUTTON_CONFIRM);
    assert_true(menus_request(lobby->menus, &request));
    assert_int_equal(strlen(request.text), (NAME_SIZE - 1) / 2 * 2);
    menus_type(lobby->menus, TEXT("Name"), TEXT(""), NAME_SIZE);
    menus_text(lobby->menus, TEXT("a\u202Eb\uFEFFc\xC2\x85"
                                  "d\u200Ce")); /* the last is kept */
    press(lobby, BUTTON_CONFIRM);
    assert_true(menus_request(lobby->menus, &request));
    assert_string_equal(request.text, "abcd\u200Ce");
}

/* The lines of long ago are gone, with their memory. */
static void history_has_the_last_hundred_entries(void **state)
{
    Lobby *lobby = *state;
    World *world = game_open(lobby->game);
    const PlayerContext ctx = local_context(world);
    ctx.player->screen.screen = SCREEN_DIALOG;
    for (uint32_t i = 0; i < 1000; i++) {
        ctx.player->screen.since = i + 1;
        menus_record_dialog(lobby->menus, ctx);
    }
    assert_int_equal(menus_notice(lobby->menus), 1000);
    menus_open(lobby->menus, MENU_HISTORY);
    for (int i = 0; i < HISTORY_MAX; i++) {
        press(lobby, BUTTON_UP);
        focus(lobby);
    }
}

static void each_dialog_is_added_to_history_once(void **state)
{
    Lobby *lobby = *state;
    lobby->game->start = "location(town,4,4,so) dialog(first,0) dialog(second,0)";
    World *world = game_open(lobby->game);
    const PlayerContext ctx = local_context(world);
    for (int i = 0; i < 40; i++) {
        game_ticks(lobby->game, (WorldInput){.buttons = i == 20 ? BUTTON_CONFIRM : 0}, 1);
        menus_record_dialog(lobby->menus, ctx);
    }
    assert_int_equal(ctx.player->screen.screen, SCREEN_DIALOG);
    assert_int_equal(menus_notice(lobby->menus), 2);
}

/* docs/reference/playing.md has every action with its keys, every setting with its range. */
static void the_page_for_players_is_complete(void **state)
{
    Lobby *lobby = *state;
    Arena *arena = lobby->game->arena;
    char *page = arena_alloc(arena, 1 << 16, 1);
    FILE *file = fopen("docs/reference/playing.md", "rb");
    assert_non_null(file);
    assert_true(fread(page, 1, (1 << 16) - 1, file) > 0);
    fclose(file);
    for (Action i = 0; i < ACTIONS; i++)
        assert_non_null(
            strstr(page, arena_format(arena, "| `%s` | %s | %s |", action_rows[i].name,
                                      action_rows[i].keys, action_rows[i].buttons)
                             .at));
    static const char *const modifiers[] = {"", "Shift+", "Ctrl+"};
    for (TimeKey i = 0; i < TIME_KEYS; i++)
        assert_non_null(strstr(page, arena_format(arena, "| %s%s | %s |",
                                                  modifiers[time_key_rows[i].modifier],
                                                  time_key_rows[i].key, time_key_rows[i].doc)
                                         .at));
    for (Setting i = 0; i < SETTINGS; i++)
        assert_non_null(strstr(page, arena_format(arena, "| `%s` | %d to %d | %d | %s |",
                                                  setting_rows[i].name, setting_rows[i].min,
                                                  setting_rows[i].max, setting_rows[i].fallback,
                                                  setting_rows[i].doc)
                                         .at));
}

/* A missing word would be English: so are "Mono", "0" and a few others. */
static void every_language_is_complete(void **state)
{
    enum { SAME_MAX = 16 };
    static const char *const codes[] = {"en", "ar", "de", "fr", "es",
                                        "it", "ja", "pl", "ru", "zh"};
    (void)state;
    for (size_t i = 1; i < COUNT_OF(codes); i++) {
        unsigned same = 0;
        for (Word word = 0; word < WORDS; word++)
            same += text_equal(word_in(codes[i], word), word_in("en", word));
        if (same > SAME_MAX)
            fail_msg("%s: %u words are English", codes[i], same);
    }
    for (size_t i = 0; i < COUNT_OF(codes); i++)
        for (Word word = 0; word < WORDS; word++) {
            const Text text = word_in(codes[i], word);
            assert_true(text.size > 0);
            assert_int_equal(utf8_invalid(text), text.size);
        }
    assert_true(text_equal(word_in("xx", WORD_EXIT), word_in("en", WORD_EXIT)));
}

static void server_messages_are_translated_in_every_language(void **state)
{
    static const char *const said[] = {
#define RESULT(NAME, words) words,
#define REASON(NAME, words) words,
#include "server/protocol/protocol.def"
        "the connection was lost", "the server's game cannot be loaded"};
    static const char *const codes[] = {"ar", "de", "fr", "es", "it", "ja", "pl", "ru", "zh"};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(said); i++)
        for (size_t k = 0; k < COUNT_OF(codes) && strcmp(said[i], "done") != 0; k++) {
            const Text text = sentence_in(codes[k], text_of(said[i]));
            if (text_is(text, said[i]) || utf8_invalid(text) != text.size)
                fail_msg("not in \"%s\": %s", codes[k], said[i]);
        }
    assert_true(text_is(sentence_in("en", TEXT("goodbye")), "goodbye"));
    assert_true(text_is(sentence_in("de", TEXT("Be quiet, Ann")), "Be quiet, Ann"));
}

static Text without_line_breaks(Text text, Arena *arena)
{
    char *copy = ARENA_ALLOC(arena, char, text.size + 1);
    for (size_t i = 0; i < text.size; i++)
        copy[i] = text.at[i] == '\n' ? ' ' : text.at[i];
    return (Text){copy, text.size};
}

static Word word_named(Text name)
{
    static const char *const names[] = {
#define WORD(name, text) #name,
#include "engine/render/screen_words.def"
    };
    Word word = 0;
    while (word < WORDS && !text_is(name, names[word]))
        word++;
    return word;
}

/* The program has the texts of the files as our own reader of translations reads them, for the
 * English texts that it has now. */
static void translations_are_those_that_our_reader_reads(void **state)
{
    static const char *const codes[] = {"ar", "de", "fr", "es", "it", "ja", "pl", "ru", "zh"};
    Lobby *lobby = *state;
    Arena *arena = lobby->game->arena;
    Report silent = report_to(NULL, NULL);
    for (size_t k = 0; k < COUNT_OF(codes); k++) {
        const Text path = arena_format(arena, "src/engine/languages/%s.po", codes[k]);
        PoFile po;
        Bytes bytes;
        unsigned words = 0;
        assert_true(file_load(path.at, &bytes, arena, &silent));
        assert_true(po_read(bytes, &po, arena, &silent));
        for (size_t i = 0; i < po.count; i++) {
            const PoEntry *entry = &po.entries[i];
            const Word word = word_named(entry->context);
            const bool is_word = entry->context.size > 0;
            if (is_word && word == WORDS)
                fail_msg("%s:%u: no word of this name", path.at, entry->line);
            const Text english = is_word ? word_in("en", word) : entry->id;
            const Text here =
                is_word ? word_in(codes[k], word) : sentence_in(codes[k], english);
            if (!text_equal(entry->id, without_line_breaks(english, arena)))
                fail_msg("%s:%u: the English text is another one now", path.at, entry->line);
            if (entry->text.size && !text_equal(entry->text, without_line_breaks(here, arena)))
                fail_msg("%s:%u: the program has another text", path.at, entry->line);
            words += is_word;
        }
        assert_int_equal(words, WORDS);
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(extensions_are_listed_and_their_addresses_opened),
        TEST(options_of_a_game_without_extensions_do_not_list_them),
        TEST(settings_survive_a_round_trip),
        TEST(values_are_clamped_to_range),
        TEST(unknown_lines_are_preserved),
        TEST(unknown_lines_are_limited),
        TEST(full_list_reports_removed_key),
        TEST(default_keys_are_not_modifiers),
        TEST(typed_text_is_stored_unchanged),
        TEST(history_has_the_last_hundred_entries),
        TEST(every_setting_can_reach_minimum_and_maximum),
        TEST(sizes_fit_the_window),
        TEST(key_has_one_action),
        TEST(default_keys_are_unique),
        TEST(controls_wait_for_key_and_report_lost_binding),
        TEST(every_menu_page_can_be_left),
        TEST(settings_can_be_changed_by_keys_and_clicks),
        TEST(overwriting_a_save_asks_for_confirmation),
        TEST(list_of_saved_games_shows_the_thumbnail),
        TEST(typed_text_is_cut_at_whole_characters),
        TEST(each_dialog_is_added_to_history_once),
        TEST(the_page_for_players_is_complete),
        TEST(every_language_is_complete),
        cmocka_unit_test(server_messages_are_translated_in_every_language),
        TEST(translations_are_those_that_our_reader_reads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
