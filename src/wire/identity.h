/* Who a server is: a certificate with its key, made by ourselves or given; and what clients
 * remember of it: the SHA-256 of the certificate, pinned on first use. */
#ifndef OISIN_WIRE_IDENTITY_H
#define OISIN_WIRE_IDENTITY_H

#include "base/stream.h"

enum { PIN_SIZE = 32 }; /* bytes of a SHA-256 */

/* Both as PEM. */
typedef struct Identity {
    Bytes certificate, key;
} Identity;

/* A new one: ECDSA on P-256, signed by itself, for ten years from `now` (seconds since 1970;
 * a day is taken off for clocks that go wrong). With the key `key` (PEM) if it is not empty. */
bool identity_make(int64_t now, Bytes key, Identity *out, Arena *arena, Report *report);

/* Reads both files. What is missing is made: the key for its owner only (0600), then a
 * certificate for it, each written beside and renamed. A certificate without its key is an
 * error: a new one would be refused by all who know the old one. */
bool identity_files(const char *certificate_path, const char *key_path, int64_t now,
                    Identity *out, Arena *arena, Report *report);

/* Reads both files and makes nothing: for a server that renews its certificate while it runs,
 * which clients have pinned. A missing file is an error. */
bool identity_read(const char *certificate_path, const char *key_path, Identity *out,
                   Arena *arena, Report *report);

/* The pin of a PEM certificate (the first, if there is a chain). */
bool identity_pin(Bytes certificate, uint8_t out[PIN_SIZE], Report *report);

/* ---- what clients remember: a text file, `HOST PORT SHA256` on each line ---- */

typedef enum Known {
    KNOWN_NOT, /* connect, and remember what it shows */
    KNOWN_PIN, /* it must show this one */
    KNOWN_BAD, /* its line is damaged: nobody can be trusted; reported */
} Known;

/* `file`: the whole content; empty if there is none. Lines that begin with # say nothing. */
Known known_hosts_find(Text file, Text host, unsigned port, uint8_t out[PIN_SIZE],
                       Report *report);
/* The new content, with this line instead of the host's old one or at the end. */
Text known_hosts_add(Text file, Text host, unsigned port, const uint8_t pin[PIN_SIZE],
                     Arena *arena);

#endif
