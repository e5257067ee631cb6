#include "server/admin_host.h"

#include "server/game/connections.h"
#include "server/game/controllers.h"
#include "server/game/zones.h"

#include <stdio.h>
#include <unistd.h>

/* Everything before this time is on the disk: that of the zone whose last save is oldest. */
static int64_t saved(const Server *server)
{
    int64_t min = 0;
    for (size_t i = 0; i < server->zone_count; i++)
        if (!i || autosave_saved(server->zones[i]->autosave) < min)
            min = autosave_saved(server->zones[i]->autosave);
    return min;
}

/* Players in the world without a controller. */
static uint64_t count_leaving(const Server *server)
{
    uint64_t count = 0;
    for (size_t i = 0; i < server->zone_count; i++)
        for (uint32_t k = 1; k < server->zones[i]->world->player_count; k++)
            count += server->zones[i]->player_slots[k].account &&
                     !server->zones[i]->player_slots[k].controller;
    return count;
}

static uint64_t count_online(const Server *server)
{
    uint64_t count = 0;
    for (size_t i = 0; i < server->zone_count; i++)
        for (uint32_t k = 1; k < server->zones[i]->world->player_count; k++)
            count += server->zones[i]->player_slots[k].controller != NULL;
    return count;
}

static void status(void *context, AdminStatus *out)
{
    const Server *server = context;
    const Moment now = server_moment(server);
    *out = (AdminStatus){.now = now.seconds,
                         .saved = saved(server),
                         .uptime = (now.milliseconds - server->started) / 1000,
                         .users = count_online(server),
                         .leaving = count_leaving(server),
                         .total = accounts_count(server->accounts),
                         .registering = !server->options.closed};
}

static Text title_of_map(const World *world, uint32_t map)
{
    const MapState *state = map < world->map_count ? world->maps[map] : NULL;
    return state && state->record ? content_text(world->content, state->record->title)
                                  : TEXT("");
}

/* Until the player leaves the world. */
static uint32_t seconds_left(const PlayerSlot *player_slot)
{
    const uint64_t away =
        (loop_now(player_slot->zone->server->loop) - player_slot->lost) / 1000;
    return away < SERVER_LINGER ? SERVER_LINGER - (uint32_t)away : 1;
}

static AdminPlayer describe(const PlayerSlot *player_slot)
{
    const World *world = player_slot->zone->world;
    /* Of a client at another server no more is known. */
    const Connection *connection =
        player_slot->controller ? player_slot->controller->connection : NULL;
    const Player *player = world->players[player_slot->player_index];
    const Actor *actor = world->actors[player->actor];
    const Cell cell =
        grid_cell_at(&world->content->grid, (Spot){actor->at.x >> 8, actor->at.y >> 8});
    AdminPlayer shown = {.name = text_of(player->name),
                         .map = title_of_map(world, actor->map),
                         .x = (uint32_t)cell.x,
                         .y = (uint32_t)cell.y,
                         .leaves = player_slot->controller ? 0 : seconds_left(player_slot)};
    if (connection) {
        shown.language = (Text){connection->language, strnlen(connection->language, 2)};
        shown.address = connection->address;
        shown.latency = connection->session.latency;
        shown.since = connection->since;
    }
    return shown;
}

static size_t players(void *context, const AdminPlayer **out, Arena *arena)
{
    const Server *server = context;
    AdminPlayer *list = NULL;
    size_t count = 0;
    for (size_t i = 0; i < server->zone_count; i++)
        for (uint32_t k = 1; k < server->zones[i]->world->player_count; k++)
            if (server->zones[i]->player_slots[k].account)
                *ARENA_PUSH(arena, list, count) = describe(&server->zones[i]->player_slots[k]);
    *out = list;
    return count;
}

static size_t resident(void)
{
    unsigned long all = 0, pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file)
        return 0;
    if (fscanf(file, "%lu %lu", &all, &pages) != 2)
        pages = 0;
    fclose(file);
    return pages * (size_t)sysconf(_SC_PAGESIZE);
}

static void count_world(const Zone *zone, AdminMetrics *out)
{
    const World *world = zone->world;
    for (uint32_t i = 0; i < world->map_count; i++)
        out->maps += world->maps[i] && world->maps[i]->record;
    for (uint32_t i = 0; i < world->actor_count; i++)
        out->actors += world->actors[i]->used != 0;
    out->store_waiting += (double)autosave_waiting(zone->autosave);
}

static void metrics(void *context, AdminMetrics *out, Arena *arena)
{
    const Server *server = context;
    const ServerStats *numbers = &server->numbers;
    const Moment now = server_moment(server);
    out->uptime_seconds = (double)(now.milliseconds - server->started) / 1e3;
    out->last_save_timestamp_seconds = (double)saved(server);
    out->players = (double)count_online(server);
    out->leaving_players = (double)count_leaving(server);
    out->accounts = (double)accounts_count(server->accounts);
    out->connections = (double)numbers->connections;
    out->resident_memory_bytes = (double)resident();
    for (size_t i = 0; i < server->zone_count; i++)
        count_world(server->zones[i], out);
    out->ticks_total = numbers->ticks;
    out->late_ticks_total = numbers->late;
    out->connections_total = numbers->accepted;
    out->refused_total = numbers->refused;
    out->registrations_total = numbers->registrations;
    out->logins_total = numbers->logins;
    out->failed_logins_total = numbers->failed_logins;
    out->malformed_total = numbers->malformed;
    out->flooded_total = numbers->flooded;
    out->slow_total = numbers->slow;
    out->received_packets_total = numbers->packets_in;
    out->received_bytes_total = numbers->bytes_in;
    out->sent_packets_total = numbers->packets_out;
    out->sent_bytes_total = numbers->bytes_out;
    out->saves_total = numbers->kept;
    AdminBucket *buckets = ARENA_ALLOC(arena, AdminBucket, TICK_BUCKETS);
    for (size_t i = 0; i < TICK_BUCKETS; i++)
        buckets[i] = (AdminBucket){tick_limit(i) / 1e3, server->tick_buckets[i]};
    out->tick_seconds = (AdminHistogram){buckets, TICK_BUCKETS,
                                         server->tick_buckets[TICK_BUCKETS], server->tick_sum};
}

/* ---- actions ---- */

/* Disconnects a player; false if no player of that name is connected. */
static bool send_away(Server *server, Text name, ReasonCode reason, Text words)
{
    const StoreAccount *account = accounts_find(server->accounts, name);
    Controller *controller = account ? controller_of(server, account->id) : NULL;
    if (controller) {
        controller_end(controller, reason, words);
        return true;
    }
    return account && connections_close_of(server, account->id, reason, words);
}

static ResultCode ban(void *context, const AdminWords *words)
{
    Server *server = context;
    const AccountDecision decision = {TEXT("admin"), words->reason,
                                      server_moment(server).seconds, 0};
    const ResultCode result = accounts_ban(server->accounts, words->name, &decision);
    if (result == RESULT_OK)
        send_away(server, words->name, REASON_BANNED, words->reason);
    return result == RESULT_OK ? accounts_keep(server->accounts) : result;
}

static ResultCode unban(void *context, const AdminWords *words)
{
    Accounts *accounts = ((Server *)context)->accounts;
    const ResultCode result = accounts_unban(accounts, words->name);
    return result == RESULT_OK ? accounts_keep(accounts) : result;
}

static ResultCode deny(void *context, const AdminWords *words)
{
    Server *server = context;
    const AccountDecision decision = {TEXT("admin"), words->note, server_moment(server).seconds,
                                      0};
    accounts_deny(server->accounts, &words->network, &decision);
    connections_deny(server);
    return accounts_keep(server->accounts);
}

static ResultCode undeny(void *context, const AdminWords *words)
{
    Accounts *accounts = ((Server *)context)->accounts;
    return accounts_undeny(accounts, &words->network) ? accounts_keep(accounts) : RESULT_NOBODY;
}

static ResultCode kick(void *context, const AdminWords *words)
{
    return send_away(context, words->name, REASON_LEFT, words->reason) ? RESULT_OK
                                                                       : RESULT_NOBODY;
}

static ResultCode say(void *context, const AdminWords *words)
{
    Server *server = context;
    const Text text = packet_text_cut(words->text);
    social_announce(server->social, text);
    server->directory->announce(server, text);
    return RESULT_OK;
}

static ResultCode save(void *context, const AdminWords *words)
{
    (void)words;
    const Server *server = context;
    for (size_t i = 0; i < server->zone_count; i++)
        autosave_soon(server->zones[i]->autosave);
    return RESULT_OK;
}

static ResultCode stop(void *context, const AdminWords *words)
{
    (void)words;
    server_request_stop(context);
    return RESULT_OK;
}

AdminHost admin_host(Server *server)
{
    return (AdminHost){.context = server,
                       .game = &server->game->header,
                       .status = status,
                       .players = players,
                       .metrics = metrics,
                       .ban = ban,
                       .unban = unban,
                       .deny = deny,
                       .undeny = undeny,
                       .kick = kick,
                       .say = say,
                       .save = save,
                       .stop = stop};
}
