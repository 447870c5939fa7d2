#!/usr/bin/env python3
"""Drives a headless Chromium for which www.youtube.com is a stand-in on this machine.

It reads commands from standard input, a line each with tabs between its words, and answers each
with a line: `ok` or `error`, a tab, and the answer as a JSON value. At the end of input it ends.

  ports                    the stand-in's plain HTTP port
  mode NAME                what the stand-in's player does (youtube.py)
  open URL                 loads a page, and waits until it has been painted
  loaded                   waits until a page that is loaded by another has been painted
  wait EXPRESSION          waits until a JavaScript expression of the page is true
  value EXPRESSION         the value of an expression
  click SELECTOR           clicks into the middle of an element, as a mouse does
  type TEXT                types into the focused element
  key NAME                 presses a key
  log COUNT                what the stand-in saw, once that is as many lines
  look SCHEME WIDTH HEIGHT light or dark, and the size of the window
  picture FILE             writes a screenshot
  leave                    leaves the page for an empty one

Chromium looks up no other name, and speaks to this machine alone.
"""

import base64
import json
import os
import select
import shutil
import subprocess
import sys
import tempfile

from youtube import YouTube

# How long one command may take, in seconds: a start on a busy machine takes a few.
DEADLINE = 30


class Failure(Exception):
    pass


class Chromium:
    """A browser, spoken to by the DevTools protocol over a pair of pipes."""

    def __init__(self, folder, youtube_port):
        program = shutil.which("chromium") or shutil.which("chromium-browser")
        if not program:
            raise Failure("chromium is not installed; install the package chromium")
        command_read, self.commands = os.pipe()
        self.answers, answer_write = os.pipe()
        arguments = [
            program, "--headless=new", "--remote-debugging-pipe", f"--user-data-dir={folder}/profile",
            "--no-first-run", "--disable-gpu", "--disable-dev-shm-usage", "--disable-extensions",
            "--disable-background-networking", "--disable-component-update", "--disable-sync",
            # As a fresh origin is treated: no start with sound without a gesture.
            "--disable-features=MediaEngagementBypassAutoplayPolicies,PreloadMediaEngagementData",
            "--autoplay-policy=document-user-activation-required",
            "--ignore-certificate-errors",
            f"--host-resolver-rules=MAP www.youtube.com:443 127.0.0.1:{youtube_port}, "
            "MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
        ]
        if os.geteuid() == 0:
            arguments.append("--no-sandbox")

        def place_pipes():
            # The protocol's descriptors are 3 and 4; above them first, for they may overlap.
            spare_read = os.dup(command_read)
            spare_write = os.dup(answer_write)
            os.dup2(spare_read, 3)
            os.dup2(spare_write, 4)

        self.process = subprocess.Popen(
            arguments, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, close_fds=False, preexec_fn=place_pipes)
        os.close(command_read)
        os.close(answer_write)
        self.unread = b""
        self.number = 0
        self.session = None
        self.events = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        attached = self.call("Target.attachToTarget", targetId=target, flatten=True)
        self.session = attached["sessionId"]
        self.call("Page.enable")

    def read(self):
        while b"\0" not in self.unread:
            ready, _, _ = select.select([self.answers], [], [], DEADLINE)
            if not ready:
                raise Failure(f"chromium has not answered within {DEADLINE} s")
            received = os.read(self.answers, 1 << 20)
            if not received:
                raise Failure("chromium has ended")
            self.unread += received
        message, self.unread = self.unread.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.commands, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.read()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise Failure(f"{method}: {answer['error']['message']}")
                return answer["result"]
            if "method" in answer:
                self.events.append(answer["method"])

    def wait_for(self, event):
        while event not in self.events:
            message = self.read()
            if "method" in message:
                self.events.append(message["method"])

    def evaluate(self, expression):
        answer = self.call(
            "Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise Failure(details.get("exception", {}).get("description", details["text"]))
        return answer["result"].get("value")

    def open(self, url):
        self.events.clear()
        answer = self.call("Page.navigate", url=url)
        if "errorText" in answer:
            raise Failure(f"{url}: {answer['errorText']}")
        self.loaded()

    def loaded(self):
        self.wait_for("Page.loadEventFired")
        self.events.clear()
        # `autofocus` takes effect with the first rendering, after the load; and until a page has been
        # painted Chromium drops what is clicked and typed.
        self.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))")

    def wait(self, expression):
        self.evaluate(f"""new Promise((resolve, reject) => {{
          const check = () => {{ if ({expression}) {{ watch.disconnect(); resolve(); }} }};
          const watch = new MutationObserver(check);
          watch.observe(document, {{ attributes: true, childList: true, characterData: true,
                                     subtree: true }});
          setTimeout(() => reject(new Error("still false: " + {json.dumps(expression)})),
                     {DEADLINE * 1000 - 5000});
          check();
        }})""")

    def click(self, selector):
        x, y = self.evaluate(f"""(() => {{
          const box = document.querySelector({json.dumps(selector)}).getBoundingClientRect();
          return [box.x + box.width / 2, box.y + box.height / 2];
        }})()""")
        for kind in ["mousePressed", "mouseReleased"]:
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def key(self, name):
        code = {"Enter": 13, "Tab": 9, "Escape": 27}[name]
        text = {"Enter": "\r"}.get(name, "")
        self.call("Input.dispatchKeyEvent", type="keyDown", key=name, code=name, text=text,
                  windowsVirtualKeyCode=code)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=name, code=name,
                  windowsVirtualKeyCode=code)

    def look(self, scheme, width, height):
        self.call("Emulation.setEmulatedMedia",
                  features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.call("Emulation.setDeviceMetricsOverride", width=int(width), height=int(height),
                  deviceScaleFactor=1, mobile=False)

    def picture(self, file):
        with open(file, "wb") as output:
            output.write(base64.b64decode(self.call("Page.captureScreenshot")["data"]))

    def end(self):
        self.process.terminate()
        try:
            self.process.wait(DEADLINE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def main():
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        youtube = YouTube(folder)
        browser = None

        def set_mode(*words):
            youtube.mode = " ".join(words)
            youtube.log.clear()

        try:
            browser = Chromium(folder, youtube.port)
            commands = {
                "ports": lambda: youtube.plain_port, "mode": set_mode,
                "log": lambda count: youtube.wait_for_log(int(count), DEADLINE),
                "open": browser.open, "loaded": browser.loaded, "leave": lambda: browser.open("about:blank"),
                "wait": browser.wait, "value": browser.evaluate, "click": browser.click,
                "type": lambda text: browser.call("Input.insertText", text=text) and None,
                "key": browser.key, "look": browser.look, "picture": browser.picture,
            }
            for line in sys.stdin:
                name, *words = line.rstrip("\n").split("\t")
                try:
                    answer = "ok\t" + json.dumps(commands[name](*words))
                except (Failure, KeyError) as failure:
                    answer = f"error\t{failure}".replace("\n", " ")
                print(answer, flush=True)
        except Failure as failure:
            print(f"error\t{failure}", flush=True)
            sys.exit(1)
        finally:
            if browser:
                browser.end()


main()
