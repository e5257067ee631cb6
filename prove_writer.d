prove_writer.o: tests/lib/prove_writer.c \
  tests/lib/prove_writer_internal.h tests/lib/prove_writer.h

tests/lib/prove_writer_internal.h:

tests/lib/prove_writer.h:
