/* Loops of music: the comments LOOPSTART and LOOPLENGTH (or LOOPEND) of Ogg Vorbis, Opus and
 * FLAC files, as RPG Maker and others have them. The music begins at its start, and when it
 * comes to the end of the loop, goes on at LOOPSTART. Both are in samples of the file (of Opus:
 * at 48000 Hz). */
#ifndef OISIN_KIT_CONVERT_SOUND_LOOP_H
#define OISIN_KIT_CONVERT_SOUND_LOOP_H

#include "base/report.h"

typedef struct SoundLoop {
    uint64_t start, length; /* length 0: there is no loop */
} SoundLoop;

/* Comments that are not numbers, and loops without samples, are ignored. */
SoundLoop sound_loop_read(Bytes file, Arena *arena);

/* The same Ogg Vorbis file with another loop (length 0: none): the sound is not encoded again.
 */
bool sound_loop_write(Bytes file, SoundLoop loop, Bytes *out, Arena *arena, Report *report);

/* The same part of the sound at another sample rate. */
SoundLoop sound_loop_at_rate(SoundLoop loop, uint32_t from, uint32_t to);

#endif
