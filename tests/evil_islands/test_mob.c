/* Map objects: every kind of node, what is odd, JSON, folders. */
#include "lib/evil_mob.h"
#include "lib/kit.h"

#include "evil_islands/objects/mob_folder.h"
#include "kit/formats/format.h"

/* ---- what the tests share ---- */

static Mob mob_of(Kit *kit, Bytes file)
{
    Mob mob;
    assert_true(mob_read(file, &mob, kit->arena, &kit->report));
    return mob;
}

static void comes_back(Kit *kit, Bytes file)
{
    const Mob mob = mob_of(kit, file);
    Bytes back;
    assert_true(mob_write(&mob, &back, kit->arena, &kit->report));
    assert_bytes_equal(back, file);
}

static void comes_back_from_json(Kit *kit, Bytes file)
{
    const Format *format;
    Writer json = writer_to(kit->arena);
    Bytes back;
    assert_true(
        format_to_json(format_named(TEXT("mob")), file, true, &json, kit->arena, &kit->report));
    assert_null(strstr(arena_text(kit->arena, writer_text(&json)).at, "\"exact\":"));
    assert_true(
        format_from_json(writer_bytes(&json), &back, &format, kit->arena, &kit->report));
    assert_bytes_equal(back, file);
}

static void comes_back_from_a_folder(Kit *kit, Bytes file)
{
    MobFolder folder;
    Bytes back;
    assert_true(mob_to_folder(file, &folder, kit->arena, &kit->report));
    assert_true(folder_to_mob(&folder, &back, kit->arena, &kit->report));
    assert_bytes_equal(back, file);
}

static void comes_back_all_ways(Kit *kit, Bytes file)
{
    comes_back(kit, file);
    comes_back_from_json(kit, file);
    comes_back_from_a_folder(kit, file);
}

static const char *json_of(Kit *kit, Bytes file)
{
    Writer json = writer_to(kit->arena);
    assert_true(
        format_to_json(format_named(TEXT("mob")), file, true, &json, kit->arena, &kit->report));
    return arena_text(kit->arena, writer_text(&json)).at;
}

/* OBJECTDBFILE { OBJECT { these bytes } }. */
static Bytes object_with(Kit *kit, Bytes inside)
{
    Writer out = writer_to(kit->arena);
    const size_t root = mob_begin(&out, MOB_OBJECTDBFILE);
    const size_t object = mob_begin(&out, MOB_OBJECT);
    write_bytes(&out, inside);
    mob_end(&out, object);
    mob_end(&out, root);
    return writer_bytes(&out);
}

static const MobNode *first_object(const Mob *mob)
{
    return mob_child(mob_top(mob, MOB_OBJECTDBFILE), MOB_OBJECT);
}

/* ---- the spec ---- */

static void key_stream_matches_the_specification(void **state)
{
    Kit *kit = *state;
    Writer out = writer_to(kit->arena);
    mob_put_script(&out, 0x7DA7, "GlobalVars");
    assert_bytes_equal(
        bytes_slice(writer_bytes(&out), MOB_HEAD, 14),
        BYTES(0xa7, 0x7d, 0, 0, 0x3d, 0xf7, 0x96, 0x28, 0x6b, 0x89, 0x27, 0x4b, 0xa5, 0x06));
    const Mob mob = mob_of(kit, writer_bytes(&out));
    assert_true(text_is(mob_text(&mob.nodes[0], kit->arena), "GlobalVars"));
}

static void the_table_has_the_154_kinds_in_order(void **state)
{
    size_t count = 0;
    (void)state;
    for (; mob_row(count); count++) {
        const MobKind *kind = mob_row(count);
        assert_true(!count || mob_row(count - 1)->id < kind->id);
        assert_ptr_equal(mob_kind_named(text_of(kind->name)), kind);
    }
    assert_int_equal(count, 154);
    assert_string_equal(mob_kind(0xE000)->name, "DIRICTORY");
    assert_string_equal(mob_payload_name(mob_kind(MOB_OBJROTATION)->payload), "Quaternion");
    assert_null(mob_kind(0x12345678));
    assert_null(mob_kind_named(TEXT("DIRECTORY")));
    assert_int_equal(mob_payload_size(MOB_PAYLOAD_UNIT_STATS), 172);
}

static void map_with_every_kind_survives_all_round_trips(void **state)
{
    Kit *kit = *state;
    const Bytes file = evil_mob(kit->arena);
    comes_back_all_ways(kit, file);
    assert_true(mob_check(file, kit->arena, &kit->report));
    assert_int_equal(kit->messages.count, 0);
    for (size_t i = 0; mob_row(i); i++) {
        const char *quoted = arena_format(kit->arena, "\"%s\"", mob_row(i)->name).at;
        assert_non_null(strstr(json_of(kit, file), quoted));
    }
}

/* Alone, so that nothing around it hides what a kind loses. */
static void each_kind_survives_alone_in_an_object(void **state)
{
    (void)state;
    for (size_t i = 0; mob_row(i); i++) {
        Kit *kit = kit_new();
        Writer out = writer_to(kit->arena);
        if (mob_row(i)->payload == MOB_PAYLOAD_RECORD)
            mob_end(&out, mob_begin(&out, mob_row(i)->id));
        else
            mob_put_sample(&out, mob_row(i));
        const Bytes file = object_with(kit, writer_bytes(&out));
        comes_back_all_ways(kit, file);
        assert_int_equal(kit->messages.count, 0);
        const Mob mob = mob_of(kit, file);
        const MobNode *node = mob_child(first_object(&mob), mob_row(i)->id);
        assert_ptr_equal(node->kind, mob_row(i));
        assert_false(node->raw);
        kit_free(kit);
    }
}

static void values_are_read_by_their_kinds(void **state)
{
    Kit *kit = *state;
    Writer out = writer_to(kit->arena);
    Text *texts;
    mob_put_object(&out, 77, 1, 2, 3);
    const Mob mob = mob_of(kit, writer_bytes(&out));
    const MobNode *object = &mob.nodes[0];
    assert_int_equal(mob_u32(mob_child(object, MOB_NID), 0), 77);
    assert_int_equal(mob_u32(mob_child(object, MOB_OBJ_IS_SHADOW), 0), 1);
    assert_true(mob_vec3(mob_child(object, MOB_OBJPOSITION), (Vec3){0}).y == 2);
    assert_true(mob_quat(mob_child(object, MOB_OBJROTATION), (Quat){0}).w == 1);
    assert_true(text_is(mob_text(mob_child(object, MOB_OBJNAME), kit->arena), "Дерево"));
    assert_int_equal(mob_strings(mob_child(object, MOB_OBJBODYPARTS), &texts, kit->arena), 2);
    assert_true(text_is(texts[0], "heroЯ"));
    assert_int_equal(texts[1].size, 0);
    /* None there, or of another type. */
    assert_int_equal(mob_u32(mob_child(object, MOB_LIGHT_ID), 9), 9);
    assert_true(mob_f32(mob_child(object, MOB_NID), 1.5f) == 1.5f);
    assert_int_equal(mob_text(NULL, kit->arena).size, 0);
    assert_int_equal(mob_strings(NULL, &texts, kit->arena), 0);
}

static void json_has_readable_types_and_values(void **state)
{
    Kit *kit = *state;
    const char *json = json_of(kit, evil_mob(kit->arena));
    static const char *const parts[] = {
        "\"type\": \"NID\",",          "\"value\": \"name Лес\"", "\"heroЯ\", \"\"",
        "\"key\": \"0x00007DA7\"",     "DistanceUnitUnit( this",  "\"width\": 2",
        "\"0x7fc12345\", 0.100000001", "\"vision_arc\": ",
    };
    for (size_t i = 0; i < COUNT_OF(parts); i++)
        if (!strstr(json, parts[i]))
            fail_msg("not there: %s", parts[i]);
}

/* ---- what is odd ---- */

static void one_byte_dword_and_its_siblings_are_preserved(void **state)
{
    Kit *kit = *state;
    Writer out = writer_to(kit->arena);
    const size_t at = mob_begin(&out, MOB_NID);
    write_u8(&out, 5);
    mob_end(&out, at);
    mob_put_text(&out, MOB_OBJNAME, "Лес");
    const Bytes file = object_with(kit, writer_bytes(&out));
    const Mob mob = mob_of(kit, file);
    assert_int_equal(kit->messages.count, 1);
    assert_true(kit_has_message(kit, "NID: 1 byte"));
    assert_true(first_object(&mob)->children[0].raw);
    assert_int_equal(mob_u32(mob_child(first_object(&mob), MOB_NID), 9), 9);
    assert_true(
        text_is(mob_text(mob_child(first_object(&mob), MOB_OBJNAME), kit->arena), "Лес"));
    comes_back_all_ways(kit, file);
    assert_non_null(strstr(json_of(kit, file), "\"raw\": \"05\""));
    assert_true(mob_check(file, kit->arena, &kit->report));
}

/* The size in the file is four too small, and the bytes are there all the same. */
static void array_size_without_count_preserves_siblings(void **state)
{
    static const uint32_t arrays[] = {MOB_OBJBODYPARTS, MOB_MT_AREAS, MOB_MT_TARGETS};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(arrays); i++)
        for (unsigned last = 0; last < 2; last++) {
            Kit *kit = kit_new();
            Writer out = writer_to(kit->arena);
            mob_put_sample(&out, mob_kind(arrays[i]));
            write_uint_at(&out, 4, out.size - 4, 4);
            if (!last)
                mob_put_text(&out, MOB_OBJNAME, "Лес");
            const Bytes file = object_with(kit, writer_bytes(&out));
            const Mob mob = mob_of(kit, file);
            assert_true(kit_has_message(kit, "does not include the count"));
            assert_int_equal(first_object(&mob)->count, 2 - last);
            assert_true(first_object(&mob)->children[0].short_size);
            assert_false(first_object(&mob)->children[0].raw);
            comes_back_all_ways(kit, file);
            kit_free(kit);
        }
}

/* Then the size is right and the count is not there. */
static void an_array_without_a_count_stays_raw(void **state)
{
    Kit *kit = *state;
    Writer out = writer_to(kit->arena);
    const size_t at = mob_begin(&out, MOB_OBJBODYPARTS);
    mob_put_text(&out, MOB_OBJBODYPARTS, "head");
    mob_end(&out, at);
    mob_put_text(&out, MOB_OBJNAME, "Лес");
    const Bytes file = object_with(kit, writer_bytes(&out));
    const Mob mob = mob_of(kit, file);
    assert_int_equal(first_object(&mob)->count, 2);
    assert_true(first_object(&mob)->children[0].raw);
    comes_back_all_ways(kit, file);
}

static void invalid_size_leaves_the_rest_raw_and_the_next_node_intact(void **state)
{
    static const uint32_t sizes[] = {0, 7, 1000, 0xFFFFFFFF};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
        Kit *kit = kit_new();
        Writer out = writer_to(kit->arena);
        const size_t root = mob_begin(&out, MOB_OBJECTDBFILE);
        const size_t bad = mob_begin(&out, MOB_OBJECT);
        mob_put_u32(&out, MOB_NID, 3);
        write_u32(&out, MOB_OBJTYPE);
        write_u32(&out, sizes[i]);
        write_u32(&out, 1);
        mob_end(&out, bad);
        mob_put_object(&out, 4, 1, 2, 3);
        mob_end(&out, root);
        const Bytes file = writer_bytes(&out);
        const Mob mob = mob_of(kit, file);
        const MobNode *tree = mob_top(&mob, MOB_OBJECTDBFILE);
        assert_int_equal(tree->count, 2);
        assert_int_equal(mob_u32(mob_child(&tree->children[0], MOB_NID), 0), 3);
        assert_int_equal(tree->children[0].rest.size, 12);
        assert_int_equal(mob_u32(mob_child(&tree->children[1], MOB_NID), 0), 4);
        assert_true(kit_has_message(kit, "are not nodes"));
        comes_back_all_ways(kit, file);
        kit_free(kit);
    }
}

static void unknown_nodes_and_several_roots_are_preserved(void **state)
{
    Kit *kit = *state;
    Writer out = writer_to(kit->arena);
    mob_put_tree(&out);
    const size_t at = mob_begin(&out, 0x12345678);
    write_text(&out, TEXT("whatever"));
    mob_end(&out, at);
    mob_put_tree(&out);
    write_zeros(&out, 4);
    comes_back_all_ways(kit, writer_bytes(&out));
    assert_non_null(strstr(json_of(kit, writer_bytes(&out)), "\"id\": \"0x12345678\""));
    assert_true(mob_check(writer_bytes(&out), kit->arena, &kit->report));
    assert_int_equal(mob_of(kit, writer_bytes(&out)).count, 3);
}

static void zeros_in_texts_are_preserved(void **state)
{
    Kit *kit = *state;
    Writer out = writer_to(kit->arena);
    const uint32_t ids[] = {MOB_OBJNAME, MOB_OBJBODYPARTS, MOB_SS_TEXT_OLD};
    for (size_t i = 0; i < COUNT_OF(ids); i++) {
        const size_t at = mob_begin(&out, ids[i]);
        if (ids[i] == MOB_OBJBODYPARTS) {
            write_u32(&out, 1);
            write_u32(&out, ids[i]);
            write_u32(&out, 11);
        }
        write_bytes(&out, BYTES('a', 0, 'b'));
        mob_end(&out, at);
    }
    comes_back_all_ways(kit, object_with(kit, writer_bytes(&out)));
}

static void records_too_deep_stay_raw(void **state)
{
    Kit *kit = *state;
    Writer out = writer_to(kit->arena);
    enum { DEEP = 5000 };
    for (uint32_t i = 0; i < DEEP; i++) {
        write_u32(&out, MOB_OBJECT);
        write_u32(&out, (DEEP - i) * MOB_HEAD);
    }
    comes_back_all_ways(kit, writer_bytes(&out));
    assert_true(kit_has_message(kit, "too deep"));
}

static void reports_of_oddities_are_limited(void **state)
{
    Kit *kit = *state;
    Writer out = writer_to(kit->arena);
    for (unsigned i = 0; i < 1000; i++)
        mob_end(&out, mob_begin(&out, MOB_NID));
    const Bytes file = object_with(kit, writer_bytes(&out));
    mob_of(kit, file);
    assert_int_equal(kit->messages.count, MOB_WARNINGS_MAX + 1);
    assert_true(kit_has_message(kit, "980 more"));
}

static void more_nodes_than_a_map_has_stay_raw(void **state)
{
    Kit *kit = *state;
    Writer out = writer_to(kit->arena);
    for (size_t i = 0; i < MOB_NODES_MAX + 10; i++)
        mob_end(&out, mob_begin(&out, MOB_OBJINDEX));
    const Bytes file = writer_bytes(&out);
    assert_int_equal(mob_of(kit, file).count, MOB_NODES_MAX);
    comes_back(kit, file);
    assert_true(mob_check(file, kit->arena, &kit->report));
}

static void a_cut_file_is_rejected(void **state)
{
    Kit *kit = *state;
    const Bytes file = evil_mob(kit->arena);
    const size_t cuts[] = {0, 7, 8, 100, file.size - 1, file.size - 9};
    for (size_t i = 0; i < COUNT_OF(cuts); i++) {
        kit_clear(kit);
        assert_false(mob_check(bytes_slice(file, 0, cuts[i]), kit->arena, &kit->report));
        assert_int_equal(kit->report.errors, 1);
    }
}

/* ---- folders ---- */

static void longer_script_updates_sizes_and_preserves_its_key(void **state)
{
    Kit *kit = *state;
    const Bytes file = evil_mob(kit->arena);
    MobFolder folder;
    Bytes back;
    assert_true(mob_to_folder(file, &folder, kit->arena, &kit->report));
    assert_true(text_is(text_of_bytes(folder.script), EVIL_SCRIPT));
    assert_int_equal(folder.graph.size, 8 + EVIL_MOB_WIDTH * EVIL_MOB_HEIGHT * MOB_GRAPH_CELL);
    assert_null(strstr(arena_text(kit->arena, text_of_bytes(folder.tree)).at, "KillScript"));
    const Text longer = arena_format(kit->arena, "%s// и ещё\n", EVIL_SCRIPT);
    folder.script = bytes_of_text(longer);
    assert_true(folder_to_mob(&folder, &back, kit->arena, &kit->report));
    assert_int_equal(back.size, file.size + strlen("// . ...\n"));
    const Mob mob = mob_of(kit, back);
    assert_int_equal(mob.count, 3);
    assert_true(text_equal(mob_text(mob_script(&mob), kit->arena), longer));
    assert_int_equal(uint_of(mob_script(&mob)->data.data, 4, false), EVIL_MOB_KEY);
    assert_true(mob_check(back, kit->arena, &kit->report));
    assert_int_equal(kit->messages.count, 0);
}

static void mistakes_in_a_folder_are_reported(void **state)
{
    Kit *kit = *state;
    MobFolder whole;
    Bytes back;
    assert_true(mob_to_folder(evil_mob(kit->arena), &whole, kit->arena, &kit->report));
    const Bytes euro = bytes_of_text(TEXT("日本"));
    const struct {
        MobFolder folder;
        const char *says;
    } cases[] = {
        {{{0}, whole.script, whole.graph}, "no objects.json"},
        {{whole.tree, {0}, whole.graph}, "script.txt is missing"},
        {{whole.tree, whole.script, {0}}, "aigraph.bin is missing"},
        {{whole.tree, euro, whole.graph}, "SS_TEXT: byte 0"},
        {{bytes_of_text(TEXT("{\"format\": \"lay\"}")), {0}, {0}}, "no map objects"},
        {{bytes_of_text(TEXT("{")), {0}, {0}}, "objects.json:1:1: invalid JSON"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        kit_clear(kit);
        assert_false(folder_to_mob(&cases[i].folder, &back, kit->arena, &kit->report));
        assert_int_equal(kit->messages.count, 1);
        assert_true(kit_has_message(kit, cases[i].says));
    }
}

static void invalid_json_is_reported_with_the_node_name(void **state)
{
    static const struct {
        const char *node, *says;
    } cases[] = {
        {"{\"type\": \"NID\", \"value\": 4294967296}",
         "NID: expected a number from 0 to 4294967295"},
        {"{\"type\": \"OBJ_PLAYER\", \"value\": 256}",
         "OBJ_PLAYER: expected a number from 0 to 255"},
        {"{\"type\": \"OBJNAME\", \"value\": 1}", "OBJNAME: \"value\" must be a text"},
        {"{\"type\": \"OBJPOSITION\", \"value\": [1, 2]}", "OBJPOSITION: expected a list of 3"},
        {"{\"type\": \"OBJPOSITION\", \"value\": [1, 2, \"x\"]}",
         "OBJPOSITION: expected a number or"},
        {"{\"type\": \"MT_AREAS\", \"value\": [[1, 2]]}", "MT_AREAS: expected a list of 3"},
        {"{\"type\": \"NOWHERE\", \"value\": 1}", "unknown node \"NOWHERE\""},
        {"{\"id\": \"7\", \"raw\": \"\"}", "\"type\" or an \"id\""},
        {"{\"id\": \"0x00000007\"}", "\"raw\" must be"},
        {"{\"type\": \"OBJECT\"}", "OBJECT: \"children\" must be a list"},
        {"{\"type\": \"NID\", \"value\": 1, \"valve\": 2}", "NID: a node has no \"valve\""},
        {"{\"type\": \"SS_TEXT\", \"value\": \"x\"}", "SS_TEXT: \"key\""},
        {"{\"type\": \"AIGRAPH\", \"value\": {\"width\": 1, \"height\": 1, \"cells\": \"00\"}}",
         "AIGRAPH: \"cells\""},
        {"7", "nodes[0]: a node must be an object"},
        {"{\"type\": \"OBJECT\", \"children\": [{\"type\": \"NID\", \"value\": 1}, {\"type\": "
         "\"OBJPOSITION\", \"value\": [1, 2]}]}",
         "nodes[0].children[1]: OBJPOSITION: expected a list of 3"},
    };
    Kit *kit = *state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const Format *format;
        Bytes back;
        kit_clear(kit);
        const Text json =
            arena_format(kit->arena, "{\"format\": \"mob\", \"nodes\": [%s]}", cases[i].node);
        assert_false(
            format_from_json(bytes_of_text(json), &back, &format, kit->arena, &kit->report));
        assert_int_equal(kit->messages.count, 1);
        if (!kit_has_message(kit, cases[i].says))
            fail_msg("%s: %s", cases[i].node, kit_message(kit, 0));
    }
}

/* ---- checks ---- */

static void broken_references_cause_warnings(void **state)
{
    Kit *kit = *state;
    Writer out = writer_to(kit->arena);
    const size_t root = mob_begin(&out, MOB_OBJECTDBFILE);
    for (uint32_t i = 0; i < 3; i++) {
        const size_t object = mob_begin(&out, MOB_OBJECT);
        mob_put_u32(&out, MOB_NID, i ? 5 : 6);
        mob_put_u32(&out, MOB_OBJ_PARENT_ID, i ? 6 : 99); /* of the editor's templates */
        mob_put_text(&out, MOB_OBJTEMPLATE, i == 1 ? "" : "tree");
        mob_end(&out, object);
    }
    const size_t link = mob_begin(&out, MOB_VSS_LINK);
    mob_put_u32(&out, MOB_VSS_SRC_ID, 3);
    mob_end(&out, link);
    mob_put_script(&out, 1,
                   "GlobalVars ( a : object )\n"
                   "WorldScript ( a = GetObjectByID( \"5\" ) a = GetObjectByID( \"7\" ) )\n");
    mob_end(&out, root);
    kit->report.subject = TEXT("zone.mob");
    assert_true(mob_check(writer_bytes(&out), kit->arena, &kit->report));
    static const char *const says[] = {
        "zone.mob: warning: duplicate OBJECT 5", "OBJECT 5 has an empty template",
        "VSS_LINK 0: where it comes from, 3, does not exist",
        "zone.mob/script.txt:2:59: warning: \"7\": no object of this map has this id"};
    for (size_t i = 0; i < COUNT_OF(says); i++)
        if (!kit_has_message(kit, says[i]))
            fail_msg("not said: %s", says[i]);
    assert_int_equal(kit->messages.count, COUNT_OF(says));
}

static void a_broken_script_fails_with_its_line(void **state)
{
    Kit *kit = *state;
    Writer out = writer_to(kit->arena);
    mob_put_script(&out, 1, "WorldScript\n(\n  Sleep( 2 \n");
    assert_false(mob_check(writer_bytes(&out), kit->arena, &kit->report));
    kit_message_is_at(kit, "broken", 4, 1);
}

static void ten_thousand_maps_survive_a_round_trip_quickly(void **state)
{
    (void)state;
    for (unsigned n = 0; n < 10000; n++) {
        Kit *kit = kit_new();
        Writer out = writer_to(kit->arena);
        const size_t root = mob_begin(&out, MOB_OBJECTDBFILE);
        size_t open = mob_begin(&out, MOB_OBJECT);
        for (unsigned i = next_random(20); i--;) {
            const MobKind *kind = mob_row(next_random(154));
            if (kind->id != MOB_AIGRAPH && kind->id != MOB_DIPLOMATION_FOF &&
                kind->payload != MOB_PAYLOAD_RECORD)
                mob_put_sample(&out, kind);
        }
        mob_end(&out, open);
        open = root; /* damage in some */
        if (n % 2 && out.size > 16)
            out.data[16 + next_random((uint32_t)out.size - 16)] ^= (uint8_t)(1 + n % 255);
        mob_end(&out, open);
        comes_back(kit, writer_bytes(&out));
        if (n % 16 < 2)
            comes_back_from_json(kit, writer_bytes(&out));
        if (n % 16 < 2)
            comes_back_from_a_folder(kit, writer_bytes(&out));
        kit_free(kit);
    }
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, kit_set_up, kit_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(key_stream_matches_the_specification),
        TEST(the_table_has_the_154_kinds_in_order),
        TEST(map_with_every_kind_survives_all_round_trips),
        TEST(each_kind_survives_alone_in_an_object),
        TEST(values_are_read_by_their_kinds),
        TEST(json_has_readable_types_and_values),
        TEST(one_byte_dword_and_its_siblings_are_preserved),
        TEST(array_size_without_count_preserves_siblings),
        TEST(an_array_without_a_count_stays_raw),
        TEST(invalid_size_leaves_the_rest_raw_and_the_next_node_intact),
        TEST(unknown_nodes_and_several_roots_are_preserved),
        TEST(zeros_in_texts_are_preserved),
        TEST(records_too_deep_stay_raw),
        TEST(reports_of_oddities_are_limited),
        TEST(more_nodes_than_a_map_has_stay_raw),
        TEST(a_cut_file_is_rejected),
        TEST(longer_script_updates_sizes_and_preserves_its_key),
        TEST(mistakes_in_a_folder_are_reported),
        TEST(invalid_json_is_reported_with_the_node_name),
        TEST(broken_references_cause_warnings),
        TEST(a_broken_script_fails_with_its_line),
        TEST(ten_thousand_maps_survive_a_round_trip_quickly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
