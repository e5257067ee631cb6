/* What Ogg files say of themselves. */
#include "lib/media_kit.h"

#include "kit/open/ogv.h"

static const MediaMovie small = {40, 24, 25, 30, 8, TH_PF_420};
static const MediaSound stereo = {44100, 2, 22050, 440, 0.5};

static OgvMovie read(Kit *kit, Bytes file)
{
    OgvMovie movie;
    if (!ogv_read(file, &movie, &kit->report))
        fail_msg("%s", kit_message(kit, 0));
    return movie;
}

static void size_rate_and_length_are_read(void **state)
{
    const OgvMovie movie = read(*state, media_movie(*state, small));
    assert_int_equal(movie.w, 40);
    assert_int_equal(movie.h, 24);
    assert_int_equal(movie.rate_numerator, 25);
    assert_int_equal(movie.rate_denominator, 1);
    assert_int_equal(movie.pixels, OGV_420);
    assert_int_equal(movie.frames, 30);
    assert_int_equal(movie.length, 120);
    assert_int_equal(movie.sound.channels, 0);
}

static void the_movie_of_the_example_lasts_three_seconds(void **state)
{
    const OgvMovie movie = read(*state, media_file(*state, "examples/segais/movies/lake.ogv"));
    assert_int_equal(movie.w, 640);
    assert_int_equal(movie.h, 360);
    assert_int_equal(movie.length, 300);
}

static void sound_beside_the_movie_is_found(void **state)
{
    const Bytes both =
        media_together(*state, media_movie(*state, small), media_sound(*state, stereo));
    const OgvMovie movie = read(*state, both);
    assert_int_equal(movie.length, 120);
    assert_int_equal(movie.sound.channels, 2);
    assert_int_equal(movie.sound.rate, 44100);
    const Bytes swapped =
        media_together(*state, media_sound(*state, stereo), media_movie(*state, small));
    assert_int_equal(read(*state, swapped).frames, 30);
}

/* The last frame that is there whole is the end. */
static void truncated_file_is_shorter_or_rejected_with_one_error(void **state)
{
    Kit *kit = *state;
    const Bytes file = media_movie(kit, small);
    uint64_t max = 0;
    for (size_t size = 0; size <= file.size; size++) {
        OgvMovie movie;
        kit_clear(kit);
        if (ogv_read(bytes_slice(file, 0, size), &movie, &kit->report)) {
            assert_true(movie.frames && movie.frames >= max && movie.frames <= 30);
            max = movie.frames;
        } else {
            assert_int_equal(kit->report.errors, 1);
            assert_int_equal(max, 0);
        }
    }
    assert_int_equal(max, 30);
}

static Bytes changed(Kit *kit, Bytes file, size_t at, const char *bytes, size_t size)
{
    const Bytes copy = arena_copy(kit->arena, file);
    memcpy((uint8_t *)(uintptr_t)copy.data + at, bytes, size);
    return copy;
}

static void damaged_last_page_is_skipped(void **state)
{
    Kit *kit = *state;
    const Bytes file = media_movie(kit, small);
    assert_int_equal(read(kit, changed(kit, file, file.size - 1, "\x55", 1)).frames, 29);
}

static void a_movie_longer_than_a_day_is_rejected(void **state)
{
    Kit *kit = *state;
    const Bytes file = arena_copy(kit->arena, media_movie(kit, small));
    uint8_t *last = (uint8_t *)(uintptr_t)file.data;
    size_t size = media_page_size(file);
    for (size_t at = size; at < file.size; at += size) {
        last = (uint8_t *)(uintptr_t)file.data + at;
        size = media_page_size(bytes_slice(file, at, file.size - at));
    }
    static const uint64_t granules[] = {UINT64_MAX - 1, UINT64_C(1) << 63,
                                        (UINT64_C(25) * 86400 + 1) << 6};
    for (size_t i = 0; i < COUNT_OF(granules); i++) {
        OgvMovie movie;
        for (size_t k = 0; k < 8; k++)
            last[6 + k] = (uint8_t)(granules[i] >> 8 * k);
        media_seal(last, size);
        kit_clear(kit);
        assert_false(ogv_read(file, &movie, &kit->report));
        assert_true(kit_has_message(kit, "longer than a day"));
    }
}

static void headers_alone_are_not_a_movie(void **state)
{
    Kit *kit = *state;
    const Bytes file = media_movie(kit, small);
    OgvMovie movie;
    size_t size = 0;
    for (int i = 0; i < 3; i++)
        size += media_page_size(bytes_slice(file, size, file.size - size));
    assert_false(ogv_read(bytes_slice(file, 0, size), &movie, &kit->report));
    assert_true(kit_has_message(kit, "no frames"));
}

static void other_files_are_rejected_with_a_reason(void **state)
{
    Kit *kit = *state;
    const Bytes file = media_movie(kit, small);
    enum { HEAD = 28 }; /* the identification packet begins there */
    const struct {
        Bytes file;
        const char *message;
    } bad[] = {
        {{NULL, 0}, "not an Ogg file"},
        {media_sound(kit, stereo), "not a Theora movie"},
        {changed(kit, file, HEAD + 7, "\4", 1), "version 3.2"},
        {changed(kit, file, HEAD + 14, "\0\0\0", 3), "not inside"},
        {changed(kit, file, HEAD + 14, "\1\0\0", 3), "not inside"},
        {changed(kit, file, HEAD + 10, "\x10\0\x10\0", 4), "larger than 4096"},
        {changed(kit, file, HEAD + 22, "\0\0\0\0", 4), "no frame rate"},
        {changed(kit, file, HEAD + 41, "\xCC", 1), "pixel format"},
    };
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        OgvMovie movie;
        kit_clear(kit);
        assert_false(ogv_read(bad[i].file, &movie, &kit->report));
        assert_int_equal(kit->report.errors, 1);
        if (!kit_has_message(kit, bad[i].message))
            fail_msg("%s: %s", bad[i].message, kit_message(kit, 0));
    }
}

static void frames_are_counted_without_overflow(void **state)
{
    (void)state;
    const OgvMovie film = {.rate_numerator = 30000, .rate_denominator = 1001};
    assert_int_equal(ogv_frame_at(&film, 0), 0);
    assert_int_equal(ogv_frame_at(&film, 3), 0);
    assert_int_equal(ogv_frame_at(&film, 4), 1);
    assert_int_equal(ogv_frame_at(&film, 10010), 3000);
    const OgvMovie wild = {.rate_numerator = UINT32_MAX, .rate_denominator = UINT32_MAX};
    assert_int_equal(ogv_frame_at(&wild, UINT32_MAX), UINT32_MAX / 100);
    const OgvMovie quick = {.rate_numerator = UINT32_MAX, .rate_denominator = 1};
    assert_true(ogv_frame_at(&quick, 100) == UINT32_MAX);
}

static void properties_unsuitable_for_games_are_reported(void **state)
{
    Kit *kit = *state;
    MediaMovie rough = small;
    rough.pixels = TH_PF_444;
    MediaSound mono = stereo, slow = stereo;
    mono.channels = 1;
    slow.rate = 22050;
    const Bytes movie = media_movie(kit, small);
    const struct {
        Bytes file;
        OgvRole role;
        const char *message; /* NULL: no message */
    } cases[] = {
        {movie, OGV_MOVIE, NULL},
        {media_together(kit, movie, media_sound(kit, stereo)), OGV_MOVIE, NULL},
        {media_together(kit, movie, media_sound(kit, mono)), OGV_MOVIE, "expected stereo"},
        {media_together(kit, movie, media_sound(kit, slow)), OGV_MOVIE, "22050 Hz"},
        {media_movie(kit, rough), OGV_MOVIE, "4:2:0"},
        {media_sound(kit, stereo), OGV_MOVIE, "not a Theora"},
        {media_sound(kit, stereo), OGV_MUSIC, NULL},
        {media_sound(kit, mono), OGV_MUSIC, "expected stereo"},
        {media_sound(kit, mono), OGV_MONO, NULL},
        {media_sound(kit, stereo), OGV_MONO, "expected mono"},
        {movie, OGV_MUSIC, "not Vorbis"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        kit_clear(kit);
        kit->messages.count = 0;
        const bool ok = ogv_check(cases[i].file, cases[i].role, &kit->report);
        assert_int_equal(kit->report.errors, 0);
        assert_int_equal(kit->report.warnings, cases[i].message ? 1 : 0);
        assert_int_equal(ok, !cases[i].message);
        if (cases[i].message && !kit_has_message(kit, cases[i].message))
            fail_msg("%zu: %s", i, kit_message(kit, 0));
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, kit_set_up, kit_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(size_rate_and_length_are_read),
        TEST(the_movie_of_the_example_lasts_three_seconds),
        TEST(sound_beside_the_movie_is_found),
        TEST(truncated_file_is_shorter_or_rejected_with_one_error),
        TEST(damaged_last_page_is_skipped),
        TEST(a_movie_longer_than_a_day_is_rejected),
        TEST(headers_alone_are_not_a_movie),
        TEST(other_files_are_rejected_with_a_reason),
        TEST(frames_are_counted_without_overflow),
        TEST(properties_unsuitable_for_games_are_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
