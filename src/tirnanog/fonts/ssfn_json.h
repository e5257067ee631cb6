/* Conversion of SSFN fonts to JSON and back: each glyph's shape in its encoded form. */
#ifndef OISIN_TIRNANOG_FONTS_SSFN_JSON_H
#define OISIN_TIRNANOG_FONTS_SSFN_JSON_H

#include "base/json.h"
#include "base/stream.h"

bool ssfn_is(Bytes start);
bool ssfn_show(Bytes file, bool whole, JsonWriter *json, Arena *arena, Report *report);
bool ssfn_file_check(Bytes file, Arena *arena, Report *report);
bool ssfn_parse(const json_t *json, Bytes *out, Arena *arena, Report *report);
Text ssfn_title(Bytes file, Arena *arena);
void ssfn_describe(Writer *writer);

#endif
