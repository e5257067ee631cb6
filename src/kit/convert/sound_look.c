/* What an editor shows of a sound: its length, how loud it is along the time, where it begins
 * and ends. The length is known only at the end, so the peaks begin with few frames each, and
 * are merged in pairs when there are too many. */
#include "kit/convert/sound.h"

#include <math.h>

/* Samples below 1/256 of the full scale (-48 dB) are silence. The frames that are kept around
 * the sound let its beginning and end fade: 1/100 s. */
static const float SILENCE = 1.0f / 256;
enum { MARGINS_PER_SECOND = 100, PEAK_FRAMES_FIRST = 16 };

static float highest_of(const float *samples, uint32_t channels)
{
    float highest = 0;
    for (uint32_t c = 0; c < channels; c++)
        highest = fabsf(samples[c]) > highest ? fabsf(samples[c]) : highest;
    return highest;
}

static void merge_peaks(SoundLook *look)
{
    for (size_t i = 0; i < look->peak_count / 2; i++) {
        const uint8_t a = look->peaks[2 * i], b = look->peaks[2 * i + 1];
        look->peaks[i] = a > b ? a : b;
    }
    look->peak_count /= 2;
    look->peak_frames *= 2;
}

static void take_frame(SoundLook *look, float level)
{
    const uint64_t frame = look->frames++;
    if (level >= SILENCE) {
        if (look->start == look->end)
            look->start = frame;
        look->end = frame + 1;
    }
    if (frame == look->peak_count * look->peak_frames) {
        if (look->peak_count == SOUND_PEAKS_MAX)
            merge_peaks(look);
        look->peaks[look->peak_count++] = 0;
    }
    const uint8_t peak = level >= 1 ? 255 : (uint8_t)(level * 255);
    uint8_t *last = &look->peaks[look->peak_count - 1];
    *last = peak > *last ? peak : *last;
}

static bool look_at(Bytes file, SoundLook *out, Arena *arena, Report *report)
{
    SoundInput *input = ARENA_ALLOC(arena, SoundInput, 1);
    float *block = ARENA_ALLOC(arena, float, SOUND_BLOCK *SOUND_CHANNELS_MAX);
    size_t count;
    if (!sound_input_open(file, input, arena, report))
        return false;
    *out = (SoundLook){.rate = input->rate,
                       .channels = input->channels,
                       .peak_frames = PEAK_FRAMES_FIRST,
                       .loop = sound_loop_read(file, arena)};
    do {
        if (!sound_input_read(input, block, &count))
            return false;
        for (size_t i = 0; i < count; i++)
            take_frame(out, highest_of(block + i * input->channels, input->channels));
    } while (count);
    if (!out->frames)
        return report_error(report, "the sound is empty");
    const uint64_t margin = out->rate / MARGINS_PER_SECOND;
    if (out->start == out->end)
        return true;
    out->start = out->start > margin ? out->start - margin : 0;
    out->end = out->frames - out->end > margin ? out->end + margin : out->frames;
    return true;
}

bool sound_look(Bytes file, SoundLook *out, Report *report)
{
    Arena *arena = arena_new();
    const bool ok = look_at(file, out, arena, report);
    arena_free(arena);
    return ok;
}
