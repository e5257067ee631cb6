/* Private to session*.c: worlds that replace others, and recordings that follow the history. */
#ifndef OISIN_PLAYER_SESSION_INTERNAL_H
#define OISIN_PLAYER_SESSION_INTERNAL_H

#include "player/session.h"

/* Shows another world; readers of the previous one finish first. */
void session_show_world(Session *session, World *world);
/* Lets the program finish what uses the world (a save written by another thread). */
void session_leave_world(const Session *session);

Text session_language_code(const TngFile *game, size_t language);

/* session_history.c: the recording continues at the current frame. */
void session_rewind_recording(Session *session);
/* What comes now replaces the frames after the current one. */
void session_forget_future(Session *session);

#endif
