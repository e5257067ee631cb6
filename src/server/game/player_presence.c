/* Players who enter worlds and leave them. Parts, in order: where the player of an account is;
 * taking a slot (the player joins the world) and leaving it (the character is passed to
 * autosave); crossing into another zone; removal of players whose clients have been
 * disconnected for too long. */
#include "server/game/player_slots.h"

#include "server/game/connections.h"
#include "server/game/controllers.h"
#include "server/game/zones.h"

bool player_slot_whereabouts(const Server *server, int64_t account, uint32_t *zone)
{
    const PlayerSlot *player_slot = player_slot_of(server, account);
    *zone = player_slot ? player_slot->zone->number : 0;
    if (player_slot)
        return true;
    for (size_t i = 0; i < server->zone_count; i++) {
        const DepartedPlayer *departed = autosave_leaving(server->zones[i]->autosave, account);
        *zone = server->zones[i]->number;
        if (departed)
            return departed->zone == *zone;
    }
    return server->directory->find_zone_of(server, account, zone);
}

bool player_slot_is_known(const Server *server, int64_t account)
{
    bool known = player_slot_of(server, account);
    for (size_t i = 0; i < server->zone_count && !known; i++)
        known = autosave_leaving(server->zones[i]->autosave, account);
    return known;
}

PlayerSlot *player_slot_take(Zone *zone, int64_t account, Text name, Report *report)
{
    Bytes character;
    SaveNotes notes = {0};
    Server *server = zone->server;
    uint32_t player_index = NONE;
    PlayerSlot *player_slot = player_slot_of(server, account);
    if (player_slot)
        return player_slot;
    Arena *arena = arena_new();
    if (autosave_character(zone->autosave, account, &character, arena, report)) {
        const WorldJoin join = {(uint32_t)account, arena_text(arena, name).at, character};
        player_index = world_join(zone->world, &join, &notes, report);
    }
    for (size_t i = 0; i < notes.count; i++)
        server_event(server, EVENT_PLAYER_NOTE,
                     &(LogFields){.name = name, .text = text_of(notes.lines[i].at)});
    arena_free(arena);
    if (player_index == NONE)
        return NULL;
    zone->played++;
    server->numbers.played++;
    return player_slot_put(zone, player_index, account);
}

static uint32_t zone_of(const PlayerSlot *player_slot)
{
    const World *world = player_slot->zone->world;
    const Actor *actor = world->actors[world->players[player_slot->player_index]->actor];
    const ZoneMap *zone_map = player_slot->zone->server->zone_map;
    return zone_map && actor->map != NONE ? zone_map_get(zone_map, actor->map)
                                          : player_slot->zone->number;
}

void player_slot_remove(PlayerSlot *player_slot)
{
    Zone *zone = player_slot->zone;
    Controller *controller = player_slot->controller;
    Connection *connection = controller ? controller->connection : NULL;
    if (controller) {
        social_leave(zone->server->social, (uint32_t)player_slot->account,
                     loop_now(zone->server->loop));
        controller_free(controller);
    }
    if (connection)
        connection_lost(connection);
    world_remove_player(zone->world, player_slot->player_index);
    player_slot_put(zone, player_slot->player_index, 0);
}

bool player_slot_leave(PlayerSlot *player_slot)
{
    Snapshot snapshot;
    Bytes character;
    Zone *zone = player_slot->zone;
    Controller *controller = player_slot->controller;
    Connection *connection = controller ? controller->connection : NULL;
    Arena *arena = arena_new();
    Report silent = report_to(NULL, NULL);
    DepartedPlayer departed = {.account = player_slot->account, .zone = zone_of(player_slot)};
    if (controller)
        departed.client = connection ? connection_client(connection) : controller->client;
    world_snapshot_player(zone->world, player_slot->player_index, &snapshot, arena);
    const bool ok = snapshot_pack(&snapshot, &character, arena, &silent);
    if (ok)
        autosave_departed(zone->autosave, &departed, &snapshot, character);
    arena_free(arena);
    if (ok) /* otherwise it stays rather than being lost */
        player_slot_remove(player_slot);
    return ok;
}

/* Moves players who have entered a map of another zone. A player who has just traded first
 * receives the outcome. */
static void cross(Zone *zone)
{
    bool any = false;
    for (uint32_t i = 1; i < zone->world->player_count; i++) {
        PlayerSlot *player_slot = player_slot_at(zone, i);
        if (player_slot->account && zone_of(player_slot) != zone->number &&
            !social_is_keeping(zone->server->social, (uint32_t)player_slot->account))
            any = player_slot_leave(player_slot) || any;
    }
    if (any)
        autosave_soon(zone->autosave);
}

void player_slots_cross(Zone *zone)
{
    if (zone->server->zone_map)
        cross(zone);
}

void player_slots_find(Zone *zone)
{
    World *world = zone->world;
    player_slots_new(zone);
    for (uint32_t i = 1; i < world->player_count; i++) {
        const int64_t account = world->players[i]->id;
        const StoreAccount *row = accounts_get(zone->server->accounts, account);
        if (!world->players[i]->used)
            continue;
        if (!row || !account_is_deleted(row)) {
            player_slot_put(zone, i, account);
            continue;
        }
        world_remove_player(world, i); /* deleted while the last owner of the zone died */
        autosave_forget(zone->autosave, account);
    }
    player_slots_tick(zone);
}

void player_slots_tick(Zone *zone)
{
    const uint64_t now = loop_now(zone->server->loop);
    zone->played = 0;
    for (uint32_t i = 1; i < zone->world->player_count; i++) {
        PlayerSlot *player_slot = player_slot_at(zone, i);
        if (!player_slot->account)
            continue;
        if (!player_slot->controller &&
            now - player_slot->lost >= (uint64_t)SERVER_LINGER * 1000)
            player_slot_leave(player_slot);
        else
            zone->played++;
    }
}
