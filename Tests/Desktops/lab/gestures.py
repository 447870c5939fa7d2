"""What a person does to a notification, on each server as it must be done there."""
import time

from . import LabError, accessibility, gnome, hands, here, screen
from .screen import center, inside


def popup(timeout, nth=1, text=None):
    """Box of the nth popup (or of the text on it) once it stands still."""
    def look():
        boxes = screen.popups() if text is None else screen.find_text(text)
        return boxes[nth - 1] if len(boxes) >= nth else None
    return here.settled(look, f"notification {text or nth}", timeout)


def nth_box(boxes, nth):
    """The nth from the top, or None."""
    boxes = sorted(boxes, key=lambda b: (b[1], b[0]))
    return boxes[nth - 1] if len(boxes) >= nth else None


# ---------------------------------------------------------------- a button

def click(label, timeout=10, nth=1):
    """Presses the button with this label; returns how it was done."""
    if here.KIND == "dunst":
        return click_dunst(label, timeout)
    if here.KIND == "mako":
        # mako has no buttons: its menu of actions is any dmenu-like program; this one picks the label.
        popup(timeout)
        here.run(["makoctl", "menu", *(["--"] if here.ROOT else []), "grep", "-Fx", "-m1", "--", label])
        return "makoctl menu"
    if here.DISPLAY == "gnome":
        return click_gnome(label, timeout, nth)
    if here.DISPLAY == "x11":
        if here.KIND == "lxqt" and choose(label, timeout):
            return "mouse, in the list of actions"

        def button():
            # GTK's labels may hold the underscore of a mnemonic
            wanted = label.replace("_", "")
            return nth_box([box for name, box in accessibility.things() if name.replace("_", "") == wanted], nth)
        try:
            box = here.settled(button, f"button {label}", min(timeout, 4))
        except LabError:                  # not told to screen readers: it is read instead
            return click_read(label, timeout, nth)
        hands.press_at(*center(box))
        return "mouse, found by AT-SPI"
    hands.park()                          # the mouse covers text on sway's screenshots
    return click_read(label, timeout, nth)


def click_dunst(label, timeout):
    """dunst has no buttons: its menu of actions (Ctrl+Shift+. or dunstctl) is a dmenu."""
    popup(timeout)
    here.run(["dunstctl", "context"])
    here.retry("dmenu", lambda: screen.windows("^dmenu$"), timeout)
    time.sleep(0.3)
    hands.type_text(f"#{label} (")        # its lines: #LABEL (SUMMARY) [ID,KEY]
    time.sleep(0.2)
    hands.type_key("Return")
    return "dunstctl context, typed into dmenu"


def click_gnome(label, timeout, nth):
    """A banner shows its buttons while the mouse is on it."""
    def button():
        found = gnome.banner()
        return found and nth_box([tuple(box) for name, box in found["buttons"] if name == label and box], nth)
    hands.hover(*center(popup(timeout)))
    hands.press_at(*center(here.settled(button, f"button {label}", timeout)))
    return "mouse on GNOME Shell's button"


def click_read(label, timeout, nth):
    """The label is read on the screen."""
    def read(alone):
        boxes = [at for box in screen.popups() for at in screen.find_text(label, box, alone)]
        boxes = boxes or screen.find_text(label, None, alone)
        return boxes[nth - 1] if len(boxes) >= nth else None
    try:
        box = here.settled(lambda: read(True), f"label {label}", timeout / 2)
    except LabError:
        box = here.settled(lambda: read(False), f"label {label}", timeout / 2)
    hands.press_at(*center(box))
    return "mouse, found by reading the screen"


def choose(label, timeout):
    """lxqt shows more than three actions as a list to choose from, with an OK button; False when it has none."""
    popup(timeout)
    here.settled(accessibility.things, "buttons", timeout)
    lists = accessibility.things("COMBO_BOX")
    if not lists:
        return False
    hands.press_at(*center(lists[0][1]))
    time.sleep(0.4)
    hands.type_text(label)
    hands.type_key("Return")
    time.sleep(0.3)
    hands.press_at(*center([at for name, at in accessibility.things() if name == "OK"][0]))
    return True


# ---------------------------------------------------------------- the notification itself

def body(timeout=10, nth=1, text=None):
    """Clicks the notification itself, or a text on it: its default action."""
    box = popup(timeout, nth, text)
    if here.DISPLAY == "gnome":
        hands.press_at(box[0] + box[2] / 2, box[1] + min(box[3] / 2, 30))
        return "mouse on GNOME Shell's banner"
    if here.KIND == "lxqt" and text is None:
        hands.press_at(box[0] + box[2] / 2, box[1] + box[3] * 0.3)    # not on the application's name, which swallows it
        return "left mouse button on the popup"
    if text is None:
        # The first line of text in it: away from the buttons and the cross.
        lines = sorted((at for word, at in screen.read_words(box) if len(screen.letters(word)) > 1),
                       key=lambda b: (b[1] // 8, b[0]))
        if lines:
            box = lines[0]
    button = "middle" if here.KIND == "dunst" else "left"
    hands.press_at(*center(box), button=button)
    return f"{button} mouse button on the text"


def dismiss(timeout=10, nth=1):
    """Closes the notification as a person does."""
    box = popup(timeout, nth)
    if here.KIND == "dunst":
        hands.press_at(*center(box))
        return "left mouse button on the popup"
    if here.KIND in ("mako", "xfce"):
        hands.press_at(*center(box), button="right")
        return "right mouse button on the popup"
    if here.KIND == "swaync":
        # The cross in the upper right corner is there while the mouse is on the popup.
        hands.move(box[0] + box[2] / 2, box[1] + 20)
        time.sleep(0.6)
        hands.press_at(box[0] + box[2] - 24, box[1] + 20)
        return "mouse on the close button"
    if here.DISPLAY == "gnome":
        hands.hover(*center(box))
        time.sleep(0.6)

    def cross():
        if here.DISPLAY == "gnome":
            found = gnome.banner()
            return found and found["close"] and tuple(found["close"])
        found = [at for name, at in accessibility.things() if name in ("", "x", "Close") and inside(at, box)]
        return found[0] if found else None
    hands.press_at(*center(here.settled(cross, "close button", timeout)))
    return "mouse on the close button"


# ---------------------------------------------------------------- replies

def swaync_field():
    """The first popup with a reply field, and that field: a dark strip as wide as most of the popup."""
    image = screen.picture("L")
    for box in screen.popups():
        x, y, width, height = box
        back = image.getpixel((x + width // 2, y + 3))
        probe = round(x + width * 0.7)

        def dark(*at):
            return image.getpixel(at) < back - 8
        rows = []
        for row in range(y, y + height + 1):
            if row < y + height and dark(probe, row):
                rows.append(row)
            elif len(rows) > 18:
                left, right, edge = probe, probe, rows[3]             # a row above the text in it
                while left > x and dark(left - 1, edge):
                    left -= 1
                while right < x + width and dark(right + 1, edge):
                    right += 1
                return box, (left, rows[0], right - left, len(rows))
            else:
                rows = []
    return None


def reply(text, button="Reply", timeout=10):
    """Types an inline reply and sends it; `button` is the label of the action inline-reply."""
    if here.KIND == "swaync" and here.ROOT:
        # A text field, with the button beside it, is on the popup from the start.
        hands.park()
        box, field = here.settled(swaync_field, "reply field", timeout)
        hands.press_at(*center(field))
        time.sleep(0.3)
        hands.type_text(text)
        time.sleep(0.3)
        hands.press_at((field[0] + field[2] + box[0] + box[2]) / 2, center(field)[1])
        return "typed into the popup, mouse on the button"
    if here.KIND != "kde":
        raise LabError(f"{here.SERVER} has no inline reply")
    box = popup(timeout)

    def field():
        # The body is an editable text too for AT-SPI; the reply field is the one on the lower edge.
        found = [at for _, at in accessibility.things("TEXT", "EDITABLE")
                 if inside(at, box) and box[1] + box[3] - at[1] - at[3] < 20]
        return found[0] if found else None

    def field_or_button():
        return field() or [at for name, at in accessibility.things() if name == button and inside(at, box)]
    # A reply that is the only action is a field from the start; beside others it is a button first.
    here.settled(field_or_button, f"reply field or button {button}", timeout)
    if not field():
        click(button, timeout)
    hands.press_at(*center(here.settled(field, "reply field", timeout)))
    time.sleep(0.3)
    hands.type_text(text)
    time.sleep(0.3)
    hands.type_key("Return")
    return "typed into the popup"
