"""Hands: the mouse and the keyboard of each display."""
import os
import socket
import time

from . import LabError, gnome, here

BUTTONS = {"left": 1, "middle": 2, "right": 3}
# Milliseconds between typed keys on X11; how long a new Wayland keyboard must be known before it types.
KEY_DELAY, KEYBOARD_DELAY = "20", "200"
# X11 key symbols of the keys that have no character.
KEYSYMS = {"Return": 0xff0d}


def order(text):
    """An order to sway's mouse (wayland_pointer.py)."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sock:
        sock.sendto(text.encode(), os.path.join(os.environ["XDG_RUNTIME_DIR"], "pointer.sock"))


def move(x, y):
    """Moves the mouse."""
    x, y = round(x), round(y)
    if here.DISPLAY == "x11":
        here.run(["xdotool", "mousemove", str(x), str(y)])
    elif here.DISPLAY == "sway":
        order(f"move {x} {y}")
    else:
        gnome.move(x, y)


def hover(x, y):
    """Moves the mouse there, and a little: servers wake up on motion inside a popup."""
    move(x, y)
    time.sleep(0.1)
    move(x + 2, y)


def park():
    """Takes the mouse off the notifications."""
    height = here.size()[1]
    move(0, height - 1 if here.DISPLAY == "sway" else height // 2)


def press(button="left"):
    """One press and release where the mouse is."""
    if here.DISPLAY == "x11":
        here.run(["xdotool", "click", str(BUTTONS[button])])
        return
    for down in (True, False):
        if here.DISPLAY == "sway":
            order(f"{'press' if down else 'release'} {button}")
        else:
            gnome.button(BUTTONS[button], down)
        time.sleep(0.08)


def press_at(x, y, button="left"):
    """Moves the mouse there and presses."""
    move(x - 3, y - 2)                    # first beside it: see hover
    time.sleep(0.15)
    move(x, y)
    time.sleep(0.25)
    press(button)


def type_text(text):
    """Types a text into what has the keyboard."""
    if here.DISPLAY == "x11":
        here.run(["xdotool", "type", "--delay", KEY_DELAY, "--", text])
    elif here.DISPLAY == "sway":
        here.run(["wtype", "-s", KEYBOARD_DELAY, text])
    else:
        for letter in text:
            gnome.key(ord(letter))
            time.sleep(0.02)


def type_key(key):
    """Types one key, by its X11 name. Not on sway: GTK does not take wtype's Return."""
    if here.DISPLAY == "x11":
        here.run(["xdotool", "key", key])
    elif here.DISPLAY == "gnome":
        gnome.key(KEYSYMS[key])
    else:
        raise LabError(f"no key {key} on {here.DISPLAY}")
