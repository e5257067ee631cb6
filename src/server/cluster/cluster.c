/* Parts, in order: messages; other servers, and the detection of copies of the database;
 * players on other servers; the bus; the beginning. Ownership of zones is in
 * cluster_zones.c, players whose connection and world are on different servers in
 * cluster_connections.c. */
#include "server/cluster/cluster.h"

#include "server/game/controllers.h"
#include "server/game/migration.h"
#include "server/game/social_host.h"
#include "server/game/staff.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>

static const char copied[] = "another server on the bus uses the original of this database "
                             "copy: serve the copy "
                             "on another bus, or move it with --export, --export-passwords "
                             "and --import";

/* ---- messages ---- */

static void send_alive(Cluster *cluster)
{
    const uint32_t count = cluster->zones.zone_count;
    Arena *scratch = cluster->server->scratch;
    BusAlive alive = {.zones = ARENA_ALLOC(scratch, u32, count),
                      .epochs = ARENA_ALLOC(scratch, u64, count)};
    for (uint32_t i = 0; i < count; i++)
        if (cluster->leases[i].ours) {
            alive.epochs[alive.zone_count] = (u64)cluster->leases[i].epoch;
            alive.zones[alive.zone_count++] = i;
        }
    cluster->must_announce = false;
    cluster_send(cluster, 0, BUS_ALIVE, &alive);
}

static void send_here(Cluster *cluster, uint64_t node)
{
    const Server *server = cluster->server;
    size_t capacity = 1;
    for (size_t i = 0; i < server->zone_count; i++)
        capacity += server->zones[i]->world->player_count;
    BusHere here = {.all = 1, .accounts = ARENA_ALLOC(server->scratch, u32, capacity)};
    for (size_t i = 0; i < server->zone_count; i++)
        for (uint32_t k = 1; k < server->zones[i]->world->player_count; k++)
            if (player_slot_at(server->zones[i], k)->controller)
                here.accounts[here.count++] = (u32)player_slot_at(server->zones[i], k)->account;
    cluster_send(cluster, node, BUS_HERE, &here);
}

/* ---- the others ---- */

static Peer *peer_of(Cluster *cluster, uint64_t node)
{
    for (size_t i = 0; i < cluster->peer_count; i++)
        if (cluster->peers[i].node == node)
            return &cluster->peers[i];
    return NULL;
}

/* Whether another server uses the same database, and not a copy of it. If that cannot be
 * read, it is checked again later; its messages are ignored until then, like lost ones. */
static bool shares_store(Cluster *cluster, uint64_t node)
{
    enum { AGAIN = 1000 /* ms */ };
    const uint64_t now = loop_now(cluster->server->loop);
    if ((cluster->foreign == node && now - cluster->foreign_at < AGAIN) ||
        (cluster->unreadable && now - cluster->unreadable < CLUSTER_PULSE))
        return false;
    const PeerRow row = leases_row_of(cluster, node);
    cluster->unreadable = row == PEER_UNREADABLE ? now : 0;
    if (row != PEER_ABSENT)
        return row == PEER_LIVES;
    if (!cluster->foreign)
        server_event(cluster->server, EVENT_FOREIGN, NULL);
    cluster->foreign = node;
    cluster->foreign_at = now;
    cluster_send(cluster, node, BUS_FOREIGN, &(BusForeign){now - cluster->since});
    return false;
}

/* The younger server stops, or both if they started at the same time. A server that was
 * suspended for long is not in the store either, but shares it. */
static void on_foreign(Cluster *cluster, const BusMessage *message)
{
    enum { AT_ONCE = 1000 /* ms */ };
    const uint64_t age = loop_now(cluster->server->loop) - cluster->since;
    if (age > message->foreign.age && age - message->foreign.age > AT_ONCE)
        return;
    if (cluster->phase != RUNNING) {
        cluster->phase = COPIED;
        return;
    }
    const PeerRow row = leases_row_of(cluster, message->from);
    if (row == PEER_ABSENT || row == PEER_EXPIRED)
        server_fail(cluster->server, copied);
}

/* A server that is new is sent the list of players here. Returns false if its messages are
 * to be ignored. */
static bool on_peer(Cluster *cluster, uint64_t node)
{
    Peer *peer = peer_of(cluster, node);
    if (!peer) {
        if (!shares_store(cluster, node))
            return false;
        if (cluster->peer_count == CLUSTER_PEERS)
            return true;
        peer = &cluster->peers[cluster->peer_count++];
        peer->node = node;
        cluster->must_announce = true;
        send_here(cluster, node);
    }
    peer->heard = loop_now(cluster->server->loop);
    return true;
}

/* The time for which the place of a player in a party is kept begins or ends. */
static void place_changed(Server *server, uint32_t account)
{
    if (!server->social) /* at start */
        return;
    social_elsewhere(server->social, account, loop_now(server->loop));
    social_host_set_timer(server);
}

static void clear_nodes(Cluster *cluster, uint64_t node)
{
    for (size_t i = 0; i < cluster->place_capacity; i++)
        if (cluster->places[i] == node) {
            cluster->places[i] = 0;
            place_changed(cluster->server, (uint32_t)i);
        }
}

/* Clients at that server have lost their connections; its players are in no world until its
 * zones are taken over. */
static void remove_peer(Cluster *cluster, Peer *peer)
{
    Server *server = cluster->server;
    const uint64_t node = peer->node;
    *peer = cluster->peers[--cluster->peer_count];
    for (size_t i = 0; i < server->zone_count; i++)
        for (uint32_t k = 1; k < server->zones[i]->world->player_count; k++) {
            Controller *controller = player_slot_at(server->zones[i], k)->controller;
            if (controller && controller->client.node == node)
                controller_free(controller);
        }
    clear_nodes(cluster, node);
    cluster->globals_changed = true; /* it may not have saved what it has sent */
}

static void remove_silent(Cluster *cluster)
{
    const uint64_t now = loop_now(cluster->server->loop);
    for (size_t i = cluster->peer_count; i-- > 0;)
        if (now - cluster->peers[i].heard > CLUSTER_SILENCE)
            remove_peer(cluster, &cluster->peers[i]);
}

/* ---- players elsewhere ---- */

static void set_place(Cluster *cluster, uint32_t account, uint64_t node, bool here)
{
    size_t capacity = cluster->place_capacity ? cluster->place_capacity : 256;
    if (!account || account > ACCOUNTS_MAX || (!here && account >= cluster->place_capacity))
        return;
    while (capacity <= account)
        capacity *= 2;
    if (capacity > cluster->place_capacity) {
        uint64_t *places = realloc(cluster->places, capacity * sizeof *places);
        if (!places)
            abort();
        memset(places + cluster->place_capacity, 0,
               (capacity - cluster->place_capacity) * sizeof *places);
        cluster->places = places;
        cluster->place_capacity = capacity;
    }
    if (here)
        cluster->places[account] = node;
    else if (cluster->places[account] == node)
        cluster->places[account] = 0;
    place_changed(cluster->server, account);
}

static void take_here(Cluster *cluster, uint64_t node, const BusHere *here)
{
    if (here->all)
        clear_nodes(cluster, node);
    for (uint32_t i = 0; i < here->count; i++)
        set_place(cluster, here->accounts[i], node, !here->gone);
}

/* ---- accounts ---- */

static void learn(Server *server, uint32_t id)
{
    if (!accounts_learn(server->accounts, id))
        return;
    const StoreAccount *row = accounts_get(server->accounts, id);
    connections_close_outdated(server, id);
    if (account_is_deleted(row))
        staff_forget(server, id);
    else if (account_is_banned(row, server_moment(server).seconds, NULL))
        connections_close_of(server, row->id, REASON_BANNED, row->reason);
}

static void learn_lists(Cluster *cluster)
{
    Server *server = cluster->server;
    cluster->lists_changed =
        !staff_learn_motd(server) || !accounts_learn_denied(server->accounts);
    if (!cluster->lists_changed)
        connections_deny(server);
}

/* Messages were lost while the bus was unreachable: the accounts that play here are read again,
 * a few at a time. Logins read theirs themselves. */
static void learn_some(Cluster *cluster)
{
    enum { A_TIME = 50 };
    const Server *server = cluster->server;
    for (uint32_t i = 0; i < A_TIME; i++) {
        if (cluster->unread > server->connection_count) /* some were closed */
            cluster->unread = server->connection_count;
        if (!cluster->unread)
            return;
        const int64_t account = server->connections[--cluster->unread]->account;
        if (account)
            learn(cluster->server, (uint32_t)account);
    }
}

static void kick(Server *server, const BusKick *kicked)
{
    const Text text = {kicked->text, kicked->text_size};
    if (kicked->leaves)
        staff_depart(server, kicked->account);
    else if (kicked->reason < REASONS && packet_text_ok(text))
        staff_disconnect(server, kicked->account, (ReasonCode)kicked->reason,
                         packet_text_cut(text));
}

/* ---- the bus ---- */

static void handle_message(Cluster *cluster, const BusMessage *message)
{
    switch (message->kind) {
    case BUS_GOING:
        leases_on_message(cluster, message);
        cluster->looked = 0; /* its zones are free */
        if (peer_of(cluster, message->from))
            remove_peer(cluster, peer_of(cluster, message->from));
        break;
    case BUS_ALIVE:
        leases_on_message(cluster, message);
        break;
    case BUS_HERE:
        take_here(cluster, message->from, &message->here);
        if (cluster->phase == MEETING)
            cluster->phase = MET;
        break;
    case BUS_ACCOUNT:
        learn(cluster->server, message->account.account);
        break;
    case BUS_GLOBALS:
        cluster_globals_on_message(cluster, message->from, &message->globals);
        break;
    case BUS_WON:
    case BUS_PUTS:
        cluster_worlds_on_message(cluster, message);
        break;
    case BUS_CHAT:
    case BUS_MEMBERS:
    case BUS_PARTY:
        cluster_social_on_message(cluster, message);
        break;
    case BUS_SAY:
        social_announce(cluster->server->social,
                        (Text){message->say.text, message->say.text_size});
        break;
    case BUS_KICK:
        kick(cluster->server, &message->kick);
        break;
    case BUS_DENIED:
        learn_lists(cluster);
        break;
    case BUS_ENTER:
    case BUS_ENTERED:
    case BUS_MOVED:
    case BUS_LEAVE:
    case BUS_PACKET:
    case BUS_DELIVER:
    case BUS_END:
    case BUS_STILL:
    case BUS_UNHEARD:
        cluster_connections_on_message(cluster, message);
        break;
    case BUS_FOREIGN: /* handled above */
    case BUS_KINDS:
        break;
    }
}

/* Whether a message of another server of this world is to be handled now. */
static bool is_expected(Cluster *cluster, const BusMessage *message)
{
    /* An unknown sender is looked up in the store; a stopping one has already removed its row.
     */
    if (message->kind != BUS_GOING && !on_peer(cluster, message->from))
        return false;
    /* Before the zones are set up, servers only get to know each other. */
    return cluster->phase == RUNNING || message->kind == BUS_ALIVE || message->kind == BUS_HERE;
}

static void on_message(void *context, Text subject, Bytes bytes)
{
    Cluster *cluster = context;
    Server *server = cluster->server;
    BusMessage message;
    Report silent = report_to(NULL, NULL);
    (void)subject;
    if (server->state != SERVING ||
        !bus_message_read(bytes, &message, server->scratch, &silent) ||
        message.from == cluster->node || !message.from)
        return;
    if (message.kind == BUS_FOREIGN)
        on_foreign(cluster, &message);
    else if (is_expected(cluster, &message))
        handle_message(cluster, &message);
}

/* Recovers from lost messages: queries the players of other servers' clients and announces
 * the players here. */
static void on_link(void *context, bool up)
{
    Cluster *cluster = context;
    cluster->bus_lost = !up;
    server_event(cluster->server, up ? EVENT_BUS_BACK : EVENT_BUS_LOST, NULL);
    if (!up)
        return;
    cluster->must_announce = true;
    cluster->lists_changed = true;
    cluster->unread = cluster->server->connection_count;
    send_here(cluster, 0);
    cluster_social_exchange(cluster);
    cluster_connections_query(cluster);
}

static const BusHandlers handlers = {on_message, on_link};

static void on_pulse(void *context)
{
    Cluster *cluster = context;
    Server *server = cluster->server;
    const uint64_t now = loop_now(server->loop);
    if (server->state != SERVING)
        return;
    leases_tidy(cluster);
    if (!cluster->looked) /* at start, and when another server has left */
        cluster_social_exchange(cluster);
    if (now - cluster->looked >= CLUSTER_LOOK) {
        cluster->looked = loop_now(server->loop);
        leases_refresh(cluster);
        cluster_connections_query(cluster);
        cluster_globals_pulse(cluster);
    }
    remove_silent(cluster);
    if (cluster->lists_changed)
        learn_lists(cluster);
    learn_some(cluster);
    cluster_puts_pulse(cluster);
    if (leases_are_valid(cluster))
        zones_close_empty(server, server->options.zone_idle ? server->options.zone_idle
                                                            : CLUSTER_ZONE_IDLE);
    if (cluster->must_announce || now - cluster->announced >= 2 * CLUSTER_PULSE) {
        cluster->announced = now;
        send_alive(cluster);
    }
    connections_retry(server);
    loop_timer_set(server->loop, &cluster->pulse, now + CLUSTER_PULSE);
}

/* ---- the beginning ---- */

static bool subscribe_subjects(Cluster *cluster, Report *report)
{
    char subject[CLUSTER_SUBJECT];
    snprintf(subject, sizeof subject, "%s%s", cluster->prefix, cluster->name);
    if (!bus_receive(cluster->bus, subject, report))
        return false;
    snprintf(subject, sizeof subject, "%sall", cluster->prefix);
    return bus_receive(cluster->bus, subject, report);
}

/* Other servers report if this one uses a copy of their database. A server that is too busy
 * to answer now reports it later. */
static bool meet(Cluster *cluster, Report *report)
{
    Loop *loop = cluster->server->loop;
    cluster->since = loop_now(loop);
    if (!leases_join(cluster, report))
        return false;
    send_alive(cluster);
    const uint64_t end = cluster->since + CLUSTER_MEET;
    while (cluster->phase == MEETING && loop_now(loop) < end)
        loop_turn(loop, end - loop_now(loop));
    if (cluster->phase == COPIED)
        return report_error(report, "%s", copied);
    cluster->phase = RUNNING;
    return true;
}

bool cluster_begin(Server *server, Report *report)
{
    uint64_t unique, number;
    Arena *arena = server->arena;
    Cluster *cluster = ARENA_ALLOC(arena, Cluster, 1);
    server->cluster = cluster;
    server->directory = &cluster_directory;
    *cluster =
        (Cluster){.server = server,
                  .lease = server->options.lease ? server->options.lease : CLUSTER_LEASE};
    bool split;
    randombytes_buf(&number, sizeof number);
    if (!zone_map_is_split(server->store, server->options.split_maps, &split, report) ||
        !zone_map(server->game, split, &cluster->zones, arena, report) ||
        (store_is_moved(server->store) &&
         !migration_run(server, &cluster->zones, number, report)) ||
        !migration_begin(server, &cluster->zones, report))
        return false;
    server->zone_map = &cluster->zones;
    cluster->leases = ARENA_ALLOC(arena, ZoneLease, cluster->zones.zone_count);
    while (!cluster->node)
        randombytes_buf(&cluster->node, sizeof cluster->node);
    snprintf(cluster->name, sizeof cluster->name, "%016" PRIx64, cluster->node);
    memcpy(&unique, server->game->header.unique, sizeof unique);
    const Bytes id = store_id(server->store);
    char state[2 * 16 + 1];
    sodium_bin2hex(state, sizeof state, id.data, id.size);
    snprintf(cluster->prefix, sizeof cluster->prefix, "oisin.%s.%016" PRIx64 ".", state,
             unique);
    cluster->bus = bus_open(server->loop, server->options.bus, &handlers, cluster, report);
    if (!cluster->bus || !subscribe_subjects(cluster, report) ||
        !cluster_worlds_open(cluster, report) || !cluster_globals_open(cluster, report) ||
        !meet(cluster, report))
        return false;
    cluster->pulse = (LoopTimer){.function = on_pulse, .context = cluster};
    loop_timer_set(server->loop, &cluster->pulse, loop_now(server->loop));
    return true;
}
