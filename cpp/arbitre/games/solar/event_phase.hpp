// Solar: the event of an even turn, summits included, and the technology grievance after it (SOL 5.9).
// Must not know: whether a move is legal.
#pragma once

#include "arbitre/games/solar/flow.hpp"

namespace arbitre::solar {

inline EventId event_of_turn(const State& s) {
  return static_cast<EventId>(s.event_schedule[static_cast<std::size_t>(s.turn / 2 - 1)]);
}

inline void after_event(GameStep& step) {
  State& s = step.s;
  s.summit_open = 0;
  s.summit_picks = {};
  technology_grievance(step.r, s);
  enter_espionage(step);
}

// One or two holders of the best value win; nobody at three or more, or at 0 (SOL-C75).
template <class Measure>
void contest(GameStep& step, EventId id, Measure&& measure) {
  State& s = step.s;
  int best = 0;
  Vec<Seat, kMaxPlayers> holders;
  for (Seat seat = 0; seat < s.players(); ++seat) {
    if (!s.alive(seat)) continue;
    const int value = measure(seat);
    if (value > best) {
      best = value;
      holders.clear();
    }
    if (value == best && best > 0) holders.push_back(seat);
  }
  if (holders.size() > 2) return;
  for (const Seat seat : holders) {
    add_vp(s.at(seat), step.r.event(id).vp);
    gain(s.at(seat), step.r.event(id).gain);
    step.report(ContestWon{seat, static_cast<std::uint8_t>(id)});
  }
}

inline void storm(GameStep& step) {
  State& s = step.s;
  const EventRules& rules = step.r.event(EventId::solar_storms);
  for (Seat seat = 0; seat < s.players(); ++seat) {
    Nation& n = s.at(seat);
    if (!s.alive(seat) || has_effect(step.r, n, Effect::storm_immune)) continue;
    step.report(Storm{seat});
    add_tokens(n, -rules.loss_force);
    if (!n.routes.empty()) remove_route(step, seat, n.routes.back(), Cause::storm);
    gain(n, kMaterials, -rules.loss_materials);
    if (s.has(Variant::event_morale_loss)) gain(n, kMorale, -step.r.p.event_morale);
  }
}

// SOL 5.9: the single nation that was richest in materials at the SNAPSHOT, if the pirates strike it.
inline Seat pirate_target(const Rules& r, const State& s) {
  int best = 0;
  Seat target = kNone;
  for (Seat seat = 0; seat < s.players(); ++seat) {
    if (!s.alive(seat)) continue;
    const int value = s.at(seat).snapshot_materials;
    if (value > best) {
      best = value;
      target = seat;
    } else if (value == best) {
      target = kNone;
    }
  }
  return target != kNone && fears_pirates(r, s.at(target)) ? target : Seat{kNone};
}

inline void end_proliferation(GameStep& step) {
  State& s = step.s;
  if (s.has(Variant::event_morale_loss)) {
    for_each_bit(s.pirates_hit, [&](std::uint8_t seat) { gain(s.at(seat), kMorale, -step.r.p.event_morale); });
  }
  blame_pirates(step);
  after_event(step);
}

inline void proliferation(GameStep& step) {
  State& s = step.s;
  const Seat target = pirate_target(step.r, s);
  step.report(Proliferation{target});
  if (target == kNone) {
    after_event(step);
    return;
  }
  const Vec<std::uint8_t, kMaxLinks> routes = s.at(target).routes;
  for (const std::uint8_t link : routes) {
    if ((s.at(target).tokens & link_bit(link)) != 0) {
      s.queue.push_back(route_item(target, link));
    } else {
      remove_route(step, target, link, Cause::proliferation);
      s.pirates_hit = seat_bit(target);
    }
  }
}

// --- summits -------------------------------------------------------------------------------------

inline void open_summit(GameStep& step, Ask what, int tension) {
  State& s = step.s;
  if (living_count(s) < 2) {
    after_event(step);
    return;
  }
  for (int x = 0; x < s.players(); ++x) {
    for (int y = 0; y < s.players(); ++y) {
      if (x != y && s.alive(x) && s.alive(y)) move_tension(s, x, y, tension);
    }
  }
  s.summit_open = 1;
  push(s, ask(what, s.living()));
}

// When all picks are sealed: the proposals in order of play.
inline void collect_proposals(State& s) {
  for (const Seat proposer : s.order) {
    for_each_bit(s.summit_picks[proposer],
                 [&](std::uint8_t partner) { s.queue.push_back(pair_item(proposer, partner)); });
  }
}

inline bool picked(const State& s, Seat by, Seat partner) { return (s.summit_picks[by] & seat_bit(partner)) != 0; }

inline void sign_summit_accord(GameStep& step, Seat proposer, Seat partner) {
  State& s = step.s;
  const EventRules& rules = step.r.event(EventId::trade_accords);
  if (s.at_war(proposer, partner)) settle_war(step, proposer, partner);
  sign_accord(step, std::min(proposer, partner), std::max(proposer, partner));
  move_tension(s, proposer, partner, rules.accord_tension);
  move_tension(s, partner, proposer, rules.accord_tension);
  add_vp(s.at(proposer), rules.vp);
  add_vp(s.at(partner), rules.vp);
}

// SOL 1.11: what a pact costs its proposer.
inline Sums pact_price(const Rules& r, const State& s, Seat proposer, Seat partner) {
  const EventRules& rules = r.event(EventId::diplomatic_accords);
  Sums price{};
  add(price, rules.pact_cost);
  if (s.at_war(proposer, partner)) add(price, rules.pact_war_surcharge);
  return price;
}

inline void sign_pact(GameStep& step, Seat proposer, Seat partner) {
  State& s = step.s;
  const Sums price = pact_price(step.r, s, proposer, partner);
  for (std::size_t k = 0; k < kResources; ++k) gain(s.at(proposer), static_cast<int>(k), -price[k]);
  if (s.at_war(proposer, partner)) settle_war(step, proposer, partner);
  s.tension_of(proposer, partner) = s.tension_of(partner, proposer) = 0;
  s.grudge_of(proposer, partner) = s.grudge_of(partner, proposer) = 0;
  s.pair(proposer, partner).pact_until = static_cast<std::uint8_t>(s.turn + step.r.p.pact_turns);
  gain(s.at(proposer), kMorale, step.r.event(EventId::diplomatic_accords).pact_morale);
  gain(s.at(partner), kMorale, step.r.event(EventId::diplomatic_accords).pact_morale);
  step.report(PactSigned{std::min(proposer, partner), std::max(proposer, partner)});
}

inline void next_proposal(GameStep& step, bool trade) {
  State& s = step.s;
  const Seat proposer = static_cast<Seat>(first_of(s.queue[0]));
  const Seat partner = static_cast<Seat>(second_of(s.queue[0]));
  s.queue.erase(0);
  if (!s.alive(proposer) || !s.alive(partner)) return;
  if (trade) {
    if (s.accord(proposer, partner)) return;
    if (picked(s, partner, proposer)) {
      sign_summit_accord(step, proposer, partner);
    } else {
      push(s, ask_seat(Ask::trade_answer, partner, proposer));
    }
    return;
  }
  if (s.pact(proposer, partner)) return;
  if (first_short(s.at(proposer), pact_price(step.r, s, proposer, partner)) != kNone) return;
  if (picked(s, partner, proposer)) {
    sign_pact(step, proposer, partner);
  } else {
    push(s, ask_seat(Ask::pact_answer, partner, proposer));
  }
}

// --- the phase -----------------------------------------------------------------------------------

inline void enter_event(GameStep& step) {
  State& s = step.s;
  if (s.turn % 2 != 0) {
    enter_espionage(step);
    return;
  }
  s.phase = Phase::event;
  const Rules& r = step.r;
  const EventId id = event_of_turn(s);
  switch (id) {
    case EventId::mining_rush: contest(step, id, [&](Seat x) { return s.at(x).colony_count(); }); break;
    case EventId::science_conference:
      contest(step, id, [&](Seat x) { return int{gross_income(r, s, x)[kScience]}; });
      break;
    case EventId::military_supremacy:
      contest(step, id, [&](Seat x) { return s.at(x).reserve + s.at(x).in_recovery(); });
      break;
    case EventId::technological_lead:
      contest(step, id, [&](Seat x) { return std::popcount(s.at(x).technologies() & (r.of_tier[2] | r.of_tier[3])); });
      break;
    case EventId::most_attractive_nation: contest(step, id, [&](Seat x) { return int{s.at(x).stock[kMorale]}; }); break;
    case EventId::solar_storms: storm(step); break;
    case EventId::pirate_proliferation: proliferation(step); return;
    case EventId::trade_accords: open_summit(step, Ask::trade_pick, r.event(id).tension_all); return;
    case EventId::diplomatic_accords: open_summit(step, Ask::pact_pick, r.event(id).tension_all); return;
    case EventId::final_judgment: break;
  }
  after_event(step);
}

inline void run_event(GameStep& step) {
  State& s = step.s;
  const EventId id = event_of_turn(s);
  if (id == EventId::pirate_proliferation) {
    if (s.queue.empty()) {
      end_proliferation(step);
    } else {
      push(s, draw(Ask::token_fate));
    }
  } else if (s.queue.empty()) {
    after_event(step);
  } else {
    next_proposal(step, id == EventId::trade_accords);
  }
}

}  // namespace arbitre::solar
