/* The PROXY protocol: a proxy that forwards a connection sends the address of its client
 * before anything else. haproxy (`send-proxy-v2`) and others send version 2, which is binary,
 * nginx sends version 1, which is a line of text.
 *
 * Specification: https://www.haproxy.org/download/2.6/doc/proxy-protocol.txt. Only TCP over
 * IPv4 and IPv6 have an address here; with other families, and with the command LOCAL, which a
 * proxy uses for its own health checks, the address of the connection counts. Additional fields
 * (TLV) are skipped. */
#ifndef OISIN_SERVER_TRANSPORT_PROXY_H
#define OISIN_SERVER_TRANSPORT_PROXY_H

#include "server/transport/wire.h"

enum {
    PROXY_HEADER_MAX = 1024, /* bytes; longer headers are refused */
    PROXY_WAIT = 5000,       /* ms in which it must arrive */
    PROXY_PENDING_MAX = 512, /* connections whose header has not arrived yet */
};

typedef enum ProxyFound {
    PROXY_MORE,    /* further bytes are needed */
    PROXY_ADDRESS, /* of the client */
    PROXY_LOCAL,   /* complete, without an address */
    PROXY_BAD,
} ProxyFound;

/* Interprets the first bytes of a connection. For PROXY_MORE, `*wanted` is the number of bytes
 * that may be read without reading beyond the end of the header. */
ProxyFound proxy_read(Bytes bytes, size_t *wanted, WireAddress *out);

#endif
