/* The tables of the command line: what the compiler cannot compare. */
#include "cli/invocation.h"
#include "kit/convert/conversion.h"
#include "lib/kit.h"

typedef struct Row {
    const char *command, *id, *name, *letter;
    unsigned number;
} Row;

static const Row rows[] = {
#define OPTION(command, id, name, letter, argument, doc)                                       \
    {command, #id, name, letter, OPTION_##id},
#define OPTION_ALSO OPTION
#include "kit/jobs/job_options.def"
#include "cli/cli_options.def"
};

static const char *const names[] = {
#define COMMAND(name, program, takes, arguments, min, max, summary, text) #name,
#include "cli/commands.def"
};

static void options_name_existing_commands(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        bool found = !*rows[i].command;
        for (size_t k = 0; k < COMMAND_COUNT && !found; k++)
            found = !strcmp(rows[i].command, names[k]);
        if (!found)
            fail_msg("--%s: no command \"%s\"", rows[i].name, rows[i].command);
    }
}

static void option_ids_match_names(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        assert_true(rows[i].number < OPTION_COUNT);
        for (size_t k = 0; k <= strlen(rows[i].name); k++)
            assert_int_equal(rows[i].id[k] == '_' ? '-' : rows[i].id[k], rows[i].name[k]);
    }
}

static void option_names_and_letters_are_unique_per_command(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        for (size_t k = 0; k < i; k++) {
            const Row *a = &rows[i], *b = &rows[k];
            if (*a->command && *b->command && strcmp(a->command, b->command) != 0)
                continue;
            assert_string_not_equal(a->name, b->name);
            assert_true(!*a->letter || strcmp(a->letter, b->letter) != 0);
        }
}

/* A MEANING of an option that another subject has (kit/convert/options.h). */
static void settings_are_of_options_of_convert(void **state)
{
    (void)state;
    for (const Conversion *conversion = conversions; conversion->doc; conversion++)
        for (const Setting *row = conversion->subject->rows; row->name; row++) {
            bool found = false;
            for (size_t i = 0; i < COUNT_OF(rows) && !found; i++)
                found = !strcmp(rows[i].command, "convert") && !strcmp(rows[i].name, row->name);
            if (!found)
                fail_msg("--%s: no such option of convert", row->name);
        }
}

/* A row of conversions.def names groups of its subject only. */
static void groups_of_conversions_have_options(void **state)
{
    (void)state;
    for (const Conversion *conversion = conversions; conversion->doc; conversion++) {
        uint64_t groups = OF_GROUP(encoding) | OF_GROUP(EACH) | OF_GROUP(PARTS);
        for (const Setting *row = conversion->subject->rows; row->name; row++)
            groups |= row->group;
        assert_int_equal(conversion->options & ~groups, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(options_name_existing_commands),
        cmocka_unit_test(option_ids_match_names),
        cmocka_unit_test(settings_are_of_options_of_convert),
        cmocka_unit_test(groups_of_conversions_have_options),
        cmocka_unit_test(option_names_and_letters_are_unique_per_command),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
