// Satrapies: what bots go by: the worth of a position, and orders that a power may well give. No rule
// depends on it.
// Must not know: searches (core/search.hpp), what a power may see.
#pragma once

#include "arbitre/games/satrapies/moves.hpp"

namespace arbitre::satrapies {

// In hundredths of a point.
namespace worth {
inline constexpr std::int64_t kPoint = 100;
inline constexpr std::int64_t kProvince = 40;
inline constexpr std::int64_t kMajor = 150;
inline constexpr std::int64_t kCapital = 300;
inline constexpr std::array<std::int64_t, kClasses> kUnit = {70, 110, 160};
inline constexpr std::int64_t kStep = 6;  // for each zone between a unit and the nearest foreign province
inline constexpr std::int64_t kVictory = 100'000;
// How much of what could be attacked is taken off, in percent: beaten, or only tied with.
inline constexpr std::int64_t kBeaten = 35;
inline constexpr std::int64_t kTied = 18;
}  // namespace worth

// The attack that each owner could bring into each zone next turn.
class Threats {
 public:
  Threats(const Rules& r, const State& s) {
    for (std::uint8_t zone = 0; zone < r.zone_count; ++zone) {
      const Units& units = s.units[zone];
      if (units.owner >= kNeutral) continue;  // nobody, or a garrison that stays
      int attack = 0;
      for (std::size_t c = 0; c < kClasses; ++c) attack += units.count[c] * r.classes[c].attack;
      for_each_zone(r.zones[zone].neighbours, [&](std::uint8_t to) { attack_[to][units.owner] += attack; });
    }
  }

  // The strongest single power but `seat`: attackers don't add up (SAT 5.6).
  int strongest(std::uint8_t zone, Seat seat) const {
    int most = 0;
    for (Seat other = 0; other < kMaxPowers; ++other) {
      if (other != seat) most = std::max(most, attack_[zone][other]);
    }
    return most;
  }

 private:
  std::array<std::array<int, kMaxPowers>, kMaxZones> attack_{};
};

inline int defence_of(const Rules& r, const State& s, std::uint8_t zone) {
  const Units& units = s.units[zone];
  if (units.owner == kNone) return 0;
  int total = r.is_province(zone) ? r.bonus(s.options, zone) : 0;
  for (std::size_t c = 0; c < kClasses; ++c) total += units.count[c] * r.classes[c].defence;
  return total;
}

inline std::int64_t worth_of_units(const Units& units) {
  std::int64_t total = 0;
  for (std::size_t c = 0; c < kClasses; ++c) total += units.count[c] * worth::kUnit[c];
  return total;
}

inline std::int64_t worth_of_province(const Rules& r, const State& s, std::uint8_t zone) {
  std::int64_t total = worth::kProvince + worth::kPoint * (1 + r.bonus(s.options, zone));
  if ((r.majors & bit(zone)) != 0) total += worth::kMajor;
  if ((r.capitals & bit(zone)) != 0) total += worth::kCapital;
  return total;
}

// How far each own unit is from the next province to take, summed.
inline std::int64_t steps_to_go(const Rules& r, const State& s, Seat seat) {
  ZoneSet reached = 0, own = 0;
  for (std::uint8_t zone = 0; zone < r.zone_count; ++zone) {
    if (r.is_province(zone) && s.control[zone] != seat) reached |= bit(zone);
    if (s.units[zone].owner == seat) own |= bit(zone);
  }
  std::int64_t steps = 0;
  for (own &= ~reached; own != 0;) {
    ZoneSet next = reached;
    for_each_zone(reached, [&](std::uint8_t zone) { next |= r.zones[zone].neighbours; });
    if (next == reached) break;
    reached = next;
    own &= ~reached;
    for_each_zone(own, [&](std::uint8_t zone) { steps += s.units[zone].size(); });
  }
  return steps;
}

// A position between turns: provinces, citadels and units, less a share of what could be lost.
inline std::int64_t standing(const Rules& r, const State& s, Seat seat) {
  if (s.phase == Phase::over) {
    const bool won = ending_of(r, s).winners.has(seat);
    return (won ? worth::kVictory : -worth::kVictory) + worth::kPoint * points(r, s, seat);
  }
  if (s.powers[seat].eliminated != 0) return -worth::kVictory;
  const Threats threats{r, s};
  std::int64_t total = -worth::kStep * steps_to_go(r, s, seat);
  for (std::uint8_t zone = 0; zone < r.zone_count; ++zone) {
    const bool held = r.is_province(zone) && s.control[zone] == seat;
    const bool stands = s.units[zone].owner == seat;
    if (!held && !stands) continue;
    std::int64_t here = held ? worth_of_province(r, s, zone) : 0;
    if (stands) here += worth_of_units(s.units[zone]);
    const int attack = threats.strongest(zone, seat);
    const int defence = stands ? defence_of(r, s, zone) : 0;
    const std::int64_t risk = attack == 0 || attack < defence ? 0 : attack > defence ? worth::kBeaten : worth::kTied;
    total += here - here * risk / 100;
  }
  return total;
}

// The worth of a position for a power. While orders are written it is that of the position to which
// all orders written so far would lead: the mean of winning and of losing every lot.
inline std::int64_t position_worth(const Rules& r, const State& s, Seat seat) {
  if (s.phase == Phase::over || s.powers[seat].eliminated != 0) return standing(r, s, seat);
  std::int64_t total = 0;
  for (const bool lucky : {true, false}) {
    State after = s;
    DrawnLots drawn{s};
    adjudicate(r, after, [&](const Contest& contest) {
      const std::uint8_t winner = drawn(contest);
      if (winner != kNone) return winner;
      const OwnerSet own = contest.tied & owner_bit(seat);
      const auto others = static_cast<OwnerSet>(contest.tied & ~owner_bit(seat));
      return static_cast<std::uint8_t>(std::countr_zero(lucky && own != 0 ? own : others));
    });
    total += standing(r, after, seat);
  }
  // Of two ways to the same place the cheaper one.
  return total / 2 - cost_of(r, s.powers[seat].orders);
}

// --- orders that a power may well give -------------------------------------------------------

// Candidate orders with weights: a walk through them is a plausible order set.
class Suggestions {
 public:
  Suggestions(const Rules& r, const State& s, Seat seat) : ctx_{r, s, seat} {
    MoveUnit::propose(ctx_, [&](const MoveUnit& move) { add(move); });
    Recruit::propose(ctx_, [&](const Recruit& move) { add(move); });
    Promote::propose(ctx_, [&](const Promote& move) { add(move); });
  }

  // One of them by weight, or the submission: likelier the fewer good orders are left.
  Action draw(Stream& stream) const {
    const std::uint32_t submit = std::max(kSubmitLeast, total_ / kSubmitShare);
    std::uint32_t left = stream.below(total_ + submit);
    for (std::size_t i = 0; i < count_; ++i) {
      if (left < items_[i].weight) return items_[i].action;
      left -= items_[i].weight;
    }
    return ctx_.r.codec.encode(Submit{});
  }

 private:
  static constexpr std::uint32_t kSubmitLeast = 3;
  static constexpr std::uint32_t kSubmitShare = 6;
  static constexpr std::size_t kMost = 192;  // ten units with as many ways, and the builds

  struct Item {
    Action action = 0;
    std::uint32_t weight = 0;
  };

  template <class Kind>
  void add(const Kind& move) {
    if (count_ == kMost || !move.check(ctx_).ok()) return;
    items_[count_] = {ctx_.r.codec.encode(move), weight(move)};
    total_ += items_[count_++].weight;
  }

  std::uint32_t weight(const Recruit& move) const {
    const bool room = ctx_.s.units[move.zone].size() < ctx_.r.zones[move.zone].capacity;
    return room ? 10 : 4;
  }
  std::uint32_t weight(const Promote&) const { return 4; }
  std::uint32_t weight(const MoveUnit& move) const {
    const std::uint32_t goal = weight_of_goal(move);
    const bool last = ctx_.s.units[move.from].size() - ctx_.used(move.from, move.unit_class) <= 1;
    const bool citadel = ctx_.r.is_province(move.from) && ctx_.r.bonus(ctx_.s.options, move.from) > 0;
    return last && citadel ? std::max(1u, goal / 2) : goal;
  }
  std::uint32_t weight_of_goal(const MoveUnit& move) const {
    const State& s = ctx_.s;
    if (!ctx_.r.is_province(move.to)) return 2;
    if (s.control[move.to] == ctx_.seat) return 1;
    int attack = ctx_.r.classes[static_cast<std::size_t>(move.unit_class)].attack;
    for (const MoveOrder& other : ctx_.orders().moves) {
      if (other.to == move.to)
        attack += other.count * ctx_.r.classes[static_cast<std::size_t>(other.unit_class)].attack;
    }
    const int defence = defence_of(ctx_.r, s, move.to);
    const auto prize = static_cast<std::uint32_t>(2 * (1 + ctx_.r.bonus(s.options, move.to)));
    if (defence == 0) return attack > 2 ? 1 : 12 + prize;  // one unit is enough
    return attack > defence ? 10 + prize : attack == defence ? 6 + prize : 4;
  }

  Ctx ctx_;
  std::array<Item, kMost> items_{};
  std::size_t count_ = 0;
  std::uint32_t total_ = 0;
};

// Writes a plausible order set for a power whose own one nobody else can see.
inline void imagine_orders(const Rules& r, State& s, Seat seat, Stream& stream) {
  for (bool writing = true; writing;) {
    const Action action = Suggestions{r, s, seat}.draw(stream);
    r.codec.visit(action, [&]<class Kind>(const Kind& move) {
      if constexpr (std::is_same_v<Kind, Submit>) {
        writing = false;
      } else {
        GameStep step{r, s, seat};
        move.apply(step);
      }
    });
  }
}

}  // namespace arbitre::satrapies
