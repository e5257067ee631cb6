#include "social_kit.h"

/* ---- what the witness hears ---- */

static void know_exchange(Townsman *man)
{
    for (size_t i = 0; i < man->given.count; i++)
        man->known[man->given.items[i].object] -= (int32_t)man->given.items[i].quantity;
    for (size_t i = 0; i < man->shown.count; i++)
        man->known[man->shown.items[i].object] += (int32_t)man->shown.items[i].quantity;
}

static void remove_trade(Townsman *man)
{
    man->trading = 0;
    man->agrees = man->exchanged = false;
    man->given.count = man->shown.count = 0;
}

static void on_trade(Town *town, Townsman *man, const PacketTrade *news)
{
    const bool is_other = man->trading == news->with;
    man->asker = news->act == TRADE_ASK ? news->with : 0;
    if (news->act == TRADE_ITEMS) {
        town_must(town, !man->trading || is_other, "ITEMS are of who trades");
        if (!man->trading)
            remove_trade(man);
        town_must(town, news->revision > man->shown.revision, "revisions grow");
        man->trading = news->with;
        man->agrees = false;
        man->shown = (Offered){.revision = news->revision, .count = news->item_count};
        if (news->item_count)
            memcpy(man->shown.items, news->items, news->item_count * sizeof *news->items);
    } else if (news->act == TRADE_DONE) {
        town_must(town, is_other && man->exchanged, "DONE is of an exchange");
        know_exchange(man);
        remove_trade(man);
    } else if (news->act == TRADE_CANCEL && is_other) {
        remove_trade(man);
    }
}

static void on_party(Town *town, Townsman *man, const PacketParty *news)
{
    man->inviter = news->act == PARTY_INVITE ? news->with : 0;
    if (news->act != PARTY_MEMBERS)
        return;
    town_must(town, news->member_count != 1, "nobody is a party alone");
    man->party_count = news->member_count;
    if (news->member_count)
        memcpy(man->party, news->members, news->member_count * sizeof *news->members);
}

static void on_chat(Town *town, uint32_t player, const PacketChat *chat)
{
    if (chat->channel == CHANNEL_MAP)
        town_must(town, town_distance(town, player, chat->player) <= SOCIAL_HEARING,
                  "voices carry so far");
    bool is_member = chat->channel != CHANNEL_PARTY;
    for (size_t i = 0; i < town->men[player].party_count; i++)
        is_member |= town->men[player].party[i] == chat->player;
    town_must(town, is_member, "only members hear it");
    town_must(town, chat->text_size > 0, "a chat line has text");
}

static void town_receive(Town *town, uint32_t player, const Packet *packet)
{
    Townsman *man = &town->men[player];
    town_must(town, man->plays, "only who plays hears");
    man->results += packet->type == SERVER_RESULT;
    if (packet->type == SERVER_TRADE)
        on_trade(town, man, &packet->trade);
    else if (packet->type == SERVER_PARTY)
        on_party(town, man, &packet->party);
    else if (packet->type == SERVER_CHAT)
        on_chat(town, player, &packet->chat);
    if (man->heard < TOWN_INBOX)
        man->inbox[man->heard++] = *packet;
}

/* Over the wire: what comes is what a client would read. */
static void town_send(void *context, const uint32_t *players, size_t count,
                      ServerPacketType type, const void *record)
{
    Town *town = context;
    Writer out = writer_to(town->scratch);
    packet_write(FROM_SERVER, type, record, &out);
    const Bytes body = bytes_slice(writer_bytes(&out), FRAME_HEADER, out.size - FRAME_HEADER);
    Packet packet;
    Report report = report_to(NULL, NULL);
    town_must(town, packet_read(FROM_SERVER, type, body, &packet, town->scratch, &report),
              "packets are right");
    town_must(town, count > 0, "somebody hears it");
    for (size_t i = 0; i < count; i++)
        town_receive(town, players[i], &packet);
}

/* ---- the town ---- */

/* By who plays, has a party or waits for what is kept. */
static size_t town_taken(const Town *town)
{
    uint32_t members[SOCIAL_PARTY];
    size_t taken = 0;
    for (uint32_t i = 1; i <= town->count; i++)
        taken += town->men[i].plays || town->men[i].exchanged ||
                 social_party(town->social, i, members) > 0;
    return taken;
}

void town_enter(Town *town, uint32_t player)
{
    town->men[player].plays = true;
    town->men[player].party_count = 0;
    if (!town->men[player].exchanged)
        remove_trade(&town->men[player]);
    const bool is_free = town_taken(town) <= town->places;
    town->men[player].plays = social_enter(town->social, player, town->now);
    town_must(town, town->men[player].plays || !is_free, "there is a place if one is free");
}

void town_part(Town *town, uint32_t player)
{
    town->men[player].plays = false;
    social_disconnect(town->social, player, town->now);
}

Town *town_new(uint32_t count, size_t places, Arena *arena)
{
    Town *town = ARENA_ALLOC(arena, Town, 1);
    town->arena = arena;
    town->scratch = arena_new();
    town->count = count;
    town->places = places;
    town->host = (SocialHost){.context = town,
                              .send = town_send,
                              .named = town_named,
                              .pass = town_pass,
                              .clean = town_clean,
                              .ignores = town_ignores,
                              .name = town_name,
                              .distance = town_distance,
                              .near = town_near,
                              .tradable = town_tradable,
                              .quantity = town_quantity,
                              .capacity = town_room,
                              .exchange = town_exchange};
    town->social = social_new(&town->host, places, arena);
    for (uint32_t i = 1; i <= count; i++) {
        town->men[i].map = 1;
        for (unsigned object = 0; object < TOWN_OBJECTS; object++)
            town->total[object] += town->men[i].known[object] = town->men[i].bag[object] = 10;
        town_enter(town, i);
    }
    return town;
}

void town_free(Town *town) { arena_free(town->scratch); }

void town_clear(Town *town)
{
    for (uint32_t i = 1; i <= town->count; i++)
        town->men[i].heard = town->men[i].taken = 0;
    arena_reset(town->scratch);
}

/* One packet: exactly one RESULT, none for nothing. */
static void town_packet(Town *town, uint32_t player, const Packet *packet, bool is_empty)
{
    Townsman *man = &town->men[player];
    const bool plays = man->plays;
    man->results = 0;
    social_packet(town->social, player, packet, town->now);
    town_must(town, man->results == (plays && !is_empty), "each packet has one answer");
}

void town_chat(Town *town, uint32_t player, Channel channel, Text to, Text text)
{
    Packet packet = {.type = CLIENT_SAY};
    packet.say = (PacketSay){(PacketSayChannel)channel, (PacketNameSize)to.size,
                             (ascii *)(uintptr_t)to.at, (PacketTextSize)text.size,
                             (ascii *)(uintptr_t)text.at};
    bool is_empty = true;
    for (size_t i = 0; i < text.size; i++)
        is_empty &= text.at[i] == ' ' || text.at[i] == '\t';
    town_packet(town, player, &packet, is_empty);
}

void town_party(Town *town, uint32_t player, PartyAct act, uint32_t with)
{
    Packet packet = {.type = CLIENT_PARTY};
    packet.party_act = (PacketPartyAct){(PacketPartyWord)act, with};
    town_packet(town, player, &packet, false);
}

void town_trade(Town *town, uint32_t player, TradeAct act, uint32_t with)
{
    Packet packet = {.type = CLIENT_TRADE};
    packet.trade_act = (PacketTradeAct){.act = (PacketTradeWord)act, .with = with};
    town_packet(town, player, &packet, false);
}

ResultCode town_result(const Town *town, uint32_t player)
{
    const Townsman *man = &town->men[player];
    for (size_t i = man->heard; i-- > 0;)
        if (man->inbox[i].type == SERVER_RESULT)
            return man->inbox[i].answer.code;
    return RESULTS;
}

void town_give(Town *town, uint32_t player, uint32_t with, const PacketItem *items,
               size_t count)
{
    Townsman *man = &town->men[player], *other = &town->men[with];
    PacketItem sent[SOCIAL_ITEMS];
    if (count)
        memcpy(sent, items, count * sizeof *items);
    Packet packet = {.type = CLIENT_TRADE};
    packet.trade_act = (PacketTradeAct){TRADE_ITEMS, with, 0, (PacketItemCount)count, sent};
    const uint32_t revision = other->shown.revision;
    if (man->trading == with && with <= town->count && !man->exchanged)
        man->agrees = false;
    town_packet(town, player, &packet, false);
    if (man->trading != with || man->exchanged || other->shown.revision == revision)
        return;
    man->given = (Offered){0};
    if (town_result(town, player) == RESULT_OK) {
        man->given.count = count;
        if (count)
            memcpy(man->given.items, items, count * sizeof *items);
    }
}

void town_agree(Town *town, uint32_t player, uint32_t with, uint32_t revision)
{
    Townsman *man = &town->men[player];
    const bool did = man->agrees;
    if (man->trading == with && !man->exchanged) {
        man->agrees = true;
        man->agreed = did ? man->agreed : revision;
    }
    Packet packet = {.type = CLIENT_TRADE};
    packet.trade_act = (PacketTradeAct){.act = TRADE_AGREE, .with = with, .revision = revision};
    town_packet(town, player, &packet, false);
    if (!did && town_result(town, player) != RESULT_OK)
        man->agrees = false;
}

void town_keep(Town *town, size_t n, bool is_kept)
{
    const Kept kept = town->kept[n];
    town->kept[n] = town->kept[--town->kept_count];
    for (unsigned i = 0; i < 2; i++) {
        Townsman *man = &town->men[kept.players[i]];
        if (!is_kept)
            offer_move(&town->men[kept.players[!i]], man, &kept.gives[i]);
        else if (!man->plays)
            know_exchange(man);
    }
    *(is_kept ? &town->done : &town->undone) += 1;
    const ResultCode outcome = is_kept ? RESULT_OK : RESULT_FAILED;
    town_must(town, social_trade_saved(town->social, kept.trade, outcome, town->now),
              "it was waited for");
    town_must(town, !social_trade_saved(town->social, kept.trade, outcome, town->now),
              "it is sent once");
    for (unsigned i = 0; i < 2; i++)
        if (!town->men[kept.players[i]].plays)
            remove_trade(&town->men[kept.players[i]]);
        else
            town_must(town, !town->men[kept.players[i]].exchanged, "both hear of it");
}

void town_time(Town *town, uint64_t passed)
{
    town->now += passed;
    social_time(town->social, town->now);
    town_must(town, social_due(town->social) > town->now, "what is due is done");
}

/* ---- what always is so ---- */

static void town_check_party(Town *town, uint32_t player)
{
    const Townsman *man = &town->men[player];
    uint32_t members[SOCIAL_PARTY], same[SOCIAL_PARTY];
    const size_t count = social_party(town->social, player, members);
    bool is_in = !count;
    town_must(town, count != 1, "a party has two at least");
    for (size_t i = 0; i < count; i++) {
        is_in |= members[i] == player;
        town_must(town,
                  social_party(town->social, members[i], same) == count &&
                      memcmp(members, same, count * sizeof *same) == 0,
                  "members have the same party");
    }
    town_must(town, is_in, "a member is in it");
    if (man->plays)
        town_must(town,
                  man->party_count == count &&
                      memcmp(man->party, members, count * sizeof *members) == 0,
                  "members know who is in it");
}

void town_check(Town *town)
{
    for (unsigned object = 0; object < TOWN_OBJECTS; object++) {
        int32_t sum = 0;
        for (uint32_t i = 1; i <= town->count; i++) {
            const Townsman *man = &town->men[i];
            sum += man->bag[object];
            town_must(town, man->bag[object] >= 0, "no bag owes anything");
            if (!man->exchanged)
                town_must(town, man->bag[object] == man->known[object], "all changes are sent");
        }
        town_must(town, sum == town->total[object], "nothing is lost or made");
    }
    for (uint32_t i = 1; i <= town->count; i++)
        town_check_party(town, i);
}
