/* The registry: what every binary format can do, found by name or by looking.
 *
 * A format is a row of formats.def. What all of them share is here: JSON both
 * ways without losing a bit. If a file is odd, so that writing its JSON in our
 * own form would give other bytes, the JSON also has it as it is, under the key
 * "exact"; reading takes those bytes as long as the rest still says the same. */
#ifndef OISIN_FORMATS_FORMAT_H
#define OISIN_FORMATS_FORMAT_H

#include "base/json.h"

typedef struct Format {
    const char *name, *title;
    bool (*is)(Bytes start); /* by its magic */
    /* Members of an open object; `whole`: everything, so that `parse` can go back. */
    bool (*show)(Bytes file, bool whole, JsonWriter *json, Arena *arena, Report *report);
    bool (*check)(Bytes file, Arena *arena, Report *report);
    bool (*parse)(const json_t *json, Bytes *out, Arena *arena, Report *report);
    Text (*title_of)(Bytes file, Arena *arena); /* for people; may be empty */
    void (*describe)(Writer *writer);           /* its page in docs/formats */
} Format;

extern const Format formats[]; /* ended by a name of NULL */

const Format *format_named(Text name);
/* The format of a file by its first bytes, or by its suffix; NULL if unknown. */
const Format *format_of(Text path, Bytes file);

/* A whole JSON document. */
bool format_to_json(const Format *format, Bytes file, bool whole, Writer *out, Arena *arena,
                    Report *report);
/* The file that a JSON document describes; its "format" says which. */
bool format_from_json(Bytes json, Bytes *out, const Format **format, Arena *arena,
                      Report *report);

#endif
