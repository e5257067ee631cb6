/* Conversions between formats: the edges of a graph (conversions.def). Each edge is a function
 * from bytes, or the files of a folder, to bytes or files. */
#ifndef OISIN_KIT_CONVERT_CONVERSION_H
#define OISIN_KIT_CONVERT_CONVERSION_H

#include "base/progress.h"
#include "base/report.h"
#include "kit/convert/options.h"
#include "kit/formats/file_list.h"

/* Access to other files, which the caller provides. */
typedef struct ConversionFolder {
    /* Finds the file of exactly this name in the input's folder, otherwise one that differs
     * only in case. Returns false, without a report, if there is none that can be read. */
    bool (*beside)(void *context, Text name, Bytes *out, Arena *arena);
    /* Finds all files in the folder of this name in the input's folder, by the same rule. A
     * file that cannot be read may be reported. May be NULL. */
    bool (*below)(void *context, Text name, ProjectFiles *out, Arena *arena, Report *report);
    /* Finds all files in the input's folder whose names end with this suffix (".sec"), ignoring
     * case, sorted by name; may be NULL. */
    bool (*all)(void *context, Text suffix, ProjectFiles *out, Arena *arena);
    /* Stores a file of the output folder, given in parts. */
    bool (*put)(void *context, Text path, const Bytes *parts, size_t count, Report *report);
    /* The number of stored files; `put_undo` removes those after the first `count`. */
    size_t (*put_count)(void *context);
    void (*put_undo)(void *context, size_t count);
    /* Finds a file that the output folder has already; `out` NULL: only whether it exists. May
     * be NULL: there are none. */
    bool (*older)(void *context, Text path, ProjectFile *out, Arena *arena);
    void *context;
} ConversionFolder;

static inline bool folder_had(const ConversionFolder *folder, Text path)
{
    return folder && folder->older && folder->older(folder->context, path, NULL, NULL);
}

/* What conversions accept: an option belongs to a group (options.h), and all conversions whose
 * rows name the group accept it. The groups are rows GROUP of the cards (conversions.def). */
typedef enum OptionGroup {
    GROUP_EACH,  /* no options: see conversions.def */
    GROUP_PARTS, /* ... */
#define GROUP(name) GROUP_##name,
#include "kit/convert/conversions.def"
    OPTION_GROUP_COUNT
} OptionGroup;
_Static_assert(OPTION_GROUP_COUNT <= 64, "OF_GROUP");
#define OF_GROUP(group) (1ull << GROUP_##group)

typedef struct ConversionJob {
    Text path;            /* of the input; used for names */
    const char *format;   /* format of the input, regardless of its suffix; NULL: by suffix */
    Text target;          /* of the output; used for names */
    Bytes input;          /* the bytes of a file, or ... */
    ProjectFiles files;   /* ... the files of a folder */
    const void *settings; /* of the conversion's subject; NULL: all are zero (options.h) */
    uint64_t given;       /* groups of which an option was given, whatever the subject */
    const ConversionFolder *folder;
    const Progress *progress; /* may be NULL */
    Bytes output;             /* the result: a file, or ... */
    const char *suffix;       /* of the output, if its row does not define it; otherwise NULL */
    /* ... files of a folder, except those passed to `put`. If the output is a file: further
     * files, which are named NAME.PATH after NAME.SUFFIX. */
    ProjectFiles files_out;
    bool joined; /* those are named NAMEPATH, without a dot */
} ConversionJob;

typedef struct Conversion {
    const char *from; /* suffixes without the dot, separated by spaces */
    const char *to;   /* one suffix; in both, "" is a folder and "*" any format */
    const char *doc;
    bool (*run)(ConversionJob *job, Arena *arena, Report *report);
    const Subject *subject; /* of its settings */
    uint64_t options;       /* the groups that it accepts */
} Conversion;

extern const Conversion conversions[]; /* terminated by a row whose doc is NULL */

/* The functions of the rows: a new conversion is a row, and a function in its own file. */
#define CONVERSION(subject, from, to, run, doc, options)                                       \
    bool run(ConversionJob *job, Arena *arena, Report *report);                                \
    extern const Subject subject##_subject;
#define PIXEL_FORMATS(is, fits, unknown)                                                       \
    bool is(const char *name);                                                                 \
    bool fits(const GivenOptions *given, const char *format, const char *to);                  \
    bool unknown(const char *format, const char *to, Arena *arena, Report *report);
#include "kit/convert/conversions.def"
#undef CONVERSION

/* Whether a row accepts, or produces, files with a suffix; "" is a folder. */
bool conversion_takes_suffix(const Conversion *row, const char *suffix);
bool conversion_makes_suffix(const Conversion *row, const char *suffix);

/* The edge from one suffix to another; NULL if there is none. An output without a suffix is a
 * folder if an edge leads to one, otherwise the first edge's file; an image becomes a texture
 * if a pixel format is chosen. */
const Conversion *conversion_find(const char *from, const char *to, const ConversionJob *job);

/* --format is the format of the input, or that of the output's pixels: the names are disjoint.
 * These ask all rows PIXEL_FORMATS (conversions.def). */
bool conversion_is_pixel_format(const char *name);
bool conversion_format_fits(const GivenOptions *given, const char *format, const char *to);
bool conversion_format_unknown(const char *format, const char *to, Arena *arena,
                               Report *report);

/* Whether a conversion accepts an option (of its subject, or for the encoding of texts). */
bool conversion_takes_option(const Conversion *conversion, const char *name);

/* Converts. The texts of an old game are read in the encoding that they have, unless one was
 * chosen (base/game_text.h). */
bool conversion_run(const Conversion *conversion, ConversionJob *job, Arena *arena,
                    Report *report);

/* A suggestion for pairs of suffixes that users may expect but no edge connects; otherwise
 * NULL. */
const char *conversion_advice(const char *from, const char *to);

#endif
