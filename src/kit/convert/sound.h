/* Sounds of other programs as Ogg Vorbis, the format of a project.
 *
 * A sound is decoded in blocks, twice if its loudness is measured, so memory is a block and the
 * result. The result has the same bytes for the same input: the stream has a fixed serial
 * number, and nothing is dithered. */
#ifndef OISIN_KIT_CONVERT_SOUND_H
#define OISIN_KIT_CONVERT_SOUND_H

#include "base/report.h"
#include "kit/convert/sound_loop.h"

enum {
    SOUND_RATE = 44100, /* of a project */
    SOUND_RATE_MIN = 8000,
    SOUND_RATE_MAX = 192000,
    SOUND_SECONDS_MAX = 3600,
    SOUND_CHANNELS_MAX = 2,
    SOUND_BLOCK = 4096, /* frames */
};

/* `rate` 0: SOUND_RATE; `channels` 0: by the folder of the output, otherwise as in the input.
 */
typedef struct SoundSettings {
#define SETTINGS_FILE "kit/convert/sound_options.def"
#include "kit/convert/setting_members.h"
} SoundSettings;

/* ---- sound_read.c: libsndfile ---- */

typedef struct SoundInput {
    Bytes file;
    size_t at;
    void *handle;
    uint32_t rate, channels;
    uint64_t frames; /* that were read */
    Report *report;
} SoundInput;

/* Opens a WAV, AIFF, FLAC, MP3, Ogg Vorbis or Opus file of 1 or 2 channels, by its content. The
 * struct must not move. Closed by the arena, or `sound_input_close`. */
bool sound_input_open(Bytes file, SoundInput *out, Arena *arena, Report *report);
void sound_input_close(SoundInput *input, Arena *arena);
/* Reads at most SOUND_BLOCK frames, interleaved: finite, and at most 16 times the full scale. 0
 * at the end. Returns false after an error. */
bool sound_input_read(SoundInput *input, float *out, size_t *count);

/* ---- sound_write.c: libvorbisenc ---- */

typedef struct SoundOutput SoundOutput;

/* An encoder, owned by the arena. The loop becomes comments. NULL and an error if it cannot
 * have this rate. */
SoundOutput *sound_encode(uint32_t rate, uint32_t channels, SoundLoop loop, Arena *arena,
                          Report *report);
/* Encodes interleaved samples; a count of 0 ends the file. */
void sound_put(SoundOutput *output, const float *samples, size_t count);
Bytes sound_bytes(const SoundOutput *output);

/* ---- sound.c: libsamplerate, libebur128 ---- */

bool sound_convert(Bytes file, const SoundSettings *settings, Bytes *out, Arena *arena,
                   Report *report);

#endif
