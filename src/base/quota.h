/* What one file may claim in all.
 *
 * A limit per item does not bound the sum: a game of 11 KB can name one large picture 200
 * times, or describe 60,000 objects whose JSON takes 270 MB. A job therefore keeps one quota
 * for each kind of claim (decoded pixels, bytes of JSON, files) and charges every claim before
 * it does the work. A quota that is used up is reported once; the job ends with that error. */
#ifndef OISIN_BASE_QUOTA_H
#define OISIN_BASE_QUOTA_H

#include "base/report.h"

typedef struct Quota {
    uint64_t left, total;
    const char *unit; /* plural, for the message: "pixels of atlases" */
} Quota;

Quota quota_of(uint64_t total, const char *unit);
/* `factor` for each byte of the file, and at least `min`: healthy files stay far below. */
Quota quota_of_file(size_t file_size, uint64_t min, unsigned factor, const char *unit);

/* Charges a claim. False, and an error the first time, if less is left. */
bool quota_take(Quota *budget, uint64_t amount, Report *report);
/* Whether a claim was refused. */
bool quota_exceeded(const Quota *budget);

#endif
