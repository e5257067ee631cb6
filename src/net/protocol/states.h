/* States of a connection, as bits: protocol.def uses them for the states in which a packet
 * is allowed. */
#ifndef OISIN_NET_STATES_H
#define OISIN_NET_STATES_H

/* The server's state of a client. */
typedef enum ServerState {
    IN_WAITING = 1 << 0, /* for the client's hello */
    IN_GREETED = 1 << 1, /* the client may download the game, register, log in */
    IN_ASKED = 1 << 2,   /* REGISTER or LOGIN is being processed */
    IN_PLAYING = 1 << 3,
    IN_CLOSED = 1 << 4, /* send pending bytes, then close */
} ServerState;

/* The client's state of the server. */
typedef enum ClientState {
    AT_WAITING = 1 << 0,  /* for the server's hello */
    AT_GREETED = 1 << 1,  /* may download the game, register, log in */
    AT_FETCHING = 1 << 2, /* downloading the game file */
    AT_ASKED = 1 << 3,    /* waits for the result of REGISTER or LOGIN, and for WELCOME */
    AT_PLAYING = 1 << 4,
    AT_CLOSED = 1 << 5,
    AT_ANY = 0x1F,
} ClientState;

#endif
