// Everything that follows from a game's rules and is the same for all games: judging, listing and
// playing moves, chance in both modes, observations, documents, perft and playouts. The only place
// for each of them. Must not know: threads (batch.hpp), bytes from outside (wire.hpp).
#pragma once

#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "arbitre/core/game.hpp"
#include "arbitre/core/hash.hpp"

#if defined(ARBITRE_CHECKED)
#include <cstdio>
#include <cstdlib>
#endif

namespace arbitre {

// A move that was played: the entries of a match log.
struct Played {
  Seat seat = 0;
  Action action = 0;
};

// What one call did: the moves played (chance included) and the events, in order.
template <class Event>
struct Account {
  std::vector<Played> moves;
  std::vector<Event> events;
};

struct PlayoutResult {
  std::uint32_t plies = 0;    // all moves, chance included
  std::uint32_t over = 0;     // 0 when the bound on plies was hit first
  std::uint32_t winners = 0;  // bit mask of seats
  std::array<std::int32_t, kMaxSeats> scores{};
};

namespace detail {

// The kinds of a variant that chance plays, as a variant of their own.
template <class Move>
struct ChanceKinds;
template <class... Kinds>
struct ChanceKinds<std::variant<Kinds...>> {
  template <class Kind>
  using Keep = std::conditional_t<Kind::chance, std::tuple<Kind>, std::tuple<>>;
  template <class... Kept>
  static std::variant<Kept...> as_variant(std::tuple<Kept...>);
  using type = decltype(as_variant(std::tuple_cat(std::declval<Keep<Kinds>>()...)));
};

}  // namespace detail

template <Game G>
class Engine {
 public:
  using Rules = typename G::Rules;
  using State = typename G::State;
  using Ctx = typename G::Ctx;
  using Event = typename G::Event;
  using Moves = Codec<typename G::Move>;
  using Draw = typename detail::ChanceKinds<typename G::Move>::type;  // a variant of the chance kinds
  using GameStep = Step<Rules, State, Event>;
  using GameAccount = Account<Event>;

  // --- judging -------------------------------------------------------------------------------

  static Verdict validate(const Rules& r, const State& s, Seat seat, Action action) {
    if (action >= r.codec.action_count()) return {Reject::unknown_action};
    if (s.head.is_observation() && s.head.viewer != seat) return {Reject::observation_only};
    const Ctx ctx{r, s, seat};
    return r.codec.visit(action, [&]<class Kind>(const Kind& move) {
      const Verdict admitted = G::admit(ctx, Moves::template index_of<Kind>);
      return admitted.ok() ? move.check(ctx) : admitted;
    });
  }

  // The codes of a seat's legal moves, ascending. kChance lists the pending chance moves.
  static void legal(const Rules& r, const State& s, Seat seat, std::vector<Action>& out) {
    out.clear();
    if (s.head.is_observation() && s.head.viewer != seat) return;
    if (!G::to_act(r, s).has(seat)) return;
    const Ctx ctx{r, s, seat};
    if (seat == kChance) {
      ListLegal sink{ctx, out};
      G::outcomes(ctx, sink);
      return;
    }
    Moves::each_kind([&]<class Kind>(std::type_identity<Kind>) {
      if constexpr (!Kind::chance) {
        if (G::admit(ctx, Moves::template index_of<Kind>).ok()) candidates<Kind>(ctx, out);
      }
    });
  }

  // The pending chance moves with their weights; empty when none is due.
  static void outcomes(const Rules& r, const State& s, std::vector<Outcome>& out) {
    out.clear();
    if (s.head.is_observation() || !G::to_act(r, s).has_chance()) return;
    ListOutcomes sink{r, out};
    G::outcomes(Ctx{r, s, kChance}, sink);
  }

  // --- playing -------------------------------------------------------------------------------

  static State initial(const Rules& r, const typename G::Options& options, std::uint8_t players, ChanceMode mode,
                       std::uint64_t seed, GameAccount* account = nullptr) {
    State s = G::initial(r, options, players);
    s.head.digest = r.digest;
    s.head.rng.key = seed;
    s.head.players = players;
    s.head.chance = mode;
    settle(r, s, account);
    return s;
  }

  // Judges the move and plays it; a refused move leaves the state as it was.
  static Verdict apply(const Rules& r, State& s, Seat seat, Action action, GameAccount* account = nullptr) {
    if (s.head.is_observation()) return {Reject::observation_only};
    const Verdict verdict = validate(r, s, seat, action);
    if (verdict.ok()) apply_unchecked(r, s, seat, action, account);
    return verdict;
  }

  // Precondition: validate() is ok. For perft and playouts, whose moves come from legal().
  static void apply_unchecked(const Rules& r, State& s, Seat seat, Action action, GameAccount* account = nullptr) {
    r.codec.visit(action,
                  [&]<class Kind>(const Kind& move) { play(r, s, Kind::chance ? kChance : seat, move, account); });
    settle(r, s, account);
  }

  // In automatic mode, plays chance moves until a player must choose or the game is over.
  static void settle(const Rules& r, State& s, GameAccount* account = nullptr) {
    if (s.head.chance != ChanceMode::automatic) return;
    while (G::to_act(r, s).has_chance()) {
      const std::optional<Draw> draw = roll(r, s);
      if (!draw) return;
      std::visit([&](const auto& move) { play(r, s, kChance, move, account); }, *draw);
    }
  }

  // Draws one of the pending chance moves from the state's generator.
  // Nothing when no draw is possible: check_state must refuse such a position.
  static std::optional<Draw> roll(const Rules& r, State& s) {
    const Ctx ctx{r, s, kChance};
    SumWeights sum;
    G::outcomes(ctx, sum);
    if (sum.total == 0) return std::nullopt;
    PickOutcome pick{s.head.rng.below(sum.total)};
    G::outcomes(ctx, pick);
    return pick.move;
  }

  // --- knowledge -----------------------------------------------------------------------------

  // The state as `viewer` may see it. An observation can only be observed by its own viewer.
  static std::optional<State> observe(const Rules& r, const State& s, Seat viewer) {
    if (s.head.is_observation()) return s.head.viewer == viewer ? std::optional<State>{s} : std::nullopt;
    State seen = s;
    seen.head.viewer = viewer;
    seen.head.rng = {};
    seen.head.ply = 0;  // counts moves that may be hidden
    G::redact(r, seen, viewer);
    return seen;
  }

  // A full state that agrees with everything `viewer` knows, drawn by `seed`. A full state is
  // redacted first, so what the viewer can't see never influences the result.
  static std::optional<State> determinise(const Rules& r, const State& s, Seat viewer, std::uint64_t seed) {
    std::optional<State> full = observe(r, s, viewer);
    if (!full) return full;
    Stream stream{seed, 0};
    G::determinise(r, *full, viewer, stream);
    full->head.viewer = kNoSeat;
    full->head.rng = {mix(seed, 1), 0};
    return full;
  }

  static Fault check(const Rules& r, const State& s) {
    const StateHead& head = s.head;
    if (head.digest != r.digest) return {"", "belongs to other rules"};
    if (head.players < r.players_min || head.players > r.players_max) return {"/players", "out of range"};
    if (head.viewer != kNoSeat && head.viewer != kSpectator && head.viewer >= head.players) {
      return {"", "viewed by a seat that does not exist"};
    }
    if (head.chance > ChanceMode::manual || head.reserved != 0) return {"", "bad head of the state"};
    if (head.is_observation() && (head.rng != Rng{} || head.ply != 0)) return {"", "an observation with secrets"};
    return G::check_state(r, s);
  }

  // --- documents -----------------------------------------------------------------------------

  static Value document(const Rules& r, const State& s) {
    DocumentWriter writer;
    G::describe(writer, r, s);
    return writer.take();
  }

  // The inverse of document(). Throws DocumentError. Two steps are optional: `expanded` writes out
  // what a document may abbreviate, and where steps without a choice may be due in a document,
  // `complete` takes them, after `check_parts` has found nothing that they could stumble over.
  static State build(const Rules& r, const Value& given, ChanceMode mode, std::uint64_t seed) {
    if constexpr (requires { G::expanded(r, given); }) {
      return build_whole(r, G::expanded(r, given), mode, seed);
    } else {
      return build_whole(r, given, mode, seed);
    }
  }

  // --- counting and sampling -----------------------------------------------------------------

  // The number of sequences of exactly `depth` moves, each played as apply() would: in manual mode
  // chance moves count, in automatic mode the engine plays them in between.
  static std::uint64_t perft(const Rules& r, const State& s, int depth) {
    if (depth <= 0) return 1;
    std::uint64_t count = 0;
    std::vector<Action> actions;
    G::to_act(r, s).for_each([&](Seat seat) {
      legal(r, s, seat, actions);
      if (depth == 1) {
        count += actions.size();
        return;
      }
      for (const Action action : actions) {
        State next = s;
        apply_unchecked(r, next, seat, action);
        count += perft(r, next, depth - 1);
      }
    });
    return count;
  }

  // One random game from `root` to its end. Its seed and index fix it; `actions` is scratch space.
  static PlayoutResult playout(const Rules& r, const State& root, std::uint64_t seed, std::uint64_t index,
                               std::vector<Action>& actions) {
    State s = root;
    s.head.chance = ChanceMode::automatic;
    s.head.rng = {mix(seed, 2 * index + 1), 0};
    Stream policy{seed, index};
    settle(r, s);
    PlayoutResult result;
    for (;;) {
      const Seat seat = G::to_act(r, s).first();
      if (seat == kNoSeat) {
        result.over = 1;
        break;
      }
      if (s.head.ply - root.head.ply >= G::ply_bound) break;
      legal(r, s, seat, actions);
      if (actions.empty()) break;
      apply_unchecked(r, s, seat, actions[policy.below(static_cast<std::uint32_t>(actions.size()))]);
    }
    result.plies = s.head.ply - root.head.ply;
    result.winners = G::winners(r, s).bits();
    for (Seat seat = 0; seat < s.head.players; ++seat) result.scores[seat] = G::score(r, s, seat);
    return result;
  }

 private:
  static State build_whole(const Rules& r, const Value& document_, ChanceMode mode, std::uint64_t seed) {
    State s{};
    s.head.digest = r.digest;
    s.head.rng.key = seed;
    s.head.chance = mode;
    DocumentReader reader{document_};
    G::describe(reader, r, s);
    reader.finish();
    const auto demand = [](const Fault& fault) {
      if (!fault.ok()) throw DocumentError{fault.pointer(), fault.why};
    };
    if constexpr (requires { G::check_parts(r, s); }) {
      demand(G::check_parts(r, s));
    } else {
      demand(check(r, s));
    }
    const Difference difference = first_difference(document_, document(r, s));
    if (difference.found) throw DocumentError{difference.pointer, difference.why};
    if constexpr (requires { G::complete(r, s); }) {
      G::complete(r, s);
      demand(check(r, s));
    }
    return s;
  }

  template <class Kind>
  static void play(const Rules& r, State& s, Seat seat, const Kind& move, GameAccount* account) {
    GameStep step{r, s, seat, account == nullptr ? nullptr : &account->events};
    if (account != nullptr) account->moves.push_back({seat, r.codec.encode(move)});
    move.apply(step);
    ++s.head.ply;
#if defined(ARBITRE_CHECKED)
    if (const Fault fault = check(r, s); !fault.ok()) {
      std::fprintf(stderr, "arbitre: action %u of seat %u broke %s: %s\n", r.codec.encode(move), unsigned{seat},
                   fault.pointer().c_str(), fault.why);
      std::abort();
    }
#endif
  }

  // Candidates filtered by the same check that validate() uses: legality has one source.
  template <class Kind>
  static void candidates(const Ctx& ctx, std::vector<Action>& out) {
    const auto keep = [&](const Kind& move) {
      if (move.check(ctx).ok()) out.push_back(ctx.r.codec.encode(move));
    };
    if constexpr (requires { Kind::propose(ctx, keep); }) {
      Kind::propose(ctx, keep);
    } else {
      const std::uint32_t size = ctx.r.codec.template size_of<Kind>();
      for (std::uint32_t number = 0; number < size; ++number) keep(ctx.r.codec.template decode<Kind>(number));
    }
  }

  // The four sinks of `outcomes`. A game calls sink(move, weight) for each possible draw, or
  // sink.uniform(n, make) for n equally likely ones, of which make(i) is the i-th.
  struct ListLegal {
    const Ctx& ctx;
    std::vector<Action>& out;

    template <class Kind>
    void operator()(const Kind& move, std::uint32_t weight) {
      const bool legal = weight > 0 && G::admit(ctx, Moves::template index_of<Kind>).ok() && move.check(ctx).ok();
      if (legal) out.push_back(ctx.r.codec.encode(move));
    }
    template <class Make>
    void uniform(int n, Make&& make) {
      for (int i = 0; i < n; ++i) (*this)(make(i), 1);
    }
  };

  struct ListOutcomes {
    const Rules& r;
    std::vector<Outcome>& out;

    template <class Kind>
    void operator()(const Kind& move, std::uint32_t weight) {
      if (weight > 0) out.push_back({r.codec.encode(move), weight});
    }
    template <class Make>
    void uniform(int n, Make&& make) {
      for (int i = 0; i < n; ++i) (*this)(make(i), 1);
    }
  };

  struct SumWeights {
    std::uint32_t total = 0;

    template <class Kind>
    void operator()(const Kind&, std::uint32_t weight) {
      total += weight;
    }
    template <class Make>
    void uniform(int n, Make&&) {
      total += static_cast<std::uint32_t>(n);
    }
  };

  struct PickOutcome {
    std::uint32_t left;  // the outcome that covers this point of the summed weights is the one
    Draw move{};
    bool done = false;

    template <class Kind>
    void operator()(const Kind& drawn, std::uint32_t weight) {
      if (done) return;
      if (left < weight) {
        move = drawn;
        done = true;
      } else {
        left -= weight;
      }
    }
    template <class Make>
    void uniform(int n, Make&& make) {
      if (done) return;
      if (left < static_cast<std::uint32_t>(n)) {
        move = make(static_cast<int>(left));
        done = true;
      } else {
        left -= static_cast<std::uint32_t>(n);
      }
    }
  };
};

template <PlainState S>
std::uint64_t hash_state(const S& s) noexcept {
  return hash_bytes(std::as_bytes(std::span{&s, 1}));
}

}  // namespace arbitre
