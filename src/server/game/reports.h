/* Reports of players about other players: kept in the state until they are resolved, and for 90
 * days at most. */
#ifndef OISIN_SERVER_REPORTS_H
#define OISIN_SERVER_REPORTS_H

#include "server/game/chat_log.h"
#include "server/game/game.h"

enum { REPORT_DAYS = 90, REPORTS_SHOWN = 5 /* in the chat */ };

/* Reports of one account. */
#define REPORT_LIMIT ((LimitRule){3, 60 * 1000, 60 * 60 * 1000, 24 * 60 * 60 * 1000})

/* Keeps a report with the last lines of chat, and notifies the staff. RESULT_WAIT: too many
 * reports. */
ResultCode report_add(Server *server, int64_t account, int64_t about, Text words);
/* RESULT_NOBODY: there is no open report of this number. */
ResultCode report_resolve(Server *server, int64_t number, Text by);
/* All reports, the newest first; false if they cannot be read. */
bool reports_load(const Server *server, const StoreReport **out, size_t *count, Arena *arena);

#endif
