/* Characters of Evil Islands as a table for spreadsheets, and back: a row `path, type, value`
 * for each value of the JSON, such as `members/0/unit/strength, number, 25`.
 *
 * Types are `text`, `number`, and for those without values `list` and `object`. Numbers in a
 * path are positions in a list, which must follow each other from 0. Bits of floats that are
 * not numbers, and -0, are texts (0x7fc00000). Nothing is lost: the table has all values of the
 * JSON, including the bytes of a file that others have compressed. */
#ifndef OISIN_EVIL_ISLANDS_SAVES_CHARACTER_TABLE_H
#define OISIN_EVIL_ISLANDS_SAVES_CHARACTER_TABLE_H

#include "kit/convert/conversion.h"

bool character_to_table(ConversionJob *job, Arena *arena, Report *report);
bool table_to_character(ConversionJob *job, Arena *arena, Report *report);

#endif
