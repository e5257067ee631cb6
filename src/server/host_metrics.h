/* Numbers of this server for the admin interface and the health interface. */
#ifndef OISIN_SERVER_HOST_METRICS_H
#define OISIN_SERVER_HOST_METRICS_H

#include "server/admin/admin.h"
#include "server/game/game.h"

/* Everything before this time is on the disk: that of the zone whose last save is oldest. */
int64_t host_saved(const Server *server);
/* Players in the world without a controller. */
uint64_t host_leaving(const Server *server);
uint64_t host_online(const Server *server);

/* Functions of AdminHost; `context` is the Server. */
void host_metrics(void *context, AdminMetrics *out, Arena *arena);
bool host_ready(void *context, Writer *reasons);

#endif
