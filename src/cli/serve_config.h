/* Options of `oisin serve` in a file (--config), and those that may change at run time.
 *
 * The file has one option per line, as on the command line but without the dashes; lines that
 * begin with `#` are comments:
 *
 *     players = 200
 *     register = closed
 *     no-fetch
 *
 * The command line overrides the file. On SIGHUP the file is read again. Errors have line and
 * column. */
#ifndef OISIN_CLI_SERVE_CONFIG_H
#define OISIN_CLI_SERVE_CONFIG_H

#include "cli/invocation.h"
#include "server/log/log.h"
#include "server/server.h"

/* Settings that may change at run time. */
typedef struct ServeSettings {
    ServerSettings server;
    LogLevel level;
    const char *audit; /* path of the audit trail; NULL: none */
} ServeSettings;

typedef struct ServeConfig {
    Invocation *invocation; /* its values are merged from both */
    const char *given[COUNT_OF(((Invocation *)NULL)->values)]; /* from the command line only */
    Arena *arena;
} ServeConfig;

/* Reads the file, if there is one, into the values of the invocation. On failure, returns
 * false and reports an error. */
bool serve_config_begin(ServeConfig *config, Report *report);
/* The settings that may change at run time, from the values; on failure, false and a usage
 * error. */
bool serve_config_settings(const ServeConfig *config, ServeSettings *out);
/* Reads the file again. Valid values that may change at run time are copied to `settings`
 * and the invocation; all others are unchanged. Each change is reported. A file that cannot
 * be read changes nothing. */
void serve_config_reload(ServeConfig *config, ServeSettings *settings, Report *report);
/* Restores the names of certificate and key from `values`, since the new files are invalid. */
void serve_config_keep_files(ServeConfig *config, const char *const *values);
/* A commented file with all options, for packages. */
void serve_config_describe(Writer *out);

#endif
