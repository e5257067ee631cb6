/* An Ogg Vorbis file decoded during playback, converted to stereo at any sample rate. */
#ifndef OISIN_PLAYER_MUSIC_TRACK_H
#define OISIN_PLAYER_MUSIC_TRACK_H

#include "base/bytes.h"

#include <vorbis/vorbisfile.h>

/* A file in memory for libvorbisfile, or one stream of it. */
typedef struct Memory {
    Bytes bytes;
    size_t at;
    uint32_t serial;
    Bytes page; /* of the stream: unread bytes */
} Memory;

/* Returns false if the file has no Vorbis stream of 1 to 8 channels and at most 192000
 * samples per second. Close it by ov_clear; neither struct may move. */
bool memory_open(OggVorbis_File *file, Memory *memory, Bytes bytes);

typedef struct Frame {
    int32_t left, right;
} Frame;

/* Of a decoded sample with `channels` channels, -32768 to 32767 each. */
Frame frame_of(const int16_t *samples, size_t channels);

typedef struct Track {
    OggVorbis_File file;
    Memory memory;
    bool open, loops;
    bool ended;      /* waiting for the end of its period */
    uint64_t period; /* of a looping movie, in frames of the output; otherwise 0 */
    uint64_t played; /* position in the period */
    uint32_t rate;   /* of the output */
    int section, channels;
    uint32_t own_rate;
    int64_t loop_start, loop_end; /* in samples of the file; loop_end 0: all of it */
    int64_t decoded;              /* position after the buffer, if there is a loop */
    int16_t buffer[4096];         /* decoded, interleaved */
    size_t count, at;             /* frames of it */
    Frame last, next;             /* of the file; the output is interpolated between them */
    uint32_t fraction;            /* position between them, 1/65536 */
} Track;

/* Returns false, closed, if there is no Vorbis stream. A looping track with the comments
 * LOOPSTART and LOOPLENGTH or LOOPEND (kit/convert/sound_loop.h) goes on at LOOPSTART when it
 * has come to the end of that loop. */
bool track_open(Track *track, Bytes bytes, uint32_t rate, bool loops);
/* Opens one stream of a movie, played once, or looping with this period. */
bool track_open_movie(Track *track, Bytes bytes, uint32_t serial, uint32_t rate,
                      uint64_t period);
/* Goes on from a position in 1/1000 s; after the end, the track is closed. */
void track_skip(Track *track, uint64_t time);
void track_close(Track *track);
/* The next frame of the output; after the end, silence, and the track is closed. */
Frame track_frame(Track *track);

#endif
