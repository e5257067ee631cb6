/* Reports of players about other players: kept in the state until they are resolved, and for 90
 * days at most.
 *
 * As with orders (staff.h), members of the staff see and close reports about players of a lower
 * role than theirs; the host of the server sees all. */
#ifndef OISIN_SERVER_REPORTS_H
#define OISIN_SERVER_REPORTS_H

#include "server/game/chat_log.h"
#include "server/game/game.h"

enum {
    REPORT_DAYS = 90,
    REPORTS_A_DAY = 500,    /* accepted by a server, whoever sends them */
    REPORTS_LISTED = 1000,  /* at the admin interface */
    REPORTS_SEARCHED = 200, /* for those in the chat */
    REPORTS_SHOWN = 5,      /* in the chat */
};

/* Reports of one account. */
#define REPORT_LIMIT ((LimitRule){3, 60 * 1000, 60 * 60 * 1000, 24 * 60 * 60 * 1000})

/* Keeps a report with the last lines of chat, and notifies the staff. RESULT_WAIT: too many
 * reports. */
ResultCode report_add(Server *server, int64_t account, int64_t about, Text words);
/* Whether an author of this role (of StaffOrder) may see and close a report. */
bool report_is_for(const Server *server, const StoreReport *row, unsigned role);
/* RESULT_NOBODY: there is no open report of this number. RESULT_ROLE: it is about a member of
 * the staff of the same or a higher role. */
ResultCode report_resolve(Server *server, int64_t number, Text by, unsigned role);
/* The last `max` reports, 0: all, the newest first; false if they cannot be read. */
bool reports_load(const Server *server, size_t max, const StoreReport **out, size_t *count,
                  Arena *arena);

#endif
