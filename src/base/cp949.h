/* Windows code page 949 (Korean, "unified Hangul code"): ASCII, and pairs of bytes.
 *
 * Pairs of 0xA1 to 0xFE each are KS X 1001: symbols, 2,350 Hangul syllables in the order of
 * Unicode, and Hanja. The other 8,822 syllables of Unicode follow in their order in the pairs
 * that are left: from 0x81 0x41 to 0xC6 0x52. */
#ifndef OISIN_BASE_CP949_H
#define OISIN_BASE_CP949_H

#include "base/bytes.h"

/* The character of a pair; 0: none. */
uint32_t cp949_character(uint8_t lead, uint8_t trail);
/* False: the code page does not have the character. ASCII is not handled here. */
bool cp949_pair(uint32_t character, uint8_t out[2]);

#endif
