/* The identity of a server: a certificate with its key, generated or given, and the pins of
 * clients: the SHA-256 of a server's certificate, remembered on first use. */
#ifndef OISIN_SERVER_TRANSPORT_IDENTITY_H
#define OISIN_SERVER_TRANSPORT_IDENTITY_H

#include "base/stream.h"

enum { PIN_SIZE = 32 }; /* bytes of a SHA-256 */

/* Both are PEM. */
typedef struct Identity {
    Bytes certificate, key;
} Identity;

/* Creates a self-signed certificate: ECDSA on P-256, valid for ten years from a day before
 * `now` (seconds since 1970), to allow for wrong clocks. Uses the key `key` (PEM) if it is
 * not empty. */
bool identity_make(int64_t now, Bytes key, Identity *out, Arena *arena, Report *report);

/* Reads both files. Missing files are created: the key with mode 0600, then a certificate for
 * it (base/output/output.h). A certificate without its key is an error, since clients that have
 * pinned it would refuse a new one. On failure, returns false and reports an error. */
bool identity_files(const char *certificate_path, const char *key_path, int64_t now,
                    Identity *out, Arena *arena, Report *report);

/* Reads both files; a missing file is an error. Used to renew the certificate of a running
 * server. */
bool identity_read(const char *certificate_path, const char *key_path, Identity *out,
                   Arena *arena, Report *report);

/* The pin of a PEM certificate (of a chain: the first). */
bool identity_pin(Bytes certificate, uint8_t out[PIN_SIZE], Report *report);

/* From when and until when a PEM certificate is valid (of a chain: the first), in seconds since
 * 1970. On failure, returns false and reports an error. */
bool identity_validity(Bytes certificate, int64_t *from, int64_t *until, Report *report);

/* ---- pins of clients: a text file with `HOST PORT SHA256` on each line ---- */

typedef enum Known {
    KNOWN_NOT, /* unknown: connect, and remember its pin */
    KNOWN_PIN, /* the certificate must have this pin */
    KNOWN_BAD, /* damaged line: do not connect; reported */
} Known;

/* `file`: the whole content; empty if there is no file. Lines that begin with # are
 * comments. */
Known known_hosts_find(Text file, Text host, unsigned port, uint8_t out[PIN_SIZE],
                       Report *report);
/* Returns the content with this line in place of the host's old one, or at the end. */
Text known_hosts_add(Text file, Text host, unsigned port, const uint8_t pin[PIN_SIZE],
                     Arena *arena);

#endif
