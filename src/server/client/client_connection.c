/* Joins the client's session of the protocol (client_session.h), a TLS connection and a timer.
 * After contact_free() the contact lives until its connection has ended, since BYE must still
 * be sent. */
#include "server/client/client_connection.h"

static void on_open(void *context)
{
    Contact *contact = context;
    if (contact->callbacks->open)
        contact->callbacks->open(contact->context);
}

static void on_bytes(void *context, Bytes bytes)
{
    Contact *contact = context;
    Writer out = writer_to(contact->scratch);
    Packet packet;
    contact->bytes->in += bytes.size;
    while (client_session_step(&contact->session, &bytes, loop_now(contact->loop), &packet,
                               &out, contact->scratch) == SESSION_PACKET)
        contact->callbacks->packet(contact->context, &packet, &out);
    contact_send(contact, &out);
    arena_reset(contact->scratch);
}

static void on_time(void *context)
{
    Contact *contact = context;
    Writer out = writer_to(contact->scratch);
    client_session_time(&contact->session, loop_now(contact->loop), &out);
    contact_send(contact, &out);
    arena_reset(contact->scratch);
}

static Text why_closed(const Contact *contact, Text why)
{
    const ClientSession *session = &contact->session;
    if (session->state == CLIENT_CONN_CLOSED)
        return text_of(session->text[0] ? session->text : reason_words(session->reason));
    return why.size ? why : TEXT("the connection was lost");
}

static void on_closed(void *context, WireEnd end, Text why)
{
    Contact *contact = context;
    contact->connection = NULL;
    loop_timer_clear(contact->loop, &contact->timer);
    if (contact->left)
        contact->callbacks->free(contact->context);
    else
        contact->callbacks->closed(contact->context, end, why_closed(contact, why));
}

static const WireHandlers handlers = {on_open, on_bytes, NULL, on_closed};

void contact_begin(Contact *contact, Loop *loop, const ContactCallbacks *callbacks,
                   void *context, ContactBytes *bytes, Arena *scratch)
{
    *contact = (Contact){.loop = loop,
                         .callbacks = callbacks,
                         .context = context,
                         .timer = {.function = on_time, .context = contact},
                         .pieces = arena_new(),
                         .bytes = bytes,
                         .scratch = scratch};
}

void contact_connect(Contact *contact, Wire *wire, Text host, unsigned port, const uint8_t *pin,
                     const ClientLimits *limits)
{
    Writer out = writer_to(contact->scratch);
    arena_reset(contact->pieces);
    client_session_free(&contact->session);
    client_session_start(&contact->session, limits, loop_now(contact->loop), contact->pieces,
                         &out);
    contact->connection =
        wire_connect(contact->loop, wire, host, port, pin, &handlers, contact);
    contact_send(contact, &out);
    arena_reset(contact->scratch);
}

void contact_send(Contact *contact, Writer *out)
{
    if (!contact->connection)
        return;
    contact->bytes->out += out->size;
    wire_send(contact->connection, writer_bytes(out));
    if (contact->session.state == CLIENT_CONN_CLOSED)
        wire_finish(contact->connection);
    else
        loop_timer_set(contact->loop, &contact->timer, client_session_due(&contact->session));
}

void contact_free(Contact *contact)
{
    loop_timer_clear(contact->loop, &contact->timer);
    contact->left = true;
    if (!contact->connection) {
        contact->callbacks->free(contact->context);
        return;
    }
    Writer out = writer_to(contact->scratch);
    client_session_close(&contact->session, REASON_LEFT, &out);
    wire_send(contact->connection, writer_bytes(&out));
    wire_finish(contact->connection);
}

void contact_end(Contact *contact)
{
    client_session_free(&contact->session);
    arena_free(contact->pieces);
}
