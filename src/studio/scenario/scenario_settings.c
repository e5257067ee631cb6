/* Settings at the start of a scenario. */
#include "studio/scenario/scenario_internal.h"

bool setting_seed(Run *run, const Step *step)
{
    run->options.seed = (uint64_t)step->values[0].number;
    return true;
}

bool setting_begin(Run *run, const Step *step)
{
    run->beginning = step->values[0].number;
    return true;
}

bool scenario_language(const TngFile *game, Text code, size_t *out)
{
    for (size_t i = 0; i < tng_language_count(game); i++) {
        const TngLanguage *language = tng_language(game, i)->record;
        if (text_equal((Text){language->code, 2}, code)) {
            *out = i;
            return true;
        }
    }
    return false;
}

bool setting_language(Run *run, const Step *step)
{
    const Text word = step->values[0].word;
    return scenario_language(run->game, word, &run->options.language) ||
           run_fail(run, "the game has no language \"%.*s\"", (int)word.size, word.at);
}
