/* The health interface: HTTP without TLS for probes of containers and load balancers, and for
 * Prometheus.
 *
 *     GET /live      200 while the server's loop turns
 *     GET /ready     200 when players can log in, otherwise 503 with the reasons as lines
 *     GET /metrics   for Prometheus
 *
 * Probes come from other addresses, so all are answered. Nothing here changes anything or tells
 * about single players. Connections are few and short: a probe that has to wait is repeated. */
#ifndef OISIN_SERVER_ADMIN_ADMIN_HEALTH_H
#define OISIN_SERVER_ADMIN_ADMIN_HEALTH_H

#include "server/admin/admin.h"

enum {
    HEALTH_PORT = 4435,      /* default */
    HEALTH_CONNECTIONS = 32, /* open at the same time */
    HEALTH_PER_ADDRESS = 8,  /* of these from one address */
    HEALTH_SECOND = 50,      /* accepted in a second */
    HEALTH_TIMEOUT = 5,      /* s without data after which a connection is closed */
};

typedef struct Health Health;

/* `address`: numeric, also 0.0.0.0 or ::; port 0: any free one. On failure, returns NULL and
 * reports an error. The host and the loop must outlive the result. */
Health *health_new(Loop *loop, const char *address, unsigned port, const AdminHost *host,
                   Report *report);
/* Closes all connections. NULL is allowed. */
void health_free(Health *health);
unsigned health_port(const Health *health);

#endif
