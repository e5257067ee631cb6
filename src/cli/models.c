#include "cli/models.h"

#include "cli/convert_options.h"
#include "cli/files.h"

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

static int take_complexion(Invocation *invocation, float out[3])
{
    static const char *const names[] = {"str", "dex", "height"};
    const char *text = option_text(invocation, "complexion"), *at = text;
    if (text && !(take_number(&at, &out[0]) && take_number(&at, &out[1]) &&
                  take_number(&at, &out[2]) && !*at))
        return usage_error(invocation,
                           "--complexion takes three numbers as 0,0.5,1: not \"%s\"", text);
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        const char *one = at = option_text(invocation, names[i]);
        if (one && (strchr(one, ',') || !take_number(&at, &out[i])))
            return usage_error(invocation, "--%s takes a number as 0.5: not \"%s\"", names[i],
                               one);
    }
    return EXIT_DONE;
}

int models_take_options(Invocation *invocation, ModelSettings *out, Arena *arena)
{
    *out = (ModelSettings){.bake = option_given(invocation, "bake"),
                           .skin = option_given(invocation, "skin")};
    const int status = take_complexion(invocation, out->complexion);
    if (status)
        return status;
    return option_file(invocation, "bones", &out->bones, arena) &&
                   option_file(invocation, "anim", &out->animation, arena) &&
                   option_file(invocation, "texture", &out->texture, arena)
               ? EXIT_DONE
               : EXIT_FAILED;
}
