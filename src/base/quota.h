/* Quotas: limits on the total work that one file may cause.
 *
 * A limit per item does not limit the sum: a game of 11 KB can refer to one large picture 200
 * times, or describe 60,000 objects whose JSON would have 270 MB. A job therefore has one quota
 * for each resource (decoded pixels, bytes of JSON, files) and charges it before it does the
 * work. The first charge that exceeds the quota is reported, and the job ends with that error.
 */
#ifndef OISIN_BASE_QUOTA_H
#define OISIN_BASE_QUOTA_H

#include "base/report.h"

typedef struct Quota {
    uint64_t left, total;
    const char *unit; /* plural, for the message: "pixels of atlases" */
} Quota;

Quota quota_of(uint64_t total, const char *unit);
/* `factor` for each byte of the file, at least `min`: normal files stay far below. */
Quota quota_of_file(size_t file_size, uint64_t min, unsigned factor, const char *unit);

/* Charges the quota. Returns false if less is left, and reports an error the first time. */
bool quota_take(Quota *quota, uint64_t amount, Report *report);
/* Whether a charge was refused. */
bool quota_exceeded(const Quota *quota);

#endif
