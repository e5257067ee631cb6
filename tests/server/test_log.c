/* The log of a server: forms of an entry, escapes, limits, the audit trail. */
#include "lib/kit.h"
#include "server/log/log_internal.h"

#include "base/json.h"
#include "base/text.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NOON = 1795732201 /* 2026-11-26T22:30:01Z */ };

static int64_t now;
static int64_t clock_of_test(void) { return now; }

typedef struct Fixture {
    Kit *kit;
    Log *log;
    char lines[256 * 1024];
    char folder[FOLDER_SIZE], audit[FOLDER_SIZE + 8];
} Fixture;

static Fixture fixture;

static void keep_line(void *context, Text line)
{
    (void)context;
    const size_t size = strlen(fixture.lines);
    snprintf(fixture.lines + size, sizeof fixture.lines - size, "%.*s\n", (int)line.size,
             line.at);
}

static Log *open_log(LogFormat format, LogLevel level, const char *audit)
{
    const LogOptions options = {.format = format,
                                .level = level,
                                .audit = audit,
                                .sink = keep_line,
                                .now = clock_of_test};
    fixture.log = log_new(&options, &fixture.kit->report);
    return fixture.log;
}

static int set_up(void **state)
{
    (void)state;
    now = NOON;
    fixture = (Fixture){.kit = kit_new()};
    assert_true(make_temporary_folder(fixture.folder, "oisin-log"));
    snprintf(fixture.audit, sizeof fixture.audit, "%s/audit", fixture.folder);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    log_free(fixture.log);
    kit_free(fixture.kit);
    unlink(fixture.audit);
    rmdir(fixture.folder);
    return 0;
}

static const LogFields entry = {.name = {"Ann", 3}, .address = {"192.0.2.7:5000", 14}};

static unsigned count_of(const char *lines, const char *wanted)
{
    unsigned count = 0;
    for (const char *at = lines; (at = strstr(at, wanted)); at++)
        count++;
    return count;
}

static Text file_text(const char *path)
{
    static char text[8192];
    FILE *file = fopen(path, "rb");
    const size_t size = file ? fread(text, 1, sizeof text - 1, file) : 0;
    if (file)
        fclose(file);
    text[size] = 0;
    return (Text){text, size};
}

/* ---- forms ---- */

static void text_line_has_time_level_event_and_message(void **state)
{
    (void)state;
    open_log(LOG_AS_TEXT, LOG_LEVEL_INFO, NULL);
    log_write(fixture.log, EVENT_LOGIN, &entry);
    assert_string_equal(fixture.lines, "2026-11-26T22:30:01Z notice login: Ann has entered "
                                       "from 192.0.2.7:5000\n");
}

static void json_line_has_a_member_for_each_field(void **state)
{
    (void)state;
    open_log(LOG_AS_JSON, LOG_LEVEL_INFO, NULL);
    log_write(fixture.log, EVENT_LOGIN, &entry);
    assert_string_equal(fixture.lines,
                        "{\"time\":\"2026-11-26T22:30:01Z\",\"level\":\"notice\",\"event\":"
                        "\"login\",\"address\":\"192.0.2.7:5000\",\"name\":\"Ann\","
                        "\"message\":\"Ann has entered from 192.0.2.7:5000\"}\n");
}

static void journal_entry_has_priority_id_and_fields(void **state)
{
    (void)state;
    char id[LOG_ID_SIZE], wanted[64];
    Writer out = writer_to(fixture.kit->arena);
    const size_t count = log_journal_fields(EVENT_LOGIN, &entry, &out);
    const char *at = (const char *)out.data;
    log_event_id(EVENT_LOGIN, id);
    snprintf(wanted, sizeof wanted, "MESSAGE_ID=%s", id);
    const char *const fields[] = {"MESSAGE=login: Ann has entered from 192.0.2.7:5000",
                                  "PRIORITY=5",
                                  wanted,
                                  "SYSLOG_IDENTIFIER=oisin",
                                  "OISIN_EVENT=login",
                                  "OISIN_ADDRESS=192.0.2.7:5000",
                                  "OISIN_NAME=Ann"};
    assert_int_equal(count, COUNT_OF(fields));
    for (size_t i = 0; i < count; i++, at += strlen(at) + 1)
        assert_string_equal(at, fields[i]);
}

/* journalctl and programs that read the journal find events by these numbers. */
static void ids_of_events_are_fixed_and_differ(void **state)
{
    (void)state;
    char ids[LOG_EVENTS][LOG_ID_SIZE];
    for (size_t i = 0; i < LOG_EVENTS; i++) {
        log_event_id((LogEvent)i, ids[i]);
        for (size_t k = 0; k < i; k++)
            assert_string_not_equal(ids[i], ids[k]);
    }
    assert_string_equal(ids[EVENT_LOGIN], "fc7ebfcf15fc58221e9433968d88054b");
}

static void absent_fields_leave_out_their_part(void **state)
{
    (void)state;
    open_log(LOG_AS_TEXT, LOG_LEVEL_INFO, NULL);
    log_write(fixture.log, EVENT_BANNED, &(LogFields){.name = TEXT("Ann")});
    log_write(fixture.log, EVENT_BANNED,
              &(LogFields){.name = TEXT("Ann"), .by = TEXT("Ben"), .reason = TEXT("spam")});
    assert_non_null(strstr(fixture.lines, "banned: Ann was banned\n"));
    assert_non_null(strstr(fixture.lines, "banned: Ann was banned by Ben: spam\n"));
}

/* A text of the table that names an unknown field would be printed without it. */
static void texts_name_existing_fields_and_close_their_brackets(void **state)
{
    (void)state;
    for (size_t i = 0; i < LOG_EVENTS; i++)
        for (const char *at = log_events[i].text; *at; at++) {
            bool known = *at != '{';
            for (size_t k = 0; k < log_field_count; k++)
                known |= *at == '{' &&
                         text_is((Text){at + 1, strcspn(at + 1, "}")}, log_fields[k].name);
            assert_true(known);
            if (*at == '[')
                assert_true(strchr(at, '{') < strchr(at, ']'));
        }
}

static void less_important_events_are_left_out(void **state)
{
    (void)state;
    open_log(LOG_AS_TEXT, LOG_LEVEL_WARNING, NULL);
    log_write(fixture.log, EVENT_LOGIN, &entry);
    assert_string_equal(fixture.lines, "");
    log_set_level(fixture.log, LOG_LEVEL_NOTICE);
    log_write(fixture.log, EVENT_LOGIN, &entry);
    assert_string_not_equal(fixture.lines, "");
}

/* ---- values of strangers ---- */

static const char *const hostile[] = {
    "a\n2026-11-26T22:30:01Z notice login-failed: from 203.0.113.9:1: WRONG, name: b",
    "a\r\x1b[2K\x1b]0;title\x07",
    "a\",\"address\":\"203.0.113.9:1",
    "back\\slash \\\" \\n",
    "\xff\xfe\xc0\xaf half \xe2\x82",
    "\xe2\x80\xae right to left \xe2\x80\xa8 line \xc2\x85 next \xef\xbb\xbf",
};

static void hostile_values_cannot_end_a_line(void **state)
{
    (void)state;
    open_log(LOG_AS_TEXT, LOG_LEVEL_INFO, NULL);
    for (size_t i = 0; i < COUNT_OF(hostile); i++) {
        fixture.lines[0] = 0;
        log_write(fixture.log, EVENT_LOGIN_FAILED,
                  &(LogFields){.address = TEXT("192.0.2.7:5000"),
                               .result = TEXT("WRONG"),
                               .name = text_of(hostile[i])});
        assert_int_equal(count_of(fixture.lines, "\n"), 1);
        assert_true(text_starts(text_of(fixture.lines),
                                "2026-11-26T22:30:01Z notice login-failed: from "
                                "192.0.2.7:5000: WRONG, name: "));
        for (const char *at = fixture.lines; *at != '\n'; at++)
            assert_true((unsigned char)*at >= ' ' && *at != 0x7f);
        assert_int_equal(utf8_invalid(text_of(fixture.lines)), strlen(fixture.lines));
        assert_null(strstr(fixture.lines, "\xe2\x80\xae"));
    }
}

static void hostile_values_stay_values_in_json(void **state)
{
    (void)state;
    open_log(LOG_AS_JSON, LOG_LEVEL_INFO, NULL);
    for (size_t i = 0; i < COUNT_OF(hostile); i++) {
        Text address, name;
        fixture.lines[0] = 0;
        log_write(fixture.log, EVENT_LOGIN_FAILED,
                  &(LogFields){.address = TEXT("192.0.2.7:5000"),
                               .result = TEXT("WRONG"),
                               .name = text_of(hostile[i])});
        assert_int_equal(count_of(fixture.lines, "\n"), 1);
        const json_t *tree = json_read(bytes_of_text(text_of(fixture.lines)),
                                       fixture.kit->arena, &fixture.kit->report);
        assert_non_null(tree);
        assert_true(
            json_get_text(tree, "address", &address, fixture.kit->arena, &fixture.kit->report));
        assert_true(text_is(address, "192.0.2.7:5000"));
        assert_true(
            json_get_text(tree, "name", &name, fixture.kit->arena, &fixture.kit->report));
        if (utf8_invalid(text_of(hostile[i])) == strlen(hostile[i]))
            assert_true(text_is(name, hostile[i]));
    }
}

static void long_values_are_cut(void **state)
{
    (void)state;
    char name[5000];
    memset(name, 'a', sizeof name - 1);
    name[sizeof name - 1] = 0;
    open_log(LOG_AS_TEXT, LOG_LEVEL_INFO, NULL);
    log_write(fixture.log, EVENT_LEFT, &(LogFields){.name = text_of(name)});
    assert_true(strlen(fixture.lines) < 1200);
}

/* ---- limits ---- */

static void fail_login(const char *address, unsigned times)
{
    for (unsigned i = 0; i < times; i++)
        log_write(fixture.log, EVENT_LOGIN_FAILED,
                  &(LogFields){.address = text_of(address), .result = TEXT("WRONG")});
}

static void repeated_events_of_a_network_are_counted(void **state)
{
    (void)state;
    open_log(LOG_AS_TEXT, LOG_LEVEL_INFO, fixture.audit);
    fail_login("192.0.2.7:5000", LOG_BURST + 12);
    fail_login("192.0.2.7:5001", 300);
    assert_int_equal(count_of(fixture.lines, "login-failed: "), LOG_BURST);
    fail_login("192.0.2.8:5000", 1);
    assert_int_equal(count_of(fixture.lines, "login-failed: "), LOG_BURST + 1);
    log_tick(fixture.log);
    assert_int_equal(count_of(fixture.lines, "suppressed"), 0);
    now += LOG_REPORT_SECONDS;
    log_tick(fixture.log);
    assert_non_null(strstr(fixture.lines, "notice suppressed: 312 further login-failed events "
                                          "from 192.0.2.7\n"));
    assert_int_equal(count_of(file_text(fixture.audit).at, "\"login-failed\""), LOG_BURST + 2);
    now++;
    log_tick(fixture.log);
    assert_int_equal(count_of(fixture.lines, "suppressed"), 1);
}

static void network_that_calms_down_is_logged_again(void **state)
{
    (void)state;
    open_log(LOG_AS_TEXT, LOG_LEVEL_INFO, NULL);
    fail_login("192.0.2.7:5000", LOG_BURST + 1);
    now += 2 * LOG_SECONDS;
    fail_login("192.0.2.7:5000", 5);
    assert_int_equal(count_of(fixture.lines, "login-failed: "), LOG_BURST + 2);
    now -= 3600; /* the clock is set back */
    fail_login("192.0.2.7:5000", 1);
    now += LOG_SECONDS;
    fail_login("192.0.2.7:5000", 1);
    assert_int_equal(count_of(fixture.lines, "login-failed: "), LOG_BURST + 3);
}

/* An IPv6 host has as many addresses as it likes. */
static void addresses_of_one_ipv6_network_count_together(void **state)
{
    (void)state;
    char address[64];
    open_log(LOG_AS_TEXT, LOG_LEVEL_INFO, NULL);
    for (unsigned i = 0; i < 100; i++) {
        snprintf(address, sizeof address, "[2001:db8:0:1::%x]:5000", i);
        fail_login(address, 1);
    }
    assert_int_equal(count_of(fixture.lines, "login-failed: "), LOG_BURST);
    log_free(fixture.log);
    fixture.log = NULL;
    assert_non_null(strstr(fixture.lines, "suppressed: 80 further login-failed events from "
                                          "2001:db8:0:1::/64\n"));
}

static unsigned lines_seen, suppressed_seen;
static void count_line(void *context, Text line)
{
    size_t end;
    (void)context;
    lines_seen++;
    const Text rest = text_slice(line, 21, line.size);
    if (text_starts(rest, "notice suppressed: ")) {
        const Text words = text_slice(rest, 19, rest.size);
        assert_true(text_find(words, ' ', &end));
        int64_t count;
        assert_true(text_number(text_slice(words, 0, end), 1, 1 << 30, &count));
        suppressed_seen += (unsigned)count;
    }
}

/* 200,000 addresses, ten events each: bounded lines, and no event is forgotten. */
static void many_networks_are_limited_together(void **state)
{
    (void)state;
    const LogOptions options = {
        .level = LOG_LEVEL_INFO, .sink = count_line, .now = clock_of_test};
    char address[64];
    lines_seen = suppressed_seen = 0;
    fixture.log = log_new(&options, &fixture.kit->report);
    for (unsigned i = 0; i < 200000; i++) {
        snprintf(address, sizeof address, "10.%u.%u.%u:5000", i >> 16, i >> 8 & 255, i & 255);
        fail_login(address, 10);
    }
    assert_int_equal(lines_seen, LOG_BURST_ALL);
    log_free(fixture.log);
    fixture.log = NULL;
    assert_int_equal(suppressed_seen, 2000000 - LOG_BURST_ALL);
    assert_true(lines_seen < LOG_BURST_ALL + LOG_NETWORKS + LOG_EVENTS);
}

/* fail2ban has to see it among the others. */
static void network_is_named_when_all_together_are_too_many(void **state)
{
    (void)state;
    char address[64];
    open_log(LOG_AS_TEXT, LOG_LEVEL_INFO, NULL);
    for (unsigned i = 0; i < LOG_BURST_ALL; i++) {
        snprintf(address, sizeof address, "10.1.%u.%u:5000", i >> 8, i & 255);
        fail_login(address, 1);
    }
    fail_login("192.0.2.7:5000", 7);
    assert_int_equal(count_of(fixture.lines, "login-failed: "), LOG_BURST_ALL);
    now += LOG_REPORT_SECONDS;
    log_tick(fixture.log);
    assert_non_null(strstr(fixture.lines, "notice suppressed: 7 further login-failed events "
                                          "from 192.0.2.7\n"));
}

/* ---- the audit trail ---- */

static void audit_trail_has_its_events_whatever_the_level_is(void **state)
{
    (void)state;
    struct stat info;
    open_log(LOG_AS_TEXT, LOG_LEVEL_ERROR, fixture.audit);
    log_write(fixture.log, EVENT_LOGIN, &entry);
    log_write(fixture.log, EVENT_LEFT, &entry); /* is not part of it */
    assert_string_equal(fixture.lines, "");
    const Text text = file_text(fixture.audit);
    assert_int_equal(count_of(text.at, "\n"), 1);
    assert_non_null(strstr(text.at, "\"event\":\"login\""));
    assert_int_equal(stat(fixture.audit, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0600);
}

static void audit_trail_is_opened_again_after_rotation(void **state)
{
    (void)state;
    char old[128];
    snprintf(old, sizeof old, "%s.1", fixture.audit);
    open_log(LOG_AS_TEXT, LOG_LEVEL_ERROR, fixture.audit);
    log_write(fixture.log, EVENT_LOGIN, &entry);
    assert_int_equal(rename(fixture.audit, old), 0);
    assert_true(log_set_audit(fixture.log, fixture.audit, &fixture.kit->report));
    log_write(fixture.log, EVENT_BANNED, &entry);
    assert_non_null(strstr(file_text(fixture.audit).at, "\"banned\""));
    assert_null(strstr(file_text(old).at, "\"banned\""));
    unlink(old);
}

static void audit_trail_that_cannot_be_opened_is_an_error(void **state)
{
    (void)state;
    assert_null(open_log(LOG_AS_TEXT, LOG_LEVEL_INFO, fixture.folder));
    assert_non_null(strstr(kit_message(fixture.kit, 0), "cannot write the audit trail"));
    assert_null(open_log(LOG_AS_TEXT, LOG_LEVEL_INFO, "/dev/null"));
    open_log(LOG_AS_TEXT, LOG_LEVEL_INFO, fixture.audit);
    assert_false(log_set_audit(fixture.log, fixture.folder, &fixture.kit->report));
    log_write(fixture.log, EVENT_LOGIN, &entry);
    assert_non_null(strstr(file_text(fixture.audit).at, "\"login\"")); /* the old one stays */
}

/* The limit of the size of files stands in for a full disk. */
static void full_disk_is_reported_once_and_leaves_whole_lines(void **state)
{
    (void)state;
    struct rlimit before, limit;
    open_log(LOG_AS_TEXT, LOG_LEVEL_INFO, fixture.audit);
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &before);
    limit = before;
    limit.rlim_cur = 300;
    setrlimit(RLIMIT_FSIZE, &limit);
    for (unsigned i = 0; i < 10; i++)
        log_write(fixture.log, EVENT_BANNED, &entry);
    setrlimit(RLIMIT_FSIZE, &before);
    assert_int_equal(count_of(fixture.lines, "error audit-lost: "), 1);
    assert_int_equal(count_of(fixture.lines, "notice banned: "), 10);
    const Text text = file_text(fixture.audit);
    assert_true(text.size > 0 && text.at[text.size - 1] == '\n');
    log_write(fixture.log, EVENT_BANNED, &entry);
    assert_non_null(strstr(fixture.lines, "audit-back: the audit trail is written again; 8 "
                                          "events are missing"));
}

static void words_are_read(void **state)
{
    (void)state;
    LogLevel level;
    LogFormat format;
    assert_true(log_level_read(TEXT("warning"), &level) && level == LOG_LEVEL_WARNING);
    assert_false(log_level_read(TEXT("loud"), &level));
    assert_true(log_format_read(TEXT("json"), &format) && format == LOG_AS_JSON);
    assert_false(log_format_read(TEXT("xml"), &format));
    setenv("JOURNAL_STREAM", "8:1", 1);
    assert_false(log_has_journal());
    struct stat info;
    char stream[64];
    assert_int_equal(fstat(STDERR_FILENO, &info), 0);
    snprintf(stream, sizeof stream, "%ju:%ju", (uintmax_t)info.st_dev, (uintmax_t)info.st_ino);
    setenv("JOURNAL_STREAM", stream, 1);
    assert_true(log_has_journal());
    unsetenv("JOURNAL_STREAM");
    assert_false(log_has_journal());
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(text_line_has_time_level_event_and_message),
        TEST(json_line_has_a_member_for_each_field),
        TEST(journal_entry_has_priority_id_and_fields),
        TEST(ids_of_events_are_fixed_and_differ),
        TEST(absent_fields_leave_out_their_part),
        TEST(texts_name_existing_fields_and_close_their_brackets),
        TEST(less_important_events_are_left_out),
        TEST(hostile_values_cannot_end_a_line),
        TEST(hostile_values_stay_values_in_json),
        TEST(long_values_are_cut),
        TEST(repeated_events_of_a_network_are_counted),
        TEST(network_that_calms_down_is_logged_again),
        TEST(addresses_of_one_ipv6_network_count_together),
        TEST(many_networks_are_limited_together),
        TEST(network_is_named_when_all_together_are_too_many),
        TEST(audit_trail_has_its_events_whatever_the_level_is),
        TEST(audit_trail_is_opened_again_after_rotation),
        TEST(audit_trail_that_cannot_be_opened_is_an_error),
        TEST(full_disk_is_reported_once_and_leaves_whole_lines),
        TEST(words_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
