prove_writer_bytes.o: tests/lib/prove_writer_bytes.c \
  tests/lib/prove_writer_internal.h tests/lib/prove_writer.h

tests/lib/prove_writer_internal.h:

tests/lib/prove_writer.h:
