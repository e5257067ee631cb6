/* Controllers: each controls one player in a zone of this server, for a client that is
 * connected to this or another server.
 *
 * Input waits in a short queue, since packets arrive unevenly and the world takes one input per
 * player and tick. After each tick, the client is sent what has changed in the part of the
 * world that the player sees, with the sequence number of the last input that was applied;
 * clients predict the rest. */
#ifndef OISIN_SERVER_CONTROLLERS_H
#define OISIN_SERVER_CONTROLLERS_H

#include "server/protocol/token_bucket.h"
#include "server/protocol/input_packet.h"
#include "server/protocol/view.h"
#include "server/game/directory.h"

enum {
    INPUT_QUEUE = 4,   /* inputs of one player that wait for their tick */
    COMMANDS = 2,      /* commands in the chat per second ... */
    COMMANDS_MAX = 10, /* ... and burst */
};

struct Controller {
    Zone *zone;
    View *view;
    Connection *connection;         /* NULL: connected to another server, see `client` */
    uint32_t player_index;          /* in the zone's world */
    uint32_t queue_at, queue_count; /* of `queue`: one is used per tick */
    ViewInput confirmed;            /* last input applied, for TICK */
    WorldInput applied;
    WorldInput queue[INPUT_QUEUE]; /* ring buffer */
    uint32_t sequences[INPUT_QUEUE];
    Budget commands;  /* in the chat */
    uint32_t watched; /* index of the player whose view the client has; 0: its own */
    int64_t watched_account;
    bool delays;          /* packets of controller_delay may be waiting */
    ClientAddress client; /* zeros if connected to this server */
    LoginTime login;      /* of the client, wherever it is connected */
    uint32_t serial;      /* of the next packets that are delivered to another server */
};

/* Takes control of the player of that slot; NULL if memory is short. `connection` NULL: the
 * client is connected to another server, `client`. */
Controller *controller_new(PlayerSlot *player_slot, Connection *connection,
                           const ClientAddress *client);
/* The account of the player. */
int64_t controller_account(const Controller *controller);
/* Writes to the log that the client no longer watches another player (spectate.h), if it does;
 * to be called before that ends. */
void controller_log_spectate_end(const Controller *controller);
/* Releases the player, who stays in the world for a while. The client stays connected. */
void controller_free(Controller *controller);

/* ---- controller_packets.c ---- */

/* After the client was sent WELCOME: announces the player to others, and its party to the
 * player. If that is not possible the client is disconnected. */
void controller_enter(Controller *controller);
/* Sends packets to the client. */
void controller_send_packet(Controller *controller, Bytes packets);
/* The same, but the packets may wait for the next STATE, or for the tick in which one was
 * possible: a tenth of a second. */
void controller_delay(Controller *controller, Bytes packets);
/* Sends RESULT. */
void controller_answer(Controller *controller, ClientPacketType request, ResultCode code,
                       Text text);
/* Disconnects the client. */
void controller_end(Controller *controller, ReasonCode reason, Text text);
void controller_queue(Controller *controller, const PacketInput *packet);
/* Applies the next input, if there is one. */
void controller_take_input(Controller *controller);
/* Appends the STATE packet of this tick, if something near the player has changed. `body` is
 * a reusable buffer. */
void controller_write_state(Controller *controller, Writer *body, Writer *out);
/* Sends that packet, and those that were delayed. Disconnects the client if a script or the
 * menu has ended its game. */
void controller_send(Controller *controller, Bytes packet);

/* ---- client_packets.c ---- */

/* Handles a packet of a logged-in client. */
void controller_on_packet(Controller *controller, const Packet *packet);

#endif
