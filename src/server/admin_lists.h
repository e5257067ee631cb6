/* Lists of accounts, decisions of the staff and reports for the admin interface: the functions
 * of the rows LIST of server/admin/admin_routes.def. `context` is the server. */
#ifndef OISIN_SERVER_ADMIN_LISTS_H
#define OISIN_SERVER_ADMIN_LISTS_H

#include "server/admin/admin.h"

enum { ADMIN_ACCOUNTS_MAX = 1000 };

AdminAction admin_accounts, admin_account, admin_bans, admin_mutes, admin_denials, admin_staff,
    admin_reports;

#endif
