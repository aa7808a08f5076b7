// Terraforming Mars: the host of the effect interpreter. It says which ops ask a question, carries
// ops out, and carries answers out (TM 1.4, 11.1).
// Must not know: turns and phases, or what is checked before an op list starts.
#pragma once

#include "arbitre/games/terraforming_mars/changes.hpp"
#include "arbitre/games/terraforming_mars/targets.hpp"

namespace arbitre::terraforming_mars {

// The number of legal answers to a question, as far as it matters, and the first of them.
struct Answers {
  int count = 0;  // counting stops at two
  int first = 0;

  bool add(int answer) {
    if (count++ == 0) first = answer;
    return count < 2;
  }
};

// --- the questions of ops --------------------------------------------------------------------------

inline Answers victims_of(const Rules& r, const State& s, const Where& at, const Op& op) {
  Answers answers;
  for (Seat player = 0; player <= kNobody; ++player) {
    if (check_victim(r, s, at, op, player).ok() && !answers.add(player)) break;
  }
  return answers;
}

inline Answers card_targets_of(const Rules& r, const State& s, const Where& at, const Op& op) {
  Answers answers;
  for_each_card_target(r, s, at, op, [&](int card) { return answers.add(card); });
  return answers;
}

inline Answers options_of(const Rules& r, const State& s, const Where& at, const Op& op) {
  Answers answers;
  for (int option = 0; option < op.arg[0]; ++option) {
    if (check_option(r, s, at, op, option).ok() && !answers.add(option)) break;
  }
  return answers;
}

// How much of a pool `convert` may move: min to what is there, at most 200 (TM-C32).
inline constexpr int kMostConverted = 200;
inline int most_converted(const Rules& r, const State& s, Seat seat, const Op& op) {
  const std::uint8_t from = op.arg[1];
  const SeatState& own = s.seats[seat];
  const int there = op.arg[0] != 0 ? own.production[from] - r.min_production(from) : own.stock[from];
  return std::min(there, kMostConverted);
}

inline Bill pay_bill(const Rules& r, const State& s, const Where& at, const Op& op) {
  return {amount_of(r, s, at.seat, op, at.source), (op.arg[1] & 1u) != 0, (op.arg[1] & 2u) != 0};
}

// The payments of a bill that leave nothing undone; `fits(payment)` may refuse more of them.
template <class Fits>
Answers payments_of(const State& s, Seat seat, const Facts& facts, const Bill& bill, Payment& only, Fits&& fits) {
  Answers answers;
  for_each_payment(s, seat, facts, bill, [&](const Payment& payment) {
    if (!fits(payment)) return true;
    only = answers.count == 0 ? payment : only;
    return answers.add(0);
  });
  return answers;
}

inline Hexes places_of(const Rules& r, const State& s, const Where& at, const Op& op) {
  if (code_of(op) == OpCode::claim_area) return site_of(r, s, at.seat, Tile::special, Placement::claim).legal();
  return legal_places(r, s, at.seat, static_cast<Tile>(op.arg[0]), static_cast<Placement>(op.arg[1]));
}

// --- the host ----------------------------------------------------------------------------------------

class Host {
 public:
  // The frame on top of the stack.
  explicit Host(GameStep& game_step) : step{game_step}, s{game_step.s}, r{game_step.r}, index_{step.s.depth - 1u} {}

  bool asks(const Op& op) const;
  void act(const Op& op);
  bool interrupted() const { return s.depth != index_ + 1u; }

  // Answers. The caller has moved the frame on where the answer completes the op.
  void hit(const Op& op, Seat player);
  void use_card(const Op& op, int card);
  void choose(const Op& op, int option) { push_inner(static_cast<ProgramId>(op.list + option)); }
  void convert(const Op& op, int n);
  void place(const Op& op, int place);
  void pay(const Op& op, const Payment& payment);
  void discard(std::uint8_t card);
  void sell(const Op& op, std::uint8_t card);

 private:
  Frame& frame() { return s.stack[index_]; }
  // The op stands where it stands in its list, wherever its frame has moved on to.
  Where at(const Op& op) const {
    Where here = where(s.stack[index_]);
    here.pc = byte(&op - r.library.list(here.program).data());
    return here;
  }
  Seat me() const { return s.stack[index_].player; }
  int amount(const Op& op) const { return amount_of(r, s, me(), op, s.stack[index_].source); }

  // `when` and `choose` hand everything down, other lists the source alone (TM 12.2).
  void push_inner(ProgramId list) {
    Frame inner = frame();
    inner.program = list;
    inner.pc = 0;
    inner.count = 0;
    push_ops(r, s, inner);
  }
  void place_by_itself(const Op& op);
  void remember_bonus(const Op& op);

  GameStep& step;
  State& s;
  const Rules& r;
  std::size_t index_;
};
static_assert(effect::Host<Host> && effect::Host<Trial>);

inline bool Host::asks(const Op& op) const {
  switch (code_of(op)) {
    case OpCode::pay: {
      if (op.arg[0] != megacredit) return false;
      const Facts facts{r, s, me()};
      if (op.arg[1] == 0 && !facts.heat_is_money) return false;
      Payment only;
      return payments_of(s, me(), facts, pay_bill(r, s, at(op), op), only, [](const Payment&) { return true; }).count >
             1;
    }
    case OpCode::production_any:
    case OpCode::remove_any: return victims_of(r, s, at(op), op).count > 1;
    case OpCode::add_resource: {
      const auto to = static_cast<To>(op.arg[1]);
      if (to != To::other && to != To::nonempty) return false;
      return card_targets_of(r, s, at(op), op).count > 1;
    }
    case OpCode::remove_resource: return op.arg[1] != 0 && card_targets_of(r, s, at(op), op).count > 1;
    case OpCode::copy_production: return card_targets_of(r, s, at(op), op).count > 1;
    case OpCode::choose: return options_of(r, s, at(op), op).count > 1;
    case OpCode::convert: return most_converted(r, s, me(), op) > op.amount;
    case OpCode::place_tile:
    case OpCode::claim_area: return count_bits(places_of(r, s, at(op), op)) > 1;
    case OpCode::discard: return s.seats[me()].hand_size() > op.amount - s.stack[index_].count;
    case OpCode::sell_cards: {
      // Before the first `min` cards are gone `done` is no answer (TM 4.4).
      const int hand = s.seats[me()].hand_size();
      return s.stack[index_].count >= op.arg[0] ? hand >= 1 : hand > 1;
    }
    default: return false;
  }
}

inline void Host::act(const Op& op) {
  switch (code_of(op)) {
    case OpCode::production: return change_production(step, me(), op.arg[0], amount(op));
    case OpCode::gain: return change_stock(step, me(), op.arg[0], amount(op));
    case OpCode::pay: {
      if (op.arg[0] != megacredit) return change_stock(step, me(), op.arg[0], -amount(op));
      const Facts facts{r, s, me()};
      Payment only;
      const auto fits = [](const Payment&) { return true; };
      if (payments_of(s, me(), facts, pay_bill(r, s, at(op), op), only, fits).count > 0) pay(op, only);
      return;
    }
    case OpCode::production_any:
    case OpCode::remove_any: {
      const Answers victims = victims_of(r, s, at(op), op);
      if (victims.count == 1) hit(op, static_cast<Seat>(victims.first));
      return;
    }
    case OpCode::add_resource: {
      const Frame here = frame();
      switch (static_cast<To>(op.arg[1])) {
        case To::self:
          if (in_play_of(r, s, me(), here.source)) use_card(op, here.source);
          return;
        case To::trigger_card:
          if (in_play_of(r, s, me(), here.trigger)) use_card(op, here.trigger);
          return;
        case To::other:
        case To::nonempty: break;
      }
      const Answers cards = card_targets_of(r, s, at(op), op);
      if (cards.count == 1) use_card(op, cards.first);
      return;
    }
    case OpCode::remove_resource: {
      if (op.arg[1] == 0) {
        if (in_play_of(r, s, me(), frame().source)) use_card(op, frame().source);
        return;
      }
      const Answers cards = card_targets_of(r, s, at(op), op);
      if (cards.count == 1) use_card(op, cards.first);
      return;
    }
    case OpCode::copy_production: {
      const Answers cards = card_targets_of(r, s, at(op), op);
      if (cards.count == 1) use_card(op, cards.first);
      return;
    }
    case OpCode::raise: return push_raise(s, me(), static_cast<Parameter>(op.arg[0]), op.amount);
    case OpCode::place_tile:
    case OpCode::claim_area: return place_by_itself(op);
    case OpCode::tr: return raise_tr(step, me(), amount(op));
    case OpCode::draw: {
      const bool to_hand = op.arg[0] == op.amount && op.arg[1] == 0;
      Frame draw = draw_frame(me(), op.amount, to_hand ? DrawTo::hand : DrawTo::offered);
      draw.program = frame().program;
      draw.pc = byte(frame().pc - 1);
      draw.source = frame().source;
      return push(s, draw);
    }
    case OpCode::reveal_top: {
      Frame draw = draw_frame(me(), 1, DrawTo::reveal);
      draw.program = frame().program;
      draw.pc = byte(frame().pc - 1);
      draw.source = frame().source;
      return push(s, draw);
    }
    case OpCode::discard:
      while (frame().count < op.amount && !s.seats[me()].hand.empty()) discard(byte(s.seats[me()].hand.nth(0)));
      frame().count = 0;
      return;
    case OpCode::sell_cards:
      while (frame().count < op.arg[0] && !s.seats[me()].hand.empty()) sell(op, byte(s.seats[me()].hand.nth(0)));
      frame().count = 0;
      return;
    case OpCode::choose: {
      const Answers options = options_of(r, s, at(op), op);
      if (options.count == 1) choose(op, options.first);
      return;
    }
    case OpCode::when: {
      bool all = true;
      for (std::size_t i = 0; i < op.arg[0]; ++i) {
        const Condition& condition = r.conditions[static_cast<std::size_t>(op.amount) + i];
        all = all && check_condition(r, s, me(), condition, 0).ok();
      }
      return push_inner(all ? op.list : op.other);
    }
    case OpCode::convert:
      if (most_converted(r, s, me(), op) >= op.amount) convert(op, op.amount);
      return;
    case OpCode::next_card: {
      SeatState& own = s.seats[me()];
      own.pending_discount = byte(std::min(own.pending_discount + op.amount, 99));
      own.pending_steps = byte(std::min(own.pending_steps + op.arg[0], 99));
      return;
    }
    case OpCode::production_of_area_bonus: return remember_bonus(op);
  }
}

// TM 5.9: each op has one victim; a steal yields what was lost.
inline void Host::hit(const Op& op, Seat player) {
  if (player == kNobody) return;
  const std::uint8_t resource = op.arg[0];
  const int wanted = amount(op);
  if (code_of(op) == OpCode::production_any) {
    if (player != kNeutral) change_production(step, player, resource, -wanted);
    return;
  }
  const bool steal = op.arg[2] != 0;
  const int lost = player == kNeutral ? wanted : std::min<int>(wanted, s.seats[player].stock[resource]);
  if (player != kNeutral) change_stock(step, player, resource, -lost);
  if (steal) change_stock(step, me(), resource, lost);
}

inline void Host::use_card(const Op& op, int card) {
  if (card >= neutral_prey(r)) return;  // nobody, or the neutral player's, which are never used up
  const auto source = byte(card);
  switch (code_of(op)) {
    case OpCode::add_resource:
      if (source < r.card_count && r.sources[source].resource != kNone) change_resources(step, me(), source, op.amount);
      return;
    case OpCode::remove_resource:
      if (source < r.card_count) change_resources(step, owner_in_play(s, source), source, -op.amount);
      return;
    default: push_ops(r, s, ops_frame(me(), r.sources[source].production_box, source)); return;
  }
}

inline void Host::convert(const Op& op, int n) {
  const auto change = op.arg[0] != 0 ? change_production : change_stock;
  change(step, me(), op.arg[1], -n);
  change(step, me(), op.arg[2], n);
}

inline void Host::place(const Op& op, int place) {
  Frame& here = frame();
  if (code_of(op) == OpCode::claim_area) {
    s.claims[here.player] |= hex_bit(place);
    step.report(Claimed{here.player, byte(place)});
    return;
  }
  const auto tile = static_cast<Tile>(op.arg[0]);
  here.hex = place < static_cast<int>(kHexes) ? byte(place) : kNone;
  if (tile != Tile::ocean && here.hex != kNone && here.source < r.card_count &&
      s.seats[here.player].in_play.has(here.source)) {
    s.card_hex[here.source] = byte(place + 1);
  }
  lay_tile(step, here.player, tile, op.arg[2], place);
}

// A tile with one legal place goes there; one with none is skipped (TM 5.4).
inline void Host::place_by_itself(const Op& op) {
  const Hexes places = places_of(r, s, at(op), op);
  if (places != 0) place(op, std::countr_zero(places));
}

// TM 1.4: the metal that the hex of this card's tile prints, or that the card remembers of it.
inline void Host::remember_bonus(const Op& op) {
  const Frame here = frame();
  const bool own_card = here.source < r.card_count && s.seats[here.player].in_play.has(here.source);
  std::uint8_t resource = kNone;
  if (here.hex != kNone && here.hex < kHexes) {
    for (std::uint8_t i = 0; i < kResources && resource == kNone; ++i) {
      if ((op.arg[0] >> i & 1u) != 0 && r.bonus[here.hex][i] > 0) resource = i;
    }
    if (own_card) s.area_bonus[here.source] = resource == kNone ? std::uint8_t{0} : byte(resource + 1);
  } else if (own_card && s.area_bonus[here.source] != 0) {
    resource = byte(s.area_bonus[here.source] - 1);
  }
  if (resource != kNone) change_production(step, here.player, resource, op.amount);
}

inline void Host::pay(const Op& op, const Payment& payment) {
  take_payment(step, me(), Facts{r, s, me()}, pay_bill(r, s, at(op), op), payment);
}

inline void Host::discard(std::uint8_t card) {
  s.seats[me()].hand.erase(card);
  s.discard.insert(card);
  ++frame().count;
  step.report(Discarded{me()});
}

// TM-C33: each card is gone and paid at once.
inline void Host::sell(const Op& op, std::uint8_t card) {
  s.seats[me()].hand.erase(card);
  s.discard.insert(card);
  ++frame().count;
  change_stock(step, me(), megacredit, op.amount);
}

}  // namespace arbitre::terraforming_mars
