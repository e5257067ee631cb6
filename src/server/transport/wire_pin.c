/* The certificate of a server: compared with the pin of a client, if it has one; otherwise the
 * caller may store the pin. */
#include "server/transport/wire_internal.h"

#include <openssl/x509.h>

bool dial_check(WireConnection *connection)
{
    Dial *dial = connection->dial;
    X509 *certificate = SSL_get1_peer_certificate(connection->ssl);
    unsigned size = PIN_SIZE;
    const bool good = certificate && X509_digest(certificate, EVP_sha256(), dial->shown, &size);
    X509_free(certificate);
    if (!good) {
        wire_connection_end(connection, WIRE_REFUSED, "the server has no certificate");
    } else if (dial->pinned && memcmp(dial->pin, dial->shown, PIN_SIZE) != 0) {
        wire_connection_end(
            connection, WIRE_CHANGED,
            "the certificate of %s, port %u, has changed: either the "
            "server has a new certificate, or another machine answers in its place",
            dial->host, dial->port);
    }
    return !connection->ended;
}

const uint8_t *wire_pin(const WireConnection *connection)
{
    return connection->dial && connection->open ? connection->dial->shown : NULL;
}
