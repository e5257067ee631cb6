/* One connection to a NATS server through libnats. Its callbacks run on threads of libnats and
 * only pass events on (LineHandlers); all other functions run on the thread of the user.
 * Errors of libnats are translated to messages at the end. */
#include "server/transport/bus_internal.h"

#include <pthread.h>
#include <stdlib.h>

enum {
    WRITE_DEADLINE = 2000, /* ms for which the server may leave our bytes unread */
    PING_EVERY = 2000,     /* ms; the line is lost after PINGS_OUT unanswered pings */
    PINGS_OUT = 2,
    PENDING_MESSAGES = 65536, /* within libnats, for each subject, until they are delivered */
    PENDING_BYTES = 8 << 20,
};

struct BusLine {
    natsConnection *connection;
    natsSubscription **heard;
    size_t heard_count, heard_capacity;
    const LineHandlers *handlers;
    void *context;
    pthread_mutex_t lock; /* protects the members below */
    pthread_cond_t quiet;
    size_t calling; /* subscriptions, and the connection, that may still call back */
    bool over;      /* callbacks are ignored */
    bool kept;      /* callbacks may happen after the end: never freed */
};

/* ---- on libnats's threads ---- */

static void take_message(natsConnection *connection, natsSubscription *subject,
                         natsMsg *message, void *context)
{
    (void)connection;
    (void)subject;
    BusLine *line = context;
    pthread_mutex_lock(&line->lock);
    if (line->over)
        natsMsg_Destroy(message);
    else
        line->handlers->message(line->context, message);
    pthread_mutex_unlock(&line->lock);
}

static void take_error(natsConnection *connection, natsSubscription *subject, natsStatus error,
                       void *context)
{
    (void)connection;
    (void)subject;
    BusLine *line = context;
    if (error == NATS_SLOW_CONSUMER)
        line->handlers->dropped(line->context);
}

static void take_quiet(void *context)
{
    BusLine *line = context;
    pthread_mutex_lock(&line->lock);
    line->calling--;
    pthread_cond_signal(&line->quiet);
    pthread_mutex_unlock(&line->lock);
}

static void take_closed(natsConnection *connection, void *context)
{
    (void)connection;
    BusLine *line = context;
    line->handlers->lost(line->context);
    take_quiet(line);
}

/* ---- on the user's thread ---- */

/* One thread delivers all subjects, which keeps their order. libnats must not reconnect by
 * itself: after a write timeout it would leave half a message in the stream, and it would
 * give up after two refusals. */
static natsStatus set_options(natsOptions *options, const BusEndpoint *endpoint, int timeout,
                              BusLine *line)
{
    natsStatus all = natsOptions_SetURL(options, endpoint->url);
#define SET(call) all = all == NATS_OK ? (call) : all
    SET(natsOptions_SetName(options, "oisin"));
    SET(natsOptions_SetTimeout(options, timeout));
    SET(natsOptions_SetAllowReconnect(options, false));
    SET(natsOptions_SetIgnoreDiscoveredServers(options, true));
    SET(natsOptions_UseGlobalMessageDelivery(options, true));
    SET(natsOptions_SetWriteDeadline(options, WRITE_DEADLINE));
    SET(natsOptions_SetPingInterval(options, PING_EVERY));
    SET(natsOptions_SetMaxPingsOut(options, PINGS_OUT));
    SET(natsOptions_SetErrorHandler(options, take_error, line));
    SET(natsOptions_SetClosedCB(options, take_closed, line));
    if (endpoint->tls) {
        SET(natsOptions_SetSecure(options, true));
        SET(natsOptions_SetExpectedHostname(options, endpoint->host));
    }
#undef SET
    return all;
}

static void free_line(BusLine *line)
{
    natsConnection_Destroy(line->connection);
    if (line->kept)
        return;
    pthread_mutex_destroy(&line->lock);
    pthread_cond_destroy(&line->quiet);
    free(line->heard);
    free(line);
}

BusLine *line_open(const BusEndpoint *endpoint, int timeout, const LineHandlers *handlers,
                   void *context, natsStatus *why)
{
    natsOptions *options = NULL;
    BusLine *line = calloc(1, sizeof *line);
    *why = line ? natsOptions_Create(&options) : NATS_NO_MEMORY;
    if (!line)
        return NULL;
    *line = (BusLine){.handlers = handlers, .context = context, .calling = 1};
    pthread_mutex_init(&line->lock, NULL);
    pthread_cond_init(&line->quiet, NULL);
    if (*why == NATS_OK)
        *why = set_options(options, endpoint, timeout, line);
    if (*why == NATS_OK)
        *why = natsConnection_Connect(&line->connection, options);
    natsOptions_Destroy(options);
    if (*why == NATS_OK)
        return line;
    line->connection = NULL;
    free_line(line);
    return NULL;
}

void line_close(BusLine *line)
{
    if (!line)
        return;
    natsConnection_Close(line->connection);
    pthread_mutex_lock(&line->lock);
    while (line->calling)
        pthread_cond_wait(&line->quiet, &line->lock);
    line->over = true;
    pthread_mutex_unlock(&line->lock);
    for (size_t i = 0; i < line->heard_count; i++)
        natsSubscription_Destroy(line->heard[i]);
    free_line(line);
}

bool line_receive(BusLine *line, const char *subject)
{
    if (line->heard_count == line->heard_capacity) {
        const size_t capacity = line->heard_capacity ? line->heard_capacity * 2 : 16;
        natsSubscription **grown = realloc(line->heard, capacity * sizeof(natsSubscription *));
        if (!grown)
            return false;
        line->heard = grown;
        line->heard_capacity = capacity;
    }
    natsSubscription *heard = NULL;
    if (natsConnection_Subscribe(&heard, line->connection, subject, take_message, line) !=
        NATS_OK)
        return false;
    line->heard[line->heard_count++] = heard;
    pthread_mutex_lock(&line->lock);
    line->calling++;
    pthread_mutex_unlock(&line->lock);
    natsStatus all = natsSubscription_SetOnCompleteCB(heard, take_quiet, line);
    if (all != NATS_OK) {
        /* The line was lost between the two calls: its callbacks may still be under way, and
         * there is no event for their end. */
        line->kept = true;
        take_quiet(line);
    } else
        all = natsSubscription_SetPendingLimits(heard, PENDING_MESSAGES, PENDING_BYTES);
    return all == NATS_OK;
}

/* A server that replaces another one may accept smaller messages: then only this message is
 * lost. */
bool line_send(BusLine *line, const char *subject, Bytes bytes)
{
    const natsStatus status =
        natsConnection_Publish(line->connection, subject, bytes.data, (int)bytes.size);
    return status == NATS_OK || status == NATS_MAX_PAYLOAD;
}

bool line_flush(BusLine *line)
{
    return natsConnection_FlushTimeout(line->connection, BUS_PATIENCE) == NATS_OK;
}

size_t line_max(BusLine *line)
{
    const int64_t max = natsConnection_GetMaxPayload(line->connection);
    return max > 0 ? (size_t)max : 0;
}

/* ---- words ---- */

typedef struct Problem {
    natsStatus why;
    bool hopeless;
    const char *words;
} Problem;

static const Problem problems[] = {
    {NATS_NO_SERVER, false, "no server answers"},
    {NATS_TIMEOUT, false, "no answer in time"},
    {NATS_CONNECTION_AUTH_FAILED, true, "wrong or missing user or password"},
    {NATS_SECURE_CONNECTION_REQUIRED, true, "it requires tls://"},
    {NATS_SECURE_CONNECTION_WANTED, true, "it does not support TLS"},
    {NATS_SSL_ERROR, true, "its certificate is not trusted, or not valid for this name"},
};

static const Problem *problem_of(natsStatus why)
{
    for (size_t i = 0; i < COUNT_OF(problems); i++)
        if (problems[i].why == why)
            return &problems[i];
    return NULL;
}

const char *line_problem(natsStatus why)
{
    const Problem *problem = problem_of(why);
    return problem ? problem->words : natsStatus_GetText(why);
}

bool line_hopeless(natsStatus why)
{
    const Problem *problem = problem_of(why);
    return problem && problem->hopeless;
}
