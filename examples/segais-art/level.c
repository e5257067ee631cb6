/* Equal loudness: of effects and voices in their loudest fifth of a second, about the time that
 * the ear sums up; of music as a whole (EBU R 128). tests/kit/test_loudness.c measures the
 * files.
 */
#include "art.h"

#include <ebur128.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { WINDOW_MS = 200, STEP = SOUND_RATE / 100 };

/* With the soft limit that art_ogg applies, in LUFS. */
static double loudness_of(const Wave *wave, bool whole, double gain)
{
    const unsigned channels = wave->right ? 2 : 1;
    ebur128_state *meter = ebur128_init(channels, SOUND_RATE, EBUR128_MODE_I);
    if (!meter) {
        fprintf(stderr, "no memory to measure the loudness\n");
        exit(1);
    }
    double best = -HUGE_VAL, now;
    float frames[STEP * 2];
    const size_t silence = SOUND_RATE * WINDOW_MS / 1000; /* around short sounds */
    for (size_t at = 0; at < wave->count + 2 * silence; at += STEP) {
        for (size_t i = 0; i < STEP; i++) {
            const size_t place = at + i - silence;
            const bool sounds = at + i >= silence && place < wave->count;
            for (unsigned c = 0; c < channels; c++)
                frames[i * channels + c] =
                    sounds ? (float)tanh(gain * (double)(c ? wave->right : wave->left)[place])
                           : 0;
        }
        ebur128_add_frames_float(meter, frames, STEP);
        if (!whole && ebur128_loudness_window(meter, WINDOW_MS, &now) == EBUR128_SUCCESS &&
            now > best)
            best = now;
    }
    if (whole)
        ebur128_loudness_global(meter, &best);
    ebur128_destroy(&meter);
    return best;
}

/* The limit makes the loudness grow less than the gain: a few rounds come close. */
static void level(Wave *wave, bool whole, double lufs)
{
    enum { ROUNDS = 6 };
    double gain = 1;
    for (int i = 0; i < ROUNDS; i++) {
        const double now = loudness_of(wave, whole, gain);
        if (!isfinite(now))
            return;
        gain *= pow(10, (lufs - now) / 20);
    }
    for (size_t i = 0; i < wave->count; i++) {
        wave->left[i] = (float)(wave->left[i] * gain);
        if (wave->right)
            wave->right[i] = (float)(wave->right[i] * gain);
    }
}

void wave_level(Wave *wave, double lufs) { level(wave, false, lufs); }

void wave_level_music(Wave *wave, double lufs) { level(wave, true, lufs); }
