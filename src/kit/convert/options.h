/* Typed options: the options of `convert` that a subject (sounds, models, maps, ...) has, and
 * the settings that they fill.
 *
 * Each subject has a table, NAME_options.def, of rows
 *
 *     SETTING(id, name, argument, group, kind, doc)      a new option
 *     SETTING_ALSO(id, name, argument, group, kind, doc) another command has one of this name
 *     MEANING(id, name, group, kind)                     another subject, or job_options.def,
 *                                                        has one of this name, with its help
 *
 * A group (row GROUP of a card) is what rows of conversions.def name. A kind is one of
 *
 *     FLAG(member)                         bool: given or not
 *     NUMBER(member, min, max, fallback)   uint32_t; REAL: float
 *     WORDS(member)                        const char *: any text; NULL: not given
 *     CHOICE(member, words)                const char *: one of the words
 *     LOADED(member)                       Bytes, the file, and Text member_path
 *     LOADED_MAP(member)                   the same for a file or a folder of a map
 *     TARGET(member)                       the same for a file that may be the output
 *     LOADED_LIST(member)                  const ProjectFiles *: files, folders, archives
 *     PARSED(function)                     a SettingParse; its members are declared by hand
 *
 * FLAG_OF and TARGET_OF are for a member that another row or a struct declares.
 *
 * The tables give the options of the command line (kit/jobs/job_options.def), the members of
 * the settings (setting_members.h), and rows that drive the parser (setting_rows.h). */
#ifndef OISIN_KIT_CONVERT_OPTIONS_H
#define OISIN_KIT_CONVERT_OPTIONS_H

#include "base/report.h"

#include <stddef.h>

struct Conversion;
struct ConversionFolder;

/* The options of a call, as far as the conversion accepts them. */
typedef struct GivenOptions {
    const struct Conversion *conversion;
    const char *output; /* as it was named */
    size_t input_count;
    /* The argument of an option ("" if it has none); NULL: not given. */
    const char *(*value)(const struct GivenOptions *given, const char *name);
    /* Whether there is such a file. */
    bool (*exists)(Text path);
    /* Reports options that do not fit together, in one line. */
    void (*misuse)(void *context, const char *text);
    void *context;
    Report *report;
    Arena *arena;
    Text folder; /* the folder of the written files, if it is not the output */
} GivenOptions;

bool options_given(const GivenOptions *given, const char *name);
/* Calls `misuse`; returns false. */
bool options_misuse(const GivenOptions *given, const char *format, ...) PRINTF_LIKE(2, 3);
/* A number within limits; `fallback` if the option was not given. Otherwise a misuse. */
bool options_number(const GivenOptions *given, const char *name, int64_t min, int64_t max,
                    int64_t fallback, int64_t *out);

/* Parses the value of an option. A failure was reported, or was a misuse. */
typedef bool SettingParse(const GivenOptions *given, const char *value, void *settings);

typedef enum SettingKind {
    SETTING_FLAG,
    SETTING_NUMBER,
    SETTING_REAL,
    SETTING_WORDS,
    SETTING_CHOICE,
    SETTING_LOADED,
    SETTING_LOADED_MAP,
    SETTING_TARGET,
    SETTING_LOADED_LIST,
    SETTING_PARSED,
} SettingKind;

typedef struct Setting {
    const char *name; /* of the option */
    uint64_t group;
    SettingKind kind;
    size_t member, path;        /* their offsets in the settings */
    int64_t min, max, fallback; /* of a number */
    const char *words;          /* of a choice, separated by spaces */
    SettingParse *parse;
} Setting;

/* What the conversions of one call make together, from all inputs. */
typedef struct ConversionBatch {
    const char *inputs; /* their name for people: "sprite layouts" */
    size_t size;        /* of the state, which is zero before `begin` */
    void (*begin)(void *state, Arena *arena);
    /* Sets the members of settings that refer to the state. */
    void (*join)(void *settings, void *state);
    /* Forgets an input; `before` is a copy of the state from before it. */
    void (*undo)(void *state, const void *before);
    /* Writes the files. */
    bool (*end)(void *state, const struct ConversionFolder *folder, Report *report);
} ConversionBatch;

/* What the conversions of a subject have in common. */
typedef struct Subject {
    size_t size;         /* of its settings */
    const Setting *rows; /* terminated by a name of NULL */
    /* Sets what depends on several options, and rejects those that exclude each other; or
     * NULL. Called after all options were parsed, and before files are loaded. */
    bool (*complete)(GivenOptions *given, void *settings);
    const ConversionBatch *batch; /* or NULL */
    const void *shown;            /* settings for an image to look at; NULL: all zero */
} Subject;

/* The settings without options: the fallbacks of the rows. */
void options_default(const Subject *subject, void *settings);

/* Parses the value of an option of which the row is not of a kind that loads files. */
bool setting_parse(const Setting *row, const GivenOptions *given, const char *value,
                   void *settings);

/* Defines NAME_settings(job): the settings of a job, all zero if it has none. */
#define SETTINGS_OF(name, Type)                                                                \
    static inline const Type *name##_settings(const ConversionJob *job)                        \
    {                                                                                          \
        static const Type none;                                                                \
        return job->settings ? (const Type *)job->settings : &none;                            \
    }

#endif
