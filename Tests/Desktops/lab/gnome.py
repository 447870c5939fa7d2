"""GNOME Shell from within: scripts that it runs itself, which `desktop` allows with --unsafe-mode."""
import json

from . import LabError, bus

# Whether it has started; hides the overview and clears its own notifications on the way.
SETTLED = """(() => {
  if (Main.layoutManager._startingUp) return false;
  if (Main.overview.visible) { Main.overview.hide(); return false; }
  for (const source of Main.messageTray.getSources()) source.destroy();
  return !Main.messageTray._banner;
})()"""
# Boxes of the banner, its cross, and its buttons as [label, box].
BANNER = """(() => {
  const banner = Main.messageTray._banner;
  if (!banner) return null;
  const box = a => { const [x, y] = a.get_transformed_position(), [w, h] = a.get_transformed_size();
                     return a.mapped && w > 0 && h > 0 ? [x, y, w, h] : null; };
  const found = {banner: box(banner), close: box(banner._closeButton ?? banner._header.closeButton), buttons: []};
  if (banner._buttonBox && banner.expanded)
    for (const b of banner._buttonBox.get_children())
      found.buttons.push([b.label, box(b)]);
  return found;
})()"""
DEVICES = """const {Clutter} = imports.gi;
const seat = Clutter.get_default_backend().get_default_seat();
global._labPointer ??= seat.create_virtual_device(Clutter.InputDeviceType.POINTER_DEVICE);
global._labKeyboard ??= seat.create_virtual_device(Clutter.InputDeviceType.KEYBOARD_DEVICE);
const now = () => global.get_current_time() * 1000;
"""


def evaluate(script, connection=None):
    """The JSON value of a script; raises LabError when the script failed."""
    from gi.repository import GLib
    ok, text = bus.call(connection or bus.connection(), "org.gnome.Shell", "/org/gnome/Shell", "org.gnome.Shell",
                        "Eval", GLib.Variant("(s)", (script,)))
    if not ok:
        raise LabError(f"GNOME Shell: {text}")
    return json.loads(text) if text else None


def banner():
    """What the banner shows, with boxes, or None: banner, close, buttons."""
    return evaluate(BANNER)


def move(x, y):
    """Moves the mouse."""
    evaluate(DEVICES + f"global._labPointer.notify_absolute_motion(now(), {x}, {y}); true")


def button(number, down):
    """Presses or releases a mouse button: 1 left, 2 middle, 3 right."""
    state = "PRESSED" if down else "RELEASED"
    evaluate(DEVICES + f"global._labPointer.notify_button(now(), {number}, Clutter.ButtonState.{state}); true")


def key(keysym):
    """Presses and releases a key, by its X11 key symbol's number."""
    for state in ("PRESSED", "RELEASED"):
        evaluate(DEVICES + f"global._labKeyboard.notify_keyval(now(), {keysym}, Clutter.KeyState.{state}); true")


def screenshot(path):
    """A picture of the whole display."""
    from gi.repository import GLib
    ok, _ = bus.call(bus.connection(), "org.gnome.Shell", "/org/gnome/Shell/Screenshot",
                     "org.gnome.Shell.Screenshot", "Screenshot", GLib.Variant("(bbs)", (False, False, path)))
    if not ok:
        raise LabError("GNOME Shell took no screenshot")
