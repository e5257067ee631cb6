/* Parts, in order: start and end of a session; the packets that it answers itself;
 * server_session_step, which checks each packet against the states in protocol.def and the
 * rate limits before it is handled; timeouts and pings; sending the game file in pieces
 * (server_session_pump). */
#include "server/protocol/server_session.h"

#include "base/numbers.h"

#include <assert.h>

enum { FETCHES_MAX = 4 << 20 }; /* burst of all downloads */

const SessionLimits session_limits = {
    .hello = 5000,
    .login = 60000,
    .ping = 30000,
    .idle = 90000,
    .packets = 60,
    .packets_max = 180,
    .bytes = 8 << 10,
    .bytes_max = 32 << 10,
    .fetch = 8 << 20,
    .fetch_max = 1 << 20,
    .fetch_min = 8 << 10,
    .attempts = 5,
};

bool served_game(Bytes file, uint64_t features, ServedGame *out, Report *report)
{
    enum { GAME = 16, MORE = 32, UNIQUE = 48 };
    if (file.size < GAME_MIN)
        return report_error(report, "the game's header has %d bytes, but the file has %zu",
                            GAME_MIN, file.size);
    *out = (ServedGame){.file = file, .fetches = budget_of(FETCHES_PER_SECOND, FETCHES_MAX, 0)};
    PacketServerHello *hello = &out->hello;
    hello->version = PROTOCOL_VERSION;
    memcpy(hello->magic, "TNGS", sizeof hello->magic);
    hello->features = features;
    memcpy(hello->game, file.data + GAME, sizeof hello->game);
    memcpy(hello->header, file.data + MORE, sizeof hello->header);
    hello->unique = uint_of(file.data + UNIQUE, 8, false);
    hello->size = file.size;
    return true;
}

void server_session_start(ServerSession *session, ServedGame *game, const SessionLimits *limits,
                          uint64_t now)
{
    *session = (ServerSession){
        .state = SERVER_CONN_WAITING,
        .game = game,
        .limits = limits,
        .started = now,
        .heard = now,
        .packets = budget_of(limits->packets, limits->packets_max, now),
        .bytes = budget_of(limits->bytes, limits->bytes_max, now),
        .fetch = budget_of(limits->fetch, limits->fetch_max, now),
    };
}

void server_session_close(ServerSession *session, ReasonCode reason, Text text, Writer *out)
{
    if (session->state == SERVER_CONN_CLOSED)
        return;
    /* Peers that do not use the protocol get no answer. */
    const bool silent = session->state == SERVER_CONN_WAITING && reason != REASON_VERSION &&
                        reason != REASON_DENIED && reason != REASON_FULL;
    const Text more = packet_text_cut(text);
    const PacketBye bye = {(PacketReason)reason, (PacketTextSize)more.size, (ascii *)more.at};
    if (!silent)
        packet_write(FROM_SERVER, SERVER_BYE, &bye, out);
    session->state = SERVER_CONN_CLOSED;
    session->reason = reason;
    session->fetching = false;
}

static SessionStep close_for(ServerSession *session, ReasonCode reason, Writer *out)
{
    server_session_close(session, reason, TEXT(""), out);
    return SESSION_CLOSED;
}

/* ---- packets that are answered here ---- */

static void take_hello(ServerSession *session, const PacketClientHello *hello, uint64_t now,
                       Writer *out)
{
    if (memcmp(hello->magic, "TNGP", sizeof hello->magic) != 0) {
        close_for(session, REASON_MAGIC, out);
        return;
    }
    if (hello->version != PROTOCOL_VERSION) {
        close_for(session, REASON_VERSION, out);
        return;
    }
    packet_write(FROM_SERVER, SERVER_HELLO, &session->game->hello, out);
    session->state = SERVER_CONN_GREETED;
    session->greeted = now;
}

/* Twice the file, to allow one restart, plus the bytes in transit each time. */
static uint64_t fetch_max(const ServerSession *session)
{
    enum { SPARE = 1 << 20 };
    return 2 * (uint64_t)session->game->file.size + SPARE;
}

/* The elapsed time extends the deadline of login_due. */
static void fetch_stop(ServerSession *session, uint64_t now)
{
    if (session->fetching)
        session->fetch_time += now - session->fetch_from;
    session->fetching = false;
}

static void take_fetch(ServerSession *session, const PacketFetch *fetch, uint64_t now,
                       Writer *out)
{
    const ServedGame *game = session->game;
    fetch_stop(session, now);
    ResultCode code = RESULT_OK;
    if (!(game->hello.features & FEATURE_FETCH) || fetch->offset >= game->file.size)
        code = RESULT_INVALID;
    else if (fetch->unique != game->hello.unique)
        code = RESULT_GAME;
    else if (session->fetched >= fetch_max(session))
        code = RESULT_WAIT;
    if (code != RESULT_OK) {
        server_session_answer(session, CLIENT_FETCH, code, TEXT(""), out);
        return;
    }
    session->fetching = true;
    session->fetch_at = fetch->offset;
    session->fetch_from = now;
}

/* Returns whether the packet is for the caller. */
static bool take_packet(ServerSession *session, const Packet *packet, uint64_t now,
                        uint32_t tick, Writer *out)
{
    switch ((ClientPacketType)packet->type) {
    case CLIENT_HELLO:
        take_hello(session, &packet->client_hello, now, out);
        return false;
    case CLIENT_FETCH:
        take_fetch(session, &packet->fetch, now, out);
        return false;
    case CLIENT_PING:
        packet_write(FROM_SERVER, SERVER_PONG, &(PacketPong){packet->ping.stamp, tick}, out);
        return false;
    case CLIENT_PONG:
        /* a PONG of a client has the record of PING (protocol.def) */
        if (session->pinged && packet->ping.stamp == (uint32_t)session->pinged)
            session->latency = (uint32_t)(LARGER(now, session->pinged) - session->pinged);
        return false;
    case CLIENT_BYE:
        session->state = SERVER_CONN_CLOSED; /* the peer has closed: no answer */
        session->reason = REASON_LEFT;
        session->fetching = false;
        return false;
    case CLIENT_REGISTER:
    case CLIENT_LOGIN:
    case CLIENT_PASSWORD:
        if (++session->attempts > session->limits->attempts) {
            close_for(session, REASON_ATTEMPTS, out);
            return false;
        }
        session->state = SERVER_CONN_ASKED;
        session->asked = (uint8_t)packet->type;
        fetch_stop(session, now);
        break;
    case CLIENT_INPUT:
    case CLIENT_SAY:
    case CLIENT_TRADE:
    case CLIENT_PARTY:
        break;
    }
    return true;
}

SessionStep server_session_step(ServerSession *session, Bytes *rest, uint64_t now,
                                uint32_t tick, Packet *packet, Writer *out, Arena *arena)
{
    while (session->state != SERVER_CONN_CLOSED) {
        Frame frame;
        const FrameFound found = frame_next(&session->part, rest, &frame);
        if (found == FRAME_INCOMPLETE)
            return SESSION_MORE;
        if (found == FRAME_BROKEN)
            return close_for(session, REASON_MALFORMED, out);
        if (!budget_spend(&session->packets, 1, now) ||
            !budget_spend(&session->bytes, frame.body.size + FRAME_HEADER, now))
            return close_for(session, REASON_FLOOD, out);
        const PacketKind *kind = packet_kind(FROM_CLIENT, frame.type);
        if (kind && !(kind->states & session->state))
            return close_for(session, REASON_FORBIDDEN, out);
        Report silent = report_to(NULL, NULL);
        if (!packet_read(FROM_CLIENT, frame.type, frame.body, packet, arena, &silent))
            return close_for(session, REASON_MALFORMED, out);
        session->heard = now;
        if (take_packet(session, packet, now, tick, out))
            return SESSION_PACKET;
    }
    return SESSION_CLOSED;
}

void server_session_answer(ServerSession *session, unsigned request, ResultCode code, Text text,
                           Writer *out)
{
    if (session->state == SERVER_CONN_CLOSED)
        return;
    const Text more = packet_text_cut(text);
    const PacketAnswer answer = {(PacketRequest)request, (PacketResult)code,
                                 (PacketTextSize)more.size, (ascii *)more.at};
    packet_write(FROM_SERVER, SERVER_RESULT, &answer, out);
    if (session->state != SERVER_CONN_ASKED || request != session->asked)
        return;
    session->state = SERVER_CONN_GREETED;
    if (code != RESULT_OK)
        session->asked = 0;
}

void server_session_welcome(ServerSession *session, const PacketWelcome *welcome, Writer *out)
{
    if (session->state == SERVER_CONN_CLOSED)
        return;
    assert(session->state == SERVER_CONN_PLAYING ||
           (session->state == SERVER_CONN_GREETED && session->asked == CLIENT_LOGIN));
    packet_write(FROM_SERVER, SERVER_WELCOME, welcome, out);
    session->state = SERVER_CONN_PLAYING;
}

/* ---- time ---- */

static uint64_t sooner(uint64_t a, uint64_t b) { return a < b ? a : b; }

/* Downloading the game extends the deadline for the login, at the minimum speed. A client
 * that downloads faster, or requests the last byte repeatedly, does not gain idle time. */
static uint64_t login_due(const ServerSession *session)
{
    const uint64_t slowest = session->fetched * 1000 / session->limits->fetch_min;
    return session->greeted + session->limits->login +
           (session->fetching ? slowest : sooner(slowest, session->fetch_time));
}

/* Players are pinged even while they send, to measure their latency. A PING is not repeated
 * before the client has sent something. */
static uint64_t ping_due(const ServerSession *session)
{
    const uint64_t before = session->state == SERVER_CONN_PLAYING
                                ? LARGER(session->greeted, session->pinged)
                                : session->heard;
    return session->pinged > session->heard ? UINT64_MAX : before + session->limits->ping;
}

uint64_t server_session_due(const ServerSession *session)
{
    if (session->state == SERVER_CONN_CLOSED)
        return UINT64_MAX;
    if (session->state == SERVER_CONN_WAITING)
        return session->started + session->limits->hello;
    const uint64_t quiet = sooner(ping_due(session), session->heard + session->limits->idle);
    return session->state == SERVER_CONN_PLAYING ? quiet : sooner(quiet, login_due(session));
}

bool server_session_time(ServerSession *session, uint64_t now, Writer *out)
{
    if (session->state == SERVER_CONN_CLOSED)
        return false;
    const SessionLimits *limits = session->limits;
    if (session->state == SERVER_CONN_WAITING) {
        if (now >= session->started + limits->hello)
            close_for(session, REASON_HALF_OPEN, out);
    } else if (session->state != SERVER_CONN_PLAYING && now >= login_due(session)) {
        close_for(session, REASON_LOGIN, out);
    } else if (now >= session->heard + limits->idle) {
        close_for(session, REASON_IDLE, out);
    } else if (now >= ping_due(session)) {
        session->pinged = LARGER(now, session->heard + 1);
        packet_write(FROM_SERVER, SERVER_PING, &(PacketPing){(uint32_t)session->pinged}, out);
    }
    return session->state != SERVER_CONN_CLOSED;
}

uint64_t server_session_pump(ServerSession *session, size_t capacity, uint64_t now, Writer *out)
{
    enum { OFFSET = 8, PIECE = FRAME_BODY - OFFSET };
    /* ms: while the limit refills; if everything written may have been sent already; if
     * bytes are pending, so that on_drain will follow. */
    enum { WAIT = 10, WRITTEN = 5, FULL = 1000 };
    ServedGame *game = session->game;
    const Bytes file = game->file;
    const uint64_t before = session->fetched;
    while (session->fetching && capacity >= FRAME_MAX) {
        const uint64_t left = file.size - session->fetch_at;
        const size_t size = left < PIECE ? (size_t)left : PIECE;
        const uint64_t wait = LARGER(budget_wait(&session->fetch, size, now),
                                     budget_wait(&game->fetches, size, now));
        if (wait)
            return LARGER(WAIT, wait);
        budget_spend(&session->fetch, size, now);
        budget_spend(&game->fetches, size, now);
        const PacketFile piece = {session->fetch_at,
                                  bytes_slice(file, (size_t)session->fetch_at, size)};
        packet_write(FROM_SERVER, SERVER_FILE, &piece, out);
        session->fetch_at += size;
        session->fetched += size;
        if (session->fetch_at == file.size)
            fetch_stop(session, now);
        capacity -= FRAME_MAX;
    }
    if (!session->fetching)
        return 0;
    return session->fetched > before ? WRITTEN : FULL;
}
