// Vitorian Wars: the course of the game (VW 3 and 5): what follows by itself after each move, until
// somebody or chance must choose. Three things can be under way, the topmost first: frames, the
// combat, the stage of the turn.
#pragma once

#include "arbitre/games/vitorian_wars/picks.hpp"

namespace arbitre::vitorian_wars {

// --- frames -------------------------------------------------------------------------------------

inline void channel_top(GameStep& step, Frame& frame) {
  Player& own = step.s.players[frame.seat];
  const std::uint8_t id = own.convoy[0];
  own.convoy.erase(0);
  own.ready.add(id);
  --frame.left;
  step.report(Channelled{frame.seat, id});
}

inline void close_payment(GameStep& step) {
  const Frame pay = step.s.top();
  pop(step.s);
  step.r.codec.visit(pay.action, [&](const auto& move) {
    if constexpr (requires { move.perform(step, pay.seat); }) move.perform(step, pay.seat);
  });
}

// An order whose targets are named goes on the stack (VW 3.8).
inline void close_order(State& s) {
  const Frame frame = s.top();
  pop(s);
  s.combat.orders.push_back(Order{frame.seat, frame.card, {}, frame.targets});
}

// Goes on with the frame on top; false when it waits for somebody.
inline bool continue_frame(GameStep& step) {
  State& s = step.s;
  Frame& frame = s.top();
  Player& own = s.players[frame.seat];
  switch (frame.kind) {
    case FrameKind::draw:
      if (frame.left > 0 && !own.deck.empty()) return false;
      if (frame.left > 0 && !own.bottom.empty()) {  // VW-C52: what lies under the deck is known
        const std::uint8_t card = own.bottom[0];
        own.bottom.erase(0);
        own.hand.add(card);
        --frame.left;
        step.report(Drawn{frame.seat, card});
        return true;
      }
      pop(s);
      return true;
    case FrameKind::channel:
      if (frame.left > 0 && !own.convoy.empty()) {
        if (own.convoy[0] == kNone) return false;
        channel_top(step, frame);
        return true;
      }
      pop(s);
      return true;
    case FrameKind::pile:
      if (frame.left > 0 && !own.pile.empty()) return false;
      pop(s);
      return true;
    case FrameKind::discard:
      if (frame.left > 0 && !own.hand.empty()) return false;
      pop(s);
      return true;
    case FrameKind::pay:
      if (part_of(frame) != Part::done) return false;
      close_payment(step);
      return true;
    case FrameKind::maintenance:
    case FrameKind::none: return false;
    case FrameKind::order:
    case FrameKind::run: break;
  }
  const FrameKind kind = frame.kind;
  switch (run_top(step)) {
    case effect::Halt::waiting: return false;
    case effect::Halt::interrupted: return true;
    case effect::Halt::finished: break;
  }
  if (kind == FrameKind::order) {
    close_order(s);
  } else {
    pop(s);
  }
  return true;
}

// --- combat ---------------------------------------------------------------------------------------

inline void end_combat(GameStep& step) {
  for (Unit& unit : step.s.grid) unit.modifiers[kCombat] = Modifier{};
  step.s.combat = Combat{};
  step.report(CombatEnded{});
}

// VW 5.2: whether the two can still fight.
inline bool still_stands(const State& s) {
  const Combat& combat = s.combat;
  const bool attacker = combat.attacker < kCells && row_of(combat.attacker) == 1;
  return attacker && combat.cancelled == 0 && combat.target != kNone;
}
inline bool both_live(const State& s) { return s.combat.attacker != kNone && s.combat.target != kNone; }

inline void stop_combat(GameStep& step) {
  step.report(CombatStopped{});
  step.s.combat.step = CombatStep::end;
}

inline void resolve_order(GameStep& step) {
  State& s = step.s;
  const Order order = s.combat.orders.back();
  s.combat.orders.pop_back();
  s.players[order.seat].discard.add(order.card);
  step.report(OrderResolved{order.seat, order.card});
  Frame& frame = push(s, FrameKind::run, order.seat, kNone);
  frame.card = order.card;
  frame.ability = step.r.ability_with(order.card, Trigger::play);
  frame.named = 1;
  frame.targets = order.targets;
}

inline bool continue_combat(GameStep& step) {
  State& s = step.s;
  Combat& combat = s.combat;
  switch (combat.step) {
    case CombatStep::none:
    case CombatStep::orders_defender:
    case CombatStep::orders_attacker: return false;
    case CombatStep::stack:
      if (combat.orders.empty()) {
        combat.step = CombatStep::check;
      } else {
        resolve_order(step);
      }
      return true;
    case CombatStep::check:
      if (!still_stands(s)) {
        stop_combat(step);
      } else {
        combat.step = combat.target == kSovereign ? CombatStep::impact : CombatStep::barrage_defender;
      }
      return true;
    case CombatStep::barrage_defender:
    case CombatStep::barrage_attacker:
      if (both_live(s)) return false;
      stop_combat(step);  // only cards of other sets destroy during the barrage
      return true;
    case CombatStep::damage:
      combat.step = CombatStep::impact;
      if (both_live(s)) {
        strike(step);
      } else {
        stop_combat(step);
      }
      return true;
    case CombatStep::impact:
      combat.step = CombatStep::end;
      impact(step);
      return true;
    case CombatStep::end: end_combat(step); return true;
  }
  return false;
}

// --- the turn -------------------------------------------------------------------------------------

inline void expire(State& s, Expiry expiry) {
  for (Unit& unit : s.grid) unit.modifiers[expiry] = Modifier{};
}

// VW 3.4.3: the zone becomes a convoy of unknown order.
inline void burn_out(GameStep& step, Seat seat) {
  Player& own = step.s.players[seat];
  own.skip_next_turn = 1;
  step.report(Burnt{seat});
  for (Resources* part : {&own.ready, &own.exhausted}) {
    for (std::size_t id = 0; id < step.r.resources.size(); ++id) {
      if (step.r.resources[id].value > 1) continue;
      for (int n = (*part)[id]; n > 0; --n) {
        part->remove(id);
        own.pool.add(id);
        own.convoy.push_back(kNone);
      }
    }
  }
  push(step.s, FrameKind::channel, seat, step.r.channel);
  step.s.stage = Stage::channelled;
}

inline void start_turn(GameStep& step) {  // VW 3.2
  State& s = step.s;
  ++s.turn;
  for (Player& player : s.players) player.recycled = player.payment_to_top = 0;
  expire(s, s.active == 0 ? kUntil0 : kUntil1);
  Player& own = s.players[s.active];
  if (own.skip_next_turn != 0) {
    own.skip_next_turn = 0;
    step.report(TurnSkipped{s.active, s.turn});
    s.stage = Stage::end;
  } else {
    step.report(TurnStarted{s.active, s.turn});
    s.stage = Stage::ready;
  }
}

inline void ready_all(State& s) {  // VW 3.3.1
  Player& own = s.players[s.active];
  own.exhausted.for_each([&](std::size_t id, int n) { own.ready.add(id, n); });
  own.exhausted.clear();
  for_each_cell(s, s.active, [&](Cell cell) {
    Unit& unit = s.grid[cell];
    if (unit.hold == 0) unit.exhausted = 0;
    unit.hold = unit.entered = unit.moved = unit.attacks = 0;
  });
}

inline void start_channel(GameStep& step) {  // VW 3.3.2
  State& s = step.s;
  const Player& own = s.players[s.active];
  if (own.convoy.empty()) {
    if (s.defense_sacrifice != 0 && !own.pile.empty()) {
      s.stage = Stage::burnout;
    } else {
      burn_out(step, s.active);
    }
    return;
  }
  int n = step.r.channel;
  if (s.turn == 1) n = step.r.channel_first;
  if (s.turn == 2) n = step.r.channel_second;
  push(s, FrameKind::channel, s.active, std::min<int>(n, static_cast<int>(own.convoy.size())));
  s.stage = Stage::channelled;
}

inline void start_maintenance(GameStep& step) {
  State& s = step.s;
  s.stage = Stage::draw;
  bool elite = false;
  for_each_cell(s, s.active, [&](Cell cell) { elite = elite || is_elite(step.r, s.grid[cell]); });
  if (elite) push(s, FrameKind::maintenance, s.active);
}

inline void end_turn(GameStep& step) {
  State& s = step.s;
  if (s.turn >= step.r.turn_limit) {
    finish_at_limit(step);
  } else {
    s.active = other(s.active);
    s.stage = Stage::start;
  }
}

inline bool continue_turn(GameStep& step) {
  State& s = step.s;
  const Rules& r = step.r;
  switch (s.stage) {
    case Stage::coin:
      if (s.first == kNone) return false;
      s.stage = Stage::deal_first;
      return true;
    case Stage::deal_first:
      push(s, FrameKind::draw, s.first, r.opening_hand);
      s.stage = Stage::deal_second;
      return true;
    case Stage::deal_second:
      push(s, FrameKind::draw, other(s.first), r.opening_hand);
      s.stage = Stage::mulligan_first;
      return true;
    case Stage::opening_first:
      push(s, FrameKind::channel, s.first, r.opening_resources);
      s.stage = Stage::opening_second;
      return true;
    case Stage::opening_second:
      push(s, FrameKind::channel, other(s.first), r.opening_resources);
      s.stage = Stage::begin;
      return true;
    case Stage::begin:
      s.active = s.first;
      s.stage = Stage::start;
      return true;
    case Stage::start: start_turn(step); return true;
    case Stage::ready:
      ready_all(s);
      s.stage = Stage::channel;
      return true;
    case Stage::channel: start_channel(step); return s.stage != Stage::burnout;
    case Stage::channelled:
      s.stage = Stage::maintenance;
      trigger(step, r.holder_of_sovereign(s.players[s.active].sovereign), Trigger::channel, s.active, kNone);
      return true;
    case Stage::maintenance: start_maintenance(step); return true;
    case Stage::draw:
      push(s, FrameKind::draw, s.active, 1);
      s.stage = Stage::main_action;
      return true;
    case Stage::expire:
      expire(s, kTurn);
      s.stage = Stage::discard;
      return true;
    case Stage::discard:
      if (s.players[s.active].hand.size() > r.hand_limit) return false;
      s.stage = Stage::end;
      return true;
    case Stage::end: end_turn(step); return true;
    case Stage::mulligan_first:
    case Stage::mulligan_second:
    case Stage::burnout:
    case Stage::main_action:
    case Stage::combat_action:
    case Stage::over: break;
  }
  return false;
}

inline void advance(GameStep& step) {
  State& s = step.s;
  bool more = true;
  while (more && !s.over()) {
    if (!s.idle()) {
      more = continue_frame(step);
    } else if (s.combat.active()) {
      more = continue_combat(step);
    } else {
      more = continue_turn(step);
    }
  }
}

}  // namespace arbitre::vitorian_wars
