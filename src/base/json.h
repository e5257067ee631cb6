/* JSON: our own streaming writer, and parsing with jansson.
 *
 * The writer indents objects and puts lists of plain values on few lines. Text should be UTF-8
 * without zeros; invalid bytes and zeros are written as U+FFFD (callers that must preserve them
 * write hex instead). The parser rejects texts with zeros, since much code would cut them. */
#ifndef OISIN_BASE_JSON_H
#define OISIN_BASE_JSON_H

#include "base/stream.h"

#include <jansson.h>

typedef struct JsonWriter {
    Writer *out;
    unsigned depth;
    uint64_t lists;    /* bit d: level d is a list */
    bool empty, plain; /* nothing written at this level yet; the last value was on this line */
    unsigned column;
    size_t start, limit; /* size of `out` at the start, and the maximum number of bytes to add;
                          * 0: no limit */
    bool exceeded;       /* the limit was exceeded: the output is not a valid document */
} JsonWriter;

enum { JSON_DEPTH = 60 };

JsonWriter json_to(Writer *out);
/* As `json_to`, with a limit. When the output would exceed it, the writer discards all of its
 * output, then and later, and sets `exceeded`. Callers with long loops check that flag. */
JsonWriter json_to_limited(Writer *out, size_t limit);
void json_open(JsonWriter *json, const char *key); /* in a list: key is NULL */
void json_close(JsonWriter *json);
void json_open_list(JsonWriter *json, const char *key);
void json_close_list(JsonWriter *json);
void json_put_text(JsonWriter *json, const char *key, Text value);
void json_put_int(JsonWriter *json, const char *key, int64_t value);
void json_put_uint(JsonWriter *json, const char *key, uint64_t value);
void json_put_bool(JsonWriter *json, const char *key, bool value);
void json_put_float(JsonWriter *json, const char *key, float value);
void json_put_hex(JsonWriter *json, const char *key, Bytes value);
/* Inserts members of an object that were formatted elsewhere: `"a": 1, "b": [2]`; an empty text
 * adds nothing. */
void json_put_members(JsonWriter *json, Text members);
/* Ends the document with a newline. */
void json_end(JsonWriter *json);

/* Registers this reference to a jansson tree with `arena` and returns it; NULL stays NULL. */
json_t *json_owned(json_t *tree, Arena *arena);
/* Parses a whole document. On error, reports line and column and returns NULL. The arena owns
 * the tree (`arena_release` frees it earlier). */
json_t *json_read(Bytes bytes, Arena *arena, Report *report);
/* The compact text of a tree; its doubles can be read back to the same bits. */
Text json_text_of(const json_t *tree, Arena *arena);
/* Members of an object; errors name the key. */
bool json_get_text(const json_t *object, const char *key, Text *out, Arena *arena,
                   Report *report);
/* Without a copy, as long as the tree lives; empty: there is no such text. */
Text json_find_text(const json_t *object, const char *key);
bool json_get_int(const json_t *object, const char *key, int64_t min, int64_t max, int64_t *out,
                  Report *report);
bool json_get_hex(const json_t *object, const char *key, Bytes *out, Arena *arena,
                  Report *report);
/* The same for bytes that may be missing: `*out` is unchanged then. */
bool json_find_hex(const json_t *object, const char *key, Bytes *out, Arena *arena,
                   Report *report);
/* The bits of a float as written by json_put_float: a number, or a text of "0x" and eight
 * digits. Returns false otherwise, and reports nothing. */
bool json_float_bits(const json_t *json, uint32_t *bits);
bool hex_decode(Text hex, Bytes *out, Arena *arena);

#endif
