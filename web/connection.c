/* What a page has instead of server/transport: a loop that does not wait, and connections that are WebSockets of the
 * browser. It has sent nothing before it is open, and checks certificates. */
#include "server/transport/loop_internal.h"
#include "server/transport/wire.h"
#include "player/web/web.h"
#include "player/web/web_online.h"

#include <stdlib.h>

/* ---- the loop ---- */

static Loop *the_loop; /* there is one player */

static uint64_t now_ms(void) { return (uint64_t)(browser_now() / 1000); }

Loop *loop_new(LoopClock *clock, void *context, Report *report)
{
    Loop *loop = calloc(1, sizeof *loop);
    (void)clock, (void)context;
    if (!loop)
        report_error(report, "out of memory");
    else
        loop->now = now_ms();
    the_loop = loop;
    return loop;
}

void loop_free(Loop *loop)
{
    loop_call_later(loop);
    loop_free_timers(loop);
    free(loop);
    the_loop = NULL;
}

void loop_turn(Loop *loop, uint64_t wait)
{
    (void)wait;
    loop->now = now_ms();
    loop_call_timers(loop);
    loop_call_later(loop);
}

void web_idle(void)
{
    if (the_loop)
        loop_turn(the_loop, 0);
}

/* ---- connections ---- */

struct Wire {
    char unused;
};

/* Bytes that are sent before the WebSocket is open wait here. */
enum { EARLY_MAX = 4096, WHY_SIZE = 200 };

struct WireConnection {
    Loop *loop;
    const WireHandlers *handlers;
    void *context;
    uint32_t number;
    bool open, finishing, ended;
    uint8_t early[EARLY_MAX];
    size_t early_size;
    WireEnd end;
    char why[WHY_SIZE];
    WireConnection *next;
};

static WireConnection *connections;
static uint32_t connection_number;

Wire *wire_client(Report *report)
{
    static Wire wire;
    (void)report;
    return &wire;
}

void wire_free(Wire *wire) { (void)wire; }

const uint8_t *wire_pin(const WireConnection *connection) { return (void)connection, NULL; }

/* Removed ones are no longer found: their events are ignored. */
static WireConnection *connection_of(uint32_t number)
{
    WireConnection *one = connections;
    while (one && one->number != number)
        one = one->next;
    return one;
}

static void call_on_close(void *context)
{
    WireConnection *connection = context, **link = &connections;
    connection->handlers->on_close(connection->context, connection->end, text_of(connection->why));
    while (*link != connection)
        link = &(*link)->next;
    *link = connection->next;
    free(connection);
}

static void end(WireConnection *connection, WireEnd how, const char *why)
{
    if (connection->ended)
        return;
    connection->ended = true;
    connection->end = how;
    for (size_t i = 0; i + 1 < WHY_SIZE && why[i]; i++)
        connection->why[i] = why[i];
    browser_socket_close(connection->number);
    loop_later(connection->loop, call_on_close, connection);
}

WireConnection *wire_connect(Loop *loop, Wire *wire, Text host, unsigned port, const uint8_t *pin,
                             const WireHandlers *handlers, void *context)
{
    WireConnection *connection = calloc(1, sizeof *connection);
    (void)wire, (void)host, (void)port, (void)pin; /* the page knows where it comes from */
    if (!connection)
        abort();
    connection->loop = loop;
    connection->handlers = handlers;
    connection->context = context;
    connection->number = ++connection_number;
    connection->next = connections;
    connections = connection;
    browser_socket_open(connection->number);
    return connection;
}

void wire_send(WireConnection *connection, Bytes bytes)
{
    if (connection->ended || connection->finishing || !bytes.size)
        return;
    if (connection->open) {
        browser_socket_send(connection->number, bytes.data, bytes.size);
        if (browser_socket_waiting(connection->number) > WIRE_QUEUE_MAX)
            end(connection, WIRE_SLOW, "the connection is too slow");
    } else if (bytes.size <= EARLY_MAX - connection->early_size) {
        memcpy(connection->early + connection->early_size, bytes.data, bytes.size);
        connection->early_size += bytes.size;
    } else {
        end(connection, WIRE_SLOW, "the connection is too slow");
    }
}

void wire_finish(WireConnection *connection)
{
    connection->finishing = true;
    end(connection, WIRE_FINISHED, "");
}

void web_socket_opened(uint32_t number)
{
    WireConnection *connection = connection_of(number);
    if (!connection || connection->ended)
        return;
    connection->loop->now = now_ms();
    connection->open = true;
    if (connection->handlers->on_open)
        connection->handlers->on_open(connection->context);
    const size_t size = connection->early_size;
    connection->early_size = 0;
    wire_send(connection, (Bytes){connection->early, size});
}

void web_socket_bytes(uint32_t number, const uint8_t *bytes, size_t size)
{
    WireConnection *connection = connection_of(number);
    if (!connection || connection->ended || connection->finishing)
        return;
    connection->loop->now = now_ms();
    connection->handlers->on_bytes(connection->context, (Bytes){bytes, size});
}

void web_socket_closed(uint32_t number, const char *why)
{
    WireConnection *connection = connection_of(number);
    if (connection)
        end(connection, *why ? WIRE_BROKEN : WIRE_FINISHED, why);
}
