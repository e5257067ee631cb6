/* Converts inputs member by member. `there` has the members in the order of the bits of the
 * packet's mask. */
#include "server/protocol/input_packet.h"

enum { TEXT_MAX = CHAT_SIZE - 1 };

/* protocol.def repeats the engine's numbers, so that it can be read without the engine. */
_Static_assert(TEXT_MAX == 199, "PacketTextSize");
_Static_assert((1 << BUTTON_BITS) - 1 == 0x3FFF, "PacketButtons");
_Static_assert((1 << OFFER_BITS) - 1 == 0x3F, "PacketOffers");
_Static_assert(ITEMS_MAX == 256, "PacketItemPlace");
_Static_assert(OPTIONS_MAX == 320, "PacketRow");
_Static_assert(TNG_EQUIP_SLOTS == 32, "PacketBeltPlace");
_Static_assert(TABS == 4, "PacketTab");

PacketInput packet_of_input(const WorldInput *input, uint32_t sequence)
{
    const Text text = packet_text_cut(input->text ? text_of(input->text) : TEXT(""));
    PacketInput packet = {
        .sequence = sequence,
        .direction = (PacketDirection)input->direction,
        .offers = (PacketOffers)input->offers,
        .buttons = (PacketButtons)input->buttons,
        .action = (PacketAction)input->action,
        .item = (PacketItemPlace)input->item,
        .belt = (PacketBeltPlace)input->belt,
        .option = (PacketRow)input->option,
        .select = (PacketRow)input->select,
        .adjust = (PacketStep)input->adjust,
        .tab = (PacketTab)input->tab,
        .target = {input->target_x, input->target_y},
        .typed = {(PacketTextSize)text.size, (ascii *)text.at},
    };
    const bool there[] = {input->direction != 0, input->offers != 0, input->buttons != 0,
                          input->action != 0,    input->item != 0,   input->belt != 0,
                          input->option != 0,    input->select != 0, input->adjust != 0,
                          input->tab != 0,       input->go != 0,     input->text != NULL};
    for (size_t i = 0; i < COUNT_OF(there); i++)
        packet.mask = (PacketMask)(packet.mask | (there[i] ? 1u << i : 0));
    return packet;
}

WorldInput input_of_packet(const PacketInput *packet, Arena *arena)
{
    WorldInput input = {
        .direction = packet->direction,
        .offers = packet->offers,
        .buttons = packet->buttons,
        .action = packet->action,
        .item = packet->item,
        .belt = packet->belt,
        .option = packet->option,
        .select = packet->select,
        .adjust = packet->adjust,
        .tab = packet->tab,
    };
    if (packet->mask & INPUT_TARGET) {
        input.go = 1;
        input.target_x = packet->target.x;
        input.target_y = packet->target.y;
    }
    if (packet->mask & INPUT_TEXT)
        input.text = arena_text(arena, (Text){packet->typed.text, packet->typed.text_size}).at;
    return input;
}
