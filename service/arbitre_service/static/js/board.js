// The picture of a position, as something to point at. What the service sends is copied element by
// element: only shapes and texts that its drawings are made of come through, no script, style,
// reference or listener can.

import { say } from "./dom.js";

const SVG = "http://www.w3.org/2000/svg";
const SHAPES = new Set(["svg", "g", "title", "desc", "rect", "circle", "ellipse", "line", "polygon", "polyline", "path", "text", "tspan"]);
const LOOKS = new Set([
  ...["x", "y", "width", "height", "rx", "ry", "cx", "cy", "r", "x1", "y1", "x2", "y2", "points", "d"],
  ...["fill", "fill-opacity", "fill-rule", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap"],
  ...["stroke-linejoin", "stroke-opacity", "opacity", "transform", "viewBox", "data-of"],
  ...["font-family", "font-size", "font-style", "font-weight", "text-anchor", "dominant-baseline"],
]);
const DEEPEST = 32;
const STEPS = 4; // of magnifying

const policy = globalThis.trustedTypes?.createPolicy("arbitre-board", { createHTML: (text) => text });

// Reads a picture; null when it is none.
function read(text) {
  // The style of its outermost element is for notebooks; the policy of the page refuses it aloud.
  const bare = text.replace(/^(\s*<svg[^>]*?) style="[^"]*"/, "$1");
  const markup = policy ? policy.createHTML(bare) : bare;
  const root = new DOMParser().parseFromString(markup, "image/svg+xml").documentElement;
  return root.namespaceURI === SVG && root.localName === "svg" ? copied(root, 0) : null;
}

function copied(source, depth) {
  const element = document.createElementNS(SVG, source.localName);
  for (const { name, value } of source.attributes) {
    if (LOOKS.has(name) && !/url\s*\(/i.test(value)) element.setAttribute(name, value);
  }
  for (const child of source.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) {
      element.append(child.data);
    } else if (
      child.nodeType === Node.ELEMENT_NODE &&
      child.namespaceURI === SVG &&
      SHAPES.has(child.localName) &&
      depth < DEEPEST
    ) {
      element.append(copied(child, depth + 1));
    }
  }
  return element;
}

// What an element stands for: alternatives, each of them values that a move has to name.
function alternatives(of) {
  return of
    .split(" ")
    .filter(Boolean)
    .map((alternative) =>
      alternative.split("+").map((part) => {
        const colon = part.indexOf(":");
        return { domain: part.slice(0, colon), value: part.slice(colon + 1) };
      }),
    );
}

// Whether a move names what an element stands for. Ids say by themselves what they are, numbers
// don't: their field or its domain has to be the element's.
export function names(of, move, domains) {
  const fields = Object.entries(move).filter(([field]) => field !== "kind");
  return alternatives(of).some((parts) =>
    parts.every(({ domain, value }) =>
      fields.some(
        ([field, held]) =>
          String(held) === value &&
          (typeof held === "string" || field === domain || domains?.[field] === domain),
      ),
    ),
  );
}

// A board. `onPick` is called with the elements that are picked: [{of, title}].
export function makeBoard(frame, onPick) {
  let picture = null;
  let live = []; // groups that legal moves name
  let picked = []; // keys, in the order in which they were pointed at
  let usable = () => false;
  let zoom = 0;

  function show(text) {
    const focused = document.activeElement?.closest?.("[data-of]")?.dataset.of;
    const next = text ? read(text) : null;
    picture = next;
    if (!next) {
      frame.replaceChildren(Object.assign(document.createElement("p"), { textContent: say("board.none") }));
      return;
    }
    // Its parts can be pointed at, so it is more than an image.
    next.setAttribute("role", "group");
    const title = next.querySelector(":scope > title")?.textContent ?? "";
    next.setAttribute("aria-label", title);
    frame.replaceChildren(next);
    scale();
    enliven();
    if (focused) live.find((group) => group.dataset.of === focused)?.focus();
  }

  // Takes the test that tells which elements can be pointed at.
  function allow(test) {
    usable = test;
    picked = picked.filter(usable);
    enliven();
  }

  function enliven() {
    if (!picture) return;
    live = [];
    const seen = new Set();
    for (const group of picture.querySelectorAll("[data-of]")) {
      const { of } = group.dataset;
      const can = usable(of);
      group.classList.toggle("can", can);
      group.classList.toggle("picked", can && picked.includes(of));
      for (const name of ["role", "tabindex", "aria-label", "aria-pressed"]) group.removeAttribute(name);
      const title = titleOf(group);
      if (!can || seen.has(of) || !title) continue;
      seen.add(of);
      live.push(group);
      group.setAttribute("role", "button");
      group.setAttribute("aria-label", title);
      group.setAttribute("aria-pressed", String(picked.includes(of)));
      group.setAttribute("tabindex", live.length === 1 ? "0" : "-1");
    }
  }

  function titleOf(group) {
    const own = group.querySelector(":scope > title")?.textContent;
    return own || group.querySelector("text")?.textContent || "";
  }

  function pick(group) {
    const { of } = group.dataset;
    picked = picked.includes(of) ? picked.filter((one) => one !== of) : [...picked, of];
    tell(of);
  }

  function tell(latest) {
    // Together they may mean no move: then the last one is meant alone.
    if (picked.length && !onPick(chosen(), true)) {
      picked = picked.includes(latest) ? [latest] : [];
      onPick(chosen(), false);
    } else if (!picked.length) {
      onPick([], false);
    }
    enliven();
  }

  function chosen() {
    return picked.map((of) => {
      const groups = [...picture.querySelectorAll("[data-of]")].filter((group) => group.dataset.of === of);
      return { of, title: groups.map(titleOf).find(Boolean) ?? of };
    });
  }

  function drop(of) {
    picked = of === undefined ? [] : picked.filter((one) => one !== of);
    onPick(picture ? chosen() : [], false);
    enliven();
  }

  // The style sheet has a width for each step.
  function scale(step) {
    zoom = step === 0 ? 0 : Math.min(STEPS, Math.max(0, zoom + (step ?? 0)));
    frame.dataset.zoom = String(zoom);
  }

  // The nearest element in the direction of an arrow, by where elements are on the screen.
  function beside(group, dx, dy) {
    const from = middle(group);
    let best = null;
    let least = Infinity;
    for (const other of live) {
      if (other === group) continue;
      const to = middle(other);
      const along = (to.x - from.x) * dx + (to.y - from.y) * dy;
      const aside = Math.abs((to.x - from.x) * dy) + Math.abs((to.y - from.y) * dx);
      if (along > 1 && along + 2 * aside < least) {
        least = along + 2 * aside;
        best = other;
      }
    }
    return best;
  }

  function middle(group) {
    const box = group.getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }

  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

  frame.addEventListener("click", (event) => {
    let group = event.target.closest("[data-of]");
    while (group && !group.classList.contains("can")) group = group.parentElement?.closest("[data-of]");
    if (group) pick(group);
  });
  frame.addEventListener("keydown", (event) => {
    const group = event.target.closest?.("[data-of]");
    if (!group) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      pick(group);
    } else if (event.key in ARROWS) {
      event.preventDefault();
      const next = beside(group, ...ARROWS[event.key]);
      if (next) {
        group.setAttribute("tabindex", "-1");
        next.setAttribute("tabindex", "0");
        next.focus();
      }
    }
  });

  return { show, allow, drop, scale, focus: () => live[0]?.focus() };
}
