"""Running belfry in a desktop: its commands, and its event lines as they come."""
import json
import os
import queue
import signal
import subprocess
import threading
import time

from . import LabError

# Seconds that belfry gives the person, and that a step waits for one event line.
TIMEOUT, PATIENCE = 40, 15
# Exit code of belfry without a notification server or a bus.
NO_SERVER = 69


class Belfry:
    """The belfry under test, with folders of its own for what it keeps."""

    def __init__(self, program, examples, folder):
        self.program, self.examples, self.folder = program, examples, folder
        os.makedirs(folder, exist_ok=True)
        self.env = dict(os.environ)
        for key in ("CONFIG", "DATA", "CACHE", "STATE"):
            self.env[f"XDG_{key}_HOME"] = os.path.join(folder, key.lower())
        self.env.pop("NO_COLOR", None)

    def app(self, name):
        """The path of one of the example app folders."""
        return os.path.join(self.examples, name)

    def run(self, *args, text=""):
        """Runs a command to its end: (exit code, stdout, stderr, seconds)."""
        began = time.monotonic()
        done = subprocess.run([self.program, *args], env=self.env, input=text, capture_output=True, text=True,
                              timeout=PATIENCE, check=False)
        return done.returncode, done.stdout, done.stderr, time.monotonic() - began

    def push(self, payload, app, topic, *more):
        """Starts `belfry push` of a payload."""
        path = os.path.join(self.folder, "push.apns")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(payload, file, ensure_ascii=False)
        return Push([self.program, "push", path, "--app", self.app(app), "--topic", topic, "--json",
                     "--timeout", str(TIMEOUT), *more], self.env)


class Push:
    """One running `belfry push --json`."""

    def __init__(self, argv, env):
        self.argv = argv
        self.lines = []                   # all event lines so far
        self.errors = []                  # lines of stderr
        self.incoming = queue.Queue()
        self.process = subprocess.Popen(argv, env=env, text=True, stdin=subprocess.DEVNULL,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.readers = [threading.Thread(target=act, daemon=True) for act in (self.read_lines, self.read_errors)]
        for reader in self.readers:
            reader.start()

    def read_lines(self):
        """Takes in stdout."""
        for line in self.process.stdout:
            self.incoming.put(line)
        self.incoming.put(None)

    def read_errors(self):
        """Takes in stderr."""
        self.errors += self.process.stderr

    def told(self):
        """What belfry said on stderr, for messages."""
        return " ".join("".join(self.errors).split()) or "nothing on stderr"

    def next(self, seconds):
        """The next event line, or None at the end of the output; raises LabError when none comes in time."""
        try:
            line = self.incoming.get(timeout=max(seconds, 0))
        except queue.Empty:
            raise LabError(f"no event line in {PATIENCE} s after {self.summary()}; {self.told()}") from None
        if line is None:
            return None
        try:
            event = json.loads(line)
        except ValueError:
            raise LabError(f"not a line of JSON: {line!r}") from None
        self.lines.append(event)
        return event

    def until(self, name):
        """The next event of this name."""
        end = time.monotonic() + PATIENCE
        while True:
            event = self.next(end - time.monotonic())
            if event is None:
                raise LabError(f"belfry ended with {self.process.wait()} before {name}, after {self.summary()}; "
                               f"{self.told()}")
            if event.get("event") == name:
                return event

    def finish(self):
        """All event lines and the exit code, when belfry has ended by itself."""
        end = time.monotonic() + PATIENCE
        while self.next(end - time.monotonic()) is not None:
            pass
        try:
            code = self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            raise LabError(f"belfry does not end after {self.summary()}") from None
        for reader in self.readers:
            reader.join(PATIENCE)
        return self.lines, code

    def summary(self):
        """The events so far, for messages."""
        return " ".join(f"{line.get('event')}({line.get('reason') or line.get('actionIdentifier') or ''})"
                        for line in self.lines) or "no event"

    def stop(self):
        """Ends it as Ctrl-C does, so that it withdraws what is shown."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(5)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
