/* The story of a project as a graph: its nodes and edges, what is marked, and changes of where
 * an answer leads. */
#include "lib/edit_kit.h"

#include "base/text.h"

#include <stdio.h>
#include <string.h>

#define DIALOG(answers) "TirNanoG Dialog\nSmith\nWell met, stranger.\n- - 1\n" answers
#define NPC(handler) "TirNanoG NPC\nSmith\nstand 100 0 0\ne click {\n" handler "}\n"

/* ---- helpers ---- */

/* The graph after the editor has checked the files again. */
static json_t *graph_of(EditKit *edit)
{
    edit_restart(edit, false);
    json_t *graph = edit_get(edit, "api/graph");
    assert_non_null(graph);
    return graph;
}

static long node_of(const json_t *graph, const char *path)
{
    const json_t *nodes = json_object_get(graph, "nodes");
    for (size_t i = 0; i < json_array_size(nodes); i++)
        if (!strcmp(edit_text(json_array_get(nodes, i), "path"), path))
            return (long)i;
    return -1;
}

static bool node_is(const json_t *graph, const char *path, const char *key)
{
    const long node = node_of(graph, path);
    assert_true(node >= 0);
    return json_is_true(
        json_object_get(json_array_get(json_object_get(graph, "nodes"), (size_t)node), key));
}

/* Whether there is an edge; `answer` -1: after any answer; `to` NULL: the end. */
static bool has_edge(const json_t *graph, const char *from, int answer, const char *to,
                     const char *effect)
{
    const json_t *edges = json_object_get(graph, "edges");
    for (size_t i = 0; i < json_array_size(edges); i++) {
        const json_t *edge = json_array_get(edges, i);
        const json_t *own = json_object_get(edge, "answer"), *end = json_object_get(edge, "to");
        if (json_integer_value(json_object_get(edge, "from")) == node_of(graph, from) &&
            (own ? (int)json_integer_value(own) : -1) == answer &&
            (end ? (long)json_integer_value(end) : -2) == (to ? node_of(graph, to) : -2) &&
            !strcmp(edit_text(edge, "effect"), effect))
            return true;
    }
    return false;
}

static const char three[] = DIALOG("- - - Yes.\n- - - Perhaps.\n- - - No.\n");
static const char plain[] = DIALOG("");

/* A smith with a dialog of three answers, and two further dialogs. */
static void put_smith(EditKit *edit, const char *handler)
{
    edit_write(edit, "dialogs/t_ask.dlg", text_of(three));
    edit_write(edit, "dialogs/t_yes.dlg", text_of(plain));
    edit_write(edit, "dialogs/t_no.dlg", text_of(plain));
    edit_write(edit, "npcs/t_smith.npc", text_of(handler));
}

/* Sends where an answer leads, and returns the changed text of the smith. */
static Text lead(EditKit *edit, int answer, const char *to, unsigned *status)
{
    edit_send(edit, "POST", "api/graph", NULL,
              arena_format(edit->kit->arena,
                           "{\"path\": \"dialogs/t_ask.dlg\", \"answer\": %d, \"to\": \"%s\"}",
                           answer, to)
                  .at,
              status);
    return edit_file(edit, "npcs/t_smith.npc");
}

/* ---- nodes and edges ---- */

static void answers_lead_where_their_case_leads(void **state)
{
    const json_t *graph = graph_of(*state);
    assert_true(has_edge(graph, "npcs/aoife.npc", -1, "dialogs/aoife_hello.dlg", "shows"));
    assert_true(
        has_edge(graph, "dialogs/aoife_hello.dlg", 0, "dialogs/aoife_spring.dlg", "shows"));
    assert_true(
        has_edge(graph, "dialogs/aoife_hello.dlg", 1, "dialogs/aoife_riddle.dlg", "shows"));
    assert_true(has_edge(graph, "dialogs/aoife_hello.dlg", 2, NULL, "leaves"));
    assert_false(
        has_edge(graph, "dialogs/aoife_hello.dlg", 2, "dialogs/aoife_riddle.dlg", "shows"));
    assert_true(
        has_edge(graph, "dialogs/aoife_riddle.dlg", -1, "dialogs/aoife_wrong.dlg", "shows"));
    assert_true(
        has_edge(graph, "dialogs/brid_hello.dlg", 1, "dialogs/brid_thanks.dlg", "shows"));
    assert_true(has_edge(graph, "dialogs/brid_broth.dlg", -1, "quests/broth.qst", "starts"));
    assert_true(has_edge(graph, "dialogs/brid_hello.dlg", 1, "quests/broth.qst", "completes"));
    const json_t *node = json_array_get(json_object_get(graph, "nodes"),
                                        (size_t)node_of(graph, "dialogs/brid_hello.dlg"));
    assert_string_equal(edit_text(node, "title"), "Bríd");
    assert_string_equal(edit_text(node, "portrait"), "brid");
    assert_int_equal(json_array_size(json_object_get(node, "answers")), 4);
    assert_true(node_is(graph, "dialogs/brid_hello.dlg", "reached"));
}

/* The highest case is also that of higher numbers; a case that is missing ends the dialog. */
static void cases_are_read_as_the_game_reads_them(void **state)
{
    EditKit *edit = *state;
    put_smith(edit, NPC("    dialog(t_ask,0)\n    switch(a) {\n        case 1 {\n            "
                        "dialog(t_yes,0)\n        }\n    }\n"));
    const json_t *graph = graph_of(edit);
    assert_true(has_edge(graph, "dialogs/t_ask.dlg", 0, "dialogs/t_yes.dlg", "shows"));
    assert_true(has_edge(graph, "dialogs/t_ask.dlg", 1, "dialogs/t_yes.dlg", "shows"));
    assert_false(has_edge(graph, "dialogs/t_ask.dlg", 2, "dialogs/t_yes.dlg", "shows"));
    assert_true(has_edge(graph, "dialogs/t_ask.dlg", 2, NULL, "leaves"));
}

/* Another value of `a` says nothing about the answer. */
static void an_assigned_variable_is_not_the_answer(void **state)
{
    EditKit *edit = *state;
    put_smith(edit, NPC("    dialog(t_ask,0)\n    a=rnd(2)\n    switch(a) {\n        case 1 {\n"
                        "            dialog(t_yes,0)\n        }\n    }\n"));
    const json_t *graph = graph_of(edit);
    assert_true(has_edge(graph, "dialogs/t_ask.dlg", -1, "dialogs/t_yes.dlg", "shows"));
    assert_false(has_edge(graph, "dialogs/t_ask.dlg", 1, "dialogs/t_yes.dlg", "shows"));
    assert_true(node_is(graph, "dialogs/t_ask.dlg", "ignored"));
}

/* ---- marks ---- */

static bool has_problem(const json_t *project, const char *path, const char *words)
{
    const json_t *problems = json_object_get(project, "problems");
    for (size_t i = 0; i < json_array_size(problems); i++)
        if (!strcmp(edit_text(json_array_get(problems, i), "path"), path) &&
            strstr(edit_text(json_array_get(problems, i), "text"), words))
            return true;
    return false;
}

static void marks_are_the_warnings_of_check(void **state)
{
    EditKit *edit = *state;
    put_smith(edit,
              NPC("    dialog(t_ask,0)\n    while(1) {\n        dialog(t_yes,0)\n    }\n"));
    edit_write(edit, "quests/t_only.qst",
               TEXT("TirNanoG Quest\n0\nNever\nNever.\ne complete {\n    dialog(t_no,0)\n"
                    "    quest(0,t_only)\n}\n"));
    const json_t *graph = graph_of(edit), *project = edit_get(edit, "api/project");
    assert_true(node_is(graph, "dialogs/t_ask.dlg", "ignored"));
    assert_true(node_is(graph, "dialogs/t_ask.dlg", "endless"));
    assert_true(node_is(graph, "dialogs/t_yes.dlg", "endless"));
    assert_true(node_is(graph, "quests/t_only.qst", "unfinished"));
    assert_false(node_is(graph, "dialogs/t_no.dlg", "reached"));
    assert_false(node_is(graph, "quests/t_only.qst", "reached"));
    assert_true(has_problem(project, "dialogs/t_ask.dlg", "make no difference"));
    assert_true(has_problem(project, "dialogs/t_yes.dlg", "no answer leaves this dialog"));
    assert_true(has_problem(project, "dialogs/t_no.dlg", "only what cannot be reached"));
    assert_true(has_problem(project, "quests/t_only.qst", "only what cannot be reached"));
    assert_true(has_problem(project, "quests/t_only.qst", "none completes it"));
    assert_false(node_is(graph, "dialogs/brid_hello.dlg", "ignored"));
    assert_false(node_is(graph, "dialogs/brid_hello.dlg", "endless"));
}

/* The examples are clean: the marks have no false positives there. */
static void the_example_has_no_marks(void **state)
{
    const json_t *nodes = json_object_get(graph_of(*state), "nodes");
    assert_true(json_array_size(nodes) > 80);
    for (size_t i = 0; i < json_array_size(nodes); i++) {
        const json_t *node = json_array_get(nodes, i);
        if (!json_is_true(json_object_get(node, "reached")) ||
            json_is_true(json_object_get(node, "ignored")) ||
            json_is_true(json_object_get(node, "endless")) ||
            json_is_true(json_object_get(node, "unfinished")))
            fail_msg("%s is marked", edit_text(node, "path"));
    }
}

static void a_project_with_errors_has_a_graph(void **state)
{
    EditKit *edit = *state;
    put_smith(edit, NPC("    dialog(t_ask,0)\n    dialog(missing,0)\n"));
    edit_write(edit, "dialogs/t_yes.dlg", TEXT("TirNanoG Dialog\n<script>\n\"&\n- nobody 7\n"));
    const json_t *graph = graph_of(edit);
    assert_true(node_of(graph, "dialogs/t_yes.dlg") >= 0);
    assert_true(has_edge(graph, "npcs/aoife.npc", -1, "dialogs/aoife_hello.dlg", "shows"));
    assert_true(node_is(graph, "dialogs/aoife_hello.dlg", "reached"));
}

/* Each choice doubles the ways; the states are few. */
static void many_branches_are_followed_quickly(void **state)
{
    EditKit *edit = *state;
    Writer out = writer_to(edit->kit->arena);
    write_text(&out, TEXT("TirNanoG NPC\nSmith\nstand 100 0 0\ne click {\n"));
    for (unsigned i = 0; i < 300; i++)
        write_text(&out, TEXT("    dialog(t_ask,0)\n    switch(rnd(2)) {\n        case 1 {\n"
                              "            dialog(t_yes,0)\n        }\n    }\n"));
    write_text(&out, TEXT("    dialog(t_no,0)\n}\n"));
    const Text handler = writer_text(&out);
    put_smith(edit, arena_text(edit->kit->arena, handler).at);
    const json_t *graph = graph_of(edit);
    assert_true(has_edge(graph, "dialogs/t_ask.dlg", -1, "dialogs/t_yes.dlg", "shows"));
    assert_true(has_edge(graph, "dialogs/t_yes.dlg", -1, "dialogs/t_no.dlg", "shows"));
}

/* ---- changes ---- */

#define CASE(number, command) "        case " number " {\n            " command "\n        }\n"

static void an_answer_is_led_elsewhere_by_one_line(void **state)
{
    EditKit *edit = *state;
    unsigned status;
    put_smith(edit, NPC("    dialog(t_ask,0)\n    switch(a) {\n" CASE("2", "dialog(t_yes,0)")
                            CASE("0", "sound(click)") "    }\n"));
    (void)graph_of(edit);
    assert_string_equal(
        arena_text(edit->kit->arena, lead(edit, 0, "dialogs/t_no.dlg", &status)).at,
        NPC("    dialog(t_ask,0)\n    switch(a) {\n" CASE("2", "dialog(t_no,0)")
                CASE("0", "sound(click)") "    }\n"));
    assert_int_equal(status, 200);
    /* An answer whose case does something else gets a further line. */
    assert_string_equal(
        arena_text(edit->kit->arena, lead(edit, 2, "quests/broth.qst", &status)).at,
        NPC("    dialog(t_ask,0)\n    switch(a) {\n" CASE("2", "dialog(t_no,0)")
                CASE("0", "sound(click)\n            quest(0,broth)") "    }\n"));
    /* A missing case is added; it can lead nowhere again. */
    assert_string_equal(
        arena_text(edit->kit->arena, lead(edit, 1, "dialogs/t_yes.dlg", &status)).at,
        NPC("    dialog(t_ask,0)\n    switch(a) {\n" CASE("1", "dialog(t_yes,0)")
                CASE("2", "dialog(t_no,0)")
                    CASE("0", "sound(click)\n            quest(0,broth)") "    }\n"));
    assert_string_equal(
        arena_text(edit->kit->arena, lead(edit, 1, "", &status)).at,
        NPC("    dialog(t_ask,0)\n    switch(a) {\n        case 1 {\n        }\n" CASE(
            "2", "dialog(t_no,0)")
                CASE("0", "sound(click)\n            quest(0,broth)") "    }\n"));
    assert_int_equal(status, 200);
}

static void a_missing_switch_is_added_at_each_place(void **state)
{
    EditKit *edit = *state;
    unsigned status;
    put_smith(edit, NPC("    dialog(t_ask,0)\n    sound(click)\n    dialog(t_ask,0)\n"));
    (void)graph_of(edit);
#define ADDED                                                                                  \
    "    dialog(t_ask,0)\n    switch(a) {\n        case 1 {\n        }\n" CASE(                \
        "0", "dialog(t_no,0)") "    }\n"
    assert_string_equal(
        arena_text(edit->kit->arena, lead(edit, 2, "dialogs/t_no.dlg", &status)).at,
        NPC(ADDED "    sound(click)\n" ADDED));
    assert_int_equal(status, 200);
    unsigned undone;
    edit_send(edit, "POST", "api/undo", NULL, "{}", &undone);
    assert_int_equal(undone, 200);
    assert_string_equal(arena_text(edit->kit->arena, edit_file(edit, "npcs/t_smith.npc")).at,
                        NPC("    dialog(t_ask,0)\n    sound(click)\n    dialog(t_ask,0)\n"));
}

/* No other answer leads elsewhere by a change of one. */
static void other_answers_stay(void **state)
{
    EditKit *edit = *state;
    unsigned status;
    put_smith(edit, NPC("    dialog(t_ask,0)\n"));
    (void)graph_of(edit);
    (void)lead(edit, 2, "dialogs/t_no.dlg", &status);
    assert_int_equal(status, 200);
    const json_t *graph = graph_of(edit);
    assert_true(has_edge(graph, "dialogs/t_ask.dlg", 2, "dialogs/t_no.dlg", "shows"));
    assert_false(has_edge(graph, "dialogs/t_ask.dlg", 1, "dialogs/t_no.dlg", "shows"));
    assert_false(has_edge(graph, "dialogs/t_ask.dlg", 0, "dialogs/t_no.dlg", "shows"));
    assert_true(has_edge(graph, "dialogs/t_ask.dlg", 0, NULL, "leaves"));
    /* Answers 0 and 1 share case 1 now: only the first one can get its own after that. */
    (void)lead(edit, 0, "dialogs/t_yes.dlg", &status);
    assert_int_equal(status, 200);
    graph = graph_of(edit);
    assert_true(has_edge(graph, "dialogs/t_ask.dlg", 0, "dialogs/t_yes.dlg", "shows"));
    assert_true(has_edge(graph, "dialogs/t_ask.dlg", 1, NULL, "leaves"));
    assert_true(has_edge(graph, "dialogs/t_ask.dlg", 2, "dialogs/t_no.dlg", "shows"));
    /* All answers share case 0: the second one cannot be led elsewhere alone. */
    put_smith(edit, NPC("    dialog(t_ask,0)\n    switch(a) {\n" CASE(
                        "0", "dialog(t_no,0)") "    }\n"));
    (void)graph_of(edit);
    (void)lead(edit, 1, "dialogs/t_yes.dlg", &status);
    assert_int_equal(status, 409);
    (void)lead(edit, 0, "", &status);
    assert_int_equal(status, 409);
}

static void line_ends_stay(void **state)
{
    EditKit *edit = *state;
    unsigned status;
    put_smith(
        edit,
        "TirNanoG NPC\r\nSmith\r\nstand 100 0 0\r\ne click {\r\n\tdialog(t_ask,0)\r\n}\r\n");
    (void)graph_of(edit);
    assert_string_equal(
        arena_text(edit->kit->arena, lead(edit, 2, "dialogs/t_no.dlg", &status)).at,
        "TirNanoG NPC\r\nSmith\r\nstand 100 0 0\r\ne click "
        "{\r\n\tdialog(t_ask,0)\r\n\tswitch(a) {\r\n"
        "\t    case 1 {\r\n\t    }\r\n\t    case 0 {\r\n\t        dialog(t_no,0)\r\n\t    "
        "}\r\n\t}\r\n}\r\n");
}

static void impossible_changes_are_refused(void **state)
{
    EditKit *edit = *state;
    unsigned status;
    put_smith(edit, NPC("    sound(click)\n"));
    (void)graph_of(edit);
    const uint64_t before = edit_hash(edit);
    (void)lead(edit, 0, "dialogs/t_no.dlg", &status); /* no handler shows it */
    assert_int_equal(status, 409);
    (void)lead(edit, 3, "dialogs/t_no.dlg", &status);
    assert_int_equal(status, 400);
    (void)lead(edit, -1, "dialogs/t_no.dlg", &status);
    assert_int_equal(status, 400);
    (void)lead(edit, 0, "../../etc/passwd", &status);
    assert_int_equal(status, 400);
    (void)lead(edit, 0, "npcs/aoife.npc", &status);
    assert_int_equal(status, 400);
    edit_send(edit, "POST", "api/graph", NULL, "[1]", &status);
    assert_int_equal(status, 400);
    edit_send(edit, "POST", "api/graph", NULL,
              "{\"path\": \"dialogs/aoife_hello.dlg\", \"answer\": 0, \"to\": 7}", &status);
    assert_int_equal(status, 400);
    /* It depends on an attribute which dialog follows. */
    edit_send(edit, "POST", "api/graph", NULL,
              "{\"path\": \"dialogs/brid_hello.dlg\", \"answer\": 1, \"to\": "
              "\"dialogs/cairn.dlg\"}",
              &status);
    assert_int_equal(status, 409);
    assert_true(edit_hash(edit) == before);
}

/* ---- places ---- */

static void places_are_kept_over_a_restart(void **state)
{
    EditKit *edit = *state;
    unsigned status;
    assert_int_equal(json_object_size(edit_get(edit, "api/places")), 0);
    edit_send(edit, "POST", "api/places", NULL, "{\"dialogs/cairn.dlg\": [40, -7]}", &status);
    assert_int_equal(status, 200);
    edit_restart(edit, true);
    const json_t *place = json_object_get(edit_get(edit, "api/places"), "dialogs/cairn.dlg");
    assert_int_equal(json_integer_value(json_array_get(place, 0)), 40);
    assert_int_equal(json_integer_value(json_array_get(place, 1)), -7);
    edit_send(edit, "POST", "api/places", NULL, "{}", &status); /* for reading only */
    assert_int_equal(status, 409);
}

static void invalid_places_are_refused(void **state)
{
    EditKit *edit = *state;
    static const char *const bodies[] = {"[]",
                                         "{\"a\": 1}",
                                         "{\"a\": [1]}",
                                         "{\"a\": [1, 2, 3]}",
                                         "{\"a\": [\"1\", 2]}",
                                         "{\"a\": [1.5, 2]}",
                                         "{\"a\": [10000001, 2]}"};
    for (size_t i = 0; i < COUNT_OF(bodies); i++) {
        unsigned status;
        edit_send(edit, "POST", "api/places", NULL, bodies[i], &status);
        if (status != 400)
            fail_msg("%s: %u", bodies[i], status);
    }
    assert_int_equal(json_object_size(edit_get(edit, "api/places")), 0);
    /* A damaged file is as none. */
    edit_send(edit, "POST", "api/places", NULL, "{}", NULL);
    edit_write(edit, ".oisin/edit/places", TEXT("{\"a\": [1"));
    assert_int_equal(json_object_size(edit_get(edit, "api/places")), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        EDIT(answers_lead_where_their_case_leads),
        EDIT(cases_are_read_as_the_game_reads_them),
        EDIT(an_assigned_variable_is_not_the_answer),
        EDIT(marks_are_the_warnings_of_check),
        EDIT(the_example_has_no_marks),
        EDIT(a_project_with_errors_has_a_graph),
        EDIT(many_branches_are_followed_quickly),
        EDIT(an_answer_is_led_elsewhere_by_one_line),
        EDIT(a_missing_switch_is_added_at_each_place),
        EDIT(other_answers_stay),
        EDIT(line_ends_stay),
        EDIT(impossible_changes_are_refused),
        EDIT(places_are_kept_over_a_restart),
        EDIT(invalid_places_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
