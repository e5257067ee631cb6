/* Parts, in order: the table of chunks; reading header, preview and the block of chunks;
 * writing them. A chunk of a known type is a record, any other one is kept as bytes. */
#include "tirnanog/container/sav.h"

#include "base/deflate.h"

#include <stdio.h>

#define RECORD_FILE "tirnanog/container/sav.def"
#include "base/record_define.h"

enum { CHUNK_HEADER = 8, PREVIEW_HEADER = 32, USER_NAME_AT = 68 };

static const char magic[] = "TNG Saved Game\n";

static const struct {
    char magic[5];
    const char *title;
    const RecordLayout *layout;
} kinds[] = {
#define CHUNK(name, magic_, title_, record) {magic_, title_, &record##_layout},
#include "tirnanog/container/sav_chunks.def"
#undef CHUNK
    {"", "unknown", NULL},
};

/* The comparison includes the zero after the text: it is part of the magic. */
bool sav_is(Bytes start)
{
    return start.size >= sizeof magic && memcmp(start.data, magic, sizeof magic) == 0;
}

const RecordLayout *sav_layout(SavChunkType type) { return kinds[type].layout; }
const char *sav_chunk_title(SavChunkType type) { return kinds[type].title; }

Text sav_game_id(const Sav *sav)
{
    return (Text){sav->header.game, strnlen(sav->header.game, sizeof sav->header.game)};
}

/* The record of the first chunk of the type, NULL if there is none; for known types only. */
void *sav_find(const Sav *sav, SavChunkType type)
{
    for (size_t i = 0; i < sav->chunk_count; i++)
        if (sav->chunks[i].type == type)
            return sav->chunks[i].record;
    return NULL;
}

/* Appends a chunk with an empty record, which belongs to the arena; its address stays valid,
 * unlike that of the chunk itself. */
void *sav_add(Sav *sav, SavChunkType type, Arena *arena)
{
    SavChunk *chunk = ARENA_PUSH(arena, sav->chunks, sav->chunk_count);
    *chunk =
        (SavChunk){.type = type, .record = arena_alloc(arena, 1, kinds[type].layout->size)};
    memcpy(chunk->magic, kinds[type].magic, sizeof chunk->magic);
    return chunk->record;
}

/* ---- reading ---- */

/* The preview is optional: without its magic nothing is read. The size is checked first,
 * because the record's reader relies on it. */
static bool read_preview(Sav *sav, Reader *reader, Arena *arena)
{
    const size_t at = reader->at;
    if (reader_left(reader) < PREVIEW_HEADER || memcmp(reader->bytes.data + at, "PRVW", 4) != 0)
        return true;
    const uint64_t size = uint_of(reader->bytes.data + at + 4, 4, false);
    if (size < PREVIEW_HEADER || size > reader_left(reader))
        return reader_fail(reader, "the preview claims %llu bytes, but %zu are left",
                           (unsigned long long)size, reader_left(reader));
    sav->has_preview = true;
    return record_read(&SavPreview_layout, &sav->preview, reader, arena);
}

size_t sav_block_limit(size_t compressed)
{
    const size_t limit = ((size_t)16 << 20) + compressed * 100;
    return limit < SAV_BLOCK_MAX ? limit : SAV_BLOCK_MAX;
}

/* SAV_UNKNOWN for other letters; the table's last entry stands for these. */
static SavChunkType type_of(const uint8_t *letters)
{
    unsigned type = 0;
    while (type < SAV_UNKNOWN && memcmp(letters, kinds[type].magic, 4) != 0)
        type++;
    return (SavChunkType)type;
}

/* The name is terminated by a zero, which determines its size. */
static bool measure_name(SavUser *user, Reader *reader)
{
    const uint8_t *data = reader->bytes.data; /* at its start */
    const size_t size = reader_left(reader);
    const uint8_t *end =
        size > USER_NAME_AT ? memchr(data + USER_NAME_AT, 0, size - USER_NAME_AT) : NULL;
    if (!end)
        return reader_fail(reader, "the player's name is not terminated");
    user->name_size = (u32)(end - data - USER_NAME_AT);
    return true;
}

bool sav_read_record(SavChunk *chunk, size_t number, Arena *arena, Report *report)
{
    const RecordLayout *layout = kinds[chunk->type].layout;
    if (!layout)
        return true;
    Reader reader = reader_of(chunk->bytes, report);
    reader.base = chunk->at + CHUNK_HEADER;
    char part[64];
    snprintf(part, sizeof part, "unpacked chunk %zu (%s)", number, kinds[chunk->type].title);
    reader.part = part;
    chunk->record = arena_alloc(arena, 1, layout->size);
    if (chunk->type == SAV_USER && !measure_name(chunk->record, &reader))
        return false;
    if (!record_read(layout, chunk->record, &reader, arena))
        return false;
    return !reader_left(&reader) ||
           reader_fail(&reader, "%zu bytes are left over", reader_left(&reader));
}

bool sav_read_chunk(Sav *sav, Reader *reader, Arena *arena)
{
    SavChunk chunk = {.at = reader->at};
    const Bytes letters = read_bytes(reader, 4);
    const uint32_t size = read_u32(reader);
    if (!reader_ok(reader))
        return false;
    if (size < CHUNK_HEADER || size - CHUNK_HEADER > reader_left(reader))
        return reader_fail(reader, "chunk %zu claims %u bytes, but %zu are left",
                           sav->chunk_count, size, reader->bytes.size - chunk.at);
    memcpy(chunk.magic, letters.data, 4);
    chunk.type = type_of(letters.data);
    chunk.bytes = read_bytes(reader, size - CHUNK_HEADER);
    *ARENA_PUSH(arena, sav->chunks, sav->chunk_count) = chunk;
    return true;
}

static bool read_chunks(Sav *sav, Bytes block, Arena *arena, Report *report)
{
    Reader reader = reader_of(block, report);
    reader.part = "unpacked data";
    while (reader_left(&reader)) {
        const size_t number = sav->chunk_count;
        if (!sav_read_chunk(sav, &reader, arena) ||
            !sav_read_record(&sav->chunks[number], number, arena, report))
            return false;
    }
    return true;
}

bool sav_read_start(Bytes file, Sav *sav, Bytes *stored, Arena *arena, Report *report)
{
    *sav = (Sav){0};
    Reader reader = reader_of(file, report);
    if (!sav_is(file))
        return report_error(report, "at byte 0: not a saved game");
    if (!record_read(&SavHeader_layout, &sav->header, &reader, arena) ||
        !read_preview(sav, &reader, arena))
        return false;
    sav->block_at = reader.at;
    *stored = read_bytes(&reader, reader_left(&reader));
    return true;
}

bool sav_read(Bytes file, Sav *sav, Arena *arena, Report *report)
{
    Bytes stored;
    Wrapping wrapping;
    if (!sav_read_start(file, sav, &stored, arena, report))
        return false;
    const Inflated inflated =
        inflate_any(stored, 0, sav_block_limit(stored.size), &wrapping, arena);
    if (inflated.problem)
        return report_error(report, "at byte %zu: chunks: %s", sav->block_at, inflated.problem);
    if (!tng_block_checksum(stored, &inflated, wrapping, &sav->liberal))
        return report_error(report, "at byte %zu: chunks: CRC mismatch",
                            sav->block_at + inflated.used);
    return read_chunks(sav, inflated.bytes, arena, report);
}

/* ---- writing ---- */

/* The size of a record is known only when it is written, so it is filled in afterwards. */
static bool write_chunk(const SavChunk *chunk, Writer *writer, Report *report)
{
    const size_t at = writer->size;
    write_bytes(writer, (Bytes){chunk->magic, sizeof chunk->magic});
    write_u32(writer, 0);
    if (chunk->record)
        record_write(kinds[chunk->type].layout, chunk->record, writer);
    else
        write_bytes(writer, chunk->bytes);
    const size_t size = writer->size - at;
    if (size > UINT32_MAX)
        return report_error(report, "a chunk of %zu bytes does not fit into a saved game",
                            size);
    write_uint_at(writer, at + 4, size, 4);
    return true;
}

/* Changed pixels are packed; otherwise the picture that was read is written byte for byte. */
static void write_preview(const Sav *sav, int level, Writer *writer, Arena *arena)
{
    SavPreview preview = sav->preview;
    if (sav->pixels) {
        const Bytes pixels = {(const uint8_t *)sav->pixels, SAV_PREVIEW_BYTES};
        const Bytes packed = deflate_bytes(pixels, WRAPPING_ZLIB, level, arena);
        preview.dimension = SAV_PREVIEW_SIDE;
        preview.picture = (byte *)(uintptr_t)packed.data;
        preview.size = (u32)(PREVIEW_HEADER + packed.size);
    }
    if (preview.size < PREVIEW_HEADER)
        preview.size = PREVIEW_HEADER;
    record_write(&SavPreview_layout, &preview, writer);
}

/* The checksum after the packed block is that of the unpacked bytes. `out` belongs to the
 * arena, and is set only if everything fits. */
bool sav_write(const Sav *sav, int level, Bytes *out, Arena *arena, Report *report)
{
    Arena *scratch = arena_new();
    Writer block = writer_to(scratch), writer = writer_to(arena);
    bool ok = true;
    record_write(&SavHeader_layout, &sav->header, &writer);
    if (sav->has_preview)
        write_preview(sav, level, &writer, scratch);
    for (size_t i = 0; i < sav->chunk_count && ok; i++)
        ok = write_chunk(&sav->chunks[i], &block, report);
    const Bytes bytes = writer_bytes(&block);
    if (ok && bytes.size > SAV_BLOCK_MAX)
        ok = report_error(report, "the file has %zu bytes, too many for a saved game",
                          bytes.size);
    if (ok) {
        write_bytes(&writer, deflate_bytes(bytes, WRAPPING_ZLIB, level, scratch));
        write_u32(&writer, crc32_of(0, bytes));
        *out = writer_bytes(&writer);
    }
    arena_free(scratch);
    return ok;
}
