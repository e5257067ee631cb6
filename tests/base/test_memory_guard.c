/* The guard around a job that memory may run out in. What it does not free, the address
 * sanitizer tells. */
#include "lib/kit.h"

#include "base/progress.h"
#include "base/tasks.h"

#include <stdatomic.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static void run_out(void) { memory_out(SIZE_MAX); }

static void run_out_of_nothing(void *context, size_t index)
{
    (void)context;
    (void)index;
    memory_out(0);
}

static void run_tasks_out_of_nothing(void *context)
{
    tasks_run(run_out_of_nothing, NULL, 2);
    *(bool *)context = true;
}

/* A take of no bytes may fail as well; tasks once took that for their end. */
static void failed_allocation_of_zero_bytes_is_detected(void **state)
{
    bool went_on = false;
    (void)state;
    assert_false(memory_guard(run_tasks_out_of_nothing, &went_on));
    assert_false(went_on);
}

/* ---- one thread ---- */

typedef struct Seen {
    Arena *before, *kept;
    char order[8];
    size_t released;
} Seen;

static void nothing_runs_out(void *context)
{
    Seen *seen = context;
    arena_alloc(seen->before, 1, 10);
    seen->kept = arena_new();
    arena_free(arena_new());
}

static void two_arenas_and_out(void *context)
{
    Seen *seen = context;
    arena_alloc(arena_new(), 3, 100000);
    Arena *child = arena_new();
    char *text = arena_alloc(child, 1, 10);
    memcpy(text, "adopted", 8);
    arena_adopt(seen->before, child);
    arena_alloc(arena_new(), 1, 10);
    run_out();
}

static void completed_job_keeps_its_arenas(void **state)
{
    (void)state;
    Seen seen = {.before = arena_new()};
    assert_true(memory_guard(nothing_runs_out, &seen));
    arena_alloc(seen.kept, 1, 10);
    arena_free(seen.kept);
    arena_free(seen.before);
}

static void failed_job_frees_only_its_own_arenas(void **state)
{
    (void)state;
    Seen seen = {.before = arena_new()};
    assert_false(memory_guard(two_arenas_and_out, &seen));
    arena_alloc(seen.before, 1, 10);
    arena_free(seen.before);
}

static void inner_then_out(void *context)
{
    Seen *seen = context;
    assert_true(memory_guard(nothing_runs_out, seen)); /* `kept` is the outer guard's now */
    assert_false(memory_guard(two_arenas_and_out, seen));
    arena_new();
    run_out();
}

static void innermost_guard_catches_and_outer_guard_frees_the_rest(void **state)
{
    (void)state;
    Seen seen = {.before = arena_new()};
    assert_false(memory_guard(inner_then_out, &seen));
    arena_free(seen.before);
}

static void failure_without_guard_exits_with_one_line(void **state)
{
    (void)state;
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], STDERR_FILENO);
        Arena *arena = arena_new();
        arena_limit(arena, 1000);
        arena_alloc(arena, 1, 2000);
        _exit(9);
    }
    close(ends[1]);
    char line[100] = "";
    const ssize_t size = read(ends[0], line, sizeof line - 1);
    close(ends[0]);
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 1);
    assert_true(size > 0);
    assert_string_equal(line, "oisin: out of memory (2000 bytes requested)\n");
}

/* ---- resources other than memory ---- */

static Seen *noting;

static void note(void *thing)
{
    noting->order[noting->released++] = *(const char *)thing;
    noting->order[noting->released] = 0;
}

static void arena_releases_owned_resources_in_reverse_order(void **state)
{
    (void)state;
    Seen seen = {0};
    char a = 'a', b = 'b', c = 'c', d = 'd';
    noting = &seen;
    Arena *arena = arena_new(), *child = arena_new();
    arena_own(arena, note, &a);
    arena_own(arena, note, &b);
    arena_own(child, note, &c);
    arena_own(child, note, &d);
    arena_release(arena, &a);
    arena_release(arena, NULL);
    assert_string_equal(seen.order, "a");
    arena_adopt(arena, child);
    arena_free(arena);
    assert_string_equal(seen.order, "adcb");
}

static void reset_releases_owned_resources(void **state)
{
    (void)state;
    Seen seen = {0};
    char a = 'a';
    noting = &seen;
    Arena *arena = arena_new();
    arena_own(arena, note, &a);
    arena_reset(arena);
    assert_string_equal(seen.order, "a");
    arena_free(arena);
    assert_string_equal(seen.order, "a");
}

static void own_without_memory(void *context)
{
    Arena *arena = arena_new();
    static char x = 'x', y = 'y';
    noting = context;
    arena_own(arena, note, &x);
    arena_fail_at(1);
    arena_own(arena, note, &y);
}

static void resource_is_released_if_owning_it_fails(void **state)
{
    (void)state;
    Seen seen = {0};
    assert_false(memory_guard(own_without_memory, &seen));
    arena_fail_at(0);
    assert_string_equal(seen.order, "yx");
}

/* ---- threads ---- */

enum { PIECES = 40 };

typedef struct Pieces {
    Arena *arenas[PIECES];
    size_t bad; /* PIECES: none */
    atomic_size_t done, released;
} Pieces;

static void count_release(void *thing) { atomic_fetch_add(&((Pieces *)thing)->released, 1); }

static void piece(void *context, size_t index)
{
    Pieces *pieces = context;
    pieces->arenas[index] = arena_new();
    arena_alloc(pieces->arenas[index], 1, 5000);
    arena_own(pieces->arenas[index], count_release, pieces);
    if (index == pieces->bad)
        run_out();
    atomic_fetch_add(&pieces->done, 1);
}

static void run_pieces(void *context) { tasks_run(piece, context, PIECES); }

static void run_pieces_and_out(void *context)
{
    run_pieces(context);
    run_out();
}

static void allocation_failure_in_one_task_fails_the_job(void **state)
{
    (void)state;
    for (unsigned threads = 1; threads <= 5; threads++)
        for (size_t bad = 0; bad < PIECES; bad += 13) {
            Pieces pieces = {.bad = bad};
            tasks_set_threads(threads);
            assert_false(memory_guard(run_pieces, &pieces));
            assert_true(pieces.done < PIECES);
        }
    tasks_set_threads(0);
}

static void arenas_made_in_tasks_belong_to_the_job(void **state)
{
    (void)state;
    Pieces pieces = {.bad = PIECES};
    tasks_set_threads(4);
    assert_false(memory_guard(run_pieces_and_out, &pieces));
    assert_int_equal(pieces.done, PIECES);
    assert_int_equal(pieces.released, PIECES);
    pieces.done = 0;
    assert_true(memory_guard(run_pieces, &pieces));
    for (size_t i = 0; i < PIECES; i++)
        arena_free(pieces.arenas[i]);
    run_pieces(&pieces); /* below no guard */
    for (size_t i = 0; i < PIECES; i++)
        arena_free(pieces.arenas[i]);
    tasks_set_threads(0);
}

static void wait_for_piece(void *context)
{
    Background *background = background_start(piece, context);
    if (background)
        background_wait(background);
}

/* The thread works with what this job has made. */
static void leave_piece(void *context)
{
    Pieces **pieces = context;
    *pieces = arena_alloc(arena_new(), 1, sizeof **pieces);
    (*pieces)->bad = PIECES;
    background_start(piece, *pieces);
    run_out();
}

static void allocate_without_end(void *context, size_t index)
{
    (void)context, (void)index;
    for (unsigned i = 0; i < UINT32_MAX; i++) {
        Arena *arena = arena_new();
        arena_alloc_raw(arena, 1, 1);
        arena_free(arena);
    }
}

static void leave_endless_work(void *context)
{
    (void)context;
    if (!background_start_stoppable(allocate_without_end, NULL))
        return;
    run_out();
}

static bool cancel_at_third_poll(void *context, const char *what, size_t done, size_t total)
{
    unsigned *polls = context;
    (void)what, (void)done, (void)total;
    return ++*polls == 3;
}

static void wait_for_endless_work(void *context)
{
    const Progress progress = {cancel_at_third_poll, context};
    Background *background = background_start_stoppable(allocate_without_end, NULL);
    progress_watch((ProgressWatch){.progress = &progress, .job = "work"});
    if (background)
        background_wait(background);
}

/* Otherwise this test takes hours. */
static void work_that_nobody_needs_is_stopped(void **state)
{
    unsigned polls = 0;
    (void)state;
    assert_false(memory_guard(leave_endless_work, NULL));
    assert_false(memory_guard(wait_for_endless_work, &polls));
    assert_int_equal(polls, 3);
    progress_watch((ProgressWatch){.progress = NULL});
}

static void background_thread_is_joined_and_its_failure_reported(void **state)
{
    (void)state;
    Pieces pieces = {.bad = 0}, *gone;
    assert_false(memory_guard(wait_for_piece, &pieces));
    pieces.bad = PIECES;
    assert_true(memory_guard(wait_for_piece, &pieces));
    arena_free(pieces.arenas[0]);
    assert_false(memory_guard(leave_piece, &gone));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(failed_allocation_of_zero_bytes_is_detected),
        cmocka_unit_test(completed_job_keeps_its_arenas),
        cmocka_unit_test(failed_job_frees_only_its_own_arenas),
        cmocka_unit_test(innermost_guard_catches_and_outer_guard_frees_the_rest),
        cmocka_unit_test(failure_without_guard_exits_with_one_line),
        cmocka_unit_test(arena_releases_owned_resources_in_reverse_order),
        cmocka_unit_test(reset_releases_owned_resources),
        cmocka_unit_test(resource_is_released_if_owning_it_fails),
        cmocka_unit_test(allocation_failure_in_one_task_fails_the_job),
        cmocka_unit_test(arenas_made_in_tasks_belong_to_the_job),
        cmocka_unit_test(work_that_nobody_needs_is_stopped),
        cmocka_unit_test(background_thread_is_joined_and_its_failure_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
