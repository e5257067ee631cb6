/* Options of `oisin serve` in a file (--config), and which of them may change while it runs.
 *
 * The file has an option a line, as on the command line but without the dashes; `#` begins a
 * line that is a comment:
 *
 *     players = 200
 *     register = closed
 *     no-fetch
 *
 * The command line counts more than the file. On SIGHUP the file is read again. */
#ifndef OISIN_CLI_SERVE_CONFIG_H
#define OISIN_CLI_SERVE_CONFIG_H

#include "cli/command.h"
#include "server/server.h"

typedef struct ServeConfig {
    Invocation *invocation; /* its values are those of both */
    const char *given[COUNT_OF(((Invocation *)NULL)->values)]; /* of the command line alone */
    Arena *arena;
} ServeConfig;

/* Reads the file, if there is one, into the values of the invocation. False and a report. */
bool serve_config_begin(ServeConfig *config, Report *report);
/* What may change while it runs, from the values; false and a usage error. */
bool serve_config_settings(const ServeConfig *config, ServerSettings *out);
/* Reads the file again. A value that may change and is valid is taken over into `settings` and
 * the invocation; all others stay as they were. Each change is a message. A file that cannot be
 * read changes nothing. */
void serve_config_reload(ServeConfig *config, ServerSettings *settings, Report *report);
/* Certificate and key could not be used: their names are again those of `values`. */
void serve_config_keep_files(ServeConfig *config, const char *const *values);

#endif
