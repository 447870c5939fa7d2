"""What each notification server needs: one row of `SERVERS` a server."""
import dataclasses
import glob
import os

# What every desktop of the lab needs, then those with an X11 display, then those with sway.
COMMON_PACKAGES = ("dbus-daemon dbus-bin libglib2.0-bin python3-gi libnotify-bin tesseract-ocr tesseract-ocr-eng "
                   "imagemagick python3-pil fonts-dejavu-core adwaita-icon-theme zenity").split()
X11_PACKAGES = "xvfb xdotool openbox x11-utils x11-xserver-utils at-spi2-core gir1.2-atspi-2.0".split()
SWAY_PACKAGES = "sway grim wtype".split()
# What a program built on Debian 12 may need in the Debian 13 root.
ROOT_PACKAGES = ("git libnotify4 libglib2.0-0t64 glib-networking libsoup-3.0-0 libnghttp2-14 libsqlite3-0 "
                 "libgnutls30t64 libcanberra0t64 libgdk-pixbuf-2.0-0 kdialog").split()
# D-Bus services that any desktop may activate.
COMMON_SERVICES = ("org.a11y.Bus", "ca.desrt.dconf")


@dataclasses.dataclass(frozen=True)
class Server:
    """One notification server and its desktop."""

    # x11, sway, gnome; None: no display and no bus.
    display: str | None
    # argv of the server; None: the display owns the name, or nobody does.
    command: tuple | None = None
    packages: tuple = ()
    # D-Bus services that this desktop may activate.
    services: tuple = ()
    env: dict = dataclasses.field(default_factory=dict)
    # The window manager of an X11 display.
    wm: str = "openbox"
    # A private system bus, with nothing on it.
    system_bus: bool = False
    # The X11 class of its popups.
    window_class: str | None = None
    # Seconds until it must own its name.
    name_timeout: float = 30
    # File in /etc/xdg: (text, text instead) in a copy of it that is its user's.
    edits: dict = dataclasses.field(default_factory=dict)
    # Whether it shows the inline reply that it announces.
    replies: bool = True
    # The row of Debian 12 of which this is another version.
    kind: str = ""
    # The suite of the root that it runs in; None: this system.
    root: str | None = None

    def all_packages(self):
        """Everything to install for it."""
        display = {"x11": X11_PACKAGES, "sway": SWAY_PACKAGES}.get(self.display, [])
        return [*COMMON_PACKAGES, *display, *self.packages, *(ROOT_PACKAGES if self.root else [])]


def program(*patterns):
    """The first program that one of the patterns finds; where none is installed, its name, for the message."""
    for pattern in patterns:
        found = sorted(glob.glob(pattern))
        if found:
            return found[0]
    return os.path.basename(patterns[0])


PLASMA = dict(
    display="x11", command=("plasmashell", "--no-respawn"),
    packages=("plasma-desktop", "plasma-workspace", "kwin-x11", "breeze", "breeze-icon-theme"),
    wm="kwin", system_bus=True, window_class="plasmashell", name_timeout=60)
PLASMA_ENV = {
    "XDG_CURRENT_DESKTOP": "KDE", "KDE_FULL_SESSION": "true", "QT_QUICK_BACKEND": "software",
    "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1", "QT_QUICK_CONTROLS_STYLE": "org.kde.desktop"}

SERVERS = {
    "dunst": Server("x11", ("dunst",), ("dunst", "suckless-tools"), window_class="Dunst"),
    "xfce": Server(
        "x11", (program("/usr/lib/*/xfce4/notifyd/xfce4-notifyd"),), ("xfce4-notifyd", "xfconf"),
        services=("org.xfce.Xfconf",), window_class="Xfce4-notifyd"),
    "gnome-flashback": Server(
        "x11", (program("/usr/lib/notification-daemon/notification-daemon", "/usr/libexec/notification-daemon"),),
        ("notification-daemon",), window_class="Notification-daemon"),
    "mate": Server(
        "x11", (program("/usr/lib/mate-notification-daemon/mate-notification-daemon",
                        "/usr/libexec/mate-notification-daemon"),),
        ("mate-notification-daemon",), window_class="Mate-notification-daemon"),
    "lxqt": Server(
        "x11", ("lxqt-notificationd",), ("lxqt-notificationd", "breeze-icon-theme"),
        env={"QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1", "XDG_CURRENT_DESKTOP": "LXQt"},
        window_class="lxqt-notificationd"),
    "kde": Server(
        **PLASMA, services=("org.kde.ActivityManager", "org.kde.kded5", "org.kde.kglobalaccel"),
        env={**PLASMA_ENV, "KDE_SESSION_VERSION": "5"}),
    "mako": Server("sway", ("mako",), ("mako-notifier", "jq")),
    "swaync": Server("sway", ("swaync",), ("sway-notification-center",)),
    "gnome": Server(
        "gnome", None, ("gnome-shell", "gjs", "libgl1-mesa-dri"),
        services=("org.gnome.Shell.Notifications", "org.gnome.ScreenSaver"),
        env={"XDG_CURRENT_DESKTOP": "GNOME", "XDG_SESSION_TYPE": "wayland"}, system_bus=True, name_timeout=60),
    # A session bus and a display without a notification server.
    "bare": Server("x11"),
    # Neither bus nor display, as under cron or ssh.
    "none": Server(None),
}
SERVERS = {name: dataclasses.replace(server, kind=name) for name, server in SERVERS.items()}


def newer(kind, **changes):
    """The same server as Debian 13 has it."""
    return dataclasses.replace(SERVERS[kind], root="trixie", **changes)


SERVERS.update({
    # As shipped it announces inline-reply, but its configuration has them off: swaync13-reply has them on.
    "swaync13": newer("swaync", replies=False),
    "swaync13-reply": newer("swaync", edits={"swaync/config.json": (
        '"notification-inline-replies": false', '"notification-inline-replies": true')}),
    "gnome48": newer("gnome"),
    "kde6": newer(
        "kde", services=("org.kde.ActivityManager", "org.kde.kded6", "org.kde.kglobalaccel"),
        env={**PLASMA_ENV, "KDE_SESSION_VERSION": "6"}),
    "mako13": newer("mako"),
    "dunst13": newer("dunst"),
    "xfce13": newer("xfce"),
})
# Those with a notification server.
REAL = [name for name in SERVERS if name not in ("bare", "none")]


def inside_root():
    """The suite of the root that this runs in, or None."""
    try:
        with open("/etc/lab-root", encoding="utf-8") as file:
            return file.read().strip()
    except FileNotFoundError:
        return None
