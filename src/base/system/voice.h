/* Speaks texts by the means of the system: on Linux through speech-dispatcher, otherwise by the
 * programs spd-say or espeak-ng; on Windows by the voice that the user has chosen there (SAPI).
 * Connecting may take seconds. One thread uses a voice. */
#ifndef OISIN_BASE_SYSTEM_VOICE_H
#define OISIN_BASE_SYSTEM_VOICE_H

#include <stdbool.h>

typedef struct Voice Voice;

/* NULL: no memory. */
Voice *voice_open(void);
/* Interrupts what is being spoken; an empty text does only that. Does not wait for the end.
 * False: nothing here can speak. */
bool voice_say(Voice *voice, const char *text);
/* Ends what is being spoken. NULL: no effect. */
void voice_close(Voice *voice);

#endif
