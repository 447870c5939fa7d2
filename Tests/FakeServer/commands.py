"""The commands of the fake server's standard input, one JSON object a line."""
import json
import os
import signal as signals

from gi.repository import Gio, GLib

import profiles
import server as servers
import wire


class CommandError(Exception):
    """A command that cannot be carried out, and why."""


class Controller:
    """The server, its calls that wait while it hangs, and the errors that it was told to answer."""

    def __init__(self, profile, loop):
        self.loop = loop
        self.hung = False
        self.waiting = []                 # calls of a time of hanging
        self.never = []                   # calls that the profile never answers; kept, or the library would answer
        self.errors = {}                  # method: [error name, message, how often or None]
        self.stranger = None
        self.start(profile)

    def start(self, profile):
        """A server with a connection of its own, without the name."""
        self.connection = wire.connect()
        copier = None
        if profile.shell_copy:
            copier = wire.connect()
            wire.take_name(copier, "org.gnome.Shell")
        self.server = servers.Server(profile, self.connection, copier)
        wire.export(self.connection, self.called)

    def take_name(self):
        """Becomes the bus's notification server; raises CommandError when another one is."""
        if not wire.take_name(self.connection, wire.NAME):
            raise CommandError(f"{wire.NAME} is owned by another program")
        wire.say(ready=self.server.profile.information[0], name=self.connection.get_unique_name(), pid=os.getpid())

    # ---------------------------------------------------------------- calls

    def called(self, sender, interface, method, parameters, invocation):
        """One method call: answered now, or when the hanging ends."""
        if self.hung:
            self.waiting.append((sender, interface, method, parameters, invocation))
            self.log(sender, interface, method, parameters, hung=True)
            return
        self.carry_out(sender, interface, method, parameters, invocation)

    def carry_out(self, sender, interface, method, parameters, invocation):
        """Answers one call and prints it."""
        try:
            self.told_error(method)
            value, before, after = self.server.answer(sender, interface, method, parameters)
        except servers.Refusal as refusal:
            self.log(sender, interface, method, parameters, error={"name": refusal.name, "message": refusal.message})
            invocation.return_dbus_error(refusal.name, refusal.message)
            return
        except servers.NoAnswer:
            self.never.append(invocation)
            self.log(sender, interface, method, parameters, hung=True)
            return
        extra = {"id": value.unpack()[0]} if method == "Notify" else {}
        self.log(sender, interface, method, parameters, **extra)
        for signal in before:
            self.server.emit(*signal)
        invocation.return_value(value)
        for signal in after:
            self.server.emit(*signal)

    def told_error(self, method):
        """Raises the error that `answer-error` asked for, while it lasts."""
        if method not in self.errors:
            return
        name, message, left = self.errors[method]
        if left is not None:
            self.errors[method][2] = left - 1
            if left <= 1:
                del self.errors[method]
        raise servers.Refusal(name, message)

    @staticmethod
    def log(sender, interface, method, parameters, **extra):
        """Prints one call."""
        wire.say(call=method, sender=sender, arguments=wire.arguments(interface, method, parameters), **extra)

    # ---------------------------------------------------------------- commands

    def line(self, text):
        """Carries out one line; every line has one answer, `done` or `failed`."""
        verb = None
        try:
            command = json.loads(text)
            if not isinstance(command, dict):
                raise CommandError("a command is a JSON object")
            verb = command.get("person") or command.get("command")
            table = self.gestures if "person" in command else self.orders
            if verb not in table(self):
                raise CommandError(f"no such command: {verb}; one of {', '.join(table(self))}")
            self.server.emitted = []
            table(self)[verb](command)
            wire.say(done=verb, emitted=self.server.emitted)
        except KeyError as error:
            wire.say(failed=verb, why=f"missing key {error}")
        except (CommandError, servers.CannotDo, profiles.ProfileError, TypeError, ValueError, GLib.Error) as error:
            wire.say(failed=verb, why=str(error))

    @staticmethod
    def gestures(self):
        """What a person can do."""
        def on(act, *keys):
            return lambda c: act(self.server.shown(c.get("id")), *(c[key] for key in keys))
        return {
            "click": lambda c: self.server.click(self.server.shown(c.get("id")), c["key"], c.get("token")),
            "body": lambda c: self.server.body(self.server.shown(c.get("id")), c.get("token")),
            "reply": on(self.server.reply, "text"),
            "dismiss": on(self.server.dismiss),
            "expire": on(self.server.expire),
        }

    @staticmethod
    def orders(self):
        """What a test can make the server do."""
        return {
            "invoke": self.order_invoke, "reply": self.order_reply, "close": self.order_close,
            "signal": self.order_signal, "stranger": self.order_stranger, "set": self.order_set,
            "hang": self.order_hang, "resume": self.order_resume, "answer-error": self.order_error,
            "answer-normally": self.order_normally, "drop-name": self.order_drop, "take-name": self.order_take,
            "restart": self.order_restart, "list": self.order_list, "die": self.order_die, "exit": self.order_exit,
        }

    def owner(self, number):
        """Who shows a number, or None."""
        shown = self.server.open.get(number)
        return shown.sender if shown else None

    def order_invoke(self, c):
        """ActionInvoked, after an ActivationToken when one is given; nothing else."""
        if "token" in c:
            self.server.emit("ActivationToken", GLib.Variant("(us)", (c["id"], c["token"])), self.owner(c["id"]))
        self.server.emit("ActionInvoked", GLib.Variant("(us)", (c["id"], c["key"])), self.owner(c["id"]))

    def order_reply(self, c):
        """NotificationReplied; nothing else."""
        self.server.emit("NotificationReplied", GLib.Variant("(us)", (c["id"], c["text"])), self.owner(c["id"]))

    def order_close(self, c):
        """NotificationClosed; the notification is gone."""
        owner = self.owner(c["id"])
        self.server.open.pop(c["id"], None)
        self.server.emit("NotificationClosed", GLib.Variant("(uu)", (c["id"], c["reason"])), owner)

    def send(self, connection, c, **extra):
        """Any signal, from one of the connections."""
        parameters = GLib.Variant(c["signature"], tuple(c["arguments"]))
        path, interface = c.get("path", wire.PATH), c.get("interface", wire.NAME)
        wire.emit(connection, c["signal"], parameters, c.get("to"), path, interface)
        wire.say(signal=c["signal"], arguments=wire.plain(parameters), to=c.get("to"), **extra)
        self.server.emitted.append([c["signal"], *wire.plain(parameters)])

    def order_signal(self, c):
        """Any signal from the server: signal, signature, arguments; to, path and interface when other than usual."""
        self.send(self.connection, c)

    def order_stranger(self, c):
        """The same from a second connection that is not the server: clients must ignore it."""
        if self.stranger is None:
            self.stranger = wire.connect()
        self.send(self.stranger, c, stranger=self.stranger.get_unique_name())

    def order_set(self, c):
        """Another behaviour from now on: keys of a profile."""
        self.server.change(c["profile"])

    def order_hang(self, c):
        """No call is answered until `resume`."""
        self.hung = True

    def order_resume(self, c):
        """Answers the calls that waited, in their order, and all later ones."""
        self.hung = False
        waiting, self.waiting = self.waiting, []
        for call in waiting:
            self.carry_out(*call)

    def order_error(self, c):
        """Answers `method` with the error `name`, `message`: `count` times, or until `answer-normally`."""
        if not Gio.dbus_is_interface_name(c["name"]):
            raise CommandError(f"not an error name: {c['name']}")
        self.errors[c["method"]] = [c["name"], c.get("message", ""), c.get("count")]

    def order_normally(self, c):
        """No more of those errors."""
        self.errors.clear()

    def order_drop(self, c):
        """Gives the name up, as a server that ends in peace; what it showed is gone."""
        wire.drop_name(self.connection, wire.NAME)
        self.server.forget()

    def order_take(self, c):
        """Owns the name again, on the same connection, with ids from the start."""
        self.take_name()

    def order_restart(self, c):
        """The server ends and a new one starts, on a new connection, with ids from the start."""
        profile = profiles.described(c["profile"]) if "profile" in c else self.server.profile
        for connection in (self.connection, self.server.copier):
            if connection is not None:
                connection.flush_sync(None)
                connection.close_sync(None)
        self.waiting, self.never, self.hung = [], [], False
        self.start(profile)
        self.take_name()

    def order_list(self, c):
        """Prints what is open."""
        for number, shown in sorted(self.server.open.items()):
            wire.say(open=number, sender=shown.sender, app_name=shown.content[0], summary=shown.content[1],
                     body=shown.content[2], actions=shown.actions, buttons=self.server.buttons(shown))

    def order_die(self, c):
        """Ends at once, as by SIGKILL: the connection is gone, nothing is said."""
        os.kill(os.getpid(), signals.SIGKILL)

    def order_exit(self, c):
        """Gives the name up and ends."""
        wire.drop_name(self.connection, wire.NAME)
        self.loop.quit()
