/* Texts from an encoding to UTF-8 and back, character by character: the loops that all
 * encodings share. They are inline, so that each encoding gets its own, without calls for each
 * character. `page`: what the encoding's functions need. */
#ifndef OISIN_BASE_RECODE_H
#define OISIN_BASE_RECODE_H

#include "base/text.h"

enum { RECODE_MAX = 4 }; /* bytes of a character in any encoding */

/* The character at `*at`, which moves behind it by at least a byte. It has at most three bytes
 * in UTF-8. */
typedef uint32_t RecodeTake(const void *page, Text text, size_t *at);
/* The bytes of a character; 0: the encoding does not have it. A character has no more bytes
 * than in UTF-8. */
typedef unsigned RecodePut(const void *page, uint32_t character, uint8_t out[RECODE_MAX]);

static inline Text recode_to_utf8(RecodeTake *take, const void *page, Text text, Arena *arena)
{
    const size_t max = 3 * text.size; /* a byte is a character of up to 3 bytes */
    char *out = arena_alloc_raw(arena, max, 1);
    size_t size = 0;
    for (size_t at = 0; at < text.size;)
        size += utf8_put(out + size, take(page, text, &at));
    arena_shrink(arena, out, max, size);
    return (Text){out, size};
}

/* False if the text is not valid UTF-8, or if a character is missing in the encoding: at
 * `*bad`, which may be NULL. */
static inline bool recode_from_utf8(RecodePut *put, const void *page, Text text, Text *out,
                                    size_t *bad, Arena *arena)
{
    const size_t invalid = utf8_invalid(text);
    uint8_t *bytes = arena_alloc_raw(arena, text.size + RECODE_MAX, 1);
    size_t size = 0;
    for (size_t at = 0; at < text.size;) {
        const size_t from = at;
        const uint32_t character = utf8_next(text, &at);
        const unsigned more = from < invalid ? put(page, character, &bytes[size]) : 0;
        size += more;
        if (!more) {
            if (bad)
                *bad = from;
            return false;
        }
    }
    *out = (Text){(const char *)bytes, size};
    return true;
}

#endif
