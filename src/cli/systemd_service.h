/* A server as a service of systemd: notifications (Type=notify), the watchdog, and sockets that
 * systemd keeps while the server restarts. Without systemd, these functions have no effect.
 *
 * Sockets are found by their names (FileDescriptorName=): `game` for players, `web` for
 * browsers; a single socket without a name is that for players. */
#ifndef OISIN_CLI_SYSTEMD_SERVICE_H
#define OISIN_CLI_SYSTEMD_SERVICE_H

#include "server/server.h"

/* On failure, returns false and reports an error: a socket with another name, or twice the
 * same. */
bool service_sockets(ServerSockets *out, Report *report);
/* Players can connect. */
void service_ready(void);
void service_reloading(void);
void service_stopping(void);
/* To be called at least once a second while everything is in order. */
void service_alive(void);

#endif
