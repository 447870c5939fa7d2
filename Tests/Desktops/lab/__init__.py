"""The desktop lab: real notification servers, headless, with a person's hands and eyes."""
import os
import sys

# The folder of the lab's commands.
HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# The display's size in pixels, and its plain background, from which popups stand out.
SIZE = (1280, 800)
BACKGROUND = "#3b5068"


class LabError(Exception):
    """What the lab could not do, and why."""


def die(message, code=2):
    """Ends the command with a message and an exit code."""
    print(f"{os.path.basename(sys.argv[0])}: {message}", file=sys.stderr)
    sys.exit(code)
