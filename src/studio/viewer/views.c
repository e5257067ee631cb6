/* The views of files by format. */
#include "studio/viewer/views_internal.h"

#include "base/path.h"
#include "base/text.h"
#include "kit/open/glb_summary.h"
#include "kit/open/csv.h"

#include <inttypes.h>

const View views[] = {
#define VIEW(word, title, has, write) {#word, title, has, write},
#include "studio/viewer/views.def"
#undef VIEW
    {0}};

/* ---- entries ---- */

bool has_list(const Look *look) { return look->found->opens || !look->found->is_file; }

static void write_entry(const Look *look, const ViewerEntry *entry, Writer *out)
{
    const Text path = entry_path(look, entry);
    write_format(out, "<li>");
    write_link(look, path, "", out);
    if (!entry->folder && look_is_quick_picture(entry->name)) {
        write_format(out, "<img loading=lazy width=48 height=32 alt=\"\" src=\"");
        write_html(out, look->request->base);
        write_u8(out, '/');
        write_url(out, path);
        write_format(out, "?as=png\">");
    }
    write_format(out, "<span>");
    write_html(out, entry->name);
    write_format(out, "%s</span></a>", entry->folder ? "/" : "");
    if (entry->size) {
        write_format(out, " <small>");
        write_size(entry->size, out);
        write_format(out, "</small>");
    }
    write_format(out, "\n");
}

bool write_list(const Look *look, Writer *out, Report *report)
{
    enum { ENTRIES_A_PAGE = 1000 };
    const Found *found = look->found;
    const uint64_t from = look->request->from;
    (void)report;
    if (!found->entry_count)
        write_format(out, "<p>This folder is empty.</p>\n");
    write_format(out, "<ul class=list>\n");
    for (uint64_t i = from; i < found->entry_count && i - from < ENTRIES_A_PAGE; i++)
        write_entry(look, &found->entries[i], out);
    write_format(out, "</ul>\n");
    write_pages(look, found->entry_count, ENTRIES_A_PAGE, "as=list&amp;", out);
    if (!from)
        write_gallery(look, 0, SHEETS_A_PAGE, out);
    return true;
}

/* ---- images, sounds, movies ---- */

static void write_source(const Look *look, const char *as, Writer *out)
{
    write_format(out, "src=\"");
    write_html(out, look->request->base);
    write_u8(out, '/');
    write_url(out, look->found->path);
    write_format(out, "?as=%s\"", as);
}

bool write_snapshot(const Look *look, Writer *out, Report *report)
{
    Bytes picture;
    uint32_t w = 0, h = 0;
    if (!look_picture(look, &picture, report))
        return false;
    look_keep_picture(look, picture);
    if (picture.size >= 24) { /* from the PNG's first chunk */
        w = (uint32_t)uint_of(picture.data + 16, 4, true);
        h = (uint32_t)uint_of(picture.data + 20, 4, true);
    }
    write_format(out, "<p>%u &times; %u pixels</p>\n<p class=picture><img alt=\"", w, h);
    write_html(out, path_base(look->found->path));
    write_format(out, ", %u x %u pixels\" ", w, h);
    write_source(look, "png", out);
    /* Small images are pixel art: enlarge them. */
    for (unsigned times = 4; times > 1; times--)
        if (w * times <= 640 && h * times <= 640) {
            write_format(out, " width=%u height=%u", w * times, h * times);
            break;
        }
    write_format(out, "></p>\n");
    return true;
}

static bool has_suffix(const Look *look, const char *const *suffixes)
{
    for (; look->found->is_file && *suffixes; suffixes++)
        if (path_has_suffix(look->found->path, *suffixes))
            return true;
    return false;
}

bool has_sound(const Look *look)
{
    return has_suffix(look, (const char *const[]){".ogg", ".wav", ".mp3", NULL});
}

/* The name of a player for screen readers. */
static void write_label(const Look *look, Writer *out)
{
    write_format(out, "aria-label=\"");
    write_html(out, path_base(look->found->path));
    write_format(out, "\" ");
}

bool write_sound(const Look *look, Writer *out, Report *report)
{
    (void)report;
    write_format(out, "<p><audio controls ");
    write_label(look, out);
    write_source(look, "raw", out);
    write_format(out, "></audio></p>\n");
    return true;
}

bool has_movie(const Look *look)
{
    return has_suffix(look, (const char *const[]){".ogv", NULL});
}

bool write_movie(const Look *look, Writer *out, Report *report)
{
    (void)report;
    write_format(out, "<p><video controls ");
    write_label(look, out);
    write_source(look, "raw", out);
    write_format(out, "></video></p>\n");
    return true;
}

/* ---- tables ---- */

static const Conversion *way_to(const Look *look, const char *suffix)
{
    const ConversionJob job = {.input = look->found->file};
    const Format *format = look->found->format;
    return format ? conversion_find(format_suffix(format), suffix, &job) : NULL;
}

/* Converts the file, or returns it unchanged if no conversion is needed. */
static bool convert(const Look *look, const char *suffix, Bytes *out, Report *report)
{
    const Conversion *conversion = way_to(look, suffix);
    ConversionJob job = {
        .path = look->found->path, .input = look->found->file, .output = look->found->file};
    if (conversion && !conversion_run(conversion, &job, look->arena, report))
        return false;
    *out = job.output;
    return true;
}

bool has_table(const Look *look)
{
    return has_suffix(look, (const char *const[]){".csv", NULL}) ||
           (look->found->is_file && way_to(look, "csv"));
}

bool write_table(const Look *look, Writer *out, Report *report)
{
    Csv csv;
    Bytes file;
    if (!convert(look, "csv", &file, report) || !csv_read(file, &csv, look->arena, report))
        return false;
    const uint64_t from = look->request->from;
    write_format(out, "<div class=wide><table>\n");
    for (uint64_t i = from; i < csv.count && i - from < ROWS_A_PAGE; i++) {
        write_format(out, "<tr><th scope=row>%" PRIu64, i + 1);
        for (size_t k = 0; k < csv.rows[i].count; k++) {
            write_format(out, "<td>");
            write_html(out, csv.rows[i].cells[k].text);
        }
        write_u8(out, '\n');
    }
    write_format(out, "</table></div>\n");
    write_pages(look, csv.count, ROWS_A_PAGE, "as=table&amp;", out);
    return true;
}

/* ---- text ---- */

/* No zero bytes at its start, and UTF-8 except for a truncated last character. */
bool has_text(const Look *look)
{
    enum { LOOKED_AT = 4096, CHARACTER = 4 };
    const Bytes file = look->found->file;
    if (!look->found->is_file)
        return false;
    if (look->found->format)
        return way_to(look, "ini") != NULL;
    const size_t size = file.size < LOOKED_AT ? file.size : LOOKED_AT;
    const Text text = {(const char *)file.data, size};
    return size && !memchr(file.data, 0, size) &&
           (utf8_invalid(text) == size ||
            (size < file.size && utf8_invalid(text) + CHARACTER > size));
}

bool write_text_view(const Look *look, Writer *out, Report *report)
{
    Bytes file;
    if (!convert(look, "ini", &file, report))
        return false;
    const uint64_t size = file.size;
    const uint64_t from = look->request->from < size ? look->request->from : size;
    const uint64_t max = size - from < TEXT_A_PAGE ? size - from : TEXT_A_PAGE;
    write_format(out, "<pre>");
    write_html(out, text_of_bytes(bytes_slice(file, (size_t)from, (size_t)max)));
    write_format(out, "</pre>\n");
    write_pages(look, size, TEXT_A_PAGE, "as=text&amp;", out);
    return true;
}

/* ---- contents ---- */

static bool is_glb(const Look *look)
{
    return look->found->is_file && glb_is(look->found->path, look->found->file);
}

bool has_contents(const Look *look)
{
    return look->found->format || is_glb(look) ||
           has_suffix(look, (const char *const[]){".json", NULL});
}

bool write_contents(const Look *look, Writer *out, Report *report)
{
    const Found *found = look->found;
    Writer json = writer_to(look->arena);
    if (found->format &&
        !format_to_json(found->format, found->file, false, &json, look->arena, report))
        return false;
    if (is_glb(look) && !glb_to_summary(found->file, &json, look->arena, report))
        return false;
    const Bytes text = json.size ? writer_bytes(&json) : found->file;
    const json_t *root = json_read(text, look->arena, report);
    return root && write_tree(look, root, out, report);
}

/* ---- problems ---- */

bool has_problems(const Look *look) { return look->found->format || is_glb(look); }

typedef struct Problems {
    const Look *look;
    Writer *out;
    size_t count;
} Problems;

static void put_problem(void *context, const Message *message)
{
    static const char *const words[] = {"note", "warning", "error"};
    enum { PROBLEMS_MAX = 1000 };
    Problems *problems = context;
    if (problems->count++ >= PROBLEMS_MAX)
        return;
    write_format(problems->out, "<li><b>%s</b> ", words[message->severity]);
    write_html(problems->out, message->text);
    write_u8(problems->out, '\n');
}

bool write_problems(const Look *look, Writer *out, Report *report)
{
    Problems problems = {.look = look, .out = out};
    Report own = report_to(put_problem, &problems);
    (void)report;
    write_format(out, "<ul>\n");
    const bool ok =
        is_glb(look) ? glb_check(look->found->file, look->arena, &own)
                     : format_check(look->found->format, look->found->file, look->arena, &own);
    write_format(out, "</ul>\n<p>%zu error%s, %zu warning%s</p>\n", own.errors,
                 PLURAL(own.errors), own.warnings, PLURAL(own.warnings));
    return ok || own.errors;
}

/* ---- bytes ---- */

bool has_hex(const Look *look) { return look->found->is_file; }

bool write_hex(const Look *look, Writer *out, Report *report)
{
    enum { ROW = 16 };
    const Bytes file = look->found->file;
    (void)report;
    write_format(out, "<pre>");
    for (uint64_t at = look->request->from;
         at < file.size && at < look->request->from + HEX_A_PAGE; at += ROW) {
        const size_t size = file.size - at < ROW ? (size_t)(file.size - at) : ROW;
        write_format(out, "%08" PRIx64 " ", at);
        for (size_t i = 0; i < ROW; i++)
            if (i < size)
                write_format(out, "%s%02x", i == ROW / 2 ? "  " : " ", file.data[at + i]);
            else
                write_format(out, i == ROW / 2 ? "    " : "   ");
        write_format(out, "  ");
        for (size_t i = 0; i < size; i++) {
            const char c = (char)file.data[at + i];
            write_html(out, c >= 0x20 && c < 0x7F ? (Text){&c, 1} : TEXT("."));
        }
        write_u8(out, '\n');
    }
    write_format(out, "</pre>\n");
    write_pages(look, file.size, HEX_A_PAGE, "as=hex&amp;", out);
    return true;
}
