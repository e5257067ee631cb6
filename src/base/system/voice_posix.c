/* Parts, in order: speech-dispatcher; programs; the voice. */
#include "base/system/voice.h"

#include "base/system/process.h"
#include "base/system/programs.h"

#include <stdlib.h>
#include <time.h>

#ifdef OISIN_SPEECHD
#include <libspeechd.h>
#endif

struct Voice {
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

static void disconnect(Voice *voice)
{
    if (voice->connection)
        spd_close(voice->connection);
    voice->connection = NULL;
}
#else
static void *connect_daemon(void) { return NULL; }
static bool send_text(void *connection, const char *text) { return connection && text; }
static void disconnect(Voice *voice) { voice->connection = NULL; }
#endif

/* The daemon may have been restarted since the last text. */
static bool say_by_daemon(Voice *voice, const char *text)
{
    for (int tries = 0; tries < 2; tries++) {
        if (!voice->connection)
            voice->connection = connect_daemon();
        if (!voice->connection)
            return false;
        if (send_text(voice->connection, text))
            return true;
        disconnect(voice);
    }
    return false;
}

/* ---- programs ---- */

static void stop_program(Voice *voice)
{
    if (voice->child)
        process_stop(voice->child);
    voice->child = 0;
}

static bool run(Voice *voice, const char *const *arguments)
{
    voice->child = process_start(arguments);
    return voice->child != 0;
}

/* At most a second: the player may be leaving. */
static void wait_for_program(Voice *voice)
{
    enum { TRIES = 100 };
    const struct timespec moment = {.tv_nsec = 10000000};
    for (int i = 0; i < TRIES && voice->child; i++) {
        if (process_is_done(voice->child))
            voice->child = 0;
        else
            nanosleep(&moment, NULL);
    }
    stop_program(voice);
}

static bool say_by_program(Voice *voice, const char *text)
{
    stop_program(voice);
    if (!*text) {
        if (run(voice, (const char *const[]){"spd-say", "--cancel", NULL}))
            wait_for_program(voice);
        return true;
    }
    return run(voice,
               (const char *const[]){"spd-say", "--wait", "--cancel", "--", text, NULL}) ||
           run(voice, (const char *const[]){"espeak-ng", "--", text, NULL});
}

/* ---- the voice ---- */

Voice *voice_open(void) { return calloc(1, sizeof(Voice)); }

bool voice_say(Voice *voice, const char *text)
{
    return say_by_daemon(voice, text) || say_by_program(voice, text);
}

void voice_close(Voice *voice)
{
    if (!voice)
        return;
    stop_program(voice);
    disconnect(voice);
    free(voice);
}
