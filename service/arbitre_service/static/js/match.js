// A match: its board, who plays, what may be played, and what has happened.

import { Problem, ask, invitation, newKey, tokenOf } from "./api.js";
import { makeBoard, names } from "./board.js";
import { makeComposer } from "./composer.js";
import { announce, button, capital, confirmed, count, el, label, lang, say } from "./dom.js";
import { follow } from "./live.js";
import { makeMoves } from "./moves.js";
import { makeReplay } from "./replay.js";

const TICK = 1000;
const LOOKS = 5;

export async function openMatch(screen, match, who) {
  const token = tokenOf(match, who);
  // Without one a service that asks for none would take this for its host.
  if (who !== "host" && !token) throw new Problem(401, { code: "NO_SEAT" });
  const path = `/v1/matches/${match}`;
  let view = null; // the match as it is
  let game = null; // its rules and labels
  let domains = {}; // kind -> field -> domain
  let version = 0; // what the log has told
  let stop = null; // ends the stream
  let closed = false;
  let ahead = 0; // the service's clock, less ours
  let unsent = null; // a move whose answer never came, with its key
  let wasMine = false;
  let loading = null;

  // --- the parts ---

  const heading = el("h1", {});
  const link = el("span", { class: "state", role: "status" });
  const status = el("p", { class: "status", role: "status", id: "status" });
  const result = el("section", { class: "result", hidden: true, aria: "result.title" });
  const refusal = el("p", { class: "refusal", role: "alert", id: "refusal", hidden: true });
  const people = el("ul", { class: "people" });
  const asked = el("div", { class: "asked", hidden: true });
  const deeds = el("div", { class: "row deeds" });
  const frame = el("div", { class: "board", id: "board" });
  const events = el("ol", { class: "events", id: "events", tabindex: "0", role: "log", "aria-live": "off", aria: "log.title" });
  const moves = makeMoves({ onPlay: (move) => play(move), onDrop: (of) => board.drop(of) });
  const composer = makeComposer({ onPlay: (move) => play({ move, seat: actor() }) });
  const board = makeBoard(frame, point);
  const replay = makeReplay({ match, token, onShow: showPly, onProblem: refuse });

  const zooms = el(
    "div",
    { class: "zooms", role: "group", aria: "board.zoom" },
    el("button", { type: "button", aria: "board.smaller", on: { click: () => board.scale(-1) } }, "−"),
    el("button", { type: "button", aria: "board.larger", on: { click: () => board.scale(1) } }, "+"),
  );
  const turn = el("section", { class: "turn", aria: "moves.title" }, moves.element, composer.element);
  const players = el("section", { class: "players", aria: "players" }, people, asked, deeds);
  const history = el("section", { class: "history", aria: "log.title" }, el("h2", { say: "log.title" }), events);
  const whole = el(
    "div",
    { class: "match", "aria-busy": "true" },
    el("section", { class: "table", aria: "board.title" }, frame, replay.element),
    el("div", { class: "side" }, refusal, turn, players, history),
  );
  screen.replaceChildren(el("div", { class: "match-head" }, heading, status, link, zooms), result, whole);

  // --- what is seen ---

  function seatName(seat) {
    if (seat === "chance") return say("chance");
    return view.seats[seat]?.name || `${say("seat")} ${seat}`;
  }

  // What the seat plays, where a game has a name for it: a power, a nation.
  function side(seat) {
    const own = view.view?.position;
    const id = (own?.powers ?? own?.nations)?.[seat]?.id;
    for (const domain of ["nation", "power"]) {
      const index = game.domains[domain]?.values.indexOf(id) ?? -1;
      if (index >= 0) return capital(String(label(game.domains[domain].labels)[index]));
    }
    return "";
  }

  function actor() {
    if (who !== "host") return undefined;
    return view.view.moves[0]?.seat ?? view.to_act[0] ?? 0;
  }

  function mine() {
    return view.to_act.some((seat) => String(seat) === who);
  }

  function render() {
    const title = label(game.labels, view.game);
    heading.textContent = title;
    const acting = view.to_act.map(seatName).join(", ");
    if (view.over) status.textContent = say("status.over");
    else if (mine()) status.textContent = say("status.mine");
    else if (acting) status.textContent = say("status.theirs", { who: acting });
    else status.textContent = say("status.waiting");
    status.classList.toggle("mine", mine());
    document.title = `${mine() && !view.over ? "● " : ""}${title} · arbitre`;
    if (mine() && !wasMine && !view.over) announce([say("status.mine")]);
    wasMine = mine();
    renderResult();
    renderPeople();
    renderAsked();
    renderDeeds();
    if (!replay.shows) renderMoves();
    const looksOn = who === "spectator";
    turn.hidden = looksOn || view.over || replay.shows;
  }

  function renderMoves() {
    const legal = view.view?.moves ?? [];
    const several = new Set(legal.map((move) => move.seat)).size > 1;
    moves.fill(
      legal.map((move) => (several ? { ...move, text: `${seatName(move.seat === 254 ? "chance" : move.seat)}: ${move.text}` } : move)),
      (kind) => label(game.kinds[kind]?.labels, kind),
    );
    board.allow((of) => legal.some((move) => names(of, move.move, domains[move.move.kind])));
    board.drop();
    composer.fill(game, who === "host" && view.chance === "manual");
  }

  // Shows the moves that name all that is picked. For several elements it tells, without showing
  // anything, that together they mean nothing.
  function point(picked, ask) {
    const test = (move) => picked.every(({ of }) => names(of, move.move, domains[move.move.kind]));
    if (ask && !moves.matching(test)) return false;
    moves.narrow(test, picked);
    return true;
  }

  function renderResult() {
    result.hidden = !view.over;
    if (!view.over) return;
    const won = view.winners.map(seatName);
    const text = won.length ? count("result.won", won.length).replace("{who}", won.join(", ")) : say("result.nobody");
    const place = ({ seat }) => (view.winners.includes(seat) ? Infinity : view.scores[seat]);
    const order = [...view.seats].sort((a, b) => (place(a) === place(b) ? 0 : place(b) - place(a)));
    result.replaceChildren(
      el("h2", {}, text),
      el("p", { class: "note", say: `result.${view.ended || "rules"}` }),
      el(
        "ol",
        { class: "scores" },
        ...order.map((seat) =>
          el(
            "li",
            { class: view.winners.includes(seat.seat) ? "winner" : "" },
            `${seatName(seat.seat)} · ${view.scores[seat.seat]}`,
          ),
        ),
      ),
    );
  }

  function renderPeople() {
    people.replaceChildren(
      ...view.seats.map((seat) => {
        const acts = view.to_act.includes(seat.seat);
        const number = seat.name ? `${say("seat")} ${seat.seat}` : "";
        const facts = [number, side(seat.seat), seat.bot && say("bot", { name: seat.bot }), seat.resigned && say("resigned")];
        return el(
          "li",
          { class: acts ? "acts" : "", "data-seat": String(seat.seat) },
          el("span", { class: "who" }, seatName(seat.seat)),
          String(seat.seat) === who ? el("span", { class: "badge", say: "you" }) : null,
          el("span", { class: "note" }, facts.filter(Boolean).join(" · ")),
          el("span", { class: "clock", "data-until": view.deadlines[seat.seat] }),
          el("span", { class: "score", title: say("score") }, String(view.scores[seat.seat] ?? "")),
        );
      }),
    );
    tick();
  }

  function tick() {
    for (const clock of people.querySelectorAll("[data-until]")) {
      const left = Math.max(0, Math.round(Number(clock.dataset.until) - Date.now() / 1000 - ahead));
      const hours = Math.floor(left / 3600);
      const rest = [Math.floor((left % 3600) / 60), left % 60].map((part) => String(part).padStart(2, "0"));
      clock.textContent = hours > 47 ? count("days", Math.floor(hours / 24)) : [hours, ...rest].join(":");
    }
  }

  function renderAsked() {
    const { asked: by, agreed } = view.undo;
    asked.hidden = by === undefined || view.over;
    if (asked.hidden) return;
    const waits = who !== "spectator" && String(by) !== who && !agreed.map(String).includes(who);
    asked.replaceChildren(
      el("p", {}, say("undo.asked", { who: seatName(by) })),
      waits ? button("undo.agree", () => deed("undo", { action: "agree" }), { class: "primary" }) : "",
      waits ? button("undo.refuse", () => deed("undo", { action: "refuse" })) : "",
      String(by) === who ? button("undo.withdraw", () => deed("undo", { action: "refuse" })) : "",
    );
  }

  function renderDeeds() {
    const seated = who !== "spectator" && who !== "host";
    const parts = [];
    if (!view.over && view.undo.allowed && view.undo.asked === undefined && who !== "spectator") {
      parts.push(button(seated ? "undo.ask" : "undo.take", () => deed("undo", { action: "ask" })));
    }
    if (!view.over && seated && !view.seats[Number(who)].resigned) parts.push(button("resign", resign));
    if (who === "host" && !view.over) parts.push(button("invite", invite));
    deeds.replaceChildren(...parts);
  }

  async function resign() {
    if (await confirmed("resign.sure", "resign")) deed("resign", {});
  }

  function deed(what, body) {
    return guarded(async () => {
      await ask("POST", `${path}/${what}`, { token, body: { ...body, key: newKey() } });
      await refresh();
    });
  }

  // New tokens for the seats that people have, in exchange for the old ones.
  async function invite() {
    const list = el("ul", { class: "invitations" });
    const dialog = el("dialog", { class: "ask" }, el("h2", { say: "invite" }), el("p", { class: "note", say: "invite.note" }), list);
    const free = view.seats.filter((seat) => !seat.bot).map((seat) => seat.seat);
    for (const seat of [...free, "spectator"]) {
      const name = seat === "spectator" ? say("spectator") : seatName(seat);
      const item = el("li", {}, el("span", {}, name));
      const make = button("invite.make", () =>
        guarded(async () => {
          const made = await ask("POST", `${path}/tokens`, { token, body: { seat } });
          make.replaceWith(el("input", { type: "text", readonly: true, value: invitation(match, made.token), "aria-label": name, on: { focus: (event) => event.target.select() } }));
        }),
      );
      item.append(make);
      list.append(item);
    }
    dialog.append(button("close", () => dialog.close()));
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  }

  // --- playing ---

  function refuse(problem) {
    if (!(problem instanceof Problem)) throw problem;
    refusal.textContent = problem.words;
    refusal.hidden = false;
    refusal.scrollIntoView({ block: "nearest" });
  }

  async function guarded(work) {
    refusal.hidden = true;
    try {
      return await work();
    } catch (problem) {
      refuse(problem);
      if (["STALE_VERSION", "MATCH_OVER"].includes(problem.code)) await refresh();
      return undefined;
    }
  }

  // Plays a legal move of the list by its code, or one by name. One whose answer got lost is sent
  // again under its own key, so that it is played once.
  function play({ code, move, seat }) {
    return guarded(async () => {
      const body = { move: code ?? move, lang };
      if (who === "host") body.seat = seat === 254 ? "chance" : seat;
      const same = unsent && JSON.stringify(unsent.body) === JSON.stringify(body);
      const sent = same ? unsent : { body, key: newKey(), version: view.version };
      unsent = sent;
      whole.setAttribute("aria-busy", "true");
      try {
        await ask("POST", `${path}/moves`, {
          token,
          body: { ...body, key: sent.key, expected_version: sent.version },
        });
      } catch (problem) {
        if (problem.status !== 0 && problem.status !== 503) unsent = null;
        whole.removeAttribute("aria-busy");
        throw problem;
      }
      unsent = null;
      moves.clear();
      await refresh();
    });
  }

  // --- what happens ---

  function tell(update, quiet) {
    if (update.version <= version) return;
    version = update.version;
    const texts = update.texts ?? [];
    if (!texts.length) return;
    const time = new Date(update.at * 1000);
    const follows = events.scrollTop + events.clientHeight >= events.scrollHeight - 40;
    events.append(
      el(
        "li",
        {},
        el("time", { datetime: time.toISOString() }, time.toLocaleTimeString(lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" })),
        el("ul", {}, ...texts.map((text) => el("li", {}, text))),
      ),
    );
    if (follows || quiet) events.scrollTop = events.scrollHeight;
    if (!quiet) announce(texts);
  }

  // Looks at the match anew. Several wishes to do so while it is under way are one.
  function refresh() {
    whole.setAttribute("aria-busy", "true");
    loading ??= look().finally(() => {
      loading = null;
      whole.removeAttribute("aria-busy");
    });
    return loading;
  }

  async function look() {
    let seen = -1;
    // What was told meanwhile needs another look; another worker may need a moment, too.
    for (let tries = 0; !closed && seen < version && tries < LOOKS; tries += 1) {
      const query = new URLSearchParams({ lang, picture: "true" });
      const next = await ask("GET", `${path}?${query}`, { token });
      if (closed) return;
      const changed = view === null || view.version !== next.version || view.lang !== lang;
      view = { ...next, lang };
      seen = view.version;
      ahead = view.now - Date.now() / 1000;
      if (changed) {
        if (!replay.shows) board.show(view.svg);
        render();
        if (who === "host" || view.over) await openReplay();
      } else {
        renderPeople();
        renderAsked();
        renderDeeds();
      }
    }
  }

  async function openReplay() {
    try {
      replay.open((await ask("GET", `${path}/plies/0`, { token })).plies);
    } catch (problem) {
      if (problem.code !== "MATCH_RUNNING") throw problem;
    }
  }

  function showPly(position) {
    board.show(position ? position.svg : view.svg);
    if (position) {
      board.allow(() => false);
      turn.hidden = true;
    } else {
      render();
    }
  }

  async function readLog() {
    const query = new URLSearchParams({ lang });
    const log = await ask("GET", `${path}/log?${query}`, { token });
    version = 0;
    events.replaceChildren();
    for (const update of log.updates) tell(update, true);
    version = Math.max(version, log.version);
  }

  function connect() {
    stop?.();
    if (view.over) {
      link.textContent = "";
      return;
    }
    stop = follow({
      match,
      token,
      after: version,
      lang,
      onUpdate: (update) => {
        tell(update, false);
        refresh().catch(refuse);
      },
      onState: (state) => {
        link.dataset.state = state;
        link.dataset.say = `link.${state}`;
        link.textContent = say(`link.${state}`);
      },
      onEnd: (why) => {
        link.dataset.state = why;
        link.dataset.say = `link.${why}`;
        link.textContent = say(`link.${why}`);
        if (why === "over") refresh().catch(refuse);
      },
    });
  }

  async function load() {
    stop?.();
    whole.setAttribute("aria-busy", "true");
    game = await ask("GET", `${path}/game`, { token });
    domains = Object.fromEntries(
      Object.entries(game.kinds).map(([kind, info]) => [
        kind,
        Object.fromEntries(info.fields.map(({ name, domain }) => [name, domain])),
      ]),
    );
    await readLog();
    await refresh();
    connect();
    if (replay.shows) await replay.again();
  }

  const clock = setInterval(tick, TICK);
  await load();

  return {
    // The language has changed.
    retold: () => guarded(load),
    close() {
      closed = true;
      stop?.();
      replay.close();
      clearInterval(clock);
      document.title = "arbitre";
    },
    shortcuts: {
      m: () => moves.focus(),
      "/": () => moves.find(),
      b: () => board.focus(),
      l: () => events.focus(),
      r: () => document.getElementById("replay-slider")?.focus(),
      Escape: () => {
        board.drop();
        moves.clear();
        replay.present();
      },
    },
  };
}
