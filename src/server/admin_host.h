/* The administrator's requests to this server, as functions for server/admin/admin.h. */
#ifndef OISIN_SERVER_ADMIN_HOST_H
#define OISIN_SERVER_ADMIN_HOST_H

#include "server/admin/admin.h"
#include "server/game/game.h"

AdminHost admin_host(Server *server);

#endif
