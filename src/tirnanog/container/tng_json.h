/* Conversion of a game to JSON and back. */
#ifndef OISIN_TIRNANOG_CONTAINER_TNG_JSON_H
#define OISIN_TIRNANOG_CONTAINER_TNG_JSON_H

#include "tirnanog/container/tng.h"

/* Writes members of an open object. `whole`: including the bytes of fonts, images and sounds,
 * so that `tng_parse` can restore the file; otherwise the text is for people. */
bool tng_show(Bytes file, bool whole, JsonWriter *json, Arena *arena, Report *report);
bool tng_parse(const json_t *json, Bytes *out, Arena *arena, Report *report);
/* The title, for `probe`. */
Text tng_title(Bytes file, Arena *arena);
/* Documentation of all records, as Markdown. */
void tng_describe(Writer *writer);

#endif
