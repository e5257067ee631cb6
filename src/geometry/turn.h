/* Sines and cosines that are the same everywhere: the C library's may differ in the last bit,
 * these are sums and products of doubles. */
#ifndef OISIN_GEOMETRY_TURN_H
#define OISIN_GEOMETRY_TURN_H

#include "geometry/vector.h"

/* Of an angle in degrees, of any size; exact at multiples of 90. Within 1e-12. */
double turn_sine(double degrees);
double turn_cosine(double degrees);

/* The quaternion of a turn around an axis of length 1, counter-clockwise seen from its tip. */
Quat turn_around(Vec3 axis, double degrees);

#endif
