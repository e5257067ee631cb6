prove_writer_save.o: tests/lib/prove_writer_save.c \
  tests/lib/prove_writer_internal.h tests/lib/prove_writer.h

tests/lib/prove_writer_internal.h:

tests/lib/prove_writer.h:
