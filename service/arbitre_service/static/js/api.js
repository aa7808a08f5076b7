// The routes of the service, and what this tab remembers: tokens stay in its session storage and
// travel in the Authorization header, or as a protocol of a socket; no address ever holds one.

import { knows, lang, say } from "./dom.js";

const KEY = "arbitre.key";
const SEATS = "arbitre.seats";
const INVITATION = /([A-Za-z0-9_-]{16})[\s:,;]+(seat-[A-Za-z0-9_-]+)/;

// A refusal of the service (RFC 9457), or that it can't be reached.
export class Problem extends Error {
  constructor(status, document) {
    super(document.detail ?? document.title ?? "");
    this.status = status;
    this.code = document.code ?? "";
    this.document = document;
  }

  // The words for a player. A refused move comes with its own; what the page has no words for is
  // told as the service tells it.
  get words() {
    const { verdict, errors } = this.document;
    if (verdict?.message) return verdict.message;
    if (errors?.length) return errors.map((reason) => reason.detail).join(" ");
    const key = `problem.${this.code}`;
    return knows(key) ? say(key) : this.message;
  }
}

export async function ask(method, path, { token, body, signal } = {}) {
  const headers = { accept: "application/json" };
  if (token) headers.authorization = `Bearer ${token}`;
  if (body !== undefined) headers["content-type"] = "application/json";
  let answer;
  try {
    answer = await fetch(path, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
      cache: "no-store",
      credentials: "omit",
    });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Problem(0, { code: "OFFLINE" });
  }
  const text = await answer.text();
  let document = {};
  try {
    document = JSON.parse(text);
  } catch {
    document = { code: "OFFLINE", detail: text.slice(0, 200) };
  }
  if (!answer.ok) throw new Problem(answer.status, document);
  return document;
}

// Words of chance for requests that must be done once. `randomUUID` is for secure pages only.
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// --- what the tab remembers ---

export function hostKey() {
  return sessionStorage.getItem(KEY) ?? "";
}

export function keepHostKey(key) {
  if (key) sessionStorage.setItem(KEY, key);
  else sessionStorage.removeItem(KEY);
}

export function seats() {
  try {
    return JSON.parse(sessionStorage.getItem(SEATS) ?? "[]");
  } catch {
    return [];
  }
}

export function keepSeat(seat) {
  const others = seats().filter((one) => one.match !== seat.match || one.who !== seat.who);
  sessionStorage.setItem(SEATS, JSON.stringify([seat, ...others]));
}

export function forgetSeat(seat) {
  const others = seats().filter((one) => one.match !== seat.match || one.who !== seat.who);
  sessionStorage.setItem(SEATS, JSON.stringify(others));
}

// The token of who looks at a match: that of a seat, or the host's key.
export function tokenOf(match, who) {
  if (who === "host") return hostKey();
  return seats().find((one) => one.match === match && one.who === who)?.token;
}

// --- invitations ---

export function invitation(match, token) {
  return `${match} ${token}`;
}

// Sits down by an invitation; finds out at which seat.
export async function accept(text) {
  const found = INVITATION.exec(text);
  if (!found) throw new Problem(0, { code: "NO_INVITATION" });
  const [, match, token] = found;
  const view = await ask("GET", `/v1/matches/${match}?brief=true&lang=${lang}`, { token });
  const who = String(view.viewer);
  const name = view.seats.find((seat) => String(seat.seat) === who)?.name ?? "";
  keepSeat({ match, token, who, name, game: view.game });
  return { match, who };
}
