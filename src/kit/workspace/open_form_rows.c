/* Functions of rows of open_forms.def. Parts, in order: forms by conversions; texts; all other
 * formats as JSON. */
#include "kit/workspace/open_forms.h"

#include "base/text.h"
#include "kit/convert/conversion.h"
#include "kit/formats/format.h"

/* An empty file also needs a valid pointer, like one that was read. */
void open_form_put(Opened *out, Bytes bytes, Arena *arena)
{
    const Bytes file = bytes.data ? bytes : bytes_of_text(TEXT(""));
    *ARENA_PUSH(arena, out->files.items, out->files.count) = (ProjectFile){TEXT(""), file};
}

/* ---- with edges of conversions.def ---- */

bool edge_form_open(Text path, Bytes file, Opened *out, Arena *arena, Report *report)
{
    ConversionJob job = {.path = path, .input = file};
    const Conversion *edge = conversion_find(out->form->format, out->form->to, &job);
    if (!edge || strcmp(edge->to, out->form->to) != 0 ||
        !conversion_run(edge, &job, arena, report))
        return false;
    if (open_form_is_folder(out->form))
        out->files = job.files_out;
    else
        open_form_put(out, job.output, arena);
    return out->files.count != 0;
}

bool edge_form_close(Text path, const Opened *opened, Bytes *out, Arena *arena, Report *report)
{
    const OpenForm *form = opened->form;
    ConversionJob job = {.path = path, .target = path};
    const Conversion *edge = conversion_find(form->to, form->format, &job);
    if (!edge)
        return report_error(report, "cannot convert to .%s", form->format);
    if (open_form_is_folder(form))
        job.files = opened->files;
    else
        job.input = opened->files.items[0].bytes;
    if (!conversion_run(edge, &job, arena, report))
        return false;
    *out = job.output;
    return true;
}

/* ---- texts ---- */

bool open_form_is_text(Bytes file)
{
    /* Alone, 0x98 is a letter in no encoding; it may be part of a character: the first byte of
     * a Korean one, a later byte of others. */
    enum { UNASSIGNED = 0x98, DELETE = 0x7F };
    for (size_t i = 0; i < file.size; i++) {
        const uint8_t letter = file.data[i];
        const bool blank = letter == '\t' || letter == '\n' || letter == '\r';
        const uint8_t before = i ? file.data[i - 1] : 0;
        const uint8_t after = i + 1 < file.size ? file.data[i + 1] : 0;
        const bool alone = letter == UNASSIGNED && before < 0x80 && after < 'A';
        if ((letter < ' ' && !blank) || alone || letter == DELETE)
            return false;
    }
    return file.size != 0;
}

bool text_form_open(Text path, Bytes file, Opened *out, Arena *arena, Report *report)
{
    (void)path;
    (void)report;
    open_form_put(out, bytes_of_text(game_text_decode(text_of_bytes(file), arena)), arena);
    return true;
}

/* Windows editors add a byte order mark to UTF-8. */
bool text_form_close(Text path, const Opened *opened, Bytes *out, Arena *arena, Report *report)
{
    const Text text = text_without_mark(text_of_bytes(opened->files.items[0].bytes));
    Text closed;
    size_t bad = 0;
    (void)path;
    if (game_text_encode(text, &closed, &bad, arena)) {
        *out = bytes_of_text(closed);
        return true;
    }
    SourcePosition place = {.line = 1, .column = 1};
    size_t from = 0, at = bad;
    for (size_t i = 0; i < bad; i++)
        if (text.at[i] == '\n') {
            place.line++;
            from = i + 1;
        }
    for (size_t i = from; i < bad; place.column++)
        utf8_next(text, &i);
    utf8_next(text, &at);
    return report_error_at(report, place, "%s",
                           game_text_lack(text_slice(text, bad, at), arena).at);
}

/* ---- all other formats ---- */

bool plain_form_open(Text path, Bytes file, Opened *out, Arena *arena, Report *report)
{
    Writer writer = writer_to(arena);
    (void)path;
    if (!format_to_json(format_named(out->format), file, true, &writer, arena, report))
        return false;
    open_form_put(out, writer_bytes(&writer), arena);
    return true;
}

bool plain_form_close(Text path, const Opened *opened, Bytes *out, Arena *arena, Report *report)
{
    const Format *format;
    (void)path;
    if (!format_from_json(opened->files.items[0].bytes, out, &format, arena, report))
        return false;
    return text_is(opened->format, format->name) ||
           report_error(report, "it describes a .%s, not a .%.*s", format->name,
                        (int)opened->format.size, opened->format.at);
}
