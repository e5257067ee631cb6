/* The last lines of chat, for reports of players. They are held in memory only. */
#ifndef OISIN_SERVER_CHAT_LOG_H
#define OISIN_SERVER_CHAT_LOG_H

#include "server/protocol/packet.h"

enum {
    CHAT_LOG_LINES = 4096,      /* held by a server */
    CHAT_LOG_REPORT = 20,       /* lines in a report */
    CHAT_LOG_SECONDS = 15 * 60, /* age of the lines in a report */
};

typedef struct ChatLogLine {
    int64_t seconds;   /* since 1970 */
    uint32_t from, to; /* accounts; to 0: everybody nearby, or the party */
    uint8_t channel;
    uint8_t size;
    char text[199];
} ChatLogLine;

typedef struct ChatLog {
    ChatLogLine lines[CHAT_LOG_LINES]; /* a ring */
    uint64_t count;                    /* of all lines so far */
} ChatLog;

/* `text` is cut to 199 bytes. */
void chat_log_add(ChatLog *log, const ChatLogLine *line, Text text);
/* The last lines of the player `about`, and those of `reporter` to it, oldest first: public
 * ones, whispers between the two, and those of the party if they are in one. Whispers to
 * others are private. Writes "22:10:03 <Ann> text" lines. `name` gives names of accounts. */
void chat_log_write(const ChatLog *log, uint32_t reporter, uint32_t about, bool one_party,
                    int64_t now, Text (*name)(void *context, uint32_t account), void *context,
                    Writer *out);

#endif
