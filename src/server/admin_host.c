#include "server/admin_host.h"

#include "server/game/connections.h"
#include "server/game/controllers.h"
#include "server/admin_lists.h"
#include "server/game/staff.h"
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

static Text author(const AdminWords *words)
{
    return words->by.size ? words->by : TEXT("admin");
}

/* Answered when it is on the disk. */
static ResultCode give(void *context, StaffOrderKind kind, const AdminWords *words, Text text)
{
    Server *server = context;
    const StaffOrder order = {.by = author(words),
                              .role = ROLE_HOST,
                              .name = words->name,
                              .network = words->network,
                              .seconds = words->duration,
                              .text = text};
    const ResultCode result = staff_order(server, kind, &order, NULL);
    return result == RESULT_OK ? accounts_keep(server->accounts) : result;
}

#define STAFF_ACTION(word, KIND, text)                                                         \
    static ResultCode word(void *context, const AdminWords *words, JsonWriter *json)           \
    {                                                                                          \
        (void)json;                                                                            \
        return give(context, STAFF_##KIND, words, text);                                       \
    }
STAFF_ACTION(ban, BAN, words->reason)
STAFF_ACTION(unban, UNBAN, TEXT(""))
STAFF_ACTION(mute, MUTE, words->reason)
STAFF_ACTION(unmute, UNMUTE, TEXT(""))
STAFF_ACTION(deny, DENY, words->note)
STAFF_ACTION(undeny, UNDENY, TEXT(""))
STAFF_ACTION(kick, KICK, words->reason)
STAFF_ACTION(role, ROLE, words->role)
STAFF_ACTION(resolve, RESOLVE, words->report)
STAFF_ACTION(motd, MOTD, words->text)
STAFF_ACTION(say, ANNOUNCE, words->text)

static ResultCode reset(void *context, const AdminWords *words, JsonWriter *json)
{
    Server *server = context;
    char password[ACCOUNT_PASSWORD_MADE + 1];
    const ResultCode result = accounts_reset_password(server->accounts, words->name, password);
    if (result != RESULT_OK)
        return result;
    json_put_text(json, "password", text_of(password));
    server_event(server, EVENT_PASSWORD_RESET,
                 &(LogFields){.name = words->name, .by = author(words)});
    return RESULT_OK;
}

static ResultCode delete_account(void *context, const AdminWords *words, JsonWriter *json)
{
    (void)json;
    return staff_delete_account(context, words->name, author(words));
}

static ResultCode save(void *context, const AdminWords *words, JsonWriter *json)
{
    (void)json;
    Server *server = context;
    server_event(server, EVENT_ADMIN_SAVE, &(LogFields){.by = author(words)});
    for (size_t i = 0; i < server->zone_count; i++)
        autosave_soon(server->zones[i]->autosave);
    return RESULT_OK;
}

static ResultCode stop(void *context, const AdminWords *words, JsonWriter *json)
{
    (void)json;
    server_event(context, EVENT_ADMIN_STOP, &(LogFields){.by = author(words)});
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
                       .mute = mute,
                       .unmute = unmute,
                       .role = role,
                       .resolve = resolve,
                       .motd = motd,
                       .reset = reset,
                       .delete = delete_account,
                       .accounts = admin_accounts,
                       .account = admin_account,
                       .bans = admin_bans,
                       .mutes = admin_mutes,
                       .denials = admin_denials,
                       .staff = admin_staff,
                       .reports = admin_reports,
                       .say = say,
                       .save = save,
                       .stop = stop};
}
