/* Sines by Taylor series of angles up to 45 degrees; other angles are reduced to these in
 * degrees, which is exact, as fmod is. */
#include "base/image/turn.h"

/* Sine of 0 to 45 degrees, in radians: a Taylor series, whose 9th term is below 1e-16 there. */
static double small_sine(double x)
{
    const double s = x * x;
    double sum = 1;
    for (int i = 17; i > 1; i -= 2)
        sum = 1 - sum * s / (i * (i - 1));
    return sum * x;
}

static double small_cosine(double x)
{
    const double s = x * x;
    double sum = 1;
    for (int i = 18; i > 0; i -= 2)
        sum = 1 - sum * s / (i * (i - 1));
    return sum;
}

double turn_sine(double degrees)
{
    static const double radians = 0.017453292519943295;
    if (!isfinite(degrees))
        return 0;
    double angle = fmod(degrees, 360);
    if (angle < 0)
        angle += 360;
    const double sign = angle >= 180 ? -1 : 1;
    angle = angle >= 180 ? angle - 180 : angle;
    angle = angle > 90 ? 180 - angle : angle;
    return sign *
           (angle > 45 ? small_cosine((90 - angle) * radians) : small_sine(angle * radians));
}

double turn_cosine(double degrees) { return turn_sine(degrees + 90); }

Quat turn_around(Vec3 axis, double degrees)
{
    const float s = (float)turn_sine(degrees / 2);
    return (Quat){(float)turn_cosine(degrees / 2), axis.x * s, axis.y * s, axis.z * s};
}
