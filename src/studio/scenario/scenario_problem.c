/* Why a step cannot be done. */
#include "studio/scenario/scenario_internal.h"

bool run_fail(Run *run, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    run->problem = arena_vformat(run->results, format, arguments);
    va_end(arguments);
    return false;
}

bool run_fail_anyway(Run *run, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    run->problem = arena_vformat(run->results, format, arguments);
    va_end(arguments);
    run->senseless = true;
    return false;
}
