/* Reads, prints and compares networks. IPv4-mapped IPv6 becomes IPv4 here and in
 * wire_address_of(): an address has one form only, otherwise its other form would evade the
 * deny list. */
#include "server/accounts/network.h"

#include "base/text.h"

#include <arpa/inet.h>
#include <stdio.h>

static const uint8_t mapped[12] = {[10] = 0xFF, [11] = 0xFF};

static void clear_behind(Network *network)
{
    for (unsigned i = 0; i < sizeof network->address; i++)
        if (i * 8 >= network->bits)
            network->address[i] = 0;
        else if (i * 8 + 8 > network->bits)
            network->address[i] &= (uint8_t)(0xFF << (8 - network->bits % 8));
}

static void unmap(Network *network)
{
    if (network->size != 16 || network->bits < 96 ||
        memcmp(network->address, mapped, sizeof mapped) != 0)
        return;
    memmove(network->address, network->address + 12, 4);
    network->size = 4;
    network->bits -= 96;
}

bool network_read(Text text, Network *out)
{
    char address[NETWORK_TEXT_SIZE];
    int64_t bits = -1;
    size_t slash;
    *out = (Network){0};
    if (text_find(text, '/', &slash)) {
        if (!text_number(text_slice(text, slash + 1, text.size), 0, 128, &bits))
            return false;
        text.size = slash;
    }
    if (text.size >= sizeof address || memchr(text.at, 0, text.size))
        return false;
    snprintf(address, sizeof address, "%.*s", (int)text.size, text.at);
    out->size = inet_pton(AF_INET, address, out->address) == 1    ? 4
                : inet_pton(AF_INET6, address, out->address) == 1 ? 16
                                                                  : 0;
    if (!out->size || bits > out->size * 8)
        return false;
    out->bits = (uint8_t)(bits < 0 ? out->size * 8 : bits);
    unmap(out);
    clear_behind(out);
    return true;
}

void network_text(const Network *network, char out[NETWORK_TEXT_SIZE])
{
    char address[INET6_ADDRSTRLEN];
    inet_ntop(network->size == 4 ? AF_INET : AF_INET6, network->address, address,
              sizeof address);
    if (network->bits == network->size * 8)
        snprintf(out, NETWORK_TEXT_SIZE, "%s", address);
    else
        snprintf(out, NETWORK_TEXT_SIZE, "%s/%u", address, network->bits);
}

bool network_has(const Network *network, const WireAddress *address)
{
    const size_t whole = network->bits / 8;
    const unsigned rest = network->bits % 8;
    if (address->family != (network->size == 4 ? 4 : 6) ||
        memcmp(network->address, address->address, whole) != 0)
        return false;
    return !rest || (network->address[whole] ^ address->address[whole]) >> (8 - rest) == 0;
}

size_t network_bytes(const Network *network, uint8_t out[NETWORK_BYTES_MAX])
{
    memcpy(out, network->address, network->size);
    out[network->size] = network->bits;
    return (size_t)network->size + 1;
}

bool network_of_bytes(Bytes bytes, Network *out)
{
    *out = (Network){0};
    if (bytes.size != 5 && bytes.size != 17)
        return false;
    out->size = (uint8_t)(bytes.size - 1);
    out->bits = bytes.data[out->size];
    memcpy(out->address, bytes.data, out->size);
    if (out->bits > out->size * 8)
        return false;
    clear_behind(out);
    return true;
}
