/* States of a connection, as bits: protocol.def uses them for the states in which a packet
 * is allowed. */
#ifndef OISIN_SERVER_PROTOCOL_CONNECTION_STATES_H
#define OISIN_SERVER_PROTOCOL_CONNECTION_STATES_H

/* State of a connection, on the server. */
typedef enum ServerState {
    SERVER_CONN_WAITING = 1 << 0, /* for the client's hello */
    SERVER_CONN_GREETED = 1 << 1, /* the client may download the game, register, log in */
    SERVER_CONN_ASKED = 1 << 2,   /* REGISTER or LOGIN is being processed */
    SERVER_CONN_PLAYING = 1 << 3,
    SERVER_CONN_CLOSED = 1 << 4, /* send pending bytes, then close */
} ServerState;

/* State of the connection, on the client. */
typedef enum ClientState {
    CLIENT_CONN_WAITING = 1 << 0,  /* for the server's hello */
    CLIENT_CONN_GREETED = 1 << 1,  /* may download the game, register, log in */
    CLIENT_CONN_FETCHING = 1 << 2, /* downloading the game file */
    CLIENT_CONN_ASKED = 1 << 3, /* waits for the result of REGISTER or LOGIN, and for WELCOME */
    CLIENT_CONN_PLAYING = 1 << 4,
    CLIENT_CONN_CLOSED = 1 << 5,
    CLIENT_CONN_ANY = 0x1F,
} ClientState;

#endif
