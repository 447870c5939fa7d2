"""A notification server that behaves as its profile says: the calls of its clients, and its person's gestures."""
import dataclasses
import time

from gi.repository import GLib

import profiles
import wire

# Signatures of the hints of the specification 1.2, and of libnotify's and the servers' own.
HINTS = {
    "urgency": "y", "category": "s", "desktop-entry": "s", "image-data": "(iiibiiay)", "image_data": "(iiibiiay)",
    "icon_data": "(iiibiiay)", "image-path": "s", "image_path": "s", "action-icons": "b", "resident": "b",
    "transient": "b", "sound-file": "s", "sound-name": "s", "suppress-sound": "b", "x": "i", "y": "i", "value": "i",
    "sender-pid": "x", "x-canonical-private-synchronous": "s", "x-dunst-stack-tag": "s",
}
INVALID_ARGUMENTS = "org.freedesktop.DBus.Error.InvalidArgs"


class Refusal(Exception):
    """A D-Bus error to answer with."""

    def __init__(self, name, message):
        super().__init__(message)
        self.name, self.message = name, message


class NoAnswer(Exception):
    """The call is never answered."""


class CannotDo(Exception):
    """What a person cannot do on this server."""


@dataclasses.dataclass
class Notification:
    """One open notification."""

    number: int
    sender: str
    actions: list
    hints: dict
    content: tuple
    tag: tuple | None = None

    @property
    def resident(self):
        """Whether its client asked that it stay after an action."""
        return self.hints.get("resident") is True

    def labels(self):
        """Its actions' labels by key."""
        return dict(zip(self.actions[::2], self.actions[1::2]))


class Server:
    """The state of one server on one connection."""

    def __init__(self, profile, connection, copier=None):
        self.profile = profile
        self.connection = connection
        self.copier = copier              # GNOME Shell's own connection, for shell_copy
        self.inhibitions = {}
        self.emitted = []                 # signals since the last look, for the answers to commands
        self.forget()
        connection.signal_subscribe(
            "org.freedesktop.DBus", "org.freedesktop.DBus", "NameOwnerChanged", "/org/freedesktop/DBus", None, 0,
            self.owner_changed)

    def forget(self):
        """The state of a server that has just started."""
        self.open = {}
        self.next_id = self.profile.first_id
        self.issued = set()
        self.last = (None, 0.0)

    # ---------------------------------------------------------------- calls

    def answer(self, sender, interface, method, parameters):
        """The value to answer a call with and what to emit before and after the answer, as
        (GLib.Variant or None, [signals before], [signals after]); raises Refusal or NoAnswer."""
        act = getattr(self, {
            "Notify": "notify", "CloseNotification": "close_notification", "GetCapabilities": "get_capabilities",
            "GetServerInformation": "get_information", "Introspect": "introspect", "Ping": "ping",
            "GetMachineId": "machine", "Get": "get_property", "GetAll": "get_properties", "Inhibit": "inhibit",
            "UnInhibit": "uninhibit"}[method])
        return act(sender, parameters)

    def get_capabilities(self, sender, parameters):
        """What this server can do."""
        return GLib.Variant("(as)", (list(self.profile.capabilities),)), [], []

    def get_information(self, sender, parameters):
        """Who this server is."""
        return GLib.Variant("(ssss)", self.profile.information), [], []

    def introspect(self, sender, parameters):
        """The object's interfaces."""
        return GLib.Variant("(s)", (wire.INTERFACES,)), [], []

    def ping(self, sender, parameters):
        """That it is alive."""
        return None, [], []

    def machine(self, sender, parameters):
        """An identifier of no machine."""
        return GLib.Variant("(s)", ("0" * 32,)), [], []

    def properties(self):
        """The properties by name: Plasma's only."""
        if "inhibitions" not in self.profile.capabilities:
            return {}
        return {"Inhibited": GLib.Variant("b", bool(self.inhibitions))}

    def get_property(self, sender, parameters):
        """One property."""
        interface, name = parameters.unpack()
        if interface != wire.NAME or name not in self.properties():
            raise Refusal(INVALID_ARGUMENTS, f"no such property: {interface}.{name}")
        return GLib.Variant("(v)", (self.properties()[name],)), [], []

    def get_properties(self, sender, parameters):
        """All properties."""
        interface, = parameters.unpack()
        return GLib.Variant("(a{sv})", (self.properties() if interface == wire.NAME else {},)), [], []

    def inhibit(self, sender, parameters):
        """Plasma's Do Not Disturb, asked for by a client."""
        self.need_inhibitions("Inhibit")
        cookie = max(self.inhibitions, default=0) + 1
        self.inhibitions[cookie] = sender
        return GLib.Variant("(u)", (cookie,)), [], []

    def uninhibit(self, sender, parameters):
        """Ends one inhibition."""
        self.need_inhibitions("UnInhibit")
        self.inhibitions.pop(parameters.unpack()[0], None)
        return None, [], []

    def need_inhibitions(self, method):
        """Refuses a method that only Plasma has."""
        if "inhibitions" not in self.profile.capabilities:
            raise Refusal("org.freedesktop.DBus.Error.UnknownMethod", f"no such method: {method}")

    def notify(self, sender, parameters):
        """Shows a notification, or what the profile makes of it."""
        profile = self.profile
        app, replaces, icon, summary, body, actions, hints, timeout = parameters.unpack()
        self.check_hints(parameters.get_child_value(6))
        actions = self.checked_actions(actions)
        now, content = time.monotonic(), (app, summary, body)
        before, self.last = self.last, (content, now)
        if profile.repeat_ms and before[0] == content and (now - before[1]) * 1000 < profile.repeat_ms:
            raise Refusal("org.freedesktop.Notifications.Error.ExcessNotificationGeneration",
                          "Created too many similar notifications in quick succession")
        if profile.suppress:
            return GLib.Variant("(u)", (0,)), [], [("NotificationClosed", GLib.Variant("(uu)", (0, 2)), sender)]
        tag = next(((key, hints[key]) for key in profile.stack_tags if hints.get(key)), None)
        number = self.number_for(sender, replaces, tag)
        if number not in self.open and profile.most_open is not None and len(self.open) >= profile.most_open:
            raise Refusal(*profile.most_open_error)
        self.issued.add(number)
        closed = profile.instant_close
        if closed is None and number not in self.open and profile.most_popups is not None \
                and len(self.open) >= profile.most_popups:
            closed = 1
        reply = GLib.Variant("(u)", (number,))
        if closed is not None:
            self.open.pop(number, None)
            return reply, [("NotificationClosed", GLib.Variant("(uu)", (number, closed)), sender)], []
        self.open[number] = Notification(number, sender, actions, hints, content, tag)
        return reply, [], []

    def check_hints(self, hints):
        """Applies the profile's rule for known hints of a wrong type."""
        for i in range(hints.n_children()):
            entry = hints.get_child_value(i)
            key = entry.get_child_value(0).get_string()
            kind = entry.get_child_value(1).get_variant().get_type_string()
            if HINTS.get(key, kind) == kind:
                continue
            if self.profile.wrong_hint == "refuse":
                raise Refusal("System.Error.ENXIO", "No such device or address")
            if self.profile.wrong_hint == "hang-urgency" and key == "urgency":
                raise NoAnswer

    def checked_actions(self, actions):
        """The actions that are taken of the call's."""
        if len(actions) % 2 == 0:
            return actions
        if self.profile.odd_actions == "refuse":
            raise Refusal(INVALID_ARGUMENTS, "Invalid argument")
        return [] if self.profile.odd_actions == "ignore" else actions[:-1]

    def number_for(self, sender, replaces, tag):
        """The id of a new notification."""
        rule = self.profile.unknown_replaces
        if replaces in self.open:
            self.check_owner(sender, replaces)
            return replaces
        same = [n for n, shown in self.open.items() if tag is not None and shown.tag == tag]
        if same:
            return same[0]
        if replaces and (rule == "adopt" or (rule == "keep-issued" and replaces in self.issued)):
            return replaces
        while self.next_id in self.open:
            self.next_id += self.profile.id_step
        number = self.next_id
        self.next_id += self.profile.id_step
        return number

    def check_owner(self, sender, number):
        """Refuses that a client touches another's notification, where the profile does."""
        if self.profile.foreign_ids == "refuse" and self.open[number].sender != sender:
            raise Refusal(INVALID_ARGUMENTS, "Invalid notification ID")

    def close_notification(self, sender, parameters):
        """Closes what a client asks to close."""
        number, = parameters.unpack()
        if number in self.open:
            self.check_owner(sender, number)
            owner = self.open.pop(number).sender
            return None, [], self.closings(number, owner, self.profile.after_close)
        if self.profile.close_unknown == "error":
            raise Refusal(*self.profile.close_unknown_error)
        return None, [], self.closings(number, sender, (3,)) if self.profile.close_unknown == "closed" else []

    # ---------------------------------------------------------------- signals

    @staticmethod
    def closings(number, owner, reasons):
        """The NotificationClosed signals of one notification."""
        return [("NotificationClosed", GLib.Variant("(uu)", (number, reason)), owner) for reason in reasons]

    def emit(self, member, parameters, owner):
        """Sends one signal as the profile does."""
        mode = self.profile.reply_signal if member == "NotificationReplied" else self.profile.signals
        to = owner if mode == "unicast" else None
        if self.profile.shell_copy and self.copier is not None:
            wire.emit(self.copier, member, parameters)
            wire.say(signal=member, arguments=wire.plain(parameters), to=None, copy=True)
        wire.emit(self.connection, member, parameters, to)
        wire.say(signal=member, arguments=wire.plain(parameters), to=to)
        self.emitted.append([member, *wire.plain(parameters)])

    def owner_changed(self, connection, sender, path, interface, member, parameters):
        """A client left the bus: what becomes of its notifications."""
        name, _, new = parameters.unpack()
        theirs = [n for n, shown in self.open.items() if shown.sender == name]
        if new or not theirs:
            return
        rule = self.profile.sender_gone
        for number in theirs:
            if rule == "destroy" or (rule == "destroy-app" and "desktop-entry" in self.open[number].hints):
                del self.open[number]
            elif rule == "strip":
                self.open[number].actions = []
        wire.say(event="sender-gone", sender=name, ids=theirs, then=rule)

    # ---------------------------------------------------------------- the person

    def shown(self, number):
        """An open notification; the newest when no number is given."""
        if not self.open:
            raise CannotDo("nothing is shown")
        number = max(self.open) if number is None else number
        if number not in self.open:
            raise CannotDo(f"not shown: {number}")
        return self.open[number]

    def buttons(self, shown):
        """The keys of the buttons that this server draws, or has in its menu."""
        keys = [key for key, label in shown.labels().items() if key != "default" or self.profile.default_button]
        return keys if self.profile.buttons is None else keys[:self.profile.buttons]

    def finish(self, shown, reasons, stays=False):
        """Emits the closings that follow a gesture; none keeps it open."""
        if not reasons or (stays and self.profile.resident and shown.resident):
            return
        del self.open[shown.number]
        for signal in self.closings(shown.number, shown.sender, reasons):
            self.emit(*signal)

    def invoke(self, shown, key, gesture, reasons, token=None):
        """An action, with the token that this server sends before it."""
        if gesture in self.profile.token_on:
            text = token or f"{self.profile.information[0]}-token-{shown.number}"
            self.emit("ActivationToken", GLib.Variant("(us)", (shown.number, text)), shown.sender)
        self.emit("ActionInvoked", GLib.Variant("(us)", (shown.number, key)), shown.sender)
        self.finish(shown, reasons, stays=True)

    def click(self, shown, key, token=None):
        """Presses the button with this key."""
        if "actions" not in self.profile.capabilities or key not in self.buttons(shown):
            raise CannotDo(f"no button {key}; drawn are {', '.join(self.buttons(shown)) or 'none'}")
        if key == "inline-reply" and "inline-reply" in self.profile.capabilities:
            raise CannotDo("inline-reply is a text field here; use reply")
        self.invoke(shown, key, "click", self.profile.after_click, token)

    def body(self, shown, token=None):
        """Clicks the notification itself."""
        rule, keys = self.profile.body_click, list(shown.labels())
        key = "default" if "default" in keys or rule == "always-default" else None
        if key is None and keys and (rule == "default-or-first" or (rule == "default-or-only" and len(keys) == 1)):
            key = keys[0]
        if rule in ("close", "nothing"):
            key = None
        if key is not None:
            self.invoke(shown, key, "body", self.profile.after_body, token)
        elif rule == "close" or self.profile.body_dismisses:
            self.finish(shown, self.profile.after_dismiss)

    def reply(self, shown, text):
        """Types an inline reply and sends it."""
        if "inline-reply" not in self.profile.capabilities or "inline-reply" not in shown.labels():
            raise CannotDo("no inline reply is shown")
        self.emit("NotificationReplied", GLib.Variant("(us)", (shown.number, text)), shown.sender)
        self.finish(shown, self.profile.after_reply, stays=True)

    def dismiss(self, shown):
        """Presses the cross."""
        self.finish(shown, self.profile.after_dismiss)

    def expire(self, shown):
        """Lets its time run out. Where no signal follows, it is in the server's list and still open."""
        self.finish(shown, self.profile.after_expiry)

    def change(self, changes):
        """Another behaviour from now on; what is open stays."""
        self.profile = profiles.changed(self.profile, changes)
