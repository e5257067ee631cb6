/* Prints conversions.def for users. */
#ifndef OISIN_CLI_CONVERSION_LIST_H
#define OISIN_CLI_CONVERSION_LIST_H

#include "base/stream.h"
#include "kit/jobs/job.h"

/* Writes the rows that read or write files of a suffix ("" is a folder), each with its
 * options; NULL: all rows, without options. */
void conversions_write(Writer *out, const char *suffix);
/* Whether one of those rows supports an option. */
bool conversions_take(const char *suffix, JobOption option);

/* README's table. */
void conversions_write_markdown(Writer *out);

#endif
