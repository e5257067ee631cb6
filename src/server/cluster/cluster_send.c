/* Sending to other servers, and the server on which an account plays. */
#include "server/cluster/cluster.h"

#include <inttypes.h>
#include <stdio.h>

void cluster_send(Cluster *cluster, uint64_t node, BusKind kind, const void *record)
{
    char subject[CLUSTER_SUBJECT];
    Arena *scratch = cluster->server->scratch;
    Writer out = writer_to(scratch);
    bus_message_write(cluster->node, kind, record, &out);
    if (node)
        snprintf(subject, sizeof subject, "%s%016" PRIx64, cluster->prefix, node);
    else
        snprintf(subject, sizeof subject, "%sall", cluster->prefix);
    /* lost messages are sent again later */
    bus_send(cluster->bus, subject, writer_bytes(&out));
}

uint64_t cluster_node_of(const Cluster *cluster, int64_t account)
{
    return account > 0 && (uint64_t)account < cluster->place_capacity ? cluster->places[account]
                                                                      : 0;
}
