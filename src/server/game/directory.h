/* Which server has a zone, and how to reach players there.
 *
 * Each zone belongs to one server at a time. Its owner simulates the world, and writes it to
 * the store in batches that are refused if another server has taken the zone since ("fence").
 * If the owner dies, another server takes the zone and continues from the last saved batch;
 * players whose connection is still open are searched again and enter there.
 *
 * A player may be in a zone of another server than the one that its client is connected to.
 * Input and answers are then forwarded: this server sees either a Connection without a
 * Controller (`connection->away`), or a Controller without a Connection.
 *
 * server/game calls these functions; `directory_single` (directory.c), for a server that owns
 * everything, or server/cluster implements them. */
#ifndef OISIN_SERVER_DIRECTORY_H
#define OISIN_SERVER_DIRECTORY_H

#include "server/game/game.h"

typedef struct ZoneOwner {
    bool ours;     /* this server */
    bool serves;   /* this server, and players may enter now */
    uint64_t node; /* the owner's number; 0: unknown or none */
} ZoneOwner;

/* When a client has logged in. Of two logins of one account the newer one stays, at every
 * server that is asked: the one with the later time, then the one at the server with the higher
 * number, then the connection with the higher number there. */
typedef struct LoginTime {
    uint64_t at;         /* ms, of a clock that all servers share */
    uint64_t node;       /* the server */
    uint64_t connection; /* its number there */
} LoginTime;

/* A client's connection, as servers refer to it. */
typedef struct ClientAddress {
    uint64_t node;       /* the server; 0: this one */
    uint64_t connection; /* its number there; 0: none */
    uint32_t slot;       /* its index there */
    uint32_t account;    /* that has logged in */
    LoginTime login;
} ClientAddress;

/* A line of chat for players of other servers. */
typedef struct DirectoryLine {
    Channel channel;
    const StoreAccount *from;
    Text text; /* at most 199 bytes */
    Text said; /* as it was typed, for reports; at most 255 bytes */
} DirectoryLine;

typedef struct DirectoryHealth {
    bool bus_up;       /* true without a bus */
    uint32_t zones;    /* of the game */
    uint32_t owned;    /* by this server */
    uint32_t orphaned; /* without a known owner */
} DirectoryHealth;

struct ZoneDirectory {
    /* ---- ownership ---- */
    ZoneOwner (*owner)(const Server *server, uint32_t zone);
    /* Whether this server's zones are guaranteed to be its own. Otherwise their worlds are
     * paused, since what happens there might have to be discarded. */
    bool (*may_tick)(const Server *server);
    /* Finds the zone that has the player of an account in the store; false if it cannot be
     * read. */
    bool (*find_zone_of)(const Server *server, int64_t account, uint32_t *zone);

    /* ---- the world of a zone of this server ---- */
    void (*prepare)(Zone *zone); /* before it is created */
    /* It is open. On failure, returns false and reports an error. */
    bool (*opened)(Zone *zone, Report *report);
    void (*closed)(Zone *zone);
    /* Whether no object waits that scripts have placed on maps of other zones, or of this one.
     */
    bool (*is_idle)(const Zone *zone);
    /* Exchanges the changes of this tick with other zones. */
    void (*ticked)(Zone *zone);

    /* ---- saving ---- */
    /* Makes the store refuse the batch if the zone belongs to another server by then. */
    void (*fence)(const Zone *zone, StoreBatch *batch);
    /* Adds what the zone's scripts have placed on maps of other zones. */
    void (*save)(Zone *zone, StoreBatch *batch);
    void (*saved)(Zone *zone); /* that batch is on the disk */
    /* Adds the row that marks the zone as free. */
    void (*leave)(const Zone *zone, StoreBatch *batch);
    void (*left)(Zone *zone); /* that row is saved */

    /* ---- clients here, players elsewhere: `connection->away` has the player ---- */
    LoginTime (*login_time)(const Server *server); /* now; without the connection */
    void (*enter)(const Connection *connection);   /* asks for entry to `connection->zone` */
    void (*forward)(const Connection *connection, ClientPacketType type, Bytes body);
    void (*disconnected)(const Connection *connection);

    /* ---- players here, clients elsewhere: `controller->client` ---- */
    void (*deliver)(Controller *controller, Bytes packets);
    void (*disconnect)(const Controller *controller, ReasonCode reason, Text text);
    /* The client's server is to search for the player again. */
    void (*moved)(const Server *server, const ClientAddress *client);

    /* ---- all servers ---- */
    /* Whether the account's player is controlled here. */
    void (*playing)(const Server *server, int64_t account, bool here);
    /* Sends a line of chat to those of the accounts that play elsewhere; false if none does. */
    bool (*chat)(const Server *server, const DirectoryLine *line, const uint32_t *accounts,
                 size_t count);
    void (*announce)(const Server *server, Text text); /* to all players of the others */
    uint64_t (*node)(
        const Server *server); /* the number of this server; 0: it is the only one */
    /* Sends memberships in parties to the others, see server/social/social.h. */
    void (*members)(const Server *server, const SocialMember *members, size_t count);
    /* Passes an invitation or a refusal to the server on which the account plays. */
    void (*party_act)(const Server *server, int64_t account, PartyAct act, uint32_t about,
                      uint64_t ms);
    /* Whether the account's player is in a zone of another server. */
    bool (*plays_elsewhere)(const Server *server, int64_t account);
    /* Disconnects the client of an account that plays elsewhere; false if it does not. */
    bool (*kick)(const Server *server, int64_t account, ReasonCode reason, Text text);
    /* The player of an account that is in that zone leaves it at once. */
    void (*depart)(Server *server, int64_t account, uint32_t zone);
    /* An account was created or changed; 0: the deny list or the message of the day was. */
    void (*account_changed)(const Server *server, int64_t account);

    /* Zones and bus as this server knows them, for probes and metrics. */
    void (*health)(const Server *server, DirectoryHealth *out);

    /* Releases all zones after their state is saved, and notifies the other servers. */
    void (*finish)(Server *server);
    void (*free)(Server *server);
};

extern const ZoneDirectory directory_single;

#endif
