/* What check reports of games: many records of one name, records without content. */
#include "lib/kit.h"

#include "tirnanog/container/tng_check.h"
#include "tirnanog/project/build.h"
#include "tirnanog/sheets/project_names.h"
#include "tirnanog/project/project.h"
#include "tirnanog/sheets/script_names.h"

enum { MANY = 8000, ALLOWED = 2 * REPORT_LIMIT, MEMORY_MAX = 64 << 20 };

/* A game whose NPCs all have the name at `offset` of the strings. */
static TngFile *game_of_namesakes(Kit *kit, TngFile *game, uint32_t offset)
{
    TngSection *section = ARENA_ALLOC(kit->arena, TngSection, 1);
    section->type = SECTION_NPCS;
    section->kind = tng_section_kind(SECTION_NPCS);
    section->entries = ARENA_ALLOC(kit->arena, TngEntry, MANY);
    section->count = MANY;
    for (size_t i = 0; i < MANY; i++) {
        TngAsset *asset = ARENA_ALLOC(kit->arena, TngAsset, 1);
        asset->name = offset;
        section->entries[i].descriptor = asset;
    }
    *game = (TngFile){.sections = section,
                      .section_count = 1,
                      .strings = {(const uint8_t *)"\0guide\0guide_7", 15}};
    return game;
}

static void namesakes_get_unique_names_and_few_messages(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    TngFile game;
    Names names;
    ReportKinds kinds = {.count = 0};
    kit->report.kinds = &kinds;
    arena_limit(kit->arena, MEMORY_MAX);
    project_game_names(game_of_namesakes(kit, &game, 1), &names, kit->arena, &kit->report);
    report_suppressed(&kit->report);
    const NameList *npcs = &names.kinds[NAME_NPC];
    assert_int_equal(npcs->count, MANY);
    assert_int_equal(npcs->numbers.count, MANY); /* each is another */
    assert_true(text_is(npcs->items[0], "guide"));
    assert_true(text_is(npcs->items[1], "guide_2"));
    assert_true(text_is(npcs->items[MANY - 1], "guide_8000"));
    assert_true(kit->messages.count < ALLOWED);
    assert_int_equal(kit->report.warnings, MANY - 1);
    kit_free(kit);
}

static void repeated_messages_are_limited_and_counted(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    ReportKinds kinds = {.count = 0};
    kit->report.kinds = &kinds;
    for (unsigned i = 0; i < MANY; i++) {
        report_warning(&kit->report, "record %u is odd", i);
        report_note(&kit->report, "wrote %u", i); /* results are never held back */
    }
    report_error(&kit->report, "another kind");
    report_suppressed(&kit->report);
    report_suppressed(&kit->report);
    assert_int_equal(kit->report.warnings, MANY);
    assert_int_equal(kit->messages.count, MANY + REPORT_LIMIT + 2);
    assert_string_equal(kit_message(kit, kit->messages.count - 1),
                        "warning: and 7950 more of this kind: record 0 is odd");
    kit_free(kit);
}

static void check_reports_duplicate_names(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    ProjectFiles files = {0};
    TngOutput out;
    TngFile game;
    assert_true(project_new(TEXT("tiny"), &files, kit->arena, &kit->report));
    assert_true(project_build(&files, &(BuildOptions){0}, &out, kit->arena, &kit->report));
    assert_true(tng_read(tng_output_bytes(&out, kit->arena), &game, kit->arena, &kit->report));
    const TngSection *dialogs = tng_section(&game, SECTION_DIALOGS);
    assert_true(dialogs->count > 1);
    ((TngAsset *)dialogs->entries[1].descriptor)->name =
        ((const TngAsset *)dialogs->entries[0].descriptor)->name;
    assert_true(tng_write(&game, &out, kit->arena, &kit->report));
    kit->messages.count = 0;
    tng_check(tng_output_bytes(&out, kit->arena), kit->arena, &kit->report);
    bool found = false;
    for (size_t i = 0; i < kit->messages.count; i++)
        found |= strstr(kit_message(kit, i), "(dialogs), number 1") &&
                 strstr(kit_message(kit, i), "duplicate name \"");
    assert_true(found);
    kit_free(kit);
}

/* A default action or a voice may be missing; anything else of length 0 is a mistake. */
static void check_reports_empty_assets_in_every_section(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    ProjectFiles files = {0};
    TngOutput out;
    TngFile game;
    size_t tried = 0;
    assert_true(project_new(TEXT("tiny"), &files, kit->arena, &kit->report));
    assert_true(project_build(&files, &(BuildOptions){0}, &out, kit->arena, &kit->report));
    const Bytes bytes = tng_output_bytes(&out, kit->arena);
    for (unsigned type = 2; type < SECTION_TYPES; type++) {
        assert_true(tng_read(bytes, &game, kit->arena, &kit->report));
        const TngSection *section = tng_section(&game, type);
        if (!section || !section->count ||
            (section->kind->form != TNG_ASSETS && section->kind->form != TNG_FILES))
            continue;
        section->entries[0].stored.size = 0;
        assert_true(tng_write(&game, &out, kit->arena, &kit->report));
        kit_clear(kit);
        const bool ok = tng_check(tng_output_bytes(&out, kit->arena), kit->arena, &kit->report);
        if (ok != (type == SECTION_ACTIONS) ||
            kit_has_message(kit, "length is 0") != (type != SECTION_ACTIONS))
            fail_msg("section %u (%s)", type, section->kind->title);
        tried++;
    }
    assert_true(tried > 8);
    kit_free(kit);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(namesakes_get_unique_names_and_few_messages),
        cmocka_unit_test(repeated_messages_are_limited_and_counted),
        cmocka_unit_test(check_reports_duplicate_names),
        cmocka_unit_test(check_reports_empty_assets_in_every_section),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
