/* The store in a PostgreSQL database.
 *
 * Changes use libpq's pipeline mode: a batch costs one round trip, independent of its rows.
 * After a broken link is reconnected, the same batches are written again if the database
 * does not have them. */
#include "server/store/store_postgres.h"

#include <assert.h>
#include <endian.h>
#include <sodium.h>
#include <stdlib.h>

enum {
    COLUMNS_MAX = 32,
    FLUSH = 500,    /* changes between two reads of the answers, which are held in memory */
    IN_THE_WAY = 5, /* ms: minimum pause after a conflict between transactions */
};

/* pg_type.dat: int8, text, bytea; these numbers never change. */
static const Oid oids[] = {[STORE_NUMBER] = 20, [STORE_TEXT] = 25, [STORE_BYTES] = 17};

/* Parameters in PostgreSQL's binary format. */
typedef struct Values {
    int count;
    Oid types[COLUMNS_MAX];
    const char *values[COLUMNS_MAX];
    int sizes[COLUMNS_MAX], formats[COLUMNS_MAX];
    uint64_t numbers[COLUMNS_MAX];
} Values;

static void add_value(Values *out, StoreShape shape, const void *member)
{
    const int at = out->count++;
    assert(at < COLUMNS_MAX);
    out->types[at] = oids[shape];
    out->formats[at] = 1;
    if (shape == STORE_NUMBER) {
        out->numbers[at] = htobe64((uint64_t) * (const int64_t *)member);
        out->values[at] = (const char *)&out->numbers[at];
        out->sizes[at] = sizeof out->numbers[at];
        return;
    }
    const Bytes bytes =
        shape == STORE_TEXT ? bytes_of_text(*(const Text *)member) : *(const Bytes *)member;
    /* NULL would be an SQL NULL */
    out->values[at] = bytes.size ? (const char *)bytes.data : "";
    out->sizes[at] = (int)bytes.size;
}

/* The result points into itself: do not copy it. */
static void fill_values(Values *out, const StoreChange *change)
{
    size_t count;
    out->count = 0;
    const StoreColumn *columns = store_layouts[change->table].columns(&count);
    for (size_t i = 0; i < sql_values(change); i++)
        add_value(out, columns[i].shape, (const uint8_t *)change->row + columns[i].offset);
    if (change->act == STORE_REMOVE_BELOW)
        add_value(out, STORE_NUMBER, &change->limit);
}

/* ---- reading ---- */

static void fetch(const PGresult *result, int at, int column, const StoreColumn *shape,
                  void *row, Arena *arena)
{
    void *member = (uint8_t *)row + shape->offset;
    const char *data = PQgetvalue(result, at, column);
    const size_t size = (size_t)PQgetlength(result, at, column);
    uint64_t number;
    if (PQgetisnull(result, at, column))
        return;
    if (shape->shape == STORE_NUMBER) {
        memcpy(&number, data, sizeof number);
        *(int64_t *)member = (int64_t)be64toh(number);
    } else if (shape->shape == STORE_TEXT) {
        *(Text *)member = arena_text(arena, (Text){data, size});
    } else {
        *(Bytes *)member = arena_copy(arena, (Bytes){(const uint8_t *)data, size});
    }
}

/* A column that an older schema does not have keeps its value. */
static bool fetch_all(const PGresult *result, const StoreLayout *layout, void **rows,
                      size_t *count, Arena *arena)
{
    size_t columns_count;
    const StoreColumn *columns = layout->columns(&columns_count);
    const int given = PQnfields(result), max = (int)columns_count;
    for (int i = 0; i < given && i < max; i++)
        if (PQftype(result, i) != oids[columns[i].shape] ||
            strcmp(PQfname(result, i), columns[i].name) != 0)
            return false;
    *count = (size_t)PQntuples(result);
    *rows = arena_alloc(arena, *count, layout->size);
    for (size_t row = 0; row < *count; row++)
        for (int i = 0; i < given && i < max; i++)
            fetch(result, (int)row, i, &columns[i], (uint8_t *)*rows + row * layout->size,
                  arena);
    return true;
}

/* A query without effects is repeated after a reconnect. */
static PGresult *ask(PostgresLink *link, const char *sql, const Values *values, int format)
{
    for (;;) {
        PGresult *result = PQexecParams(link->connection, sql, values->count, values->types,
                                        values->values, values->sizes, values->formats, format);
        const PostgresEnd end = postgres_end(link, result);
        if (end == POSTGRES_DONE)
            return result;
        PQclear(result);
        if (end != POSTGRES_BROKEN || link->held || !postgres_reader_again(link))
            return NULL;
    }
}

static bool postgres_select(void *context, const StoreQuery *query, void **rows, size_t *count,
                            Arena *arena, Report *report)
{
    PostgresLink *link = context;
    const StoreLayout *layout = &store_layouts[query->table];
    const StoreColumn *column;
    const void *limits[2];
    const size_t limit_count = sql_select_values(query, &column, limits);
    Values values = {0};
    Arena *scratch = arena_new();
    Writer sql = writer_to(scratch);
    sql_select(&sql, query);
    write_u8(&sql, 0);
    for (size_t i = 0; i < limit_count; i++)
        add_value(&values, column->shape, (const uint8_t *)limits[i] + column->offset);
    PGresult *result = ask(link, (const char *)sql.data, &values, 1);
    arena_free(scratch);
    *rows = NULL;
    *count = 0;
    if (!result)
        return postgres_error(link, report);
    const bool ok = fetch_all(result, layout, rows, count, arena);
    PQclear(result);
    return ok || report_error(report, "the table %s has unexpected columns", layout->name);
}

static bool postgres_hold(void *context, bool hold, Report *report)
{
    PostgresLink *link = context;
    const Values none = {0};
    if (!hold && PQstatus(link->connection) == CONNECTION_BAD) {
        link->held = false; /* the transaction has ended; its reader has received an error */
        return true;
    }
    PGresult *result = ask(
        link, hold ? "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY" : "COMMIT", &none, 0);
    link->held = hold && result;
    PQclear(result);
    return result || postgres_error(link, report);
}

static bool postgres_clock(void *context, int64_t *ms, Report *report)
{
    PostgresLink *link = context;
    const Values none = {0};
    PGresult *result = ask(link, "SELECT " POSTGRES_NOW, &none, 0);
    if (!result)
        return postgres_error(link, report);
    *ms = strtoll(PQgetvalue(result, 0, 0), NULL, 10);
    PQclear(result);
    return true;
}

/* ---- writing ---- */

/* Failures to send are reported when the answers are read. */
static void note_sent(PostgresLink *link, int ok) { link->unsent = link->unsent || !ok; }

static void send(PostgresLink *link, const char *sql)
{
    note_sent(link, PQsendQueryParams(link->connection, sql, 0, NULL, NULL, NULL, NULL, 0));
}

/* Reads the answers to all statements. A SELECT is a check and must return a row. */
static PostgresEnd flush(PostgresLink *link)
{
    PostgresEnd end = link->unsent ? postgres_end(link, NULL) : POSTGRES_DONE;
    bool again = true;
    link->unsent = false;
    if (!PQpipelineSync(link->connection))
        return postgres_end(link, NULL);
    for (bool over = false; !over;) {
        PGresult *result = PQgetResult(link->connection);
        const ExecStatusType status = PQresultStatus(result);
        over = status == PGRES_PIPELINE_SYNC ||
               (!result && (!again || PQstatus(link->connection) == CONNECTION_BAD));
        again = result != NULL; /* a NULL separates two answers */
        if (!result && over)
            end = postgres_end(link, NULL);
        else if (status == PGRES_TUPLES_OK && PQntuples(result) == 0 && end == POSTGRES_DONE)
            end = POSTGRES_REFUSED;
        else if (result && !over && status != PGRES_PIPELINE_ABORTED && end == POSTGRES_DONE)
            end = postgres_end(link, result);
        PQclear(result);
    }
    return end;
}

/* Frequent statements are prepared on first use. */
static bool is_prepared(StoreAct act)
{
    return act == STORE_PUT || act == STORE_ADD || act == STORE_CHECK || act == STORE_REMOVE;
}

static void change_name(char out[POSTGRES_NAME], const StoreChange *change)
{
    snprintf(out, POSTGRES_NAME, "%s/%d", store_layouts[change->table].name, (int)change->act);
}

static PostgresEnd prepare(PostgresLink *link, const StoreBatch *batch)
{
    PostgresEnd end = POSTGRES_DONE;
    Arena *scratch = arena_new();
    for (size_t i = 0; i < batch->count && end == POSTGRES_DONE; i++) {
        const StoreChange *change = &batch->changes[i];
        bool *prepared = &link->prepared[change->table][change->act];
        if (*prepared || !is_prepared(change->act))
            continue;
        char name[POSTGRES_NAME];
        Writer sql = writer_to(scratch);
        Values values;
        fill_values(&values, change);
        change_name(name, change);
        sql_change(&sql, &postgres_dialect, change);
        write_u8(&sql, 0);
        note_sent(link, PQsendPrepare(link->connection, name, (const char *)sql.data,
                                      values.count, values.types));
        end = flush(link);
        *prepared = end == POSTGRES_DONE;
    }
    arena_free(scratch);
    return end;
}

static void send_change(PostgresLink *link, const StoreChange *change)
{
    Values values;
    fill_values(&values, change);
    if (is_prepared(change->act)) {
        char name[POSTGRES_NAME];
        change_name(name, change);
        note_sent(link, PQsendQueryPrepared(link->connection, name, values.count, values.values,
                                            values.sizes, values.formats, 0));
        return;
    }
    Arena *scratch = arena_new();
    Writer sql = writer_to(scratch);
    sql_change(&sql, &postgres_dialect, change);
    write_u8(&sql, 0);
    note_sent(link,
              PQsendQueryParams(link->connection, (const char *)sql.data, values.count,
                                values.types, values.values, values.sizes, values.formats, 0));
    arena_free(scratch);
}

/* A refused batch is rolled back. */
static PostgresEnd batch_write(PostgresLink *link, StoreBatch *batch)
{
    PostgresEnd end = prepare(link, batch);
    if (end != POSTGRES_DONE)
        return end;
    send(link, "SAVEPOINT batch");
    for (size_t i = 0; i < batch->count && end == POSTGRES_DONE; i++) {
        send_change(link, &batch->changes[i]);
        if (i % FLUSH == FLUSH - 1)
            end = flush(link);
    }
    end = end == POSTGRES_DONE ? flush(link) : end;
    batch->outcome = end == POSTGRES_DONE ? STORE_SAVED : STORE_REFUSED;
    if (end == POSTGRES_REFUSED)
        send(link, "ROLLBACK TO batch");
    if (end == POSTGRES_DONE || end == POSTGRES_REFUSED)
        send(link, "RELEASE batch"); /* its answer is read with the next ones */
    return end == POSTGRES_REFUSED ? POSTGRES_DONE : end;
}

/* Updates the row that shows whether the transaction was saved, see store_postgres.h. */
static void send_number(PostgresLink *link)
{
    Values values = {0};
    char key[POSTGRES_NAME];
    const int64_t next = link->number + 1;
    const Text text = postgres_writer(link, key);
    add_value(&values, STORE_TEXT, &text);
    add_value(&values, STORE_NUMBER, &next);
    note_sent(link,
              PQsendQueryParams(
                  link->connection,
                  "INSERT INTO meta VALUES ($1, int8send($2) || int8send(" POSTGRES_NOW
                  ")) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
                  values.count, values.types, values.values, values.sizes, values.formats, 0));
}

static PostgresEnd group_write(PostgresLink *link, StoreBatch *first)
{
    send(link, "BEGIN");
    send_number(link);
    PostgresEnd end = flush(link);
    for (StoreBatch *batch = first; batch && end == POSTGRES_DONE; batch = batch->next)
        end = batch_write(link, batch);
    if (end == POSTGRES_BROKEN)
        return end;
    send(link, end == POSTGRES_DONE ? "COMMIT" : "ROLLBACK");
    const PostgresEnd last = flush(link);
    if (end == POSTGRES_DONE) /* an interrupted commit: its row shows the outcome */
        return last == POSTGRES_AGAIN ? POSTGRES_BROKEN : last;
    return last == POSTGRES_DONE ? end : last;
}

/* Reports the begin and the end of a reconnection. */
static bool link_again(PostgresLink *link, int64_t until, bool *kept, Report *report)
{
    Report about = report_child(report, link->shown);
    report_warning(
        &about, "the connection is lost; waiting data will be written after reconnecting: %s",
        link->problem);
    const bool ok = postgres_link_again(link, until, kept);
    if (ok)
        report_note(&about, "connected again");
    return ok;
}

static bool postgres_write(void *context, StoreBatch *first, Report *report)
{
    PostgresLink *link = context;
    const int64_t until = postgres_ms() + (int64_t)link->patience * 1000;
    for (;;) {
        bool kept = false;
        const PostgresEnd end = group_write(link, first);
        if (end == POSTGRES_DONE) {
            link->number++;
            return true;
        }
        if (end == POSTGRES_AGAIN && postgres_ms() < until)
            postgres_pause(IN_THE_WAY + (int64_t)randombytes_uniform(10 * IN_THE_WAY));
        else if (end != POSTGRES_BROKEN || !link_again(link, until, &kept, report))
            return postgres_error(link, report);
        if (kept)
            return true;
    }
}

/* ---- the driver ---- */

static bool postgres_is_for(const char *address)
{
    return strncmp(address, "postgres://", 11) == 0 ||
           strncmp(address, "postgresql://", 13) == 0;
}

static void *postgres_open(const char *address, const StoreOptions *options, Report *report)
{
    return postgres_link_open(address, options, report);
}

static void postgres_close(void *link) { postgres_link_close(link); }

const StoreDriver store_postgres = {postgres_is_for, postgres_shown,  postgres_open,
                                    postgres_close,  postgres_select, postgres_hold,
                                    postgres_clock,  postgres_write,  true};
