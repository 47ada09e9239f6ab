// Knows how much time is left: counted down from what the server said, on the monotonic clock.

let given = null;
let since = 0;

/** Take the server's word; null where no clock runs. */
export function setClock(clock) {
  given = clock;
  since = performance.now();
}

/** { left, part, running, over } now, or null. Never negative, never more than was given. */
export function clockNow() {
  if (!given) return null;
  const spent = given.running ? performance.now() - since : 0;
  const ms = Math.max(0, given.remaining_ms - spent);
  const whole = Math.max(1, given.seconds * 1000);
  return {
    seat: given.seat,
    left: Math.ceil(ms / 1000),
    part: Math.min(1, ms / whole),
    running: given.running,
    over: ms <= 0,
  };
}
