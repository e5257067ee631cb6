/* Values of the options for sprite sheets. */
#include "tirnanog/convert/picture_conversions.h"

#include "base/text.h"
#include "tirnanog/sprites/sheet_cut.h"

/* "16" or "16x24". */
static bool preset_size_parse(const GivenOptions *given, const char *value, void *settings)
{
    PresetSettings *out = settings;
    Text w = text_of(value), h = w;
    size_t at;
    int64_t numbers[2];
    if (text_find(w, 'x', &at)) {
        h = text_slice(w, at + 1, w.size);
        w.size = at;
    }
    if (!text_number(w, 1, SHEET_NUMBER_MAX, &numbers[0]) ||
        !text_number(h, 1, SHEET_NUMBER_MAX, &numbers[1]))
        return options_misuse(given, "--size: expected pixels, as in 16 or 16x24, found \"%s\"",
                              value);
    out->w = (uint32_t)numbers[0];
    out->h = (uint32_t)numbers[1];
    return true;
}

static bool complete(GivenOptions *given, void *settings)
{
    static const char *const of_grid[] = {"size", "margin", "spacing"};
    const char *name = ((PresetSettings *)settings)->name;
    if (name && !preset_exists(name, given->report))
        return false;
    if (name && options_given(given, "layout"))
        return options_misuse(given, "--layout and --preset exclude each other");
    for (size_t i = name ? 0 : 1; i < COUNT_OF(of_grid); i++)
        if (options_given(given, of_grid[i]) && (!name || strcmp(name, "grid") != 0))
            return options_misuse(given, "--%s applies to --preset grid only", of_grid[i]);
    return name || given->conversion->run != sheet_to_sprites ||
           (!options_given(given, "size") && !options_given(given, "folder")) ||
           options_misuse(given, "--size and --folder require --preset for sprite sheets");
}

static const Setting rows[] = {
#define SETTINGS_FILE "tirnanog/convert/preset_options.def"
#define AT(member) offsetof(PresetSettings, member)
#include "kit/convert/setting_rows.h"
    {0}};
const Subject preset_subject = {sizeof(PresetSettings), rows, complete, NULL, NULL};
