"""The desktop that a command of the lab runs in."""
import os
import subprocess
import time

from . import LabError, die
from .servers import SERVERS

SERVER = os.environ.get("LAB_SERVER", "")
DISPLAY = os.environ.get("LAB_DISPLAY", "")
KIND = SERVERS[SERVER].kind if SERVER in SERVERS else ""
ROOT = SERVERS[SERVER].root if SERVER in SERVERS else None


def require():
    """Ends the command where there is no desktop to look at."""
    if not SERVER:
        die("run it inside a desktop: Tests/Desktops/desktop SERVER -- ...")
    if DISPLAY not in ("x11", "sway", "gnome"):
        die(f"not for a desktop without a display: {SERVER}")


def size():
    """The display's width and height."""
    width, height = (int(n) for n in os.environ["LAB_SIZE"].split("x"))
    return width, height


def run(argv, **kwargs):
    """What a program prints; raises LabError when it fails."""
    done = subprocess.run(argv, capture_output=True, text=True, check=False, **kwargs)
    if done.returncode:
        raise LabError(f"{' '.join(argv)}: {done.stderr.strip() or done.returncode}")
    return done.stdout


def retry(what, test, timeout):
    """The first true value of a test, within so many seconds."""
    end = time.monotonic() + timeout
    while True:
        value = test()
        if value:
            return value
        if time.monotonic() > end:
            raise LabError(f"{what}: not within {timeout:g} s")
        time.sleep(0.1)


def settled(look, what, timeout):
    """What look() finds once two looks in a row agree: popups slide in."""
    end = time.monotonic() + timeout
    last = None
    while time.monotonic() < end:
        now = look()
        if now and now == last:
            return now
        last = now
        time.sleep(0.15)
    raise LabError(f"{what}: not on the screen within {timeout:g} s")
