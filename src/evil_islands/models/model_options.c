/* Values of the options for models and their sprites. */
#include "evil_islands/models/model_sprites.h"

#include "base/text.h"

#include <math.h>
#include <stdlib.h>

/* A finite number, up to a comma or the end. */
static bool take_number(const char **at, float *out)
{
    char *end;
    *out = strtof(*at, &end);
    const bool ok = end != *at && isfinite(*out) && (!*end || *end == ',');
    *at = *end ? end + 1 : end;
    return ok;
}

static bool model_complexion_parse(const GivenOptions *given, const char *value, void *settings)
{
    float *out = ((ModelSettings *)settings)->complexion;
    const char *at = value;
    return (take_number(&at, &out[0]) && take_number(&at, &out[1]) &&
            take_number(&at, &out[2]) && !*at) ||
           options_misuse(given,
                          "--complexion: expected three numbers such as 0,0.5,1, found \"%s\"",
                          value);
}

static bool parse_part(const GivenOptions *given, const char *name, const char *value,
                       float *out)
{
    const char *at = value;
    return (!strchr(value, ',') && take_number(&at, out)) ||
           options_misuse(given, "--%s: expected a number such as 0.5, found \"%s\"", name,
                          value);
}

static bool model_strength_parse(const GivenOptions *given, const char *value, void *settings)
{
    return parse_part(given, "str", value, &((ModelSettings *)settings)->complexion[0]);
}

static bool model_dexterity_parse(const GivenOptions *given, const char *value, void *settings)
{
    return parse_part(given, "dex", value, &((ModelSettings *)settings)->complexion[1]);
}

static bool model_height_parse(const GivenOptions *given, const char *value, void *settings)
{
    return parse_part(given, "height", value, &((ModelSettings *)settings)->complexion[2]);
}

static bool sprites_as_parse(const GivenOptions *given, const char *value, void *settings)
{
    SpriteSettings *sprites = &((ModelSettings *)settings)->sprites;
    sprites->chosen = text_is_caseless(text_of(value), "sprites");
    return sprites->chosen || !strcmp(value, "portraits") ||
           options_misuse(given, "--as: expected portraits or sprites, found \"%s\"", value);
}

static bool complete(GivenOptions *given, void *settings)
{
    const uint32_t directions = ((ModelSettings *)settings)->sprites.directions;
    return SPRITE_DIRECTIONS % directions == 0 ||
           options_misuse(given, "--directions: expected 1, 2, 4 or 8, found %u", directions);
}

static const Setting rows[] = {
#define SETTINGS_FILE "evil_islands/models/sprite_options.def"
#define AT(member) offsetof(ModelSettings, sprites.member)
#include "kit/convert/setting_rows.h"
#define SETTINGS_FILE "evil_islands/models/model_options.def"
#define AT(member) offsetof(ModelSettings, member)
#include "kit/convert/setting_rows.h"
    {0}};
const Subject model_subject = {sizeof(ModelSettings), rows, complete, NULL, NULL};
