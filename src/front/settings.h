/* The player's settings: a text file, one `name = value` a line, # for comments.
 * Lines that are not understood are kept, once each and 64 KiB at most, and the first are told;
 * numbers beyond their range are brought into it. */
#ifndef OISIN_FRONT_SETTINGS_H
#define OISIN_FRONT_SETTINGS_H

#include "base/report.h"
#include "base/stream.h"
#include "render/render.h"

typedef enum SettingsPage {
#define PAGE(name, word) PAGE_##name,
#include "front/settings.def"
    SETTINGS_PAGES
} SettingsPage;

typedef enum Setting {
#define SETTING(name, page, kind, min, max, step, fallback, title, zero, doc) SETTING_##name,
#include "front/settings.def"
    SETTINGS
} Setting;

typedef enum SettingKind { SETTING_SWITCH, SETTING_NUMBER, SETTING_CHOICE } SettingKind;

typedef struct SettingRow {
    const char *name, *doc;
    SettingsPage page;
    SettingKind kind;
    int32_t min, max, step, fallback;
    uint32_t title; /* a Word of render/words.def */
    uint32_t zero;  /* a Word, shown for 0 */
} SettingRow;
extern const SettingRow setting_rows[SETTINGS];

typedef struct Settings {
    int32_t values[SETTINGS];
    char language[3];            /* `language = de`; empty: the system's */
    uint32_t window_w, window_h; /* `window = 1280 720`, as it was left */
    Text unknown;                /* lines of the file that are kept */
} Settings;

enum { WINDOW_MIN = 320, WINDOW_MAX = 8192 };

void settings_default(Settings *settings);
struct Bindings;
/* Into settings and bindings that are there already; both may be half in the file. */
void settings_read(Settings *settings, struct Bindings *bindings, Text file, Arena *arena,
                   Report *report);
void settings_write(const Settings *settings, const struct Bindings *bindings, Writer *out);
/* One step up or down; switches change, choices go round. True if it is another value. */
bool setting_adjust(Settings *settings, Setting setting, int32_t step);

/* What they mean for a window of this size. */
RenderOptions settings_render(const Settings *settings, uint32_t w, uint32_t h);

#endif
