/* A table of all connections, small enough to be searched. A connection is ended with
 * socket_end, not closed: its descriptor belongs to the library, which closes it. */
#include "server/http/strangers.h"

#include "base/system/sockets.h"

static HttpConnection *find(HttpStrangers *strangers, const void *identity)
{
    for (size_t i = 0; i < HTTP_CONNECTIONS; i++)
        if (strangers->items[i].identity == identity)
            return &strangers->items[i];
    return NULL;
}

static void end_oldest(HttpStrangers *strangers)
{
    HttpConnection *oldest = NULL;
    size_t used = 0;
    for (size_t i = 0; i < HTTP_CONNECTIONS; i++) {
        HttpConnection *one = &strangers->items[i];
        used += one->identity != NULL;
        if (one->identity && !one->known && !one->ended &&
            (!oldest || one->number < oldest->number))
            oldest = one;
    }
    if (!oldest || used <= HTTP_CONNECTIONS - HTTP_SPARE)
        return;
    socket_end(oldest->descriptor); /* the library reads its end, and closes it */
    oldest->ended = true;
}

void strangers_add(HttpStrangers *strangers, const void *identity, int descriptor)
{
    HttpConnection *place = find(strangers, NULL);
    if (!place)
        return;
    *place = (HttpConnection){
        .identity = identity, .descriptor = descriptor, .number = strangers->count++};
    end_oldest(strangers);
}

void strangers_know(HttpStrangers *strangers, const void *identity)
{
    HttpConnection *one = find(strangers, identity);
    if (one)
        one->known = true;
}

void strangers_remove(HttpStrangers *strangers, const void *identity)
{
    HttpConnection *one = find(strangers, identity);
    if (one)
        *one = (HttpConnection){0};
}
