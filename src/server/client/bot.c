/* The connection of a bot: login, packets, and sending the actions that bot_mind.c decides on.
 */
#include "server/client/bot.h"

#include "server/client/bot_mind.h"

#include "base/hash.h"
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>

enum { ASK_AGAIN = 2000 /* ms, if the server was busy */, WORDS_ROOM = 128 };

static const ClientLimits limits = {
    .hello = 30000, .ping = BOT_PING, .idle = 45000, .file_max = 0};

struct Bot {
    BotOptions options;
    Contact contact;
    BotPhase phase;
    bool knows;     /* the account exists */
    uint64_t again; /* time of the next attempt; 0: none */
    uint32_t sequence;
    BotMind mind;
    char words[WORDS_ROOM];
};

void bot_name(uint32_t number, char out[BOT_NAME_SIZE])
{
    snprintf(out, BOT_NAME_SIZE, "Bot %04u", number);
}

void bot_password(uint64_t seed, uint32_t number, char out[BOT_PASSWORD_SIZE])
{
    const uint64_t mixed = hash_mix(hash_mix(1, seed), number);
    snprintf(out, BOT_PASSWORD_SIZE, "bot-%016llx", (unsigned long long)mixed);
}

/* ---- sending ---- */

static void ask_who(Bot *bot, Writer *out)
{
    char name[BOT_NAME_SIZE], password[BOT_PASSWORD_SIZE];
    bot_name(bot->options.number, name);
    bot_password(bot->options.seed, bot->options.number, password);
    (bot->knows ? client_session_login : client_session_register)(
        &bot->contact.session, text_of(name), text_of(password), TEXT("en"), out);
}

static void do_deed(Bot *bot, BotDeed *deed, Writer *out)
{
    BotTally *tally = bot->options.tally;
    if (deed->input) {
        deed->packet.sequence = ++bot->sequence;
        packet_write(FROM_CLIENT, CLIENT_INPUT, &deed->packet, out);
        tally->inputs++;
    }
    if (deed->says) {
        const PacketSay say = {.channel = CHANNEL_MAP,
                               .text_size = (PacketTextSize)strlen(deed->text),
                               .text = deed->text};
        packet_write(FROM_CLIENT, CLIENT_SAY, &say, out);
        tally->words++;
    }
    if (deed->trades) {
        packet_write(FROM_CLIENT, CLIENT_TRADE, &deed->trade, out);
        tally->asked += deed->trade.act == TRADE_ASK;
    }
}

/* ---- packets of the server ---- */

static void remember(Bot *bot, Text why)
{
    const Text kept = utf8_cut(why, WORDS_ROOM - 1);
    memcpy(bot->words, kept.at, kept.size);
    bot->words[kept.size] = 0;
}

static void lose(Bot *bot, Text why)
{
    if (bot->phase == BOT_LOST)
        return;
    bot->phase = BOT_LOST;
    remember(bot, why);
}

static void take_answer(Bot *bot, const PacketAnswer *answer, Writer *out)
{
    const bool registers = answer->request == CLIENT_REGISTER;
    if (!registers && answer->request != CLIENT_LOGIN)
        return;
    if (registers && (answer->code == RESULT_OK || answer->code == RESULT_TAKEN)) {
        bot->knows = true;
        ask_who(bot, out);
    } else if (answer->code == RESULT_BUSY || answer->code == RESULT_WAIT) {
        bot->again = loop_now(bot->options.loop) + ASK_AGAIN;
        remember(bot, text_of(result_words(answer->code)));
    } else if (answer->code != RESULT_OK) {
        lose(bot, text_of(result_words(answer->code)));
        client_session_close(&bot->contact.session, REASON_LEFT, out);
    }
}

static void take_state(Bot *bot, Bytes body)
{
    Report silent = report_to(NULL, NULL);
    Reader reader = reader_of(body, &silent);
    StatePart part;
    bot->options.tally->states++;
    while (state_next(&reader, &part, bot->options.scratch))
        mind_see(&bot->mind, &part);
    if (!reader_ok(&reader))
        lose(bot, TEXT("the server sent malformed data"));
}

static void take_trade(Bot *bot, const PacketTrade *trade, Writer *out)
{
    BotDeed deed = {0};
    bot->options.tally->traded += trade->act == TRADE_DONE;
    if (mind_trade(&bot->mind, trade, &deed))
        do_deed(bot, &deed, out);
}

static void take_packet(Bot *bot, const Packet *packet, Writer *out)
{
    BotTally *tally = bot->options.tally;
    const uint32_t delay = bot->contact.session.latency;
    switch ((ServerPacketType)packet->type) {
    case SERVER_HELLO:
        ask_who(bot, out);
        break;
    case SERVER_RESULT:
        take_answer(bot, &packet->answer, out);
        break;
    case SERVER_WELCOME:
        mind_begin(&bot->mind, hash_mix(bot->options.seed, bot->options.number),
                   &packet->welcome);
        bot->phase = BOT_PLAYING;
        break;
    case SERVER_STATE:
        take_state(bot, packet->state.bytes);
        break;
    case SERVER_TRADE:
        take_trade(bot, &packet->trade, out);
        break;
    case SERVER_PONG:
        tally->pings++;
        tally->delays[delay < BOT_DELAYS ? delay : BOT_DELAYS - 1]++;
        break;
    case SERVER_FILE: /* bots do not download, read or answer */
    case SERVER_CHAT:
    case SERVER_PARTY:
    case SERVER_PING: /* handled by the session */
    case SERVER_BYE:
    case SERVER_PIECE:
        break;
    }
}

/* ---- callbacks of the contact ---- */

static void on_packet(void *context, const Packet *packet, Writer *out)
{
    take_packet(context, packet, out);
}

static void on_ended(void *context, WireEnd end, Text why)
{
    (void)end;
    lose(context, why);
}

static void free_now(void *context)
{
    Bot *bot = context;
    contact_end(&bot->contact);
    free(bot);
}

static const ContactCallbacks callbacks = {NULL, on_packet, on_ended, free_now};

/* ---- functions of the header ---- */

Bot *bot_new(const BotOptions *options)
{
    Bot *bot = calloc(1, sizeof *bot);
    if (!bot)
        return NULL;
    bot->options = *options;
    contact_begin(&bot->contact, options->loop, &callbacks, bot, &options->tally->bytes,
                  options->scratch);
    contact_connect(&bot->contact, options->wire, options->host, options->port, NULL, &limits);
    return bot;
}

void bot_free(Bot *bot)
{
    if (bot)
        contact_free(&bot->contact);
}

void bot_tick(Bot *bot)
{
    Writer out = writer_to(bot->options.scratch);
    BotDeed deed = {0};
    if (bot->again && loop_now(bot->options.loop) >= bot->again &&
        bot->contact.session.state == CLIENT_CONN_GREETED) {
        bot->again = 0;
        ask_who(bot, &out);
    } else if (bot->phase == BOT_PLAYING) {
        mind_tick(&bot->mind, &deed);
        do_deed(bot, &deed, &out);
    }
    if (out.size)
        contact_send(&bot->contact, &out);
    arena_reset(bot->options.scratch);
}

BotPhase bot_phase(const Bot *bot) { return bot->phase; }
Text bot_words(const Bot *bot) { return text_of(bot->words); }
