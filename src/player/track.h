/* An Ogg Vorbis file that is decoded as it plays, two channels at a rate of one's own. */
#ifndef OISIN_PLAYER_TRACK_H
#define OISIN_PLAYER_TRACK_H

#include "base/bytes.h"

#include <vorbis/vorbisfile.h>

/* A file in memory as libvorbisfile reads it, or one stream of it. */
typedef struct Memory {
    Bytes bytes;
    size_t at;
    uint32_t serial;
    Bytes page; /* of the stream: what is left to be read */
} Memory;

/* False: it has no Vorbis sound of 1 to 8 channels and at most 192000 samples a second. What is
 * open is closed by ov_clear; neither may move. */
bool memory_open(OggVorbis_File *file, Memory *memory, Bytes bytes);

typedef struct Frame {
    int32_t left, right;
} Frame;

/* Of a decoded sample of so many channels, -32768 to 32767 each. */
Frame frame_of(const int16_t *samples, size_t channels);

typedef struct Track {
    OggVorbis_File file;
    Memory memory;
    bool open, loops;
    bool ended;      /* only while it waits for its period */
    uint64_t period; /* of a movie that loops, in frames of the output; else 0 */
    uint64_t played; /* of the period */
    uint32_t rate;   /* of the output */
    int section, channels;
    uint32_t own_rate;
    int16_t buffer[4096]; /* decoded, interleaved */
    size_t count, at;     /* frames of it */
    Frame last, next;     /* of the file, the output is between them */
    uint32_t fraction;    /* 1/65536 of the way */
} Track;

/* False and closed if it has no Vorbis sound. */
bool track_open(Track *track, Bytes bytes, uint32_t rate, bool loops);
/* One stream of a movie, played once; or again and again, each time for `period`. */
bool track_open_movie(Track *track, Bytes bytes, uint32_t serial, uint32_t rate,
                      uint64_t period);
void track_close(Track *track);
/* The next frame of the output; silence once it is over, and then it is closed. */
Frame track_frame(Track *track);

#endif
