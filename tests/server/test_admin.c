/* The admin interface: who is answered, and what. */
#include "lib/admin_kit.h"

#include "base/text.h"

#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>

/* ---- answers ---- */

static void every_route_of_the_table_answers(void **state)
{
    Door *door = door_new(*state);
    for (const AdminRoute *route = admin_routes; route->word; route++) {
        const AdminPair pair = {text_of(route->needs ? admin_parameter_name(route->needs) : ""),
                                route->needs == ADMIN_NETWORK ? TEXT("192.0.2.0/24")
                                                              : TEXT("Ann")};
        const char *path = admin_request(route, &pair, route->needs != 0, door->kit->arena).at;
        const Said said = door_ask(door, path);
        if (said.status != 200 || !*said.body)
            fail_msg("%s: %u, %s", path, said.status, said.body);
        assert_non_null(strstr(said.head, "Cache-Control: no-store\r\n"));
        assert_non_null(strstr(said.head, "Content-Security-Policy: default-src 'none'"));
        assert_null(strstr(said.head, "Access-Control"));
        if (route->type == ADMIN_JSON)
            door_json(door, path, 200);
    }
    door_free(door);
}

static int64_t number_of(const json_t *json, const char *key)
{
    if (!json_is_integer(json_object_get(json, key)))
        fail_msg("%s is no number", key);
    return json_integer_value(json_object_get(json, key));
}

static void status_and_tng_have_the_fields_of_the_specification(void **state)
{
    Door *door = door_new(*state);
    json_t *json = door_json(door, "/status", 200);
    assert_int_equal(number_of(json, "now"), 1800000100);
    assert_int_equal(number_of(json, "uptime"), 93784);
    assert_int_equal(number_of(json, "saved"), 1800000040);
    assert_int_equal(number_of(json, "users"), 2);
    assert_int_equal(number_of(json, "leaving"), 1);
    assert_int_equal(number_of(json, "total"), 17);
    assert_true(json_is_true(json_object_get(json, "reg")));
    json = door_json(door, "/tng", 200);
    assert_string_equal(json_string_value(json_object_get(json, "gameid")), "segais");
    assert_string_equal(json_string_value(json_object_get(json, "id")), "fe010203040506ef");
    assert_int_equal(number_of(json, "rev"), 0);
    assert_int_equal(number_of(json, "type"), 1);
    assert_int_equal(number_of(json, "tilew"), 300);
    assert_int_equal(number_of(json, "tileh"), 200);
    assert_int_equal(number_of(json, "mapsize"), 64);
    door_free(door);
}

static void players_with_unusual_names_are_listed(void **state)
{
    Door *door = door_new(*state);
    json_t *json = door_json(door, "/players", 200);
    const json_t *players = json_object_get(json, "players");
    assert_int_equal(json_array_size(players), 2);
    for (size_t i = 0; i < 2; i++)
        assert_string_equal(
            json_string_value(json_object_get(json_array_get(players, i), "name")),
            door->players[i].name.at);
    assert_string_equal(
        json_string_value(json_object_get(json_array_get(players, 0), "address")),
        "192.0.2.7:40000");
    door->player_count = 0;
    json = door_json(door, "/players", 200);
    assert_int_equal(json_array_size(json_object_get(json, "players")), 0);
    assert_int_equal(json_array_size(json_object_get(json, "leaving")), 0);
    door_free(door);
}

/* For a minute those who had gone counted as players. */
static void players_that_leave_are_listed_apart(void **state)
{
    Door *door = door_new(*state);
    door->player_count = 3;
    json_t *json = door_json(door, "/players", 200);
    assert_int_equal(json_array_size(json_object_get(json, "players")), 2);
    const json_t *leaving = json_object_get(json, "leaving");
    assert_int_equal(json_array_size(leaving), 1);
    const json_t *one = json_array_get(leaving, 0);
    assert_string_equal(json_string_value(json_object_get(one, "name")), "Cut off");
    assert_int_equal(number_of(one, "leaves"), 42);
    assert_non_null(strstr(door_ask(door, "/metrics").body, "\noisin_leaving_players 1\n"));
    door_free(door);
}

static void metrics_are_in_the_text_format_line_by_line(void **state)
{
    Door *door = door_new(*state);
    const Said said = door_ask(door, "/metrics");
    assert_non_null(strstr(said.head, "Content-Type: text/plain; version=0.0.4"));
    char prefix[100], name[100] = "", other[100], type[20] = "", rest[300];
    Text text = text_of(said.body), line;
    unsigned families = 0, samples = 0, labelled = 0;
    double before = 0;
    assert_true(text_ends(text, "\n"));
    while (text_line(&text, &line)) {
        const char *at = arena_text(door->kit->arena, line).at;
        if (sscanf(at, "# HELP %99[^_]_%99s %299[^\n]", prefix, name, rest) == 3) {
            assert_true(!strcmp(prefix, "oisin") || !strcmp(prefix, "process"));
            families++;
        } else if (sscanf(at, "# TYPE %*[^_]_%99s %19s", other, type) == 2) {
            assert_string_equal(name, other);
            assert_true(!strcmp(type, "gauge") || !strcmp(type, "histogram") ||
                        (!strcmp(type, "counter") && text_ends(text_of(name), "_total")));
            before = 0;
        } else {
            char *end;
            assert_int_equal(sscanf(at, "%*[^_]_%99[a-z_]%299[^\n]", other, rest), 2);
            const char *number = strrchr(rest, ' ');
            assert_non_null(number);
            const double value = strtod(number + 1, &end);
            assert_true(end != number + 1 && !*end);
            samples++;
            if (strcmp(type, "histogram")) {
                assert_string_equal(name, other);
                labelled += *rest == '{';
                assert_true(*rest == ' ' || *rest == '{');
                continue;
            }
            assert_int_equal(strncmp(other, name, strlen(name)), 0);
            if (strstr(other, "_bucket")) {
                assert_true(value >= before);
                before = value;
            }
        }
    }
    assert_true(families > 10);
    assert_int_equal(labelled, 1 + 2); /* build_info, two results */
    assert_int_equal(samples, families - 1 - 2 + 2 + 3 + 1 + 2);
    assert_non_null(strstr(said.body, "\noisin_build_info{version=\"1.2\"} 1\n"));
    assert_non_null(strstr(said.body, "\noisin_refused_logins_total{result=\"WRONG\"} 7\n"));
    assert_non_null(strstr(said.body, "\nprocess_resident_memory_bytes 12345678\n"));
    assert_non_null(strstr(said.body, "\noisin_players 2\n"));
    assert_non_null(strstr(said.body, "\noisin_uptime_seconds 1.5\n"));
    assert_non_null(strstr(said.body, "\noisin_received_bytes_total 18446744073709551615\n"));
    assert_non_null(strstr(said.body, "\noisin_tick_seconds_bucket{le=\"0.001\"} 5\n"
                                      "oisin_tick_seconds_bucket{le=\"0.0025\"} 5\n"
                                      "oisin_tick_seconds_bucket{le=\"0.01\"} 7\n"
                                      "oisin_tick_seconds_bucket{le=\"+Inf\"} 8\n"
                                      "oisin_tick_seconds_sum 0.0625\n"
                                      "oisin_tick_seconds_count 8\n"));
    door_free(door);
}

/* ---- actions ---- */

static void actions_are_passed_to_host_with_parameters(void **state)
{
    static const struct {
        const char *path, *action, *first, *second;
    } cases[] = {
        {"/ban?name=Ann%20Lee&reason=sells%20%22gold%22", "ban", "Ann Lee", "sells \"gold\""},
        {"/ban?reason=late&name=Ann+Lee", "ban", "Ann Lee", "late"},
        {"/unban?name=Br%C3%ADd", "unban",
         "Br\xC3\xAD"
         "d",
         ""},
        {"/deny?network=192.0.2.77/24&note=%E2%82%AC", "deny", "192.0.2.0/24", "\xE2\x82\xAC"},
        {"/deny?network=2001:db8::1", "deny", "2001:db8::1", ""},
        {"/undeny?network=::ffff:192.0.2.7", "undeny", "192.0.2.7", ""},
        {"/kick?name=a%26name%3Db%25", "kick", "a&name=b%", ""},
        {"/say?text=50%25+off+%2B+%3Cb%3E", "say", "50% off + <b>", ""},
        {"/ban?name=Ann&duration=7d&by=Bob", "ban", "Ann", ""},
        {"/mute?name=Ann&reason=late&duration=30m", "mute", "Ann", "late"},
        {"/role?name=Ann&role=helper", "role", "Ann", "helper"},
        {"/delete?name=Ann&by=Bob", "delete", "Ann", "Bob"},
        {"/motd?text=hello", "motd", "hello", ""},
        {"/motd", "motd", "", ""},
        {"/resolve?report=123", "resolve", "123", ""},
        {"/save", "save", "", ""},
        {"/stop?", "stop", "", ""},
    };
    Door *door = door_new(*state);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        json_t *json = door_json(door, cases[i].path, 200);
        assert_true(json_is_true(json_object_get(json, "ok")));
        assert_int_equal(door->actions, i + 1);
        assert_string_equal(door->action, cases[i].action);
        assert_string_equal(door->words[0].at, cases[i].first);
        assert_string_equal(door->words[1].at, cases[i].second);
    }
    door_free(door);
}

/* Text that was percent-encoded by us arrives as it was. */
static void requests_that_we_write_are_read_back(void **state)
{
    Door *door = door_new(*state);
    const Text name = TEXT("\"'<>&=+%?#/ ~\xF0\x9F\x90\x89");
    const Text path = admin_request(admin_route(TEXT("ban")),
                                    (AdminPair[]){{TEXT("name"), name}, {TEXT("reason"), name}},
                                    2, door->kit->arena);
    door_json(door, path.at, 200);
    assert_string_equal(door->words[0].at, name.at);
    assert_string_equal(door->words[1].at, name.at);
    door_free(door);
}

static void host_refusal_is_reported_with_its_reason(void **state)
{
    Door *door = door_new(*state);
    door->result = RESULT_NOBODY;
    json_t *json = door_json(door, "/kick?name=Ann", 409);
    assert_true(json_is_false(json_object_get(json, "ok")));
    assert_string_equal(json_string_value(json_object_get(json, "error")),
                        result_words(RESULT_NOBODY));
    door->host.kick = NULL;
    door_json(door, "/kick?name=Ann", 501);
    door_free(door);
}

/* "no player of that name is here" was the answer to a network and to the number of a report,
 * and to the name of an account, where no player has to be here. */
static void refusal_names_what_was_not_found(void **state)
{
    static const struct {
        const char *path;
        ResultCode result;
        const char *error;
    } cases[] = {
        {"/ban?name=Ann", RESULT_NOBODY, "there is no account of this name"},
        {"/account?name=Ann", RESULT_NOBODY, "there is no account of this name"},
        {"/undeny?network=10.0.0.0/9", RESULT_NOBODY, "this network is not in the deny list"},
        {"/resolve?report=9", RESULT_NOBODY, "there is no open report of this number"},
        {"/resolve?report=x", RESULT_INVALID, "expected the number of a report"},
        {"/unban?name=Ann", RESULT_INVALID, "this account is not banned"},
        {"/unmute?name=Ann", RESULT_INVALID, "this account is not muted"},
        {"/role?name=Ann&role=king", RESULT_INVALID,
         "expected player, helper, moderator or admin"},
        {"/ban?name=Ann", RESULT_BUSY, "the server is busy; try again"},
    };
    Door *door = door_new(*state);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        door->result = cases[i].result;
        json_t *json = door_json(door, cases[i].path, 409);
        assert_string_equal(json_string_value(json_object_get(json, "error")), cases[i].error);
    }
    door_free(door);
}

static void invalid_parameters_are_rejected_before_the_host(void **state)
{
    static const struct {
        const char *path;
        unsigned status;
        const char *said;
    } cases[] = {
        {"/ban", 400, "/ban requires name"},
        {"/ban?", 400, "/ban requires name"},
        {"/ban?name", 400, "/ban requires name"},
        {"/ban?name=", 400, "/ban requires name"},
        {"/ban?reason=x", 400, "/ban requires name"},
        {"/ban?name=a&name=b", 400, "more than once"},
        {"/ban?name=a&colour=red", 400, "does not accept \"colour\""},
        {"/ban?name=a&%22%0A%FF=red", 400, "does not accept"},
        {"/ban?name=a&1&2&3&4&5&6&7&8&9&10", 400, "too many"},
        {"/ban?name=a%00b", 400, "control"},
        {"/ban?name=a%0Ab", 400, "control"},
        {"/ban?name=a%1B[31m", 400, "control"},
        {"/ban?name=a%7F", 400, "control"},
        {"/ban?name=a%C2%85", 400, "control"},
        {"/ban?name=a%E2%80%AEb", 400, "control"},
        {"/ban?name=a%FF", 400, "UTF-8"},
        {"/ban?name=a%C0%AF", 400, "UTF-8"},
        {"/ban?name=a%ED%A0%80", 400, "UTF-8"},
        {"/save?text=x", 400, "does not accept"},
        {"/status?name=x", 400, "does not accept"},
        {"/deny?network=", 400, "requires network"},
        {"/deny?network=example.org", 400, "is not an address"},
        {"/deny?network=192.0.2.0/33", 400, "is not an address"},
        {"/deny?network=192.0.2.0/-1", 400, "is not an address"},
        {"/deny?network=%22%3E%3Cscript%3E", 400, "is not an address"},
        {"/nothing", 404, "unknown request /nothing"},
        {"/status/", 404, "unknown request /status/"},
        {"//", 404, "unknown request //"},
        {"/%00", 404, "unknown request /%00"},
        {"/../etc/passwd", 404, "unknown request"},
        {"/STATUS", 404, "unknown request"},
        {"/%22%0A%FF%3Cb%3E", 404, "unknown request"},
    };
    Door *door = door_new(*state);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        json_t *json = door_json(door, cases[i].path, cases[i].status);
        const char *error = json_string_value(json_object_get(json, "error"));
        if (!error || !strstr(error, cases[i].said))
            fail_msg("%s: %s", cases[i].path, error);
    }
    assert_int_equal(door->actions, 0);
    door_free(door);
}

static void parameters_have_a_maximum_length(void **state)
{
    static const struct {
        const char *path;
        size_t max;
    } cases[] = {{"/kick?name=", 96}, {"/kick?name=a&reason=", 199}, {"/say?text=", 199}};
    Door *door = door_new(*state);
    char letters[300];
    memset(letters, 'x', sizeof letters);
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        for (size_t more = 0; more < 2; more++) {
            const char *path = arena_format(door->kit->arena, "%s%.*s", cases[i].path,
                                            (int)(cases[i].max + more), letters)
                                   .at;
            door_json(door, path, more ? 400 : 200);
        }
    assert_int_equal(door->actions, 3);
    door_free(door);
}

static void only_get_is_understood(void **state)
{
    static const char *const methods[] = {"POST",  "PUT",   "DELETE", "OPTIONS",
                                          "PATCH", "TRACE", "FETCH",  "get"};
    Door *door = door_new(*state);
    for (size_t i = 0; i < COUNT_OF(methods); i++) {
        const char *line = arena_format(door->kit->arena, "%s /save", methods[i]).at;
        const Said said = door_ask_line(door, line, "");
        assert_int_equal(said.status, 405);
        assert_non_null(strstr(said.head, "Allow: GET, HEAD\r\n"));
    }
    const Said said = door_ask_line(door, "POST /save", "Content-Length: 3\r\n\r\nabc");
    assert_int_equal(said.status, 405);
    assert_int_equal(door->actions, 0);
    door_free(door);
}

/* ---- other users ---- */

/* Root may be told to become another user; others cannot test this. */
static unsigned status_for_user(Door *door, uid_t user)
{
    const pid_t child = fork();
    if (child == 0) {
        if (setuid(user) < 0)
            _exit(1);
        Visit *visit = visit_new(door, "GET /save HTTP/1.1\r\nHost: x\r\n\r\n");
        for (unsigned i = 0; i < 2000 && !visit_answered(visit); i++) {
            visit_go_on(visit);
            usleep(5000);
        }
        _exit(visit->gone && !visit->size ? 2 : visit_status(visit) == 200 ? 3 : 4);
    }
    int status;
    DOOR_UNTIL(door, (Visit *)NULL, waitpid(child, &status, WNOHANG) == child);
    return WIFEXITED(status) ? (unsigned)WEXITSTATUS(status) : 0;
}

/* The mode of the file would be enough; the kernel's answer about the peer is the second wall.
 */
static void requests_of_other_users_are_refused(void **state)
{
    enum { OTHER = 65534 };
    struct stat info;
    Door *door = door_new(*state);
    assert_int_equal(stat(door->path, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0600);
    assert_int_equal(status_for_user(door, geteuid()), 3);
    assert_int_equal(door->actions, 1);
    if (geteuid() != 0) {
        print_message("skipped: other users: only root can become another user\n");
        door_free(door);
        return;
    }
    chmod(door->folder, 0777);
    chmod(door->path, 0666);
    assert_int_equal(status_for_user(door, OTHER), 2);
    assert_int_equal(door->actions, 1);
    assert_int_equal(door_ask(door, "/status").status, 200);
    door_free(door);
}

/* The library sends no body to HEAD: nobody would learn the password of /reset. */
static void head_changes_nothing(void **state)
{
    Door *door = door_new(*state);
    unsigned lists = 0;
    for (const AdminRoute *route = admin_routes; route->word; route++) {
        const char *line = arena_format(door->kit->arena, "HEAD /%s", route->word).at;
        const unsigned status = door_ask_line(door, line, "Connection: close\r\n").status;
        lists += !route->changes && status == 200 && !route->answer;
        if (route->changes ? status != 405 : status == 405)
            fail_msg("%s: %u", line, status);
    }
    assert_int_equal(door->actions, lists); /* the host counts them, too */
    door_free(door);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, kit_set_up, kit_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(head_changes_nothing),
        TEST(every_route_of_the_table_answers),
        TEST(status_and_tng_have_the_fields_of_the_specification),
        TEST(players_with_unusual_names_are_listed),
        TEST(players_that_leave_are_listed_apart),
        TEST(metrics_are_in_the_text_format_line_by_line),
        TEST(actions_are_passed_to_host_with_parameters),
        TEST(requests_that_we_write_are_read_back),
        TEST(host_refusal_is_reported_with_its_reason),
        TEST(refusal_names_what_was_not_found),
        TEST(invalid_parameters_are_rejected_before_the_host),
        TEST(parameters_have_a_maximum_length),
        TEST(only_get_is_understood),
        TEST(requests_of_other_users_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
