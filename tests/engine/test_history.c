/* Earlier frames of a game are visited again: exactly, within a limit of memory. */
#include "lib/app_kit.h"

#include "base/hash.h"
#include "base/text.h"
#include "kit/jobs/files.h"
#include "tirnanog/project/project.h"
#include "player/recording.h"

enum { MINUTES_30 = 54000, REWINDS = 1000, BUDGET = 32 << 20, KEPT = 18000 };

typedef struct Walk {
    Kit *kit;
    Session session;
    PlayerOptions options;
    Bytes game;
    uint64_t *hashes; /* before the tick of each frame, with what was done there */
    uint64_t *after;  /* after it */
    uint32_t direction;
    Bytes save;
    Arena *saves;
    size_t largest;
    unsigned loads, runs, screens[SCREENS]; /* how often; ticks in each screen */
} Walk;

static void game_of(Walk *walk, const char *folder)
{
    ProjectFiles files;
    TngOutput out;
    Kit *kit = walk->kit;
    const bool ok = folder ? project_load_files(folder, &files, kit->arena, &kit->report)
                           : project_new(TEXT("mygame"), &files, kit->arena, &kit->report);
    if (!ok || !project_build(&files, &(BuildOptions){0}, &out, kit->arena, &kit->report))
        fail_msg("%s", kit_message(kit, 0));
    walk->game = tng_output_bytes(&out, kit->arena);
}

static Walk *walk_new(const char *folder)
{
    Kit *kit = kit_new();
    Walk *walk = ARENA_ALLOC(kit->arena, Walk, 1);
    walk->kit = kit;
    walk->saves = arena_new();
    game_of(walk, folder);
    walk->hashes = ARENA_ALLOC(kit->arena, uint64_t, MINUTES_30 + 1);
    walk->after = ARENA_ALLOC(kit->arena, uint64_t, MINUTES_30 + 1);
    walk->options = (PlayerOptions){.record = true, .names = names_of};
    if (!session_open(&walk->session, walk->game, &walk->options, kit->arena, &kit->report))
        fail_msg("%s", kit_message(kit, 0));
    random_state = 1;
    return walk;
}

static PlayerResult walk_end(Walk *walk)
{
    PlayerResult result;
    session_close(&walk->session, &result);
    arena_free(walk->saves);
    return result;
}

static void keep_save(Walk *walk)
{
    Report silent = report_to(NULL, NULL);
    arena_reset(walk->saves);
    walk->save = (Bytes){NULL, 0};
    world_save(walk->session.world, NULL, &walk->save, walk->saves, &silent);
}

/* What the player does between two ticks, now and then. */
static void meddle(Walk *walk)
{
    static const char *const lines[] = {"hp=5", "hp=hp+1", "rnd(7)", "give(coin,1)",
                                        "delay(90) hp=3"};
    Session *session = &walk->session;
    SaveNotes notes;
    Report silent = report_to(NULL, NULL);
    switch (next_random(600)) {
    case 0:
        keep_save(walk);
        break;
    case 1:
        if (walk->save.size && next_random(4) == 0)
            walk->loads += session_load(session, walk->save, &notes, &walk->kit->report);
        break;
    case 2:
        walk->runs += session_run(session, text_of(lines[next_random(COUNT_OF(lines))]),
                                  ENTITY_PLAYER, &silent);
        break;
    case 3:
        if (tng_language_count(session->game) > 1)
            session_set_language(session,
                                 next_random((uint32_t)tng_language_count(session->game)));
        break;
    }
}

/* Walks, talks, opens menus, chooses in them. */
static WorldInput random_input(Walk *walk)
{
    WorldInput input = {.offers = OFFER_SAVE};
    const ScreenState *screen = &local_context(walk->session.world).player->screen;
    if (next_random(20) == 0)
        walk->direction = next_random(9);
    input.direction = walk->direction;
    if (next_random(screen->screen == SCREEN_GAME ? 90 : 12) == 0) {
        static const uint32_t buttons[] = {BUTTON_CONFIRM, BUTTON_CONFIRM, BUTTON_CONFIRM,
                                           BUTTON_CANCEL,  BUTTON_DOWN,    BUTTON_UP,
                                           BUTTON_NEXT,    BUTTON_PAUSE,   BUTTON_INVENTORY};
        input.buttons = buttons[next_random(COUNT_OF(buttons))];
    }
    if (screen->option_count && next_random(40) == 0)
        input.option = 1 + next_random(screen->option_count);
    if (next_random(100) == 0) {
        input.go = 1;
        input.target_x = (int32_t)next_random(1200);
        input.target_y = (int32_t)next_random(900);
    }
    if (next_random(900) == 0)
        input.text = "Hello";
    return input;
}

static void step(Walk *walk)
{
    Session *session = &walk->session;
    meddle(walk);
    walk->hashes[session->frames] = world_hash(session->world);
    const WorldInput input = random_input(walk);
    walk->screens[local_context(session->world).player->screen.screen]++;
    session_tick(session, &input);
    walk->after[session->frames - 1] = world_hash(session->world);
    const size_t size = history_size(session->history);
    walk->largest = size > walk->largest ? size : walk->largest;
}

static void rewind_thirty_minutes(const char *folder)
{
    Walk *walk = walk_new(folder);
    Session *session = &walk->session;
    unsigned rewinds = 0, differences = 0;
    session_keep_history(session);
    while (session->frames < MINUTES_30) {
        step(walk);
        if (session->frames * (uint64_t)REWINDS / MINUTES_30 == rewinds)
            continue;
        const uint32_t first = session_first_frame(session);
        const uint32_t last = session_last_frame(session);
        const uint64_t hash = world_hash(session->world);
        const uint32_t frame = first + next_random(last - first);
        session_go(session, frame);
        assert_int_equal(session->frames, frame);
        differences += world_hash(session->world) != walk->hashes[frame];
        session_go(session, last);
        differences += world_hash(session->world) != hash;
        assert_true(history_size(session->history) <= BUDGET);
        rewinds++;
    }
    assert_int_equal(rewinds, REWINDS);
    assert_int_equal(differences, 0);
    assert_true(walk->largest <= BUDGET);
    assert_true(session_last_frame(session) - session_first_frame(session) >= KEPT);
    assert_true(walk->loads > 10 && walk->runs > 20);
    assert_true(walk->screens[SCREEN_GAME] > MINUTES_30 / 10);
    assert_true(walk->screens[SCREEN_PAUSE] && walk->screens[SCREEN_INVENTORY] &&
                walk->screens[SCREEN_DIALOG]);
    walk_end(walk);
    kit_free(walk->kit);
}

static void thousand_rewinds_of_the_example_give_the_same_worlds(void **state)
{
    (void)state;
    rewind_thirty_minutes("examples/segais");
}

static void thousand_rewinds_of_a_new_game_give_the_same_worlds(void **state)
{
    (void)state;
    rewind_thirty_minutes(NULL);
}

/* What was played after an earlier frame is replaced; the recording has only what counts. */
static void recording_repeats_what_was_played_after_going_back(void **state)
{
    enum { FRAMES = 9000 };
    static const char *const folders[] = {NULL, "examples/segais"};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(folders); i++) {
        Walk *walk = walk_new(folders[i]);
        Session *session = &walk->session;
        unsigned back = 0;
        session_keep_history(session);
        while (session->frames < FRAMES) {
            step(walk);
            if (next_random(300) > 0)
                continue;
            const uint32_t last = session->frames, seconds = next_random(20) * 30;
            session_go(session, last - (seconds < last ? seconds : last));
            assert_int_equal(world_hash(session->world), session->frames < last
                                                             ? walk->hashes[session->frames]
                                                             : world_hash(session->world));
            if (next_random(3) == 0) /* look, and return */
                session_go(session, last);
            back += session->frames < last;
        }
        assert_true(back > 10);
        const PlayerResult first = walk_end(walk);
        Session again;
        const PlayerOptions options = {.input = text_of_bytes(first.recording),
                                       .names = names_of};
        if (!session_open(&again, walk->game, &options, walk->kit->arena, &walk->kit->report))
            fail_msg("%s", kit_message(walk->kit, 0));
        while (!session_over(&again)) {
            session_tick(&again, &(WorldInput){0});
            assert_int_equal(world_hash(again.world), walk->after[again.frames - 1]);
        }
        assert_int_equal(again.frames, FRAMES);
        PlayerResult second;
        session_close(&again, &second);
        assert_int_equal(first.hash, second.hash);
        kit_free(walk->kit);
    }
}

/* With less memory there are fewer images, then fewer ticks; the rest stays exact. */
static void history_keeps_to_its_memory(void **state)
{
    enum { FRAMES = 4000 };
    static const size_t budgets[] = {10000, 700 << 10, 900 << 10, 1200 << 10, 4 << 20};
    (void)state;
    uint32_t before = 0;
    for (size_t i = 0; i < COUNT_OF(budgets); i++) {
        Walk *walk = walk_new(NULL);
        Session *session = &walk->session;
        session->history = history_new(&(HistoryOptions){.budget = budgets[i]});
        history_begin(session->history, session->world);
        while (session->frames < FRAMES) {
            step(walk);
            assert_true(history_size(session->history) <= budgets[i]);
            if (session->frames % 400)
                continue;
            const uint32_t first = session_first_frame(session), last = session->frames;
            const uint64_t hash = world_hash(session->world);
            for (uint32_t frame = first; frame < last; frame += 97) {
                session_go(session, frame);
                assert_int_equal(world_hash(session->world), walk->hashes[frame]);
                assert_true(history_size(session->history) <= budgets[i]);
            }
            session_go(session, last);
            assert_int_equal(world_hash(session->world), hash);
        }
        const uint32_t kept = session_last_frame(session) - session_first_frame(session);
        assert_true(kept >= before);
        before = kept;
        assert_int_equal(i > 0, kept > 0);
        walk_end(walk);
        kit_free(walk->kit);
    }
    assert_int_equal(before, FRAMES);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(recording_repeats_what_was_played_after_going_back),
        cmocka_unit_test(history_keeps_to_its_memory),
        cmocka_unit_test(thousand_rewinds_of_a_new_game_give_the_same_worlds),
        cmocka_unit_test(thousand_rewinds_of_the_example_give_the_same_worlds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
