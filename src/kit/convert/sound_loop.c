/* Finds the block of comments in an Ogg or FLAC file without decoding the sound. Damaged
 * comments are ignored: then the sound has no loop. */
#include "kit/convert/sound_loop.h"

#include "base/stream.h"
#include "base/text.h"
#include "kit/open/ogv.h"

enum { COMMENTS_MAX = 1 << 16, PAGES_MAX = 64 };

/* The comments after a signature: u32 size and the name of the encoder, u32 count, then each
 * with its size (Vorbis I specification, 5.2.1). */
typedef struct Comments {
    Text start, length, end;
} Comments;

static void take_comment(Text comment, Comments *out)
{
    const struct {
        const char *name;
        Text *value;
    } rows[] = {
        {"LOOPSTART=", &out->start}, {"LOOPLENGTH=", &out->length}, {"LOOPEND=", &out->end}};
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const size_t size = strlen(rows[i].name);
        if (comment.size > size && text_is_caseless(text_slice(comment, 0, size), rows[i].name))
            *rows[i].value = text_slice(comment, size, comment.size);
    }
}

static void read_comments(Bytes bytes, Comments *out)
{
    Report silent = report_to(NULL, NULL);
    Reader reader = reader_of(bytes, &silent);
    (void)read_bytes(&reader, read_u32(&reader));
    for (uint32_t count = read_u32(&reader); count && reader_ok(&reader); count--) {
        const Bytes comment = read_bytes(&reader, read_u32(&reader));
        if (reader_ok(&reader))
            take_comment(text_of_bytes(comment), out);
    }
}

/* The second packet of an Ogg stream begins on its own page. */
static Bytes ogg_comments(Bytes file, Arena *arena)
{
    enum { SERIAL = 14, PAGE = 27 };
    static const char *const signatures[] = {"\x03vorbis", "OpusTags"};
    if (file.size < PAGE)
        return (Bytes){0};
    const uint8_t *id = file.data + SERIAL;
    const uint32_t serial =
        id[0] | (uint32_t)id[1] << 8 | (uint32_t)id[2] << 16 | (uint32_t)id[3] << 24;
    size_t at = 0;
    Writer packet = writer_to(arena);
    (void)ogv_page(file, &at, serial);
    for (unsigned i = 0; i < PAGES_MAX && packet.size < COMMENTS_MAX; i++) {
        const Bytes page = ogv_page(file, &at, serial);
        if (page.size < PAGE)
            break;
        const size_t head = PAGE + page.data[PAGE - 1]; /* with the sizes of its segments */
        write_bytes(&packet, bytes_slice(page, head, page.size - head));
    }
    const Bytes all = writer_bytes(&packet);
    for (size_t i = 0; i < COUNT_OF(signatures); i++) {
        const size_t size = strlen(signatures[i]);
        if (all.size > size && memcmp(all.data, signatures[i], size) == 0)
            return bytes_slice(all, size, all.size - size);
    }
    return (Bytes){0};
}

/* FLAC: blocks of u8 kind (bit 7: the last) and u24 size, big endian; 4 is the comments. */
static Bytes flac_comments(Bytes file)
{
    enum { HEAD = 4, COMMENTS = 4, LAST = 0x80 };
    for (size_t at = HEAD; at + HEAD <= file.size;) {
        const uint8_t *head = file.data + at;
        const size_t size = (size_t)head[1] << 16 | (size_t)head[2] << 8 | head[3];
        if (size > file.size - at - HEAD)
            break;
        if ((head[0] & ~LAST) == COMMENTS)
            return bytes_slice(file, at + HEAD, size);
        if (head[0] & LAST)
            break;
        at += HEAD + size;
    }
    return (Bytes){0};
}

SoundLoop sound_loop_read(Bytes file, Arena *arena)
{
    const Text text = text_of_bytes(file);
    Comments comments = {0};
    int64_t start = 0, length = 0, end = 0;
    if (text_starts(text, "OggS"))
        read_comments(ogg_comments(file, arena), &comments);
    else if (text_starts(text, "fLaC"))
        read_comments(flac_comments(file), &comments);
    if (!text_number(text_trimmed(comments.start), 0, INT32_MAX, &start))
        return (SoundLoop){0};
    if (!text_number(text_trimmed(comments.length), 1, INT32_MAX, &length) &&
        text_number(text_trimmed(comments.end), start + 1, INT32_MAX, &end))
        length = end - start;
    return (SoundLoop){length ? (uint64_t)start : 0, (uint64_t)length};
}

SoundLoop sound_loop_at_rate(SoundLoop loop, uint32_t from, uint32_t to)
{
    const uint64_t start = (loop.start * to + from / 2) / from,
                   end = ((loop.start + loop.length) * to + from / 2) / from;
    return loop.length && end > start ? (SoundLoop){start, end - start} : (SoundLoop){0};
}
