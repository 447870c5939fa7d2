"""The measurements of the command `facts`, in the desktop that it runs in."""
import json
import os
import subprocess
import time

from gi.repository import GLib
from PIL import Image

from . import LabError, gestures, hands, here, screen
from .client import Client

WORDS = "Some more words to read"
COLORS = {"image-data": (255, 0, 255), "image-path": (0, 255, 255), "app_icon": (255, 255, 0)}
# Side of the test pictures, in pixels; how many of their pixels prove that one is shown.
SIDE, ENOUGH = 64, 30
# Bodies by name: what is sent, for "what is read on the popup".
BODIES = {
    "markup body": "<b>bold</b> <i>slant</i> <u>under</u> &lt;tag&gt; &amp; end",
    "link in body": 'see <a href="https://example.org/">the page</a> <b>now</b>',
    "unknown tag in body": "a <blink>tag</blink> here",
    "img in body": 'an <img src="{image}" alt="picture"/> here',
    "plain body with & and <": "R&D: 1 < 2",
    "broken markup body": 'one < two & "three" <b>four',
    "lines": "first\nsecond\nthird",
}
# Which pictures are sent together.
IMAGES = {
    "image-data": ("image-data",), "image-path": ("image-path",), "image-path file://": ("image-uri",),
    "app_icon": ("app_icon",), "image-data and image-path": ("image-data", "image-path"),
    "all three": ("image-data", "image-path", "app_icon"),
}


class Facts:
    """Shows notifications and looks at what becomes of them."""

    def __init__(self, shots, only):
        self.client = Client()
        self.folder = shots or os.environ["LAB_DIR"]
        self.only = only
        self.facts = {"server": here.SERVER}
        self.numbers = []
        self.files = {}
        for key, color in COLORS.items():
            self.files[key] = os.path.join(os.environ["LAB_DIR"], key + ".png")
            Image.new("RGB", (SIDE, SIDE), color).save(self.files[key])

    def run(self):
        """All measurements; prints them."""
        table = {
            "replaces_id live": self.replace_live, "replaces_id never issued (4242)": self.replace_unknown,
            "replaces_id closed": self.replace_closed, "CloseNotification unknown": self.close_unknown,
            "expire_timeout 1500": lambda: self.expire(1500, 6), "expire_timeout -1": lambda: self.expire(-1, 13),
            "client leaves": lambda: self.leave({}),
            "client leaves, desktop-entry": lambda: self.leave({"desktop-entry": GLib.Variant("s", "chromium")}),
            "resident, action": self.resident, "five actions": self.many,
            "markup summary": lambda: self.read("summary", "Sum <b>bold</b> &amp; end", WORDS),
        }
        for name, text in BODIES.items():
            table[name] = lambda name=name, text=text: self.read(
                name.split()[0], "Title", text.format(image=self.files["image-path"]) if "{image}" in text else text)
        for name, use in IMAGES.items():
            table[name] = lambda name=name, use=use: self.pictures(name, use)
        for name, act in table.items():
            if self.only in name:
                self.fact(name, act)
        print(json.dumps(self.facts, ensure_ascii=False))

    def fact(self, name, act):
        """Measures one, and clears the screen after it."""
        hands.park()
        self.client.spin(0.3)
        self.numbers = []
        try:
            self.facts[name] = act()
        except (LabError, GLib.Error, subprocess.TimeoutExpired) as error:
            self.facts[name] = f"error: {error}"
        if here.KIND == "gnome-flashback":    # it leaves a popup on the screen that was closed by its client
            try:
                gestures.dismiss(1)
            except LabError:                  # there is none
                pass
        for number in dict.fromkeys(self.numbers):
            self.client.clear(number)

    # ---------------------------------------------------------------- looking

    def notify(self, *args, **kwargs):
        """Shows one that `fact` clears away."""
        self.numbers.append(self.client.notify(*args, **kwargs))
        return self.numbers[-1]

    def shot(self, name):
        """Keeps a picture; returns its path."""
        path = os.path.join(self.folder, f"{here.SERVER}-{name}.png".replace("/", "_"))
        screen.screenshot(path)
        return path

    def shown(self, text, seconds=1.2):
        """Whether the text is on a popup after so many seconds."""
        self.client.spin(seconds)
        return any(screen.find_text(text, box) for box in screen.popups())

    def read(self, name, summary, body, actions=()):
        """All that the popup of such a notification says."""
        self.notify(summary, body, actions)
        self.client.spin(1.0)
        if here.KIND == "gnome":              # it shows a banner in full while the mouse is on it
            hands.hover(*screen.center(gestures.popup(5)))
            self.client.spin(0.8)
        self.shot(name)
        return " ".join(word for word, _ in screen.read_words(gestures.popup(5)))

    # ---------------------------------------------------------------- the facts

    def replace_live(self):
        """A second Notify with the id of a shown one."""
        first = self.notify("Oldtitle", "Oldbody", ["a", "Accept"])
        self.client.spin(1.0)
        second = self.notify("Newtitle", "Newbody", ["b", "Decline"], replaces=first, timeout=20000)
        new, old = self.shown("Newtitle"), self.shown("Oldtitle", 0)
        self.shot("replace")
        return {"same id": first == second, "new shown": new, "old shown": old, "signals": self.client.of(first)}

    def replace_unknown(self):
        """The same with an id that the server never gave."""
        return {"id": self.notify("Oldtitle", WORDS, replaces=4242), "shown": self.shown("Oldtitle")}

    def replace_closed(self):
        """The same with the id of a closed one."""
        first = self.notify("Oldtitle", WORDS)
        self.client.clear(first)
        second = self.notify("Newtitle", WORDS, replaces=first)
        return {"same id": first == second, "shown": self.shown("Newtitle")}

    def close_unknown(self):
        """CloseNotification of an id that the server never gave."""
        try:
            self.client.close(987654)
        except GLib.Error as error:
            return "error " + error.message.split(":", 2)[1]
        self.client.spin(0.5)
        return "no error, signals: " + (" ".join(self.client.of(987654)) or "none")

    def expire(self, timeout, patience):
        """When it says that one has expired; expire_timeout in milliseconds, patience in seconds."""
        number = self.notify("Passing", WORDS, timeout=timeout)
        began = time.monotonic()
        if not self.client.until(number, "Closed", patience):
            return f"still open after {patience} s"
        return f"{self.client.of(number)[0]} after {time.monotonic() - began:.1f} s"

    def leave(self, hints):
        """Whether a popup stays when its client leaves the bus."""
        other = Client()
        number = other.notify("Leaving", WORDS, hints=hints, timeout=20000)
        self.client.spin(1.0)
        before = self.shown("Leaving", 0)
        other.bus.close_sync(None)
        still = self.shown("Leaving", 1.5)
        self.client.clear(number)
        return {"shown before": before, "shown after": still}

    def resident(self):
        """What an action on a resident one tells."""
        number = self.notify("Staying", WORDS, ["a", "Accept"], {"resident": GLib.Variant("b", True)})
        gestures.click("Accept")
        self.client.spin(1.5)
        return self.client.of(number)

    def many(self):
        """Which of five buttons are to be read."""
        labels = ["Alpha", "Bravo", "Charlie", "Delta", "Echo"]
        seen = self.read("many", "Many", WORDS, [part for label in labels for part in (label.lower(), label)])
        return [label for label in labels if label in seen]

    def pictures(self, name, use):
        """How many pixels of which picture are on the screen."""
        hints, icon = {}, ""
        if "image-data" in use:
            data = bytes(COLORS["image-data"]) * SIDE * SIDE
            hints["image-data"] = GLib.Variant("(iiibiiay)", (SIDE, SIDE, 3 * SIDE, False, 8, 3, data))
        if "image-path" in use:
            hints["image-path"] = GLib.Variant("s", self.files["image-path"])
        if "image-uri" in use:
            hints["image-path"] = GLib.Variant("s", "file://" + self.files["image-path"])
        if "app_icon" in use:
            icon = self.files["app_icon"]
        self.notify("Picture", WORDS, [], hints, icon=icon)
        self.client.spin(1.0)
        image = Image.open(self.shot(name)).convert("RGB")
        counts = dict.fromkeys(COLORS, 0)
        for number, color in image.getcolors(1 << 24):
            for key, wanted in COLORS.items():
                if all(abs(a - b) < 12 for a, b in zip(color, wanted)):
                    counts[key] += number
        return {key: count for key, count in counts.items() if count > ENOUGH}
