/* Several servers with one world: a store that all of them share, a bus between them.
 *
 * Maps that are joined are a **land**; each land is a world of its own and belongs to one
 * server at a time (StoreLand). A server lives as long as its row StoreServer says, which it
 * renews each second; the lands of one that does not are taken by others, as are those of one
 * that has more than its share when another comes. Who takes a land counts its `epoch` up;
 * every batch of what happens there is refused unless the row is still as its writer knows it:
 * a server that was taken for dead cannot write any more, and looks for its players elsewhere.
 *
 * A player is connected to any server; where the player's land belongs to another one, packets
 * go over the bus in both directions. Who comes onto a map of another land leaves the first
 * world with all they are, which is kept, and only then comes into the other: nothing is there
 * twice and nothing is lost, whoever dies meanwhile. What is lost on the bus is noticed by
 * serial numbers, or by asking each second, and then the player is looked for anew.
 *
 * A copy of a database has the id of its original, and so the subjects of its bus. That is
 * noticed by the rows StoreServer: a server writes its own before it says anything, with a
 * number that it has just made up, so whoever does not find it has another database. Such a
 * server is not heard, and is told so (BUS_FOREIGN): it does not begin, or ends if it is the
 * younger one of the two.
 *
 * Global quests are won by adding a row (StoreWinner): the store decides between two servers.
 */
#ifndef OISIN_SERVER_CLUSTER_H
#define OISIN_SERVER_CLUSTER_H

#include "server/zone_map.h"
#include "server/server_parts.h"
#include "wire/bus.h"

enum {
    CLUSTER_PEERS = 64,       /* servers at most */
    CLUSTER_PULSE = 250,      /* ms */
    CLUSTER_LOOK = 500,       /* ms from one look at the store to the next */
    CLUSTER_SILENCE = 3000,   /* ms without ALIVE after which a server does not count */
    CLUSTER_MEET = 300,       /* ms a server waits for the others before it begins */
    CLUSTER_LEASE = 5000,     /* ms a server counts as living, if none is given */
    CLUSTER_SEEK = 1000,      /* ms until a player is asked for again */
    CLUSTER_SEEK_MAX = 65000, /* ms after which it is given up: longer than the store waits */
};

/* Who has a land. */
typedef struct Holding {
    Zone *open;    /* its world, once somebody has been there; NULL if it is not here */
    bool ours;     /* by the store */
    bool changing; /* a batch that takes it or gives it up is under way */
    int64_t epoch; /* of who has it, as far as is known */
    uint64_t node; /* who has it, 0 nobody that is known */
} Holding;

typedef struct Peer {
    uint64_t node, heard; /* ms */
} Peer;

struct Cluster {
    Server *server;
    Bus *bus;
    uint64_t node;     /* this server's number */
    char name[17];     /* the same as text */
    char prefix[64];   /* of all subjects: the id of the state, the build of the game */
    Holding *holdings; /* by land */
    ZoneMap zones;
    Peer peers[CLUSTER_PEERS];
    size_t peer_count;
    uint64_t *places; /* by account: the other server on whose lands it plays; 0 none */
    size_t place_room;
    LoopTimer pulse;
    uint64_t looked, told; /* ms: when the store was last looked at, ALIVE last told */
    uint64_t lease;        /* ms */
    int64_t begun;         /* ms since 1970, the store's clock: since then days go by */
    int64_t ahead;         /* ms: the store's clock against the loop's */
    bool renewing;         /* a batch is under way */
    uint64_t renewed;      /* ms: when what was kept last was asked for */
    uint64_t asked;        /* the same of the batch that is under way */
    uint64_t sure;         /* ms: until then nobody else can have taken this server's lands */
    bool tells;            /* ALIVE is to be told soon */
    uint64_t since;        /* ms: when this server has joined the bus */
    enum { MEETING, MET, COPIED, RUNNING } phase; /* COPIED: its state is a copy of another's */
    uint64_t foreign, foreign_at; /* the server with a copy that was heard last; when, ms */
    uint64_t unreadable;          /* ms: when the store could not say whose a server is */
};

/* ---- cluster.c ---- */

/* Opens the bus and finds out which maps are joined; false and a report. */
bool cluster_begin(Server *server, Report *report);
/* Gives all lands away, when all that happened on them is kept, and tells the others. */
void cluster_finish(Cluster *cluster);
void cluster_free(Cluster *cluster);
/* On which other server's lands an account plays; 0 none, or no cluster. */
uint64_t cluster_place(const Cluster *cluster, int64_t account);
/* To one server; 0: to all others. */
void cluster_send(Cluster *cluster, uint64_t node, BusKind kind, const void *record);
/* Somebody plays on this server's lands, or no longer; no cluster: nothing to tell. */
void cluster_here(Cluster *cluster, int64_t account, bool here);

/* A guest of this server, as others are told of it. */
static inline BusConnection bus_connection(const Connection *connection)
{
    return (BusConnection){connection->number, connection->slot, (u32)connection->account};
}

/* ---- cluster_zones.c ---- */

/* Players may come in: it is this server's, and is not just changing hands. */
bool holding_serves(const Holding *holding);

/* Writes the server's row and waits until it is on the disk; false and a report. */
bool holdings_join(Cluster *cluster, Report *report);

typedef enum PeerRow { PEER_LIVES, PEER_EXPIRED, PEER_ABSENT, PEER_UNREADABLE } PeerRow;
/* What the store says of another server. */
PeerRow holdings_row_of(const Cluster *cluster, uint64_t node);

/* Takes, renews, gives away. */
void holdings_pulse(Cluster *cluster);
void holdings_heard(Cluster *cluster, const BusMessage *message);
/* Whether its lands are its own for sure. Else their worlds stand still: what happened there
 * might never have happened. */
bool holdings_are_sure(const Cluster *cluster);
/* The batch is refused if the land is another server's by then. */
void holding_fence(const Zone *zone, StoreBatch *batch);
/* Another server has it: closes its world. */
void holding_lost(uint32_t zone, Cluster *cluster);
/* The row that says that nobody has it. */
void holding_leave(const Zone *zone, StoreBatch *batch);
/* That row is kept. */
void holding_left(Zone *zone);
/* Gives all away and waits for that, then takes its row out of the store. */
void holdings_finish(Cluster *cluster);

/* ---- cluster_worlds.c: what the worlds of the lands must know of each other ---- */

/* Before the land's world is made, and after. */
void together_prepare(Zone *zone);
bool together_begin(Zone *zone, Report *report);
/* Tells the others what has happened in this tick. */
void together_tick(Zone *zone);
void together_heard(Cluster *cluster, const BusMessage *message);
/* From who has land 0, now and then: all global attributes. */
void together_pulse(Cluster *cluster);
/* When the world of all lands began, from the store; false and a report. */
bool together_open(Cluster *cluster, Report *report);

/* ---- cluster_connections.c ---- */

/* Where the store has the player of an account; false if it cannot be read. */
bool cluster_whereabouts(const Cluster *cluster, int64_t account, uint32_t *zone);
/* Asks the other servers, each second, whether they still have those whose guests are here. */
void connections_still(Cluster *cluster);

/* What another server says of guests, its own or ours. */
void connections_heard(Cluster *cluster, const BusMessage *message);

#endif
