#include "social_steps.h"

void step_find(Town *town, uint32_t player, unsigned object, int32_t by)
{
    Townsman *man = &town->men[player];
    if (man->exchanged || man->bag[object] + by < 0 || man->bag[object] > 50)
        return;
    man->bag[object] += by;
    man->known[object] += by;
    town->total[object] += by;
}

static void step_walk(Town *town, uint32_t player, uint8_t where, uint8_t how)
{
    Townsman *man = &town->men[player];
    man->x = where % 8;
    man->y = where / 8 % 8;
    if (how < 16)
        man->x += 40 * (how & 1);
    man->map = how < 8 ? 2 : 1;
    man->dead = how == 255;
}

static void step_give(Town *town, uint32_t player, uint32_t with, const uint8_t *bytes)
{
    PacketItem items[2] = {{bytes[0] % TOWN_OBJECTS, bytes[1] % 8},
                           {bytes[2] % TOWN_OBJECTS, bytes[1] / 8 % 4}};
    if (bytes[0] >= 32) {
        items[0].object %= TOWN_SKILL;
        items[0].quantity += !items[0].quantity;
    }
    town_give(town, player, with, items, bytes[2] < 32 ? 0 : bytes[2] < 64 ? 2 : 1);
}

static void step_coming_and_going(Town *town, uint32_t player, uint8_t how)
{
    if (!town->men[player].plays || how >= 240)
        town_enter(town, player);
    else if (how < 64)
        town_part(town, player);
}

static const uint8_t step_shares[] = {
    [SAY] = 2,   [JOIN] = 4, [COME_AND_GO] = 1, [WALK] = 1,  [FIND] = 2,
    [SPOIL] = 1, [KEEP] = 5, [ASK] = 6,         [GIVE] = 17, [AGREE] = 25,
};

static Step step_of(uint8_t number)
{
    unsigned step = 0;
    for (unsigned share = number % 64; share >= step_shares[step]; step++)
        share -= step_shares[step];
    return (Step)step;
}

static void town_act(Town *town, Step step, uint32_t player, uint32_t with,
                     const uint8_t *bytes)
{
    static const Text texts[] = {{"hello", 5}, {"  ", 2}, {"", 0}, {"\xC3\x93", 2}};
    const Townsman *man = &town->men[player];
    if (step == SAY)
        town_chat(town, player, bytes[0] % 3, town_name(town, with), texts[bytes[1] % 4]);
    else if (step == JOIN)
        town_party(town, player, bytes[0] % 5, with);
    else if (step == COME_AND_GO)
        step_coming_and_going(town, player, bytes[0]);
    else if (step == WALK)
        step_walk(town, player, bytes[0], bytes[1]);
    else if (step == FIND)
        step_find(town, player, bytes[0] % TOWN_OBJECTS, bytes[1] & 1 ? 1 : -1);
    else if (step == SPOIL)
        town->refuses = bytes[0] < 32 ? RESULT_BUSY : RESULT_OK;
    else if (step == KEEP && town->kept_count)
        town_keep(town, bytes[0] % town->kept_count, bytes[1] >= 64);
    else if (step == ASK)
        town_trade(town, player, bytes[0] < 8 ? TRADE_CANCEL : TRADE_ASK, with);
    else if (step == GIVE)
        step_give(town, player, with, bytes);
    else if (step == AGREE)
        town_agree(town, player, with, bytes[0] < 32 ? bytes[1] : man->shown.revision);
}

void town_step(Town *town, const uint8_t bytes[8])
{
    const uint32_t player = 1 + bytes[1] % town->count;
    const Townsman *man = &town->men[player];
    uint32_t with = bytes[2] % (town->count + 2);
    if (bytes[3] & 15 && (man->trading || man->asker))
        with = man->trading ? man->trading : man->asker;
    town_time(town, bytes[3] < 254 ? bytes[3] : 15000u + 900u * bytes[4] % 150000u);
    Step step = step_of(bytes[0]);
    if (step == JOIN && man->inviter && bytes[3] & 3)
        with = man->inviter;
    if ((step == GIVE || step == AGREE) && !man->trading && bytes[5] >= 32)
        step = ASK;
    town_act(town, step, player, with, bytes + 4);
    town_check(town);
    town_clear(town);
}
