/* REG files as INI text, without loss.
 *
 *     [section]
 *     count=7              an int: digits
 *     speed=0.5            a float: with a point or an exponent; 0x7fc00001: its bits
 *     name=some words      a text
 *     code="007"           a text that would be parsed as another type, or has leading or
 *                          trailing spaces; escapes: \" \\ \n \r
 *                          \t and \x1b (a byte)
 *     list=1               an array: the key is repeated
 *     list=2
 *     one[]=5              an array of one value
 *     none[int]=           an empty array; int, float or text
 *
 * UTF-8, in file order. `#` at the start of a line or after a space begins a comment, `;` at
 * the start of a line. A file whose layout differs from ours (another order, duplicate names)
 * has its bytes in the last line, "#!exact HEX"; they are used as long as the text has the same
 * content. */
#ifndef OISIN_EVIL_ISLANDS_TABLES_REG_INI_H
#define OISIN_EVIL_ISLANDS_TABLES_REG_INI_H

#include "evil_islands/tables/reg.h"

/* The INI text of a .reg, including its bytes if they are needed. */
bool reg_to_ini(Bytes file, Text *out, Arena *arena, Report *report);

/* Errors have line and column; all errors are reported. */
bool ini_to_reg(Text text, Bytes *out, Arena *arena, Report *report);

/* Without "#!exact". */
Text reg_ini_write(const Reg *reg, Arena *arena);
bool reg_ini_read(Text text, Reg *out, Arena *arena, Report *report);

#endif
