/* Random programs: the grammar walked with a seeded generator. */
#ifndef OISIN_TESTS_SCRIPT_AUTHOR_H
#define OISIN_TESTS_SCRIPT_AUTHOR_H

#include "base/stream.h"
#include "script_names.h"

typedef struct Author {
    uint32_t state;
    Writer out;
} Author;

void print_expression(Author *author, unsigned depth);
void print_statements(Author *author, unsigned depth);

#endif
