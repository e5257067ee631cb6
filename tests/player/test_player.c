/* Recorded input, animated pictures, sessions without a window. */
#include "lib/game_kit.h"

#include "base/image/png.h"
#include "player/apng.h"
#include "player/mixer.h"
#include "player/player.h"
#include "player/recording.h"

static int set_up(void **state)
{
    *state = game_new(kit_new());
    return 0;
}

static int tear_down(void **state)
{
    kit_free(((Game *)*state)->kit);
    return 0;
}

static const char sample[] = "# oisin input 1\n"
                             "seed 42\n"
                             "\n"
                             "# to the east\n"
                             "10 direction ea\n"
                             "10 press confirm\n"
                             "10 press up\n"
                             "12 go -5 320\r\n"
                             "20 direction none\n"
                             "21 action 3\n"
                             "21 item 9\n"
                             "22 option 2\n"
                             "30 end\n";

static void a_recording_gives_each_frame_its_input(void **state)
{
    Game *game = *state;
    Recording recording;
    assert_true(recording_read(text_of(sample), &recording, game->arena, &game->kit->report));
    assert_int_equal(recording.seed, 42);
    assert_int_equal(recording.frames, 30);
    WorldInput input = {0};
    size_t at = 0;
    for (uint32_t frame = 0; frame < 30; frame++) {
        recording_input(&recording, frame, &at, &input);
        assert_int_equal(input.direction, frame >= 10 && frame < 20 ? 1 + EAST : 0);
        assert_int_equal(input.buttons, frame == 10 ? BUTTON_CONFIRM | BUTTON_UP : 0);
        assert_int_equal(input.go, frame == 12);
        assert_int_equal(input.item, frame == 21 ? 9 : 0);
        assert_int_equal(input.option, frame == 22 ? 2 : 0);
    }
}

static void language_and_extensions_of_a_recording_are_read_and_checked(void **state)
{
    static const char text[] = "# oisin input 1\n"
                               "seed 1\n"
                               "language en\n"
                               "extension the winter\n"
                               "3 language de\n"
                               "5 run hp=1\n"
                               "6 end\n";
    Game *game = *state;
    Kit *kit = game->kit;
    Recording recording;
    assert_true(recording_read(text_of(text), &recording, game->arena, &kit->report));
    assert_true(text_is(recording.language.name, "en"));
    assert_int_equal(recording.extension_count, 1);
    assert_true(text_is(recording.items[0].runs[0].language, "de"));
    assert_int_equal(recording.items[0].runs[0].code.size, 0);
    assert_true(text_is(recording.items[1].runs[0].code, "hp=1"));
    const Text winter = TEXT("the winter"), summer = TEXT("summer");
    TngFile none = {0};
    assert_false(recording_check(&recording, &none, &winter, 1, &kit->report));
    assert_non_null(strstr(kit_message(kit, 0), "3:10: the game has no language \"en\"\n"));
    assert_non_null(strstr(kit_message(kit, 1), "5:12: the game has no language \"de\"\n"));
    recording.language.name.size = recording.items[0].runs[0].language.size = 0;
    assert_true(recording_check(&recording, &none, &winter, 1, &kit->report));
    kit_clear(kit);
    assert_false(recording_check(&recording, &none, &summer, 1, &kit->report));
    assert_non_null(strstr(kit_message(kit, 0), "4:11: the recording was made with extension "
                                                "\"the winter\"; list it after the game\n"));
    static const struct {
        const char *text;
        uint32_t line, column;
    } bad[] = {{"language english\n", 2, 10},
               {"7 language d\n", 2, 12},
               {"language\n", 2, 0},
               {"extension\n", 2, 0}};
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        kit_clear(kit);
        const char *all = arena_format(kit->arena, "# oisin input 1\n%s", bad[i].text).at;
        assert_false(recording_read(text_of(all), &recording, game->arena, &kit->report));
        kit_message_is_at(kit, bad[i].text, bad[i].line, bad[i].column);
    }
}

/* The part up to a frame's tick: with what was done before it. */
static void recording_is_cut_before_the_input_of_a_frame(void **state)
{
    static const char text[] =
        "# oisin input 1\nseed 1\n0 press up\n7 language de\n7 run hp=1\n"
        "7 direction ea\n7 press up\n9 run hp=2\n";
    (void)state;
    const struct {
        uint32_t frame;
        const char *rest;
    } parts[] = {{0, "0 press"}, {1, "7 lang"}, {6, "7 lang"}, {7, "7 dir"}, {8, "9 run"}};
    for (size_t i = 0; i < COUNT_OF(parts); i++) {
        const char *rest = text + recording_size(text_of(text), parts[i].frame);
        assert_memory_equal(rest, parts[i].rest, strlen(parts[i].rest));
    }
    assert_int_equal(recording_size(text_of(text), 9), sizeof text - 1);
}

static void written_recording_is_read_back(void **state)
{
    Game *game = *state;
    Recording recording;
    assert_true(recording_read(text_of(sample), &recording, game->arena, &game->kit->report));
    Writer writer = writer_to(game->arena);
    recording_begin(&writer, &recording);
    WorldInput before = {0}, input = {0};
    size_t at = 0;
    for (uint32_t frame = 0; frame < recording.frames; frame++, before = input) {
        recording_input(&recording, frame, &at, &input);
        recording_write(&writer, frame, &before, &input);
    }
    recording_end(&writer, recording.frames);
    Recording again;
    assert_true(recording_read(writer_text(&writer), &again, game->arena, &game->kit->report));
    assert_int_equal(again.count, recording.count);
    assert_int_equal(again.frames, recording.frames);
    for (size_t i = 0; i < again.count; i++)
        assert_memory_equal(&again.items[i], &recording.items[i], sizeof again.items[i]);
}

/* Seeds of 19 digits, which the option accepts, were written but not read. */
static void each_seed_is_read_back(void **state)
{
    static const uint64_t seeds[] = {0, 999999999999999999, 1000000000000000000, INT64_MAX};
    Game *game = *state;
    for (size_t i = 0; i < COUNT_OF(seeds); i++) {
        Writer writer = writer_to(game->arena);
        Recording recording = {.seed = seeds[i]};
        recording_begin(&writer, &recording);
        assert_true(
            recording_read(writer_text(&writer), &recording, game->arena, &game->kit->report));
        assert_true(recording.has_seed && recording.seed == seeds[i]);
    }
}

static void errors_in_recording_have_line_numbers(void **state)
{
    Game *game = *state;
    static const struct {
        const char *text, *message;
    } bad[] = {
        {"", "empty"},
        {"1 press confirm\n", "first line is not"},
        {"# oisin input 1\n5 press confirm\n4 press up\n", "frame numbers decrease"},
        {"# oisin input 1\nfive press\n", "is not a valid frame"},
        {"# oisin input 1\n5 jump\n", "unknown word \"jump\""},
        {"# oisin input 1\n5 press fire\n", "\"fire\" is not a valid button"},
        {"# oisin input 1\n5 direction up\n", "\"up\" is not a valid direction"},
        {"# oisin input 1\n5 item 300\n", "1 to 256"},
        {"# oisin input 1\n5 action 10\n", "1 to 9"},
        {"# oisin input 1\n5 offers soup\n", "\"soup\" is not a valid offer"},
        {"# oisin input 1\n5 adjust 2\n", "-1 to 1"},
        {"# oisin input 1\n5 go 1\n", "pixel"},
        {"# oisin input 1\n5 press up up\n", "unexpected"},
        {"# oisin input 1\n5 end\n6 press up\n", "after the end"},
    };
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        Recording recording;
        game->kit->messages.count = 0;
        assert_false(
            recording_read(text_of(bad[i].text), &recording, game->arena, &game->kit->report));
        if (!kit_has_message(game->kit, bad[i].message))
            fail_msg("%s: %s", bad[i].text, kit_message(game->kit, 0));
    }
}

static PlayerResult play(Game *game, Bytes bytes, Text input, PlayerOptions options)
{
    PlayerResult result;
    options.input = input;
    if (!player_run_headless(bytes, &options, &result, game->arena, &game->kit->report))
        fail_msg("%s", kit_message(game->kit, 0));
    return result;
}

static void replayed_recording_has_the_same_result(void **state)
{
    Game *game = *state;
    game->timer = "hp=rnd(1000)";
    const Bytes bytes = game_bytes(game);
    const PlayerOptions options = {.record = true, .frames = 90, .screenshot = true};
    const PlayerResult one = play(game, bytes, text_of(sample), options);
    const PlayerResult two = play(game, bytes, text_of_bytes(one.recording), options);
    assert_int_equal(one.frames, 90);
    assert_true(one.hash == two.hash);
    assert_bytes_equal(one.recording, two.recording);
    assert_bytes_equal(one.screenshot, two.screenshot);
    const PlayerOptions other = {.has_seed = true, .seed = 43, .frames = 90};
    assert_true(play(game, bytes, text_of(sample), other).hash != one.hash);
}

static void screenshot_equals_the_frame(void **state)
{
    Game *game = *state;
    const PlayerOptions options = {.frames = 2, .screenshot = true};
    const PlayerResult result = play(game, game_bytes(game), TEXT(""), options);
    Image image;
    assert_true(png_read(result.screenshot, &image, NULL, game->arena, &game->kit->report));
    assert_int_equal(image.w, 640);
    assert_int_equal(image.h, 360);
}

/* Counts chunks; their CRCs are checked by png_read, which skips those of animations. */
static uint32_t chunks_of(Bytes file, const char *type)
{
    uint32_t count = 0;
    for (size_t at = 8; at + 12 <= file.size;) {
        const uint8_t *head = file.data + at;
        count += memcmp(head + 4, type, 4) == 0;
        at += 12 +
              ((size_t)head[0] << 24 | (size_t)head[1] << 16 | (size_t)head[2] << 8 | head[3]);
    }
    return count;
}

static void an_animation_holds_every_nth_frame(void **state)
{
    Game *game = *state;
    const PlayerOptions options = {.frames = 30, .every = 10};
    const PlayerResult result =
        play(game, game_bytes(game), TEXT("# oisin input 1\n0 direction so\n"), options);
    assert_int_equal(chunks_of(result.animation, "fcTL"), 3);
    assert_int_equal(chunks_of(result.animation, "IDAT"), 1);
    assert_int_equal(chunks_of(result.animation, "fdAT"), 2);
    Image first;
    assert_true(png_read(result.animation, &first, NULL, game->arena, &game->kit->report));
    assert_int_equal(first.w, 640);
}

static void invalid_sounds_are_reported_once_and_silent(void **state)
{
    Game *game = *state;
    TngSection *section = game_section(game, SECTION_SOUNDS, 1, sizeof(TngAsset));
    ((TngAsset *)section->entries[0].descriptor)->name = game_string(game, "beep");
    section->entries[0].stored = (Bytes){(const uint8_t *)"no ogg", 6};
    game->file.strings = writer_bytes(&game->strings);
    Mixer *mixer = mixer_new(&game->file, 0, 44100, game->arena, &game->kit->report);
    const Effect effect = {EFFECT_SOUND, game_string(game, "beep"), 0, LOUDNESS_FULL, 0};
    int16_t samples[512];
    memset(samples, 1, sizeof samples);
    for (int i = 0; i < 3; i++)
        mixer_play(mixer, &effect);
    mixer_play(mixer, &(Effect){EFFECT_MUSIC, 12345, 0, LOUDNESS_FULL, 0});
    mixer_render(mixer, samples, 256);
    for (size_t i = 0; i < 512; i++)
        assert_int_equal(samples[i], 0);
    assert_int_equal(game->kit->messages.count, 1);
    mixer_free(mixer);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_recording_gives_each_frame_its_input),
        TEST(language_and_extensions_of_a_recording_are_read_and_checked),
        TEST(recording_is_cut_before_the_input_of_a_frame),
        TEST(written_recording_is_read_back),
        TEST(each_seed_is_read_back),
        TEST(errors_in_recording_have_line_numbers),
        TEST(replayed_recording_has_the_same_result),
        TEST(screenshot_equals_the_frame),
        TEST(an_animation_holds_every_nth_frame),
        TEST(invalid_sounds_are_reported_once_and_silent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
