// Terraforming Mars: who and what an op may name, and whether a list of ops can be carried out at
// all (TM 4.2, 5.1, 5.9, 5.10). A trial runs the list with the interpreter that also plays it, on a
// copy of the numbers it touches: there is no second set of preconditions.
// Must not know: whose turn it is, how an answer is carried out.
#pragma once

#include "arbitre/games/terraforming_mars/economy.hpp"

namespace arbitre::terraforming_mars {

// Where an op stands: what it needs to know of its frame.
struct Where {
  Seat seat = 0;
  ProgramId program = kNoProgram;
  std::uint8_t pc = 0;
  std::uint8_t source = kNone;
  std::uint8_t hex = kNone;
  std::uint8_t trigger = kNone;
};

inline Where where(const Frame& frame) {
  return {frame.player, frame.program, frame.pc, frame.source, frame.hex, frame.trigger};
}

inline OpCode code_of(const Op& op) { return static_cast<OpCode>(op.code); }

inline int amount_of(const Rules& r, const State& s, Seat seat, const Op& op, std::uint8_t here,
                     std::uint8_t extra = kNone) {
  return effect::amount_of(op, [&](std::uint8_t kind, std::uint8_t arg) {
    return count_of(r, s, seat, static_cast<CountKind>(kind), arg, here, extra);
  });
}

inline bool is_option(const Rules& r, const Where& at) { return r.library.programs[at.program].option; }

// --- red-bordered effects (TM 5.9) ---------------------------------------------------------------

// TM-C26: what the list gives back of a production behind an op.
inline int gained_later(const Rules& r, const Where& at, std::uint8_t resource) {
  int gained = 0;
  const auto ops = r.library.list(at.program);
  for (std::size_t i = at.pc + 1u; i < ops.size(); ++i) {
    const Op& op = ops[i];
    if (code_of(op) == OpCode::production && op.arg[0] == resource && op.count == 0 && op.amount > 0) {
      gained += op.amount;
    }
  }
  return gained;
}

// Who can lose a production: `mine` is my own as it stands when the op comes up.
struct Losers {
  const Rules& r;
  const State& s;
  const Where& at;
  std::uint8_t resource;
  int amount;
  int mine;

  bool can_lose(Seat seat) const {
    const int held = seat == at.seat ? mine : s.seats[seat].production[resource];
    return held - amount >= r.min_production(resource);
  }
  bool optional() const { return s.options.preset == 1; }  // seed_text: another player or nobody
  bool anybody() const {
    if (s.solo()) return true;  // the neutral player
    for (Seat seat = 0; seat < s.players(); ++seat) {
      if ((seat != at.seat || !optional()) && can_lose(seat)) return true;
    }
    return false;
  }
  // TM-C26: I may lose what the same list gives me.
  bool only_me() const {
    return !optional() && !anybody() && mine + gained_later(r, at, resource) - amount >= r.min_production(resource);
  }
};

inline Verdict check_loser(const Losers& losers, Seat player) {
  const Rules& r = losers.r;
  const int named = r.player_words + player;
  const int resource = r.resource_words + losers.resource;
  if (player == kNobody) {
    return losers.optional() && !is_option(r, losers.at) ? Verdict{} : refuse(Code::target_required, resource);
  }
  if (player == kNeutral) return losers.s.solo() ? Verdict{} : refuse(Code::target_illegal, named);
  if (player >= losers.s.players() || (player == losers.at.seat && losers.optional())) {
    return refuse(Code::target_illegal, named);
  }
  if (losers.can_lose(player) || (player == losers.at.seat && losers.only_me())) return {};
  const int held = player == losers.at.seat ? losers.mine : losers.s.seats[player].production[losers.resource];
  return refuse(Code::target_too_low, resource, r.min_production(losers.resource) + losers.amount, held);
}

inline Verdict check_robbed(const Rules& r, const State& s, const Where& at, const Op& op, Seat player) {
  const int named = r.player_words + player;
  const int resource = r.resource_words + op.arg[0];
  const bool near_tile = static_cast<From>(op.arg[1]) == From::owner_next_to_last_tile;
  if (player == kNobody) return is_option(r, at) ? refuse(Code::target_required, resource) : Verdict{};
  if (player == kNeutral) return s.solo() && !near_tile ? Verdict{} : refuse(Code::target_illegal, named);
  if (player >= s.players() || player == at.seat) return refuse(Code::target_illegal, named);
  if (near_tile) {
    const bool near = at.hex < kHexes && (r.around[at.hex] & s.owned[player]) != 0;
    if (!near) return refuse(Code::target_illegal, named);
  }
  if (is_protected(r, s, player, at.seat, stock_bit(op.arg[0]))) return refuse(Code::target_protected, resource);
  const int held = s.seats[player].stock[op.arg[0]];
  return held >= 1 ? Verdict{} : refuse(Code::target_too_low, resource, 1, held);
}

inline Verdict check_victim(const Rules& r, const State& s, const Where& at, const Op& op, Seat player) {
  if (code_of(op) == OpCode::remove_any) return check_robbed(r, s, at, op, player);
  const int mine = s.seats[at.seat].production[op.arg[0]];
  return check_loser(Losers{r, s, at, op.arg[0], amount_of(r, s, at.seat, op, at.source), mine}, player);
}

// --- cards as targets ----------------------------------------------------------------------------

// Values of `target_card` behind the sources.
inline int neutral_prey(const Rules& r) { return static_cast<int>(r.source_count()); }
inline int no_prey(const Rules& r) { return static_cast<int>(r.source_count()) + 1; }
inline int prey_word(const Rules& r, int card) {
  if (card < neutral_prey(r)) return r.source_words + card;
  return r.player_words + (card == neutral_prey(r) ? kNeutral : kNobody);
}

inline bool holds(const Rules& r, std::uint8_t card, std::uint8_t type) {
  const std::uint8_t held = r.sources[card].resource;
  return type == any_resource ? held != kNone : held == type;
}

// TM 5.10: another card of mine that holds the type; `nonempty`: any of mine with a resource on it.
inline Verdict check_receiver(const Rules& r, const State& s, const Where& at, const Op& op, int card) {
  const bool mine = card < r.card_count && s.seats[at.seat].in_play.has(static_cast<std::size_t>(card));
  const bool nonempty = static_cast<To>(op.arg[1]) == To::nonempty;
  if (card == no_prey(r)) return refuse(Code::target_required, r.held_words[op.arg[0]]);
  if (!mine || !holds(r, byte(card), op.arg[0]) || (!nonempty && card == at.source)) {
    return refuse(Code::card_target_illegal, prey_word(r, card));
  }
  if (nonempty && s.resources[static_cast<std::size_t>(card)] == 0) {
    return refuse(Code::target_too_low, prey_word(r, card), 1, 0);
  }
  return {};
}

// TM 5.9: a card of anybody's that holds the type, but not the source itself (TM-C17).
inline Verdict check_prey(const Rules& r, const State& s, const Where& at, const Op& op, int card) {
  const std::uint8_t type = op.arg[0];
  const bool optional = op.arg[2] != 0 && !is_option(r, at);
  if (card == no_prey(r)) return optional ? Verdict{} : refuse(Code::target_required, r.held_words[type]);
  if (card == neutral_prey(r)) {  // TM 6.1: one animal and one microbe that are never used up
    const bool there = s.solo() && (type == animal || type == microbe);
    return there ? Verdict{} : refuse(Code::card_target_illegal, prey_word(r, card));
  }
  const Seat owner = card < r.card_count ? owner_in_play(s, byte(card)) : kNone;
  if (owner == kNone || card == at.source || !holds(r, byte(card), type)) {
    return refuse(Code::card_target_illegal, prey_word(r, card));
  }
  const std::uint8_t held_type = r.sources[static_cast<std::size_t>(card)].resource;
  if (is_protected(r, s, owner, at.seat, held_bit(held_type), byte(card))) {
    return refuse(Code::target_protected, prey_word(r, card));
  }
  return s.resources[static_cast<std::size_t>(card)] > 0 ? Verdict{}
                                                         : refuse(Code::target_too_low, prey_word(r, card), 1, 0);
}

Verdict check_copied(const Rules& r, const State& s, const Where& at, const Op& op, int card);

inline Verdict check_card_target(const Rules& r, const State& s, const Where& at, const Op& op, int card) {
  switch (code_of(op)) {
    case OpCode::add_resource: return check_receiver(r, s, at, op, card);
    case OpCode::remove_resource: return check_prey(r, s, at, op, card);
    default: return check_copied(r, s, at, op, card);
  }
}

// Visits the cards that an op may name, ascending; `visit(card)` returns false to stop.
template <class Visit>
void for_each_card_target(const Rules& r, const State& s, const Where& at, const Op& op, Visit&& visit) {
  bool going = true;
  const auto offer = [&](int card) {
    if (going && check_card_target(r, s, at, op, card).ok()) going = visit(card);
  };
  Cards candidates;
  if (code_of(op) == OpCode::copy_production) {
    candidates = s.seats[at.seat].in_play & r.tag_once[op.arg[0]];
  } else {
    for (Seat seat = 0; seat < s.players(); ++seat) candidates |= s.seats[seat].in_play;
    candidates &= r.holders[op.arg[0]];
  }
  candidates.for_each([&](std::size_t card) { offer(static_cast<int>(card)); });
  const std::uint8_t corporation = s.seats[at.seat].corporation;
  if (corporation != kNone) offer(r.corporation_source(corporation));
  offer(neutral_prey(r));
  offer(no_prey(r));
}

inline bool has_card_target(const Rules& r, const State& s, const Where& at, const Op& op) {
  bool found = false;
  for_each_card_target(r, s, at, op, [&](int card) {
    found = card != no_prey(r);
    return !found;
  });
  return found;
}

// --- trials ---------------------------------------------------------------------------------------

enum class Trying : std::uint8_t { card, action, option, copy };

// Runs a list without touching the position: what it costs must be there, and what it must name
// must exist. `verdict` holds the first thing that is missing.
class Trial {
 public:
  Trial(const Rules& rules, const State& state, const Where& at, Trying trying)
      : r{rules}, s{state}, at_{at}, trying_{trying} {
    const SeatState& own = s.seats[at.seat];
    for (std::size_t i = 0; i < kResources; ++i) {
      stock_[i] = own.stock[i];
      production_[i] = own.production[i];
    }
  }

  Verdict verdict;
  bool many_alternatives = false;  // of a card's action (TM 4.2, TM-C8)

  // What a payment takes before the card's own costs come (TM 4.3, 5).
  void pay_first(const Facts& facts, const Bill& bill, const Payment& p) {
    stock_[megacredit] -= money_of(facts, bill, p);
    stock_[steel] -= p.steel;
    stock_[titanium] -= p.titanium;
    stock_[heat] -= p.heat;
  }

  Verdict run(ProgramId program) {
    const Where outer = at_;
    at_.program = program;
    std::uint8_t pc = 0;
    effect::run(r.library, program, pc, *this);
    at_ = outer;
    return verdict;
  }

  // The host of the interpreter.
  bool asks(const Op&) const { return false; }
  bool interrupted() const { return !verdict.ok(); }
  void act(const Op& op);

 private:
  int amount(const Op& op) const {
    return amount_of(r, s, at_.seat, op, at_.source, trying_ == Trying::card ? at_.source : kNone);
  }
  int relief(bool of_production, std::uint8_t resource) const;
  void act_production(const Op& op);
  void act_pay(const Op& op);
  void act_lose_production(const Op& op);
  void act_add_resource(const Op& op);
  void act_remove_resource(const Op& op);
  void act_convert(const Op& op);
  void demand_card_target(const Op& op, int word) {
    if (!has_card_target(r, s, at_, op)) verdict = refuse(Code::no_target, word, 1, 0);
  }

  const Rules& r;
  const State& s;
  Where at_;
  Trying trying_;
  std::array<int, kResources> stock_{};
  std::array<int, kResources> production_{};
};

// TM 4.2: each tile of a list has a legal hex, an ocean only while there are fewer than nine.
Verdict check_places(const Rules& r, const State& s, Seat seat, ProgramId program);

// D-OPTION: whether an option of `choose` is offered (TM 1.4).
Verdict check_option(const Rules& r, const State& s, const Where& at, const Op& op, int option);

}  // namespace arbitre::terraforming_mars
