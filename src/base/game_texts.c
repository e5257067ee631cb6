/* The encoding of this thread. */
#include "base/game_texts.h"

static _Thread_local GameTexts now;

GameTexts game_texts(void) { return now; }

GameTexts game_texts_use(GameTexts texts)
{
    const GameTexts before = now;
    now = texts;
    return before;
}

GameTexts game_texts_choose(Encoding encoding)
{
    return game_texts_use((GameTexts){.encoding = encoding, .chosen = true});
}
