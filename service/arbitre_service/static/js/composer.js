// Any move at all, put together field by field: to play it, or to be told why it can't be played.

import { capital, el, field, label } from "./dom.js";

// `onPlay` is called with a move by name.
export function makeComposer({ onPlay }) {
  let game = null;
  const kind = el("select", { id: "compose-kind" });
  const fields = el("div", { class: "fields" });
  const form = el(
    "form",
    { class: "composer" },
    field("compose.kind", kind),
    fields,
    el("button", { type: "submit", say: "compose.play" }),
  );
  const element = el(
    "details",
    { class: "compose" },
    el("summary", { say: "compose.title" }),
    el("p", { class: "note", say: "compose.note" }),
    form,
  );

  kind.addEventListener("change", choices);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const move = { kind: kind.value };
    for (const select of fields.querySelectorAll("select")) {
      move[select.name] = game.domains[select.dataset.domain].values[Number(select.value)];
    }
    onPlay(move);
  });

  // Takes the description of a game; `chance` for who plays the draws, too.
  function fill(description, chance) {
    game = description;
    const before = kind.value;
    const kinds = Object.entries(game.kinds).filter(([, info]) => chance || !info.chance);
    kind.replaceChildren(
      ...kinds.map(([name, info]) => el("option", { value: name }, capital(label(info.labels, name)))),
    );
    if (kinds.some(([name]) => name === before)) kind.value = before;
    choices();
  }

  function choices() {
    const before = new Map([...fields.querySelectorAll("select")].map((one) => [one.name, one.value]));
    const info = game.kinds[kind.value];
    fields.replaceChildren(
      ...(info?.fields ?? []).map(({ name, domain, labels }) => {
        const { values, labels: said } = game.domains[domain];
        const select = el("select", { name, "data-domain": domain });
        select.append(
          ...values.map((value, index) => el("option", { value: String(index) }, capital(String(label(said)?.[index] ?? value)))),
        );
        if (before.has(name) && Number(before.get(name)) < values.length) select.value = before.get(name);
        return el("label", { class: "field" }, el("span", {}, capital(label(labels, name))), select);
      }),
    );
  }

  return { element, fill };
}
