// Vitorian Wars: where a position may stand (VW 12.3), and what work can then be under way (VW 12.2).
#include <algorithm>

#include "arbitre/games/vitorian_wars/describe.hpp"
#include "arbitre/games/vitorian_wars/invariants.hpp"

namespace arbitre::vitorian_wars {
namespace {

class Progress {
 public:
  Progress(const Rules& r, const State& s) : r_{r}, s_{s} {}

  // A position stands at a decision, at a chance move, or at the end.
  Fault inspect() {
    const bool over = s_.stage == Stage::over;
    if (over != s_.over()) return {"/result", "over exactly when there is a result"};
    if (over) {
      const bool winner = s_.reason == Reason::limit_draw ? s_.winner == kNone : s_.winner < kSeats;
      if (!winner || !s_.idle() || s_.combat.active()) return {"/result", "work is still under way"};
      return {};
    }
    if (s_.winner != kNone) return {"/result/winner", "nobody has won yet"};
    const bool setup = phase_of(s_.stage) == Phase::setup;
    if (setup != (s_.active == kNone)) return {"/active", "nobody is active during set-up, and somebody afterwards"};
    if (setup != (s_.turn == 0)) return {"/turn", "turns are counted from 1 after set-up"};
    if (s_.first == kNone && s_.stage != Stage::coin) return {"/first", "unknown only before the coin"};
    if (setup && !deals()) return {"/players", "not the hands of this step of the set-up"};
    if (!stage_allows()) return {"/step", "not a step that leaves this work under way"};
    return waits() ? Fault{} : Fault{"/step", "not at a decision or a draw"};
  }

 private:
  bool hidden(int seat) const { return s_.head.is_observation() && s_.head.viewer != seat; }

  // Who has still to decide on a mulligan has no more than an opening hand, with what is to be dealt: it
  // must fit under the deck.
  bool deals() const {
    if (s_.stage > Stage::mulligan_second) return true;
    for (Seat seat = 0; seat < kSeats; ++seat) {
      if (s_.stage == Stage::mulligan_second && seat == s_.first) continue;
      const bool waits = s_.stage == Stage::coin || (s_.stage == Stage::deal_second && seat != s_.first);
      const Player& player = s_.players[seat];
      int hand = player.hand.size() + (waits ? r_.opening_hand : 0);
      for (std::size_t i = 0; i < s_.depth; ++i) hand += s_.frames[i].seat == seat ? s_.frames[i].left : 0;
      if (player.mulligan_used != 0 || !player.bottom.empty() || hand > r_.opening_hand) return false;
    }
    return true;
  }

  // Whose work a step of the turn leaves under way, where it can be one player's only; else kNone.
  Seat worker() const {
    switch (s_.stage) {
      case Stage::deal_second:
      case Stage::mulligan_second:
      case Stage::opening_second: return s_.first;
      case Stage::mulligan_first:
      case Stage::opening_first:
      case Stage::begin: return other(s_.first);
      case Stage::channelled:
      case Stage::maintenance:
      case Stage::draw: return s_.active;
      default: return s_.frames[0].kind == FrameKind::draw ? s_.active : kNone;
    }
  }

  // What can be under way when a step of the turn is the next.
  bool stage_allows() const {
    const FrameKind base = s_.idle() ? FrameKind::none : s_.frames[0].kind;
    const bool acting = s_.stage == Stage::main_action || s_.stage == Stage::combat_action;
    if (s_.combat.active() && !(acting && s_.combat.seat == s_.active)) return false;
    if (!s_.idle() && worker() != kNone && s_.frames[0].seat != worker()) return false;
    const auto any_of = [&](auto... kinds) { return ((base == kinds) || ...); };
    switch (s_.stage) {
      case Stage::coin:
      case Stage::burnout:
      case Stage::discard: return any_of(FrameKind::none);
      case Stage::mulligan_first:
      case Stage::mulligan_second: return any_of(FrameKind::none, FrameKind::draw);
      case Stage::deal_second:
      case Stage::opening_first: return any_of(FrameKind::draw);
      case Stage::opening_second:
      case Stage::begin:
      case Stage::channelled: return any_of(FrameKind::channel);
      case Stage::maintenance: return any_of(FrameKind::pile, FrameKind::run);
      case Stage::draw: return any_of(FrameKind::maintenance);
      case Stage::main_action:
      case Stage::combat_action: return !any_of(FrameKind::channel, FrameKind::maintenance);
      default: return false;
    }
  }

  bool waits() const {
    const Decision due = decision(r_, s_);
    if (due == Decision::none) return false;
    if (s_.stage == Stage::coin && s_.idle() && s_.first != kNone) return false;
    // The steps that wait without a frame or a combat are those that `decision` knows, but two of
    // them may have nothing to ask.
    if (!s_.idle()) return frame_waits(s_.top(), due);
    if (s_.combat.active()) {
      const bool barrage = due == Decision::barrage;
      const bool window = due == Decision::order_window;
      return window || (barrage && s_.combat.target != kSovereign && both_live(s_));
    }
    if (due == Decision::burnout_response) {
      const Player& own = s_.players[s_.active];
      return s_.defense_sacrifice != 0 && !own.pile.empty() && own.convoy.empty();
    }
    if (due == Decision::discard_to_limit) return s_.players[s_.active].hand.size() > r_.hand_limit;
    return true;
  }

  bool frame_waits(const Frame& frame, Decision due) const {
    const Player& own = s_.players[frame.seat];
    const bool hides = hidden(frame.seat);
    switch (frame.kind) {
      case FrameKind::draw: return frame.left > 0 && !own.deck.empty();
      case FrameKind::channel: return frame.left > 0 && !own.convoy.empty() && own.convoy[0] == kNone;
      case FrameKind::pile: return frame.left > 0 && !own.pile.empty();
      case FrameKind::discard: return frame.left > 0 && !own.hand.empty();
      case FrameKind::pay: return payment_waits(frame);
      case FrameKind::maintenance: return true;
      case FrameKind::none: return false;
      case FrameKind::order:
      case FrameKind::run: break;
    }
    if (!picks_fit(frame, due)) return false;
    const effect::Op& op = op_of(r_, frame);
    switch (due) {
      case Decision::choose_order: return frame.named == 0 && s_.combat.active() && any_order(frame);
      case Decision::choose_return:
        return frame.kind == FrameKind::run && frame.left != kNone && frame.left > 0 &&
               frame.left <= returnable(r_, own, op.arg[0]);
      case Decision::choose_ready:
        return frame.kind == FrameKind::run && frame.left != kNone && frame.left > 0 &&
               frame.left <= readyable(r_, own, op.arg[0]);
      case Decision::arrange_convoy: return frame.kind == FrameKind::run && frame.looking != 0 && !frame.looked.empty();
      case Decision::reveal_convoy:
        return frame.kind == FrameKind::run && frame.looking != 0 && frame.left > 0 &&
               frame.left <= own.convoy.size() && own.convoy[0] == kNone;
      case Decision::choose_destination:
        return is_chosen(r_, op) && static_cast<Op>(op.code) == Op::move && frame.named == 0 &&
               has_destination(r_, s_, op, frame.moving) && (frame.kind != FrameKind::order || !frame.targets.empty());
      case Decision::choose_targets: return targets_wait(frame, op);
      default: return !hides;
    }
  }

  // Only the picks that the decision is about have begun.
  bool picks_fit(const Frame& frame, Decision due) const {
    const bool looks = due == Decision::arrange_convoy || due == Decision::reveal_convoy;
    const bool counts =
        due == Decision::choose_return || due == Decision::choose_ready || due == Decision::reveal_convoy;
    const bool aims = due == Decision::choose_targets || due == Decision::choose_destination;
    return looks == (frame.looking != 0) && counts == (frame.left != kNone) &&
           (frame.tops == 0 || due == Decision::arrange_convoy) && (aims || frame.picked.empty());
  }

  bool any_order(const Frame& frame) const {
    if (frame.targets.full()) return false;
    for (std::size_t i = 0; i < s_.combat.orders.size(); ++i) {
      if (is_orders_entry(s_, i, other(frame.seat))) return true;
    }
    return false;
  }

  bool targets_wait(const Frame& frame, const effect::Op& op) const {
    if (!is_chosen(r_, op) || frame.named != 0 || frame.targets.full()) return false;
    if (frame.picked.size() >= r_.selectors[op.arg[0]].count) return false;
    for (Cell cell = 0; cell < kCells; ++cell) {
      if (check_target(r_, s_, frame, cell) == Reject::ok) return true;
    }
    return false;
  }

  // The rest of a payment can be met: it was checked whole when it was announced (VW-C54).
  bool payment_waits(const Frame& frame) const {
    if (part_of(frame) == Part::done) return false;
    const Ctx ctx{r_, s_, frame.seat};
    for (std::size_t id = 0; id < r_.resources.size(); ++id) {
      if (check_pick(ctx, frame, static_cast<std::uint8_t>(id)).ok()) {
        const Cost both = {static_cast<std::uint8_t>(frame.to_return[0] + frame.to_exhaust[0]),
                           static_cast<std::uint8_t>(frame.to_return[1] + frame.to_exhaust[1])};
        return check_cost(ctx, both, frame.level).ok();
      }
    }
    return false;
  }

  const Rules& r_;
  const State& s_;
};

}  // namespace

Fault check_progress(const Rules& r, const State& s) { return Progress{r, s}.inspect(); }

}  // namespace arbitre::vitorian_wars
