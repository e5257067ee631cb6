/* Earlier frames of a game are visited again: exactly, within a limit of memory. */
#include "lib/app_kit.h"

#include "base/hash.h"
#include "base/text.h"
#include "kit/files.h"
#include "project/project.h"
#include "player/recording.h"

#include <time.h>

enum { MINUTES_30 = 54000, REWINDS = 1000, BUDGET = 32 << 20, KEPT = 18000 };

typedef struct Walk {
    Kit *kit;
    Session session;
    PlayerOptions options;
    Bytes game;
    uint64_t *hashes; /* before the tick of each frame */
    uint32_t direction;
    Bytes save;
    Arena *saves;
    size_t largest;
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
    static const char *const lines[] = {"hp=5", "hp=hp+1", "rnd(7)", "give(coin,1)", "delay(90) hp=3"};
    Session *session = &walk->session;
    SaveNotes notes;
    Report silent = report_to(NULL, NULL);
    switch (next_random(600)) {
    case 0:
        keep_save(walk);
        break;
    case 1:
        if (walk->save.size && next_random(4) == 0)
            assert_true(session_load(session, walk->save, &notes, &walk->kit->report));
        break;
    case 2:
        session_run(session, text_of(lines[next_random(COUNT_OF(lines))]), ENTITY_PLAYER,
                    &silent);
        break;
    case 3:
        if (tng_language_count(session->game) > 1)
            session_set_language(session, next_random((uint32_t)tng_language_count(session->game)));
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
    session_tick(session, &input);
    const size_t size = history_size(session->history);
    walk->largest = size > walk->largest ? size : walk->largest;
}

static uint64_t us(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}
static int cmp(const void *a, const void *b)
{
    return *(const uint32_t *)a < *(const uint32_t *)b ? -1 : 1;
}

static void rewind_thirty_minutes(const char *folder)
{
    static uint32_t times[REWINDS * 2];
    size_t n = 0;
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
        uint64_t t = us();
        session_go(session, frame);
        times[n++] = (uint32_t)(us() - t);
        assert_int_equal(session->frames, frame);
        differences += world_hash(session->world) != walk->hashes[frame];
        t = us();
        session_go(session, last);
        times[n++] = (uint32_t)(us() - t);
        differences += world_hash(session->world) != hash;
        assert_true(history_size(session->history) <= BUDGET);
        rewinds++;
    }
    qsort(times, n, sizeof *times, cmp);
    printf("first %u size %zu largest %zu gap %u p50 %u p99 %u max %u us arena %zu loads %u\n", session_first_frame(session),
           history_size(session->history), walk->largest, history_gap(session->history), times[n / 2],
           times[n * 99 / 100], times[n - 1], arena_used(session->state), session->loads);
    assert_int_equal(rewinds, REWINDS);
    assert_int_equal(differences, 0);
    assert_true(walk->largest <= BUDGET);
    assert_true(session_last_frame(session) - session_first_frame(session) >= KEPT);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(thousand_rewinds_of_a_new_game_give_the_same_worlds),
        cmocka_unit_test(thousand_rewinds_of_the_example_give_the_same_worlds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
