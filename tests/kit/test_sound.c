/* Sounds of all kinds as Ogg Vorbis. The inputs are written by libsndfile, the results read by
 * libvorbisfile. */
#include "lib/shared_kit.h"

#include "base/stream.h"
#include "kit/convert/conversion.h"
#include "kit/convert/sound.h"
#include "player/music_track.h"

#include <math.h>
#include <sndfile.h>

/* ---- inputs ---- */

typedef struct Store {
    uint8_t *data;
    sf_count_t size, at, capacity;
} Store;

static sf_count_t store_size(void *context) { return ((Store *)context)->size; }
static sf_count_t store_tell(void *context) { return ((Store *)context)->at; }

static sf_count_t store_seek(sf_count_t offset, int whence, void *context)
{
    Store *store = context;
    store->at = offset + (whence == SEEK_SET   ? 0
                          : whence == SEEK_CUR ? store->at
                                               : store->size);
    return store->at;
}

static sf_count_t store_read(void *out, sf_count_t size, void *context)
{
    Store *store = context;
    if (size > store->size - store->at)
        size = store->size - store->at;
    memcpy(out, store->data + store->at, (size_t)size);
    store->at += size;
    return size;
}

static sf_count_t store_write(const void *bytes, sf_count_t size, void *context)
{
    Store *store = context;
    assert_true(store->at + size <= store->capacity);
    memcpy(store->data + store->at, bytes, (size_t)size);
    store->at += size;
    if (store->at > store->size)
        store->size = store->at;
    return size;
}

typedef struct Tone {
    int format, rate, channels;
    double seconds, hertz, amplitude;
} Tone;

static Bytes samples_file(int format, int rate, int channels, const float *samples,
                          size_t count)
{
    static SF_VIRTUAL_IO access = {store_size, store_seek, store_read, store_write, store_tell};
    SF_INFO info = {.samplerate = rate, .channels = channels, .format = format};
    Store store = {.capacity = (sf_count_t)count * channels * 4 + 100000};
    store.data = ARENA_ALLOC(arena, uint8_t, (size_t)store.capacity);
    SNDFILE *file = sf_open_virtual(&access, SFM_WRITE, &info, &store);
    if (!file)
        fail_msg("%x: %s", format, sf_strerror(NULL));
    assert_int_equal(sf_writef_float(file, samples, (sf_count_t)count), (sf_count_t)count);
    sf_close(file);
    return (Bytes){store.data, (size_t)store.size};
}

/* The same in all channels. */
static Bytes tone_file(Tone tone)
{
    const size_t count = (size_t)(tone.seconds * tone.rate);
    float *samples = ARENA_ALLOC(arena, float, count *(size_t)tone.channels + 1);
    for (size_t i = 0; i < count; i++)
        for (int c = 0; c < tone.channels; c++)
            samples[i * (size_t)tone.channels + (size_t)c] =
                (float)(tone.amplitude * sin(2 * M_PI * tone.hertz * (double)i / tone.rate));
    return samples_file(tone.format, tone.rate, tone.channels, samples, count);
}

enum { WAV = SF_FORMAT_WAV | SF_FORMAT_PCM_16 };

/* ---- results ---- */

typedef struct Heard {
    uint32_t rate, channels;
    double seconds, hertz, peak, level; /* level: amplitude of a tone in its middle half */
} Heard;

static Heard hear(Bytes file)
{
    OggVorbis_File vorbis;
    Memory memory;
    Heard heard = {0};
    int16_t block[2048];
    int16_t *samples = NULL;
    size_t count = 0, capacity = 0;
    int section;
    assert_true(memory_open(&vorbis, &memory, file));
    heard.rate = (uint32_t)ov_info(&vorbis, -1)->rate;
    heard.channels = (uint32_t)ov_info(&vorbis, -1)->channels;
    for (long size;
         (size = ov_read(&vorbis, (char *)block, sizeof block, 0, 2, 1, &section)) > 0;)
        for (long i = 0; i < size / 2; i += heard.channels) {
            samples = arena_reserve(arena, samples, count, &capacity, sizeof *samples);
            samples[count++] = block[i];
        }
    ov_clear(&vorbis);
    heard.seconds = (double)count / heard.rate;
    double squares = 0;
    size_t turns = 0;
    for (size_t i = 0; i < count; i++) {
        const double value = samples[i] / 32768.0;
        heard.peak = fabs(value) > heard.peak ? fabs(value) : heard.peak;
        if (i < count / 4 || i >= count / 4 * 3)
            continue;
        squares += value * value;
        turns += (samples[i] < 0) != (samples[i - 1] < 0);
    }
    heard.hertz = (double)turns / heard.seconds; /* two in a period, of half the time */
    heard.level = sqrt(4 * squares / (double)(count + !count));
    return heard;
}

static bool convert(Bytes file, const char *target, SoundSettings settings, Bytes *out)
{
    kit_clear(kit);
    ConversionJob job = {.input = file, .target = text_of(target), .settings = &settings};
    if (!sound_to_ogg(&job, arena, &kit->report))
        return false;
    *out = job.output;
    return true;
}

static Heard converted(Bytes file, const char *target, SoundSettings settings)
{
    Bytes out;
    if (!convert(file, target, settings, &out))
        fail_msg("%s", kit_message(kit, 0));
    return hear(out);
}

static void refused(Bytes file, const char *wanted)
{
    Bytes out;
    assert_false(convert(file, "a.ogg", (SoundSettings){0}, &out));
    assert_int_equal(kit->messages.count, 1);
    if (!strstr(kit_message(kit, 0), wanted))
        fail_msg("\"%s\" does not contain \"%s\"", kit_message(kit, 0), wanted);
}

static void is_near(double found, double wanted, double difference, const char *what)
{
    if (fabs(found - wanted) > difference)
        fail_msg("%s: %g; expected %g", what, found, wanted);
}

/* ---- tests ---- */

static void every_kind_becomes_vorbis(void **state)
{
    static const int formats[] = {WAV,
                                  SF_FORMAT_WAV | SF_FORMAT_FLOAT,
                                  SF_FORMAT_WAV | SF_FORMAT_PCM_U8,
                                  SF_FORMAT_AIFF | SF_FORMAT_PCM_24,
                                  SF_FORMAT_FLAC | SF_FORMAT_PCM_16,
                                  SF_FORMAT_OGG | SF_FORMAT_VORBIS,
                                  SF_FORMAT_OGG | SF_FORMAT_OPUS,
                                  SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(formats); i++)
        for (int channels = 1; channels < 3; channels++) {
            const Heard heard =
                converted(tone_file((Tone){formats[i], 48000, channels, 1, 440, 0.5}), "a.ogg",
                          (SoundSettings){0});
            assert_int_equal(heard.rate, 44100);
            assert_int_equal(heard.channels, channels);
            is_near(heard.seconds, 1, 0.06, "seconds"); /* MP3 is padded */
            is_near(heard.hertz, 440, 4, "frequency");
            is_near(heard.level, 0.5, 0.02, "level");
        }
}

static void rates_are_changed(void **state)
{
    static const int rates[] = {8000, 11025, 22050, 44100, 48000, 96000, 192000};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rates); i++)
        for (uint32_t to = 22050; to <= 88200; to *= 2) {
            const Heard heard = converted(tone_file((Tone){WAV, rates[i], 1, 0.5, 1000, 0.3}),
                                          "a.ogg", (SoundSettings){.rate = to});
            assert_int_equal(heard.rate, to);
            is_near(heard.seconds, 0.5, 0.001, "seconds");
            is_near(heard.hertz, 1000, 8, "frequency");
            is_near(heard.level, 0.3, 0.015, "level");
        }
}

static void folder_decides_the_channels(void **state)
{
    static const struct {
        const char *target;
        uint32_t asked, of_mono, of_stereo;
    } rows[] = {{"game/sounds/a.ogg", 0, 1, 1},
                {"speech/a_en.ogg", 0, 1, 1},
                {"music/a.ogg", 0, 2, 2},
                {"game/music", 0, 2, 2},
                {"mymusic/a.ogg", 0, 1, 2},
                {"sounds/a.ogg", 2, 2, 2},
                {"a.ogg", 1, 1, 1}};
    const Bytes mono = tone_file((Tone){WAV, 44100, 1, 0.1, 500, 0.4});
    const Bytes stereo = tone_file((Tone){WAV, 44100, 2, 0.1, 500, 0.4});
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const SoundSettings settings = {.channels = rows[i].asked};
        assert_int_equal(converted(mono, rows[i].target, settings).channels, rows[i].of_mono);
        assert_int_equal(converted(stereo, rows[i].target, settings).channels,
                         rows[i].of_stereo);
    }
}

/* One channel alone has half of its level in the middle. */
static void two_channels_are_averaged(void **state)
{
    float samples[8820];
    (void)state;
    for (size_t i = 0; i < 4410; i++) {
        samples[i * 2] = (float)(0.8 * sin(2 * M_PI * 500 * (double)i / 44100));
        samples[i * 2 + 1] = 0;
    }
    const Heard heard = converted(samples_file(WAV, 44100, 2, samples, 4410), "a.ogg",
                                  (SoundSettings){.channels = 1});
    is_near(heard.level, 0.4, 0.02, "level");
}

static void same_input_gives_the_same_bytes(void **state)
{
    const Bytes file = tone_file((Tone){WAV, 22050, 2, 0.5, 440, 0.5});
    Bytes one, other;
    (void)state;
    assert_true(convert(file, "a.ogg", (SoundSettings){.normalize = true}, &one));
    assert_true(convert(file, "a.ogg", (SoundSettings){.normalize = true}, &other));
    assert_bytes_equal(one, other);
    assert_int_equal(uint_of(one.data + 14, 4, false), 1); /* the serial number */
}

/* A tone of 997 Hz at full scale has -3.01 LUFS in one channel, 0 in two (ITU-R BS.1770). */
static void loudness_is_normalized(void **state)
{
    const SoundSettings settings = {.normalize = true};
    (void)state;
    for (int quiet = 0; quiet < 2; quiet++) {
        const double amplitude = quiet ? 0.02 : 0.95;
        Heard heard =
            converted(tone_file((Tone){WAV, 48000, 1, 3, 997, amplitude}), "a.ogg", settings);
        is_near(20 * log10(heard.level), -16 + 3.01, 0.2, "level of one channel");
        heard =
            converted(tone_file((Tone){WAV, 44100, 2, 3, 997, amplitude}), "a.ogg", settings);
        is_near(20 * log10(heard.level), -16, 0.2, "level of two channels");
    }
}

/* A single loud pulse in a quiet tone; then a sound that is too short for a measurement. */
static void peaks_are_limited(void **state)
{
    enum { COUNT = 88200 };
    float *samples = ARENA_ALLOC(arena, float, COUNT);
    (void)state;
    for (size_t i = 0; i < COUNT; i++)
        samples[i] = (float)((i > 40000 && i < 40200 ? 0.5 : 0.01) *
                             sin(2 * M_PI * 997 * (double)i / 44100));
    Heard heard = converted(samples_file(WAV, 44100, 1, samples, COUNT), "a.ogg",
                            (SoundSettings){.normalize = true});
    is_near(20 * log10(heard.peak), -1, 0.5, "peak");
    heard = converted(tone_file((Tone){WAV, 44100, 1, 0.2, 997, 0.05}), "a.ogg",
                      (SoundSettings){.normalize = true});
    is_near(20 * log10(heard.level), -1, 0.3, "level of a short sound");
    heard = converted(tone_file((Tone){WAV, 44100, 1, 1, 997, 0}), "a.ogg",
                      (SoundSettings){.normalize = true});
    assert_true(heard.peak < 0.001); /* silence stays */
}

/* Floating point samples may have any value. A single one that is not a number would spoil its
 * block. */
static void samples_that_are_not_numbers_are_silent(void **state)
{
    enum { COUNT = 22050 };
    float *samples = ARENA_ALLOC(arena, float, COUNT);
    (void)state;
    for (size_t i = 0; i < COUNT; i++)
        samples[i] = (float)(0.4 * sin(2 * M_PI * 500 * (double)i / 44100));
    for (size_t i = 6000; i < 16000; i += 500)
        samples[i] = i % 1000 ? NAN : INFINITY;
    const Heard heard =
        converted(samples_file(SF_FORMAT_WAV | SF_FORMAT_FLOAT, 44100, 1, samples, COUNT),
                  "a.ogg", (SoundSettings){.channels = 1});
    is_near(heard.seconds, 0.5, 0.001, "seconds");
    is_near(heard.peak, 0.4, 0.1, "peak");
    samples[5] = -3e38f; /* finite */
    assert_true(
        converted(samples_file(SF_FORMAT_WAV | SF_FORMAT_FLOAT, 44100, 1, samples, COUNT),
                  "a.ogg", (SoundSettings){.normalize = true})
            .peak < 1);
}

/* ---- loops ---- */

/* Tenths of a second of 440 Hz, each with its own amplitude. */
static Bytes steps_file(uint32_t rate, const float *amplitudes, size_t count, SoundLoop loop)
{
    SoundOutput *output = sound_encode(rate, 1, loop, arena, &kit->report);
    const size_t size = rate / 10;
    assert_non_null(output);
    for (size_t step = 0; step < count; step++) {
        float *samples = ARENA_ALLOC(arena, float, size);
        for (size_t i = 0; i < size; i++)
            samples[i] = amplitudes[step] *
                         (float)sin(2 * M_PI * 440 * (double)(step * size + i) / rate);
        sound_put(output, samples, size);
    }
    sound_put(output, NULL, 0);
    return sound_bytes(output);
}

/* The largest sample of each tenth of a second that a track plays, without its ends, where
 * windows of the codec overlap. */
static void measure_steps(Bytes file, float *out, size_t count)
{
    enum { RATE = 44100, STEP = RATE / 10, MARGIN = STEP / 4 };
    Track *track = ARENA_ALLOC(arena, Track, 1);
    assert_true(track_open(track, file, RATE, true));
    for (size_t step = 0; step < count; step++) {
        int32_t max = 0;
        for (int i = 0; i < STEP; i++) {
            const Frame frame = track_frame(track);
            if (i >= MARGIN && i < STEP - MARGIN)
                max = abs(frame.left) > max ? abs(frame.left) : max;
        }
        out[step] = (float)max / 32768;
    }
    track_close(track);
}

/* Introduction, loop of two steps, and an end that is not played. */
static void music_goes_on_at_the_start_of_its_loop(void **state)
{
    static const float steps[] = {0.8f, 0.2f, 0.4f, 0.9f, 0.9f};
    static const float wanted[] = {0.8f, 0.2f, 0.4f, 0.2f, 0.4f, 0.2f, 0.4f, 0.2f, 0.4f, 0.2f};
    float heard[COUNT_OF(wanted)];
    Bytes converted_file;
    (void)state;
    const Bytes file = steps_file(44100, steps, COUNT_OF(steps), (SoundLoop){4410, 8820});
    measure_steps(file, heard, COUNT_OF(heard));
    for (size_t i = 0; i < COUNT_OF(heard); i++)
        is_near(heard[i], wanted[i], 0.06, "a step");
    /* The same after another rate. */
    const Bytes fast = steps_file(48000, steps, COUNT_OF(steps), (SoundLoop){4800, 9600});
    assert_true(convert(fast, "g/music/a.ogg", (SoundSettings){0}, &converted_file));
    const SoundLoop loop = sound_loop_read(converted_file, arena);
    assert_int_equal(loop.start, 4410);
    assert_int_equal(loop.length, 8820);
    measure_steps(converted_file, heard, COUNT_OF(heard));
    for (size_t i = 0; i < COUNT_OF(heard); i++)
        is_near(heard[i], wanted[i], 0.06, "a converted step");
    /* A loop that ends after the file is none. */
    const Bytes wrong = steps_file(44100, steps, COUNT_OF(steps), (SoundLoop){4410, 999999});
    measure_steps(wrong, heard, COUNT_OF(heard));
    is_near(heard[3], 0.9, 0.06, "the end");
    is_near(heard[5], 0.8, 0.06, "the beginning again");
}

static void comments_of_other_kinds_are_read(void **state)
{
    static const struct {
        const char *comments[3];
        SoundLoop loop;
    } cases[] = {
        {{"TITLE=x", "LOOPSTART=10", "LOOPLENGTH=20"}, {10, 20}},
        {{"loopstart=10", "LoopEnd=25"}, {10, 15}},
        {{"LOOPSTART=10"}, {0, 0}},
        {{"LOOPLENGTH=10"}, {0, 0}},
        {{"LOOPSTART=x", "LOOPLENGTH=20"}, {0, 0}},
        {{"LOOPSTART=30", "LOOPEND=20"}, {0, 0}},
        {{"LOOPSTART=0", "LOOPLENGTH=0"}, {0, 0}},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        Writer comments = writer_to(arena), flac = writer_to(arena);
        uint32_t count = 0;
        while (count < 3 && cases[i].comments[count])
            count++;
        write_u32(&comments, 2);
        write_text(&comments, TEXT("me"));
        write_u32(&comments, count);
        for (uint32_t k = 0; k < count; k++) {
            write_u32(&comments, (uint32_t)strlen(cases[i].comments[k]));
            write_text(&comments, text_of(cases[i].comments[k]));
        }
        write_text(&flac, TEXT("fLaC"));
        write_bytes(&flac, (Bytes){(const uint8_t *)"\0\0\0\2ab", 6}); /* another block */
        write_bytes(&flac, (Bytes){(const uint8_t[]){0x84, 0, 0, (uint8_t)comments.size}, 4});
        write_bytes(&flac, writer_bytes(&comments));
        for (size_t size = 0; size <= flac.size; size++) { /* cut anywhere */
            const SoundLoop loop = sound_loop_read((Bytes){flac.data, size}, arena);
            assert_int_equal(loop.length, size == flac.size ? cases[i].loop.length : 0);
            assert_int_equal(loop.start, size == flac.size ? cases[i].loop.start : 0);
        }
    }
}

/* The sound itself keeps its bytes: only its pages get other numbers. */
static void a_loop_is_changed_without_encoding(void **state)
{
    static const SoundLoop loops[] = {{10, 20}, {0, 0}, {1000, 2000}, {123456789, 1}};
    Bytes file, changed, again;
    SoundLook look;
    (void)state;
    assert_true(convert(tone_file((Tone){WAV, 44100, 2, 3, 440, 0.5}), "a.ogg",
                        (SoundSettings){0}, &file));
    const Heard before = hear(file);
    for (size_t i = 0; i < COUNT_OF(loops); i++) {
        if (!sound_loop_write(file, loops[i], &changed, arena, &kit->report))
            fail_msg("%s", kit_message(kit, 0));
        const SoundLoop found = sound_loop_read(changed, arena);
        assert_int_equal(found.start, loops[i].start);
        assert_int_equal(found.length, loops[i].length);
        const Heard after = hear(changed);
        assert_int_equal(after.rate, before.rate);
        assert_true(after.seconds == before.seconds && after.level == before.level);
        assert_true(sound_look(changed, &look, &kit->report));
        assert_true(sound_loop_write(changed, (SoundLoop){0}, &again, arena, &kit->report));
        assert_int_equal(sound_loop_read(again, arena).length, 0);
        if (!i)
            file = changed; /* the next loop replaces this one */
    }
    assert_int_equal(kit->messages.count, 0);
}

/* Each beginning of the file, and each changed byte of its headers: one error, or a file. */
static void damaged_headers_of_a_loop_are_refused(void **state)
{
    Bytes file, out;
    (void)state;
    assert_true(convert(tone_file((Tone){WAV, 44100, 1, 0.2, 440, 0.5}), "a.ogg",
                        (SoundSettings){0}, &file));
    for (size_t size = 0; size < file.size && size < 6000; size += size < 200 ? 1 : 37) {
        kit_clear(kit);
        const bool ok = sound_loop_write(bytes_slice(file, 0, size), (SoundLoop){1, 2}, &out,
                                         arena, &kit->report);
        assert_int_equal(kit->messages.count, !ok);
        assert_false(ok && size < 200);
    }
    for (size_t at = 0; at < 400; at++) {
        const Bytes damaged = arena_copy(arena, file);
        ((uint8_t *)(uintptr_t)damaged.data)[at] ^= 0x55;
        kit_clear(kit);
        const bool ok = sound_loop_write(damaged, (SoundLoop){1, 2}, &out, arena, &kit->report);
        assert_int_equal(kit->messages.count, !ok);
    }
    kit_clear(kit);
    assert_false(sound_loop_write(tone_file((Tone){WAV, 44100, 1, 0.2, 440, 0.5}),
                                  (SoundLoop){1, 2}, &out, arena, &kit->report));
    assert_string_equal(kit_message(kit, 0), "not an Ogg Vorbis file");
}

static void other_files_are_refused(void **state)
{
    (void)state;
    refused(bytes_of_text(TEXT("this is not a sound at all, but a text of some length")),
            "not a sound that can be read");
    refused((Bytes){(const uint8_t *)"", 0}, "not a sound that can be read");
    refused(tone_file((Tone){WAV, 44100, 3, 0.1, 440, 1}), "the sound has 3 channels");
    refused(tone_file((Tone){WAV, 4000, 1, 0.1, 440, 1}), "the sound has 4000 Hz");
    refused(tone_file((Tone){WAV, 44100, 1, 0, 440, 1}), "the sound is empty");
    refused(tone_file((Tone){SF_FORMAT_AU | SF_FORMAT_PCM_16, 44100, 1, 0.1, 440, 1}),
            "unknown kind of sound");
    refused(tone_file((Tone){SF_FORMAT_WAV | SF_FORMAT_PCM_U8, 8000, 1, 3601, 1, 0}),
            "the sound is longer than 60 minutes");
}

/* The result is one error or a sound; memory errors are found by the sanitizers. Ogg is left
 * out: libsndfile 1.2.0 leaks 6 KB for each file whose Vorbis headers are damaged. */
static void damaged_sounds_give_one_error(void **state)
{
    static const int formats[] = {WAV, SF_FORMAT_FLAC | SF_FORMAT_PCM_16,
                                  SF_FORMAT_AIFF | SF_FORMAT_PCM_24};
    uint32_t random = 5;
    (void)state;
    for (size_t f = 0; f < COUNT_OF(formats); f++) {
        const Bytes file = tone_file((Tone){formats[f], 44100, 1, 0.05, 440, 0.5});
        for (int n = 0; n < 60; n++) {
            const Bytes damaged = arena_copy(arena, file);
            Bytes out;
            for (int i = 0; i < 3; i++) {
                random = random * 1664525 + 1013904223;
                ((uint8_t *)damaged.data)[(random >> 8) % (n % 2 ? damaged.size : 80)] =
                    (uint8_t)(random >> 4);
            }
            if (!convert(damaged, "a.ogg", (SoundSettings){.normalize = n % 3 == 0}, &out))
                assert_int_equal(kit->messages.count, 1);
        }
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, shared_kit_start, shared_kit_end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(every_kind_becomes_vorbis),
        TEST(rates_are_changed),
        TEST(folder_decides_the_channels),
        TEST(two_channels_are_averaged),
        TEST(same_input_gives_the_same_bytes),
        TEST(loudness_is_normalized),
        TEST(peaks_are_limited),
        TEST(samples_that_are_not_numbers_are_silent),
        TEST(music_goes_on_at_the_start_of_its_loop),
        TEST(comments_of_other_kinds_are_read),
        TEST(a_loop_is_changed_without_encoding),
        TEST(damaged_headers_of_a_loop_are_refused),
        TEST(other_files_are_refused),
        TEST(damaged_sounds_give_one_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
