prove.o: src/cli/prove.c src/authoring/prove/prove.h src/base/json.h \
  src/base/stream.h src/base/report.h src/base/arena.h src/base/bytes.h \
  src/base/memory_guard.h src/authoring/prove/prove.def \
  src/base/output/output.h src/base/text.h src/cli/command.h \
  src/kit/job.h src/base/progress.h src/kit/options.def \
  src/cli/options.def src/cli/commands.def src/cli/messages.h \
  src/kit/files.h src/base/folders.h src/project/files.h \
  src/kit/inputs.h

src/authoring/prove/prove.h:

src/base/json.h:

src/base/stream.h:

src/base/report.h:

src/base/arena.h:

src/base/bytes.h:

src/base/memory_guard.h:

src/authoring/prove/prove.def:

src/base/output/output.h:

src/base/text.h:

src/cli/command.h:

src/kit/job.h:

src/base/progress.h:

src/kit/options.def:

src/cli/options.def:

src/cli/commands.def:

src/cli/messages.h:

src/kit/files.h:

src/base/folders.h:

src/project/files.h:

src/kit/inputs.h:
