/* Connects the admin interface with this server. Parts, in order: the status and the
 * players; actions. Most actions are orders of the staff with the role of the host
 * (server/game/staff.h), so they have the same checks and log entries as commands in the
 * chat. */
#include "server/admin_host.h"

#include "server/game/connections.h"
#include "server/game/controllers.h"
#include "server/admin_lists.h"
#include "server/game/staff.h"
#include "server/game/zones.h"

#include "server/host_metrics.h"

static void status(void *context, AdminStatus *out)
{
    const Server *server = context;
    const Moment now = server_moment(server);
    *out = (AdminStatus){.now = now.seconds,
                         .saved = host_saved(server),
                         .uptime = (now.milliseconds - server->started) / 1000,
                         .users = host_online(server),
                         .leaving = host_leaving(server),
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
            if (player_slot_at(server->zones[i], k)->account)
                *ARENA_PUSH(arena, list, count) = describe(player_slot_at(server->zones[i], k));
    *out = list;
    return count;
}

static size_t elsewhere(void *context, const Text **out, Arena *arena)
{
    const Server *server = context;
    Text *names = NULL;
    size_t count = 0;
    for (int64_t id = 1; id <= accounts_last(server->accounts); id++)
        if (server->directory->plays_elsewhere(server, id) &&
            accounts_get(server->accounts, id))
            *ARENA_PUSH(arena, names, count) = accounts_get(server->accounts, id)->name;
    *out = names;
    return count;
}

/* ---- actions ---- */

static Text author(const AdminWords *words)
{
    return words->by.size ? words->by : TEXT("admin");
}

/* Changes of the state are answered when they are on the disk. */
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
    const bool is_saved = kind != STAFF_KICK && kind != STAFF_ANNOUNCE;
    return result == RESULT_OK && is_saved ? accounts_keep(server->accounts) : result;
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
    const ResultCode result =
        staff_reset_password(server, words->name, author(words), password);
    if (result == RESULT_OK)
        json_put_text(json, "password", text_of(password));
    return result;
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
                       .elsewhere = server->options.bus ? elsewhere : NULL,
                       .metrics = host_metrics,
                       .ready = host_ready,
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
