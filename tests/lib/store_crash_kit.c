#include "store_crash_kit.h"

StoreBatch *batch_of(Store *store, uint32_t n, size_t row_size)
{
    static uint8_t data[BIG_ROW_SIZE];
    StoreBatch *batch = store_batch(store);
    for (size_t i = 0; i + 4 <= row_size; i += 4)
        memcpy(data + i, &n, 4);
    for (unsigned i = 0; i < ROWS; i++) {
        char key[8];
        snprintf(key, sizeof key, "row/%u", i);
        const StoreWorldChunk row = {
            text_of(key), i, BYTES('R', 'O', 'W', 'S'), {data, row_size}};
        store_put(batch, STORE_WORLD, &row);
    }
    const StoreReceipt receipt = {{(const uint8_t *)&n, sizeof n}, n, {NULL, 0}};
    store_add(batch, STORE_RECEIPT, &receipt);
    if (n > RECEIPTS)
        store_remove_below(batch, STORE_RECEIPT, "done", n - RECEIPTS);
    return batch;
}

uint32_t batch_held(Store *store)
{
    void *rows;
    size_t count;
    uint32_t n = 0;
    Arena *arena = arena_new();
    assert_true(store_load(store, STORE_WORLD, &rows, &count, arena, &fixture.kit->report));
    assert_true(count == 0 || count == ROWS);
    for (size_t i = 0; i < count; i++) {
        const Bytes data = ((StoreWorldChunk *)rows)[i].data;
        if (!i)
            memcpy(&n, data.data, 4);
        for (size_t at = 0; at + 4 <= data.size; at += 4)
            if (memcmp(data.data + at, &n, 4) != 0)
                fail_msg("row %zu is of another batch than %u at byte %zu", i, n, at);
    }
    assert_true(store_load(store, STORE_RECEIPT, &rows, &count, arena, &fixture.kit->report));
    assert_int_equal(count, n > RECEIPTS ? RECEIPTS + 1 : n);
    for (size_t i = 0; i < count; i++)
        assert_true(((StoreReceipt *)rows)[i].done <= n);
    arena_free(arena);
    return n;
}

/* ---- killed ---- */

static void say(void *context, StoreOutcome outcome)
{
    Said *said = context;
    if (outcome == STORE_SAVED && write(said->pipe, &said->number, 4) != 4)
        _exit(3);
    free(said);
}

/* Writes as fast as it can, for ever; says each batch that is kept. */
static _Noreturn void serve(int pipe, uint32_t from)
{
    Report report = report_to(NULL, NULL);
    Store *store = store_open(fixture.address, &store_options, &report);
    StoreBatch *batch = NULL;
    if (!store)
        _exit(2);
    for (uint32_t n = from;;) {
        batch = batch ? batch : batch_of(store, n, ROW_SIZE);
        Said *said = malloc(sizeof *said);
        *said = (Said){pipe, n};
        if (store_commit(store, &batch, say, said)) {
            n++;
            store_poll(store);
        } else {
            free(said);
            store_wait(store);
        }
    }
}

uint32_t kill_one(uint32_t from)
{
    int ends[2];
    uint32_t last = from - 1, next;
    assert_int_equal(pipe(ends), 0);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        close(ends[0]);
        serve(ends[1], from);
    }
    close(ends[1]);
    /* After so many batches, and a little later. */
    for (uint32_t left = next_random(120); left && read(ends[0], &next, 4) == 4; left--)
        last = next;
    for (volatile uint32_t spin = next_random(4000000); spin; spin--)
        ;
    assert_int_equal(kill(child, SIGKILL), 0);
    while (read(ends[0], &next, 4) == 4)
        last = next;
    close(ends[0]);
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
    return last;
}

int crash_rounds(void)
{
    const char *wanted = getenv("OISIN_KILL_ROUNDS");
    return wanted ? atoi(wanted) : 5;
}
