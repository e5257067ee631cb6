/* Internal declarations of library/. The library exports only the functions declared in
 * include/oisin.h: only those are called oisin_*. */
#ifndef OISIN_LIBRARY_LIBRARY_INTERNAL_H
#define OISIN_LIBRARY_LIBRARY_INTERNAL_H

#include "base/progress.h"
#include "base/report.h"
#include "kit/formats/archive.h"
#include "kit/formats/format.h"
#include "kit/convert/image_list.h"
#include "kit/jobs/job.h"
#include "kit/jobs/lazy_file.h"

#include <locale.h>
#include <oisin.h>

enum { MESSAGES_MAX = 1000 };

struct OisinKit {
    /* Messages of the last call, and other data that lasts until the next. */
    Arena *messages_arena;
    Arena *older; /* of the call before it: its results may be arguments of the next one */
    OisinMessage *messages;
    size_t count;
    const char *error;
    OisinErrorCode code; /* of the first error */
    int system_error;
    OisinMessageCallback *message_callback; /* may be NULL */
    void *message_context;
    OisinProgress *progress_callback; /* may be NULL */
    void *progress_context;
    Progress progress;
    Report report;
    void *guard;            /* of the call, while a callback runs */
    locale_t locale, outer; /* "C"; that of the caller, for callbacks */
};

/* Arguments of a call of the library, as far as it needs them. */
typedef struct Call Call;
struct Call {
    bool (*work)(Call *call);
    const char *name; /* name of a file, a verb, an attribute */
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
    OisinKit *kit; /* these two belong to kit_call */
    bool ok;
};

/* Runs every function that may fail or allocate: resets the results of the previous call,
 * sets the "C" locale for numbers, and turns running out of memory into an error. Returns
 * the result of `work`, or false if memory ran out. */
bool kit_call(OisinKit *kit, Call call);

/* Creates a job with these options; if they are invalid for the verb, reports an error and
 * returns false. The job refers to `values`, indexed by JobOption. It has no progress. */
bool kit_job(const Call *call, const char *verb, const char *values[JOB_OPTION_COUNT],
             Job *out);

/* Called around callbacks, which run with the locale of the caller and without the memory guard
 * of the call. */
void kit_callback_begin(OisinKit *kit);
void kit_callback_end(OisinKit *kit);

/* Check that all inputs, or `name`, were given; otherwise report an error. */
bool kit_paths(const Call *call);
bool kit_named(const Call *call, const char *what);

/* Structs of the caller, whose first member is their size: `size` is that of this version. Both
 * report an error if the size is wrong, or fields that are unknown to this version are used. */
bool kit_struct_read(OisinKit *kit, const void *given, void *out, size_t size);
bool kit_struct_write(OisinKit *kit, const void *result, size_t size, void *out);

/* Converts a text for the caller, valid until the next call. */
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
    } details[2];            /* NULL until requested */
    const ArchiveKind *kind; /* of an archive whose members were requested */
    void *archive;
    const char **members;
    size_t member_count;
    LazyFile *lazy; /* the bytes are not complete; or NULL */
    bool on_disk;   /* the name is a path */
    Bytes sheet;    /* of a sprite layout; data NULL: not given */
    Text sheet_path;
    ImageList *images; /* NULL until requested */
};

/* A file of the library with these bytes, which are in the arena; it has call->name. */
OisinFile *file_of(const Call *call, Bytes bytes, Arena *arena);
/* Completes the bytes of a lazy file. */
bool file_need_all(OisinFile *file, Report *report);

/* The tree of a JSON text. */
const OisinValue *values_read(Bytes json, Arena *arena, Report *report);

#endif
