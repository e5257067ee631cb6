/* The outcome of the search for a player: the client plays, or gets the reason why not; the
 * search begins again. */
#include "server/game/connections.h"

#include "server/game/staff.h"

void connection_entered(Connection *connection, ResultCode result, uint32_t actor,
                        uint32_t tick)
{
    Server *server = connection->server;
    Writer out = writer_to(server->scratch);
    const bool asked = connection->session.state == SERVER_CONN_ASKED;
    connection->retry_at = connection->search_began = 0;
    connection->tick = tick;
    connection->tick_at = loop_now(server->loop);
    if (asked)
        server_session_answer(&connection->session, CLIENT_LOGIN, result, TEXT(""), &out);
    if (result == RESULT_OK) {
        const PacketWelcome welcome = {(u32)connection->account, actor, tick,
                                       (PacketRate)server->rate};
        server_session_welcome(&connection->session, &welcome, &out);
        if (asked) {
            connection_log_entry(connection);
            connection->since = server_moment(server).seconds;
        }
        if (asked && server->motd[0])
            staff_write_line(staff_motd(server), &out);
    }
    connection_send(connection, writer_bytes(&out));
    if (result == RESULT_OK)
        return;
    if (asked)
        connection_log_refused_entry(connection, result);
    connection->away = 0;
    if (asked)
        connection->account = 0;
    else
        connection_close(connection,
                         result == RESULT_FULL      ? REASON_FULL
                         : result == RESULT_PLAYING ? REASON_ELSEWHERE
                                                    : REASON_FAILED,
                         TEXT(""));
}

void connection_lost(Connection *connection)
{
    connection->away = 0;
    connection->search_began = loop_now(connection->server->loop);
    connection->retry_at = connection->search_began + CONNECTION_RETRY;
}
