// Vitorian Wars: the Game that the engine runs. Two players, hidden hands, a combat of five steps.
#pragma once

#include "arbitre/core/engine.hpp"
#include "arbitre/games/vitorian_wars/flow.hpp"

namespace arbitre::vitorian_wars {

struct VitorianWars {
  static constexpr std::string_view name = "vitorian_wars";
  static constexpr std::uint16_t state_version = 1;
  static constexpr int max_players = kSeats;
  // VW 6.4: every turn is finite. In a turn each of ten units moves and strikes twice, each of eight
  // cards is played, with payments, targets and answers: far less than this.
  static constexpr std::uint32_t ply_bound = 80 * 2000;

  using Rules = vitorian_wars::Rules;
  using State = vitorian_wars::State;
  using Ctx = vitorian_wars::Ctx;
  using Move = vitorian_wars::Move;
  using Event = vitorian_wars::Event;
  using Options = vitorian_wars::Options;

  static RejectBlock rejects() { return {Code::first, kCodeNames}; }
  static Rules compile(const Tables& tables);                // rules.cpp
  static Fault check_state(const Rules& r, const State& s);  // invariants.cpp
  static MalformedVerdict malformed(const Malformed& malformed);
  static void redact(const Rules& r, State& s, Seat viewer);                       // knowledge.cpp
  static void determinise(const Rules& r, State& s, Seat viewer, Stream& stream);  // knowledge.cpp
  static std::int64_t value(const Rules& r, const State& s, Seat seat);            // value.cpp

  static Options standard_options(const Rules& r) {
    Options options;
    options.decks = {r.decks[0], r.decks[1 % r.decks.size()]};
    return options;
  }

  // VW 3.1. Everything up to the first draw or choice follows by itself.
  static State initial(const Rules& r, const Options& options, std::uint8_t) {
    State s{};
    for (Seat seat = 0; seat < kSeats; ++seat) {
      Player& player = s.players[seat];
      const Deck& deck = options.decks[seat];
      player.sovereign = deck.sovereign;
      player.deck = deck.maneuver;
      player.pool = deck.convoy;
      player.pile = deck.pile;
      for (int i = 0; i < deck.convoy.size(); ++i) player.convoy.push_back(kNone);
    }
    s.concede = options.concede;
    s.defense_sacrifice = options.defense_sacrifice;
    s.first = options.first;
    GameStep step{r, s, kChance, nullptr};
    advance(step);
    return s;
  }

  static SeatSet to_act(const Rules& r, const State& s) {
    const Seat seat = decider(s, decision(r, s));
    return seat == kNoSeat ? SeatSet{} : SeatSet::of(seat);
  }

  static Verdict admit(const Ctx& ctx, std::size_t kind) {  // VW 4, common
    using Moves = Codec<Move>;
    const State& s = ctx.s;
    const Seat seat = ctx.seat;
    if (s.over()) return refuse(Reject::game_over);
    if (seat != decider(s, ctx.due)) return refuse(Code::not_your_decision, Word::seat);
    if (kind == Moves::index_of<Concede>) {
      if (s.concede == 0) return refuse(Code::concede_disabled);
      return seat < kSeats ? Verdict{} : refuse(Code::wrong_decision, Word::kind);  // chance does not
    }
    const bool answers = (answered_by(ctx.due) >> kind & 1u) != 0;
    return answers ? Verdict{} : refuse(Code::wrong_decision, Word::kind);
  }

  // Saves `legal` from trying every kind. What an ability asks for is left to `admit`.
  static std::uint64_t admissible(const State& s) {
    std::uint64_t kinds = s.concede != 0 ? bits<Concede>() : 0;
    if (ability_asks(s)) {
      return kinds | bits<Target, NoMore, Destination, TargetOrder, ReturnResource, ReadyResource, Arrange>();
    }
    return kinds | answered_by(decision_of_flow(s));
  }

  template <class Sink>
  static void outcomes(const Ctx& ctx, Sink& sink) {  // VW 11.3
    const State& s = ctx.s;
    const Decision due = ctx.due;
    if (due == Decision::coin) {
      sink.uniform(kSeats, [](int i) { return Coin{static_cast<Seat>(i)}; });
      return;
    }
    if (s.idle()) return;
    const Player& owner = s.players[s.top().seat];
    const auto each = [&](const auto& cards, auto make) {
      cards.for_each(
          [&](std::size_t id, int n) { sink(make(static_cast<std::uint8_t>(id)), static_cast<std::uint32_t>(n)); });
    };
    if (due == Decision::draw) each(owner.deck, [](std::uint8_t id) { return Draw{id}; });
    if (due == Decision::reveal_convoy) each(owner.pool, [](std::uint8_t id) { return RevealConvoy{id}; });
    if (due == Decision::reveal_pile) each(owner.pile, [](std::uint8_t id) { return RevealPile{id}; });
  }

  // VW 6.
  static std::int32_t score(const Rules&, const State& s, Seat seat) {
    if (s.winner == kNone) return 0;
    return s.winner == seat ? 1 : -1;
  }
  static SeatSet winners(const Rules&, const State& s) {
    if (!s.over()) return {};
    return s.winner == kNone ? SeatSet::from_bits(3) : SeatSet::of(s.winner);
  }

  template <class Io, class O>
  static void describe_options(Io& io, const Rules& r, O& options);  // describe.hpp
  template <class Io, class S>
  static void describe(Io& io, const Rules& r, S& s);  // describe.hpp

 private:
  // Which kinds answer a decision, as bits (VW 3.9).
  template <class... Kinds>
  static constexpr std::uint64_t bits() {
    return (std::uint64_t{0} | ... | (std::uint64_t{1} << Codec<Move>::template index_of<Kinds>));
  }
  static std::uint64_t answered_by(Decision due) {
    static constexpr std::array<std::uint64_t, kDecisions.size()> table = {
        0,
        bits<KeepHand, Mulligan>(),
        bits<DefenseSacrifice, AcceptBurnout>(),
        bits<KeepElite, EndMaintenance, Recycle>(),
        bits<Mobilize, Equip, PlayField, MoveUnit, Activate, Charge, EndMain, Recycle>(),
        bits<DeclareAttack, EndCombat, Recycle>(),
        bits<PlayOrder, Recycle, Pass>(),
        bits<Gank, Support, Reactive, Recycle, Pass>(),
        bits<Pay>(),
        bits<Target, NoMore>(),
        bits<Destination>(),
        bits<TargetOrder>(),
        bits<ReturnResource>(),
        bits<ReadyResource>(),
        bits<Arrange>(),
        bits<Discard>(),
        bits<Discard>(),
        bits<Coin>(),
        bits<Draw>(),
        bits<RevealConvoy>(),
        bits<RevealPile>(),
    };
    return table[static_cast<std::size_t>(due)];
  }
};

}  // namespace arbitre::vitorian_wars

#include "arbitre/games/vitorian_wars/describe.hpp"

namespace arbitre::vitorian_wars {
static_assert(Game<VitorianWars>);
}
