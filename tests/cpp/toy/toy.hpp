// A tiny game for tests only. It has what the small games of the library lack: hidden hands, a
// secret simultaneous choice, a loaded die, and a stack of decisions two deep.
//
// Each seat is dealt `hand_size` cards. A round: every seat bids a card in secret; when the last
// has bid, all bids are shown and the highest (each card exists once) wins. The winner's die is
// rolled (a six is twice as likely), the winner aims at another seat, that seat may throw a card
// away as a shield, and then the winner boasts or not, which doubles a hit that got through.
#pragma once

#include "arbitre/core/fixed.hpp"
#include "arbitre/core/referee.hpp"

namespace arbitre::toy {

inline constexpr std::size_t kMaxSeatsOfToy = 4;
inline constexpr std::size_t kMaxCards = 24;
inline constexpr int kMaxRounds = 4;

using Cards = Bits<kMaxCards + 1>;

struct Code {
  static constexpr Reject wrong_decision{kRejectBlock + 0};
  static constexpr Reject card_not_in_hand{kRejectBlock + 1};
  static constexpr Reject card_not_in_deck{kRejectBlock + 2};
  static constexpr Reject bad_target{kRejectBlock + 3};
};
inline constexpr std::array<std::string_view, 4> kCodeNames = {"WRONG_DECISION", "CARD_NOT_IN_HAND", "CARD_NOT_IN_DECK",
                                                               "BAD_TARGET"};

enum class Phase : std::uint8_t { deal, bid, roll, decide, over };
inline constexpr std::array<std::string_view, 5> kPhases = {"deal", "bid", "roll", "decide", "over"};
enum class Ask : std::uint8_t { none, aim, shield, boast };
inline constexpr std::array<std::string_view, 4> kAsks = {"none", "aim", "shield", "boast"};

enum class Dom : std::uint8_t { card, throwaway, seat, flag, face };
enum class Word : std::uint16_t { none, card, seat, kind };

struct Bid;
struct Aim;
struct Shield;
struct Boast;
struct Deal;
struct Roll;
using Move = std::variant<Bid, Aim, Shield, Boast, Deal, Roll>;

struct Options {
  std::uint8_t rounds = 2;
  std::uint8_t open_hands = 0;
};

struct Rules : RulesHead<Move> {
  std::uint8_t card_count = 0;
  std::uint8_t hand_size = 0;
  std::uint8_t six_weight = 2;
};

struct Frame {
  Ask ask = Ask::none;
  Seat seat = 0;
  Seat target = kNone;     // of the hit that is being settled
  std::uint8_t force = 0;  // 0 = shielded
  friend bool operator==(const Frame&, const Frame&) = default;
};

inline constexpr std::uint8_t kHiddenCard = 255;

struct State {
  StateHead head;
  std::array<Cards, kMaxSeatsOfToy> hand{};
  Cards deck;
  Cards played;  // face up
  std::array<std::uint8_t, kMaxSeatsOfToy> hand_count{};
  std::array<std::uint8_t, kMaxSeatsOfToy> bid{};  // 0 = none yet
  std::array<std::int16_t, kMaxSeatsOfToy> score{};
  std::array<Frame, 3> stack{};
  std::uint8_t depth = 0;
  Phase phase = Phase::deal;
  std::uint8_t round = 1;
  Seat winner = kNone;
  std::uint8_t die = 0;
  Options options;
  std::array<std::uint8_t, 5> reserved{};

  int players() const { return head.players; }
  bool hides(Seat seat) const { return head.is_observation() && head.viewer != seat && options.open_hands == 0; }
  const Frame& top() const { return stack[depth - 1u]; }
};
static_assert(PlainState<State>);

struct Dealt {
  Seat seat;
  std::uint8_t card;
  static constexpr std::string_view kind = "dealt";
  static constexpr auto fields =
      std::tuple{field("seat", &Dealt::seat, Dom::seat), secret(field("card", &Dealt::card, Dom::card))};
};
struct Bidden {
  Seat seat;
  std::uint8_t card;
  static constexpr std::string_view kind = "bidden";
  static constexpr Audience audience = Audience::own_seat;
  static constexpr auto fields =
      std::tuple{field("seat", &Bidden::seat, Dom::seat), field("card", &Bidden::card, Dom::card)};
};
struct Revealed {
  Vec<std::uint8_t, kMaxSeatsOfToy> cards;
  Seat winner;
  static constexpr std::string_view kind = "revealed";
  static constexpr auto fields =
      std::tuple{field("cards", &Revealed::cards, Dom::card), field("winner", &Revealed::winner, Dom::seat)};
};
struct Rolled {
  std::uint8_t face;
  static constexpr std::string_view kind = "rolled";
  static constexpr auto fields = std::tuple{field("face", &Rolled::face, Dom::face)};
};
struct Hit {
  Seat seat;
  std::uint8_t force;
  static constexpr std::string_view kind = "hit";
  static constexpr auto fields = std::tuple{field("seat", &Hit::seat, Dom::seat), field("force", &Hit::force)};
};
using Event = std::variant<Dealt, Bidden, Revealed, Rolled, Hit>;

struct Ctx {
  const Rules& r;
  const State& s;
  Seat seat;
};
using GameStep = Step<Rules, State, Event>;

inline Verdict refuse(Reject code, Word subject, int need = 0, int have = 0) {
  return {code, static_cast<std::uint16_t>(subject), need, have};
}

inline void push(State& s, Frame frame) { s.stack[s.depth++] = frame; }
inline void pop(State& s) { s.stack[--s.depth] = Frame{}; }

inline Seat seat_to_deal(const Rules& r, const State& s) {
  for (Seat seat = 0; seat < s.players(); ++seat) {
    if (s.hand_count[seat] < r.hand_size) return seat;
  }
  return kNone;
}

struct Bid {
  std::uint8_t card;
  static constexpr std::string_view kind = "bid";
  static constexpr bool chance = false;
  static constexpr auto fields = std::tuple{field("card", &Bid::card, Dom::card)};

  Verdict check(const Ctx& ctx) const {
    return ctx.s.hand[ctx.seat].has(card) ? Verdict{} : refuse(Code::card_not_in_hand, Word::card);
  }
  void apply(GameStep& step) const {
    State& s = step.s;
    s.hand[step.seat].erase(card);
    --s.hand_count[step.seat];
    s.bid[step.seat] = card;
    step.report(Bidden{step.seat, card});
    Revealed revealed{{}, 0};
    for (Seat seat = 0; seat < s.players(); ++seat) {
      if (s.bid[seat] == 0) return;
      if (s.bid[seat] > s.bid[revealed.winner]) revealed.winner = seat;
      revealed.cards.push_back(s.bid[seat]);
    }
    for (Seat seat = 0; seat < s.players(); ++seat) s.played.insert(s.bid[seat]);
    s.bid = {};
    s.winner = revealed.winner;
    s.phase = Phase::roll;
    step.report(revealed);
  }
};

struct Aim {
  Seat target;
  static constexpr std::string_view kind = "aim";
  static constexpr bool chance = false;
  static constexpr auto fields = std::tuple{field("target", &Aim::target, Dom::seat)};

  Verdict check(const Ctx& ctx) const {
    const bool good = target < ctx.s.players() && target != ctx.seat;
    return good ? Verdict{} : refuse(Code::bad_target, Word::seat);
  }
  template <class Sink>
  static void propose(const Ctx& ctx, Sink&& keep) {
    for (Seat target = 0; target < ctx.s.players(); ++target) keep(Aim{target});
  }
  void apply(GameStep& step) const {
    State& s = step.s;
    pop(s);
    push(s, {Ask::boast, step.seat, target, s.die});
    push(s, {Ask::shield, target, target, 0});
  }
};

// `card` is an index into the cards and then `none`.
struct Shield {
  std::uint8_t card;
  static constexpr std::string_view kind = "shield";
  static constexpr bool chance = false;
  static constexpr auto fields = std::tuple{field("card", &Shield::card, Dom::throwaway)};

  Verdict check(const Ctx& ctx) const {
    const bool none = card == ctx.r.card_count;
    const bool own = none || ctx.s.hand[ctx.seat].has(card + 1u);
    return own ? Verdict{} : refuse(Code::card_not_in_hand, Word::card);
  }
  void apply(GameStep& step) const {
    State& s = step.s;
    pop(s);
    if (card == step.r.card_count) return;
    s.hand[step.seat].erase(card + 1u);
    --s.hand_count[step.seat];
    s.played.insert(card + 1u);
    s.stack[s.depth - 1u].force = 0;
  }
};

struct Boast {
  std::uint8_t loud;
  static constexpr std::string_view kind = "boast";
  static constexpr bool chance = false;
  static constexpr auto fields = std::tuple{field("loud", &Boast::loud, Dom::flag)};

  Verdict check(const Ctx&) const { return {}; }
  void apply(GameStep& step) const {
    State& s = step.s;
    const Frame frame = s.top();
    pop(s);
    const auto force = static_cast<std::uint8_t>(frame.force * (loud != 0 ? 2 : 1));
    s.score[step.seat] = static_cast<std::int16_t>(s.score[step.seat] + force);
    step.report(Hit{frame.target, force});
    s.die = 0;
    s.winner = kNone;
    bool cards_left = true;
    for (Seat seat = 0; seat < s.players(); ++seat) cards_left = cards_left && s.hand_count[seat] > 0;
    if (s.round == s.options.rounds || !cards_left) {
      s.phase = Phase::over;
    } else {
      ++s.round;
      s.phase = Phase::bid;
    }
  }
};

struct Deal {
  std::uint8_t card;
  static constexpr std::string_view kind = "deal";
  static constexpr bool chance = true;
  static constexpr auto fields = std::tuple{field("card", &Deal::card, Dom::card)};

  Verdict check(const Ctx& ctx) const {
    return ctx.s.deck.has(card) ? Verdict{} : refuse(Code::card_not_in_deck, Word::card);
  }
  void apply(GameStep& step) const {
    State& s = step.s;
    const Seat seat = seat_to_deal(step.r, s);
    s.deck.erase(card);
    s.hand[seat].insert(card);
    ++s.hand_count[seat];
    step.report(Dealt{seat, card});
    if (seat_to_deal(step.r, s) == kNone) s.phase = Phase::bid;
  }
};

struct Roll {
  std::uint8_t face;
  static constexpr std::string_view kind = "roll";
  static constexpr bool chance = true;
  static constexpr auto fields = std::tuple{field("face", &Roll::face, Dom::face)};

  Verdict check(const Ctx&) const { return {}; }
  void apply(GameStep& step) const {
    step.s.die = face;
    step.s.phase = Phase::decide;
    push(step.s, {Ask::aim, step.s.winner, kNone, 0});
    step.report(Rolled{face});
  }
};

struct Toy {
  static constexpr std::string_view name = "toy";
  static constexpr std::uint16_t state_version = 1;
  static constexpr int max_players = kMaxSeatsOfToy;
  static constexpr std::uint32_t ply_bound = 16 + kMaxRounds * 8;

  using Rules = toy::Rules;
  using State = toy::State;
  using Ctx = toy::Ctx;
  using Move = toy::Move;
  using Event = toy::Event;
  using Options = toy::Options;

  static RejectBlock rejects() { return {kRejectBlock, kCodeNames}; }
  static Rules compile(const Tables& tables);
  static Fault check_state(const Rules& r, const State& s);
  static MalformedVerdict malformed(const Malformed& malformed);
  static void determinise(const Rules& r, State& s, Seat viewer, Stream& stream);
  static Options standard_options(const Rules&) { return {}; }

  static State initial(const Rules& r, const Options& options, std::uint8_t) {
    State s{};
    s.options = options;
    s.deck = Cards::below(static_cast<std::size_t>(r.card_count) + 1);
    s.deck.erase(0);
    return s;
  }

  static SeatSet to_act(const Rules&, const State& s) {
    SeatSet seats;
    switch (s.phase) {
      case Phase::deal:
      case Phase::roll: return SeatSet::chance();
      case Phase::decide: return SeatSet::of(s.top().seat);
      case Phase::over: return {};
      case Phase::bid: break;
    }
    for (Seat seat = 0; seat < s.players(); ++seat) {
      if (s.bid[seat] == 0) seats.add(seat);
    }
    return seats;
  }

  static Verdict admit(const Ctx& ctx, std::size_t kind) {
    const auto& [r, s, seat] = ctx;
    if (seat != kChance && seat >= s.players()) return refuse(Reject::unknown_seat, Word::seat);
    if ((seat == kChance) != r.kinds[kind].chance) {
      return refuse(seat == kChance ? Reject::not_a_chance_move : Reject::not_a_player_move, Word::kind);
    }
    if (s.phase == Phase::over) return {Reject::game_over};
    if (!to_act(r, s).has(seat)) {
      return refuse(seat == kChance ? Reject::no_draw_pending : Reject::not_your_turn, Word::seat);
    }
    return awaited(s) == kind ? Verdict{} : refuse(Code::wrong_decision, Word::kind);
  }

  template <class Sink>
  static void outcomes(const Ctx& ctx, Sink& sink) {
    const State& s = ctx.s;
    if (s.phase == Phase::deal) {
      sink.uniform(s.deck.size(), [&](int i) { return Deal{static_cast<std::uint8_t>(s.deck.nth(i))}; });
    } else {
      for (std::uint8_t face = 1; face <= 6; ++face) sink(Roll{face}, face == 6 ? ctx.r.six_weight : 1u);
    }
  }

  static void redact(const Rules&, State& s, Seat viewer) {
    if (s.options.open_hands != 0) {
      hide_bids(s, viewer);
      return;
    }
    s.deck.clear();
    for (Seat seat = 0; seat < s.players(); ++seat) {
      if (seat != viewer) s.hand[seat].clear();
    }
    hide_bids(s, viewer);
  }

  static std::int32_t score(const Rules&, const State& s, Seat seat) { return s.score[seat]; }
  static SeatSet winners(const Rules&, const State& s) {
    SeatSet best;
    if (s.phase != Phase::over) return best;
    for (Seat seat = 0; seat < s.players(); ++seat) {
      if (!best.empty() && s.score[seat] < s.score[best.first()]) continue;
      if (!best.empty() && s.score[seat] > s.score[best.first()]) best = SeatSet{};
      best.add(seat);
    }
    return best;
  }

  template <class Io, class O>
  static void describe_options(Io& io, const Rules&, O& options) {
    io.integer("rounds", options.rounds, 1, kMaxRounds, Presence::optional);
    io.boolean("open_hands", options.open_hands, Presence::optional);
  }

  template <class Io, class S>
  static void describe(Io& io, const Rules& r, S& s);

 private:
  static std::size_t awaited(const State& s) {
    using Moves = Codec<Move>;
    switch (s.phase) {
      case Phase::deal: return Moves::index_of<Deal>;
      case Phase::roll: return Moves::index_of<Roll>;
      case Phase::bid: return Moves::index_of<Bid>;
      case Phase::decide:
      case Phase::over: break;
    }
    switch (s.top().ask) {
      case Ask::aim: return Moves::index_of<Aim>;
      case Ask::shield: return Moves::index_of<Shield>;
      case Ask::boast:
      case Ask::none: break;
    }
    return Moves::index_of<Boast>;
  }
  static void hide_bids(State& s, Seat viewer) {
    for (Seat seat = 0; seat < s.players(); ++seat) {
      if (seat != viewer && s.bid[seat] != 0) s.bid[seat] = kHiddenCard;
    }
  }
};

template <class Io, class S>
void Toy::describe(Io& io, const Rules& r, S& s) {
  io.constant("game", name);
  io.integer("players", s.head.players, r.players_min, r.players_max);
  const int n = s.players();
  describe_options(io, r, s.options);
  io.word("phase", s.phase, kPhases);
  io.integer("round", s.round, 1, kMaxRounds);
  io.optional_integer("winner", s.winner, kNone, 0, n - 1);
  io.integer("die", s.die, 0, 6);
  const bool blind = s.head.is_observation() && s.options.open_hands == 0;
  io.secret("deck", blind, Value{}, [&](auto& here) { here.set("deck", s.deck, 1, r.card_count); });
  io.set("played", s.played, 1, r.card_count);
  auto count = n;
  io.list("seats", count, static_cast<std::size_t>(n), static_cast<std::size_t>(n), [&](auto& seat, std::size_t i) {
    seat.secret("hand", s.hides(static_cast<Seat>(i)), Value{static_cast<int>(s.hand_count[i])},
                [&](auto& here) { here.set("hand", s.hand[i], 1, r.card_count); });
    if constexpr (Io::reading) s.hand_count[i] = static_cast<std::uint8_t>(s.hand[i].size());
    const bool secret_bid = s.head.is_observation() && s.head.viewer != i && s.bid[i] != 0;
    seat.secret("bid", secret_bid, Value{"hidden"},
                [&](auto& here) { here.optional_integer("bid", s.bid[i], std::uint8_t{0}, 1, r.card_count); });
    seat.integer("score", s.score[i], 0, 12 * (2 * kMaxRounds + 1));
  });
  io.list("stack", s.depth, 0, 2, [&](auto& frame, std::size_t i) {
    auto& f = s.stack[i];
    frame.word("ask", f.ask, kAsks);
    frame.integer("seat", f.seat, 0, n - 1);
    frame.optional_integer("target", f.target, kNone, 0, n - 1);
    frame.integer("force", f.force, 0, 6);
  });
}

static_assert(Game<Toy>);

std::shared_ptr<const Referee> compile_toy(const Tables& tables);

// The rules that tests use unless they say otherwise.
inline constexpr std::string_view kRulesText =
    "arbitre-rules 1 toy\n\n[params] value\ncard_count 13\nhand_size 3\nsix_weight 2\n";

}  // namespace arbitre::toy
