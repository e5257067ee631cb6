/* Parts, in order: phases; connecting (hello, download of the game, login, welcome); packets
 * of the server; callbacks of the connection, with reconnecting; functions of the header. A
 * mirror is replaced when a WELCOME arrives; the previous one stays visible until the new one
 * has received its first STATE. */
#include "server/client/client.h"

#include "base/text.h"

#include <stdlib.h>

enum {
    NAME_ROOM = 97,
    PASSWORD_ROOM = 129,
    WORDS_ROOM = 256,
    RETRY_FIRST = 1000, /* ms */
    RETRY_MAX = 10000,
};

struct Client {
    ClientOptions options;
    char host[256], name[NAME_ROOM], password[PASSWORD_ROOM], fresh[PASSWORD_ROOM], language[3],
        words[WORDS_ROOM];
    Contact contact;
    ContactBytes bytes;
    LoopTimer retry;
    uint64_t wait; /* ms until the next attempt */
    ClientPhase phase;
    bool registers, has_pin, distrusts;
    uint8_t pin[PIN_SIZE];
    TngFile *game;
    uint64_t unique;
    Mirror *mirror;
    Mirror *before; /* of the previous world, until the next one is visible; NULL */
    unsigned arrivals;
    PacketWelcome welcome;
    WorldInput sent;   /* the last input sent */
    uint32_t sequence; /* of the last input in this connection */
    bool untold;       /* this world has not received an input yet */
    uint64_t corrected;
    Arena *arena; /* for the game */
    Arena *play;  /* for the mirror */
    Arena *before_play;
    Arena *scratch; /* for one call */
};

/* ---- state ---- */

static void set_status_text(Client *client, Text words)
{
    const Text kept = utf8_cut(words, WORDS_ROOM - 1);
    memcpy(client->words, kept.at, kept.size);
    client->words[kept.size] = 0;
}

/* The count of corrected steps outlives the mirror: client_corrected() is a total. */
static void drop_mirror(Client *client)
{
    if (client->mirror)
        client->corrected += mirror_corrected(client->mirror);
    mirror_free(client->mirror);
    client->mirror = NULL;
}

static void drop_before(Client *client)
{
    mirror_free(client->before);
    client->before = NULL;
    arena_reset(client->before_play);
}

/* The old world stays visible until there is another one. */
static void leave_world(Client *client)
{
    Arena *play = client->play;
    if (client->phase != CLIENT_PLAYING || !client->mirror ||
        !mirror_is_there(client->mirror)) {
        drop_mirror(client);
        arena_reset(play);
        return;
    }
    drop_before(client);
    client->corrected += mirror_corrected(client->mirror);
    client->before = client->mirror;
    client->mirror = NULL;
    client->play = client->before_play;
    client->before_play = play;
}

/* Ends the client permanently. */
static void give_up(Client *client, Text words)
{
    Writer out = writer_to(client->scratch);
    set_status_text(client, words);
    client->phase = CLIENT_OVER;
    if (client->contact.connection) {
        client_session_close(&client->contact.session, REASON_LEFT, &out);
        contact_send(&client->contact, &out);
    }
}

/* ---- connecting ---- */

/* Sends one of PASSWORD, REGISTER and LOGIN. A pending change of password comes before the
 * login, which take_result() starts with the new one; without a name the user is asked
 * (CLIENT_NAMELESS). */
static void ask_who(Client *client, Writer *out)
{
    const Text name = text_of(client->name), password = text_of(client->password);
    const Text language = text_of(client->language);
    if (!name.size || !password.size) {
        client->phase = CLIENT_NAMELESS;
        return;
    }
    client->phase = CLIENT_ASKING;
    const bool ok =
        client->fresh[0] ? client_session_password(&client->contact.session, name, password,
                                                   text_of(client->fresh), out)
        : client->registers
            ? client_session_register(&client->contact.session, name, password, language, out)
            : client_session_login(&client->contact.session, name, password, language, out);
    if (!ok) {
        client->phase = CLIENT_NAMELESS;
        set_status_text(client, TEXT("this name or password is not valid"));
    }
}

/* Returns true if the game is available and can be played. */
static bool open_game(Client *client)
{
    const ClientGames *games = &client->options.games;
    const PacketServerHello *hello = &client->contact.session.hello;
    if (client->game && client->unique == hello->unique)
        return true;
    const Bytes file = games->find(games->context, hello);
    if (!file.size)
        return false;
    Report silent = report_to(NULL, NULL);
    drop_mirror(client);
    drop_before(client);
    arena_reset(client->arena);
    client->game = ARENA_ALLOC(client->arena, TngFile, 1);
    client->unique = hello->unique;
    if (tng_read(file, client->game, client->arena, &silent))
        return true;
    client->game = NULL;
    give_up(client, TEXT("the server's game file is damaged"));
    return false;
}

/* The wait is reset here, not when TCP connects: a server that accepts and then fails must not
 * be asked every second. */
static void take_hello(Client *client, Writer *out)
{
    const ClientGames *games = &client->options.games;
    const PacketServerHello *hello = &client->contact.session.hello;
    client->wait = RETRY_FIRST;
    if (open_game(client)) {
        ask_who(client, out);
        return;
    }
    if (client->phase == CLIENT_OVER)
        return;
    if (!games->begun || !(hello->features & FEATURE_FETCH)) {
        give_up(client, games->absent
                            ? text_of(games->absent)
                            : TEXT("this game is not installed, and the server does not "
                                   "offer it for download"));
        return;
    }
    client->phase = CLIENT_FETCHING;
    client_session_fetch(&client->contact.session, games->begun(games->context, hello), out);
}

/* `keep` completes the file with its last piece; only then open_game() can find it. */
static void take_piece(Client *client, const PacketFile *piece, Writer *out)
{
    const ClientGames *games = &client->options.games;
    const bool last = piece->offset + piece->bytes.size >= client->contact.session.hello.size;
    if (!games->keep(games->context, piece->offset, piece->bytes, last)) {
        give_up(client, TEXT("the game file cannot be saved"));
        return;
    }
    if (!last)
        return;
    if (open_game(client))
        ask_who(client, out);
    else if (client->phase != CLIENT_OVER)
        give_up(client, TEXT("the downloaded game file is not the server's"));
}

/* Also arrives in the middle of a session, when the server moves the player to another world.
 * The input starts from zero, because the new world has none of the held keys. */
static void take_welcome(Client *client, const PacketWelcome *welcome)
{
    Report silent = report_to(NULL, NULL);
    leave_world(client);
    client->welcome = *welcome;
    size_t language = 0;
    const Text wanted = text_of(client->language);
    for (size_t i = 0; tng_language(client->game, i); i++) {
        const TngLanguage *record = tng_language(client->game, i)->record;
        if (wanted.size == 2 && !memcmp(record->code, wanted.at, 2))
            language = i;
    }
    client->mirror = mirror_new(client->game, language, welcome->actor, client->play, &silent);
    client->sent = (WorldInput){0};
    client->untold = true;
    client->phase = CLIENT_PLAYING;
    set_status_text(client, TEXT(""));
    if (!client->mirror)
        give_up(client, TEXT("the server's game cannot be loaded"));
}

/* ---- packets of the server ---- */

/* REGISTER is answered before LOGIN: RESULT_TAKEN goes on to the login, since a lost connection
 * may have hidden the first answer. Any other failure asks the user again. */
static void take_result(Client *client, const PacketAnswer *answer, Writer *out)
{
    const ClientCallbacks *callbacks = &client->options.callbacks;
    const ResultCode code = (ResultCode)answer->code;
    const Text words = answer->text_size ? (Text){answer->text, answer->text_size}
                                         : text_of(result_words(code));
    if (callbacks->result)
        callbacks->result(callbacks->context, answer->request, code, words);
    if (answer->request == CLIENT_PASSWORD && code == RESULT_OK) {
        memcpy(client->password, client->fresh, sizeof client->password);
        client->fresh[0] = 0;
        ask_who(client, out);
    } else if (answer->request == CLIENT_REGISTER &&
               (code == RESULT_OK || code == RESULT_TAKEN)) {
        client->registers = false;
        ask_who(client, out);
    } else if ((answer->request == CLIENT_REGISTER || answer->request == CLIENT_LOGIN ||
                answer->request == CLIENT_PASSWORD) &&
               code != RESULT_OK) {
        client->fresh[0] = 0;
        client->phase = CLIENT_NAMELESS;
        set_status_text(client, words);
    }
}

/* Data that the mirror rejects ends the client: reconnecting would send the same state
 * again. */
static void take_state(Client *client, const PacketState *state)
{
    Report silent = report_to(NULL, NULL);
    if (!client->mirror)
        return;
    const bool was_there = mirror_is_there(client->mirror);
    if (!mirror_read(client->mirror, state->bytes, &silent))
        give_up(client, TEXT("the server sent data that does not match its game"));
    client->arrivals += !was_there && mirror_is_there(client->mirror);
}

static void take_packet(Client *client, const Packet *packet, Writer *out)
{
    const ClientCallbacks *callbacks = &client->options.callbacks;
    switch ((ServerPacketType)packet->type) {
    case SERVER_HELLO:
        take_hello(client, out);
        break;
    case SERVER_FILE:
        take_piece(client, &packet->file, out);
        break;
    case SERVER_RESULT:
        take_result(client, &packet->answer, out);
        break;
    case SERVER_WELCOME:
        take_welcome(client, &packet->welcome);
        break;
    case SERVER_STATE:
        take_state(client, &packet->state);
        break;
    case SERVER_CHAT:
        if (callbacks->chat)
            callbacks->chat(callbacks->context, &packet->chat);
        break;
    case SERVER_TRADE:
        if (callbacks->trade)
            callbacks->trade(callbacks->context, &packet->trade);
        break;
    case SERVER_PARTY:
        if (callbacks->party)
            callbacks->party(callbacks->context, &packet->party);
        break;
    case SERVER_PING: /* handled by the session */
    case SERVER_PONG:
    case SERVER_BYE:
    case SERVER_PIECE:
        break;
    }
}

/* ---- callbacks of the contact ---- */

/* The pin of the first connection is required from all later ones (trust on first use). */
static void on_opened(void *context)
{
    Client *client = context;
    const uint8_t *pin = wire_pin(client->contact.connection);
    client->has_pin = pin != NULL; /* a browser checks certificates itself */
    if (pin)
        memcpy(client->pin, pin, PIN_SIZE);
}

static void on_packet(void *context, const Packet *packet, Writer *out)
{
    take_packet(context, packet, out);
}

/* Whether reconnecting would be pointless. */
static bool is_final(ReasonCode reason)
{
    switch (reason) {
    case REASON_MAGIC:
    case REASON_VERSION:
    case REASON_BANNED:
    case REASON_DENIED:
    case REASON_ELSEWHERE:
    case REASON_LEFT:
    case REASON_ATTEMPTS:
        return true;
    default:
        return false;
    }
}

/* A changed certificate and final reasons end the client; otherwise the wait doubles up to
 * RETRY_MAX, so that thousands of clients do not flood a server that restarts. */
static void on_ended(void *context, WireEnd end, Text why)
{
    Client *client = context;
    Loop *loop = client->options.loop;
    if (client->phase == CLIENT_OVER)
        return;
    const bool told = client->contact.session.state == CLIENT_CONN_CLOSED;
    set_status_text(client, why);
    client->phase = CLIENT_LOST;
    client->distrusts = end == WIRE_CHANGED;
    if (end == WIRE_CHANGED || (told && is_final(client->contact.session.reason)) ||
        client->options.once) {
        client->phase = CLIENT_OVER;
        return;
    }
    loop_timer_set(loop, &client->retry, loop_now(loop) + client->wait);
    client->wait = client->wait * 2 < RETRY_MAX ? client->wait * 2 : RETRY_MAX;
}

/* Called by the contact when no callback of it can run any more; only then is memory freed. */
static void free_now(void *context)
{
    Client *client = context;
    contact_end(&client->contact);
    mirror_free(client->mirror);
    mirror_free(client->before);
    arena_free(client->play);
    arena_free(client->before_play);
    arena_free(client->arena);
    arena_free(client->scratch);
    free(client);
}

static const ContactCallbacks contact_callbacks = {on_opened, on_packet, on_ended, free_now};

/* Sequence numbers start at 1 in each connection: the server counts them per session. */
static void connect_now(void *context)
{
    Client *client = context;
    client->phase = CLIENT_CONNECTING;
    client->sequence = 0;
    contact_connect(&client->contact, client->options.wire, text_of(client->host),
                    client->options.port, client->has_pin ? client->pin : NULL, &client_limits);
}

/* ---- functions of the header ---- */

/* Copies to a terminated string. False if the text does not fit; nothing is cut, since a cut
 * name would be another account. */
static bool keep_text(char *out, size_t capacity, Text text)
{
    if (text.size >= capacity)
        return false;
    if (text.size)
        memcpy(out, text.at, text.size);
    out[text.size] = 0;
    return true;
}

/* Text of the options is copied; `options->loop` and the contexts must outlive the client. */
Client *client_new(const ClientOptions *options, Report *report)
{
    Client *client = calloc(1, sizeof *client);
    if (!client || !keep_text(client->host, sizeof client->host, options->host) ||
        !keep_text(client->name, sizeof client->name, options->name) ||
        !keep_text(client->password, sizeof client->password, options->password) ||
        !keep_text(client->fresh, sizeof client->fresh, options->fresh) ||
        !keep_text(client->language, sizeof client->language, options->language)) {
        free(client);
        report_error(report, "the name, the password or the host name is too long");
        return NULL;
    }
    client->options = *options;
    client->registers = options->registers;
    client->has_pin = options->pin != NULL;
    if (options->pin)
        memcpy(client->pin, options->pin, PIN_SIZE);
    client->retry = (LoopTimer){.function = connect_now, .context = client};
    client->wait = RETRY_FIRST;
    client->arena = arena_new();
    client->play = arena_new();
    client->before_play = arena_new();
    client->scratch = arena_new();
    contact_begin(&client->contact, options->loop, &contact_callbacks, client, &client->bytes,
                  client->scratch);
    connect_now(client);
    return client;
}

/* Does not free at once: a callback of the contact may be running. free_now() does it. */
void client_free(Client *client)
{
    if (!client)
        return;
    loop_timer_clear(client->options.loop, &client->retry);
    contact_free(&client->contact);
}

/* Only valid while the client waits for a name; the connection is open then. */
static bool ask(Client *client, Text name, Text password, Text fresh, bool registers)
{
    if (client->phase != CLIENT_NAMELESS ||
        !keep_text(client->name, sizeof client->name, name) ||
        !keep_text(client->password, sizeof client->password, password) ||
        !keep_text(client->fresh, sizeof client->fresh, fresh))
        return false;
    Writer out = writer_to(client->scratch);
    client->registers = registers;
    ask_who(client, &out);
    contact_send(&client->contact, &out);
    return true;
}

bool client_ask(Client *client, Text name, Text password, bool registers)
{
    return ask(client, name, password, TEXT(""), registers);
}

bool client_ask_change(Client *client, Text name, Text password, Text fresh)
{
    return ask(client, name, password, fresh, false);
}

/* Held keys are not sent again. */
static bool is_news(const WorldInput *now, const WorldInput *before)
{
    return now->direction != before->direction || now->offers != before->offers ||
           now->buttons || now->action || now->item || now->belt || now->option ||
           now->select || now->adjust || now->tab || now->go;
}

/* Called once per tick of the program. The mirror predicts the direction before the server has
 * answered; `sequence` tells it later which inputs the server has applied. */
void client_tick(Client *client, const WorldInput *input)
{
    if (client->phase != CLIENT_PLAYING || !client->mirror)
        return;
    if (is_news(input, &client->sent) || client->untold) {
        client->untold = false;
        Writer out = writer_to(client->scratch);
        const PacketInput packet = packet_of_input(input, ++client->sequence);
        packet_write(FROM_CLIENT, CLIENT_INPUT, &packet, &out);
        contact_send(&client->contact, &out);
        arena_reset(client->scratch);
        client->sent = *input;
    }
    mirror_tick(client->mirror, input->direction, client->sequence);
    if (client->before && mirror_is_there(client->mirror))
        drop_before(client);
    else if (client->before) /* effects are not played twice */
        mirror_tick(client->before, 0, client->sequence);
}

static bool send_packet(Client *client, ClientPacketType type, const void *record)
{
    if (client->phase != CLIENT_PLAYING)
        return false;
    Writer out = writer_to(client->scratch);
    packet_write(FROM_CLIENT, type, record, &out);
    contact_send(&client->contact,
                 &out); /* may be called within a callback that uses the scratch arena */
    return true;
}

/* Cuts a long text between two characters. False if nothing valid is left. */
bool client_send_chat(Client *client, PacketChannel channel, Text to, Text text)
{
    enum { TEXT_MAX = 199, TO_MAX = 96 };
    if (to.size > TO_MAX || !packet_text_ok(to))
        return false;
    const size_t size =
        text.size <= TEXT_MAX ? text.size : utf8_invalid(text_slice(text, 0, TEXT_MAX));
    if (!size || !packet_text_ok(text_slice(text, 0, size)))
        return false;
    const PacketSay say = {channel, (PacketNameSize)to.size, (ascii *)(uintptr_t)to.at,
                           (PacketTextSize)size, (ascii *)(uintptr_t)text.at};
    return send_packet(client, CLIENT_SAY, &say);
}

bool client_trade(Client *client, const PacketTradeAct *act)
{
    return send_packet(client, CLIENT_TRADE, act);
}

bool client_party(Client *client, const PacketPartyAct *act)
{
    return send_packet(client, CLIENT_PARTY, act);
}

ClientPhase client_phase(const Client *client) { return client->phase; }
Text client_status_text(const Client *client) { return text_of(client->words); }
bool client_distrusts(const Client *client) { return client->distrusts; }
/* The world to draw; NULL if there is none. The pointer is valid until the next callback. */
World *client_world(Client *client)
{
    if (client->mirror && mirror_is_there(client->mirror))
        return mirror_world(client->mirror);
    return client->before ? mirror_world(client->before) : NULL;
}

unsigned client_arrivals(const Client *client) { return client->arrivals; }

const TngFile *client_game(const Client *client) { return client->game; }
uint32_t client_player(const Client *client) { return client->welcome.player; }
uint32_t client_latency(const Client *client) { return client->contact.session.latency; }
void client_fetched(const Client *client, uint64_t *have, uint64_t *all)
{
    *have = client->contact.session.file_at;
    *all = client->contact.session.hello.size;
}

const uint8_t *client_pin(const Client *client) { return client->has_pin ? client->pin : NULL; }

uint64_t client_corrected(const Client *client)
{
    return client->corrected + (client->mirror ? mirror_corrected(client->mirror) : 0);
}
