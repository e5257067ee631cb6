/* Packets to the client of a controller, which may be connected to another server; the queue of
 * its inputs; the STATE packet of a tick. */
#include "server/game/controllers.h"

#include "server/game/connections.h"
#include "server/game/zones.h"

void controller_enter(Controller *controller)
{
    Server *server = controller->zone->server;
    const int64_t account = player_slot_at(controller->zone, controller->player_index)->account;
    if (social_enter(server->social, (uint32_t)account, loop_now(server->loop)))
        server->directory->playing(server, account, true);
    else
        controller_end(controller, REASON_FULL, TEXT(""));
}

void controller_send_packet(Controller *controller, Bytes packets)
{
    if (controller->connection) {
        connection_send(controller->connection, packets);
        return;
    }
    controller->zone->server->directory->deliver(controller, packets);
}

void controller_delay(Controller *controller, Bytes packets)
{
    if (controller->connection) {
        connection_delay(controller->connection, packets);
        controller->delays = true;
    } else {
        controller_send_packet(controller, packets);
    }
}

void controller_answer(Controller *controller, ClientPacketType request, ResultCode code,
                       Text text)
{
    const Text cut = packet_text_cut(text);
    const PacketAnswer answer = {(PacketRequest)request, (PacketResult)code,
                                 (PacketTextSize)cut.size, (ascii *)(uintptr_t)cut.at};
    Writer out = writer_to(controller->zone->server->scratch);
    packet_write(FROM_SERVER, SERVER_RESULT, &answer, &out);
    controller_delay(controller, writer_bytes(&out));
}

void controller_end(Controller *controller, ReasonCode reason, Text text)
{
    if (controller->connection) {
        connection_close(controller->connection, reason, text);
        return;
    }
    controller->zone->server->directory->disconnect(controller, reason, text);
    controller_free(controller);
}

/* ---- input ---- */

/* When the queue is full, the newest input is merged with the previous one: clients send a
 * press once, so it must not be lost. */
void controller_queue(Controller *controller, const PacketInput *packet)
{
    WorldInput input = input_of_packet(packet, controller->zone->server->scratch);
    input.text = NULL; /* chat uses SAY; names are those of the accounts */
    if (controller->queue_count == INPUT_QUEUE) {
        const uint32_t last = (controller->queue_at + INPUT_QUEUE - 1) % INPUT_QUEUE;
        input_merge(&input, &controller->queue[last]);
        controller->queue[last] = input;
        controller->sequences[last] = packet->sequence;
        return;
    }
    const uint32_t at = (controller->queue_at + controller->queue_count++) % INPUT_QUEUE;
    controller->queue[at] = input;
    controller->sequences[at] = packet->sequence;
}

void controller_take_input(Controller *controller)
{
    if (controller->queue_count) {
        controller->applied = controller->queue[controller->queue_at];
        controller->confirmed = (ViewInput){controller->sequences[controller->queue_at], 0};
        controller->queue_at = (controller->queue_at + 1) % INPUT_QUEUE;
        controller->queue_count--;
    } else { /* held keys stay held */
        controller->applied = (WorldInput){.direction = controller->applied.direction,
                                           .offers = controller->applied.offers};
    }
    controller->confirmed.age++;
}

/* ---- output ---- */

/* Whether a script or the menu ends the player's game. */
static bool wants_out(const Controller *controller)
{
    size_t count;
    const PlayerContext ctx = player_context(controller->zone->world, controller->player_index);
    const Effect *effects = world_effects(ctx, &count);
    bool out = false;
    for (size_t i = 0; i < count; i++)
        out = out || effects[i].kind == EFFECT_EXIT;
    return out;
}

void controller_write_state(Controller *controller, Writer *body, Writer *out)
{
    body->size = 0;
    if (view_write(controller->view, controller->confirmed, body))
        packet_write(FROM_SERVER, SERVER_STATE, &(PacketState){writer_bytes(body)}, out);
}

void controller_send(Controller *controller, Bytes packet)
{
    if (packet.size) {
        controller->zone->server->numbers.packets_out++;
        controller_send_packet(controller, packet);
    } else if (controller->delays && controller->connection) {
        connection_flush(controller->connection);
    }
    controller->delays = false;
    if (wants_out(controller))
        controller_end(controller, REASON_LEFT, TEXT(""));
}
