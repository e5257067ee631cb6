/* Converts the options of convert to settings of the job. */
#ifndef OISIN_KIT_CONVERT_OPTIONS_H
#define OISIN_KIT_CONVERT_OPTIONS_H

#include "kit/job.h"
#include "convert/conversion.h"

/* `to` is the output's suffix, empty for a folder. `*folder`, initially the output, is set
 * to the folder for files: portraits are written into their project. Files named by options
 * are loaded. */
bool convert_options_take(Job *job, const char *output, const char *to, ConversionJob *out,
                          Text *folder, Arena *arena);

/* Whether an option has an effect on a conversion. */
bool conversion_takes(const Conversion *conversion, JobOption option);

/* Checks that the conversion supports every given option; otherwise reports the option and
 * returns false. */
bool convert_options_fit(Job *job, const Conversion *conversion, const char *from,
                         const char *to);

/* Options that name files or folders to be read. */
enum { CONVERT_FILE_OPTIONS = 9 };
extern const JobOption convert_file_options[CONVERT_FILE_OPTIONS];

#endif
