/* The player's settings: a text file with one `name = value` per line, # for comments.
 * Unknown lines are preserved, once each and at most 64 KiB, with warnings for the first
 * ones; numbers are clamped to their range. */
#ifndef OISIN_PLAYER_MENUS_SETTINGS_H
#define OISIN_PLAYER_MENUS_SETTINGS_H

#include "base/report.h"
#include "base/stream.h"
#include "engine/render/render.h"

typedef enum SettingsPage {
#define PAGE(name, word) PAGE_##name,
#include "player/menus/settings.def"
    SETTINGS_PAGES
} SettingsPage;

typedef enum Setting {
#define SETTING(name, page, kind, min, max, step, fallback, title, zero, doc) SETTING_##name,
#include "player/menus/settings.def"
    SETTINGS
} Setting;

typedef enum SettingKind { SETTING_SWITCH, SETTING_NUMBER, SETTING_CHOICE } SettingKind;

typedef struct SettingRow {
    const char *name, *doc;
    SettingsPage page;
    SettingKind kind;
    int32_t min, max, step, fallback;
    uint32_t title; /* a Word of engine/render/screen_words.def */
    uint32_t zero;  /* a Word shown for 0 */
} SettingRow;
extern const SettingRow setting_rows[SETTINGS];

typedef struct Settings {
    int32_t values[SETTINGS];
    char language[3];            /* `language = de`; empty: the system's */
    uint32_t window_w, window_h; /* `window = 1280 720`, the last size */
    Text unknown;                /* preserved lines of the file */
} Settings;

enum { WINDOW_MIN = 320, WINDOW_MAX = 8192 };

void settings_default(Settings *settings);
struct Bindings;
/* Updates existing settings and bindings; the file may have only some of them. */
void settings_read(Settings *settings, struct Bindings *bindings, Text file, Arena *arena,
                   Report *report);
void settings_write(const Settings *settings, const struct Bindings *bindings, Writer *out);
/* Changes a setting by one step; switches toggle, choices wrap around. Returns true if the
 * value has changed. */
bool setting_adjust(Settings *settings, Setting setting, int32_t step);

/* The rendering options for a window of this size. */
RenderOptions settings_render(const Settings *settings, uint32_t w, uint32_t h);

#endif
