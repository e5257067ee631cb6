/* Parts, in order: start and end; received packets, which are checked against the state of the
 * session; assembly of PIECE packets to long ones; requests of the client; timeouts and pings.
 */
#include "server/protocol/client_session.h"

#include <assert.h>

/* In ms, except for `file_max`: bytes. `idle` is longer than several pings. */
const ClientLimits client_limits = {
    .hello = 10000,
    .ping = 10000,
    .idle = 45000,
    .file_max = 4ull << 30,
};

/* HELLO is sent at once: the server waits for it before anything else. */
void client_session_start(ClientSession *session, const ClientLimits *limits, uint64_t now,
                          Arena *pieces, Writer *out)
{
    *session = (ClientSession){.state = CLIENT_CONN_WAITING,
                               .limits = limits,
                               .started = now,
                               .heard = now,
                               .long_body = writer_to(pieces)};
    PacketClientHello hello = {.version = PROTOCOL_VERSION};
    memcpy(hello.magic, "TNGP", sizeof hello.magic);
    packet_write(FROM_CLIENT, CLIENT_HELLO, &hello, out);
}

/* No BYE before the server's hello: it might not speak this protocol at all. */
void client_session_close(ClientSession *session, ReasonCode reason, Writer *out)
{
    if (session->state == CLIENT_CONN_CLOSED)
        return;
    const PacketBye bye = {.reason = (PacketReason)reason};
    if (session->state != CLIENT_CONN_WAITING)
        packet_write(FROM_CLIENT, CLIENT_BYE, &bye, out);
    session->state = CLIENT_CONN_CLOSED;
    session->reason = reason;
}

static SessionStep close_for(ClientSession *session, ReasonCode reason, Writer *out)
{
    client_session_close(session, reason, out);
    return SESSION_CLOSED;
}

/* ---- receiving ---- */

/* The magic is compared before the version: another program's version means nothing. */
static bool take_hello(ClientSession *session, const PacketServerHello *hello, Writer *out)
{
    if (memcmp(hello->magic, "TNGS", sizeof hello->magic) != 0) {
        close_for(session, REASON_MAGIC, out);
    } else if (hello->version != PROTOCOL_VERSION) {
        close_for(session, REASON_VERSION, out);
    } else if (hello->size < GAME_MIN) {
        close_for(session, REASON_MALFORMED, out);
    } else {
        session->hello = *hello;
        session->state = CLIENT_CONN_GREETED;
    }
    return session->state == CLIENT_CONN_GREETED;
}

/* Pieces must follow each other without gaps, and not exceed the size of the hello. */
static bool take_file(ClientSession *session, const PacketFile *file, Writer *out)
{
    const uint64_t left = session->hello.size - session->file_at;
    if (file->offset != session->file_at || !file->bytes.size || file->bytes.size > left) {
        close_for(session, REASON_MALFORMED, out);
        return false;
    }
    session->file_at += file->bytes.size;
    if (session->file_at == session->hello.size)
        session->state = CLIENT_CONN_GREETED;
    return true;
}

/* The answer to a FETCH, REGISTER or LOGIN; after a successful LOGIN, WELCOME must follow. */
static bool take_answer(ClientSession *session, const PacketAnswer *answer, Writer *out)
{
    const bool file = answer->request == CLIENT_FETCH && session->state == CLIENT_CONN_FETCHING;
    const bool asked = session->state == CLIENT_CONN_ASKED && answer->request == session->asked;
    const bool played =
        session->state == CLIENT_CONN_PLAYING && answer->request >= CLIENT_INPUT;
    if ((!file && !asked && !played) || session->granted) {
        close_for(session, REASON_FORBIDDEN, out);
        return false;
    }
    session->granted = asked && session->asked == CLIENT_LOGIN && answer->code == RESULT_OK;
    if (!played && !session->granted)
        session->state = CLIENT_CONN_GREETED;
    return true;
}

/* The text's size was checked when the packet was read: it fits. */
static bool take_bye(ClientSession *session, const PacketBye *bye)
{
    session->state = CLIENT_CONN_CLOSED;
    session->reason = (ReasonCode)bye->reason;
    if (bye->text_size)
        memcpy(session->text, bye->text, bye->text_size);
    session->text[bye->text_size] = 0;
    return false;
}

/* Returns whether the packet is for the caller. */
static bool take_packet(ClientSession *session, const Packet *packet, uint64_t now, Writer *out)
{
    switch ((ServerPacketType)packet->type) {
    case SERVER_HELLO:
        return take_hello(session, &packet->server_hello, out);
    case SERVER_FILE:
        return take_file(session, &packet->file, out);
    case SERVER_RESULT:
        return take_answer(session, &packet->answer, out);
    case SERVER_WELCOME:
        if (!session->granted && session->state != CLIENT_CONN_PLAYING) {
            close_for(session, REASON_FORBIDDEN, out);
            return false;
        }
        session->granted = false;
        session->state = CLIENT_CONN_PLAYING;
        return true;
    case SERVER_PING:
        packet_write(FROM_CLIENT, CLIENT_PONG, &packet->ping, out);
        return false;
    case SERVER_PONG:
        if (!session->waiting || packet->pong.stamp != (uint32_t)session->pinged)
            return false;
        session->waiting = false;
        session->latency = (uint32_t)(now - session->pinged);
        return true;
    case SERVER_BYE:
        return take_bye(session, &packet->bye);
    case SERVER_STATE:
    case SERVER_CHAT:
    case SERVER_TRADE:
    case SERVER_PARTY:
    case SERVER_PIECE: /* assembled before */
        break;
    }
    return true;
}

/* ---- long packets ---- */

typedef enum Long { LONG_MORE, LONG_WHOLE, LONG_BROKEN } Long;

/* All pieces of a packet have the same type; only types that can be longer than a frame are
 * allowed. `kind->max` limits the memory. */
static Long take_piece(ClientSession *session, const PacketPiece *piece, Frame *whole)
{
    const unsigned type = piece->flags & PIECE_TYPE;
    const PacketKind *kind = packet_kind(FROM_SERVER, type);
    Writer *body = &session->long_body;
    if (!session->long_comes) {
        arena_reset(body->arena);
        *body = writer_to(body->arena);
        session->long_type = type;
    }
    if (!kind || kind->max <= FRAME_BODY || type != session->long_type || !piece->bytes.size ||
        piece->flags & ~(PIECE_TYPE | PIECE_LAST) || piece->bytes.size > kind->max - body->size)
        return LONG_BROKEN;
    write_bytes(body, piece->bytes);
    session->long_comes = !(piece->flags & PIECE_LAST);
    if (session->long_comes)
        return LONG_MORE;
    *whole = (Frame){type, writer_bytes(body)};
    return LONG_WHOLE;
}

/* The state is checked before the body: a packet that is not allowed now is not even parsed. */
static bool read_frame(ClientSession *session, const Frame *frame, Packet *packet, Writer *out,
                       Arena *arena)
{
    const PacketKind *kind = packet_kind(FROM_SERVER, frame->type);
    if (kind && !(kind->states & session->state)) {
        close_for(session, REASON_FORBIDDEN, out);
        return false;
    }
    Report silent = report_to(NULL, NULL);
    if (packet_read(FROM_SERVER, frame->type, frame->body, packet, arena, &silent))
        return true;
    close_for(session, session->state == CLIENT_CONN_WAITING ? REASON_MAGIC : REASON_MALFORMED,
              out);
    return false;
}

/* Returns at each packet for the caller; `rest` then has the bytes after it. The packet is
 * valid until `arena` is reset or the next call. */
SessionStep client_session_step(ClientSession *session, Bytes *rest, uint64_t now,
                                Packet *packet, Writer *out, Arena *arena)
{
    while (session->state != CLIENT_CONN_CLOSED) {
        Frame frame;
        const FrameFound found = frame_next(&session->part, rest, &frame);
        if (found == FRAME_INCOMPLETE)
            return SESSION_MORE;
        if (found == FRAME_BROKEN)
            return close_for(session, REASON_MALFORMED, out);
        if (!read_frame(session, &frame, packet, out, arena))
            return SESSION_CLOSED;
        session->heard = now;
        if (packet->type == SERVER_PIECE) {
            const Long taken = take_piece(session, &packet->piece, &frame);
            if (taken == LONG_MORE)
                continue;
            if (taken == LONG_BROKEN)
                return close_for(session, REASON_MALFORMED, out);
            if (!read_frame(session, &frame, packet, out, arena))
                return SESSION_CLOSED;
        }
        if (take_packet(session, packet, now, out))
            return SESSION_PACKET;
    }
    return SESSION_CLOSED;
}

/* ---- sending ---- */

/* A game larger than `file_max` is refused before a byte is stored. */
void client_session_fetch(ClientSession *session, uint64_t offset, Writer *out)
{
    assert(session->state == CLIENT_CONN_GREETED && offset < session->hello.size);
    if (session->hello.size > session->limits->file_max) {
        close_for(session, REASON_MALFORMED, out);
        return;
    }
    packet_write(FROM_CLIENT, CLIENT_FETCH, &(PacketFetch){session->hello.unique, offset}, out);
    session->state = CLIENT_CONN_FETCHING;
    session->file_at = offset;
}

/* Bytes, as in the protocol. */
enum { NAME_MAX = 96, PASSWORD_MAX = 128 };

/* False if the server would reject the text as malformed, which would end the connection. */
static bool ask(ClientSession *session, unsigned type, Text name, Text password, Text language,
                Writer *out)
{
    assert(session->state == CLIENT_CONN_GREETED);
    PacketAccount account = {(PacketNameSize)name.size, (ascii *)name.at,
                             (PacketSecretSize)password.size, (ascii *)password.at, "en"};
    if (name.size > NAME_MAX || password.size > PASSWORD_MAX || !packet_text_ok(name) ||
        !packet_text_ok(password) || !packet_language_ok(language))
        return false;
    memcpy(account.language, language.at, sizeof account.language);
    packet_write(FROM_CLIENT, type, &account, out);
    session->state = CLIENT_CONN_ASKED;
    session->asked = (uint8_t)type;
    return true;
}

bool client_session_register(ClientSession *session, Text name, Text password, Text language,
                             Writer *out)
{
    return ask(session, CLIENT_REGISTER, name, password, language, out);
}

bool client_session_login(ClientSession *session, Text name, Text password, Text language,
                          Writer *out)
{
    return ask(session, CLIENT_LOGIN, name, password, language, out);
}

bool client_session_password(ClientSession *session, Text name, Text password, Text fresh,
                             Writer *out)
{
    assert(session->state == CLIENT_CONN_GREETED);
    const PacketPassword change = {(PacketNameSize)name.size,       (ascii *)name.at,
                                   (PacketSecretSize)password.size, (ascii *)password.at,
                                   (PacketSecretSize)fresh.size,    (ascii *)fresh.at};
    if (name.size > NAME_MAX || password.size > PASSWORD_MAX || fresh.size > PASSWORD_MAX ||
        !packet_text_ok(name) || !packet_text_ok(password) || !packet_text_ok(fresh))
        return false;
    packet_write(FROM_CLIENT, CLIENT_PASSWORD, &change, out);
    session->state = CLIENT_CONN_ASKED;
    session->asked = CLIENT_PASSWORD;
    return true;
}

/* ---- time ---- */

/* While a PONG is awaited only the idle time counts. UINT64_MAX: nothing is due. */
uint64_t client_session_due(const ClientSession *session)
{
    if (session->state == CLIENT_CONN_CLOSED)
        return UINT64_MAX;
    if (session->state == CLIENT_CONN_WAITING)
        return session->started + session->limits->hello;
    const uint64_t idle = session->heard + session->limits->idle;
    const uint64_t ping = session->pinged + session->limits->ping;
    return session->waiting || idle < ping ? idle : ping;
}

/* Any received packet counts as a sign of life, not only PONG. */
bool client_session_time(ClientSession *session, uint64_t now, Writer *out)
{
    if (session->state == CLIENT_CONN_CLOSED)
        return false;
    if (session->state == CLIENT_CONN_WAITING) {
        if (now >= session->started + session->limits->hello)
            close_for(session, REASON_HALF_OPEN, out);
    } else if (now >= session->heard + session->limits->idle) {
        close_for(session, REASON_IDLE, out);
    } else if (!session->waiting && now >= session->pinged + session->limits->ping) {
        packet_write(FROM_CLIENT, CLIENT_PING, &(PacketPing){(uint32_t)now}, out);
        session->pinged = now;
        session->waiting = true;
    }
    return session->state != CLIENT_CONN_CLOSED;
}
