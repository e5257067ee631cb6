/* Speaks texts, for `player/speech.h`, by base/system/voice.h. A new text interrupts the
 * previous one.
 *
 * A thread connects and speaks, since a daemon may have to be started first: speaker_say
 * never waits. Texts that arrive faster than they can be sent are replaced by the latest one.
 */
#ifndef OISIN_CLI_SPEAKER_H
#define OISIN_CLI_SPEAKER_H

#include <stdbool.h>

typedef struct Speaker Speaker;

/* NULL: threads are not available. */
Speaker *speaker_new(void);
/* Ends what is being spoken. */
void speaker_free(Speaker *speaker);

/* An empty text only interrupts. False if an earlier text could not be spoken in any way, or if
 * `speaker` is NULL. */
bool speaker_say(Speaker *speaker, const char *text);

#endif
