// The referees that the C++ tests run over: the toy game and every game of the library.
#pragma once

#include <fstream>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "arbitre/games/registry.hpp"
#include "position.hpp"
#include "toy.hpp"

namespace arbitre::test {

inline std::shared_ptr<const Referee> toy_referee() { return toy::compile_toy(Tables::parse(toy::kRulesText)); }

// Compiled rules as they ship; tests/test_content.py keeps tests/cpp/rules/<game>.rules equal to them.
inline std::shared_ptr<const Referee> shipped_referee(std::string_view game) {
  const std::string path = std::string{ARBITRE_TEST_RULES} + "/" + std::string{game} + ".rules";
  std::ifstream file{path, std::ios::binary};
  if (!file) throw std::runtime_error{"cannot read " + path};
  const std::string text{std::istreambuf_iterator<char>{file}, std::istreambuf_iterator<char>{}};
  return compile(Tables::parse(text));
}

inline std::vector<std::shared_ptr<const Referee>> all_referees() {
  std::vector<std::shared_ptr<const Referee>> all{toy_referee()};
  for (const GameEntry& entry : games()) all.push_back(shipped_referee(entry.name));
  return all;
}

// How many plies are played from one visited position to the next: a build that checks every invariant after
// every move, under the sanitizers, looks less often. 7 has no factor in common
// with a number of players, so that every seat has its turn.
#ifdef ARBITRE_CHECKED
inline constexpr std::uint32_t kStride = 7;
#else
inline constexpr std::uint32_t kStride = 1;
#endif

// Plays a random game and calls `visit(position)` before every move (every `kStride`th).
template <class Visit>
void random_walk(const Referee& referee, int n, std::uint64_t seed, ChanceMode mode, Visit&& visit) {
  Position position{referee};
  referee.initial(players(n), mode, seed, position.data());
  Stream policy{seed, 99};
  std::vector<Action> actions;
  for (std::uint32_t ply = 0; ply <= referee.ply_bound(); ++ply) {
    if (ply % kStride == 0) visit(position);
    const SeatSet movers = referee.to_act(position.data());
    if (movers.empty()) return;
    std::vector<Seat> seats;
    movers.for_each([&](Seat seat) { seats.push_back(seat); });
    const Seat seat = seats[policy.below(static_cast<std::uint32_t>(seats.size()))];
    referee.legal(position.data(), seat, actions);
    if (actions.empty()) throw std::runtime_error{"no legal move"};
    referee.apply(position.data(), seat, actions[policy.below(static_cast<std::uint32_t>(actions.size()))]);
  }
  throw std::runtime_error{"a game beyond the bound on plies"};
}

}  // namespace arbitre::test
