/* The parts of `oisin serve`: options (serve_options.c), files next to its state and those that
 * it must not write (serve_files.c), the check (serve_check.c), import, export and serving
 * (serve_command.c). */
#ifndef OISIN_CLI_SERVE_INTERNAL_H
#define OISIN_CLI_SERVE_INTERNAL_H

#include "cli/serve_config.h"
#include "cli/serve_web.h"

typedef struct Serving {
    Invocation *invocation;
    Bytes game;
    Text id;           /* of the game */
    const char *state; /* a path, or the address of a database */
    Text shown;        /* the state without a password */
    ServeConfig config;
    ServeSettings settings;
    ServerWeb web;
    Log *log;
    Arena *arena;
} Serving;

/* GAMEID.db, or the value of --state or --storage. */
bool serve_read_state(Serving *serving);
/* The path of --certificate or --key: a file next to the state; for a database, in the current
 * folder. */
const char *serve_beside_state(const Serving *serving, unsigned option, const char *ending);
/* All options of a server, but for its identity and its log. On failure, returns false and
 * reports an error. */
bool serve_read_options(Serving *serving, ServerOptions *out);
/* The log of --log-level, --log-format and --audit. On failure, returns NULL and reports an
 * error. */
Log *serve_log(Serving *serving);

/* Whether the audit trail or an export may be written to `path`. If that is the game, the
 * state, the certificate or another file that the server needs, reports an error and returns
 * false. */
bool serve_check_output(const Serving *serving, const char *path, Report *report);
/* --check: prints a line for each thing that was checked; returns whether all are right. */
bool serve_check(Serving *serving);

#endif
