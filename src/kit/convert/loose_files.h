/* Data that is one file, or a folder of loose files, as inputs and outputs of convert; a row of
 * folder_forms.def makes the file of such a folder. */
#ifndef OISIN_KIT_CONVERT_LOOSE_FILES_H
#define OISIN_KIT_CONVERT_LOOSE_FILES_H

#include "kit/jobs/job.h"
#include "kit/convert/conversion.h"

typedef bool LoosePut(void *context, Text name, Bytes bytes, Report *report);

typedef struct LooseKind {
    const char *suffix; /* of the one file */
    JobOption onto;     /* names what an input changes */
    /* Whether an input is a folder of this kind, to be converted to a file with this suffix. */
    bool (*is_input)(const Job *job, const char *path, const char *to);
    /* Whether the changed data is written to `output` as loose files. */
    bool (*is_output)(const Job *job, const char *output);
    /* Calls `put` for each file of the job's output; in place: only for those that differ. */
    bool (*save)(const ConversionJob *job, bool in_place, LoosePut *put, void *context,
                 Arena *arena, Report *report);
    /* False, with an error, if an output would replace files of a project that exists already,
     * without --force. */
    bool (*may_write)(Job *job, const char *output);
} LooseKind;

/* The kind of an input, and of an output; NULL: none. */
const LooseKind *loose_input(const Job *job, const char *path, const char *to);
const LooseKind *loose_output(const Job *job, const char *output);

bool loose_may_write(Job *job, const char *output);

#endif
