"""What each notification server does, as data: one row of `PROFILES` a server.

A row says only where a server differs from `Profile`'s defaults, which are those of the Desktop Notifications
Specification 1.2. Rows marked "source" were read in the server's code, the others were measured on the real one."""
import dataclasses


@dataclasses.dataclass(frozen=True)
class Profile:
    """The behaviour of one notification server."""

    # GetServerInformation: name, vendor, version, version of the specification.
    information: tuple = ("fake", "Belfry", "1", "1.2")
    capabilities: tuple = ("actions", "body")

    # Who gets the signals: "broadcast" (everyone) or "unicast" (the connection that called Notify).
    signals: str = "broadcast"
    reply_signal: str = "broadcast"
    # GNOME Shell: each signal also goes out as a broadcast of a second connection, with the same path and ids.
    shell_copy: bool = False
    # After which gestures ("click", "body") an ActivationToken precedes ActionInvoked.
    token_on: tuple = ()

    # The reasons of the NotificationClosed signals that follow a gesture, in order; () leaves it open.
    after_click: tuple = (2,)
    after_body: tuple = (2,)
    after_reply: tuple = (2,)
    after_dismiss: tuple = (2,)
    after_expiry: tuple = (1,)
    after_close: tuple = (3,)
    # Whether the hint `resident` keeps it open after an action or a reply.
    resident: bool = True

    # What a click on the notification itself invokes: "default" (where registered), "always-default" (registered or
    # not), "default-or-first", "default-or-only" (an only action), "close" (it is a dismissal), "nothing".
    body_click: str = "default"
    # Whether that click is a dismissal when there is nothing to invoke.
    body_dismisses: bool = True
    # Whether `default` is drawn as a button too, and how many buttons are drawn at most (None: all).
    default_button: bool = False
    buttons: int | None = None

    first_id: int = 1
    id_step: int = 1
    # Notify with a replaces_id that is not open: "new" id, "adopt" it, or "keep-issued" (adopt it if it was issued).
    unknown_replaces: str = "new"
    # CloseNotification of an id that is not open: "ok", "closed" (NotificationClosed 3 all the same) or "error".
    close_unknown: str = "ok"
    close_unknown_error: tuple = ("org.freedesktop.DBus.Error.Failed", "")
    # Closing or replacing another client's notification: "allow" or "refuse".
    foreign_ids: str = "allow"

    # A known hint of the wrong type: "accept", "refuse" the call, or "hang-urgency": a wrong urgency is never answered.
    wrong_hint: str = "accept"
    # An actions array of odd length: "accept", "refuse" the call, "ignore" (no actions).
    odd_actions: str = "accept"
    # The same application, summary and body as the last call, within so many milliseconds, is an error.
    repeat_ms: int = 0
    # How many may be open, and the error beyond that.
    most_open: int | None = None
    most_open_error: tuple = ("org.freedesktop.Notifications.MaxNotificationsExceeded",
                              "Exceeded maximum number of notifications")
    # A new one beyond so many is closed at once as expired.
    most_popups: int | None = None
    # The reason of a NotificationClosed that is sent for each new one *before* Notify is answered.
    instant_close: int | None = None
    # Each Notify is answered with id 0, then NotificationClosed for id 0.
    suppress: bool = False
    # Hints of which an equal value means the same notification, so the same id.
    stack_tags: tuple = ()
    # When the sender leaves the bus: "keep" it, "strip" its actions, "destroy" it without a signal, or "destroy-app":
    # only what has a desktop-entry.
    sender_gone: str = "keep"


GNOME = dict(
    capabilities=("actions", "body", "body-markup", "icon-static", "persistence", "sound"),
    signals="unicast", reply_signal="unicast", shell_copy=True, after_expiry=(), buttons=3, foreign_ids="refuse")
PLASMA = dict(
    capabilities=("body", "body-hyperlinks", "body-markup", "body-images", "icon-static", "actions", "persistence",
                  "inline-reply", "x-kde-urls", "x-kde-origin-name", "x-kde-display-appname", "inhibitions"),
    reply_signal="unicast", token_on=("click", "body"), after_click=(3,), after_body=(3,), after_reply=(3,),
    body_dismisses=False, unknown_replaces="adopt", close_unknown="closed", odd_actions="ignore", repeat_ms=1000)
DUNST = dict(
    information=("dunst", "knopwob", "1.9.0 (2022-06-27)", "1.2"),
    capabilities=("actions", "body", "body-hyperlinks", "body-markup", "icon-static", "private-synchronous",
                  "synchronous", "x-canonical-private-synchronous", "x-dunst-stack-tag"),
    # Its buttons are a menu (`dunstctl context`), which leaves the notification open.
    signals="unicast", reply_signal="unicast", after_click=(), body_dismisses=False, first_id=2,
    unknown_replaces="adopt", resident=False)
SWAYNC = dict(
    # It says twice that a notification is closed, the second time as dismissed.
    after_click=(2, 2), after_body=(2, 2), after_reply=(2, 2), after_dismiss=(2, 2), after_close=(3, 2),
    after_expiry=(), unknown_replaces="keep-issued", close_unknown="closed")
XFCE = dict(
    information=("Xfce Notify Daemon", "Xfce", "0.7.3", "1.2"),
    capabilities=("action-icons", "actions", "body", "body-hyperlinks", "body-markup", "icon-static",
                  "x-canonical-private-icon-only"),
    body_click="close", default_button=True, unknown_replaces="adopt", resident=False)

PROFILES = {
    # GNOME 43: an urgency of a wrong type raises in its script, and the call is never answered.
    "gnome43": Profile(information=("gnome-shell", "GNOME", "43.9", "1.2"), wrong_hint="hang-urgency", **GNOME),
    # GNOME 46 and later destroy what belongs to an application whose connection is gone. Its source has an
    # ActivationToken; the real 48.7 sent none.
    "gnome48": Profile(information=("gnome-shell", "GNOME", "48.7", "1.2"), sender_gone="destroy-app", **GNOME),
    "plasma5": Profile(information=("Plasma", "KDE", "5.27.5", "1.2"), **PLASMA),
    "plasma6": Profile(information=("Plasma", "KDE", "6.3.6", "1.2"), sender_gone="strip", **PLASMA),
    "dunst": Profile(**DUNST),
    # A rule of its user's hides each notification.
    "dunst-suppressing": Profile(**DUNST, suppress=True),
    "mako": Profile(
        information=("mako", "emersion", "0.0.0", "1.2"),
        capabilities=("actions", "body", "body-markup", "icon-static", "x-canonical-private-synchronous",
                      "x-dunst-stack-tag"),
        # Its buttons are a menu (`makoctl menu`), which sends no token and leaves the notification open.
        token_on=("body",), after_click=(), resident=False, id_step=2, wrong_hint="refuse", odd_actions="refuse",
        stack_tags=("x-canonical-private-synchronous", "x-dunst-stack-tag")),
    "swaync07": Profile(
        information=("SwayNotificationCenter", "ErikReider", "0.7.3", "1.2"),
        capabilities=("actions", "body", "body-images", "body-markup", "persistence", "private-synchronous",
                      "synchronous", "x-canonical-private-synchronous"), **SWAYNC),
    "swaync011": Profile(
        information=("SwayNotificationCenter", "ErikReider", "0.11.0", "1.3"),
        capabilities=("actions", "body", "body-images", "body-markup", "inline-reply", "persistence",
                      "private-synchronous", "synchronous", "x-canonical-private-synchronous"),
        token_on=("click", "body"), **SWAYNC),
    "xfce": Profile(**XFCE),
    # Do Not Disturb: no actions, and each notification is closed as undefined before its id is known.
    "xfce-dnd": Profile(**{**XFCE, "capabilities": ("body", "body-hyperlinks", "body-markup", "icon-static",
                                                    "x-canonical-private-icon-only")}, instant_close=4),
    "notification-daemon": Profile(
        information=("Notification Daemon", "GNOME", "3.20.0", "1.2"),
        capabilities=("action-icons", "actions", "body", "body-hyperlinks", "body-markup", "icon-static",
                      "persistence", "sound"),
        body_click="always-default", after_expiry=(), close_unknown="error",
        close_unknown_error=("org.freedesktop.Notifications.InvalidId", "Invalid notification identifier"),
        most_open=20),
    "mate": Profile(
        information=("Notification Daemon", "MATE", "1.26.0", "1.1"),
        capabilities=("action-icons", "actions", "body", "body-hyperlinks", "body-markup", "icon-static", "sound"),
        # The cross on its popup counts as expiry.
        body_click="always-default", after_dismiss=(1,), resident=False, most_open=20,
        most_open_error=("org.gtk.GDBus.UnmappedGError.Quark._notify_5fdaemon_5ferror_5fquark.Code0",
                         "Exceeded maximum number of notifications")),
    "lxqt": Profile(
        information=("lxqt-notificationd", "lxqt.org", "1.2.0", "1.2"),
        capabilities=("actions", "body", "body-hyperlinks", "body-images", "body-markup", "persistence"),
        after_click=(), after_body=(), body_click="default-or-only", default_button=True, unknown_replaces="adopt"),
    "cosmic": Profile(  # source
        information=("cosmic-notifications", "System76", "0.1.0", "1.2"),
        capabilities=("action-icons", "actions", "body", "body-hyperlinks", "body-markup", "icon-static",
                      "persistence", "sound"),
        token_on=("body",), body_click="default-or-first", buttons=0, unknown_replaces="adopt"),
    "cinnamon": Profile(  # source
        information=("cinnamon", "GNOME", "6.7.5", "1.2"),
        capabilities=("action-icons", "actions", "body", "body-markup", "icon-static", "persistence", "sound"),
        sender_gone="destroy"),
    "budgie": Profile(  # source
        information=("Budgie Notification Server", "Budgie Desktop Developers", "10.10.2", "1.2"),
        capabilities=("action-icons", "actions", "body", "body-markup", "sound"),
        buttons=1, unknown_replaces="adopt", most_popups=3),
    "elementary": Profile(  # source
        information=("io.elementary.notifications", "elementary", "8.1.2", "1.3"),
        capabilities=("actions", "body", "body-markup", "private-synchronous", "synchronous",
                      "x-canonical-private-synchronous"),
        after_expiry=(), unknown_replaces="adopt", close_unknown="error"),
    "phosh": Profile(  # source
        information=("Phosh Notify Daemon", "Phosh", "0.40.0", "1.2"),
        capabilities=("actions", "body", "body-markup", "icon-static"), after_expiry=(), close_unknown="closed"),
    "quickshell": Profile(  # source; with all that its user can opt in to
        information=("quickshell", "quickshell-mirror", "0.3.1", "1.2"),
        capabilities=("action-icons", "actions", "body", "body-hyperlinks", "body-images", "body-markup",
                      "icon-static", "inline-reply", "persistence")),
    "notify-osd": Profile(
        information=("notify-osd", "Canonical Ltd", "1.0", "1.1"),
        capabilities=("append", "body", "body-markup", "icon-static", "image/svg+xml", "private-synchronous",
                      "x-canonical-append", "x-canonical-private-icon-only", "x-canonical-private-synchronous"),
        body_click="nothing", body_dismisses=False, buttons=0),
    "minimal": Profile(
        information=("minimal", "Belfry", "1", "1.2"), capabilities=("body",), body_click="nothing",
        body_dismisses=False, buttons=0),
}


class ProfileError(Exception):
    """A profile that cannot be used, and why."""


def changed(profile, changes):
    """The profile with the fields of a JSON object in place of its own; raises ProfileError."""
    known = {field.name for field in dataclasses.fields(Profile)}
    unknown = sorted(set(changes) - known)
    if unknown:
        raise ProfileError(f"unknown key of a profile: {unknown[0]}; one of {', '.join(sorted(known))}")
    values = {key: tuple(value) if isinstance(value, list) else value for key, value in changes.items()}
    for key, value in values.items():
        default = getattr(Profile(), key)
        if default is not None and not isinstance(value, type(default)):
            raise ProfileError(f"{key}: {value!r}; want a value like {default!r}")
    return dataclasses.replace(profile, **values)


def named(name):
    """The profile of this name; raises ProfileError."""
    if name not in PROFILES:
        raise ProfileError(f"no such profile: {name}; one of {', '.join(PROFILES)}")
    return PROFILES[name]


def described(value):
    """The profile that a JSON object describes: `base` names a profile, all other keys replace its fields."""
    if not isinstance(value, dict):
        raise ProfileError("a profile is a JSON object")
    changes = dict(value)
    base = changes.pop("base", "minimal")
    return changed(named(base), changes)
