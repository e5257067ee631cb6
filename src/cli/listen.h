/* Options that say where to listen. */
#ifndef OISIN_CLI_LISTEN_H
#define OISIN_CLI_LISTEN_H

#include "cli/command.h"

/* "ADDRESS" or "ADDRESS:PORT" in digits, port 0: any that is free. Both stay as they are if the
 * option was not given, the port if the address has none. False and a report. */
bool option_listen(Invocation *invocation, unsigned option, const char **address,
                   unsigned *port, Arena *arena);

#endif
