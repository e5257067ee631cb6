/* A cluster: several servers that run one world, with a shared store and a bus between them.
 *
 * Zones. A zone is a group of joined maps. Each zone is a separate world and belongs to one
 * server at a time (StoreZone). A server is alive until the time in its row StoreServer, which
 * it renews each second. Zones of a dead server are taken over by others, as are zones of a
 * server with more than its share when another one joins. A server that takes a zone increments
 * its `epoch`. Every batch of a zone is refused unless the row still has the epoch that the
 * writer knows: a server that was declared dead by mistake can no longer write, and looks for
 * its players on the other servers.
 *
 * Players. A player may connect to any server. If the player's zone belongs to another server,
 * packets are forwarded over the bus in both directions. A player who enters a map of another
 * zone leaves the first world with the whole character, which is saved, and only then enters
 * the second world: nothing is duplicated or lost if a server fails in between. Lost bus
 * messages are detected by serial numbers and by a query each second; then the player is looked
 * up again.
 *
 * Copies. A copy of a database has the id of its original, and so the same bus subjects. This
 * is detected with the rows StoreServer: each server writes its row, with a new random number,
 * before it sends its first message, so a server which does not find the row uses another
 * database. Messages of such a server are ignored and it is notified (BUS_FOREIGN): it does not
 * start, or stops if it is the younger one of the two.
 *
 * Global attributes are known to all servers, see cluster_globals.c.
 *
 * Global quests are won by adding a row (StoreWinner): the store decides between two
 * servers. */
#ifndef OISIN_SERVER_CLUSTER_H
#define OISIN_SERVER_CLUSTER_H

#include "server/transport/bus.h"
#include "server/cluster/bus_message.h"
#include "server/game/connections.h"
#include "server/game/zones.h"
#include "server/store/store_globals.h"

enum {
    CLUSTER_PEERS = 64,         /* maximum servers */
    CLUSTER_SUBJECT = 96,       /* space for a subject of the bus */
    CLUSTER_PULSE = 250,        /* ms */
    CLUSTER_LOOK = 500,         /* ms between two reads of the store */
    CLUSTER_SILENCE = 3000,     /* ms without ALIVE after which a server is considered lost */
    CLUSTER_MEET = 300,         /* ms for which a new server waits for the others */
    CLUSTER_ZONE_IDLE = 300000, /* ms after which an empty zone is closed (default) */
    CLUSTER_LEASE = 5000,       /* ms for which a server is alive after a renewal (default) */
};

/* The owner of a zone. */
typedef struct ZoneLease {
    Zone *open;    /* its world, opened by the first player; NULL: not open here */
    bool ours;     /* according to the store */
    bool changing; /* a batch that takes or releases it is under way */
    int64_t epoch; /* last known epoch */
    uint64_t node; /* owner; 0: unknown or none */
    bool has_puts; /* the store has objects for it, see cluster_puts.c */
    /* ms: when it could not be opened to place them; 0: never */
    uint64_t puts_failed;
} ZoneLease;

typedef struct Peer {
    uint64_t node, heard; /* ms */
} Peer;

typedef struct Cluster Cluster;
struct Cluster {
    Server *server;
    Bus *bus;
    bool bus_lost;
    uint64_t node;     /* of this server */
    char name[17];     /* the number as text */
    char prefix[64];   /* of all subjects: id of the state and build of the game */
    ZoneLease *leases; /* by zone */
    ZoneMap zones;
    Peer peers[CLUSTER_PEERS];
    size_t peer_count;
    uint64_t *places; /* by account: the other server on which it plays; 0: none */
    size_t place_capacity;
    LoopTimer pulse;
    uint64_t looked, announced; /* ms: last read of the store; last ALIVE */
    uint64_t lease;             /* ms */
    int64_t begun;    /* ms since 1970, the store's clock: start of the game's calendar */
    int64_t ahead;    /* ms: the store's clock minus the loop's */
    bool renewing;    /* a batch is under way */
    uint64_t renewed; /* ms: start of the last renewal that was saved */
    uint64_t asked;   /* ms: start of the renewal that is under way */
    /* ms: until then no other server can have taken this server's zones */
    uint64_t sure;
    bool must_announce;   /* ALIVE is to be sent soon */
    bool lists_changed;   /* the deny list and the message of the day are to be read again */
    uint32_t unread;      /* connections whose accounts are to be read again: those before it */
    uint64_t puts_looked; /* ms: last search for objects from other zones */
    uint32_t put_number;  /* of the next object for another zone */
    StoreGlobal *globals; /* by index among the game's global attributes */
    /* some values are not saved yet; a batch with them is under way */
    bool globals_changed, globals_saving;
    uint64_t since; /* ms: when this server joined the bus */
    /* COPIED: its state is a copy of another server's */
    enum { MEETING, MET, COPIED, RUNNING } phase;
    uint64_t foreign, foreign_at; /* the last foreign server that was heard; when, ms */
    /* ms: when the store could not be read to identify a server */
    uint64_t unreadable;
};

/* ---- cluster.c ---- */

/* Opens the bus, computes the zones and becomes the server's directory. On failure, returns
 * false and reports an error. */
bool cluster_begin(Server *server, Report *report);

/* ---- cluster_send.c ---- */

/* Returns the other server on which an account plays; 0: none. */
uint64_t cluster_node_of(const Cluster *cluster, int64_t account);
/* Sends to one server; 0: to all others. */
void cluster_send(Cluster *cluster, uint64_t node, BusKind kind, const void *record);

/* ---- cluster_directory.c ---- */

/* The functions that the game part calls. */
extern const ZoneDirectory cluster_directory;

/* A client's connection, as sent to other servers. */
static inline BusConnection bus_connection(const ClientAddress *client)
{
    return (BusConnection){client->connection, client->slot, client->account};
}

static inline ClientAddress bus_client(uint64_t node, const BusConnection *who)
{
    return (ClientAddress){.node = node,
                           .connection = who->connection,
                           .slot = who->slot,
                           .account = who->account};
}

/* ---- cluster_zones.c ---- */

/* Whether players may enter: the zone is this server's and is not being transferred. */
bool holding_serves(const ZoneLease *holding);

/* Writes the server's row and waits until it is on the disk. On failure, returns false and
 * reports an error. */
bool leases_join(Cluster *cluster, Report *report);

typedef enum PeerRow { PEER_LIVES, PEER_EXPIRED, PEER_ABSENT, PEER_UNREADABLE } PeerRow;
/* Looks up another server in the store. */
PeerRow leases_row_of(const Cluster *cluster, uint64_t node);

/* Takes, renews and releases zones. */
void leases_refresh(Cluster *cluster);
void leases_on_message(Cluster *cluster, const BusMessage *message);
/* See ZoneDirectory: may_tick, fence, leave, left. */
bool leases_are_valid(const Cluster *cluster);
void holding_fence(const Zone *zone, StoreBatch *batch);
void holding_leave(const Zone *zone, StoreBatch *batch);
void holding_left(Zone *zone);
/* Another server owns the zone: closes its world. */
void holding_lost(uint32_t zone, Cluster *cluster);
/* Does that for all zones whose batches were refused. */
void leases_tidy(Cluster *cluster);
/* Releases all zones, waits for that, then removes this server's row. */
void leases_finish(Cluster *cluster);

/* ---- cluster_puts.c: objects that scripts place on maps of other zones ---- */

typedef struct ZonePuts ZonePuts;

/* After the zone's world is created. On failure, returns false and reports an error. */
bool cluster_puts_begin(Zone *zone, Report *report);
/* To be called after each tick: the world forgets them in the next. */
void cluster_puts_collect(Zone *zone);
/* As ZoneDirectory.save and .saved. */
void cluster_puts_save(Zone *zone, StoreBatch *batch);
void cluster_puts_saved(Zone *zone);
/* The store has objects for a zone of this server: the next pulse places them. */
void cluster_puts_expect(Cluster *cluster, uint32_t number);
/* As ZoneDirectory.is_idle. */
bool cluster_puts_is_idle(const Zone *zone);
/* Places what the store has for such zones and, now and then, for all open ones: messages may
 * be lost. */
void cluster_puts_pulse(Cluster *cluster);

/* ---- cluster_worlds.c: data shared by the worlds of all zones ---- */

/* Before and after the zone's world is created. */
void cluster_worlds_prepare(Zone *zone);
bool cluster_worlds_begin(Zone *zone, Report *report);
/* Sends the other servers the changes of this tick. */
void cluster_worlds_tick(Zone *zone);
void cluster_worlds_on_message(Cluster *cluster, const BusMessage *message);
/* Loads the start time of the shared calendar. On failure, returns false and reports an
 * error. */
bool cluster_worlds_open(Cluster *cluster, Report *report);

/* ---- cluster_globals.c: global attributes ---- */

/* Loads their values. On failure, returns false and reports an error. */
bool cluster_globals_open(Cluster *cluster, Report *report);
/* Sets them in a new world. */
void cluster_globals_begin(Zone *zone);
/* Sends the changes that the scripts of this zone have made. */
void cluster_globals_tick(const Zone *zone);
void cluster_globals_on_message(Cluster *cluster, uint64_t node, const BusGlobals *globals);
/* Saves changes; the owner of zone 0 also sends all values. */
void cluster_globals_pulse(Cluster *cluster);
/* Saves changes, and waits for that. */
void cluster_globals_finish(Cluster *cluster);

/* ---- cluster_social.c: chat and parties of players on different servers ---- */

/* Sends all memberships to the other servers, and asks them for theirs: this server may have
 * missed changes. */
void cluster_social_exchange(Cluster *cluster);
void cluster_social_on_message(Cluster *cluster, const BusMessage *message);
/* See ZoneDirectory. */
void cluster_members(const Server *server, const SocialMember *members, size_t count);
void cluster_party_act(const Server *server, int64_t account, PartyAct act, uint32_t about,
                       uint64_t ms);

/* ---- cluster_connections.c ---- */

/* Finds the zone that has the player of an account in the store; false if it cannot be read. */
bool cluster_whereabouts(const Cluster *cluster, int64_t account, uint32_t *zone);
/* Asks the other servers, each second, whether they still have the players of connections
 * here. */
void cluster_connections_query(Cluster *cluster);

/* Handles a message about connections, the sender's or ours. */
void cluster_connections_on_message(Cluster *cluster, const BusMessage *message);

#endif
