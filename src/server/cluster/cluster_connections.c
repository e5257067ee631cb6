/* Players whose connection and world are at different servers. */
#include "server/cluster/cluster.h"

#include "server/game/controllers.h"
#include "server/store/store_export.h"

#include <assert.h>

/* False if the store is unreachable. A character without a zone, from a single server, is found
 * by its map. */
bool cluster_whereabouts(const Cluster *cluster, int64_t account, uint32_t *zone)
{
    StoreCharacter row = {.account = account};
    SavUser user;
    Arena *scratch = arena_new();
    Report silent = report_to(NULL, NULL);
    const StoreFound found =
        store_find(cluster->server->store, STORE_CHARACTER, "account", &row, scratch, &silent);
    *zone = 0; /* where new games begin */
    if (found == STORE_FOUND && row.land > 0 && row.land <= cluster->zones.zone_count)
        *zone = (uint32_t)row.land - 1;
    else if (found == STORE_FOUND && row.user.size &&
             store_user_read(row.user, &user, scratch, &silent))
        *zone = zone_map_get(&cluster->zones, user.entity.map);
    arena_free(scratch);
    return found != STORE_UNREADABLE;
}

/* ---- the server that has the world ---- */

/* Only if the message is of the connection that controls the player now; late ones are
 * ignored. */
static Controller *controller_from(const Cluster *cluster, uint64_t node,
                                   const BusConnection *who)
{
    Controller *controller = controller_of(cluster->server, who->account);
    return controller && controller->client.node == node &&
                   controller->client.connection == who->connection
               ? controller
               : NULL;
}

/* Whether a player may enter here now; otherwise its server must search again. */
static bool may_enter(const Cluster *cluster, const BusEnter *wanted)
{
    uint32_t zone;
    return wanted->zone < cluster->zones.zone_count && cluster->server->state == SERVING &&
           holding_serves(&cluster->leases[wanted->zone]) &&
           player_slot_whereabouts(cluster->server, wanted->who.account, &zone) &&
           zone == wanted->zone;
}

/* MOVED tells the other server to search again: ownership may have changed meanwhile. */
static void let_in(Cluster *cluster, uint64_t node, const BusEnter *wanted)
{
    Server *server = cluster->server;
    Controller *controller = NULL;
    BusEntered answer = {.who = wanted->who, .zone = wanted->zone};
    if (!may_enter(cluster, wanted)) {
        cluster_send(cluster, node, BUS_MOVED, &wanted->who);
        return;
    }
    if (!accounts_get(server->accounts, wanted->who.account))
        accounts_learn(server->accounts, wanted->who.account);
    ClientAddress client = bus_client(node, &wanted->who);
    client.login = (LoginTime){wanted->login, node, client.connection};
    answer.result =
        (u8)zone_enter(server, wanted->zone, wanted->who.account, NULL, &client, &controller);
    if (controller) {
        answer.actor = controller->zone->world->players[controller->player_index]->actor;
        answer.tick = controller->zone->world->tick;
    }
    cluster_send(cluster, node, BUS_ENTERED, &answer);
    if (controller)
        controller_enter(controller); /* packets before ENTERED are ignored */
}

/* A chat line is returned, so that it can be sent again after the search. */
static void take_packet(Cluster *cluster, uint64_t node, const BusPacket *sent)
{
    Packet packet;
    Report silent = report_to(NULL, NULL);
    Controller *controller = controller_from(cluster, node, &sent->who);
    if (!controller) {
        if (sent->type == CLIENT_SAY)
            cluster_send(cluster, node, BUS_UNHEARD, sent);
        cluster_send(cluster, node, BUS_MOVED, &sent->who);
    } else if (sent->type >= CLIENT_INPUT && sent->type <= CLIENT_PARTY &&
               packet_read(FROM_CLIENT, sent->type, sent->bytes, &packet,
                           cluster->server->scratch, &silent))
        controller_on_packet(controller, &packet);
}

/* Answers the query of another server: players that are not here any more. */
static void take_still(Cluster *cluster, uint64_t node, const BusStill *still)
{
    for (uint32_t i = 0; i < still->count; i++)
        if (!controller_from(cluster, node, &still->connections[i]))
            cluster_send(cluster, node, BUS_MOVED, &still->connections[i]);
}

/* ---- the server that has the connection ---- */

/* Returns NULL if it is closed or does not look for its player there. */
static Connection *connection_of_player(const Cluster *cluster, uint64_t node,
                                        const BusConnection *who)
{
    Connection *connection = connection_by_number(cluster->server, who->connection, who->slot);
    return connection && !connection->gone && connection->session.state != SERVER_CONN_CLOSED &&
                   connection->account == who->account && connection->away == node
               ? connection
               : NULL;
}

/* The line waits until the player has entered somewhere. */
static void take_unheard(Cluster *cluster, uint64_t node, const BusPacket *sent)
{
    Connection *connection =
        connection_by_number(cluster->server, sent->who.connection, sent->who.slot);
    if (!connection || connection->gone || connection->session.state == SERVER_CONN_CLOSED ||
        connection->account != sent->who.account || sent->type != CLIENT_SAY)
        return;
    connection_hold_message(connection, sent->bytes);
    if (!connection->retry_at &&
        connection->away != node) /* it has already entered elsewhere */
        connection_catch_up(connection);
}

/* Also if it has already entered: a late answer was requested twice, and serial numbers
 * restart from 0. */
static void take_entered(Cluster *cluster, uint64_t node, const BusEntered *answer)
{
    Connection *connection = connection_of_player(cluster, node, &answer->who);
    if (connection && connection->zone == answer->zone && answer->result < RESULTS) {
        connection->serial = 0;
        connection_entered(connection, (ResultCode)answer->result, answer->actor, answer->tick);
        if (answer->result == RESULT_OK)
            connection_catch_up(connection);
    } else if (!connection && answer->result == RESULT_OK) {
        cluster_send(cluster, node, BUS_LEAVE, &answer->who);
    }
}

/* After a loss, all state is sent again. */
static void take_deliver(Cluster *cluster, uint64_t node, const BusDeliver *deliver)
{
    Connection *connection = connection_of_player(cluster, node, &deliver->who);
    if (!connection || connection->retry_at)
        return;
    if (deliver->serial != connection->serial++) {
        connection_find_player(connection);
        return;
    }
    Writer out = writer_to(cluster->server->scratch);
    write_bytes(&out, deliver->bytes);
    connection_send(connection, writer_bytes(&out));
}

/* Without the delay two servers could send each other messages as fast as they can. */
static void take_moved(Cluster *cluster, uint64_t node, const BusConnection *who)
{
    Connection *connection = connection_of_player(cluster, node, who);
    if (!connection)
        return;
    if (connection->retry_at) /* it was requested just now; do not repeat at once */
        connection->retry_at = loop_now(cluster->server->loop) + CONNECTION_RETRY;
    else
        connection_find_player(connection);
}

static void take_end(Cluster *cluster, uint64_t node, const BusEnd *end)
{
    Connection *connection = connection_of_player(cluster, node, &end->who);
    if (!connection || end->reason >= REASONS)
        return;
    connection->away = 0; /* it has already left there */
    connection_close(connection, (ReasonCode)end->reason, (Text){end->text, end->text_size});
}

/* Messages can be lost: connections would wait for players that have left long ago. */
void cluster_connections_query(Cluster *cluster)
{
    const Server *server = cluster->server;
    for (size_t i = 0; i < cluster->peer_count; i++) {
        BusStill still = {0};
        still.connections =
            ARENA_ALLOC(server->scratch, BusConnection, server->connection_count + 1);
        for (uint32_t k = 0; k < server->connection_count; k++) {
            const Connection *connection = server->connections[k];
            const ClientAddress client = connection_client(connection);
            if (connection->away == cluster->peers[i].node && !connection->retry_at)
                still.connections[still.count++] = bus_connection(&client);
        }
        if (still.count)
            cluster_send(cluster, cluster->peers[i].node, BUS_STILL, &still);
    }
}

void cluster_connections_on_message(Cluster *cluster, const BusMessage *message)
{
    const uint64_t node = message->from;
    Controller *controller;
    switch (message->kind) {
    case BUS_ENTER:
        let_in(cluster, node, &message->enter);
        break;
    case BUS_PACKET:
        take_packet(cluster, node, &message->packet);
        break;
    case BUS_LEAVE:
        if ((controller = controller_from(cluster, node, &message->leave)))
            controller_free(controller);
        break;
    case BUS_STILL:
        take_still(cluster, node, &message->still);
        break;
    case BUS_ENTERED:
        take_entered(cluster, node, &message->entered);
        break;
    case BUS_DELIVER:
        take_deliver(cluster, node, &message->deliver);
        break;
    case BUS_UNHEARD:
        take_unheard(cluster, node, &message->unheard);
        break;
    case BUS_MOVED:
        take_moved(cluster, node, &message->moved);
        break;
    case BUS_END:
        take_end(cluster, node, &message->end);
        break;
    default:
        assert(!"on_message passes other kinds on");
    }
}
