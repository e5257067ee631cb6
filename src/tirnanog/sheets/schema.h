/* The schema of a project's text files as JSON: what a form for them looks like. It follows
 * from the same tables as the reference (reference.h) and the reader (sheet.c).
 *
 *     {"name": "npc", "path": "npcs/#.npc", "title": ..., "about": ..., "magic": ...,
 *      "lines": [{"tag": "l", "inner": "", "list": "layers", "count": -1, "max": 0,
 *                 "optional": false, "block": "", "doc": ..., "members": [
 *                   {"name": "speed", "label": "speed", "doc": ..., "values": ...,
 *                    "form": "number", "low": 0, "high": 255, "unit": "", "choices": [],
 *                    "kind": "", "count": 1, "rest": false, "optional": false,
 *                    "default": "0"}]}]}
 *
 * `count` of a line: as many lines in this order; -1: any number; of a member: as many values.
 * Forms: number, bit, choice (of `choices`), name (of `kind`), sprite (of `kind` or another
 * folder), portrait, text (to the end of the line, translated), line (the same, not
 * translated), colour, font, letters, letter, rule, needs, gives, chooser, ingredient, word. */
#ifndef OISIN_TIRNANOG_SHEETS_SCHEMA_H
#define OISIN_TIRNANOG_SHEETS_SCHEMA_H

#include "base/json.h"
#include "tirnanog/sheets/sheets.h"

/* Puts the schema of one sheet as an object. */
void schema_put(JsonWriter *json, const char *key, const Sheet *sheet);

/* Puts "members" of a line that is not in a sheet: a property of a map. `record` has the
 * defaults. */
void schema_put_members(JsonWriter *json, const RecordLayout *layout, void *record,
                        Text members);

#endif
