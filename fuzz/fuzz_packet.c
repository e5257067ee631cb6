/* Both sides' state machines, fed with bytes in pieces of any size while time goes on.
 *
 * The first byte of the input says whom it speaks to (the server, its players, or the client),
 * the next four how: a seed for the sizes of pieces and for the time between them. The rest are
 * the bytes that come. Whatever they are: nothing is sent after the end, states follow each
 * other as connection_states.h has it, memory and answers stay small, and every answer can be
 * read. */
#include "server/protocol/client_session.h"
#include "server/protocol/input_packet.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { TO_SERVER, TO_PLAYERS, TO_CLIENT, SPEAKERS, HEAD = 5, GAME = 20000, KIB = 1 << 10 };

typedef struct Feed {
    Bytes rest;
    uint32_t seed;
    uint64_t now;
    Arena *arena; /* of one piece */
    Writer out;
} Feed;

static void must(bool so)
{
    if (!so)
        abort();
}

static uint32_t chance(Feed *feed, uint32_t below)
{
    feed->seed = feed->seed * 1664525u + 1013904223u;
    return (uint32_t)(((uint64_t)feed->seed * below) >> 32);
}

/* Mostly small steps of time, at times a long one; pieces as odd as networks cut them, in
 * separate memory, so that reads beyond the end are detected. */
static Bytes next_piece(Feed *feed)
{
    static const uint32_t times[] = {0, 0, 1, 30, 400, 5000, 31000};
    static const uint32_t sizes[] = {1, 2, 3, 7, 64, 2047, 16384};
    feed->now += chance(feed, times[chance(feed, COUNT_OF(times))] + 1);
    const size_t max = 1 + chance(feed, sizes[chance(feed, COUNT_OF(sizes))]);
    const size_t size = max < feed->rest.size ? max : feed->rest.size;
    uint8_t *data = malloc(size);
    must(data || !size);
    if (size)
        memcpy(data, feed->rest.data, size);
    feed->rest = bytes_slice(feed->rest, size, feed->rest.size - size);
    arena_reset(feed->arena); /* the last piece goes with it */
    arena_own(feed->arena, free, data);
    feed->out = writer_to(feed->arena);
    return (Bytes){data, size};
}

/* What one side has said can be read by the other: whole frames, right packets. */
static void check_reported(PacketFrom from, Feed *feed)
{
    Bytes rest = writer_bytes(&feed->out);
    FramePart part = {0};
    Frame frame;
    Packet packet;
    Report silent = report_to(NULL, NULL);
    while (frame_next(&part, &rest, &frame) == FRAME_WHOLE)
        must(packet_read(from, frame.type, frame.body, &packet, feed->arena, &silent));
    must(rest.size == 0 && part.size == 0);
    frame_part_free(&part);
}

/* A packet that came can be written again: the same bytes. */
static void check_heard(PacketFrom from, const Packet *packet, Feed *feed)
{
    Writer written = writer_to(feed->arena), json_out = writer_to(feed->arena);
    JsonWriter json = json_to(&json_out);
    Report silent = report_to(NULL, NULL);
    Packet again;
    packet_show(packet, &json);
    json_end(&json);
    packet_write(from, packet->type, &packet->client_hello, &written);
    if (written.size > FRAME_MAX)
        return; /* pieces */
    const Bytes body = {written.data + FRAME_HEADER, written.size - FRAME_HEADER};
    must(packet_read(from, packet->type, body, &again, feed->arena, &silent));
}

/* ---- the server ---- */

static ServedGame *served(void)
{
    static uint8_t file[GAME];
    static ServedGame game;
    Report silent = report_to(NULL, NULL);
    for (size_t i = 32; i < sizeof file; i++)
        file[i] = (uint8_t)(i * 7 + i / 251); /* as net_kit.h, so that the corpus fits */
    must(served_game((Bytes){file, sizeof file}, FEATURE_REGISTER | FEATURE_FETCH, &game,
                     &silent));
    return &game;
}

/* From which states a server may come into each; a hello and a request may come at once. */
static bool server_may(unsigned from, unsigned to)
{
    switch (to) {
    case SERVER_CONN_GREETED:
        return from == SERVER_CONN_WAITING || from == SERVER_CONN_ASKED;
    case SERVER_CONN_ASKED:
        return from == SERVER_CONN_GREETED || from == SERVER_CONN_WAITING;
    case SERVER_CONN_PLAYING:
        return from == SERVER_CONN_GREETED;
    default:
        return to == SERVER_CONN_CLOSED;
    }
}

static void server_moved(unsigned *before, const ServerSession *session)
{
    must(session->state == *before || server_may(*before, session->state));
    *before = session->state;
}

/* What the game does with it: logs in if the seed says so. */
static void serve(ServerSession *session, const Packet *packet, unsigned *state, Feed *feed)
{
    const bool asked = packet->type == CLIENT_REGISTER || packet->type == CLIENT_LOGIN;
    must(asked ? session->state == SERVER_CONN_ASKED : session->state == SERVER_CONN_PLAYING);
    check_heard(FROM_CLIENT, packet, feed);
    if (packet->type == CLIENT_INPUT) {
        const WorldInput input = input_of_packet(&packet->input, feed->arena);
        const PacketInput again = packet_of_input(&input, packet->input.sequence);
        must((again.mask & ~packet->input.mask) == 0);
    }
    if (!asked || chance(feed, 4) == 0)
        return; /* somebody still looks at it */
    const bool yes = chance(feed, 2) && packet->type == CLIENT_LOGIN;
    server_session_answer(session, packet->type, yes ? RESULT_OK : RESULT_WRONG, TEXT("well"),
                          &feed->out);
    server_moved(state, session);
    if (yes)
        server_session_welcome(session, &(PacketWelcome){1, 2, 3, 30}, &feed->out);
    server_moved(state, session);
}

static void to_server(Feed *feed, bool plays)
{
    ServerSession session;
    ServedGame *game = served();
    server_session_start(&session, game, &session_limits, feed->now);
    if (plays)
        session.state = SERVER_CONN_PLAYING;
    unsigned state = session.state, ends = 0;
    size_t said = 0;
    for (uint64_t wait = 0; feed->rest.size && ends < 2; ends += state == SERVER_CONN_CLOSED) {
        Bytes rest = next_piece(feed);
        Packet packet;
        SessionStep step;
        const bool closed = state == SERVER_CONN_CLOSED;
        if (feed->now >= server_session_due(&session))
            server_session_time(&session, feed->now, &feed->out);
        server_moved(&state, &session);
        while ((step = server_session_step(&session, &rest, feed->now, 7, &packet, &feed->out,
                                           feed->arena)) == SESSION_PACKET) {
            server_moved(&state, &session);
            serve(&session, &packet, &state, feed);
        }
        server_moved(&state, &session);
        must((step == SESSION_CLOSED) == (state == SERVER_CONN_CLOSED));
        must(step == SESSION_CLOSED || rest.size == 0);
        said += feed->out.size;
        must(feed->out.size <= 64 * KIB); /* without the file */
        wait = server_session_pump(&session, 16 * KIB, feed->now, &feed->out);
        must((wait != 0) == session.fetching);
        must(!session.fetching || (state == SERVER_CONN_GREETED && session.fetch_at < GAME));
        must(!closed || feed->out.size == 0);
        must(arena_used(feed->arena) <= 2048 * KIB);
        /* What came after a long silence can make a PING due; once sent, it is not due again.
         */
        if (feed->now >= server_session_due(&session))
            server_session_time(&session, feed->now, &feed->out);
        server_moved(&state, &session);
        must(state == SERVER_CONN_CLOSED || server_session_due(&session) > feed->now);
        check_reported(FROM_SERVER, feed);
    }
    must(session.fetched <= 3 * GAME + (1 << 20));
    must(state != SERVER_CONN_WAITING || said == 0);
    server_session_free(&session);
}

/* ---- the client ---- */

static bool client_may(unsigned from, unsigned to)
{
    switch (to) {
    case CLIENT_CONN_GREETED:
        return from == CLIENT_CONN_WAITING || from == CLIENT_CONN_FETCHING ||
               from == CLIENT_CONN_ASKED;
    case CLIENT_CONN_FETCHING:
    case CLIENT_CONN_ASKED:
        return from == CLIENT_CONN_GREETED;
    case CLIENT_CONN_PLAYING:
        return from == CLIENT_CONN_ASKED;
    default:
        return to == CLIENT_CONN_CLOSED;
    }
}

static void client_moved(unsigned *before, const ClientSession *session)
{
    must(session->state == *before || client_may(*before, session->state));
    *before = session->state;
}

/* What a player does who has been greeted. */
static void act(ClientSession *session, unsigned *state, Feed *feed)
{
    if (session->state != CLIENT_CONN_GREETED)
        return;
    switch (chance(feed, 4)) {
    case 0:
        client_session_fetch(session, session->hello.size / 2, &feed->out);
        break;
    case 1:
        must(client_session_register(session, TEXT("Brid"), TEXT("12345678"), TEXT("ga"),
                                     &feed->out));
        break;
    case 2:
        must(client_session_login(session, TEXT("Brid"), TEXT("12345678"), TEXT("ga"),
                                  &feed->out));
        break;
    default:
        break;
    }
    client_moved(state, session);
}

static void to_client(Feed *feed)
{
    ClientSession session;
    Arena *pieces = arena_new();
    client_session_start(&session, &client_limits, feed->now, pieces, &feed->out);
    unsigned state = session.state, ends = 0;
    bool granted = false;
    for (; feed->rest.size && ends < 2; ends += state == CLIENT_CONN_CLOSED) {
        Bytes rest = next_piece(feed);
        Packet packet;
        SessionStep step;
        const bool closed = state == CLIENT_CONN_CLOSED;
        client_session_time(&session, feed->now, &feed->out);
        client_moved(&state, &session);
        while ((step = client_session_step(&session, &rest, feed->now, &packet, &feed->out,
                                           feed->arena)) == SESSION_PACKET) {
            const bool played =
                state == CLIENT_CONN_PLAYING; /* then it is another world's welcome */
            client_moved(&state, &session);
            must(packet.type != SERVER_WELCOME || granted || played);
            if (packet.type == SERVER_RESULT || packet.type == SERVER_WELCOME)
                granted = packet.type == SERVER_RESULT && session.asked == CLIENT_LOGIN &&
                          packet.answer.request == CLIENT_LOGIN && !packet.answer.code;
            check_heard(FROM_SERVER, &packet, feed);
            act(&session, &state, feed);
        }
        client_moved(&state, &session);
        must((step == SESSION_CLOSED) == (state == CLIENT_CONN_CLOSED));
        must(!closed || feed->out.size == 0);
        must(feed->out.size <= 128 * KIB && arena_used(pieces) <= 8192 * KIB);
        must(memchr(session.text, 0, sizeof session.text) != NULL);
        check_reported(FROM_CLIENT, feed);
    }
    client_session_free(&session);
    arena_free(pieces);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < HEAD)
        return 0;
    Feed feed = {.rest = {data + HEAD, size - HEAD},
                 .seed = (uint32_t)uint_of(data + 1, 4, false),
                 .now = 1000,
                 .arena = arena_new()};
    feed.out = writer_to(feed.arena);
    switch (data[0] % SPEAKERS) {
    case TO_SERVER:
    case TO_PLAYERS:
        to_server(&feed, data[0] % SPEAKERS == TO_PLAYERS);
        break;
    default:
        to_client(&feed);
    }
    arena_free(feed.arena);
    return 0;
}
