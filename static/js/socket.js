// Knows how to keep one WebSocket alive: capped jittered back-off without end, at once when the
// device is online or the page visible again, a silent line found by an unanswered ping.

const CONNECT_MS = 8000;
const PING_MS = 10000;
const PONG_MS = 5000;
const FIRST_MS = 500;
const CAP_MS = 15000;

/** The wait before attempt n (0, 1, ...): doubling, capped, half of it chance. */
export const backOff = (attempt, chance = Math.random()) =>
  Math.min(CAP_MS, FIRST_MS * 2 ** Math.min(attempt, 10)) * (0.5 + chance / 2);

export const socketUrl = (path) => {
  const url = new URL(path, location.href);
  url.protocol = url.protocol === "https:" || url.protocol === "wss:" ? "wss:" : "ws:";
  return url.href;
};

/**
 * Open `path` and keep it open. `onFrame(frame)` gets each JSON object; `onState(state)` hears
 * "connecting", "open", "lost". `ping()` makes the frame sent every 10 s, null where the other end
 * answers none. Returns { send(frame) -> was it sent, ping(), again(), close() }.
 */
export function keepOpen(path, { onFrame, onState = () => {}, ping = () => null }) {
  let socket = null;
  let attempt = 0;
  let closed = false;
  let retry = 0;
  let giveUp = 0;
  let silence = 0;

  const forget = () => {
    clearTimeout(giveUp);
    clearTimeout(silence);
    silence = 0;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    try {
      socket.close();
    } catch {
      // Closing what never opened is no news.
    }
    socket = null;
  };

  const lost = () => {
    forget();
    if (closed) return;
    onState("lost");
    clearTimeout(retry);
    retry = setTimeout(open, backOff(attempt++));
  };

  const send = (frame) => {
    if (socket?.readyState !== WebSocket.OPEN) return false;
    socket.send(JSON.stringify(frame));
    return true;
  };

  const sendPing = () => {
    const frame = ping();
    if (frame && send(frame) && !silence) silence = setTimeout(lost, PONG_MS);
  };

  function open() {
    clearTimeout(retry);
    forget();
    if (closed) return;
    onState("connecting");
    socket = new WebSocket(socketUrl(path));
    giveUp = setTimeout(lost, CONNECT_MS);
    socket.onopen = () => {
      clearTimeout(giveUp);
      onState("open");
      sendPing();
    };
    socket.onclose = lost;
    socket.onmessage = (event) => {
      // Any frame proves the line; only a frame proves the table let us in, so back-off ends here.
      attempt = 0;
      clearTimeout(silence);
      silence = 0;
      let frame = null;
      try {
        frame = JSON.parse(event.data);
      } catch {
        return;
      }
      if (frame && typeof frame === "object") onFrame(frame);
    };
  }

  const wake = () => {
    if (closed || document.visibilityState === "hidden") return;
    if (socket?.readyState === WebSocket.OPEN) sendPing();
    else if (socket?.readyState !== WebSocket.CONNECTING) open();
  };

  const beat = setInterval(sendPing, PING_MS);
  addEventListener("online", wake);
  addEventListener("pageshow", wake);
  addEventListener("offline", lost);
  document.addEventListener("visibilitychange", wake);
  open();

  return {
    send,
    ping: sendPing,
    again: open,
    close() {
      closed = true;
      clearInterval(beat);
      clearTimeout(retry);
      removeEventListener("online", wake);
      removeEventListener("pageshow", wake);
      removeEventListener("offline", lost);
      document.removeEventListener("visibilitychange", wake);
      forget();
    },
  };
}
