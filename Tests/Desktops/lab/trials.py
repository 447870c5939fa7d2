"""The trials of belfry in one desktop: each shows a push, does what a person does, and looks at the event lines."""
import json
import os
import signal
import time
from urllib.parse import urlsplit

from gi.repository import GLib

from . import LabError, accessibility, bus, gestures, hands, here, prompt, screen
from .belfry import NO_SERVER, PATIENCE, TIMEOUT
from .servers import SERVERS

DEFAULT = "com.apple.UNNotificationDefaultActionIdentifier"
DISMISS = "com.apple.UNNotificationDismissActionIdentifier"
MEETINGS, VIDEOS = ("Meetings", "com.example.meetings"), ("Videos", "com.example.videos")
CATEGORY = "MEETING_INVITE"
ACTIONS = [("ACCEPT", "Accept", False), ("DECLINE", "Decline", False), ("REPLY", "Reply", True)]
REPLY = "See you there"
VIDEO_ID = "jNQXAC9IVRw"
# Capabilities that belfry uses; `belfry doctor` must name each one that a server lacks.
USED = ("actions", "body-markup", "inline-reply", "persistence", "sound")
# What a server reports when the person closes the notification: everywhere "dismissed", but MATE's cross says expired.
DISMISSALS = {"mate": "expired"}
# The video's link is opened with this: it keeps its arguments, one a line, then says that it is done by a rename.
RECORDER = """#!/bin/sh
printf '%s\\n' "$@" >"$0.part"
mv "$0.part" "$0.arguments"
"""


class Failed(Exception):
    """A trial that went wrong, and how."""


def want(what, found, wanted):
    """Fails when the two differ."""
    if found != wanted:
        raise Failed(f"{what}: {json.dumps(found)}; want {json.dumps(wanted)}")


class Trials:
    """The trials by name, in their order; each returns how it was done."""

    def __init__(self, belfry, shots, browser=None):
        self.belfry, self.shots, self.browser = belfry, shots, browser
        self.bus = bus.connection() if "DBUS_SESSION_BUS_ADDRESS" in os.environ else None
        self.facts = bus.server_facts(self.bus) if self.bus and bus.owner_pid(self.bus) else None
        self.pushed = None

    def table(self):
        """The trials of this desktop."""
        if self.facts is None:
            return {"doctor": self.doctor_without_server, "push": self.push_without_server}
        return {"doctor": self.doctor, "button": self.button, "body click": self.body, "reply": self.reply,
                "dismiss": self.dismiss, "video": self.video, "death": self.death}

    def run(self, only):
        """Runs them; the result of each is (whether it went well, how it was done or what went wrong)."""
        results = {}
        for name, trial in self.table().items():
            if only and name not in only:
                continue
            try:
                results[name] = (True, trial())
            except (Failed, LabError, GLib.Error, OSError, ValueError) as error:
                results[name] = (False, str(error))
                self.keep_picture(f"{here.SERVER}-{name.replace(' ', '-')}-failed")
            finally:
                self.clear()
        return results

    # ---------------------------------------------------------------- around a trial

    def show(self, title, app=MEETINGS, more=(), **payload):
        """Pushes, waits until it is presented and its popup stands still; returns the running push."""
        hands.park()
        alert = {"title": title, "body": "Today at 12, in the small room"}
        self.pushed = self.belfry.push({"aps": {"alert": alert, **payload.pop("aps", {})}, **payload}, *app, *more)
        presented = self.pushed.until("presented")
        want("presented.title", presented.get("title"), title)
        want("presented.topic", presented.get("topic"), app[1])
        gestures.popup(PATIENCE)
        return self.pushed

    def invite(self, title):
        """A push with the buttons of the app folder Meetings."""
        return self.show(title, aps={"category": CATEGORY})

    def clear(self):
        """Ends the push, and waits until no popup is left."""
        if self.pushed is not None:
            self.pushed.stop()
            self.pushed = None
        if self.facts is None or bus.owner_pid(self.bus) is None:
            return
        hands.park()
        end = time.monotonic() + 3
        while screen.popups() and time.monotonic() < end:
            if here.KIND == "gnome-flashback":    # it leaves a popup on the screen that was closed by its client
                try:
                    gestures.dismiss(1)
                except LabError:                  # it has gone meanwhile
                    pass
            time.sleep(0.1)

    def keep_picture(self, name):
        """A picture for --shots."""
        if self.shots and here.DISPLAY:
            try:
                screen.screenshot(os.path.join(self.shots, name + ".png"))
            except (LabError, GLib.Error):        # the display itself may be what failed
                pass

    def ended(self, response=None, closed=None, code=0):
        """Waits for belfry's end; checks that its lines are one presented, this response or none, and that it was
        closed for this reason (or for any, when none is given). Returns all lines."""
        lines, found = self.pushed.finish()
        want("exit code", (found, self.pushed.told() if found != code else ""), (code, ""))
        events = [line["event"] for line in lines]
        want("presented lines", events.count("presented"), 1)
        responses = [{key: line[key] for key in ("actionIdentifier", "userText") if key in line}
                     for line in lines if line["event"] == "response"]
        want("responses", responses, [response] if response else [])
        reasons = [line["reason"] for line in lines if line["event"] == "closed"]
        if len(reasons) > 1 or (closed and reasons != [closed]):
            raise Failed(f"closed: {reasons}; want {[closed]}")
        want("requestIdentifiers", len({line["requestIdentifier"] for line in lines}), 1)
        return lines

    # ---------------------------------------------------------------- the trials

    def button(self):
        """Accept is pressed."""
        push = self.invite("Lunch at the corner?")
        presented = push.lines[0]
        want("presented.categoryIdentifier", presented.get("categoryIdentifier"), CATEGORY)
        want("presented.actions", presented.get("actions"), [
            {"identifier": key, "title": title, "textInput": text} for key, title, text in ACTIONS])
        want("presented.server", self.facts["name"].casefold() in str(presented.get("server")).casefold(), True)
        if self.shots:
            self.take_shot()
        how = gestures.click("Accept")
        self.ended({"actionIdentifier": "ACCEPT"})
        return how

    def take_shot(self):
        """A picture of the popup with its buttons."""
        box = gestures.popup(PATIENCE)
        if here.KIND == "gnome":                  # its buttons show while the mouse is on it
            hands.hover(*screen.center(box))
            time.sleep(0.8)
        self.keep_picture(here.SERVER)

    def click_body(self, offered):
        """The default action: a click on the notification, or on Xfce its own button, whose label is none of the
        offered ones."""
        if here.KIND != "xfce":
            return gestures.body()
        gestures.popup(PATIENCE)
        box, label = here.settled(lambda: next((
            (at, name) for name, at in accessibility.things() if name and name not in offered), None),
            "button of the default action", PATIENCE)
        hands.press_at(*screen.center(box))
        return f"mouse on the button {label}"

    def body(self):
        """The notification itself is clicked."""
        self.invite("Coffee after the talk?")
        how = self.click_body([title for _, title, _ in ACTIONS])
        self.ended({"actionIdentifier": DEFAULT})
        return how

    def reply(self):
        """A reply is typed: inline where the server shows that, else into the prompt that the button opens."""
        inline = "inline-reply" in self.facts["capabilities"]
        self.invite("Tea in the garden?")
        if inline and not SERVERS[here.SERVER].replies:
            # It announces the field and shows none, which its capabilities do not say.
            inline = False
            if not screen.find_text("Reply", gestures.popup(PATIENCE)):
                return "the server shows neither field nor button"
        if inline:
            how = gestures.reply(REPLY)
        else:
            how = gestures.click("Reply")
            how += ", " + prompt.answer(REPLY, PATIENCE)
        self.ended({"actionIdentifier": "REPLY", "userText": REPLY})
        return how

    def dismiss(self):
        """It is closed without an answer; the category has customDismissAction."""
        reason = DISMISSALS.get(here.KIND, "dismissed")
        self.invite("Walk to the lake?")
        how = gestures.dismiss()
        self.ended({"actionIdentifier": DISMISS} if reason == "dismissed" else None, reason)
        return how if reason == "dismissed" else f"{how}; told as {reason}"

    def video(self):
        """A push with a YouTube link is activated: the link is opened, once, as one argument."""
        recorder = os.path.join(self.belfry.folder, "recorder")
        with open(recorder, "w", encoding="utf-8") as file:
            file.write(RECORDER)
        os.chmod(recorder, 0o755)
        record = recorder + ".arguments"
        if os.path.exists(record):
            os.remove(record)
        push = self.show("First video", VIDEOS, ("--open-with", recorder),
                         **{"video-url": f"https://www.youtube.com/watch?v={VIDEO_ID}"})
        titles = [action["title"] for action in push.lines[0].get("actions", []) if action["title"] != "Play video"]
        how = self.click_body(titles)
        opened = push.until("opened")
        want("opened.videoID", opened.get("videoID"), VIDEO_ID)
        want("opened.embedURL", opened.get("embedURL", "").partition("?")[0],
             f"https://www.youtube.com/embed/{VIDEO_ID}")
        here.retry("the opener's arguments", lambda: os.path.exists(record), PATIENCE)
        with open(record, encoding="utf-8") as file:
            want("the opener's arguments", file.read().splitlines(), [opened.get("url")])
        url = urlsplit(opened["url"])
        want("scheme of the opened link", url.scheme in ("http", "https") and bool(url.netloc), True)
        if self.browser:
            self.browse(opened)
        push.stop()
        return how

    def browse(self, opened):
        """The player page is loaded by a real browser: it holds the embedded player."""
        page = here.run([self.browser, "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom",
                         f"--user-data-dir={self.belfry.folder}/browser", opened["url"]], timeout=TIMEOUT)
        if f"/embed/{VIDEO_ID}" not in page or "<iframe" not in page:
            raise Failed(f"no embedded player in the page {opened['url']}: {page[:2000]}")

    def death(self):
        """The server is killed while the notification is shown."""
        self.invite("Last bus at nine?")
        os.kill(bus.owner_pid(self.bus), signal.SIGKILL)
        self.ended(None, "serverGone")
        return "SIGKILL"

    def doctor(self):
        """`belfry doctor` names the server and each capability that it lacks."""
        code, out, err, _ = self.belfry.run("doctor")
        want("exit code", (code, err if code else ""), (0, ""))
        missing = [name for name in USED if name not in self.facts["capabilities"]]
        unsaid = [name for name in (self.facts["name"], *missing) if name not in out]
        want(f"not named in: {' '.join(out.split())}", unsaid, [])
        return f"missing: {', '.join(missing) or 'nothing'}"

    # ---------------------------------------------------------------- without a server

    def refusal(self, *args):
        """A command that must give up within two seconds, and say what to do."""
        code, out, err, seconds = self.belfry.run(*args)
        want("exit code", code, NO_SERVER)
        want("given up within 2 s", seconds < 2, True)
        told = (out + err).casefold()
        want(f"what to do is in: {' '.join(told.split())}", "install" in told or "start" in told, True)
        return f"{NO_SERVER} in {seconds:.1f} s"

    def doctor_without_server(self):
        """`belfry doctor` says that there is no server, or no bus."""
        return self.refusal("doctor")

    def push_without_server(self):
        """`belfry push` does not wait for a server."""
        path = os.path.join(self.belfry.folder, "push.apns")
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"aps": {"alert": {"title": "Lunch?"}}}, file)
        return self.refusal("push", path, "--topic", MEETINGS[1], "--app", self.belfry.app(MEETINGS[0]))
