/* Playing together in a browser: the page connects to the server that it comes from, by a
 * WebSocket that the browser opens (web/connection.c). See web.h. */
#ifndef OISIN_PLAYER_WEB_WEB_ONLINE_H
#define OISIN_PLAYER_WEB_WEB_ONLINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct PlayerServer;

/* ---- functions of the module ---- */

/* The game will be played on this server: call it before web_open. `game`: the bytes that
 * web_open takes over, for the comparison with the server's game. */
void web_connect(const char *host, uint32_t port, const uint8_t *game, size_t size);
/* While the page is hidden, there are no frames: call it once a second, so that the connection
 * stays open. */
void web_idle(void);
/* Events of a WebSocket. The last one is web_socket_closed, with a sentence or an empty text.
 */
void web_socket_opened(uint32_t number);
void web_socket_bytes(uint32_t number, const uint8_t *bytes, size_t size);
void web_socket_closed(uint32_t number, const char *why);

/* The server of web_connect; NULL: play alone. For web.c. */
const struct PlayerServer *web_server(void);

/* ---- functions of the page ---- */

/* Opens a WebSocket to the server of the page. */
extern void browser_socket_open(uint32_t number);
extern void browser_socket_send(uint32_t number, const void *bytes, size_t size);
/* Bytes that the browser has not sent yet. */
extern size_t browser_socket_waiting(uint32_t number);
/* Closes it after everything was sent; events may still follow. */
extern void browser_socket_close(uint32_t number);

#endif
