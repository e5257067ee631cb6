/* Changes the loop of an Ogg Vorbis file without encoding it again. The comments are the second
 * of three packets before the sound (Vorbis I specification, 5); both they and the third are
 * written on new pages. The pages of the sound stay, with other numbers and checksums (RFC
 * 3533, 6). */
#include "kit/convert/sound_loop.h"

#include "base/stream.h"
#include "base/text.h"
#include "kit/open/ogv.h"

#include <stdio.h>

enum {
    PAGE_HEAD = 27,
    SEGMENTS_MAX = 255,
    SEGMENT = 255, /* bytes of a segment; a packet ends with a shorter one */
    FLAGS_AT = 5,
    NUMBER_AT = 18,
    SUM_AT = 22,
    CONTINUED = 1,
    HEADERS = 2,           /* packets after the first page: comments and codebooks */
    HEADER_MAX = 16 << 20, /* bytes of them, with an embedded cover */
    COMMENT_HEAD = 7,
};

static const char comment_head[] = "\x03vorbis";

typedef struct Stream {
    Bytes file;
    size_t at;               /* of the page after those that were read */
    uint32_t serial, number; /* of the next page that is written */
    Writer packets[HEADERS];
    Writer out;
    Arena *arena;
    Report *report;
} Stream;

/* ---- pages ---- */

static uint32_t u32_of(const uint8_t *at)
{
    return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static void put_u32(uint8_t *at, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        at[i] = (uint8_t)(value >> (8 * i));
}

/* Numbers the page that was written last, from `start` on, and computes its checksum. */
static void finish_page(Stream *stream, size_t start)
{
    uint8_t *page = stream->out.data + start;
    const size_t size = stream->out.size - start;
    uint32_t sum = 0;
    put_u32(page + NUMBER_AT, stream->number++);
    put_u32(page + SUM_AT, 0);
    for (size_t i = 0; i < size; i++) {
        sum ^= (uint32_t)page[i] << 24;
        for (int bit = 0; bit < 8; bit++)
            sum = sum << 1 ^ (sum >> 31 ? 0x04C11DB7 : 0);
    }
    put_u32(page + SUM_AT, sum);
}

static void copy_page(Stream *stream, Bytes page)
{
    const size_t start = stream->out.size;
    write_bytes(&stream->out, page);
    finish_page(stream, start);
}

/* ---- reading the headers ---- */

/* Adds the segments of a page to the packets; false: the page has more than they need. */
static bool take_page(Stream *stream, Bytes page, size_t *packet)
{
    const uint8_t *sizes = page.data + PAGE_HEAD;
    const size_t count = page.data[PAGE_HEAD - 1];
    size_t at = PAGE_HEAD + count;
    for (size_t i = 0; i < count; i++) {
        if (*packet == HEADERS || stream->packets[*packet].size > HEADER_MAX)
            return false;
        write_bytes(&stream->packets[*packet], bytes_slice(page, at, sizes[i]));
        at += sizes[i];
        *packet += sizes[i] < SEGMENT;
    }
    return true;
}

/* The sound begins on a new page. */
static bool read_headers(Stream *stream)
{
    static const char first[] = "\x01vorbis";
    size_t packet = 0;
    if (stream->file.size < PAGE_HEAD + sizeof first ||
        !text_starts(text_of_bytes(stream->file), "OggS"))
        return report_error(stream->report, "not an Ogg Vorbis file");
    stream->serial = u32_of(stream->file.data + 14);
    const Bytes page = ogv_page(stream->file, &stream->at, stream->serial);
    if (page.size < PAGE_HEAD + 1 + COMMENT_HEAD ||
        memcmp(page.data + PAGE_HEAD + 1, first, COMMENT_HEAD) != 0)
        return report_error(stream->report, "not an Ogg Vorbis file");
    copy_page(stream, page);
    while (packet < HEADERS) {
        const Bytes next = ogv_page(stream->file, &stream->at, stream->serial);
        if (!next.size || !take_page(stream, next, &packet))
            return report_error(stream->report, "the headers of the sound are damaged");
    }
    return true;
}

/* ---- comments ---- */

static bool is_loop(Text comment)
{
    static const char *const names[] = {"LOOPSTART=", "LOOPLENGTH=", "LOOPEND="};
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        const size_t size = strlen(names[i]);
        if (comment.size >= size && text_is_caseless(text_slice(comment, 0, size), names[i]))
            return true;
    }
    return false;
}

static void put_comment(Writer *out, Text comment, uint32_t *count)
{
    write_u32(out, (uint32_t)comment.size);
    write_text(out, comment);
    ++*count;
}

/* All comments but those of the loop, and the new loop. */
static bool write_comments(Stream *stream, SoundLoop loop, Writer *out)
{
    const Bytes bytes = writer_bytes(&stream->packets[0]);
    Reader reader = reader_of(bytes, stream->report);
    Writer list = writer_to(stream->arena);
    uint32_t count = 0;
    if (bytes.size < COMMENT_HEAD || memcmp(bytes.data, comment_head, COMMENT_HEAD) != 0)
        return report_error(stream->report, "the headers of the sound are damaged");
    (void)read_bytes(&reader, COMMENT_HEAD);
    const Bytes vendor = read_bytes(&reader, read_u32(&reader));
    for (uint32_t left = read_u32(&reader); left && reader_ok(&reader); left--) {
        const Text comment = text_of_bytes(read_bytes(&reader, read_u32(&reader)));
        if (reader_ok(&reader) && !is_loop(comment))
            put_comment(&list, comment, &count);
    }
    if (!reader_ok(&reader))
        return false;
    if (loop.length) {
        put_comment(
            &list,
            arena_format(stream->arena, "LOOPSTART=%llu", (unsigned long long)loop.start),
            &count);
        put_comment(
            &list,
            arena_format(stream->arena, "LOOPLENGTH=%llu", (unsigned long long)loop.length),
            &count);
    }
    write_bytes(out, (Bytes){(const uint8_t *)comment_head, COMMENT_HEAD});
    write_u32(out, (uint32_t)vendor.size);
    write_bytes(out, vendor);
    write_u32(out, count);
    write_bytes(out, writer_bytes(&list));
    write_u8(out, 1); /* the framing bit */
    return true;
}

/* ---- writing ---- */

/* A packet on new pages: the codebooks need not follow the comments on the same page. */
static void write_packet(Stream *stream, Bytes packet)
{
    const size_t segments = packet.size / SEGMENT + 1;
    for (size_t done = 0; done < segments; done += SEGMENTS_MAX) {
        const size_t count = segments - done < SEGMENTS_MAX ? segments - done : SEGMENTS_MAX;
        const size_t from = done * SEGMENT, start = stream->out.size;
        const size_t to =
            from + count * SEGMENT < packet.size ? from + count * SEGMENT : packet.size;
        uint8_t head[PAGE_HEAD] = {'O', 'g', 'g', 'S'};
        head[FLAGS_AT] = done ? CONTINUED : 0;
        put_u32(head + 14, stream->serial);
        head[PAGE_HEAD - 1] = (uint8_t)count;
        write_bytes(&stream->out, (Bytes){head, PAGE_HEAD});
        for (size_t i = 0; i < count; i++) {
            const size_t at = from + i * SEGMENT;
            write_u8(&stream->out,
                     (uint8_t)(packet.size - at < SEGMENT ? packet.size - at : SEGMENT));
        }
        write_bytes(&stream->out, bytes_slice(packet, from, to - from));
        finish_page(stream, start);
    }
}

bool sound_loop_write(Bytes file, SoundLoop loop, Bytes *out, Arena *arena, Report *report)
{
    Stream stream = {.file = file, .arena = arena, .report = report, .out = writer_to(arena)};
    Writer comments = writer_to(arena);
    for (size_t i = 0; i < HEADERS; i++)
        stream.packets[i] = writer_to(arena);
    if (!read_headers(&stream) || !write_comments(&stream, loop, &comments))
        return false;
    write_packet(&stream, writer_bytes(&comments));
    write_packet(&stream, writer_bytes(&stream.packets[1]));
    for (Bytes page; (page = ogv_page(file, &stream.at, stream.serial)).size;)
        copy_page(&stream, page);
    *out = writer_bytes(&stream.out);
    return true;
}
