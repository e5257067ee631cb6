/* Connecting, and pages until the world is visible. */
#include "player/online_internal.h"

#include "player/player_languages.h"

#include <stdio.h>
#include <stdlib.h>

/* Input lines of the form; `Menus` keeps their text while other pages are open. */
enum { FIELD_NAME, FIELD_PASSWORD, FIELD_FRESH };
enum {
    ROW_SERVER,
    ROW_NAME,
    ROW_PASSWORD,
    ROW_FRESH,
    ROW_LOG_IN,
    ROW_REGISTER,
    ROW_OPTIONS,
    ROW_EXIT
};

/* ---- the client ---- */

static void on_chat(void *context, const PacketChat *chat) { online_on_message(context, chat); }
static void on_trade(void *context, const PacketTrade *trade)
{
    online_on_trade(context, trade);
}
static void on_party(void *context, const PacketParty *party)
{
    online_on_party(context, party);
}

/* If the login fails afterwards, the form has the password that is valid now. */
static void note_new_password(Online *online)
{
    Arena *scratch = arena_new();
    menus_field_set(online->menus, FIELD_PASSWORD,
                    arena_text(scratch, text_of(menus_text_field(online->menus, FIELD_FRESH))));
    menus_field_set(online->menus, FIELD_FRESH, TEXT(""));
    arena_free(scratch);
}

/* A failed login is not handled here: turn_outside() shows the client's text in the form. */
static void on_result(void *context, unsigned request, ResultCode result, Text words)
{
    Online *online = context;
    if (result == RESULT_OK && request == CLIENT_PASSWORD)
        note_new_password(online);
    if (result == RESULT_OK)
        return;
    words = app_sentence(online->app, words);
    if (request == CLIENT_SAY)
        menus_add_chat_line(online->menus, TEXT(""), words);
    else if (request == CLIENT_TRADE || request == CLIENT_PARTY)
        online_notify(online, words);
    if (request == CLIENT_TRADE)
        online_trade_failed(online, result);
}

/* The system's locale may be "C". */
/* The player's languages: given now, otherwise from the settings, otherwise the system's. */
static Text languages_of(const Online *online)
{
    const PlayerApp *app = online->app;
    const PlayerOptions *options = online->session->options;
    const Text chosen = languages_first((Text){app->settings.language, 2});
    return options->language_given || !chosen.size ? options->language : chosen;
}

/* The one for the server: that of the game if it is here. */
static Text language_of(const Online *online)
{
    const Session *session = online->session;
    if (tng_language_count(session->game))
        return (Text){
            ((const TngLanguage *)tng_language(session->game, session->language)->record)->code,
            2};
    const Text first = languages_first(languages_of(online));
    return first.size ? first : TEXT("en");
}

/* The previous client is freed only if the new one exists, so that `online->client` stays
 * valid. KNOWN_BAD: the server's line in the file of known servers is damaged; connecting then
 * would trust anyone. */
static bool connect_client(Online *online, Text name, Text password, Text fresh, Report *report)
{
    const PlayerServer *server = online->server;
    uint8_t pin[PIN_SIZE];
    const Known known = server->known(server->context, pin, report);
    if (known == KNOWN_BAD)
        return false;
    online->trusted = known == KNOWN_PIN;
    const ClientOptions options = {
        .loop = online->loop,
        .wire = online->wire,
        .host = server->host,
        .port = server->port,
        .pin = online->trusted ? pin : NULL,
        .name = name,
        .password = password,
        .fresh = fresh,
        .language = language_of(online),
        .registers = online->registers,
        .games = server->games,
        .callbacks = {online, on_chat, on_trade, on_party, on_result}};
    Client *client = client_new(&options, report);
    if (!client)
        return false;
    client_free(online->client);
    online->client = client;
    online->asked = name.size && password.size;
    return true;
}

/* Checks the file of known servers at once: its error belongs to the start of the program. */
Online *online_open(PlayerApp *app, const PlayerServer *server, Report *report)
{
    Online *online = ARENA_ALLOC(app->session->arena, Online, 1);
    *online = (Online){.server = server,
                       .app = app,
                       .menus = app->menus,
                       .session = app->session,
                       .registers = server->registers,
                       .asks = true,
                       .loop = loop_new(NULL, NULL, report),
                       .wire = wire_client(report),
                       .report = report};
    menus_field_set(app->menus, FIELD_NAME, server->name);
    menus_backdrop(app->menus, NULL);
    uint8_t pin[PIN_SIZE];
    if (online->loop && online->wire &&
        server->known(server->context, pin, report) != KNOWN_BAD)
        return online;
    online_close(online);
    return NULL;
}

/* Connects once the window is open: the server has a short timeout. */
static bool is_connected(Online *online)
{
    const PlayerServer *server = online->server;
    if (online->client ||
        connect_client(online, server->name, server->password, TEXT(""), online->report))
        return true;
    online->app->requests_pending |= WINDOW_REQUEST_LEAVE;
    return false;
}

/* The session returns first, because it shows the client's world. */
void online_close(Online *online)
{
    session_return(online->session, languages_of(online));
    client_free(online->client);
    for (int i = 0; online->client && i < 3; i++) /* sends BYE, if possible at once */
        loop_turn(online->loop, 20);
    if (online->loop)
        loop_free(online->loop);
    if (online->wire)
        wire_free(online->wire);
}

/* Sleeps in the loop, so that packets are handled meanwhile. */
void online_wait(Online *online, uint32_t milliseconds)
{
    loop_turn(online->loop, 0); /* updates the clock */
    const uint64_t until = loop_now(online->loop) + milliseconds;
    while (loop_now(online->loop) < until)
        loop_turn(online->loop, until - loop_now(online->loop));
}

bool online_is_waiting(const Online *online)
{
    const ClientPhase phase =
        online->client ? client_phase(online->client) : CLIENT_NAMELESS; /* the form is open */
    return phase == CLIENT_CONNECTING || phase == CLIENT_FETCHING || phase == CLIENT_ASKING ||
           phase == CLIENT_LOST;
}

bool online_is_inside(const Online *online) { return online->inside; }

/* ---- entering and leaving ---- */

/* The session calls this instead of world_tick() during the visit. */
static void tick_world(void *context, const WorldInput *input)
{
    const Online *online = context;
    client_tick(online->client, input);
}

/* The world belongs to the client; `arrivals` tells when the client has replaced it. */
static void visit(Online *online)
{
    const SessionVisit visit = {client_game(online->client), client_world(online->client),
                                tick_world, online};
    online->arrivals = client_arrivals(online->client);
    session_visit(online->session, &visit, languages_of(online));
}

/* Handed over to another world without a page in between. */
static void cross(Online *online)
{
    online_trade_clear(online);
    online->waiting = 0;
    if (menus_list_kind(online->menus) == LIST_QUESTION)
        menus_list_close(online->menus);
    visit(online);
}

/* The menus forget the passwords: only the client needs them, to reconnect. */
static void enter(Online *online)
{
    online->inside = true;
    online->asks = true; /* reconnect with the same account */
    online->asked = true;
    online->note[0] = 0;
    menus_list_close(online->menus);
    menus_no_backdrop(online->menus);
    menus_field_set(online->menus, FIELD_PASSWORD, TEXT(""));
    menus_field_set(online->menus, FIELD_FRESH, TEXT(""));
    visit(online);
    app_note_offers(online->app);
}

/* The last frame stays visible behind the pages. */
static void leave(Online *online)
{
    menus_open(online->menus, MENU_NONE);
    menus_backdrop(online->menus, session_scene(online->session));
    menus_status_panel(online->menus, &(StatusPanel){0});
    online->inside = false;
    online->trade = (Trading){0};
    online->member_count = 0;
    online->waiting = 0;
    session_return(online->session, languages_of(online));
    app_note_offers(online->app);
}

/* ---- pages before the login ---- */

/* Called in each frame; selecting a row only at first, as the player moves the selection
 * later. */
static void show_form(Online *online)
{
    char shown[300];
    snprintf(shown, sizeof shown, "%.*s:%u", (int)online->server->host.size,
             online->server->host.at, online->server->port);
    const MenuEntry rows[] = {
        {.title = online_word(online, WORD_SERVER), .value = text_of(shown), .inactive = true},
        {.title = online_word(online, WORD_NAME),
         .number = ROW_NAME,
         .field = 1 + FIELD_NAME,
         .capacity = ONLINE_NAME},
        {.title = online_word(online, WORD_PASSWORD),
         .number = ROW_PASSWORD,
         .field = 1 + FIELD_PASSWORD,
         .capacity = ONLINE_PASSWORD,
         .hidden = true},
        {.title = online_word(online, WORD_NEW_PASSWORD),
         .number = ROW_FRESH,
         .field = 1 + FIELD_FRESH,
         .capacity = ONLINE_PASSWORD,
         .hidden = true},
        {.title = online_word(online, WORD_LOG_IN), .number = ROW_LOG_IN},
        {.title = online_word(online, WORD_NEW_ACCOUNT), .number = ROW_REGISTER},
        {.title = online_word(online, WORD_OPTIONS), .number = ROW_OPTIONS},
        {.title = online_word(online, WORD_EXIT), .number = ROW_EXIT},
    };
    const bool fresh = menus_list_kind(online->menus) != LIST_FORM;
    menus_list(online->menus, &(MenuList){.kind = LIST_FORM,
                                          .title = online_word(online, WORD_LOG_IN),
                                          .note = text_of(online->note),
                                          .rows = rows,
                                          .count = COUNT_OF(rows)});
    if (fresh)
        menus_list_select(online->menus, menus_text_field(online->menus, FIELD_NAME)[0]
                                             ? ROW_PASSWORD
                                             : ROW_NAME);
}

/* Why the client is not playing, in the player's language. */
static Text why_outside(const Online *online)
{
    return app_sentence(online->app, client_status_text(online->client));
}

/* The unit is 10^6 bytes. */
static void show_wait(Online *online, ClientPhase phase)
{
    static const uint8_t words[] = {
        [CLIENT_CONNECTING] = WORD_CONNECTING, [CLIENT_FETCHING] = WORD_FETCHING,
        [CLIENT_ASKING] = WORD_LOGGING_IN,     [CLIENT_NAMELESS] = WORD_LOGGING_IN,
        [CLIENT_PLAYING] = WORD_LOGGING_IN,    [CLIENT_LOST] = WORD_LOST_TRYING,
        [CLIENT_OVER] = WORD_LOST_TRYING};
    const MenuEntry rows[] = {
        {.title = online_word(online, WORD_EXIT), .number = ROW_EXIT},
    };
    char note[512];
    const Text why = why_outside(online);
    uint64_t have = 0, all = 0;
    if (phase == CLIENT_FETCHING)
        client_fetched(online->client, &have, &all);
    if (all)
        snprintf(note, sizeof note, "%s %.1f / %.1f MB", online_word(online, WORD_FETCHING).at,
                 (double)have / 1e6, (double)all / 1e6);
    else if (phase == CLIENT_LOST && why.size)
        snprintf(note, sizeof note, "%s\n(%.*s)", online_word(online, WORD_LOST_TRYING).at,
                 (int)why.size, why.at);
    else
        snprintf(note, sizeof note, "%s", online_word(online, (Word)words[phase]).at);
    menus_list(online->menus, &(MenuList){.kind = LIST_WAIT,
                                          .title = online->server->host,
                                          .note = text_of(note),
                                          .rows = rows,
                                          .count = COUNT_OF(rows),
                                          .percent = all ? 1 + (uint32_t)(have * 100 / all) : 0,
                                          .small = true});
}

/* Returns to the form, with this note. */
static void show_note(Online *online, Text words)
{
    online->asks = false;
    snprintf(online->note, sizeof online->note, "%.*s", (int)words.size, words.at);
}

/* The client has ended: offers a remedy if there is one. */
static void show_end(Online *online)
{
    const Text words = why_outside(online);
    char note[sizeof online->note];
    if (client_distrusts(online->client))
        snprintf(note, sizeof note, "%.*s. %s %.*s", (int)words.size, words.at,
                 online_word(online, WORD_TRUST_AGAIN).at, (int)online->server->pins.size,
                 online->server->pins.at);
    else
        snprintf(note, sizeof note, "%.*s", (int)words.size, words.at);
    show_note(online, text_of(note));
}

/* `asked` prevents the same wrong password from being sent in each frame. */
static void hand_over(Online *online)
{
    online->asked = true;
    const Text name = text_of(menus_text_field(online->menus, FIELD_NAME));
    const Text password = text_of(menus_text_field(online->menus, FIELD_PASSWORD));
    const Text fresh = text_of(menus_text_field(online->menus, FIELD_FRESH));
    const bool ok = fresh.size && !online->registers
                        ? client_ask_change(online->client, name, password, fresh)
                        : client_ask(online->client, name, password, online->registers);
    if (!ok)
        show_note(online, online_word(online, WORD_NAME_TOO_LONG));
}

/* Either the form (`asks` is false) or the page that waits. A login that failed leads back to
 * the form, with the reason. */
static void turn_outside(Online *online)
{
    const ClientPhase phase = client_phase(online->client);
    const bool ready = menus_text_field(online->menus, FIELD_NAME)[0] &&
                       menus_text_field(online->menus, FIELD_PASSWORD)[0];
    if (online->asks && phase == CLIENT_NAMELESS) {
        if (!online->asked && ready)
            hand_over(online);
        else
            show_note(online, online->asked ? why_outside(online) : TEXT(""));
    } else if (online->asks && phase == CLIENT_OVER) {
        show_end(online);
    }
    if (online->asks)
        show_wait(online, client_phase(online->client));
    else
        show_form(online);
}

/* The pin is stored as soon as the server has proved to use the protocol. */
static void note_pin(Online *online, ClientPhase phase)
{
    const uint8_t *pin = client_pin(online->client);
    if (online->trusted || !pin || phase == CLIENT_CONNECTING || phase == CLIENT_LOST ||
        phase == CLIENT_OVER)
        return;
    online->server->trust(online->server->context, pin);
    online->trusted = true;
}

static void turn_inside(Online *online)
{
    StatusPanel aside = {.latency = TEXT("")};
    const uint32_t latency = client_latency(online->client);
    if (latency) {
        snprintf(online->latency, sizeof online->latency, "%u ms", latency);
        aside.latency = text_of(online->latency);
    }
    for (uint32_t i = 0; i < online->member_count; i++)
        aside.members[aside.member_count++] = online_name(online, online->members[i]);
    menus_status_panel(online->menus, &aside);
    menus_age(online->menus);
    online_trade_turn(online);
    online_ask_waiting(online);
}

/* By the game's menu: the server's message is then not an error. */
static bool has_left(const Online *online)
{
    return text_is(client_status_text(online->client), reason_words(REASON_LEFT));
}

/* Called once per tick. The order matters: leaving is noticed before entering, and a change of
 * worlds only while inside. */
void online_turn(Online *online)
{
    loop_turn(online->loop, 0);
    if (!is_connected(online))
        return;
    const ClientPhase phase = client_phase(online->client);
    note_pin(online, phase);
    if (online->inside && phase == CLIENT_OVER && has_left(online))
        online->app->requests_pending |= WINDOW_REQUEST_LEAVE;
    if (online->inside && phase != CLIENT_PLAYING)
        leave(online);
    if (!online->inside && phase == CLIENT_PLAYING && client_world(online->client))
        enter(online);
    if (online->inside && online->arrivals != client_arrivals(online->client))
        cross(online);
    if (online->inside)
        turn_inside(online);
    else
        turn_outside(online);
}

/* ---- requests of the form ---- */

/* The form shows the first error. */
static void connect_again(Online *online, Text name, Text password, Text fresh)
{
    Arena *scratch = arena_new();
    Messages messages = {.arena = scratch};
    Report report = report_to(messages_sink, &messages);
    if (!connect_client(online, name, password, fresh, &report) && messages.count)
        show_note(online, message_print(&messages.items[0], scratch));
    arena_free(scratch);
}

/* A client that is over cannot be used again; otherwise turn_outside() hands the form over. */
static void want_in(Online *online, bool registers)
{
    const Text name = text_of(menus_text_field(online->menus, FIELD_NAME));
    const Text password = text_of(menus_text_field(online->menus, FIELD_PASSWORD));
    if (!name.size || !password.size) {
        show_note(online, online_word(online, WORD_NAME_MISSING));
        return;
    }
    online->registers = registers;
    online->asks = true;
    online->asked = false;
    if (client_phase(online->client) == CLIENT_OVER)
        connect_again(online, name, password,
                      registers ? TEXT("")
                                : text_of(menus_text_field(online->menus, FIELD_FRESH)));
}

/* True if the request was handled here and not by the pages without a server. */
bool online_handle_request(Online *online, const MenuRequest *request)
{
    const uint32_t kind = menus_list_kind(online->menus);
    if (request->kind == MENU_REQUEST_CHAT && online->inside &&
        local_context(online->session->world).player->screen.screen == SCREEN_GAME) {
        online_send_chat(online, text_of(request->text));
        return true;
    }
    if (request->kind < MENU_REQUEST_ROW)
        return false;
    if (kind == LIST_TRADE)
        return online_serve_trade(online, request);
    if (kind != LIST_FORM && kind != LIST_WAIT)
        return online_serve_meet(online, request);
    if (request->kind != MENU_REQUEST_ROW)
        return true;
    if (request->number == ROW_EXIT)
        online->app->requests_pending |= WINDOW_REQUEST_LEAVE;
    else if (request->number == ROW_OPTIONS)
        menus_open(online->menus, MENU_OPTIONS);
    else
        want_in(online, request->number == ROW_REGISTER);
    return true;
}
