/* A player's connection to a server: connects, downloads the game, logs in, plays, and
 * reconnects when the connection is lost.
 *
 *     client = client_new(&options, &report);
 *     each tick: loop_turn(loop, 0); client_tick(client, &input);
 *     draw client_world(client) while client_phase is CLIENT_PLAYING
 *
 * This module has no window: player/ draws the world. */
#ifndef OISIN_SERVER_CLIENT_CLIENT_H
#define OISIN_SERVER_CLIENT_CLIENT_H

#include "server/client/client_connection.h"
#include "server/protocol/input_packet.h"
#include "server/protocol/mirror.h"

typedef enum ClientPhase {
    CLIENT_CONNECTING,
    CLIENT_FETCHING, /* downloading the game file: client_fetched */
    CLIENT_ASKING,   /* registering or logging in */
    CLIENT_NAMELESS, /* there is no name and password yet, or they were wrong */
    CLIENT_PLAYING,
    CLIENT_LOST, /* will retry automatically */
    CLIENT_OVER, /* permanently */
} ClientPhase;

/* Storage for game files of servers: a cache. */
typedef struct ClientGames {
    void *context;
    /* The whole file of this hello, or empty; valid as long as the client lives. */
    Bytes (*find)(void *context, const PacketServerHello *hello);
    /* `begun` returns the size of the part that exists already; pieces are passed to `keep`
     * from there on, and with the last one the file is complete. `keep` returns false if the
     * piece cannot be stored. All may be NULL: nothing is downloaded. */
    uint64_t (*begun)(void *context, const PacketServerHello *hello);
    bool (*keep)(void *context, uint64_t offset, Bytes piece, bool last);
    const char *absent; /* the message if the game is not available; NULL: the general one */
} ClientGames;

/* Receives messages of other players during play; each may be NULL. */
typedef struct ClientCallbacks {
    void *context;
    void (*chat)(void *context, const PacketChat *chat);
    void (*trade)(void *context, const PacketTrade *trade);
    void (*party)(void *context, const PacketParty *party);
    /* The outcome of SAY, TRADE, PARTY, REGISTER, LOGIN or PASSWORD. */
    void (*result)(void *context, unsigned request, ResultCode result, Text words);
} ClientCallbacks;

typedef struct ClientOptions {
    Loop *loop;
    Wire *wire;
    Text host;
    unsigned port;
    const uint8_t *pin; /* the server's certificate; NULL: any */
    Text name, password, language;
    Text fresh;     /* a new password that replaces `password` before the login; empty: none */
    bool registers; /* registers an account first; if it exists, logs in */
    bool once;      /* does not reconnect */
    ClientGames games;
    ClientCallbacks callbacks;
} ClientOptions;

typedef struct Client Client;

/* Texts are copied. On failure (a text is too long), returns NULL and reports an error. */
Client *client_new(const ClientOptions *options, Report *report);
/* Closes the connection. The loop must turn once more before everything is freed. */
void client_free(Client *client);

/* Simulates one tick, and sends the input to the server. */
void client_tick(Client *client, const WorldInput *input);
/* Retries with another name or password, after CLIENT_NAMELESS. Returns false if they are
 * invalid. */
bool client_ask(Client *client, Text name, Text password, bool registers);
/* The same, and replaces the password before the login. */
bool client_ask_change(Client *client, Text name, Text password, Text fresh);

bool client_send_chat(Client *client, PacketChannel channel, Text to, Text text);
bool client_trade(Client *client, const PacketTradeAct *act);
bool client_party(Client *client, const PacketPartyAct *act);

ClientPhase client_phase(const Client *client);
/* The message for the user: a sentence; empty if there is none. */
Text client_status_text(const Client *client);
/* CLIENT_OVER because the server's certificate is not the one that was pinned. */
bool client_distrusts(const Client *client);
/* NULL until the first update was received. A player who is handed over to another world
 * sees the old one until then; it is freed with the next client_tick. */
World *client_world(Client *client);
/* Counts first updates: with each, client_world returns another world. */
unsigned client_arrivals(const Client *client);
/* The server's game; NULL until it is available. */
const TngFile *client_game(const Client *client);
uint32_t client_player(const Client *client);  /* number of the account */
uint32_t client_latency(const Client *client); /* round-trip time, ms; 0: unknown */
void client_fetched(const Client *client, uint64_t *have, uint64_t *all);
/* The certificate that the server has sent; NULL before that. */
const uint8_t *client_pin(const Client *client);
uint64_t client_corrected(const Client *client);

#endif
