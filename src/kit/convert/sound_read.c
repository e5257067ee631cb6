/* Decodes sounds through libsndfile, block by block, from memory. The length in the header is
 * not trusted: a stream may be longer, or state none, so decoded frames are counted as well.
 * Samples of floating point files are limited, since they may be anything, even infinite. */
#include "kit/convert/sound.h"

#include "base/lazy_library.h"

#include <math.h>
#include <sndfile.h>

#define LIBSNDFILE(FUNCTION)                                                                   \
    FUNCTION(sf_close)                                                                         \
    FUNCTION(sf_error) FUNCTION(sf_open_virtual) FUNCTION(sf_readf_float) FUNCTION(sf_strerror)
LAZY_FUNCTIONS(libsndfile, LIBSNDFILE);

enum { SAMPLE_MAX = 16 };

static sf_count_t on_size(void *context)
{
    const SoundInput *input = context;
    return (sf_count_t)input->file.size;
}

/* Computed so that no sum can overflow, since offsets come from the file. */
static sf_count_t on_seek(sf_count_t offset, int whence, void *context)
{
    SoundInput *input = context;
    const sf_count_t size = (sf_count_t)input->file.size;
    const sf_count_t from = whence == SEEK_SET   ? 0
                            : whence == SEEK_CUR ? (sf_count_t)input->at
                                                 : size;
    if (offset < -from || offset > size - from)
        return -1;
    input->at = (size_t)(from + offset);
    return from + offset;
}

static sf_count_t on_read(void *out, sf_count_t size, void *context)
{
    SoundInput *input = context;
    const size_t left = input->file.size - input->at;
    const size_t count = size < 0 ? 0 : (size_t)size < left ? (size_t)size : left;
    if (count)
        memcpy(out, input->file.data + input->at, count);
    input->at += count;
    return (sf_count_t)count;
}

/* Never called for reading, but the library requires it. */
static sf_count_t on_write(const void *bytes, sf_count_t size, void *context)
{
    (void)bytes;
    (void)size;
    (void)context;
    return 0;
}

static sf_count_t on_tell(void *context)
{
    const SoundInput *input = context;
    return (sf_count_t)input->at;
}

static void handle_close(void *handle) { libsndfile.sf_close(handle); }

/* The library may read more kinds than these. */
static bool format_known(int format)
{
    static const int kinds[] = {SF_FORMAT_WAV, SF_FORMAT_WAVEX, SF_FORMAT_RF64,
                                SF_FORMAT_W64, SF_FORMAT_AIFF,  SF_FORMAT_FLAC,
                                SF_FORMAT_OGG, SF_FORMAT_MPEG};
    for (size_t i = 0; i < COUNT_OF(kinds); i++)
        if ((format & SF_FORMAT_TYPEMASK) == kinds[i])
            return true;
    return false;
}

static bool is_too_long(Report *report)
{
    return report_error(report, "the sound is longer than %d minutes", SOUND_SECONDS_MAX / 60);
}

/* The handle belongs to `arena`. `out` must not move: the library keeps its address. */
bool sound_input_open(Bytes file, SoundInput *out, Arena *arena, Report *report)
{
    static SF_VIRTUAL_IO access = {on_size, on_seek, on_read, on_write, on_tell};
    SF_INFO info = {0};
    if (!LAZY_LOAD(libsndfile, report))
        return false;
    *out = (SoundInput){.file = file, .report = report};
    out->handle = libsndfile.sf_open_virtual(&access, SFM_READ, &info, out);
    if (!out->handle)
        return report_cause(report, CAUSE_UNSUPPORTED, "not a sound that can be read: %s",
                            libsndfile.sf_strerror(NULL));
    arena_own(arena, handle_close, out->handle);
    if (!format_known(info.format))
        return report_cause(report, CAUSE_UNSUPPORTED,
                            "unknown kind of sound; expected WAV, AIFF, FLAC, MP3, Ogg Vorbis "
                            "or Opus");
    if (info.channels < 1 || info.channels > SOUND_CHANNELS_MAX)
        return report_error(report, "the sound has %d channels; expected 1 or 2",
                            info.channels);
    if (info.samplerate < SOUND_RATE_MIN || info.samplerate > SOUND_RATE_MAX)
        return report_error(report, "the sound has %d Hz; expected %d to %d", info.samplerate,
                            SOUND_RATE_MIN, SOUND_RATE_MAX);
    if (info.frames / info.samplerate > SOUND_SECONDS_MAX)
        return is_too_long(report);
    out->rate = (uint32_t)info.samplerate;
    out->channels = (uint32_t)info.channels;
    return true;
}

void sound_input_close(SoundInput *input, Arena *arena) { arena_release(arena, input->handle); }

/* A count of 0 is the end. */
bool sound_input_read(SoundInput *input, float *out, size_t *count)
{
    const sf_count_t frames = libsndfile.sf_readf_float(input->handle, out, SOUND_BLOCK);
    *count = frames > 0 ? (size_t)frames : 0;
    input->frames += *count;
    if (libsndfile.sf_error(input->handle) != SF_ERR_NO_ERROR)
        return report_error(input->report, "the sound is damaged: %s",
                            libsndfile.sf_strerror(input->handle));
    if (input->frames > (uint64_t)SOUND_SECONDS_MAX * input->rate)
        return is_too_long(input->report); /* the header may say less, or nothing */
    for (size_t i = 0; i < *count * input->channels; i++) {
        if (!isfinite(out[i]))
            out[i] = 0;
        out[i] = out[i] > SAMPLE_MAX ? SAMPLE_MAX : out[i] < -SAMPLE_MAX ? -SAMPLE_MAX : out[i];
    }
    return true;
}
