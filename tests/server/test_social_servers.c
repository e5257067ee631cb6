/* Parties on several servers: whatever order messages arrive in, and whichever are lost, all
 * servers know the same parties in the end, and so do the players. */
#include "lib/kit.h"

#include "server/social/social.h"

enum { SERVERS = 3, PLAYERS = 9, QUEUE = 1024, NOWHERE = SERVERS, ROUNDS = 300, STEPS = 250 };

typedef enum NoteKind { NOTE_MEMBERS, NOTE_HERE, NOTE_GONE, NOTE_ACT, NOTE_ASKS } NoteKind;

typedef struct Note {
    NoteKind kind;
    unsigned from;
    uint32_t player;
    SocialMember members[2 * SOCIAL_PARTY];
    size_t count;
    uint32_t about;
    PartyAct act;
    uint64_t ms;
} Note;

typedef struct Machine {
    Social *social;
    SocialHost host;
    Arena *arena;
    unsigned number;
    unsigned places[PLAYERS + 1]; /* the other server on which they play; NOWHERE: none */
    Note inbox[SERVERS][QUEUE];   /* by sender */
    size_t first[SERVERS], last[SERVERS];
} Machine;

typedef struct Cloud {
    Machine machines[SERVERS];
    unsigned at[PLAYERS + 1];                    /* on which server they really play */
    uint32_t members[PLAYERS + 1][SOCIAL_PARTY]; /* as last sent to them */
    size_t counts[PLAYERS + 1];
    uint32_t inviters[PLAYERS + 1];
    uint64_t now;
    uint32_t random;
} Cloud;

static Cloud *cloud;

static uint32_t chance(uint32_t below)
{
    cloud->random = cloud->random * 1664525u + 1013904223u;
    return (uint32_t)(((uint64_t)below * cloud->random) >> 32);
}

static void post(unsigned from, unsigned to, const Note *note)
{
    Machine *machine = &cloud->machines[to];
    assert_true(machine->last[from] < QUEUE);
    machine->inbox[from][machine->last[from]] = *note;
    machine->inbox[from][machine->last[from]++].from = from;
}

static void post_all(unsigned from, const Note *note)
{
    for (unsigned to = 0; to < SERVERS; to++)
        if (to != from)
            post(from, to, note);
}

/* ---- the host ---- */

static void send_to(void *context, const uint32_t *players, size_t count, ServerPacketType type,
                    const void *record)
{
    const Machine *machine = context;
    const PacketParty *party = record;
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(cloud->at[players[i]], machine->number);
        if (type == SERVER_PARTY && party->act == PARTY_INVITE)
            cloud->inviters[players[i]] = party->with;
        if (type != SERVER_PARTY || party->act != PARTY_MEMBERS)
            continue;
        assert_int_not_equal(party->member_count, 1);
        cloud->counts[players[i]] = party->member_count;
        for (size_t k = 0; k < party->member_count; k++)
            cloud->members[players[i]][k] = party->members[k];
    }
}

static bool ignores(void *context, uint32_t player, uint32_t other)
{
    (void)context, (void)player, (void)other;
    return false;
}

static uint32_t distance(void *context, uint32_t player, uint32_t other)
{
    (void)context, (void)player, (void)other;
    return 1;
}

static bool elsewhere(void *context, uint32_t player)
{
    const Machine *machine = context;
    return machine->places[player] != NOWHERE;
}

static void members(void *context, const SocialMember *changed, size_t count)
{
    const Machine *machine = context;
    Note note = {.kind = NOTE_MEMBERS, .count = count};
    memcpy(note.members, changed, count * sizeof *changed);
    post_all(machine->number, &note);
}

static void pass_act(void *context, uint32_t player, PartyAct act, uint32_t about, uint64_t ms)
{
    const Machine *machine = context;
    const Note note = {
        .kind = NOTE_ACT, .player = player, .about = about, .act = act, .ms = ms};
    if (machine->places[player] != NOWHERE)
        post(machine->number, machine->places[player], &note);
}

/* ---- servers ---- */

static void send_members(const Machine *machine, unsigned to)
{
    Note note = {.kind = NOTE_MEMBERS};
    note.count = social_members(machine->social, note.members, COUNT_OF(note.members));
    post(machine->number, to, &note);
}

static void exchange(unsigned number)
{
    for (unsigned to = 0; to < SERVERS; to++)
        if (to != number)
            send_members(&cloud->machines[number], to);
    post_all(number, &(Note){.kind = NOTE_ASKS});
}

static void machine_begin(unsigned number)
{
    Machine *machine = &cloud->machines[number];
    machine->arena = arena_new();
    machine->number = number;
    machine->host = (SocialHost){.context = machine,
                                 .send = send_to,
                                 .ignores = ignores,
                                 .distance = distance,
                                 .node = number + 1,
                                 .elsewhere = elsewhere,
                                 .members = members,
                                 .pass_act = pass_act};
    machine->social = social_new(&machine->host, PLAYERS, machine->arena);
    for (uint32_t i = 1; i <= PLAYERS; i++)
        machine->places[i] = cloud->at[i] == number ? NOWHERE : cloud->at[i];
    exchange(number);
}

static void set_place(Machine *machine, uint32_t player, unsigned place)
{
    machine->places[player] = place;
    social_elsewhere(machine->social, player, cloud->now);
}

static void take(Machine *machine, const Note *note)
{
    switch (note->kind) {
    case NOTE_MEMBERS:
        social_take_members(machine->social, note->members, note->count, cloud->now);
        break;
    case NOTE_HERE:
        set_place(machine, note->player, note->from);
        break;
    case NOTE_GONE:
        if (machine->places[note->player] == note->from)
            set_place(machine, note->player, NOWHERE);
        break;
    case NOTE_ACT:
        social_take_act(machine->social, note->player, note->act, note->about, note->ms,
                        cloud->now);
        break;
    case NOTE_ASKS:
        send_members(machine, note->from);
        break;
    }
}

/* Messages of one server arrive in their order. */
static bool deliver(unsigned to, unsigned from)
{
    Machine *machine = &cloud->machines[to];
    if (machine->first[from] == machine->last[from])
        return false;
    const Note note = machine->inbox[from][machine->first[from]++];
    if (machine->first[from] == machine->last[from])
        machine->first[from] = machine->last[from] = 0;
    take(machine, &note);
    return true;
}

static void deliver_all(void)
{
    for (bool any = true; any;) {
        any = false;
        for (unsigned i = 0; i < SERVERS * SERVERS; i++)
            any = deliver(i % SERVERS, i / SERVERS) || any;
    }
}

/* ---- what may happen ---- */

static void leave(uint32_t player)
{
    const unsigned from = cloud->at[player];
    if (from == NOWHERE)
        return;
    social_leave(cloud->machines[from].social, player, cloud->now);
    social_disconnect(cloud->machines[from].social, player, cloud->now);
    cloud->at[player] = NOWHERE;
    post_all(from, &(Note){.kind = NOTE_GONE, .player = player});
}

static void enter(uint32_t player, unsigned to)
{
    cloud->at[player] = to;
    cloud->counts[player] = 0;
    assert_true(social_enter(cloud->machines[to].social, player, cloud->now));
    post_all(to, &(Note){.kind = NOTE_HERE, .player = player});
}

static void act(uint32_t player)
{
    static const PartyAct acts[] = {PARTY_INVITE, PARTY_INVITE, PARTY_INVITE, PARTY_ACCEPT,
                                    PARTY_ACCEPT, PARTY_ACCEPT, PARTY_REMOVE, PARTY_LEAVE};
    const unsigned at = cloud->at[player];
    const PartyAct wanted = acts[chance(COUNT_OF(acts))];
    const uint32_t with =
        wanted == PARTY_ACCEPT ? cloud->inviters[player] : 1 + chance(PLAYERS);
    Packet packet = {.type = CLIENT_PARTY};
    packet.party_act = (PacketPartyAct){(PacketPartyWord)wanted, with};
    if (at != NOWHERE)
        social_packet(cloud->machines[at].social, player, &packet, cloud->now);
}

/* Everybody on it is nowhere; the others notice that. */
static void die(unsigned number)
{
    arena_free(cloud->machines[number].arena);
    for (unsigned i = 0; i < SERVERS; i++) {
        Machine *machine = &cloud->machines[i];
        machine->first[number] = machine->last[number] = 0;
        cloud->machines[number].first[i] = cloud->machines[number].last[i] = 0;
        for (uint32_t player = 1; i != number && player <= PLAYERS; player++)
            if (machine->places[player] == number)
                set_place(machine, player, NOWHERE);
    }
    for (uint32_t player = 1; player <= PLAYERS; player++)
        if (cloud->at[player] == number)
            cloud->at[player] = NOWHERE;
    machine_begin(number);
}

/* All messages on their way are lost. Afterwards each server sends who plays there. */
static void lose_the_bus(void)
{
    for (unsigned i = 0; i < SERVERS * SERVERS; i++)
        cloud->machines[i % SERVERS].first[i / SERVERS] =
            cloud->machines[i % SERVERS].last[i / SERVERS] = 0;
    for (unsigned i = 0; i < SERVERS; i++) {
        for (uint32_t player = 1; player <= PLAYERS; player++)
            post_all(i, &(Note){.kind = cloud->at[player] == i ? NOTE_HERE : NOTE_GONE,
                                .player = player});
        exchange(i);
    }
}

static void pass_time(uint64_t ms)
{
    cloud->now += ms;
    for (unsigned i = 0; i < SERVERS; i++)
        social_time(cloud->machines[i].social, cloud->now);
}

static void step(void)
{
    const uint32_t what = chance(100), player = 1 + chance(PLAYERS);
    if (what < 60)
        act(player);
    else if (what < 88)
        for (unsigned i = chance(8); i-- > 0;)
            deliver(chance(SERVERS), chance(SERVERS));
    else if (what < 94)
        leave(player), enter(player, chance(SERVERS));
    else if (what < 96)
        leave(player);
    else if (what == 97 && !chance(4))
        die(chance(SERVERS));
    else if (what == 98 && !chance(4))
        lose_the_bus();
    pass_time(chance(800));
}

/* ---- */

static void check(void)
{
    for (uint32_t player = 1; player <= PLAYERS; player++) {
        uint32_t wanted[SOCIAL_PARTY], other[SOCIAL_PARTY];
        const size_t count = social_party(cloud->machines[0].social, player, wanted);
        /* The last one of a party that is nowhere leaves it on return, or when its time is
         * over. */
        assert_true(count != 1 || cloud->at[player] == NOWHERE);
        for (unsigned i = 1; i < SERVERS; i++) {
            assert_int_equal(social_party(cloud->machines[i].social, player, other), count);
            assert_memory_equal(wanted, other, count * sizeof *wanted);
        }
        if (cloud->at[player] == NOWHERE)
            continue;
        assert_int_equal(cloud->counts[player], count);
        assert_memory_equal(cloud->members[player], wanted, count * sizeof *wanted);
    }
}

static size_t parties; /* that were there at the ends of the rounds */

static void play(uint32_t seed)
{
    memset(cloud, 0, sizeof *cloud);
    cloud->random = seed;
    cloud->now = 1000;
    for (uint32_t player = 0; player <= PLAYERS; player++)
        cloud->at[player] = NOWHERE;
    for (unsigned i = 0; i < SERVERS; i++)
        machine_begin(i);
    for (uint32_t player = 1; player <= PLAYERS; player++)
        enter(player, chance(SERVERS));
    for (unsigned i = 0; i < STEPS; i++)
        step();
    lose_the_bus();
    deliver_all();
    check();
    parties += social_member_count(cloud->machines[0].social);
    pass_time(SOCIAL_AWAY + 1); /* those who are nowhere lose their places */
    deliver_all();
    check();
    uint32_t members[SOCIAL_PARTY];
    for (uint32_t player = 1; player <= PLAYERS; player++)
        if (cloud->at[player] == NOWHERE)
            assert_int_equal(social_party(cloud->machines[0].social, player, members), 0);
    for (unsigned i = 0; i < SERVERS; i++)
        arena_free(cloud->machines[i].arena);
}

static void all_servers_agree_on_parties_in_the_end(void **state)
{
    (void)state;
    for (uint32_t seed = 1; seed <= ROUNDS; seed++)
        play(seed);
    assert_true(parties > ROUNDS / 2); /* they did meet */
}

static int begin(void **state)
{
    (void)state;
    cloud = calloc(1, sizeof *cloud);
    return cloud ? 0 : -1;
}

static int end(void **state)
{
    (void)state;
    free(cloud);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(all_servers_agree_on_parties_in_the_end, begin, end),
    };
    return cmocka_run_group_tests_name("parties on several servers", tests, NULL, NULL);
}
