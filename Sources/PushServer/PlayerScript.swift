/// The player page's script.
///
/// The video is started once, when the player is ready, with sound. A browser that refuses that
/// (the click on a notification is no click on the page) lets it start without sound, so that is
/// tried next, with a button that turns the sound on; where even that is refused, a button starts
/// it. The buttons stand below the picture, for YouTube's terms forbid to cover its player.
let playerScript = #"""
  "use strict";
  (() => {
    const settings = JSON.parse(document.getElementById("settings").textContent);
    const element = (id) => document.getElementById(id);
    const say = (text) => { element("status").textContent = text; };

    // How long the player's script and frame may take; and how long a start may, before a button is
    // offered in case that the browser has refused it without a word. In milliseconds.
    const readyTime = 15000;
    const startTime = 5000;

    // One after another, so that they arrive in order.
    let sending = Promise.resolve();
    const report = (word) => {
      sending = sending
        .then(() => fetch("event", { method: "POST", body: word, keepalive: true }))
        // The program that made the page may have ended: the video plays on.
        .catch((error) => console.info("not reported:", word, error));
    };

    let controls;
    let isAnswered = false;
    let isPlaying = false;
    let isMuted = false;
    let startTimer;

    const offer = (name) => {
      for (const id of ["play", "sound"]) element(id).hidden = id !== name;
    };

    const page = {
      ready(playerControls) {
        if (controls) return;
        controls = playerControls;
        isAnswered = true;
        report("ready");
        say("");
        startTimer = setTimeout(() => { if (!isPlaying) offer("play"); }, startTime);
        controls.play();
      },
      buffering() { clearTimeout(startTimer); },
      playing() {
        clearTimeout(startTimer);
        element("problem").hidden = true;
        element("link").hidden = false;
        if (!element("play").hidden) offer(isMuted ? "sound" : null);
        if (isPlaying) return;
        isPlaying = true;
        say(isMuted ? "The browser lets videos start only without sound." : "");
        report("playing");
      },
      ended() {
        if (!isPlaying) return;
        isPlaying = false;
        report("ended");
      },
      blocked() {
        clearTimeout(startTimer);
        if (isPlaying || !controls) return;
        if (isMuted) {
          offer("play");
          say("The browser does not let videos start by themselves.");
          return;
        }
        report("autoplayBlocked");
        isMuted = true;
        offer("sound");
        controls.mute();
        controls.play();
      },
      failed(code) {
        isAnswered = true;
        isPlaying = false;
        clearTimeout(startTimer);
        offer(null);
        say("");
        element("reason").textContent =
          settings.problems[code] || "The player reports error " + code + ".";
        element("problem").hidden = false;
        // The same link stands in the picture's place now.
        element("link").hidden = true;
        report("error " + code);
      },
      unavailable() {
        if (isAnswered) return;
        isAnswered = true;
        say("The player does not answer. Press play in the picture if there is one, or follow the link.");
        report("unavailable");
      },
    };

    for (const id of ["play", "sound"]) {
      element(id).addEventListener("click", () => {
        isMuted = false;
        offer(null);
        say("");
        controls.unmute();
        if (!isPlaying) controls.play();
      });
    }
    addEventListener("pagehide", () => navigator.sendBeacon("event", "closed"));

    const youTube = () => {
      window.onYouTubeIframeAPIReady = () => {
        const player = new YT.Player("player", {
          events: {
            onReady: () => page.ready({
              play: () => player.playVideo(),
              mute: () => player.mute(),
              unmute: () => player.unMute(),
            }),
            onStateChange: (change) => {
              if (change.data === YT.PlayerState.PLAYING) page.playing();
              if (change.data === YT.PlayerState.BUFFERING) page.buffering();
              if (change.data === YT.PlayerState.ENDED) page.ended();
            },
            onError: (problem) => page.failed(Number(problem.data)),
            onAutoplayBlocked: () => page.blocked(),
          },
        });
      };
      const script = document.createElement("script");
      script.src = "https://www.youtube.com/iframe_api";
      script.onerror = () => page.unavailable();
      document.head.append(script);
      setTimeout(() => page.unavailable(), readyTime);
    };

    const browser = () => {
      const video = element("player");
      const ready = () => page.ready({
        play: () => {
          video.play().catch((error) => {
            // Whatever else goes wrong comes as the element's own error too.
            if (error.name === "NotAllowedError") page.blocked();
          });
        },
        mute: () => { video.muted = true; },
        unmute: () => { video.muted = false; },
      });
      const failed = () => page.failed(video.error ? video.error.code : 4);
      video.addEventListener("playing", () => page.playing());
      video.addEventListener("waiting", () => page.buffering());
      video.addEventListener("ended", () => page.ended());
      video.addEventListener("error", failed);
      video.addEventListener("loadedmetadata", ready);
      // It may have come this far before the script ran.
      if (video.error) failed();
      else if (video.readyState >= HTMLMediaElement.HAVE_METADATA) ready();
    };

    if (settings.player === "youTube") youTube();
    else browser();
  })();
  """#
