/* The commands of one program, the one for which PROGRAM_IS_id is defined: this file is
 * compiled once for each row of cli/programs.def, and for Windows with several of them; and how
 * it understands words that name none of them. What a program does not run is not linked into
 * it. */
#include "cli/command_line.h"
#include "cli/invocation.h"

#ifdef PROGRAM_IS_core
#define RUN_core(name) command_##name
#else
#define RUN_core(name) NULL
#endif
#ifdef PROGRAM_IS_player
#define RUN_player(name) command_##name
#else
#define RUN_player(name) NULL
#endif
#ifdef PROGRAM_IS_server
#define RUN_server(name) command_##name
#else
#define RUN_server(name) NULL
#endif
#ifdef PROGRAM_IS_view
#define RUN_view(name) command_##name
#else
#define RUN_view(name) NULL
#endif

CommandRun *const command_runs[COMMAND_COUNT] = {
#define COMMAND(name, program, takes, arguments, min, max, summary, text) RUN_##program(name),
#include "cli/commands.def"
#undef COMMAND
};

#if defined PROGRAM_IS_core
MeantCommand *const meant_command = called_name_command;
#elif defined PROGRAM_IS_player
MeantCommand *const meant_command = own_game_command;
#else
MeantCommand *const meant_command = NULL;
#endif
