/* Reads `from './NAME.js'` in the modules, beginning with the first one. */
#include "studio/editor/page_modules.h"

#include "base/hash.h"
#include "base/text.h"

typedef struct Modules {
    const EditorHost *host;
    Table known;
    Writer links;
    Arena *arena;
} Modules;

static void add_module(Modules *modules, Text name)
{
    const Text start = TEXT("from './");
    Bytes bytes;
    if (table_get(&modules->known, name) ||
        !modules->host->page(modules->host->context, name, &bytes, modules->arena))
        return;
    table_put(&modules->known, name, 1);
    write_format(&modules->links, "<link rel=\"modulepreload\" href=\"%.*s\">\n",
                 (int)name.size, name.at);
    Text rest = text_of_bytes(bytes);
    size_t at, end;
    while (text_find_part(rest, start, &at)) {
        rest = text_slice(rest, at + start.size, rest.size);
        if (text_find(rest, '\'', &end))
            add_module(modules, text_slice(rest, 0, end));
    }
}

Bytes page_modules(const EditorHost *host, Bytes html, Text first, Arena *arena)
{
    const Text text = text_of_bytes(html);
    size_t head;
    if (!text_find_part(text, TEXT("</head>"), &head))
        return html;
    Modules modules = {
        .host = host, .known = {.arena = arena}, .links = writer_to(arena), .arena = arena};
    add_module(&modules, first);
    Writer out = writer_to(arena);
    write_text(&out, text_slice(text, 0, head));
    write_text(&out, writer_text(&modules.links));
    write_text(&out, text_slice(text, head, text.size));
    return bytes_of_text(writer_text(&out));
}
