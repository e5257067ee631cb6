/* Connections that are WebSockets: everything that is sent becomes a message, and the data of
 * received messages are the bytes that handlers get. Limits of the queue count frames. */
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

/* Sends at once, unless other bytes wait already, or with `delay`. */
static void send_frame(WireConnection *connection, WebSocketOpcode opcode, Bytes bytes,
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
    send_frame(connection, WEBSOCKET_BINARY, bytes, delay);
}

static void queue_close(WireConnection *connection, unsigned code)
{
    const uint8_t bytes[2] = {(uint8_t)(code >> 8), (uint8_t)code};
    if (connection->socket->closed || !connection->open)
        return;
    connection->socket->closed = true;
    send_frame(connection, WEBSOCKET_CLOSE, (Bytes){bytes, sizeof bytes}, true);
}

void wire_socket_close(WireConnection *connection)
{
    queue_close(connection, WEBSOCKET_NORMAL);
}

/* ---- receiving ---- */

static void refuse(WireConnection *connection)
{
    const WebSocketReader *reader = &connection->socket->reader;
    queue_close(connection, reader->code);
    if (!connection->ended && connection->holding)
        wire_flush(connection);
    wire_connection_end(connection, WIRE_REFUSED, "the other side has sent %s", reader->why);
}

static void receive_frames(WireConnection *connection, uint8_t *bytes, size_t size)
{
    Bytes data;
    while (!connection->ended && !connection->finishing) {
        switch (websocket_read(&connection->socket->reader, &bytes, &size, &data)) {
        case WEBSOCKET_MORE:
            return;
        case WEBSOCKET_DATA:
            connection->handlers->on_bytes(connection->context, data);
            break;
        case WEBSOCKET_ASKED:
            send_frame(connection, WEBSOCKET_PONG, data, false);
            break;
        case WEBSOCKET_ENDED:
            queue_close(connection, data.size ? (unsigned)data.data[0] << 8 | data.data[1]
                                              : WEBSOCKET_NORMAL);
            wire_finish(connection);
            return;
        case WEBSOCKET_WRONG:
            refuse(connection);
            return;
        }
    }
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

void wire_socket_free(WireSocket *socket)
{
    if (socket)
        free(socket->answer);
    free(socket);
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
        "GET /socket HTTP/1.1\r\nHost: %s%s%s:%s\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: %s\r\nSec-WebSocket-Version: 13\r\n\r\n",
        six ? "[" : "", dial->host, six ? "]" : "", dial->service, socket->key);
    wire_send_first(connection, (Bytes){(const uint8_t *)request, (size_t)size});
}

/* The value of a header field of an answer. */
static Text field_of(Text answer, const char *name)
{
    Text line;
    size_t colon;
    while (text_line(&answer, &line))
        if (text_find(line, ':', &colon) &&
            text_is_caseless(text_trimmed(text_slice(line, 0, colon)), name))
            return text_trimmed(text_slice(line, colon + 1, line.size));
    return TEXT("");
}

/* The answer is complete. */
static void take_answer(WireConnection *connection, Text answer)
{
    char accept[WEBSOCKET_ACCEPT_SIZE + 1];
    Text line, rest = answer;
    text_line(&rest, &line);
    if (!text_starts(line, "HTTP/1.1 101 ")) {
        wire_connection_end(connection, WIRE_REFUSED, "the server answers \"%.*s\"",
                            (int)(line.size < 100 ? line.size : 100), line.at);
        return;
    }
    const bool known = websocket_accept(text_of(connection->socket->key), accept) &&
                       text_is(field_of(rest, "Sec-WebSocket-Accept"), accept);
    free(connection->socket->answer);
    connection->socket->answer = NULL;
    connection->socket->asking = false;
    if (known)
        wire_connection_open(connection);
    else
        wire_connection_end(connection, WIRE_REFUSED, "the server does not know WebSockets");
}

static void receive_answer(WireConnection *connection, uint8_t *bytes, size_t size)
{
    WireSocket *socket = connection->socket;
    size_t taken = 0;
    bool complete = false;
    while (taken < size && socket->answer_size < WEB_ANSWER_MAX && !complete) {
        socket->answer[socket->answer_size++] = bytes[taken++];
        complete = socket->answer_size >= 4 &&
                   !memcmp(socket->answer + socket->answer_size - 4, "\r\n\r\n", 4);
    }
    if (complete)
        take_answer(connection, (Text){(const char *)socket->answer, socket->answer_size});
    else if (socket->answer_size == WEB_ANSWER_MAX)
        wire_connection_end(connection, WIRE_REFUSED, "the server does not know WebSockets");
    if (complete && !connection->ended)
        receive_frames(connection, bytes + taken, size - taken);
}

void wire_socket_receive(WireConnection *connection, uint8_t *bytes, size_t size)
{
    if (connection->socket->asking)
        receive_answer(connection, bytes, size);
    else
        receive_frames(connection, bytes, size);
}
