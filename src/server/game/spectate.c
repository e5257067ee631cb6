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
    controller->watched = 0;
    return true;
}

void spectate_check(Controller *controller)
{
    const PlayerSlot *other = &controller->zone->player_slots[controller->watched];
    if (controller->watched && other->account != controller->watched_account)
        spectate_end(controller);
}
