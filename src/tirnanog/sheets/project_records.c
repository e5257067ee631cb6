/* Defines the record layouts of project_records.def and the layouts of Word and SlotNumber,
 * which are values of text files only. */
#include "tirnanog/sheets/project_records.h"

/* A Word is opaque to the code that reads and writes records: it has no binary form. */
static const Field *no_fields(size_t *count)
{
    *count = 0;
    return NULL;
}

const RecordLayout Word_layout = {.name = "Word",
                                  .doc = "a name",
                                  .form = FORM_RECORD,
                                  .size = sizeof(Word),
                                  .fields = no_fields};
const RecordLayout SlotNumber_layout = {.name = "SlotNumber",
                                        .doc = "an equipment slot",
                                        .form = FORM_UNSIGNED,
                                        .bytes = 1,
                                        .size = sizeof(SlotNumber)};

#define RECORD_FILE "tirnanog/sheets/project_records.def"
#include "base/record_define.h"
