/* Addresses of a server's sockets and of its machine. Declared in wire.h and wire_internal.h.
 */
#include "server/transport/wire_internal.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>

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
