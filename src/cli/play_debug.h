/* `play --debug`: a debugger on stdin and stdout. */
#ifndef OISIN_CLI_PLAY_DEBUG_H
#define OISIN_CLI_PLAY_DEBUG_H

#include "studio/debug/debugger.h"
#include "player/player.h"

typedef struct DebugSession DebugSession;

/* Each line of stdin is a command, lines on stdout are answers. */
DebugSession *debug_session_new(const DebuggerOptions *options, Arena *arena);
const PlayerDebug *debug_session_player(DebugSession *session);
void debug_session_free(DebugSession *session);

#endif
