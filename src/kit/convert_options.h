/* The options of convert: what they say becomes settings of the job. */
#ifndef OISIN_KIT_CONVERT_OPTIONS_H
#define OISIN_KIT_CONVERT_OPTIONS_H

#include "kit/job.h"
#include "convert/conversion.h"

/* `to` is the output's suffix, empty for a folder. `*folder`, at first
 * the output, is where files of a folder go: portraits go into their project. Files that are
 * given are read. */
bool convert_options_take(Job *job, const char *output, const char *to, ConversionJob *out,
                          Text *folder, Arena *arena);

/* Whether an option has an effect on a conversion. */
bool conversion_takes(const Conversion *conversion, JobOption option);

/* Whether the conversion takes every option that was given; else says which one it does not. */
bool convert_options_fit(Job *job, const Conversion *conversion, const char *from,
                         const char *to);

/* Options that name files or folders to read. */
enum { CONVERT_FILE_OPTIONS = 9 };
extern const JobOption convert_file_options[CONVERT_FILE_OPTIONS];

#endif
