/* Properties of an Ogg file with a Theora movie or Vorbis sound, without decoding.
 *
 * Sources: RFC 3533 (Ogg pages), Theora specification 6.2 (identification header) and A.2.3
 * (granule positions), Vorbis I specification 4.2.2.
 *
 * Only pages at the start and at the end of the file are read, so the time does not depend on
 * the size of the file. */
#ifndef OISIN_KIT_OPEN_OGV_H
#define OISIN_KIT_OPEN_OGV_H

#include "base/report.h"

enum {
    OGV_SIDE_MAX = 4096,                 /* maximum width and height of a movie in pixels */
    OGV_LENGTH_MAX = 24 * 60 * 60 * 100, /* 1/100 s: a day */
    OGV_RATE = 44100,                    /* required sample rate */
};

typedef enum OgvPixels { OGV_420 = 0, OGV_422 = 2, OGV_444 = 3 } OgvPixels;

typedef struct OgvSound {
    uint32_t channels, rate; /* 0: no Vorbis sound */
    uint32_t serial;         /* serial number of its stream */
    bool other;              /* there is sound in another codec: Opus, FLAC, Speex */
} OgvSound;

typedef struct OgvMovie {
    uint32_t w, h;                             /* of the visible part of the frame */
    uint32_t rate_numerator, rate_denominator; /* frames per second, both at least 1 */
    OgvPixels pixels;
    uint64_t frames; /* from the granule position of the last page */
    uint32_t length; /* duration in 1/100 s, rounded up */
    uint32_t serial; /* serial number of its stream */
    OgvSound sound;
} OgvMovie;

/* Returns false and reports one error if the file is not Ogg, has no Theora stream, is damaged,
 * or exceeds the limits above. */
bool ogv_read(Bytes file, OgvMovie *out, Report *report);

/* The sound of any Ogg file; returns false and reports one error if it is not Ogg. */
bool ogv_sound(Bytes file, OgvSound *out, Report *report);

/* Returns the next whole page of a stream from `*at` on and moves `*at` after it; empty if
 * there is none. All pages together are a file with only this stream. */
Bytes ogv_page(Bytes file, size_t *at, uint32_t serial);

/* The frame, counted from 0, that is visible at a time in 1/100 s; not limited by the number of
 * frames. */
uint64_t ogv_frame_at(const OgvMovie *movie, uint32_t centiseconds);

/* Reports violations of the formats for games as warnings: movies are Theora 4:2:0 with Vorbis
 * sound of 44.1 kHz stereo, or without sound; music is Vorbis of 44.1 kHz, sounds and voices
 * are the same in mono. Returns false if there was a warning. */
typedef enum OgvRole { OGV_MOVIE, OGV_MUSIC, OGV_MONO } OgvRole;
bool ogv_check(Bytes file, OgvRole role, Report *report);

#endif
