/* The chat: messages, items received and lost. */
#include "engine/state/chat.h"

#include "base/text.h"

void text_keep(char *out, size_t capacity, const char *typed)
{
    const Text text = text_trimmed(text_of(typed));
    size_t size = 0;
    for (size_t at = 0; at < text.size;) {
        char bytes[4];
        const uint32_t character = utf8_next(text, &at);
        const size_t more =
            utf8_put(bytes, character < ' ' || character == 127 ? ' ' : character);
        if (size + more >= capacity)
            break;
        memcpy(out + size, bytes, more);
        size += more;
    }
    memset(out + size, 0, capacity - size);
}

static ChatLine *next_line(PlayerContext ctx, ChatKind kind)
{
    ChatLine *line = &ctx.player->chat[ctx.player->chat_count++ % CHAT_LINES];
    *line = (ChatLine){.kind = kind, .tick = ctx.world->tick};
    return line;
}

void chat_add(PlayerContext ctx, const char *name, const char *text)
{
    char kept[CHAT_SIZE];
    text_keep(kept, sizeof kept, text);
    if (!kept[0] || !ctx.player->chat)
        return;
    ChatLine *line = next_line(ctx, CHAT_SAID);
    memcpy(line->text, kept, sizeof kept);
    text_keep(line->name, sizeof line->name, name);
}

/* Items of the same kind in the same tick are combined into one line. */
void chat_item(PlayerContext ctx, ChatKind kind, uint32_t object, uint32_t amount)
{
    ChatLine *last = ctx.player->chat && ctx.player->chat_count
                         ? &ctx.player->chat[(ctx.player->chat_count - 1) % CHAT_LINES]
                         : NULL;
    if (!ctx.player->started || !ctx.player->chat)
        return;
    if (last && last->kind == (uint32_t)kind && last->object == object &&
        last->tick == ctx.world->tick) {
        last->amount += amount;
        return;
    }
    ChatLine *line = next_line(ctx, kind);
    line->object = object;
    line->amount = amount;
}
