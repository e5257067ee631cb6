/* Parts of the network that may not connect: an address, or all that begin like it. */
#ifndef OISIN_SERVER_NETWORK_H
#define OISIN_SERVER_NETWORK_H

#include "base/report.h"
#include "wire/wire.h"

enum { NETWORK_BYTES_MAX = 17, NETWORK_TEXT_SIZE = 64 };

typedef struct Network {
    uint8_t size;        /* of the address: 4 or 16 */
    uint8_t address[16]; /* in network byte order, zero behind `bits` */
    uint8_t bits;        /* of the address that count */
} Network;

/* "192.0.2.7", "192.0.2.0/24", "2001:db8::/32"; false if it is none. What is behind a
 * prefix's bits is made zero; IPv4 in IPv6 (::ffff:192.0.2.7) is IPv4. */
bool network_read(Text text, Network *out);
void network_text(const Network *network, char out[NETWORK_TEXT_SIZE]);
bool network_has(const Network *network, const WireAddress *address);

/* As StoreDenied has it: the address and one byte with the bits; and back, false if these
 * bytes are none. */
size_t network_bytes(const Network *network, uint8_t out[NETWORK_BYTES_MAX]);
bool network_of_bytes(Bytes bytes, Network *out);

#endif
