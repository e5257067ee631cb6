/* Replaces the view of the moderator's controller; nothing changes in the world. Whether this
 * is still allowed is checked before each use of the view: roles change, and another account
 * may get the place of the player. */
#include "server/game/spectate.h"

#include "server/game/connections.h"
#include "server/game/zones.h"

/* Replaces the view. The client is sent WELCOME again, which makes it forget all state. */
static bool show(Controller *controller, uint32_t player_index)
{
    const Zone *zone = controller->zone;
    View *view = view_new(zone->views, player_index);
    if (!view)
        return false;
    view_free(controller->view);
    controller->view = view;
    connection_entered(controller->connection, RESULT_OK,
                       zone->world->players[player_index]->actor, zone->world->tick);
    return true;
}

ResultCode spectate_begin(Controller *controller, int64_t account)
{
    const Server *server = controller->zone->server;
    const PlayerSlot *other = player_slot_of(server, account);
    if (!controller->connection)
        return RESULT_FAR;
    if (!other || !other->controller)
        return RESULT_NOBODY;
    if (other->zone != controller->zone)
        return RESULT_FAR;
    if (other->player_index == controller->player_index)
        return RESULT_INVALID;
    if (!show(controller, other->player_index))
        return RESULT_BUSY;
    controller_log_spectate_end(controller);
    controller->watched = other->player_index;
    controller->watched_account = account;
    controller->applied = (WorldInput){.offers = controller->applied.offers};
    controller->queue_count = 0;
    return RESULT_OK;
}

bool spectate_end(Controller *controller)
{
    if (!controller->watched || !show(controller, controller->player_index))
        return false;
    controller_log_spectate_end(controller);
    controller->watched = 0;
    return true;
}

/* Roles change while somebody is watched. */
static bool may_watch(const Controller *controller)
{
    const Accounts *accounts = controller->zone->server->accounts;
    const StoreAccount *me = accounts_get(accounts, controller_account(controller)),
                       *other = accounts_get(accounts, controller->watched_account);
    return me && other && account_role(me) >= ROLE_MODERATOR &&
           account_role(me) > account_role(other);
}

void spectate_check(Controller *controller)
{
    const PlayerSlot *other = player_slot_at(controller->zone, controller->watched);
    if (controller->watched &&
        (other->account != controller->watched_account || !may_watch(controller)))
        spectate_end(controller);
}
