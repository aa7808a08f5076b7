// The plies of a match, one by one: for those who may see all of it, its host at any time and
// everybody when it is over.

import { ask } from "./api.js";
import { button, capital, el, lang, say } from "./dom.js";

const PAUSE = 120; // after the slider moves, before a position is asked for
const TURN = 900; // between two plies that play by themselves

// `onShow` is called with the position of a ply, or null for the present.
export function makeReplay({ match, token, onShow, onProblem }) {
  let last = 0; // the newest ply that is known
  let at = null; // the ply that is shown; null is the present
  let timer = 0;
  let turning = 0;
  let asking = null;

  const slider = el("input", { type: "range", id: "replay-slider", min: "0", max: "0", value: "0", aria: "replay.ply" });
  const told = el("p", { class: "told" });
  const playing = button("replay.play", () => (turning ? halt() : turn()), { class: "quiet" });
  const element = el(
    "section",
    { class: "replay", aria: "replay.title", hidden: true },
    el(
      "div",
      { class: "row" },
      button("replay.back", () => go((at ?? last) - 1), { class: "quiet", aria: "replay.back.name" }),
      slider,
      button("replay.on", () => go((at ?? last) + 1), { class: "quiet", aria: "replay.on.name" }),
      playing,
      button("replay.now", () => present(), { class: "quiet" }),
    ),
    told,
  );

  slider.addEventListener("input", () => {
    halt();
    clearTimeout(timer);
    const ply = Number(slider.value);
    slider.setAttribute("aria-valuetext", `${say("replay.ply")} ${ply}`);
    timer = setTimeout(() => show(ply), PAUSE);
  });

  function go(ply) {
    halt();
    if (ply >= 0 && ply <= last) show(ply);
  }

  function halt() {
    clearTimeout(turning);
    turning = 0;
    playing.dataset.say = "replay.play";
    playing.textContent = say("replay.play");
  }

  async function turn() {
    playing.dataset.say = "replay.stop";
    playing.textContent = say("replay.stop");
    const next = at === null || at >= last ? 0 : at + 1;
    turning = setTimeout(() => {}, 0);
    const shown = await show(next);
    if (turning && shown && next < last) turning = setTimeout(turn, TURN);
    else halt();
  }

  async function show(ply) {
    asking?.abort();
    asking = new AbortController();
    const query = new URLSearchParams({ lang, picture: "true" });
    try {
      const position = await ask("GET", `/v1/matches/${match}/plies/${ply}?${query}`, {
        token,
        signal: asking.signal,
      });
      at = ply;
      reach(position.plies);
      slider.value = String(ply);
      const seat = position.seat === undefined ? "" : `${seatName(position.seat)}: `;
      const move = position.text ? `${seat}${position.text}` : say("replay.start");
      told.textContent = `${ply}/${last} · ${capital(move)}`;
      onShow(position);
      return true;
    } catch (problem) {
      if (problem.name !== "AbortError") onProblem(problem);
      return false;
    }
  }

  function seatName(seat) {
    return seat === "chance" ? say("chance") : `${say("seat")} ${seat}`;
  }

  function present() {
    halt();
    asking?.abort();
    if (at === null) return;
    at = null;
    slider.value = slider.max;
    told.textContent = say("replay.present");
    onShow(null);
  }

  function reach(plies) {
    last = plies;
    slider.max = String(plies);
  }

  // Learns that the match may be looked at from its start to `plies`.
  function open(plies) {
    reach(plies);
    element.hidden = false;
    if (at === null) {
      slider.value = slider.max;
      told.textContent = say("replay.present");
    }
  }

  return {
    element,
    open,
    present,
    again: () => (at === null ? null : show(at)),
    close: halt,
    get shows() {
      return at !== null;
    },
  };
}
