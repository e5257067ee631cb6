/* Reads headers of the PROXY protocol. Parts, in order: version 2; version 1; the choice
 * between them by the first bytes. What follows the header belongs to TLS and must not be read
 * here, so `*wanted` is at most what is certainly still part of the header. */
#include "server/transport/proxy.h"

#include "base/text.h"

#include <arpa/inet.h>
#include <stdio.h>

/* ---- version 2 ---- */

static const uint8_t signature[12] = {'\r', '\n', '\r', '\n', 0,   '\r',
                                      '\n', 'Q',  'U',  'I',  'T', '\n'};

enum {
    FIXED = 16, /* bytes before the addresses */
    COMMAND_AT = 12,
    FAMILY_AT = 13,
    SIZE_AT = 14,
    VERSION_2 = 2,
    COMMAND_LOCAL = 0,
    COMMAND_PROXY = 1,
    TCP_4 = 0x11,
    TCP_6 = 0x21,
    TCP_4_SIZE = 12, /* two addresses and two ports */
    TCP_6_SIZE = 36,
};

static uint16_t big_u16(const uint8_t *at) { return (uint16_t)(at[0] << 8 | at[1]); }

/* The complete header. */
static ProxyFound read_addresses(const uint8_t *bytes, size_t size, WireAddress *out)
{
    const uint8_t *at = bytes + FIXED;
    const unsigned command = bytes[COMMAND_AT] & 15, family = bytes[FAMILY_AT];
    if (bytes[COMMAND_AT] >> 4 != VERSION_2 || command > COMMAND_PROXY)
        return PROXY_BAD;
    if (command == COMMAND_LOCAL || (family != TCP_4 && family != TCP_6))
        return PROXY_LOCAL;
    if (size < FIXED + (family == TCP_4 ? TCP_4_SIZE : TCP_6_SIZE))
        return PROXY_BAD;
    *out = family == TCP_4 ? wire_address_of(4, at, big_u16(at + 8))
                           : wire_address_of(6, at, big_u16(at + 32));
    return PROXY_ADDRESS;
}

static ProxyFound read_binary(Bytes bytes, size_t *wanted, WireAddress *out)
{
    if (bytes.size < FIXED) {
        *wanted = FIXED - bytes.size;
        return PROXY_MORE;
    }
    const size_t size = FIXED + big_u16(bytes.data + SIZE_AT);
    if (size > PROXY_HEADER_MAX)
        return PROXY_BAD;
    if (bytes.size < size) {
        *wanted = size - bytes.size;
        return PROXY_MORE;
    }
    return read_addresses(bytes.data, size, out);
}

/* ---- version 1: "PROXY TCP4 192.0.2.7 192.0.2.1 56324 4433" ---- */

enum { LINE_MAX_V1 = 107 };

static bool address_of(Text text, int family, uint16_t port, WireAddress *out)
{
    char zero[64];
    uint8_t bytes[16];
    snprintf(zero, sizeof zero, "%.*s", (int)text.size, text.at);
    if (text.size >= sizeof zero || inet_pton(family, zero, bytes) != 1)
        return false;
    *out = wire_address_of(family == AF_INET ? 4 : 6, bytes, port);
    return true;
}

static ProxyFound read_line(Text line, WireAddress *out)
{
    int64_t port;
    text_word(&line); /* PROXY */
    const Text protocol = text_word(&line);
    if (text_is(protocol, "UNKNOWN"))
        return PROXY_LOCAL;
    const bool four = text_is(protocol, "TCP4");
    const Text from = text_word(&line);
    text_word(&line); /* the proxy's address */
    if ((!four && !text_is(protocol, "TCP6")) ||
        !text_number(text_word(&line), 0, 65535, &port) ||
        !address_of(from, four ? AF_INET : AF_INET6, (uint16_t)port, out))
        return PROXY_BAD;
    return PROXY_ADDRESS;
}

/* Read byte by byte, since its length is not known before its end. */
static ProxyFound read_text(Bytes bytes, size_t *wanted, WireAddress *out)
{
    static const char start[] = "PROXY ";
    const size_t known = bytes.size < sizeof start - 1 ? bytes.size : sizeof start - 1;
    if (memcmp(bytes.data, start, known) != 0 || bytes.size > LINE_MAX_V1)
        return PROXY_BAD;
    if (bytes.size < 2 || memcmp(bytes.data + bytes.size - 2, "\r\n", 2) != 0) {
        *wanted = 1;
        return PROXY_MORE;
    }
    const Text line = text_of_bytes(bytes);
    return memchr(line.at, 0, line.size) ? PROXY_BAD
                                         : read_line(text_slice(line, 0, line.size - 2), out);
}

ProxyFound proxy_read(Bytes bytes, size_t *wanted, WireAddress *out)
{
    const size_t known = bytes.size < sizeof signature ? bytes.size : sizeof signature;
    *wanted = 1; /* of the first byte */
    if (!bytes.size)
        return PROXY_MORE;
    return memcmp(bytes.data, signature, known) == 0 ? read_binary(bytes, wanted, out)
                                                     : read_text(bytes, wanted, out);
}
