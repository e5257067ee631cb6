/* Limits of events that strangers can repeat.
 *
 * Each pair of an event and a network has a bucket of tokens; a further bucket for each event
 * limits all networks together, and what it holds back is counted for its network. There is a
 * fixed number of buckets for networks. When a new one needs a place, the longest unused of a
 * few candidates gives its own, and its count is added to that of the event. */
#include "server/log/log_internal.h"

#include "base/hash.h"
#include "base/text.h"

#include <arpa/inet.h>
#include <stdio.h>

enum { WAYS = 4 /* candidates for a bucket */ };

typedef struct Bucket {
    uint64_t key; /* 0: unused */
    int64_t used; /* time of the last event */
    int64_t refilled, reported;
    uint32_t tokens;
    LogSuppressed suppressed;
} Bucket;

struct LogLimits {
    Bucket networks[LOG_NETWORKS];
    Bucket events[LOG_EVENTS];
};

LogLimits *log_limits_new(Arena *arena)
{
    LogLimits *limits = ARENA_ALLOC(arena, LogLimits, 1);
    for (size_t i = 0; i < LOG_EVENTS; i++) {
        limits->events[i].tokens = LOG_BURST_ALL;
        limits->events[i].suppressed.event = (LogEvent)i;
    }
    return limits;
}

/* ---- networks ---- */

/* "192.0.2.7:5000" and "[2001:db8::1]:5000" without brackets and port. */
static void host_of(Text address, char out[64])
{
    size_t end;
    if (text_starts(address, "["))
        address = text_slice(address, 1, text_find(address, ']', &end) ? end : address.size);
    else if (text_find(address, ':', &end))
        address = text_slice(address, 0, end);
    snprintf(out, 64, "%.*s", (int)address.size, address.at);
}

/* An IPv4 address, or the first 64 bits of an IPv6 address, as for accounts. */
static void network_of(Text address, char out[64])
{
    struct in6_addr six;
    char host[64];
    host_of(address, host);
    if (inet_pton(AF_INET6, host, &six) != 1) {
        memcpy(out, host, sizeof host);
        return;
    }
    memset(six.s6_addr + 8, 0, 8);
    inet_ntop(AF_INET6, &six, out, 56);
    strcat(out, "/64");
}

/* ---- buckets ---- */

static void release(LogLimits *limits, Bucket *bucket)
{
    limits->events[bucket->suppressed.event].suppressed.count += bucket->suppressed.count;
    *bucket = (Bucket){.key = 0};
}

static Bucket *bucket_of(LogLimits *limits, LogEvent event, Text address, int64_t now)
{
    char network[64];
    network_of(address, network);
    const uint64_t key = hash_bytes(event + 1, bytes_of_text(text_of(network))) | 1;
    Bucket *first = &limits->networks[(key >> 8) % (LOG_NETWORKS / WAYS) * WAYS];
    Bucket *oldest = first;
    for (Bucket *bucket = first; bucket < first + WAYS; bucket++) {
        if (bucket->key == key)
            return bucket;
        if (!bucket->key || (oldest->key && bucket->used < oldest->used))
            oldest = bucket;
    }
    release(limits, oldest);
    *oldest = (Bucket){
        .key = key, .refilled = now, .tokens = LOG_BURST, .suppressed = {.event = event}};
    memcpy(oldest->suppressed.network, network, sizeof network);
    return oldest;
}

/* Adds `amount` tokens for every `seconds` that have passed. The clock may be set back. */
static void refill(Bucket *bucket, uint32_t amount, int64_t seconds, uint32_t max, int64_t now)
{
    if (now < bucket->refilled)
        bucket->refilled = now;
    const int64_t steps = (now - bucket->refilled) / seconds;
    bucket->refilled += steps * seconds;
    bucket->tokens = steps < max && bucket->tokens + (uint64_t)steps * amount < max
                         ? bucket->tokens + (uint32_t)steps * amount
                         : max;
}

/* Returns false. */
static bool count_suppressed(Bucket *bucket, int64_t now)
{
    if (!bucket->suppressed.count++)
        bucket->reported = now;
    return false;
}

static bool take(Bucket *bucket, int64_t now)
{
    bucket->used = now;
    if (!bucket->tokens)
        return count_suppressed(bucket, now);
    bucket->tokens--;
    return true;
}

bool log_limits_take(LogLimits *limits, LogEvent event, Text address, int64_t now)
{
    Bucket *all = &limits->events[event];
    refill(all, LOG_ALL_SECOND, 1, LOG_BURST_ALL, now);
    if (!address.size)
        return take(all, now);
    Bucket *bucket = bucket_of(limits, event, address, now);
    refill(bucket, 1, LOG_SECONDS, LOG_BURST, now);
    if (!take(bucket, now))
        return false;
    if (!all->tokens)
        return count_suppressed(bucket, now); /* so that its report names the network */
    all->tokens--;
    return true;
}

static bool report(Bucket *bucket, int64_t now, bool all, LogSuppressed *out)
{
    const bool due = now >= bucket->reported + LOG_REPORT_SECONDS || now < bucket->reported;
    if (!bucket->suppressed.count || !(all || due))
        return false;
    *out = bucket->suppressed;
    bucket->suppressed.count = 0;
    return true;
}

bool log_limits_next(LogLimits *limits, int64_t now, bool all, LogSuppressed *out)
{
    for (size_t i = 0; i < LOG_NETWORKS; i++)
        if (report(&limits->networks[i], now, all, out))
            return true;
    for (size_t i = 0; i < LOG_EVENTS; i++)
        if (report(&limits->events[i], now, all, out))
            return true;
    return false;
}
