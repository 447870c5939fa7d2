"""A plain org.freedesktop.Notifications client for the lab's own checks: it closes nothing by itself."""
import time

from gi.repository import Gio, GLib

from . import bus


class Client:
    """One connection that shows notifications, and a second one that only overhears."""

    def __init__(self):
        self.bus = bus.connection()
        self.other = bus.connection()
        self.events = []            # (member, *args) that a correct client sees
        self.overheard = []         # the same from the second connection: broadcast signals only
        for connection, events in ((self.bus, self.events), (self.other, self.overheard)):
            connection.signal_subscribe(
                bus.NAME, bus.NAME, None, bus.PATH, None, Gio.DBusSignalFlags.NONE,
                lambda c, s, p, i, member, args, events: events.append((member, *args.unpack())), events)

    def call(self, method, args=None):
        """What a method of the server answers."""
        return bus.call(self.bus, bus.NAME, bus.PATH, bus.NAME, method, args)

    def notify(self, summary, body="", actions=(), hints=None, replaces=0, timeout=-1, icon="", app="lab"):
        """Shows a notification; returns its id."""
        return self.call("Notify", GLib.Variant("(susssasa{sv}i)", (
            app, replaces, icon, summary, body, list(actions), hints or {}, timeout)))[0]

    def close(self, number):
        """Takes it back."""
        self.call("CloseNotification", GLib.Variant("(u)", (number,)))

    def spin(self, seconds=0.0):
        """Takes in signals for so many seconds."""
        context = GLib.MainContext.default()
        end = time.monotonic() + seconds
        while True:
            while context.iteration(False):
                pass
            if time.monotonic() >= end:
                return
            time.sleep(0.02)

    def of(self, number):
        """What happened to one notification, in order: 'ActionInvoked(no)', 'Closed(2)', ..."""
        self.spin()
        told = []
        for member, target, *rest in self.events:
            if target == number:
                name = "Closed" if member == "NotificationClosed" else member
                # tokens differ each time
                told.append(f"{name}({'…' if member == 'ActivationToken' else ','.join(map(str, rest))})")
        return told

    def until(self, number, start, timeout=4.0):
        """Whether an event that starts so comes within so many seconds."""
        end = time.monotonic() + timeout
        while time.monotonic() < end:
            if any(event.startswith(start) for event in self.of(number)):
                return True
            self.spin(0.05)
        return False

    def clear(self, number):
        """Closes it if it is still shown, and lets the popup go."""
        if not any(event.startswith("Closed") for event in self.of(number)):
            try:
                self.close(number)
            except GLib.Error:      # notification-daemon answers an error when it is gone already
                pass
        self.spin(0.7)
