// Choosing a move with nothing but what a seat may know. Every function here starts from the
// observation of that seat: positions are redrawn from it, so the true position can't leak in.
//
// `evaluate` looks one move ahead with the game's own value function; `monte_carlo` compares moves
// by playouts of redrawn positions. Both are fixed by the seed, whatever the number of threads.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

#include "arbitre/core/batch.hpp"
#include "arbitre/core/engine.hpp"

namespace arbitre {

// What a search found out about one legal move. `margin` sums, over the visits, how far the seat was
// ahead of the best other seat, in the unit of the game's value function.
struct MoveEstimate {
  Action action = 0;
  std::uint32_t visits = 0;
  std::int64_t margin = 0;

  double mean() const { return visits == 0 ? 0.0 : static_cast<double>(margin) / visits; }
};

struct SearchBudget {
  std::uint32_t playouts = 200;          // for all moves together
  std::function<bool()> stop = nullptr;  // asked between slices; true ends the search early
};

// The worth of a position for a seat, in the game's own unit; games without one use the score.
template <Game G>
std::int64_t position_value(const typename G::Rules& r, const typename G::State& s, Seat seat) {
  if constexpr (requires { G::value(r, s, seat); }) {
    return G::value(r, s, seat);
  } else {
    return G::score(r, s, seat);
  }
}

// The value for `seat` after each of its legal moves, before any draw that follows.
template <Game G>
std::vector<std::int64_t> evaluate(const typename G::Rules& r, const typename G::State& observation, Seat seat,
                                   std::uint64_t seed, const std::vector<Action>& actions) {
  std::vector<std::int64_t> values;
  const auto full = Engine<G>::determinise(r, observation, seat, seed);
  if (!full) return values;
  for (const Action action : actions) {
    typename G::State next = *full;
    next.head.chance = ChanceMode::manual;
    Engine<G>::apply_unchecked(r, next, seat, action);
    values.push_back(position_value<G>(r, next, seat));
  }
  return values;
}

namespace detail {

// Playouts of games with a value function: every seat mostly plays the move it values most, and the
// playout stops after a few decisions, because values grow vague the further ahead they look.
inline constexpr int kHorizon = 8;
inline constexpr std::uint32_t kExploreOneIn = 10;

template <Game G>
inline constexpr bool has_value =
    requires(const typename G::Rules& r, const typename G::State& s) { G::value(r, s, Seat{}); };

// A game whose turns are many small moves says itself what a player may well do: `suggest` draws a
// legal move, and a playout goes on for `playout_horizon` decisions.
template <Game G>
inline constexpr bool has_suggestions =
    requires(const typename G::Rules& r, const typename G::State& s, Stream& policy) {
      { G::suggest(r, s, Seat{}, policy) } -> std::same_as<Action>;
      { G::playout_horizon } -> std::convertible_to<int>;
    };

template <Game G>
constexpr int horizon() {
  if constexpr (has_suggestions<G>) {
    return G::playout_horizon;
  } else {
    return kHorizon;
  }
}

template <Game G>
Action pick(const typename G::Rules& r, const typename G::State& s, Seat mover, Stream& policy,
            const std::vector<Action>& actions) {
  if (!has_value<G> || policy.below(kExploreOneIn) == 0) {
    return actions[policy.below(static_cast<std::uint32_t>(actions.size()))];
  }
  Action best = actions.front();
  std::int64_t best_value = std::numeric_limits<std::int64_t>::min();
  for (const Action action : actions) {
    typename G::State next = s;
    next.head.chance = ChanceMode::manual;  // the move alone, before any draw
    Engine<G>::apply_unchecked(r, next, mover, action);
    const std::int64_t value = position_value<G>(r, next, mover);
    if (value > best_value) {
      best = action;
      best_value = value;
    }
  }
  return best;
}

template <Game G>
void add_playout(const typename G::Rules& r, const typename G::State& full, Seat seat, std::uint64_t seed,
                 std::uint64_t index, MoveEstimate& estimate, std::vector<Action>& scratch) {
  typename G::State s = full;
  s.head.chance = ChanceMode::automatic;
  s.head.rng = {mix(seed, 2 * index + 1), 0};
  Stream policy{seed, index};
  Engine<G>::apply_unchecked(r, s, seat, estimate.action);
  for (int decisions = 0; !has_value<G> || decisions < horizon<G>(); ++decisions) {
    const Seat mover = G::to_act(r, s).first();
    if (mover == kNoSeat || s.head.ply >= G::ply_bound) break;
    if constexpr (has_suggestions<G>) {
      Engine<G>::apply_unchecked(r, s, mover, G::suggest(r, s, mover, policy));
    } else {
      Engine<G>::legal(r, s, mover, scratch);
      Engine<G>::apply_unchecked(r, s, mover, pick<G>(r, s, mover, policy, scratch));
    }
  }
  std::int64_t best_other = std::numeric_limits<std::int64_t>::min();
  for (Seat other = 0; other < s.head.players; ++other) {
    if (other != seat) best_other = std::max(best_other, position_value<G>(r, s, other));
  }
  estimate.margin += position_value<G>(r, s, seat) - best_other;
  ++estimate.visits;
}

}  // namespace detail

// Sequential halving: all legal moves get the same playouts, the worse half drops out, and so on
// until one is left or the budget is spent. Round k, playout j uses the same redrawn position for
// every move, so moves are compared on equal luck. Best first; ties by code.
template <Game G>
std::vector<MoveEstimate> monte_carlo(const typename G::Rules& r, const typename G::State& observation, Seat seat,
                                      const SearchBudget& budget, std::uint64_t seed, unsigned threads) {
  const auto seen = Engine<G>::observe(r, observation, seat);
  std::vector<MoveEstimate> estimates;
  if (!seen) return estimates;
  std::vector<Action> actions;
  Engine<G>::legal(r, *seen, seat, actions);
  for (const Action action : actions) estimates.push_back({action, 0, 0});

  const auto stopped = [&] { return budget.stop && budget.stop(); };
  const auto better = [](const MoveEstimate& a, const MoveEstimate& b) {
    // Cross-multiplied means: exact, so the order never depends on rounding.
    const std::int64_t margin = a.margin * b.visits - b.margin * a.visits;
    return margin != 0 ? margin > 0 : a.action < b.action;
  };

  std::size_t alive = estimates.size();
  const auto rounds = static_cast<std::uint32_t>(std::bit_width(std::max<std::size_t>(1, alive)));
  std::uint64_t draw = 0;
  while (alive > 1 && !stopped()) {
    const auto share = budget.playouts / rounds / static_cast<std::uint32_t>(alive);
    const std::uint32_t each = std::max(1u, share);
    // In slices, so that a limit of time is noticed and threads have work of one size.
    constexpr std::uint32_t kSlice = 16;
    for (std::uint32_t done = 0; done < each && !stopped(); done += kSlice) {
      const std::uint32_t count = std::min(kSlice, each - done);
      parallel(alive, threads, 1, [&](std::size_t begin, std::size_t end) {
        std::vector<Action> scratch;
        for (std::uint32_t j = 0; j < count; ++j) {
          const std::uint64_t index = draw + j;
          const auto full = Engine<G>::determinise(r, *seen, seat, mix(seed, index));
          for (std::size_t i = begin; i < end; ++i) {
            detail::add_playout<G>(r, *full, seat, seed, index, estimates[i], scratch);
          }
        }
      });
      draw += count;
    }
    std::sort(estimates.begin(), estimates.begin() + static_cast<std::ptrdiff_t>(alive), better);
    alive = (alive + 1) / 2;
  }
  return estimates;
}

}  // namespace arbitre
