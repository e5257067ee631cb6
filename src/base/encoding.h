/* The encodings of the texts of an old game's editions, converted to UTF-8 and back.
 *
 * Russian editions are in cp1251, Polish, Czech and German ones in cp1250, French ones of the
 * Universal Mod in UTF-8, Korean ones in cp949. ASCII is the same in all of them. Any bytes
 * survive conversion to UTF-8 and back: a byte that has no character in its place becomes
 * U+F700 + byte (U+F780 to U+F7FF, for private use), and that the byte again. The code pages
 * 1251 and 1250 have a character for every byte, as in the WHATWG encoding standard.
 *
 * Which encoding a text has is decided by encoding_detect.h; which one a thread uses for the
 * texts of the game by game_text.h. */
#ifndef OISIN_BASE_ENCODING_H
#define OISIN_BASE_ENCODING_H

#include "base/arena.h"

typedef enum Encoding {
    ENCODING_CP1251, /* the default */
    ENCODING_CP1250,
    ENCODING_UTF8,
    ENCODING_CP949,
    ENCODINGS
} Encoding;

/* "cp1251", "cp1250", "utf-8", "cp949"; in any case, utf8 without a hyphen as well. */
const char *encoding_name(Encoding encoding);
bool encoding_named(Text name, Encoding *out);
/* "cp1251, cp1250, utf-8 or cp949" */
Text encoding_names(Arena *arena);

/* To UTF-8. Returns the text itself if it is ASCII, otherwise a copy. */
Text encoding_decode(Encoding encoding, Text text, Arena *arena);

/* From UTF-8. Returns false if the text is not valid UTF-8 or has a character that the encoding
 * does not have; `*bad`, which may be NULL, is then the offset of that character. */
bool encoding_encode(Encoding encoding, Text text, Text *out, size_t *bad, Arena *arena);

/* Whether an encoding has a character. */
bool encoding_has(Encoding encoding, uint32_t character);
/* "U+00F3 is not in cp1251; cp1250 and utf-8 have it" */
Text encoding_lack(Encoding encoding, uint32_t character, Arena *arena);

#endif
