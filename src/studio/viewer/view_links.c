/* Links to files of the viewer, and the pages of a long view. */
#include "studio/viewer/views_internal.h"

#include <inttypes.h>

void write_link(const Look *look, Text path, const char *query, Writer *out)
{
    write_format(out, "<a href=\"");
    write_html(out, look->request->base);
    write_u8(out, '/');
    write_url(out, path);
    write_format(out, "%s%s\">", *query ? "?" : "", query);
}

void write_pages(const Look *look, uint64_t count, uint64_t size, const char *query,
                 Writer *out)
{
    const uint64_t from = look->request->from;
    const Text path = look->found->path;
    if (count <= size)
        return;
    write_format(out, "<p class=pages>");
    if (from) {
        const uint64_t before = from > size ? from - size : 0;
        write_link(look, path, arena_format(look->arena, "%sfrom=%" PRIu64, query, before).at,
                   out);
        write_format(out, "&larr; before</a> ");
    }
    write_format(out, "%" PRIu64 " to %" PRIu64 " of %" PRIu64, from + (from < count),
                 from + size < count ? from + size : count, count);
    if (from + size < count) {
        write_u8(out, ' ');
        write_link(look, path,
                   arena_format(look->arena, "%sfrom=%" PRIu64, query, from + size).at, out);
        write_format(out, "more &rarr;</a>");
    }
    write_format(out, "</p>\n");
}

void write_size(uint64_t size, Writer *out)
{
    if (size < 1000)
        write_format(out, "%" PRIu64 " B", size);
    else if (size < 1000000)
        write_format(out, "%.1f KB", (double)size / 1e3);
    else
        write_format(out, "%.1f MB", (double)size / 1e6);
}

Text entry_path(const Look *look, const ViewerEntry *entry)
{
    const Text folder = look->found->path;
    return arena_format(look->arena, "%.*s%s%.*s", (int)folder.size, folder.at,
                        folder.size ? "/" : "", (int)entry->name.size, entry->name.at);
}
