/* The writer thread: writes all waiting batches in one transaction, so that many batches
 * cost one wait for the disk. Then it does the searches that wait. */
#include "server/store/store_internal.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

/* An idle database is probed this often, so that its failure is noticed before a save. */
enum { PROBLEM_SIZE = 512, BEAT = 5 /* s */ };

typedef struct Chain {
    StoreBatch *first, **end;
} Chain;

struct StoreWriter {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t given, over; /* a batch is waiting; a group was written */
    Chain waiting, done;        /* the group that is being written is in neither */
    Chain searches;             /* that wait */
    size_t count, bytes;        /* of all batches that have not been returned */
    size_t busy;                /* batches and searches that wait or are being done */
    size_t max_count, max_bytes;
    bool ending, failed;
    int64_t written; /* seconds since 1970 */
    bool cut;        /* the last message was a warning: the database is unreachable */
    char problem[PROBLEM_SIZE], notice[PROBLEM_SIZE];
    int event;
    const StoreDriver *driver;
    void *link, *reader;
};

/* `end` points into the chain itself: a copied chain is not valid. */
static void chain_clear(Chain *chain) { *chain = (Chain){NULL, &chain->first}; }

/* Appends the batches from `first` on. */
static void chain_add(Chain *chain, StoreBatch *first)
{
    *chain->end = first;
    while (*chain->end)
        chain->end = &(*chain->end)->next;
}

/* Only the last message is kept, since it has the final outcome. */
static void keep_message(void *context, const Message *message)
{
    StoreWriter *writer = context;
    char *kept = message->severity == SEVERITY_ERROR ? writer->problem : writer->notice;
    Arena *arena = arena_new();
    const Text line = message_print(message, arena);
    const size_t size = line.size < PROBLEM_SIZE ? line.size : PROBLEM_SIZE - 1;
    pthread_mutex_lock(&writer->lock);
    memcpy(kept, line.at, size);
    kept[size] = 0;
    writer->cut = message->severity != SEVERITY_NOTE;
    pthread_mutex_unlock(&writer->lock);
    arena_free(arena);
}

/* One transaction has one outcome for all, except for batches that the driver refused. */
static void set_outcomes(StoreBatch *batch, StoreOutcome outcome)
{
    for (; batch; batch = batch->next)
        batch->outcome = outcome;
}

/* Writes `first` and the batches after it, without the lock. */
static bool write_group(StoreWriter *writer, StoreBatch *first, bool failed)
{
    Report report = report_to(keep_message, writer);
    if (!failed && writer->driver->write(writer->link, first, &report)) {
        pthread_mutex_lock(&writer->lock);
        writer->written = (int64_t)time(NULL);
        pthread_mutex_unlock(&writer->lock);
        return true;
    }
    set_outcomes(first, STORE_FAILED);
    return false;
}

/* Rows with a number as their key: in the memory of the search. */
static void do_search(const StoreWriter *writer, StoreBatch *batch)
{
    StoreSearch *search = batch->search;
    const StoreLayout *layout = &store_layouts[search->table];
    size_t count;
    const StoreColumn *key = layout->columns(&count);
    uint8_t *like = arena_alloc(batch->arena, 1, layout->size);
    Report silent = report_to(NULL, NULL);
    memcpy(like + key->offset, &search->key, sizeof search->key);
    const StoreQuery query = {.table = search->table, .column = key, .like = like};
    const bool ok = writer->driver->select(writer->reader, &query, &search->rows, &count,
                                           batch->arena, &silent);
    search->found = !ok ? STORE_UNREADABLE : count ? STORE_FOUND : STORE_NONE;
}

/* An absolute time, as pthread_cond_timedwait() needs it. */
static struct timespec in_ms(unsigned ms)
{
    struct timespec at;
    clock_gettime(CLOCK_REALTIME, &at);
    at.tv_sec += ms / 1000;
    at.tv_nsec += (long)(ms % 1000) * 1000000;
    if (at.tv_nsec >= 1000000000) {
        at.tv_sec++;
        at.tv_nsec -= 1000000000;
    }
    return at;
}

/* Nothing was written for a while: probes the database with an empty transaction, whose
 * failure is handled and logged like that of any other. */
static void beat(StoreWriter *writer)
{
    StoreBatch nothing = {0};
    pthread_mutex_unlock(&writer->lock);
    const bool ok = write_group(writer, &nothing, false);
    pthread_mutex_lock(&writer->lock);
    writer->failed |= !ok;
    if (!ok)
        eventfd_write(writer->event, 1);
}

static bool has_work(const StoreWriter *writer)
{
    return writer->waiting.first || writer->searches.first;
}

/* Waits for work or the end, with the lock. */
static void await(StoreWriter *writer)
{
    struct timespec until = in_ms(BEAT * 1000);
    while (!has_work(writer) && !writer->ending) {
        if (!writer->driver->remote || writer->failed) {
            pthread_cond_wait(&writer->given, &writer->lock);
        } else if (pthread_cond_timedwait(&writer->given, &writer->lock, &until) == ETIMEDOUT) {
            if (!has_work(writer) && !writer->ending)
                beat(writer);
            until = in_ms(BEAT * 1000);
        }
    }
}

/* Returns the batches of a chain, and leaves it empty. */
static StoreBatch *chain_take(Chain *chain)
{
    StoreBatch *first = chain->first;
    chain_clear(chain);
    return first;
}

/* `busy` counts until here: writer_take() waits for the results, not for the queue. */
static void add_done(StoreWriter *writer, StoreBatch *first)
{
    if (!first)
        return;
    for (const StoreBatch *batch = first; batch; batch = batch->next)
        writer->busy--;
    chain_add(&writer->done, first);
    pthread_cond_signal(&writer->over);
    eventfd_write(writer->event, 1);
}

/* The thread. Without the lock while it writes, so that the loop can give batches meanwhile.
 * After a failure all later batches fail, too: they may build on the lost one. */
static void *write_all(void *context)
{
    StoreWriter *writer = context;
    pthread_mutex_lock(&writer->lock);
    for (;;) {
        await(writer);
        if (!has_work(writer))
            break;
        const bool failed = writer->failed;
        StoreBatch *first = chain_take(&writer->waiting);
        StoreBatch *searches = chain_take(&writer->searches);
        pthread_mutex_unlock(&writer->lock);
        const bool ok = first ? write_group(writer, first, failed) : !failed;
        for (StoreBatch *batch = searches; batch; batch = batch->next)
            do_search(writer, batch);
        pthread_mutex_lock(&writer->lock);
        writer->failed = !ok;
        add_done(writer, first);
        add_done(writer, searches);
    }
    pthread_mutex_unlock(&writer->lock);
    return NULL;
}

/* `link` and `reader` belong to the thread until writer_stop(). */
StoreWriter *writer_start(const StoreDriver *driver, void *link, void *reader,
                          const StoreOptions *options, Report *report)
{
    StoreWriter *writer = calloc(1, sizeof *writer);
    if (!writer) {
        report_error(report, "out of memory");
        return NULL;
    }
    writer->driver = driver;
    writer->link = link;
    writer->reader = reader;
    writer->written = (int64_t)time(NULL);
    writer->max_count = options->max_batches;
    writer->max_bytes = options->max_bytes;
    writer->event = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    pthread_mutex_init(&writer->lock, NULL);
    pthread_cond_init(&writer->given, NULL);
    pthread_cond_init(&writer->over, NULL);
    chain_clear(&writer->waiting);
    chain_clear(&writer->searches);
    chain_clear(&writer->done);
    if (writer->event >= 0 && pthread_create(&writer->thread, NULL, write_all, writer) == 0)
        return writer;
    report_error(report, "cannot start the writer thread");
    if (writer->event >= 0)
        close(writer->event);
    free(writer);
    return NULL;
}

/* Batches that wait are still written. */
void writer_stop(StoreWriter *writer)
{
    pthread_mutex_lock(&writer->lock);
    writer->ending = true;
    pthread_cond_signal(&writer->given);
    pthread_mutex_unlock(&writer->lock);
    pthread_join(writer->thread, NULL);
    close(writer->event);
    free(writer);
}

/* False if the queue is full or the writer has failed; the batch then stays with the caller. */
bool writer_give(StoreWriter *writer, StoreBatch *batch)
{
    pthread_mutex_lock(&writer->lock);
    const bool ok = !writer->failed && writer->count < writer->max_count &&
                    writer->bytes < writer->max_bytes;
    if (ok) {
        batch->next = NULL;
        chain_add(&writer->waiting, batch);
        writer->count++;
        writer->busy++;
        writer->bytes += arena_used(batch->arena);
        pthread_cond_signal(&writer->given);
    }
    pthread_mutex_unlock(&writer->lock);
    return ok;
}

void writer_search(StoreWriter *writer, StoreBatch *batch)
{
    pthread_mutex_lock(&writer->lock);
    batch->next = NULL;
    chain_add(&writer->searches, batch);
    writer->busy++;
    pthread_cond_signal(&writer->given);
    pthread_mutex_unlock(&writer->lock);
}

/* The event is cleared together with the chain, under the lock: no wake-up is lost. */
StoreBatch *writer_take(StoreWriter *writer, bool wait)
{
    eventfd_t seen;
    pthread_mutex_lock(&writer->lock);
    while (wait && writer->busy)
        pthread_cond_wait(&writer->over, &writer->lock);
    StoreBatch *first = chain_take(&writer->done);
    eventfd_read(writer->event, &seen);
    for (StoreBatch *batch = first; batch; batch = batch->next) {
        writer->count -= !batch->search;
        writer->bytes -= batch->search ? 0 : arena_used(batch->arena);
    }
    pthread_mutex_unlock(&writer->lock);
    return first;
}

bool writer_wait(StoreWriter *writer, unsigned ms)
{
    const struct timespec until = in_ms(ms);
    pthread_mutex_lock(&writer->lock);
    while (writer->busy &&
           pthread_cond_timedwait(&writer->over, &writer->lock, &until) != ETIMEDOUT)
        ;
    const bool over = !writer->busy;
    pthread_mutex_unlock(&writer->lock);
    return over;
}

/* Each message is returned once. */
Text writer_notice(StoreWriter *writer, Arena *arena)
{
    pthread_mutex_lock(&writer->lock);
    const Text notice = arena_text(arena, text_of(writer->notice));
    writer->notice[0] = 0;
    pthread_mutex_unlock(&writer->lock);
    return notice;
}

bool writer_is_reachable(StoreWriter *writer)
{
    pthread_mutex_lock(&writer->lock);
    const bool reachable = !writer->cut && !writer->failed;
    pthread_mutex_unlock(&writer->lock);
    return reachable;
}

int64_t writer_written(StoreWriter *writer)
{
    pthread_mutex_lock(&writer->lock);
    const int64_t written = writer->written;
    pthread_mutex_unlock(&writer->lock);
    return written;
}

int writer_descriptor(const StoreWriter *writer) { return writer->event; }

const char *writer_problem(StoreWriter *writer)
{
    pthread_mutex_lock(&writer->lock);
    const bool failed = writer->failed;
    pthread_mutex_unlock(&writer->lock);
    return failed ? writer->problem : NULL;
}
