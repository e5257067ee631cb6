/* Questions of the game part to the cluster, and messages to the other servers. */
#include "server/cluster/cluster.h"

#include "server/game/controllers.h"
#include "server/game/staff.h"

#include <stdlib.h>

/* ---- ownership ---- */

/* Here "ours" is by the leases in memory, which may be older than the store. */
static ZoneOwner owner(const Server *server, uint32_t zone)
{
    const ZoneLease *holding = &server->cluster->leases[zone];
    return (ZoneOwner){holding->ours, holding_serves(holding), holding->node};
}

/* After the lease another server may have the zone: this one must not go on. */
static bool may_tick(const Server *server) { return leases_are_valid(server->cluster); }

static bool find_zone_of(const Server *server, int64_t account, uint32_t *zone)
{
    return cluster_whereabouts(server->cluster, account, zone);
}

static bool opened(Zone *zone, Report *report)
{
    if (!cluster_worlds_begin(zone, report))
        return false;
    zone->server->cluster->leases[zone->number].open = zone;
    return true;
}

static void closed(Zone *zone) { zone->server->cluster->leases[zone->number].open = NULL; }

/* ---- clients here, players elsewhere ---- */

/* By the store's clock, which all servers share; if it is unreachable, by its last known
 * difference. */
static LoginTime login_time(const Server *server)
{
    const Cluster *cluster = server->cluster;
    int64_t now = cluster->ahead + (int64_t)loop_now(server->loop);
    Report silent = report_to(NULL, NULL);
    store_clock(server->store, &now, &silent);
    return (LoginTime){.at = (uint64_t)now, .node = cluster->node};
}

static void enter(const Connection *connection)
{
    const ClientAddress client = connection_client(connection);
    const BusEnter wanted = {bus_connection(&client), connection->zone, connection->login.at};
    cluster_send(connection->server->cluster, connection->away, BUS_ENTER, &wanted);
}

/* Packets are passed unread: the server with the world checks them. */
static void forward(const Connection *connection, ClientPacketType type, Bytes body)
{
    const ClientAddress client = connection_client(connection);
    const BusPacket sent = {bus_connection(&client), (u8)type, body};
    cluster_send(connection->server->cluster, connection->away, BUS_PACKET, &sent);
}

static void disconnected(const Connection *connection)
{
    const ClientAddress client = connection_client(connection);
    const BusConnection leave = bus_connection(&client);
    cluster_send(connection->server->cluster, connection->away, BUS_LEAVE, &leave);
}

/* ---- players here, clients elsewhere ---- */

/* Serial numbers let the receiver notice lost messages. */
static void deliver(Controller *controller, Bytes packets)
{
    const ClientAddress *client = &controller->client;
    const BusDeliver sent = {bus_connection(client), controller->serial++, packets};
    cluster_send(controller->zone->server->cluster, client->node, BUS_DELIVER, &sent);
}

/* The connection is at another server, which sends the reason. */
static void disconnect(const Controller *controller, ReasonCode reason, Text text)
{
    const ClientAddress *client = &controller->client;
    const Text cut = packet_text_cut(text);
    const BusEnd end = {bus_connection(client), (u8)reason, (u8)cut.size,
                        (ascii *)(uintptr_t)cut.at};
    cluster_send(controller->zone->server->cluster, client->node, BUS_END, &end);
}

static void moved(const Server *server, const ClientAddress *client)
{
    const BusConnection who = bus_connection(client);
    cluster_send(server->cluster, client->node, BUS_MOVED, &who);
}

/* ---- all servers ---- */

/* To all servers: they need it to find players by account. */
static void playing(const Server *server, int64_t account, bool here)
{
    u32 one = (u32)account;
    cluster_send(server->cluster, 0, BUS_HERE, &(BusHere){0, !here, 1, &one});
}

/* Accounts in `accounts` that play on that server. */
static uint32_t select_players(const Server *server, uint64_t node, const uint32_t *accounts,
                               size_t count, u32 *out)
{
    uint32_t found = 0;
    for (size_t i = 0; i < count; i++)
        if (cluster_node_of(server->cluster, accounts[i]) == node)
            out[found++] = accounts[i];
    return found;
}

/* One message for each server that has receivers, with only these. False if nobody gets it. */
static bool chat(const Server *server, const DirectoryLine *line, const uint32_t *accounts,
                 size_t count)
{
    bool sent = false;
    BusChat said = {.channel = (u8)line->channel,
                    .from = (u32)line->from->id,
                    .accounts = ARENA_ALLOC(server->scratch, u32, count + 1),
                    .name_size = (u8)line->from->name.size,
                    .name = (ascii *)(uintptr_t)line->from->name.at,
                    .text_size = (u8)line->text.size,
                    .text = (ascii *)(uintptr_t)line->text.at,
                    .said_size = (u8)line->said.size,
                    .said = (ascii *)(uintptr_t)line->said.at};
    for (size_t i = 0; i < server->cluster->peer_count; i++) {
        const uint64_t node = server->cluster->peers[i].node;
        said.count = select_players(server, node, accounts, count, said.accounts);
        if (said.count)
            cluster_send(server->cluster, node, BUS_CHAT, &said);
        sent = sent || said.count;
    }
    return sent;
}

/* The receiver 0 means all servers. */
static void announce(const Server *server, Text text)
{
    const BusSay say = {(u8)text.size, (ascii *)(uintptr_t)text.at};
    cluster_send(server->cluster, 0, BUS_SAY, &say);
}

static uint64_t node(const Server *server) { return server->cluster->node; }

static bool plays_elsewhere(const Server *server, int64_t account)
{
    return cluster_node_of(server->cluster, account) != 0;
}

/* False if the account plays on no other server. */
static bool kick(const Server *server, int64_t account, ReasonCode reason, Text text)
{
    const uint64_t node = cluster_node_of(server->cluster, account);
    const Text cut = packet_text_cut(text);
    const BusKick sent = {(u32)account, (u8)reason, 0, (u8)cut.size,
                          (ascii *)(uintptr_t)cut.at};
    if (node)
        cluster_send(server->cluster, node, BUS_KICK, &sent);
    return node != 0;
}

/* The zone may be one of this server's that no player has entered yet. */
static void depart(Server *server, int64_t account, uint32_t zone)
{
    Report silent = report_to(NULL, NULL);
    const ZoneOwner found = owner(server, zone);
    if (found.serves && zone_here(server, zone, &silent))
        staff_depart(server, account);
    else if (!found.ours && found.node)
        cluster_send(server->cluster, found.node, BUS_KICK,
                     &(BusKick){.account = (u32)account, .leaves = 1});
}

/* 0: the list of denied networks has changed. */
static void account_changed(const Server *server, int64_t account)
{
    if (account)
        cluster_send(server->cluster, 0, BUS_ACCOUNT, &(BusAccount){(u32)account});
    else
        cluster_send(server->cluster, 0, BUS_DENIED, &(BusNothing){0});
}

static void health(const Server *server, DirectoryHealth *out)
{
    const Cluster *cluster = server->cluster;
    *out = (DirectoryHealth){.bus_up = !cluster->bus_lost, .zones = cluster->zones.zone_count};
    for (uint32_t i = 0; i < out->zones; i++) {
        out->owned += cluster->leases[i].ours;
        out->orphaned += !cluster->leases[i].ours && !cluster->leases[i].node;
    }
}

/* GOING comes last: when others hear it, the zones are already free. */
static void finish(Server *server)
{
    Cluster *cluster = server->cluster;
    const BusNothing nothing = {0};
    loop_timer_clear(server->loop, &cluster->pulse);
    cluster_globals_finish(cluster);
    leases_finish(cluster);
    cluster_send(cluster, 0, BUS_GOING, &nothing);
}

static void free_cluster(Server *server)
{
    Cluster *cluster = server->cluster;
    loop_timer_clear(server->loop, &cluster->pulse);
    bus_close(cluster->bus);
    free(cluster->places);
}

const ZoneDirectory cluster_directory = {.owner = owner,
                                         .may_tick = may_tick,
                                         .find_zone_of = find_zone_of,
                                         .prepare = cluster_worlds_prepare,
                                         .opened = opened,
                                         .closed = closed,
                                         .is_idle = cluster_puts_is_idle,
                                         .ticked = cluster_worlds_tick,
                                         .fence = holding_fence,
                                         .save = cluster_puts_save,
                                         .saved = cluster_puts_saved,
                                         .leave = holding_leave,
                                         .left = holding_left,
                                         .login_time = login_time,
                                         .enter = enter,
                                         .forward = forward,
                                         .disconnected = disconnected,
                                         .deliver = deliver,
                                         .disconnect = disconnect,
                                         .moved = moved,
                                         .playing = playing,
                                         .chat = chat,
                                         .announce = announce,
                                         .node = node,
                                         .members = cluster_members,
                                         .party_act = cluster_party_act,
                                         .plays_elsewhere = plays_elsewhere,
                                         .kick = kick,
                                         .depart = depart,
                                         .account_changed = account_changed,
                                         .health = health,
                                         .finish = finish,
                                         .free = free_cluster};
