/* Adds, resolves and lists reports. A report's number is made of its time, so numbers of
 * several servers differ, the last reports are those with the greatest numbers, and old ones
 * are removed by comparing numbers. */
#include "server/game/reports.h"

#include "server/game/staff.h"

#include "base/text.h"

#include <stdlib.h>

/* In 1024th of a ms. */
static int64_t number_of(int64_t seconds) { return seconds * 1000 * 1024; }

/* Servers of a cluster do not know each other's numbers: the last part is from the account,
 * which plays on one of them. */
static int64_t next_number(Server *server, int64_t account)
{
    const Moment now = server_moment(server);
    const int64_t number =
        number_of(now.seconds) + (int64_t)(now.milliseconds % 1000) * 1024 + account % 1024;
    server->last_report = number > server->last_report ? number : server->last_report + 1;
    return server->last_report;
}

static Text account_name(void *context, uint32_t account)
{
    const Server *server = context;
    const StoreAccount *row = accounts_get(server->accounts, account);
    return row ? row->name : TEXT("");
}

static bool is_one_party(const Server *server, uint32_t a, uint32_t b)
{
    uint32_t members[SOCIAL_PARTY];
    const size_t count = social_party(server->social, a, members);
    for (size_t i = 0; i < count; i++)
        if (members[i] == b)
            return true;
    return false;
}

static void notify_staff(Server *server, const StoreReport *row)
{
    const Text by = account_name(server, (uint32_t)row->account),
               name = account_name(server, (uint32_t)row->about);
    const StoreAccount *about = accounts_get(server->accounts, row->about);
    server_event(server, EVENT_REPORTED,
                 &(LogFields){.name = name, .by = by, .reason = row->words});
    staff_tell_all(server, about ? account_role(about) + 1 : ROLE_HELPER,
                   packet_text_cut(
                       arena_format(server->scratch, "report %lld: %.*s reports %.*s: %.*s",
                                    (long long)row->report, (int)by.size, by.at, (int)name.size,
                                    name.at, (int)row->words.size, row->words.at)));
}

bool report_is_for(const Server *server, const StoreReport *row, unsigned role)
{
    const StoreAccount *about = accounts_get(server->accounts, row->about);
    return !about || role > account_role(about);
}

/* Many accounts together could fill the disk. */
static bool is_day_full(Server *server, int64_t seconds)
{
    const int64_t day = seconds / 86400;
    if (day != server->report_day)
        server->report_day = day, server->reports_of_day = 0;
    return server->reports_of_day >= REPORTS_A_DAY;
}

ResultCode report_add(Server *server, int64_t account, int64_t about, Text words)
{
    const Moment now = server_moment(server);
    const Bytes key = {(const uint8_t *)&account, sizeof account};
    if (limits_charge(&server->report_limits, key, now.milliseconds) ||
        is_day_full(server, now.seconds))
        return RESULT_WAIT;
    Writer lines = writer_to(server->scratch);
    chat_log_write(server->chat_log, (uint32_t)account, (uint32_t)about,
                   is_one_party(server, (uint32_t)account, (uint32_t)about), now.seconds,
                   account_name, server, &lines);
    const StoreReport row = {.report = next_number(server, account),
                             .account = account,
                             .about = about,
                             .words = words,
                             .lines = writer_text(&lines)};
    StoreBatch *batch = store_batch(server->store);
    store_remove_below(batch, STORE_REPORT, "report",
                       number_of(now.seconds - (int64_t)REPORT_DAYS * 86400));
    store_put(batch, STORE_REPORT, &row);
    if (!store_commit(server->store, &batch, NULL, NULL)) {
        store_drop_batch(batch);
        return RESULT_BUSY;
    }
    if (++server->reports_of_day == REPORTS_A_DAY)
        server_event(server, EVENT_REPORTS_FULL, NULL);
    notify_staff(server, &row);
    return RESULT_OK;
}

ResultCode report_resolve(Server *server, int64_t number, Text by, unsigned role)
{
    StoreReport row = {.report = number};
    Report silent = report_to(NULL, NULL);
    const StoreFound found =
        store_find(server->store, STORE_REPORT, "report", &row, server->scratch, &silent);
    if (found == STORE_UNREADABLE)
        return RESULT_BUSY;
    if (found == STORE_NONE || row.resolved)
        return RESULT_NOBODY;
    if (!report_is_for(server, &row, role))
        return RESULT_ROLE;
    row.resolved = server_moment(server).seconds;
    row.resolved_by = by;
    StoreBatch *batch = store_batch(server->store);
    store_put_part(batch, STORE_REPORT, &row, "resolved", "resolved_by");
    if (store_commit(server->store, &batch, NULL, NULL))
        return RESULT_OK;
    store_drop_batch(batch);
    return RESULT_BUSY;
}

bool reports_load(const Server *server, size_t max, const StoreReport **out, size_t *count,
                  Arena *arena)
{
    void *rows;
    Report silent = report_to(NULL, NULL);
    if (!store_load_last(server->store, STORE_REPORT, max ? max : INT32_MAX, &rows, count,
                         arena, &silent))
        return false;
    *out = rows;
    return true;
}
