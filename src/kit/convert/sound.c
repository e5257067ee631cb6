/* Parts, in order: channels; loudness; the sample rate; all together. */
#include "kit/convert/sound.h"

#include "kit/convert/conversion.h"

#include "base/lazy_library.h"
#include "base/text.h"

#include <ebur128.h>
#include <math.h>
#include <samplerate.h>

#define LIBEBUR128(FUNCTION)                                                                   \
    FUNCTION(ebur128_add_frames_float)                                                         \
    FUNCTION(ebur128_destroy)                                                                  \
    FUNCTION(ebur128_init) FUNCTION(ebur128_loudness_global) FUNCTION(ebur128_true_peak)
LAZY_FUNCTIONS(libebur128, LIBEBUR128);

#define LIBSAMPLERATE(FUNCTION)                                                                \
    FUNCTION(src_delete) FUNCTION(src_new) FUNCTION(src_process) FUNCTION(src_strerror)
LAZY_FUNCTIONS(libsamplerate, LIBSAMPLERATE);

/* The loudness that all sounds get, and the highest peak, relative to full scale. */
static const double TARGET_LUFS = -16, PEAK_DB = -1;

/* ---- channels ---- */

/* In place: the average of two channels, or one channel twice. */
static void channels_change(float *samples, size_t count, uint32_t from, uint32_t to)
{
    if (from == 2 && to == 1)
        for (size_t i = 0; i < count; i++)
            samples[i] = (samples[i * 2] + samples[i * 2 + 1]) / 2;
    if (from == 1 && to == 2)
        for (size_t i = count; i--;)
            samples[i * 2] = samples[i * 2 + 1] = samples[i];
}

/* ---- loudness ---- */

/* ebur128_destroy() sets the caller's pointer to NULL, hence the variable. */
static void meter_free(void *context)
{
    ebur128_state *meter = context;
    libebur128.ebur128_destroy(&meter);
}

static double decibels(double value) { return value > 0 ? 20 * log10(value) : -HUGE_VAL; }

/* The factor to the target, at most to the highest peak. Sounds that are shorter than the 0.4 s
 * of a measurement, or too quiet for one, get that peak. */
static double gain_of(ebur128_state *meter, uint32_t channels)
{
    double loudness = -HUGE_VAL, peak = 0;
    for (uint32_t c = 0; c < channels; c++) {
        double value = 0;
        libebur128.ebur128_true_peak(meter, c, &value);
        peak = value > peak ? value : peak;
    }
    libebur128.ebur128_loudness_global(meter, &loudness);
    if (peak <= 0)
        return 1; /* silence */
    const double highest = PEAK_DB - decibels(peak);
    const double wanted = isfinite(loudness) ? TARGET_LUFS - loudness : highest;
    return pow(10, (wanted < highest ? wanted : highest) / 20);
}

/* The file is read a first time for this, in blocks: a whole movie's sound may not fit in
 * memory. */
static bool loudness_measure(Bytes file, uint32_t channels, double *gain, Arena *arena,
                             Report *report)
{
    SoundInput *input = ARENA_ALLOC(arena, SoundInput, 1);
    float *block = ARENA_ALLOC(arena, float, SOUND_BLOCK *SOUND_CHANNELS_MAX);
    size_t count;
    if (!LAZY_LOAD(libebur128, report) || !sound_input_open(file, input, arena, report))
        return false;
    ebur128_state *meter =
        libebur128.ebur128_init(channels, input->rate, EBUR128_MODE_I | EBUR128_MODE_TRUE_PEAK);
    if (!meter)
        return report_error(report, "the loudness cannot be measured at %u Hz", input->rate);
    arena_own(arena, meter_free, meter);
    do {
        if (!sound_input_read(input, block, &count))
            return false;
        channels_change(block, count, input->channels, channels);
        libebur128.ebur128_add_frames_float(meter, block, count);
    } while (count);
    *gain = gain_of(meter, channels);
    arena_release(arena, meter);
    sound_input_close(input, arena);
    return true;
}

/* ---- the sample rate ---- */

typedef struct Resampler {
    SRC_STATE *state; /* NULL: the rate stays */
    double ratio;
    float *out;
    double gain;
    uint32_t channels;
    uint64_t from, to,
        done; /* frames of the result: what is written, and how many there were */
    SoundOutput *output;
    Report *report;
} Resampler;

static void resampler_free(void *state) { libsamplerate.src_delete(state); }

/* The gain is applied after the rate is changed, to the samples that are written. */
static void put_louder(Resampler *resampler, float *samples, size_t count)
{
    const uint64_t at = resampler->done, end = at + count;
    const uint64_t from = resampler->from > at ? resampler->from : at;
    const uint64_t to = resampler->to < end ? resampler->to : end;
    resampler->done = end;
    if (from >= to)
        return;
    samples += (from - at) * resampler->channels;
    for (size_t i = 0; i < (size_t)(to - from) * resampler->channels; i++)
        samples[i] = (float)(samples[i] * resampler->gain);
    sound_put(resampler->output, samples, (size_t)(to - from));
}

/* A count of 0 is the end: what the filter still holds is written. */
static bool resample(Resampler *resampler, float *samples, size_t count)
{
    SRC_DATA data = {.data_in = samples,
                     .input_frames = (long)count,
                     .data_out = resampler->out,
                     .output_frames = SOUND_BLOCK,
                     .end_of_input = count == 0,
                     .src_ratio = resampler->ratio};
    if (!resampler->state) {
        put_louder(resampler, samples, count);
        return true;
    }
    do {
        const int error = libsamplerate.src_process(resampler->state, &data);
        if (error)
            return report_error(resampler->report, "the rate cannot be changed: %s",
                                libsamplerate.src_strerror(error));
        put_louder(resampler, resampler->out, (size_t)data.output_frames_gen);
        data.data_in += data.input_frames_used * (long)resampler->channels;
        data.input_frames -= data.input_frames_used;
    } while (data.input_frames || data.output_frames_gen);
    return true;
}

static bool resampler_open(Resampler *resampler, uint32_t from, uint32_t to, Arena *arena)
{
    int error = 0;
    resampler->ratio = (double)to / from;
    if (from == to)
        return true;
    if (!LAZY_LOAD(libsamplerate, resampler->report))
        return false;
    resampler->state =
        libsamplerate.src_new(SRC_SINC_MEDIUM_QUALITY, (int)resampler->channels, &error);
    if (!resampler->state)
        return report_error(resampler->report, "the rate cannot be changed: %s",
                            libsamplerate.src_strerror(error));
    arena_own(arena, resampler_free, resampler->state);
    resampler->out = ARENA_ALLOC(arena, float, SOUND_BLOCK *SOUND_CHANNELS_MAX);
    return true;
}

/* ---- all together ---- */

/* The loop that is written: of the file, or of the part. */
static bool loop_of(Bytes file, const SoundInput *input, uint32_t rate, const SoundPart *part,
                    SoundLoop *out, Arena *arena, Report *report)
{
    if (!part) {
        *out = sound_loop_at_rate(sound_loop_read(file, arena), input->rate, rate);
        return true;
    }
    const SoundLoop loop = part->loop;
    *out = (SoundLoop){0};
    if (!loop.length)
        return true;
    if (loop.start < part->from ||
        (part->to && (loop.start > part->to || loop.length > part->to - loop.start)))
        return report_error(report, "the loop is not inside of the part that is kept");
    *out = (SoundLoop){loop.start - part->from, loop.length};
    return true;
}

static bool convert(Bytes file, const SoundSettings *settings, const SoundPart *part,
                    Bytes *out, Arena *arena, Report *report)
{
    const uint32_t rate = settings->rate ? settings->rate : SOUND_RATE;
    SoundInput *input = ARENA_ALLOC(arena, SoundInput, 1);
    float *block = ARENA_ALLOC(arena, float, SOUND_BLOCK *SOUND_CHANNELS_MAX);
    size_t count;
    if (!sound_input_open(file, input, arena, report))
        return false;
    Resampler resampler = {.gain = 1,
                           .from = part ? part->from : 0,
                           .to = part && part->to ? part->to : UINT64_MAX,
                           .channels =
                               settings->channels ? settings->channels : input->channels,
                           .report = report};
    if (settings->normalize &&
        !loudness_measure(file, resampler.channels, &resampler.gain, arena, report))
        return false;
    SoundLoop loop;
    if (!loop_of(file, input, rate, part, &loop, arena, report))
        return false;
    resampler.output = sound_encode(rate, resampler.channels, loop, arena, report);
    if (!resampler.output || !resampler_open(&resampler, input->rate, rate, arena))
        return false;
    do {
        if (!sound_input_read(input, block, &count))
            return false;
        channels_change(block, count, input->channels, resampler.channels);
        if (!resample(&resampler, block, count))
            return false;
    } while (count);
    if (!input->frames)
        return report_error(report, "the sound is empty");
    if (resampler.from >= resampler.to || resampler.from >= resampler.done)
        return report_error(report, "the part of the sound is empty");
    if (part && loop.length && loop.start + loop.length > resampler.done - resampler.from)
        return report_error(report, "the loop ends after the sound");
    sound_put(resampler.output, NULL, 0);
    *out = sound_bytes(resampler.output);
    return true;
}

bool sound_convert(Bytes file, const SoundSettings *settings, const SoundPart *part, Bytes *out,
                   Arena *arena, Report *report)
{
    Arena *own = arena_new();
    Bytes result = {0};
    const bool ok = convert(file, settings, part, &result, own, report);
    if (ok)
        *out = arena_copy(arena, result);
    arena_free(own);
    return ok;
}

/* Whether a part of a path that ends with a slash has this name. */
static bool is_below(Text path, const char *folder)
{
    size_t at;
    for (Text rest = path; text_find(rest, '/', &at);
         rest = text_slice(rest, at + 1, rest.size))
        if (text_is(text_slice(rest, 0, at), folder))
            return true;
    return false;
}

/* The path is of a file, or of a folder for several. */
uint32_t sound_channels_of(Text path, Arena *arena)
{
    const Text parts = arena_format(arena, "%.*s/", (int)path.size, path.at);
    return is_below(parts, "sounds") || is_below(parts, "speech") ? 1
           : is_below(parts, "music")                             ? 2
                                                                  : 0;
}

static const Setting rows[] = {
#define SETTINGS_FILE "kit/convert/sound_options.def"
#define AT(member) offsetof(SoundSettings, member)
#include "kit/convert/setting_rows.h"
#include "kit/convert/sound.h"
    {0}};
const Subject sound_subject = {sizeof(SoundSettings), rows, NULL, NULL, NULL};
SETTINGS_OF(sound, SoundSettings)

bool sound_to_ogg(ConversionJob *job, Arena *arena, Report *report)
{
    SoundSettings settings = *sound_settings(job);
    if (!settings.channels)
        settings.channels = sound_channels_of(job->target, arena);
    return sound_convert(job->input, &settings, NULL, &job->output, arena, report);
}
