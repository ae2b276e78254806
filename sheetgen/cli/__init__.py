"""The commands. Heavy imports happen inside them, so that help and errors come at once."""
