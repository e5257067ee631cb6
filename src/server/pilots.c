/* Who steers a player: takes what is pressed, tells what is seen. */
#include "server/cluster.h"

#include <stdlib.h>

Pilot *pilot_new(Seat *seat, Guest *guest, uint64_t node, const BusGuest *there)
{
    Pilot *pilot = calloc(1, sizeof *pilot);
    if (!pilot)
        return NULL;
    *pilot = (Pilot){.guest = guest, .node = node, .land = seat->land, .place = seat->place};
    if (there)
        pilot->there = *there;
    pilot->view = view_new(seat->land->views, seat->place);
    if (!pilot->view) {
        free(pilot);
        return NULL;
    }
    seat->pilot = pilot;
    if (guest)
        guest->pilot = pilot;
    return pilot;
}

void pilot_enter(Pilot *pilot)
{
    Server *server = pilot->land->server;
    const int64_t account = pilot->land->seats[pilot->place].account;
    if (social_enter(server->social, (uint32_t)account, loop_now(server->loop)))
        cluster_here(server->cluster, account, true);
    else
        pilot_end(pilot, REASON_FULL, TEXT(""));
}

void pilot_free(Pilot *pilot)
{
    Server *server = pilot->land->server;
    Seat *seat = &pilot->land->seats[pilot->place];
    const uint64_t now = loop_now(server->loop);
    social_part(server->social, (uint32_t)seat->account, now);
    cluster_here(server->cluster, seat->account, false);
    seat->pilot = NULL;
    seat->lost = now;
    if (pilot->guest)
        pilot->guest->pilot = NULL;
    view_free(pilot->view);
    free(pilot);
}

void pilot_send(Pilot *pilot, Bytes packets)
{
    if (pilot->guest) {
        guest_send(pilot->guest, packets);
        return;
    }
    const BusTell tell = {pilot->there, pilot->serial++, packets};
    cluster_send(pilot->land->server->cluster, pilot->node, BUS_TELL, &tell);
}

void pilot_hold(Pilot *pilot, Bytes packets)
{
    if (pilot->guest)
        guest_hold(pilot->guest, packets);
    else
        pilot_send(pilot, packets);
}

void pilot_end(Pilot *pilot, ReasonCode reason, Text text)
{
    if (pilot->guest) {
        guest_end(pilot->guest, reason, text);
        return;
    }
    const Text cut = packet_text_cut(text);
    const BusEnd end = {pilot->there, (u8)reason, (u8)cut.size, (ascii *)(uintptr_t)cut.at};
    cluster_send(pilot->land->server->cluster, pilot->node, BUS_END, &end);
    pilot_free(pilot);
}

/* ---- what is pressed ---- */

/* When too many wait, the last one is held and pressed with the one before. */
void pilot_queue(Pilot *pilot, const PacketInput *packet)
{
    WorldInput input = input_of_packet(packet, pilot->land->server->scratch);
    input.text = NULL; /* what is said comes by SAY; names are the accounts' */
    if (pilot->queue_count == INPUT_QUEUE) {
        const uint32_t last = (pilot->queue_at + INPUT_QUEUE - 1) % INPUT_QUEUE;
        input.buttons |= pilot->queue[last].buttons;
        pilot->queue[last] = input;
        pilot->sequences[last] = packet->sequence;
        return;
    }
    const uint32_t at = (pilot->queue_at + pilot->queue_count++) % INPUT_QUEUE;
    pilot->queue[at] = input;
    pilot->sequences[at] = packet->sequence;
}

void pilot_take_input(Pilot *pilot)
{
    if (pilot->queue_count) {
        pilot->applied = pilot->queue[pilot->queue_at];
        pilot->told = (ViewInput){pilot->sequences[pilot->queue_at], 0};
        pilot->queue_at = (pilot->queue_at + 1) % INPUT_QUEUE;
        pilot->queue_count--;
    } else { /* what is held is held on */
        pilot->applied = (WorldInput){.direction = pilot->applied.direction,
                                      .offers = pilot->applied.offers};
    }
    pilot->told.age++;
}

void pilot_packet(Pilot *pilot, const Packet *packet)
{
    if (packet->type == CLIENT_INPUT)
        pilot_queue(pilot, &packet->input);
    else
        company_packet(pilot, packet);
}

/* ---- what is seen ---- */

/* A script, or the menu, lets the player go. */
static bool wants_out(const Pilot *pilot)
{
    size_t count;
    World *world = pilot->land->world;
    world_turn(world, pilot->place);
    const Effect *effects = world_effects(world, &count);
    bool out = false;
    for (size_t i = 0; i < count; i++)
        out = out || effects[i].kind == EFFECT_EXIT;
    world_turn(world, 0);
    return out;
}

void pilot_look(Pilot *pilot, Writer *body, Writer *out)
{
    body->size = 0;
    if (view_write(pilot->view, pilot->told, body))
        packet_write(FROM_SERVER, SERVER_STATE, &(PacketState){writer_bytes(body)}, out);
}

void pilot_tell(Pilot *pilot, Bytes packet)
{
    if (packet.size) {
        pilot->land->server->numbers.packets_out++;
        pilot_send(pilot, packet);
    }
    if (wants_out(pilot))
        pilot_end(pilot, REASON_LEFT, TEXT(""));
}
