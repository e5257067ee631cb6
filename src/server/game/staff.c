/* Parts, in order: disconnecting players; one function for each order; passwords; deletion of
 * accounts. Lines to players are in staff_lines.c. */
#include "server/game/staff.h"

#include "server/game/connections.h"
#include "server/game/controllers.h"
#include "server/game/reports.h"
#include "server/game/zones.h"

#include "base/text.h"

#include <stdlib.h>
#include <time.h>

const StaffOrderInfo staff_orders[STAFF_ORDERS] = {
#define ORDER(NAME, word_, role_, parts_, doc_)                                                \
    [STAFF_##NAME] = {.word = #word_, .doc = (doc_), .role = ROLE_##role_, .parts = (parts_)},
#include "server/game/staff.def"
};

/* A player in the world is ended by the controller, which saves the character; otherwise the
 * account may only be logging in. */
bool staff_disconnect(Server *server, int64_t account, ReasonCode reason, Text text)
{
    Controller *controller = controller_of(server, account);
    if (controller) {
        controller_end(controller, reason, text);
        return true;
    }
    return connections_close_of(server, account, reason, text);
}

/* ---- orders ---- */

typedef struct Act {
    Server *server;
    const StaffOrder *order;
    const StoreAccount *row; /* of order->name; NULL: the order has no name */
    AccountDecision decision;
    Text until;  /* of the decision; empty: for ever */
    Text answer; /* for the author */
} Act;

static Text name_of(const Act *act) { return act->row->name; }

/* The player may be on another server of the cluster. */
static ResultCode kick(Act *act)
{
    Server *server = act->server;
    const Text reason = act->order->text;
    const int64_t id = act->row->id;
    if (!staff_disconnect(server, id, REASON_LEFT, reason) &&
        !server->directory->kick(server, id, REASON_LEFT, reason))
        return RESULT_NOBODY;
    server_event(server, EVENT_KICKED,
                 &(LogFields){.name = name_of(act), .by = act->order->by, .reason = reason});
    return RESULT_OK;
}

/* A helper's mute must end within HELPER_MUTE_MAX. */
static ResultCode mute(Act *act)
{
    Server *server = act->server;
    const StaffOrder *order = act->order;
    if (order->role == ROLE_HELPER && (!order->seconds || order->seconds > HELPER_MUTE_MAX))
        return RESULT_ROLE;
    accounts_mute(server->accounts, act->row->name, &act->decision);
    server_event(
        server, EVENT_MUTED,
        &(LogFields){
            .name = name_of(act), .by = order->by, .until = act->until, .reason = order->text});
    act->answer =
        account_decision_text(arena_format(server->scratch, "%.*s is muted",
                                           (int)act->row->name.size, act->row->name.at),
                              &act->decision, server->scratch);
    staff_tell(server, act->row->id,
               account_decision_text(TEXT("you are muted"), &act->decision, server->scratch));
    return RESULT_OK;
}

static ResultCode unmute(Act *act)
{
    Server *server = act->server;
    if (!act->row->mute_since)
        return RESULT_INVALID;
    accounts_unmute(server->accounts, act->row->name);
    server_event(server, EVENT_UNMUTED,
                 &(LogFields){.name = name_of(act), .by = act->order->by});
    staff_tell(server, act->row->id, TEXT("you may speak again"));
    return RESULT_OK;
}

/* The ban is saved before the player is disconnected, so that logging in again is refused. */
static ResultCode ban(Act *act)
{
    Server *server = act->server;
    const int64_t id = act->row->id;
    accounts_ban(server->accounts, act->row->name, &act->decision);
    act->answer =
        account_decision_text(arena_format(server->scratch, "%.*s is banned",
                                           (int)act->row->name.size, act->row->name.at),
                              &act->decision, server->scratch);
    server_event(server, EVENT_BANNED,
                 &(LogFields){.name = name_of(act),
                              .by = act->order->by,
                              .until = act->until,
                              .reason = act->order->text});
    if (!staff_disconnect(server, id, REASON_BANNED, act->order->text))
        server->directory->kick(server, id, REASON_BANNED, act->order->text);
    return RESULT_OK;
}

static ResultCode unban(Act *act)
{
    Server *server = act->server;
    if (!(act->row->flags & STORE_BANNED))
        return RESULT_INVALID;
    accounts_unban(server->accounts, act->row->name);
    server_event(server, EVENT_UNBANNED,
                 &(LogFields){.name = name_of(act), .by = act->order->by});
    return RESULT_OK;
}

/* Nobody can give their own role or a higher one. */
static ResultCode role(Act *act)
{
    Server *server = act->server;
    const AccountRole wanted = account_role_named(act->order->text);
    if (wanted == ROLES)
        return RESULT_INVALID;
    if ((unsigned)wanted >= act->order->role)
        return RESULT_ROLE;
    accounts_set_role(server->accounts, act->row->name, wanted);
    server_event(server, EVENT_ROLE_CHANGED,
                 &(LogFields){.name = name_of(act),
                              .by = act->order->by,
                              .role = text_of(account_role_name(wanted))});
    staff_tell(server, act->row->id,
               arena_format(server->scratch, "you are now %s; /help lists the commands",
                            account_role_name(wanted)));
    return RESULT_OK;
}

static Text network_of(const Act *act)
{
    char text[NETWORK_TEXT_SIZE];
    network_text(&act->order->network, text);
    return arena_text(act->server->scratch, text_of(text));
}

/* Also ends open connections from that network. */
static ResultCode deny(Act *act)
{
    Server *server = act->server;
    accounts_deny(server->accounts, &act->order->network, &act->decision);
    connections_deny(server);
    server_event(server, EVENT_DENIED,
                 &(LogFields){.network = network_of(act),
                              .by = act->order->by,
                              .until = act->until,
                              .text = act->order->text});
    return RESULT_OK;
}

static ResultCode undeny(Act *act)
{
    Server *server = act->server;
    if (!accounts_undeny(server->accounts, &act->order->network))
        return RESULT_NOBODY;
    server_event(server, EVENT_UNDENIED,
                 &(LogFields){.network = network_of(act), .by = act->order->by});
    return RESULT_OK;
}

/* Cut to what fits into a chat packet. */
static ResultCode announce(Act *act)
{
    Server *server = act->server;
    const Text text = packet_text_cut(act->order->text);
    social_announce(server->social, text);
    server->directory->announce(server, text);
    server_event(server, EVENT_ANNOUNCED, &(LogFields){.by = act->order->by, .text = text});
    return RESULT_OK;
}

static ResultCode motd(Act *act)
{
    Server *server = act->server;
    const Text text = packet_text_cut(act->order->text);
    const ResultCode result = staff_set_motd(server, text);
    if (result == RESULT_OK)
        server_event(server, EVENT_MOTD_CHANGED,
                     &(LogFields){.by = act->order->by, .text = text});
    return result;
}

static ResultCode resolve(Act *act)
{
    int64_t number;
    if (!text_number(act->order->text, 1, INT64_MAX, &number))
        return RESULT_INVALID;
    const ResultCode result =
        report_resolve(act->server, number, act->order->by, act->order->role);
    if (result == RESULT_OK)
        server_event(
            act->server, EVENT_RESOLVED,
            &(LogFields){.report = text_trimmed(act->order->text), .by = act->order->by});
    return result;
}

/* Orders with the same checks; passwords and deletion have their own functions below. */
static ResultCode (*const acts[STAFF_ORDERS])(Act *act) = {
    [STAFF_KICK] = kick,         [STAFF_MUTE] = mute,     [STAFF_UNMUTE] = unmute,
    [STAFF_RESOLVE] = resolve,   [STAFF_BAN] = ban,       [STAFF_UNBAN] = unban,
    [STAFF_ANNOUNCE] = announce, [STAFF_MOTD] = motd,     [STAFF_ROLE] = role,
    [STAFF_DENY] = deny,         [STAFF_UNDENY] = undeny,
};

/* ISO 8601 in UTC; empty for 0 ("for ever"). */
static Text time_text(int64_t seconds, Arena *arena)
{
    struct tm parts;
    const time_t time = (time_t)seconds;
    char text[32] = "";
    if (seconds && gmtime_r(&time, &parts))
        strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
    return arena_text(arena, text_of(text));
}

/* The decision that an order would replace or lift. */
static bool has_decision(const Act *act, StaffOrderKind kind, AccountDecision *out)
{
    const Denied *denied;
    const int64_t now = act->decision.since;
    switch (kind) {
    case STAFF_MUTE:
    case STAFF_UNMUTE:
        return account_is_muted(act->row, now, out);
    case STAFF_BAN:
    case STAFF_UNBAN:
        return account_is_banned(act->row, now, out);
    case STAFF_DENY:
    case STAFF_UNDENY:
        denied = accounts_find_denied(act->server->accounts, &act->order->network);
        if (!denied || (denied->decision.until && denied->decision.until <= now))
            return false;
        *out = denied->decision;
        return true;
    default:
        return false;
    }
}

/* Nobody may change what a higher role has decided. Decisions from the time before roles were
 * saved with them count as those of an admin. */
static bool is_decided_above(Act *act, StaffOrderKind kind)
{
    AccountDecision decision;
    if (!has_decision(act, kind, &decision) ||
        act->order->role >= (decision.role ? decision.role : ROLE_ADMIN))
        return false;
    act->answer = arena_format(act->server->scratch,
                               "that was decided by %.*s, whose role is higher than yours",
                               (int)decision.by.size, decision.by.at);
    return true;
}

/* `order->role` is the role of the author. Checks in order: may this role give the order, is it
 * complete, is its target lower in rank, is an earlier decision not from above. */
ResultCode staff_order(Server *server, StaffOrderKind kind, const StaffOrder *order,
                       Text *answer)
{
    const StaffOrderInfo *info = &staff_orders[kind];
    const int64_t now = server_moment(server).seconds;
    Act act = {.server = server,
               .order = order,
               .decision = {order->by, order->text, now,
                            order->seconds ? now + order->seconds : 0, order->role},
               .answer = TEXT("")};
    if (order->role < info->role)
        return RESULT_ROLE;
    if (info->parts & ORDER_NEEDS && !order->text.size)
        return RESULT_INVALID;
    act.until = time_text(act.decision.until, server->scratch);
    act.row = info->parts & ORDER_NAME ? accounts_find(server->accounts, order->name) : NULL;
    if (info->parts & ORDER_NAME && !act.row)
        return RESULT_NOBODY;
    if (act.row && order->role <= account_role(act.row))
        return RESULT_ROLE;
    const ResultCode result = is_decided_above(&act, kind) ? RESULT_ROLE : acts[kind](&act);
    if (answer)
        *answer = act.answer;
    return result;
}

/* ---- passwords ---- */

/* Connections that logged in with the old password are closed. */
ResultCode staff_reset_password(Server *server, Text name, Text by,
                                char out[ACCOUNT_PASSWORD_MADE + 1])
{
    const ResultCode result = accounts_reset_password(server->accounts, name, out);
    const StoreAccount *row = accounts_find(server->accounts, name);
    if (row)
        connections_close_outdated(server, row->id);
    if (result == RESULT_OK)
        server_event(server, EVENT_PASSWORD_RESET, &(LogFields){.name = name, .by = by});
    return result;
}

/* ---- deletion ---- */

/* The character is saved as for any player who leaves. */
void staff_depart(Server *server, int64_t account)
{
    staff_disconnect(server, account, REASON_LEFT, TEXT("this account is deleted"));
    PlayerSlot *player_slot = player_slot_of(server, account);
    if (player_slot)
        player_slot_leave(player_slot);
}

/* The character must not come back: neither from the world, nor from the list of players who
 * are being saved, nor from the store. */
void staff_forget(Server *server, int64_t account)
{
    staff_disconnect(server, account, REASON_LEFT, TEXT("this account is deleted"));
    PlayerSlot *player_slot = player_slot_of(server, account);
    const Zone *zone = player_slot ? player_slot->zone : NULL;
    if (player_slot)
        player_slot_remove(player_slot);
    for (size_t i = 0; i < server->zone_count; i++)
        if (server->zones[i] == zone || autosave_leaving(server->zones[i]->autosave, account))
            autosave_forget(server->zones[i]->autosave, account);
    StoreBatch *batch = store_batch(server->store); /* the player may have left just before */
    store_remove(batch, STORE_CHARACTER, &(StoreCharacter){.account = account});
    if (!store_commit(server->store, &batch, NULL, NULL))
        store_drop_batch(batch);
}

/* Whether the player is in no world, here or elsewhere, and not being saved. Otherwise the
 * player leaves it now. */
static bool is_in_store(Server *server, int64_t account)
{
    StoreCharacter row = {.account = account};
    Report silent = report_to(NULL, NULL);
    if (player_slot_of(server, account)) {
        staff_depart(server, account);
        return false;
    }
    for (size_t i = 0; i < server->zone_count; i++)
        if (autosave_leaving(server->zones[i]->autosave, account))
            return false;
    if (!server->zone_map)
        return true;
    const StoreFound found =
        store_find(server->store, STORE_CHARACTER, "account", &row, server->scratch, &silent);
    if (found == STORE_FOUND && row.land)
        server->directory->depart(server, account, (uint32_t)row.land - 1);
    return found == STORE_NONE || (found == STORE_FOUND && !row.land);
}

/* Does not replace a ban that lasts longer: the deletion may never be repeated. */
static void ban_until_deleted(Server *server, const StoreAccount *row, Text by)
{
    enum { SECONDS = 60, ENOUGH = 30 };
    AccountDecision ban;
    const int64_t now = server_moment(server).seconds;
    if (account_is_banned(row, now, &ban) && (!ban.until || ban.until > now + ENOUGH))
        return;
    ban = (AccountDecision){by, TEXT("this account is deleted"), now, now + SECONDS, ROLE_HOST};
    accounts_ban(server->accounts, row->name, &ban);
    server_event(server, EVENT_BANNED,
                 &(LogFields){.name = row->name,
                              .by = by,
                              .until = time_text(ban.until, server->scratch),
                              .reason = ban.reason});
}

/* Called when the store has deleted the account. */
static void deleted(void *context, int64_t account, Text name, Text by)
{
    Server *server = context;
    connections_close_outdated(server, account);
    server_event(server, EVENT_ACCOUNT_DELETED, &(LogFields){.name = name, .by = by});
}

/* RESULT_BUSY means: repeat it soon. The player is being saved, and a deleted row would be
 * written again by that batch. */
ResultCode staff_delete_account(Server *server, Text name, Text by)
{
    ResultCode result;
    if (accounts_deletion(server->accounts, name, &result))
        return result;
    const StoreAccount *row = accounts_find(server->accounts, name);
    if (!row)
        return RESULT_NOBODY;
    const Text known = arena_text(server->scratch, row->name);
    if (!is_in_store(server, row->id)) { /* and does not come back at once */
        ban_until_deleted(server, row, by);
        return RESULT_BUSY;
    }
    connections_close_of(server, row->id, REASON_LEFT, TEXT("this account is deleted"));
    return accounts_delete(server->accounts, known, by, deleted, server);
}
