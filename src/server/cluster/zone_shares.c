/* Decides by the numbers of zones alone. Of servers with equal numbers the first one is chosen,
 * which is why their order must be the same for all of them. */
#include "server/cluster/zone_shares.h"

static size_t poorest(const uint32_t *counts, size_t servers)
{
    size_t found = 0;
    for (size_t i = 1; i < servers; i++)
        if (counts[i] < counts[found])
            found = i;
    return found;
}

static size_t richest(const uint32_t *counts, size_t servers)
{
    size_t found = 0;
    for (size_t i = 1; i < servers; i++)
        if (counts[i] > counts[found])
            found = i;
    return found;
}

uint32_t zone_shares_claims(uint32_t *counts, size_t servers, size_t me, uint32_t free_zones)
{
    const uint32_t before = counts[me];
    while (free_zones-- > 0)
        counts[poorest(counts, servers)]++;
    return counts[me] - before;
}

bool zone_shares_releases(const uint32_t *counts, size_t servers, size_t me)
{
    const size_t from = richest(counts, servers);
    return from == me && counts[from] >= counts[poorest(counts, servers)] + 2;
}
