"""One desktop: a private bus, a display and a notification server, started and ended."""
import glob
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time

from . import BACKGROUND, SIZE, LabError, bus, gnome, processes
from .servers import COMMON_SERVICES, SERVERS

BUS_CONFIGURATION = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>{kind}</type>
  <keep_umask/>
  <listen>unix:path={socket}</listen>
  <auth>EXTERNAL</auth>
  <servicedir>{services}</servicedir>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
"""
SWAY_CONFIGURATION = """xwayland disable
output * bg {background} solid_color
output HEADLESS-1 resolution {width}x{height} position 0 0
seat seat0 hide_cursor 0
"""
# Variables of the machine's own session that the desktop must not see.
FOREIGN_PREFIXES = ("LAB_", "DBUS_", "GNOME_", "KDE_")
FOREIGN = ("DISPLAY", "WAYLAND_DISPLAY", "SWAYSOCK", "XAUTHORITY", "XDG_CURRENT_DESKTOP", "XDG_SESSION_TYPE",
           "XDG_SESSION_DESKTOP", "DESKTOP_SESSION", "AT_SPI_BUS_ADDRESS")
# The user that sway runs as when the lab runs as root: sway refuses to be root.
NOBODY = 65534


class Desktop:
    """A desktop of the lab."""

    def __init__(self, name, size=SIZE):
        if name not in SERVERS:
            raise LabError(f"no such server: {name} (one of: {' '.join(SERVERS)})")
        self.name, self.server, self.size = name, SERVERS[name], size
        self.dir = tempfile.mkdtemp(prefix="lab-")
        self.started = time.monotonic()
        for sub in ("run", "home", "services", "log"):
            os.mkdir(self.path(sub), 0o700)
        # What the tested command sees.
        self.env = {key: value for key, value in os.environ.items()
                    if not key.startswith(FOREIGN_PREFIXES) and key not in FOREIGN}
        if "LAB_ROOTS" in os.environ:
            self.env["LAB_ROOTS"] = os.environ["LAB_ROOTS"]
        self.env.update(LAB_SERVER=name, LAB_DIR=self.dir, XDG_RUNTIME_DIR=self.path("run"),
                        LAB_SIZE="%dx%d" % size, LAB_DISPLAY=self.server.display or "")
        # What the desktop's own programs see besides: no GPU, no settings of the machine's user.
        self.private = {"HOME": self.path("home"), "LIBGL_ALWAYS_SOFTWARE": "1", "LC_ALL": "C.UTF-8"}
        for key in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"):
            self.private[key] = os.path.join(self.path("home"), key.split("_")[1].lower())

    def path(self, *parts):
        """A path in the desktop's own folder."""
        return os.path.join(self.dir, *parts)

    def spawn(self, name, argv, env=None, cwd=None, **kwargs):
        """Starts one of the desktop's programs, with a log of its own."""
        if shutil.which(argv[0]) is None:
            raise LabError(f"{argv[0]} is not installed: run Tests/Desktops/install {self.name}")
        merged = {**self.env, **self.private, **self.server.env, **(env or {})}
        with open(self.path("log", name + ".log"), "ab") as log:
            return subprocess.Popen(argv, env=merged, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                    cwd=cwd or self.path("home"), start_new_session=True, **kwargs)

    def wait(self, what, test, timeout=15, proc=None):
        """The first true value of a test, within so many seconds and while the program lives."""
        end = time.monotonic() + timeout
        while time.monotonic() < end:
            value = test()
            if value:
                return value
            if proc is not None and proc.poll() is not None:
                raise LabError(f"{self.name}: {what}: the program ended with {proc.returncode}; {self.logs()}")
            time.sleep(0.02)
        raise LabError(f"{self.name}: {what}: not within {timeout} s; {self.logs()}")

    def logs(self):
        """The last lines of each program's log."""
        parts = []
        for log in sorted(glob.glob(self.path("log", "*.log"))):
            with open(log, encoding="utf-8", errors="replace") as file:
                text = file.read().strip()
            if text:
                parts.append(f"--- {os.path.basename(log)}\n" + "\n".join(text.splitlines()[-12:]))
        return "logs:\n" + "\n".join(parts)

    # ---------------------------------------------------------------- the steps of the start

    def start_bus(self, kind):
        """A bus, "session" or "system", that can activate only the services that this desktop needs."""
        services = self.path("services" if kind == "session" else "services-system")
        os.makedirs(services, exist_ok=True)
        if kind == "session":
            folders = (os.environ.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share").split(":")
            for service in (*COMMON_SERVICES, *self.server.services):
                for folder in folders:
                    for file in glob.glob(os.path.join(folder, "dbus-1/services", service + ".service")):
                        shutil.copy(file, services)
        path = self.path("run", "bus" if kind == "session" else "system_bus")
        configuration = self.path(kind + ".conf")
        with open(configuration, "w", encoding="utf-8") as file:
            file.write(BUS_CONFIGURATION.format(kind=kind, socket=path, services=services))
        proc = self.spawn("dbus-" + kind, ["dbus-daemon", "--nofork", "--nopidfile", "--config-file=" + configuration])
        self.wait(f"the {kind} bus", lambda: os.path.exists(path), proc=proc)
        self.env[f"DBUS_{kind.upper()}_BUS_ADDRESS"] = "unix:path=" + path

    def start_x11(self):
        """An Xvfb of its own."""
        read, write = os.pipe()
        self.spawn("xvfb", ["Xvfb", "-displayfd", str(write), "-screen", "0", "%dx%dx24" % self.size,
                            "-nolisten", "tcp", "-noreset"], pass_fds=(write,))
        os.close(write)
        with os.fdopen(read) as file:
            number = file.readline().strip()
        if not number:
            raise LabError(f"Xvfb did not start; {self.logs()}")
        self.env["DISPLAY"] = ":" + number
        self.env["XDG_SESSION_TYPE"] = "x11"

    def start_wm(self):
        """The window manager and the plain background."""
        if self.server.wm == "kwin":
            self.spawn("kwin", ["kwin_x11", "--replace"], env={"KWIN_COMPOSE": "N"})
            return
        self.spawn("openbox", ["openbox", "--sm-disable"])
        subprocess.run(["xsetroot", "-solid", BACKGROUND], env=self.env, stderr=subprocess.DEVNULL, check=False)

    def start_sway(self):
        """A headless sway, and a mouse for it."""
        configuration = self.path("sway.conf")
        with open(configuration, "w", encoding="utf-8") as file:
            file.write(SWAY_CONFIGURATION.format(background=BACKGROUND, width=self.size[0], height=self.size[1]))
        run, drop = self.path("run-sway"), []
        os.mkdir(run, 0o700)
        if os.getuid() == 0:
            os.chmod(self.dir, 0o711)
            os.chmod(configuration, 0o644)
            os.chown(run, NOBODY, NOBODY)
            drop = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", "--"]
        proc = self.spawn("sway", [*drop, "sway", "-c", configuration], env={
            "XDG_RUNTIME_DIR": run, "HOME": run, "XDG_CONFIG_HOME": run, "XDG_CACHE_HOME": run,
            "WLR_BACKENDS": "headless", "WLR_LIBINPUT_NO_DEVICES": "1", "WLR_RENDERER": "pixman"}, cwd="/")
        ipc = self.wait("sway", lambda: glob.glob(run + "/sway-ipc.*.sock"), proc=proc)[0]
        display = self.wait("sway's display", lambda: [
            p for p in glob.glob(run + "/wayland-*") if not p.endswith(".lock")], proc=proc)[0]
        os.symlink(display, self.path("run", os.path.basename(display)))
        self.env.update(SWAYSOCK=ipc, WAYLAND_DISPLAY=os.path.basename(display),
                        XDG_SESSION_TYPE="wayland", XDG_CURRENT_DESKTOP="sway")
        pointer = self.path("run", "pointer.sock")
        program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "wayland_pointer.py")
        proc = self.spawn("pointer", [sys.executable, program, pointer])
        self.wait("the pointer", lambda: os.path.exists(pointer), proc=proc)

    def start_gnome(self):
        """GNOME Shell, which is display and notification server in one."""
        return self.spawn("gnome-shell", [
            "gnome-shell", "--headless", "--wayland", "--no-x11", "--unsafe-mode",
            "--virtual-monitor", "%dx%d" % self.size, "--wayland-display", self.env["WAYLAND_DISPLAY"]])

    def write_edits(self):
        """The changed copies of files of /etc/xdg."""
        for file, (old, new) in self.server.edits.items():
            with open(os.path.join("/etc/xdg", file), encoding="utf-8") as source:
                text = source.read()
            if old not in text:
                raise LabError(f"{self.name}: {old} is not in /etc/xdg/{file}")
            copied = os.path.join(self.private["XDG_CONFIG_HOME"], file)
            os.makedirs(os.path.dirname(copied))
            with open(copied, "w", encoding="utf-8") as target:
                target.write(text.replace(old, new))

    def start(self):
        """Brings the desktop up; returns when its server owns the name."""
        server = self.server
        if server.display is None:
            return
        # The display first: what D-Bus activates later inherits DISPLAY from the bus.
        if server.display == "x11":
            self.start_x11()
        elif server.display == "sway":
            self.start_sway()
        elif server.display == "gnome":
            self.env.update(WAYLAND_DISPLAY="wayland-lab", XDG_SESSION_TYPE="wayland")
        self.start_bus("session")
        if server.system_bus:
            self.start_bus("system")
        proc = self.start_gnome() if server.display == "gnome" else None
        if server.display == "x11":
            self.start_wm()
        if "XDG_CURRENT_DESKTOP" in server.env:
            self.env["XDG_CURRENT_DESKTOP"] = server.env["XDG_CURRENT_DESKTOP"]
        if self.name == "bare":
            return
        self.write_edits()
        if server.command:
            proc = self.spawn(self.name, list(server.command))
        session = bus.connection(self.env["DBUS_SESSION_BUS_ADDRESS"])
        pid = self.wait(bus.NAME, lambda: bus.owner_pid(session), timeout=server.name_timeout, proc=proc)
        if pid not in processes.descendants(os.getpid()):
            raise LabError(f"{bus.NAME} is owned by a stranger (pid {pid})")
        if server.display == "gnome":
            self.settle_gnome(session)
        if server.display == "sway":
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sock:
                sock.sendto(b"move 0 %d" % (self.size[1] - 1), self.path("run", "pointer.sock"))

    def settle_gnome(self, session):
        """Past the start animation and the overview, without GNOME Shell's own start-up notifications."""
        from gi.repository import GLib

        def look():
            try:
                return gnome.evaluate(gnome.SETTLED, session)
            except (GLib.Error, LabError):  # it does not answer yet
                return False
        self.wait("GNOME Shell's start", look)
        time.sleep(0.3)
        self.wait("GNOME Shell's start", look)

    def stop(self):
        """Ends everything that this desktop started, and nothing else."""
        processes.end_all()
        shutil.rmtree(self.dir, ignore_errors=True)
