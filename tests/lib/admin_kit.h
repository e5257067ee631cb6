/* An admin interface at a socket in a temporary folder, a host that records its calls, and
 * clients that may be as slow and rude as they like; all in one thread. */
#ifndef OISIN_TESTS_ADMIN_KIT_H
#define OISIN_TESTS_ADMIN_KIT_H

#include "kit.h"

#include "base/json.h"
#include "server/admin/admin_routes.h"

#include <errno.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { VISIT_ANSWER = 1 << 18 /* bytes */ };

typedef struct Door {
    Kit *kit;
    Loop *loop;
    TngHeader game;
    AdminHost host;
    Admin *admin;
    char folder[40];
    const char *path; /* of the socket */
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
void door_open(Door *door, unsigned timeout);
Door *door_new(Kit *kit);
void door_free(Door *door);

typedef struct Visit {
    Door *door;
    int descriptor;
    Text request; /* what is not sent yet */
    char answer[VISIT_ANSWER + 1];
    size_t size;
    bool gone; /* the connection has ended */
} Visit;

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
Said door_ask_line(Door *door, const char *line, const char *headers);
Said door_ask(Door *door, const char *path);
json_t *door_json(Door *door, const char *path, unsigned status);

#endif
