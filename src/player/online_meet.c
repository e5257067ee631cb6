/* Interaction with other players: menu, requests, parties. */
#include "player/online_internal.h"

#include <stdio.h>

enum {
    MEET_TRADE,
    MEET_INVITE,
    MEET_WHISPER,
    MEET_REMOVE,
    MEET_LEAVE,
    MEET_YES,
    MEET_NO,
    MEET_BACK,
    MEET_MEMBER, /* + index */
};

static bool is_member(const Online *online, uint32_t player)
{
    for (uint32_t i = 0; i < online->member_count; i++)
        if (online->members[i] == player)
            return true;
    return false;
}

static bool leads(const Online *online)
{
    return online->member_count && online->members[0] == client_player(online->client);
}

static void act(Online *online, PacketPartyWord word, uint32_t with)
{
    client_party(online->client, &(PacketPartyAct){word, with});
}

static void ask_trade(Online *online, uint32_t player)
{
    client_trade(online->client, &(PacketTradeAct){.act = TRADE_ASK, .with = player});
}

/* The next line that is typed is for this player alone. */
static void whisper(Online *online, uint32_t player)
{
    char title[ONLINE_NAME + 64];
    const Text name = online_name(online, player);
    snprintf(online->whisper, sizeof online->whisper, "%.*s", (int)name.size, name.at);
    snprintf(title, sizeof title, "%s: %s", online_word(online, WORD_WHISPER).at,
             online->whisper);
    menus_list_close(online->menus);
    menus_type(online->menus, text_of(title), TEXT(""), CHAT_SIZE);
}

/* ---- pages ---- */

static void show(Online *online, OnlineList kind, Text title, Text note, const MenuEntry *rows,
                 size_t count)
{
    menus_list(online->menus, &(MenuList){.kind = kind,
                                          .title = title,
                                          .note = note,
                                          .rows = rows,
                                          .count = count,
                                          .small = kind == LIST_QUESTION});
}

static MenuEntry row(const Online *online, Word word, int32_t number)
{
    return (MenuEntry){.title = online_word(online, word), .number = number};
}

static void show_player(Online *online, uint32_t player)
{
    MenuEntry rows[6];
    size_t count = 0;
    online->whom = player;
    rows[count++] = row(online, WORD_TRADE, MEET_TRADE);
    if (!is_member(online, player))
        rows[count++] = row(online, WORD_INVITE, MEET_INVITE);
    rows[count++] = row(online, WORD_WHISPER, MEET_WHISPER);
    if (leads(online) && is_member(online, player))
        rows[count++] = row(online, WORD_SEND_AWAY, MEET_REMOVE);
    if (online->member_count)
        rows[count++] = row(online, WORD_LEAVE_PARTY, MEET_LEAVE);
    rows[count++] = row(online, WORD_BACK, MEET_BACK);
    show(online, LIST_PLAYER, online_name(online, player), TEXT(""), rows, count);
}

void online_show_party(Online *online)
{
    MenuEntry rows[ASIDE_MEMBERS + 2];
    size_t count = 0;
    for (uint32_t i = 0; i < online->member_count; i++)
        rows[count++] = (MenuEntry){.title = online_name(online, online->members[i]),
                                    .number = MEET_MEMBER + (int32_t)i};
    if (online->member_count)
        rows[count++] = row(online, WORD_LEAVE_PARTY, MEET_LEAVE);
    rows[count++] = row(online, WORD_BACK, MEET_BACK);
    show(online, LIST_PARTY, online_word(online, WORD_PARTY),
         online->member_count ? TEXT("") : online_word(online, WORD_NO_PARTY), rows, count);
}

void online_ask(Online *online, uint32_t player, bool trade)
{
    online->waiting = player;
    online->waiting_trade = trade;
    if (menus_page(online->menus) != MENU_NONE)
        online_notify_about(online, trade ? WORD_WANTS_TRADE : WORD_INVITES, player);
}

void online_ask_waiting(Online *online)
{
    char words[256];
    const MenuEntry rows[] = {row(online, WORD_YES, MEET_YES), row(online, WORD_NO, MEET_NO)};
    if (!online->waiting || menus_page(online->menus) != MENU_NONE ||
        local_context(online->session->world).player->screen.screen != SCREEN_GAME)
        return;
    const Text name = online_name(online, online->waiting);
    snprintf(words, sizeof words, "%.*s %s", (int)name.size, name.at,
             online_word(online, online->waiting_trade ? WORD_WANTS_TRADE : WORD_INVITES).at);
    online->whom = online->waiting;
    online->question_trade = online->waiting_trade;
    online->waiting = 0;
    show(online, LIST_QUESTION, text_of(words), TEXT(""), rows, COUNT_OF(rows));
    /* the default answer is no, in case another key was about to be pressed */
    menus_list_select(online->menus, 1);
}

void online_ask_no_more(Online *online, uint32_t player, bool trade)
{
    if (online->waiting == player && online->waiting_trade == trade)
        online->waiting = 0;
    if (menus_list_kind(online->menus) == LIST_QUESTION && online->whom == player &&
        online->question_trade == trade)
        menus_list_close(online->menus);
}

static void answer(Online *online, bool yes)
{
    if (!online->question_trade)
        act(online, yes ? PARTY_ACCEPT : PARTY_REFUSE, online->whom);
    else if (yes)
        ask_trade(online, online->whom);
    else
        client_trade(online->client,
                     &(PacketTradeAct){.act = TRADE_CANCEL, .with = online->whom});
}

static void choose(Online *online, int32_t number)
{
    const uint32_t whom = online->whom;
    menus_list_close(online->menus);
    switch (number) {
    case MEET_TRADE:
        ask_trade(online, whom);
        online_notify_about(online, WORD_WAS_ASKED, whom);
        break;
    case MEET_INVITE:
        act(online, PARTY_INVITE, whom);
        online_notify_about(online, WORD_WAS_ASKED, whom);
        break;
    case MEET_WHISPER:
        whisper(online, whom);
        break;
    case MEET_REMOVE:
        act(online, PARTY_REMOVE, whom);
        break;
    case MEET_LEAVE:
        act(online, PARTY_LEAVE, 0);
        break;
    case MEET_YES:
    case MEET_NO:
        answer(online, number == MEET_YES);
        break;
    default:
        if (number >= MEET_MEMBER && (uint32_t)(number - MEET_MEMBER) < online->member_count &&
            online->members[number - MEET_MEMBER] != client_player(online->client))
            show_player(online, online->members[number - MEET_MEMBER]);
        break;
    }
}

bool online_serve_meet(Online *online, const MenuRequest *request)
{
    const bool question = menus_list_kind(online->menus) == LIST_QUESTION;
    if (request->kind == MENU_REQUEST_ROW)
        choose(online, request->number);
    else if (request->kind == MENU_REQUEST_BACK)
        choose(online, question ? MEET_NO : MEET_BACK);
    return true;
}

/* ---- positions of players ---- */

/* The other player whose body, from the feet up, covers a pixel of the map. */
static uint32_t player_at(PlayerContext ctx, Spot spot)
{
    const World *world = ctx.world;
    const int32_t w = world->content->grid.tile_w, h = world->content->grid.tile_h;
    for (uint32_t i = 0; i < world->player_count; i++) {
        const Player *player = world->players[i];
        const Actor *actor = player->used ? world->actors[player->actor] : NULL;
        if (!actor || !actor->used || player == ctx.player ||
            actor->map != context_actor(ctx)->map)
            continue;
        const int32_t x = spot.x - (actor->at.x >> 8), y = spot.y - (actor->at.y >> 8);
        if (x > -w / 2 && x < w / 2 && y > -h * 3 / 2 && y < h / 2)
            return player->id;
    }
    return 0;
}

/* The player in the cell ahead, or in the same cell. */
static uint32_t player_before(PlayerContext ctx)
{
    const Grid *grid = &ctx.world->content->grid;
    const Actor *self = context_actor(ctx);
    const Spot feet = {self->at.x >> 8, self->at.y >> 8};
    const Cell here = grid_cell_at(grid, feet);
    const Cell there = grid_step(grid, here, (Direction)(self->direction % DIRECTIONS));
    const uint32_t found = player_at(ctx, grid_centre(grid, there));
    return found || world_entity(ctx, grid_centre(grid, there)) != ENTITY_NONE
               ? found
               : player_at(ctx, feet);
}

bool online_meet(Online *online, const WorldInput *input)
{
    World *world = online->session->world;
    const PlayerContext ctx = local_context(world);
    if (!online->inside || ctx.player->screen.screen != SCREEN_GAME ||
        menus_page(online->menus) != MENU_NONE)
        return false;
    const uint32_t player = input->go ? player_at(ctx, (Spot){input->target_x, input->target_y})
                            : input->buttons & BUTTON_CONFIRM ? player_before(ctx)
                                                              : 0;
    if (!player)
        return false;
    show_player(online, player);
    return true;
}

/* ---- parties ---- */

static void take_members(Online *online, const PacketParty *party)
{
    online->member_count =
        party->member_count < ASIDE_MEMBERS ? party->member_count : (uint32_t)ASIDE_MEMBERS;
    if (online->member_count)
        memcpy(online->members, party->members, online->member_count * sizeof *online->members);
}

void online_on_party(Online *online, const PacketParty *party)
{
    switch (party->act) {
    case PARTY_INVITE:
        online_ask(online, party->with, false);
        break;
    case PARTY_REFUSE:
        online_notify_about(online, WORD_REFUSES, party->with);
        break;
    case PARTY_MEMBERS:
        take_members(online, party);
        break;
    default:
        break;
    }
}
