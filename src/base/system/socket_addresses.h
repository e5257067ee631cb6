/* Addresses in the form of the system, which is the same on all: the part that sockets_posix.c
 * and sockets_windows.c share. Each includes it once, after the system's headers, whose names
 * differ. */
#ifndef OISIN_BASE_SYSTEM_SOCKET_ADDRESSES_H
#define OISIN_BASE_SYSTEM_SOCKET_ADDRESSES_H

static socklen_t to_system(const SocketAddress *address, struct sockaddr_storage *out)
{
    struct sockaddr_in *four = (void *)out;
    struct sockaddr_in6 *six = (void *)out;
    *out = (struct sockaddr_storage){0};
    if (address->family == 4) {
        four->sin_family = AF_INET;
        four->sin_port = htons(address->port);
        memcpy(&four->sin_addr, address->bytes, sizeof four->sin_addr);
        return sizeof *four;
    }
    six->sin6_family = AF_INET6;
    six->sin6_port = htons(address->port);
    six->sin6_scope_id = address->scope;
    memcpy(&six->sin6_addr, address->bytes, sizeof six->sin6_addr);
    return sizeof *six;
}

/* Family 0: neither IPv4 nor IPv6. */
static SocketAddress from_system(const struct sockaddr *from)
{
    const struct sockaddr_in *four = (const void *)from;
    const struct sockaddr_in6 *six = (const void *)from;
    SocketAddress out = {0};
    if (from->sa_family == AF_INET) {
        out = (SocketAddress){.family = 4, .port = ntohs(four->sin_port)};
        memcpy(out.bytes, &four->sin_addr, sizeof four->sin_addr);
    } else if (from->sa_family == AF_INET6) {
        out = (SocketAddress){
            .family = 6, .port = ntohs(six->sin6_port), .scope = six->sin6_scope_id};
        memcpy(out.bytes, &six->sin6_addr, sizeof six->sin6_addr);
    }
    return out;
}

bool address_read(const char *text, SocketAddress *out)
{
    *out = (SocketAddress){0};
    if (inet_pton(AF_INET, text, out->bytes) == 1)
        out->family = 4;
    else if (inet_pton(AF_INET6, text, out->bytes) == 1)
        out->family = 6;
    return out->family != 0;
}

void address_write(const SocketAddress *address, char out[ADDRESS_TEXT_SIZE])
{
    out[0] = 0;
    inet_ntop(address->family == 6 ? AF_INET6 : AF_INET, (void *)(uintptr_t)address->bytes, out,
              ADDRESS_TEXT_SIZE);
}

/* The error of getaddrinfo; a numeric host is not asked for. */
static int look_up(const char *host, unsigned port, SocketAddress out[ADDRESSES_MAX],
                   size_t *count)
{
    const struct addrinfo hints = {.ai_flags = AI_NUMERICSERV | AI_ADDRCONFIG,
                                   .ai_socktype = SOCK_STREAM};
    const struct addrinfo numeric = {.ai_flags = AI_NUMERICSERV | AI_NUMERICHOST,
                                     .ai_socktype = SOCK_STREAM};
    struct addrinfo *found = NULL;
    char service[8];
    snprintf(service, sizeof service, "%u", port & 0xFFFF);
    int error = getaddrinfo(host, service, &numeric, &found);
    if (error)
        error = getaddrinfo(host, service, &hints, &found);
    for (const struct addrinfo *one = error ? NULL : found; one && *count < ADDRESSES_MAX;
         one = one->ai_next) {
        out[*count] = from_system(one->ai_addr);
        *count += out[*count].family != 0;
    }
    if (!error)
        freeaddrinfo(found);
    return error;
}

#endif
