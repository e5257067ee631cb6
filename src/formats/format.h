/* The registry: what every binary format can do, found by name or by looking.
 *
 * A format is a row of formats.def. What all of them share is here: JSON both
 * ways without losing a bit. If a file is odd, so that writing its JSON in our
 * own form would give other bytes, the JSON also has it as it is, under the key
 * "exact"; reading takes those bytes as long as the rest still says the same. */
#ifndef OISIN_FORMATS_FORMAT_H
#define OISIN_FORMATS_FORMAT_H

#include "base/record.h"

/* What a format whose whole file is one record may have; all may be NULL. */
typedef struct FormatHooks {
    /* Sets the record's ASIDE members before it is read of `file`, or parsed of `json` (the
     * other one is empty); reports what is wrong with the file as a whole. */
    bool (*prepare)(void *record, Bytes file, const json_t *json, Report *report);
    /* What reading does not report: warnings, or false and an error. */
    bool (*check)(const void *record, Report *report);
    Text (*title)(const void *record, Arena *arena); /* else the counts of its lists */
} FormatHooks;

typedef struct Format {
    const char *name, *title;
    bool (*is)(Bytes start); /* by its magic */
    /* Members of an open object; `whole`: everything, so that `parse` can go back. */
    bool (*show)(Bytes file, bool whole, JsonWriter *json, Arena *arena, Report *report);
    bool (*check)(Bytes file, Arena *arena, Report *report);
    bool (*parse)(const json_t *json, Bytes *out, Arena *arena, Report *report);
    Text (*title_of)(Bytes file, Arena *arena); /* for people; may be empty */
    void (*describe)(Writer *writer);           /* its page in docs/formats */
    /* Of a format whose whole file is one record: all functions above are NULL, they follow
     * from the record. */
    const Layout *layout;
    FormatHooks hooks;
} Format;

extern const Format formats[]; /* ended by a name of NULL */

const Format *format_named(Text name);
/* By a suffix, in either case, also one that is another name (.mpr of res, .idb of db). */
const Format *format_of_suffix(Text suffix);
/* The format of a file by its first bytes, or by its suffix; NULL if unknown. */
const Format *format_of(Text path, Bytes file);

/* The `is` of a format that is known by its suffix alone. */
bool format_has_no_magic(Bytes start);

/* A record that is a whole file, and the file of one; `record` was not zeroed. All bytes must
 * belong to it. */
bool format_read(const Format *format, void *record, Bytes file, Arena *arena, Report *report);
Bytes format_write(const Format *format, const void *record, Arena *arena);

/* What the functions of any format do. */
bool format_is(const Format *format, Bytes start);
bool format_check(const Format *format, Bytes file, Arena *arena, Report *report);
Text format_title(const Format *format, Bytes file, Arena *arena);
bool format_show(const Format *format, Bytes file, bool whole, JsonWriter *json, Arena *arena,
                 Report *report);
bool format_parse(const Format *format, const json_t *json, Bytes *out, Arena *arena,
                  Report *report);
void format_describe(const Format *format, Writer *writer);

/* A whole JSON document. */
bool format_to_json(const Format *format, Bytes file, bool whole, Writer *out, Arena *arena,
                    Report *report);
/* The file that a JSON document describes; its "format" says which. */
bool format_from_json(Bytes json, Bytes *out, const Format **format, Arena *arena,
                      Report *report);

/* What the rows name: a new format is a row, and no other file has to know it. */
#define FORMAT(name, title, is, show, check, parse, title_of, describe)                        \
    bool is(Bytes start);                                                                      \
    bool show(Bytes file, bool whole, JsonWriter *json, Arena *arena, Report *report);         \
    bool check(Bytes file, Arena *arena, Report *report);                                      \
    bool parse(const json_t *json, Bytes *out, Arena *arena, Report *report);                  \
    Text title_of(Bytes file, Arena *arena);                                                   \
    void describe(Writer *writer);
#define RECORD_FORMAT(name, title, Record, hooks)                                              \
    extern const Layout Record##_layout;                                                       \
    hooks
#define HOOK(name, function) FORMAT_HOOK_##name(function)
#define FORMAT_HOOK_prepare(function)                                                          \
    bool function(void *record, Bytes file, const json_t *json, Report *report);
#define FORMAT_HOOK_check(function) bool function(const void *record, Report *report);
#define FORMAT_HOOK_title(function) Text function(const void *record, Arena *arena);
#define SUFFIX(suffix, name)
#include "formats/formats.def"
#undef SUFFIX
#undef FORMAT_HOOK_title
#undef FORMAT_HOOK_check
#undef FORMAT_HOOK_prepare
#undef HOOK
#undef RECORD_FORMAT
#undef FORMAT

#endif
