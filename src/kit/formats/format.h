/* The registry: the operations of every binary format, found by name or by detection.
 *
 * A format is a row of formats.def. This module contains what all formats share: lossless
 * conversion to JSON and back. If the canonical form of a file would differ from its bytes, the
 * JSON also contains the original bytes under the key "exact"; reading uses them as long as the
 * rest of the document has the same content. */
#ifndef OISIN_KIT_FORMATS_FORMAT_H
#define OISIN_KIT_FORMATS_FORMAT_H

#include "base/game_text.h"
#include "base/record.h"

/* Optional functions of a format whose whole file is one record; all may be NULL. */
typedef struct FormatHooks {
    /* Sets the record's ASIDE members before it is read from `file`, or parsed from `json` (the
     * other one is empty); reports errors that concern the whole file. */
    bool (*prepare)(void *record, Bytes file, const json_t *json, Report *report);
    /* Additional checks: reports warnings, or an error and returns false. */
    bool (*check)(const void *record, Report *report);
    Text (*title)(const void *record, Arena *arena); /* default: the counts of its lists */
} FormatHooks;

typedef struct Format {
    const char *name, *title;
    bool (*is)(Bytes file); /* whether the whole file has this format; most check its magic */
    /* Writes members of an open object; `whole`: all data, so that `parse` can restore the
     * file. */
    bool (*show)(Bytes file, bool whole, JsonWriter *json, Arena *arena, Report *report);
    bool (*check)(Bytes file, Arena *arena, Report *report);
    bool (*parse)(const json_t *json, Bytes *out, Arena *arena, Report *report);
    Text (*title_of)(Bytes file, Arena *arena); /* for people; may be empty */
    void (*describe)(Writer *writer);           /* writes its page in docs/reference/formats */
    /* For a format whose whole file is one record: all functions above are NULL, since the
     * record defines them. */
    const RecordLayout *layout;
    FormatHooks hooks;
} Format;

extern const Format formats[]; /* terminated by a name of NULL */

const Format *format_named(Text name);
/* Finds a format by suffix, ignoring case; also by alternative suffixes (.mpr of res, .idb of
 * db). */
const Format *format_of_suffix(Text suffix);
/* The usual suffix of files of a format: its name, unless they have that of another format (a
 * row SHARED). */
const char *format_suffix(const Format *format);
/* Whether files of this format may have this suffix. */
bool format_has_suffix(const Format *format, Text suffix);
/* Finds the format of a file by its content, otherwise by its suffix (and its size, if several
 * formats share the suffix); NULL if unknown. */
const Format *format_of(Text path, Bytes file);

/* The `is` function of formats that are detected only by suffix. */
bool format_has_no_magic(Bytes file);

/* Read and write a record that is a whole file; `record` need not be zeroed. All bytes must
 * belong to it. */
bool format_read(const Format *format, void *record, Bytes file, Arena *arena, Report *report);
Bytes format_write(const Format *format, const void *record, Arena *arena);

/* The operations of any format. */
bool format_is(const Format *format, Bytes file);
bool format_check(const Format *format, Bytes file, Arena *arena, Report *report);
/* Whether a file of which format_of says this is one: files without the magic number of the
 * format, or of a format without one, are found only by their suffix and must be readable. */
bool format_holds(const Format *format, Bytes file, Arena *arena);
Text format_title(const Format *format, Bytes file, Arena *arena);
bool format_show(const Format *format, Bytes file, bool whole, JsonWriter *json, Arena *arena,
                 Report *report);
bool format_parse(const Format *format, const json_t *json, Bytes *out, Arena *arena,
                  Report *report);
/* Like format_parse, for a file that is written: it is an error if the file could not be read
 * again. */
bool format_build(const Format *format, const json_t *json, Bytes *out, Arena *arena,
                  Report *report);
void format_describe(const Format *format, Writer *writer);
/* The tables of a record, and of those nested in it. */
void format_describe_record(const RecordLayout *layout, Writer *writer);

/* For `parse` of a format whose file is one record: the JSON also has these keys, which are
 * only views. */
bool format_parse_record(const RecordLayout *layout, const json_t *json,
                         const char *const *views, size_t count, Bytes *out, Arena *arena,
                         Report *report);

/* Writes a whole JSON document. */
bool format_to_json(const Format *format, Bytes file, bool whole, Writer *out, Arena *arena,
                    Report *report);
/* Whether files of a format have texts of the game. */
bool format_has_game_texts(const Format *format);
/* Chooses the "encoding" of the game's texts in a JSON document; without one it is cp1251.
 * `*before` is what the caller restores with game_texts_use. */
bool format_use_encoding(const json_t *json, GameTexts *before, Report *report);
/* Builds the file that a JSON document describes; its "format" determines the format. */
bool format_from_json(Bytes json, Bytes *out, const Format **format, Arena *arena,
                      Report *report);

/* The functions of the rows. Adding a format needs only a row. */
#define FORMAT(name, title, is, show, check, parse, title_of, describe)                        \
    bool is(Bytes start);                                                                      \
    bool show(Bytes file, bool whole, JsonWriter *json, Arena *arena, Report *report);         \
    bool check(Bytes file, Arena *arena, Report *report);                                      \
    bool parse(const json_t *json, Bytes *out, Arena *arena, Report *report);                  \
    Text title_of(Bytes file, Arena *arena);                                                   \
    void describe(Writer *writer);
#define RECORD_FORMAT(name, title, Record, hooks)                                              \
    extern const RecordLayout Record##_layout;                                                 \
    hooks
#define HOOK(name, function) FORMAT_HOOK_##name(function)
#define FORMAT_HOOK_prepare(function)                                                          \
    bool function(void *record, Bytes file, const json_t *json, Report *report);
#define FORMAT_HOOK_check(function) bool function(const void *record, Report *report);
#define FORMAT_HOOK_title(function) Text function(const void *record, Arena *arena);
#define SUFFIX(suffix, name)
#include "kit/formats/formats.def"
#undef SUFFIX
#undef FORMAT_HOOK_title
#undef FORMAT_HOOK_check
#undef FORMAT_HOOK_prepare
#undef HOOK
#undef RECORD_FORMAT
#undef FORMAT

#endif
