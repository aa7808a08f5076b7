// Solar: the turn as a state machine (SOL 3.2, 5.1 to 5.11). `advance` goes on from a position in
// which nothing is asked until something is, or the game is over. Each phase has an `enter_`, which
// sets it up, and a `run_`, which goes on when nothing is asked.
// Must not know: whether a move is legal (moves_*.hpp).
#pragma once

#include "arbitre/games/solar/battle.hpp"
#include "arbitre/games/solar/cards.hpp"
#include "arbitre/games/solar/scoring.hpp"

namespace arbitre::solar {

inline void enter_espionage(GameStep& step);

inline int living_count(const State& s) { return std::popcount(s.living()); }

// --- the start of a turn (SOL 5.1) ---------------------------------------------------------------

inline void clear_turn_flags(State& s, int seat) {
  Nation& n = s.at(seat);
  n.power_used = 0;
  n.military_bought = 0;
  n.calmed = 0;
  n.mission = 0;
  n.accord_refused = 0;
  n.cruiser_used_attack = 0;
  n.cruiser_used_defense = 0;
  n.passed = 0;
  n.strategy_card = kNone;
  n.free_settlement = 0;
  s.assaults[static_cast<std::size_t>(seat)] = {};
  s.grievance[static_cast<std::size_t>(seat)] = 0;
}

inline void start_nation(GameStep& step, Seat seat) {
  State& s = step.s;
  const Rules& r = step.r;
  Nation& n = s.at(seat);
  for (int turn = 1; turn <= s.turn; ++turn) {  // (3)
    std::uint8_t& returning = n.recovery[static_cast<std::size_t>(turn - 1)];
    if (returning != 0) add_tokens(n, returning);
    returning = 0;
  }
  add_tokens(n, -n.mil_lose_next);  // (4)
  n.mil_lose_next = 0;
  const unsigned own = unsigned{n.colony_set} | node_bit(r.nations[n.id].home);
  for (std::size_t i = 0; i < n.routes.size();) {  // (5)
    if ((r.link_ends[n.routes[i]] & own) == 0) {
      drop_route(step, seat, n.routes[i], Cause::abandoned);
    } else {
      ++i;
    }
  }
  if (s.turn == 6) n.free_colonizations = n.free_routes = 0;  // (6), SOL-C13
  int ac = allotment(r, n);                                   // (8)
  if (n.judged_morale == 0) ac = (ac + 1) / 2;
  n.ac_left = n.ac_max = static_cast<std::uint8_t>(ac);
}

inline void start_turn(GameStep& step) {
  State& s = step.s;
  step.report(TurnStarted{s.turn});
  if (s.has(Variant::war_weariness)) {
    for (const War& war : s.wars) {
      gain(s.at(war.opener), kMorale, -step.r.p.weariness_morale);
      gain(s.at(war.other), kMorale, -step.r.p.weariness_morale);
    }
  }
  for (Pair& pair : s.pairs) {  // (2)
    if (pair.pact_until < s.turn) pair.pact_until = 0;
  }
  for (Seat seat = 0; seat < s.players(); ++seat) {
    if (!s.alive(seat)) continue;
    clear_turn_flags(s, seat);
    start_nation(step, seat);
  }
  // ANNOUNCE
  if (s.turn % 2 == 1) step.report(EventAnnounced{s.event_schedule[static_cast<std::size_t>(s.turn / 2)]});
  if (s.turn == 2) {
    s.phase = Phase::agenda;
    for (Seat seat = 0; seat < s.players(); ++seat) {
      if (!s.alive(seat)) continue;
      s.at(seat).agenda_offer = 0;
      s.at(seat).agenda = kNone;
      s.queue.push_back(seat);
    }
  } else {
    s.phase = Phase::strategy;
    push(s, draw(Ask::draw_card));
  }
}

// --- AGENDA (turn 2) -----------------------------------------------------------------------------

inline void run_agenda(GameStep& step) {
  State& s = step.s;
  if (!s.queue.empty()) {
    push(s, draw(Ask::draw_agenda, static_cast<Seat>(s.queue[0])));
    return;
  }
  s.phase = Phase::strategy;
  push(s, draw(Ask::draw_card));
}

// --- STRATEGY (SOL 3.3) --------------------------------------------------------------------------

// SOL 3.4 C3: the cards that may come.
inline std::uint16_t drawable_cards(const Rules& r, const State& s) {
  std::uint16_t cards = 0;
  for (std::size_t card = 0; card < kStrategyCards; ++card) {
    const bool late = s.turn == kTurns && r.strategy_cards[card].order == Order::next_turn;
    if (!late) cards = static_cast<std::uint16_t>(cards | 1u << card);
  }
  return static_cast<std::uint16_t>(cards & ~s.strategy_pool);
}
inline bool pool_is_full(const Rules& r, const State& s) {
  return std::popcount(s.strategy_pool) >= s.players() + r.p.pool_extra || drawable_cards(r, s) == 0;
}

// The weakest first: public VP, reserve, colonies, routes, gross energy and materials (SOL-C3).
inline void set_draft_order(GameStep& step) {
  State& s = step.s;
  std::array<std::array<std::int32_t, 5>, kMaxPlayers> rank{};
  s.strategy_order.clear();
  for (Seat seat = 0; seat < s.players(); ++seat) {
    if (!s.alive(seat)) continue;
    const Nation& n = s.at(seat);
    const Sums gross = gross_income(step.r, s, seat);
    rank[seat] = {public_vp(step.r, s, seat), n.reserve, n.colony_count(), static_cast<std::int32_t>(n.routes.size()),
                  gross[kEnergy] + gross[kMaterials]};
    s.strategy_order.push_back(seat);
  }
  std::stable_sort(s.strategy_order.begin(), s.strategy_order.end(), [&](Seat a, Seat b) { return rank[a] < rank[b]; });
}

inline void enter_estimates(GameStep& step) {
  State& s = step.s;
  s.phase = Phase::estimates;
  for (auto& row : s.estimate) row.fill(kNone);
  for (int viewer = 0; viewer < s.players(); ++viewer) {
    for (int target = 0; target < s.players(); ++target) {
      if (viewer != target && s.alive(viewer) && s.alive(target)) s.queue.push_back(pair_item(viewer, target));
    }
  }
}

inline void run_strategy(GameStep& step) {
  State& s = step.s;
  if (s.strategy_next < s.strategy_order.size()) {
    push(s, ask_seat(Ask::strategy_pick, s.strategy_order[s.strategy_next]));
    return;
  }
  s.strategy_pool = 0;
  s.strategy_order.clear();
  s.strategy_next = 0;
  if (s.turn == 3) activate_investments(step, 0);
  if (s.turn == 7) activate_investments(step, 1);
  enter_estimates(step);
}

// --- ESTIMATES and ACTIONS -----------------------------------------------------------------------

// SOL 3.3: who planned, then who has the initiative; the rest is drawn.
inline void enter_actions(GameStep& step) {
  State& s = step.s;
  s.phase = Phase::actions;
  s.order.clear();
  s.visit = 0;
  const auto place = [&](auto&& plays_first) {
    for (Seat seat = 0; seat < s.players(); ++seat) {
      const bool placed = std::find(s.order.begin(), s.order.end(), seat) != s.order.end();
      if (s.alive(seat) && !placed && plays_first(s.at(seat))) s.order.push_back(seat);
    }
  };
  place([&](const Nation& n) { return n.planned_turn == s.turn; });
  place([&](const Nation& n) { return n.initiative_turn == s.turn; });
  if (static_cast<int>(s.order.size()) < living_count(s)) {
    push(s, draw(Ask::draw_order));
  } else {
    step.report(OrderSet{s.order});
  }
}

inline void run_estimates(GameStep& step) {
  if (step.s.queue.empty()) {
    enter_actions(step);
  } else {
    push(step.s, draw(Ask::draw_estimate));
  }
}

inline bool all_have_passed(const State& s) {
  return std::all_of(s.order.begin(), s.order.end(), [&](Seat seat) { return s.at(seat).is_done(); });
}

// SOL 3.3, visits: on to the next nation that has not passed, the same one if it is the only one.
inline void next_visit(State& s) {
  if (all_have_passed(s)) return;
  const std::size_t n = s.order.size();
  for (std::size_t at = s.visit;;) {
    at = (at + 1) % n;
    Nation& candidate = s.at(s.order[at]);
    if (candidate.is_done()) continue;
    if (candidate.visit_debt == 0) {
      s.visit = static_cast<std::uint8_t>(at);
      return;
    }
    --candidate.visit_debt;  // variant rotation_debt
  }
}

// What an action costs. One that takes command actions ends the visit.
inline void act(GameStep& step, Seat seat, int ac, const Amounts& price) {
  State& s = step.s;
  Nation& n = s.at(seat);
  pay(n, price);
  if (ac == 0) return;
  n.ac_left = bounded_byte(n.ac_left - ac, n.ac_left);
  if (s.has(Variant::rotation_debt)) n.visit_debt = bounded_byte(n.visit_debt + ac - 1, kMaxDebt);
  pop(s);
  next_visit(s);
}

// --- TENSION (SOL 5.4) ---------------------------------------------------------------------------

inline void declare_popular_wars(GameStep& step) {
  State& s = step.s;
  if (s.has(Variant::no_popular_war_on_last_turn) && s.turn == kTurns) return;
  struct Claim {
    int tick;
    Seat x, y;
  };
  Vec<Claim, kMaxPlayers * kMaxPlayers> claims;
  for (Seat x = 0; x < s.players(); ++x) {
    for (Seat y = 0; y < s.players(); ++y) {
      if (x == y || !s.alive(x) || !s.alive(y) || s.at_war(x, y) || s.pact(x, y)) continue;
      if (effective_tension(step.r, s, x, y) < step.r.p.tension_war) continue;
      const int cause = s.cause_of(x, y);
      claims.push_back({cause == 0 ? kMaxClock + 1 : cause, x, y});
    }
  }
  std::stable_sort(claims.begin(), claims.end(), [](const Claim& a, const Claim& b) { return a.tick < b.tick; });
  for (const Claim& claim : claims) {
    if (s.alive(claim.x) && s.alive(claim.y)) declare_war(step, claim.x, claim.y, WarKind::popular);
  }
}

inline void tension_phase(GameStep& step) {
  State& s = step.s;
  apply_grievances(step.r, s, grievances(step.r, s));
  declare_popular_wars(step);
  for (Seat seat = 0; seat < s.players(); ++seat) {
    if (!s.alive(seat)) continue;
    const int morale = demonstrations(step.r, s, seat);
    if (morale == 0) continue;
    gain(s.at(seat), kMorale, -morale);
    step.report(Demonstration{seat, morale});
  }
}

// --- WARS (SOL 5.6) ------------------------------------------------------------------------------

inline void enter_wars(GameStep& step) {
  State& s = step.s;
  s.phase = Phase::wars;
  for (const int fresh : {0, 1}) {
    const std::size_t begin = s.queue.size();
    for (const War& war : s.wars) {
      if (war.fresh == fresh) s.queue.push_back(war.order_no);
    }
    std::sort(s.queue.begin() + begin, s.queue.end());
  }
}

inline void run_actions(GameStep& step) {
  State& s = step.s;
  if (!all_have_passed(s)) {
    if (s.at(s.order[s.visit]).is_done()) next_visit(s);
    push(s, ask_seat(Ask::action, s.order[s.visit]));
    return;
  }
  s.visit = 0;
  for (int seat = 0; seat < s.players(); ++seat) {  // SNAPSHOT
    if (s.alive(seat)) s.at(seat).snapshot_materials = s.at(seat).stock[kMaterials];
  }
  tension_phase(step);
  enter_wars(step);
}

// The first criterion that separates the two (SOL 5.6).
inline Seat initiative_holder(const Rules& r, const State& s, const War& war) {
  const Seat a = war.opener;
  const Seat b = war.other;
  const auto better = [&](auto&& measure) -> Seat {
    const int of_a = measure(a, b);
    const int of_b = measure(b, a);
    return of_a == of_b ? kNone : of_a > of_b ? a : b;
  };
  const auto owns_order = [&](Seat x, Seat) { return has_effect(r, s.at(x), Effect::war_order) ? 1 : 0; };
  const auto restraint = [&](Seat x, Seat y) { return -int{s.assaults[x][y]}; };
  const auto cards = [&](Seat x, Seat) {
    return std::popcount(s.at(x).technologies() & (r.of_tier[2] | r.of_tier[3]));
  };
  const auto reserve = [&](Seat x, Seat) { return int{s.at(x).reserve}; };
  const auto means = [&](Seat x, Seat) { return payable_tokens(r, s.at(x)); };
  Seat holder = better(owns_order);
  if (holder == kNone) holder = better(restraint);
  if (holder == kNone) holder = better(cards);
  if (holder == kNone) holder = better(reserve);
  if (holder == kNone) holder = better(means);
  return holder == kNone ? war.opener : holder;
}

inline void finish_war_entry(State& s) {
  s.queue.erase(0);
  s.war_step = WarStep::none;
  s.war_left.clear();
}

inline void income_phase(GameStep& step) {
  State& s = step.s;
  const NodeSet occupied = occupied_nodes(s);
  for (Seat seat = 0; seat < s.players(); ++seat) {
    if (!s.alive(seat)) continue;
    const IncomeReport report = credit_income(step.r, s.at(seat), gross_income(step.r, s, seat, occupied));
    const Sums& got = report.credited;
    step.report(IncomeCredited{seat, got[kEnergy], got[kMaterials], got[kScience], got[kMorale]});
    if (report.missing > 0) step.report(UpkeepMissing{seat, report.missing});
  }
}

// --- PIRATES (SOL 5.8) ---------------------------------------------------------------------------

inline bool fears_pirates(const Rules& r, const Nation& n) {
  return !r.nations[n.id].pirate_friend && !has_effect(r, n, Effect::pirate_immune);
}

inline void enter_pirates(GameStep& step) {
  State& s = step.s;
  s.phase = Phase::pirates;
  for (int seat = 0; seat < s.players(); ++seat) {
    const Nation& n = s.at(seat);
    if (!s.alive(seat) || !fears_pirates(step.r, n)) continue;
    for (const std::uint8_t link : n.routes) {
      if ((n.tokens & link_bit(link)) == 0) s.queue.push_back(route_item(seat, link));
    }
  }
}

inline void end_wars(GameStep& step) {
  for (War& war : step.s.wars) pay_penalty(step, war);
  income_phase(step);
  enter_pirates(step);
}

inline void run_wars(GameStep& step) {
  State& s = step.s;
  if (s.queue.empty()) {
    end_wars(step);
    return;
  }
  War* war = find_war(s, s.queue[0]);
  if (war == nullptr) {  // it has ended
    finish_war_entry(s);
    return;
  }
  const auto go_on = [&](const Frame& frame, WarStep next) {
    push(s, frame);
    s.war_step = next;
  };
  const bool popular = war->kind == WarKind::popular;
  switch (s.war_step) {
    case WarStep::none:
      if (war->fresh != 0) {
        go_on(ask_seat(Ask::peace_offer, war->other), popular ? WarStep::fresh_opener : WarStep::fresh_attack);
      } else {
        go_on(ask_seat(Ask::peace_offer, war->opener), WarStep::peace_other);
      }
      return;
    case WarStep::peace_other: go_on(ask_seat(Ask::peace_offer, war->other), WarStep::initiative); return;
    case WarStep::initiative:
      go_on(ask_seat(Ask::war_initiative, initiative_holder(step.r, s, *war)), WarStep::assaults);
      return;
    case WarStep::assaults:
      if (s.war_left.empty()) {
        finish_war_entry(s);
      } else {
        const Seat next = s.war_left[0];
        s.war_left.erase(0);
        push(s, ask_seat(Ask::war_action, next));
      }
      return;
    case WarStep::fresh_opener: go_on(ask_seat(Ask::peace_offer, war->opener), WarStep::fresh_attack); return;
    case WarStep::fresh_attack:
      go_on(ask_seat(popular ? Ask::forced_war : Ask::war_action, war->opener), WarStep::close);
      return;
    case WarStep::close:
      war->fresh = 0;
      finish_war_entry(s);
      return;
  }
}

// The living nation that the pirates are friends with, or kNone.
inline Seat pirate_friend(const Rules& r, const State& s) {
  for (Seat seat = 0; seat < s.players(); ++seat) {
    if (s.alive(seat) && r.nations[s.at(seat).id].pirate_friend) return seat;
  }
  return kNone;
}

// SOL 5.8, 5.9: who was hit blames the friends of the pirates, once.
inline void blame_pirates(GameStep& step) {
  State& s = step.s;
  const Seat blamed = pirate_friend(step.r, s);
  for_each_bit(s.pirates_hit, [&](std::uint8_t seat) {
    if (blamed == kNone || seat == blamed || s.at_war(seat, blamed)) return;
    move_tension(s, seat, blamed, step.r.p.pirates_tension);
  });
  s.pirates_hit = 0;
}

inline void boundary(GameStep& step);
inline void enter_event(GameStep& step);  // event_phase.hpp
inline void run_event(GameStep& step);

inline void run_pirates(GameStep& step) {
  if (!step.s.queue.empty()) {
    push(step.s, draw(Ask::pirate_attack));
    return;
  }
  blame_pirates(step);
  enter_event(step);
}

// --- ESPIONAGE (SOL 5.10) ------------------------------------------------------------------------

inline void enter_espionage(GameStep& step) {
  State& s = step.s;
  s.phase = Phase::espionage;
  if (living_count(s) < 2) return;
  for (const Seat seat : s.order) {
    const Nation& n = s.at(seat);
    if (!s.alive(seat) || n.espionage_done != 0) continue;
    if (has_investment(step.r, s, n, InvestmentEffect::espionage)) s.queue.push_back(seat);
  }
}

inline void run_espionage(GameStep& step) {
  State& s = step.s;
  while (!s.queue.empty()) {
    const Seat spy = static_cast<Seat>(s.queue[0]);
    s.queue.erase(0);
    if (!s.alive(spy) || living_count(s) < 2) continue;
    push(s, ask_seat(Ask::espionage, spy, 0, kNone));
    return;
  }
  boundary(step);
}

// --- BOUNDARY and the end (SOL 5.11, 6) ----------------------------------------------------------

inline void end_game(GameStep& step) {
  step.s.phase = Phase::over;
  GameOver over{};
  best_seats(step.r, step.s).for_each([&](Seat seat) { over.winners.push_back(seat); });
  step.report(over);
}

inline void next_turn(GameStep& step) {
  ++step.s.turn;
  start_turn(step);
}

inline void boundary(GameStep& step) {
  State& s = step.s;
  const Rules& r = step.r;
  if (s.turn == kTurns) {
    while (!s.wars.empty()) settle_war(step, s.wars[0].opener, s.wars[0].other);
  }
  for (Seat seat = 0; seat < s.players(); ++seat) {
    if (!s.alive(seat)) continue;
    Nation& n = s.at(seat);
    add_tokens(n, -n.surge_tokens);
    n.surge_tokens = 0;
    if (const int points = overproduction(r, n); points > 0) {
      add_vp(n, points);
      step.report(Overproduction{seat, points});
    }
    for (const Resource k : {kEnergy, kMaterials, kScience}) set_stock(n, k, std::min<int>(n.stock[k], r.caps[k]));
    set_stock(n, kMorale, std::min<int>(n.stock[kMorale], r.forms[n.gov_form].morale_cap));
  }
  if (s.turn == kTurns) {
    end_game(step);
  } else if (s.turn == 2 || s.turn == 6) {
    s.phase = Phase::investment;
    push(s, ask(Ask::investment, s.living()));
  } else {
    next_turn(step);
  }
}

inline void run_setup(GameStep& step) {
  if (step.s.event_schedule[3] == kNone) {
    push(step.s, draw(Ask::draw_event));
  } else {
    start_turn(step);
  }
}

// Goes on until something is asked.
inline void advance(GameStep& step) {
  while (step.s.pending.empty()) {
    switch (step.s.phase) {
      case Phase::setup: run_setup(step); break;
      case Phase::agenda: run_agenda(step); break;
      case Phase::strategy: run_strategy(step); break;
      case Phase::estimates: run_estimates(step); break;
      case Phase::actions: run_actions(step); break;
      case Phase::wars: run_wars(step); break;
      case Phase::pirates: run_pirates(step); break;
      case Phase::event: run_event(step); break;
      case Phase::espionage: run_espionage(step); break;
      case Phase::investment: next_turn(step); break;
      case Phase::over: return;
    }
  }
}

}  // namespace arbitre::solar
