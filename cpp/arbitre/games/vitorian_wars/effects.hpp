// Vitorian Wars: what the operations of cards do (VW 8.1). The interpreter runs a program until it
// needs an answer; where it stands is in its frame. An order names its targets in an `order` frame
// first; the same program then runs with them.
#pragma once

#include "arbitre/effect/run.hpp"
#include "arbitre/games/vitorian_wars/combat.hpp"

namespace arbitre::vitorian_wars {

inline bool has_selector(Op op) { return op <= Op::move; }
inline bool is_adjacent(Cell a, Cell b) {
  const int columns = std::abs(column_of(a) - column_of(b));
  return side_of(a) == side_of(b) && columns + (row_of(a) != row_of(b) ? 1 : 0) == 1;
}

inline const Selector* selector_of(const Rules& r, const effect::Op& op) {
  return has_selector(static_cast<Op>(op.code)) ? &r.selectors[op.arg[0]] : nullptr;
}
inline bool is_chosen(const Rules& r, const effect::Op& op) {
  const Selector* selector = selector_of(r, op);
  return selector != nullptr && selector->kind == SelectorKind::chosen;
}

// VW 4.13: where a unit may be moved by an op. `step` is one orthogonal step.
inline bool step_only(const effect::Op& op) { return op.arg[1] == 0; }
inline Reject check_destination(const Rules& r, const State& s, const effect::Op& op, Cell unit, Cell to) {
  if (side_of(to) != side_of(unit)) return Code::cell_out_of_range;
  if (step_only(op) && !is_adjacent(unit, to)) return Code::destination_not_adjacent;
  const bool changes_row = row_of(unit) != row_of(to);
  if (changes_row && has(r, s.grid[unit], Keyword::brute)) return Code::brute_cannot_change_row;
  return s.occupied(to) ? Code::cell_occupied : Reject::ok;
}
inline bool has_destination(const Rules& r, const State& s, const effect::Op& op, Cell unit) {
  for (int i = 0; i < kSideCells; ++i) {
    const auto to = static_cast<Cell>(side_of(unit) * kSideCells + i);
    if (check_destination(r, s, op, unit, to) == Reject::ok) return true;
  }
  return false;
}

// VW 4.13, in its order.
inline Reject check_target(const Rules& r, const State& s, const Frame& frame, Cell cell) {
  const effect::Op& op = op_of(r, frame);
  const Selector& selector = r.selectors[op.arg[0]];
  if (!s.occupied(cell)) return Code::target_not_found;
  if (!on_side(selector, frame.seat, cell)) return Code::target_wrong_side;
  if (!in_row(selector, cell)) return Code::target_wrong_row;
  if (!passes_filter(r, s, selector, frame.source, cell)) return Code::target_filter_mismatch;
  for (const Cell picked : frame.picked) {
    if (picked == cell) return Code::target_already_chosen;
  }
  if (static_cast<Op>(op.code) == Op::move && !has_destination(r, s, op, cell)) return Code::target_no_destination;
  return Reject::ok;
}

inline bool is_orders_entry(const State& s, std::size_t entry, Seat seat) {
  return entry < s.combat.orders.size() && s.combat.orders[entry].seat == seat;
}

// VW 8.1: cards that a pick may take.
inline bool is_of_type(const Rules& r, std::size_t id, std::uint8_t type) {
  return type == static_cast<std::uint8_t>(ResourceType::any) ||
         static_cast<std::uint8_t>(r.resources[id].type) == type;
}
inline int returnable(const Rules& r, const Player& own, std::uint8_t type) {
  int n = 0;
  const auto count = [&](std::size_t id, int copies) {
    if (r.resources[id].value == 1 && is_of_type(r, id, type)) n += copies;
  };
  own.ready.for_each(count);
  own.exhausted.for_each(count);
  return n;
}
inline int readyable(const Rules& r, const Player& own, std::uint8_t type) {
  int n = 0;
  own.exhausted.for_each([&](std::size_t id, int copies) { n += is_of_type(r, id, type) ? copies : 0; });
  return n;
}

class Host {
 public:
  Host(GameStep& step, Frame& frame) : step_{step}, s_{step.s}, r_{step.r}, frame_{frame}, depth_{step.s.depth} {}

  bool asks(const effect::Op& op) {
    const bool naming = frame_.kind == FrameKind::order;
    if (is_chosen(r_, op)) return frame_.named == 0 && pick_is_due(op);
    const Op code = static_cast<Op>(op.code);
    if (code == Op::counter_order) return frame_.named == 0 && order_is_due();
    if (naming) return false;
    switch (code) {
      case Op::return_resources: return picks_are_left(op.amount, returnable(r_, own(), op.arg[0]));
      case Op::ready_resources: return picks_are_left(op.amount, readyable(r_, own(), op.arg[0]));
      case Op::look_convoy: return look(op.amount);
      default: return false;
    }
  }

  void act(const effect::Op& op) {
    if (frame_.kind != FrameKind::order) {
      carry_out(op);
      if (frame_.named == 0) frame_.targets.clear();
    }
    frame_.picked.clear();
    frame_.closed = 0;
    frame_.left = kNone;
    frame_.looking = 0;
    frame_.tops = 0;
  }

  bool interrupted() const { return s_.depth != depth_ || s_.over(); }

 private:
  Player& own() { return s_.players[frame_.seat]; }
  std::uint8_t index() const { return static_cast<std::uint8_t>(frame_.op - 1); }

  bool pick_is_due(const effect::Op& op) const {
    if (frame_.moving != kNone) return true;
    const Selector& selector = r_.selectors[op.arg[0]];
    if (frame_.closed != 0 || frame_.picked.size() >= selector.count) return false;
    for (Cell cell = 0; cell < kCells; ++cell) {
      if (check_target(r_, s_, frame_, cell) == Reject::ok) return true;
    }
    return false;
  }

  bool order_is_due() const {
    for (const Aim& aim : frame_.targets) {
      if (aim.op == frame_.op) return false;
    }
    for (std::size_t i = 0; i < s_.combat.orders.size(); ++i) {
      if (is_orders_entry(s_, i, other(frame_.seat))) return true;
    }
    return false;
  }

  // Picks of resources: `left` counts them once they have begun.
  bool picks_are_left(int wanted, int there) {
    if (frame_.left == kNone) frame_.left = static_cast<std::uint8_t>(std::min(wanted, there));
    return frame_.left > 0;
  }

  // VW 8.1, look_convoy: cards come off the top, by chance where a slot is unknown; then they are placed.
  bool look(int wanted) {
    auto& convoy = own().convoy;
    if (frame_.looking == 0) {
      frame_.looking = 1;
      frame_.left = static_cast<std::uint8_t>(std::min<std::size_t>(static_cast<std::size_t>(wanted), convoy.size()));
    }
    if (frame_.left != kNone) {
      while (frame_.left > 0 && convoy[0] != kNone) {
        frame_.looked.add(convoy[0]);
        convoy.erase(0);
        --frame_.left;
      }
      if (frame_.left > 0) return true;
      frame_.left = kNone;
      step_.report(Looked{frame_.seat, static_cast<std::uint8_t>(frame_.looked.size())});
    }
    return !frame_.looked.empty();
  }

  // The units that an op means, as cells in the order in which they were picked.
  Vec<Cell, kCells> units_of(const Selector& selector) const {
    Vec<Cell, kCells> units;
    const auto add = [&](Cell cell) {
      if (cell < kCells && s_.occupied(cell)) units.push_back(cell);
    };
    switch (selector.kind) {
      case SelectorKind::chosen:
        if (frame_.named == 0) {
          for (const Cell cell : frame_.picked) add(cell);
        } else {
          for (const Aim& aim : frame_.targets) {
            if (aim.op == index() && aim.cell != kNone &&
                matches(r_, s_, selector, frame_.seat, frame_.source, aim.cell)) {
              add(aim.cell);
            }
          }
        }
        break;
      case SelectorKind::all:
        for (Cell cell = 0; cell < kCells; ++cell) {
          if (matches(r_, s_, selector, frame_.seat, frame_.source, cell)) add(cell);
        }
        break;
      case SelectorKind::self:
      case SelectorKind::host: add(frame_.source); break;
      case SelectorKind::same: units = frame_.same; break;
      case SelectorKind::own_combatant: add(combatant(s_, frame_.seat)); break;
      case SelectorKind::enemy_combatant: add(combatant(s_, other(frame_.seat))); break;
      case SelectorKind::order_on_stack: break;
    }
    return units;
  }

  void carry_out(const effect::Op& op) {
    const Op code = static_cast<Op>(op.code);
    const Selector* selector = selector_of(r_, op);
    if (selector == nullptr) {
      frame_.same.clear();
      act_on_table(op, code);
      return;
    }
    const Vec<Cell, kCells> units = units_of(*selector);
    frame_.same = units;
    if (code == Op::destroy) {
      std::uint32_t cells = 0;
      for (const Cell cell : units) cells |= 1u << cell;
      destroy(step_, cells, true);
    } else if (code == Op::move) {
      if (frame_.named != 0) move_named(op, *selector);
    } else {
      for (const Cell cell : units) act_on_unit(op, code, cell);
    }
  }

  void act_on_unit(const effect::Op& op, Op code, Cell cell) {
    Unit& unit = s_.grid[cell];
    switch (code) {
      case Op::modify: {
        Modifier* modifier = modifier_of(unit, static_cast<Duration>(op.arg[2]));
        if (modifier == nullptr) return;
        const int defense = op.arg[1] - kMaxModifier;
        const auto sum = [](int a, int b) {
          return static_cast<std::int8_t>(std::clamp(a + b, -kMaxModifier, kMaxModifier));
        };
        modifier->attack = sum(modifier->attack, op.amount);
        modifier->defense = sum(modifier->defense, defense);
        step_.report(Modified{cell, static_cast<std::int8_t>(op.amount), static_cast<std::int8_t>(defense)});
        return;
      }
      case Op::grant_keyword: {
        Modifier* modifier = modifier_of(unit, static_cast<Duration>(op.arg[2]));
        if (modifier == nullptr) return;
        modifier->keywords = static_cast<std::uint16_t>(modifier->keywords | 1u << op.arg[1]);
        step_.report(KeywordGranted{cell, op.arg[1]});
        return;
      }
      case Op::add_shield:
        for (int i = 0; i < op.amount && unit.shields < r_.shield_limit; ++i) {
          ++unit.shields;
          step_.report(ShieldGained{cell});
        }
        return;
      case Op::ready:
        unit.exhausted = 0;
        step_.report(UnitReadied{cell});
        return;
      case Op::exhaust:
        unit.exhausted = 1;
        if (op.arg[1] != 0) unit.hold = 1;
        step_.report(UnitExhausted{cell});
        return;
      default: return;
    }
  }

  // VW 2, durations: outside a combat, `combat` gives nothing.
  Modifier* modifier_of(Unit& unit, Duration duration) const {
    switch (duration) {
      case Duration::combat: return s_.combat.active() ? &unit.modifiers[kCombat] : nullptr;
      case Duration::turn: return &unit.modifiers[kTurn];
      case Duration::owner_next_turn: return &unit.modifiers[kUntil0 + frame_.seat];
      case Duration::while_attached:
      case Duration::always: break;
    }
    return nullptr;
  }

  void move_named(const effect::Op& op, const Selector& selector) {
    for (std::size_t i = 0; i < frame_.targets.size(); ++i) {
      const Aim aim = frame_.targets[i];  // a copy: moving a unit rewrites references
      if (aim.op != index() || aim.cell == kNone || aim.to == kNone) continue;
      if (!matches(r_, s_, selector, frame_.seat, frame_.source, aim.cell)) continue;
      if (check_destination(r_, s_, op, aim.cell, aim.to) != Reject::ok) continue;
      move_unit(step_, aim.cell, aim.to, Why::effect);
    }
  }

  void act_on_table(const effect::Op& op, Op code) {
    const Seat enemy = other(frame_.seat);
    switch (code) {
      case Op::draw: push(s_, FrameKind::draw, frame_.seat, op.amount); return;
      case Op::discard: push(s_, FrameKind::discard, enemy, op.amount); return;
      case Op::channel: push(s_, FrameKind::channel, frame_.seat, op.amount); return;
      case Op::strip_defense: push(s_, FrameKind::pile, enemy, op.amount); return;
      case Op::payment_to_top: own().payment_to_top = 1; return;
      case Op::cancel_attack:
        if (!s_.combat.active()) return;
        s_.combat.cancelled = 1;
        step_.report(AttackCancelled{});
        return;
      case Op::counter_order:
        for (std::size_t i = 0; i < frame_.targets.size(); ++i) {
          const Aim aim = frame_.targets[i];
          if (aim.op == index() && aim.entry != kNone) counter(aim.entry);
        }
        return;
      default: return;
    }
  }

  void counter(std::uint8_t entry) {
    const Order order = s_.combat.orders[entry];
    s_.combat.orders.erase(entry);
    s_.players[order.seat].discard.add(order.card);
    const auto follow = [&](Aims& aims) {  // VW 12.3
      for (Aim& aim : aims) {
        if (aim.entry == kNone || aim.entry < entry) continue;
        aim.entry = aim.entry == entry ? kNone : static_cast<std::uint8_t>(aim.entry - 1);
      }
    };
    for (Order& left : s_.combat.orders) follow(left.targets);
    for (std::size_t i = 0; i < s_.depth; ++i) follow(s_.frames[i].targets);
    step_.report(OrderCountered{order.seat, order.card});
  }

  GameStep& step_;
  State& s_;
  const Rules& r_;
  Frame& frame_;
  std::uint8_t depth_;
};
static_assert(effect::Host<Host>);

// Runs the frame on top; tells whether it waits for an answer. A finished one is taken off by the caller.
inline effect::Halt run_top(GameStep& step) {
  Frame& frame = step.s.top();
  Host host{step, frame};
  return effect::run(step.r.library, program_of(step.r, frame), frame.op, host);
}

}  // namespace arbitre::vitorian_wars
