/* Who stops the program waits for what is being put down, and for nothing that comes after. */
#include "lib/kit.h"

#include "base/output/cleanup.h"
#include "base/output/output.h"

#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

enum { WRITERS = 8, WRITES = 1000, WRITE_US = 2000 };

static atomic_uint written, halves, undone;

/* As folders are put in their places, file by file: with one step in another. */
static void *write_files(void *unused)
{
    for (unsigned i = 0; i < WRITES; i++) {
        cleanup_step();
        halves++;
        cleanup_step();
        usleep(WRITE_US);
        cleanup_step_end();
        halves--;
        written++;
        cleanup_step_end();
    }
    return unused;
}

static void undo(void *thing)
{
    assert_int_equal(halves, 0);
    (void)thing;
    undone++;
}

/* With so many threads there was always one in a step. */
static void sigint_is_handled_while_threads_write(void **state)
{
    Cleanup folder;
    pthread_t threads[WRITERS];
    (void)state;
    cleanup_begin(&folder, undo, NULL);
    for (size_t i = 0; i < WRITERS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, write_files, NULL), 0);
    while (!written)
        usleep(WRITE_US);
    output_abort_all();
    assert_int_equal(undone, 1);
    assert_true(written < WRITERS * WRITES / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(sigint_is_handled_while_threads_write)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
