"""The entry point of the program `sheetgen` and of `python -m sheetgen`."""

import signal


def main() -> None:
    """Run the command line. While its modules are being imported, Ctrl-C ends the process without a traceback."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    from sheetgen.cli.app import main as run_command

    run_command()


if __name__ == "__main__":
    main()
