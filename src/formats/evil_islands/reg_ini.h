/* REG files as INI text, without loss.
 *
 *     [section]
 *     count=7              an int: digits
 *     speed=0.5            a float: with a point or an e; 0x7fc00001 is one by its bits
 *     name=some words      a text
 *     code="007"           a text that would read as something else, or has odd blanks;
 *                          \" \\ \n \r \t and \x1b (a byte) stand for themselves
 *     list=1               an array: the key again
 *     list=2
 *     one[]=5              an array of one
 *     none[int]=           an array of nothing; int, float or text
 *
 * UTF-8, in the order of the file. `#` at a line's start or behind a blank begins a
 * comment, `;` at a line's start. A file that does not lie as our own would (another
 * order, names twice) has its bytes in the last line, "#!exact HEX": they count as long
 * as the rest still says the same. */
#ifndef OISIN_FORMATS_EVIL_ISLANDS_REG_INI_H
#define OISIN_FORMATS_EVIL_ISLANDS_REG_INI_H

#include "formats/evil_islands/reg.h"

/* The INI text of a .reg, with its bytes if they are needed. */
bool reg_to_ini(Bytes file, Text *out, Arena *arena, Report *report);

/* Errors have line and column; all of them are told. */
bool ini_to_reg(Text text, Bytes *out, Arena *arena, Report *report);

/* Without "#!exact". */
Text reg_ini_write(const Reg *reg, Arena *arena);
bool reg_ini_read(Text text, Reg *out, Arena *arena, Report *report);

#endif
