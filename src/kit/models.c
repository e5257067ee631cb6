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
    static const JobOption parts[] = {OPTION_str, OPTION_dex, OPTION_height};
    const char *text = job_text(job, OPTION_complexion), *at = text;
    if (text && !(take_number(&at, &out[0]) && take_number(&at, &out[1]) &&
                  take_number(&at, &out[2]) && !*at))
        return job_usage_error(
            job, "--complexion: expected three numbers such as 0,0.5,1, found \"%s\"", text);
    for (size_t i = 0; i < COUNT_OF(parts); i++) {
        const char *one = at = job_text(job, parts[i]);
        if (one && (strchr(one, ',') || !take_number(&at, &out[i])))
            return job_usage_error(job, "--%s: expected a number such as 0.5, found \"%s\"",
                                   job_option_names[parts[i]], one);
    }
    return true;
}

bool models_take_options(Job *job, ModelSettings *out, Arena *arena)
{
    *out = (ModelSettings){.bake = job_given(job, OPTION_bake),
                           .skin = job_given(job, OPTION_skin)};
    return take_complexion(job, out->complexion) &&
           job_file(job, OPTION_bones, &out->bones, arena) &&
           job_file(job, OPTION_anim, &out->animation, arena) &&
           job_file(job, OPTION_texture, &out->texture, arena);
}
