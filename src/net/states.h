/* How far a connection has come, as bits: protocol.def says with them when a packet is
 * allowed. */
#ifndef OISIN_NET_STATES_H
#define OISIN_NET_STATES_H

/* The server's view of a client. */
typedef enum ServerState {
    IN_WAITING = 1 << 0, /* for its hello */
    IN_GREETED = 1 << 1, /* it may fetch the game, register, log in */
    IN_ASKED = 1 << 2,   /* REGISTER or LOGIN is being looked at */
    IN_PLAYING = 1 << 3,
    IN_CLOSED = 1 << 4, /* send what was written, then close */
} ServerState;

/* The client's view of the server. */
typedef enum ClientState {
    AT_WAITING = 1 << 0,  /* for its hello */
    AT_GREETED = 1 << 1,  /* fetch the game, register, log in */
    AT_FETCHING = 1 << 2, /* the game file is coming */
    AT_ASKED = 1 << 3,    /* for the result of REGISTER or LOGIN, and WELCOME */
    AT_PLAYING = 1 << 4,
    AT_CLOSED = 1 << 5,
    AT_ANY = 0x1F,
} ClientState;

#endif
