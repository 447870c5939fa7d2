"""A belfry serve for the checks: started in an empty state folder on free ports, and ended by its pid."""
import json
import os
import signal
import socket
import subprocess
import tempfile
import threading
import time

import client

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
APP = os.path.join(ROOT, "Examples", "Meetings")
TOPIC = "com.example.meetings"


class Service:
    """One run of belfry serve; what it prints is thrown away."""

    def __init__(self, belfry, state, script, app=APP, options=()):
        self.belfry, self.state = belfry, state
        self.process = subprocess.Popen(
            [belfry, "serve", "--json", "--state", state, "--listen", "127.0.0.1:0", "--pages", "localhost:0",
             "--app", app, *(["--script", script] if script else []), *options],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
        ready = json.loads(self.process.stdout.readline())
        self.port, self.authority = int(ready["endpoint"].rsplit(":", 1)[1]), ready["ca"]
        self.reader = threading.Thread(target=self.drain, daemon=True)
        self.reader.start()

    def drain(self):
        for _ in self.process.stdout:
            pass

    def connect(self):
        return client.Connection(self.port, self.authority)

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.reader.join()

    def end(self):
        """Ends it in peace; its exit code must be 0."""
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(timeout=60)
        self.reader.join()
        if code != 0:
            raise AssertionError(f"belfry serve ended with {code}")

    def memory(self):
        """Resident memory, in MiB."""
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as status:
            for line in status:
                if line.startswith("VmRSS:"):
                    return int(line.split()[1]) / 1024
        raise AssertionError("no VmRSS")


    def processor_time(self):
        """User and system time, in ticks."""
        with open(f"/proc/{self.process.pid}/stat", encoding="ascii") as status:
            fields = status.read().rsplit(")", 1)[1].split()
        return int(fields[11]) + int(fields[12])


def free_port():
    """A port that nobody listens on just now."""
    with socket.socket() as probe:
        probe.bind((client.HOST, 0))
        return probe.getsockname()[1]


def wait_for_port(port):
    """Waits until somebody listens there."""
    deadline = time.monotonic() + client.PATIENCE
    while True:
        try:
            socket.create_connection((client.HOST, port)).close()
            return
        except ConnectionRefusedError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.02)


def log(belfry, state):
    """The events of the log."""
    output = subprocess.run([belfry, "log", "--json", "--state", state], check=True, stdout=subprocess.PIPE, text=True)
    return [json.loads(line) for line in output.stdout.splitlines()]


def script(folder, rules):
    """Writes a script."""
    path = os.path.join(folder, "script.json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump(rules, file)
    return path


def folder():
    return tempfile.TemporaryDirectory(prefix="belfry-provider-")


def body(text):
    return json.dumps({"aps": {"alert": text}}).encode()
