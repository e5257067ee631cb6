/* A session of PostgreSQL. Parts, in order: errors; the address; a session; locks and the
 * writer's row; tables; opening and reconnecting. If a connection broke in a COMMIT, the row
 * shows whether it was saved (find_row). It is read after the lock was taken: as long as the
 * old session holds that, it could still commit. */
#include "server/store/store_postgres.h"

#include <sodium.h>
#include <stdlib.h>
#include <time.h>

#include "base/hash.h"
#include "base/text.h"

const StoreDialect postgres_dialect = {
    {"bigint", "text COLLATE \"C\"", "bytea"}, {"0", "''", "''"}, "", " FOR SHARE"};

enum {
    ADDRESS_MAX = 2000,
    PAUSE_MIN = 100,      /* ms, between two attempts */
    PAUSE_MAX = 5000,     /* ms */
    LOCK_PATIENCE = 2000, /* ms: the session of a program that has just died still exists */
    TIRED = 5000,         /* ms */
    DAY = 24 * 60 * 60,
};

int64_t postgres_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void postgres_pause(int64_t ms)
{
    const struct timespec time = {ms / 1000, ms % 1000 * 1000000};
    nanosleep(&time, NULL);
}

/* ---- errors ---- */

/* Only the first line of libpq's message; the others are hints. */
static PostgresEnd ended(PostgresLink *link, PostgresEnd end, const char *words)
{
    size_t size = 0;
    for (; *words && *words != '\n' && size + 1 < POSTGRES_PROBLEM; words++)
        link->problem[size++] = (unsigned char)*words < ' ' ? ' ' : *words;
    link->problem[size] = 0;
    return end;
}

PostgresEnd postgres_end(PostgresLink *link, const PGresult *result)
{
    /* By prefix of SQLSTATE. */
    static const struct {
        const char *state;
        PostgresEnd end;
    } ends[] = {
        {"08", POSTGRES_BROKEN},    {"57P", POSTGRES_BROKEN},  {"53300", POSTGRES_BROKEN},
        {"25006", POSTGRES_BROKEN}, /* the database has become a standby */
        {"40003", POSTGRES_BROKEN}, /* outcome unknown */
        {"40", POSTGRES_AGAIN},     {"55P03", POSTGRES_AGAIN}, {"57014", POSTGRES_AGAIN},
        {"22", POSTGRES_REFUSED},   {"23", POSTGRES_REFUSED},
    };
    const ExecStatusType status = PQresultStatus(result);
    if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK)
        return POSTGRES_DONE;
    const char *state = result ? PQresultErrorField(result, PG_DIAG_SQLSTATE) : NULL;
    const char *words = result ? PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY) : NULL;
    words = words ? words : PQerrorMessage(link->connection);
    if (PQstatus(link->connection) == CONNECTION_BAD)
        return ended(link, POSTGRES_BROKEN, words);
    for (size_t i = 0; state && i < COUNT_OF(ends); i++)
        if (strncmp(state, ends[i].state, strlen(ends[i].state)) == 0)
            return ended(link, ends[i].end, words);
    return ended(link, POSTGRES_FAILED, words);
}

bool postgres_error(const PostgresLink *link, Report *report)
{
    Report about = report_child(report, link->shown);
    return report_error(&about, "%s", link->problem);
}

/* ---- the address ---- */

static const char *option_of(const PQconninfoOption *options, const char *name)
{
    for (; options->keyword; options++)
        if (strcmp(options->keyword, name) == 0)
            return options->val ? options->val : "";
    return "";
}

static Text printable(Text text, Arena *arena)
{
    Writer out = writer_to(arena);
    for (size_t i = 0; i < text.size; i++)
        write_u8(&out, (unsigned char)text.at[i] < ' ' ? '?' : (uint8_t)text.at[i]);
    return arena_text(arena, writer_text(&out));
}

/* Built from the parsed parts, so that it cannot contain a password. */
Text postgres_shown(const char *address, Arena *arena)
{
    PQconninfoOption *parts =
        strlen(address) <= ADDRESS_MAX ? PQconninfoParse(address, NULL) : NULL;
    if (!parts)
        return TEXT("postgres://");
    const char *user = option_of(parts, "user"), *host = option_of(parts, "host");
    const char *port = option_of(parts, "port"), *name = option_of(parts, "dbname");
    const Text shown = arena_format(arena, "postgres://%.60s%s%.200s%s%.60s/%.60s", user,
                                    *user ? "@" : "", host, *port ? ":" : "", port, name);
    PQconninfoFree(parts);
    return utf8_invalid(shown) < shown.size ? TEXT("postgres://") : printable(shown, arena);
}

/* `oisin`, or the name in ?options=-csearch_path%3D...; false if that is not a plain name. */
static bool read_schema(PostgresLink *link, const char *options)
{
    static const char wanted[] = "search_path=", letters[] = "abcdefghijklmnopqrstuvwxyz_";
    const char *at = strstr(options, wanted);
    strcpy(link->schema, "oisin");
    if (!at)
        return true;
    at += strlen(wanted);
    const size_t size = strcspn(at, " ");
    const size_t plain =
        strspn(at, letters) ? strspn(at, "abcdefghijklmnopqrstuvwxyz_0123456789") : 0;
    if (size >= POSTGRES_NAME || !size || plain != size)
        return false;
    memcpy(link->schema, at, size);
    link->schema[size] = 0;
    return true;
}

static bool read_address(PostgresLink *link, Report *report)
{
    PQconninfoOption *parts =
        strlen(link->address) <= ADDRESS_MAX ? PQconninfoParse(link->address, NULL) : NULL;
    if (!parts)
        return report_error(report,
                            "expected an address like postgres://user@host:5432/database");
    const bool ok = read_schema(link, option_of(parts, "options"));
    PQconninfoFree(parts);
    link->lock = (int64_t)hash_bytes(0x6F6973696E, bytes_of_text(text_of(link->schema)));
    return ok || report_error(report, "its search_path is not a single plain name");
}

/* ---- a session ---- */

/* The first value of the first row; 0 if there is none. */
static PostgresEnd ask(PostgresLink *link, const char *sql, int64_t *out)
{
    PGresult *result = PQexec(link->connection, sql);
    const PostgresEnd end = postgres_end(link, result);
    if (out)
        *out = PQntuples(result) > 0 ? strtoll(PQgetvalue(result, 0, 0), NULL, 10) : 0;
    PQclear(result);
    return end;
}

static void print_nothing(void *context, const char *message) { (void)context, (void)message; }

/* The address overrides the rows above it. Reading from a lagging standby is prevented,
 * unless the address allows it. */
static PGconn *wire_connection_of(const PostgresLink *link)
{
    const char *const rows[][2] = {
        /* s; a reader blocks the server's loop */
        {"connect_timeout", link->reading ? "2" : "5"},
        {"keepalives_idle", "10"}, /* s, like the next one */
        {"keepalives_interval", "5"},
        {"keepalives_count", "3"},
        {"tcp_user_timeout", "20000"}, /* ms */
        {"gssencmode", "disable"},
        {"target_session_attrs", "read-write"},
        {"application_name", "oisin"},
        {"dbname", link->address},
        {"client_encoding", "UTF8"},
    };
    const char *names[COUNT_OF(rows) + 1] = {NULL}, *values[COUNT_OF(rows) + 1] = {NULL};
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        names[i] = rows[i][0];
        values[i] = rows[i][1];
    }
    return PQconnectdbParams(names, values, 1);
}

static PostgresEnd connect_once(PostgresLink *link)
{
    PQfinish(link->connection);
    memset(link->prepared, 0, sizeof link->prepared);
    link->held = link->unsent = false;
    link->connection = wire_connection_of(link);
    if (PQstatus(link->connection) != CONNECTION_OK)
        return ended(link, POSTGRES_BROKEN, PQerrorMessage(link->connection));
    PQsetNoticeProcessor(link->connection, print_nothing, NULL);
    const char *encoding = PQparameterStatus(link->connection, "server_encoding");
    if (!encoding || strcmp(encoding, "UTF8") != 0)
        return ended(link, POSTGRES_FAILED, "the encoding of the database is not UTF-8");
    return POSTGRES_DONE;
}

/* Commits wait for the disk whatever the role's settings are, sessions do not expire, and
 * dead clients are detected. Settings that an older PostgreSQL does not have are skipped. */
static PostgresEnd set_up_session(PostgresLink *link)
{
    static const char sql[] =
        "SELECT set_config(name, value, false) FROM (VALUES"
        " ('search_path', '%s'), ('synchronous_commit', 'on'), ('statement_timeout', '0'),"
        " ('lock_timeout', '0'), ('idle_in_transaction_session_timeout', '0'),"
        " ('idle_session_timeout', '0'), ('default_transaction_isolation', 'read committed'),"
        " ('tcp_keepalives_idle', '10'), ('tcp_keepalives_interval', '5'),"
        " ('tcp_keepalives_count', '3')) AS wanted (name, value)"
        " WHERE current_setting(name, true) IS NOT NULL"
        " AND current_setting(name, true) <> 'remote_apply'"; /* waits even longer */
    Arena *scratch = arena_new();
    const PostgresEnd end = ask(link, arena_format(scratch, sql, link->schema).at, NULL);
    arena_free(scratch);
    return end;
}

/* ---- locks, and the row of this writer ---- */

Text postgres_writer(const PostgresLink *link, char out[POSTGRES_NAME])
{
    snprintf(out, POSTGRES_NAME, "writer/%016llx", (unsigned long long)link->id);
    return text_of(out);
}

static PostgresEnd take_lock(PostgresLink *link, const char *kind, int64_t name)
{
    char sql[100];
    int64_t got = 0;
    PostgresEnd end = POSTGRES_DONE;
    const int64_t until = postgres_ms() + LOCK_PATIENCE;
    snprintf(sql, sizeof sql, "SELECT pg_try_advisory_lock%s(%lld)::int", kind,
             (long long)name);
    while ((end = ask(link, sql, &got)) == POSTGRES_DONE && !got && postgres_ms() < until)
        postgres_pause(PAUSE_MIN);
    if (end == POSTGRES_DONE && !got)
        return ended(link, POSTGRES_AGAIN, "another server is using it");
    return end;
}

static PostgresEnd take_locks(PostgresLink *link)
{
    const PostgresEnd end = take_lock(link, link->shared ? "_shared" : "", link->lock);
    return end == POSTGRES_DONE ? take_lock(link, "", link->id) : end;
}

/* Removes the rows of dead writers and adds one for this writer. In a shared store, a writer
 * is considered dead after a day without a transaction. */
static PostgresEnd make_row(PostgresLink *link)
{
    char sql[700], key[POSTGRES_NAME];
    snprintf(sql, sizeof sql,
             "BEGIN; DELETE FROM meta WHERE key LIKE 'writer/%%' AND (%s OR octet_length(value)"
             " <> 16 OR ('x' || encode(substring(value FROM 9), 'hex'))::bit(64)::bigint"
             " < " POSTGRES_NOW " - %d::bigint * 1000);"
             "INSERT INTO meta VALUES ('%s', int8send(%lld) || int8send(" POSTGRES_NOW
             ")); COMMIT",
             link->shared ? "false" : "true", DAY, postgres_writer(link, key).at,
             (long long)link->number);
    return ask(link, sql, NULL);
}

/* The number of this writer's last transaction; -1: its row does not exist. */
static PostgresEnd read_row(PostgresLink *link, int64_t *number)
{
    char sql[200], key[POSTGRES_NAME];
    snprintf(sql, sizeof sql,
             "SELECT coalesce(max(('x' || encode(substring(value FOR 8), 'hex'))::bit(64)"
             "::bigint), -1) FROM meta WHERE key = '%s'",
             postgres_writer(link, key).at);
    return ask(link, sql, number);
}

/* ---- tables ---- */

/* Whether the schema is ours or empty: another program's schema is not changed. */
static PostgresEnd look_around(PostgresLink *link, bool *there)
{
    int64_t schema = 0, tables = 0, ours = 0;
    char sql[300];
    snprintf(sql, sizeof sql, "SELECT count(*) FROM pg_namespace WHERE nspname = '%s'",
             link->schema);
    PostgresEnd end = ask(link, sql, &schema);
    snprintf(sql, sizeof sql,
             "SELECT count(*) FROM pg_class WHERE relnamespace ="
             " (SELECT oid FROM pg_namespace WHERE nspname = '%s')",
             link->schema);
    end = end == POSTGRES_DONE ? ask(link, sql, &tables) : end;
    snprintf(sql + strlen(sql), sizeof sql - strlen(sql),
             " AND relname IN ('meta', 'receipt')");
    end = end == POSTGRES_DONE ? ask(link, sql, &ours) : end;
    *there = schema;
    if (end != POSTGRES_DONE)
        return end;
    if (link->reading && !tables)
        return ended(link, POSTGRES_FAILED, "it does not contain the state of a server");
    return ours == 2 || !tables
               ? end
               : ended(link, POSTGRES_FAILED, "this is not the state of a server");
}

/* Serialized, in case several servers start at once. */
static PostgresEnd make_tables(PostgresLink *link)
{
    bool there = false;
    Arena *scratch = arena_new();
    Writer sql = writer_to(scratch);
    char lock[80];
    snprintf(lock, sizeof lock, "BEGIN; SELECT pg_advisory_xact_lock(%lld)",
             (long long)(link->lock ^ 1));
    PostgresEnd end = ask(link, lock, NULL);
    end = end == POSTGRES_DONE ? look_around(link, &there) : end;
    if (!there)
        write_format(&sql, "CREATE SCHEMA \"%s\";\n", link->schema);
    for (unsigned table = 0; table < STORE_TABLES; table++)
        sql_create(&sql, &postgres_dialect, &store_layouts[table]);
    write_format(&sql, "COMMIT");
    write_u8(&sql, 0);
    end = end == POSTGRES_DONE ? ask(link, (const char *)sql.data, NULL) : end;
    arena_free(scratch);
    return end;
}

static PostgresEnd warn_of_disk(PostgresLink *link, Report *report)
{
    int64_t off = 0;
    const PostgresEnd end = ask(link, "SELECT (current_setting('fsync') <> 'on')::int", &off);
    if (end == POSTGRES_DONE && off)
        report_warning(report, "the database does not wait for its disk (fsync = off): saved "
                               "data may be lost in a power failure");
    return end;
}

/* ---- open, close, reconnect ---- */

static PostgresEnd set_up(PostgresLink *link, Report *report)
{
    bool there;
    PostgresEnd end = connect_once(link);
    end = end == POSTGRES_DONE ? set_up_session(link) : end;
    if (link->reading)
        return end == POSTGRES_DONE ? look_around(link, &there) : end;
    end = end == POSTGRES_DONE ? take_locks(link) : end;
    end = end == POSTGRES_DONE ? make_tables(link) : end;
    end = end == POSTGRES_DONE ? make_row(link) : end;
    link->made = end == POSTGRES_DONE;
    end = end == POSTGRES_DONE ? warn_of_disk(link, report) : end;
    if (end == POSTGRES_DONE && !PQenterPipelineMode(link->connection))
        return ended(link, POSTGRES_FAILED, PQerrorMessage(link->connection));
    return end;
}

PostgresLink *postgres_link_open(const char *address, const StoreOptions *options,
                                 Report *report)
{
    Arena *arena = arena_new();
    PostgresLink *link = ARENA_ALLOC(arena, PostgresLink, 1);
    *link = (PostgresLink){.address = arena_text(arena, text_of(address)).at,
                           .shown = postgres_shown(address, arena),
                           .reading = options->reading,
                           .shared = options->shared,
                           .patience = options->patience,
                           .arena = arena};
    randombytes_buf(&link->id, sizeof link->id);
    if (read_address(link, report)) {
        if (set_up(link, report) == POSTGRES_DONE)
            return link;
        postgres_error(link, report);
    }
    postgres_link_close(link);
    return NULL;
}

void postgres_link_close(PostgresLink *link)
{
    char sql[100], key[POSTGRES_NAME];
    snprintf(sql, sizeof sql, "DELETE FROM meta WHERE key = '%s'",
             postgres_writer(link, key).at);
    if (link->made && PQstatus(link->connection) == CONNECTION_OK &&
        PQexitPipelineMode(link->connection))
        ask(link, sql, NULL);
    PQfinish(link->connection);
    arena_free(link->arena);
}

/* Whether the transaction after `number` was saved. */
static PostgresEnd find_row(PostgresLink *link, bool *kept)
{
    int64_t number = 0;
    PostgresEnd end = read_row(link, &number);
    if (end != POSTGRES_DONE)
        return end;
    if (number == -1 && !link->shared)
        return ended(link, POSTGRES_FAILED, "another server has used it in the meantime");
    if (number == -1) { /* after a day without a transaction others have removed it */
        number = link->number;
        end = make_row(link);
    }
    if (number != link->number && number != link->number + 1)
        return ended(link, POSTGRES_FAILED, "the database has lost saved data");
    *kept = number == link->number + 1;
    link->number = number;
    return end;
}

static PostgresEnd connect_again(PostgresLink *link, bool *kept)
{
    PostgresEnd end = connect_once(link);
    end = end == POSTGRES_DONE ? set_up_session(link) : end;
    end = end == POSTGRES_DONE ? take_locks(link) : end;
    end = end == POSTGRES_DONE ? find_row(link, kept) : end;
    if (end == POSTGRES_DONE && !PQenterPipelineMode(link->connection))
        return ended(link, POSTGRES_BROKEN, PQerrorMessage(link->connection));
    return end;
}

bool postgres_link_again(PostgresLink *link, int64_t until, bool *kept)
{
    PostgresEnd end;
    int64_t pause = PAUSE_MIN;
    *kept = false;
    while ((end = connect_again(link, kept)) != POSTGRES_DONE) {
        const int64_t left = until - postgres_ms();
        if (end == POSTGRES_FAILED || left <= 0)
            return false;
        postgres_pause(left < pause ? left : pause);
        pause = 2 * pause < PAUSE_MAX ? 2 * pause : PAUSE_MAX;
    }
    return true;
}

bool postgres_reader_again(PostgresLink *link)
{
    if (postgres_ms() < link->tired)
        return false;
    PostgresEnd end = connect_once(link);
    end = end == POSTGRES_DONE ? set_up_session(link) : end;
    link->tired = end == POSTGRES_DONE ? 0 : postgres_ms() + TIRED;
    return end == POSTGRES_DONE;
}
