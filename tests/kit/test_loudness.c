/* The sounds of the examples are equally loud: effects and voices in their loudest fifth of a
 * second, music as a whole. What is heard all the time is quieter. */
#include "lib/kit.h"

#include "kit/jobs/files.h"
#include "player/music_track.h"

#include <dirent.h>
#include <ebur128.h>
#include <math.h>

enum { RATE = 44100, WINDOW_MS = 200, STEP = RATE / 100 };

/* What a player hears of a file, in LUFS. */
static double loudness_of(Bytes file, bool whole)
{
    Track track = {.open = false};
    double best = -HUGE_VAL, now;
    ebur128_state *meter = ebur128_init(2, RATE, EBUR128_MODE_I);
    assert_non_null(meter);
    assert_true(track_open(&track, file, RATE, false));
    short frames[STEP * 2];
    for (int after = -WINDOW_MS / 10; after < WINDOW_MS / 10;
         after += !track.open || after < 0) {
        for (int i = 0; i < STEP; i++) {
            const Frame frame = after < 0 ? (Frame){0, 0} : track_frame(&track);
            frames[2 * i] = (short)frame.left;
            frames[2 * i + 1] = (short)frame.right;
        }
        assert_int_equal(ebur128_add_frames_short(meter, frames, STEP), EBUR128_SUCCESS);
        if (!ebur128_loudness_window(meter, WINDOW_MS, &now) && now > best)
            best = now;
    }
    if (whole)
        ebur128_loudness_global(meter, &best);
    ebur128_destroy(&meter);
    return best;
}

static bool is_quiet(const char *name)
{
    return !strncmp(name, "step_", 5) || !strcmp(name, "hoof.ogg") ||
           !strcmp(name, "select.ogg") || !strcmp(name, "click.ogg");
}

/* All files of a folder are within 1.5 LU of `wanted`, quiet ones of `quiet`. */
static unsigned check_folder(Kit *kit, const char *folder, double wanted, double quiet,
                             bool whole)
{
    DIR *files = opendir(folder);
    unsigned count = 0, wrong = 0;
    if (!files)
        return 0;
    for (const struct dirent *entry; (entry = readdir(files));) {
        Bytes bytes;
        if (entry->d_name[0] == '.')
            continue;
        const Text path = arena_format(kit->arena, "%s/%s", folder, entry->d_name);
        assert_true(file_load(path.at, &bytes, kit->arena, &kit->report));
        const double found = loudness_of(bytes, whole);
        const double target = is_quiet(entry->d_name) ? quiet : wanted;
        if (fabs(found - target) > 1.5) {
            print_message("%s: %.1f LUFS instead of %.1f\n", path.at, found, target);
            wrong++;
        }
        count++;
    }
    closedir(files);
    assert_int_equal(wrong, 0);
    return count;
}

/* A mono file is played on both sides, which adds 3 LU to its own loudness. */
static void sounds_of_the_examples_are_level(void **state)
{
    (void)state;
    static const char *const games[] = {"segais", "segais-iso", "segais-hex"};
    Kit *kit = kit_new();
    unsigned effects = 0, voices = 0, tunes = 0;
    for (size_t i = 0; i < COUNT_OF(games); i++) {
        const char *game = arena_format(kit->arena, "examples/%s", games[i]).at;
        effects +=
            check_folder(kit, arena_format(kit->arena, "%s/sounds", game).at, -15, -22, false);
        voices +=
            check_folder(kit, arena_format(kit->arena, "%s/speech", game).at, -15, -15, false);
        tunes +=
            check_folder(kit, arena_format(kit->arena, "%s/music", game).at, -21, -21, true);
    }
    assert_in_range(effects, 40, 200);
    assert_in_range(voices, 12, 100);
    assert_in_range(tunes, 8, 50);
    kit_free(kit);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(sounds_of_the_examples_are_level)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
