/* The trade window: both offers, and the agreements.
 *
 * The partner's offer has a revision, and an agreement is for this revision: every change on
 * either side cancels both agreements, visibly. */
#include "player/online_internal.h"
#include "engine/render/theme.h"

enum {
    REPORT_TICKS = 6, /* minimum ticks between two sends while a key is held */
    LOOK_SECONDS = 1, /* minimum time before agreeing after the partner's offer changed */
};
enum { TRADE_ROW_AGREE = -1, TRADE_ROW_CANCEL = -2 };

static uint32_t given_of(const Trading *trade, uint32_t object)
{
    for (uint32_t i = 0; i < trade->mine_count; i++)
        if (trade->mine[i].sprite == object)
            return trade->mine[i].count;
    return 0;
}

static void take_back(Trading *trade) { trade->agreed = trade->they_agreed = false; }

/* ---- the window ---- */

typedef struct Rows {
    MenuEntry items[ITEMS_MAX + 2];
    size_t count;
    Arena *arena;
} Rows;

static void list_mine(const Online *online, Rows *rows)
{
    World *world = online->session->world;
    const PlayerContext ctx = local_context(world);
    for (uint32_t i = 0; i < ctx.player->item_count; i++) {
        const Item *item = &ctx.player->items[i];
        if (!world_tradable(world, item->sprite))
            continue;
        rows->items[rows->count++] = (MenuEntry){
            .title = object_title(online->session->renderer, item->sprite, rows->arena),
            .value = arena_format(rows->arena, "%u / %u",
                                  given_of(&online->trade, item->sprite), item->count),
            .adjustable = true,
            .number = (int32_t)item->sprite};
    }
}

/* As text above the rows: always visible, without moving rows. */
static Text theirs_in_words(const Online *online, Text name, Arena *arena)
{
    const Trading *trade = &online->trade;
    Writer out = writer_to(arena);
    write_format(&out, "%.*s:", (int)name.size, name.at);
    for (uint32_t i = 0; i < trade->their_count; i++) {
        const Text title =
            object_title(online->session->renderer, trade->theirs[i].sprite, arena);
        write_format(&out, "%s %u %.*s", i ? "," : "", trade->theirs[i].count, (int)title.size,
                     title.at);
    }
    write_format(&out, trade->their_count ? "" : " -");
    return writer_text(&out);
}

static void list_ends(const Online *online, Text name, Rows *rows)
{
    const Trading *trade = &online->trade;
    const Text agreed = online_word(online, WORD_AGREED);
    rows->items[rows->count++] = (MenuEntry){
        .title = trade->agreed ? agreed : online_word(online, WORD_AGREE),
        .value = trade->they_agreed
                     ? arena_format(rows->arena, "%.*s: %s", (int)name.size, name.at, agreed.at)
                     : TEXT(""),
        .number = TRADE_ROW_AGREE,
        .inactive = trade->agreed || trade->look};
    rows->items[rows->count++] = (MenuEntry){.title = online_word(online, WORD_CANCEL_TRADE),
                                             .number = TRADE_ROW_CANCEL};
}

static void show_trade(Online *online)
{
    Arena *scratch = arena_new();
    Rows *rows = ARENA_ALLOC(scratch, Rows, 1);
    const Text name = online_name(online, online->trade.with);
    rows->arena = scratch;
    list_mine(online, rows);
    list_ends(online, name, rows);
    menus_list(online->menus,
               &(MenuList){.kind = LIST_TRADE,
                           .title = arena_format(scratch, "%s: %.*s",
                                                 online_word(online, WORD_TRADE).at,
                                                 (int)name.size, name.at),
                           .note = theirs_in_words(online, name, scratch),
                           .rows = rows->items,
                           .count = rows->count});
    arena_free(scratch);
}

/* ---- sending ---- */

static void send_act(Online *online, PacketTradeWord act, uint32_t revision)
{
    client_trade(
        online->client,
        &(PacketTradeAct){.act = act, .with = online->trade.with, .revision = revision});
}

static void send_items(Online *online)
{
    Trading *trade = &online->trade;
    PacketItem items[ONLINE_ITEMS];
    for (uint32_t i = 0; i < trade->mine_count; i++)
        items[i] = (PacketItem){(uint16_t)trade->mine[i].sprite, trade->mine[i].count};
    client_trade(online->client,
                 &(PacketTradeAct){.act = TRADE_ITEMS,
                                   .with = trade->with,
                                   .item_count = (PacketItemCount)trade->mine_count,
                                   .items = items});
    trade->changed = false;
    trade->wait = REPORT_TICKS;
}

void online_trade_turn(Online *online)
{
    Trading *trade = &online->trade;
    trade->wait -= trade->wait > 0;
    trade->look -= trade->look > 0;
    if (trade->with && trade->changed && !trade->wait)
        send_items(online);
    if (trade->with) /* the inventory may change meanwhile */
        show_trade(online);
}

/* ---- choices ---- */

static uint32_t held(const Player *player, uint32_t object)
{
    for (uint32_t i = 0; i < player->item_count; i++)
        if (player->items[i].sprite == object)
            return player->items[i].count;
    return 0;
}

static void give(Online *online, uint32_t object, int32_t step)
{
    Trading *trade = &online->trade;
    uint32_t i = 0;
    while (i < trade->mine_count && trade->mine[i].sprite != object)
        i++;
    if (i == ONLINE_ITEMS)
        return;
    const uint32_t now = i < trade->mine_count ? trade->mine[i].count : 0;
    if (step < 0 ? !now : now >= held(local_context(online->session->world).player, object))
        return;
    if (i == trade->mine_count)
        trade->mine_count++;
    trade->mine[i] = (Item){object, now + (uint32_t)step};
    if (!trade->mine[i].count)
        trade->mine[i] = trade->mine[--trade->mine_count];
    take_back(trade);
    trade->changed = true;
}

static void agree(Online *online)
{
    Trading *trade = &online->trade;
    if (trade->changed)
        send_items(online);
    send_act(online, TRADE_AGREE, trade->revision);
    trade->agreed = true;
}

bool online_serve_trade(Online *online, const MenuRequest *request)
{
    Trading *trade = &online->trade;
    const int32_t number = request->number;
    if (request->kind == MENU_REQUEST_BACK ||
        (request->kind == MENU_REQUEST_ROW && number == TRADE_ROW_CANCEL)) {
        send_act(online, TRADE_CANCEL, 0);
        *trade = (Trading){0};
        menus_list_close(online->menus);
    } else if (request->kind == MENU_REQUEST_ROW && number == TRADE_ROW_AGREE) {
        agree(online);
    } else if (number >= 0) {
        give(online, (uint32_t)number, request->kind == MENU_REQUEST_LESS ? -1 : 1);
    }
    return true;
}

/* ---- receiving ---- */

static void take_items(Online *online, const PacketTrade *news)
{
    Trading *trade = &online->trade;
    if (trade->with != news->with) { /* it was opened */
        /* `changed` sends the empty offer: the server must not have another one than the
         * window shows. */
        *trade = (Trading){.with = news->with, .changed = true};
        menus_list_close(online->menus);
    }
    trade->their_count = 0;
    for (uint32_t i = 0; i < news->item_count && i < ONLINE_ITEMS; i++)
        trade->theirs[trade->their_count++] =
            (Item){news->items[i].object, news->items[i].quantity};
    trade->revision = news->revision;
    trade->look = online->session->world->content->rate * LOOK_SECONDS;
    take_back(trade);
}

void online_trade_clear(Online *online)
{
    const bool shown = online->trade.with != 0;
    online->trade = (Trading){0};
    if (shown && menus_list_kind(online->menus) == LIST_TRADE)
        menus_list_close(online->menus);
}

static void end(Online *online, Word word)
{
    online_trade_clear(online);
    online_notify(online, online_word(online, word));
}

void online_on_trade(Online *online, const PacketTrade *news)
{
    Trading *trade = &online->trade;
    switch (news->act) {
    case TRADE_ASK:
        online_ask(online, news->with, true);
        break;
    case TRADE_ITEMS:
        take_items(online, news);
        break;
    case TRADE_AGREE:
        trade->they_agreed = trade->with == news->with;
        break;
    case TRADE_DONE:
        end(online, WORD_TRADE_DONE);
        break;
    case TRADE_CANCEL:
        online_ask_no_more(online, news->with, true);
        /* During a trade, another player's CANCEL is about a request. */
        if (!trade->with || trade->with == news->with)
            end(online, WORD_TRADE_OFF);
        break;
    default:
        break;
    }
}

/* After refused ITEMS the server has an empty offer, and so must the window. BUSY (the
 * partner's items have changed since, or the exchange is being saved) leaves both offers. */
void online_trade_failed(Online *online, ResultCode result)
{
    Trading *trade = &online->trade;
    if (!trade->with)
        return;
    if (result != RESULT_BUSY) {
        trade->mine_count = 0;
        trade->changed = true;
    }
    take_back(trade);
}
