/* Token buckets: how much may be spent, and when again. */
#include "lib/kit.h"

#include "server/protocol/token_bucket.h"

static void pause_refills_the_budget(void **state)
{
    (void)state;
    Budget budget = budget_of(10, 5, 1000);
    assert_int_equal(budget_left(&budget, 1000), 5);
    assert_true(budget_spend(&budget, 5, 1000));
    assert_false(budget_spend(&budget, 1, 1099));
    assert_true(budget_spend(&budget, 1, 1100));
    assert_false(budget_spend(&budget, 1, 1100));
    assert_int_equal(budget_left(&budget, 1400), 3);
    assert_int_equal(budget_left(&budget, 9999), 5);
    assert_true(budget_spend(&budget, 5, 9999));
    assert_int_equal(budget_left(&budget, 5000), 0); /* a clock that goes back */
}

static void zero_rate_means_unlimited(void **state)
{
    (void)state;
    Budget budget = budget_of(0, 0, 0);
    assert_true(budget_spend(&budget, UINT32_MAX, 0));
    assert_int_equal(budget_wait(&budget, 7, 0), 0);
    assert_true(budget_left(&budget, 0) == UINT64_MAX);
}

/* A rest of less than one unit is not spent, and does not count against what is there. */
static void wait_ends_when_the_amount_is_there(void **state)
{
    (void)state;
    Budget budget = budget_of(10, 5, 0);
    assert_true(budget_spend(&budget, 5, 0));
    assert_int_equal(budget_wait(&budget, 1, 0), 100);
    assert_int_equal(budget_wait(&budget, 2, 50), 150);
    assert_int_equal(budget_wait(&budget, 2, 200), 0);
    assert_int_equal(budget_wait(&budget, 2, 250), 0); /* 2.5 are left */
    assert_true(budget_spend(&budget, 2, 250));
    assert_int_equal(budget_wait(&budget, 1, 250), 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pause_refills_the_budget),
        cmocka_unit_test(zero_rate_means_unlimited),
        cmocka_unit_test(wait_ends_when_the_amount_is_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
