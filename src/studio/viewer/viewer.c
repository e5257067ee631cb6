/* Pages with the views, and raw files. */
#include "studio/viewer/viewer.h"

#include "base/path.h"
#include "base/text.h"
#include "studio/viewer/view_play.h"

#include <inttypes.h>
#include <stdlib.h>

struct Viewer {
    const ViewerHost *host;
    PlaceCache cache;
    Arena *arena;
};

/* Within each page, so that it needs no second request. */
static const char style[] =
    "body{font:15px/1.5 system-ui,sans-serif;margin:0;background:#fff;color:#222}"
    "header{background:#f2f2ee;border-bottom:1px solid #ccc;padding:.6rem 1rem}"
    "main{padding:1rem}h1{font-size:1.15rem;margin:0;font-weight:600;overflow-wrap:anywhere}"
    "nav a.play{background:#262;color:#fff;border-color:#262}header p{margin:.1rem 0 "
    ".5rem;color:#555}nav a{display:inline-block;padding:.15rem .7rem;"
    "border:1px solid #bbb;border-radius:1rem;margin:0 .3rem .2rem 0;text-decoration:none}"
    "nav a.now{background:#246;color:#fff;border-color:#246}"
    "a{color:#04c;text-decoration:none}a:hover,p a{text-decoration:underline}"
    ".skip{position:absolute;left:-99rem}.skip:focus{left:0;background:#fff;padding:.3rem}"
    ".wide{overflow-x:auto}table{border-collapse:collapse}"
    "th,td{text-align:left;vertical-align:top;padding:.15rem .7rem .15rem 0;"
    "border-bottom:1px solid #ddd}th{color:#666;font-weight:400}"
    "td table{margin:-.15rem 0}tr:last-child>td,tr:last-child>th{border-bottom:0}"
    "pre{font:13px/1.4 ui-monospace,monospace;white-space:pre-wrap;overflow-wrap:anywhere}"
    ".list{list-style:none;padding:0;columns:20rem;column-gap:2rem}"
    ".list li{break-inside:avoid;padding:.1rem 0;overflow-wrap:anywhere}"
    ".list img{object-fit:contain;vertical-align:middle;margin-right:.6rem;"
    "image-rendering:pixelated}small{color:#666}"
    ".sheets{list-style:none;padding:0;display:flex;flex-wrap:wrap;gap:1rem}"
    ".sheets li{width:12rem;overflow-wrap:anywhere}h2{font-size:1rem}"
    ".sheets img{display:block;object-fit:contain;background:#8883}"
    ".picture img{image-rendering:pixelated;max-width:100%;height:auto;"
    "background:repeating-conic-gradient(#ddd 0 25%,#fff 0 50%) 0 0/16px 16px}"
    ".wrong{background:#fee;border:1px solid #c88;border-radius:.4rem;padding:.5rem .8rem}"
    "@media(prefers-color-scheme:dark){body{background:#181818;color:#ddd}"
    "header{background:#222;border-color:#444}header p,th,small{color:#999}"
    ".skip:focus{background:#181818}th,td{border-color:#333}a{color:#8bf}nav "
    "a{border-color:#555}"
    ".picture img{background:repeating-conic-gradient(#333 0 25%,#222 0 50%) 0 0/16px 16px}"
    ".wrong{background:#411;border-color:#844}}";

Viewer *viewer_new(const ViewerHost *host)
{
    Arena *arena = arena_new();
    Viewer *viewer = ARENA_ALLOC(arena, Viewer, 1);
    *viewer = (Viewer){.host = host, .arena = arena};
    return viewer;
}

void viewer_free(Viewer *viewer)
{
    place_cache_clear(&viewer->cache);
    arena_free(viewer->arena);
}

/* ---- a page ---- */

/* Writes the path, each part a link. */
static void write_way(const Look *look, Text title, Writer *out)
{
    const Text path = look->found->path;
    write_format(out, "<h1>");
    write_link(look, TEXT(""), "", out);
    write_html(out, title);
    write_format(out, "</a>");
    for (size_t from = 0; from < path.size;) {
        size_t to = from;
        while (to < path.size && path.at[to] != '/')
            to++;
        write_format(out, " / ");
        write_link(look, text_slice(path, 0, to), "", out);
        write_html(out, text_slice(path, from, to));
        write_format(out, "</a>");
        from = to + 1;
    }
    write_format(out, "</h1>\n");
}

/* The title comes from the file and may be any text: it is escaped. */
static void write_facts(const Look *look, Writer *out)
{
    const Found *found = look->found;
    write_format(out, "<p>");
    if (found->format) {
        const Text title = format_title(found->format, found->file, look->arena);
        write_html(out, text_of(found->format->title));
        if (title.size) {
            write_format(out, " &ldquo;");
            write_html(out, title);
            write_format(out, "&rdquo;");
        }
        write_format(out, ", ");
    }
    if (found->is_file)
        write_size(found->file.size, out);
    if (found->entry_count)
        write_format(out, "%s%zu entries", found->is_file ? ", " : "", found->entry_count);
    write_format(out, "</p>\n");
}

/* The last character of the link (its ">") is cut off, so that attributes can follow. */
static void write_tabs(const Look *look, const View *now, Writer *out)
{
    write_format(out, "<nav>");
    for (const View *view = views; view->word; view++) {
        if (!view->has(look))
            continue;
        Writer link = writer_to(look->arena);
        write_link(look, look->found->path, arena_format(look->arena, "as=%s", view->word).at,
                   &link);
        write_bytes(out, (Bytes){link.data, link.size - 1});
        write_format(out, "%s>%s</a>", view == now ? " class=now aria-current=page" : "",
                     view->title);
    }
    if (play_is_possible(look->found))
        write_play_link(look, out);
    if (look->found->is_file) {
        write_link(look, look->found->path, "as=raw", out);
        write_format(out, "save</a>");
    }
    write_format(out, "</nav>\n");
}

static void begin_page(Text title, Writer *out)
{
    write_format(out, "<!DOCTYPE html>\n<html lang=en><head><meta charset=utf-8>\n"
                      "<meta name=viewport content=\"width=device-width,initial-scale=1\">\n"
                      "<title>");
    write_html(out, title);
    write_format(out,
                 " - Ois\xC3\xADn</title>\n<style>%s</style></head>\n<body><a class=skip "
                 "href=#main>to the content</a><header>",
                 style);
}

/* Messages may quote bytes of the file: they are escaped. */
static void put_wrong(void *context, const Message *message)
{
    Writer *out = context;
    write_format(out, "<p class=wrong>");
    write_html(out, message->text);
    write_format(out, "</p>\n");
}

/* The view is written first: its messages appear above it, and its length is not known. */
static void answer_page(const Look *look, Text title, const View *view, ViewerAnswer *answer)
{
    Writer out = writer_to(look->arena), inner = writer_to(look->arena),
           wrong = writer_to(look->arena);
    Report report = report_to(put_wrong, &wrong);
    const bool ok = view->write(look, &inner, &report);
    begin_page(look->found->path.size ? path_base(look->found->path) : title, &out);
    write_way(look, title, &out);
    write_facts(look, &out);
    write_tabs(look, view, &out);
    write_format(&out, "</header><main id=main>\n");
    write_bytes(&out, writer_bytes(&wrong));
    if (ok)
        write_bytes(&out, writer_bytes(&inner));
    write_format(&out, "</main></body></html>\n");
    answer->bytes = writer_bytes(&out);
}

static void answer_nothing(const Look *look, Text wrong, ViewerAnswer *answer)
{
    Writer out = writer_to(look->arena);
    begin_page(TEXT("not found"), &out);
    write_format(&out, "<h1>");
    write_link(look, TEXT(""), "", &out);
    write_format(&out, "back</a></h1></header><main id=main>\n");
    write_bytes(&out, bytes_of_text(wrong));
    write_format(&out, "</main></body></html>\n");
    answer->status = 404;
    answer->bytes = writer_bytes(&out);
}

/* ---- files ---- */

static const struct {
    const char *suffix, *type;
} shown_types[] = {{".png", "image/png"},
                   {".ogg", "audio/ogg"},
                   {".wav", "audio/wav"},
                   {".mp3", "audio/mpeg"},
                   {".ogv", "video/ogg"}};

/* Only types that a browser plays get their content type. */
static void answer_raw(const Look *look, ViewerAnswer *answer)
{
    answer->type = "application/octet-stream";
    answer->file = path_base(look->found->path);
    answer->bytes = look->found->file;
    for (size_t i = 0; i < COUNT_OF(shown_types); i++)
        if (path_has_suffix(look->found->path, shown_types[i].suffix))
            answer->type = shown_types[i].type;
}

/* Order: pages that play the game, raw bytes, images, views. Without a name the first view that
 * the file has is shown. */
static void answer_request(Viewer *viewer, const ViewerRequest *request, ViewerAnswer *answer,
                           Arena *arena)
{
    Found found;
    Writer wrong = writer_to(arena);
    Report report = report_to(put_wrong, &wrong);
    Look look = {request, &found, arena};
    Text path = request->path, page_file;
    const bool plays = play_path(request->path, &path, &page_file);
    *answer = (ViewerAnswer){.status = 200, .type = "text/html; charset=utf-8"};
    if (!place_find(viewer->host, &viewer->cache, path, &found, arena, &report) ||
        (plays && !play_answer(&look, page_file, answer, &report))) {
        answer_nothing(&look, writer_text(&wrong), answer);
        return;
    }
    if (plays)
        return;
    if (text_is(request->view, "raw") && found.is_file) {
        answer_raw(&look, answer);
        return;
    }
    if (text_is(request->view, "png") && look_picture(&look, &answer->bytes, &report)) {
        answer->type = "image/png";
        return;
    }
    if (text_is(request->view, "thumb") && look_thumb(&look, &answer->bytes, &report)) {
        answer->type = "image/png";
        return;
    }
    const View *view = NULL;
    for (const View *each = views; each->word; each++)
        if (!view && (!request->view.size || text_is(request->view, each->word)) &&
            each->has(&look))
            view = each;
    if (view)
        answer_page(&look, viewer->host->title, view, answer);
    else
        answer_nothing(&look, TEXT("<p>This file does not have this view.</p>\n"), answer);
}

typedef struct Answering {
    Viewer *viewer;
    const ViewerRequest *request;
    ViewerAnswer *answer;
    Arena *arena;
} Answering;

static void answer_guarded(void *context)
{
    Answering *answering = context;
    Arena *own = arena_new(); /* below the guard: freed if memory runs out */
    answer_request(answering->viewer, answering->request, answering->answer, own);
    arena_adopt(answering->arena, own);
}

/* A page that needs too much memory must not end the program. */
void viewer_answer(Viewer *viewer, const ViewerRequest *request, ViewerAnswer *answer,
                   Arena *arena)
{
    Answering answering = {viewer, request, answer, arena};
    const PlaceCache before = viewer->cache;
    if (memory_guard(answer_guarded, &answering))
        return;
    place_cache_repair(&viewer->cache, &before);
    *answer =
        (ViewerAnswer){.status = 503,
                       .type = "text/plain; charset=utf-8",
                       .bytes = bytes_of_text(TEXT("Not enough memory to show this page.\n"))};
}
