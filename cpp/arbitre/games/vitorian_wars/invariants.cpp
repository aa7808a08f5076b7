// Vitorian Wars: which bytes are a position (VW 2, 12.5). Nothing may be assumed here: every index is
// judged before it is used.
#include <algorithm>
#include <cstring>
#include <type_traits>

#include "arbitre/games/vitorian_wars/describe.hpp"
#include "arbitre/games/vitorian_wars/invariants.hpp"

namespace arbitre::vitorian_wars {
namespace {

// Whether so many objects from one on are as they are at rest. States are compared byte by byte anyway.
template <class T, std::size_t N>
bool at_rest(const T* first, std::size_t n, const std::array<T, N>& rest) {
  static_assert(std::has_unique_object_representations_v<T>);
  return n == 0 || std::memcmp(first, rest.data(), n * sizeof(T)) == 0;
}
const std::array<Frame, kMaxFrames> kNoFrames{};

// The same of one object; its size is known here, so small ones are compared without a call.
template <class T>
bool at_rest(const T& object) {
  static_assert(std::has_unique_object_representations_v<T>);
  static const T rest{};
  return std::memcmp(&object, &rest, sizeof(T)) == 0;
}

bool flag(std::uint8_t byte) { return byte <= 1; }
bool cell_or_none(Cell cell) { return cell < kCells || cell == kNone; }

template <std::size_t N>
bool sound(const Multiset<N>& bag, std::size_t ids, bool may_hide) {
  if (!bag.clean() || !bag.within(ids)) return false;
  return bag.counted() == bag.size() || (may_hide && bag.counted() == 0);
}

class Inspector {
 public:
  Inspector(const Rules& r, const State& s) : r_{r}, s_{s} {}

  Fault inspect() {
    for (Fault (Inspector::*part)() : {&Inspector::table, &Inspector::grid, &Inspector::combat, &Inspector::frames}) {
      if (const Fault fault = (this->*part)(); !fault.ok()) return fault;
    }
    for (int seat = 0; seat < kSeats; ++seat) {
      if (const Fault fault = player(seat); !fault.ok()) return fault;
    }
    return check_progress(r_, s_);
  }

 private:
  bool hidden(int seat) const { return s_.head.is_observation() && s_.head.viewer != seat; }

  Fault table() {
    if (!flag(s_.concede)) return {"/options/concede", "neither false nor true"};
    if (!flag(s_.defense_sacrifice)) return {"/options/defense_sacrifice", "neither false nor true"};
    if (s_.first >= kSeats && s_.first != kNone) return {"/first", "no such seat"};
    if (s_.active >= kSeats && s_.active != kNone) return {"/active", "no such seat"};
    if (s_.turn > r_.turn_limit) return {"/turn", "out of range"};
    if (s_.stage > Stage::over) return {"/step", "unknown step"};
    if (s_.reason > Reason::limit_draw) return {"/result/reason", "unknown reason"};
    if (s_.winner >= kSeats && s_.winner != kNone) return {"/result/winner", "no such seat"};
    if (s_.depth > kMaxFrames) return {"/frames", "too many frames"};
    if (s_.unused != decltype(s_.unused){}) return {"", "unused bytes are not zero"};
    return {};
  }

  Fault grid() {
    for (int cell = 0; cell < kCells; ++cell) {
      const Unit& unit = s_.grid[static_cast<std::size_t>(cell)];
      if (unit.card == kNone) {
        if (!at_rest(unit)) return {"/grid", "an empty cell with something in it"};
        continue;
      }
      const bool is_unit = unit.card < r_.cards.size() && r_.cards[unit.card].type == CardType::unit;
      if (!is_unit) return {"/grid", "a cell holds a card that is no unit"};
      const std::uint8_t worn = unit.equipment;
      const bool equipped = worn < r_.cards.size() && r_.cards[worn].type == CardType::equipment;
      if (worn != kNone && !equipped) return {"/grid", "a unit is equipped with what is no equipment"};
      const bool flags = flag(unit.exhausted) && flag(unit.hold) && flag(unit.entered) && flag(unit.moved);
      if (!flags || unit.attacks > 2) return {"/grid", "a unit is in no possible state"};
      if (unit.shields > r_.shield_limit) return {"/grid", "a unit has too many shields"};
      for (const Modifier& modifier : unit.modifiers) {
        const bool small = std::abs(modifier.attack) <= kMaxModifier && std::abs(modifier.defense) <= kMaxModifier;
        if (!small || modifier.keywords >> kKeywords.size() != 0) return {"/grid", "a modifier is out of range"};
      }
      if (!unit.modifiers[kCombat].empty() && !s_.combat.active()) {
        return {"/grid", "a modifier of a combat, but there is none"};
      }
    }
    return {};
  }

  bool unit_or_none(Cell cell) const { return cell == kNone || (cell < kCells && s_.occupied(cell)); }

  Fault aims(const Aims& aims, const char* path, std::size_t ops) {
    if (!aims.well_formed()) return {path, "a list with dirt behind its end"};
    for (const Aim& aim : aims) {
      if (aim.op >= ops) return {path, "a target of an op that is not there"};
      if (!unit_or_none(aim.cell)) return {path, "a target that is not there"};
      if (!cell_or_none(aim.to)) return {path, "no such cell"};
      if (aim.entry != kNone && aim.entry >= s_.combat.orders.size()) return {path, "no such order"};
    }
    return {};
  }

  bool is_order(std::uint8_t card) const { return card < r_.cards.size() && r_.cards[card].type == CardType::order; }
  std::size_t ops_of(std::uint8_t holder, std::uint8_t ability) const {
    return r_.library.size(r_.abilities_of(holder)[ability].program);
  }

  Fault combat() {
    const Combat& combat = s_.combat;
    if (!combat.active()) {
      return at_rest(combat) ? Fault{} : Fault{"/combat", "no combat, but traces of one"};
    }
    if (combat.step > CombatStep::end) return {"/combat/step", "unknown step"};
    if (combat.seat >= kSeats) return {"/combat/seat", "no such seat"};
    if (!unit_or_none(combat.attacker)) return {"/combat/attacker", "there is no unit"};
    if (combat.attacker != kNone && side_of(combat.attacker) != combat.seat) {
      return {"/combat/attacker", "not a unit of the attacker"};
    }
    if (combat.target != kSovereign && !unit_or_none(combat.target)) return {"/combat/target", "there is no unit"};
    if (combat.target < kCells && side_of(combat.target) == combat.seat) return {"/combat/target", "an own unit"};
    bool flags = flag(combat.cancelled) && flag(combat.pierced);
    for (std::size_t seat = 0; seat < kSeats; ++seat) {
      flags = flags && flag(combat.supported[seat]) && flag(combat.reactive[seat]) && flag(combat.ganked[seat]);
      flags = flags && combat.support[seat] >= 0 && combat.support[seat] <= kMaxModifier;
      if (combat.supported[seat] == 0 && combat.support[seat] != 0)
        return {"/combat/support", "support that was not given"};
    }
    if (!flags || combat.unused != decltype(combat.unused){}) return {"/combat", "in no possible state"};
    if (!combat.orders.well_formed()) return {"/combat/orders", "a list with dirt behind its end"};
    for (const Order& order : combat.orders) {
      if (order.seat >= kSeats || !is_order(order.card)) return {"/combat/orders", "no order of a seat"};
      if (order.unused != decltype(order.unused){}) return {"", "unused bytes are not zero"};
      const std::uint8_t ability = r_.ability_with(order.card, Trigger::play);
      const std::size_t ops = ops_of(order.card, ability);
      if (const Fault fault = aims(order.targets, "/combat/orders", ops); !fault.ok()) return fault;
    }
    return {};
  }

  Fault frames() {
    const std::size_t unused = kMaxFrames - s_.depth;
    if (!at_rest(s_.frames.data() + s_.depth, unused, kNoFrames)) return {"/frames", "a list with dirt behind its end"};
    for (std::size_t i = 0; i < s_.depth; ++i) {
      const Frame& frame = s_.frames[i];
      const int place = static_cast<int>(i);
      if (frame.kind == FrameKind::none || frame.kind > FrameKind::run)
        return {"/frames/%/frame", "unknown kind", place};
      if (frame.seat >= kSeats) return {"/frames/%/seat", "no such seat", place};
      if (const Fault fault = contents(frame, place); !fault.ok()) return fault;
      if (!belongs(i)) return {"/frames/%", "not a place for this kind of frame", place};
    }
    return {};
  }

  // How work lies on work: maintenance at the bottom; then one thing that a player did; then the ends of
  // units that it destroyed; on top, what one of these asks for. So there is always room for what comes.
  // Precondition: the frame and those below it are in range.
  bool belongs(std::size_t i) const {
    const Frame& frame = s_.frames[i];
    const bool top = i + 1 == s_.depth;
    const bool on_maintenance = i == 1 && s_.frames[0].kind == FrameKind::maintenance;
    switch (frame.kind) {
      case FrameKind::none: return false;
      case FrameKind::maintenance: return i == 0;
      case FrameKind::order: return top && i == 0;
      case FrameKind::pay: return top && (i == 0 || on_maintenance);
      case FrameKind::draw:
      case FrameKind::channel:
      case FrameKind::pile: return top && (i == 0 || s_.frames[i - 1].kind == FrameKind::run);
      case FrameKind::discard: return top && i > 0 && s_.frames[i - 1].kind == FrameKind::run;
      case FrameKind::run: break;
    }
    const Trigger trigger = trigger_of(frame);
    if (trigger != Trigger::destroyed) return i == 0 || (on_maintenance && trigger == Trigger::recycle);
    std::size_t ends = 1;
    for (std::size_t below = i; below-- > 0;) {
      const Frame& under = s_.frames[below];
      if (under.kind != FrameKind::run || trigger_of(under) != Trigger::destroyed) break;
      ++ends;
    }
    return ends <= kMaxTargets;
  }
  Trigger trigger_of(const Frame& run) const { return r_.abilities_of(run.card)[run.ability].trigger; }

  // Every part that a kind does not use is at rest; the others are in range.
  Fault contents(const Frame& frame, int place) {
    Frame rest;
    rest.kind = frame.kind;
    rest.seat = frame.seat;
    switch (frame.kind) {
      case FrameKind::none: break;
      case FrameKind::draw:
      case FrameKind::channel:
      case FrameKind::discard:
        if (frame.left > 50) return {"/frames/%/left", "out of range", place};
        rest.left = frame.left;
        break;
      case FrameKind::pile:
        if (frame.left > 50 || !flag(frame.to_zone)) return {"/frames/%/left", "out of range", place};
        rest.left = frame.left;
        rest.to_zone = frame.to_zone;
        break;
      case FrameKind::pay: {
        if (frame.action >= r_.codec.action_count()) return {"/frames/%/for", "no such move", place};
        const bool small = frame.to_return[0] <= 99 && frame.to_return[1] <= 99 && frame.to_exhaust[0] <= 99 &&
                           frame.to_exhaust[1] <= 99 && frame.level <= 99 && flag(frame.ones);
        if (!small) return {"/frames/%", "a payment out of range", place};
        const bool returns = frame.to_return != Cost{} || frame.level > 0;
        if (returns && frame.to_exhaust != Cost{})
          return {"/frames/%", "cards go back or are exhausted, not both", place};
        if (const Fault fault = paid_move(frame, place); !fault.ok()) return fault;
        rest.action = frame.action;
        rest.to_return = frame.to_return;
        rest.to_exhaust = frame.to_exhaust;
        rest.level = frame.level;
        rest.ones = frame.ones;
        break;
      }
      case FrameKind::maintenance:
        for (Cell cell = 0; cell < kCells; ++cell) {
          if ((frame.kept >> cell & 1u) == 0) continue;
          const bool own = s_.occupied(cell) && side_of(cell) == frame.seat && is_elite(r_, s_.grid[cell]);
          if (!own) return {"/frames/%/kept", "not an elite of the seat", place};
        }
        if (frame.kept >> kCells != 0) return {"/frames/%/kept", "no such cell", place};
        rest.kept = frame.kept;
        break;
      case FrameKind::order:
      case FrameKind::run: return program(frame, place);
    }
    return frame == rest ? Fault{} : Fault{"/frames/%", "parts that this kind of frame does not have", place};
  }

  // What is being paid for must still be possible, or performing it would go wrong.
  Fault paid_move(const Frame& frame, int place) {
    bool possible = false;
    const Player& own = s_.players[frame.seat];
    const auto in_hand = [&](std::uint8_t card, CardType type) {
      return own.hand.has(card) && r_.cards[card].type == type;
    };
    const auto own_unit = [&](Cell cell) { return s_.occupied(cell) && side_of(cell) == frame.seat; };
    const bool acts = frame.seat == s_.active && !s_.combat.active();
    const bool in_main = acts && s_.stage == Stage::main_action;
    const auto answers = [&](CombatStep defender, CombatStep attacker) {
      return s_.combat.step == (frame.seat == s_.combat.seat ? attacker : defender);
    };
    const bool orders = answers(CombatStep::orders_defender, CombatStep::orders_attacker);
    const bool barrage = answers(CombatStep::barrage_defender, CombatStep::barrage_attacker) && both_live(s_);
    if (hidden(frame.seat)) return {};  // a hand that can't be seen
    r_.codec.visit(frame.action, [&]<class Kind>(const Kind& move) {
      if constexpr (std::is_same_v<Kind, Mobilize>) {
        possible = in_main && in_hand(move.card, CardType::unit) && side_of(move.cell) == frame.seat &&
                   !s_.occupied(move.cell);
      } else if constexpr (std::is_same_v<Kind, Equip>) {
        possible = in_main && in_hand(move.card, CardType::equipment) && own_unit(move.cell) &&
                   s_.grid[move.cell].equipment == kNone;
      } else if constexpr (std::is_same_v<Kind, PlayField>) {
        possible = in_main && in_hand(move.card, CardType::field_condition) && own.field == kNone;
      } else if constexpr (std::is_same_v<Kind, PlayOrder>) {
        possible = in_hand(move.card, CardType::order) && orders && !s_.combat.orders.full();
      } else if constexpr (std::is_same_v<Kind, MoveUnit>) {
        possible = in_main && own_unit(move.from) && side_of(move.to) == frame.seat && !s_.occupied(move.to);
      } else if constexpr (std::is_same_v<Kind, Charge> || std::is_same_v<Kind, DeclareAttack>) {
        const bool target =
            move.target == kSovereign || (s_.occupied(move.target) && side_of(move.target) != frame.seat);
        const bool phase = std::is_same_v<Kind, Charge> ? in_main : acts && s_.stage == Stage::combat_action;
        possible = phase && own_unit(move.from) && target && s_.grid[move.from].attacks < 2;
      } else if constexpr (std::is_same_v<Kind, Support>) {
        possible = barrage && combatant(s_, frame.seat) != kNone && s_.occupied(Support::supporter(s_, frame.seat));
      } else if constexpr (std::is_same_v<Kind, Reactive>) {
        possible = barrage && combatant(s_, frame.seat) != kNone;
      } else if constexpr (std::is_same_v<Kind, EndMaintenance>) {
        possible = place > 0 && s_.frames[static_cast<std::size_t>(place) - 1].kind == FrameKind::maintenance;
      }
    });
    return possible ? Fault{} : Fault{"/frames/%/for", "not a move that can be paid for here", place};
  }

  Fault program(const Frame& frame, int place) {
    if (frame.card >= r_.holder_ids.size()) return {"/frames/%/card", "no such card", place};
    const std::vector<Ability>& abilities = r_.abilities_of(frame.card);
    if (frame.ability >= abilities.size()) return {"/frames/%/ability", "no such ability", place};
    const Trigger trigger = abilities[frame.ability].trigger;
    const bool lasting = trigger == Trigger::always || trigger == Trigger::attached;
    if (lasting) return {"/frames/%/ability", "an ability that is never run", place};
    const std::size_t ops = ops_of(frame.card, frame.ability);
    const bool top = place + 1 == s_.depth;
    if (frame.op > ops || (top && frame.op == ops)) return {"/frames/%/op", "no such op", place};
    if (!unit_or_none(frame.source)) return {"/frames/%/source", "there is no unit", place};
    if (!unit_or_none(frame.moving)) return {"/frames/%/moving", "there is no unit", place};
    if (!flag(frame.named) || !flag(frame.looking) || !flag(frame.tops) || frame.closed != 0) {
      return {"/frames/%", "in no possible state", place};
    }
    if (frame.kind == FrameKind::order) {
      const bool own = is_order(frame.card) && trigger == Trigger::play && frame.named == 0;
      if (!own || !s_.combat.active() || s_.combat.orders.full()) {
        return {"/frames/%/card", "no order that could be played", place};
      }
      if (!named_in_order(frame)) return {"/frames/%/targets", "more targets than its ops name", place};
    }
    if (!frame.same.well_formed() || !frame.picked.well_formed())
      return {"/frames/%", "a list with dirt behind its end", place};
    for (const Cell cell : frame.same) {
      if (cell >= kCells || !s_.occupied(cell)) return {"/frames/%/same", "there is no unit", place};
    }
    for (const Cell cell : frame.picked) {
      if (cell >= kCells || !s_.occupied(cell)) return {"/frames/%/picked", "there is no unit", place};
    }
    if (frame.kind == FrameKind::run && frame.named == 0 && !frame.targets.empty()) {
      return {"/frames/%/targets", "targets that were not named", place};
    }
    if (const Fault fault = aims(frame.targets, "/frames", ops); !fault.ok()) return fault;
    if (!sound(frame.looked, r_.resources.size(), hidden(frame.seat)))
      return {"/frames/%/looked", "no such cards", place};
    if (frame.looking == 0 && (!frame.looked.empty() || frame.tops != 0)) {
      return {"/frames/%/looked", "cards are looked at, but nobody looks", place};
    }
    if (frame.left != kNone && frame.left > kMaxConvoy) return {"/frames/%/left", "out of range", place};
    const bool picking = !frame.picked.empty() || frame.moving != kNone || frame.left != kNone || frame.looking != 0;
    if (!top && picking) return {"/frames/%", "picks of an op that is not under way", place};
    Frame rest = frame;
    rest.to_zone = rest.level = rest.ones = rest.unused = 0;
    rest.to_return = rest.to_exhaust = {};
    rest.action = rest.kept = 0;
    rest.spare = {};
    return frame == rest ? Fault{} : Fault{"/frames/%", "parts that this kind of frame does not have", place};
  }

  // The ops before the present one have named what they may, this one what was picked, the rest nothing.
  bool named_in_order(const Frame& frame) const {
    const auto ops = r_.library.list(program_of(r_, frame));
    for (std::size_t k = 0; k < ops.size(); ++k) {
      std::size_t named = 0;
      for (const Aim& aim : frame.targets) named += aim.op == k ? 1 : 0;
      std::size_t most = is_chosen(r_, ops[k]) ? r_.selectors[ops[k].arg[0]].count : 0;
      if (static_cast<Op>(ops[k].code) == Op::counter_order) most = 1;
      if (k == frame.op) most = std::min(most, frame.picked.size());
      if (k > frame.op) most = 0;
      if (named > most) return false;
    }
    return true;
  }

  Fault player(int i) {
    const Player& player = s_.players[static_cast<std::size_t>(i)];
    const bool hides = hidden(i);
    if (player.sovereign >= r_.sovereigns.size()) return {"/players/%/sovereign", "no such sovereign", i};
    const std::size_t cards = r_.cards.size(), resources = r_.resources.size();
    if (!sound(player.deck, cards, hides)) return {"/players/%/deck", "no such cards", i};
    if (!sound(player.hand, cards, hides)) return {"/players/%/hand", "no such cards", i};
    if (!sound(player.discard, cards, false)) return {"/players/%/discard", "no such cards", i};
    if (!sound(player.removed, resources, false)) return {"/players/%/removed", "no such cards", i};
    if (!sound(player.pool, resources, false)) return {"/players/%/convoy_pool", "no such cards", i};
    if (!sound(player.ready, resources, false)) return {"/players/%/zone/ready", "no such cards", i};
    if (!sound(player.exhausted, resources, false)) return {"/players/%/zone/exhausted", "no such cards", i};
    if (!sound(player.pile, resources, hides)) return {"/players/%/pile", "no such cards", i};
    if (hides && (player.deck.counted() + player.hand.counted() + player.pool.counted() + player.pile.counted() != 0 ||
                  !player.bottom.empty())) {
      return {"/players/%", "an observation with secrets", i};
    }
    if (!player.convoy.well_formed() || !player.bottom.well_formed())
      return {"/players/%", "a list with dirt behind its end", i};
    const bool field = player.field < cards && r_.cards[player.field].type == CardType::field_condition;
    if (player.field != kNone && !field) return {"/players/%/field", "no field condition", i};
    const bool flags = flag(player.skip_next_turn) && flag(player.recycled) && flag(player.payment_to_top) &&
                       flag(player.mulligan_used);
    if (!flags || player.unused != 0) return {"/players/%", "in no possible state", i};
    if (const Fault fault = convoy(player, i, hides); !fault.ok()) return fault;
    return totals(player, i, hides);
  }

  Fault convoy(const Player& player, int i, bool hides) {
    int unknown = 0;
    for (const std::uint8_t id : player.convoy) {
      if (id == kNone) {
        ++unknown;
      } else if (hides || id >= r_.resources.size() || r_.resources[id].value != 1) {
        return {"/players/%/convoy", "no such card", i};
      }
    }
    if (!hides && unknown != player.pool.size()) {
      return {"/players/%/convoy_pool", "as many unknown cards as unknown slots", i};
    }
    return {};
  }

  int looked_at(int seat) const {
    int looked = 0;
    for (std::size_t k = 0; k < s_.depth; ++k) {
      if (s_.frames[k].seat == seat) looked += s_.frames[k].looked.size();
    }
    return looked;
  }

  // VW 2: ten cards of value 1, as many of value 2 as the sovereign's number, at most 50 others.
  // What is hidden counts by its size.
  Fault totals(const Player& player, int i, bool hides) {
    int ones = static_cast<int>(player.convoy.size()) + looked_at(i);
    int twos = hides ? player.pile.size() : 0;
    bool misplaced = false;
    const auto count = [&](const Resources& bag, bool one, bool two) {
      bag.for_each([&](std::size_t id, int n) {
        const bool is_one = r_.resources[id].value == 1;
        misplaced = misplaced || (is_one ? !one : !two);
        (is_one ? ones : twos) += n;
      });
    };
    count(player.ready, true, true);
    count(player.exhausted, true, true);
    count(player.removed, false, true);
    count(player.pile, false, true);
    player.pool.for_each([&](std::size_t id, int) { misplaced = misplaced || r_.resources[id].value != 1; });
    if (misplaced) return {"/players/%", "a resource where it can't be", i};
    if (ones != r_.convoy_size) return {"/players/%/zone", "convoy, zone and cards looked at don't add up", i};
    if (twos != r_.sovereigns[player.sovereign].number) {
      return {"/players/%/pile", "pile, converted and removed cards must equal the sovereign's number", i};
    }
    return cards_of(player, i);
  }

  // VW 12.5: at most a deck's cards in all. Positions that are set up may hold more copies of a card
  // than a deck may; the bound on them is what a zone can count, over all zones, so play keeps to it.
  Fault cards_of(const Player& player, int i) {
    Tally<kMaxCards> tally{player.deck};
    tally.add(player.hand);
    tally.add(player.discard);
    for (const std::uint8_t id : player.bottom) {
      if (id >= r_.cards.size()) return {"/players/%/deck_bottom", "no such card", i};
      tally.add(id);
    }
    for_each_cell(s_, static_cast<Seat>(i), [&](Cell cell) {
      tally.add(s_.grid[cell].card);
      if (s_.grid[cell].equipment != kNone) tally.add(s_.grid[cell].equipment);
    });
    if (player.field != kNone) tally.add(player.field);
    for (const Order& order : s_.combat.orders) {
      if (order.seat == i) tally.add(order.card);
    }
    for (std::size_t k = 0; k < s_.depth; ++k) {
      if (s_.frames[k].kind == FrameKind::order && s_.frames[k].seat == i) tally.add(s_.frames[k].card);
    }
    if (tally.total() > r_.deck_size) return {"/players/%/deck", "more cards than a deck has", i};
    return tally.fits() ? Fault{} : Fault{"/players/%/deck", "more copies of a card than a zone can count", i};
  }

  const Rules& r_;
  const State& s_;
};

}  // namespace

Fault VitorianWars::check_state(const Rules& r, const State& s) { return Inspector{r, s}.inspect(); }

}  // namespace arbitre::vitorian_wars
