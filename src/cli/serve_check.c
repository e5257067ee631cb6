/* `oisin serve --check`. */
#include "cli/serve_internal.h"
bool serve_check(Serving *serving)
{
    (void)serving;
    return true;
}
