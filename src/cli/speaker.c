/* Parts, in order: speech-dispatcher; programs; the thread. The thread takes a text out of
 * `next`, so the mutex is not held while a text is sent, which may take long. */
#include "cli/speaker.h"

#include "base/system/process.h"
#include "base/system/programs.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifdef OISIN_SPEECHD
#include <libspeechd.h>
#endif

struct Speaker {
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    char *next; /* to be spoken; NULL: nothing. Owned */
    bool leave, silent;
    /* of the thread only: */
    void *connection;
    Process child; /* that speaks; 0: none */
};

/* ---- speech-dispatcher ---- */

#ifdef OISIN_SPEECHD
static void *connect_daemon(void)
{
    char *error = NULL;
    /* If an address is given, a daemon runs there: none has to be started. */
    const int starts = environment("SPEECHD_ADDRESS") == NULL;
    SPDConnection *connection =
        spd_open2("oisin", "main", NULL, SPD_MODE_SINGLE, NULL, starts, &error);
    free(error);
    return connection;
}

static bool send_text(void *connection, const char *text)
{
    return spd_cancel(connection) == 0 && (!*text || spd_say(connection, SPD_TEXT, text) >= 0);
}

static void disconnect(Speaker *speaker)
{
    if (speaker->connection)
        spd_close(speaker->connection);
    speaker->connection = NULL;
}
#else
static void *connect_daemon(void) { return NULL; }
static bool send_text(void *connection, const char *text) { return connection && text; }
static void disconnect(Speaker *speaker) { speaker->connection = NULL; }
#endif

/* The daemon may have been restarted since the last text. */
static bool say_by_daemon(Speaker *speaker, const char *text)
{
    for (int tries = 0; tries < 2; tries++) {
        if (!speaker->connection)
            speaker->connection = connect_daemon();
        if (!speaker->connection)
            return false;
        if (send_text(speaker->connection, text))
            return true;
        disconnect(speaker);
    }
    return false;
}

/* ---- programs ---- */

static void stop_program(Speaker *speaker)
{
    if (speaker->child)
        process_stop(speaker->child);
    speaker->child = 0;
}

static bool run(Speaker *speaker, const char *const *arguments)
{
    speaker->child = process_start(arguments);
    return speaker->child != 0;
}

/* At most a second: the player may be leaving. */
static void wait_for_program(Speaker *speaker)
{
    enum { TRIES = 100 };
    const struct timespec moment = {.tv_nsec = 10000000};
    for (int i = 0; i < TRIES && speaker->child; i++) {
        if (process_is_done(speaker->child))
            speaker->child = 0;
        else
            nanosleep(&moment, NULL);
    }
    stop_program(speaker);
}

static bool say_by_program(Speaker *speaker, const char *text)
{
    stop_program(speaker);
    if (!*text) {
        if (run(speaker, (const char *const[]){"spd-say", "--cancel", NULL}))
            wait_for_program(speaker);
        return true;
    }
    return run(speaker,
               (const char *const[]){"spd-say", "--wait", "--cancel", "--", text, NULL}) ||
           run(speaker, (const char *const[]){"espeak-ng", "--", text, NULL});
}

/* ---- the thread ---- */

static void *speak(void *context)
{
    Speaker *speaker = context;
    bool leave = false;
    while (!leave) {
        pthread_mutex_lock(&speaker->mutex);
        while (!speaker->next && !speaker->leave)
            pthread_cond_wait(&speaker->changed, &speaker->mutex);
        char *text = speaker->next;
        speaker->next = NULL;
        leave = speaker->leave;
        pthread_mutex_unlock(&speaker->mutex);
        const bool spoken =
            !text || say_by_daemon(speaker, text) || say_by_program(speaker, text);
        free(text);
        pthread_mutex_lock(&speaker->mutex);
        speaker->silent = !spoken;
        pthread_mutex_unlock(&speaker->mutex);
    }
    stop_program(speaker);
    disconnect(speaker);
    return NULL;
}

Speaker *speaker_new(void)
{
    Speaker *speaker = calloc(1, sizeof *speaker);
    if (!speaker)
        return NULL;
    pthread_mutex_init(&speaker->mutex, NULL);
    pthread_cond_init(&speaker->changed, NULL);
    if (pthread_create(&speaker->thread, NULL, speak, speaker) == 0)
        return speaker;
    pthread_cond_destroy(&speaker->changed);
    pthread_mutex_destroy(&speaker->mutex);
    free(speaker);
    return NULL;
}

bool speaker_say(Speaker *speaker, const char *text)
{
    char *copy = speaker ? strdup(text) : NULL;
    if (!copy)
        return false;
    pthread_mutex_lock(&speaker->mutex);
    const bool silent = speaker->silent;
    free(speaker->next);
    speaker->next = copy;
    pthread_cond_signal(&speaker->changed);
    pthread_mutex_unlock(&speaker->mutex);
    return !silent;
}

void speaker_free(Speaker *speaker)
{
    if (!speaker)
        return;
    speaker_say(speaker, "");
    pthread_mutex_lock(&speaker->mutex);
    speaker->leave = true;
    pthread_cond_signal(&speaker->changed);
    pthread_mutex_unlock(&speaker->mutex);
    pthread_join(speaker->thread, NULL);
    pthread_cond_destroy(&speaker->changed);
    pthread_mutex_destroy(&speaker->mutex);
    free(speaker->next);
    free(speaker);
}
