// Satrapies: the steps that moves are made of: writing orders, submitting, and running the resolution
// as far as the lots allow.
// Must not know: whether a move is legal (moves.hpp).
#pragma once

#include "arbitre/games/satrapies/adjudicate.hpp"
#include "arbitre/games/satrapies/events.hpp"

namespace arbitre::satrapies {

using GameStep = Step<Rules, State, Event>;

// --- order sets -------------------------------------------------------------------------------

// The place of a move in the sorted list, or where it would go.
inline std::size_t place_of(const Orders& orders, const MoveOrder& order) {
  const auto key = [](const MoveOrder& move) {
    return move.from << 16 | move.to << 8 | static_cast<int>(move.unit_class);
  };
  std::size_t place = 0;
  while (place < orders.moves.size() && key(orders.moves[place]) < key(order)) ++place;
  return place;
}

inline std::size_t place_of_build(const Orders& orders, std::uint8_t zone) {
  std::size_t place = 0;
  while (place < orders.builds.size() && orders.builds[place].zone < zone) ++place;
  return place;
}

inline const MoveOrder* find_move(const Orders& orders, const MoveOrder& order) {
  const std::size_t place = place_of(orders, order);
  if (place == orders.moves.size()) return nullptr;
  const MoveOrder& found = orders.moves[place];
  const bool same = found.from == order.from && found.to == order.to && found.unit_class == order.unit_class;
  return same ? &found : nullptr;
}

inline const BuildOrder* find_build(const Orders& orders, std::uint8_t zone) {
  const std::size_t place = place_of_build(orders, zone);
  return place < orders.builds.size() && orders.builds[place].zone == zone ? &orders.builds[place] : nullptr;
}

template <class T, std::size_t N>
void insert_at(Vec<T, N>& list, std::size_t place, const T& item) {
  list.push_back(item);
  std::rotate(list.begin() + place, list.end() - 1, list.end());
}

// SAT-C21: like moves add up.
inline void add_move(Orders& orders, MoveOrder order) {
  const std::size_t place = place_of(orders, order);
  if (find_move(orders, order) != nullptr) {
    ++orders.moves[place].count;
  } else {
    order.count = 1;
    insert_at(orders.moves, place, order);
  }
}

inline void take_move(Orders& orders, const MoveOrder& order) {
  const std::size_t place = place_of(orders, order);
  if (--orders.moves[place].count == 0) orders.moves.erase(place);
}

inline void add_build(Orders& orders, const BuildOrder& order) {
  insert_at(orders.builds, place_of_build(orders, order.zone), order);
}

inline void take_build(Orders& orders, std::uint8_t zone) { orders.builds.erase(place_of_build(orders, zone)); }

// --- events -----------------------------------------------------------------------------------

inline Ordered in_words(const MoveOrder& move) { return OrderedMove{move.from, move.to, move.unit_class}; }
inline Ordered in_words(const BuildOrder& order) {
  if (order.build == Build::recruit) return OrderedRecruit{order.zone};
  return OrderedPromotion{order.zone, class_before(order.build)};
}

inline Owners listed(OwnerSet set) {
  Owners list;
  for (std::uint8_t owner = 0; owner < kOwners; ++owner) {
    if ((set & owner_bit(owner)) != 0) list.push_back(owner);
  }
  return list;
}

inline Ends ends_of(const Rules& r, const Contest& contest) {
  Ends ends;
  if (contest.link == kNone) {
    ends.push_back(contest.zone);
  } else {
    ends.push_back(r.links[contest.link].a);
    ends.push_back(r.links[contest.link].b);
  }
  return ends;
}

// Turns what a resolution does into events.
class EventReport {
 public:
  explicit EventReport(GameStep& step) : step_{step} {}

  void clash(std::uint8_t link, const Fight& fight) {
    Clash clash{{}, listed(fight.present), totals(fight), winners(fight)};
    clash.link.push_back(step_.r.links[link].a);
    clash.link.push_back(step_.r.links[link].b);
    step_.report(clash);
  }
  void built(std::uint8_t power, const BuildOrder& order) {
    if (order.build == Build::recruit) {
      step_.report(Recruited{power, order.zone});
    } else {
      step_.report(Promoted{power, order.zone, class_before(order.build)});
    }
  }
  void battle(std::uint8_t zone, const Fight& fight) {
    step_.report(Battle{zone, listed(fight.present), totals(fight), winners(fight)});
  }
  void conquered(std::uint8_t power, std::uint8_t zone, std::uint8_t before) {
    step_.report(Conquered{power, zone, before});
  }
  void recruit(std::uint8_t power, std::uint8_t zone, bool kept) {
    if (kept) {
      step_.report(Recruited{power, zone});
    } else {
      step_.report(RecruitLost{power, zone});
    }
  }
  void trimmed(std::uint8_t owner, std::uint8_t zone, UnitClass unit_class, std::uint8_t count) {
    step_.report(Trimmed{owner, zone, unit_class, count});
  }
  void eliminated(std::uint8_t power) { step_.report(Eliminated{power}); }
  void income(std::uint8_t power, std::uint8_t ap) { step_.report(Income{power, ap}); }

 private:
  static Totals totals(const Fight& fight) {
    Totals list;
    for (const std::uint8_t owner : listed(fight.present)) list.push_back(fight.totals[owner]);
    return list;
  }
  static Owners winners(const Fight& fight) {
    return fight.winner == kNone ? Owners{} : listed(owner_bit(fight.winner));
  }

  GameStep& step_;
};

// SAT 11: all sets are shown once the last lot is drawn.
inline void reveal_orders(GameStep& step) {
  for (Seat seat = 0; seat < step.s.players(); ++seat) {
    const PowerState& power = step.s.powers[seat];
    if (power.eliminated != 0) continue;
    OrdersRevealed revealed{seat, {}};
    for (const MoveOrder& move : power.orders.moves) {
      for (int i = 0; i < move.count; ++i) revealed.orders.push_back(in_words(move));
    }
    for (const BuildOrder& order : power.orders.builds) revealed.orders.push_back(in_words(order));
    step.report(revealed);
  }
}

// --- the turn ---------------------------------------------------------------------------------

inline void end_turn(GameStep& step) {
  State& s = step.s;
  step.report(TurnEnded{s.turn});
  open_turn(step.r, s);
  if (s.phase != Phase::over) return;
  const Ending end = ending_of(step.r, s);
  GameOver over{reason_index(end.reason), {}};
  end.winners.for_each([&](Seat seat) { over.winners.push_back(seat); });
  step.report(over);
}

// SAT 3, RESOLVE: to the end of the turn, or to the first tie without a lot (SAT-C22).
inline void resolve(GameStep& step) {
  State& s = step.s;
  const Contest due = pending_contest(step.r, s);
  if (due.exists()) {
    s.phase = Phase::lots;
    step.report(DrawDue{ends_of(step.r, due), listed(due.tied)});
    return;
  }
  if (step.events != nullptr) reveal_orders(step);
  const State before = s;
  DrawnLots lots{before};
  Resolution resolution{step.r, before};
  const auto run = [&](auto report) {
    resolution.fight(lots, report);
    resolution.finish(s, report);
  };
  if (step.events == nullptr) {
    run(NoReport{});
  } else {
    run(EventReport{step});
  }
  end_turn(step);
}

}  // namespace arbitre::satrapies
