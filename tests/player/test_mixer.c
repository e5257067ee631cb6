/* Music, movies' sound, effects and speech, mixed into memory. */
#include "lib/game_kit.h"
#include "lib/media_kit.h"

#include "player/limiter.h"
#include "player/mixer.h"
#include "player/music_track.h"

/* All is heard so many 1/1000 s later, and one more for the last of them. */
enum { RATE = 44100, MAX = 3 * RATE, LATE = LIMITER_AHEAD + 1 };

typedef struct Studio {
    Game *game;
    Mixer *mixer;
    int16_t out[2 * MAX];
    size_t count; /* pairs in `out` */
} Studio;

static const MediaSound tone = {RATE, 2, RATE, 110, 0.5}, beep = {RATE, 1, RATE / 2, 440, 0.5};

static TngSection *add_files(Studio *studio, unsigned type, size_t count)
{
    return game_section(studio->game, type, count, sizeof(TngAsset));
}

static void put_file(Studio *studio, TngSection *section, size_t index, const char *name,
                     Bytes bytes)
{
    ((TngAsset *)section->entries[index].descriptor)->name = game_string(studio->game, name);
    section->entries[index].stored = bytes;
}

static MediaSound at_hertz(MediaSound sound, double hertz)
{
    sound.hertz = hertz;
    return sound;
}

static void make_files(Studio *studio)
{
    Kit *kit = studio->game->kit;
    MediaSound quiet = beep, slow = beep, brief = tone;
    quiet.amplitude = 0;
    quiet.frames = RATE;
    slow.rate = 22050;
    slow.frames = 22050;
    brief.frames = RATE / 2;
    TngSection *music = add_files(studio, SECTION_MUSIC, 4);
    put_file(studio, music, 0, "low", media_sound(kit, tone));
    put_file(studio, music, 1, "high", media_sound(kit, at_hertz(tone, 220)));
    put_file(studio, music, 2, "brief", media_sound(kit, at_hertz(brief, 330)));
    put_file(studio, music, 3, "noise", (Bytes){(const uint8_t *)"no ogg", 6});
    TngSection *sounds = add_files(studio, SECTION_SOUNDS, 2);
    put_file(studio, sounds, 0, "beep", media_sound(kit, beep));
    put_file(studio, sounds, 1, "slow", media_sound(kit, slow));
    TngSection *movies = add_files(studio, SECTION_MOVIES, 2);
    const Bytes film = media_movie(kit, (MediaMovie){32, 32, 25, 30, 8, TH_PF_420});
    put_file(studio, movies, 0, "film", media_together(kit, film, media_sound(kit, brief)));
    put_file(studio, movies, 1, "silent", film);
    for (int i = 0; i < 2; i++) {
        TngSection *language = add_files(studio, SECTION_LANGUAGE, 2);
        put_file(studio, language, 0, "pst", media_sound(kit, quiet));
        put_file(studio, language, 1, "hello", media_sound(kit, at_hertz(beep, i ? 880 : 440)));
    }
    studio->game->file.strings = writer_bytes(&studio->game->strings);
}

static int set_up(void **state)
{
    Kit *kit = kit_new();
    Studio *studio = ARENA_ALLOC(kit->arena, Studio, 1);
    studio->game = game_new(kit);
    make_files(studio);
    studio->mixer = mixer_new(&studio->game->file, 0, RATE, kit->arena, &kit->report);
    mixer_set_volumes(studio->mixer, 256, 256, 256);
    *state = studio;
    return 0;
}

static int tear_down(void **state)
{
    Studio *studio = *state;
    mixer_free(studio->mixer);
    kit_free(studio->game->kit);
    return 0;
}

static void play(Studio *studio, EffectKind kind, const char *name)
{
    const uint32_t at = *name ? game_string(studio->game, name) : 0;
    mixer_play(studio->mixer, &(Effect){kind, at, 0, LOUDNESS_FULL, 0});
}

/* So many 1/1000 s more. */
static void listen(Studio *studio, uint32_t time)
{
    studio->count = (size_t)time * RATE / 1000;
    assert_true(studio->count <= MAX);
    mixer_render(studio->mixer, studio->out, studio->count);
}

/* How loud a part of it is, in 1/1000 s: root of the mean square. */
static double loudness(const Studio *studio, uint32_t from, uint32_t to, unsigned side)
{
    double sum = 0;
    const size_t first = (size_t)from * RATE / 1000, last = (size_t)to * RATE / 1000;
    for (size_t i = first; i < last; i++)
        sum += (double)studio->out[2 * i + side] * studio->out[2 * i + side];
    return sqrt(sum / (double)(last - first));
}

static void assert_about(double value, double wanted)
{
    if (fabs(value - wanted) > wanted * 0.03 + 30)
        fail_msg("%f instead of about %f", value, wanted);
}

/* Of a sine with amplitude 0.5. */
static const double full = 32767 * 0.5 * 0.70710678;

/* How often the left side rises through nothing. */
static uint32_t waves(const Studio *studio, uint32_t from, uint32_t to)
{
    uint32_t count = 0;
    for (size_t i = (size_t)from * RATE / 1000 + 1; i < (size_t)to * RATE / 1000; i++)
        count += studio->out[2 * i - 2] < 0 && studio->out[2 * i] >= 0;
    return count;
}

static int32_t largest_step(const Studio *studio)
{
    int32_t max = 0;
    for (size_t i = 2; i < 2 * studio->count; i++) {
        const int32_t step = abs(studio->out[i] - studio->out[i - 2]);
        max = step > max ? step : max;
    }
    return max;
}

static void music_fades_into_music_without_a_jump(void **state)
{
    Studio *studio = *state;
    play(studio, EFFECT_MUSIC, "low");
    listen(studio, 700);
    assert_about(loudness(studio, 100, 600, 0), full);
    const int16_t last = studio->out[2 * studio->count - 2];
    play(studio, EFFECT_MUSIC, "high");
    listen(studio, 900);
    assert_true(abs(studio->out[0] - last) < 600);
    assert_true(largest_step(studio) < 600);               /* of the higher tone alone: 514 */
    assert_true(loudness(studio, 200, 300, 0) > full / 3); /* both, half as loud */
    assert_about(loudness(studio, 550, 850, 0), full);
    assert_in_range(waves(studio, 600, 800), 43, 45);
}

static void music_changed_again_and_again_does_not_jump_far(void **state)
{
    Studio *studio = *state;
    static const char *const names[] = {"low", "high", "brief"};
    for (unsigned i = 0; i < 12; i++) {
        play(studio, EFFECT_MUSIC, names[i % 3]);
        listen(studio, 90);
        assert_true(largest_step(studio) < 6000);
    }
    listen(studio, 1000);
    assert_about(loudness(studio, 600, 800, 0), full);
}

static void music_loops_and_fades_out(void **state)
{
    Studio *studio = *state;
    play(studio, EFFECT_MUSIC, "low");
    listen(studio, 2500);
    assert_about(loudness(studio, 2000, 2500, 1), full);
    play(studio, EFFECT_MUSIC, "");
    listen(studio, 1000);
    assert_true(loudness(studio, 0, 100, 0) > full / 2);
    assert_true(loudness(studio, 510, 1000, 0) < 1);
}

static void previous_music_follows_music_played_once(void **state)
{
    Studio *studio = *state;
    play(studio, EFFECT_MUSIC, "low");
    play(studio, EFFECT_MUSIC_ONCE, "brief");
    listen(studio, 1200);
    assert_in_range(waves(studio, 300, 400), 32, 34);
    assert_in_range(waves(studio, 700, 900), 21, 23);
    play(studio, EFFECT_MUSIC_ONCE, "brief");
    play(studio, EFFECT_MUSIC, "");
    listen(studio, 1500);
    assert_true(loudness(studio, 600, 1500, 0) < 1);
}

static void play_from(Studio *studio, EffectKind kind, const char *name, uint32_t from)
{
    mixer_play(studio->mixer,
               &(Effect){kind, game_string(studio->game, name), 0, LOUDNESS_FULL, from});
}

/* A tenth of a second of it is left; then, and if it is over already, the music before. */
static void music_played_once_begins_where_it_was(void **state)
{
    Studio *studio = *state;
    play_from(studio, EFFECT_MUSIC_ONCE, "brief", 40);
    listen(studio, 300);
    assert_about(loudness(studio, LATE + 10, 90, 0), full);
    assert_true(loudness(studio, 100 + LATE, 300, 0) < 1);
    play(studio, EFFECT_MUSIC, "low");
    listen(studio, 600);
    play_from(studio, EFFECT_MUSIC_ONCE, "brief", 80);
    listen(studio, 1500);
    assert_about(loudness(studio, 0, 1500, 0), full);
    assert_in_range(waves(studio, 100, 1100), 109, 111);
    assert_in_range(largest_step(studio), 0, 800);
}

/* Half a second of sound in 1.2 seconds. */
static void movie_sound_begins_where_it_was(void **state)
{
    Studio *studio = *state;
    play_from(studio, EFFECT_MOVIE, "film", 40);
    listen(studio, 300);
    assert_about(loudness(studio, LATE + 10, 90, 0), full);
    assert_true(loudness(studio, 100 + LATE, 300, 0) < 1);
    play_from(studio, EFFECT_MOVIE_LOOP, "film", 100);
    listen(studio, 1000);
    assert_true(loudness(studio, LATE, 190, 0) < 1);
    assert_about(loudness(studio, 250, 650, 0), full);
    assert_true(loudness(studio, 720, 1000, 0) < 1);
}

static void movie_sound_has_music_volume(void **state)
{
    Studio *studio = *state;
    mixer_set_volumes(studio->mixer, 128, 256, 256);
    play(studio, EFFECT_MOVIE, "film");
    listen(studio, 1500);
    assert_about(loudness(studio, 100, 450, 0), full / 2);
    assert_true(loudness(studio, 520, 1500, 0) < 1);
    play(studio, EFFECT_MOVIE, "film");
    listen(studio, 200);
    play(studio, EFFECT_MOVIE, "");
    listen(studio, 200);
    assert_true(loudness(studio, LATE, 200, 0) < 1);
    play(studio, EFFECT_MOVIE, "silent");
    listen(studio, 200);
    assert_true(loudness(studio, 0, 200, 0) < 1);
    assert_int_equal(studio->game->kit->messages.count, 0);
}

/* 1.2 seconds of pictures, half a second of sound. */
static void sound_of_looping_movie_stays_in_sync(void **state)
{
    Studio *studio = *state;
    play(studio, EFFECT_MOVIE_LOOP, "film");
    listen(studio, 2900);
    for (uint32_t at = 0; at < 2500; at += 1200) {
        assert_about(loudness(studio, at + 50, at + 450, 0), full);
        if (at + 1200 < 2900)
            assert_true(loudness(studio, at + 520, at + 1190, 0) < 1);
    }
}

static void speech_halves_music_volume(void **state)
{
    Studio *studio = *state;
    play(studio, EFFECT_MUSIC, "low");
    listen(studio, 300);
    play(studio, EFFECT_SPEECH, "pst"); /* a second of silence */
    listen(studio, 1500);
    assert_about(loudness(studio, 100, 900, 0), full / 2);
    assert_about(loudness(studio, 1100, 1400, 0), full);
    assert_true(largest_step(studio) < 400);
}

static void new_speech_interrupts_previous(void **state)
{
    Studio *studio = *state;
    play(studio, EFFECT_SPEECH, "hello");
    listen(studio, 100);
    play(studio, EFFECT_SPEECH, "pst");
    listen(studio, 300);
    assert_true(loudness(studio, LATE, 300, 0) < 1);
    play(studio, EFFECT_SOUND, "beep");
    play(studio, EFFECT_SPEECH, "pst");
    listen(studio, 300);
    assert_about(loudness(studio, 50, 250, 0), full); /* sounds go on */
}

static void voices_change_with_the_language(void **state)
{
    Studio *studio = *state;
    for (size_t i = 0; i < 4; i++) {
        mixer_speak(studio->mixer, i % 2);
        play(studio, EFFECT_SPEECH, "hello");
        listen(studio, 300);
        assert_int_equal((waves(studio, 100, 200) + 1) / 10, i % 2 ? 8 : 4);
    }
    mixer_speak(studio->mixer, 0);
    listen(studio, 100);
    assert_true(loudness(studio, LATE, 100, 0) < 1);
}

static void effects_are_fainter_far_away_and_on_their_side(void **state)
{
    Studio *studio = *state;
    static const struct {
        int32_t pan;
        uint32_t loudness;
        double left, right;
    } cases[] = {{0, 256, 1, 1},    {0, 128, 0.5, 0.5}, {0, 0, 0, 0},         {100, 256, 0, 1},
                 {-100, 256, 1, 0}, {50, 256, 0.5, 1},  {-50, 128, 0.5, .25}, {900, 999, 0, 1}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const Effect effect = {EFFECT_SOUND, game_string(studio->game, "beep"), cases[i].pan,
                               cases[i].loudness, 0};
        mixer_play(studio->mixer, &effect);
        listen(studio, 600);
        assert_about(loudness(studio, 50, 450, 0), full * cases[i].left);
        assert_about(loudness(studio, 50, 450, 1), full * cases[i].right);
    }
}

/* In full within three cells, fainter up to sixteen. */
static void volume_depends_on_distance(void **state)
{
    static const struct {
        int32_t x;
        uint32_t loudness;
    } cases[] = {{1, 256}, {3, 256}, {4, 237}, {10, 128}, {15, 36}};
    Studio *studio = *state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        Game *game = game_new(studio->game->kit);
        game->has_audio = true;
        game->start =
            arena_format(game->arena,
                         "location(town,0,4,so) npc(town,%d,4,guard) npc(cave,1,1,slime)",
                         cases[i].x)
                .at;
        World *world = game_open(game);
        game_ticks(game, (WorldInput){0}, 2);
        for (uint32_t self = 2; self <= 3; self++) {
            const Bytes code = game_code(game, "sound(bell)");
            size_t count;
            assert_true(world_run(local_context(world), code, self, ENTITY_PLAYER,
                                  &game->kit->report) != 0);
            const Effect *effects = world_effects(local_context(world), &count);
            assert_int_equal(effects[count - 1].kind, EFFECT_SOUND);
            assert_int_equal(effects[count - 1].loudness, /* elsewhere nothing is known */
                             self == 2 ? cases[i].loudness : LOUDNESS_FULL);
        }
    }
}

static void mono_has_equal_channels(void **state)
{
    Studio *studio = *state;
    mixer_mono(studio->mixer, true);
    mixer_play(studio->mixer, &(Effect){EFFECT_SOUND, game_string(studio->game, "beep"), 100,
                                        LOUDNESS_FULL, 0});
    listen(studio, 400);
    for (size_t i = 0; i < studio->count; i++)
        assert_int_equal(studio->out[2 * i], studio->out[2 * i + 1]);
    assert_about(loudness(studio, 50, 350, 0), full / 2);
}

/* Sixteen times the same sound: as loud as possible, with the same waves, and never cut off. */
static void loud_sums_are_limited_without_clipping(void **state)
{
    Studio *studio = *state;
    play(studio, EFFECT_MUSIC, "noise");
    for (unsigned i = 0; i < 40; i++) /* more than there are voices */
        play(studio, EFFECT_SOUND, "beep");
    listen(studio, 600);
    int32_t max = 0;
    for (size_t i = 4; i < 2 * studio->count; i++) {
        max = abs(studio->out[i]) > max ? abs(studio->out[i]) : max;
        if (abs(studio->out[i]) > 30000)
            assert_false(studio->out[i] == studio->out[i - 2] &&
                         studio->out[i] == studio->out[i - 4]);
    }
    assert_in_range(max, LIMITER_CEILING - 200, LIMITER_CEILING);
    assert_in_range(waves(studio, 100, 400), 131, 133);
    assert_about(loudness(studio, 100, 400, 0), LIMITER_CEILING * 0.70710678);
}

/* Other amplitudes: whatever comes, nothing is louder than the ceiling; what is quiet is only
 * delayed; and the gain returns. */
static void limiter_keeps_its_promises(void **state)
{
    Studio *studio = *state;
    enum { AHEAD = RATE * LIMITER_AHEAD / 1000, COUNT = 4 * RATE };
    Limiter limiter;
    uint32_t random = 1;
    int32_t *in = ARENA_ALLOC(studio->game->arena, int32_t, COUNT);
    limiter_begin(&limiter, RATE, studio->game->arena);
    for (int32_t i = 0; i < COUNT; i++) {
        random = random * 1664525 + 1013904223;
        const bool loud = i / RATE == 1; /* only in the second second */
        in[i] = (int32_t)(random >> 16) - 32768;
        in[i] = loud ? in[i] * (int32_t)(1 + i % 977 / 60) : in[i] / 2;
        const Frame out = limiter_next(&limiter, (Frame){in[i], -in[i] / 2});
        assert_true(abs(out.left) <= LIMITER_CEILING);
        assert_true(abs(out.right) <= LIMITER_CEILING);
        const int32_t came = i - AHEAD + 1;
        if (came >= 0 && came < RATE - AHEAD)
            assert_int_equal(out.left, in[came]);
        if (i > 3 * RATE)
            assert_true(abs(out.left - in[came]) <= 2);
    }
}

static void resampled_files_preserve_pitch_and_length(void **state)
{
    Studio *studio = *state;
    play(studio, EFFECT_SOUND, "slow");
    listen(studio, 1200);
    assert_in_range(waves(studio, 100, 900), 351, 353);
    assert_about(loudness(studio, 100, 900, 0), full);
    assert_true(loudness(studio, 1010, 1200, 0) < 1);
    Mixer *mixer = mixer_new(&studio->game->file, 0, 48000, studio->game->arena,
                             &studio->game->kit->report);
    mixer_set_volumes(mixer, 256, 256, 256);
    mixer_play(mixer, &(Effect){EFFECT_MUSIC, game_string(studio->game, "low"), 0, 256, 0});
    mixer_render(mixer, studio->out, 48000);
    studio->count = 48000;
    assert_in_range(waves(studio, 0, 1088), 109, 110); /* a second of it */
    mixer_free(mixer);
}

static void pause_stops_all_sounds_except_new_ones(void **state)
{
    Studio *studio = *state;
    play(studio, EFFECT_MUSIC, "low");
    play(studio, EFFECT_MOVIE, "film");
    play(studio, EFFECT_SOUND, "beep");
    listen(studio, 200);
    mixer_pause(studio->mixer, true);
    listen(studio, 1000);
    assert_true(loudness(studio, 30, 1000, 0) < 1);
    play(studio, EFFECT_SOUND, "beep");
    listen(studio, 400);
    assert_about(loudness(studio, 50, 300, 0), full);
    listen(studio, 400);
    mixer_pause(studio->mixer, false);
    listen(studio, 600);
    assert_true(loudness(studio, 30, 200, 0) > full * 1.4); /* they go on */
    assert_about(loudness(studio, 350, 600, 0), full);      /* only music is left */
}

static void new_game_starts_silent(void **state)
{
    Studio *studio = *state;
    play(studio, EFFECT_MUSIC, "low");
    play(studio, EFFECT_MOVIE_LOOP, "film");
    play(studio, EFFECT_SOUND, "beep");
    play(studio, EFFECT_SPEECH, "hello");
    listen(studio, 100);
    Studio other = {.game = game_new(studio->game->kit)};
    make_files(&other);
    mixer_game(studio->mixer, &other.game->file, 1);
    TngFile *old = &studio->game->file;
    for (size_t i = 0; i < old->section_count; i++) /* it is not looked at any more */
        for (size_t k = 0; k < old->sections[i].count; k++) {
            const Bytes file = old->sections[i].entries[k].stored;
            if (file.size > 6)
                memset((uint8_t *)(uintptr_t)file.data, 0, file.size);
        }
    listen(studio, 1000);
    assert_true(loudness(studio, 0, 1000, 0) < 1);
    play(studio, EFFECT_SPEECH, "hello");
    listen(studio, 300);
    assert_int_equal((waves(studio, 100, 200) + 1) / 10, 8);
}

static void invalid_music_is_reported_once(void **state)
{
    Studio *studio = *state;
    for (int i = 0; i < 3; i++) {
        play(studio, EFFECT_MUSIC, "noise");
        play(studio, EFFECT_MUSIC, "low");
    }
    assert_int_equal(studio->game->kit->messages.count, 1);
    assert_true(kit_has_message(studio->game->kit, "music noise is not Ogg Vorbis"));
}

static void channels_go_to_their_side(void **state)
{
    (void)state;
    static const struct {
        size_t channels;
        int16_t samples[8];
        int32_t left, right;
    } cases[] = {{1, {50}, 50, 50},
                 {2, {50, 70}, 50, 70},
                 {3, {60, 30, 90}, 45, 60},
                 {4, {10, 20, 30, 40}, 20, 30},
                 {6, {30, 60, 90, 30, 90, 999}, 40, 80},
                 {9, {1}, 0, 0},
                 {0, {1}, 0, 0}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const Frame frame = frame_of(cases[i].samples, cases[i].channels);
        assert_int_equal(frame.left, cases[i].left);
        assert_int_equal(frame.right, cases[i].right);
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(music_fades_into_music_without_a_jump),
        TEST(music_changed_again_and_again_does_not_jump_far),
        TEST(music_loops_and_fades_out),
        TEST(previous_music_follows_music_played_once),
        TEST(music_played_once_begins_where_it_was),
        TEST(movie_sound_begins_where_it_was),
        TEST(movie_sound_has_music_volume),
        TEST(sound_of_looping_movie_stays_in_sync),
        TEST(speech_halves_music_volume),
        TEST(new_speech_interrupts_previous),
        TEST(voices_change_with_the_language),
        TEST(effects_are_fainter_far_away_and_on_their_side),
        TEST(volume_depends_on_distance),
        TEST(mono_has_equal_channels),
        TEST(loud_sums_are_limited_without_clipping),
        TEST(limiter_keeps_its_promises),
        TEST(resampled_files_preserve_pitch_and_length),
        TEST(pause_stops_all_sounds_except_new_ones),
        TEST(new_game_starts_silent),
        TEST(invalid_music_is_reported_once),
        TEST(channels_go_to_their_side),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
