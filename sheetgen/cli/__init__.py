"""The command line. `app` registers the commands, which are in `commands`, one module each.

Commands are written on `sheetgen.api` and on nothing below it. They import it inside their functions, so that help and
mistyped options need not wait for drawing libraries.
"""
