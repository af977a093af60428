"""One folder of notes in step with the disk and the editor: state, and nothing that answers."""
