/* Connections that are WebSockets: everything that is sent becomes a message, and the data of
 * received messages are the bytes that handlers get (wire_socket_read.c). Limits of the queue
 * count frames. */
#include "server/transport/wire_internal.h"

#include <openssl/rand.h>
#include <stdio.h>
#include <stdlib.h>

static bool keep_frame(WireConnection *connection, WebSocketOpcode opcode, Bytes bytes)
{
    uint8_t head[WEBSOCKET_HEAD_MAX], mask[4] = {0};
    const bool client = connection->socket->client;
    if (client && RAND_bytes(mask, sizeof mask) != 1) {
        wire_connection_end(connection, WIRE_BROKEN, "no random numbers");
        return false;
    }
    const size_t size = websocket_head(opcode, bytes.size, client ? mask : NULL, head);
    if (!wire_keep(connection, (Bytes){head, size}) ||
        (bytes.size && !wire_keep(connection, bytes)))
        return false;
    uint8_t *end = connection->queue + connection->queue_at + connection->queue_size;
    if (client)
        websocket_mask(end - bytes.size, bytes.size, mask, 0);
    return true;
}

void wire_socket_frame(WireConnection *connection, WebSocketOpcode opcode, Bytes bytes,
                       bool delay)
{
    if (!connection->queue_size)
        connection->holding = true; /* flush does not call on_drain for it */
    if (keep_frame(connection, opcode, bytes) && connection->open && connection->holding &&
        !delay)
        wire_flush(connection);
}

void wire_socket_send(WireConnection *connection, Bytes bytes, bool delay)
{
    wire_socket_frame(connection, WEBSOCKET_BINARY, bytes, delay);
}

void wire_socket_end(WireConnection *connection, unsigned code)
{
    const uint8_t bytes[2] = {(uint8_t)(code >> 8), (uint8_t)code};
    if (connection->socket->closed || !connection->open)
        return;
    connection->socket->closed = true;
    wire_socket_frame(connection, WEBSOCKET_CLOSE, (Bytes){bytes, sizeof bytes}, true);
}

void wire_socket_close(WireConnection *connection)
{
    wire_socket_end(connection, WEBSOCKET_NORMAL);
}

/* ---- the opening handshake ---- */

static WireSocket *socket_new(WireConnection *connection, bool client)
{
    WireSocket *socket = calloc(1, sizeof *socket);
    connection->socket = socket;
    if (!socket) {
        wire_connection_end(connection, WIRE_BROKEN, "out of memory");
        return NULL;
    }
    socket->client = client;
    socket->reader.masked = !client;
    return socket;
}

void wire_socket_begin(WireConnection *connection, const WireHandlers *handlers, void *context)
{
    connection->handlers = handlers;
    connection->context = context;
    socket_new(connection, false);
}

void wire_socket_prepare(WireConnection *connection)
{
    WireSocket *socket = socket_new(connection, true);
    if (!socket)
        return;
    socket->asking = true;
    socket->answer = malloc(WEB_ANSWER_MAX);
    if (!socket->answer)
        abort();
}

void wire_socket_ask(WireConnection *connection)
{
    WireSocket *socket = connection->socket;
    const Dial *dial = connection->dial;
    uint8_t nonce[16];
    char request[640];
    const bool six = strchr(dial->host, ':');
    if (RAND_bytes(nonce, sizeof nonce) != 1) {
        wire_connection_end(connection, WIRE_BROKEN, "no random numbers");
        return;
    }
    EVP_EncodeBlock((unsigned char *)socket->key, nonce, sizeof nonce);
    const int size = snprintf(
        request, sizeof request,
        "GET /socket HTTP/1.1\r\nHost: %s%s%s:%u\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: %s\r\nSec-WebSocket-Version: 13\r\n\r\n",
        six ? "[" : "", dial->host, six ? "]" : "", dial->port, socket->key);
    wire_send_first(connection, (Bytes){(const uint8_t *)request, (size_t)size});
}
