/// The reply page's script: sends the reply, or that there is none, once.
let replyScript = #"""
  "use strict";
  (() => {
    const settings = JSON.parse(document.getElementById("settings").textContent);
    const element = (id) => document.getElementById(id);
    const [form, reply, send, cancel] = ["form", "reply", "send", "cancel"].map(element);
    const say = (text) => { element("status").textContent = text; };
    let isAnswered = form.hidden;

    const post = async (link, text, done) => {
      send.disabled = cancel.disabled = true;
      try {
        const response = await fetch(link, { method: "POST", body: text });
        if (response.ok) {
          say(done);
        } else if (response.status === 409 || response.status === 404) {
          say("This notification has been answered already, or is gone.");
        } else {
          throw new Error(await response.text());
        }
        isAnswered = true;
        form.hidden = true;
      } catch (error) {
        say("Not sent: the program that asks does not answer. Is it still running?");
        console.info(error);
        send.disabled = cancel.disabled = false;
      }
    };

    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const text = reply.value;
      if (text.trim() === "") {
        say("An empty reply is not sent.");
        reply.focus();
        return;
      }
      const size = new TextEncoder().encode(text).length;
      if (size > settings.maximumBytes) {
        say("The reply has " + size + " bytes; at most " + settings.maximumBytes + " can be sent.");
        reply.focus();
        return;
      }
      post("reply", text, "Your reply has been sent. You can close this page.");
    });
    // Enter sends, as in a chat; Shift and Enter begin a line. An input method's Enter is its own.
    reply.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      form.requestSubmit();
    });
    cancel.addEventListener("click", () => {
      post("event", "cancelled", "Nothing was sent. You can close this page.");
    });
    addEventListener("pagehide", () => {
      if (!isAnswered) navigator.sendBeacon("event", "closed");
    });
  })();
  """#
