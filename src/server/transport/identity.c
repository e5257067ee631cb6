/* Makes and reads certificates with OpenSSL. Each function clears OpenSSL's queue of errors,
 * which belongs to the thread: otherwise an error from here would be reported for the next
 * connection. */
#include "server/transport/identity.h"

#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>
#include <time.h>

enum { DAY = 24 * 3600 /* s */, YEARS_VALID = 10 };

static Bytes bytes_of_bio(BIO *bio, Arena *arena)
{
    char *data = NULL;
    const long size = BIO_get_mem_data(bio, &data);
    return arena_copy(arena, (Bytes){(const uint8_t *)data, size > 0 ? (size_t)size : 0});
}

/* The passphrase is empty: without one, OpenSSL would ask for it at the terminal. */
static EVP_PKEY *key_read(Bytes pem)
{
    BIO *bio = BIO_new_mem_buf(pem.data, (int)pem.size);
    EVP_PKEY *key = bio ? PEM_read_bio_PrivateKey(bio, NULL, NULL, (void *)"") : NULL;
    BIO_free(bio);
    return key;
}

/* 63 bits, as usual. */
static bool set_serial(X509 *certificate)
{
    uint64_t serial = 0;
    return RAND_bytes((unsigned char *)&serial, sizeof serial) == 1 &&
           ASN1_INTEGER_set_uint64(X509_get_serialNumber(certificate), serial >> 1 | 1);
}

static bool set_name(X509 *certificate)
{
    X509_NAME *name = X509_get_subject_name(certificate);
    return X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC,
                                      (const unsigned char *)"TirNanoG server", -1, -1, 0) &&
           X509_set_issuer_name(certificate, name);
}

static X509 *certificate_for(EVP_PKEY *key, int64_t now)
{
    X509 *certificate = X509_new();
    const time_t from = (time_t)(now - DAY),
                 to = (time_t)(now + (int64_t)YEARS_VALID * 365 * DAY);
    if (certificate && X509_set_version(certificate, X509_VERSION_3) &&
        set_serial(certificate) && set_name(certificate) &&
        ASN1_TIME_set(X509_getm_notBefore(certificate), from) &&
        ASN1_TIME_set(X509_getm_notAfter(certificate), to) &&
        X509_set_pubkey(certificate, key) && X509_sign(certificate, key, EVP_sha256()))
        return certificate;
    X509_free(certificate);
    return NULL;
}

bool identity_make(int64_t now, Bytes key_pem, Identity *out, Arena *arena, Report *report)
{
    EVP_PKEY *key = key_pem.size ? key_read(key_pem) : EVP_EC_gen("P-256");
    X509 *certificate = key ? certificate_for(key, now) : NULL;
    BIO *bio = BIO_new(BIO_s_mem()), *key_bio = BIO_new(BIO_s_mem());
    const bool good = certificate && bio && key_bio && PEM_write_bio_X509(bio, certificate) &&
                      PEM_write_bio_PrivateKey(key_bio, key, NULL, NULL, 0, NULL, NULL);
    if (good)
        *out = (Identity){bytes_of_bio(bio, arena), bytes_of_bio(key_bio, arena)};
    BIO_free(bio);
    BIO_free(key_bio);
    X509_free(certificate);
    EVP_PKEY_free(key);
    ERR_clear_error();
    return good || report_error(report, "%s",
                                key_pem.size ? "cannot read the key"
                                             : "cannot create a key and certificate");
}

bool identity_pin(Bytes pem, uint8_t out[PIN_SIZE], Report *report)
{
    BIO *bio = BIO_new_mem_buf(pem.data, (int)pem.size);
    X509 *certificate = bio ? PEM_read_bio_X509(bio, NULL, NULL, (void *)"") : NULL;
    unsigned size = PIN_SIZE;
    const bool good = certificate && X509_digest(certificate, EVP_sha256(), out, &size);
    X509_free(certificate);
    BIO_free(bio);
    ERR_clear_error();
    return good || report_error(report, "cannot read the certificate");
}

static bool seconds_of(const ASN1_TIME *time, int64_t *out)
{
    ASN1_TIME *epoch = ASN1_TIME_set(NULL, 0);
    int days = 0, seconds = 0;
    const bool good = time && epoch && ASN1_TIME_diff(&days, &seconds, epoch, time);
    ASN1_TIME_free(epoch);
    *out = (int64_t)days * 86400 + seconds;
    return good;
}

bool identity_validity(Bytes pem, int64_t *from, int64_t *until, Report *report)
{
    BIO *bio = BIO_new_mem_buf(pem.data, (int)pem.size);
    X509 *certificate = bio ? PEM_read_bio_X509(bio, NULL, NULL, (void *)"") : NULL;
    const bool good = certificate && seconds_of(X509_get0_notBefore(certificate), from) &&
                      seconds_of(X509_get0_notAfter(certificate), until);
    X509_free(certificate);
    BIO_free(bio);
    ERR_clear_error();
    return good || report_error(report, "cannot read the certificate");
}
