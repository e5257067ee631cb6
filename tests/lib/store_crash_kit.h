/* Batches that can be told apart, so that it can be said of a store which of them it holds,
 * and that it holds that one whole; and a program that writes them until it is killed. */
#ifndef OISIN_TESTS_STORE_CRASH_KIT_H
#define OISIN_TESTS_STORE_CRASH_KIT_H

#include "store_kit.h"

enum { ROWS = 5, ROW_SIZE = 3000, BIG_ROW_SIZE = 80000, RECEIPTS = 300 };

/* Batch n makes each of the rows say n, and adds the receipt n. */
StoreBatch *batch_of(Store *store, uint32_t n, size_t row_size);

/* The batch that the store holds; 0 none. Fails unless it holds exactly that one. */
uint32_t batch_held(Store *store);

typedef struct Said {
    int pipe;
    uint32_t number;
} Said;

uint32_t kill_one(uint32_t from);

/* How often something is killed. */
int crash_rounds(void);

#endif
