/* Orders of the staff: kick, mute, ban, deny, roles, announcements, reports.
 *
 * Members of the staff give them in the chat of the game (chat_commands.h), the host of the
 * server at the admin interface. staff.def lists them with the role that each needs. Nobody may
 * give an order about a member of the same or a higher role, or replace or lift a decision of a
 * higher role; the host of the server, ROLE_HOST, is above all roles. Each order that was
 * carried out is written to the log.
 *
 * Decisions are part of the state: they are valid at all servers of a cluster, which are
 * notified when they are saved (accounts.h). */
#ifndef OISIN_SERVER_STAFF_H
#define OISIN_SERVER_STAFF_H

#include "server/game/game.h"

enum {
    ORDER_NAME = 1,
    ORDER_NETWORK = 2,
    ORDER_TIME = 4,
    ORDER_TEXT = 8,
    ORDER_NEEDS = 16, /* the text must not be empty */
};

typedef enum StaffOrderKind {
#define ORDER(NAME, word, role, parts, doc) STAFF_##NAME,
#include "server/game/staff.def"
    STAFF_ORDERS,
} StaffOrderKind;

#define ROLE_HOST ((unsigned)STORE_ROLE_HOST)

typedef struct StaffOrderInfo {
    const char *word, *doc;
    AccountRole role;
    unsigned parts; /* ORDER_... */
} StaffOrderInfo;

extern const StaffOrderInfo staff_orders[STAFF_ORDERS];

typedef struct StaffOrder {
    Text by;       /* its author */
    unsigned role; /* of the author: an AccountRole, or ROLE_HOST */
    Text name;     /* of the account that it is about */
    Network network;
    int64_t seconds; /* for which a decision is valid; 0: for ever */
    Text text;       /* reason, announcement, role, number of a report */
} StaffOrder;

enum { HELPER_MUTE_MAX = 60 * 60 /* s */ };

/* Carries out an order. RESULT_OK, or the reason why it was not: RESULT_ROLE, RESULT_NOBODY,
 * RESULT_INVALID. `*answer` (may be NULL) is a sentence for the author, in server->scratch; of
 * a refusal, empty if the result says it all. It is saved soon after; accounts_keep waits for
 * that. */
ResultCode staff_order(Server *server, StaffOrderKind kind, const StaffOrder *order,
                       Text *answer);

/* The message of the day: empty if there is none. */
Text staff_motd(const Server *server);
/* Loads it again: another server has changed it. On failure, returns false. */
bool staff_learn_motd(Server *server);

/* Writes a CHAT packet of the server. */
void staff_write_line(Text text, Writer *out);
/* Sends a line of the server to one player. */
void staff_tell(Server *server, int64_t account, Text text);
/* Sends a line of the server to all members of the staff who play here. */
void staff_tell_all(Server *server, AccountRole least, Text text);

ResultCode staff_set_motd(Server *server, Text text);

/* Disconnects a player of this server, or a client that is connected to it; false if there is
 * none. */
bool staff_disconnect(Server *server, int64_t account, ReasonCode reason, Text text);
/* The same, and the player leaves the world at once. */
void staff_depart(Server *server, int64_t account);
/* After another server has deleted the account: removes the player, and what this server has
 * saved of the character since. */
void staff_forget(Server *server, int64_t account);

/* accounts_reset_password; sessions of the account end, also at other servers, where they learn
 * of the new password. */
ResultCode staff_reset_password(Server *server, Text name, Text by,
                                char out[ACCOUNT_PASSWORD_MADE + 1]);

/* Removes all data of an account (accounts_delete). RESULT_BUSY: its player was in a world, and
 * has to be saved first, or the disk is slow; repeat it a second later. */
ResultCode staff_delete_account(Server *server, Text name, Text by);

#endif
