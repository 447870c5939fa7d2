"""D-Bus for the lab: connections, calls and owners of names."""
import os

NAME = "org.freedesktop.Notifications"
PATH = "/org/freedesktop/Notifications"


def connection(address=None):
    """A connection of its own to a bus; to the session's when no address is given."""
    from gi.repository import Gio
    flags = (Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT
             | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION)
    return Gio.DBusConnection.new_for_address_sync(
        address or os.environ["DBUS_SESSION_BUS_ADDRESS"], flags, None, None)


def call(bus, dest, path, iface, method, args=None, timeout=10000):
    """What a method answers, as a tuple; it never activates a service. The timeout is in milliseconds."""
    from gi.repository import Gio
    reply = bus.call_sync(dest, path, iface, method, args, None,
                          Gio.DBusCallFlags.NO_AUTO_START, timeout, None)
    return reply.unpack() if reply is not None else ()


def owner_pid(bus, name=NAME):
    """The pid of the owner of a bus name, or None."""
    from gi.repository import GLib
    try:
        return call(bus, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
                    "GetConnectionUnixProcessID", GLib.Variant("(s)", (name,)))[0]
    except GLib.Error:
        return None


def server_facts(bus):
    """The notification server's own description: name, vendor, version, spec_version, capabilities."""
    info = call(bus, NAME, PATH, NAME, "GetServerInformation")
    names, = call(bus, NAME, PATH, NAME, "GetCapabilities")
    return {**dict(zip(("name", "vendor", "version", "spec_version"), info)), "capabilities": sorted(names)}
