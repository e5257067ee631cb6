test_prove_files.o: tests/test_prove_files.c tests/lib/evil_res.h \
  tests/lib/kit.h src/base/report.h src/base/arena.h src/base/bytes.h \
  src/base/memory_guard.h src/formats/evil_islands/res.h \
  src/base/record.h src/base/json.h src/base/stream.h \
  src/formats/archive.h src/base/record_struct.h \
  src/formats/evil_islands/res.def src/base/record_undefine.h \
  tests/lib/foreign_game.h src/formats/tirnanog/tng.h src/base/deflate.h \
  src/formats/tirnanog/tng_records.h src/formats/tirnanog/tng_types.def \
  src/formats/tirnanog/tng.def src/formats/tirnanog/tng_sections.def \
  tests/lib/prove_writer.h tests/lib/small_game.h src/project/project.h \
  src/base/progress.h src/project/cache.h src/project/files.h \
  src/project/names.h src/base/hash.h src/project/kinds.def \
  src/script/script.h src/script/code.h src/script/opcodes.def \
  src/script/commands.def src/project/script_positions.h \
  src/formats/tirnanog/tng_scripts.h src/formats/tirnanog/tng_events.def \
  src/project/texts.h src/authoring/prove/prove.h \
  src/authoring/prove/prove.def

tests/lib/evil_res.h:

tests/lib/kit.h:

src/base/report.h:

src/base/arena.h:

src/base/bytes.h:

src/base/memory_guard.h:

src/formats/evil_islands/res.h:

src/base/record.h:

src/base/json.h:

src/base/stream.h:

src/formats/archive.h:

src/base/record_struct.h:

src/formats/evil_islands/res.def:

src/base/record_undefine.h:

tests/lib/foreign_game.h:

src/formats/tirnanog/tng.h:

src/base/deflate.h:

src/formats/tirnanog/tng_records.h:

src/formats/tirnanog/tng_types.def:

src/formats/tirnanog/tng.def:

src/formats/tirnanog/tng_sections.def:

tests/lib/prove_writer.h:

tests/lib/small_game.h:

src/project/project.h:

src/base/progress.h:

src/project/cache.h:

src/project/files.h:

src/project/names.h:

src/base/hash.h:

src/project/kinds.def:

src/script/script.h:

src/script/code.h:

src/script/opcodes.def:

src/script/commands.def:

src/project/script_positions.h:

src/formats/tirnanog/tng_scripts.h:

src/formats/tirnanog/tng_events.def:

src/project/texts.h:

src/authoring/prove/prove.h:

src/authoring/prove/prove.def:
