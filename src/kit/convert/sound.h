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
    SOUND_PEAKS_MAX = 1024,
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

/* ---- sound_look.c ---- */

/* What an editor shows of a sound. Units: frames of the file. */
typedef struct SoundLook {
    uint32_t rate, channels;
    uint64_t frames;
    uint64_t start, end; /* without the silence before and after; equal: all of it is silent */
    SoundLoop loop;
    /* The highest sample of each `peak_frames` frames, 255: full scale. */
    uint8_t peaks[SOUND_PEAKS_MAX];
    size_t peak_count;
    uint64_t peak_frames;
} SoundLook;

bool sound_look(Bytes file, SoundLook *out, Report *report);

/* ---- sound.c: libsamplerate, libebur128 ---- */

/* A part of a sound. Units: frames of the result. Frame `to` is the first one after it; 0: the
 * end. The loop counts from the beginning of the whole sound, and replaces that of the file. */
typedef struct SoundPart {
    uint64_t from, to;
    SoundLoop loop;
} SoundPart;

/* 1 in the folders sounds and speech, 2 in music; otherwise 0. */
uint32_t sound_channels_of(Text path, Arena *arena);

/* `part`: NULL for all, with the loop of the file. */
bool sound_convert(Bytes file, const SoundSettings *settings, const SoundPart *part, Bytes *out,
                   Arena *arena, Report *report);

#endif
