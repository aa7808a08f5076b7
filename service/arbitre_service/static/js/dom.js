// Elements, and the words on them. Text becomes text nodes, never markup.

let words = {};
export let lang = "en";

// The languages of the page, by their own names.
export const LANGUAGES = { en: "English", fr: "Français" };

export async function speak(wanted) {
  const answer = await fetch(`/page/words/${wanted}.json`);
  words = await answer.json();
  lang = wanted;
  document.documentElement.lang = wanted;
  translate(document);
}

// The words of a key, with values put in; a key without words is shown as it is.
export function say(key, values = {}) {
  const text = words[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

export function knows(key) {
  return key in words;
}

// A number with the word for one or for several of it; French counts 0 and 1 as one.
export function count(key, number) {
  const one = lang === "fr" ? number < 2 : number === 1;
  return say(`${key}.${one ? "one" : "many"}`, { n: number });
}

// The label of the language among those that an answer brings, by language.
export function label(labels, otherwise = "") {
  return labels?.[lang] ?? labels?.en ?? otherwise;
}

export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

// An element. `say` gives it the words of a key, `hint` those of its placeholder and `aria` those
// of its accessible name; all three follow the language. `on` has its listeners.
export function el(tag, settings = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(settings)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "say" || name === "hint" || name === "aria") {
      element.dataset[name] = value;
    } else if (name === "on") {
      for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    } else if (name === "class") {
      element.className = value;
    } else if (name in element && typeof value !== "string") {
      element[name] = value;
    } else {
      element.setAttribute(name, value === true ? "" : value);
    }
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  translateOne(element);
  return element;
}

export function translate(root) {
  for (const element of root.querySelectorAll("[data-say], [data-hint], [data-aria]")) {
    translateOne(element);
  }
}

function translateOne(element) {
  const { say: key, hint, aria } = element.dataset;
  if (key) element.textContent = say(key);
  if (hint) element.setAttribute("placeholder", say(hint));
  if (aria) element.setAttribute("aria-label", say(aria));
}

// A field of a form under its label.
export function field(key, control, more = {}) {
  return el("label", { class: "field", ...more }, el("span", { say: key }), control);
}

export function button(key, listener, settings = {}) {
  return el("button", { type: "button", say: key, on: { click: listener }, ...settings });
}

let spoken = 0;

// Tells those who listen to a screen reader.
export function announce(texts) {
  const region = document.getElementById("announcer");
  for (const text of texts) region.append(el("p", {}, text));
  spoken += texts.length;
  while (spoken > 30) {
    region.firstElementChild?.remove();
    spoken -= 1;
  }
}

// A question before something that can't be taken back; true when it is answered by yes.
export function confirmed(question, yes) {
  return new Promise((answer) => {
    const dialog = el("dialog", { class: "ask" });
    const close = (value) => () => dialog.close(value);
    dialog.append(
      el("p", { say: question }),
      el("p", { class: "row" }, button(yes, close("yes"), { class: "danger" }), button("cancel", close(""))),
    );
    dialog.addEventListener("close", () => {
      dialog.remove();
      answer(dialog.returnValue === "yes");
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
