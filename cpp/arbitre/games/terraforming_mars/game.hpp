// Terraforming Mars: the Game that the engine runs. Hidden hands, simultaneous research, and a stack
// of effects that wait for answers.
#pragma once

#include "arbitre/core/engine.hpp"
#include "arbitre/games/terraforming_mars/answers.hpp"

namespace arbitre::terraforming_mars {

struct TerraformingMars {
  static constexpr std::string_view name = "terraforming_mars";
  static constexpr std::uint16_t state_version = 1;
  static constexpr int max_players = kMaxPlayers;
  // TM 6: nothing limits the number of generations, but the players can end the game; random ones
  // need a tenth of this.
  static constexpr std::uint32_t ply_bound = 12'000;

  using Rules = terraforming_mars::Rules;
  using State = terraforming_mars::State;
  using Ctx = terraforming_mars::Ctx;
  using Move = terraforming_mars::Move;
  using Event = terraforming_mars::Event;
  using Options = SetupOptions;

  static RejectBlock rejects() { return {kFirstCode, kCodeNames}; }
  static Rules compile(const Tables& tables);  // rules.cpp
  static MalformedVerdict malformed(const Malformed& malformed);
  static Fault check_state(const Rules& r, const State& s);   // invariants.cpp
  static Fault check_parts(const Rules& r, const State& s);   // the same, before steps that are due
  static void redact(const Rules& r, State& s, Seat viewer);  // knowledge.cpp
  static void determinise(const Rules& r, State& s, Seat viewer, Stream& stream);
  static State initial(const Rules& r, const Options& options, std::uint8_t players);  // setup.cpp
  static std::optional<Value> expanded(const Rules& r, const Value& document);
  static void complete(const Rules& r, State& s) {
    GameStep step{r, s, kChance};
    settle(step);
  }

  static Options standard_options(const Rules&) { return {}; }

  // Which questions each kind of move answers, in the order of the kinds.
  template <class... Kinds>
  static constexpr std::array<std::uint32_t, sizeof...(Kinds)> answers_of(std::type_identity<std::variant<Kinds...>>) {
    return {Kinds::answers...};
  }

  static SeatSet to_act(const Rules& r, const State& s) { return actors(r, s); }

  static Verdict admit(const Ctx& ctx, std::size_t kind) {  // TM 4, the general codes
    using Moves = Codec<Move>;
    const Rules& r = ctx.r;
    const State& s = ctx.s;
    const Seat seat = ctx.seat;
    if (seat != kChance && seat >= s.players()) return refuse(Reject::unknown_seat);
    if (s.phase == Phase::finished) return refuse(Reject::game_over);
    if (!ctx.acts) {
      const bool passed = seat != kChance && s.phase == Phase::action && s.seats[seat].passed != 0;
      return refuse(passed ? Code::already_passed : Reject::not_your_turn);
    }
    if (r.kinds[kind].chance != (seat == kChance)) return refuse(Reject::not_your_turn);
    static constexpr auto kAnswers = answers_of(std::type_identity<Move>{});
    if ((kAnswers[kind] >> static_cast<unsigned>(ctx.asked) & 1u) != 0) {
      const bool due = ctx.asked == Ask::turn && s.seats[seat].first_action_due != 0;
      return due && kind != Moves::index_of<FirstAction> ? refuse(Code::first_action_required) : Verdict{};
    }
    const bool turn_move = (kAnswers[kind] >> static_cast<unsigned>(Ask::turn) & 1u) != 0;
    if (!turn_move) return refuse(Code::no_such_decision);
    return refuse(s.depth > 0 ? Code::decision_pending : Code::wrong_phase);
  }

  template <class Sink>
  static void outcomes(const Ctx& ctx, Sink& sink) {  // TM 11.3
    const State& s = ctx.s;
    if (s.depth == 0) return;
    switch (ctx.asked) {
      case Ask::first_player:
        return sink.uniform(s.players(), [](int i) { return DrawFirstPlayer{static_cast<Seat>(i)}; });
      case Ask::deal_corporation:
        return sink.uniform(s.corporation_deck.size(),
                            [&](int i) { return DrawCorporation{byte(s.corporation_deck.nth(i))}; });
      case Ask::draw: {
        const Cards& from = s.deck.empty() ? s.discard : s.deck;
        return sink.uniform(from.size(), [&](int i) { return DrawCard{byte(from.nth(i))}; });
      }
      default: return;
    }
  }

  static std::int32_t score(const Rules& r, const State& s, Seat seat) { return points_of(r, s, seat); }
  static SeatSet winners(const Rules& r, const State& s) {
    if (s.phase != Phase::finished) return {};
    if (s.solo()) return solo_won(r, s) ? SeatSet::of(0) : SeatSet{};
    return best_seats(r, s);
  }
  static std::int64_t value(const Rules& r, const State& s, Seat seat);  // worth.cpp

  template <class Io, class O>
  static void describe_options(Io& io, const Rules&, O& options) {
    constexpr Presence optional = Presence::optional;
    io.boolean("corporate_era", options.corporate_era, optional);
    io.boolean("draft", options.draft, optional);
    io.word("preset", options.preset, kPresets, optional);
    io.word("solo_objective", options.solo_objective, kObjectives, optional);
    if constexpr (requires { options.beginners; }) {
      io.set("beginners", options.beginners, 0, static_cast<std::int64_t>(kMaxPlayers) - 1, optional);
    }
  }

  template <class Io, class S>
  static void describe(Io& io, const Rules& r, S& s);  // document.hpp
};

}  // namespace arbitre::terraforming_mars

#include "arbitre/games/terraforming_mars/document.hpp"

namespace arbitre::terraforming_mars {
static_assert(Game<TerraformingMars>);
}  // namespace arbitre::terraforming_mars
