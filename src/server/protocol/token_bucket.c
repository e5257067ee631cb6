/* Counts in thousandths: a rate per second adds the same number of thousandths per ms, without
 * rounding. A pause counts as an hour at most, so that the product fits. */
#include "server/protocol/token_bucket.h"

#include <assert.h>

enum { PARTS = 1000, HOUR = 3600 * 1000 /* ms */ };

Budget budget_of(uint32_t per_second, uint32_t max, uint64_t now)
{
    return (Budget){now, (uint64_t)max * PARTS, max, per_second};
}

uint64_t budget_left(Budget *budget, uint64_t now)
{
    if (!budget->per_second)
        return UINT64_MAX;
    /* Per ms, 1/1000 of the rate per second is added. */
    const uint64_t full = (uint64_t)budget->max * PARTS;
    uint64_t passed = now > budget->at ? now - budget->at : 0;
    passed = passed < HOUR ? passed : HOUR;
    budget->left += passed * budget->per_second;
    if (budget->left > full)
        budget->left = full;
    if (now > budget->at)
        budget->at = now;
    return budget->left / PARTS;
}

bool budget_spend(Budget *budget, uint64_t amount, uint64_t now)
{
    if (!budget->per_second)
        return true;
    if (budget_left(budget, now) < amount)
        return false;
    budget->left -= amount * PARTS;
    return true;
}

uint64_t budget_wait(Budget *budget, uint64_t amount, uint64_t now)
{
    assert(!budget->per_second || amount <= budget->max);
    if (budget_left(budget, now) >= amount)
        return 0;
    return (amount * PARTS - budget->left + budget->per_second - 1) / budget->per_second;
}
