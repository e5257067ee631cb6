test_prove.o: tests/test_prove.c tests/lib/kit.h src/base/report.h \
  src/base/arena.h src/base/bytes.h src/base/memory_guard.h \
  tests/lib/prove_writer.h src/authoring/prove/prove.h src/base/json.h \
  src/base/stream.h src/authoring/prove/prove.def

tests/lib/kit.h:

src/base/report.h:

src/base/arena.h:

src/base/bytes.h:

src/base/memory_guard.h:

tests/lib/prove_writer.h:

src/authoring/prove/prove.h:

src/base/json.h:

src/base/stream.h:

src/authoring/prove/prove.def:
