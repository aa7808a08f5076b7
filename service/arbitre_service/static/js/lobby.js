// The way in: invitations, the seats of this tab, and, for hosts, games and matches.

import { Problem, accept, ask, forgetSeat, hostKey, keepHostKey, seats } from "./api.js";
import { button, count, el, field, knows, label, lang, say } from "./dom.js";
import { makeCreation } from "./creation.js";

const PAGE = 20;

export async function openLobby(screen, go) {
  let catalogue = [];
  let next = null; // the cursor of the matches that follow
  let closed = false;

  // --- by invitation ---

  const paste = el("input", { type: "text", id: "invitation", required: true, autocomplete: "off", spellcheck: "false", hint: "join.hint" });
  const joined = problemLine();
  const join = el(
    "form",
    { class: "join" },
    field("join.label", paste),
    el("button", { type: "submit", class: "primary", say: "join.do" }),
  );
  join.addEventListener("submit", async (event) => {
    event.preventDefault();
    await joined.guard(async () => {
      const { match, who } = await accept(paste.value);
      go(match, who);
    });
  });
  const own = el("ul", { class: "rows own" });
  const ownPart = el("section", { class: "panel wide" }, el("h2", { say: "seats.title" }), el("p", { class: "note", say: "seats.note" }), own);

  // --- for hosts ---

  const key = el("input", { type: "password", id: "host-key", autocomplete: "off", required: true });
  const keyTold = problemLine();
  const keyForm = el(
    "form",
    { class: "join" },
    field("key.label", key),
    el("button", { type: "submit", class: "primary", say: "key.do" }),
  );
  const keyPart = el("section", { class: "panel wide", hidden: true }, el("h2", { say: "key.title" }), el("p", { class: "note", say: "key.note" }), keyForm, keyTold.element);
  keyForm.addEventListener("submit", async (event) => {
    event.preventDefault();
    keepHostKey(key.value.trim());
    key.value = "";
    await keyTold.guard(loadHost);
  });

  const games = el("div", { class: "games", role: "radiogroup", aria: "games.title" });
  const creation = makeCreation({ onMade: made, go });
  const gamesPart = el(
    "section",
    { class: "panel wide", hidden: true },
    el("h2", { say: "games.title" }),
    games,
    creation.element,
  );
  const filterGame = el("select", { id: "filter-game", on: { change: () => listAgain() } });
  const filterState = el(
    "select",
    { id: "filter-state", on: { change: () => listAgain() } },
    el("option", { value: "false", say: "matches.open" }),
    el("option", { value: "true", say: "matches.over" }),
    el("option", { value: "", say: "matches.all" }),
  );
  const list = el("ul", { class: "rows matches" });
  const listTold = problemLine();
  const more = button("matches.more", () => listTold.guard(listMore), { hidden: true });
  const matchesPart = el(
    "section",
    { class: "panel wide", hidden: true },
    el("h2", { say: "matches.title" }),
    el("div", { class: "row filters" }, field("matches.game", filterGame), field("matches.state", filterState), button("matches.again", () => listAgain())),
    list,
    listTold.element,
    more,
  );
  const leave = button("key.forget", () => {
    keepHostKey("");
    location.reload();
  });

  screen.replaceChildren(
    el("h1", { say: "lobby.title" }),
    el("p", { class: "lead", say: "lobby.lead" }),
    el(
      "div",
      { class: "lobby" },
      el("section", { class: "panel wide" }, el("h2", { say: "join.title" }), el("p", { class: "note", say: "join.note" }), join, joined.element),
      ownPart,
      keyPart,
      gamesPart,
      matchesPart,
    ),
  );

  function gameTitle(name) {
    return label(catalogue.find((game) => game.name === name)?.labels, name);
  }

  function renderSeats() {
    const mine = seats();
    ownPart.hidden = mine.length === 0;
    own.replaceChildren(
      ...mine.map((seat) =>
        el(
          "li",
          {},
          el("a", { href: `#match/${seat.match}/${seat.who}`, class: "go" }, `${gameTitle(seat.game)} · ${whoName(seat)}`),
          el("span", { class: "note" }, seat.match),
          button("seats.forget", () => {
            forgetSeat(seat);
            renderSeats();
          }, { class: "quiet" }),
        ),
      ),
    );
  }

  function whoName({ who, name }) {
    if (who === "spectator") return say("spectator");
    return name || `${say("seat")} ${who}`;
  }

  async function loadHost() {
    try {
      catalogue = (await ask("GET", "/v1/games", { token: hostKey() })).games;
    } catch (problem) {
      if (problem.status !== 401) throw problem;
      keyPart.hidden = false;
      gamesPart.hidden = matchesPart.hidden = true;
      if (hostKey()) {
        keepHostKey("");
        throw problem;
      }
      return;
    }
    if (closed) return;
    keyPart.hidden = true;
    gamesPart.hidden = matchesPart.hidden = false;
    if (hostKey()) matchesPart.querySelector(".filters").append(leave);
    renderGames();
    renderSeats();
    await listAgain();
  }

  function renderGames() {
    const chosen = creation.game;
    games.replaceChildren(
      ...catalogue.map((game) => {
        const radio = el("input", { type: "radio", name: "game", value: game.name, checked: game.name === chosen });
        radio.addEventListener("change", () => creation.choose(game));
        const blurb = `about.${game.name}`;
        return el(
          "label",
          { class: "game" },
          radio,
          el("strong", {}, label(game.labels, game.name)),
          el("span", { class: "note" }, playersOf(game)),
          knows(blurb) ? el("span", { say: blurb }) : null,
        );
      }),
    );
    const before = filterGame.value;
    filterGame.replaceChildren(
      el("option", { value: "", say: "matches.any" }),
      ...catalogue.map((game) => el("option", { value: game.name }, label(game.labels, game.name))),
    );
    filterGame.value = before;
  }

  function playersOf({ players }) {
    const [least, most] = [Math.min(...players), Math.max(...players)];
    return least === most ? count("players.n", least) : say("players.range", { least, most });
  }

  // --- the list ---

  function listAgain() {
    next = null;
    list.replaceChildren();
    return listTold.guard(listMore);
  }

  async function listMore() {
    const query = new URLSearchParams({ limit: PAGE });
    if (filterGame.value) query.set("game", filterGame.value);
    if (filterState.value) query.set("over", filterState.value);
    if (next) query.set("before", next);
    const page = await ask("GET", `/v1/matches?${query}`, { token: hostKey() });
    next = page.next ?? null;
    more.hidden = !next;
    list.append(...page.matches.map(line));
    if (!list.children.length) list.append(el("li", { class: "note", say: "matches.none" }));
  }

  function line(match) {
    const seated = match.names.map((name, seat) => name || (match.bots[seat] ? say("bot", { name: match.bots[seat] }) : `${say("seat")} ${seat}`));
    const when = new Date(match.moved * 1000).toLocaleString(lang, { dateStyle: "medium", timeStyle: "short" });
    return el(
      "li",
      {},
      el("a", { href: `#match/${match.id}/host`, class: "go" }, `${gameTitle(match.game)} · ${seated.join(", ")}`),
      el("span", { class: "note" }, `${match.over ? say("matches.ended") : say("matches.running")} · ${when}`),
    );
  }

  function made(created) {
    listAgain();
    return created;
  }

  renderSeats();
  await keyTold.guard(loadHost);

  return {
    retold() {
      renderSeats();
      if (catalogue.length) {
        renderGames();
        creation.retold();
        listAgain();
      }
    },
    close() {
      closed = true;
    },
    shortcuts: { j: () => paste.focus() },
  };
}

// A line that tells what went wrong, and work that is told of there.
export function problemLine() {
  const element = el("p", { class: "refusal", role: "alert", hidden: true });
  async function guard(work) {
    element.hidden = true;
    try {
      return await work();
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      element.textContent = problem.words;
      element.hidden = false;
      return undefined;
    }
  }
  return { element, guard };
}
