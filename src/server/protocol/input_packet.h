/* Conversion between inputs of the engine and packets. Zero members are not sent. */
#ifndef OISIN_SERVER_PROTOCOL_INPUT_PACKET_H
#define OISIN_SERVER_PROTOCOL_INPUT_PACKET_H

#include "engine/world.h"
#include "server/protocol/packet.h"

/* `target` is sent only if `go` is set; text is cut to 199 bytes. The packet refers to the
 * input's text. */
PacketInput packet_of_input(const WorldInput *input, uint32_t sequence);
/* The text is copied, NUL-terminated. */
WorldInput input_of_packet(const PacketInput *packet, Arena *arena);

#endif
