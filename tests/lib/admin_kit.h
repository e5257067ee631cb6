/* An admin interface over loopback, a host that records its calls, and clients that may be as
 * slow and rude as they like; all in one thread. */
#ifndef OISIN_TESTS_ADMIN_KIT_H
#define OISIN_TESTS_ADMIN_KIT_H

#include "kit.h"

#include "base/json.h"
#include "server/admin/admin_routes.h"

#include <arpa/inet.h>
#include <errno.h>
#include <openssl/ssl.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { VISIT_ANSWER = 1 << 18 /* bytes */ };

typedef struct Door {
    Kit *kit;
    Loop *loop;
    Identity identity;
    TngHeader game;
    AdminHost host;
    Admin *admin;
    const char *address;
    SSL_CTX *tls;
    /* what the host says */
    AdminStatus status;
    AdminPlayer players[3]; /* of the third there is one if player_count says so */
    size_t player_count;
    ResultCode result;
    /* ... and received */
    unsigned questions, actions;
    const char *action;
    Text words[2];
} Door;

ResultCode door_note(Door *door, const char *action, Text first, Text second);

#define DOOR_ACTION(word, first, second)                                                       \
    static ResultCode door_##word(void *context, const AdminWords *words, JsonWriter *json)    \
    {                                                                                          \
        Door *door = context;                                                                  \
        (void)words, (void)json;                                                               \
        return door_note(door, #word, first, second);                                          \
    }

Door *door_closed(Kit *kit);
void door_open(Door *door, const AdminOptions *options);
Door *door_new(Kit *kit);
void door_free(Door *door);

typedef struct Visit {
    Door *door;
    int descriptor;
    SSL *ssl;
    BIO *in, *out;
    Text request; /* what is not sent yet */
    char answer[VISIT_ANSWER + 1];
    size_t size;
    bool open, gone; /* TLS stands; the connection has ended */
} Visit;

/* From an address of ours; `request` is sent when TLS stands. */
Visit *visit_from(Door *door, const char *from, const char *request);
Visit *visit_new(Door *door, const char *request);
void visit_free(Visit *visit);

/* Whatever can be done without waiting. */
void visit_go_on(Visit *visit);

/* Turns until it is so, or for some seconds of real time. */
#define DOOR_UNTIL(door, visit, condition)                                                     \
    do {                                                                                       \
        const time_t end_ = time(NULL) + 20;                                                   \
        while (!(condition)) {                                                                 \
            loop_turn((door)->loop, 2);                                                        \
            if (visit)                                                                         \
                visit_go_on(visit);                                                            \
            if (time(NULL) > end_)                                                             \
                fail_msg("%s did not become so", #condition);                                  \
        }                                                                                      \
    } while (0)

unsigned visit_status(const Visit *visit);

/* One whole answer is there, or the connection is gone. */
bool visit_answered(const Visit *visit);

typedef struct Said {
    unsigned status;
    const char *head, *body;
} Said;

/* `METHOD /path`, further headers each with its line end. */
Said door_ask_from(Door *door, const char *from, const char *line, const char *headers);

#define DOOR_HEADER ADMIN_HEADER ": 1\r\n"

Said door_ask(Door *door, const char *path, const char *headers);
json_t *door_json(Door *door, const char *path, const char *headers, unsigned status);

#endif
