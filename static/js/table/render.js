// Knows how a table looks: from the store to HTML, nothing kept, nothing asked.
import { html, nothing, svg } from "../../vendor/lit-html/lit-html.js";
import { around, placeOf, sideOf } from "./places.js";
import { keysOn } from "./keys.js";
import { speed } from "./motion.js";
import { worth } from "./words.js";

/** What the reader may do: as the server lists it, else as the view lets one see. */
function may(frame, what) {
  const { view } = frame;
  if (what === "exchange") return Boolean(view.can_exchange);
  if (frame.actions) return frame.actions.includes(what);
  if (view.you == null || view.outcome) return false;
  const full = (frame.players ?? []).every((player) => player.kind !== "empty");
  if (what === "concede") return view.phase === "playing";
  return what === "deal" && full && view.phase !== "playing";
}

/** Not at a screen, as far as the server has said. */
const away = (frame, player) =>
  frame.online ? !frame.online.includes(player.seat) : player.online === false;

/** The drawing of a table; `act` holds what its buttons do, `deck` is the sprite's address. */
export function makeRender({ say, deck, act, back }) {
  const face = (card, more = "") =>
    svg`<svg class="card ${more}" viewBox="0 0 100 164" aria-hidden="true"><use href="${deck}#card-${card}"></use></svg>`;
  const covered = (more = "") => face("back", more);
  const sign = (suit, more = "") =>
    svg`<svg class="sign ${more}" viewBox="0 0 38 38" aria-hidden="true"><use href="${deck}#suit-${suit}"></use></svg>`;

  const nameIn = (frame) => {
    const name = (seat) => {
      const player = frame.players?.[seat];
      if (seat === frame.view.you) return say("you");
      return say.player(player) || say("seat_number", { n: seat + 1 });
    };
    name.side = (side) => {
      const seats = around(frame.view.seats, 0).filter((seat) => sideOf(seat, frame.view.sides) === side);
      return say.list(seats.map((seat) => say.player(frame.players?.[seat]) || say("seat_number", { n: seat + 1 })));
    };
    return name;
  };

  const needs = (view) => (view.needed == null ? "" : say("kind_needed", { n: view.needed }));

  const clockRing = (clock, seat) =>
    clock && clock.seat === seat
      ? html`<span class="clock ${clock.left <= 5 ? "is-short" : ""}" aria-hidden="true">
          ${svg`<svg viewBox="0 0 36 36"><circle class="clock-track" cx="18" cy="18" r="15.500"></circle><circle class="clock-left" cx="18" cy="18" r="15.500" pathLength="1" stroke-dasharray="1" stroke-dashoffset=${(1 - clock.part).toFixed(3)}></circle></svg>`}
          <b>${clock.over ? "…" : clock.left}</b></span>`
      : nothing;

  const plate = (store, seat, clock) => {
    const { frame, view } = store;
    const player = frame.players?.[seat] ?? { name: "", kind: "empty", online: false };
    const side = sideOf(seat, view.sides);
    const mine = seat === view.you;
    const partner = !mine && view.you != null && view.sides < view.seats && side === sideOf(view.you, view.sides);
    const turn = view.turn === seat;
    const first = around(view.seats, view.you).find((other) => sideOf(other, view.sides) === side);
    const tricks = view.tricks_taken?.[side] ?? 0;
    const place = placeOf(seat, view.seats, view.you, frame.view.house?.direction );
    const classes = ["seat", `at-${place}`, `side-${side}`, turn ? "is-turn" : "", store.hold?.winner === seat ? "is-taker" : ""];
    return html`<section class="${classes.join(" ")}" data-from="seat-${seat}" aria-label=${nameIn(frame)(seat)}>
      <div class="seat-plate">
        <span class="seat-name">
          ${player.kind === "empty"
            ? html`<i>${say("empty_seat")}</i>`
            : html`<b>${mine ? say("you_named", { name: player.name }) : say.player(player)}</b>`}
          ${view.dealer === seat && view.phase !== "over" ? html`<span class="dealer" title=${say("dealer")}><span aria-hidden="true">◆</span><span class="visually-hidden">${say("dealer")}</span></span>` : nothing}
        </span>
        <span class="seat-notes">
          ${turn ? html`<span class="turn-word">▶ ${mine ? say("your_turn_short") : say("plays_now")}</span>` : nothing}
          ${!turn && player.kind === "computer" ? html`<span>${say(player.level ? `level_${player.level}` : "computer")}</span>` : nothing}
          ${!turn && partner ? html`<span>${say("partner")}</span>` : nothing}
          ${player.kind === "person" && !mine && away(frame, player) ? html`<span class="away">${say("away")}</span>` : nothing}
          ${view.turn_up_holder === seat ? html`<span class="holds" title=${say("holds_turn_up")}>${view.trump ? sign(view.trump) : nothing}<span class="visually-hidden">${say("holds_turn_up")}</span></span>` : nothing}
          ${seat === first && view.phase === "playing"
          ? html`<span class="pile" title=${say("tricks_taken", { n: tricks })}>${covered("tiny")}<b>${tricks}</b><span class="visually-hidden">${say("tricks_taken", { n: tricks })}</span></span>`
          : nothing}
        </span>
        ${clockRing(clock, seat)}
      </div>
      ${mine
        ? nothing
        : html`<div class="backs" role="img" aria-label=${say("cards_in_hand", { n: view.hand_counts?.[seat] ?? 0 })}>
            ${view.partner_hands?.[seat]
              ? view.partner_hands[seat].map((card) => face(card, "small"))
              : Array.from({ length: view.hand_counts?.[seat] ?? 0 }, () => covered("small"))}
          </div>`}
      ${player.kind === "empty" && may(frame, "sit")
        ? html`<button class="btn small primary" type="button" @click=${() => act.sit(seat)}>${say("sit_here")}</button>`
        : nothing}
    </section>`;
  };

  const middle = (store) => {
    const { frame, view } = store;
    const direction = frame.view.house?.direction ;
    return html`<div class="trick" role="group" aria-label=${say("trick")}>
      ${around(view.seats, view.you).map((seat) => {
        const played = (view.trick ?? []).find((one) => one.seat === seat);
        const takes = store.hold?.winner === seat;
        return html`<div class="trick-place from-${placeOf(seat, view.seats, view.you, direction)} ${takes ? "is-winner" : ""}" data-trick-seat=${seat}>
          ${played
            ? html`${face(played.card)}<span class="visually-hidden">${nameIn(frame)(seat)}: ${say.card(played.card)}</span>
                ${played.auto ? html`<span class="auto">${say("auto")}</span>` : nothing}`
            : nothing}
        </div>`;
      })}
    </div>`;
  };

  const stock = (store) => {
    const { view, frame } = store;
    if (view.phase !== "playing") return nothing;
    const holder = view.turn_up_holder;
    return html`<div class="stock-corner">
      <div class="stock" data-from="stock">
        ${view.turn_up && view.stock > 0 ? html`<span class="turn-up">${face(view.turn_up)}</span>` : nothing}
        ${view.stock > 1 ? html`<span class="stock-pile">${covered()}</span>` : nothing}
        ${view.stock > 0 ? html`<span class="stock-count" aria-label=${say("stock", { n: view.stock })}>${view.stock}</span>` : nothing}
      </div>
      ${view.trump
        ? html`<div class="trump">
            ${sign(view.trump)}
            <span><small>${say("trump")}</small><b>${say.suit(view.trump)}</b>
            ${view.turn_up && view.stock > 0 ? html`<span class="visually-hidden">${say("turn_up_is", { card: say.card(view.turn_up) })}</span>` : nothing}
            ${holder != null ? html`<small class="held">${say("held_by", { name: nameIn(frame)(holder) })}</small>` : nothing}</span>
          </div>`
        : nothing}
    </div>`;
  };

  /** A card in words: its name, what it is worth, and whether it is a trump or on its way. */
  const told = (card, view, sending) => {
    const points = worth(card, view.house);
    const parts = [say.card(card), points ? say.points(points) : "", card[1] === view.trump ? say("trump").toLowerCase() : ""];
    return [...parts, sending ? say("sending") : ""].filter(Boolean).join(", ");
  };

  const hand = (store) => {
    const { view } = store;
    if (view.you == null || view.phase !== "playing") return nothing;
    const slots = store.slots.length < 3 ? [...store.slots, null, null, null].slice(0, 3) : store.slots;
    return html`<div class="hand ${view.turn === view.you && !store.hold ? "is-turn" : ""}" role="group" aria-label=${say("your_cards")}>
      ${slots.map((card, slot) => {
        const sending = card && store.sending?.card === card;
        const ready = card && store.mayPlay(card);
        return html`<button class="slot ${sending ? "is-sending" : ""} ${card ? "" : "is-free"}" type="button"
            aria-disabled=${ready ? "false" : "true"} aria-label=${card ? told(card, view, sending) : say("no_card")} title=${card ? told(card, view, false) : ""}
            data-from=${card ? `card-${card}` : `slot-${slot}`} @click=${() => act.play(card)}>
          ${card ? face(card) : nothing}
          ${card && card[1] === view.trump ? html`<span class="is-trump" aria-hidden="true"></span>` : nothing}
          ${sending ? html`<span class="sending">${say("sending")}</span>` : nothing}
          <kbd aria-hidden="true">${slot + 1}</kbd>
        </button>`;
      })}
    </div>`;
  };

  const winPips = (wins, needed) =>
    needed > 0 && needed <= 5
      ? html`<span class="pips" aria-hidden="true">${Array.from({ length: needed }, (_, n) => html`<i class="${n < wins ? "won" : ""}"></i>`)}</span>`
      : nothing;

  const board = (store) => {
    const { frame, view } = store;
    const name = nameIn(frame);
    const shown = store.hold ? view : frame.view;
    const order = Array.from({ length: view.sides }, (_, side) => side);
    if (view.you != null) {
      const own = sideOf(view.you, view.sides);
      order.sort((a, b) => (b === own) - (a === own));
    }
    const drawn = shown.deals.filter((deal) => deal.drawn && !deal.void).length;
    return html`<div class="board" role="group" aria-label=${say("score")}>
      ${order.map(
        (side) => html`<div class="board-side side-${side} ${view.turn != null && sideOf(view.turn, view.sides) === side ? "is-turn" : ""}">
          <span class="board-name">${name.side(side)}</span>
          <span class="board-figures">
            <span class="board-wins"><b>${shown.wins?.[side] ?? 0}</b>${winPips(shown.wins?.[side] ?? 0, shown.needed)}<span class="visually-hidden">${say("deals_won")}</span></span>
            ${shown.points ? html`<span class="board-points"><b>${shown.points[side]}</b> ${say("points_short")}</span>` : nothing}
          </span>
        </div>`,
      )}
      ${drawn ? html`<span class="board-drawn badge">${say("drawn_deals", { n: drawn })}</span>` : nothing}
    </div>`;
  };

  const figure = (deal) => {
    if (deal.void) return say("void_deal");
    if (deal.points) return deal.points.join(" – ");
    if (deal.conceded?.length) return say("conceded");
    return "–";
  };
  const verdict = (deal, name) =>
    deal.void ? "" : deal.drawn ? say("drawn_deal") : deal.winner != null ? name.side(deal.winner) : "";

  const dealsTable = (store) => {
    const { frame } = store;
    const name = nameIn(frame);
    return html`<div class="scroll"><table class="table">
      <thead><tr><th>${say("deal")}</th><th>${say("points_head")}</th><th>${say("won_by")}</th></tr></thead>
      <tbody>${frame.view.deals.map(
        (deal) => html`<tr class="${deal.void ? "muted" : ""}"><td>${deal.number}</td><td class="score">${figure(deal)}</td>
          <td>${deal.drawn ? html`<span class="badge gold">${say("drawn_deal")}</span>` : verdict(deal, name)}${deal.source === "paper" ? html` <span class="badge muted">${say("on_paper")}</span>` : nothing}</td></tr>`,
      )}</tbody></table></div>`;
  };

  const sheet = (store) => {
    const { frame, view } = store;
    if (store.hold || view.phase === "playing") return nothing;
    const name = nameIn(frame);
    const deal = view.deals.at(-1);
    const free = (frame.players ?? []).filter((player) => player.kind === "empty").length;
    const waits = frame.ready?.includes(view.you);
    const button = may(frame, "deal") && !waits
      ? html`<button class="btn primary large" type="button" @click=${act.deal}>${deal ? say("next_deal") : say("start_deal")}</button>`
      : nothing;
    const ready = waits
      ? html`<p class="muted">${say("waiting_for", { names: say.list((frame.players ?? []).filter((p) => p.kind === "person" && !frame.ready.includes(p.seat)).map((p) => p.name)) })}</p>`
      : nothing;
    if (view.outcome) {
      const { winner } = view.outcome;
      const own = view.you != null && winner === sideOf(view.you, view.sides);
      return html`<div class="result panel ${own ? "is-won" : ""}" role="group" aria-label=${say("match_over")}>
        <p class="result-kind">${say("match_over")}</p>
        <h2>${winner == null ? say("match_drawn") : own ? say("you_win") : say("side_wins", { side: name.side(winner) })}</h2>
        <p class="result-score">${view.wins.join(" – ")}</p>
        ${dealsTable(store)}
        <a class="btn primary" href=${back}>${say("back")}</a>
      </div>`;
    }
    if (deal) {
      return html`<div class="result panel" role="group" aria-label=${say("deal_over")}>
        <p class="result-kind">${say("deal_over_number", { n: deal.number })}</p>
        <h2>${deal.drawn ? say("drawn_deal") : deal.void ? say("void_deal") : say("side_wins_deal", { side: verdict(deal, name) })}</h2>
        ${deal.points
          ? html`<div class="count">${deal.points.map(
              (points, side) => html`<div class="${deal.winner === side ? "won" : ""}"><span>${name.side(side)}</span><b>${points}</b>
                <meter min="0" max="120" low="60.5" high="60.6" optimum="120" value=${points}>${points}</meter></div>`,
            )}</div>`
          : html`<p>${figure(deal)}</p>`}
        ${deal.drawn ? html`<p>${say("drawn_not_counted")}</p>` : nothing}
        <p>${say("match_score")}: <b class="score">${view.wins.join(" – ")}</b> <span class="muted">${needs(view)}</span></p>
        ${button}${ready}
      </div>`;
    }
    return html`<div class="result panel" role="group" aria-label=${say("before_first")}>
      <h2>${free ? say("waiting_seats", { n: free }) : say("before_first")}</h2>
      <p>${needs(view)}</p>
      ${view.commitment && !free ? html`<p class="muted">${say("sealed")}</p>` : nothing}
      ${button}${ready}
    </div>`;
  };

  const prompt = (store, clock) => {
    const { frame, view } = store;
    const name = nameIn(frame);
    let text = "";
    let mine = false;
    if (store.refusal) text = say(store.refusal);
    else if (store.sending) text = say("sending");
    else if (store.hold) text = say("event_trick", { name: name(store.hold.winner), points: say.points(store.hold.points) });
    else if (view.turn != null && view.turn === view.you) {
      text = say("your_turn");
      mine = true;
    } else if (view.turn != null) text = say("turn_of", { name: name(view.turn) });
    if (clock?.over && view.turn != null && !store.hold) text = say("time_over");
    return html`<p class="prompt ${mine ? "is-turn" : ""} ${store.refusal ? "is-refused" : ""}">${text}</p>`;
  };

  const audience = ({ frame, view }) => html`<span class="audience">
      ${frame.watchers == null ? nothing : html`<span class="watchers" title=${say("watchers", { n: frame.watchers })}><span aria-hidden="true">◉</span> ${frame.watchers}<span class="visually-hidden">${say("watchers", { n: frame.watchers })}</span></span>`}
      ${view.you == null ? html`<span class="badge">${say("watching")}</span>` : nothing}
    </span>`;

  const banner = (store) =>
    store.line === "lost" || store.line === "waiting"
      ? html`<p class="line-banner" role="alert">${say("connection_lost")}</p>`
      : nothing;

  const toolbar = (store) => {
    const { frame, view } = store;
    const button = (key, what, mark) =>
      html`<button class="tool" type="button" @click=${what} aria-label=${say(key)} title=${say(key)}><span aria-hidden="true">${mark}</span><span class="tool-word">${say(`${key}_short`)}</span></button>`;
    return html`<div class="toolbar" role="toolbar" aria-label=${say("tools")}>
      ${frame.view.last_trick ? button("last_trick", () => act.open("last"), "◱") : nothing}
      ${button("score", () => act.open("score"), "☰")}
      ${button("help", () => act.open("help"), "?")}
      ${may(frame, "concede") ? button("concede", () => act.open("concede"), "⚑") : nothing}
      ${may(frame, "exchange") ? html`<button class="btn small" type="button" @click=${act.exchange}>${say("exchange")}</button>` : nothing}
    </div>`;
  };

  const dialogs = (store) => {
    const { frame } = store;
    const name = nameIn(frame);
    const last = frame.view.last_trick;
    const close = html`<form method="dialog"><button class="btn">${say("close")}</button></form>`;
    return html`
      <dialog id="dialog-last" aria-label=${say("last_trick")}><div class="stack">
        <h2>${say("last_trick")}</h2>
        ${last
          ? html`<div class="cluster last-cards">${last.cards.map(
              (one) => html`<figure class="${one.seat === last.winner ? "is-winner" : ""}">${face(one.card)}<figcaption>${name(one.seat)}<br><small>${say.card(one.card)}</small></figcaption></figure>`,
            )}</div><p>${say("event_trick", { name: name(last.winner), points: say.points(last.points) })}</p>`
          : html`<p>${say("no_trick_yet")}</p>`}
        ${close}</div></dialog>
      <dialog id="dialog-score" aria-label=${say("score")}><div class="stack"><h2>${say("score")}</h2>
        <p>${needs(frame.view)}</p>
        <p>${Array.from({ length: frame.view.sides }, (_, side) => html`<span class="cluster spread"><span>${name.side(side)}</span><b class="score">${frame.view.wins?.[side] ?? 0}</b></span>`)}</p>
        ${frame.view.deals.length ? dealsTable(store) : html`<p class="muted">${say("no_deal_yet")}</p>`}${close}</div></dialog>
      <dialog id="dialog-help" aria-label=${say("help")}><div class="stack"><h2>${say("help")}</h2>
        <p>${say("help_strength")}</p>
        <dl class="facts"><dt><kbd>1</kbd> <kbd>2</kbd> <kbd>3</kbd></dt><dd>${say("key_play")}</dd><dt><kbd>L</kbd></dt><dd>${say("last_trick")}</dd>
          <dt><kbd>S</kbd></dt><dd>${say("score")}</dd><dt><kbd>T</kbd></dt><dd>${say("key_time")}</dd></dl>
        <label class="field inline"><input type="checkbox" .checked=${keysOn()} @change=${(event) => act.keys(event.target.checked)}> ${say("keys_on")}</label>
        <label class="field"><span>${say("speed")}</span><select @change=${(event) => act.speed(event.target.value)}>
          ${["slow", "normal", "fast", "none"].map((name) => html`<option value=${name} ?selected=${speed() === name}>${say(`speed_${name}`)}</option>`)}</select></label>
        ${close}</div></dialog>
      <dialog id="dialog-concede" aria-label=${say("concede")}><div class="stack"><h2>${say("concede")}</h2><p>${say("concede_question")}</p>
        <div class="cluster"><button class="btn danger" type="button" @click=${() => act.concede(false)}>${say("concede_deal")}</button>
        <button class="btn danger" type="button" @click=${() => act.concede(true)}>${say("concede_match")}</button></div>${close}</div></dialog>`;
  };

  const page = (store, clock) => {
    const { frame, view } = store;
    if (!view) return html`<p class="prompt">${say("connecting")}</p>`;
    return html`${banner(store)}
      <div class="table-top">${toolbar(store)}${board(store)}</div>
      <div class="felt seats-${view.seats} ${view.you == null ? "is-watched" : ""} is-${view.phase} ${(frame.players ?? []).some((player) => player.kind === "empty") ? "is-waiting" : ""}"><div class="ground">
        ${around(view.seats, view.you).map((seat) => plate(store, seat, clock))}
        ${stock(store)}${middle(store)}${sheet(store)}
      </div></div>
      <div class="table-bottom"><div class="cluster">${prompt(store, clock)}${audience(store)}</div>${hand(store)}</div>
      ${dialogs(store)}`;
  };
  return { page, nameIn };
}
