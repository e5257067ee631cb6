/* Translates requests of the HTTP server to those of the viewer. There are two policies: pages
 * of the viewer have no scripts, and the page of a game that is played needs its own. */
#include "studio/viewer/viewer_http.h"

#include "base/text.h"

/* Of pages, which have no scripts, and of a game's page: see its index.html. */
static const char *const policies[] = {
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; media-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "img-src 'self' data: blob:; connect-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};

static void answer(void *context, const HttpRequest *request, HttpAnswer *out, Arena *arena)
{
    ViewerAnswer answer;
    int64_t from = 0;
    text_number(http_argument(request, "from"), 0, INT64_MAX, &from);
    const ViewerRequest wanted = {.path = request->path,
                                  .base = request->base,
                                  .view = http_argument(request, "as"),
                                  .at = http_argument(request, "at"),
                                  .from = (uint64_t)from};
    viewer_answer(context, &wanted, &answer, arena);
    *out = (HttpAnswer){.status = answer.status,
                        .type = answer.type,
                        .policy = policies[answer.plays],
                        .file = answer.file,
                        .bytes = answer.bytes};
}

HttpHandler viewer_http_handler(Viewer *viewer)
{
    return (HttpHandler){.context = viewer, .answer = answer};
}
