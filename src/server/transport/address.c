/* Addresses as bytes and as text; HOST:PORT. wire_address_of()
 * makes IPv4 of an IPv4-mapped IPv6 address, so that limits and the deny list see one address
 * in one form only. Declared in wire.h. */
#include "base/text.h"
#include "server/transport/wire_internal.h"

#include <stdio.h>

Text wire_host_text(const WireAddress *address, Arena *arena)
{
    SocketAddress system = {.family = address->family};
    char digits[ADDRESS_TEXT_SIZE];
    memcpy(system.bytes, address->address, sizeof system.bytes);
    address_write(&system, digits);
    return arena_text(arena, text_of(digits));
}

Text wire_address_text(const WireAddress *address, Arena *arena)
{
    const Text host = wire_host_text(address, arena);
    return arena_format(arena, address->family == 6 ? "[%.*s]:%u" : "%.*s:%u", (int)host.size,
                        host.at, address->port);
}

WireAddress wire_address_of(unsigned family, const uint8_t *bytes, uint16_t port)
{
    static const uint8_t mapped[12] = {[10] = 0xFF, [11] = 0xFF};
    WireAddress out = {.family = (uint8_t)family, .port = port};
    if (family == 6 && !memcmp(bytes, mapped, sizeof mapped)) {
        out.family = 4;
        bytes += sizeof mapped;
    }
    memcpy(out.address, bytes, out.family == 4 ? 4 : sizeof out.address);
    return out;
}

bool wire_address_read(Text text, WireAddress *out)
{
    SocketAddress read;
    char digits[ADDRESS_TEXT_SIZE];
    *out = (WireAddress){0};
    if (!text.size || text.size >= sizeof digits)
        return false;
    snprintf(digits, sizeof digits, "%.*s", (int)text.size, text.at);
    if (address_read(digits, &read))
        *out = wire_address_of(read.family, read.bytes, 0);
    return out->family != 0;
}

/* An IPv6 address without brackets has more than one colon and no port. */
bool wire_target(Text text, Text *host, unsigned *port, Report *report)
{
    size_t end = text.size, colon = text.size, at;
    *host = text;
    if (text.size && text.at[0] == '[') {
        if (!text_find(text, ']', &end))
            return report_error(report, "\"%.*s\": missing \"]\"", (int)text.size, text.at);
        *host = text_slice(text, 1, end);
        colon = end + 1;
    } else if (text_find(text, ':', &at) &&
               !text_find(text_slice(text, at + 1, text.size), ':', &end)) {
        *host = text_slice(text, 0, at);
        colon = at;
    }
    int64_t number = *port;
    if (!host->size ||
        (colon < text.size &&
         (text.at[colon] != ':' ||
          !text_number(text_slice(text, colon + 1, text.size), 1, 65535, &number))))
        return report_error(report, "\"%.*s\" is not HOST or HOST:PORT", (int)text.size,
                            text.at);
    *port = (unsigned)number;
    return true;
}
