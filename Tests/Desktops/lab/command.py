"""The small commands that act on the desktop they run in."""
import argparse

from . import LabError, die, here


def gesture(doc, act, *arguments, nth=True):
    """Runs one gesture: parses the options, does it, prints how it was done. Exit code 1 when it could not be done.

    `arguments` are (name, options of add_argument); act gets the parsed options."""
    parser = argparse.ArgumentParser(description=doc)
    for name, options in arguments:
        parser.add_argument(name, **options)
    parser.add_argument("--timeout", type=float, default=10, metavar="SECONDS", help="how long to wait for it (10)")
    if nth:
        parser.add_argument("--nth", type=int, default=1, metavar="N", help="which of several, top to bottom (1)")
    args = parser.parse_args()
    here.require()
    try:
        print(act(args))
    except LabError as error:
        die(str(error), 1)
