/* The store in an SQLite file.
 *
 * WAL mode, so that readers and the writer do not block each other. synchronous=FULL, so
 * that a commit returns after the log is on the disk (NORMAL could lose the last commits in
 * a power failure). */
#include "server/store/store_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <sqlite3.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

enum { WAIT_MS = 5000 }; /* for another program that reads or makes a checkpoint */

/* Only one transaction writes at a time: checked rows need no lock. */
static const StoreDialect dialect = {
    {"INTEGER", "TEXT", "BLOB"}, {"0", "''", "x''"}, " STRICT", ""};

typedef struct Link {
    sqlite3 *database;
    sqlite3_stmt *statements[STORE_TABLES][STORE_ACTS];
    int lock; /* the file FILE.lock; -1: none */
    Text address;
    Arena *arena;
} Link;

/* ---- errors ---- */

/* In words for administrators, with the system's cause if SQLite has one. */
static bool link_error(const Link *link, Report *report)
{
    const int code = sqlite3_extended_errcode(link->database);
    const int cause = sqlite3_system_errno(link->database);
    Report about = report_child(report, link->address);
    switch (code & 0xFF) {
    case SQLITE_FULL:
        report_error(&about, "the disk is full");
        break;
    case SQLITE_IOERR:
        report_error(&about, "disk error: %s (%s)", cause ? strerror(cause) : "unknown cause",
                     sqlite3_errstr(code));
        break;
    case SQLITE_NOTADB:
        report_error(&about, "this is not the state of a server");
        break;
    case SQLITE_CORRUPT:
        report_error(&about, "the state is damaged: %s", sqlite3_errmsg(link->database));
        break;
    case SQLITE_CANTOPEN:
        report_error(&about, "cannot open it: %s",
                     cause ? strerror(cause) : sqlite3_errmsg(link->database));
        break;
    case SQLITE_READONLY:
        report_error(&about, "it is read-only");
        break;
    case SQLITE_BUSY:
        report_error(&about, "another program has locked it");
        break;
    default:
        report_error(&about, "%s", sqlite3_errmsg(link->database));
    }
    return false;
}

static bool run(const Link *link, const char *sql, Report *report)
{
    return sqlite3_exec(link->database, sql, NULL, NULL, NULL) == SQLITE_OK ||
           link_error(link, report);
}

/* The first value of the first row; -1: no row, -2: the query failed. */
static int ask(const Link *link, const char *sql, char *out, size_t size)
{
    sqlite3_stmt *statement;
    int result = -2;
    if (sqlite3_prepare_v2(link->database, sql, -1, &statement, NULL) != SQLITE_OK)
        return -2;
    const int step = sqlite3_step(statement);
    if (step == SQLITE_ROW) {
        const char *value = (const char *)sqlite3_column_text(statement, 0);
        result = sqlite3_column_int(statement, 0);
        sqlite3_snprintf((int)size, out, "%s", value ? value : "");
    } else if (step == SQLITE_DONE) {
        result = -1;
    }
    sqlite3_finalize(statement);
    return result;
}

/* ---- opening ---- */

/* NULL after an error, which link_error() can then report. */
static sqlite3_stmt *prepare(const Link *link, const Writer *sql)
{
    sqlite3_stmt *statement = NULL;
    sqlite3_prepare_v3(link->database, (const char *)sql->data, (int)sql->size,
                       SQLITE_PREPARE_PERSISTENT, &statement, NULL);
    return statement;
}

/* SQLite creates its other files with the permissions of this one: password hashes must not
 * be readable by others. A new file name is durable only after its folder is synchronized. */
static bool make_file(const Link *link, Report *report)
{
    const char *address = link->address.at;
    const int file = open(address, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0600);
    if (file < 0 && errno != EEXIST)
        return report_error(report, "cannot create it: %s", strerror(errno));
    if (file < 0)
        return true;
    close(file);
    char *path = (char *)(uintptr_t)arena_text(link->arena, link->address).at;
    const int folder = open(dirname(path), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const bool ok = folder >= 0 && fsync(folder) == 0;
    if (folder >= 0)
        close(folder);
    return ok || report_error(report, "cannot synchronize its folder: %s", strerror(errno));
}

/* SQLite would let two servers write in turn; each would overwrite the world of the other. */
static bool lock_file(Link *link, bool shared, Report *report)
{
    const char *path = arena_format(link->arena, "%s.lock", link->address.at).at;
    link->lock = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0600);
    if (link->lock >= 0 && flock(link->lock, (shared ? LOCK_SH : LOCK_EX) | LOCK_NB) == 0)
        return true;
    if (link->lock >= 0 && errno == EWOULDBLOCK)
        return report_error(report, "another server is using it");
    return report_error(report, "cannot lock it: %s", strerror(errno));
}

/* Whether the database is ours or empty: another program's database is not changed. */
static bool is_ours(const Link *link, bool reading, Report *report)
{
    char answer[200];
    const int tables = ask(link, "SELECT count(*) FROM sqlite_master", answer, sizeof answer);
    if (tables == -2)
        return link_error(link, report);
    const int meta =
        ask(link, "SELECT 1 FROM sqlite_master WHERE name = 'meta'", answer, sizeof answer);
    if (meta != 1 && (tables || reading))
        return report_error(report, "this is not the state of a server");
    if (ask(link, "PRAGMA quick_check(1)", answer, sizeof answer) == -2)
        return link_error(link, report);
    return strcmp(answer, "ok") == 0 ||
           report_error(report, "the state is damaged: %s", answer);
}

/* CREATE TABLE IF NOT EXISTS also completes a state that lacks new tables. */
static bool make_tables(const Link *link, Report *report)
{
    char answer[20];
    Writer sql = writer_to(link->arena);
    write_format(&sql, "BEGIN IMMEDIATE;\n");
    for (unsigned table = 0; table < STORE_TABLES; table++)
        sql_create(&sql, &dialect, &store_layouts[table]);
    write_format(&sql, "COMMIT");
    write_u8(&sql, 0);
    if (ask(link, "PRAGMA journal_mode = WAL", answer, sizeof answer) == -2)
        return link_error(link, report);
    if (strcmp(answer, "wal") != 0)
        return report_error(
            report, "its file system does not support shared memory, which WAL requires");
    return run(link, "PRAGMA synchronous = FULL", report) &&
           run(link, (const char *)sql.data, report);
}

/* Also for a link whose opening failed half-way: finalizing NULL is allowed. */
static void sqlite_close(void *context)
{
    Link *link = context;
    for (unsigned table = 0; table < STORE_TABLES; table++)
        for (unsigned act = 0; act < STORE_ACTS; act++)
            sqlite3_finalize(link->statements[table][act]);
    sqlite3_close(link->database);
    if (link->lock >= 0)
        close(link->lock);
    arena_free(link->arena);
}

/* A reader opens for writing, too, as WAL needs shared memory; query_only prevents changes. */
static bool set_up(Link *link, const StoreOptions *options, Report *report)
{
    if (!options->reading &&
        (!lock_file(link, options->shared, report) || !make_file(link, report)))
        return false;
    if (sqlite3_open_v2(link->address.at, &link->database,
                        SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK)
        return link_error(link, report);
    sqlite3_busy_timeout(link->database, WAIT_MS);
    if (!is_ours(link, options->reading, report))
        return false;
    return options->reading ? run(link, "PRAGMA query_only = 1", report)
                            : make_tables(link, report);
}

/* NOMUTEX: each connection is used by one thread at a time. */
static void *sqlite_open(const char *address, const StoreOptions *options, Report *report)
{
    Arena *arena = arena_new();
    Link *link = ARENA_ALLOC(arena, Link, 1);
    link->arena = arena;
    link->lock = -1;
    link->address = arena_text(arena, text_of(address));
    if (set_up(link, options, report))
        return link;
    sqlite_close(link);
    return NULL;
}

/* ---- reading ---- */

/* Values are not copied: they must stay valid until the statement is reset. */
static void bind(sqlite3_stmt *statement, int at, const StoreColumn *column, const void *row)
{
    const void *member = (const uint8_t *)row + column->offset;
    if (column->shape == STORE_NUMBER) {
        sqlite3_bind_int64(statement, at, *(const int64_t *)member);
    } else if (column->shape == STORE_TEXT) {
        const Text text = *(const Text *)member;
        sqlite3_bind_text64(statement, at, text.size ? text.at : "", text.size, SQLITE_STATIC,
                            SQLITE_UTF8);
    } else {
        const Bytes bytes = *(const Bytes *)member;
        sqlite3_bind_blob64(statement, at, bytes.size ? bytes.data : (const uint8_t *)"",
                            bytes.size, SQLITE_STATIC);
    }
}

/* A column that an older schema does not have keeps its value. */
static void fetch(sqlite3_stmt *statement, int at, const StoreColumn *column, void *row,
                  Arena *arena)
{
    void *member = (uint8_t *)row + column->offset;
    if (at >= sqlite3_column_count(statement))
        return;
    if (column->shape == STORE_NUMBER) {
        *(int64_t *)member = sqlite3_column_int64(statement, at);
        return;
    }
    const void *data = sqlite3_column_blob(statement, at);
    const size_t size = (size_t)sqlite3_column_bytes(statement, at);
    if (column->shape == STORE_TEXT)
        *(Text *)member = arena_text(arena, (Text){size ? data : "", size});
    else
        *(Bytes *)member = arena_copy(arena, (Bytes){size ? data : "", size});
}

/* Reading statements are not cached: their SQL varies with the query. */
static bool sqlite_select(void *context, const StoreQuery *query, void **rows, size_t *count,
                          Arena *arena, Report *report)
{
    Link *link = context;
    const StoreLayout *layout = &store_layouts[query->table];
    size_t columns_count;
    const StoreColumn *columns = layout->columns(&columns_count);
    Arena *scratch = arena_new();
    Writer sql = writer_to(scratch);
    sql_select(&sql, query);
    sqlite3_stmt *statement = prepare(link, &sql);
    arena_free(scratch);
    *rows = NULL;
    *count = 0;
    if (!statement)
        return link_error(link, report);
    const StoreColumn *column;
    const void *values[2];
    const size_t value_count = sql_select_values(query, &column, values);
    for (size_t i = 0; i < value_count; i++)
        bind(statement, (int)i + 1, column, values[i]);
    int step;
    while ((step = sqlite3_step(statement)) == SQLITE_ROW) {
        *rows = arena_grow(arena, *rows, *count, layout->size);
        uint8_t *row = (uint8_t *)*rows + *count * layout->size;
        memset(row, 0, layout->size);
        for (size_t i = 0; i < columns_count; i++)
            fetch(statement, (int)i, &columns[i], row, arena);
        ++*count;
    }
    const bool ok = step == SQLITE_DONE || link_error(link, report);
    sqlite3_finalize(statement);
    return ok;
}

/* A transaction that only reads: all following reads see the same state. */
static bool sqlite_hold(void *context, bool hold, Report *report)
{
    return run(context, hold ? "BEGIN" : "COMMIT", report);
}

/* ---- writing ---- */

/* Statements are prepared on first use; those that vary are not cached. */
static sqlite3_stmt *statement_for(Link *link, const StoreChange *change)
{
    sqlite3_stmt **kept = &link->statements[change->table][change->act];
    if (*kept && change->act != STORE_REMOVE_BELOW && change->act != STORE_STEP &&
        change->act != STORE_PUT_PART && change->act != STORE_CHECK_PART)
        return *kept;
    Arena *scratch = arena_new();
    Writer sql = writer_to(scratch);
    sqlite3_finalize(*kept);
    sql_change(&sql, &dialect, change);
    *kept = prepare(link, &sql);
    arena_free(scratch);
    return *kept;
}

/* Returns SQLite's code. */
static int change_write(Link *link, const StoreChange *change)
{
    size_t count;
    const StoreColumn *columns = store_layouts[change->table].columns(&count);
    sqlite3_stmt *statement = statement_for(link, change);
    if (!statement)
        return sqlite3_errcode(link->database);
    for (size_t i = 0; i < sql_values(change); i++)
        bind(statement, (int)i + 1, &columns[i], change->row);
    if (change->act == STORE_REMOVE_BELOW)
        sqlite3_bind_int64(statement, 1, change->limit);
    const int step = sqlite3_step(statement);
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    const bool checks = change->act == STORE_CHECK || change->act == STORE_CHECK_PART;
    if (checks && step == SQLITE_DONE)
        return SQLITE_CONSTRAINT; /* the row does not exist */
    return step == SQLITE_DONE || step == SQLITE_ROW ? SQLITE_OK : step;
}

/* Returns false only on a disk error. */
static bool batch_write(Link *link, StoreBatch *batch, Report *report)
{
    int code = SQLITE_OK;
    if (!run(link, "SAVEPOINT batch", report))
        return false;
    for (size_t i = 0; i < batch->count && code == SQLITE_OK; i++)
        code = change_write(link, &batch->changes[i]);
    batch->outcome = code == SQLITE_OK ? STORE_SAVED : STORE_REFUSED;
    if (code == SQLITE_CONSTRAINT)
        return run(link, "ROLLBACK TO batch; RELEASE batch", report);
    if (code != SQLITE_OK)
        return link_error(link, report);
    return run(link, "RELEASE batch", report);
}

/* IMMEDIATE takes the lock at once: a later upgrade could fail when another program writes. */
static bool sqlite_write(void *context, StoreBatch *first, Report *report)
{
    Link *link = context;
    if (!run(link, "BEGIN IMMEDIATE", report))
        return false;
    bool ok = true;
    for (StoreBatch *batch = first; batch && ok; batch = batch->next)
        ok = batch_write(link, batch, report);
    if (ok && run(link, "COMMIT", report))
        return true;
    sqlite3_exec(link->database, "ROLLBACK", NULL, NULL, NULL);
    return false;
}

/* There is only one server: its own clock is enough. */
static bool sqlite_clock(void *context, int64_t *ms, Report *report)
{
    struct timespec now;
    (void)context, (void)report;
    clock_gettime(CLOCK_REALTIME, &now);
    *ms = (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
    return true;
}

static Text sqlite_shown(const char *address, Arena *arena)
{
    return arena_text(arena, text_of(address));
}

static bool sqlite_is_for(const char *address)
{
    (void)address;
    return true;
}

const StoreDriver store_sqlite = {sqlite_is_for, sqlite_shown,  sqlite_open,
                                  sqlite_close,  sqlite_select, sqlite_hold,
                                  sqlite_clock,  sqlite_write,  false};
