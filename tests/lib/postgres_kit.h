/* A real PostgreSQL in its own folder, for one test program: no port, a socket that only
 * this user reaches, no cluster of the system. As root it runs as the user postgres, which
 * is what it asks for. A guardian removes it all when the program ends, however it ends. */
#ifndef OISIN_TESTS_POSTGRES_KIT_H
#define OISIN_TESTS_POSTGRES_KIT_H

#include "kit.h"

#include <fcntl.h>
#include <glob.h>
#include <libpq-fe.h>
#include <poll.h>
#include <pwd.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { POSTGRES_PATIENCE = 120 }; /* s, for a slow machine to start it */

struct Postgres {
    char programs[200], folder[FOLDER_SIZE];
    pid_t process, guardian;
    int alive; /* the guardian reads the other end */
};
extern struct Postgres postgres;

/* `place` is what stands behind postgres://oisin@ and before the options: "" or "HOST:PORT". */
void postgres_address(char *out, size_t size, const char *place, const char *schema);
PGconn *postgres_connect(const char *schema);

/* Until it answers. The first tries may find memory and sockets of one that was killed. */
void postgres_restart(void);

/* kill -9 for all of them; postgres_restart brings it back. */
void postgres_kill(void);

/* True; false, with a word about it, where it is not installed. */
bool postgres_set_up(void);
void postgres_tear_down(void);

#endif
