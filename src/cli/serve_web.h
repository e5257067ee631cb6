/* `serve --web`: its options, its page, and the addresses that are printed. */
#ifndef OISIN_CLI_SERVE_WEB_H
#define OISIN_CLI_SERVE_WEB_H

#include "cli/invocation.h"
#include "server/server.h"

/* Reads the options, and loads the page with the game. `listen`: the address of the game port.
 * On failure, returns false and reports an error. */
bool serve_web_read(Invocation *invocation, Bytes game, const char *listen, ServerWeb *out,
                    bool *given, Arena *arena);
void serve_web_print(const ServerWeb *web, unsigned port, Arena *arena);
/* The host name for players of a server that listens at this address. */
Text serve_web_host(const char *listen, Arena *arena);

#endif
