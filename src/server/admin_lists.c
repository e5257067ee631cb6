/* Parts, in order: the lists of accounts; the deny list and reports; the data of one account.
 */
#include "server/admin_lists.h"

#include "server/game/reports.h"
#include "server/game/zones.h"
#include "server/store/store_export.h"

#include <string.h>

/* ---- accounts ---- */

static void put_decision(JsonWriter *json, const AccountDecision *decision)
{
    json_put_text(json, "by", decision->by);
    json_put_int(json, "since", decision->since);
    json_put_int(json, "until", decision->until);
    json_put_text(json, "reason", decision->reason);
}

/* Writes the row and returns true, or returns false if it does not belong to the list. */
typedef bool RowWriter(const Server *server, const StoreAccount *row, const AdminWords *words,
                       JsonWriter *json);

/* In the order of the numbers; deleted accounts are left out. The limit bounds the size of an
 * answer. */
static ResultCode write_accounts(const Server *server, const char *title, RowWriter *write,
                                 const AdminWords *words, JsonWriter *json)
{
    size_t shown = 0;
    json_open_list(json, title);
    for (int64_t id = 1; id <= accounts_last(server->accounts) && shown < ADMIN_ACCOUNTS_MAX;
         id++) {
        const StoreAccount *row = accounts_get(server->accounts, id);
        shown += row && !account_is_deleted(row) && write(server, row, words, json);
    }
    json_close_list(json);
    return RESULT_OK;
}

/* Compares folded names, so that a search finds names whatever their case. An empty part finds
 * all. */
static bool has_part(const Server *server, Text name, Text part)
{
    Arena *arena = server->scratch;
    const PlayerNames *names = accounts_names(server->accounts);
    const Text a = name_folded(names, name, arena), b = name_folded(names, part, arena);
    return !b.size || memmem(a.at, a.size, b.at, b.size);
}

static bool write_account(const Server *server, const StoreAccount *row,
                          const AdminWords *words, JsonWriter *json)
{
    const int64_t now = server_moment(server).seconds;
    if (!has_part(server, row->name, words->search))
        return false;
    json_open(json, NULL);
    json_put_int(json, "id", row->id);
    json_put_text(json, "name", row->name);
    json_put_text(json, "role", text_of(account_role_name(account_role(row))));
    json_put_int(json, "created", row->created);
    json_put_int(json, "login", row->login);
    json_put_int(json, "seen", row->seen);
    json_put_bool(json, "banned", account_is_banned(row, now, NULL));
    json_put_bool(json, "muted", account_is_muted(row, now, NULL));
    json_close(json);
    return true;
}

static bool write_decision(const StoreAccount *row, const AccountDecision *decision,
                           JsonWriter *json)
{
    json_open(json, NULL);
    json_put_text(json, "name", row->name);
    put_decision(json, decision);
    json_close(json);
    return true;
}

static bool write_ban(const Server *server, const StoreAccount *row, const AdminWords *words,
                      JsonWriter *json)
{
    (void)words;
    AccountDecision ban;
    return account_is_banned(row, server_moment(server).seconds, &ban) &&
           write_decision(row, &ban, json);
}

static bool write_mute(const Server *server, const StoreAccount *row, const AdminWords *words,
                       JsonWriter *json)
{
    (void)words;
    AccountDecision mute;
    return account_is_muted(row, server_moment(server).seconds, &mute) &&
           write_decision(row, &mute, json);
}

static bool write_member(const Server *server, const StoreAccount *row, const AdminWords *words,
                         JsonWriter *json)
{
    (void)server, (void)words;
    if (account_role(row) == ROLE_PLAYER)
        return false;
    json_open(json, NULL);
    json_put_text(json, "name", row->name);
    json_put_text(json, "role", text_of(account_role_name(account_role(row))));
    json_put_int(json, "seen", row->seen);
    json_close(json);
    return true;
}

ResultCode admin_accounts(void *context, const AdminWords *words, JsonWriter *json)
{
    return write_accounts(context, "accounts", write_account, words, json);
}

ResultCode admin_bans(void *context, const AdminWords *words, JsonWriter *json)
{
    return write_accounts(context, "bans", write_ban, words, json);
}

ResultCode admin_mutes(void *context, const AdminWords *words, JsonWriter *json)
{
    return write_accounts(context, "mutes", write_mute, words, json);
}

ResultCode admin_staff(void *context, const AdminWords *words, JsonWriter *json)
{
    return write_accounts(context, "staff", write_member, words, json);
}

/* ---- denials and reports ---- */

/* Denials that have expired stay in the list until they are replaced: they are not shown. */
ResultCode admin_denials(void *context, const AdminWords *words, JsonWriter *json)
{
    (void)words;
    const Server *server = context;
    const int64_t now = server_moment(server).seconds;
    size_t count;
    const Denied *denied = accounts_denials(server->accounts, &count);
    json_open_list(json, "denials");
    for (size_t i = 0; i < count; i++) {
        char network[NETWORK_TEXT_SIZE];
        if (denied[i].decision.until && denied[i].decision.until <= now)
            continue;
        network_text(&denied[i].network, network);
        json_open(json, NULL);
        json_put_text(json, "network", text_of(network));
        put_decision(json, &denied[i].decision);
        json_close(json);
    }
    json_close_list(json);
    return RESULT_OK;
}

/* Empty for an account that was deleted. */
static Text name_of(const Server *server, int64_t account)
{
    const StoreAccount *row = accounts_get(server->accounts, account);
    return row ? row->name : TEXT("");
}

static void put_lines(JsonWriter *json, Text lines)
{
    Text line;
    json_open_list(json, "lines");
    while (text_line(&lines, &line))
        json_put_text(json, NULL, line);
    json_close_list(json);
}

static void put_report(const Server *server, const StoreReport *row, JsonWriter *json)
{
    json_open(json, NULL);
    json_put_int(json, "report", row->report);
    json_put_int(json, "since", row->report / 1024 / 1000);
    json_put_text(json, "by", name_of(server, row->account));
    json_put_text(json, "name", name_of(server, row->about));
    json_put_text(json, "text", row->words);
    put_lines(json, row->lines);
    json_put_int(json, "resolved", row->resolved);
    json_put_text(json, "resolved by", row->resolved_by);
    json_close(json);
}

ResultCode admin_reports(void *context, const AdminWords *words, JsonWriter *json)
{
    (void)words;
    const Server *server = context;
    const StoreReport *rows;
    size_t count;
    if (!reports_load(server, REPORTS_LISTED, &rows, &count, server->scratch))
        return RESULT_BUSY;
    json_open_list(json, "reports");
    for (size_t i = 0; i < count; i++)
        put_report(server, &rows[i], json);
    json_close_list(json);
    return RESULT_OK;
}

/* ---- one account ---- */

static void put_ignored(const Server *server, const StoreAccount *row, JsonWriter *json)
{
    int64_t ignored[ACCOUNT_IGNORED_MAX];
    const size_t count = account_ignored(row, ignored);
    json_open_list(json, "ignored");
    for (size_t i = 0; i < count; i++)
        json_put_text(json, NULL, name_of(server, ignored[i]));
    json_close_list(json);
}

/* Reports that the player has written; those about it belong to their authors. */
static bool put_reports(const Server *server, const StoreAccount *account, JsonWriter *json)
{
    const StoreReport *rows;
    size_t count;
    if (!reports_load(server, 0, &rows, &count, server->scratch))
        return false;
    json_open_list(json, "reports");
    for (size_t i = 0; i < count; i++)
        if (rows[i].account == account->id)
            put_report(server, &rows[i], json);
    json_close_list(json);
    return true;
}

/* The character as it was last saved, at most a second ago: the chunk USER of a saved game. */
static bool put_character(const Server *server, const StoreAccount *account, JsonWriter *json)
{
    StoreCharacter row = {.account = account->id};
    SavUser user;
    Report silent = report_to(NULL, NULL);
    const StoreFound found =
        store_find(server->store, STORE_CHARACTER, "account", &row, server->scratch, &silent);
    if (found == STORE_UNREADABLE ||
        (found == STORE_FOUND && row.user.size &&
         !store_user_read(row.user, &user, server->scratch, &silent)))
        return false;
    json_open(json, "character");
    if (found == STORE_FOUND && row.user.size)
        record_show_fields(sav_layout(SAV_USER), &user, NULL, json);
    json_close(json);
    if (found == STORE_FOUND)
        json_put_hex(json, "engine", row.engine);
    return true;
}

/* All data of an account, for a player who asks for it. The export itself is logged. */
ResultCode admin_account(void *context, const AdminWords *words, JsonWriter *json)
{
    Server *server = context;
    AccountDecision none = {0}, ban = none, mute = none;
    const StoreAccount *row = accounts_find(server->accounts, words->name);
    if (!row)
        return RESULT_NOBODY;
    const int64_t now = server_moment(server).seconds;
    json_put_int(json, "id", row->id);
    json_put_text(json, "name", row->name);
    json_put_text(json, "role", text_of(account_role_name(account_role(row))));
    json_put_int(json, "created", row->created);
    json_put_int(json, "login", row->login);
    json_put_int(json, "logout", row->logout);
    json_put_int(json, "seen", row->seen);
    json_put_text(json, "language", row->language);
    json_open(json, "ban");
    if (account_is_banned(row, now, &ban))
        put_decision(json, &ban);
    json_close(json);
    json_open(json, "mute");
    if (account_is_muted(row, now, &mute))
        put_decision(json, &mute);
    json_close(json);
    put_ignored(server, row, json);
    if (!put_reports(server, row, json) || !put_character(server, row, json))
        return RESULT_BUSY;
    server_event(
        server, EVENT_ACCOUNT_EXPORTED,
        &(LogFields){.name = row->name, .by = words->by.size ? words->by : TEXT("admin")});
    return RESULT_OK;
}
