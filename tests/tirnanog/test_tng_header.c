/* What changes how the rest is read: values of the header (the length of rows of character
 * sprites, rates), and equipped sprites that are listed twice. */
#include "lib/full_game.h"

#include "kit/formats/format.h"
#include "tirnanog/container/tng_check.h"
#include "tirnanog/project/merge_games.h"

static Kit *kit;
static Game *game;

static int set_up(void **state)
{
    (void)state;
    kit = kit_new();
    game = full_game_new(kit);
    ObjectLayers *layers = game->objects[COIN].layers;
    CharacterOption *options = game->groups[0].options;
    for (unsigned k = 0; k < 2; k++) {
        options[k].sprite_count = TNG_ROW_LENGTH;
        options[k].sprites = ARENA_ALLOC(kit->arena, SpriteRef, TNG_ROW_LENGTH);
    }
    for (unsigned i = 0; i < TNG_ROW_LENGTH; i++) {
        layers->behind[i] = (SpriteRef){2, i % 3 ? HERO : WOMAN};
        layers->above[i] = (SpriteRef){2, i % 5 ? WOMAN : TNG_NO_SPRITE};
        options[0].sprites[i] = (SpriteRef){2, i % 2 ? HERO : WOMAN};
        options[1].sprites[i] = (SpriteRef){2, i % 7 ? TNG_NO_SPRITE : WOMAN};
    }
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    kit_free(kit);
    return 0;
}

/* What a program with rows of `length` would write for a row of 20. */
static SpriteRef *resized(const SpriteRef *row, u8 length)
{
    SpriteRef *out = ARENA_ALLOC(kit->arena, SpriteRef, length);
    for (u8 i = 0; i + 1 < length; i++)
        out[i] = i < TNG_ROW_LENGTH - 1 ? row[i] : (SpriteRef){2, HERO};
    out[length - 1] = row[TNG_ROW_LENGTH - 1];
    return out;
}

static void resize_list(SpriteRef **row, u8 *count, u8 length)
{
    if (!*count)
        return;
    assert_int_equal(*count, TNG_ROW_LENGTH);
    *row = resized(*row, length);
    *count = length;
}

static void resize_object(TngObject *object, u8 length)
{
    Writer out = writer_to(kit->arena);
    for (u8 i = 0; i < object->layer_count; i++) {
        const ObjectLayers *layers = &object->layers[i];
        write_uint(&out, layers->option, 3);
        for (unsigned k = 0; k < 2; k++) {
            const SpriteRef *row = resized(k ? layers->above : layers->behind, length);
            for (u8 j = 0; j < length; j++)
                record_write(&SpriteRef_layout, &row[j], &out);
        }
    }
    object->row_length = length;
    object->other_layers = (byte *)writer_bytes(&out).data;
}

/* The same game, written with rows of `length`. */
static Bytes with_rows(Bytes usual, u8 length)
{
    TngFile read;
    unsigned changed = 0;
    assert_true(tng_read(usual, &read, kit->arena, &kit->report));
    for (size_t i = 0; i < read.section_count; i++) {
        const TngSection *section = &read.sections[i];
        const RecordLayout *layout = section->kind ? section->kind->asset : NULL;
        for (size_t j = 0; layout && j < section->count; j++) {
            if (layout != &TngOptions_layout && layout != &TngNpc_layout &&
                layout != &TngObject_layout)
                break;
            void *record = tng_asset(&read, section, j, kit->arena, &kit->report);
            TngOptions *group = record;
            TngNpc *npc = record;
            if (layout == &TngOptions_layout)
                for (u8 k = 0; k < group->option_count; k++)
                    resize_list(&group->options[k].sprites, &group->options[k].sprite_count,
                                length);
            else if (layout == &TngNpc_layout)
                resize_list(&npc->sprites, &npc->sprite_count, length);
            else
                resize_object(record, length);
            section->entries[j].stored = tng_pack_record(layout, record, kit->arena);
            changed++;
        }
    }
    assert_true(changed >= 3);
    read.header.row_length = length;
    return full_game_bytes(kit, &read);
}

/* All records as stored played, as JSON; columns from `length` - 1 on are not set. */
static Writer as_played(Bytes file, u8 length)
{
    TngFile read;
    assert_true(tng_read(file, &read, kit->arena, &kit->report));
    Writer out = writer_to(kit->arena);
    JsonWriter json = json_to(&out);
    json_open_list(&json, NULL);
    for (size_t i = 0; i < read.section_count; i++) {
        const TngSection *section = &read.sections[i];
        for (size_t j = 0;
             section->kind && section->kind->form == TNG_ASSETS && j < section->count; j++) {
            void *record = tng_asset(&read, section, j, kit->arena, &kit->report);
            assert_non_null(record);
            TngObject *object = record;
            if (section->kind->asset == &TngObject_layout)
                for (u8 k = 0; k < object->layer_count; k++)
                    for (u8 c = 0; c < TNG_ROW_LENGTH - 1; c++)
                        if (c + 1 >= length)
                            object->layers[k].behind[c] = object->layers[k].above[c] =
                                (SpriteRef){.index = TNG_NO_SPRITE};
            TngNpc *npc = record;
            if (section->kind->asset == &TngNpc_layout)
                for (u8 c = length; npc->sprite_count && c < TNG_ROW_LENGTH; c++)
                    npc->sprites[c - 1] = (SpriteRef){.index = TNG_NO_SPRITE};
            TngOptions *group = record;
            if (section->kind->asset == &TngOptions_layout)
                for (u8 k = 0; k < group->option_count; k++)
                    for (u8 c = length; group->options[k].sprite_count && c < TNG_ROW_LENGTH;
                         c++)
                        group->options[k].sprites[c - 1] = (SpriteRef){.index = TNG_NO_SPRITE};
            record_show(section->kind->asset, record, NULL, &json);
        }
    }
    json_close_list(&json);
    return out;
}

static const u8 lengths[] = {1, 2, 8, 19, 21, 30, 255};

static void rows_of_another_length_are_played_by_their_actions(void **state)
{
    (void)state;
    const Bytes usual = full_game_bytes(kit, full_game_complete(game));
    for (size_t i = 0; i < COUNT_OF(lengths); i++) {
        const Writer wanted = as_played(usual, lengths[i]),
                     found = as_played(with_rows(usual, lengths[i]), 255);
        assert_true(text_equal(writer_text(&found), writer_text(&wanted)));
    }
}

static void rows_of_another_length_survive_json_and_check(void **state)
{
    (void)state;
    const Format *tng = format_named(TEXT("tng"));
    const Bytes usual = full_game_bytes(kit, full_game_complete(game));
    tng_check(usual, kit->arena, &kit->report);
    const unsigned errors = kit->report.errors, warnings = kit->report.warnings;
    for (size_t i = 0; i < COUNT_OF(lengths); i++) {
        const Bytes other = with_rows(usual, lengths[i]);
        Writer json = writer_to(kit->arena);
        Bytes back;
        kit_clear(kit);
        tng_check(other, kit->arena, &kit->report);
        assert_int_equal(kit->report.errors, errors);
        assert_int_equal(kit->report.warnings, warnings);
        assert_true(format_to_json(tng, other, true, &json, kit->arena, &kit->report));
        assert_true(
            format_from_json(writer_bytes(&json), &back, &tng, kit->arena, &kit->report));
        assert_bytes_equal(back, other);
    }
}

static void row_length_of_json_objects_is_that_of_the_header(void **state)
{
    (void)state;
    const Format *tng = format_named(TEXT("tng"));
    const Bytes other = with_rows(full_game_bytes(kit, full_game_complete(game)), 8);
    Writer json = writer_to(kit->arena);
    Bytes back;
    assert_true(format_to_json(tng, other, true, &json, kit->arena, &kit->report));
    char *header = strstr((char *)json.data, "\"row_length\": 8");
    assert_non_null(header);
    header[strlen("\"row_length\": ")] = '9';
    assert_false(format_from_json(writer_bytes(&json), &back, &tng, kit->arena, &kit->report));
    assert_true(kit_has_message(kit, "an object has \"row_length\" 8, the header says 9"));
}

/* Joining gives rows of 20 whatever the parts have. */
static void game_and_extension_may_differ_in_row_length(void **state)
{
    (void)state;
    const Bytes usual = full_game_bytes(kit, full_game_complete(game));
    const MergePart same[] = {{TEXT("a"), usual}, {TEXT("b"), usual}},
                    mixed[] = {{TEXT("a"), with_rows(usual, 30)}, {TEXT("b"), usual}};
    Bytes wanted, found;
    assert_true(project_merge(same, 2, &wanted, kit->arena, &kit->report));
    assert_true(project_merge(mixed, 2, &found, kit->arena, &kit->report));
    TngFile read;
    assert_true(tng_read(found, &read, kit->arena, &kit->report));
    assert_int_equal(read.header.row_length, TNG_ROW_LENGTH);
    const Writer a = as_played(wanted, 255), b = as_played(found, 255);
    assert_true(text_equal(writer_text(&a), writer_text(&b)));
}

/* Every reading of byte 38 that the document permits: 0, and the usual rates in kHz. */
static void audio_rates_are_44100_or_in_kilohertz(void **state)
{
    (void)state;
    const struct {
        u8 value;
        uint32_t rate;
    } rates[] = {{0, 44100},  {8, 8000},   {11, 11025},   {22, 22050}, {44, 44100}, {48, 48000},
                 {88, 88200}, {96, 96000}, {192, 192000}, {1, 0},      {47, 0},     {255, 0}};
    for (size_t i = 0; i < COUNT_OF(rates); i++)
        assert_int_equal(tng_audio_rate(&(TngHeader){.audio_rate = rates[i].value}),
                         rates[i].rate);
}

static void check_warns_of_unknown_audio_rate(void **state)
{
    (void)state;
    TngFile read;
    const Bytes usual = full_game_bytes(kit, full_game_complete(game));
    assert_true(tng_read(usual, &read, kit->arena, &kit->report));
    read.header.audio_rate = 48;
    tng_check(full_game_bytes(kit, &read), kit->arena, &kit->report);
    assert_false(kit_has_message(kit, "audio rate"));
    read.header.audio_rate = 3;
    tng_check(full_game_bytes(kit, &read), kit->arena, &kit->report);
    assert_true(kit_has_message(kit, "at byte 38: unknown audio rate 3; 44100 Hz is used"));
}

/* ---- equipped sprites ---- */

static TngObject *written_and_read(TngFile *file, const TngObject *object)
{
    TngSection *section = full_game_section(file, SECTION_OBJECTS);
    section->entries[0].stored = tng_pack_record(section->kind->asset, object, kit->arena);
    TngObject *read = tng_asset(file, section, 0, kit->arena, &kit->report);
    assert_non_null(read);
    return read;
}

/* The 96 bytes of a second list could also be those of the first handler: what follows is an
 * empty handler in its script and the second one, so nothing is left over in both readings. */
static void handlers_that_fit_by_chance_are_not_a_second_list(void **state)
{
    (void)state;
    TngFile *file = full_game_read(game);
    TngEvent events[2] = {{.type = TNG_EVENT_CLICK, .script_size = 96},
                          {.type = TNG_EVENT_TOUCH}};
    events[0].script = arena_alloc(kit->arena, 96, 1);
    TngObject *object =
        tng_asset(file, full_game_section(file, SECTION_OBJECTS), 0, kit->arena, &kit->report);
    object->sound_count = object->required_count = object->modifier_count = 0;
    object->layer_count = 0;
    object->event_count = 2;
    object->events = events;
    TngObject *read = written_and_read(file, object);
    assert_int_equal(read->twice, 0);
    assert_int_equal(read->events[0].script_size, 96);
    assert_int_equal(read->events[1].type, TNG_EVENT_TOUCH);
    object->twice = 1;
    object->equipped_again = object->equipped;
    read = written_and_read(file, object);
    assert_int_equal(read->twice, 1);
    assert_int_equal(read->events[0].script_size, 96);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(rows_of_another_length_are_played_by_their_actions),
        TEST(rows_of_another_length_survive_json_and_check),
        TEST(row_length_of_json_objects_is_that_of_the_header),
        TEST(game_and_extension_may_differ_in_row_length),
        TEST(audio_rates_are_44100_or_in_kilohertz),
        TEST(check_warns_of_unknown_audio_rate),
        TEST(handlers_that_fit_by_chance_are_not_a_second_list),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
