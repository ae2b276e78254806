"""The commands, grouped by purpose: printing, scoring, scanning, simulation, layout files and serving."""
