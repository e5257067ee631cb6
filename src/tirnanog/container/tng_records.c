/* Defines the record layouts of tng.def and of the value types in tng_types.def. Bytecode is
 * defined by hand, because it has the form of a byte and not of a number. */
#include "tirnanog/container/tng_records.h"

#define MEANING(name_, type, bytes_, is_signed, kind, doc_)                                    \
    const RecordLayout name_##_layout = {.name = #name_,                                       \
                                         .doc = doc_,                                          \
                                         .form = is_signed ? FORM_SIGNED : FORM_UNSIGNED,      \
                                         .bytes = bytes_,                                      \
                                         .derived = KIND_##kind == KIND_DERIVED,               \
                                         .meaning = KIND_##kind,                               \
                                         .size = sizeof(type)};
#include "tirnanog/container/tng_types.def"
#undef MEANING

const RecordLayout Bytecode_layout = {.name = "Bytecode",
                                      .doc = "a script's instructions",
                                      .form = FORM_BYTE,
                                      .bytes = 1,
                                      .meaning = KIND_BYTECODE,
                                      .size = sizeof(Bytecode)};

#define RECORD_FILE "tirnanog/container/tng.def"
#include "base/record_define.h"
