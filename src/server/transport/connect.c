/* Outgoing connections: a thread looks up the name, then the addresses are tried one after
 * the other, each with a timeout that includes the TLS handshake. After the handshake,
 * dial_check compares the certificate with the pin, if there is one; otherwise the caller
 * may store the pin (wire_pin). */
#include "server/transport/wire_internal.h"

#include "base/tasks.h"

#include <errno.h>
#include <openssl/x509.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

enum { TRY = 4000 /* ms for each address, TLS included */ };

/* A name lookup. It outlives its connection, since the system's lookup cannot be
 * interrupted. */
typedef struct Lookup {
    char host[256], service[8];
    struct addrinfo *found;
    int error, event;
    Background *thread;
    LoopWatch *watch;
    WireConnection *connection; /* NULL: no longer needed */
} Lookup;

static const struct addrinfo hints = {.ai_flags = AI_NUMERICSERV | AI_ADDRCONFIG,
                                      .ai_socktype = SOCK_STREAM};

static void try_next(WireConnection *connection);

/* ---- a connection to one of the addresses ---- */

static void given_up(void *context)
{
    WireConnection *connection = context;
    if (connection->ssl) {
        wire_connection_end(connection, WIRE_BROKEN, "the server does not answer");
        return;
    }
    loop_remove(connection->watch);
    connection->watch = NULL;
    close(connection->descriptor);
    connection->descriptor = -1;
    errno = ETIMEDOUT;
    try_next(connection);
}

static void connected(void *context, unsigned what)
{
    (void)what;
    WireConnection *connection = context;
    int error = 0;
    socklen_t size = sizeof error;
    const int descriptor = connection->descriptor;
    getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &size);
    loop_remove(connection->watch);
    connection->watch = NULL;
    if (!error) {
        wire_connection_start(connection, descriptor);
        return;
    }
    close(descriptor);
    connection->descriptor = -1;
    errno = error;
    try_next(connection);
}

/* `errno` has the error of the previous address. */
static void try_next(WireConnection *connection)
{
    Dial *dial = connection->dial;
    Report silent = report_to(NULL, NULL);
    for (; dial->next; dial->next = dial->next->ai_next) {
        const int descriptor =
            socket(dial->next->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
        if (descriptor < 0)
            continue;
        if (connect(descriptor, dial->next->ai_addr, dial->next->ai_addrlen) == 0 ||
            errno == EINPROGRESS) {
            connection->descriptor = descriptor;
            connection->watch = loop_watch(connection->loop, descriptor, LOOP_WRITE, connected,
                                           connection, &silent);
            if (!connection->watch)
                break;
            connection->timer = (LoopTimer){.function = given_up, .context = connection};
            loop_timer_set(connection->loop, &connection->timer,
                           loop_now(connection->loop) + TRY);
            dial->next = dial->next->ai_next;
            return;
        }
        const int error = errno;
        close(descriptor);
        errno = error;
    }
    wire_connection_end(connection, WIRE_BROKEN, "cannot connect to %s, port %s: %s",
                        dial->host, dial->service, strerror(errno));
}

static void try_found(WireConnection *connection, int error, struct addrinfo *found)
{
    Dial *dial = connection->dial;
    if (error) {
        wire_connection_end(connection, WIRE_BROKEN, "cannot find %s: %s", dial->host,
                            gai_strerror(error));
        return;
    }
    dial->found = dial->next = found;
    errno = EADDRNOTAVAIL;
    try_next(connection);
}

/* ---- names ---- */

static void look_up(void *context, size_t index)
{
    (void)index;
    Lookup *lookup = context;
    const uint64_t one = 1;
    lookup->error = getaddrinfo(lookup->host, lookup->service, &hints, &lookup->found);
    if (write(lookup->event, &one, sizeof one) < 0)
        return; /* it is the first one: there is space */
}

static void looked_up(void *context, unsigned what)
{
    (void)what;
    Lookup *lookup = context;
    WireConnection *connection = lookup->connection;
    if (lookup->thread)
        background_wait(lookup->thread);
    loop_remove(lookup->watch);
    close(lookup->event);
    if (connection) {
        connection->dial->lookup = NULL;
        try_found(connection, lookup->error, lookup->found);
    } else if (lookup->found) {
        freeaddrinfo(lookup->found);
    }
    free(lookup);
}

static bool lookup_start(WireConnection *connection)
{
    Dial *dial = connection->dial;
    Lookup *lookup = calloc(1, sizeof *lookup);
    if (!lookup)
        return false;
    Report silent = report_to(NULL, NULL);
    memcpy(lookup->host, dial->host, sizeof lookup->host);
    memcpy(lookup->service, dial->service, sizeof lookup->service);
    lookup->connection = connection;
    lookup->event = eventfd(0, EFD_CLOEXEC);
    if (lookup->event >= 0)
        lookup->watch =
            loop_watch(connection->loop, lookup->event, LOOP_READ, looked_up, lookup, &silent);
    if (!lookup->watch) {
        if (lookup->event >= 0)
            close(lookup->event);
        free(lookup);
        return false;
    }
    dial->lookup = lookup;
    lookup->thread = background_start(look_up, lookup);
    return true;
}

void dial_stop(WireConnection *connection)
{
    Dial *dial = connection->dial;
    if (dial->lookup)
        dial->lookup->connection = NULL;
    dial->lookup = NULL;
    if (dial->found)
        freeaddrinfo(dial->found);
    dial->found = NULL;
}

/* ---- the certificate ---- */

static bool is_number(const char *host)
{
    struct addrinfo *found = NULL;
    const struct addrinfo numeric = {.ai_flags = AI_NUMERICHOST};
    const bool is = getaddrinfo(host, NULL, &numeric, &found) == 0;
    if (found)
        freeaddrinfo(found);
    return is;
}

bool dial_check(WireConnection *connection)
{
    Dial *dial = connection->dial;
    X509 *certificate = SSL_get1_peer_certificate(connection->ssl);
    unsigned size = PIN_SIZE;
    const bool good = certificate && X509_digest(certificate, EVP_sha256(), dial->shown, &size);
    X509_free(certificate);
    if (!good) {
        wire_connection_end(connection, WIRE_REFUSED, "the server has no certificate");
    } else if (dial->pinned && memcmp(dial->pin, dial->shown, PIN_SIZE) != 0) {
        wire_connection_end(
            connection, WIRE_CHANGED,
            "the certificate of %s, port %s, has changed: either the "
            "server has a new certificate, or another machine answers in its place",
            dial->host, dial->service);
    }
    return !connection->ended;
}

const uint8_t *wire_pin(const WireConnection *connection)
{
    return connection->dial && connection->open ? connection->dial->shown : NULL;
}

static bool dial_new(WireConnection *connection, Text host, unsigned port, const uint8_t *pin)
{
    Dial *dial = calloc(1, sizeof *dial);
    connection->dial = dial;
    if (!dial || !host.size || host.size >= sizeof dial->host || memchr(host.at, 0, host.size))
        return false;
    memcpy(dial->host, host.at, host.size);
    snprintf(dial->service, sizeof dial->service, "%u", port & 0xFFFF);
    dial->pinned = pin != NULL;
    if (pin)
        memcpy(dial->pin, pin, PIN_SIZE);
    return true;
}

WireConnection *wire_connect(Loop *loop, Wire *wire, Text host, unsigned port,
                             const uint8_t *pin, const WireHandlers *handlers, void *context)
{
    WireConnection *connection = wire_connection_new(loop, wire, handlers, context);
    if (!connection)
        abort();
    if (!dial_new(connection, host, port, pin)) {
        wire_connection_end(connection, WIRE_BROKEN, "invalid host name");
        return connection;
    }
    if (wire->web)
        wire_socket_prepare(connection);
    if (is_number(connection->dial->host)) {
        struct addrinfo *found = NULL;
        const int error =
            getaddrinfo(connection->dial->host, connection->dial->service, &hints, &found);
        try_found(connection, error, found);
    } else if (!lookup_start(connection)) {
        wire_connection_end(connection, WIRE_BROKEN, "out of memory");
    }
    return connection;
}
