/* The layouts of all formats whose files are one record: such a format may need no further
 * code. */
#include "base/record.h"

#define RECORD_FILE "kit/formats/formats.def"
#include "base/record_struct.h"

#include "base/record_define.h"
