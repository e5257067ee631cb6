/* Bytes and Text are slices: a pointer and a size. They do not own their memory; an arena, a
 * mapped file or a constant does. Slicing copies nothing, and slices are not zero-terminated
 * unless a comment says so. */
#ifndef OISIN_BASE_BYTES_H
#define OISIN_BASE_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct Bytes {
    const uint8_t *data;
    size_t size;
} Bytes;

typedef struct Text {
    const char *at;
    size_t size;
} Text;

#define TEXT(literal) ((Text){"" literal, sizeof(literal) - 1})
#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

static inline Text text_of(const char *string) { return (Text){string, strlen(string)}; }

static inline bool text_equal(Text a, Text b)
{
    return a.size == b.size && (a.size == 0 || memcmp(a.at, b.at, a.size) == 0);
}

static inline bool text_is(Text a, const char *string)
{
    return text_equal(a, text_of(string));
}

/* Compares byte by byte; a text that is a prefix of the other one comes first. */
static inline int text_compare(Text a, Text b)
{
    const size_t min = a.size < b.size ? a.size : b.size;
    const int order = min ? memcmp(a.at, b.at, min) : 0;
    return order ? order : (a.size > b.size) - (a.size < b.size);
}

static inline bool text_starts(Text text, const char *start)
{
    const size_t size = strlen(start);
    return text.size >= size && memcmp(text.at, start, size) == 0;
}

static inline bool text_ends(Text text, const char *end)
{
    const size_t size = strlen(end);
    return text.size >= size && memcmp(text.at + text.size - size, end, size) == 0;
}

static inline Text text_slice(Text text, size_t from, size_t to)
{
    return (Text){text.at + from, to - from};
}

static inline Bytes bytes_slice(Bytes bytes, size_t at, size_t size)
{
    return (Bytes){bytes.data + at, size};
}

static inline bool bytes_equal(Bytes a, Bytes b)
{
    return a.size == b.size && (a.size == 0 || memcmp(a.data, b.data, a.size) == 0);
}

static inline Bytes bytes_of_text(Text text)
{
    return (Bytes){(const uint8_t *)text.at, text.size};
}

static inline Text text_of_bytes(Bytes bytes)
{
    return (Text){(const char *)bytes.data, bytes.size};
}

#endif
