"""What programs tell a screen reader (AT-SPI) about their widgets; X11 desktops only."""
from . import bus

# How deep a widget may lie in its window.
DEPTH = 40


def things(role="PUSH_BUTTON", state="SHOWING", pid=None):
    """(label, box) of the widgets of a role that a program shows; the notification server when no pid is given."""
    import gi
    gi.require_version("Atspi", "2.0")
    from gi.repository import Atspi, GLib
    pid = pid or bus.owner_pid(bus.connection())
    found = []

    def walk(node, depth):
        try:
            if node is None or depth > DEPTH:
                return
            states = node.get_state_set()
            if node.get_role() == getattr(Atspi.Role, role) and all(
                    states.contains(getattr(Atspi.StateType, s)) for s in ("SHOWING", state)):
                at = node.get_extents(Atspi.CoordType.SCREEN)
                if at.width > 0 and at.height > 0:
                    found.append((node.get_name() or "", (at.x, at.y, at.width, at.height)))
            for i in range(node.get_child_count()):
                walk(node.get_child_at_index(i), depth + 1)
        except GLib.Error:                # the widget went away meanwhile
            return

    root = Atspi.get_desktop(0)
    for i in range(root.get_child_count()):
        app = root.get_child_at_index(i)
        try:
            if app is not None and app.get_process_id() == pid:
                walk(app, 0)
        except GLib.Error:                # the program went away meanwhile
            continue
    return found
