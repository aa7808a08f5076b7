// Follows a match as it happens: by a WebSocket that resumes where it was cut off, and by long
// polls where there is none.

import { ask } from "./api.js";

const FIRST_WAIT = 500;
const LONGEST_WAIT = 10_000;
const SILENCE = 70_000; // longer than several heartbeats
const FAILURES = 2; // handshakes in vain, before polling
const POLL_SECONDS = 25;
const TRY_SOCKET_AGAIN = 60_000;

const OVER = 1000;
const REVOKED = 4401;

// Calls `onUpdate` with each update after version `after`, in order; `onState` with "live",
// "polling" or "away"; `onEnd` when there is nothing more to come. Returns what ends it.
export function follow({ match, token, after, lang, onUpdate, onState, onEnd }) {
  let version = after;
  let stopped = false;
  let socket = null;
  let failures = 0;
  let wait = FIRST_WAIT;
  let timer = 0;
  let silence = 0;
  const polling = new AbortController();

  function take(update) {
    if (update.version > version) {
      version = update.version;
      onUpdate(update);
    }
  }

  function end(why) {
    if (!stopped) {
      stop();
      onEnd(why);
    }
  }

  function stop() {
    stopped = true;
    clearTimeout(timer);
    clearTimeout(silence);
    polling.abort();
    socket?.close();
  }

  function later(next) {
    if (stopped) return;
    clearTimeout(timer);
    timer = setTimeout(next, wait);
    wait = Math.min(2 * wait, LONGEST_WAIT);
  }

  function listen() {
    const address = new URL(`/v1/matches/${match}/stream`, location.href);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    address.search = new URLSearchParams({ after: version, lang }).toString();
    const protocols = token ? ["arbitre.json", `token.${token}`] : ["arbitre.json"];
    let opened = false;
    try {
      socket = new WebSocket(address, protocols);
    } catch {
      poll(); // A key with characters that no protocol may have.
      return;
    }
    const mine = socket;

    function heard() {
      clearTimeout(silence);
      silence = setTimeout(() => mine.close(), SILENCE);
    }

    mine.onopen = () => {
      opened = true;
      failures = 0;
      wait = FIRST_WAIT;
      heard();
      onState("live");
    };
    mine.onmessage = (message) => {
      heard();
      const frame = JSON.parse(message.data);
      if (frame.type === "update") take(frame.update);
    };
    mine.onclose = (event) => {
      clearTimeout(silence);
      if (stopped || mine !== socket) return;
      if (event.code === OVER) return end("over");
      if (event.code === REVOKED) return end("revoked");
      onState("away");
      failures = opened ? 0 : failures + 1;
      later(failures >= FAILURES ? poll : listen);
    };
  }

  async function poll() {
    const until = Date.now() + TRY_SOCKET_AGAIN;
    let patience = 0; // The first answer comes at once, and tells that there is one.
    while (!stopped && Date.now() < until) {
      const query = new URLSearchParams({ after: version, wait: patience, lang });
      try {
        const answer = await ask("GET", `/v1/matches/${match}/events?${query}`, {
          token,
          signal: polling.signal,
        });
        wait = FIRST_WAIT;
        patience = POLL_SECONDS;
        onState("polling");
        answer.updates.forEach(take);
        if (answer.over) return end("over");
      } catch (problem) {
        if (stopped) return;
        if (problem.status === 401) return end("revoked");
        onState("away");
        return later(poll);
      }
    }
    if (!stopped) listen();
  }

  listen();
  return stop;
}
