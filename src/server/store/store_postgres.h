/* A link to a PostgreSQL database: connecting, locking, and reconnecting.
 *
 * Addresses are libpq's: postgres://USER:PASSWORD@HOST:PORT/DATABASE?NAME=VALUE. The tables are
 * in a schema `oisin`, or in the one selected by ?options=-csearch_path%3DNAME. Other contents
 * of the database are not changed.
 *
 * Each link that writes counts its transactions in its own row of the table meta, `writer/`
 * and a random number, as part of each transaction. If the connection breaks during a
 * COMMIT, the link reads this row to find out whether the transaction was saved; no other
 * source is reliable after a crash of the database. No other session uses this number at the
 * same time: a session holds an advisory lock with this name, and the row is read only after
 * the new session has the lock, so the old session is over. */
#ifndef OISIN_SERVER_STORE_POSTGRES_H
#define OISIN_SERVER_STORE_POSTGRES_H

#include <libpq-fe.h>

#include "server/store/store_internal.h"

/* The outcome of a query or a connection attempt. */
typedef enum PostgresEnd {
    POSTGRES_DONE,
    POSTGRES_REFUSED, /* by a constraint, or an invalid value */
    /* conflict with other transactions: the whole transaction may be retried */
    POSTGRES_AGAIN,
    POSTGRES_BROKEN, /* the connection is lost; a new one may help */
    POSTGRES_FAILED,
} PostgresEnd;

enum { POSTGRES_PROBLEM = 400, POSTGRES_NAME = 64 };

typedef struct PostgresLink {
    PGconn *connection;
    const char *address;
    Text shown; /* the address without the password */
    char schema[POSTGRES_NAME];
    bool reading, shared, made;
    bool held;         /* a read transaction is open */
    bool unsent;       /* libpq could not accept something */
    unsigned patience; /* s */
    int64_t lock;      /* advisory lock of servers: exclusive, or shared */
    int64_t id;        /* of this writer */
    int64_t number;    /* of its last saved transaction */
    int64_t tired;     /* ms: no connection attempt for reading before this time */
    bool prepared[STORE_TABLES][STORE_ACTS]; /* in this session */
    char problem[POSTGRES_PROBLEM];          /* of the last end that was not DONE */
    Arena *arena;
} PostgresLink;

extern const StoreDialect postgres_dialect;

/* ms since 1970, by the database's clock; bigint. */
#define POSTGRES_NOW "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"

/* The address in one line, without the password. */
Text postgres_shown(const char *address, Arena *arena);

/* The first connection: parses the address, takes the locks, creates the tables; warns of
 * databases that do not wait for their disk. On failure, returns NULL and reports an error. */
PostgresLink *postgres_link_open(const char *address, const StoreOptions *options,
                                 Report *report);
/* Removes its row if it is still connected. */
void postgres_link_close(PostgresLink *link);

/* The key of its row. */
Text postgres_writer(const PostgresLink *link, char out[POSTGRES_NAME]);

/* Replaces a broken connection; retries until `until` (ms, postgres_ms). `*kept`: the
 * transaction after `number` is on the disk, and `number` is incremented. On failure,
 * returns false and sets `problem`. */
bool postgres_link_again(PostgresLink *link, int64_t until, bool *kept);
/* The same for readers: one attempt, and after a failure no further one for some seconds. */
bool postgres_reader_again(PostgresLink *link);

/* Monotonic. */
int64_t postgres_ms(void);
void postgres_pause(int64_t ms);

/* Stores the error of `result` (may be NULL) in `problem`. */
PostgresEnd postgres_end(PostgresLink *link, const PGresult *result);
/* Reports `problem` with the address. */
bool postgres_error(const PostgresLink *link, Report *report);

#endif
