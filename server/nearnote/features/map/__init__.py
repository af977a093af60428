"""A picture of the notes: where each lies by what it says, and what can be read off from there."""
