/* Parts, in order: values; the file; rendering options. The rows of settings.def are the keys
 * of the file and the rows of the menus. */
#include "player/menus/settings.h"

#include "base/hash.h"
#include "base/text.h"
#include "player/menus/bindings.h"
#include "engine/render/screen_words.h"

enum { ZOOM_LIMIT = 8 };

const SettingRow setting_rows[SETTINGS] = {
#define SETTING(name, page, kind, min, max, step, fallback, title, zero, doc)                  \
    {#name, doc,  PAGE_##page, SETTING_##kind, min,                                            \
     max,   step, fallback,    WORD_##title,   WORD_##zero},
#include "player/menus/settings.def"
};

void settings_default(Settings *settings)
{
    *settings = (Settings){.window_w = 1280, .window_h = 720, .unknown = TEXT("")};
    for (size_t i = 0; i < SETTINGS; i++)
        settings->values[i] = setting_rows[i].fallback;
}

bool setting_adjust(Settings *settings, Setting setting, int32_t step)
{
    const SettingRow *row = &setting_rows[setting];
    int32_t value = settings->values[setting];
    if (row->kind == SETTING_NUMBER) {
        value += step * row->step;
        value = value < row->min ? row->min : value > row->max ? row->max : value;
    } else {
        const int32_t count = row->max - row->min + 1;
        value = row->min + (value - row->min + step + count) % count;
    }
    const bool changed = value != settings->values[setting];
    settings->values[setting] = value;
    return changed;
}

/* ---- the file ---- */

static bool read_setting(Settings *settings, Text name, Text value)
{
    for (size_t i = 0; i < SETTINGS; i++) {
        const SettingRow *row = &setting_rows[i];
        int64_t number;
        if (!text_is(name, row->name))
            continue;
        if (!text_number(value, INT32_MIN, INT32_MAX, &number))
            return false;
        settings->values[i] = number < row->min   ? row->min
                              : number > row->max ? row->max
                                                  : (int32_t)number;
        return true;
    }
    return false;
}

static bool read_language(Settings *settings, Text value)
{
    if (value.size != 0 && value.size != 2)
        return false;
    memset(settings->language, 0, sizeof settings->language);
    memcpy(settings->language, value.at, value.size);
    return true;
}

static bool read_window(Settings *settings, Text value)
{
    int64_t w, h;
    if (!text_number(text_word(&value), WINDOW_MIN / 2, WINDOW_MAX, &w) ||
        !text_number(text_word(&value), WINDOW_MIN / 2, WINDOW_MAX, &h))
        return false;
    settings->window_w = (uint32_t)w;
    settings->window_h = (uint32_t)h;
    return true;
}

static bool starts_with(Text text, const char *start, Text *rest)
{
    const size_t size = strlen(start);
    if (text.size < size || memcmp(text.at, start, size) != 0)
        return false;
    *rest = (Text){text.at + size, text.size - size};
    return true;
}

static bool read_line(Settings *settings, Bindings *bindings, Text line)
{
    size_t at;
    Text rest;
    if (!text_find(line, '=', &at))
        return false;
    const Text name = text_trimmed((Text){line.at, at});
    const Text value = text_trimmed((Text){line.at + at + 1, line.size - at - 1});
    if (text_is(name, "language"))
        return read_language(settings, value);
    if (text_is(name, "window"))
        return read_window(settings, value);
    for (int pad = 0; pad < 2; pad++)
        for (Action i = 0; starts_with(name, pad ? "pad." : "key.", &rest) && i < ACTIONS; i++)
            if (text_is(rest, action_rows[i].name)) {
                bindings_set(bindings, i, pad, value);
                return true;
            }
    return read_setting(settings, name, value);
}

enum { UNKNOWN_MAX = 64 << 10, SEEN_SIZE = UNKNOWN_MAX };

/* Whether a preserved line is a duplicate, by hash; the table is at most half full. */
static bool was_seen(uint64_t *seen, Text line)
{
    const uint64_t hash = hash_bytes(1, (Bytes){(const uint8_t *)line.at, line.size}) | 1;
    size_t at = (size_t)(hash >> 1) % SEEN_SIZE;
    while (seen[at] && seen[at] != hash)
        at = (at + 1) % SEEN_SIZE;
    const bool known = seen[at] == hash;
    seen[at] = hash;
    return known;
}

void settings_read(Settings *settings, Bindings *bindings, Text file, Arena *arena,
                   Report *report)
{
    enum { FILE_MAX = 256 << 10, WARNINGS_MAX = 10 };
    Writer unknown = writer_to(arena);
    Arena *scratch = arena_new();
    uint64_t *seen = NULL;
    SourcePosition position = {0};
    size_t warnings = 0;
    if (file.size > FILE_MAX) {
        report_warning(report,
                       "the settings file has %zu bytes, which is too large; it is ignored",
                       file.size);
        arena_free(scratch);
        return;
    }
    file = text_without_mark(file);
    for (Text line; text_line(&file, &line);) {
        const Text words = text_trimmed(line);
        position.line++;
        position.source = line;
        if (!words.size || words.at[0] == '#' || read_line(settings, bindings, words))
            continue;
        if (warnings++ < WARNINGS_MAX)
            report_warning_at(report, position, "unknown setting; the line is preserved");
        seen = seen ? seen : ARENA_ALLOC(scratch, uint64_t, SEEN_SIZE);
        if (unknown.size + words.size >= UNKNOWN_MAX || was_seen(seen, words))
            continue;
        write_text(&unknown, words);
        write_u8(&unknown, '\n');
    }
    if (warnings > WARNINGS_MAX)
        report_warning(report, "the settings have %zu more unknown lines",
                       warnings - WARNINGS_MAX);
    settings->unknown = writer_text(&unknown);
    arena_free(scratch);
}

void settings_write(const Settings *settings, const Bindings *bindings, Writer *out)
{
    Arena *scratch = arena_new();
    write_format(out,
                 "# oisin: settings of the player, for all games\nlanguage = %s\n"
                 "window = %u %u\n",
                 settings->language, settings->window_w, settings->window_h);
    for (size_t i = 0; i < SETTINGS; i++)
        write_format(out, "# %s\n%s = %d\n", setting_rows[i].doc, setting_rows[i].name,
                     settings->values[i]);
    for (int pad = 0; pad < 2; pad++)
        for (Action i = 0; i < ACTIONS; i++) {
            const Text list = bindings_text(bindings, i, pad, scratch);
            write_format(out, "%s.%s = %.*s\n", pad ? "pad" : "key", action_rows[i].name,
                         (int)list.size, list.at);
        }
    write_text(out, settings->unknown);
    arena_free(scratch);
}

/* ---- rendering options ---- */

/* At least about 640 x 360 pixels are visible, of an upright window 360 x 640. Up to a quarter
 * less is accepted rather than half the zoom, for example if a title bar makes a window
 * slightly too low. */
static uint32_t zoom_that_fits(uint32_t w, uint32_t h)
{
    const uint32_t by_w = ((w > h ? w : h) + RENDER_WIDTH / 4) / RENDER_WIDTH;
    const uint32_t by_h = ((w > h ? h : w) + RENDER_HEIGHT / 4) / RENDER_HEIGHT;
    const uint32_t zoom = by_w < by_h ? by_w : by_h;
    return zoom < 1 ? 1 : zoom > ZOOM_LIMIT ? ZOOM_LIMIT : zoom;
}

RenderOptions settings_render(const Settings *settings, uint32_t w, uint32_t h)
{
    const int32_t *values = settings->values;
    const uint32_t fits = zoom_that_fits(w, h);
    const uint32_t zoom = values[SETTING_zoom] ? (uint32_t)values[SETTING_zoom] : fits;
    /* An interface larger than its window could not be used. */
    const uint32_t wanted = values[SETTING_ui_zoom] ? (uint32_t)values[SETTING_ui_zoom]
                            : zoom < fits           ? zoom
                                                    : fits;
    return (RenderOptions){.zoom = zoom,
                           .ui_zoom = wanted < fits ? wanted : fits,
                           .text_percent = (uint32_t)values[SETTING_text_percent],
                           .reduced_motion = values[SETTING_reduced_motion],
                           .colours = (uint32_t)values[SETTING_colours],
                           .text_speed = (uint32_t)values[SETTING_text_speed],
                           .subtitle_back = values[SETTING_subtitle_back]};
}
