// Vitorian Wars: what the game waits for, and whom (VW 3.9). Must not know: what may be answered.
#pragma once

#include "arbitre/games/vitorian_wars/units.hpp"

namespace arbitre::vitorian_wars {

inline effect::ProgramId program_of(const Rules& r, const Frame& frame) {
  return r.abilities_of(frame.card)[frame.ability].program;
}
inline const effect::Op& op_of(const Rules& r, const Frame& frame) {
  return r.library.op(program_of(r, frame), frame.op);
}

// Whether the ability on top says what the game waits for.
inline bool ability_asks(const State& s) {
  return !s.idle() && (s.top().kind == FrameKind::run || s.top().kind == FrameKind::order);
}

// VW 3.9 and 11.3: what the game waits for, where no ability asks.
inline Decision decision_of_flow(const State& s) {
  if (s.over()) return Decision::none;
  if (!s.idle()) {
    switch (s.top().kind) {
      case FrameKind::draw: return Decision::draw;
      case FrameKind::channel: return Decision::reveal_convoy;
      case FrameKind::pile: return Decision::reveal_pile;
      case FrameKind::discard: return Decision::choose_discard;
      case FrameKind::pay: return Decision::payment;
      case FrameKind::maintenance: return Decision::maintenance;
      case FrameKind::none:
      case FrameKind::order:
      case FrameKind::run: return Decision::none;
    }
  }
  switch (s.combat.step) {
    case CombatStep::orders_defender:
    case CombatStep::orders_attacker: return Decision::order_window;
    case CombatStep::barrage_defender:
    case CombatStep::barrage_attacker: return Decision::barrage;
    default: break;
  }
  switch (s.stage) {
    case Stage::coin: return Decision::coin;
    case Stage::mulligan_first:
    case Stage::mulligan_second: return Decision::mulligan;
    case Stage::burnout: return Decision::burnout_response;
    case Stage::main_action: return Decision::main_action;
    case Stage::combat_action: return Decision::combat_action;
    case Stage::discard: return Decision::discard_to_limit;
    default: return Decision::none;
  }
}

// The same, wherever the game stands.
inline Decision decision(const Rules& r, const State& s) {
  if (!ability_asks(s)) return decision_of_flow(s);
  const Frame& frame = s.top();
  switch (static_cast<Op>(op_of(r, frame).code)) {
    case Op::counter_order: return Decision::choose_order;
    case Op::return_resources: return Decision::choose_return;
    case Op::ready_resources: return Decision::choose_ready;
    case Op::look_convoy: return frame.left == kNone ? Decision::arrange_convoy : Decision::reveal_convoy;
    default: return frame.moving == kNone ? Decision::choose_targets : Decision::choose_destination;
  }
}

// Whose decision it is; kChance for a draw, kNoSeat after the end.
inline Seat decider(const State& s, Decision decision) {
  if (decision == Decision::none) return kNoSeat;
  if (decision >= Decision::coin) return kChance;
  if (!s.idle()) return s.top().seat;
  switch (s.combat.step) {
    case CombatStep::none: break;
    case CombatStep::orders_attacker:
    case CombatStep::barrage_attacker: return s.combat.seat;
    default: return other(s.combat.seat);
  }
  if (s.stage == Stage::mulligan_first) return s.first;
  if (s.stage == Stage::mulligan_second) return other(s.first);
  return s.active;
}

}  // namespace arbitre::vitorian_wars
