/* Headers of the PROXY protocol: whatever comes, no byte beyond the header is wanted, and the
 * header ends. */
#include "server/transport/proxy.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    WireAddress address = {0};
    size_t have = 0, wanted = 0;
    ProxyFound found;
    while ((found = proxy_read((Bytes){data, have}, &wanted, &address)) == PROXY_MORE) {
        if (!wanted || have + wanted > PROXY_HEADER_MAX)
            __builtin_trap();
        if (have + wanted > size)
            return 0;
        have += wanted;
    }
    if (found == PROXY_ADDRESS && address.family != 4 && address.family != 6)
        __builtin_trap();
    return 0;
}
