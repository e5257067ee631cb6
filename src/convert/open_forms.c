#include "convert/open_forms.h"

#include "base/game_text.h"
#include "base/path.h"
#include "base/text.h"
#include "convert/conversion.h"
#include "convert/picture_reduce.h"
#include "formats/evil_islands/mob_folder.h"
#include "formats/format.h"
#include "image/png.h"
#include "image/png_write.h"

/* An empty file also needs a valid pointer, like one that was read. */
static void put_file(Opened *out, Bytes bytes, Arena *arena)
{
    const Bytes file = bytes.data ? bytes : bytes_of_text(TEXT(""));
    *ARENA_PUSH(arena, out->files.items, out->files.count) = (ProjectFile){TEXT(""), file};
}

/* ---- with edges of conversions.def ---- */

static bool edge_open(Text path, Bytes file, Opened *out, Arena *arena, Report *report)
{
    ConversionJob job = {.path = path, .input = file};
    const Conversion *edge = conversion_find(out->form->format, out->form->to, &job);
    if (!edge || strcmp(edge->to, out->form->to) != 0 ||
        !conversion_run(edge, &job, arena, report))
        return false;
    if (open_form_is_folder(out->form))
        out->files = job.files_out;
    else
        put_file(out, job.output, arena);
    return out->files.count != 0;
}

static bool edge_close(Text path, const Opened *opened, Bytes *out, Arena *arena,
                       Report *report)
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

/* ---- textures: the settings contain the pixel format and the number of levels ---- */

static bool picture_open(Text path, Bytes file, Opened *out, Arena *arena, Report *report)
{
    Mmp mmp;
    Image image;
    (void)path;
    if (!mmp_read(file, &mmp, arena, report) ||
        !mmp_picture(&mmp, 0, MMP_ROWS_USUAL, &image, arena, report))
        return false;
    put_file(out, png_write(&image, NULL, arena), arena);
    /* Blocks would have to be compressed again, which is by far the slowest step. */
    out->lossy = mmp_kinds[mmp.kind].bits < 16;
    out->settings = arena_format(arena, "%s %zu", mmp_kinds[mmp.kind].word, mmp.level_count);
    return true;
}

static bool picture_settings(Text settings, MmpKind *kind, size_t *levels, Report *report)
{
    Text rest = settings;
    int64_t number;
    const Text word = text_word(&rest), count = text_word(&rest);
    if (!mmp_kind_named(word, kind) || !text_number(count, 1, MMP_LEVELS_MAX, &number))
        return report_error(report, "\"%.*s\" is not a pixel format and a number of levels",
                            (int)settings.size, settings.at);
    *levels = (size_t)number;
    return true;
}

static bool picture_close(Text path, const Opened *opened, Bytes *out, Arena *arena,
                          Report *report)
{
    const Bytes file = opened->files.items[0].bytes;
    Image levels[MMP_LEVELS_MAX];
    size_t count = 1, most = MMP_LEVELS_MAX;
    MmpKind kind = MMP_KIND_COUNT;
    uint32_t w, h;
    (void)path;
    if (opened->settings.size && !picture_settings(opened->settings, &kind, &most, report))
        return false;
    if (!png_size(file, &w, &h, report))
        return false;
    if (w > MMP_SIDE_MAX || h > MMP_SIDE_MAX)
        return report_error(report, "the texture has %u x %u pixels; expected 1 to %d per side",
                            w, h, MMP_SIDE_MAX);
    if (!png_read(file, &levels[0], NULL, arena, report))
        return false;
    if (kind == MMP_KIND_COUNT)
        kind = mmp_kind_for(&levels[0], true, arena);
    for (; count < most && (w > 1 || h > 1); count++) {
        w = w > 1 ? w / 2 : 1;
        h = h > 1 ? h / 2 : 1;
        levels[count] = picture_reduced(&levels[count - 1], w, h, arena);
    }
    return mmp_of_pictures(kind, levels, count, MMP_ROWS_USUAL, out, arena, report);
}

/* ---- texts ---- */

static bool is_text(Bytes file)
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

static bool text_open(Text path, Bytes file, Opened *out, Arena *arena, Report *report)
{
    (void)path;
    (void)report;
    put_file(out, bytes_of_text(game_text_decode(text_of_bytes(file), arena)), arena);
    return true;
}

/* Windows editors add a byte order mark to UTF-8. */
static bool text_close(Text path, const Opened *opened, Bytes *out, Arena *arena,
                       Report *report)
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

static bool plain_open(Text path, Bytes file, Opened *out, Arena *arena, Report *report)
{
    Writer writer = writer_to(arena);
    (void)path;
    if (!format_to_json(format_named(out->format), file, true, &writer, arena, report))
        return false;
    put_file(out, writer_bytes(&writer), arena);
    return true;
}

static bool plain_close(Text path, const Opened *opened, Bytes *out, Arena *arena,
                        Report *report)
{
    const Format *format;
    (void)path;
    if (!format_from_json(opened->files.items[0].bytes, out, &format, arena, report))
        return false;
    return text_is(opened->format, format->name) ||
           report_error(report, "it describes a .%s, not a .%.*s", format->name,
                        (int)opened->format.size, opened->format.at);
}

static const OpenForm forms[] = {
#define OPEN_FORM(format, to, open, close, suffixes) {format, to, open, close, suffixes},
#include "convert/open_forms.def"
#undef OPEN_FORM
};

const OpenForm *open_form_for(Text format)
{
    const bool known = text_is(format, "text") || format_named(format);
    for (size_t i = 0; known && i < COUNT_OF(forms); i++)
        if (!*forms[i].format || text_is(format, forms[i].format))
            return forms[i].open ? &forms[i] : NULL;
    return NULL;
}

const OpenForm *open_form_of_file(Text format, Text path, Text open)
{
    const OpenForm *form = open_form_for(format);
    const Text name = path_base(open), own = path_base(path);
    const size_t folder = open.size - name.size;
    const Text above = path_base(text_slice(open, 0, folder ? folder - 1 : 0));
    /* A map called "objects.mob" was "objects.json". */
    const bool is_tree =
        text_is(name, MOB_TREE_FILE) &&
        (text_equal(above, own) || !text_is(path_without_suffix(own), "objects"));
    if (text_is(format, "mob") && text_ends(name, ".json") && !is_tree)
        return &forms[COUNT_OF(forms) - 1];
    return form;
}

/* ---- names ---- */

/* A name that starts with its only dot has no suffix. */
static Text stem_of(Text path)
{
    const Text stem = path_without_suffix(path);
    return path_base(stem).size ? stem : path;
}

static Text suffix_of(Text path)
{
    return stem_of(path).size < path.size ? path_suffix(path) : TEXT("");
}

/* A text keeps its suffix: it may distinguish it from other files. */
Text open_form_name(const OpenForm *form, Text path, bool whole, Arena *arena)
{
    const Text suffix = suffix_of(path);
    if (!form || !*form->to || text_is_caseless(suffix, form->to))
        return path;
    const Text stem = whole || !strcmp(form->format, "text") ? path : stem_of(path);
    return arena_format(arena, "%.*s.%s", (int)stem.size, stem.at, form->to);
}

const OpenForm *open_form_new_folder(Text path)
{
    const Text suffix = suffix_of(path);
    for (size_t i = 0; suffix.size && i < COUNT_OF(forms); i++) {
        Text rest = text_of(forms[i].suffixes);
        while (open_form_is_folder(&forms[i]) && rest.size) {
            const Text word = text_word(&rest);
            if (text_equal_caseless(suffix, word))
                return &forms[i];
        }
    }
    return NULL;
}

/* Any format is accepted as JSON, even if its files have another open form. */
static bool new_json(Bytes file, Text *format, Arena *arena, Report *report)
{
    json_t *json = json_read(file, arena, report);
    const json_t *value = json_object_get(json, "format");
    if (json_is_string(value))
        *format = arena_text(arena, text_of(json_string_value(value)));
    arena_release(arena, json);
    if (!json || format_named(*format))
        return json != NULL;
    return report_error(report,
                        "this JSON does not describe a file: it has no known \"format\"");
}

bool open_form_new(Text path, Bytes file, bool bare, Opened *out, Text *closed, Arena *arena,
                   Report *report)
{
    const Text suffix = suffix_of(path), stem = stem_of(path);
    *out = (Opened){0};
    put_file(out, file, arena);
    *closed = path;
    for (size_t i = 0; i < COUNT_OF(forms) && !out->form; i++)
        if (*forms[i].to && text_is_caseless(suffix, forms[i].to))
            out->form = &forms[i];
    if (!out->form)
        return true;
    out->format = text_of(out->form->format);
    if (!out->format.size && !new_json(file, &out->format, arena, report))
        return false;
    const Text inner = suffix_of(stem);
    if (text_is(out->format, "text") ? bare : inner.size && text_equal(inner, out->format))
        *closed = stem; /* a.mmp.png: unpack uses this name if a.png is taken */
    else if (!text_is(out->format, "text"))
        *closed = arena_format(arena, "%.*s.%.*s", (int)stem.size, stem.at,
                               (int)out->format.size, out->format.at);
    return true;
}

/* ---- opening and closing ---- */

static bool opens(Text path, Bytes file, Opened *out, Arena *arena)
{
    Report silent = report_to(NULL, NULL);
    out->files = (ProjectFiles){0};
    out->form = open_form_for(out->format);
    return out->form && out->form->open(path, file, out, arena, &silent);
}

bool open_form_has_encoding(const OpenForm *form)
{
    return form && form->close != picture_close;
}

bool open_form_close(Text path, const Opened *opened, Bytes *out, Arena *arena, Report *report)
{
    const GameTexts before = game_texts();
    const bool noted = open_form_has_encoding(opened->form) && opened->settings.size;
    Encoding encoding;
    if (!opened->form) {
        *out = opened->files.items[0].bytes;
        return true;
    }
    if (noted && !encoding_named(opened->settings, &encoding))
        return report_error(report, "unknown encoding \"%.*s\"", (int)opened->settings.size,
                            opened->settings.at);
    if (noted)
        game_texts_choose(encoding);
    const bool ok = opened->form->close(path, opened, out, arena, report);
    game_texts_use(before);
    return ok;
}

/* Opens the files of formats whose texts are often not ASCII, and drops the result. */
void open_form_weigh(Text path, Bytes file, EncodingPoints *points)
{
    static const char *const with_texts[] = {"reg", "db", "mob", "adb"};
    const Format *format = format_of(path, file);
    bool has_texts = !format && is_text(file);
    for (size_t i = 0; i < COUNT_OF(with_texts); i++)
        has_texts |= format && !strcmp(format->name, with_texts[i]);
    if (!has_texts)
        return;
    Arena *scratch = arena_new();
    Opened opened = {.format = format ? text_of(format->name) : TEXT("text")};
    const GameTexts before = game_texts_use((GameTexts){.points = points});
    opens(path, file, &opened, scratch);
    game_texts_use(before);
    arena_free(scratch);
}

static void open_in_encoding(Text path, Bytes file, Opened *out, Arena *arena)
{
    const Format *format = format_of(path, file);
    *out = (Opened){.format = format ? text_of(format->name) : TEXT("")};
    if (!opens(path, file, out, arena)) {
        out->format = is_text(file) ? TEXT("text") : TEXT("");
        if (!opens(path, file, out, arena)) {
            *out = (Opened){.exact = true};
            put_file(out, file, arena);
            return;
        }
    }
    if (out->lossy)
        return;
    Arena *scratch = arena_new();
    Report silent = report_to(NULL, NULL);
    Bytes back;
    out->exact = open_form_close(path, out, &back, scratch, &silent) && bytes_equal(back, file);
    arena_free(scratch);
}

void open_form_open(Text path, Bytes file, Opened *out, Arena *arena)
{
    const GameTexts before = game_texts();
    if (!before.chosen) {
        EncodingPoints points = {{0}};
        open_form_weigh(path, file, &points);
        game_texts_choose(encoding_decide(NULL, &points));
    }
    const Encoding encoding = game_texts().encoding;
    open_in_encoding(path, file, out, arena);
    game_texts_use(before);
    if (open_form_has_encoding(out->form) && encoding != ENCODING_CP1251 &&
        (text_is(out->format, "text") || format_has_game_texts(format_named(out->format))))
        out->settings = text_of(encoding_name(encoding));
}
