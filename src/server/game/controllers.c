/* Creation and release of controllers. A controller is freed by controller_free only; its
 * connection and its player slot point to it until then. */
#include "server/game/controllers.h"

#include "server/game/connections.h"
#include "server/game/zones.h"

#include <stdlib.h>

Controller *controller_new(PlayerSlot *player_slot, Connection *connection,
                           const ClientAddress *client)
{
    Controller *controller = calloc(1, sizeof *controller);
    if (!controller)
        return NULL;
    *controller = (Controller){.connection = connection,
                               .zone = player_slot->zone,
                               .login = client ? client->login : connection->login,
                               .commands = budget_of(COMMANDS, COMMANDS_MAX,
                                                     loop_now(player_slot->zone->server->loop)),
                               .player_index = player_slot->player_index};
    if (client)
        controller->client = *client;
    controller->view = view_new(player_slot->zone->views, player_slot->player_index);
    if (!controller->view) {
        free(controller);
        return NULL;
    }
    player_slot->controller = controller;
    if (connection)
        connection->controller = controller;
    return controller;
}

int64_t controller_account(const Controller *controller)
{
    return player_slot_at(controller->zone, controller->player_index)->account;
}

static Text name_of(const Server *server, int64_t account)
{
    const StoreAccount *row = accounts_get(server->accounts, account);
    return row ? row->name : TEXT("");
}

void controller_log_spectate_end(const Controller *controller)
{
    if (!controller->watched)
        return;
    Server *server = controller->zone->server;
    server_event(server, EVENT_SPECTATE_ENDED,
                 &(LogFields){.name = name_of(server, controller->watched_account),
                              .by = name_of(server, controller_account(controller))});
}

void controller_free(Controller *controller)
{
    Server *server = controller->zone->server;
    PlayerSlot *player_slot = player_slot_at(controller->zone, controller->player_index);
    const uint64_t now = loop_now(server->loop);
    controller_log_spectate_end(controller);
    social_disconnect(server->social, (uint32_t)player_slot->account, now);
    server->directory->playing(server, player_slot->account, false);
    player_slot->controller = NULL;
    player_slot->lost = now;
    if (controller->connection)
        controller->connection->controller = NULL;
    view_free(controller->view);
    free(controller);
}
