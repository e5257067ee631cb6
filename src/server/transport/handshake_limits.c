/* Limits TLS handshakes, the expensive step that any stranger can cause: the rate of an
 * address, its pending handshakes, and all pending ones, of which the oldest ends when a new
 * one comes. An IPv6 address counts by its first 8 bytes, since a client usually owns all
 * addresses that begin with them. */
#include "server/transport/wire_internal.h"

#include <openssl/rand.h>

const WireLimits wire_limits = {
    .handshake = WIRE_HANDSHAKE,
    .half_open = WIRE_HALF_OPEN,
    .each = WIRE_HALF_OPEN_EACH,
    .rate = WIRE_RATE,
    .rate_max = WIRE_RATE_MAX,
};

enum { PARTS = 1000 };

/* The key of an address; 0: not counted. */
static uint64_t from_of(const Gate *gate, const WireAddress *address)
{
    static const uint8_t own[16] = {[15] = 1};
    const bool four = address->family == 4;
    const bool here =
        four ? address->address[0] == 127 : memcmp(address->address, own, sizeof own) == 0;
    if (here && !gate->limits->here)
        return 0;
    uint64_t from = four ? 1 : 0; /* no network in use begins with 0000:0001 */
    for (unsigned i = 0; i < (four ? 4 : 8); i++)
        from = from << 8 | address->address[i];
    return from ? from : 1; /* for ::1 of an all-zero network */
}

bool gate_set_up(Gate *gate)
{
    gate->limits = &wire_limits;
    gate->count = 0;
    return RAND_bytes((unsigned char *)&gate->key, sizeof gate->key) == 1;
}

/* Addresses that share an entry replace each other: then one may exceed its rate, but no
 * address is refused because of another. */
static struct GateRate *rate_of(Gate *gate, uint64_t from, uint64_t now)
{
    uint64_t mixed = (from ^ gate->key) * 0x9E3779B97F4A7C15u;
    mixed = (mixed ^ mixed >> 29 ^ gate->key) * 0xBF58476D1CE4E5B9u;
    struct GateRate *rate = &gate->rates[(mixed >> 32) % GATE_RATES];
    const uint64_t full = (uint64_t)gate->limits->rate_max * PARTS;
    if (rate->from != from)
        *rate = (struct GateRate){from, now, full};
    const uint64_t passed = now - rate->at, refill = gate->limits->rate;
    const uint64_t missing = full - rate->left;
    rate->left += !refill || passed > missing / refill ? missing : passed * refill;
    rate->at = now;
    return rate;
}

bool gate_lets_in(Gate *gate, const WireAddress *address, uint64_t now)
{
    const uint64_t from = from_of(gate, address);
    if (!from)
        return true;
    size_t same = 0;
    for (size_t i = 0; i < gate->count; i++)
        same += gate->entries[i].from == from;
    struct GateRate *rate = rate_of(gate, from, now);
    if (same >= gate->limits->each || rate->left < PARTS)
        return false;
    rate->left -= PARTS;
    return true;
}

static size_t entries_max(const Gate *gate)
{
    return gate->limits->half_open < GATE_HALF_OPEN_MAX ? gate->limits->half_open
                                                        : GATE_HALF_OPEN_MAX;
}

/* An honest handshake takes some round trips; stalled ones are the oldest. */
WireConnection *gate_surplus(const Gate *gate, const WireAddress *address)
{
    const size_t max = entries_max(gate);
    return from_of(gate, address) && max && gate->count >= max ? gate->entries[0].connection
                                                               : NULL;
}

void gate_enter(Gate *gate, WireConnection *connection, const WireAddress *address)
{
    const uint64_t from = from_of(gate, address);
    if (!from || !entries_max(gate))
        return;
    gate->entries[gate->count++] = (struct GateEntry){from, connection};
    connection->gate = gate;
}

void gate_leave(WireConnection *connection)
{
    Gate *gate = connection->gate;
    if (!gate)
        return;
    connection->gate = NULL;
    size_t at = 0;
    while (gate->entries[at].connection != connection)
        at++;
    gate->count--;
    memmove(gate->entries + at, gate->entries + at + 1,
            (gate->count - at) * sizeof *gate->entries);
}

void gate_close(Gate *gate)
{
    while (gate->count)
        gate_leave(gate->entries[gate->count - 1].connection);
}
