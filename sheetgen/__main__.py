"""`python -m sheetgen` is the same as `sheetgen`."""

from sheetgen.cli.app import main

main()
