/* Values of the options for maps. */
#include "evil_islands/maps/map_images.h"

#include "base/text.h"

static bool map_layer_parse(const GivenOptions *given, const char *value, void *settings)
{
    return map_layer_named(text_of(value), &((MapSettings *)settings)->layer) ||
           options_misuse(given, "--as of a map: expected %s, found \"%s\"", MAP_LAYER_NAMES,
                          value);
}

static bool complete(GivenOptions *given, void *settings)
{
    if (options_given(given, "cam") &&
        (options_given(given, "as") || options_given(given, "size")))
        return options_misuse(given, "--cam has no --as and no --size");
    return ((MapSettings *)settings)->layer != MAP_PROJECT ||
           options_given(given, "mob") == options_given(given, "models") ||
           options_misuse(given, "--as project requires both --mob and --models, or neither");
}

static const Setting rows[] = {
#define SETTINGS_FILE "evil_islands/maps/map_options.def"
#define AT(member) offsetof(MapSettings, member)
#include "kit/convert/setting_rows.h"
    {0}};
static const MapSettings shown = {.layer = MAP_PICTURE};
const Subject map_subject = {sizeof(MapSettings), rows, complete, NULL, &shown};
