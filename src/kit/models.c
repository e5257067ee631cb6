#include "kit/models.h"

#include "kit/files.h"

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

static bool take_complexion(Job *job, float out[3])
{
    static const char *const names[] = {"str", "dex", "height"};
    const char *text = job_text(job, "complexion"), *at = text;
    if (text && !(take_number(&at, &out[0]) && take_number(&at, &out[1]) &&
                  take_number(&at, &out[2]) && !*at))
        return job_misuse(job, "--complexion takes three numbers as 0,0.5,1: not \"%s\"", text);
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        const char *one = at = job_text(job, names[i]);
        if (one && (strchr(one, ',') || !take_number(&at, &out[i])))
            return job_misuse(job, "--%s takes a number as 0.5: not \"%s\"", names[i], one);
    }
    return true;
}

bool models_take_options(Job *job, ModelSettings *out, Arena *arena)
{
    *out = (ModelSettings){.bake = job_given(job, "bake"), .skin = job_given(job, "skin")};
    return take_complexion(job, out->complexion) &&
           job_file(job, "bones", &out->bones, arena) &&
           job_file(job, "anim", &out->animation, arena) &&
           job_file(job, "texture", &out->texture, arena);
}
