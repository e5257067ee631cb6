#include "session_kit.h"

Pair *pair_new(Kit *kit)
{
    Pair *pair = arena_alloc(kit->arena, 1, sizeof *pair);
    *pair = (Pair){.kit = kit,
                   .game = net_served(100000, kit),
                   .limits = session_limits,
                   .to_server = writer_to(kit->arena),
                   .to_client = writer_to(kit->arena),
                   .now = 1000,
                   .step = 100};
    server_session_start(&pair->server, &pair->game, &pair->limits, pair->now);
    client_session_start(&pair->client, &client_limits, pair->now, arena_new(),
                         &pair->to_server);
    return pair;
}

void pair_free(Pair *pair)
{
    server_session_free(&pair->server);
    client_session_free(&pair->client);
    arena_free(pair->client.long_body.arena);
}

int server_next(Pair *pair, Packet *packet)
{
    SessionStep step = SESSION_MORE;
    while (step == SESSION_MORE && pair->server_at < pair->to_server.size) {
        const size_t left = pair->to_server.size - pair->server_at;
        Bytes rest = {pair->to_server.data + pair->server_at,
                      left < pair->step ? left : pair->step};
        const size_t before = rest.size;
        step = server_session_step(&pair->server, &rest, pair->now, 77, packet,
                                   &pair->to_client, pair->kit->arena);
        pair->server_at += before - rest.size;
    }
    return step == SESSION_PACKET ? (int)packet->type : -1;
}

int client_next(Pair *pair, Packet *packet)
{
    SessionStep step = SESSION_MORE;
    while (step == SESSION_MORE && pair->client_at < pair->to_client.size) {
        const size_t left = pair->to_client.size - pair->client_at;
        Bytes rest = {pair->to_client.data + pair->client_at,
                      left < pair->step ? left : pair->step};
        const size_t before = rest.size;
        step = client_session_step(&pair->client, &rest, pair->now, packet, &pair->to_server,
                                   pair->kit->arena);
        pair->client_at += before - rest.size;
    }
    return step == SESSION_PACKET ? (int)packet->type : -1;
}

void greet(Pair *pair)
{
    Packet packet;
    assert_int_equal(server_next(pair, &packet), -1);
    assert_int_equal(client_next(pair, &packet), SERVER_HELLO);
    assert_int_equal(pair->client.state, CLIENT_CONN_GREETED);
    assert_int_equal(pair->server.state, SERVER_CONN_GREETED);
}

void pair_log_in(Pair *pair)
{
    Packet packet;
    greet(pair);
    assert_true(client_session_login(&pair->client, TEXT("Brid"), TEXT("12345678"), TEXT("ga"),
                                     &pair->to_server));
    assert_int_equal(server_next(pair, &packet), CLIENT_LOGIN);
    assert_memory_equal(packet.account.name, "Brid", 4);
    server_session_answer(&pair->server, CLIENT_LOGIN, RESULT_OK, TEXT(""), &pair->to_client);
    server_session_welcome(&pair->server, &(PacketWelcome){1, 5, 77, 30}, &pair->to_client);
    assert_int_equal(client_next(pair, &packet), SERVER_RESULT);
    assert_int_equal(pair->client.state, CLIENT_CONN_ASKED);
    assert_int_equal(client_next(pair, &packet), SERVER_WELCOME);
    assert_int_equal(packet.welcome.actor, 5);
    assert_int_equal(pair->client.state, CLIENT_CONN_PLAYING);
}

ReasonCode closed_by(Pair *pair, Bytes bytes)
{
    Packet packet;
    write_bytes(&pair->to_server, bytes);
    assert_int_equal(server_next(pair, &packet), -1);
    assert_int_equal(pair->server.state, SERVER_CONN_CLOSED);
    return pair->server.reason;
}
