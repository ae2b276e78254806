"""The command line. Start with `app`, which registers the commands of `commands`, one module for each part of the API.

Commands use `sheetgen.api` and nothing below it but `errors` and `interrupts`. They import the API inside their
functions, so that help and mistyped options do not wait for drawing libraries.
"""
