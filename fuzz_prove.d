fuzz_prove.o: fuzz/fuzz_prove.c fuzz/repaired.h src/base/deflate.h \
  src/base/report.h src/base/arena.h src/base/bytes.h \
  src/base/memory_guard.h src/base/stream.h src/authoring/prove/prove.h \
  src/base/json.h src/authoring/prove/prove.def \
  src/formats/tirnanog/tng.h src/formats/tirnanog/tng_records.h \
  src/base/record.h src/formats/tirnanog/tng_types.def \
  src/base/record_struct.h src/formats/tirnanog/tng.def \
  src/base/record_undefine.h src/formats/tirnanog/tng_sections.def

fuzz/repaired.h:

src/base/deflate.h:

src/base/report.h:

src/base/arena.h:

src/base/bytes.h:

src/base/memory_guard.h:

src/base/stream.h:

src/authoring/prove/prove.h:

src/base/json.h:

src/authoring/prove/prove.def:

src/formats/tirnanog/tng.h:

src/formats/tirnanog/tng_records.h:

src/base/record.h:

src/formats/tirnanog/tng_types.def:

src/base/record_struct.h:

src/formats/tirnanog/tng.def:

src/base/record_undefine.h:

src/formats/tirnanog/tng_sections.def:
