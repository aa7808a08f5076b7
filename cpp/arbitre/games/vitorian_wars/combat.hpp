// Vitorian Wars: combat (VW 5): who may be attacked, what the two sides are worth, and what comes of
// it. Must not know: the order window, the barrage's moves, payments.
#pragma once

#include "arbitre/games/vitorian_wars/payment.hpp"

namespace arbitre::vitorian_wars {

// VW 8, entrench: a unit of that seat shields its sovereign.
inline bool has_entrenched(const Rules& r, const State& s, Seat seat) {
  bool found = false;
  for_each_cell(s, seat, [&](Cell cell) { found = found || has(r, s.grid[cell], Keyword::entrench); });
  return found;
}

// VW 5.1, in the order of its last paragraph.
inline Verdict check_attack_target(const Ctx& ctx, Cell from, Cell target) {
  const State& s = ctx.s;
  const Seat enemy = other(ctx.seat);
  const int column = column_of(from);
  const bool long_range = has(ctx.r, s.grid[from], Keyword::long_range);
  const bool rear_held = s.occupied(cell_of(enemy, 0, column));
  const bool front_held = s.occupied(cell_of(enemy, 1, column));
  if (target == kSovereign) {
    if (has_entrenched(ctx.r, s, enemy)) return refuse(Code::sovereign_protected_by_entrench, Word::target);
    const bool held = rear_held || (front_held && !long_range);
    return held ? refuse(Code::sovereign_protected_by_column, Word::target) : Verdict{};
  }
  if (side_of(target) == ctx.seat) return refuse_cell(ctx, Code::target_wrong_side, target);
  if (!s.occupied(target)) return refuse_cell(ctx, Code::target_not_found, target);
  if (has(ctx.r, s.grid[target], Keyword::entrench)) return {};
  if (column_of(target) != column) return refuse_cell(ctx, Code::target_out_of_column, target);
  const bool behind = row_of(target) == 0 && front_held;
  return behind && !long_range ? refuse_cell(ctx, Code::target_not_front, target) : Verdict{};
}

// The unit that fights for a seat, or kNone.
inline Cell combatant(const State& s, Seat seat) {
  if (!s.combat.active()) return kNone;
  const Cell cell = seat == s.combat.seat ? s.combat.attacker : s.combat.target;
  return cell < kCells ? cell : kNone;
}

// VW 5.4: the flank penalty of the defender, from the attacker's column.
inline int flank_penalty(const Rules& r, const State& s) {
  const Combat& combat = s.combat;
  const int column = column_of(combat.attacker);
  int columns = 0;
  for (const int beside : {column - 1, column + 1}) {
    if (beside < 0 || beside >= kColumns) continue;
    const bool held = s.occupied(cell_of(combat.seat, 0, beside)) || s.occupied(cell_of(combat.seat, 1, beside));
    if (held) ++columns;
  }
  if (columns == 0) return 0;
  const int penalty = has(r, s.grid[combat.attacker], Keyword::flanking) ? columns : 1;
  return penalty + rule_delta(r, s, HouseRule::flank_penalty, combat.seat);
}

// VW 5.4: A and D of one side.
inline Figures fighting(const Rules& r, const State& s, Seat seat, int flank) {
  const Cell cell = combatant(s, seat);
  const Modifier& modifier = s.grid[cell].modifiers[kCombat];
  const Figures base = figures(r, s, cell);
  const int times = s.combat.reactive[seat] != 0 ? 2 : 1;
  return {std::max(0, base.attack + modifier.attack + s.combat.support[seat] - flank),
          std::max(0, times * std::max(0, base.defense + modifier.defense) - flank)};
}

// VW 5.4, step 4: both strike at once.
inline void strike(GameStep& step) {
  State& s = step.s;
  const Rules& r = step.r;
  Combat& combat = s.combat;
  const Seat enemy = other(combat.seat);
  const Figures attacker = fighting(r, s, combat.seat, 0);
  const Figures defender = fighting(r, s, enemy, flank_penalty(r, s));
  const bool piercing = has(r, s.grid[combat.attacker], Keyword::piercing_ammunition);
  Damage damage{};
  for (const int figure : {attacker.attack, attacker.defense})
    damage.attacker.push_back(static_cast<std::int16_t>(figure));
  for (const int figure : {defender.attack, defender.defense})
    damage.defender.push_back(static_cast<std::int16_t>(figure));
  step.report(damage);

  std::uint32_t struck = 0;
  const std::uint32_t target = 1u << combat.target;
  if (attacker.attack >= 1 && attacker.attack >= defender.defense) struck |= target;
  if (defender.attack >= 1 && defender.attack >= attacker.defense) struck |= 1u << combat.attacker;
  const std::uint32_t gone = destroy(step, struck, true);
  combat.pierced = piercing && (gone & target) != 0 && attacker.attack - defender.defense >= 1;
}

// Who concedes may leave work under way: orders go to the discards, and cards that were looked at back
// onto the convoy.
inline void put_away(State& s) {
  for (const Order& order : s.combat.orders) s.players[order.seat].discard.add(order.card);
  for (; s.depth > 0; pop(s)) {
    const Frame& frame = s.top();
    Player& own = s.players[frame.seat];
    if (frame.kind == FrameKind::order) own.discard.add(frame.card);
    frame.looked.for_each([&](std::size_t id, int n) {
      for (int i = 0; i < n; ++i) put_on_convoy(own, static_cast<std::uint8_t>(id), End::top);
    });
  }
}

inline void finish(GameStep& step, Seat winner, Reason reason) {
  State& s = step.s;
  put_away(s);
  s.winner = winner;
  s.reason = reason;
  s.stage = Stage::over;
  s.combat = Combat{};
  for (Unit& unit : s.grid) unit.modifiers[kCombat] = Modifier{};
  step.report(GameOver{winner, reason});
}

// VW 5.5: the hit on a sovereign, or the shot through its last guard.
inline void impact(GameStep& step) {
  State& s = step.s;
  const Seat enemy = other(s.combat.seat);
  const bool direct = s.combat.target == kSovereign;
  if (!direct && s.combat.pierced == 0) return;
  if (!s.players[enemy].pile.empty()) {
    push(s, FrameKind::pile, enemy, 1);
  } else if (direct) {
    step.report(SovereignFell{enemy});
    finish(step, s.combat.seat, Reason::sovereign);
  }
}

// VW 6.3: the first figure that separates the two.
inline void finish_at_limit(GameStep& step) {
  const State& s = step.s;
  std::array<std::array<int, 4>, kSeats> figure{};
  for (Seat seat = 0; seat < kSeats; ++seat) {
    figure[seat][0] = s.players[seat].pile.size();
    for_each_cell(s, seat, [&](Cell cell) {
      const Figures worth = figures(step.r, s, cell);
      ++figure[seat][1];
      figure[seat][2] += worth.attack;
      figure[seat][3] += worth.defense;
    });
  }
  for (std::size_t i = 0; i < 4; ++i) {
    if (figure[0][i] == figure[1][i]) continue;
    const Seat winner = figure[0][i] > figure[1][i] ? Seat{0} : Seat{1};
    finish(step, winner, static_cast<Reason>(static_cast<std::size_t>(Reason::limit_pile) + i));
    return;
  }
  finish(step, kNone, Reason::limit_draw);
}

}  // namespace arbitre::vitorian_wars
