/* Incoming connections. Pending handshakes are limited in number, in time, and by the rate of
 * each address (Gate), because a handshake costs much more than a packet. */
#include "server/transport/proxy.h"
#include "server/transport/wire_internal.h"

#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

/* After running out of descriptors, accepting is paused for so many ms; otherwise the system
 * would wake the loop continuously. */
enum { PAUSE = 100, AT_ONCE = 64 };

typedef struct ProxyPending ProxyPending;

struct WireListener {
    Loop *loop;
    Wire *wire;
    int descriptor;
    LoopWatch *watch;
    LoopTimer timer;
    const WireHandlers *handlers;
    WireAccept *accept;
    void *context;
    unsigned port;
    Gate gate;
    WireAddress proxy;     /* its connections begin with a PROXY header; family 0: none */
    ProxyPending *pending; /* newest first */
    size_t pending_count;
};

/* A connection of the proxy whose header has not arrived yet. */
struct ProxyPending {
    WireListener *listener;
    ProxyPending *next, **link;
    int descriptor;
    LoopWatch *watch;
    LoopTimer timer;
    WireAddress from;
    size_t size;
    uint8_t bytes[PROXY_HEADER_MAX];
};

static void handshake_over(void *context)
{
    wire_connection_end(context, WIRE_BROKEN, "the handshake took too long");
}

static void begin(WireListener *listener, WireConnection *connection, int descriptor,
                  const WireAddress *address)
{
    connection->timer = (LoopTimer){.function = handshake_over, .context = connection};
    loop_timer_set(listener->loop, &connection->timer,
                   loop_now(listener->loop) + listener->gate.limits->handshake);
    WireConnection *surplus;
    while ((surplus = gate_surplus(&listener->gate, address)))
        wire_connection_end(surplus, WIRE_BROKEN, "too many others were connecting");
    gate_enter(&listener->gate, connection, address);
    wire_connection_start(connection, descriptor);
}

/* The gate comes first: it costs nothing, while a connection has a TLS state. The owner decides
 * with `accept` whether it wants this address. */
static void welcome(WireListener *listener, int descriptor, WireAddress address)
{
    if (!gate_lets_in(&listener->gate, &address, loop_now(listener->loop))) {
        close(descriptor);
        return;
    }
    WireConnection *connection =
        wire_connection_new(listener->loop, listener->wire, listener->handlers, NULL);
    if (connection)
        connection->context = listener->accept(listener->context, connection, &address);
    if (connection && connection->context) {
        if (connection->ended)
            close(descriptor); /* it was closed immediately */
        else
            begin(listener, connection, descriptor, &address);
        return;
    }
    close(descriptor);
    assert(!connection || !connection->ended); /* NULL, or wire_close was called */
    if (connection)
        wire_connection_drop(connection);
}

/* ---- connections of a proxy ---- */

/* Returns the descriptor. */
static int pending_remove(ProxyPending *pending)
{
    const int descriptor = pending->descriptor;
    loop_timer_clear(pending->listener->loop, &pending->timer);
    loop_remove(pending->watch);
    *pending->link = pending->next;
    if (pending->next)
        pending->next->link = pending->link;
    pending->listener->pending_count--;
    free(pending);
    return descriptor;
}

/* The proxy has not sent its header in time. */
static void pending_over(void *context) { close(pending_remove(context)); }

/* Reads not more than the header: TLS follows. */
static ProxyFound pending_receive(ProxyPending *pending, WireAddress *out)
{
    for (;;) {
        size_t wanted;
        const ProxyFound found =
            proxy_read((Bytes){pending->bytes, pending->size}, &wanted, out);
        if (found != PROXY_MORE)
            return found;
        const ssize_t count =
            recv(pending->descriptor, pending->bytes + pending->size, wanted, 0);
        if (count < 0 && (errno == EAGAIN || errno == EINTR))
            return PROXY_MORE;
        if (count <= 0)
            return PROXY_BAD;
        pending->size += (size_t)count;
    }
}

/* A header without an address (a health check of the proxy) keeps the proxy's own. */
static void pending_ready(void *context, unsigned what)
{
    (void)what;
    ProxyPending *pending = context;
    WireListener *listener = pending->listener;
    WireAddress address = pending->from;
    const ProxyFound found = pending_receive(pending, &address);
    if (found == PROXY_MORE)
        return;
    const WireAddress from = found == PROXY_ADDRESS ? address : pending->from;
    const int descriptor = pending_remove(pending);
    if (found == PROXY_BAD)
        close(descriptor);
    else
        welcome(listener, descriptor, from);
}

/* Limited in number and time, because the gate cannot count the clients yet. */
static void expect_header(WireListener *listener, int descriptor, const WireAddress *from)
{
    Report silent = report_to(NULL, NULL);
    ProxyPending *pending =
        listener->pending_count < PROXY_PENDING_MAX ? calloc(1, sizeof *pending) : NULL;
    LoopWatch *watch = pending ? loop_watch(listener->loop, descriptor, LOOP_READ,
                                            pending_ready, pending, &silent)
                               : NULL;
    if (!watch) {
        free(pending);
        close(descriptor);
        return;
    }
    pending->listener = listener;
    pending->descriptor = descriptor;
    pending->watch = watch;
    pending->from = *from;
    pending->next = listener->pending;
    pending->link = &listener->pending;
    if (pending->next)
        pending->next->link = &pending->next;
    listener->pending = pending;
    listener->pending_count++;
    pending->timer = (LoopTimer){.function = pending_over, .context = pending};
    loop_timer_set(listener->loop, &pending->timer, loop_now(listener->loop) + PROXY_WAIT);
}

/* Only the configured proxy: any other peer could pretend to have another address. */
static bool is_proxy(const WireListener *listener, const WireAddress *from)
{
    const WireAddress *proxy = &listener->proxy;
    return proxy->family && proxy->family == from->family &&
           !memcmp(proxy->address, from->address, sizeof proxy->address);
}

/* ---- accepting ---- */

static void take(WireListener *listener, int descriptor, const struct sockaddr_storage *from)
{
    const WireAddress address = wire_address_from(from);
    if (is_proxy(listener, &address))
        expect_header(listener, descriptor, &address);
    else
        welcome(listener, descriptor, address);
}

/* The pause after a lack of descriptors is over. */
static void go_on(void *context)
{
    const WireListener *listener = context;
    loop_watch_change(listener->watch, LOOP_READ);
}

/* At most AT_ONCE in a turn, so that existing connections get theirs. */
static void somebody_comes(void *context, unsigned what)
{
    (void)what;
    WireListener *listener = context;
    bool enough = true;
    int failed = 0;
    for (int i = 0; i < AT_ONCE && enough; i++) {
        struct sockaddr_storage from = {0};
        socklen_t size = sizeof from;
        const int descriptor = accept4(listener->descriptor, (struct sockaddr *)&from, &size,
                                       SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (descriptor >= 0) {
            take(listener, descriptor, &from);
            continue;
        }
        if (errno == EAGAIN)
            return;
        /* Other errors concern only this connection, which is closed. */
        enough = errno != EMFILE && errno != ENFILE && errno != ENOBUFS && errno != ENOMEM;
        failed++;
    }
    if (enough && failed < AT_ONCE)
        return;
    loop_watch_change(listener->watch, 0);
    loop_timer_set(listener->loop, &listener->timer, loop_now(listener->loop) + PAUSE);
}

/* Numeric addresses only: resolving a name could block, and find several. */
static int listen_at(const char *address, unsigned port, const char **why)
{
    char service[8];
    snprintf(service, sizeof service, "%u", port);
    const struct addrinfo hints = {.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE,
                                   .ai_socktype = SOCK_STREAM};
    struct addrinfo *found = NULL;
    const int error = getaddrinfo(address ? address : "127.0.0.1", service, &hints, &found);
    if (error) {
        *why = "that is not an IPv4 or IPv6 address";
        return -1;
    }
    const int yes = 1;
    int descriptor = socket(found->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (descriptor < 0 ||
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) < 0 ||
        bind(descriptor, found->ai_addr, found->ai_addrlen) < 0 ||
        listen(descriptor, WIRE_BACKLOG) < 0) {
        *why = strerror(errno);
        if (descriptor >= 0)
            close(descriptor);
        descriptor = -1;
    }
    freeaddrinfo(found);
    return descriptor;
}

/* Takes the descriptor over, also after an error. It may come from a service manager, so that
 * it is made non-blocking here. */
WireListener *wire_listen_on(Loop *loop, Wire *wire, int descriptor,
                             const WireHandlers *handlers, WireAccept *accept, void *context,
                             Report *report)
{
    struct sockaddr_storage bound = {0};
    socklen_t size = sizeof bound;
    getsockname(descriptor, (struct sockaddr *)&bound, &size);
    fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
    WireListener *listener = calloc(1, sizeof *listener);
    const bool has_gate =
        listener && (gate_set_up(&listener->gate) ||
                     report_error(report, "cannot listen: there are no random numbers"));
    LoopWatch *watch =
        has_gate ? loop_watch(loop, descriptor, LOOP_READ, somebody_comes, listener, report)
                 : NULL;
    if (!watch) {
        close(descriptor);
        free(listener);
        return NULL;
    }
    listener->loop = loop;
    listener->wire = wire;
    listener->descriptor = descriptor;
    listener->watch = watch;
    listener->timer = (LoopTimer){.function = go_on, .context = listener};
    listener->handlers = handlers;
    listener->accept = accept;
    listener->context = context;
    listener->port = wire_address_from(&bound).port;
    return listener;
}

WireListener *wire_listen(Loop *loop, Wire *wire, const char *address, unsigned port,
                          const WireHandlers *handlers, WireAccept *accept, void *context,
                          Report *report)
{
    const char *why = "";
    const int descriptor = listen_at(address, port, &why);
    if (descriptor >= 0)
        return wire_listen_on(loop, wire, descriptor, handlers, accept, context, report);
    report_error(report, "cannot listen at %s, port %u: %s", address ? address : "127.0.0.1",
                 port, why);
    return NULL;
}

void wire_listener_proxy(WireListener *listener, const WireAddress *proxy)
{
    listener->proxy = *proxy;
}

unsigned wire_listener_port(const WireListener *listener) { return listener->port; }

void wire_listener_limit(WireListener *listener, const WireLimits *limits)
{
    listener->gate.limits = limits;
}

void wire_listener_close(WireListener *listener)
{
    if (!listener)
        return;
    while (listener->pending)
        pending_over(listener->pending);
    loop_timer_clear(listener->loop, &listener->timer);
    loop_remove(listener->watch);
    gate_close(&listener->gate);
    close(listener->descriptor);
    free(listener);
}
