// The legal moves as a list: filtered by typing and by what is picked on the board, grouped by
// kind, for pointer and keyboard alike.

import { capital, count, el, say } from "./dom.js";

const MOST = 400; // shown at once; more are found by typing

function plain(text) {
  return text.normalize("NFD").replace(/\p{Mn}/gu, "").toLowerCase();
}

// A list. `onPlay` is called with the move that is to be played, `onDrop` with the key of an
// element of the board that is meant no more.
export function makeMoves({ onPlay, onDrop }) {
  let all = [];
  let shown = [];
  let chosen = null; // the code and seat of a move
  let kindName = (kind) => kind;
  let means = () => true;

  const search = el("input", {
    type: "search",
    class: "search",
    id: "moves-search",
    autocomplete: "off",
    hint: "moves.filter",
    aria: "moves.filter",
    "aria-controls": "moves-list",
  });
  const chips = el("div", { class: "chips" });
  const list = el("div", {
    class: "moves",
    id: "moves-list",
    role: "listbox",
    tabindex: "0",
    aria: "moves.title",
  });
  const note = el("p", { class: "note", role: "status" });
  const play = el("button", { type: "button", class: "primary play", disabled: true, on: { click: submit } });
  const element = el("div", { class: "picker" }, search, chips, list, note, play);

  search.addEventListener("input", render);
  search.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      list.focus();
      if (!chosen) step(event.key === "ArrowDown" ? 1 : -1);
    } else if (event.key === "Enter") {
      event.preventDefault();
      if (shown.length === 1) choose(shown[0]);
      submit();
    }
  });
  const STEPS = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -Infinity, End: Infinity };
  list.addEventListener("keydown", (event) => {
    if (event.key in STEPS) {
      event.preventDefault();
      step(STEPS[event.key]);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      submit();
    }
  });
  list.addEventListener("focus", () => {
    if (!chosen && shown.length) step(1);
  });
  list.addEventListener("click", (event) => {
    const option = event.target.closest("[role=option]");
    if (option) choose(shown[Number(option.dataset.index)]);
  });
  list.addEventListener("dblclick", (event) => {
    if (event.target.closest("[role=option]")) submit();
  });

  function same(a, b) {
    return a && b && a.code === b.code && a.seat === b.seat;
  }

  function fill(moves, names) {
    all = moves;
    kindName = names;
    means = () => true;
    if (!moves.some((move) => same(move, chosen))) chosen = null;
    if (moves.length === 1) chosen = moves[0];
    element.classList.toggle("idle", moves.length === 0);
    render();
  }

  // Shows the moves that pass a test; `picked` are the elements of the board behind it.
  function narrow(test, picked) {
    means = test;
    chips.replaceChildren(
      ...picked.map(({ of, title }) =>
        el(
          "button",
          { type: "button", class: "chip", title, "aria-label": `${say("moves.drop")} ${title}`, on: { click: () => onDrop(of) } },
          el("span", {}, title),
          " ×",
        ),
      ),
    );
    render();
    if (shown.length === 1) choose(shown[0]);
  }

  function matching(test) {
    return all.filter(test).length;
  }

  function render() {
    const wanted = plain(search.value).split(/\s+/).filter(Boolean);
    const found = all.filter((move) => {
      if (!means(move)) return false;
      const text = plain(`${kindName(move.move.kind)} ${move.text}`);
      return wanted.every((word) => text.includes(word));
    });
    const groups = new Map();
    for (const move of found) {
      const key = kindName(move.move.kind);
      if (!groups.has(key)) groups.set(key, []);
      groups.get(key).push(move);
    }
    shown = [...groups.values()].flat().slice(0, MOST);
    if (chosen && !shown.some((move) => same(move, chosen))) chosen = null;
    let index = 0;
    const parts = [];
    for (const [kind, moves] of groups) {
      if (index >= MOST) break;
      const id = `kind-${parts.length}`;
      const group = el(
        "div",
        { role: "group", "aria-labelledby": id },
        el("div", { class: "kind", id, role: "presentation" }, `${capital(kind)} · ${moves.length}`),
      );
      for (const move of moves.slice(0, MOST - index)) {
        group.append(
          el("div", { class: "move", role: "option", id: `move-${index}`, "data-index": String(index) }, capital(move.text)),
        );
        index += 1;
      }
      parts.push(group);
    }
    list.replaceChildren(...parts);
    const hidden = found.length - shown.length;
    const told = [];
    if (all.length && !found.length) told.push(say("moves.nothing"));
    if (hidden > 0) told.push(`${count("moves.more", hidden)} ${say("moves.type")}`);
    note.textContent = told.join(" ");
    mark();
  }

  function choose(move) {
    chosen = move;
    mark();
  }

  function mark() {
    list.removeAttribute("aria-activedescendant");
    for (const option of list.querySelectorAll("[role=option]")) {
      const is = same(shown[Number(option.dataset.index)], chosen);
      option.setAttribute("aria-selected", String(is));
      if (is) {
        list.setAttribute("aria-activedescendant", option.id);
        option.scrollIntoView({ block: "nearest" });
      }
    }
    play.disabled = !chosen;
    play.textContent = chosen ? `${say("moves.play")} ${capital(chosen.text)}` : say("moves.choose");
  }

  function step(by) {
    if (!shown.length) return;
    const now = shown.findIndex((move) => same(move, chosen));
    const next = now < 0 ? (by > 0 ? 0 : shown.length - 1) : Math.min(shown.length - 1, Math.max(0, now + by));
    choose(shown[next]);
  }

  function submit() {
    if (chosen) onPlay(chosen);
  }

  function clear() {
    search.value = "";
    render();
  }

  return { element, fill, narrow, matching, clear, focus: () => list.focus(), find: () => search.focus() };
}
