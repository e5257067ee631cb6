/* Connections of clients, from the first byte to the entry into the world.
 *
 * After login the player is searched ("seek"): its character is read from the store in another
 * thread, unless it is in a zone of this server; then the client enters the zone, or the zone's
 * owner is asked. The search is repeated while the zone changes its owner or the
 * player is being saved, for at most CONNECTION_SEEK_MAX. Meanwhile, and after a player was
 * lost with its zone, the client stays connected; its chat messages are kept for later. */
#ifndef OISIN_SERVER_CONNECTIONS_H
#define OISIN_SERVER_CONNECTIONS_H

#include "server/game/directory.h"

enum {
    CONNECTION_RETRY = 250, /* ms between two searches for a player */
    CONNECTION_SEEK = 1000, /* ms between two requests to another server */
    /* ms after which the search is given up: longer than the store waits */
    CONNECTION_SEEK_MAX = 65000,
};

struct Connection {
    Server *server;
    WireConnection *wire;
    WireAddress address;
    ServerSession session;
    LoopTimer timer;
    uint64_t number; /* of the connection, from 1 */
    bool gone;
    bool surplus; /* its address has too many: it only gets a message */
    char language[3];
    int64_t since;          /* of the login, seconds since 1970; 0: not in the world yet */
    Controller *controller; /* NULL: no player on this server */
    uint32_t slot;          /* index in Server.connections */
    int64_t account;        /* 0: not logged in */
    LoginTime login;
    uint32_t password_changes; /* of the account at the login */
    uint64_t away;             /* server of the player, or of the request for it; 0: this one */
    uint32_t zone;             /* the player's zone there */
    uint32_t serial;           /* of the next packets that are delivered from there */
    uint64_t retry_at;         /* ms: when to search for the player again; 0: found */
    uint64_t search_began;     /* ms: start of the search */
    int64_t reading;           /* account whose character is being read; 0: none */
    uint32_t tick;             /* of the player's world, at `tick_at` ms */
    uint64_t tick_at;
    Bytes *backlog; /* bodies of SAY packets that arrived in transit */
    size_t backlog_count;
    Arena *backlog_arena; /* NULL: the backlog is empty */
};

extern const WireHandlers connection_handlers;
WireAccept connection_accept; /* connection_accept.c */
/* The timer of a connection: timeouts, pings, and pieces of the game file. */
void connection_pump(void *context);
/* Handles the answer to a register or login request. */
void connection_answered(Server *server, const AccountAnswer *answer);

/* ---- connection_send.c ---- */

/* Sends packets. If the session is closed, ends the connection after them. */
void connection_send(Connection *connection, Bytes packets);
/* Queues packets for a player: they are sent with the next packets, or by
 * connection_flush. */
void connection_delay(Connection *connection, Bytes packets);
void connection_flush(Connection *connection);
void connection_close(Connection *connection, ReasonCode reason, Text text);
/* The client plays no more; the player stays in the world for a while. */
void connection_stop_playing(Connection *connection);
/* Removes the stored SAY packets. */
void connection_clear_messages(Connection *connection);
/* Finds a connection by number; `slot` is its last known index. NULL if it is closed. */
Connection *connection_by_number(Server *server, uint64_t number, uint32_t slot);
ClientAddress connection_client(const Connection *connection);
/* Closes the connections of an account; false if there are none. */
bool connections_close_of(Server *server, int64_t account, ReasonCode reason, Text text);
/* Closes connections of an account that have logged in with an old password, or whose account
 * was deleted. */
void connections_close_outdated(Server *server, int64_t account);
/* Closes connections from denied addresses. */
void connections_deny(Server *server);

/* ---- connection_search.c ---- */

/* Finds the player of the account and lets the client play, here or on another server;
 * retries while that is not possible. */
void connection_find_player(Connection *connection);
/* Retries the search for players who were not found yet. */
void connections_retry(Server *server);
/* Server.player_left: the client's server searches for the player again. */
void connection_player_left(Server *server, const struct DepartedPlayer *departed);

/* ---- connection_entry.c ---- */

/* Handles the outcome: on RESULT_OK the client plays from now on, in a world at this tick. */
void connection_entered(Connection *connection, ResultCode result, uint32_t actor,
                        uint32_t tick);
/* Starts a new search for the player. */
void connection_lost(Connection *connection);

/* ---- client_packets.c ---- */

/* Forwards a packet to the player's server. While the player is searched for, only SAY packets
 * are kept. */
void connection_forward(Connection *connection, const Packet *packet);
/* Stores the body of a SAY packet that arrived while the player was in transit. */
void connection_hold_message(Connection *connection, Bytes body);
/* The player is in a world again: delivers the stored SAY packets. */
void connection_catch_up(Connection *connection);

/* ---- connection_log.c: events for the log, and their counts for the metrics ---- */

/* Writes an event with the client's address. */
void connection_event(const Connection *connection, LogEvent event, const LogFields *fields);
void connection_log_entry(const Connection *connection);
/* The password was right, but the player cannot enter. */
void connection_log_refused_entry(const Connection *connection, ResultCode result);
/* The outcome of a request to register or log in, unless it goes on. */
void connection_log_answer(Server *server, const AccountAnswer *answer);
/* A request that is refused at once; `wait`: s, for RESULT_WAIT. */
void connection_log_refusal(const Connection *connection, const AccountRequest *request,
                            ClientPacketType type, ResultCode result, uint64_t wait);
/* Why a connection is closed, while its account is known. */
void connection_log_end(const Connection *connection, ReasonCode reason);

#endif
