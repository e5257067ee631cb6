prove_same_code.o: src/authoring/prove/prove_same_code.c \
  src/authoring/prove/prove_same.h src/formats/tirnanog/tng.h \
  src/base/deflate.h src/base/report.h src/base/arena.h src/base/bytes.h \
  src/base/memory_guard.h src/formats/tirnanog/tng_records.h \
  src/base/record.h src/base/json.h src/base/stream.h \
  src/formats/tirnanog/tng_types.def src/base/record_struct.h \
  src/formats/tirnanog/tng.def src/base/record_undefine.h \
  src/formats/tirnanog/tng_sections.def src/base/hash.h \
  src/formats/tirnanog/tng_scripts.h src/formats/tirnanog/tng_events.def \
  src/script/code.h src/script/opcodes.def src/script/commands.def

src/authoring/prove/prove_same.h:

src/formats/tirnanog/tng.h:

src/base/deflate.h:

src/base/report.h:

src/base/arena.h:

src/base/bytes.h:

src/base/memory_guard.h:

src/formats/tirnanog/tng_records.h:

src/base/record.h:

src/base/json.h:

src/base/stream.h:

src/formats/tirnanog/tng_types.def:

src/base/record_struct.h:

src/formats/tirnanog/tng.def:

src/base/record_undefine.h:

src/formats/tirnanog/tng_sections.def:

src/base/hash.h:

src/formats/tirnanog/tng_scripts.h:

src/formats/tirnanog/tng_events.def:

src/script/code.h:

src/script/opcodes.def:

src/script/commands.def:
