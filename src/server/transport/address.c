/* Addresses in the forms of the system, as bytes and as text; HOST:PORT. wire_address_of()
 * makes IPv4 of an IPv4-mapped IPv6 address, so that limits and the deny list see one address
 * in one form only. Declared in wire.h. */
#include "base/text.h"
#include "server/transport/wire_internal.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <stdio.h>

Text wire_host_text(const WireAddress *address, Arena *arena)
{
    char digits[INET6_ADDRSTRLEN] = "";
    inet_ntop(address->family == 6 ? AF_INET6 : AF_INET, address->address, digits,
              sizeof digits);
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

WireAddress wire_address_from(const struct sockaddr_storage *from)
{
    const struct sockaddr_in *four = (const void *)from;
    const struct sockaddr_in6 *six = (const void *)from;
    if (from->ss_family == AF_INET)
        return wire_address_of(4, (const uint8_t *)&four->sin_addr, ntohs(four->sin_port));
    if (from->ss_family == AF_INET6)
        return wire_address_of(6, six->sin6_addr.s6_addr, ntohs(six->sin6_port));
    return (WireAddress){0};
}

bool wire_socket_address(int descriptor, WireAddress *out)
{
    struct sockaddr_storage own = {0};
    socklen_t size = sizeof own;
    *out = (WireAddress){0};
    if (getsockname(descriptor, (struct sockaddr *)&own, &size) == 0)
        *out = wire_address_from(&own);
    return out->family != 0;
}

bool wire_address_read(Text text, WireAddress *out)
{
    uint8_t bytes[16] = {0};
    char digits[INET6_ADDRSTRLEN];
    *out = (WireAddress){0};
    if (!text.size || text.size >= sizeof digits)
        return false;
    snprintf(digits, sizeof digits, "%.*s", (int)text.size, text.at);
    const unsigned family = inet_pton(AF_INET, digits, bytes) == 1    ? 4
                            : inet_pton(AF_INET6, digits, bytes) == 1 ? 6
                                                                      : 0;
    if (family)
        *out = wire_address_of(family, bytes, 0);
    return family != 0;
}

Text wire_own_address(Arena *arena)
{
    char digits[INET_ADDRSTRLEN] = "127.0.0.1";
    struct ifaddrs *all = NULL;
    if (getifaddrs(&all) < 0)
        return arena_text(arena, text_of(digits));
    for (const struct ifaddrs *one = all; one; one = one->ifa_next) {
        const struct sockaddr_in *in = (const void *)one->ifa_addr;
        if (!in || in->sin_family != AF_INET || !(one->ifa_flags & IFF_UP) ||
            (one->ifa_flags & IFF_LOOPBACK))
            continue;
        inet_ntop(AF_INET, &in->sin_addr, digits, sizeof digits);
        break;
    }
    freeifaddrs(all);
    return arena_text(arena, text_of(digits));
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
