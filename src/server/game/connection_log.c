/* Events of connections for the log, and their counts for the metrics. */
#include "server/game/connections.h"

void connection_event(const Connection *connection, LogEvent event, const LogFields *fields)
{
    Server *server = connection->server;
    LogFields all = *fields;
    all.address = wire_address_text(&connection->address, server->scratch);
    server_event(server, event, &all);
}

void connection_log_entry(const Connection *connection)
{
    const Server *server = connection->server;
    const StoreAccount *row = accounts_get(server->accounts, connection->account);
    connection_event(connection, EVENT_LOGIN, &(LogFields){.name = row->name});
}

void connection_log_refused_entry(const Connection *connection, ResultCode result)
{
    Server *server = connection->server;
    const StoreAccount *row = accounts_get(server->accounts, connection->account);
    server->numbers.refused_logins[result]++;
    connection_event(connection, EVENT_LOGIN_FAILED,
                     &(LogFields){.name = row->name, .result = text_of(result_name(result))});
}

/* The counts of requests that were refused, by result. */
static uint64_t *refusals(Server *server, ClientPacketType request)
{
    return request == CLIENT_REGISTER ? server->numbers.refused_registrations
                                      : server->numbers.refused_logins;
}

/* The name may be anything that the client has sent. */
void connection_log_answer(Server *server, const AccountAnswer *answer)
{
    const bool ok = answer->result == RESULT_OK, registers = answer->request == CLIENT_REGISTER;
    const LogFields fields = {.address = wire_address_text(&answer->from, server->scratch),
                              .name = text_of(answer->name),
                              .result = text_of(result_name(answer->result))};
    server->numbers.registrations += registers && ok;
    server->numbers.logins += answer->request == CLIENT_LOGIN && ok;
    server->numbers.failed_logins += !registers && !ok;
    if (!ok) {
        refusals(server, answer->request)[answer->result]++;
        server_event(server, registers ? EVENT_REGISTER_FAILED : EVENT_LOGIN_FAILED, &fields);
    } else if (registers) {
        server_event(server, EVENT_REGISTERED, &fields);
    } else if (answer->request == CLIENT_PASSWORD) {
        server_event(server, EVENT_PASSWORD_CHANGED, &fields);
    }
}

void connection_log_refusal(const Connection *connection, const AccountRequest *request,
                            ClientPacketType type, ResultCode result, uint64_t wait)
{
    Server *server = connection->server;
    AccountAnswer answer = {.request = type, .result = result, .from = connection->address};
    const size_t size = request->name.size < ACCOUNT_NAME_BYTES ? request->name.size
                                                                : (size_t)ACCOUNT_NAME_BYTES;
    memcpy(answer.name, request->name.at, size);
    if (result != RESULT_WAIT) {
        connection_log_answer(server, &answer);
        return;
    }
    server->numbers.failed_logins += type != CLIENT_REGISTER;
    refusals(server, type)[RESULT_WAIT]++;
    connection_event(connection, EVENT_LOGIN_WAIT,
                     &(LogFields){.name = text_of(answer.name),
                                  .seconds = arena_format(server->scratch, "%llu",
                                                          (unsigned long long)wait)});
}

void connection_log_end(const Connection *connection, ReasonCode reason)
{
    static const struct {
        ReasonCode reason;
        LogEvent event;
    } ends[] = {
        {REASON_MAGIC, EVENT_MALFORMED},     {REASON_MALFORMED, EVENT_MALFORMED},
        {REASON_FORBIDDEN, EVENT_MALFORMED}, {REASON_FLOOD, EVENT_FLOODED},
        {REASON_HALF_OPEN, EVENT_REFUSED},   {REASON_SLOW, EVENT_SLOW},
    };
    const Server *server = connection->server;
    const StoreAccount *row =
        connection->account ? accounts_get(server->accounts, connection->account) : NULL;
    for (size_t i = 0; i < COUNT_OF(ends); i++)
        if (ends[i].reason == reason)
            connection_event(connection, ends[i].event,
                             &(LogFields){.result = text_of(reason_name(reason)),
                                          .name = row ? row->name : TEXT("")});
}
