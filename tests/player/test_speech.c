/* What is read aloud, with a fake in place of the speech program. */
#include "lib/tour_kit.h"

#include "cli/speaker.h"
#include "player/menus/menus_internal.h"

#include <pthread.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

enum { SENTENCES_MAX = 20000 };

typedef struct Spoken {
    Arena *arena;
    const char *sentences[SENTENCES_MAX];
    size_t count;
} Spoken;

static Spoken spoken;

static bool record_sentence(void *context, const char *text)
{
    (void)context;
    assert_true(spoken.count < SENTENCES_MAX);
    spoken.sentences[spoken.count++] = arena_text(spoken.arena, text_of(text)).at;
    return true;
}

static const char *last_sentence(void)
{
    return spoken.count ? spoken.sentences[spoken.count - 1] : "";
}

static void begin(Fixture *fixture, Bytes game)
{
    spoken = (Spoken){.arena = fixture->kit->arena};
    fixture->disk.speak = record_sentence;
    fixture->options.read_aloud = true;
    fixture->options.skip_menu = false;
    fixture_begin(fixture, game);
}

static bool any_contains(size_t from, Text part)
{
    const char *wanted = arena_text(spoken.arena, part).at;
    for (size_t i = from; i < spoken.count; i++)
        if (strstr(spoken.sentences[i], wanted))
            return true;
    return false;
}

/* Each row is selected, as by the mouse. */
static void select_rows(Fixture *fixture, const TourStop *stop)
{
    for (uint32_t i = stop->rows; i-- > 0;) {
        const size_t before = spoken.count;
        if (render_describe(fixture->session.renderer)->at == i)
            continue;
        fixture->app.pressed.select = i + 1;
        fixture_ticks(fixture, 3, 0);
        const char *place = arena_format(spoken.arena, "row %u of %u", i + 1, stop->rows).at;
        if (stop->rows > 1 && (spoken.count != before + 1 || !strstr(last_sentence(), place)))
            fail_msg("%s: %zu sentences for row %u: %s", stop->name, spoken.count - before,
                     i + 1, last_sentence());
    }
}

typedef struct Check {
    unsigned stops;
    size_t before; /* sentences of the stops before */
    Text title;    /* of the last one, which is not repeated */
} Check;

static void check_stop(void *context, Fixture *fixture, const TourStop *stop)
{
    Check *check = context;
    const size_t before = check->before;
    check->stops++;
    fixture_ticks(fixture, 2, 0);
    if (stop->title.size && !text_equal(stop->title, check->title) &&
        !any_contains(before, stop->title))
        fail_msg("%s: not spoken: %.*s; but: %s", stop->name, (int)stop->title.size,
                 stop->title.at, last_sentence());
    check->before = spoken.count;
    check->title = stop->title;
    if (stop->moves)
        return;
    const size_t once = spoken.count;
    fixture_ticks(fixture, 8, 0);
    if (spoken.count != once)
        fail_msg("%s: spoken again: %s", stop->name, last_sentence());
    if (strcmp(stop->name, "history") != 0)
        select_rows(fixture, stop);
    check->before = spoken.count;
}

static void check_game(Fixture *fixture, Bytes game, unsigned stops_min)
{
    Check check = {0};
    begin(fixture, game);
    tour(fixture, 12, check_stop, &check);
    assert_in_range(check.stops, stops_min, 200);
    for (size_t i = 0; i < spoken.count; i++) {
        assert_int_equal(utf8_invalid(text_of(spoken.sentences[i])),
                         strlen(spoken.sentences[i]));
        if (i && !strcmp(spoken.sentences[i], spoken.sentences[i - 1]))
            fail_msg("twice: %s", spoken.sentences[i]);
    }
    fixture_end(fixture);
}

static void every_screen_and_row_is_spoken_once(void **state)
{
    Fixture *fixture = *state;
    check_game(fixture, tour_game(fixture->kit, "examples/segais"), 45);
}

static void screens_of_a_small_game_are_spoken(void **state)
{
    Fixture *fixture = *state;
    check_game(fixture, build(fixture), 20);
}

static void a_row_of_the_bag_is_a_plain_sentence(void **state)
{
    Fixture *fixture = *state;
    fixture->options.skip_menu = true;
    begin(fixture, build(fixture));
    fixture->app.settings.values[SETTING_text_speed] = 0;
    fixture_ticks(fixture, 60, 0);
    fixture_act(fixture, ACTION_confirm);
    console(fixture, "give coin 3");
    fixture_act(fixture, ACTION_inventory);
    fixture_ticks(fixture, 2, 0);
    assert_string_equal(last_sentence(), "Bag, Coin, 3, Belt slot 1.");
    fixture_end(fixture);
}

static void turning_it_off_ends_the_speech(void **state)
{
    Fixture *fixture = *state;
    begin(fixture, build(fixture));
    fixture_ticks(fixture, 4, 0);
    assert_true(spoken.count > 0);
    fixture_act(fixture, ACTION_read_aloud);
    assert_int_equal(fixture->app.settings.values[SETTING_read_aloud], 0);
    assert_string_equal(last_sentence(), "");
    const size_t count = spoken.count;
    fixture_act(fixture, ACTION_down);
    assert_int_equal(spoken.count, count);
    fixture_act(fixture, ACTION_read_aloud); /* all of it again */
    assert_int_equal(spoken.count, count + 1);
    fixture_end(fixture);
}

/* ---- programs ---- */

static const char *folder_with_program(Kit *kit, const char *name)
{
    char *folder = arena_alloc(kit->arena, FOLDER_SIZE, 1);
    assert_true(make_temporary_folder(folder, "oisin-speech"));
    const char *path = arena_format(kit->arena, "%s/%s", folder, name).at;
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file,
            "#!/bin/sh\nfor last; do :; done\nprintf '%%s\\n' \"$last\" >> %s/said\nexec sleep "
            "60\n",
            folder);
    fclose(file);
    assert_int_equal(chmod(path, 0755), 0);
    return folder;
}

/* Waits until the program has written a line. */
static bool program_said(const char *folder, const char *line, Arena *arena)
{
    for (int i = 0; i < 500; i++, usleep(10000)) {
        FILE *file = fopen(arena_format(arena, "%s/said", folder).at, "r");
        char all[4096] = "";
        if (file) {
            all[fread(all, 1, sizeof all - 1, file)] = 0;
            fclose(file);
        }
        if (strstr(all, line))
            return true;
    }
    return false;
}

/* The program speaks for a minute, but the next text starts at once, and nobody waits. */
static void a_program_is_interrupted_by_the_next_text(void **state)
{
    Kit *kit = ((Fixture *)*state)->kit;
    const char *folder = folder_with_program(kit, "spd-say");
    char *path = strdup(getenv("PATH"));
    setenv("PATH", arena_format(kit->arena, "%s:%s", folder, path).at, 1);
    setenv("SPEECHD_ADDRESS", "unix_socket:/nonexistent/socket", 1);
    Speaker *speaker = speaker_new();
    assert_true(speaker_say(speaker, "First. It is long."));
    assert_true(program_said(folder, "First. It is long.\n", kit->arena));
    assert_true(speaker_say(speaker, "-f second \"text\""));
    assert_true(program_said(folder, "-f second \"text\"\n", kit->arena));
    speaker_say(speaker, "third");
    assert_true(program_said(folder, "third\n", kit->arena));
    speaker_free(speaker);
    setenv("PATH", path, 1);
    free(path);
}

/* The window then copies the texts to the clipboard. */
static void without_any_speech_program_it_is_reported(void **state)
{
    (void)state;
    char *path = strdup(getenv("PATH"));
    setenv("PATH", "/nonexistent", 1);
    setenv("SPEECHD_ADDRESS", "unix_socket:/nonexistent/socket", 1);
    Speaker *speaker = speaker_new();
    bool spoken_now = true;
    for (int i = 0; i < 500 && spoken_now; i++, usleep(10000))
        spoken_now = speaker_say(speaker, "Is anybody here?");
    assert_false(spoken_now);
    speaker_free(speaker);
    setenv("PATH", path, 1);
    free(path);
    assert_false(speaker_say(NULL, "nothing"));
}

/* ---- speech-dispatcher ---- */

#ifdef OISIN_SPEECHD
/* libspeechd 0.11.4 leaks a text of 19 bytes whenever it cannot connect. It has no frame
 * pointers, so that only the slow unwinder finds the function to be suppressed. */
#define EXPORTED __attribute__((visibility("default")))
EXPORTED const char *__asan_default_options(void);
EXPORTED const char *__lsan_default_suppressions(void);
const char *__asan_default_options(void) { return "fast_unwind_on_malloc=0"; }
const char *__lsan_default_suppressions(void) { return "leak:spd_open2"; }

typedef struct Daemon {
    int listener;
    char said[65536];
    _Atomic size_t size;
} Daemon;

/* Answers every command with success, and keeps what it has received. */
static void *serve_speech(void *context)
{
    Daemon *server = context;
    const int client = accept(server->listener, NULL, NULL);
    char bytes[1024];
    bool text = false;
    for (ssize_t size; (size = read(client, bytes, sizeof bytes)) > 0;) {
        memcpy(server->said + server->size, bytes, (size_t)size);
        server->size += (size_t)size;
        bool lines = false;
        for (ssize_t i = 0; i < size; i++)
            lines |= bytes[i] == '\n';
        const bool ends = text && size >= 5 && !memcmp(bytes + size - 5, "\r\n.\r\n", 5);
        const bool begins = size >= 5 && !strncasecmp(bytes, "SPEAK", 5);
        const char *answer = begins ? "230 OK RECEIVING DATA\r\n"
                             : ends ? "225-21\r\n225 OK MESSAGE QUEUED\r\n"
                                    : "208 OK CLIENT NAME SET\r\n";
        if (lines && (!text || ends) && write(client, answer, strlen(answer)) < 0)
            break;
        text = begins || (text && !ends);
    }
    close(client);
    return NULL;
}

static bool daemon_heard(const Daemon *server, const char *part)
{
    for (int i = 0; i < 500; i++, usleep(10000))
        if (memmem(server->said, server->size, part, strlen(part)))
            return true;
    return false;
}

static void texts_reach_the_speech_daemon(void **state)
{
    Kit *kit = ((Fixture *)*state)->kit;
    Daemon *server = ARENA_ALLOC(kit->arena, Daemon, 1);
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    char folder[FOLDER_SIZE];
    assert_true(make_temporary_folder(folder, "oisin-speech"));
    snprintf(address.sun_path, sizeof address.sun_path, "%s/socket", folder);
    server->listener = socket(AF_UNIX, SOCK_STREAM, 0);
    assert_int_equal(bind(server->listener, (struct sockaddr *)&address, sizeof address), 0);
    assert_int_equal(listen(server->listener, 1), 0);
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, serve_speech, server), 0);
    setenv("SPEECHD_ADDRESS", arena_format(kit->arena, "unix_socket:%s", address.sun_path).at,
           1);
    Speaker *speaker = speaker_new();
    assert_true(speaker_say(speaker, "Bag, row 2 of 7: Apple."));
    assert_true(daemon_heard(server, "Bag, row 2 of 7: Apple."));
    const size_t before = server->size;
    assert_true(speaker_say(speaker, "Row 3."));
    assert_true(daemon_heard(server, "Row 3."));
    const char *later = memmem(server->said + before, server->size - before, "CANCEL", 6);
    assert_non_null(later);
    assert_true(later < (char *)memmem(server->said, server->size, "Row 3.", 6));
    speaker_free(speaker);
    pthread_join(thread, NULL);
    close(server->listener);
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(every_screen_and_row_is_spoken_once),
        TEST(screens_of_a_small_game_are_spoken),
        TEST(a_row_of_the_bag_is_a_plain_sentence),
        TEST(turning_it_off_ends_the_speech),
        TEST(a_program_is_interrupted_by_the_next_text),
        TEST(without_any_speech_program_it_is_reported),
#ifdef OISIN_SPEECHD
        TEST(texts_reach_the_speech_daemon),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
