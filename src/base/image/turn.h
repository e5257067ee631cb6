/* Sines and cosines with the same result on every machine: those of the C library may differ in
 * the last bit, whereas these consist of sums and products of doubles. */
#ifndef OISIN_BASE_IMAGE_TURN_H
#define OISIN_BASE_IMAGE_TURN_H

#include "base/image/vector.h"

/* Sine and cosine of any angle in degrees; exact at multiples of 90, error below 1e-12. */
double turn_sine(double degrees);
double turn_cosine(double degrees);

/* The quaternion of a rotation around an axis of length 1, counter-clockwise when seen from its
 * tip. */
Quat turn_around(Vec3 axis, double degrees);

#endif
