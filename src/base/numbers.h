/* The larger and the smaller of two numbers of one type. Arguments are evaluated twice. */
#ifndef OISIN_BASE_NUMBERS_H
#define OISIN_BASE_NUMBERS_H

#define LARGER(a, b) ((a) > (b) ? (a) : (b))
#define SMALLER(a, b) ((a) < (b) ? (a) : (b))

#endif
