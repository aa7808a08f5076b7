// Terraforming Mars: set-up, research, draft, turns, production, the end (TM 3, 6).
#include "arbitre/games/terraforming_mars/phases.hpp"

namespace arbitre::terraforming_mars {
namespace {

Seat next_seat(const State& s, Seat seat) { return static_cast<Seat>((seat + 1) % s.players()); }

// Calls visit(seat) in turn order from the first player.
template <class Visit>
void in_turn_order(const State& s, Visit&& visit) {
  for (int i = 0; i < s.players(); ++i) visit(static_cast<Seat>((s.first_player + i) % s.players()));
}

template <class Visit>
void against_turn_order(const State& s, Visit&& visit) {
  for (int i = s.players(); i-- > 0;) visit(static_cast<Seat>((s.first_player + i) % s.players()));
}

bool all_committed(const State& s) {
  for (Seat seat = 0; seat < s.players(); ++seat) {
    if (s.seats[seat].committed == 0) return false;
  }
  return true;
}

void clear_committed(State& s) {
  for (SeatState& seat : s.seats) seat.committed = 0;
}

void begin_action_phase(GameStep& step) {
  step.s.phase = Phase::action;
  step.s.active_player = step.s.first_player;
  step.s.actions_this_turn = 0;
  step.report(PhaseBegun{Phase::action});
}

// --- set-up (TM 3.1) ----------------------------------------------------------------------------------

bool advance_setup(GameStep& step) {
  State& s = step.s;
  bool revealed = true;
  for (Seat seat = 0; seat < s.players(); ++seat) revealed = revealed && s.seats[seat].corporation != kNone;
  if (revealed) {
    begin_action_phase(step);
    return true;
  }
  if (!all_committed(s)) return false;
  clear_committed(s);
  against_turn_order(s, [&](Seat seat) {
    if (s.seats[seat].corporation == kNone) push(s, Frame{.kind = FrameKind::reveal, .player = seat});
  });
  return true;
}

void reveal_corporation(GameStep& step, Seat seat) {
  State& s = step.s;
  const Rules& r = step.r;
  SeatState& own = s.seats[seat];
  const Cards bought = own.beginner != 0 ? own.offered : own.picked;  // a beginner keeps all ten free
  const int price = own.beginner != 0 ? 0 : r.numbers.card_price * bought.size();
  own.corporation = own.chosen == kNone ? r.beginner_corporation : own.chosen;
  own.chosen = kNone;
  s.discard |= own.offered - bought;
  own.hand |= bought;
  own.offered.clear();
  own.picked.clear();
  for (std::uint8_t& dealt : own.dealt) {  // TM-C36
    if (dealt != kNone && dealt != own.corporation) s.corporation_deck.insert(dealt);
    dealt = kNone;
  }
  const Source& corporation = r.sources[r.corporation_source(own.corporation)];
  own.stock[megacredit] = static_cast<std::int16_t>(std::max(corporation.cost - price, 0));
  own.first_action_due = corporation.opening != kNoProgram && r.library.size(corporation.opening) > 0 ? 1 : 0;
  step.report(CorporationRevealed{seat, own.corporation});
  push_ops(r, s, ops_frame(seat, corporation.on_play, r.corporation_source(own.corporation)));
}

// --- research and draft (TM 3.2, 8.2) ---------------------------------------------------------------------

void begin_research(GameStep& step) {
  State& s = step.s;
  s.generation = static_cast<std::uint16_t>(std::min<int>(s.generation + 1, kMaxGeneration));
  s.first_player = next_seat(s, s.first_player);
  s.active_player = s.first_player;
  s.used.clear();
  for (SeatState& seat : s.seats) {
    seat.corporation_used = 0;
    seat.passed = 0;
    seat.tr_raised = 0;
  }
  step.report(GenerationBegun{s.generation});
  s.phase = s.options.draft != 0 && !s.solo() ? Phase::draft : Phase::research;
  against_turn_order(s, [&](Seat seat) { push(s, draw_frame(seat, step.r.numbers.research_draw, DrawTo::offered)); });
}

// The money is taken when the last player is done, in turn order (TM-C35).
void end_research(GameStep& step) {
  State& s = step.s;
  clear_committed(s);
  in_turn_order(s, [&](Seat seat) {
    SeatState& own = s.seats[seat];
    const Facts facts{step.r, s, seat};
    take_payment(step, seat, facts, research_bill(step.r, s, seat), Payment{0, 0, own.heat_paid});
    step.report(Bought{seat, byte(own.picked.size())});
    s.discard |= own.offered - own.picked;
    own.hand |= own.picked;
    own.offered.clear();
    own.picked.clear();
    own.heat_paid = 0;
  });
  begin_action_phase(step);
}

bool advance_research(GameStep& step) {
  State& s = step.s;
  if (all_committed(s)) {
    end_research(step);
    return true;
  }
  for (Seat seat = 0; seat < s.players(); ++seat) {
    SeatState& own = s.seats[seat];
    if (own.committed != 0 || own.paying == 0) continue;
    const Facts facts{step.r, s, seat};
    Payment only;
    const auto fits = [](const Payment&) { return true; };
    const Answers payments = payments_of(s, seat, facts, research_bill(step.r, s, seat), only, fits);
    if (payments.count > 1) continue;
    own.heat_paid = byte(only.heat);
    own.paying = 0;
    own.committed = 1;
    return true;
  }
  return false;
}

// The packs go to the next seat in even generations, to the previous one in odd generations.
void pass_packs(GameStep& step) {
  State& s = step.s;
  const int n = s.players();
  std::array<Cards, kMaxPlayers> packs;
  for (int i = 0; i < n; ++i) packs[static_cast<std::size_t>(i)] = s.seats[static_cast<std::size_t>(i)].offered;
  bool empty = true;
  for (int i = 0; i < n; ++i) {
    const int from = s.generation % 2 == 0 ? (i + n - 1) % n : (i + 1) % n;
    s.seats[static_cast<std::size_t>(i)].offered = packs[static_cast<std::size_t>(from)];
    empty = empty && packs[static_cast<std::size_t>(from)].empty();
  }
  clear_committed(s);
  if (!empty) return;
  for (SeatState& seat : s.seats) {
    seat.offered = seat.picked;
    seat.picked.clear();
  }
  s.phase = Phase::research;
}

bool advance_draft(GameStep& step) {
  State& s = step.s;
  if (all_committed(s)) {
    pass_packs(step);
    return true;
  }
  for (Seat seat = 0; seat < s.players(); ++seat) {
    SeatState& own = s.seats[seat];
    if (own.committed != 0 || own.offered_size() > 1) continue;
    if (own.offered.empty()) {
      own.committed = 1;
    } else {
      draft_card(step, seat, byte(own.offered.nth(0)));
    }
    return true;
  }
  return false;
}

// --- turns, production, the end (TM 3.3 to 3.6) -----------------------------------------------------------

void produce(GameStep& step) {
  State& s = step.s;
  step.report(Produced{s.generation});
  for (Seat seat = 0; seat < s.players(); ++seat) {
    SeatState& own = s.seats[seat];
    const auto gain = [&](std::uint8_t resource, int amount) {
      own.stock[resource] = static_cast<std::int16_t>(std::min(own.stock[resource] + amount, kMaxStock));
    };
    gain(heat, own.stock[energy]);
    own.stock[energy] = 0;
    gain(megacredit, std::max(own.tr + own.production[megacredit], 0));  // TM-C5
    for (std::uint8_t resource = steel; resource < kResources; ++resource) gain(resource, own.production[resource]);
    own.pending_discount = 0;
    own.pending_steps = 0;
  }
}

void finish(GameStep& step) {
  clear_committed(step.s);
  step.s.phase = Phase::finished;
  step.report(GameOver{});
}

void end_generation(GameStep& step) {
  State& s = step.s;
  produce(step);
  const bool last = s.solo() ? s.generation >= step.r.numbers.solo_generations : parameters_complete(step.r, s);
  if (!last) {
    begin_research(step);
  } else if (s.solo() && !solo_won(step.r, s)) {
    finish(step);  // TM 6.1: lost, no final greenery
  } else {
    s.phase = Phase::final_greenery;
    s.active_player = s.first_player;
    s.actions_this_turn = 0;
    step.report(PhaseBegun{Phase::final_greenery});
  }
}

bool advance_turns(GameStep& step) {
  State& s = step.s;
  if (s.seats[s.active_player].passed == 0) return false;
  s.actions_this_turn = 0;
  Seat next = s.active_player;
  for (int i = 0; i < s.players(); ++i) {
    next = next_seat(s, next);
    if (s.seats[next].passed == 0) {
      s.active_player = next;
      return true;
    }
  }
  end_generation(step);
  return true;
}

bool advance_final(GameStep& step) {
  State& s = step.s;
  if (all_committed(s)) {
    finish(step);
    return true;
  }
  SeatState& own = s.seats[s.active_player];
  if (own.committed != 0) {
    s.active_player = next_seat(s, s.active_player);
    return true;
  }
  if (can_convert_plants(step.r, s, s.active_player)) return false;
  own.committed = 1;
  return true;
}

// --- the neutral player (TM 6.1) --------------------------------------------------------------------------

Hexes neutral_city_sites(const Rules& r, const State& s) {
  const Hexes land = r.land_area & ~s.occupied();
  return land & ~around(r, s.tile(Tile::city)) & around(r, land);
}

}  // namespace

void place_neutral(GameStep& step, int price) {
  State& s = step.s;
  const Rules& r = step.r;
  Frame& frame = s.top();
  const int k = std::max(price - 1, 0);
  if (frame.stage == stage::city) {
    const Hexes sites = neutral_city_sites(r, s);
    const int count = count_bits(sites);
    if (count == 0) return pop(s);
    const int index = frame.item == 0 ? k % count : count - 1 - k % count;  // the second from the end
    frame.hex = byte(nth_set_bit(sites, index));
    frame.stage = stage::greenery;
    return lay_tile(step, kNeutral, Tile::city, kNone, frame.hex);
  }
  const Hexes land = r.land_area & ~s.occupied();
  std::array<std::uint8_t, 6> near{};
  int count = 0;
  if (frame.hex < kHexes) {
    for (const std::uint8_t hex : r.directions[frame.hex]) {
      if (hex != kNone && (land & hex_bit(hex)) != 0) near[static_cast<std::size_t>(count++)] = hex;
    }
  }
  pop(s);
  if (count > 0) lay_tile(step, kNeutral, Tile::greenery, kNone, near[static_cast<std::size_t>(k % count)]);
}

void advance_reveal(GameStep& step) {
  State& s = step.s;
  const Seat seat = s.top().player;
  if (s.top().stage == stage::reveal_enter) {
    s.top().stage = stage::reveal_triggers;
    reveal_corporation(step, seat);
    return;
  }
  pop(s);
  Batch batch;
  add_tag_triggers(step.r, s, seat, step.r.corporation_source(s.seats[seat].corporation), batch);
  batch.push_on(step.r, s);
}

void end_action(GameStep& step) {
  State& s = step.s;
  if (s.phase != Phase::action) return;
  if (++s.actions_this_turn >= 2) next_turn(s);
}

Ask ask_of_phase(const State& s, Seat seat) {
  switch (s.phase) {
    case Phase::setup: return s.seats[seat].chosen == kNone ? Ask::corporation : Ask::start_cards;
    case Phase::research: return s.seats[seat].paying != 0 ? Ask::research_payment : Ask::research_cards;
    case Phase::draft: return Ask::draft_card;
    case Phase::action: return Ask::turn;
    case Phase::final_greenery: return Ask::final_greenery;
    case Phase::finished: break;
  }
  return Ask::nothing;
}

SeatSet actors_of_phase(const State& s) {
  if (s.phase == Phase::action || s.phase == Phase::final_greenery) return SeatSet::of(s.active_player);
  SeatSet seats;
  for (Seat seat = 0; seat < s.players(); ++seat) {
    if (s.seats[seat].committed == 0) seats.add(seat);
  }
  return seats;
}

bool advance_phase(GameStep& step) {
  switch (step.s.phase) {
    case Phase::setup: return advance_setup(step);
    case Phase::research: return advance_research(step);
    case Phase::draft: return advance_draft(step);
    case Phase::action: return advance_turns(step);
    case Phase::final_greenery: return advance_final(step);
    case Phase::finished: break;
  }
  return false;
}

// --- flow.hpp -----------------------------------------------------------------------------------------------

void next_turn(State& s) {
  s.actions_this_turn = 0;
  Seat next = s.active_player;
  do {
    next = next_seat(s, next);
  } while (s.seats[next].passed != 0 && next != s.active_player);
  s.active_player = next;
}

Bill research_bill(const Rules& r, const State& s, Seat seat) {
  return {r.numbers.card_price * s.seats[seat].picked.size(), false, false};
}

void commit_research(GameStep& step, Seat seat) {
  SeatState& own = step.s.seats[seat];
  const Facts facts{step.r, step.s, seat};
  if (step.s.phase == Phase::research && facts.heat_is_money && !own.picked.empty()) {
    own.paying = 1;
  } else {
    own.committed = 1;
  }
}

void draft_card(GameStep& step, Seat seat, std::uint8_t card) {
  SeatState& own = step.s.seats[seat];
  own.offered.erase(card);
  own.picked.insert(card);
  own.committed = 1;
}

bool can_convert_plants(const Rules& r, const State& s, Seat seat) {
  const Facts facts{r, s, seat};
  if (s.seats[seat].stock[plant] < facts.greenery_plants) return false;
  return check_places(r, s, seat, r.projects[r.greenery_project].program).ok();
}

bool parameters_complete(const Rules& r, const State& s) {
  return s.temperature >= r.tracks[temperature].max && s.oxygen >= r.tracks[oxygen].max &&
         s.oceans >= r.tracks[oceans].max;
}

bool solo_won(const Rules& r, const State& s) {
  if (s.options.solo_objective == 1) return s.seats[0].tr >= r.numbers.solo_tr;
  return parameters_complete(r, s);
}

}  // namespace arbitre::terraforming_mars
