/* Addresses to listen at. They are parsed like those to connect to, except that port 0 is
 * valid: the system then chooses a free port. */
#include "cli/listen_options.h"

#include "base/text.h"
#include "server/transport/wire.h"

/* "ADDRESS:0" and "[ADDRESS]:0": any free port. */
static bool wants_any_port(Text text)
{
    size_t colon;
    const bool zero = text.size > 2 && !memcmp(text.at + text.size - 2, ":0", 2);
    return zero && (text.at[text.size - 3] == ']' ||
                    (text_find(text, ':', &colon) && colon == text.size - 2));
}

bool listen_read(Text text, Text *host, unsigned *port, Report *report)
{
    const bool any = wants_any_port(text);
    text.size -= any ? 2 : 0;
    if (!wire_target(text, host, port, report))
        return false;
    *port = any ? 0 : *port;
    return true;
}

bool option_listen(Invocation *invocation, unsigned option, const char **address,
                   unsigned *port, Arena *arena)
{
    const char *given = option_text(invocation, option);
    Text host;
    if (!given)
        return true;
    if (!listen_read(text_of(given), &host, port, &invocation->report))
        return false;
    *address = arena_text(arena, host).at;
    return true;
}
