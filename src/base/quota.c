/* Quotas. One that was exceeded stays so, without a second message: callers that continue in a
 * loop report the error once. */
#include "base/quota.h"

#include <inttypes.h>

Quota quota_of(uint64_t total, const char *unit) { return (Quota){total, total, unit}; }

Quota quota_of_file(size_t file_size, uint64_t min, unsigned factor, const char *unit)
{
    const uint64_t by_size = (uint64_t)file_size * factor;
    return quota_of(by_size > min ? by_size : min, unit);
}

/* The value of `left` in an exceeded quota; larger than any total. */
#define EXCEEDED UINT64_MAX

bool quota_exceeded(const Quota *quota) { return quota->left == EXCEEDED; }

bool quota_take(Quota *quota, uint64_t amount, Report *report)
{
    if (quota_exceeded(quota))
        return false;
    if (amount > quota->left) {
        quota->left = EXCEEDED;
        return report_error(report, "the file claims more than %" PRIu64 " %s", quota->total,
                            quota->unit);
    }
    quota->left -= amount;
    return true;
}
