/* A link to a PostgreSQL database: how it is made, locked, lost and made again.
 *
 * Addresses are libpq's: postgres://USER:PASSWORD@HOST:PORT/DATABASE?NAME=VALUE. The tables
 * are in a schema `oisin`, or in the one that the address says with
 * ?options=-csearch_path%3DNAME; whatever else is in the database is left alone.
 *
 * A link that writes counts its transactions in a row of the table meta, `writer/` and its
 * own random number, as part of each of them. Whoever was cut off in the middle of a COMMIT
 * looks there: no other answer is one that a crash of the database cannot change. Nobody
 * else works under that number at the same time: its session holds a lock of that name,
 * and the row is only looked at when the new session has got it, so the old one is over. */
#ifndef OISIN_SERVER_STORE_POSTGRES_H
#define OISIN_SERVER_STORE_POSTGRES_H

#include <libpq-fe.h>

#include "server/store_parts.h"

/* What became of a question, or of a try to connect. */
typedef enum PostgresEnd {
    POSTGRES_DONE,
    POSTGRES_REFUSED, /* by a constraint, or a value that it does not take */
    POSTGRES_AGAIN,   /* others were in the way: the whole transaction may be tried again */
    POSTGRES_BROKEN,  /* there is no link any more; a new one may help */
    POSTGRES_FAILED,
} PostgresEnd;

enum { POSTGRES_PROBLEM = 400, POSTGRES_NAME = 64 };

typedef struct PostgresLink {
    PGconn *connection;
    const char *address;
    Text shown; /* the address without its password */
    char schema[POSTGRES_NAME];
    bool reading, shared, made;
    bool held;         /* a transaction for reading is open */
    bool unsent;       /* something could not be given to libpq */
    unsigned patience; /* s */
    int64_t lock;      /* that servers take: exclusively, or several of them together */
    int64_t id;        /* of this writer */
    int64_t number;    /* of its last transaction that is kept */
    int64_t tired;     /* ms: until then nobody who reads tries to connect */
    bool prepared[STORE_TABLES][STORE_ACTS]; /* in this session */
    char problem[POSTGRES_PROBLEM];          /* of the last end that was not DONE */
    Arena *arena;
} PostgresLink;

extern const StoreDialect postgres_dialect;

/* ms since 1970, by the database's clock; bigint. */
#define POSTGRES_NOW "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"

/* The address without its password, in one line. */
Text postgres_shown(const char *address, Arena *arena);

/* The first connection: reads the address, takes the locks, makes the tables; warns of
 * databases that do not wait for their disk. NULL and a report. */
PostgresLink *postgres_link_open(const char *address, const StoreOptions *options,
                                 Report *report);
/* Its row is removed if it still has a connection. */
void postgres_link_close(PostgresLink *link);

/* The key of its row. */
Text postgres_writer(const PostgresLink *link, char out[POSTGRES_NAME]);

/* A new connection in place of one that broke, tried again and again until `until` (ms,
 * postgres_ms). `*kept`: the transaction after `number` is on the disk; then `number` says
 * so. False if it cannot be had; `problem` says why. */
bool postgres_link_again(PostgresLink *link, int64_t until, bool *kept);
/* The same for who reads: one try, and after a failure none for some seconds. */
bool postgres_reader_again(PostgresLink *link);

/* Monotonic. */
int64_t postgres_ms(void);
void postgres_pause(int64_t ms);

/* Keeps what the result says went wrong; `result` may be NULL. */
PostgresEnd postgres_end(PostgresLink *link, const PGresult *result);
/* Reports `problem`, about the address. */
bool postgres_error(const PostgresLink *link, Report *report);

#endif
