/* Who listens at a port: for `oisin serve --check` beside the running server.
 *
 * /proc has the sockets that listen (net/tcp, net/tcp6) and the descriptors of processes. A
 * process is the running server of an options file or a state if it is this program, and was
 * started with the file or has the state open. A socket that only systemd has belongs to a
 * service that is not running. Descriptors of other users are visible to root only. */
#ifndef OISIN_CLI_PORT_OWNER_H
#define OISIN_CLI_PORT_OWNER_H

#include "server/transport/wire.h"

typedef enum PortOwner {
    PORT_OTHER,   /* another program, or it cannot be seen */
    PORT_SERVER,  /* the running server */
    PORT_SYSTEMD, /* systemd, which keeps the socket */
} PortOwner;

/* `config`, `state`: paths; NULL: none. If several programs listen there (127.0.0.1 and ::),
 * all must be the server or systemd. */
PortOwner port_owner(const WireAddress *address, const char *config, const char *state);
/* Whether a process is the running server of the options file or the state. */
bool process_is_server(int process, const char *config, const char *state);
/* Whether both cannot be used for listening at the same time. */
bool ports_overlap(const WireAddress *a, const WireAddress *b);

#endif
