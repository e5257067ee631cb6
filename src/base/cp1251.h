/* Windows code page 1251 (Cyrillic), converted to UTF-8 and back.
 *
 * Each byte maps to one character and back, so conversion in both directions is lossless. 0x00
 * to 0x7F are ASCII. The code page leaves one byte unassigned, 0x98; it is mapped to the
 * control character U+0098, as in the WHATWG encoding standard. */
#ifndef OISIN_BASE_CP1251_H
#define OISIN_BASE_CP1251_H

#include "base/arena.h"

uint32_t cp1251_character(uint8_t byte);
/* Returns false if the code page does not contain the character. */
bool cp1251_byte(uint32_t character, uint8_t *out);

/* Returns the text itself if it is ASCII, otherwise a copy. */
Text cp1251_to_utf8(Text text, Arena *arena);

/* Converts a UTF-8 text. Returns false if it is not valid UTF-8 or has a character that the
 * code page does not contain; `*bad`, which may be NULL, is then the offset of that character.
 */
bool cp1251_from_utf8(Text text, Text *out, size_t *bad, Arena *arena);

#endif
