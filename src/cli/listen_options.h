/* Options for the address of a server. */
#ifndef OISIN_CLI_LISTEN_OPTIONS_H
#define OISIN_CLI_LISTEN_OPTIONS_H

#include "cli/invocation.h"

/* Parses "ADDRESS" or "ADDRESS:PORT". `*port` is unchanged if there is none. On failure, returns
 * false and reports an error. */
bool listen_read(Text text, Text *host, unsigned *port, Report *report);
/* Parses "ADDRESS" or "ADDRESS:PORT", numeric, port 0: any free port. Both outputs are
 * unchanged if the option was not given, the port if the address has none. On failure, returns
 * false and reports an error. */
bool option_listen(Invocation *invocation, unsigned option, const char **address,
                   unsigned *port, Arena *arena);

#endif
