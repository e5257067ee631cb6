/* Parts, in order: the table of forms; names of files; opening and closing. A file is opened
 * with its own form, otherwise as a text, otherwise unchanged; then it is closed again, to see
 * whether the bytes are the same. */
#include "kit/workspace/open_forms.h"

#include "base/game_text.h"
#include "base/path.h"
#include "base/text.h"
#include "kit/convert/conversion.h"
#include "kit/formats/format.h"

static const OpenForm forms[] = {
#define OPEN_FORM(format, to, open, close, suffixes) {format, to, open, close, suffixes},
#include "kit/workspace/open_forms.def"
};

static const struct {
    const char *format;
    bool (*was_json)(Text path, Text open);
} former[] = {
#define OPEN_FORM_FORMER(format, was_json) {#format, was_json},
#include "kit/workspace/open_forms.def"
};

static const char *const with_texts[] = {
#define OPEN_FORM_TEXTS(format) #format,
#include "kit/workspace/open_forms.def"
};

static const char *const with_settings[] = {
#define OPEN_FORM_SETTINGS(format) #format,
#include "kit/workspace/open_forms.def"
};

static bool is_among(const char *format, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!strcmp(format, names[i]))
            return true;
    return false;
}

/* NULL if files of the format stay unchanged. A form without a format is for all known ones. */
const OpenForm *open_form_for(Text format)
{
    const bool known = text_is(format, "text") || format_named(format);
    for (size_t i = 0; known && i < COUNT_OF(forms); i++)
        if (!*forms[i].format || text_is(format, forms[i].format))
            return forms[i].open ? &forms[i] : NULL;
    return NULL;
}

/* Workspaces of earlier versions may have another form of the file: `former` recognizes it. */
const OpenForm *open_form_of_file(Text format, Text path, Text open)
{
    const OpenForm *form = open_form_for(format);
    for (size_t i = 0; i < COUNT_OF(former); i++)
        if (text_is(format, former[i].format) && former[i].was_json(path, open))
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

/* Consistent with stem_of(): both together are the name. */
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

/* NULL if no form makes a folder with this suffix. */
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

/* From the name of a new file in a workspace to the file of the game. `bare`: texts there
 * have no suffix. */
bool open_form_new(Text path, Bytes file, bool bare, Opened *out, Text *closed, Arena *arena,
                   Report *report)
{
    const Text suffix = suffix_of(path), stem = stem_of(path);
    *out = (Opened){0};
    open_form_put(out, file, arena);
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

/* Errors are silent: then another form is tried. */
static bool opens(Text path, Bytes file, Opened *out, Arena *arena)
{
    Report silent = report_to(NULL, NULL);
    out->files = (ProjectFiles){0};
    out->form = open_form_for(out->format);
    return out->form && out->form->open(path, file, out, arena, &silent);
}

/* Other forms use their settings for something else. */
bool open_form_has_encoding(const OpenForm *form)
{
    return form && !is_among(form->format, with_settings, COUNT_OF(with_settings));
}

/* The encoding is global during the call, and is restored. */
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
    const Format *format = format_of(path, file);
    if (format ? !is_among(format->name, with_texts, COUNT_OF(with_texts))
               : !open_form_is_text(file))
        return;
    Arena *scratch = arena_new();
    Opened opened = {.format = format ? text_of(format->name) : TEXT("text")};
    const GameTexts before = game_texts_use((GameTexts){.points = points});
    opens(path, file, &opened, scratch);
    game_texts_use(before);
    arena_free(scratch);
}

/* Closes the result again, to see whether it is exact. Lossy forms need no such test. */
static void open_in_encoding(Text path, Bytes file, Opened *out, Arena *arena)
{
    const Format *format = format_of(path, file);
    *out = (Opened){.format = format ? text_of(format->name) : TEXT("")};
    if (!opens(path, file, out, arena)) {
        out->format = open_form_is_text(file) ? TEXT("text") : TEXT("");
        if (!opens(path, file, out, arena)) {
            *out = (Opened){.exact = true};
            open_form_put(out, file, arena);
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

/* cp1251 is the default, and is not noted. */
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
