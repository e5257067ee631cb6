/* Receiving on a WebSocket: the answer to the request of a client, then frames. */
#include "server/transport/wire_internal.h"

#include <stdlib.h>

static void refuse(WireConnection *connection)
{
    const WebSocketReader *reader = &connection->socket->reader;
    wire_socket_end(connection, reader->code);
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
            wire_socket_frame(connection, WEBSOCKET_PONG, data, false);
            break;
        case WEBSOCKET_ENDED:
            wire_socket_end(connection, data.size ? (unsigned)data.data[0] << 8 | data.data[1]
                                                  : WEBSOCKET_NORMAL);
            wire_finish(connection);
            return;
        case WEBSOCKET_WRONG:
            refuse(connection);
            return;
        }
    }
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
