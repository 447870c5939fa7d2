"""A dialog that asks for a text (zenity, kdialog): waiting for it and answering it."""
import json
import time

from . import gnome, hands, here, screen

# How the dialogs' windows name themselves.
NAMES = ("zenity", "kdialog")
# The labels of the button that sends: zenity's is the action's, kdialog's its own.
BUTTONS = ("Send", "OK")


def focused():
    """The class of the window that has the keyboard, in lower case; "" when none has."""
    if here.DISPLAY == "sway":
        return focused_sway(json.loads(here.run(["swaymsg", "-t", "get_tree"])))
    return (gnome.evaluate("global.display.focus_window?.get_wm_class() ?? ''") or "").casefold()


def focused_sway(node):
    """The same, from a node of sway's tree."""
    if node.get("focused") and node.get("app_id"):
        return node["app_id"].casefold()
    for child in (*node.get("nodes", ()), *node.get("floating_nodes", ())):
        found = focused_sway(child)
        if found:
            return found
    return ""


def shown():
    """Whether a prompt waits for the keyboard: on X11 its window's id."""
    if here.DISPLAY == "x11":
        found = screen.windows(f"^({'|'.join(NAMES)})$")
        return found[-1] if found else None
    return any(name in focused() for name in NAMES)


def sway_button():
    """Boxes of the button. The dialog fills the display; most have their buttons at the bottom, zenity 4 has not."""
    width, height = here.size()
    for area in ((0, height - 120, width, 120),), ():
        for label in BUTTONS:
            found = screen.find_text(label, *area)
            if found:
                return found
    return []


def answer(text, timeout=10):
    """Types into the prompt and sends it; returns how it was done."""
    window = here.settled(shown, "prompt", timeout)
    if here.DISPLAY == "x11":
        here.run(["xdotool", "windowfocus", "--sync", window])
    time.sleep(0.5)                       # until its field has the keyboard
    hands.type_text(text)
    time.sleep(0.3)
    if here.DISPLAY == "sway":            # see hands.type_key
        button = here.settled(sway_button, f"button {' or '.join(BUTTONS)}", timeout)[0]
        hands.press_at(*screen.center(button))
        return "typed into the prompt, mouse on its button"
    hands.type_key("Return")
    return "typed into the prompt"
