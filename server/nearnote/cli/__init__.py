"""The command line: one file a command, each a function of parsed arguments to an exit code."""
