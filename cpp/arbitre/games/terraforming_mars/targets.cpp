// Terraforming Mars: trials of op lists (TM 4.2, 5.1, 5.9, 5.10).
#include "arbitre/games/terraforming_mars/targets.hpp"

namespace arbitre::terraforming_mars {
namespace {

// What a list is sure to add to a stock or production; a choice counts with its best option (TM 5.1).
int list_gain(const Rules& r, ProgramId program, bool of_production, std::uint8_t resource) {
  const OpCode wanted = of_production ? OpCode::production : OpCode::gain;
  int gain = 0;
  for (const Op& op : r.library.list(program)) {
    if (code_of(op) == wanted && op.arg[0] == resource && op.count == 0 && op.amount > 0) gain += op.amount;
    if (code_of(op) == OpCode::choose) {
      int best = 0;
      for (std::size_t i = 0; i < op.arg[0]; ++i) {
        best = std::max(best, list_gain(r, static_cast<ProgramId>(op.list + i), of_production, resource));
      }
      gain += best;
    }
  }
  return gain;
}

// How often an effect of mine will be triggered by a card that I play.
int times_triggered(const Rules& r, const State& s, const Standing& effect, const Source& card) {
  int times = 0;
  switch (effect.kind) {
    case StandingKind::on_tag_played:
      for (std::size_t i = 0; i < card.tag_count; ++i) times += static_cast<int>(effect.tags >> card.tags[i] & 1u);
      return times;
    case StandingKind::on_card_played:
      return effect.card_type == byte(card.type) && (effect.tags & card.tag_mask) == effect.tags ? 1 : 0;
    case StandingKind::on_tile_placed: {
      int oceans_left = r.tracks[oceans].max - s.oceans;
      for (const Op& op : r.library.list(card.on_play)) {
        if (code_of(op) != OpCode::place_tile || op.arg[0] != effect.tile) continue;
        if (effect.on_mars_only && static_cast<Placement>(op.arg[1]) >= Placement::off_map) continue;
        if (static_cast<Tile>(op.arg[0]) == Tile::ocean && --oceans_left < 0) continue;
        ++times;
      }
      return times;
    }
    default: return 0;
  }
}

}  // namespace

// TM 5.1: what the card's own triggers will bring, from every standing effect of mine and its own.
int Trial::relief(bool of_production, std::uint8_t resource) const {
  if (trying_ != Trying::card || at_.source >= r.card_count) return 0;
  const Source& card = r.sources[at_.source];
  int total = 0;
  const auto add = [&](const Standing& effect) {
    if (effect.program == kNoProgram) return;
    const int times = times_triggered(r, s, effect, card);
    if (times > 0) total += times * list_gain(r, effect.program, of_production, resource);
  };
  for_each_standing(r, s, at_.seat, r.all_cards, [&](std::uint8_t, const Standing& effect) { add(effect); });
  if (!s.seats[at_.seat].in_play.has(at_.source)) {
    for (std::size_t i = 0; i < card.effects; ++i) add(r.standing[card.first_effect + i]);
  }
  return total;
}

void Trial::act(const Op& op) {
  switch (code_of(op)) {
    case OpCode::production: return act_production(op);
    case OpCode::gain: stock_[op.arg[0]] += amount(op); return;
    case OpCode::pay: return act_pay(op);
    case OpCode::production_any: return act_lose_production(op);
    case OpCode::remove_any:
      if (trying_ == Trying::option) {
        bool found = false;
        for (Seat player = 0; player < kNobody; ++player) found = found || check_robbed(r, s, at_, op, player).ok();
        if (!found) verdict = refuse(Code::no_target, r.resource_words + op.arg[0], 1, 0);
      }
      return;
    case OpCode::add_resource: return act_add_resource(op);
    case OpCode::remove_resource: return act_remove_resource(op);
    case OpCode::convert: return act_convert(op);
    case OpCode::copy_production: return demand_card_target(op, r.tag_words[op.arg[0]]);
    case OpCode::discard: {
      const SeatState& own = s.seats[at_.seat];
      const int held = own.hand_size() - (trying_ == Trying::card && own.hand.has(at_.source) ? 1 : 0);
      if (held < op.amount) verdict = refuse(Code::no_target, r.field_words, op.amount, held);
      return;
    }
    case OpCode::when: {
      bool holds_all = true;
      for (std::size_t i = 0; i < op.arg[0]; ++i) {
        const Condition& condition = r.conditions[static_cast<std::size_t>(op.amount) + i];
        holds_all = holds_all && check_condition(r, s, at_.seat, condition, 0).ok();
      }
      run(holds_all ? op.list : op.other);
      return;
    }
    case OpCode::raise:
    case OpCode::place_tile:
    case OpCode::tr:
    case OpCode::draw:
    case OpCode::choose:
    case OpCode::next_card:
    case OpCode::reveal_top:
    case OpCode::production_of_area_bonus:
    case OpCode::claim_area:
    case OpCode::sell_cards: return;
  }
}

void Trial::act_production(const Op& op) {
  const std::uint8_t resource = op.arg[0];
  const int change = amount(op);
  const int least = r.min_production(resource);
  int& held = production_[resource];
  if (change < 0 && held + change < least && held + change < least - relief(true, resource)) {
    verdict = refuse(Code::production_too_low, r.resource_words + resource, least - change, held);
  }
  held += change;
}

void Trial::act_pay(const Op& op) {
  const std::uint8_t resource = op.arg[0];
  const int price = amount(op);
  if (resource == megacredit) {
    const Facts facts{r, s, at_.seat};
    const Bill bill{price, (op.arg[1] & 1u) != 0, (op.arg[1] & 2u) != 0};
    verdict = check_purse(r, s, at_.seat, facts, bill);
    return;
  }
  int& held = stock_[resource];
  if (held < price && held - price < -relief(false, resource)) {
    verdict = refuse(Code::stock_too_low, r.resource_words + resource, price, held);
  }
  held -= price;
}

void Trial::act_lose_production(const Op& op) {
  const std::span<const Op> ops = r.library.list(at_.program);
  Where here = at_;
  here.pc = byte(&op - ops.data());
  const int lost = amount(op);
  const Losers losers{r, s, here, op.arg[0], lost, production_[op.arg[0]]};
  if (losers.optional() && trying_ != Trying::option) return;
  if (!losers.anybody() && !losers.only_me()) {
    verdict = refuse(Code::no_target, r.resource_words + op.arg[0], lost, 0);
  }
}

void Trial::act_add_resource(const Op& op) {
  const int word = r.held_words[op.arg[0]];
  switch (static_cast<To>(op.arg[1])) {
    case To::self: return;
    case To::nonempty: return demand_card_target(op, word);
    case To::other:
      // TM 5.10: void, unless it is an option or one of several alternatives.
      if (trying_ == Trying::option || many_alternatives) demand_card_target(op, word);
      return;
    case To::trigger_card: {
      const bool there = at_.trigger != kNone && at_.trigger < r.card_count && holds(r, at_.trigger, op.arg[0]) &&
                         in_play_of(r, s, at_.seat, at_.trigger);
      if (trying_ == Trying::option && !there) verdict = refuse(Code::no_target, word, 1, 0);
      return;
    }
  }
}

void Trial::act_remove_resource(const Op& op) {
  const bool from_any_card = op.arg[1] != 0;
  const bool optional = op.arg[2] != 0;
  if (from_any_card) {
    if (!optional || trying_ == Trying::option) demand_card_target(op, r.held_words[op.arg[0]]);
    return;
  }
  const int held = at_.source < r.card_count ? s.resources[at_.source] : 0;
  if (held >= op.amount || optional) return;
  const int word = at_.source == kNone ? 0 : r.source_words + at_.source;
  verdict = refuse(Code::card_resource_too_low, word, op.amount, held);
}

void Trial::act_convert(const Op& op) {
  const bool of_production = op.arg[0] != 0;
  const std::uint8_t from = op.arg[1];
  const int least = of_production ? r.min_production(from) : 0;
  auto& pool = of_production ? production_ : stock_;
  if (pool[from] - op.amount < least) {
    const Reject code = of_production ? Code::production_too_low : Code::stock_too_low;
    verdict = refuse(code, r.resource_words + from, least + op.amount, pool[from]);
    return;
  }
  pool[from] -= op.amount;
  pool[op.arg[2]] += op.amount;
}

Verdict check_copied(const Rules& r, const State& s, const Where& at, const Op& op, int card) {
  if (card == no_prey(r)) return refuse(Code::target_required, r.tag_words[op.arg[0]]);
  const Verdict illegal = refuse(Code::card_target_illegal, prey_word(r, card));
  if (card == neutral_prey(r) || card == at.source) return illegal;
  const auto source = byte(card);
  const Source& copied = r.sources[source];
  if (!in_play_of(r, s, at.seat, source) || (copied.tag_mask >> op.arg[0] & 1u) == 0) return illegal;
  if (r.library.size(copied.production_box) == 0) return illegal;
  Where there{at.seat, copied.production_box, 0, source, kNone, kNone};
  return Trial{r, s, there, Trying::copy}.run(copied.production_box).ok() ? Verdict{} : illegal;
}

Verdict check_places(const Rules& r, const State& s, Seat seat, ProgramId program) {
  for (const Op& op : r.library.list(program)) {
    if (code_of(op) == OpCode::claim_area) {
      if (site_of(r, s, seat, Tile::special, Placement::claim).legal() == 0) {
        return refuse(Code::no_legal_placement, r.other_words + static_cast<int>(Word::claim));
      }
    } else if (code_of(op) == OpCode::place_tile) {
      const auto tile = static_cast<Tile>(op.arg[0]);
      if (tile == Tile::ocean && s.oceans >= r.tracks[oceans].max) continue;
      if (legal_places(r, s, seat, tile, static_cast<Placement>(op.arg[1])) == 0) {
        return refuse(Code::no_legal_placement, r.tile_words[op.arg[0]]);
      }
    }
  }
  return {};
}

Verdict check_option(const Rules& r, const State& s, const Where& at, const Op& op, int option) {
  const Verdict refused = refuse(Code::option_not_offered, 0, 0, option);
  if (option >= op.arg[0]) return refused;
  const auto list = static_cast<ProgramId>(op.list + option);
  if (r.library.size(list) == 0) return {};
  Where inside = at;
  inside.program = list;
  inside.pc = 0;
  return Trial{r, s, inside, Trying::option}.run(list).ok() ? Verdict{} : refused;
}

}  // namespace arbitre::terraforming_mars
