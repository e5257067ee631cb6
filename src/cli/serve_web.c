/* Options of `serve --web`; the files of the page, each also compressed once at the start if
 * that makes it smaller by an eighth; the addresses that are printed. */
#include "cli/serve_web.h"

#include "base/deflate.h"
#include "base/text.h"
#include "cli/listen_options.h"
#include "tirnanog/jobs/page_files.h"

enum { WEB_PORT = 8443 };

/* "[ADDRESS:]PORT", "ADDRESS" or empty. */
static bool read_address(Invocation *invocation, ServerWeb *web, Arena *arena)
{
    const char *given = option_text(invocation, OPTION_web);
    int64_t port;
    if (!*given)
        return true;
    if (!text_number(text_of(given), 0, 65535, &port))
        return option_listen(invocation, OPTION_web, &web->listen, &web->port, arena);
    web->port = (unsigned)port;
    return true;
}

/* What is compressed already, such as a game, stays so. */
static Bytes gzip_of(Bytes bytes, Arena *arena)
{
    const Bytes packed = deflate_bytes(bytes, WRAPPING_GZIP, DEFLATE_BEST, arena);
    return packed.size < bytes.size - bytes.size / 8 ? packed : (Bytes){NULL, 0};
}

static bool load_page(Bytes game, ServerWeb *web, Arena *arena, Report *report)
{
    ProjectFiles page;
    if (!web_page_serve(game, &page, arena, report))
        return false;
    WebFile *files = ARENA_ALLOC(arena, WebFile, page.count);
    for (size_t i = 0; i < page.count; i++) {
        const ProjectFile *item = &page.items[i];
        files[i] = (WebFile){arena_format(arena, "/%.*s", (int)item->path.size, item->path.at),
                             item->bytes, gzip_of(item->bytes, arena)};
    }
    web->files = files;
    web->file_count = page.count;
    return true;
}

bool serve_web_read(Invocation *invocation, Bytes game, const char *listen, ServerWeb *out,
                    bool *given, Arena *arena)
{
    static const unsigned others[] = {OPTION_web_proxy, OPTION_web_origin};
    *out = (ServerWeb){.listen = listen,
                       .port = WEB_PORT,
                       .proxy = option_text(invocation, OPTION_web_proxy),
                       .origins = option_text(invocation, OPTION_web_origin)};
    *given = option_given(invocation, OPTION_web);
    for (size_t i = 0; i < COUNT_OF(others) && !*given; i++)
        if (option_given(invocation, others[i])) {
            usage_error(invocation, "--%s requires --web", option_name(others[i]));
            return false;
        }
    if (!*given)
        return true;
    if (option_given(invocation, OPTION_no_fetch)) {
        usage_error(invocation,
                    "--web and --no-fetch cannot be combined: the page has the game");
        return false;
    }
    return read_address(invocation, out, arena) &&
           load_page(game, out, arena, &invocation->report);
}

/* If all addresses are listened at, that of an interface of this machine. */
Text serve_web_host(const char *listen, Arena *arena)
{
    const Text given = text_of(listen ? listen : "127.0.0.1");
    const bool all = text_is(given, "0.0.0.0") || text_is(given, "::");
    const Text host = all ? wire_own_address(arena) : given;
    size_t colon;
    return text_find(host, ':', &colon) ? arena_format(arena, "[%.*s]", (int)host.size, host.at)
                                        : host;
}

void serve_web_print(const ServerWeb *web, unsigned port, Arena *arena)
{
    const char *origin = web->origins && *web->origins != '*' ? web->origins : NULL;
    const Text host = serve_web_host(web->listen, arena);
    if (origin)
        printf("in a browser: %.*s/\n", (int)strcspn(origin, ","), origin);
    else
        printf("in a browser: %s://%.*s:%u/\n", web->proxy ? "http" : "https", (int)host.size,
               host.at, port);
    if (web->proxy)
        printf("reverse proxy: %s, to port %u\n", web->proxy, port);
}
