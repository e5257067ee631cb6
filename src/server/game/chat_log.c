/* A ring of lines. A report searches it from the newest line back, until it has enough lines or
 * they are too old, and writes them in the order of time. */
#include "server/game/chat_log.h"

#include "base/text.h"

#include <time.h>

void chat_log_add(ChatLog *log, const ChatLogLine *line, Text text)
{
    ChatLogLine *added = &log->lines[log->count++ % CHAT_LOG_LINES];
    text = utf8_cut(text, sizeof added->text);
    *added = *line;
    added->size = (uint8_t)text.size;
    memcpy(added->text, text.at, text.size);
}

static bool belongs(const ChatLogLine *line, uint32_t reporter, uint32_t about, bool one_party)
{
    if (line->channel == CHANNEL_WHISPER)
        return (line->from == about && line->to == reporter) ||
               (line->from == reporter && line->to == about);
    return (line->from == about || line->from == reporter) &&
           (line->channel != CHANNEL_PARTY || one_party);
}

static const ChatLogLine *line_before(const ChatLog *log, uint64_t back)
{
    return &log->lines[(log->count - back) % CHAT_LOG_LINES];
}

void chat_log_write(const ChatLog *log, uint32_t reporter, uint32_t about, bool one_party,
                    int64_t now, Text (*name)(void *context, uint32_t account), void *context,
                    Writer *out)
{
    const uint64_t all = log->count < CHAT_LOG_LINES ? log->count : CHAT_LOG_LINES;
    const ChatLogLine *found[CHAT_LOG_REPORT];
    size_t count = 0;
    for (uint64_t back = 1; back <= all && count < CHAT_LOG_REPORT; back++) {
        const ChatLogLine *line = line_before(log, back);
        if (line->seconds + CHAT_LOG_SECONDS < now)
            break;
        if (belongs(line, reporter, about, one_party))
            found[count++] = line;
    }
    while (count--) {
        const ChatLogLine *line = found[count];
        const time_t seconds = (time_t)line->seconds;
        const Text from = name(context, line->from);
        struct tm parts;
        char when[12] = "";
        if (gmtime_r(&seconds, &parts))
            strftime(when, sizeof when, "%H:%M:%S", &parts);
        write_format(out, "%s <%.*s>%s %.*s\n", when, (int)from.size, from.at,
                     line->channel == CHANNEL_WHISPER ? " (whisper)"
                     : line->channel == CHANNEL_PARTY ? " (party)"
                                                      : "",
                     (int)line->size, line->text);
    }
}
