#include "font_kit.h"

#include "base/deflate.h"
#include "base/stream.h"

#include <stdio.h>

typedef struct Table {
    uint32_t tag, sum, offset, size;
} Table;

enum { DIRECTORY = 12, ENTRY = 16, GLYF = 0x676C7966, LOCA = 0x6C6F6361 };

Bytes font_file(const char *path, Arena *arena)
{
    FILE *file = fopen(path, "rb");
    Writer writer = writer_to(arena);
    uint8_t part[4096];
    for (size_t size; file && (size = fread(part, 1, sizeof part, file));)
        write_bytes(&writer, (Bytes){part, size});
    if (file)
        fclose(file);
    return writer_bytes(&writer);
}

static size_t table_count(Bytes ttf) { return (size_t)uint_of(ttf.data + 4, 2, true); }

static Table table_at(Bytes ttf, size_t index)
{
    const uint8_t *at = ttf.data + DIRECTORY + ENTRY * index;
    return (Table){(uint32_t)uint_of(at, 4, true), (uint32_t)uint_of(at + 4, 4, true),
                   (uint32_t)uint_of(at + 8, 4, true), (uint32_t)uint_of(at + 12, 4, true)};
}

static void pad(Writer *writer) { write_zeros(writer, -writer->size & 3); }

/* The size of the TrueType font that a decoder makes. */
static uint32_t sfnt_size(Bytes ttf)
{
    uint32_t size = (uint32_t)(DIRECTORY + ENTRY * table_count(ttf));
    for (size_t i = 0; i < table_count(ttf); i++)
        size += (table_at(ttf, i).size + 3) & ~3u;
    return size;
}

Bytes font_woff(Bytes ttf, Arena *arena)
{
    enum { HEADER = 44, WOFF_ENTRY = 20 };
    const size_t count = table_count(ttf);
    Writer writer = writer_to(arena);
    writer.big = true;
    write_text(&writer, TEXT("wOFF"));
    write_bytes(&writer, bytes_slice(ttf, 0, 4));
    write_u32(&writer, 0); /* the file's size, below */
    write_u16(&writer, (uint16_t)count);
    write_u16(&writer, 0);
    write_u32(&writer, sfnt_size(ttf));
    write_zeros(&writer, HEADER - 20 + WOFF_ENTRY * count);
    for (size_t i = 0; i < count; i++) {
        const Table table = table_at(ttf, i);
        const Bytes plain = bytes_slice(ttf, table.offset, table.size);
        Bytes packed = deflate_bytes(plain, WRAPPING_ZLIB, 6, arena);
        if (packed.size >= plain.size)
            packed = plain;
        const uint32_t values[] = {table.tag, (uint32_t)writer.size, (uint32_t)packed.size,
                                   table.size, table.sum};
        for (size_t k = 0; k < 5; k++)
            write_uint_at(&writer, HEADER + WOFF_ENTRY * i + 4 * k, values[k], 4);
        write_bytes(&writer, packed);
        pad(&writer);
    }
    write_uint_at(&writer, 8, writer.size, 4);
    return writer_bytes(&writer);
}

/* Big-endian groups of 7 bits; the upper bit says that another follows. */
static void base128_put(Writer *writer, uint32_t value)
{
    unsigned shift = 28;
    while (shift && !(value >> shift))
        shift -= 7;
    for (; shift; shift -= 7)
        write_u8(writer, (uint8_t)(0x80 | (value >> shift & 0x7F)));
    write_u8(writer, value & 0x7F);
}

/* RFC 7932: a window of 64 KiB, one meta-block of stored bytes, and an empty last one. */
static Bytes brotli_stored(Bytes bytes, Arena *arena)
{
    Writer writer = writer_to(arena);
    const uint32_t last = (uint32_t)bytes.size - 1;
    const unsigned nibbles = last >> 20 ? 6 : last >> 16 ? 5 : 4;
    write_u32(&writer, (nibbles - 4) << 2 | last << 4 | 1u << (4 + 4 * nibbles));
    writer.size -= nibbles == 4; /* 21 bits */
    write_bytes(&writer, bytes);
    write_u8(&writer, 3);
    return writer_bytes(&writer);
}

/* `loca` must follow `glyf`. */
static size_t table_order(Bytes ttf, size_t *out)
{
    const size_t count = table_count(ttf);
    size_t loca = count, made = 0;
    for (size_t i = 0; i < count; i++)
        loca = table_at(ttf, i).tag == LOCA ? i : loca;
    for (size_t i = 0; i < count; i++) {
        if (i != loca)
            out[made++] = i;
        if (table_at(ttf, i).tag == GLYF)
            out[made++] = loca;
    }
    return made;
}

Bytes font_woff2(Bytes ttf, Arena *arena)
{
    size_t *order = ARENA_ALLOC(arena, size_t, table_count(ttf));
    const size_t count = table_order(ttf, order);
    Writer directory = writer_to(arena), data = writer_to(arena), writer = writer_to(arena);
    directory.big = writer.big = true;
    for (size_t i = 0; i < count; i++) {
        const Table table = table_at(ttf, order[i]);
        /* 63: a tag follows; 3 << 6: glyf and loca are not transformed */
        write_u8(&directory, table.tag == GLYF || table.tag == LOCA ? 0xFF : 0x3F);
        write_u32(&directory, table.tag);
        base128_put(&directory, table.size);
        write_bytes(&data, bytes_slice(ttf, table.offset, table.size));
    }
    const Bytes packed = brotli_stored(writer_bytes(&data), arena);
    write_text(&writer, TEXT("wOF2"));
    write_bytes(&writer, bytes_slice(ttf, 0, 4));
    write_u32(&writer, 0); /* the file's size, below */
    write_u16(&writer, (uint16_t)count);
    write_u16(&writer, 0);
    write_u32(&writer, sfnt_size(ttf));
    write_u32(&writer, (uint32_t)packed.size);
    write_zeros(&writer, 24);
    write_bytes(&writer, writer_bytes(&directory));
    write_bytes(&writer, packed);
    pad(&writer);
    write_uint_at(&writer, 8, writer.size, 4);
    return writer_bytes(&writer);
}

Bytes font_collection(const Bytes *fonts, size_t count, Arena *arena)
{
    Writer writer = writer_to(arena);
    writer.big = true;
    write_text(&writer, TEXT("ttcf"));
    write_u32(&writer, 0x00010000);
    write_u32(&writer, (uint32_t)count);
    write_zeros(&writer, 4 * count);
    for (size_t i = 0; i < count; i++) {
        const size_t at = writer.size;
        write_uint_at(&writer, 12 + 4 * i, at, 4);
        write_bytes(&writer, fonts[i]);
        pad(&writer);
        for (size_t k = 0; k < table_count(fonts[i]); k++)
            write_uint_at(&writer, at + DIRECTORY + ENTRY * k + 8,
                          at + table_at(fonts[i], k).offset, 4);
    }
    return writer_bytes(&writer);
}

/* ---- Type 1 ---- */

enum { TYPE1_FONT_KEY = 55665, TYPE1_CHARACTER_KEY = 4330 };

/* The first four bytes of the result decrypt to nothing. */
static Bytes type1_encrypted(Bytes plain, uint16_t key, Arena *arena)
{
    Writer writer = writer_to(arena);
    for (size_t i = 0; i < plain.size + 4; i++) {
        const uint8_t byte = (uint8_t)((i < 4 ? 0 : plain.data[i - 4]) ^ key >> 8);
        key = (uint16_t)((byte + key) * 52845u + 22719u);
        write_u8(&writer, byte);
    }
    return writer_bytes(&writer);
}

static void type1_character(Writer *writer, const char *name, Bytes program, Arena *arena)
{
    const Bytes bytes = type1_encrypted(program, TYPE1_CHARACTER_KEY, arena);
    write_format(writer, "/%s %zu RD ", name, bytes.size);
    write_bytes(writer, bytes);
    write_format(writer, " ND\n");
}

static Bytes type1_private(Arena *arena)
{
    static const uint8_t empty[] = {139, 248, 136, 13, 14}; /* 0 500 hsbw endchar */
    static const uint8_t letter[] = {139, 248, 136, 13,     /* 0 500 hsbw */
                                     139, 139, 21,          /* 0 0 rmoveto */
                                     248, 36,  6,           /* 400 hlineto */
                                     249, 80,  7,           /* 700 vlineto */
                                     252, 36,  6,   9,
                                     14}; /* -400 hlineto closepath endchar */
    Writer writer = writer_to(arena);
    write_format(&writer, "dup /Private 8 dict dup begin\n"
                          "/RD {string currentfile exch readstring pop} executeonly def\n"
                          "/ND {noaccess def} executeonly def\n"
                          "/NP {noaccess put} executeonly def\n"
                          "/BlueValues [] def\n/lenIV 4 def\n/password 5839 def\n"
                          "2 index /CharStrings 2 dict dup begin\n");
    type1_character(&writer, ".notdef", (Bytes){empty, sizeof empty}, arena);
    type1_character(&writer, "A", (Bytes){letter, sizeof letter}, arena);
    write_format(&writer,
                 "end\nend\nreadonly put\nnoaccess put\n"
                 "dup /FontName get exch definefont pop\nmark currentfile closefile\n");
    return type1_encrypted(writer_bytes(&writer), TYPE1_FONT_KEY, arena);
}

static void segment_put(Writer *writer, bool binary, uint8_t kind, Bytes bytes)
{
    if (binary) {
        write_u8(writer, 0x80);
        write_u8(writer, kind);
        write_u32(writer, (uint32_t)bytes.size);
    }
    if (binary || kind == 1)
        write_bytes(writer, bytes);
    else
        for (size_t i = 0; i < bytes.size; i++)
            write_format(writer, "%02x%s", bytes.data[i], i % 32 == 31 ? "\n" : "");
}

Bytes font_type1(bool binary, Arena *arena)
{
    static const char head[] = "%!PS-AdobeFont-1.0: Tiny 001.000\n"
                               "11 dict begin\n/FontInfo 2 dict dup begin\n"
                               "/FamilyName (Tiny) readonly def\nend readonly def\n"
                               "/FontName /Tiny def\n/PaintType 0 def\n/FontType 1 def\n"
                               "/FontMatrix [0.001 0 0 0.001 0 0] readonly def\n"
                               "/Encoding StandardEncoding def\n"
                               "/FontBBox {0 0 400 700} readonly def\n"
                               "currentdict end\ncurrentfile eexec\n";
    Writer tail = writer_to(arena), writer = writer_to(arena);
    for (int i = 0; i < 8; i++)
        write_format(&tail, "\n%064d", 0);
    write_format(&tail, "\ncleartomark\n");
    segment_put(&writer, binary, 1, bytes_of_text(text_of(head)));
    segment_put(&writer, binary, 2, type1_private(arena));
    segment_put(&writer, binary, 1, writer_bytes(&tail));
    if (binary)
        write_bytes(&writer, bytes_of_text(TEXT("\x80\x03")));
    return writer_bytes(&writer);
}
