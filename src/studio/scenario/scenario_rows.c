/* The tables of steps, conditions and kinds of values, from scenario_steps.def and
 * scenario_kinds.def, and the reference that is printed from them. */
#include "studio/scenario/scenario_internal.h"

/* "a b c ": lists for scenario_kinds.def. */
#define SCENARIO_BUTTONS button_words
static const char button_words[] =
#define BUTTON(name, word, doc) word " "
#include "engine/state/input.def"
    ;
#define SCENARIO_SCREENS screen_words
static const char screen_words[] =
#define SCREEN(name, word, doc) word " "
#include "engine/state/input.def"
    ;

const Kind kinds[KINDS] = {
#define KIND(name, reference, words, min, max, fallback, doc)                                  \
    {#name, SCRIPT_##reference, words, min, max, fallback, doc},
#include "studio/scenario/scenario_kinds.def"
};

const Row rows[] = {
#define GROUP(title, doc) {title, "", doc, NULL, NULL, "", true},
#define STEP(word, pattern, function, script, doc)                                             \
    {word, pattern, doc, function, NULL, script, false},
#define CONDITION(word, pattern, function, doc) {word, pattern, doc, NULL, function, "", false},
#include "studio/scenario/scenario_steps.def"
};
const size_t row_count = COUNT_OF(rows);

bool step_is_setting(const Step *step)
{
    return step->row && (step->row->step == setting_seed || step->row->step == setting_begin ||
                         step->row->step == setting_language);
}

/* ---- the reference ---- */

static void write_kinds(Writer *out)
{
    write_format(out, "## Values\n\n| value | is |\n|---|---|\n");
    for (size_t i = 0; i < KINDS; i++)
        write_format(out, "| %s | %s |\n", kinds[i].name, kinds[i].doc);
}

static void write_frame(Writer *out)
{
    write_format(
        out,
        "## The file\n\n| line | |\n|---|---|\n"
        "| `scenario NAME` | starts a scenario; the following lines are its steps |\n"
        "| `background` | the following steps run at the start of each scenario of the "
        "file |\n"
        "| `steps NAME` | the following steps run wherever `do NAME` is used, in any file |\n"
        "| `do NAME` | runs the steps of that name |\n"
        "| `cannot STEP` | passes if the game refuses the step; other failures (an unknown "
        "target, no such screen, a timeout) fail |\n"
        "| `# ...` | a comment, also after a step |\n\n");
}

void scenarios_reference(Writer *out)
{
    write_frame(out);
    for (size_t i = 0; i < row_count; i++) {
        const Row *row = &rows[i];
        if (row->group) {
            write_format(out, "%s## %s\n\n%s\n\n| %s | |\n|---|---|\n", i ? "\n" : "",
                         row->word, row->doc,
                         strcmp(row->word, "Expect") ? "step" : "condition");
            continue;
        }
        write_format(out, "| `%s%s%s` | %s |\n", row->word,
                     *row->word && *row->pattern ? " " : "", row->pattern, row->doc);
    }
    write_format(out, "\n");
    write_kinds(out);
}
