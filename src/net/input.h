/* An input of the engine as a packet, and back. What is zero is not sent. */
#ifndef OISIN_NET_INPUT_H
#define OISIN_NET_INPUT_H

#include "engine/world.h"
#include "net/packet.h"

/* `target` travels only if `go` is set; a text is cut to 199 bytes. The packet's text is the
 * input's. */
PacketInput packet_of_input(const WorldInput *input, uint32_t sequence);
/* The text is copied, with a zero behind it. */
WorldInput input_of_packet(const PacketInput *packet, Arena *arena);

#endif
