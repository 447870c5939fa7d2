"""A stand-in for www.youtube.com: the IFrame API's script and the embedded player, over TLS.

The player does what its mode says, and the stand-in keeps a log of what it saw: the Referer of each
request for the player, and each command that reached it.

Modes:
  normal       plays, and ends soon after
  error N      reports error N instead of playing
  refuse N     reports error N instead of becoming ready
  muted-only   reports a blocked start until it is muted
  blocked      reports a blocked start until it is unmuted
  silent       does not play, and does not say so, until it is unmuted
  real         plays a real tone, as far as the browser lets it
  no-api       the API's script is missing
"""

import http.server
import io
import math
import pathlib
import ssl
import struct
import subprocess
import threading
import urllib.parse
import wave

API = """
window.YT = {
  PlayerState: { UNSTARTED: -1, ENDED: 0, PLAYING: 1, PAUSED: 2, BUFFERING: 3, CUED: 5 },
  Player: class {
    constructor(id, { events }) {
      const frame = document.getElementById(id);
      addEventListener("message", (message) => {
        if (message.source !== frame.contentWindow) return;
        const { event, data } = message.data;
        if (events[event]) events[event]({ target: this, data });
      });
      this.send = (command) => frame.contentWindow.postMessage(command, "https://www.youtube.com");
      frame.addEventListener("load", () => this.send("hello"));
      this.send("hello");
    }
    playVideo() { this.send("playVideo"); }
    mute() { this.send("mute"); }
    unMute() { this.send("unMute"); }
  },
};
onYouTubeIframeAPIReady();
"""

PLAYER = """<!DOCTYPE html>
<style>html { background: #234; color: #fff; font: 2rem sans-serif; }</style>
Stand-in player
<video id="tone" src="/tone.wav"></video>
<script>
const [mode, code] = "%MODE%".split(" ");
const tone = document.getElementById("tone");
const origin = new URLSearchParams(location.search).get("origin");
const tell = (event, data) => parent.postMessage({ event, data }, origin);
const play = () => {
  tell("onStateChange", 3);
  tell("onStateChange", 1);
  if (mode === "normal") setTimeout(() => tell("onStateChange", 0), 50);
};
let logging = Promise.resolve();
let greeted = false;
let isMuted = false;
let wasUnmuted = false;
addEventListener("message", (message) => {
  if (message.origin !== origin) return;
  const command = message.data;
  if (command === "hello") {
    if (greeted) return;
    greeted = true;
    if (mode === "refuse") tell("onError", Number(code));
    else tell("onReady");
    return;
  }
  logging = logging.then(() => fetch("/log", { method: "POST", body: command, keepalive: true }));
  if (command === "mute") { isMuted = true; tone.muted = true; }
  if (command === "unMute") { isMuted = false; wasUnmuted = true; tone.muted = false; }
  if (command !== "playVideo") return;
  if (mode === "error") tell("onError", Number(code));
  else if (mode === "muted-only" && !isMuted) tell("onAutoplayBlocked");
  else if (mode === "blocked" && !wasUnmuted) tell("onAutoplayBlocked");
  else if (mode === "silent" && !wasUnmuted) return;
  else if (mode === "real") tone.play().then(play, () => tell("onAutoplayBlocked"));
  else play();
});
</script>
"""


def tone(seconds):
    """A wave file with a tone."""
    rate = 8000
    samples = (
        int(8000 * math.sin(2 * math.pi * 440 * place / rate))
        for place in range(int(rate * seconds))
    )
    file = io.BytesIO()
    with wave.open(file, "wb") as writer:
        writer.setnchannels(1)
        writer.setsampwidth(2)
        writer.setframerate(rate)
        writer.writeframes(b"".join(struct.pack("<h", sample) for sample in samples))
    return file.getvalue()


class YouTube:
    """The stand-in, on ports of its own: `port` with TLS, and `plain_port` for films elsewhere.

    Its certificate, signed by itself, is made for this run, in the folder that is given.
    """

    def __init__(self, folder):
        self.mode = "normal"
        self.log = []
        self.logged = threading.Condition()
        self.tone = tone(0.4)
        certificate = pathlib.Path(folder) / "youtube.pem"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1",
             "-subj", "/CN=www.youtube.com", "-keyout", certificate, "-out", certificate],
            check=True, stdin=subprocess.DEVNULL, capture_output=True)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        self.port = self._serve(context)
        self.plain_port = self._serve(None)

    def _serve(self, context):
        standin = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                standin.get(self)

            def do_POST(self):
                length = int(self.headers.get("Content-Length", 0))
                standin.note("command " + self.rfile.read(length).decode())
                self.send_response(204)
                self.end_headers()

            def log_message(self, *arguments):
                pass

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        if context:
            server.socket = context.wrap_socket(server.socket, server_side=True)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        return server.server_address[1]

    def note(self, line):
        with self.logged:
            self.log.append(line)
            self.logged.notify_all()

    def wait_for_log(self, count, seconds):
        """The log, as soon as it has that many lines, or as it is after that time."""
        with self.logged:
            self.logged.wait_for(lambda: len(self.log) >= count, seconds)
            return list(self.log)

    def get(self, request):
        path = urllib.parse.urlsplit(request.path).path
        if path == "/iframe_api" and self.mode != "no-api":
            self.answer(request, "text/javascript", API.encode())
        elif path.startswith("/embed/"):
            self.note(f"player {request.path} referer {request.headers.get('Referer', 'none')}")
            page = PLAYER.replace("%MODE%", self.mode)
            self.answer(request, "text/html; charset=utf-8", page.encode())
        elif path == "/tone.wav":
            self.answer(request, "audio/wav", self.tone)
        elif path == "/watch":
            self.note(f"watch {request.path}")
            self.answer(request, "text/html", b"<!DOCTYPE html>Stand-in watch page")
        else:
            request.send_error(404)

    @staticmethod
    def answer(request, kind, body):
        request.send_response(200)
        request.send_header("Content-Type", kind)
        request.send_header("Content-Length", str(len(body)))
        request.end_headers()
        request.wfile.write(body)
