// What a game is: the concept every game satisfies, the head that every state begins with, and what
// a move is applied to. Must not know: any particular game, threads, bytes from outside.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "arbitre/core/codec.hpp"
#include "arbitre/core/document.hpp"
#include "arbitre/core/events.hpp"
#include "arbitre/core/reject.hpp"
#include "arbitre/core/rng.hpp"
#include "arbitre/core/tables.hpp"
#include "arbitre/core/types.hpp"

namespace arbitre {

// Who plays the chance moves: the engine, at once, or the host.
enum class ChanceMode : std::uint8_t { automatic = 0, manual = 1 };

// The first 32 bytes of every state. None of it is part of the document.
struct StateHead {
  std::uint64_t digest = 0;  // of the rules this position belongs to
  Rng rng;
  std::uint32_t ply = 0;  // moves played since the start or since build, chance included
  std::uint8_t players = 0;
  Seat viewer = kNoSeat;  // kNoSeat = a full state; else an observation of that seat
  ChanceMode chance = ChanceMode::automatic;
  std::uint8_t reserved = 0;

  bool is_observation() const { return viewer != kNoSeat; }
};
static_assert(sizeof(StateHead) == 32);

// A state is bytes: no padding, no floats, no pointers. Copy is undo, memcmp is equality, the bytes
// are the wire form and the input of the hash.
inline constexpr std::size_t kMaxStateSize = 4096;

template <class S>
concept PlainState = std::is_trivially_copyable_v<S> && std::has_unique_object_representations_v<S> &&
                     sizeof(S) <= kMaxStateSize && sizeof(S) % 8 == 0 && requires(S s) {
                       { s.head } -> std::same_as<StateHead&>;
                     };

// The part of compiled rules that every game has. Derived rules add their tables.
template <class Move>
struct RulesHead {
  std::uint64_t digest = 0;
  std::uint8_t players_min = 0;
  std::uint8_t players_max = 0;
  std::vector<Domain> domains;
  std::vector<KindInfo> kinds;
  Codec<Move> codec;
  std::vector<std::string> words;  // what Verdict::subject points into; words[0] is ""

  // Appends words and returns the index of the first.
  std::uint16_t add_words(const std::vector<std::string>& more) {
    const auto first = static_cast<std::uint16_t>(words.size());
    words.insert(words.end(), more.begin(), more.end());
    return first;
  }
};

// What a move is applied to. Without a list for events, reporting costs one predictable branch.
template <class Rules, class State, class Event>
struct Step {
  const Rules& r;
  State& s;
  Seat seat;
  std::vector<Event>* events = nullptr;

  template <class E>
  void report(E&& event) {
    if (events != nullptr) events->emplace_back(std::forward<E>(event));
  }
};

// The first broken invariant of a state: a JSON pointer (with % for each index) and a reason.
struct Fault {
  const char* path = nullptr;
  const char* why = nullptr;
  int first = -1;
  int second = -1;

  bool ok() const { return why == nullptr; }
  std::string pointer() const;
};

// A chance move and its weight; probability = weight / sum of the weights.
struct Outcome {
  Action action = 0;
  std::uint32_t weight = 0;
};

// A sink for `outcomes` that only shows the shape to the concept.
struct AnySink {
  template <class Move>
  void operator()(const Move&, std::uint32_t) {}
  template <class Make>
  void uniform(int, Make&&) {}
};

template <class G>
concept Game =
    PlainState<typename G::State> &&
    requires(const typename G::Rules& r, typename G::State& s, const typename G::State& cs, const typename G::Ctx& ctx,
             Seat seat, std::size_t kind, const Malformed& malformed, const typename G::Options& options,
             Stream& stream, AnySink sink, DocumentWriter writer, typename G::Options& settable, OptionLister lister) {
      typename G::Move;
      typename G::Event;
      { G::name } -> std::convertible_to<std::string_view>;
      { G::state_version } -> std::convertible_to<std::uint16_t>;
      { G::max_players } -> std::convertible_to<int>;
      { G::ply_bound } -> std::convertible_to<std::uint32_t>;  // no game is longer
      { G::rejects() } -> std::same_as<RejectBlock>;
      // The position before anything is drawn; the engine plays chance if it is to.
      { G::initial(r, options, std::uint8_t{}) } -> std::same_as<typename G::State>;
      { G::to_act(r, cs) } -> std::same_as<SeatSet>;
      { G::admit(ctx, kind) } -> std::same_as<Verdict>;  // over, phase, seat
      { G::malformed(malformed) } -> std::same_as<MalformedVerdict>;
      { G::outcomes(ctx, sink) } -> std::same_as<void>;
      { G::redact(r, s, seat) } -> std::same_as<void>;
      { G::determinise(r, s, seat, stream) } -> std::same_as<void>;
      { G::score(r, cs, seat) } -> std::convertible_to<std::int32_t>;
      { G::winners(r, cs) } -> std::same_as<SeatSet>;  // empty until the game is over
      { G::check_state(r, cs) } -> std::same_as<Fault>;
      { G::describe(writer, r, cs) } -> std::same_as<void>;
      { G::describe_options(lister, r, settable) } -> std::same_as<void>;
    };

}  // namespace arbitre
