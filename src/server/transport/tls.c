/* The TLS settings of a program, and the I/O functions with which OpenSSL uses our non-
 * blocking sockets. */
#include "server/transport/wire_internal.h"

#include <errno.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <stdlib.h>

const char *tls_complaint(void)
{
    const unsigned long code = ERR_get_error();
    const char *reason = code ? ERR_reason_error_string(code) : NULL;
    ERR_clear_error();
    return reason ? reason : "unknown reason";
}

/* ---- socket I/O for OpenSSL ---- */

static int descriptor_of(BIO *bio)
{
    return ((const WireConnection *)BIO_get_data(bio))->descriptor;
}

/* Each key update costs time, and OpenSSL processes the next one before it returns: a peer
 * that sends many could block this thread. After too many, reading stops. */
static void count_keys(int writes, int version, int content, const void *data, size_t size,
                       SSL *ssl, void *connection)
{
    (void)version;
    (void)ssl;
    if (!writes && content == SSL3_RT_HANDSHAKE && size &&
        *(const uint8_t *)data == SSL3_MT_KEY_UPDATE)
        ((WireConnection *)connection)->keys++;
}

static bool again(void) { return errno == EAGAIN || errno == EINTR; }

static int socket_read(BIO *bio, char *data, int size)
{
    BIO_clear_retry_flags(bio);
    if (((const WireConnection *)BIO_get_data(bio))->keys > TLS_KEYS_MAX)
        return -1;
    const int64_t count = socket_receive(descriptor_of(bio), data, (size_t)size);
    if (count < 0 && again())
        BIO_set_retry_read(bio);
    return (int)count;
}

static int socket_write(BIO *bio, const char *data, int size)
{
    const int64_t count = socket_send(descriptor_of(bio), data, (size_t)size);
    BIO_clear_retry_flags(bio);
    if (count < 0 && again())
        BIO_set_retry_write(bio);
    return (int)count;
}

static long socket_control(BIO *bio, int command, long number, void *pointer)
{
    (void)bio;
    (void)number;
    (void)pointer;
    return command == BIO_CTRL_FLUSH;
}

static BIO_METHOD *socket_method(void)
{
    BIO_METHOD *method = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "socket");
    if (method && BIO_meth_set_read(method, socket_read) &&
        BIO_meth_set_write(method, socket_write) && BIO_meth_set_ctrl(method, socket_control))
        return method;
    BIO_meth_free(method);
    return NULL;
}

/* ---- settings ---- */

void wire_free(Wire *wire)
{
    if (!wire)
        return;
    SSL_CTX_free(wire->context);
    BIO_meth_free(wire->socket);
    for (struct SpareQueue *spare = wire->spares, *next; spare; spare = next) {
        next = spare->next;
        free(spare);
    }
    free(wire);
}

/* Without read-ahead a connection needs no buffer between two records, and processes one
 * record per turn of the loop; the second system call per record costs less than a
 * microsecond. */
static bool set_up(SSL_CTX *context)
{
    SSL_CTX_set_options(context,
                        SSL_OP_NO_TICKET | SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION);
    SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ENABLE_PARTIAL_WRITE |
                                  SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
    SSL_CTX_set_msg_callback(context, count_keys);
    SSL_CTX_set_verify(context, SSL_VERIFY_NONE, NULL); /* clients check the pin */
    return SSL_CTX_set_min_proto_version(context, TLS1_3_VERSION) &&
           SSL_CTX_set_max_proto_version(context, TLS1_3_VERSION) &&
           SSL_CTX_set_num_tickets(context, 0) && SSL_CTX_set_max_early_data(context, 0) &&
           SSL_CTX_set_ciphersuites(context,
                                    "TLS_AES_128_GCM_SHA256:TLS_CHACHA20_POLY1305_SHA256") &&
           SSL_CTX_set1_groups_list(context, "X25519:P-256");
}

static Wire *wire_new(bool server, Report *report)
{
    Wire *wire = calloc(1, sizeof *wire);
    if (wire) {
        wire->server = server;
        wire->context = SSL_CTX_new(server ? TLS_server_method() : TLS_client_method());
        wire->socket = socket_method();
        if (wire->context && wire->socket && set_up(wire->context))
            return wire;
    }
    report_error(report, "cannot start TLS: %s", tls_complaint());
    wire_free(wire);
    return NULL;
}

/* Prevents a password prompt on the terminal. */
static int no_password(char *out, int size, int writes, void *context)
{
    (void)out;
    (void)size;
    (void)writes;
    (void)context;
    return 0;
}

/* The certificate, then its chain, if any. */
static bool use_certificates(SSL_CTX *context, Bytes pem)
{
    BIO *bio = BIO_new_mem_buf(pem.data, (int)pem.size);
    X509 *first = PEM_read_bio_X509(bio, NULL, no_password, NULL);
    bool good = first && SSL_CTX_use_certificate(context, first);
    X509_free(first);
    for (X509 *next; good && (next = PEM_read_bio_X509(bio, NULL, no_password, NULL));)
        if (!SSL_CTX_add0_chain_cert(context, next)) {
            X509_free(next);
            good = false;
        }
    BIO_free(bio);
    return good;
}

static bool use_key(SSL_CTX *context, Bytes pem)
{
    BIO *bio = BIO_new_mem_buf(pem.data, (int)pem.size);
    EVP_PKEY *key = PEM_read_bio_PrivateKey(bio, NULL, no_password, NULL);
    const bool good = key && SSL_CTX_use_PrivateKey(context, key);
    EVP_PKEY_free(key);
    BIO_free(bio);
    return good;
}

Wire *wire_server(const Identity *identity, Report *report)
{
    Wire *wire = wire_new(true, report);
    if (!wire)
        return NULL;
    ERR_clear_error();
    const char *wrong = NULL;
    if (!use_certificates(wire->context, identity->certificate))
        wrong = "invalid certificate";
    else if (!use_key(wire->context, identity->key))
        wrong = "the key is invalid, or belongs to another certificate";
    else if (!SSL_CTX_check_private_key(wire->context))
        wrong = "the key does not belong to the certificate: different key types (RSA, EC)";
    if (!wrong) {
        ERR_clear_error(); /* the end of the chain is an error */
        return wire;
    }
    report_error(report, "%s: %s", wrong, tls_complaint());
    wire_free(wire);
    return NULL;
}

bool wire_renew(Wire *wire, const Identity *identity, Report *report)
{
    Wire *fresh = wire_server(identity, report);
    if (!fresh)
        return false;
    SSL_CTX *before = wire->context; /* connections hold a reference as long as they need it */
    wire->context = fresh->context;
    fresh->context = before;
    wire_free(fresh);
    return true;
}

Wire *wire_client(Report *report) { return wire_new(false, report); }

Wire *wire_client_web(Report *report)
{
    Wire *wire = wire_new(false, report);
    if (wire)
        wire->web = true;
    return wire;
}

Wire *wire_server_plain(void)
{
    Wire *wire = calloc(1, sizeof *wire);
    if (!wire)
        abort();
    wire->server = true;
    return wire;
}
