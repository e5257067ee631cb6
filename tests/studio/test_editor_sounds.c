/* The editor's requests about sounds: what a sound is like, parts of it as files of the
 * project, and what is refused. */
#include "lib/edit_kit.h"

#include "base/stream.h"
#include "base/text.h"
#include "kit/convert/sound.h"

enum { RATE = 22050, TONE = 11025 /* samples: silence, a tone and silence of this length */ };

/* A WAV file of 16 bits; its header says `count` samples of each channel, the file has `given`.
 */
static Bytes wav_of(EditKit *edit, uint32_t rate, uint32_t channels, uint64_t count,
                    size_t given)
{
    Writer out = writer_to(edit->kit->arena);
    const uint32_t size = (uint32_t)(count * channels * 2);
    write_bytes(&out, bytes_of_text(TEXT("RIFF")));
    write_u32(&out, 36 + size);
    write_bytes(&out, bytes_of_text(TEXT("WAVEfmt ")));
    write_u32(&out, 16);
    write_u16(&out, 1);
    write_u16(&out, (uint16_t)channels);
    write_u32(&out, rate);
    write_u32(&out, rate * channels * 2);
    write_u16(&out, (uint16_t)(channels * 2));
    write_u16(&out, 16);
    write_bytes(&out, bytes_of_text(TEXT("data")));
    write_u32(&out, size);
    for (size_t i = 0; i < given * channels; i++)
        write_u16(&out, i / channels >= TONE && i / channels < 2 * TONE
                            ? (uint16_t)((i / channels) % 64 < 32 ? 16384 : -16384)
                            : 0);
    return writer_bytes(&out);
}

static Bytes three_parts(EditKit *edit) { return wav_of(edit, RATE, 1, 3 * TONE, 3 * TONE); }

static void sent(EditKit *edit, const char *name, Bytes bytes)
{
    const char *address = arena_format(edit->kit->arena, "api/sound/sent?name=%s", name).at;
    assert_int_equal(edit_answer(edit, "POST", address, NULL, bytes).status, 200);
}

static json_int_t number(const json_t *object, const char *key)
{
    return json_integer_value(json_object_get(object, key));
}

static SoundLook look_of(EditKit *edit, const char *path)
{
    SoundLook look;
    assert_true(sound_look(bytes_of_text(edit_file(edit, path)), &look, &edit->kit->report));
    return look;
}

static void is_near(uint64_t found, uint64_t wanted)
{
    if (found + 600 < wanted || wanted + 600 < found)
        fail_msg("%llu; expected about %llu", (unsigned long long)found,
                 (unsigned long long)wanted);
}

static void a_sound_has_its_length_silence_and_waveform(void **state)
{
    EditKit *edit = *state;
    sent(edit, "step.wav", three_parts(edit));
    const json_t *look = edit_get(edit, "api/sound?given=step.wav");
    const json_t *peaks = json_object_get(look, "peaks");
    assert_int_equal(number(look, "rate"), RATE);
    assert_int_equal(number(look, "channels"), 1);
    assert_int_equal(number(look, "projectRate"), 44100);
    assert_int_equal(number(look, "samples"), 6 * TONE);
    assert_int_equal(number(look, "start"), 2 * (TONE - RATE / 100));
    assert_int_equal(number(look, "end"), 2 * (2 * TONE + RATE / 100));
    assert_true(json_array_size(peaks) > SOUND_PEAKS_MAX / 2);
    assert_true(json_array_size(peaks) <= SOUND_PEAKS_MAX);
    const size_t middle = json_array_size(peaks) / 2;
    assert_int_equal(json_integer_value(json_array_get(peaks, 0)), 0);
    assert_int_equal(json_integer_value(json_array_get(peaks, middle)), 127);
    assert_int_equal(json_integer_value(json_array_get(peaks, 2 * middle - 1)), 0);
}

static void a_silent_sound_has_no_loud_part(void **state)
{
    EditKit *edit = *state;
    sent(edit, "quiet.wav", wav_of(edit, RATE, 1, 1000, 1000));
    const json_t *look = edit_get(edit, "api/sound?given=quiet.wav");
    assert_int_equal(number(look, "start"), number(look, "end"));
}

/* The rate and the channels that the check wants, without the silence; one step of undo. */
static void sounds_become_files_of_the_project_in_one_step(void **state)
{
    EditKit *edit = *state;
    unsigned status;
    const uint64_t before = edit_hash(edit);
    sent(edit, "step.wav", three_parts(edit));
    sent(edit, "song.wav", wav_of(edit, 48000, 2, 3 * TONE, 3 * TONE));
    edit_send(
        edit, "POST", "api/sounds", NULL,
        "{\"sounds\": [{\"given\": \"step.wav\", \"path\": \"sounds/step.ogg\", \"from\": "
        "22050, \"to\": 44100}, {\"given\": \"song.wav\", \"path\": \"music/song.ogg\", "
        "\"loop\": [10000, 5000]}, {\"given\": \"step.wav\", \"path\": "
        "\"speech/hello_en.ogg\", \"normalize\": true}]}",
        &status);
    assert_int_equal(status, 200);
    const SoundLook step = look_of(edit, "sounds/step.ogg");
    assert_int_equal(step.rate, 44100);
    assert_int_equal(step.channels, 1);
    assert_int_equal(step.frames, 22050);
    is_near(step.end - step.start, 22050);
    const SoundLook song = look_of(edit, "music/song.ogg");
    assert_int_equal(song.channels, 2);
    is_near(song.frames, (uint64_t)3 * TONE * 44100 / 48000);
    assert_int_equal(song.loop.start, 10000);
    assert_int_equal(song.loop.length, 5000);
    assert_int_equal(look_of(edit, "speech/hello_en.ogg").channels, 1);
    edit_check(edit);
    edit_send(edit, "POST", "api/undo", NULL, "{}", &status);
    assert_int_equal(status, 200);
    assert_int_equal(edit_hash(edit), before);
}

/* The loop counts from the beginning of the whole sound, and moves with the part. */
static void a_loop_moves_with_the_part(void **state)
{
    EditKit *edit = *state;
    unsigned status;
    sent(edit, "song.wav", three_parts(edit));
    edit_send(edit, "POST", "api/sounds", NULL,
              "{\"sounds\": [{\"given\": \"song.wav\", \"path\": \"music/song.ogg\", \"from\": "
              "20000, \"to\": 50000, \"loop\": [25000, 25000]}]}",
              &status);
    assert_int_equal(status, 200);
    const json_t *look = edit_get(edit, "api/sound?path=music/song.ogg");
    const json_t *loop = json_object_get(look, "loop");
    assert_int_equal(number(look, "samples"), 30000);
    assert_int_equal(json_integer_value(json_array_get(loop, 0)), 5000);
    assert_int_equal(json_integer_value(json_array_get(loop, 1)), 25000);
}

static const json_t *looped(EditKit *edit, const char *path, const char *loop, const char *hash,
                            unsigned *status)
{
    return edit_send(
        edit, "POST", "api/sound/loop", hash,
        arena_format(edit->kit->arena, "{\"path\": \"%s\", \"loop\": %s}", path, loop).at,
        status);
}

/* One step of undo; the sound itself stays. */
static void the_loop_of_music_is_changed(void **state)
{
    EditKit *edit = *state;
    unsigned status;
    const uint64_t before = edit_hash(edit);
    const char *hash = edit_text(edit_get(edit, "api/sound?path=music/sea.ogg"), "hash");
    const SoundLook sea = look_of(edit, "music/sea.ogg");
    const json_t *answer = looped(edit, "music/sea.ogg", "[1000, 20000]", hash, &status);
    if (status != 200)
        fail_msg("%s", edit_text(answer, "error"));
    const SoundLook changed = look_of(edit, "music/sea.ogg");
    assert_int_equal(changed.loop.start, 1000);
    assert_int_equal(changed.loop.length, 20000);
    assert_int_equal(changed.frames, sea.frames);
    assert_memory_equal(changed.peaks, sea.peaks, sizeof sea.peaks);
    edit_check(edit);
    edit_send(edit, "POST", "api/undo", NULL, "{}", &status);
    assert_int_equal(edit_hash(edit), before);
    static const struct {
        const char *path, *loop;
        unsigned status;
    } wrong[] = {{"music/sea.ogg", "[0, 999999999]", 400},
                 {"music/sea.ogg", "[9223372036854775807, 9223372036854775807]", 400},
                 {"music/sea.ogg", "[4294967296, 1]", 400},
                 {"tiles/key_soo0.png", "[0, 1]", 403},
                 {"../sea.ogg", "[0, 1]", 403}};
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        looped(edit, wrong[i].path, wrong[i].loop, hash, &status);
        assert_int_equal(status, wrong[i].status);
    }
    looped(edit, "music/sea.ogg", "[0, 1]", NULL, &status);
    assert_int_equal(status, 428);
    assert_int_equal(edit_hash(edit), before);
}

/* Files above the limit of one request. */
static void a_large_sound_comes_in_parts(void **state)
{
    EditKit *edit = *state;
    const Bytes wav = three_parts(edit);
    for (size_t at = 0; at < wav.size; at += 20000) {
        const size_t end = at + 20000 < wav.size ? at + 20000 : wav.size;
        const char *address =
            arena_format(edit->kit->arena, "api/sound/sent?name=a&total=%zu&at=%zu", wav.size,
                         at)
                .at;
        assert_int_equal(
            edit_answer(edit, "POST", address, NULL, bytes_slice(wav, at, end - at)).status,
            200);
    }
    const json_t *look = edit_get(edit, "api/sound?given=a");
    assert_int_equal(number(look, "samples"), 6 * TONE);
    /* a part of no file, a part after the end, and too much */
    assert_int_equal(
        edit_answer(edit, "POST", "api/sound/sent?name=b&total=9&at=4", NULL, wav).status, 413);
    assert_int_equal(
        edit_answer(edit, "POST", "api/sound/sent?name=a&total=9&at=4", NULL, wav).status, 413);
    assert_int_equal(edit_answer(edit, "POST", "api/sound/sent?name=c&total=300000000&at=0",
                                 NULL, bytes_slice(wav, 0, 9))
                         .status,
                     413);
}

static void what_is_no_sound_is_refused(void **state)
{
    EditKit *edit = *state;
    unsigned status;
    const Bytes wav = three_parts(edit);
    const struct {
        Bytes bytes;
        unsigned status;
        const char *sentence;
    } cases[] = {
        {{(const uint8_t *)"", 0}, 415, "not a sound that can be read"},
        {bytes_of_text(TEXT("This is a letter, not a sound.")), 415,
         "not a sound that can be read"},
        {bytes_slice(wav, 0, 44), 400, "the sound is empty"},
        {wav_of(edit, 44100, 6, 100, 100), 400, "the sound has 6 channels; expected 1 or 2"},
    };
    const uint64_t before = edit_hash(edit);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        sent(edit, "wrong", cases[i].bytes);
        const json_t *answer =
            edit_send(edit, "GET", "api/sound?given=wrong", NULL, NULL, &status);
        if (status != cases[i].status || !strstr(edit_text(answer, "error"), cases[i].sentence))
            fail_msg("%zu: %u: %s", i, status, edit_text(answer, "error"));
        answer = edit_send(
            edit, "POST", "api/sounds", NULL,
            "{\"sounds\": [{\"given\": \"wrong\", \"path\": \"sounds/wrong.ogg\"}]}", &status);
        assert_int_equal(status, cases[i].status);
        assert_non_null(strstr(edit_text(answer, "error"), cases[i].sentence));
    }
    assert_int_equal(edit_hash(edit), before);
}

static void two_hours_are_refused(void **state)
{
    EditKit *edit = *state;
    unsigned status;
    const Bytes wav = wav_of(edit, 8000, 1, 8000 * 7200, 8000 * 7200);
    sent(edit, "long.wav", wav);
    const json_t *answer =
        edit_send(edit, "GET", "api/sound?given=long.wav", NULL, NULL, &status);
    assert_int_equal(status, 400);
    assert_string_equal(edit_text(answer, "error"), "the sound is longer than 60 minutes");
}

static void wrong_wishes_change_nothing(void **state)
{
    EditKit *edit = *state;
    unsigned status;
    static const struct {
        const char *wish, *sentence;
        unsigned status;
    } cases[] = {
        {"", "1 to 200 sounds are added at once", 400},
        {"{\"given\": \"a\", \"path\": \"tiles/a.ogg\"}", "sounds are music/NAME.ogg", 400},
        {"{\"given\": \"a\", \"path\": \"sounds/../a.ogg\"}", "sounds are music/NAME.ogg", 400},
        {"{\"given\": \"a\", \"path\": \"sounds/a b.ogg\"}", "invalid name \"a b\"", 400},
        {"{\"given\": \"a\", \"path\": \"speech/hello.ogg\"}", "speech/NAME_xx.ogg", 400},
        {"{\"given\": \"b\", \"path\": \"sounds/b.ogg\"}", "b was not sent", 410},
        {"{\"given\": \"a\", \"path\": \"sounds/b.ogg\", \"from\": 70000}",
         "the part of the sound is empty", 400},
        {"{\"given\": \"a\", \"path\": \"sounds/b.ogg\", \"from\": 70, \"to\": 60}",
         "the part of the sound is empty", 400},
        {"{\"given\": \"a\", \"path\": \"music/b.ogg\", \"loop\": [60000, 9000]}",
         "the loop ends after the sound", 400},
        {"{\"given\": \"a\", \"path\": \"music/b.ogg\", \"from\": 500, \"loop\": [400, 9000]}",
         "the loop is not inside of the part that is kept", 400},
        {"{\"given\": \"a\", \"path\": \"music/b.ogg\", \"to\": 500, \"loop\": [400, "
         "9223372036854775807]}",
         "the loop is not inside of the part that is kept", 400},
        {"{\"given\": \"a\", \"path\": \"sounds/b.ogg\"}, {\"given\": \"a\", \"path\": "
         "\"sounds/b.ogg\"}",
         "there is already a file sounds/b.ogg", 409},
        {"{\"given\": \"a\", \"path\": \"sounds/tap.ogg\"}",
         "there is already a file sounds/tap.ogg", 409},
    };
    edit_write(edit, "sounds/tap.ogg", TEXT("of another program"));
    const uint64_t before = edit_hash(edit);
    sent(edit, "a", three_parts(edit));
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const json_t *answer = edit_send(
            edit, "POST", "api/sounds", NULL,
            arena_format(edit->kit->arena, "{\"sounds\": [%s]}", cases[i].wish).at, &status);
        if (status != cases[i].status || !strstr(edit_text(answer, "error"), cases[i].sentence))
            fail_msg("%zu: %u: %s", i, status, edit_text(answer, "error"));
        assert_int_equal(edit_hash(edit), before);
    }
    edit_send(
        edit, "POST", "api/sounds", NULL,
        "{\"sounds\": [{\"given\": \"a\", \"path\": \"sounds/tap.ogg\"}], \"replace\": true}",
        &status);
    assert_int_equal(status, 200);
    assert_int_equal(look_of(edit, "sounds/tap.ogg").frames, 6 * TONE);
    /* What was sent is forgotten with the step. */
    edit_send(edit, "GET", "api/sound?given=a", NULL, NULL, &status);
    assert_int_equal(status, 404);
}

static int set_up(void **state)
{
    *state = edit_begin("examples/skerry");
    return 0;
}

int main(void)
{
#define SOUND(name) cmocka_unit_test_setup_teardown(name, set_up, edit_tear_down)
    const struct CMUnitTest tests[] = {
        SOUND(a_sound_has_its_length_silence_and_waveform),
        SOUND(a_silent_sound_has_no_loud_part),
        SOUND(sounds_become_files_of_the_project_in_one_step),
        SOUND(a_loop_moves_with_the_part),
        SOUND(the_loop_of_music_is_changed),
        SOUND(a_large_sound_comes_in_parts),
        SOUND(what_is_no_sound_is_refused),
        SOUND(two_hours_are_refused),
        SOUND(wrong_wishes_change_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
