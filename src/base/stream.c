/* Parts, in order: reading; writing. A writer that grows allocates a larger array and leaves
 * the old one to the arena: a pointer into it stays valid, but shows old bytes. */
#include "base/stream.h"

#include "base/text.h"

#include <assert.h>
#include <stdio.h>

Reader reader_of(Bytes bytes, Report *report)
{
    return (Reader){.bytes = bytes, .report = report};
}

/* Only the first error is reported: later ones follow from it. */
static bool fail(Reader *reader, Cause cause, const char *format, va_list arguments)
{
    if (reader->failed)
        return false;
    reader->failed = true;
    char text[1000];
    vsnprintf(text, sizeof text, format, arguments);
    return report_cause(reader->report, cause, "%s%sat byte %zu: %s",
                        reader->part ? reader->part : "", reader->part ? ", " : "",
                        reader->base + reader->at, text);
}

bool reader_fail(Reader *reader, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fail(reader, CAUSE_INVALID, format, arguments);
    va_end(arguments);
    return false;
}

/* The file may be valid: the cause tells callers not to call it damaged. */
bool reader_unsupported(Reader *reader, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fail(reader, CAUSE_UNSUPPORTED, format, arguments);
    va_end(arguments);
    return false;
}

bool reader_need(Reader *reader, size_t size, const char *what)
{
    if (reader->failed)
        return false;
    const size_t left = reader_left(reader);
    return size <= left ? true
                        : reader_fail(reader, "%s needs %zu byte%s, but %zu %s left", what,
                                      size, PLURAL(size), left, left == 1 ? "is" : "are");
}

uint64_t read_uint(Reader *reader, unsigned bytes, const char *what)
{
    assert(bytes >= 1 && bytes <= 8);
    if (!reader_need(reader, bytes, what))
        return 0;
    const uint64_t value = uint_of(reader->bytes.data + reader->at, bytes, reader->big);
    reader->at += bytes;
    return value;
}

uint8_t read_u8(Reader *reader) { return (uint8_t)read_uint(reader, 1, "a byte"); }
uint16_t read_u16(Reader *reader) { return (uint16_t)read_uint(reader, 2, "a number"); }
uint32_t read_u24(Reader *reader) { return (uint32_t)read_uint(reader, 3, "a number"); }
uint32_t read_u32(Reader *reader) { return (uint32_t)read_uint(reader, 4, "a number"); }
uint64_t read_u64(Reader *reader) { return read_uint(reader, 8, "a number"); }

/* Not a copy: valid as long as the reader's bytes. Never NULL, so that it can be passed to
 * memcpy(). */
Bytes read_bytes(Reader *reader, size_t size)
{
    if (!reader_need(reader, size, "a block"))
        return (Bytes){(const uint8_t *)"", 0};
    const Bytes slice = bytes_slice(reader->bytes, reader->at, size);
    reader->at += size;
    return slice;
}

void reader_seek(Reader *reader, size_t at)
{
    if (reader->failed)
        return;
    if (at > reader->bytes.size)
        reader_fail(reader, "offset %zu is beyond the end", at);
    else
        reader->at = at;
}

Writer writer_to(Arena *arena) { return (Writer){.arena = arena}; }

/* The bytes are not set. The pointer is valid until the next write. */
uint8_t *writer_reserve(Writer *writer, size_t size)
{
    if (size > writer->capacity - writer->size) {
        size_t capacity = writer->capacity ? writer->capacity * 2 : 256;
        while (capacity - writer->size < size)
            capacity *= 2;
        uint8_t *data = arena_alloc_raw(writer->arena, capacity, 1);
        if (writer->size)
            memcpy(data, writer->data, writer->size);
        writer->data = data;
        writer->capacity = capacity;
    }
    uint8_t *start = writer->data + writer->size;
    writer->size += size;
    return start;
}

/* Grows the array now, so that pointers into it stay valid for the next `size` bytes. */
void writer_room(Writer *writer, size_t size)
{
    if (!size)
        return;
    writer_reserve(writer, size);
    writer->size -= size;
}

static void put(uint8_t *data, uint64_t value, unsigned bytes, bool big)
{
    for (unsigned i = 0; i < bytes; i++)
        data[big ? bytes - 1 - i : i] = (uint8_t)(value >> 8 * i);
}

void write_uint(Writer *writer, uint64_t value, unsigned bytes)
{
    assert(bytes >= 1 && bytes <= 8);
    put(writer_reserve(writer, bytes), value, bytes, writer->big);
}

void write_u8(Writer *writer, uint8_t value) { *writer_reserve(writer, 1) = value; }
void write_u16(Writer *writer, uint16_t value) { write_uint(writer, value, 2); }
void write_u24(Writer *writer, uint32_t value) { write_uint(writer, value, 3); }
void write_u32(Writer *writer, uint32_t value) { write_uint(writer, value, 4); }
void write_u64(Writer *writer, uint64_t value) { write_uint(writer, value, 8); }

void write_bytes(Writer *writer, Bytes bytes)
{
    if (bytes.size)
        memcpy(writer_reserve(writer, bytes.size), bytes.data, bytes.size);
}

void write_text(Writer *writer, Text text) { write_bytes(writer, bytes_of_text(text)); }

void write_zeros(Writer *writer, size_t size)
{
    if (size)
        memset(writer_reserve(writer, size), 0, size);
}

void write_format(Writer *writer, const char *format, ...)
{
    char small[512];
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    const int size = vsnprintf(small, sizeof small, format, arguments);
    assert(size >= 0);
    if ((size_t)size < sizeof small) {
        write_bytes(writer, (Bytes){(const uint8_t *)small, (size_t)size});
    } else { /* reserve the zero that vsnprintf appends, then return it */
        vsnprintf((char *)writer_reserve(writer, (size_t)size + 1), (size_t)size + 1, format,
                  again);
        writer->size--;
    }
    va_end(again);
    va_end(arguments);
}

/* For sizes and offsets that are known only later. In the writer's byte order. */
void write_uint_at(Writer *writer, size_t at, uint64_t value, unsigned bytes)
{
    assert(at + bytes <= writer->size);
    put(writer->data + at, value, bytes, writer->big);
}

Bytes writer_bytes(const Writer *writer)
{
    return (Bytes){writer->data ? writer->data : (const uint8_t *)"", writer->size};
}

Text writer_text(const Writer *writer) { return text_of_bytes(writer_bytes(writer)); }
