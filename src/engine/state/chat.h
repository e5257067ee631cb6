/* Chat: messages, and items received or lost. It does not affect the world. */
#ifndef OISIN_ENGINE_CHAT_H
#define OISIN_ENGINE_CHAT_H

#include "engine/state/state.h"

/* Copies typed text without control characters, as much as fits, padded with zeros. */
void text_keep(char *out, size_t capacity, const char *typed);
void chat_add(PlayerContext ctx, const char *name, const char *text);
void chat_item(PlayerContext ctx, ChatKind kind, uint32_t object, uint32_t amount);

#endif
