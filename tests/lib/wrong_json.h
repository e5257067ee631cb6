/* JSON documents with one wrong value: each value of a document in turn is replaced by another
 * one or removed. */
#ifndef OISIN_TESTS_WRONG_JSON_H
#define OISIN_TESTS_WRONG_JSON_H

#include "kit.h"

#include "base/json.h"

/* Receives the root of a document; it may not change it. */
typedef void WrongJsonTry(void *context, const json_t *root);

/* Writes to `log` what is wrong, then calls `attempt`. The key "format" is removed and values
 * of "data" are not changed. Of lists in lists only the first two elements and the last one are
 * changed. */
void wrong_json_each(Text document, Writer *log, WrongJsonTry *attempt, void *context);

#endif
