/* A game as JSON, and back. */
#ifndef OISIN_FORMATS_TIRNANOG_TNG_JSON_H
#define OISIN_FORMATS_TIRNANOG_TNG_JSON_H

#include "formats/tirnanog/tng.h"

/* Members of an object that is open. `whole`: with the bytes of fonts, pictures
 * and sounds, so that `tng_parse` can make the file again; without them the
 * text is for people. */
bool tng_show(Bytes file, bool whole, JsonWriter *json, Arena *arena, Report *report);
bool tng_parse(const json_t *json, Bytes *out, Arena *arena, Report *report);
/* The title, for `probe`. */
Text tng_title(Bytes file, Arena *arena);
/* All records, as Markdown. */
void tng_describe(Writer *writer);

#endif
