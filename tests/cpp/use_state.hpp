// What may be done with an accepted state, all of it: the tests of the wire form and the fuzz targets
// do it to states that came from hostile bytes, documents and rules.
#pragma once

#include <algorithm>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "position.hpp"

namespace arbitre::test {

// What the engine promises and has not kept; ends a test, and a fuzz target with its input.
struct BrokenPromise : std::logic_error {
  using std::logic_error::logic_error;
};

inline void promise(bool kept, const std::string& what) {
  if (!kept) throw BrokenPromise{what};
}

inline void promise_position(const Referee& referee, const Position& position, const std::string& what) {
  const Fault fault = referee.check(position.data());
  if (!fault.ok()) throw BrokenPromise{what + " broke " + fault.pointer() + ": " + fault.why};
}

// Plays random moves to the end of the game, which must come within `plies`.
inline void play_out(const Referee& referee, Position position, std::uint64_t seed, std::uint32_t plies) {
  Stream policy{seed, 7};
  std::vector<Action> actions;
  for (std::uint32_t ply = 0; !referee.to_act(position.data()).empty(); ++ply) {
    promise(ply <= plies, "a game ends within its bound on plies");
    const Seat seat = referee.to_act(position.data()).first();
    referee.legal(position.data(), seat, actions);
    promise(!actions.empty(), "a seat to act has a legal move");
    const Action action = actions[policy.below(static_cast<std::uint32_t>(actions.size()))];
    promise(referee.apply(position.data(), seat, action).ok(), "legal moves can be played");
    promise_position(referee, position, "action " + std::to_string(action) + " of seat " + std::to_string(seat));
  }
  (void)referee.winners(position.data());
}

// What a seat or a spectator may do: look, and think about positions that agree with what it sees.
inline void look_on(const Referee& referee, const Position& position, Seat viewer) {
  Position seen{referee}, full{referee};
  if (!referee.observe(position.data(), viewer, seen.data())) return;  // the observation of another
  promise_position(referee, seen, "observe");
  (void)referee.document(seen.data());
  promise(referee.determinise(seen.data(), viewer, 1, full.data()), "observations can be determinised");
  promise_position(referee, full, "determinise");
  std::vector<PlayoutResult> results(1);
  referee.playouts(full.data(), 3, 0, results, 1);
  std::vector<Action> actions;
  referee.legal(seen.data(), viewer, actions);
  const auto values = referee.evaluate(seen.data(), viewer, 5, actions);
  promise(values.size() == actions.size(), "each legal move of an observation has a value");
}

// Throws BrokenPromise; anything worse is for the sanitizers to find.
inline void use_state(const Referee& referee, const Position& position) {
  constexpr std::uint32_t kMostActions = 600;
  const int n = Referee::head(position.data()).players;
  std::vector<Outcome> outcomes;
  (void)referee.document(position.data());
  referee.outcomes(position.data(), outcomes);
  (void)referee.winners(position.data());
  (void)referee.hash(position.data());
  (void)referee.fingerprint(position.data());
  for (Seat seat = 0; seat < n; ++seat) {
    (void)referee.score(position.data(), seat);
    look_on(referee, position, seat);
  }
  look_on(referee, position, kSpectator);
  for (Action action = 0; action < std::min(referee.action_count(), kMostActions); ++action) {
    for (Seat seat = 0; seat <= n; ++seat) {
      (void)referee.validate(position.data(), seat == n ? kChance : seat, action);
    }
  }
  if (!Referee::head(position.data()).is_observation()) play_out(referee, position, 7, 2 * referee.ply_bound());
}

// Decodes a record and, when it is accepted, uses the state in every way there is.
inline bool decode_and_use(const Referee& referee, std::span<const std::byte> record) {
  Position position{referee};
  try {
    referee.decode(record, position.data());
  } catch (const WireError&) {
    return false;
  }
  const auto again = encoded(referee, position);
  promise(std::equal(record.begin(), record.end(), again.begin(), again.end()), "a record has one spelling");
  use_state(referee, position);
  return true;
}

}  // namespace arbitre::test
