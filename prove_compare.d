prove_compare.o: src/authoring/prove/prove_compare.c \
  src/authoring/prove/prove_internal.h src/authoring/prove/prove.h \
  src/base/json.h src/base/stream.h src/base/report.h src/base/arena.h \
  src/base/bytes.h src/base/memory_guard.h src/authoring/prove/prove.def \
  src/base/quota.h src/formats/tirnanog/tng.h src/base/deflate.h \
  src/formats/tirnanog/tng_records.h src/base/record.h \
  src/formats/tirnanog/tng_types.def src/base/record_struct.h \
  src/formats/tirnanog/tng.def src/base/record_undefine.h \
  src/formats/tirnanog/tng_sections.def src/authoring/prove/prove_same.h \
  src/base/hash.h src/formats/difference.h src/formats/format.h \
  src/formats/formats.def src/base/record_ignore.h \
  src/formats/evil_islands/cam.def src/formats/evil_islands/bon.def \
  src/formats/evil_islands/anm.def src/formats/evil_islands/anm2.def \
  src/formats/evil_islands/mp.def src/formats/evil_islands/sec.def \
  src/formats/evil_islands/saveshot.def src/project/project.h \
  src/base/progress.h src/project/cache.h src/project/files.h \
  src/project/names.h src/project/kinds.def src/script/script.h \
  src/script/code.h src/script/opcodes.def src/script/commands.def \
  src/project/script_positions.h src/formats/tirnanog/tng_scripts.h \
  src/formats/tirnanog/tng_events.def src/project/texts.h

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

src/authoring/prove/prove_same.h:

src/base/hash.h:

src/formats/difference.h:

src/formats/format.h:

src/formats/formats.def:

src/base/record_ignore.h:

src/formats/evil_islands/cam.def:

src/formats/evil_islands/bon.def:

src/formats/evil_islands/anm.def:

src/formats/evil_islands/anm2.def:

src/formats/evil_islands/mp.def:

src/formats/evil_islands/sec.def:

src/formats/evil_islands/saveshot.def:

src/project/project.h:

src/base/progress.h:

src/project/cache.h:

src/project/files.h:

src/project/names.h:

src/project/kinds.def:

src/script/script.h:

src/script/code.h:

src/script/opcodes.def:

src/script/commands.def:

src/project/script_positions.h:

src/formats/tirnanog/tng_scripts.h:

src/formats/tirnanog/tng_events.def:

src/project/texts.h:
