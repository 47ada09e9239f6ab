// Knows what to say when one view follows another: one short sentence an event, for ears and eyes.
const same = (a, b) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** The trick that `after` shows as just completed, or null. */
export function completed(before, after) {
  const { taken } = after;
  return before && taken && !same(before.taken, taken) ? taken : null;
}

/** Sentences for the step from `before` to `after`, in the order in which things happened. */
export function happened(before, after, say, nameOf) {
  const lines = [];
  if (!before || !after) return lines;
  const sideName = (side) => nameOf.side(side);
  const trick = completed(before, after);
  const shown = before.trick ?? [];
  const played = trick ? trick.cards.slice(shown.length) : (after.trick ?? []).slice(shown.length);
  for (const { seat, card, auto } of played) {
    lines.push(say(auto ? "event_auto" : "event_played", { name: nameOf(seat), card: say.card(card) }));
  }
  if (trick) {
    lines.push(say("event_trick", { name: nameOf(trick.winner), points: say.points(trick.points) }));
  }
  if (before.turn_up && !after.turn_up && after.turn_up_holder != null && before.turn_up_holder == null) {
    lines.push(say("event_turn_up", { name: nameOf(after.turn_up_holder), card: say.card(before.turn_up) }));
  }
  if (before.phase !== "playing" && after.phase === "playing" && after.turn_up) {
    lines.push(say("event_dealt", { name: nameOf(after.dealer), card: say.card(after.turn_up) }));
  }
  if (after.deals.length > before.deals.length) {
    const deal = after.deals.at(-1);
    if (deal.drawn) lines.push(say("event_drawn", { score: (deal.points ?? []).join("-") }));
    else if (deal.winner != null) {
      const score = deal.points ? ` (${deal.points.join("-")})` : "";
      lines.push(say("event_deal_won", { side: sideName(deal.winner) }) + score);
    }
  }
  if (!before.outcome && after.outcome) {
    const { winner } = after.outcome;
    lines.push(winner == null ? say("match_drawn") : say("event_match_won", { side: sideName(winner) }));
  }
  const turned = after.turn !== before.turn || lines.length > 0;
  if (turned && after.turn != null) {
    lines.push(after.turn === after.you ? say("your_turn") : say("turn_of", { name: nameOf(after.turn) }));
  }
  return lines;
}
