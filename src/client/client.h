/* A player's side of a server: finds it, has its game, logs in, plays, and comes back by itself
 * when the connection is lost.
 *
 *     client = client_new(&options, &report);
 *     each tick: loop_turn(loop, 0); client_tick(client, &input);
 *     client_world(client) is there to be drawn while client_state is CLIENT_PLAYING
 *
 * There are no windows here: src/player draws it, `oisin swarm` has a thousand of them. */
#ifndef OISIN_CLIENT_CLIENT_H
#define OISIN_CLIENT_CLIENT_H

#include "client/contact.h"
#include "net/input.h"
#include "net/mirror.h"

typedef enum ClientPhase {
    CLIENT_CONNECTING,
    CLIENT_FETCHING, /* the game file: client_fetched */
    CLIENT_ASKING,   /* who one is: registering or logging in is under way */
    CLIENT_NAMELESS, /* there is no name and password yet, or they were wrong */
    CLIENT_PLAYING,
    CLIENT_LOST, /* tries again by itself soon */
    CLIENT_OVER, /* for good */
} ClientPhase;

/* Where the game files of servers are: a cache. */
typedef struct ClientGames {
    void *context;
    /* The whole file of this hello, or an empty one; it stays as long as the client lives. */
    Bytes (*find)(void *context, const PacketServerHello *hello);
    /* How much of it there is already; then pieces are handed over from there on, and with the
     * last one it is whole. False if they cannot be kept. All may be NULL: nothing is fetched.
     */
    uint64_t (*begun)(void *context, const PacketServerHello *hello);
    bool (*keep)(void *context, uint64_t offset, Bytes piece, bool last);
} ClientGames;

/* What comes from others while one plays; each may be NULL. */
typedef struct ClientCallbacks {
    void *context;
    void (*chat)(void *context, const PacketChat *chat);
    void (*trade)(void *context, const PacketTrade *trade);
    void (*party)(void *context, const PacketParty *party);
    /* Of SAY, TRADE, PARTY, REGISTER, LOGIN. */
    void (*result)(void *context, unsigned request, ResultCode result, Text words);
} ClientCallbacks;

typedef struct ClientOptions {
    Loop *loop;
    Wire *wire;
    Text host;
    unsigned port;
    const uint8_t *pin; /* the server's certificate; NULL any */
    Text name, password, language;
    bool registers; /* an account is made first; if there is one, it is logged in to */
    bool once;      /* does not come back by itself */
    ClientGames games;
    ClientCallbacks ears;
} ClientOptions;

typedef struct Client Client;

/* Texts are copied. NULL and a report if they are too long. */
Client *client_new(const ClientOptions *options, Report *report);
/* Says goodbye. The loop has to turn once more before it is freed. */
void client_free(Client *client);

/* One tick: walks on, and tells the server what is pressed. */
void client_tick(Client *client, const WorldInput *input);
/* With another name or password, after CLIENT_NAMELESS. False if they cannot be. */
bool client_ask(Client *client, Text name, Text password, bool registers);

bool client_send_chat(Client *client, PacketChannel channel, Text to, Text text);
bool client_trade(Client *client, const PacketTradeAct *act);
bool client_party(Client *client, const PacketPartyAct *act);

ClientPhase client_phase(const Client *client);
/* What to tell somebody who waits: a sentence; empty while all is well. */
Text client_words(const Client *client);
/* CLIENT_OVER because the server's certificate is not the one that was pinned. */
bool client_distrusts(const Client *client);
/* NULL until the first picture has come. Whoever is handed over to another world while playing
 * sees the one before until then; it is gone with the next client_tick. */
World *client_world(Client *client);
/* How often a first picture has come: with each, client_world is another one. */
unsigned client_comings(const Client *client);
/* The server's game, once it is there. */
const TngFile *client_game(const Client *client);
uint32_t client_player(const Client *client);  /* number of the account */
uint32_t client_latency(const Client *client); /* ms there and back; 0 not known */
void client_fetched(const Client *client, uint64_t *have, uint64_t *all);
/* The certificate that the server has shown; NULL before. */
const uint8_t *client_pin(const Client *client);
uint64_t client_received(const Client *client); /* bytes */
uint64_t client_corrected(const Client *client);

#endif
