/* tng_write puts the parts of a file together: first the assets in the order of their
 * sections, maps last, where equal assets share one position; then the section block with the
 * positions, compressed; then the header. The unique id and the CRC are computed from all
 * parts at the end. Assets are referred to, not copied. */
#include "tirnanog/container/tng.h"

#include "base/deflate.h"
#include "base/hash.h"

#include <assert.h>
#include <stdlib.h>

Bytes tng_pack_bytes(Bytes record, int level, Arena *arena)
{
    const int used = record.size <= TNG_STORED_MAX ? DEFLATE_NONE : level;
    return deflate_bytes(record, WRAPPING_ZLIB, used, arena);
}

Bytes tng_pack_record_at(const RecordLayout *layout, const void *record, int level,
                         Arena *arena)
{
    Arena *scratch = arena_new();
    Writer writer = writer_to(scratch);
    record_write(layout, record, &writer);
    const Bytes stored = tng_pack_bytes(writer_bytes(&writer), level, arena);
    arena_free(scratch);
    return stored;
}

Bytes tng_pack_record(const RecordLayout *layout, const void *record, Arena *arena)
{
    return tng_pack_record_at(layout, record, DEFLATE_BEST, arena);
}

/* Appends assets; an asset that was appended before is shared. */
typedef struct AssetWriter {
    TngOutput *out;
    Arena *arena;
    struct Seen {
        uint64_t hash;
        size_t part; /* + 1; 0: free */
        uint64_t at;
    } * seen;
    size_t capacity;
    uint64_t at; /* offset from the end of the section block */
} AssetWriter;

static uint64_t append_asset(AssetWriter *layer, Bytes asset)
{
    if (!asset.size)
        return 0;
    const uint64_t hash = hash_bytes(0, asset);
    size_t slot = hash & (layer->capacity - 1);
    for (; layer->seen[slot].part; slot = (slot + 1) & (layer->capacity - 1)) {
        const struct Seen *seen = &layer->seen[slot];
        if (seen->hash == hash && bytes_equal(layer->out->parts[seen->part - 1], asset))
            return seen->at;
    }
    layer->seen[slot] = (struct Seen){hash, layer->out->count + 1, layer->at};
    *ARENA_PUSH(layer->arena, layer->out->parts, layer->out->count) = asset;
    layer->at += asset.size;
    return layer->seen[slot].at;
}

static void append_section(AssetWriter *layer, TngSection *section)
{
    if (!section->kind)
        return;
    if (section->kind->form == TNG_LANGUAGE) {
        TngLanguage *language = section->record;
        language->at = append_asset(layer, section->texts);
        language->size = (u32)section->texts.size;
    }
    if (section->kind->form == TNG_TILES)
        return;
    for (size_t i = 0; i < section->count; i++) {
        TngExtent *place = section->entries[i].descriptor;
        place->at = append_asset(layer, section->entries[i].stored);
        place->size = (u32)section->entries[i].stored.size;
    }
}

static void write_section(const TngFile *file, const TngSection *section, Writer *writer)
{
    if (!section->kind) {
        write_bytes(writer, section->bytes);
        return;
    }
    switch (section->kind->form) {
    case TNG_STRINGS:
        write_bytes(writer, file->strings);
        break;
    case TNG_LANGUAGE:
    case TNG_SINGLE:
        record_write(section->kind->record, section->record, writer);
        break;
    case TNG_FILES:
    case TNG_ASSETS:
        for (size_t i = 0; i < section->count; i++)
            record_write(section->kind->record, section->entries[i].descriptor, writer);
        break;
    case TNG_TILES:
        for (size_t i = 0; i < section->count; i++)
            record_write(section->kind->asset, section->entries[i].asset, writer);
        write_bytes(writer, section->trailing);
        break;
    }
}

static bool write_block(const TngFile *file, Writer *block, Report *report)
{
    write_zeros(block, file->section_count * 8);
    for (size_t i = 0; i < file->section_count; i++) {
        const TngSection *section = &file->sections[i];
        const size_t at = block->size;
        write_section(file, section, block);
        const size_t size = block->size - at;
        if (size >= TNG_SECTION_MAX)
            return report_error(report, "section %u (%s) has %zu bytes; the maximum is %d",
                                section->type, section->kind ? section->kind->title : "unknown",
                                size, TNG_SECTION_MAX - 1);
        write_uint_at(block, i * 8, at, 4);
        write_uint_at(block, i * 8 + 4, size, 3);
        write_uint_at(block, i * 8 + 7, section->type, 1);
    }
    return true;
}

/* Sets the unique id before the CRC, which includes it. */
static void seal(TngOutput *out, uint8_t *header, TngFile *file)
{
    enum { UNIQUE_AT = 48, CRC_AT = 56 };
    memset(header + UNIQUE_AT, 0, 12);
    uint64_t hash = 0;
    for (size_t i = 0; i < out->count; i++)
        hash = hash_bytes(hash, out->parts[i]);
    memcpy(header + UNIQUE_AT, &hash, 8);
    memcpy(file->header.unique, &hash, 8);
    uint32_t crc = 0;
    for (size_t i = 0; i < out->count; i++)
        crc = crc32_of(crc, out->parts[i]);
    memcpy(header + CRC_AT, &crc, 4);
    file->header.crc = crc;
}

bool tng_write_at(TngFile *file, int level, TngOutput *out, Arena *arena, Report *report)
{
    assert(file->section_count && file->sections[0].type == SECTION_STRINGS);
    size_t assets = 1;
    for (size_t i = 0; i < file->section_count; i++)
        assets += file->sections[i].count + 1;
    AssetWriter layer = {.out = out, .arena = arena, .capacity = 64};
    while (layer.capacity < assets * 2)
        layer.capacity *= 2;
    layer.seen = ARENA_ALLOC(arena, struct Seen, layer.capacity);
    *out = (TngOutput){0};
    (void)ARENA_PUSH(arena, out->parts, out->count); /* header and section block */
    for (int maps = 0; maps < 2; maps++)             /* seed: map assets MUST be the last */
        for (size_t i = 0; i < file->section_count; i++)
            if ((file->sections[i].type == SECTION_MAPS) == maps)
                append_section(&layer, &file->sections[i]);
    Writer block = writer_to(arena);
    if (!write_block(file, &block, report))
        return false;
    const Bytes packed = deflate_bytes(writer_bytes(&block), WRAPPING_ZLIB, level, arena);
    Writer head = writer_to(arena);
    file->header.crc = 0;
    memset(file->header.unique, 0, sizeof file->header.unique);
    record_write(&TngHeader_layout, &file->header, &head);
    write_u32(&head, (uint32_t)packed.size + 4);
    write_bytes(&head, packed);
    write_u32(&head, crc32_of(0, writer_bytes(&block)));
    out->parts[0] = writer_bytes(&head);
    out->size = head.size + (size_t)layer.at;
    seal(out, head.data, file);
    return true;
}

bool tng_write(TngFile *file, TngOutput *out, Arena *arena, Report *report)
{
    return tng_write_at(file, DEFLATE_BEST, out, arena, report);
}

Bytes tng_output_bytes(const TngOutput *output, Arena *arena)
{
    uint8_t *data = arena_alloc_raw(arena, output->size, 1), *to = data;
    for (size_t i = 0; i < output->count; to += output->parts[i++].size)
        memcpy(to, output->parts[i].data, output->parts[i].size);
    return (Bytes){data, output->size};
}
