/* Converts the options of convert to the settings of a conversion (kit/convert/options.h). */
#ifndef OISIN_KIT_CONVERT_CONVERT_OPTIONS_H
#define OISIN_KIT_CONVERT_CONVERT_OPTIONS_H

#include "kit/jobs/job_inputs.h"
#include "kit/jobs/job.h"
#include "kit/convert/conversion.h"

/* Parses the options that the conversion accepts, and loads the files that they name. `*folder`
 * is set if the files are not written to the output; `folder` may be NULL. NULL after a
 * failure. */
void *convert_options_take(Job *job, const Conversion *conversion, const char *output,
                           size_t input_count, Text *folder, Arena *arena);

/* Notes the files that options name, except those that may be the output; `in_place`: also the
 * map that is changed. */
void convert_options_note(const Job *job, const Conversion *conversion, bool in_place,
                          InputFiles *read);

/* The groups of which any option was given. */
uint64_t convert_options_given(const Job *job);

/* Whether --format, if given, fits an output with this suffix. */
bool convert_format_fits(Job *job, const char *to);

/* Whether every given value suits some conversion; reports one that suits none. */
bool convert_values_fit(Job *job);

/* Whether an option has an effect on a conversion. */
bool conversion_takes(const Conversion *conversion, JobOption option);

/* Checks that the conversion supports every given option; otherwise reports the option and
 * returns false. */
bool convert_options_fit(Job *job, const Conversion *conversion, const char *from,
                         const char *to);

#endif
