/* Chat: commands, and received messages. */
#include "player/online_internal.h"

#include "base/text.h"

#include <stdio.h>

static void hear(Online *online, Text title, Text text)
{
    menus_add_chat_line(online->menus, title, text);
}

static Text rest_of(Text text) { return text_trimmed(text); }

static void on_words(Online *online, Word word)
{
    Text all = online_word(online, word), line;
    while (text_line(&all, &line))
        hear(online, TEXT(""), line);
}

static void whisper(Online *online, Text to, Text text)
{
    char title[ONLINE_NAME + 8];
    if (!to.size || !text.size) {
        on_words(online, WORD_CHAT_HELP);
        return;
    }
    if (!client_send_chat(online->client, CHANNEL_WHISPER, to, text))
        return;
    /* the server does not return whispers to the sender */
    snprintf(title, sizeof title, "-> %.*s", (int)to.size, to.at);
    hear(online, text_of(title), text);
}

/* `/w NAME text` or, since names may contain spaces, `/w "NAME" text`. */
static void whisper_line(Online *online, Text line)
{
    size_t end;
    line = rest_of(line);
    if (text_starts(line, "\"") && text_find(text_slice(line, 1, line.size), '"', &end)) {
        whisper(online, text_slice(line, 1, 1 + end),
                rest_of(text_slice(line, end + 2, line.size)));
        return;
    }
    const Text to = text_word(&line);
    whisper(online, to, rest_of(line));
}

static void send_party(Online *online, Text line)
{
    client_send_chat(online->client, CHANNEL_PARTY, TEXT(""), rest_of(line));
}

static void help(Online *online, Text line)
{
    (void)line;
    on_words(online, WORD_CHAT_HELP);
}

static void party(Online *online, Text line)
{
    (void)line;
    online_show_party(online);
}

void online_send_chat(Online *online, Text text)
{
    static const struct {
        const char *word;
        void (*handle_request)(Online *online, Text rest);
    } commands[] = {
        {"/p", send_party}, {"/w", whisper_line}, {"/help", help}, {"/party", party}};
    const char *to = online->whisper;
    text = rest_of(text);
    if (to[0] && text.size && text.at[0] != '/') {
        whisper(online, text_of(to), text);
        online->whisper[0] = 0;
        return;
    }
    online->whisper[0] = 0;
    if (!text.size || text.at[0] != '/') {
        client_send_chat(online->client, CHANNEL_MAP, TEXT(""), text);
        return;
    }
    Text rest = text;
    const Text command = text_word(&rest);
    for (size_t i = 0; i < COUNT_OF(commands); i++)
        if (text_is(command, commands[i].word)) {
            commands[i].handle_request(online, rest);
            return;
        }
    help(online, rest); /* unknown commands are not sent as chat */
}

void online_on_message(Online *online, const PacketChat *chat)
{
    static const uint8_t words[] = {[CHANNEL_MAP] = WORDS,
                                    [CHANNEL_PARTY] = WORD_PARTY,
                                    [CHANNEL_WHISPER] = WORD_WHISPER,
                                    [CHANNEL_SERVER] = WORD_SERVER};
    char title[ONLINE_NAME + 64];
    const Text from = {chat->from, chat->from_size};
    if (chat->player && from.size)
        online_note_name(online, chat->player, from);
    if (chat->channel == CHANNEL_MAP)
        snprintf(title, sizeof title, "%.*s", (int)from.size, from.at);
    else
        snprintf(title, sizeof title, "[%s]%s%.*s",
                 online_word(online, (Word)words[chat->channel]).at, from.size ? " " : "",
                 (int)from.size, from.at);
    const Text text = {chat->text, chat->text_size};
    letters_note(&online->app->letters, online->session, text);
    hear(online, text_of(title), text);
}
