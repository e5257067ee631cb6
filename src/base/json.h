/* JSON: a streaming writer of our own; reading is jansson's.
 *
 * The writer indents objects and puts lists of plain values on few lines. Text
 * must be UTF-8; bytes that are not are written as U+FFFD (callers that need
 * them back use hex). */
#ifndef OISIN_BASE_JSON_H
#define OISIN_BASE_JSON_H

#include "base/stream.h"

#include <jansson.h>

typedef struct JsonWriter {
    Writer *out;
    unsigned depth;
    uint64_t lists;    /* bit d: level d is a list */
    bool empty, plain; /* nothing written at this level yet; last value was on this line */
    unsigned column;
    size_t start, limit; /* bytes of `out` before, and those that it may get; 0: any number */
    bool exceeded;       /* what was written is not a document */
} JsonWriter;

enum { JSON_DEPTH = 60 };

JsonWriter json_to(Writer *out);
/* As `json_to`, with a limit: a writer that would exceed it drops all that it wrote, now and
 * then again, and notes it in `exceeded`. Callers with long loops look at that. */
JsonWriter json_to_limited(Writer *out, size_t limit);
void json_open(JsonWriter *json, const char *key); /* key NULL in a list */
void json_close(JsonWriter *json);
void json_open_list(JsonWriter *json, const char *key);
void json_close_list(JsonWriter *json);
void json_put_text(JsonWriter *json, const char *key, Text value);
void json_put_int(JsonWriter *json, const char *key, int64_t value);
void json_put_uint(JsonWriter *json, const char *key, uint64_t value);
void json_put_bool(JsonWriter *json, const char *key, bool value);
void json_put_float(JsonWriter *json, const char *key, float value);
void json_put_hex(JsonWriter *json, const char *key, Bytes value);
/* Members of an object, written elsewhere: `"a": 1, "b": [2]`; nothing if empty. */
void json_put_members(JsonWriter *json, Text members);
/* Ends the document with a line end. */
void json_end(JsonWriter *json);

/* `arena` owns a tree of jansson's, and this reference to it; returns it. NULL stays NULL. */
json_t *json_owned(json_t *tree, Arena *arena);
/* Parses a whole document; NULL and a message with line and column if it is none.
 * The arena owns the tree (arena_release gives it back earlier). */
json_t *json_read(Bytes bytes, Arena *arena, Report *report);
/* Members, with errors that name the key; `fallback` versions for optional ones. */
bool json_get_text(const json_t *object, const char *key, Text *out, Arena *arena,
                   Report *report);
bool json_get_int(const json_t *object, const char *key, int64_t min, int64_t max, int64_t *out,
                  Report *report);
bool json_get_hex(const json_t *object, const char *key, Bytes *out, Arena *arena,
                  Report *report);
/* The bits of a float, as json_put_float writes it: a number, or a text "0x" and eight digits.
 * False, and nothing said, if it is neither. */
bool json_float_bits(const json_t *json, uint32_t *bits);
bool hex_decode(Text hex, Bytes *out, Arena *arena);

#endif
