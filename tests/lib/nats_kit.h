/* A nats-server of one's own, on loopback, that can be killed and begun again. */
#ifndef OISIN_TESTS_NATS_KIT_H
#define OISIN_TESTS_NATS_KIT_H

#include "kit.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { NATS_SETTINGS = 8, NATS_WAIT = 60 /* s; a CI machine may be busy */ };

typedef struct Nats {
    pid_t pid;     /* 0: does not run */
    unsigned port; /* 0: any that is free; from then on this one */
    char folder[FOLDER_SIZE];
    const char *settings[NATS_SETTINGS]; /* of its command line, NULL after the last */
} Nats;

const char *nats_program(void);
double nats_seconds(void);

/* Begins it, also again at the same port, and waits until it is ready. false: another program
 * has taken the port meanwhile. */
bool nats_start(Nats *nats);
void nats_kill(Nats *nats);

/* Kills it, and leaves no file. */
void nats_end(Nats *nats);
Text nats_address(const Nats *nats, const char *user, Arena *arena);

#endif
