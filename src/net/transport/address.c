#include "base/text.h"
#include "net/transport/wire.h"

#include <arpa/inet.h>
#include <stdio.h>

Text wire_address_text(const WireAddress *address, Arena *arena)
{
    char digits[INET6_ADDRSTRLEN] = "";
    const bool six = address->family == 6;
    inet_ntop(six ? AF_INET6 : AF_INET, address->address, digits, sizeof digits);
    return arena_format(arena, six ? "[%s]:%u" : "%s:%u", digits, address->port);
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
