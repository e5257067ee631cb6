/* What an Ogg file with a Theora movie or Vorbis sound says of itself, without decoding.
 *
 * Sources: RFC 3533 (Ogg pages), Theora specification 6.2 (identification header) and
 * A.2.3 (granule positions), Vorbis I specification 4.2.2.
 *
 * Only pages at the start and at the end of the file are looked at, so that the time it
 * takes does not grow with the file. */
#ifndef OISIN_FORMATS_OPEN_OGV_H
#define OISIN_FORMATS_OPEN_OGV_H

#include "base/report.h"

enum {
    OGV_SIDE_MAX = 4096,                 /* pixels of a movie, each way */
    OGV_LENGTH_MAX = 24 * 60 * 60 * 100, /* 1/100 s: a day */
    OGV_RATE = 44100,                    /* what sound is to have */
};

typedef enum OgvPixels { OGV_420 = 0, OGV_422 = 2, OGV_444 = 3 } OgvPixels;

typedef struct OgvSound {
    uint32_t channels, rate; /* 0: there is no Vorbis sound */
    uint32_t serial;         /* of its stream among those of the file */
    bool other;              /* there is sound that is no Vorbis: Opus, FLAC, Speex */
} OgvSound;

typedef struct OgvMovie {
    uint32_t w, h;                             /* of the picture that is to be seen */
    uint32_t rate_numerator, rate_denominator; /* frames a second, both at least 1 */
    OgvPixels pixels;
    uint64_t frames; /* by the granule position of the last page */
    uint32_t length; /* of the frames, 1/100 s, rounded up */
    uint32_t serial; /* of its stream among those of the file */
    OgvSound sound;
} OgvMovie;

/* False and one error: no Ogg, no Theora, damaged, larger or longer than the above. */
bool ogv_read(Bytes file, OgvMovie *out, Report *report);

/* The sound in any Ogg file; false and one error if it is no Ogg. */
bool ogv_sound(Bytes file, OgvSound *out, Report *report);

/* The next page of a stream from `*at` on, whole, and `*at` behind it; empty if there is
 * none. All of them one after the other are a file of this stream alone. */
Bytes ogv_page(Bytes file, size_t *at, uint32_t serial);

/* Which frame, counted from 0, is shown so many 1/100 s after the start; not limited by
 * the number of frames there are. */
uint64_t ogv_frame_at(const OgvMovie *movie, uint32_t hsec);

/* Everything about the file that is against the format of games, as warnings: movies are
 * Theora 4:2:0 with Vorbis sound of 44.1 kHz stereo, or with none; music is Vorbis of
 * 44.1 kHz, sounds and voices are that in mono. False if there was any. */
typedef enum OgvRole { OGV_MOVIE, OGV_MUSIC, OGV_MONO } OgvRole;
bool ogv_check(Bytes file, OgvRole role, Report *report);

#endif
