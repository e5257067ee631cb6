/* Windows code page 1251, the Cyrillic one, to UTF-8 and back.
 *
 * Every byte has a character and every one of these characters has its byte, so
 * text goes there and back without loss. The one byte that the code page leaves
 * unassigned, 0x98, is U+0098, a control character that nothing else uses; that is
 * how the WHATWG encoding standard has it too. 0x00 to 0x7F are ASCII. */
#ifndef OISIN_BASE_CP1251_H
#define OISIN_BASE_CP1251_H

#include "base/arena.h"

uint32_t cp1251_character(uint8_t byte);
/* False if the code page does not have the character. */
bool cp1251_byte(uint32_t character, uint8_t *out);

/* The text itself if it is ASCII, else a copy. */
Text cp1251_to_utf8(Text text, Arena *arena);

/* The bytes of a UTF-8 text. False if the code page lacks one of its characters, or
 * if it is no UTF-8; `*bad`, which may be NULL, is then the offset of the culprit. */
bool cp1251_from_utf8(Text text, Text *out, size_t *bad, Arena *arena);

#endif
