/* The sprite layouts of a folder or archive, each with a thumbnail of its contact sheet. To
 * draw all of a large archive takes half a minute: a page shows some, and the browser asks for
 * the image of each when it is about to be seen. All have the same place, so that nothing moves
 * when they arrive. */
#include "studio/viewer/views_internal.h"

#include "base/path.h"
#include "base/text.h"

#include <inttypes.h>

static bool is_layout(const ViewerEntry *entry)
{
    return !entry->folder &&
           (path_has_suffix(entry->name, ".lay") || path_has_suffix(entry->name, ".mvl"));
}

static uint64_t count_layouts(const Found *found)
{
    uint64_t count = 0;
    for (size_t i = 0; i < found->entry_count; i++)
        count += is_layout(&found->entries[i]);
    return count;
}

bool has_sheets(const Look *look) { return count_layouts(look->found) > 0; }

static void write_thumb(const Look *look, const ViewerEntry *entry, Writer *out)
{
    const Text path = entry_path(look, entry);
    write_format(out, "<li>");
    write_link(look, path, "", out);
    write_format(out, "<img loading=lazy width=%d height=%d alt=\"\" src=\"", THUMB_SIDE,
                 THUMB_SIDE);
    write_html(out, look->request->base);
    write_u8(out, '/');
    write_url(out, path);
    write_format(out, "?as=thumb\"><span>");
    write_html(out, entry->name);
    write_format(out, "</span></a>\n");
}

void write_gallery(const Look *look, uint64_t from, uint64_t max, Writer *out)
{
    const Found *found = look->found;
    const uint64_t count = count_layouts(found);
    uint64_t at = 0;
    if (!count)
        return;
    write_format(out, "<h2>%" PRIu64 " sheet%s</h2>\n<ul class=sheets>\n", count,
                 PLURAL(count));
    for (size_t i = 0; i < found->entry_count; i++) {
        if (!is_layout(&found->entries[i]))
            continue;
        if (at >= from && at - from < max)
            write_thumb(look, &found->entries[i], out);
        at++;
    }
    write_format(out, "</ul>\n");
    write_pages(look, count, max, "as=sheets&amp;", out);
}

bool write_sheets(const Look *look, Writer *out, Report *report)
{
    (void)report;
    write_gallery(look, look->request->from, SHEETS_A_PAGE, out);
    return true;
}
