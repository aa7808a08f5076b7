// The page: which screen there is, the language, and the keys.

import { LANGUAGES, announce, button, el, lang, speak } from "./dom.js";
import { openLobby, problemLine } from "./lobby.js";
import { openMatch } from "./match.js";

const LANG = "arbitre.lang";
const KEYS = "arbitre.keys";
const ADDRESS = /^#match\/([A-Za-z0-9_-]{16})\/(\d{1,3}|spectator|host)$/;

const screen = document.getElementById("screen");
let current = null;
let opening = 0;

// --- screens ---

async function open() {
  const number = (opening += 1);
  current?.close();
  current = null;
  const found = ADDRESS.exec(location.hash);
  const told = problemLine();
  screen.replaceChildren(el("p", { class: "note", say: "loading" }), told.element);
  let next = null;
  await told.guard(async () => {
    if (found) {
      const [, match, who] = found;
      next = await openMatch(screen, match, who);
    } else {
      next = await openLobby(screen, (match, who) => {
        location.hash = `#match/${match}/${who}`;
      });
    }
  });
  if (number !== opening) {
    next?.close(); // The address has changed meanwhile.
    return;
  }
  if (!next) {
    screen.replaceChildren(el("h1", { say: "failed" }), told.element, el("p", {}, el("a", { href: "#", say: "back" })));
    announce([told.element.textContent]);
    return;
  }
  current = next;
  screen.focus({ preventScroll: true });
}

// --- language ---

async function choose(wanted) {
  localStorage.setItem(LANG, wanted);
  await speak(wanted);
  mark();
  current?.retold();
}

function mark() {
  for (const one of document.querySelectorAll("[data-lang]")) {
    one.setAttribute("aria-pressed", String(one.dataset.lang === lang));
  }
}

function preferred() {
  const kept = localStorage.getItem(LANG);
  if (kept in LANGUAGES) return kept;
  const asked = navigator.languages.map((one) => one.slice(0, 2));
  return asked.find((one) => one in LANGUAGES) ?? "en";
}

// --- keys ---

const SHORTCUTS = [
  ["m", "keys.moves"],
  ["/", "keys.filter"],
  ["↑ ↓", "keys.arrows"],
  ["Enter", "keys.play"],
  ["b", "keys.board"],
  ["← ↑ ↓ →", "keys.point"],
  ["l", "keys.log"],
  ["r", "keys.replay"],
  ["Esc", "keys.escape"],
  ["j", "keys.join"],
  ["?", "keys.help"],
];

function singleKeys() {
  return localStorage.getItem(KEYS) !== "off";
}

function help() {
  const box = el("input", { type: "checkbox", checked: singleKeys() });
  box.addEventListener("change", () => localStorage.setItem(KEYS, box.checked ? "on" : "off"));
  const dialog = el(
    "dialog",
    { class: "help", "aria-labelledby": "help-title" },
    el("h2", { id: "help-title", say: "help.title" }),
    el("p", { say: "help.board" }),
    el("p", { say: "help.moves" }),
    el("p", { say: "help.secret" }),
    el("h3", { say: "keys.title" }),
    el("dl", { class: "keys" }, ...SHORTCUTS.flatMap(([key, what]) => [el("dt", {}, el("kbd", {}, key)), el("dd", { say: what })])),
    el("label", { class: "check" }, box, el("span", { say: "keys.single" })),
  );
  dialog.append(button("close", () => dialog.close()));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  const typing = event.target.closest?.("input:not([type=radio], [type=checkbox], [type=range]), select, textarea");
  if (event.key === "Escape") {
    current?.shortcuts.Escape?.();
    return;
  }
  if (typing || !singleKeys()) return;
  const action = event.key === "?" ? help : current?.shortcuts[event.key];
  if (action) {
    event.preventDefault();
    action();
  }
});

document.getElementById("tools").append(
  ...Object.entries(LANGUAGES).map(([code, name]) =>
    el("button", { type: "button", class: "quiet", lang: code, "data-lang": code, "aria-label": name, on: { click: () => choose(code) } }, code.toUpperCase()),
  ),
  el("button", { type: "button", class: "quiet", aria: "help.title", id: "help", on: { click: help } }, "?"),
);
addEventListener("hashchange", open);
await speak(preferred());
mark();
await open();
