/* Parts, in order: detection of the flavour; reading and writing; JSON; title and document. No
 * field tells the flavour: the byte order in which the counts fit the size of the file decides,
 * and between B and C whether all positions in the sheet are below 2. */
#include "mages/sprites/lay.h"

#include "base/text.h"
#include "base/deflate.h"

#define RECORD_FILE "mages/sprites/lay.def"
#include "base/record_define.h"

/* Bytes in the file (lay.def). */
enum { HEAD_SIZE = 8, SPRITE_SIZE = 12, CHUNK_SIZE = 16 };

static const struct {
    unsigned type;
    const char *word, *doc;
} types[] = {
    {LAY_BASE, "base", "the first of them, anywhere in the list, is drawn first"},
    {LAY_SUB, "sub", "a face"},
    {LAY_EYES, "eyes", "eyes of a face"},
    {LAY_MOUTH, "mouth", "frame 0, 1, 2: closed, half, open; of a face"},
    {LAY_OVERLAY, "overlay", "blended last; belongs to no face"},
    {LAY_BOTH, "both", "eyes and mouth together: frame = 3 * eye + mouth"},
};

const char *lay_type_word(unsigned type)
{
    for (size_t i = 0; i < COUNT_OF(types); i++)
        if (types[i].type == type)
            return types[i].word;
    return NULL;
}

/* The tail has one byte for each chunk, 0 or 1; any other tail has an unknown meaning. */
bool lay_has_opaque_flags(const LayFile *file)
{
    if (!file->chunk_count || file->tail_count != file->chunk_count)
        return false;
    for (size_t i = 0; i < file->tail_count; i++)
        if (file->tail[i] > 1)
            return false;
    return true;
}

/* ---- detection of the flavour ---- */

/* More bytes may follow (the tail), fewer not. */
static bool counts_fit(Bytes file, bool big)
{
    if (file.size < HEAD_SIZE)
        return false;
    const uint64_t sprites = uint_of(file.data, 4, big),
                   chunks = uint_of(file.data + 4, 4, big);
    return HEAD_SIZE + SPRITE_SIZE * sprites + CHUNK_SIZE * chunks <= file.size;
}

/* RFC 1950: method 8, a window of at most 32 KiB, and a check of both bytes. */
static bool looks_like_zlib(Bytes file)
{
    return file.size >= 2 && (file.data[0] & 15) == 8 && file.data[0] >> 4 <= 7 &&
           (file.data[0] << 8 | file.data[1]) % 31 == 0;
}

/* Big-endian: in C a position is a fraction of the sheet. A single cell in the corner of
 * flavour B, at (1, 1), is not a fraction: it would be to the right of the sheet's 2048 pixels.
 */
static LayFlavour big_flavour(const LayFile *file)
{
    bool ones = file->chunk_count != 0;
    for (size_t i = 0; i < file->chunk_count; i++) {
        const LayChunk *chunk = &file->chunks[i];
        if (!(chunk->src_x < 2 && chunk->src_y < 2))
            return LAY_B;
        ones = ones && chunk->src_x == 1 && chunk->src_y == 1;
    }
    return ones ? LAY_B : LAY_C;
}

/* `out->zlib` is set by the caller. */
static bool read_plain(Bytes file, bool big, Lay *out, Arena *arena, Report *report)
{
    Reader reader = reader_of(file, report);
    reader.big = big;
    if (file.size > LAY_SIZE_MAX)
        return report_error(report, "a layout of %zu bytes; the maximum is %d", file.size,
                            LAY_SIZE_MAX);
    if (!record_read(&LayFile_layout, &out->file, &reader, arena))
        return false;
    out->flavour = big ? big_flavour(&out->file) : LAY_A;
    return true;
}

/* Shows the counts in both byte orders: one of them may look familiar to the user. */
static bool fails_to_fit(Bytes file, Report *report)
{
    if (file.size < HEAD_SIZE)
        return report_error(report,
                            "at byte 0: a layout needs at least 8 bytes, but the file has %zu",
                            file.size);
    const uint8_t *data = file.data;
    return report_error(
        report,
        "at byte 0: not a layout: neither %u entries and %u chunks fit into its "
        "%zu bytes, nor (big-endian) %u and %u",
        (unsigned)uint_of(data, 4, false), (unsigned)uint_of(data + 4, 4, false), file.size,
        (unsigned)uint_of(data, 4, true), (unsigned)uint_of(data + 4, 4, true));
}

/* Little-endian first, then zlib. Big-endian counts can look like a zlib header by chance: they
 * are tried if the stream is not valid. */
bool lay_read(Bytes file, Lay *out, Arena *arena, Report *report)
{
    *out = (Lay){0};
    if (counts_fit(file, false))
        return read_plain(file, false, out, arena, report);
    if (looks_like_zlib(file)) {
        const Inflated inflated = inflate_bytes(file, WRAPPING_ZLIB, 0, LAY_SIZE_MAX, arena);
        const bool big = !inflated.problem && !counts_fit(inflated.bytes, false);
        if (!inflated.problem && (!big || counts_fit(inflated.bytes, true))) {
            out->zlib = true;
            return read_plain(inflated.bytes, big, out, arena, report);
        }
        if (!counts_fit(file, true))
            return inflated.problem
                       ? report_error(report, "at byte 0: a zlib stream: %s", inflated.problem)
                       : fails_to_fit(inflated.bytes, report);
    }
    if (!counts_fit(file, true))
        return fails_to_fit(file, report);
    return read_plain(file, true, out, arena, report);
}

static float float_of(const uint8_t *data, bool big)
{
    const uint32_t bits = (uint32_t)uint_of(data, 4, big);
    float number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

/* Whether every entry has a known type and existing chunks, and all coordinates are such as a
 * packer writes (src is the second pixel of a cell). */
static bool is_plausible(Bytes file, bool big)
{
    if (!counts_fit(file, big))
        return false;
    const uint64_t sprites = uint_of(file.data, 4, big),
                   chunks = uint_of(file.data + 4, 4, big);
    const uint8_t *data = file.data + HEAD_SIZE;
    for (size_t i = 0; i < sprites; i++, data += SPRITE_SIZE)
        if (!lay_type_word(lay_type((u32)uint_of(data, 4, big))) ||
            uint_of(data + 4, 4, big) + uint_of(data + 8, 4, big) > chunks)
            return false;
    for (size_t i = 0; i < chunks; i++, data += CHUNK_SIZE)
        for (size_t member = 0; member < 4; member++) {
            const float number = float_of(data + 4 * member, big);
            const float least = member < 2 ? -LAY_NUMBER_MAX : 1 / 2048.0f;
            if (!(number >= least && number <= LAY_NUMBER_MAX))
                return false;
        }
    return sprites && chunks;
}

/* Stricter than lay_read(), since there is no magic: random data must not be taken for a
 * layout. */
bool lay_is(Bytes file)
{
    if (counts_fit(file, false))
        return is_plausible(file, false);
    bool is = is_plausible(file, true);
    if (!is && looks_like_zlib(file)) {
        Arena *scratch = arena_new();
        const Inflated inflated = inflate_bytes(file, WRAPPING_ZLIB, 0, LAY_SIZE_MAX, scratch);
        is = !inflated.problem &&
             (is_plausible(inflated.bytes, false) || is_plausible(inflated.bytes, true));
        arena_free(scratch);
    }
    return is;
}

/* Compressed again: the bytes may differ from those of the original compressor. */
Bytes lay_write(const Lay *lay, Arena *arena)
{
    Writer writer = writer_to(arena);
    writer.big = lay->flavour != LAY_A;
    record_write(&LayFile_layout, &lay->file, &writer);
    return lay->zlib ? deflate_bytes(writer_bytes(&writer), WRAPPING_ZLIB, DEFLATE_BEST, arena)
                     : writer_bytes(&writer);
}

/* ---- JSON ---- */

static Text type_words(unsigned type, Arena *arena)
{
    const char *word = lay_type_word(type);
    return word ? text_of(word) : arena_format(arena, "unknown 0x%02x", type);
}

/* `type`, `face` and `frame` are parts of `info`, for the reader. */
static void show_sprite(const LaySprite *sprite, JsonWriter *json, Arena *arena)
{
    json_open(json, NULL);
    json_put_text(json, "type", type_words(lay_type(sprite->info), arena));
    json_put_uint(json, "face", lay_face(sprite->info));
    json_put_uint(json, "frame", lay_frame(sprite->info));
    record_show_fields(&LaySprite_layout, sprite, NULL, json);
    json_close(json);
}

bool lay_show(Bytes file, bool whole, JsonWriter *json, Arena *arena, Report *report)
{
    Lay lay;
    (void)whole; /* all data is short enough to be shown */
    if (!lay_read(file, &lay, arena, report))
        return false;
    json_put_text(json, "flavour", (Text){&"ABC"[lay.flavour], 1});
    json_put_bool(json, "zlib", lay.zlib);
    json_put_uint(json, "sprite_count", lay.file.sprite_count);
    json_put_uint(json, "chunk_count", lay.file.chunk_count);
    json_open_list(json, "sprites");
    for (size_t i = 0; i < lay.file.sprite_count; i++)
        show_sprite(&lay.file.sprites[i], json, arena);
    json_close_list(json);
    json_open_list(json, "chunks");
    for (size_t i = 0; i < lay.file.chunk_count; i++)
        record_show(&LayChunk_layout, &lay.file.chunks[i], NULL, json);
    json_close_list(json);
    if (lay_has_opaque_flags(&lay.file)) {
        json_open_list(json, "opaque");
        for (size_t i = 0; i < lay.file.tail_count; i++)
            json_put_uint(json, NULL, lay.file.tail[i]);
        json_close_list(json);
    } else {
        json_put_hex(json, "tail", (Bytes){lay.file.tail, lay.file.tail_count});
    }
    return true;
}

/* Converts the flags to the equivalent tail. */
static bool opaque_to_tail(json_t *json, Report *report)
{
    const json_t *list = json_object_get(json, "opaque");
    const json_t *item;
    size_t i;
    Arena *scratch = arena_new();
    Writer hex = writer_to(scratch);
    bool ok = json_is_array(list) && !json_object_get(json, "tail");
    json_array_foreach((json_t *)list, i, item)
    {
        const bool one = json_is_integer(item) && json_integer_value(item) == 1;
        ok = ok && (one || (json_is_integer(item) && json_integer_value(item) == 0));
        write_text(&hex, one ? TEXT("01") : TEXT("00"));
    }
    json_object_set_new(json, "tail",
                        json_stringn((const char *)writer_bytes(&hex).data, hex.size));
    json_object_del(json, "opaque");
    arena_free(scratch);
    return ok || report_error(report, "\"opaque\" must be a list of 0 and 1, without \"tail\"");
}

/* The object without informative keys. */
static json_t *without_views(const json_t *json, Arena *arena)
{
    static const char *const views[] = {"type", "face", "frame"};
    json_t *copy = json_copy((json_t *)json), *sprites = json_array(), *sprite;
    const json_t *list = json_object_get(json, "sprites");
    size_t i;
    json_array_foreach((json_t *)list, i, sprite)
    {
        json_t *one = json_copy(sprite);
        for (size_t v = 0; v < COUNT_OF(views); v++)
            json_object_del(one, views[v]);
        json_array_append_new(sprites, one);
    }
    if (json_is_array(list))
        json_object_set(copy, "sprites", sprites);
    json_decref(sprites);
    json_object_del(copy, "format");
    json_object_del(copy, "flavour");
    json_object_del(copy, "zlib");
    json_object_del(copy, "exact");
    return json_owned(copy, arena);
}

/* Informative keys follow from `info`: reports an error if they were edited instead of it. */
static bool views_check(const json_t *json, const LayFile *file, Arena *arena, Report *report)
{
    const json_t *sprites = json_object_get(json, "sprites");
    for (size_t i = 0; i < file->sprite_count; i++) {
        const json_t *sprite = json_array_get(sprites, i);
        const u32 info = file->sprites[i].info;
        const json_t *type = json_object_get(sprite, "type");
        const char *said = json_string_value(type);
        const Text words = type_words(lay_type(info), arena);
        const struct {
            const char *key;
            unsigned value;
        } numbers[] = {{"face", lay_face(info)}, {"frame", lay_frame(info)}};
        if (type && (!said || !text_is(words, said)))
            return report_error(report,
                                "entry %zu: \"type\" is not the %.*s that \"info\" %u says; "
                                "change \"info\"",
                                i, (int)words.size, words.at, info);
        for (size_t k = 0; k < COUNT_OF(numbers); k++) {
            const json_t *number = json_object_get(sprite, numbers[k].key);
            if (number && (!json_is_integer(number) ||
                           json_integer_value(number) != (json_int_t)numbers[k].value))
                return report_error(report,
                                    "entry %zu: \"%s\" is not the %u that \"info\" %u says; "
                                    "change \"info\"",
                                    i, numbers[k].key, numbers[k].value, info);
        }
    }
    return true;
}

/* Keys that are only informative are removed before record_parse(), which rejects unknown
 * keys. */
bool lay_parse(const json_t *json, Bytes *out, Arena *arena, Report *report)
{
    Lay lay = {.zlib = json_is_true(json_object_get(json, "zlib"))};
    Text flavour;
    if (!json_get_text(json, "flavour", &flavour, arena, report))
        return false;
    if (flavour.size != 1 || flavour.at[0] < 'A' || flavour.at[0] > 'C')
        return report_error(report, "\"flavour\" must be \"A\", \"B\" or \"C\"");
    lay.flavour = (LayFlavour)(flavour.at[0] - 'A');
    json_t *copy = without_views(json, arena);
    const bool ok = (!json_object_get(copy, "opaque") || opaque_to_tail(copy, report)) &&
                    record_parse(&LayFile_layout, &lay.file, copy, arena, report) &&
                    views_check(json, &lay.file, arena, report);
    arena_release(arena, copy);
    if (ok)
        *out = lay_write(&lay, arena);
    return ok;
}

/* Empty if it cannot be read: a title is not the place for errors. */
Text lay_title(Bytes file, Arena *arena)
{
    Lay lay;
    Report silent = report_to(NULL, NULL);
    if (!lay_read(file, &lay, arena, &silent))
        return TEXT("");
    unsigned faces = 0;
    for (size_t i = 0; i < lay.file.sprite_count; i++)
        faces += lay_type(lay.file.sprites[i].info) == LAY_SUB;
    return arena_format(arena, "flavour %c%s, %u face%s, %u entries, %u chunks",
                        "ABC"[lay.flavour], lay.zlib ? " in zlib" : "", faces, PLURAL(faces),
                        lay.file.sprite_count, lay.file.chunk_count);
}

void lay_describe(Writer *writer)
{
    write_format(writer, "Flavour A (PC) is little-endian, B and C (consoles) are big-endian; "
                         "each may be compressed with zlib.\n\n");
    record_describe(&LayFile_layout, writer);
    record_describe(&LaySprite_layout, writer);
    write_format(writer, "| type | word | meaning |\n|--:|---|---|\n");
    for (size_t i = 0; i < COUNT_OF(types); i++)
        write_format(writer, "| 0x%02x | %s | %s |\n", types[i].type, types[i].word,
                     types[i].doc);
    write_format(writer, "\n");
    record_describe(&LayChunk_layout, writer);
}
