"""What answers look like as JSON, to the editors and to the command line."""
