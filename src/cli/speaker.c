/* A thread that speaks. It takes a text out of `next`, so the mutex is not held while a text is
 * sent, which may take long. */
#include "cli/speaker.h"

#include "base/system/voice.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct Speaker {
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    char *next; /* to be spoken; NULL: nothing. Owned */
    bool leave, silent;
};

static void *speak(void *context)
{
    Speaker *speaker = context;
    Voice *voice = voice_open();
    bool leave = false;
    while (!leave) {
        pthread_mutex_lock(&speaker->mutex);
        while (!speaker->next && !speaker->leave)
            pthread_cond_wait(&speaker->changed, &speaker->mutex);
        char *text = speaker->next;
        speaker->next = NULL;
        leave = speaker->leave;
        pthread_mutex_unlock(&speaker->mutex);
        const bool spoken = !text || (voice && voice_say(voice, text));
        free(text);
        pthread_mutex_lock(&speaker->mutex);
        speaker->silent = !spoken;
        pthread_mutex_unlock(&speaker->mutex);
    }
    voice_close(voice);
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
