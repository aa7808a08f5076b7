#include "arbitre/games/satrapies/kernel.hpp"

#include <algorithm>
#include <cstring>

#include "arbitre/games/satrapies/game.hpp"

namespace arbitre::satrapies {
namespace {

const Rules* rules_of(const Referee& referee) {
  const auto* own = dynamic_cast<const RefereeOf<Satrapies>*>(&referee);
  return own == nullptr ? nullptr : &own->rules();
}

BadState judge(const Rules& r, const State& s) {
  BadState bad;
  if (s.head.digest != r.digest) {
    bad.fault = WireFault::rules;
    return bad;
  }
  bad.invariant = Engine<Satrapies>::check(r, s);
  if (bad.invariant.ok() && s.head.is_observation()) bad.invariant = {"", "an observation hides orders"};
  if (bad.invariant.ok() && s.phase == Phase::over) bad.invariant = {"/phase", "the game is over"};
  if (!bad.invariant.ok()) bad.fault = WireFault::invariant;
  return bad;
}

State state_at(const ManyTurns& turns, std::size_t i) {
  State s;
  std::memcpy(&s, turns.states + i * sizeof(State), sizeof s);
  return s;
}

// The first state that can't be resolved. `due` is room for a mark on each.
std::optional<BadState> first_bad(const Rules& r, const ManyTurns& turns, unsigned threads) {
  parallel(turns.size, threads, 512, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      turns.due[i] = judge(r, state_at(turns, i)).fault == WireFault::none ? 0 : 1;
    }
  });
  const std::uint8_t* found = std::find(turns.due, turns.due + turns.size, std::uint8_t{1});
  if (found == turns.due + turns.size) return std::nullopt;
  const auto index = static_cast<std::size_t>(found - turns.due);
  BadState bad = judge(r, state_at(turns, index));
  bad.index = index;
  return bad;
}

}  // namespace

bool is_referee(const Referee& referee) { return rules_of(referee) != nullptr; }

std::optional<BadState> adjudicate_many(const Referee& referee, const ManyTurns& turns, unsigned threads) {
  const Rules& r = *rules_of(referee);
  if (auto bad = first_bad(r, turns, threads)) return bad;
  parallel(turns.size, threads, 512, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      State s = state_at(turns, i);
      DrawnLots drawn{s};
      Stream stream{turns.seed.value_or(0), i};
      const Contest due = adjudicate(r, s, [&](const Contest& contest) {
        const std::uint8_t winner = drawn(contest);
        if (winner != kNone || !turns.seed) return winner;
        return contest.nth(static_cast<int>(stream.below(static_cast<std::uint32_t>(contest.size()))));
      });
      turns.due[i] = due.exists() ? 1 : 0;
      std::memcpy(turns.states + i * sizeof(State), &s, sizeof s);
    }
  });
  return std::nullopt;
}

}  // namespace arbitre::satrapies
