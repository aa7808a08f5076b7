// Terraforming Mars: one step of the frame on top of the stack (TM 12.2).
#include "arbitre/games/terraforming_mars/flow.hpp"
#include "arbitre/games/terraforming_mars/phases.hpp"

namespace arbitre::terraforming_mars {
namespace {

void report_tr_step(GameStep& step, Seat seat, Parameter parameter, int value) {
  step.report(Raised{seat, parameter, static_cast<std::int16_t>(value)});
  raise_tr(step, seat, 1);
}

// TM 5.3: one step; beyond the end of a track it is lost, with all that follow.
bool advance_raise(GameStep& step) {
  State& s = step.s;
  Frame& frame = s.top();
  const auto parameter = static_cast<Parameter>(frame.item);
  const Track& track = step.r.tracks[parameter];
  const int now = parameter == temperature ? s.temperature : s.oxygen;
  if (frame.left == 0 || now + track.step > track.max) {
    pop(s);
    return true;
  }
  --frame.left;
  const Seat seat = frame.player;
  const int value = now + track.step;
  if (parameter == temperature) {
    s.temperature = static_cast<std::int8_t>(value);
  } else {
    s.oxygen = byte(value);
  }
  report_tr_step(step, seat, parameter, value);
  for (const auto& [reached, program] : track.bonuses) {
    if (reached == value) push_ops(step.r, s, ops_frame(seat, program, kNone));
  }
  return true;
}

void tile_bonus(GameStep& step, Seat seat, std::uint8_t hex) {  // TM 5.4 (2)
  for (std::uint8_t resource = 0; resource < kResources; ++resource) {
    const int amount = step.r.bonus[hex][resource];
    if (amount > 0) change_stock(step, seat, resource, amount);
  }
  if (step.r.bonus_cards[hex] > 0) push(step.s, draw_frame(seat, step.r.bonus_cards[hex], DrawTo::hand));
}

void tile_parameter(GameStep& step, Seat seat, Tile tile) {  // TM 5.4 (4)
  State& s = step.s;
  if (tile == Tile::ocean) {
    ++s.oceans;
    report_tr_step(step, seat, oceans, s.oceans);
  } else if (tile == Tile::greenery && s.phase != Phase::final_greenery) {
    push_raise(s, seat, oxygen, 1);
  }
}

void tile_triggers(GameStep& step, Seat seat, Tile tile, std::uint8_t place) {  // TM 5.4 (5)
  const Rules& r = step.r;
  const bool on_map = place < kHexes;
  Batch batch;
  if (on_map) {
    add_triggers(r, step.s, seat, StandingKind::on_placement_bonus, kNone, batch, [&](const Standing& effect) {
      for (std::uint8_t i = 0; i < kResources; ++i) {
        if ((effect.resources & stock_bit(i)) != 0 && r.bonus[place][i] > 0) return true;
      }
      return false;
    });
  }
  add_triggers(r, step.s, seat, StandingKind::on_tile_placed, kNone, batch,
               [&](const Standing& effect) { return effect.tile == byte(tile) && (on_map || !effect.on_mars_only); });
  batch.push_on(r, step.s);
}

bool advance_tile(GameStep& step) {
  State& s = step.s;
  Frame& top = s.top();
  const Frame frame = top;
  const auto tile = static_cast<Tile>(frame.item);
  ++top.stage;
  switch (frame.stage) {
    case stage::bonus:
      if (frame.hex < kHexes) tile_bonus(step, frame.player, frame.hex);
      return true;
    case stage::oceans: {
      const int near = frame.hex < kHexes ? tiles_beside(step.r, frame.hex, s.tile(Tile::ocean)) : 0;
      if (near > 0) change_stock(step, frame.player, megacredit, near * step.r.numbers.ocean_megacredits);
      return true;
    }
    case stage::parameter: tile_parameter(step, frame.player, tile); return true;
    default:
      pop(s);
      tile_triggers(step, frame.player, tile, frame.hex);
      return true;
  }
}

// --- cards, projects, milestones, awards -------------------------------------------------------------

bool advance_payment(GameStep& step) {
  const Frame frame = step.s.top();
  const Facts facts{step.r, step.s, frame.player};
  const Bill bill = bill_of(step.r, step.s, frame);
  Payment only;
  const auto fits = [&](const Payment& p) { return payment_fits(step.r, step.s, frame, facts, bill, p); };
  const Answers payments = payments_of(step.s, frame.player, facts, bill, only, fits);
  if (payments.count > 1) return false;
  if (payments.count == 1) {
    pay_frame(step, only);
  } else if (frame.kind == FrameKind::draw) {
    step.s.top().buying = kNone;
  } else {
    pop(step.s);  // nothing can pay it any more: the move comes to nothing
  }
  return true;
}

void card_enters(GameStep& step, const Frame& frame) {  // TM 5.1, 3 and 4
  State& s = step.s;
  SeatState& own = s.seats[frame.player];
  own.hand.erase(frame.item);
  step.report(CardPlayed{frame.player, frame.item});
  if (!step.r.events.has(frame.item)) enter_tableau(s, frame.player, frame.item);
  push_ops(step.r, s, ops_frame(frame.player, step.r.sources[frame.item].on_play, frame.item));
}

// TM 5.1: nothing stays below its minimum once the card has been resolved.
void restore_minima(GameStep& step, Seat seat) {
  const SeatState& own = step.s.seats[seat];
  for (std::uint8_t i = 0; i < kResources; ++i) {
    if (own.stock[i] < 0) change_stock(step, seat, i, -own.stock[i]);
    const int below = step.r.min_production(i) - own.production[i];
    if (below > 0) change_production(step, seat, i, below);
  }
}

bool advance_card(GameStep& step) {
  State& s = step.s;
  const Frame frame = s.top();
  switch (frame.stage) {
    case stage::pay: return advance_payment(step);
    case stage::enter:
      s.top().stage = stage::triggers;
      card_enters(step, frame);
      return true;
    case stage::triggers: {
      s.top().stage = stage::end;
      Batch batch;
      add_tag_triggers(step.r, s, frame.player, frame.item, batch);
      add_card_triggers(step.r, s, frame.player, frame.item, batch);
      batch.push_on(step.r, s);
      return true;
    }
    default:
      pop(s);
      if (step.r.events.has(frame.item)) s.seats[frame.player].events.insert(frame.item);
      if (!resolves_card(s, frame.player)) restore_minima(step, frame.player);
      return true;
  }
}

bool advance_project(GameStep& step) {
  const Frame frame = step.s.top();
  if (frame.stage == stage::pay) return advance_payment(step);
  pop(step.s);
  push_ops(step.r, step.s, ops_frame(frame.player, step.r.projects[frame.item].program, kNone));
  return true;
}

// --- draws -------------------------------------------------------------------------------------------

const Op& draw_op(const Rules& r, const Frame& frame) { return r.library.op(frame.program, frame.pc); }

bool can_buy(const Rules& r, const State& s, Seat seat) {
  const Facts facts{r, s, seat};
  return check_purse(r, s, seat, facts, {r.numbers.card_price, false, false}).ok();
}

bool advance_draw(GameStep& step) {
  State& s = step.s;
  const Frame frame = s.top();
  if (frame.left > 0) {
    if (s.cards_to_draw() > 0) return false;
    s.top().left = 0;  // TM 11.3: the rest of the draw lapses
    return true;
  }
  if (frame.program == kNoProgram || static_cast<DrawTo>(frame.stage) != DrawTo::offered) {
    pop(s);
    return true;
  }
  const Op& op = draw_op(step.r, frame);
  const int offered = s.seats[frame.player].offered_size();
  if (op.arg[1] != 0) {  // D-BUY-DRAWN
    if (frame.buying != kNone) return advance_payment(step);
    if (offered > 0 && can_buy(step.r, s, frame.player)) return false;
    stop_drawing(step);
    return true;
  }
  // D-KEEP: exactly `keep`, or all there are (TM-C34).
  const int wanted = op.arg[0] - frame.kept;
  if (wanted > 0 && offered > wanted) return false;
  if (wanted > 0 && offered > 0) {
    keep_drawn(step, byte(s.seats[frame.player].offered.nth(0)));
  } else {
    stop_drawing(step);
  }
  return true;
}

bool advance_ops(GameStep& step) {
  Host host{step};
  Frame& frame = step.s.top();
  switch (effect::run(step.r.library, frame.program, frame.pc, host)) {
    case effect::Halt::waiting: return false;
    case effect::Halt::interrupted: return true;
    case effect::Halt::finished: pop(step.s); return true;
  }
  return true;
}

bool advance_top(GameStep& step) {
  State& s = step.s;
  switch (s.top().kind) {
    case FrameKind::deal_first_player: return false;
    case FrameKind::deal_corporations:
      if (s.top().left > 0 && (!s.corporation_deck.empty() || s.hidden_corporations > 0)) return false;
      pop(s);
      return true;
    case FrameKind::neutral:
      if (s.cards_to_draw() > 0) return false;
      pop(s);
      return true;
    case FrameKind::draw: return advance_draw(step);
    case FrameKind::reveal: advance_reveal(step); return true;
    case FrameKind::action:
      pop(s);
      end_action(step);
      return true;
    case FrameKind::card: return advance_card(step);
    case FrameKind::project: return advance_project(step);
    case FrameKind::milestone:
    case FrameKind::award: return advance_payment(step);
    case FrameKind::ops: return advance_ops(step);
    case FrameKind::tile: return advance_tile(step);
    case FrameKind::raise: return advance_raise(step);
  }
  return false;
}

// What the frame on top asks; it has no step of its own left to take.
Ask ask_of_top(const Rules& r, const Frame& frame) {
  switch (frame.kind) {
    case FrameKind::deal_first_player: return Ask::first_player;
    case FrameKind::deal_corporations: return Ask::deal_corporation;
    case FrameKind::neutral: return Ask::draw;
    case FrameKind::draw:
      if (frame.left > 0) return Ask::draw;
      if (frame.buying != kNone) return Ask::payment;
      return draw_op(r, frame).arg[1] != 0 ? Ask::buy : Ask::keep;
    case FrameKind::card:
    case FrameKind::project:
    case FrameKind::milestone:
    case FrameKind::award: return Ask::payment;
    case FrameKind::ops: break;
    case FrameKind::reveal:
    case FrameKind::action:
    case FrameKind::tile:
    case FrameKind::raise: return Ask::nothing;
  }
  if (frame.pc >= r.library.size(frame.program)) return Ask::nothing;
  switch (code_of(r.library.op(frame.program, frame.pc))) {
    case OpCode::pay: return Ask::payment;
    case OpCode::production_any:
    case OpCode::remove_any: return Ask::victim;
    case OpCode::add_resource:
    case OpCode::remove_resource:
    case OpCode::copy_production: return Ask::card_target;
    case OpCode::choose: return Ask::option;
    case OpCode::convert: return Ask::amount;
    case OpCode::place_tile:
    case OpCode::claim_area: return Ask::place;
    case OpCode::discard: return Ask::discard;
    case OpCode::sell_cards: return Ask::sell;
    default: return Ask::nothing;
  }
}

}  // namespace

Ask ask_of(const Rules& r, const State& s, Seat seat) {
  return s.depth > 0 ? ask_of_top(r, s.top()) : ask_of_phase(s, seat);
}

SeatSet actors(const Rules&, const State& s) {
  if (s.phase == Phase::finished) return {};
  if (s.depth == 0) return actors_of_phase(s);
  return is_chance_frame(s, s.top()) ? SeatSet::chance() : SeatSet::of(s.top().player);
}

bool advance(GameStep& step) {
  if (step.s.phase == Phase::finished) return false;
  return step.s.depth > 0 ? advance_top(step) : advance_phase(step);
}

// --- payments -----------------------------------------------------------------------------------------

Bill bill_of(const Rules& r, const State& s, const Frame& frame) {
  switch (frame.kind) {
    case FrameKind::card: return card_bill(r, frame.price, frame.item);
    case FrameKind::draw: return {r.numbers.card_price, false, false};
    case FrameKind::ops: return pay_bill(r, s, where(frame), r.library.op(frame.program, frame.pc));
    default: return {frame.price, false, false};
  }
}

Verdict check_card_costs(const Rules& r, const State& s, const Facts& facts, const Bill& bill, std::uint8_t card,
                         Seat seat, const Payment& payment) {
  const Source& source = r.sources[card];
  if (!source.has_costs) return {};
  Trial trial{r, s, Where{seat, source.on_play, 0, card, kNone, kNone}, Trying::card};
  trial.pay_first(facts, bill, payment);
  return trial.run(source.on_play);
}

bool payment_fits(const Rules& r, const State& s, const Frame& frame, const Facts& facts, const Bill& bill,
                  const Payment& payment) {
  if (frame.kind != FrameKind::card || !r.sources[frame.item].stock_costs) return true;
  return check_card_costs(r, s, facts, bill, frame.item, frame.player, payment).ok();
}

void pay_frame(GameStep& step, const Payment& payment) {
  State& s = step.s;
  const Frame frame = s.top();
  if (frame.kind == FrameKind::ops) {
    const Op& op = step.r.library.op(frame.program, frame.pc);
    ++s.top().pc;
    Host{step}.pay(op, payment);
    return;
  }
  take_payment(step, frame.player, Facts{step.r, s, frame.player}, bill_of(step.r, s, frame), payment);
  SeatState& own = s.seats[frame.player];
  switch (frame.kind) {
    case FrameKind::card:
      own.pending_discount = 0;  // needed or not (TM 5.1)
      own.pending_steps = 0;
      s.top().stage = stage::enter;
      push_paid_triggers(step.r, s, frame.player, step.r.sources[frame.item].cost, false);
      return;
    case FrameKind::project:
      s.top().stage = stage::enter;
      push_paid_triggers(step.r, s, frame.player, step.r.projects[frame.item].cost, true);
      return;
    case FrameKind::milestone:
      s.milestones[frame.item] = frame.player;
      step.report(MilestoneClaimed{frame.player, frame.item});
      pop(s);
      return;
    case FrameKind::award:
      for (std::size_t i = 0; i < kTaken; ++i) {
        if (s.awards[i] != kNone) continue;
        s.awards[i] = frame.item;
        s.funders[i] = frame.player;
        break;
      }
      step.report(AwardFunded{frame.player, frame.item});
      pop(s);
      return;
    default:  // a drawn card
      own.offered.erase(frame.buying);
      own.hand.insert(frame.buying);
      s.top().buying = kNone;
      ++s.top().kept;
      return;
  }
}

// --- drawn cards --------------------------------------------------------------------------------------

void buy_drawn(GameStep& step, std::uint8_t card) { step.s.top().buying = card; }

void keep_drawn(GameStep& step, std::uint8_t card) {
  SeatState& own = step.s.seats[step.s.top().player];
  own.offered.erase(card);
  own.hand.insert(card);
  ++step.s.top().kept;
}

// What is left goes to the discard, face down.
void stop_drawing(GameStep& step) {
  SeatState& own = step.s.seats[step.s.top().player];
  step.s.discard |= own.offered;
  own.offered.clear();
  pop(step.s);
}

void draw_card(GameStep& step, std::uint8_t card) {
  State& s = step.s;
  if (s.deck.empty()) {  // TM-C24: the discard becomes the deck when a card is needed
    s.deck = s.discard;
    s.discard.clear();
    step.report(Reshuffled{});
  }
  s.deck.erase(card);
  Frame& frame = s.top();
  const Seat seat = frame.player;
  if (frame.kind == FrameKind::neutral) {
    step.report(Revealed{kNeutral, card});
    s.discard.insert(card);
    place_neutral(step, step.r.sources[card].cost);
    return;
  }
  --frame.left;
  ++frame.count;
  switch (static_cast<DrawTo>(frame.stage)) {
    case DrawTo::hand:
      s.seats[seat].hand.insert(card);
      step.report(Drawn{seat, card});
      return;
    case DrawTo::offered:
      s.seats[seat].offered.insert(card);
      step.report(Drawn{seat, card});
      return;
    case DrawTo::reveal: break;
  }
  step.report(Revealed{seat, card});  // TM 1.4 reveal_top
  s.discard.insert(card);
  if (frame.program == kNoProgram) return;
  const Op& op = draw_op(step.r, frame);
  const bool bears = (step.r.sources[card].tag_mask >> op.arg[0] & 1u) != 0;
  const Frame then = ops_frame(seat, op.list, frame.source);
  if (bears && op.list != kNoProgram) push_ops(step.r, s, then);
}

}  // namespace arbitre::terraforming_mars
