// Making a match: its seats, the house rules, and the invitations that come of it.

import { ask, hostKey, invitation, keepSeat, Problem } from "./api.js";
import { button, capital, el, field, label, lang, say } from "./dom.js";

const BOTS = ["greedy", "montecarlo", "random"];
const TIMES = [0, 60, 300, 3600, 86_400, 259_200];

// `onMade` is called when there is a new match, `go` to sit down at it.
export function makeCreation({ onMade, go }) {
  let game = null;
  let detail = null;

  const number = el("select", { id: "create-players", on: { change: renderSeats } });
  const seatList = el("ol", { class: "seats", start: "0" });
  const options = el("div", { class: "fields" });
  const undo = el("input", { type: "checkbox", checked: true });
  const spectators = el("input", { type: "checkbox", checked: true });
  const time = el("select", {});
  const late = el(
    "select",
    {},
    el("option", { value: "allow", say: "create.late.allow" }),
    el("option", { value: "resign", say: "create.late.resign" }),
  );
  const told = el("p", { class: "refusal", role: "alert", hidden: true });
  const form = el(
    "form",
    { class: "create", hidden: true },
    field("create.players", number),
    seatList,
    el(
      "details",
      {},
      el("summary", { say: "create.rules" }),
      options,
      el(
        "div",
        { class: "fields" },
        field("create.time", time),
        field("create.late", late),
        check("create.undo", undo),
        check("create.spectators", spectators),
      ),
    ),
    el("button", { type: "submit", class: "primary", say: "create.do" }),
    told,
  );
  const result = el("section", { class: "made", hidden: true, "aria-live": "polite" });
  const element = el("div", {}, form, result);

  function check(key, box) {
    return el("label", { class: "check" }, box, el("span", { say: key }));
  }

  async function choose(wanted) {
    game = wanted;
    detail = null;
    form.hidden = false;
    result.hidden = true;
    const least = Math.min(...game.players);
    const usual = game.players.includes(2) ? 2 : least;
    number.replaceChildren(...game.players.map((n) => el("option", { value: String(n) }, String(n))));
    number.value = String(usual);
    renderSeats();
    renderTimes();
    options.replaceChildren();
    try {
      const found = await ask("GET", `/v1/games/${game.name}`, { token: hostKey() });
      if (game !== wanted) return;
      detail = found;
      renderOptions();
    } catch (problem) {
      fail(problem);
    }
  }

  function fail(problem) {
    if (!(problem instanceof Problem)) throw problem;
    told.textContent = problem.words;
    told.hidden = false;
  }

  function renderTimes() {
    const before = time.value;
    time.replaceChildren(...TIMES.map((seconds) => el("option", { value: String(seconds), say: `create.time.${seconds}` })));
    time.value = before || "0";
  }

  function renderSeats() {
    const before = [...seatList.children].map((item) => ({
      name: item.querySelector("input").value,
      bot: item.querySelector("select").value,
    }));
    seatList.replaceChildren(
      ...Array.from({ length: Number(number.value) }, (_, seat) => {
        const name = el("input", { type: "text", maxlength: "64", hint: "create.name", "aria-label": `${say("create.name")} ${seat}` });
        const player = el(
          "select",
          { "aria-label": `${say("create.player")} ${seat}` },
          el("option", { value: "", say: "create.person" }),
          ...BOTS.map((bot) => el("option", { value: bot, say: `create.bot.${bot}` })),
        );
        name.value = before[seat]?.name ?? "";
        player.value = before[seat]?.bot ?? (seat === 0 ? "" : "greedy");
        return el("li", {}, el("span", { class: "number" }, `${say("seat")} ${seat}`), name, player);
      }),
    );
  }

  function renderOptions() {
    options.replaceChildren(
      ...Object.entries(detail.options).map(([name, option]) => {
        const { domain } = option;
        const said = label(option.values);
        let control;
        if (Array.isArray(domain)) {
          control = el(
            "select",
            { name },
            ...domain.map((value, index) => el("option", { value: String(index) }, capital(String(said?.[index] ?? value)))),
          );
          control.value = String(domain.indexOf(option.default));
        } else {
          const [least, most] = [domain.least ?? domain.min, domain.greatest ?? domain.max];
          control = el("input", { type: "number", min: String(least), max: String(most), value: String(option.default), name });
        }
        control.dataset.option = name;
        return el("label", { class: "field" }, el("span", {}, capital(label(option.labels, name))), control);
      }),
    );
  }

  // Only what differs from the game's own rules is sent.
  function chosenOptions() {
    const found = {};
    for (const control of options.querySelectorAll("[data-option]")) {
      const name = control.dataset.option;
      const option = detail.options[name];
      const value = Array.isArray(option.domain) ? option.domain[Number(control.value)] : Number(control.value);
      if (value === option.default) continue;
      if (option.group) (found[option.group] ??= {})[name] = value;
      else found[name] = value;
    }
    return found;
  }

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    told.hidden = true;
    const sitting = [...seatList.children].map((item) => ({
      name: item.querySelector("input").value.trim(),
      bot: item.querySelector("select").value,
    }));
    try {
      const created = await ask("POST", "/v1/matches", {
        token: hostKey(),
        body: {
          game: game.name,
          seats: sitting,
          options: detail ? chosenOptions() : {},
          undo: undo.checked,
          spectators: spectators.checked,
          turn_seconds: Number(time.value),
          late: late.value,
        },
      });
      renderMade(created);
      onMade(created);
    } catch (problem) {
      fail(problem);
    }
  });

  // Tokens are told this once; whoever sits down keeps one in this tab.
  function renderMade(created) {
    const sits = (who, name, token) => {
      keepSeat({ match: created.id, who, token, name, game: created.game });
      go(created.id, who);
    };
    const rows = created.seats.filter((seat) => seat.token).map((seat) => ({ who: String(seat.seat), name: seat.name, token: seat.token }));
    if (created.spectator) rows.push({ who: "spectator", name: "", token: created.spectator });
    result.hidden = false;
    result.replaceChildren(
      el("h3", { say: "made.title", tabindex: "-1" }),
      el("p", { class: "note", say: "made.note" }),
      el(
        "ul",
        { class: "invitations" },
        ...rows.map(({ who, name, token }) => {
          const title = who === "spectator" ? say("spectator") : name || `${say("seat")} ${who}`;
          const text = el("input", { type: "text", readonly: true, value: invitation(created.id, token), "aria-label": title, on: { focus: (event) => event.target.select() } });
          const copy = button("made.copy", () => {
            text.select();
            navigator.clipboard?.writeText(text.value);
          });
          const sit = button(who === "spectator" ? "made.watch" : "made.sit", () => sits(who, name, token), { class: "primary", "data-who": who });
          return el("li", {}, el("span", {}, title), text, copy, sit);
        }),
      ),
      el("a", { href: `#match/${created.id}/host`, say: "made.host" }),
    );
    result.querySelector("h3").focus();
  }

  return {
    element,
    choose,
    get game() {
      return game?.name;
    },
    retold() {
      if (!game) return;
      renderSeats();
      if (detail) renderOptions();
    },
  };
}
