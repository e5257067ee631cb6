/* Parts, in order: pages; the streams at the start; the length, from the last page on which a
 * frame ends; checks. A page near the end is trusted only if its checksum fits, because the
 * four letters that begin a page may also be data. */
#include "kit/open/ogv.h"

#include "base/text.h"
#include "base/stream.h"

enum {
    PAGE_HEAD = 27,
    PAGE_MAX = PAGE_HEAD + 255 + 255 * 255,
    STREAMS_MAX = 16,
    LAST_TRIES = 256, /* maximum number of pages whose checksum is verified, from the end */
    THEORA_HEAD = 42, /* size of the identification packet */
    VORBIS_HEAD = 30,
};

typedef struct Page {
    uint8_t flags; /* bit 1: the first page of a stream */
    uint64_t granule;
    uint32_t serial;
    Bytes body;
    size_t size; /* including the header */
} Page;

/* Returns false if no complete page begins there. */
static bool page_at(Bytes file, size_t at, Page *out)
{
    const uint8_t *head = file.data + at;
    if (file.size < PAGE_HEAD || at > file.size - PAGE_HEAD || memcmp(head, "OggS", 5) != 0)
        return false; /* the fifth byte is the version, which must be 0 */
    const size_t left = file.size - at, segments = head[26];
    size_t body = 0;
    if (segments > left - PAGE_HEAD)
        return false;
    for (size_t i = 0; i < segments; i++)
        body += head[PAGE_HEAD + i];
    if (body > left - PAGE_HEAD - segments)
        return false;
    *out = (Page){.flags = head[5],
                  .granule = uint_of(head + 6, 8, false),
                  .serial = (uint32_t)uint_of(head + 14, 4, false),
                  .body = {head + PAGE_HEAD + segments, body},
                  .size = PAGE_HEAD + segments + body};
    return true;
}

/* Skips damaged parts byte by byte until the next page. No bytes at the end of the file. */
Bytes ogv_page(Bytes file, size_t *at, uint32_t serial)
{
    while (*at < file.size) {
        Page page;
        const size_t here = *at;
        const bool found = file.data[here] == 'O' && page_at(file, here, &page);
        *at += found ? page.size : 1;
        if (found && page.serial == serial)
            return bytes_slice(file, here, page.size);
    }
    return (Bytes){NULL, 0};
}

/* RFC 3533: polynomial 04C11DB7, not reflected; the checksum field counts as zero. */
static bool page_intact(const uint8_t *page, size_t size)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < size; i++) {
        sum ^= (uint32_t)(i >= 22 && i < 26 ? 0 : page[i]) << 24;
        for (int bit = 0; bit < 8; bit++)
            sum = sum << 1 ^ (sum >> 31 ? 0x04C11DB7 : 0);
    }
    return sum == uint_of(page + 22, 4, false);
}

/* The streams that begin at the start of the file. */
typedef struct Heads {
    Page theora, vorbis; /* size 0: missing */
    bool other_sound;
} Heads;

static bool starts_with(Bytes bytes, const char *magic, size_t size)
{
    return bytes.size >= size && memcmp(bytes.data, magic, size) == 0;
}

/* All first pages come before any other page (RFC 3533), so the search ends at the first
 * other. */
static bool find_heads(Bytes file, Heads *out, Report *report)
{
    Page page;
    size_t at = 0;
    *out = (Heads){0};
    if (!page_at(file, 0, &page))
        return report_error(report, "not an Ogg file");
    for (int i = 0; i < STREAMS_MAX && page_at(file, at, &page) && page.flags & 2; i++) {
        if (starts_with(page.body, "\x80theora", 7) && !out->theora.size)
            out->theora = page;
        else if (starts_with(page.body, "\x01vorbis", 7) && !out->vorbis.size)
            out->vorbis = page;
        else if (starts_with(page.body, "OpusHead", 8) ||
                 starts_with(page.body,
                             "\x7F"
                             "FLAC",
                             5) ||
                 starts_with(page.body, "Speex   ", 8))
            out->other_sound = true;
        at += page.size;
    }
    return true;
}

/* Other kinds of sound are noted but not read. */
static bool read_sound(const Heads *heads, OgvSound *out, Report *report)
{
    const uint8_t *data = heads->vorbis.body.data;
    *out = (OgvSound){.other = heads->other_sound};
    if (!heads->vorbis.size)
        return true;
    if (heads->vorbis.body.size < VORBIS_HEAD || uint_of(data + 7, 4, false) != 0 ||
        !data[11] || !uint_of(data + 12, 4, false))
        return report_error(report, "the head of its Vorbis sound is damaged");
    out->serial = heads->vorbis.serial;
    out->channels = data[11];
    out->rate = (uint32_t)uint_of(data + 12, 4, false);
    return true;
}

bool ogv_sound(Bytes file, OgvSound *out, Report *report)
{
    Heads heads;
    return find_heads(file, &heads, report) && read_sound(&heads, out, report);
}

/* Finds the movie's last page on which a frame ends; skips pages that are damaged or belong to
 * other streams. */
static bool last_granule(Bytes file, uint32_t serial, uint64_t *out)
{
    int tries = 0;
    for (size_t at = file.size; at-- > 0 && tries < LAST_TRIES;) {
        Page page;
        if (file.data[at] != 'O' || !page_at(file, at, &page) || page.serial != serial ||
            page.granule == UINT64_MAX)
            continue;
        tries++;
        if (page_intact(file.data + at, page.size)) {
            *out = page.granule;
            return true;
        }
    }
    return false;
}

/* The granule position has the number of the last key frame, and below `shift` bits the
 * number of frames since then. */
static bool read_length(Bytes file, const Page *head, OgvMovie *out, Report *report)
{
    const uint8_t *data = head->body.data;
    const unsigned revision = data[9];
    const unsigned shift = (data[40] & 3u) << 3 | data[41] >> 5; /* of the granule position */
    uint64_t granule;
    if (!last_granule(file, head->serial, &granule))
        return report_error(report, "no page of the movie is intact");
    const uint64_t since = granule & ((UINT64_C(1) << shift) - 1);
    out->frames = (granule >> shift) + since + (revision < 1); /* 3.2.0 counts from 0 */
    const uint64_t most =
        (uint64_t)OGV_LENGTH_MAX / 100 * out->rate_numerator / out->rate_denominator;
    if (!out->frames)
        return report_error(report, "the movie has no frames");
    if (out->frames > most)
        return report_error(report,
                            "according to its last page, the movie is longer than a day");
    out->length =
        (uint32_t)((out->frames * 100 * out->rate_denominator + out->rate_numerator - 1) /
                   out->rate_numerator);
    return true;
}

/* Sizes in Theora are in macroblocks of 16 pixels; the visible area lies within them. */
bool ogv_read(Bytes file, OgvMovie *out, Report *report)
{
    Heads heads;
    *out = (OgvMovie){0};
    if (!find_heads(file, &heads, report))
        return false;
    const Bytes body = heads.theora.body;
    if (!heads.theora.size)
        return report_error(report, "not a Theora movie");
    if (body.size < THEORA_HEAD || body.data[7] != 3 || body.data[8] != 2)
        return report_error(report, "not a Theora movie of version 3.2");
    const uint8_t *data = body.data;
    const uint64_t coded_w = uint_of(data + 10, 2, true) * 16;
    const uint64_t coded_h = uint_of(data + 12, 2, true) * 16;
    out->w = (uint32_t)uint_of(data + 14, 3, true);
    out->h = (uint32_t)uint_of(data + 17, 3, true);
    out->rate_numerator = (uint32_t)uint_of(data + 22, 4, true);
    out->rate_denominator = (uint32_t)uint_of(data + 26, 4, true);
    out->serial = heads.theora.serial;
    out->pixels = (OgvPixels)(data[41] >> 3 & 3);
    if (!out->w || !out->h || out->w + data[20] > coded_w || out->h + data[21] > coded_h)
        return report_error(report, "its visible area is not inside its frame");
    if (coded_w > OGV_SIDE_MAX || coded_h > OGV_SIDE_MAX)
        return report_error(report, "its frames are larger than %d x %d pixels", OGV_SIDE_MAX,
                            OGV_SIDE_MAX);
    if (!out->rate_numerator || !out->rate_denominator)
        return report_error(report, "it has no frame rate");
    if ((unsigned)out->pixels == 1)
        return report_error(report, "its pixel format is unknown");
    return read_length(file, &heads.theora, out, report) &&
           read_sound(&heads, &out->sound, report);
}

uint64_t ogv_frame_at(const OgvMovie *movie, uint32_t centiseconds)
{
    /* hsec * rate / (100 * per), computed in parts that stay below 2^64. */
    const uint64_t rate = movie->rate_numerator, per = 100ull * movie->rate_denominator;
    return centiseconds / per * rate + centiseconds % per * rate / per;
}

/* Movies must be stereo; music may have more channels, but not fewer. */
static bool check_sound(const OgvSound *sound, OgvRole role, Report *report)
{
    bool ok = true;
    if (!sound->channels && (role != OGV_MOVIE || sound->other)) {
        report_warning(report, "its sound is not Vorbis");
        return false;
    }
    if (!sound->channels)
        return true;
    if (sound->rate != OGV_RATE) {
        report_warning(report, "its sound has %u Hz instead of %d", sound->rate, OGV_RATE);
        ok = false;
    }
    const uint32_t channels = role == OGV_MONO ? 1 : 2;
    if (role == OGV_MUSIC ? sound->channels < channels : sound->channels != channels) {
        report_warning(report, "its sound has %u channel%s; expected %s", sound->channels,
                       PLURAL(sound->channels), channels == 1 ? "mono" : "stereo");
        ok = false;
    }
    return ok;
}

/* Errors of a reader are only warnings here: the game continues without the file. */
static void as_warning(void *context, const Message *message)
{
    report_warning(context, "%.*s", (int)message->text.size, message->text.at);
}

/* All problems are warnings, but then the result is false. */
bool ogv_check(Bytes file, OgvRole role, Report *report)
{
    Report warnings = report_to(as_warning, report);
    if (role != OGV_MOVIE) {
        OgvSound sound;
        return ogv_sound(file, &sound, &warnings) && check_sound(&sound, role, report);
    }
    OgvMovie movie;
    if (!ogv_read(file, &movie, &warnings))
        return false;
    if (movie.pixels != OGV_420)
        report_warning(report, "its pixels are not 4:2:0");
    const bool sound = check_sound(&movie.sound, role, report);
    return sound && movie.pixels == OGV_420;
}
