// Vitorian Wars: one struct for each kind of move (VW 11) up to the attacks, with its checks in the order
// of VW 4. What comes before these (over, seat, decision) is in game.hpp, admit(). `perform` is what
// happens once a move is paid for; flow.hpp goes on from there to the next question.
#pragma once

#include "arbitre/games/vitorian_wars/effects.hpp"

namespace arbitre::vitorian_wars {

// flow.hpp: everything that happens by itself until somebody must choose.
inline void advance(GameStep& step);

// Announces a move: its price is asked card by card, then it is performed (VW-C54).
template <class Kind>
void announce(GameStep& step, const Kind& move, const Cost& to_return, const Cost& to_exhaust, int level) {
  if (to_return == Cost{} && to_exhaust == Cost{} && level == 0) {
    move.perform(step, step.seat);
  } else {
    Frame& pay = push(step.s, FrameKind::pay, step.seat);
    pay.to_return = to_return;
    pay.to_exhaust = to_exhaust;
    pay.level = static_cast<std::uint8_t>(level);
    pay.action = step.r.codec.encode(move);
  }
  advance(step);
}

template <class Visit>
void for_each_own_cell(Seat seat, Visit&& visit) {
  for (int i = 0; i < kSideCells; ++i) visit(static_cast<Cell>(seat * kSideCells + i));
}

inline Verdict check_own_unit(const Ctx& ctx, Cell cell) {
  if (!ctx.s.occupied(cell)) return refuse_cell(ctx, Code::target_not_found, cell);
  return side_of(cell) == ctx.seat ? Verdict{} : refuse_cell(ctx, Code::target_not_yours, cell);
}

// A kind without fields that is legal wherever it is admitted.
struct Bare {
  static constexpr bool chance = false;
  static constexpr auto fields = std::tuple{};
  Verdict check(const Ctx&) const { return {}; }
};

// --- set-up and the start of a turn ---------------------------------------------------------------

struct KeepHand : Bare {
  static constexpr std::string_view kind = "keep_hand";
  void apply(GameStep& step) const {
    step.s.stage = static_cast<Stage>(static_cast<int>(step.s.stage) + 1);
    advance(step);
  }
};

struct Mulligan : Bare {
  static constexpr std::string_view kind = "mulligan";
  void apply(GameStep& step) const {  // VW 3.1.4
    Player& own = step.s.players[step.seat];
    own.hand.for_each([&](std::size_t card, int n) {
      for (int i = 0; i < n; ++i) own.bottom.push_back(static_cast<std::uint8_t>(card));
    });
    own.hand.clear();
    own.mulligan_used = 1;
    step.report(Mulliganed{step.seat});
    push(step.s, FrameKind::draw, step.seat, step.r.opening_hand);
    step.s.stage = static_cast<Stage>(static_cast<int>(step.s.stage) + 1);
    advance(step);
  }
};

struct DefenseSacrifice : Bare {
  static constexpr std::string_view kind = "defense_sacrifice";
  void apply(GameStep& step) const {  // VW 3.4.2
    push(step.s, FrameKind::pile, step.seat, 1).to_zone = 1;
    step.s.stage = Stage::maintenance;
    advance(step);
  }
};

inline void burn_out(GameStep& step, Seat seat);  // flow.hpp

struct AcceptBurnout : Bare {
  static constexpr std::string_view kind = "accept_burnout";
  void apply(GameStep& step) const {
    burn_out(step, step.seat);
    advance(step);
  }
};

struct KeepElite {
  Cell cell;
  static constexpr std::string_view kind = "keep_elite";
  static constexpr bool chance = false;
  static constexpr auto fields = std::tuple{field("cell", &KeepElite::cell, Dom::cell)};

  Verdict check(const Ctx& ctx) const {  // VW 4.12
    if (const Verdict own = check_own_unit(ctx, cell); !own.ok()) return own;
    const Unit& unit = ctx.s.grid[cell];
    if (!is_elite(ctx.r, unit)) {
      return {Code::not_elite, static_cast<std::uint16_t>(ctx.r.cell_words + cell), ctx.r.elite_level,
              card_of(ctx.r, unit).level};
    }
    const std::uint32_t kept = ctx.s.top().kept;
    if ((kept >> cell & 1u) != 0) return refuse_cell(ctx, Code::target_already_chosen, cell);
    return check_cost(ctx, {0, static_cast<std::uint8_t>(count_bits(kept) + 1)});
  }
  template <class Sink>
  static void propose(const Ctx& ctx, Sink&& keep) {
    for_each_cell(ctx.s, ctx.seat, [&](Cell cell) { keep(KeepElite{cell}); });
  }
  void apply(GameStep& step) const {
    step.s.top().kept |= 1u << cell;
    advance(step);
  }
};

struct EndMaintenance : Bare {
  static constexpr std::string_view kind = "end_maintenance";
  void apply(GameStep& step) const {
    const auto marked = static_cast<std::uint8_t>(count_bits(step.s.top().kept));
    announce(step, *this, {}, {0, marked}, 0);
  }
  void perform(GameStep& step, Seat seat) const {  // VW 3.3.3
    State& s = step.s;
    const std::uint32_t kept = s.top().kept;
    pop(s);
    Maintained maintained{seat, {}};
    std::uint32_t lost = 0;
    for_each_cell(s, seat, [&](Cell cell) {
      if ((kept >> cell & 1u) != 0) {
        maintained.kept.push_back(cell);
      } else if (is_elite(step.r, s.grid[cell])) {
        lost |= 1u << cell;
      }
    });
    step.report(maintained);
    destroy(step, lost, false);
  }
};

// --- the main phase ---------------------------------------------------------------------------------

inline Verdict check_in_hand(const Ctx& ctx, std::uint8_t card, CardType type, Reject otherwise) {
  if (!ctx.own().hand.has(card)) return refuse_card(ctx, Code::card_not_in_hand, card);
  return ctx.r.cards[card].type == type ? Verdict{} : refuse_card(ctx, otherwise, card);
}
inline Verdict check_price(const Ctx& ctx, std::uint8_t card) {
  return check_cost(ctx, ctx.r.cards[card].cost, ctx.r.cards[card].level);
}
// Calls `visit` for each card of the hand that is of a type and can be paid for.
template <class Visit>
void for_each_payable(const Ctx& ctx, CardType type, Visit&& visit) {
  ctx.own().hand.for_each([&](std::size_t id, int) {
    const auto card = static_cast<std::uint8_t>(id);
    if (ctx.r.cards[card].type == type && check_price(ctx, card).ok()) visit(card);
  });
}
inline void announce_card(GameStep& step, const auto& move, std::uint8_t card) {
  announce(step, move, step.r.cards[card].cost, {}, step.r.cards[card].level);
}

struct Mobilize {
  std::uint8_t card;
  Cell cell;
  static constexpr std::string_view kind = "mobilize";
  static constexpr bool chance = false;
  static constexpr auto fields =
      std::tuple{field("card", &Mobilize::card, Dom::card), field("cell", &Mobilize::cell, Dom::cell)};

  Verdict check(const Ctx& ctx) const {  // VW 4.3
    if (const Verdict hand = check_in_hand(ctx, card, CardType::unit, Code::not_a_unit); !hand.ok()) return hand;
    if (side_of(cell) != ctx.seat) return refuse_cell(ctx, Code::cell_out_of_range, cell);
    if (ctx.s.occupied(cell)) return refuse_cell(ctx, Code::cell_occupied, cell);
    return check_price(ctx, card);
  }
  template <class Sink>
  static void propose(const Ctx& ctx, Sink&& keep) {
    for_each_payable(ctx, CardType::unit, [&](std::uint8_t card) {
      for_each_own_cell(ctx.seat, [&](Cell cell) {
        if (!ctx.s.occupied(cell)) keep(Mobilize{card, cell});
      });
    });
  }
  void apply(GameStep& step) const { announce_card(step, *this, card); }
  void perform(GameStep& step, Seat seat) const {
    State& s = step.s;
    s.players[seat].hand.remove(card);
    Unit& unit = s.grid[cell];
    unit.card = card;
    unit.entered = 1;
    step.report(Mobilized{cell, card});
    if (has(step.r, unit, Keyword::shield) && step.r.shield_limit > 0) {
      unit.shields = 1;
      step.report(ShieldGained{cell});
    }
    trigger(step, card, Trigger::deploy, seat, cell);
  }
};

struct Equip {
  std::uint8_t card;
  Cell cell;
  static constexpr std::string_view kind = "equip";
  static constexpr bool chance = false;
  static constexpr auto fields =
      std::tuple{field("card", &Equip::card, Dom::card), field("cell", &Equip::cell, Dom::cell)};

  Verdict check(const Ctx& ctx) const {  // VW 4.4
    if (const Verdict hand = check_in_hand(ctx, card, CardType::equipment, Code::not_equipment); !hand.ok())
      return hand;
    if (const Verdict own = check_own_unit(ctx, cell); !own.ok()) return own;
    const Unit& unit = ctx.s.grid[cell];
    const std::uint16_t fits = ctx.r.cards[card].host_subtypes;
    if (fits != 0 && (card_of(ctx.r, unit).subtypes & fits) == 0) {
      return refuse_cell(ctx, Code::target_filter_mismatch, cell);
    }
    if (unit.equipment != kNone) return refuse_cell(ctx, Code::unit_already_equipped, cell);
    return check_price(ctx, card);
  }
  template <class Sink>
  static void propose(const Ctx& ctx, Sink&& keep) {
    for_each_payable(ctx, CardType::equipment, [&](std::uint8_t card) {
      for_each_cell(ctx.s, ctx.seat, [&](Cell cell) { keep(Equip{card, cell}); });
    });
  }
  void apply(GameStep& step) const { announce_card(step, *this, card); }
  void perform(GameStep& step, Seat seat) const {
    step.s.players[seat].hand.remove(card);
    step.s.grid[cell].equipment = card;
    step.report(Equipped{cell, card});
  }
};

struct PlayField {
  std::uint8_t card;
  static constexpr std::string_view kind = "play_field";
  static constexpr bool chance = false;
  static constexpr auto fields = std::tuple{field("card", &PlayField::card, Dom::card)};

  Verdict check(const Ctx& ctx) const {  // VW 4.5
    const Verdict hand = check_in_hand(ctx, card, CardType::field_condition, Code::not_field_condition);
    if (!hand.ok()) return hand;
    if (ctx.own().field != kNone) return refuse_card(ctx, Code::field_already_active, card);
    return check_price(ctx, card);
  }
  template <class Sink>
  static void propose(const Ctx& ctx, Sink&& keep) {
    for_each_payable(ctx, CardType::field_condition, [&](std::uint8_t card) { keep(PlayField{card}); });
  }
  void apply(GameStep& step) const { announce_card(step, *this, card); }
  void perform(GameStep& step, Seat seat) const {
    step.s.players[seat].hand.remove(card);
    step.s.players[seat].field = card;
    step.report(FieldPlayed{seat, card});
  }
};

struct MoveUnit {
  Cell from, to;
  static constexpr std::string_view kind = "move";
  static constexpr bool chance = false;
  static constexpr auto fields =
      std::tuple{field("from", &MoveUnit::from, Dom::cell), field("to", &MoveUnit::to, Dom::cell)};

  // VW 4.6: what one step costs.
  Cost cost(const Rules& r, const State& s, Seat seat) const {
    const std::uint16_t all = keywords(r, s.grid[from]);
    const bool changes_row = row_of(from) != row_of(to);
    if (changes_row && (all & bit(Keyword::light)) != 0) return {};
    const int delta = rule_delta(r, s, HouseRule::move_cost, seat);
    const auto personnel = static_cast<std::uint8_t>(std::max(0, 1 + delta));
    return {personnel, static_cast<std::uint8_t>((all & bit(Keyword::heavy)) != 0 ? 1 : 0)};
  }
  Verdict check(const Ctx& ctx) const {
    if (const Verdict own = check_own_unit(ctx, from); !own.ok()) return own;
    const Unit& unit = ctx.s.grid[from];
    if (unit.exhausted != 0) return refuse_cell(ctx, Code::unit_exhausted, from);
    if (unit.moved != 0) return refuse_cell(ctx, Code::unit_already_moved, from);
    if (side_of(to) != ctx.seat) return refuse_cell(ctx, Code::cell_out_of_range, to);
    if (!is_adjacent(from, to)) return refuse_cell(ctx, Code::destination_not_adjacent, to);
    if (row_of(from) != row_of(to) && has(ctx.r, unit, Keyword::brute)) {
      return refuse_cell(ctx, Code::brute_cannot_change_row, from);
    }
    if (ctx.s.occupied(to)) return refuse_cell(ctx, Code::cell_occupied, to);
    return check_cost(ctx, cost(ctx.r, ctx.s, ctx.seat));
  }
  template <class Sink>
  static void propose(const Ctx& ctx, Sink&& keep) {
    for_each_cell(ctx.s, ctx.seat, [&](Cell from) {
      const Unit& unit = ctx.s.grid[from];
      if (unit.exhausted != 0 || unit.moved != 0) return;
      for_each_own_cell(ctx.seat, [&](Cell to) {
        if (is_adjacent(from, to)) keep(MoveUnit{from, to});
      });
    });
  }
  void apply(GameStep& step) const { announce(step, *this, {}, cost(step.r, step.s, step.seat), 0); }
  void perform(GameStep& step, Seat) const {
    step.s.grid[from].moved = 1;
    move_unit(step, from, to, Why::move);
  }
};

struct Activate {
  Cell cell;
  static constexpr std::string_view kind = "activate";
  static constexpr bool chance = false;
  static constexpr auto fields = std::tuple{field("cell", &Activate::cell, Dom::cell)};

  Verdict check(const Ctx& ctx) const {  // VW 4.7
    if (const Verdict own = check_own_unit(ctx, cell); !own.ok()) return own;
    const Unit& unit = ctx.s.grid[cell];
    if ((ctx.r.traits[unit.card] & kActivates) == 0) return refuse_cell(ctx, Code::no_such_ability, cell);
    if (unit.entered != 0) return refuse_cell(ctx, Code::unit_just_mobilized, cell);
    return unit.exhausted == 0 ? Verdict{} : refuse_cell(ctx, Code::unit_exhausted, cell);
  }
  template <class Sink>
  static void propose(const Ctx& ctx, Sink&& keep) {
    for_each_cell(ctx.s, ctx.seat, [&](Cell cell) {
      if ((ctx.r.traits[ctx.s.grid[cell].card] & kActivates) != 0) keep(Activate{cell});
    });
  }
  void apply(GameStep& step) const {
    step.s.grid[cell].exhausted = 1;
    step.report(Activated{cell});
    trigger(step, step.s.grid[cell].card, Trigger::activate, step.seat, cell);
    advance(step);
  }
};

// --- attacks ------------------------------------------------------------------------------------------

// VW 4.9. `in_main` is the charge of the main phase.
inline Cost attack_cost(const Rules& r, const Unit& unit, bool in_main) {
  const bool charges = unit.entered != 0 && (in_main || !has(r, unit, Keyword::pioneer));
  return charges ? Cost{1, 0} : Cost{};
}
inline Verdict check_attack(const Ctx& ctx, Cell from, Cell target, bool in_main) {
  if (ctx.s.turn == 1) return refuse(Code::first_turn_no_combat);
  if (const Verdict own = check_own_unit(ctx, from); !own.ok()) return own;
  const Unit& unit = ctx.s.grid[from];
  const std::uint16_t all = keywords(ctx.r, unit);
  if (row_of(from) != 1) return refuse_cell(ctx, Code::attacker_not_in_vanguard, from);
  if (unit.exhausted != 0) return refuse_cell(ctx, Code::unit_exhausted, from);
  const bool bayonets = (all & bit(Keyword::bayonet_charge)) != 0;
  if (in_main && (unit.entered == 0 || !bayonets)) return refuse_cell(ctx, Code::charge_not_available, from);
  if (unit.entered != 0 && !bayonets && (all & bit(Keyword::pioneer)) == 0) {
    return refuse_cell(ctx, Code::unit_just_mobilized, from);
  }
  const int limit = (all & bit(Keyword::swift)) != 0 ? 2 : 1;
  if (unit.attacks >= limit) {
    return {Code::attack_limit_reached, static_cast<std::uint16_t>(ctx.r.cell_words + from), limit, unit.attacks};
  }
  if (figures(ctx.r, ctx.s, from).attack < 1) return refuse_cell(ctx, Code::attacker_has_no_attack, from);
  if (const Verdict aimed = check_attack_target(ctx, from, target); !aimed.ok()) return aimed;
  return check_cost(ctx, attack_cost(ctx.r, unit, in_main));
}
// Units that can't attack at all are left out at once; `may` adds a condition.
template <class Kind, class Sink, class Test>
void propose_attacks(const Ctx& ctx, Sink&& keep, Test&& may) {
  if (ctx.s.turn == 1) return;
  for (int column = 0; column < kColumns; ++column) {
    const Cell from = cell_of(ctx.seat, 1, column);
    if (!ctx.s.occupied(from) || ctx.s.grid[from].exhausted != 0) continue;
    if (!may(ctx.s.grid[from]) || figures(ctx.r, ctx.s, from).attack < 1) continue;
    for_each_cell(ctx.s, other(ctx.seat), [&](Cell target) { keep(Kind{from, target}); });
    keep(Kind{from, kSovereign});
  }
}
inline void declare(GameStep& step, Seat seat, Cell from, Cell target, bool charge) {  // VW 5.1
  State& s = step.s;
  Unit& unit = s.grid[from];
  ++unit.attacks;
  if (!has(step.r, unit, Keyword::swift)) unit.exhausted = 1;
  s.combat = Combat{};
  s.combat.step = CombatStep::orders_defender;
  s.combat.seat = seat;
  s.combat.attacker = from;
  s.combat.target = target;
  step.report(AttackDeclared{from, target, static_cast<std::uint8_t>(charge)});
  trigger(step, unit.card, Trigger::attack_declared, seat, from);
}

struct Charge {
  Cell from, target;
  static constexpr std::string_view kind = "charge";
  static constexpr bool chance = false;
  static constexpr auto fields =
      std::tuple{field("from", &Charge::from, Dom::cell), field("target", &Charge::target, Dom::target)};

  Verdict check(const Ctx& ctx) const { return check_attack(ctx, from, target, true); }
  template <class Sink>
  static void propose(const Ctx& ctx, Sink&& keep) {
    propose_attacks<Charge>(
        ctx, keep, [&](const Unit& unit) { return unit.entered != 0 && has(ctx.r, unit, Keyword::bayonet_charge); });
  }
  void apply(GameStep& step) const { announce(step, *this, {}, attack_cost(step.r, step.s.grid[from], true), 0); }
  void perform(GameStep& step, Seat seat) const { declare(step, seat, from, target, true); }
};

struct EndMain : Bare {
  static constexpr std::string_view kind = "end_main";
  void apply(GameStep& step) const {
    step.s.stage = step.s.turn == 1 ? Stage::expire : Stage::combat_action;  // VW 3.6
    advance(step);
  }
};

struct DeclareAttack {
  Cell from, target;
  static constexpr std::string_view kind = "declare_attack";
  static constexpr bool chance = false;
  static constexpr auto fields =
      std::tuple{field("from", &DeclareAttack::from, Dom::cell), field("target", &DeclareAttack::target, Dom::target)};

  Verdict check(const Ctx& ctx) const { return check_attack(ctx, from, target, false); }
  template <class Sink>
  static void propose(const Ctx& ctx, Sink&& keep) {
    propose_attacks<DeclareAttack>(ctx, keep, [](const Unit&) { return true; });
  }
  void apply(GameStep& step) const { announce(step, *this, {}, attack_cost(step.r, step.s.grid[from], false), 0); }
  void perform(GameStep& step, Seat seat) const { declare(step, seat, from, target, false); }
};

struct EndCombat : Bare {
  static constexpr std::string_view kind = "end_combat";
  void apply(GameStep& step) const {
    step.s.stage = Stage::expire;
    advance(step);
  }
};

// --- at several decisions -----------------------------------------------------------------------------

// A resource of the zone, ready or exhausted.
inline const Resources& zone(const Player& own, ZoneState state) {
  return state == ZoneState::ready ? own.ready : own.exhausted;
}
inline Resources& zone(Player& own, ZoneState state) { return state == ZoneState::ready ? own.ready : own.exhausted; }

template <class Kind, class Sink>
void propose_zone(const Ctx& ctx, Sink&& keep) {
  const Resources& ready = ctx.own().ready;
  const Resources& exhausted = ctx.own().exhausted;
  for_each_of_either(ready, exhausted, [&](std::size_t id) {
    if (ready.has(id)) keep(Kind{static_cast<std::uint8_t>(id), ZoneState::ready});
    if (exhausted.has(id)) keep(Kind{static_cast<std::uint8_t>(id), ZoneState::exhausted});
  });
}

struct Recycle {
  std::uint8_t resource;
  ZoneState state;
  static constexpr std::string_view kind = "recycle";
  static constexpr bool chance = false;
  static constexpr auto fields =
      std::tuple{field("resource", &Recycle::resource, Dom::resource), field("state", &Recycle::state, Dom::state)};

  Verdict check(const Ctx& ctx) const {  // VW 4.8
    const Player& own = ctx.own();
    if (own.recycled != 0) return refuse(Code::recycle_already_used);
    if (!ctx.s.idle() && ctx.s.top().kind == FrameKind::maintenance && ctx.s.top().kept != 0) {
      return refuse(Code::recycle_not_now);
    }
    if (!zone(own, state).has(resource)) return refuse(Code::resource_not_in_zone, Word::resource);
    if (ctx.r.resources[resource].value > 1) return refuse(Code::recycle_converted_resource, Word::resource);
    const std::uint8_t holder = ctx.r.holder_of_sovereign(own.sovereign);
    const std::uint8_t place = ctx.r.ability_with(holder, Trigger::recycle);
    if (place == kNone) return {};
    const auto type = static_cast<std::uint8_t>(ctx.r.abilities_of(holder)[place].resource);
    if (!is_of_type(ctx.r, resource, type)) return refuse(Code::recycle_wrong_type, word_of(type));
    return {};
  }
  template <class Sink>
  static void propose(const Ctx& ctx, Sink&& keep) {
    if (ctx.own().recycled == 0) propose_zone<Recycle>(ctx, keep);
  }
  void apply(GameStep& step) const {
    Player& own = step.s.players[step.seat];
    zone(own, state).remove(resource);
    own.recycled = 1;
    step.report(Recycled{step.seat, resource});
    put_into_convoy(step, step.seat, resource, End::bottom);
    trigger(step, step.r.holder_of_sovereign(own.sovereign), Trigger::recycle, step.seat, kNone);
    advance(step);
  }
};

}  // namespace arbitre::vitorian_wars
