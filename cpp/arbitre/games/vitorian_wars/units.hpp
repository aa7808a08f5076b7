// Vitorian Wars: what a unit is worth just now, which units an ability means, and how units move and
// leave. Must not know: who decides what, payments, the course of a turn.
#pragma once

#include <algorithm>

#include "arbitre/games/vitorian_wars/events.hpp"

namespace arbitre::vitorian_wars {

inline const Card& card_of(const Rules& r, const Unit& unit) { return r.cards[unit.card]; }

// VW 8: a granted keyword acts like a printed one.
inline std::uint16_t keywords(const Rules& r, const Unit& unit) {
  std::uint16_t all = card_of(r, unit).keywords;
  if (unit.equipment != kNone) all |= r.cards[unit.equipment].host_keywords;
  for (const Modifier& modifier : unit.modifiers) all |= modifier.keywords;
  return all;
}
inline bool has(const Rules& r, const Unit& unit, Keyword keyword) { return (keywords(r, unit) & bit(keyword)) != 0; }

// VW 3.3: elites are what maintenance asks for.
inline bool is_elite(const Rules& r, const Unit& unit) { return card_of(r, unit).level >= r.elite_level; }

template <class Visit>
void for_each_cell(const State& s, Seat seat, Visit&& visit) {
  for (int i = 0; i < kSideCells; ++i) {
    const auto cell = static_cast<Cell>(seat * kSideCells + i);
    if (s.occupied(cell)) visit(cell);
  }
}

inline int unit_count(const State& s, Seat seat) {
  int units = 0;
  for_each_cell(s, seat, [&](Cell) { ++units; });
  return units;
}

// --- selectors ----------------------------------------------------------------------------------

inline bool on_side(const Selector& selector, Seat controller, Cell cell) {
  return side_of(cell) == (selector.enemy ? other(controller) : controller);
}
inline bool in_row(const Selector& selector, Cell cell) {
  return selector.row == Row::any || static_cast<int>(selector.row) == row_of(cell);
}
// Precondition: the cell is occupied. `source` is the cell of the ability's own unit, or kNone.
inline bool passes_filter(const Rules& r, const State& s, const Selector& selector, Cell source, Cell cell) {
  const Unit& unit = s.grid[cell];
  const Card& card = card_of(r, unit);
  if (selector.subtypes != 0 && (card.subtypes & selector.subtypes) == 0) return false;
  if (selector.keywords != 0 && (keywords(r, unit) & selector.keywords) == 0) return false;
  if (selector.max_level != kNone && card.level > selector.max_level) return false;
  return !selector.other || cell != source;
}
inline bool matches(const Rules& r, const State& s, const Selector& selector, Seat controller, Cell source, Cell cell) {
  return s.occupied(cell) && on_side(selector, controller, cell) && in_row(selector, cell) &&
         passes_filter(r, s, selector, source, cell);
}

// --- figures --------------------------------------------------------------------------------------

// Calls `visit(card, controller, cell)` for what is in play and changes units, or rules; a field has no
// cell. Nothing else is asked so often, and hardly any card does either.
template <class Visit>
void for_each_lasting(const Rules& r, const State& s, std::uint8_t change, Visit&& visit) {
  for (Seat seat = 0; seat < kSeats; ++seat) {
    const std::uint8_t field = s.players[seat].field;
    if ((r.traits[field] & change) != 0) visit(field, seat, Cell{kNone});
  }
  if ((r.unit_traits & change) == 0) return;
  for (Cell cell = 0; cell < kCells; ++cell) {
    const std::uint8_t card = s.grid[cell].card;
    if ((r.traits[card] & change) != 0) visit(card, side_of(cell), cell);
  }
}

struct Figures {
  int attack = 0;
  int defense = 0;
};

// VW 2, `static`: what the units and fields in play do to the unit of a cell, recomputed always.
inline Figures always_changes(const Rules& r, const State& s, Cell cell) {
  Figures sum;
  const auto apply = [&](std::uint8_t card, Seat controller, Cell source) {
    for (const Ability& ability : r.cards[card].abilities) {
      if (ability.trigger != Trigger::always) continue;
      for (const effect::Op& op : r.library.list(ability.program)) {
        if (static_cast<Op>(op.code) != Op::modify) continue;
        if (!matches(r, s, r.selectors[op.arg[0]], controller, source, cell)) continue;
        sum.attack += op.amount;
        sum.defense += op.arg[1] - kMaxModifier;
      }
    }
  };
  for_each_lasting(r, s, kChangesUnits, apply);
  return sum;
}

// VW 5.4: atk0 and def0, without the modifiers of a combat.
inline Figures figures(const Rules& r, const State& s, Cell cell) {
  const Unit& unit = s.grid[cell];
  Figures sum = always_changes(r, s, cell);
  sum.attack += card_of(r, unit).attack;
  sum.defense += card_of(r, unit).defense;
  if (unit.equipment != kNone) {
    sum.attack += r.cards[unit.equipment].host_attack;
    sum.defense += r.cards[unit.equipment].host_defense;
  }
  for (const Expiry expiry : {kTurn, kUntil0, kUntil1}) {
    sum.attack += unit.modifiers[expiry].attack;
    sum.defense += unit.modifiers[expiry].defense;
  }
  return sum;
}

// VW 8.1, `rule`: what the cards in play add to a figure of the rules for a seat. Cards of other sets
// may add more than any price can be.
inline int rule_delta(const Rules& r, const State& s, HouseRule rule, Seat seat) {
  int sum = 0;
  const auto apply = [&](std::uint8_t card, Seat controller, Cell) {
    for (const Ability& ability : r.cards[card].abilities) {
      if (ability.trigger != Trigger::always) continue;
      for (const effect::Op& op : r.library.list(ability.program)) {
        const bool meant = static_cast<Op>(op.code) == Op::rule && op.arg[0] == static_cast<std::uint8_t>(rule);
        if (meant && (op.arg[1] != 0 || controller == seat)) sum += op.amount;
      }
    }
  };
  for_each_lasting(r, s, kChangesRules, apply);
  return std::clamp(sum, -kMaxModifier, kMaxModifier);
}

// --- references -------------------------------------------------------------------------------------

// VW 12.3: calls `visit` for every reference to a unit, as a cell that may be changed; kNone takes a
// reference out of a list.
template <class Visit>
void for_each_reference(State& s, Visit&& visit) {
  const auto list = [&](auto& cells) {
    for (std::size_t i = 0; i < cells.size();) {
      visit(cells[i]);
      if (cells[i] == kNone) {
        cells.erase(i);
      } else {
        ++i;
      }
    }
  };
  if (s.combat.active()) {
    visit(s.combat.attacker);
    visit(s.combat.target);
    for (Order& order : s.combat.orders) {
      for (Aim& aim : order.targets) visit(aim.cell);
    }
  }
  for (std::size_t i = 0; i < s.depth; ++i) {
    Frame& frame = s.frames[i];
    visit(frame.source);
    visit(frame.moving);
    list(frame.same);
    list(frame.picked);
    for (Aim& aim : frame.targets) visit(aim.cell);
  }
}

inline void move_unit(GameStep& step, Cell from, Cell to, Why why) {
  State& s = step.s;
  s.grid[to] = s.grid[from];
  s.grid[from] = Unit{};
  for_each_reference(s, [&](Cell& cell) {
    if (cell == from) cell = to;
  });
  for (std::size_t i = 0; i < s.depth; ++i) {
    std::uint32_t& kept = s.frames[i].kept;
    if ((kept >> from & 1u) != 0) kept = (kept & ~(1u << from)) | 1u << to;
  }
  step.report(Moved{from, to, why});
}

// The unit leaves the grid; its card and its equipment go to the owner's discard (VW 4.4).
inline void remove_unit(State& s, Cell cell) {
  const Unit unit = s.grid[cell];
  Cards& discard = s.players[side_of(cell)].discard;
  discard.add(unit.card);
  if (unit.equipment != kNone) discard.add(unit.equipment);
  s.grid[cell] = Unit{};
  for_each_reference(s, [&](Cell& reference) {
    if (reference == cell) reference = kNone;
  });
  for (std::size_t i = 0; i < s.depth; ++i) s.frames[i].kept &= ~(1u << cell);
}

// --- frames -------------------------------------------------------------------------------------

inline Frame& push(State& s, FrameKind kind, Seat seat, int left = 0) {
  Frame& frame = s.frames[s.depth++];
  frame.kind = kind;
  frame.seat = seat;
  frame.left = static_cast<std::uint8_t>(left);
  return frame;
}
inline void pop(State& s) { s.frames[--s.depth] = Frame{}; }

inline int shielded_units(const State& s, Seat seat) {
  int units = 0;
  for_each_cell(s, seat, [&](Cell cell) { units += s.grid[cell].shields > 0 ? 1 : 0; });
  return units;
}

// Starts the ability of a card with a trigger, if it has one whose condition holds (VW 8.1).
inline void trigger(GameStep& step, std::uint8_t holder, Trigger trigger, Seat controller, Cell source) {
  const std::uint8_t place = step.r.ability_with(holder, trigger);
  if (place == kNone) return;
  const Ability& ability = step.r.abilities_of(holder)[place];
  const bool held = ability.shielded_at_most == kNone ||
                    shielded_units(step.s, controller) <= static_cast<int>(ability.shielded_at_most);
  if (!held) return;
  Frame& frame = push(step.s, FrameKind::run, controller, kNone);
  frame.card = holder;
  frame.ability = place;
  frame.source = source;
}

// VW 8, `shield`, and VW 5.4: units leave together, then their triggers come, the active player's
// first, in the order of the cells. Tells which were really destroyed, as bits over the cells.
inline std::uint32_t destroy(GameStep& step, std::uint32_t cells, bool shields_help) {
  State& s = step.s;
  std::uint32_t gone = 0;
  for (Cell cell = 0; cell < kCells; ++cell) {
    if ((cells >> cell & 1u) == 0 || !s.occupied(cell)) continue;
    Unit& unit = s.grid[cell];
    if (shields_help && unit.shields > 0) {
      --unit.shields;
      step.report(ShieldLost{cell});
    } else {
      gone |= 1u << cell;
    }
  }
  std::array<std::uint8_t, kCells> cards{};
  for (Cell cell = 0; cell < kCells; ++cell) {
    if ((gone >> cell & 1u) == 0) continue;
    cards[cell] = s.grid[cell].card;
    step.report(Destroyed{cell, cards[cell]});
    remove_unit(s, cell);
  }
  // Frames are last in, first out: the last trigger is pushed first.
  const Seat first = s.active == kNone ? Seat{0} : s.active;
  for (const Seat seat : {other(first), first}) {
    for (int i = kSideCells; i-- > 0;) {
      const auto cell = static_cast<Cell>(seat * kSideCells + i);
      if ((gone >> cell & 1u) != 0) trigger(step, cards[cell], Trigger::destroyed, seat, kNone);
    }
  }
  return gone;
}

}  // namespace arbitre::vitorian_wars
