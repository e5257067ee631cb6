/* Parts, in order: identity and schema of the state; opening and closing; reading; batches,
 * which copy their rows; writing, by the thread in store_writer.c. The SQL is in the drivers
 * (store_sqlite.c, store_postgres.c). */
#include "server/store/store_internal.h"

#include <assert.h>
#include <sodium.h>
#include <stdlib.h>

enum {
    /* GAME_MAX, UNIQUE_SIZE, ID_SIZE and DEFAULT_BYTES: bytes. DEFAULT_PATIENCE: s. */
    GAME_MAX = 16,
    UNIQUE_SIZE = 8,
    ID_SIZE = 16,
    DEFAULT_BATCHES = 64,
    DEFAULT_BYTES = 64 << 20,
    DEFAULT_PATIENCE = 60
};

struct Store {
    const StoreDriver *driver;
    void *reader, *link; /* of the writer; NULL: read only */
    void *searcher;      /* of the writer, too, for reading */
    StoreWriter *writer;
    const StoreSearch *served; /* whose `done` is being called; NULL */
    bool closing;
    Arena *spare; /* of the last batch that was finished, for the next one; NULL */
    uint64_t kept;
    uint8_t build[8]; /* the unique number of the caller's build of the game */
    bool moved;
    Text game;
    Bytes id;
    Arena *arena;
};

/* SQLite is last: driver_for() takes it for any address that the others reject. */
static const StoreDriver *const drivers[] = {&store_postgres, &store_sqlite};

static StoreChange *change_add(StoreBatch *batch, StoreAct act, StoreTable table)
{
    StoreChange *change = ARENA_PUSH(batch->arena, batch->changes, batch->count);
    *change = (StoreChange){.act = act, .table = table};
    return change;
}

/* ---- identity of the state ---- */

const StoreMeta *store_meta_find(const StoreMeta *rows, size_t count, const char *key)
{
    for (size_t i = 0; i < count; i++)
        if (text_is(rows[i].key, key))
            return &rows[i];
    return NULL;
}

/* Writes the first rows of a new store before anything else. If another server is first, its
 * rows stay. */
static bool meta_write(Store *store, const StoreOptions *options, Report *report)
{
    StoreBatch *batch = store_batch(store);
    const uint8_t schema = STORE_SCHEMA;
    const StoreMeta rows[] = {{TEXT("schema"), {&schema, 1}},
                              {TEXT("game"), bytes_of_text(options->game)},
                              {TEXT("unique"), {options->unique, UNIQUE_SIZE}}};
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        store_add(batch, STORE_META, &rows[i]);
    for (size_t step = 0; sql_index(&step); step++)
        change_add(batch, STORE_STEP, STORE_META)->limit = (int64_t)step;
    const bool ok = store->driver->write(store->link, batch, report);
    store_drop_batch(batch);
    return ok;
}

/* Another server may do this at the same time: then its row stays and is read, and an error of
 * writing does not matter. */
static bool read_id(Store *store, const StoreOptions *options, Report *report)
{
    Messages problems = {.arena = store->arena};
    Report collected = report_to(messages_sink, &problems);
    StoreMeta row = {.key = TEXT("state")};
    uint8_t id[ID_SIZE];
    StoreFound found = store_find(store, STORE_META, "key", &row, store->arena, report);
    if (found == STORE_NONE && !options->reading) {
        randombytes_buf(id, sizeof id);
        StoreBatch *batch = store_batch(store);
        store_add(batch, STORE_META, &(StoreMeta){TEXT("state"), {id, sizeof id}});
        store->driver->write(store->link, batch, &collected);
        store_drop_batch(batch);
        found = store_find(store, STORE_META, "key", &row, store->arena, report);
        if (found == STORE_NONE)
            messages_replay(&problems, report);
    }
    store->id = found == STORE_FOUND ? row.value : (Bytes){NULL, 0};
    return found == STORE_FOUND ? row.value.size == ID_SIZE ||
                                      report_error(report, "the id of the state is damaged")
                                : found == STORE_NONE && options->reading;
}

/* Upgrades from `schema` to the next one, unless another server has done so. */
static bool schema_step(Store *store, uint8_t schema, Report *report)
{
    StoreBatch *batch = store_batch(store);
    const uint8_t next = schema + 1;
    const StoreMeta before = {TEXT("schema"), {&schema, 1}},
                    after = {TEXT("schema"), {&next, 1}};
    store_check(batch, STORE_META, &before);
    for (size_t step = 0; sql_step(schema, &step); step++)
        change_add(batch, STORE_STEP, STORE_META)->limit = (int64_t)step;
    store_put(batch, STORE_META, &after);
    const bool ok = store->driver->write(store->link, batch, report);
    store_drop_batch(batch);
    return ok;
}

/* A reader does not upgrade: it may be a tool next to a running server of an older version. */
static bool schema_check(Store *store, uint8_t schema, bool reading, Report *report)
{
    bool ok = true;
    if (schema < 1 || schema > STORE_SCHEMA)
        return report_error(report, "its schema is %u, this program supports %u", schema,
                            STORE_SCHEMA);
    for (; !reading && ok && schema < STORE_SCHEMA; schema++)
        ok = schema_step(store, schema, report);
    return ok;
}

/* Keys "writer/..." alone do not make a state: a connection writes one before the first
 * rows. */
static bool meta_is_new(const StoreMeta *rows, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!text_starts(rows[i].key, "writer/"))
            return false;
    return true;
}

/* False if this is not a state, or of another game. A state of another build of the same game
 * is accepted; store_is_moved() then says so. */
static bool meta_check(Store *store, const StoreOptions *options, Report *report)
{
    void *rows;
    size_t count;
    if (!store_load(store, STORE_META, &rows, &count, store->arena, report))
        return false;
    if (meta_is_new(rows, count) && !options->reading &&
        (!meta_write(store, options, report) ||
         !store_load(store, STORE_META, &rows, &count, store->arena, report)))
        return false;
    const StoreMeta *schema = store_meta_find(rows, count, "schema");
    const StoreMeta *game = store_meta_find(rows, count, "game");
    const StoreMeta *unique = store_meta_find(rows, count, "unique");
    if (!schema || schema->value.size != 1 || !game || !unique)
        return report_error(report, "this is not the state of a server");
    if (!bytes_equal(game->value, bytes_of_text(options->game)))
        return report_error(report, "this is the state of the game \"%.*s\", not of \"%.*s\"",
                            (int)game->value.size, (const char *)game->value.data,
                            (int)options->game.size, options->game.at);
    memcpy(store->build, options->unique, UNIQUE_SIZE);
    store->moved = !bytes_equal(unique->value, (Bytes){options->unique, UNIQUE_SIZE});
    return schema_check(store, schema->value.data[0], options->reading, report) &&
           read_id(store, options, report);
}

/* ---- open and close ---- */

/* Three connections: a driver's connection is used by one thread at a time. The writer's thread
 * has two, one of which only reads. */
static bool open_links(Store *store, const char *address, const StoreOptions *options,
                       Report *report)
{
    StoreOptions reading = *options;
    reading.reading = true;
    if (!options->reading) {
        store->link = store->driver->open(address, options, report);
        if (!store->link)
            return false;
    }
    store->reader = store->driver->open(address, &reading, report);
    if (!store->reader || !meta_check(store, options, report))
        return false;
    if (options->reading)
        return true;
    store->searcher = store->driver->open(address, &reading, report);
    if (store->searcher)
        store->writer =
            writer_start(store->driver, store->link, store->searcher, options, report);
    return store->writer;
}

static const StoreDriver *driver_for(const char *address)
{
    size_t which = 0;
    while (which + 1 < COUNT_OF(drivers) && !drivers[which]->is_for(address))
        which++;
    return drivers[which];
}

Text store_address_shown(const char *address, Arena *arena)
{
    return driver_for(address)->shown(address, arena);
}

bool store_is_remote(const char *address) { return driver_for(address) != &store_sqlite; }

/* `wanted` is only read here; 0 in an option means its default. */
Store *store_open(const char *address, const StoreOptions *wanted, Report *report)
{
    assert(wanted->game.size && wanted->game.size <= GAME_MAX);
    Arena *arena = arena_new();
    Store *store = ARENA_ALLOC(arena, Store, 1);
    StoreOptions options = *wanted;
    options.max_batches = options.max_batches ? options.max_batches : DEFAULT_BATCHES;
    options.max_bytes = options.max_bytes ? options.max_bytes : DEFAULT_BYTES;
    store->arena = arena;
    store->game = arena_text(arena, options.game);
    options.patience = options.patience ? options.patience : DEFAULT_PATIENCE;
    store->driver = driver_for(address);
    Report about = report_child(report, store_address_shown(address, arena));
    if (open_links(store, address, &options, &about))
        return store;
    store_close(store);
    return NULL;
}

/* While store_close() runs, callbacks of searches are left out: their context may be freed. */
static void finish_search(Store *store, const StoreBatch *batch)
{
    if (store->closing)
        return;
    store->served = batch->search;
    batch->search->done(batch->context, batch->search->number);
    store->served = NULL;
}

/* One arena is enough: batches follow one another, and a new arena each time would return its
 * memory to the system. */
static void keep_spare(Store *store, Arena *arena)
{
    if (store->spare) {
        arena_free(arena);
        return;
    }
    arena_reset(arena);
    store->spare = arena;
}

/* In the order in which the batches were committed, in the thread that polls. */
static void finish_batches(Store *store, StoreBatch *batch)
{
    for (StoreBatch *next; batch; batch = next) {
        next = batch->next;
        if (batch->search)
            finish_search(store, batch);
        else
            store->kept += batch->outcome == STORE_SAVED;
        if (batch->done)
            batch->done(batch->context, batch->outcome);
        keep_spare(store, batch->arena);
    }
}

/* Waits for all batches; the connections are closed after the writer's thread has ended. */
void store_close(Store *store)
{
    StoreBatch *over;
    store->closing = true;
    while (store->writer && (over = writer_take(store->writer, true)))
        finish_batches(store, over); /* a callback may commit more */
    if (store->writer)
        writer_stop(store->writer);
    if (store->searcher)
        store->driver->close(store->searcher);
    if (store->reader)
        store->driver->close(store->reader);
    if (store->link)
        store->driver->close(store->link);
    arena_free(store->spare);
    arena_free(store->arena);
}

Text store_game(const Store *store) { return store->game; }
Bytes store_id(const Store *store) { return store->id; }
Bytes store_build(const Store *store) { return (Bytes){store->build, sizeof store->build}; }
bool store_is_moved(const Store *store) { return store->moved; }

/* ---- reading ---- */

/* Copies a row with the data of its first `used` columns. */
static void copy_row(Arena *arena, StoreTable table, const void *row, void *to, size_t used)
{
    size_t count;
    const StoreLayout *layout = &store_layouts[table];
    const StoreColumn *columns = layout->columns(&count);
    memcpy(to, row, layout->size);
    for (size_t i = 0; i < count && i < used; i++) {
        void *member = (uint8_t *)to + columns[i].offset;
        if (columns[i].shape == STORE_TEXT)
            *(Text *)member = arena_text(arena, *(Text *)member);
        else if (columns[i].shape == STORE_BYTES)
            *(Bytes *)member = arena_copy(arena, *(Bytes *)member);
    }
}

bool store_read_snapshot(Store *store, bool hold, Report *report)
{
    return store->driver->hold(store->reader, hold, report);
}

/* Databases return rows in any order; the order of chunks is part of the saved game. */
static int by_offset(const void *a, const void *b)
{
    const StoreWorldChunk *one = a, *two = b;
    return one->place != two->place ? (one->place > two->place) - (one->place < two->place)
                                    : text_compare(one->key, two->key);
}

bool store_clock(Store *store, int64_t *ms, Report *report)
{
    return store->driver->clock(store->reader, ms, report);
}

static bool load(Store *store, const StoreQuery *query, void **rows, size_t *count,
                 Arena *arena, Report *report)
{
    if (!store->driver->select(store->reader, query, rows, count, arena, report))
        return false;
    if (query->table == STORE_WORLD && *count)
        qsort(*rows, *count, sizeof(StoreWorldChunk), by_offset);
    return true;
}

bool store_load(Store *store, StoreTable table, void **rows, size_t *count, Arena *arena,
                Report *report)
{
    return load(store, &(StoreQuery){.table = table}, rows, count, arena, report);
}

bool store_load_range(Store *store, StoreTable table, const void *from, const void *to,
                      size_t max, void **rows, size_t *count, Arena *arena, Report *report)
{
    const StoreQuery query = {.table = table, .from = from, .to = to, .max = max};
    return load(store, &query, rows, count, arena, report);
}

bool store_load_equal(Store *store, StoreTable table, const char *name, const void *like,
                      void **rows, size_t *count, Arena *arena, Report *report)
{
    const StoreQuery query = {
        .table = table, .column = store_column(table, name), .like = like};
    return load(store, &query, rows, count, arena, report);
}

bool store_load_last(Store *store, StoreTable table, size_t max, void **rows, size_t *count,
                     Arena *arena, Report *report)
{
    const StoreQuery query = {.table = table, .max = max, .last = true};
    return store->driver->select(store->reader, &query, rows, count, arena, report);
}

/* Whether this row has just been searched for. */
static bool is_served(const Store *store, StoreTable table, const StoreColumn *column,
                      const void *row)
{
    int64_t key;
    if (!store->served || store->served->table != table || !column->key)
        return false;
    memcpy(&key, (const uint8_t *)row + column->offset, sizeof key);
    return key == store->served->key;
}

static StoreFound serve(const StoreSearch *search, void *row, Arena *arena, Report *report)
{
    if (search->found == STORE_FOUND)
        copy_row(arena, search->table, search->rows, row, SIZE_MAX);
    else if (search->found == STORE_UNREADABLE)
        report_error(report, "the storage cannot be read");
    return search->found;
}

/* `row` has the value of the column `name` to search for, which must be unique; it gets the row
 * found. */
StoreFound store_find(Store *store, StoreTable table, const char *name, void *row, Arena *arena,
                      Report *report)
{
    const StoreColumn *column = store_column(table, name);
    void *rows;
    size_t count;
    assert(column->unique);
    if (is_served(store, table, column, row))
        return serve(store->served, row, arena, report);
    const StoreQuery query = {.table = table, .column = column, .like = row};
    if (!store->driver->select(store->reader, &query, &rows, &count, arena, report))
        return STORE_UNREADABLE;
    if (!count)
        return STORE_NONE;
    memcpy(row, rows, store_layouts[table].size);
    return STORE_FOUND;
}

/* ---- batches ---- */

/* The caller passes it to store_commit() or store_drop_batch(). Rows are copied into it. */
StoreBatch *store_batch(Store *store)
{
    Arena *arena = store->spare ? store->spare : arena_new();
    store->spare = NULL;
    StoreBatch *batch = ARENA_ALLOC(arena, StoreBatch, 1);
    batch->arena = arena;
    return batch;
}

void store_drop_batch(StoreBatch *batch) { arena_free(batch->arena); }

size_t store_batch_count(const StoreBatch *batch) { return batch->count; }

static const void *row_of(StoreBatch *batch, StoreTable table, const void *row, bool only_key)
{
    void *copy = arena_alloc(batch->arena, 1, store_layouts[table].size);
    copy_row(batch->arena, table, row, copy, only_key ? 1 : SIZE_MAX);
    return copy;
}

void store_put(StoreBatch *batch, StoreTable table, const void *row)
{
    change_add(batch, STORE_PUT, table)->row = row_of(batch, table, row, false);
}

/* Writes only the columns `first` to `last` of an existing row. */
void store_put_part(StoreBatch *batch, StoreTable table, const void *row, const char *first,
                    const char *last)
{
    StoreChange *change = change_add(batch, STORE_PUT_PART, table);
    change->row = row_of(batch, table, row, false);
    change->column = store_column(table, first);
    change->last = store_column(table, last);
    assert(change->column <= change->last);
}

void store_add(StoreBatch *batch, StoreTable table, const void *row)
{
    change_add(batch, STORE_ADD, table)->row = row_of(batch, table, row, false);
}

void store_check(StoreBatch *batch, StoreTable table, const void *row)
{
    change_add(batch, STORE_CHECK, table)->row = row_of(batch, table, row, false);
}

void store_check_part(StoreBatch *batch, StoreTable table, const void *row, const char *first,
                      const char *last)
{
    StoreChange *change = change_add(batch, STORE_CHECK_PART, table);
    change->row = row_of(batch, table, row, false);
    change->column = store_column(table, first);
    change->last = store_column(table, last);
    assert(change->column <= change->last);
}

void store_remove(StoreBatch *batch, StoreTable table, const void *row)
{
    change_add(batch, STORE_REMOVE, table)->row = row_of(batch, table, row, true);
}

void store_remove_below(StoreBatch *batch, StoreTable table, const char *name, int64_t limit)
{
    StoreChange *change = change_add(batch, STORE_REMOVE_BELOW, table);
    change->column = store_column(table, name);
    change->limit = limit;
    assert(change->column->shape == STORE_NUMBER);
}

void store_clear(StoreBatch *batch, StoreTable table) { change_add(batch, STORE_CLEAR, table); }

/* `done` gets `number`, by which the caller knows whether it still needs the row. */
void store_find_later(Store *store, StoreTable table, int64_t key, StoreRead *done,
                      void *context, uint64_t number)
{
    assert(store->writer);
    StoreBatch *batch = store_batch(store);
    batch->context = context;
    batch->search = ARENA_ALLOC(batch->arena, StoreSearch, 1);
    *batch->search = (StoreSearch){.table = table, .key = key, .done = done, .number = number};
    writer_search(store->writer, batch);
}

/* ---- writing ---- */

/* On success the batch belongs to the store and `*batch` is NULL; false if the queue is
 * full. */
bool store_commit(Store *store, StoreBatch **batch, StoreDone *done, void *context)
{
    assert(store->writer);
    (*batch)->done = done;
    (*batch)->context = context;
    if (!writer_give(store->writer, *batch))
        return false;
    *batch = NULL;
    return true;
}

void store_poll(Store *store)
{
    if (store->writer)
        finish_batches(store, writer_take(store->writer, false));
}

void store_wait(Store *store)
{
    if (store->writer)
        finish_batches(store, writer_take(store->writer, true));
}

static void note_outcome(void *context, StoreOutcome outcome)
{
    *(StoreOutcome *)context = outcome;
}

/* Blocks the thread: only while a server starts or stops, and in tools. */
StoreOutcome store_commit_now(Store *store, StoreBatch *batch)
{
    StoreOutcome outcome = STORE_FAILED;
    if (store_commit(store, &batch, note_outcome, &outcome))
        store_wait(store);
    else
        store_drop_batch(batch);
    return outcome;
}

bool store_wait_for(Store *store, unsigned ms)
{
    if (!store->writer)
        return true;
    const bool over = writer_wait(store->writer, ms);
    store_poll(store);
    return over;
}

int store_descriptor(const Store *store) { return writer_descriptor(store->writer); }
uint64_t store_saved_count(const Store *store) { return store->kept; }
Text store_notice(Store *store, Arena *arena) { return writer_notice(store->writer, arena); }
bool store_is_reachable(Store *store) { return writer_is_reachable(store->writer); }
int64_t store_written(Store *store) { return writer_written(store->writer); }
const char *store_problem(Store *store) { return writer_problem(store->writer); }
