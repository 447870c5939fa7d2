"""The bus side of the fake server: connections, objects, signals, and D-Bus values as JSON."""
import hashlib
import json
import sys

from gi.repository import Gio, GLib

NAME = "org.freedesktop.Notifications"
PATH = "/org/freedesktop/Notifications"

# All interfaces of the object, so that none is answered by the library while the server is made to hang.
INTERFACES = """<node>
  <interface name="org.freedesktop.Notifications">
    <method name="GetCapabilities"><arg type="as" direction="out"/></method>
    <method name="GetServerInformation">
      <arg name="name" type="s" direction="out"/><arg name="vendor" type="s" direction="out"/>
      <arg name="version" type="s" direction="out"/><arg name="spec_version" type="s" direction="out"/>
    </method>
    <method name="Notify">
      <arg name="app_name" type="s" direction="in"/><arg name="replaces_id" type="u" direction="in"/>
      <arg name="app_icon" type="s" direction="in"/><arg name="summary" type="s" direction="in"/>
      <arg name="body" type="s" direction="in"/><arg name="actions" type="as" direction="in"/>
      <arg name="hints" type="a{sv}" direction="in"/><arg name="expire_timeout" type="i" direction="in"/>
      <arg name="id" type="u" direction="out"/>
    </method>
    <method name="CloseNotification"><arg name="id" type="u" direction="in"/></method>
    <method name="Inhibit">
      <arg name="desktop_entry" type="s" direction="in"/><arg name="reason" type="s" direction="in"/>
      <arg name="hints" type="a{sv}" direction="in"/><arg name="cookie" type="u" direction="out"/>
    </method>
    <method name="UnInhibit"><arg name="cookie" type="u" direction="in"/></method>
    <property name="Inhibited" type="b" access="read"/>
    <signal name="NotificationClosed"><arg name="id" type="u"/><arg name="reason" type="u"/></signal>
    <signal name="ActionInvoked"><arg name="id" type="u"/><arg name="action_key" type="s"/></signal>
    <signal name="ActivationToken"><arg name="id" type="u"/><arg name="activation_token" type="s"/></signal>
    <signal name="NotificationReplied"><arg name="id" type="u"/><arg name="text" type="s"/></signal>
  </interface>
  <interface name="org.freedesktop.DBus.Introspectable">
    <method name="Introspect"><arg name="xml_data" type="s" direction="out"/></method>
  </interface>
  <interface name="org.freedesktop.DBus.Properties">
    <method name="Get">
      <arg name="interface_name" type="s" direction="in"/><arg name="property_name" type="s" direction="in"/>
      <arg name="value" type="v" direction="out"/>
    </method>
    <method name="GetAll">
      <arg name="interface_name" type="s" direction="in"/><arg name="properties" type="a{sv}" direction="out"/>
    </method>
  </interface>
  <interface name="org.freedesktop.DBus.Peer">
    <method name="Ping"/>
    <method name="GetMachineId"><arg name="machine_uuid" type="s" direction="out"/></method>
  </interface>
</node>
"""
NODE = Gio.DBusNodeInfo.new_for_xml(INTERFACES)


def say(**line):
    """Prints one line of JSON, at once."""
    sys.stdout.write(json.dumps(line, ensure_ascii=False) + "\n")
    sys.stdout.flush()


def plain(value):
    """A GLib.Variant as JSON: bytes as their length and SHA-256, a variant as [signature, value]."""
    kind = value.get_type_string()
    if kind == "ay":
        data = value.get_data_as_bytes().get_data() or b""
        return {"length": len(data), "sha256": hashlib.sha256(data).hexdigest()}
    if kind == "v":
        return typed(value.get_variant())
    if kind.startswith("a{"):
        entries = (value.get_child_value(i) for i in range(value.n_children()))
        return {str(entry.get_child_value(0).unpack()): plain(entry.get_child_value(1)) for entry in entries}
    if kind[0] in "a(":
        return [plain(value.get_child_value(i)) for i in range(value.n_children())]
    return value.unpack()


def typed(value):
    """A GLib.Variant as [signature, value]."""
    return [value.get_type_string(), plain(value)]


def arguments(interface, method, parameters):
    """The arguments of a method call by name, as JSON."""
    description = NODE.lookup_interface(interface).lookup_method(method)
    return {arg.name: plain(parameters.get_child_value(i)) for i, arg in enumerate(description.in_args)}


def connect():
    """A connection of its own to the session bus; the process outlives the bus."""
    address = Gio.dbus_address_get_for_bus_sync(Gio.BusType.SESSION, None)
    flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
    connection = Gio.DBusConnection.new_for_address_sync(address, flags, None, None)
    connection.set_exit_on_close(False)
    return connection


def ask_bus(connection, method, parameters):
    """The first value that the message bus itself answers."""
    return connection.call_sync(
        "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", method, parameters, None,
        Gio.DBusCallFlags.NONE, 10_000, None).unpack()[0]


def take_name(connection, name):
    """Whether the connection is now the owner of the name."""
    do_not_queue = 4
    primary_owner, already_owner = 1, 4
    return ask_bus(connection, "RequestName", GLib.Variant("(su)", (name, do_not_queue))) in (
        primary_owner, already_owner)


def drop_name(connection, name):
    """Gives the name up; the connection stays."""
    ask_bus(connection, "ReleaseName", GLib.Variant("(s)", (name,)))


def export(connection, handle):
    """Answers the object's methods with handle(sender, interface, method, parameters, invocation)."""
    def called(connection, sender, path, interface, method, parameters, invocation):
        handle(sender, interface, method, parameters, invocation)
    for interface in NODE.interfaces:
        connection.register_object(PATH, interface, called, None, None)


def emit(connection, member, parameters, to=None, path=PATH, interface=NAME):
    """Sends a signal, to everyone or to one connection, and waits until the bus has it."""
    connection.emit_signal(to, path, interface, member, parameters)
    connection.flush_sync(None)
