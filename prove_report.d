prove_report.o: src/authoring/prove/prove_report.c \
  src/authoring/prove/prove_internal.h src/authoring/prove/prove.h \
  src/base/json.h src/base/stream.h src/base/report.h src/base/arena.h \
  src/base/bytes.h src/base/memory_guard.h src/authoring/prove/prove.def \
  src/base/quota.h src/formats/tirnanog/tng.h src/base/deflate.h \
  src/formats/tirnanog/tng_records.h src/base/record.h \
  src/formats/tirnanog/tng_types.def src/base/record_struct.h \
  src/formats/tirnanog/tng.def src/base/record_undefine.h \
  src/formats/tirnanog/tng_sections.def include/oisin.h

src/authoring/prove/prove_internal.h:

src/authoring/prove/prove.h:

src/base/json.h:

src/base/stream.h:

src/base/report.h:

src/base/arena.h:

src/base/bytes.h:

src/base/memory_guard.h:

src/authoring/prove/prove.def:

src/base/quota.h:

src/formats/tirnanog/tng.h:

src/base/deflate.h:

src/formats/tirnanog/tng_records.h:

src/base/record.h:

src/formats/tirnanog/tng_types.def:

src/base/record_struct.h:

src/formats/tirnanog/tng.def:

src/base/record_undefine.h:

src/formats/tirnanog/tng_sections.def:

include/oisin.h:
