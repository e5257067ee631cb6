/* How zones are distributed among the servers of a cluster.
 *
 * Each server reads the owners of all zones from the store and decides alone; since all of them
 * read the same rows, their decisions fit together. Free zones go one after the other to the
 * server with the fewest. If no zone is free and one server has at least two more than another,
 * the one with the most releases one. This ends when the counts differ by at most one: nobody
 * has more than the number of zones divided by that of the servers, rounded up. With more
 * servers than zones the others have none, and take over when a server dies. */
#ifndef OISIN_SERVER_CLUSTER_ZONE_SHARES_H
#define OISIN_SERVER_CLUSTER_ZONE_SHARES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* `counts` has the number of zones of each living server, in an order that is the same for all
 * of them. Returns how many of the free zones the server `me` takes. Changes `counts`. */
uint32_t zone_shares_claims(uint32_t *counts, size_t servers, size_t me, uint32_t free_zones);

/* Whether the server `me` is the one that releases a zone; only if none is free. */
bool zone_shares_releases(const uint32_t *counts, size_t servers, size_t me);

#endif
