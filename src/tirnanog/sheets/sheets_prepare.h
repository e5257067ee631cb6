/* Lists of the sheets whose length the file does not state. */
#ifndef OISIN_TIRNANOG_SHEETS_SHEETS_PREPARE_H
#define OISIN_TIRNANOG_SHEETS_SHEETS_PREPARE_H

/* Allocates the elements of lists of fixed length before the lines are read. */
#define PREPARE(list, counter, number)                                                         \
    do {                                                                                       \
        (list) = arena_alloc(arena, (number), sizeof *(list));                                 \
        (counter) = (number);                                                                  \
    } while (0)

#endif
