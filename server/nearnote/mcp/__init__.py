"""The face for assistants: the Model Context Protocol over stdin and stdout.

Only reading: an assistant finds and reads notes here, and changes none.
"""
