/* What the files of library/ share. Nothing but what include/oisin.h promises leaves the
 * library: only those functions are called oisin_*. */
#ifndef OISIN_LIBRARY_PARTS_H
#define OISIN_LIBRARY_PARTS_H

#include "base/progress.h"
#include "base/report.h"
#include "formats/archive.h"
#include "formats/format.h"
#include "kit/job.h"

#include <locale.h>
#include <oisin.h>

enum { MESSAGES_MAX = 1000 };

struct OisinKit {
    Arena *said; /* messages of the last call, and other things that last until the next */
    OisinMessage *messages;
    size_t count;
    const char *error;
    OisinMessageCallback *hear;
    void *callback_context;
    Progress progress; /* `step` may be NULL */
    Report report;
    locale_t locale; /* "C" */
};

/* A call of a function of the library: what was given to it, as far as it needs that. */
typedef struct Call Call;
struct Call {
    bool (*work)(Call *call);
    const char *name; /* of a file, a verb, an attribute */
    bool (*verb)(Job *job, const char *output);
    const char *const *inputs;
    size_t count;
    const char *output;
    const OisinOption *options;
    OisinFile *file;
    Bytes bytes;
    OisinDetail detail;
    OisinWorld *world;
    const void *input;
    void *out;
    OisinKit *kit; /* these two are kit_call's */
    bool ok;
};

/* All that may fail or take memory goes through here: the kit forgets the call before, numbers
 * are written as in C, and memory that runs out ends the call and not the program. What `work`
 * gives; false, too, if there was no memory. */
bool kit_call(OisinKit *kit, Call call);

/* A job with these options, false and an error if they are none of the verb's. The job keeps
 * `values`, by JobOption. */
bool kit_job(const Call *call, const char *verb, const char *values[JOB_OPTION_COUNT],
             Job *out);

/* Whether all inputs were given, or `name`; an error if one is NULL. */
bool kit_paths(const Call *call);
bool kit_named(const Call *call, const char *what);

/* A text of ours as one of the caller's, valid until the next call. */
const char *kit_text(OisinKit *kit, Text text);

const OisinFormat *format_public(const Format *format);

struct OisinFile {
    OisinKit *kit;
    Arena *arena;
    Text name;
    Bytes bytes;
    const Format *format; /* or NULL */
    struct {
        const char *json;
        size_t size;
        const OisinValue *records;
    } details[2];            /* NULL until they are wanted */
    const ArchiveKind *kind; /* of an archive that was looked into */
    void *archive;
    const char **members;
    size_t member_count;
};

/* The tree of a JSON text. */
const OisinValue *values_read(Bytes json, Arena *arena, Report *report);

#endif
