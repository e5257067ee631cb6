/* The options of convert: what they say becomes settings of the job. */
#ifndef OISIN_CLI_CONVERT_OPTIONS_H
#define OISIN_CLI_CONVERT_OPTIONS_H

#include "cli/command.h"
#include "convert/conversion.h"

/* Gives an exit status. `to` is the output's suffix, empty for a folder. `*folder`, at first
 * the output, is where files of a folder go: portraits go into their project. Files that are
 * given are read. */
int convert_options_take(Invocation *invocation, const char *output, const char *to,
                         ConversionJob *out, Text *folder, Arena *arena);

/* Whether the conversion takes every option that was given; else says which one it does not. */
bool convert_options_fit(Invocation *invocation, const Conversion *conversion, const char *from,
                         const char *to);

/* Options that name files or folders to read, ended by NULL. */
extern const char *const convert_file_options[];

/* The file that an option names; true, and `*out` as it was, if it was not given. */
bool option_file(Invocation *invocation, const char *name, Bytes *out, Arena *arena);

#endif
