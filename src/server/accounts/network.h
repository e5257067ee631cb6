/* Networks of the deny list: an IP address or a prefix. */
#ifndef OISIN_SERVER_NETWORK_H
#define OISIN_SERVER_NETWORK_H

#include "base/report.h"
#include "server/transport/wire.h"

enum { NETWORK_BYTES_MAX = 17, NETWORK_TEXT_SIZE = 64 };

typedef struct Network {
    uint8_t size;        /* of the address: 4 or 16 */
    uint8_t address[16]; /* in network byte order; bits after the prefix are zero */
    uint8_t bits;        /* length of the prefix */
} Network;

/* Reads "192.0.2.7", "192.0.2.0/24" or "2001:db8::/32"; false if the text is invalid. Bits
 * after the prefix are set to zero; IPv4-mapped IPv6 (::ffff:192.0.2.7) becomes IPv4. */
bool network_read(Text text, Network *out);
void network_text(const Network *network, char out[NETWORK_TEXT_SIZE]);
bool network_has(const Network *network, const WireAddress *address);

/* The form of StoreDenied: the address and one byte with the prefix length. network_of_bytes
 * returns false if the bytes are invalid. */
size_t network_bytes(const Network *network, uint8_t out[NETWORK_BYTES_MAX]);
bool network_of_bytes(Bytes bytes, Network *out);

#endif
