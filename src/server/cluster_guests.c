/* Players whose connection is at one server and whose world is at another. */
#include "server/cluster.h"

#include <assert.h>

bool cluster_whereabouts(const Cluster *cluster, int64_t account, uint32_t *land)
{
    StoreCharacter row = {.account = account};
    SavUser user;
    Arena *scratch = arena_new();
    Report silent = report_to(NULL, NULL);
    const StoreFound found =
        store_find(cluster->server->store, STORE_CHARACTER, "account", &row, scratch, &silent);
    *land = 0; /* where games begin */
    if (found == STORE_FOUND && row.land > 0 && row.land <= cluster->lands.land_count)
        *land = (uint32_t)row.land - 1;
    else if (found == STORE_FOUND && row.user.size &&
             store_user_read(row.user, &user, scratch, &silent))
        *land = land_map_get(&cluster->lands, user.entity.map);
    arena_free(scratch);
    return found != STORE_UNREADABLE;
}

/* ---- the server that has the world ---- */

static Pilot *pilot_from(const Cluster *cluster, uint64_t node, const BusGuest *who)
{
    Pilot *pilot = pilot_of(cluster->server, who->account);
    return pilot && pilot->node == node && pilot->there.guest == who->guest ? pilot : NULL;
}

/* Whether a player may come in here now; else its server has to look anew. */
static bool may_enter(const Cluster *cluster, const BusEnter *wanted)
{
    uint32_t land;
    return wanted->land < cluster->lands.land_count && cluster->server->state == SERVING &&
           holding_serves(&cluster->holdings[wanted->land]) &&
           seat_whereabouts(cluster->server, wanted->who.account, &land) &&
           land == wanted->land;
}

static void let_in(Cluster *cluster, uint64_t node, const BusEnter *wanted)
{
    Server *server = cluster->server;
    Pilot *pilot = NULL;
    BusEntered answer = {.who = wanted->who, .land = wanted->land};
    if (!may_enter(cluster, wanted)) {
        cluster_send(cluster, node, BUS_MOVED, &wanted->who);
        return;
    }
    if (!accounts_get(server->accounts, wanted->who.account))
        accounts_learn(server->accounts, wanted->who.account);
    answer.result = (u8)land_enter(server, wanted->land, wanted->who.account, NULL, node,
                                   &wanted->who, &pilot);
    if (pilot) {
        answer.actor = pilot->land->world->players[pilot->place]->actor;
        answer.tick = pilot->land->world->tick;
    }
    cluster_send(cluster, node, BUS_ENTERED, &answer);
    if (pilot)
        pilot_enter(pilot); /* what is told before ENTERED is not heard */
}

static void take_packet(Cluster *cluster, uint64_t node, const BusPacket *sent)
{
    Packet packet;
    Report silent = report_to(NULL, NULL);
    Pilot *pilot = pilot_from(cluster, node, &sent->who);
    if (!pilot) {
        if (sent->type == CLIENT_SAY)
            cluster_send(cluster, node, BUS_UNHEARD, sent);
        cluster_send(cluster, node, BUS_MOVED, &sent->who);
    } else if (sent->type >= CLIENT_INPUT && sent->type <= CLIENT_PARTY &&
               packet_read(FROM_CLIENT, sent->type, sent->bytes, &packet,
                           cluster->server->scratch, &silent))
        pilot_packet(pilot, &packet);
}

static void take_still(Cluster *cluster, uint64_t node, const BusStill *still)
{
    for (uint32_t i = 0; i < still->count; i++)
        if (!pilot_from(cluster, node, &still->guests[i]))
            cluster_send(cluster, node, BUS_MOVED, &still->guests[i]);
}

/* ---- the server that has the connection ---- */

/* NULL if it has gone or does not look for its player there. */
static Guest *guest_of(const Cluster *cluster, uint64_t node, const BusGuest *who)
{
    Guest *guest = guest_numbered(cluster->server, who->guest, who->slot);
    return guest && !guest->gone && guest->session.state != IN_CLOSED &&
                   guest->account == who->account && guest->away == node
               ? guest
               : NULL;
}

static void take_unheard(Cluster *cluster, uint64_t node, const BusPacket *sent)
{
    Guest *guest = guest_numbered(cluster->server, sent->who.guest, sent->who.slot);
    if (!guest || guest->gone || guest->session.state == IN_CLOSED ||
        guest->account != sent->who.account || sent->type != CLIENT_SAY)
        return;
    guest_keep_said(guest, sent->bytes);
    if (!guest->sought && guest->away != node) /* it was faster, and plays elsewhere already */
        guest_catch_up(guest);
}

/* Also if it plays there already: an answer that came late was asked for twice, and what is
 * told from now on counts from 0. */
static void take_entered(Cluster *cluster, uint64_t node, const BusEntered *answer)
{
    Guest *guest = guest_of(cluster, node, &answer->who);
    if (guest && guest->land == answer->land && answer->result < RESULTS) {
        guest->serial = 0;
        guest_entered(guest, (ResultCode)answer->result, answer->actor, answer->tick);
        if (answer->result == RESULT_OK)
            guest_catch_up(guest);
    } else if (!guest && answer->result == RESULT_OK) {
        cluster_send(cluster, node, BUS_LEAVE, &answer->who);
    }
}

/* What was lost on the way cannot be told again: all is told anew. */
static void take_tell(Cluster *cluster, uint64_t node, const BusTell *tell)
{
    Guest *guest = guest_of(cluster, node, &tell->who);
    if (!guest || guest->sought)
        return;
    if (tell->serial != guest->serial++) {
        guest_seek(guest);
        return;
    }
    Writer out = writer_to(cluster->server->scratch);
    write_bytes(&out, tell->bytes);
    guest_send(guest, writer_bytes(&out));
}

static void take_moved(Cluster *cluster, uint64_t node, const BusGuest *who)
{
    Guest *guest = guest_of(cluster, node, who);
    if (!guest)
        return;
    if (guest->sought) /* it was just asked for: not at once again */
        guest->sought = loop_now(cluster->server->loop) + CLUSTER_PULSE;
    else
        guest_seek(guest);
}

static void take_end(Cluster *cluster, uint64_t node, const BusEnd *end)
{
    Guest *guest = guest_of(cluster, node, &end->who);
    if (!guest || end->reason >= REASONS)
        return;
    guest->away = 0; /* there it is gone already */
    guest_end(guest, (ReasonCode)end->reason, (Text){end->text, end->text_size});
}

void guests_still(Cluster *cluster)
{
    const Server *server = cluster->server;
    for (size_t i = 0; i < cluster->peer_count; i++) {
        BusStill still = {0};
        still.guests = ARENA_TAKE(server->scratch, BusGuest, server->guest_count + 1);
        for (uint32_t k = 0; k < server->guest_count; k++) {
            const Guest *guest = server->guests[k];
            if (guest->away == cluster->peers[i].node && !guest->sought)
                still.guests[still.count++] = bus_guest(guest);
        }
        if (still.count)
            cluster_send(cluster, cluster->peers[i].node, BUS_STILL, &still);
    }
}

void guests_heard(Cluster *cluster, const BusMessage *message)
{
    const uint64_t node = message->from;
    Pilot *pilot;
    switch (message->kind) {
    case BUS_ENTER:
        let_in(cluster, node, &message->enter);
        break;
    case BUS_PACKET:
        take_packet(cluster, node, &message->packet);
        break;
    case BUS_LEAVE:
        if ((pilot = pilot_from(cluster, node, &message->leave)))
            pilot_free(pilot);
        break;
    case BUS_STILL:
        take_still(cluster, node, &message->still);
        break;
    case BUS_ENTERED:
        take_entered(cluster, node, &message->entered);
        break;
    case BUS_TELL:
        take_tell(cluster, node, &message->tell);
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
