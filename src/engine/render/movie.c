/* Parts, in order: files; decoding, which continues or seeks to a key frame; conversion to
 * RGB; scaled drawing. A few decoders are kept open; the least recently used one is replaced.
 */
#include "engine/render/movie.h"

#include "base/lazy_library.h"
#include "engine/state/number_map.h"
#include "kit/open/ogv.h"
#include "tirnanog/container/tng_names.h"
#include "engine/render/blit.h"

#include <theora/theoradec.h>

#define LIBOGG(FUNCTION)                                                                       \
    FUNCTION(ogg_stream_clear)                                                                 \
    FUNCTION(ogg_stream_init) FUNCTION(ogg_stream_packetout) FUNCTION(ogg_stream_pagein)       \
        FUNCTION(ogg_stream_reset) FUNCTION(ogg_sync_buffer) FUNCTION(ogg_sync_clear)          \
            FUNCTION(ogg_sync_init) FUNCTION(ogg_sync_pageout) FUNCTION(ogg_sync_reset)        \
                FUNCTION(ogg_sync_wrote)
LAZY_FUNCTIONS(libogg, LIBOGG);

#define LIBTHEORADEC(FUNCTION)                                                                 \
    FUNCTION(th_comment_clear)                                                                 \
    FUNCTION(th_comment_init) FUNCTION(th_decode_alloc) FUNCTION(th_decode_free)               \
        FUNCTION(th_decode_headerin) FUNCTION(th_decode_packetin)                              \
            FUNCTION(th_decode_ycbcr_out) FUNCTION(th_info_clear) FUNCTION(th_info_init)       \
                FUNCTION(th_packet_iskeyframe) FUNCTION(th_setup_free)
LAZY_FUNCTIONS(libtheoradec, LIBTHEORADEC);

enum {
    FEED = 1 << 16, /* bytes passed to libogg at a time */
    HEADERS = 3,
    LEAP = 16, /* minimum number of frames to skip for a search for a key frame */
    SIGN_W = 160,
    SIGN_H = 90, /* height of the placeholder for a damaged movie */
};

typedef struct MovieFile {
    Bytes bytes;
    uint32_t name;
    OgvMovie movie;
    bool intact; /* its headers are valid */
    bool told;
} MovieFile;

typedef struct MovieDecoder {
    MovieFile *file; /* NULL: not open */
    uint64_t used;
    ogg_sync_state sync;
    ogg_stream_state stream;
    th_info info;
    th_comment comment;
    th_setup_info *setup;
    th_dec_ctx *decoder; /* NULL: its headers are invalid */
    size_t fed;
    uint64_t next;  /* number of the next frame */
    uint64_t end;   /* actual number of frames; UINT64_MAX: not known yet */
    uint64_t drawn; /* 1 + the number of the frame in `image` */
    bool lost;      /* frames are wrong until the next key frame */
    Image image;
    Arena *arena;
} MovieDecoder;

struct Movies {
    const TngFile *game;
    NumberMap files; /* by name */
    MovieDecoder decoders[MOVIES_OPEN];
    uint64_t calls;
    Image sign;
    Arena *arena;
    Report *report;
};

/* Decoders have arenas of which the libraries' memory is a resource (arena_own). */
Movies *movies_new(const TngFile *game, Arena *arena, Report *report)
{
    Movies *movies = ARENA_ALLOC(arena, Movies, 1);
    movies->game = game;
    movies->arena = movies->files.arena = arena;
    movies->report = report;
    for (size_t i = 0; i < MOVIES_OPEN; i++)
        movies->decoders[i].arena = arena_new();
    return movies;
}

/* ---- files ---- */

/* One message for each movie: it would be repeated with every frame. */
static void report_file(Movies *movies, MovieFile *file, Text what)
{
    const Text name = tng_string(movies->game, file->name);
    if (!file->told)
        report_warning(movies->report, "movie %.*s: %.*s", (int)name.size, name.at,
                       (int)what.size, what.at);
    file->told = true;
}

/* A damaged file is kept as one that is not intact, so that it is not read again. */
static MovieFile *open_file(Movies *movies, uint32_t name, Bytes bytes)
{
    MovieFile *file = ARENA_ALLOC(movies->arena, MovieFile, 1);
    Messages messages = {.arena = movies->arena};
    Report report = report_to(messages_sink, &messages);
    *file = (MovieFile){.bytes = bytes, .name = name};
    file->intact = ogv_read(bytes, &file->movie, &report);
    if (!file->intact && messages.count)
        report_file(movies, file, messages.items[0].text);
    if (file->intact && file->movie.pixels != OGV_420) {
        file->intact = false;
        report_file(movies, file, TEXT("unsupported pixel format; expected 4:2:0"));
    }
    return file;
}

/* NULL if there is no such movie. */
static MovieFile *file_named(Movies *movies, uint32_t name)
{
    if (!name)
        return NULL;
    void **known = number_map_get(&movies->files, name);
    if (known)
        return *known;
    const TngSection *section = tng_section(movies->game, SECTION_MOVIES);
    MovieFile *file = NULL;
    for (size_t i = 0; section && i < section->count && !file; i++)
        if (((const TngAsset *)section->entries[i].descriptor)->name == name &&
            section->entries[i].stored.size)
            file = open_file(movies, name, section->entries[i].stored);
    *number_map_put(&movies->files, name) = file;
    return file;
}

uint32_t movie_length(Movies *movies, uint32_t name)
{
    const MovieFile *file = file_named(movies, name);
    return file && file->intact ? file->movie.length : 0;
}

/* ---- decoding ---- */

/* `end` and `drawn` stay: they do not depend on the position. */
static void begin_stream(MovieDecoder *decoder)
{
    libogg.ogg_sync_reset(&decoder->sync);
    libogg.ogg_stream_reset(&decoder->stream);
    decoder->fed = 0;
    decoder->next = 0;
}

/* Reads the movie's next packet; false at the end of the file. */
static bool next_packet(MovieDecoder *decoder, ogg_packet *out)
{
    const Bytes bytes = decoder->file->bytes;
    for (;;) {
        ogg_page page;
        const int got = libogg.ogg_stream_packetout(&decoder->stream, out);
        if (got > 0)
            return true;
        if (got < 0) {
            decoder->lost = true; /* data is missing here */
            continue;
        }
        const int found = libogg.ogg_sync_pageout(&decoder->sync, &page);
        if (found > 0)
            libogg.ogg_stream_pagein(&decoder->stream, &page); /* ignores other streams */
        if (found) /* or bytes that are not a page were skipped */
            continue;
        const size_t left = bytes.size - decoder->fed, size = left < FEED ? left : FEED;
        char *buffer = size ? libogg.ogg_sync_buffer(&decoder->sync, (long)size) : NULL;
        if (!buffer)
            return false;
        memcpy(buffer, bytes.data + decoder->fed, size);
        libogg.ogg_sync_wrote(&decoder->sync, (long)size);
        decoder->fed += size;
    }
}

/* Without decoding: packets are only counted. */
static bool skip_packets(MovieDecoder *decoder, uint64_t count)
{
    ogg_packet packet;
    while (count--)
        if (!next_packet(decoder, &packet))
            return false;
    return true;
}

/* Called by arena_reset() and arena_free(). NULL is allowed for what was never set up. */
static void end_libraries(void *context)
{
    MovieDecoder *decoder = context;
    libtheoradec.th_decode_free(decoder->decoder);
    libtheoradec.th_setup_free(decoder->setup);
    libtheoradec.th_comment_clear(&decoder->comment);
    libtheoradec.th_info_clear(&decoder->info);
    libogg.ogg_stream_clear(&decoder->stream);
    libogg.ogg_sync_clear(&decoder->sync);
}

/* The arena must be reset first, as the libraries' structs are still needed then. */
static void close_decoder(MovieDecoder *decoder)
{
    arena_reset(decoder->arena);
    *decoder = (MovieDecoder){.arena = decoder->arena};
}

static void open_decoder(MovieDecoder *decoder, MovieFile *file)
{
    close_decoder(decoder);
    decoder->file = file;
    libogg.ogg_sync_init(&decoder->sync);
    libogg.ogg_stream_init(&decoder->stream, (int)file->movie.serial);
    libtheoradec.th_info_init(&decoder->info);
    libtheoradec.th_comment_init(&decoder->comment);
    arena_own(decoder->arena, end_libraries, decoder);
    bool ok = true;
    for (int i = 0; i < HEADERS && ok; i++) {
        ogg_packet packet;
        ok = next_packet(decoder, &packet) &&
             libtheoradec.th_decode_headerin(&decoder->info, &decoder->comment, &decoder->setup,
                                             &packet) > 0;
    }
    decoder->lost = true; /* before the first key frame */
    decoder->end = UINT64_MAX;
    if (ok)
        decoder->decoder = libtheoradec.th_decode_alloc(&decoder->info, decoder->setup);
    if (decoder->decoder)
        decoder->image = image_new(file->movie.w, file->movie.h, decoder->arena);
}

/* Seeks to where frame `wanted` can be decoded from: the last key frame before it if that
 * is ahead, otherwise the current position. */
static void leap(MovieDecoder *decoder, uint64_t wanted)
{
    const uint64_t here = decoder->next;
    const bool lost = decoder->lost;
    uint64_t from = here, at = here;
    ogg_packet packet;
    for (; at <= wanted && next_packet(decoder, &packet); at++)
        if (libtheoradec.th_packet_iskeyframe(&packet) > 0)
            from = at;
    if (at <= wanted)
        decoder->end = at;
    begin_stream(decoder);
    skip_packets(decoder, HEADERS + from);
    decoder->lost = from == here ? lost : true;
    decoder->next = from;
}

/* A frame depends only on the packets since its key frame. */
static void decode_packet(Movies *movies, MovieDecoder *decoder, ogg_packet *packet)
{
    const bool key = libtheoradec.th_packet_iskeyframe(packet) > 0;
    if (key || !decoder->lost)
        decoder->lost = libtheoradec.th_decode_packetin(decoder->decoder, packet, NULL) < 0;
    if (decoder->lost)
        report_file(movies, decoder->file, TEXT("some of its frames are damaged"));
}

/* Going back starts at the beginning: a seek by pages could miss the key frame. */
static void decode_to(Movies *movies, MovieDecoder *decoder, uint64_t wanted)
{
    ogg_packet packet;
    if (wanted + 1 < decoder->next) {
        begin_stream(decoder);
        skip_packets(decoder, HEADERS);
        decoder->lost = true;
    }
    if (wanted >= decoder->next + LEAP)
        leap(decoder, wanted);
    while (decoder->next <= wanted && next_packet(decoder, &packet)) {
        decode_packet(movies, decoder, &packet);
        decoder->next++;
    }
    if (decoder->next <= wanted)
        decoder->end = decoder->next;
}

/* ---- colours ---- */

/* From 1/256 to 0-255, limited. */
static inline uint32_t part(int32_t value)
{
    value >>= 8;
    return (uint32_t)(value < 0 ? 0 : value > 255 ? 255 : value);
}

/* The inverse of ITU-R BT.601-7, 2.5.1 and 2.5.3, times 256:
 *     R = 1.164 (Y - 16) + 1.596 (Cr - 128)
 *     G = 1.164 (Y - 16) - 0.391 (Cb - 128) - 0.813 (Cr - 128)
 *     B = 1.164 (Y - 16) + 2.018 (Cb - 128) */
enum { LUMA = 298, RED_CR = 409, GREEN_CB = 100, GREEN_CR = 208, BLUE_CB = 516 };

/* 4:2:0: one sample of colour for two pixels in each direction. */
static void convert_row(Pixel *out, const uint8_t *luma, const uint8_t *cb, const uint8_t *cr,
                        uint32_t x, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t at = x + i;
        const int32_t y = LUMA * (luma[at] - 16) + 128;
        const int32_t blue = cb[at / 2] - 128, red = cr[at / 2] - 128;
        out[i] = PIXEL(part(y + RED_CR * red), part(y - GREEN_CB * blue - GREEN_CR * red),
                       part(y + BLUE_CB * blue), 255);
    }
}

/* Only if the frame has changed: a movie of 25 frames per second is drawn more often. */
static void convert_frame(MovieDecoder *decoder)
{
    th_ycbcr_buffer planes;
    const th_info *info = &decoder->info;
    if (decoder->drawn == decoder->next)
        return;
    decoder->drawn = decoder->next;
    libtheoradec.th_decode_ycbcr_out(decoder->decoder, planes);
    for (uint32_t row = 0; row < decoder->image.h; row++) {
        const int32_t y = (int32_t)(info->pic_y + row);
        convert_row(image_at(&decoder->image, 0, row), planes[0].data + y * planes[0].stride,
                    planes[1].data + y / 2 * planes[1].stride,
                    planes[2].data + y / 2 * planes[2].stride, info->pic_x, decoder->image.w);
    }
}

/* A conspicuous checkerboard. */
static const Image *sign_of(Movies *movies)
{
    if (!movies->sign.pixels) {
        movies->sign = image_new(SIGN_W, SIGN_H, movies->arena);
        for (uint32_t y = 0; y < SIGN_H; y++)
            for (uint32_t x = 0; x < SIGN_W; x++)
                *image_at(&movies->sign, x, y) =
                    (x ^ y) & 8 ? PIXEL(96, 0, 96, 255) : PIXEL(0, 0, 0, 255);
    }
    return &movies->sign;
}

/* The decoder of this movie, or the least recently used one. */
static MovieDecoder *decoder_of(Movies *movies, MovieFile *file)
{
    MovieDecoder *best = &movies->decoders[0];
    for (size_t i = 0; i < MOVIES_OPEN; i++) {
        MovieDecoder *decoder = &movies->decoders[i];
        if (decoder->file == file)
            return decoder;
        if (decoder->used < best->used)
            best = decoder;
    }
    open_decoder(best, file);
    if (!best->decoder)
        report_file(movies, file, TEXT("its headers are damaged"));
    return best;
}

/* The length of a movie is known without the library, so that worlds are the same without it.
 */
static bool library_ready(Movies *movies, MovieFile *file)
{
    Messages messages = {.arena = movies->arena};
    Report report = report_to(messages_sink, &messages);
    Report *to = file->told ? NULL : &report;
    if (LAZY_LOAD(libogg, to) && LAZY_LOAD(libtheoradec, to))
        return true;
    if (messages.count)
        report_file(movies, file, messages.items[0].text);
    return false;
}

/* The returned image is valid until the next call. A damaged movie is shown as a placeholder,
 * and never ends the game. Frames after the last one repeat it. */
const Image *movie_frame(Movies *movies, uint32_t name, uint32_t centiseconds, bool loops)
{
    MovieFile *file = file_named(movies, name);
    if (!file)
        return NULL;
    if (!file->intact || !library_ready(movies, file))
        return sign_of(movies);
    MovieDecoder *decoder = decoder_of(movies, file);
    decoder->used = ++movies->calls;
    if (!decoder->decoder)
        return sign_of(movies);
    uint64_t frame =
        ogv_frame_at(&file->movie, loops ? centiseconds % file->movie.length : centiseconds);
    const uint64_t end = decoder->end < file->movie.frames ? decoder->end : file->movie.frames;
    if (end && frame >= end)
        frame = end - 1;
    decode_to(movies, decoder, frame);
    if (decoder->lost || !decoder->next)
        return sign_of(movies);
    convert_frame(decoder);
    return &decoder->image;
}

void movies_free(Movies *movies)
{
    for (size_t i = 0; i < MOVIES_OPEN; i++)
        arena_free(movies->decoders[i].arena);
}

/* ---- drawing ---- */

/* Red and blue in one multiplication: their bits do not touch each other. */
static inline Pixel between(Pixel a, Pixel b, uint32_t weight)
{
    const uint32_t rest = 256 - weight;
    const uint32_t rb = (a & 0xFF00FF) * rest + (b & 0xFF00FF) * weight + 0x800080;
    const uint32_t g = (a >> 8 & 0xFF) * rest + (b >> 8 & 0xFF) * weight + 0x80;
    return 0xFF000000 | (rb >> 8 & 0xFF00FF) | (g & 0xFF00);
}

/* The centre of a target pixel in the source, in 1/256 of its pixels. */
static uint32_t source_at(int64_t at, int64_t from, int64_t to)
{
    const int64_t place = (2 * at + 1) * from * 128 / to - 128, max = (from - 1) * 256;
    return (uint32_t)(place < 0 ? 0 : place > max ? max : place);
}

/* A scaled row of the frame. */
static void stretch_row(Pixel *out, const Image *frame, uint32_t y, const uint32_t *places,
                        uint32_t count)
{
    const Pixel *row = image_at(frame, 0, y);
    const uint32_t last = frame->w - 1;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t at = places[i] >> 8;
        out[i] = between(row[at], row[at < last ? at + 1 : last], places[i] & 255);
    }
}

/* Clips `to` to the target. */
static void stretch(const Image *target, Rect to, const Image *frame, Arena *scratch)
{
    const int32_t left = to.x < 0 ? 0 : to.x, top = to.y < 0 ? 0 : to.y;
    const int32_t right = to.x + to.w < (int32_t)target->w ? to.x + to.w : (int32_t)target->w;
    const int32_t bottom = to.y + to.h < (int32_t)target->h ? to.y + to.h : (int32_t)target->h;
    if (left >= right || top >= bottom)
        return;
    const uint32_t count = (uint32_t)(right - left);
    uint32_t *places = arena_alloc_raw(scratch, count, sizeof *places);
    Pixel *rows[2];
    uint32_t held[2] = {UINT32_MAX, UINT32_MAX};
    for (size_t i = 0; i < 2; i++)
        rows[i] = arena_alloc_raw(scratch, count, sizeof *rows[i]);
    for (uint32_t i = 0; i < count; i++)
        places[i] = source_at(left + (int32_t)i - to.x, frame->w, to.w);
    for (int32_t y = top; y < bottom; y++) {
        const uint32_t position = source_at(y - to.y, frame->h, to.h), first = position >> 8;
        const uint32_t wanted[2] = {first, first + 1 < frame->h ? first + 1 : first};
        for (size_t i = 0; i < 2; i++) /* of two adjacent rows one is even */
            if (held[wanted[i] & 1] != wanted[i]) {
                stretch_row(rows[wanted[i] & 1], frame, wanted[i], places, count);
                held[wanted[i] & 1] = wanted[i];
            }
        const Pixel *a = rows[wanted[0] & 1], *b = rows[wanted[1] & 1];
        Pixel *out = image_at(target, (uint32_t)left, (uint32_t)y);
        for (uint32_t i = 0; i < count; i++)
            out[i] = between(a[i], b[i], position & 255);
    }
}

/* `whole`: all of the frame is visible, with black bars; otherwise it is cropped. */
void movie_draw(const Image *target, const Image *frame, bool whole, Arena *scratch)
{
    const int64_t w = frame->w, h = frame->h, tw = target->w, th = target->h;
    const bool by_width = whole ? tw * h < th * w : tw * h > th * w;
    const int32_t to_w = (int32_t)(by_width ? tw : w * th / h);
    const int32_t to_h = (int32_t)(by_width ? h * tw / w : th);
    const Rect to = {((int32_t)tw - to_w) / 2, ((int32_t)th - to_h) / 2, to_w, to_h};
    if (to_w < (int32_t)tw || to_h < (int32_t)th)
        fill(target, (Rect){0, 0, (int32_t)tw, (int32_t)th}, PIXEL(0, 0, 0, 255));
    if (to_w == (int32_t)w && to_h == (int32_t)h)
        blit(target, to.x, to.y, frame, PICTURE_OPAQUE);
    else if (to_w > 0 && to_h > 0)
        stretch(target, to, frame, scratch);
}
