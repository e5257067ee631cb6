/* ADB files of Evil Islands: the animations of one kind of unit (specs/evil_islands.md).
 *
 * Records have three sizes, one per file. All bits are preserved, including bytes after the
 * zero of a name and packed bits without a known meaning.
 *
 * The meaning of event frames, loops and special sounds is also described, from files alone, in
 * Kyr4l/ei-universal-mod, docs/file-formats/adb-format.md (facts only). */
#ifndef OISIN_EVIL_ISLANDS_TABLES_ADB_H
#define OISIN_EVIL_ISLANDS_TABLES_ADB_H

#include "base/record.h"

#define RECORD_FILE "evil_islands/tables/adb.def"
#include "base/record_struct.h"
#undef RECORD_FILE

typedef struct Adb {
    AdbHead head;
    uint32_t size; /* of a record: 88, 84 or 36; 88 if there are none */
    AdbAnimation *animations;
    size_t count;
} Adb;

/* Fails if the size of the file is not that of its records. */
bool adb_read(Bytes file, Adb *out, Arena *arena, Report *report);
/* The counts of `head` and the sizes of the animations are computed. */
Bytes adb_write(const Adb *adb, Arena *arena);

/* Writes a table of animations below one of the unit, in UTF-8; each weapon and form is a
 * column of 0 and 1. Floats that are not finite are written as bits: 0x7fc00001. */
bool adb_to_csv(Bytes file, Text *out, Arena *arena, Report *report);
/* Columns may be in any order, but all are required. Errors have line and column. */
bool csv_to_adb(Bytes text, Bytes *out, Arena *arena, Report *report);

/* For the registry (kit/formats/format.h). */
bool adb_is(Bytes start);
bool adb_show(Bytes file, bool whole, JsonWriter *json, Arena *arena, Report *report);
bool adb_check(Bytes file, Arena *arena, Report *report);
bool adb_parse(const json_t *json, Bytes *out, Arena *arena, Report *report);
Text adb_title(Bytes file, Arena *arena);
void adb_describe(Writer *writer);

#endif
