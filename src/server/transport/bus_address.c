/* Reads the addresses of --bus, and checks subjects. An address may contain a password: so no
 * error quotes one, and logs show HOST:PORT. Characters with a meaning in the protocol are
 * refused, since libnats does not escape them. */
#include "base/text.h"
#include "server/transport/bus_internal.h"
#include "server/transport/wire.h"

/* User and password are inserted unescaped into JSON. */
static bool plain(Text text)
{
    for (size_t i = 0; i < text.size; i++) {
        const uint8_t byte = (uint8_t)text.at[i];
        if (byte <= ' ' || byte == 127 || byte == '"' || byte == '\\')
            return false;
    }
    return true;
}

/* Returns the text before the next comma; false at the end. */
static bool next_piece(Text *list, Text *piece)
{
    size_t comma;
    if (!list->at)
        return false;
    if (text_find(*list, ',', &comma)) {
        *piece = text_slice(*list, 0, comma);
        *list = text_slice(*list, comma + 1, list->size);
    } else {
        *piece = *list;
        *list = (Text){NULL, 0};
    }
    return true;
}

/* `*tls` and `*user` keep their values of the previous piece if this one has none. */
static bool read_endpoint(Text piece, bool *tls, Text *user, BusEndpoint *endpoint, Text *shown,
                          Arena *arena)
{
    if (text_starts(piece, "tls://") || text_starts(piece, "nats://")) {
        *tls = piece.at[0] == 't';
        piece = text_slice(piece, *tls ? 6 : 7, piece.size);
    }
    for (size_t i = piece.size; i > 0; i--)
        if (piece.at[i - 1] == '@') {
            *user = text_slice(piece, 0, i);
            piece = text_slice(piece, i, piece.size);
            break;
        }
    /* the report would quote the text, which may contain a password */
    Report silent = report_to(NULL, NULL);
    unsigned port = BUS_PORT;
    Text host;
    size_t colon, slash;
    if (!wire_target(piece, &host, &port, &silent) || !plain(*user) || !plain(host) ||
        text_find(host, '/', &slash))
        return false;
    const bool six = text_find(host, ':', &colon);
    *shown = arena_format(arena, six ? "[%.*s]:%u" : "%.*s:%u", (int)host.size, host.at, port);
    endpoint->tls = *tls;
    endpoint->host = arena_text(arena, host).at;
    endpoint->url = arena_format(arena, "%s://%.*s%s", *tls ? "tls" : "nats", (int)user->size,
                                 user->size ? user->at : "", shown->at)
                        .at;
    return true;
}

bool bus_endpoints(Text address, BusEndpoints *endpoints, Arena *arena, Report *report)
{
    Text piece, user = TEXT("");
    bool tls = false;
    *endpoints = (BusEndpoints){.shown = TEXT("")};
    if (!text_starts(address, "nats://") && !text_starts(address, "tls://"))
        return report_error(report, "the address of a bus must begin with nats:// or tls://");
    while (next_piece(&address, &piece)) {
        Text shown;
        BusEndpoint endpoint;
        if (!read_endpoint(piece, &tls, &user, &endpoint, &shown, arena))
            return report_error(report, "the address of the bus is not "
                                        "nats://[USER:PASSWORD@]HOST[:PORT][,...]");
        *ARENA_PUSH(arena, endpoints->items, endpoints->count) = endpoint;
        endpoints->shown =
            arena_format(arena, "%.*s%s%.*s", (int)endpoints->shown.size, endpoints->shown.at,
                         endpoints->shown.size ? ", " : "", (int)shown.size, shown.at);
    }
    return true;
}

Text bus_address_shown(const char *address, Arena *arena)
{
    BusEndpoints endpoints;
    Report silent = report_to(NULL, NULL);
    return bus_endpoints(text_of(address), &endpoints, arena, &silent) ? endpoints.shown
                                                                       : TEXT("");
}

/* Characters that separate words of the protocol are not allowed: they could inject
 * commands. */
bool bus_subject_ok(Text subject, bool pattern)
{
    size_t word = 0;
    if (!subject.size || subject.size > BUS_SUBJECT_MAX)
        return false;
    for (size_t i = 0; i <= subject.size; i++) {
        const uint8_t byte = i < subject.size ? (uint8_t)subject.at[i] : '.';
        if (byte <= ' ' || byte == 127)
            return false;
        if (byte == '.' && word == 0)
            return false;
        if (byte == '*' || byte == '>') {
            const bool alone = word == 0 && (i + 1 == subject.size ||
                                             (byte == '*' && subject.at[i + 1] == '.'));
            if (!pattern || !alone)
                return false;
        }
        word = byte == '.' ? 0 : word + 1;
    }
    return true;
}
