/* Readers and writers of bytes in memory, little-endian unless `big` is set.
 *
 * A reader is sticky: after the first failure it returns zeros and does not advance. The
 * failure is reported once, with its offset, so callers check only at the end:
 *
 *     const uint32_t count = read_u32(&reader);
 *     ...
 *     return reader_ok(&reader); */
#ifndef OISIN_BASE_STREAM_H
#define OISIN_BASE_STREAM_H

#include "base/report.h"

typedef struct Reader {
    Bytes bytes;
    size_t at;
    size_t base;      /* offset of these bytes in the file; added to offsets in messages */
    const char *part; /* used in messages ("section 30, dialog 2"), or NULL */
    bool big;         /* numbers are big-endian */
    bool failed;
    Report *report;
} Reader;

Reader reader_of(Bytes bytes, Report *report);
static inline bool reader_ok(const Reader *reader) { return !reader->failed; }
static inline size_t reader_left(const Reader *reader)
{
    return reader->bytes.size - reader->at;
}

/* Reports `at byte N: ...` unless the reader failed before; returns false. */
bool reader_fail(Reader *reader, const char *format, ...) PRINTF_LIKE(2, 3);
/* The same for a feature of the format that is not supported. */
bool reader_unsupported(Reader *reader, const char *format, ...) PRINTF_LIKE(2, 3);

/* Fails unless `size` more bytes are available; `what` is named in the message. */
bool reader_need(Reader *reader, size_t size, const char *what);

uint64_t read_uint(Reader *reader, unsigned bytes, const char *what); /* 1 to 8 bytes */
uint8_t read_u8(Reader *reader);
uint16_t read_u16(Reader *reader);
uint32_t read_u24(Reader *reader);
uint32_t read_u32(Reader *reader);
uint64_t read_u64(Reader *reader);
Bytes read_bytes(Reader *reader, size_t size); /* a slice; empty after a failure */
void reader_seek(Reader *reader, size_t at);

/* Decodes a number of `bytes` bytes (1 to 8) in either byte order. */
static inline uint64_t uint_of(const uint8_t *data, unsigned bytes, bool big)
{
    uint64_t value = 0;
    if (big)
        for (unsigned i = 0; i < bytes; i++)
            value = value << 8 | data[i];
    else
        for (unsigned i = bytes; i--;)
            value = value << 8 | data[i];
    return value;
}

/* A writer appends to memory of its arena. `data` may move when it grows. */
typedef struct Writer {
    uint8_t *data;
    size_t size, capacity;
    Arena *arena;
    bool big; /* numbers are written big-endian */
} Writer;

Writer writer_to(Arena *arena);
void write_uint(Writer *writer, uint64_t value, unsigned bytes);
void write_u8(Writer *writer, uint8_t value);
void write_u16(Writer *writer, uint16_t value);
void write_u24(Writer *writer, uint32_t value);
void write_u32(Writer *writer, uint32_t value);
void write_u64(Writer *writer, uint64_t value);
void write_bytes(Writer *writer, Bytes bytes);
void write_text(Writer *writer, Text text);
void write_zeros(Writer *writer, size_t size);
void write_format(Writer *writer, const char *format, ...) PRINTF_LIKE(2, 3);
/* Appends `size` bytes that the caller must fill. */
uint8_t *writer_reserve(Writer *writer, size_t size);
/* Makes room for `size` bytes that will be written: the data then moves less often. */
void writer_room(Writer *writer, size_t size);
/* Overwrites a number that was written before. */
void write_uint_at(Writer *writer, size_t at, uint64_t value, unsigned bytes);
Bytes writer_bytes(const Writer *writer);
Text writer_text(const Writer *writer);

#endif
