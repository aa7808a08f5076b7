// Terraforming Mars: the small changes that everything is made of, each with its event, and the
// frames that they push (TM 5.2 to 5.4, 12.2).
// Must not know: whether anything is allowed, or what is asked of whom.
#pragma once

#include "arbitre/games/terraforming_mars/economy.hpp"
#include "arbitre/games/terraforming_mars/events.hpp"

namespace arbitre::terraforming_mars {

// --- the stack ----------------------------------------------------------------------------------

// Play never fills the stack (TM 12.4); a position made up to do so loses what comes on top.
inline void push(State& s, const Frame& frame) {
  if (s.depth < kMaxFrames) s.stack[s.depth++] = frame;
}
inline void pop(State& s) { s.stack[--s.depth] = Frame{}; }

inline Frame ops_frame(Seat player, ProgramId program, std::uint8_t source, std::uint8_t trigger = kNone) {
  Frame frame{.kind = FrameKind::ops, .player = player, .program = program};
  frame.source = source;
  frame.trigger = trigger;
  return frame;
}
inline void push_ops(const Rules& r, State& s, const Frame& frame) {
  if (r.library.size(frame.program) > 0) push(s, frame);
}
inline Frame draw_frame(Seat player, int left, DrawTo to) {
  Frame frame{.kind = FrameKind::draw, .player = player};
  frame.stage = byte(to);
  frame.left = byte(left);
  return frame;
}

// Whether a card of this seat is being resolved: it may then stand below a minimum (TM 5.1).
inline bool resolves_card(const State& s, Seat seat) {
  for (std::size_t i = 0; i < s.depth; ++i) {
    if (s.stack[i].kind == FrameKind::card && s.stack[i].player == seat) return true;
  }
  return false;
}

// --- stock, production, TR ----------------------------------------------------------------------

inline void change_stock(GameStep& step, Seat seat, std::uint8_t resource, int amount) {
  std::int16_t& stock = step.s.seats[seat].stock[resource];
  const int floor = amount < 0 && resolves_card(step.s, seat) ? kDeepest : std::min<int>(stock, 0);
  const int after = std::clamp(stock + amount, floor, kMaxStock);
  const auto changed = static_cast<std::int16_t>(after - stock);
  stock = static_cast<std::int16_t>(after);
  if (changed != 0) step.report(StockChanged{seat, resource, changed});
}

inline void change_production(GameStep& step, Seat seat, std::uint8_t resource, int amount) {
  std::int16_t& production = step.s.seats[seat].production[resource];
  const int least = step.r.min_production(resource);
  const int floor = amount < 0 && resolves_card(step.s, seat) ? kDeepest : std::min<int>(production, least);
  const int after = std::clamp(production + amount, floor, kMaxProduction);
  const auto changed = static_cast<std::int16_t>(after - production);
  production = static_cast<std::int16_t>(after);
  if (changed != 0) step.report(ProductionChanged{seat, resource, changed});
}

// TM 5.2: every gain sets tr_raised.
inline void raise_tr(GameStep& step, Seat seat, int amount) {
  SeatState& own = step.s.seats[seat];
  const auto gained = static_cast<std::int16_t>(std::min(amount, kMaxTr - own.tr));
  if (gained <= 0) return;
  own.tr = static_cast<std::int16_t>(own.tr + gained);
  own.tr_raised = 1;
  step.report(TrRaised{seat, gained});
}

inline void change_resources(GameStep& step, Seat owner, std::uint8_t card, int amount) {
  std::uint8_t& held = step.s.resources[card];
  const int after = std::clamp(held + amount, 0, kMaxResources);
  const auto changed = static_cast<std::int16_t>(after - held);
  held = byte(after);
  if (changed != 0) step.report(CardResourceChanged{owner, card, changed});
}

// Takes a payment from the stock; no event for a price of 0 (TM 11.5).
inline void take_payment(GameStep& step, Seat seat, const Facts& facts, const Bill& bill, const Payment& p) {
  auto& stock = step.s.seats[seat].stock;
  const auto take = [&](std::uint8_t resource, int amount) {
    stock[resource] = static_cast<std::int16_t>(stock[resource] - amount);
  };
  take(megacredit, money_of(facts, bill, p));
  take(steel, p.steel);
  take(titanium, p.titanium);
  take(heat, p.heat);
  if (bill.price == 0) return;
  step.report(Paid{seat, static_cast<std::int16_t>(bill.price), static_cast<std::int16_t>(p.steel),
                   static_cast<std::int16_t>(p.titanium), static_cast<std::int16_t>(p.heat)});
}

// --- cards --------------------------------------------------------------------------------------

// Puts a card behind the others of a tableau (seats' cards lie one behind the other).
inline void enter_tableau(State& s, Seat seat, std::uint8_t card) {
  std::size_t at = 0;
  std::size_t all = 0;
  for (Seat other = 0; other < s.players(); ++other) {
    all += s.seats[other].played;
    if (other <= seat) at += s.seats[other].played;
  }
  for (std::size_t i = all; i > at; --i) s.tableau[i] = s.tableau[i - 1];
  s.tableau[at] = card;
  ++s.seats[seat].played;
  s.seats[seat].in_play.insert(card);
}

// --- triggers (TM 5.1, TM-C11) ------------------------------------------------------------------

// Frames that one event pushes together; the first to resolve ends up on top.
class Batch {
 public:
  void add(const Frame& frame) {
    if (size_ < frames_.size()) frames_[size_++] = frame;
  }
  void push_on(const Rules& r, State& s) const {
    for (std::size_t i = size_; i-- > 0;) push_ops(r, s, frames_[i]);
  }

 private:
  std::array<Frame, kMaxFrames> frames_;  // those behind the end are never read
  std::size_t size_ = 0;
};

// The effects that wait for an event, in the order of TM-C11: mine, then the other players' in turn
// order; `matches(effect)` judges those of the right kind.
template <class Matches>
void add_triggers(const Rules& r, const State& s, Seat acting, StandingKind kind, std::uint8_t trigger, Batch& batch,
                  Matches&& matches) {
  const Cards& waiting = r.triggers[static_cast<std::size_t>(kind)];
  for (int i = 0; i < s.players(); ++i) {
    const auto owner = static_cast<Seat>((acting + i) % s.players());
    for_each_standing(r, s, owner, waiting, [&](std::uint8_t source, const Standing& effect) {
      if (effect.kind != kind || (owner != acting && !effect.by_any) || !matches(effect)) return;
      batch.add(ops_frame(owner, effect.program, source, trigger));
    });
  }
}

// Tag by tag in printed order; corporations count when revealed.
inline void add_tag_triggers(const Rules& r, const State& s, Seat acting, std::uint8_t source, Batch& batch) {
  const Source& card = r.sources[source];
  for (std::size_t i = 0; i < card.tag_count; ++i) {
    const unsigned tag = 1u << card.tags[i];
    add_triggers(r, s, acting, StandingKind::on_tag_played, source, batch,
                 [&](const Standing& effect) { return (effect.tags & tag) != 0; });
  }
}

inline void add_card_triggers(const Rules& r, const State& s, Seat acting, std::uint8_t source, Batch& batch) {
  const Source& card = r.sources[source];
  add_triggers(r, s, acting, StandingKind::on_card_played, source, batch, [&](const Standing& effect) {
    return effect.card_type == byte(card.type) && (effect.tags & card.tag_mask) == effect.tags;
  });
}

// TM 1.5 `paid`: the printed price counts, before discounts.
inline void push_paid_triggers(const Rules& r, State& s, Seat acting, int printed, bool project) {
  Batch batch;
  add_triggers(r, s, acting, StandingKind::on_paid, kNone, batch,
               [&](const Standing& effect) { return printed >= effect.amount && (project || !effect.projects_only); });
  batch.push_on(r, s);
}

// --- tiles (TM 5.4) -----------------------------------------------------------------------------

// Puts a tile down and leaves the rest to its frame. `place` is a hex or a spot off the map.
inline void lay_tile(GameStep& step, Seat seat, Tile tile, std::uint8_t special, int place) {
  State& s = step.s;
  const bool on_map = place < static_cast<int>(kHexes);
  if (on_map) {
    const Hexes here = hex_bit(place);
    s.tiles[static_cast<std::size_t>(tile)] |= here;
    if (tile != Tile::ocean) s.owned[seat] |= here;
    if (seat < kMaxPlayers) s.claims[seat] &= ~here;
    if (special != kNone) s.special_hex[special] = byte(place + 1);
  } else {
    s.off_map[static_cast<std::size_t>(place) - kHexes] = seat;
  }
  step.report(TilePlaced{seat, byte(tile), byte(place)});
  if (seat == kNeutral) return;  // TM 6.1: no bonus, no oxygen
  Frame frame{.kind = FrameKind::tile, .player = seat};
  frame.item = byte(tile);
  frame.hex = byte(place);
  frame.stage = on_map ? stage::bonus : stage::parameter;
  push(s, frame);
}

inline void push_raise(State& s, Seat seat, Parameter parameter, int steps) {
  Frame frame{.kind = FrameKind::raise, .player = seat};
  frame.item = parameter;
  frame.left = byte(steps);
  push(s, frame);
}

}  // namespace arbitre::terraforming_mars
