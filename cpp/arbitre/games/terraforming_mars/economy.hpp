// Terraforming Mars: tags, counts, conditions, prices and payments (TM 1.3, 4.3, 5.7, 5.8).
// Must not know: turns, frames, what follows from a payment.
#pragma once

#include <algorithm>

#include "arbitre/effect/run.hpp"
#include "arbitre/games/terraforming_mars/board.hpp"

namespace arbitre::terraforming_mars {

inline Verdict refuse(Reject code, int subject = 0, int need = 0, int have = 0) {
  return {code, static_cast<std::uint16_t>(subject), need, have};
}

// --- what is in play ---------------------------------------------------------------------------

// Visits the standing effects of a seat that are in `wanted`: the corporation's first, then those of
// the tableau in play order, as (source, effect).
template <class Visit>
void for_each_standing(const Rules& r, const State& s, Seat seat, const Cards& wanted, Visit&& visit) {
  const SeatState& own = s.seats[seat];
  const auto visit_source = [&](std::uint8_t source) {
    const Source& card = r.sources[source];
    for (std::size_t i = 0; i < card.effects; ++i) visit(source, r.standing[card.first_effect + i]);
  };
  if (own.corporation != kNone) visit_source(r.corporation_source(own.corporation));
  if (!own.in_play.intersects(wanted)) return;
  std::size_t first = 0;
  for (Seat other = 0; other < seat; ++other) first += s.seats[other].played;
  for (std::size_t i = 0; i < own.played; ++i) {
    const std::uint8_t card = s.tableau[first + i];
    if (wanted.has(card)) visit_source(card);
  }
}

// TM 1.3: tags on corporation and cards in play; played events don't count.
inline int tags_of(const Rules& r, const State& s, Seat seat, std::uint8_t tag) {
  const SeatState& own = s.seats[seat];
  int tags = (own.in_play & r.tag_once[tag]).size() + (own.in_play & r.tag_twice[tag]).size();
  if (own.corporation != kNone) {
    const Source& corporation = r.sources[r.corporation_source(own.corporation)];
    for (std::size_t i = 0; i < corporation.tag_count; ++i) tags += corporation.tags[i] == tag ? 1 : 0;
  }
  return tags;
}

inline Seat owner_in_play(const State& s, std::uint8_t card) {
  for (Seat seat = 0; seat < s.players(); ++seat) {
    if (s.seats[seat].in_play.has(card)) return seat;
  }
  return kNone;
}

// Whether a source is in play for a seat: a card of its tableau or its corporation.
inline bool in_play_of(const Rules& r, const State& s, Seat seat, std::uint8_t source) {
  if (source == kNone) return false;
  if (source < r.card_count) return s.seats[seat].in_play.has(source);
  return s.seats[seat].corporation == source - r.card_count;
}

// TM 1.3. `extra` is a card that is to be seen as in play although it is not yet (kNone = none).
inline int count_of(const Rules& r, const State& s, Seat seat, CountKind kind, std::uint8_t arg, std::uint8_t here,
                    std::uint8_t extra = kNone) {
  switch (kind) {
    case CountKind::none: return 0;
    case CountKind::tags: {
      int tags = tags_of(r, s, seat, arg);
      if (extra != kNone && r.sources[extra].type != CardType::event && !in_play_of(r, s, seat, extra)) {
        const Source& card = r.sources[extra];
        for (std::size_t i = 0; i < card.tag_count; ++i) tags += card.tags[i] == arg ? 1 : 0;
      }
      return tags;
    }
    case CountKind::tags_of_opponents: {
      int tags = 0;
      for (Seat other = 0; other < s.players(); ++other) tags += other == seat ? 0 : tags_of(r, s, other, arg);
      return tags;
    }
    case CountKind::cities: return cities_in_play(s, true);
    case CountKind::cities_on_mars: return cities_in_play(s, false);
    case CountKind::events_played: {
      int events = 0;
      for (const SeatState& any : s.seats) events += any.events.size() + any.hidden_events;
      return events;
    }
    case CountKind::resources_here: return here < r.card_count ? s.resources[here] : 0;
    case CountKind::oceans_next_to_own_tile:
    case CountKind::cities_next_to_own_tile: {
      if (here >= r.card_count || s.card_hex[here] == 0) return 0;
      const Tile tile = kind == CountKind::oceans_next_to_own_tile ? Tile::ocean : Tile::city;
      return tiles_beside(r, s.card_hex[here] - 1, s.tile(tile));
    }
  }
  return 0;
}

// --- what a seat's effects add up to ------------------------------------------------------------

struct Discount {
  std::uint16_t tags = 0;  // 0 = every card
  std::int16_t amount = 0;
};

// The effects of TM 1.5 that change prices, payments and requirements, summed up once.
struct Facts {
  std::array<Discount, 24> discounts{};
  std::size_t discount_count = 0;
  std::array<int, kProjects> project_discount{};
  int steel_value = 0, titanium_value = 0;
  bool heat_is_money = false;
  int steps = 0;  // that requirements are looser by, pending ones included
  int greenery_plants = 0;

  Facts() = default;
  Facts(const Rules& r, const State& s, Seat seat) {
    steel_value = r.numbers.steel_value;
    titanium_value = r.numbers.titanium_value;
    greenery_plants = r.numbers.greenery_plants;
    steps = s.seats[seat].pending_steps;
    for_each_standing(r, s, seat, r.modifiers, [&](std::uint8_t, const Standing& effect) { add(effect); });
  }

  // TM 5.7: cumulative.
  int value(std::uint8_t metal) const { return metal == steel ? steel_value : titanium_value; }

 private:
  void add(const Standing& effect) {
    switch (effect.kind) {
      case StandingKind::discount:
        discounts[discount_count++] = {effect.tags, effect.amount};
        for (std::size_t i = 0; i < kProjects; ++i) {
          if ((effect.projects >> i & 1u) != 0) project_discount[i] += effect.amount;
        }
        break;
      case StandingKind::metal_value: (effect.resource == steel ? steel_value : titanium_value) += effect.amount; break;
      case StandingKind::pay_with: heat_is_money = true; break;
      case StandingKind::requirement_steps: steps += effect.amount; break;
      case StandingKind::greenery_plants: greenery_plants = effect.amount; break;
      default: break;
    }
  }
};

// TM 5.8: discounts add up, each once a card whatever the number of tags; never below 0.
inline int card_price(const Rules& r, const State& s, Seat seat, const Facts& facts, std::uint8_t card) {
  const Source& source = r.sources[card];
  int price = source.cost - s.seats[seat].pending_discount;
  for (std::size_t i = 0; i < facts.discount_count; ++i) {
    const Discount& discount = facts.discounts[i];
    if (discount.tags == 0 || (discount.tags & source.tag_mask) != 0) price -= discount.amount;
  }
  return std::max(price, 0);
}

inline int project_price(const Rules& r, const Facts& facts, std::uint8_t project) {
  return std::max(r.projects[project].cost - facts.project_discount[project], 0);
}

// --- payments (TM 4.3) --------------------------------------------------------------------------

struct Bill {
  int price = 0;
  bool steel = false;
  bool titanium = false;
};

inline Bill card_bill(const Rules& r, int price, std::uint8_t card) {
  const std::uint16_t tags = r.sources[card].tag_mask;
  return {price, (tags >> tag_building & 1u) != 0, (tags >> tag_space & 1u) != 0};
}

struct Payment {
  int steel = 0;
  int titanium = 0;
  int heat = 0;
};

// All that could be put up towards a bill.
inline int purse_of(const State& s, Seat seat, const Facts& facts, const Bill& bill) {
  const auto& stock = s.seats[seat].stock;
  int purse = stock[megacredit];
  if (facts.heat_is_money) purse += stock[heat];
  if (bill.steel) purse += stock[steel] * facts.steel_value;
  if (bill.titanium) purse += stock[titanium] * facts.titanium_value;
  return purse;
}

inline Verdict check_purse(const Rules& r, const State& s, Seat seat, const Facts& facts, const Bill& bill) {
  const int purse = purse_of(s, seat, facts, bill);
  if (purse >= bill.price) return {};
  return refuse(Code::payment_short, r.resource_words + megacredit, bill.price, purse);
}

// What the metals of a payment are worth, and the M€ that it takes.
inline int metal_worth(const Facts& facts, const Payment& p) {
  return p.steel * facts.steel_value + p.titanium * facts.titanium_value;
}
inline int money_of(const Facts& facts, const Bill& bill, const Payment& p) {
  return std::max(bill.price - metal_worth(facts, p) - p.heat, 0);
}

// TM 4.3, 1 to 4. What a card needs afterwards is judged elsewhere.
inline Verdict check_payment(const Rules& r, const State& s, Seat seat, const Facts& facts, const Bill& bill,
                             const Payment& p) {
  const auto& stock = s.seats[seat].stock;
  const auto word = [&](std::uint8_t resource) { return r.resource_words + resource; };
  if (p.steel > 0 && !bill.steel) return refuse(Code::payment_kind_not_allowed, word(steel));
  if (p.titanium > 0 && !bill.titanium) return refuse(Code::payment_kind_not_allowed, word(titanium));
  if (p.heat > 0 && !facts.heat_is_money) return refuse(Code::payment_kind_not_allowed, word(heat));

  if (p.steel > stock[steel]) return refuse(Code::stock_too_low, word(steel), p.steel, stock[steel]);
  if (p.titanium > stock[titanium]) return refuse(Code::stock_too_low, word(titanium), p.titanium, stock[titanium]);
  if (p.heat > stock[heat]) return refuse(Code::stock_too_low, word(heat), p.heat, stock[heat]);

  const int money = money_of(facts, bill, p);
  if (money > stock[megacredit]) return refuse(Code::payment_short, word(megacredit), money, stock[megacredit]);

  // No waste beyond the last coin (TM-C9).
  const int metals = metal_worth(facts, p);
  const int open = std::max(bill.price - metals, 0);
  if (p.heat > open) return refuse(Code::payment_overpaid, word(heat), open, p.heat);
  if (p.steel > 0 && metals - facts.steel_value >= bill.price) {
    return refuse(Code::payment_overpaid, word(steel), p.steel - 1, p.steel);
  }
  if (p.titanium > 0 && metals - facts.titanium_value >= bill.price) {
    return refuse(Code::payment_overpaid, word(titanium), p.titanium - 1, p.titanium);
  }
  return {};
}

// The payments that TM 4.3, 1 to 4 allow, ascending; `visit(payment)` returns false to stop.
template <class Visit>
void for_each_payment(const State& s, Seat seat, const Facts& facts, const Bill& bill, Visit&& visit) {
  const auto& stock = s.seats[seat].stock;
  const auto units = [](bool allowed, int held, int price, int value) {
    return allowed ? std::min(std::max(held, 0), (price + value - 1) / value) : 0;
  };
  const int most_steel = units(bill.steel, stock[steel], bill.price, facts.steel_value);
  for (int steels = 0; steels <= most_steel; ++steels) {
    const int rest = bill.price - steels * facts.steel_value;
    const int most = rest <= 0 ? 0 : units(bill.titanium, stock[titanium], rest, facts.titanium_value);
    for (int titaniums = 0; titaniums <= most; ++titaniums) {
      // The last unit of one metal may make a unit of the other useless.
      const int metals = steels * facts.steel_value + titaniums * facts.titanium_value;
      if (steels > 0 && metals - facts.steel_value >= bill.price) continue;
      const int open = std::max(bill.price - metals, 0);
      const int least_heat = std::max(open - std::max<int>(stock[megacredit], 0), 0);
      const int most_heat = facts.heat_is_money ? std::min<int>(stock[heat], open) : 0;
      for (int heats = least_heat; heats <= most_heat; ++heats) {
        if (!visit(Payment{steels, titaniums, heats})) return;
      }
    }
  }
}

// --- requirements and conditions (TM 1.2, 5.8) --------------------------------------------------

inline Verdict check_condition(const Rules& r, const State& s, Seat seat, const Condition& c, int steps,
                               Reject otherwise = Code::action_condition_unmet) {
  const SeatState& own = s.seats[seat];
  const auto judge = [&](Reject code, int subject, int have, int slack) -> Verdict {
    if (have < c.lo - slack) return refuse(code, subject, c.lo - slack, have);
    if (have > c.hi + slack) return refuse(code, subject, c.hi + slack, have);
    return {};
  };
  const auto parameter = [&](Reject code, Parameter which, int have) {
    return judge(code, r.parameter_words + which, have, steps * r.tracks[which].step);
  };
  const auto other = [&](Word word) { return r.other_words + static_cast<int>(word); };
  switch (c.kind) {
    case ConditionKind::oxygen: return parameter(Code::req_oxygen, oxygen, s.oxygen);
    case ConditionKind::temperature: return parameter(Code::req_temperature, temperature, s.temperature);
    case ConditionKind::oceans: return parameter(Code::req_oceans, oceans, s.oceans);
    case ConditionKind::tags: return judge(Code::req_tags, r.tag_words[c.arg], tags_of(r, s, seat, c.arg), 0);
    case ConditionKind::production:
      return judge(Code::req_production, r.resource_words + c.arg, own.production[c.arg], 0);
    case ConditionKind::cities_in_play:
      return judge(Code::req_cities, other(Word::cities_in_play), cities_in_play(s, true), 0);
    case ConditionKind::own_greeneries:
      return judge(Code::req_greenery, other(Word::own_greeneries), own_greeneries(s, seat), 0);
    case ConditionKind::solo: return s.solo() ? Verdict{} : refuse(otherwise, other(Word::solo), 1, 0);
    case ConditionKind::tr_raised:
      return own.tr_raised != 0 ? Verdict{} : refuse(otherwise, other(Word::tr_raised_this_generation), 1, 0);
  }
  return {};
}

inline Verdict check_requirements(const Rules& r, const State& s, Seat seat, const Facts& facts, const Source& card) {
  for (std::size_t i = 0; i < card.requirements; ++i) {
    const Verdict verdict = check_condition(r, s, seat, r.conditions[card.first_requirement + i], facts.steps);
    if (!verdict.ok()) return verdict;
  }
  return {};
}

// TM 5.9: whether an effect of `by` may not touch what is named by `what` (a bit set) of `owner`,
// on `card` if it lies there.
inline bool is_protected(const Rules& r, const State& s, Seat owner, Seat by, std::uint16_t what,
                         std::uint8_t card = kNone) {
  bool found = false;
  for_each_standing(r, s, owner, r.protectors, [&](std::uint8_t source, const Standing& effect) {
    if (effect.kind != StandingKind::protect || (effect.resources & what) == 0) return;
    if (effect.against_opponents && by == owner) return;
    if (effect.owner_scope || source == card) found = true;
  });
  return found;
}

}  // namespace arbitre::terraforming_mars
