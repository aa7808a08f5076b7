// Vitorian Wars: what things cost and how a price is paid, card by card (VW 4.1, 4.2).
// Must not know: what is bought.
#pragma once

#include "arbitre/games/vitorian_wars/decision.hpp"

namespace arbitre::vitorian_wars {

// What a move is judged in. Many candidates ask what is due and what the seat could pay, so that is found
// once.
struct Ctx {
  const Rules& r;
  const State& s;
  Seat seat;
  Decision due;
  std::array<int, 2> worth{};  // ready resources of the seat, by type
  std::array<int, 2> ones{};   // those of value 1

  Ctx(const Rules& rules, const State& state, Seat seat_)
      : r{rules}, s{state}, seat{seat_}, due{decision(rules, state)} {
    if (seat >= kSeats) return;
    own().ready.for_each([&](std::size_t id, int n) {
      const ResourceCard& card = r.resources[id];
      const auto type = static_cast<std::size_t>(card.type);
      worth[type] += n * card.value;
      if (card.value == 1) ones[type] += n;
    });
  }
  const Player& own() const { return s.players[seat]; }
};

inline Verdict refuse(Reject code, Word subject = Word::none, int need = 0, int have = 0) {
  return {code, static_cast<std::uint16_t>(subject), need, have};
}
inline Verdict refuse_cell(const Ctx& ctx, Reject code, Cell cell) {
  return {code, static_cast<std::uint16_t>(ctx.r.cell_words + cell), 0, 0};
}
inline Verdict refuse_card(const Ctx& ctx, Reject code, std::uint8_t card) {
  return {code, static_cast<std::uint16_t>(ctx.r.card_words + card), 0, 0};
}

constexpr Word word_of(std::size_t type) { return type == 0 ? Word::personnel : Word::supplies; }

// The whole price, when a move is announced.
inline Verdict check_cost(const Ctx& ctx, const Cost& cost, int level = 0) {
  for (std::size_t type = 0; type < 2; ++type) {
    if (ctx.worth[type] < cost[type]) return refuse(Code::cost_short, word_of(type), cost[type], ctx.worth[type]);
  }
  const int worth = ctx.worth[0] + ctx.worth[1];
  if (worth < level) return refuse(Code::payment_level_short, Word::level, level, worth);
  return {};
}

// --- picks ----------------------------------------------------------------------------------------

// A payment has up to three parts; each takes its picks by rules of its own.
enum class Part : std::uint8_t { give_back, exhaust_typed, exhaust_any, done };
inline Part part_of(const Frame& pay) {
  if (pay.to_return[0] + pay.to_return[1] > 0) return Part::give_back;
  if (pay.to_exhaust[0] + pay.to_exhaust[1] > 0) return Part::exhaust_typed;
  return pay.level > 0 ? Part::exhaust_any : Part::done;
}

inline Verdict check_pick(const Ctx& ctx, const Frame& pay, std::uint8_t id) {
  const Player& own = ctx.own();
  if (!own.ready.has(id)) {
    const bool there = own.exhausted.has(id);
    return refuse(there ? Code::resource_not_ready : Code::resource_not_in_zone, Word::resource);
  }
  const ResourceCard& card = ctx.r.resources[id];
  const auto type = static_cast<std::size_t>(card.type);
  const Part part = part_of(pay);
  const Cost& owed = part == Part::give_back ? pay.to_return : pay.to_exhaust;
  const bool typed = part != Part::exhaust_any;
  if (typed && owed[type] == 0) return refuse(Code::payment_type, word_of(1 - type));
  if (card.value > 1) {
    return pay.ones == 0 ? Verdict{} : refuse(Code::payment_converted_first, Word::resource);
  }
  if (typed) {
    for (std::size_t t = 0; t < 2; ++t) {
      if (ctx.ones[t] < owed[t]) return refuse(Code::payment_converted_needed, word_of(t), owed[t], ctx.ones[t]);
    }
  } else if (ctx.ones[0] + ctx.ones[1] < pay.level) {
    return refuse(Code::payment_converted_needed, Word::level, pay.level, ctx.ones[0] + ctx.ones[1]);
  }
  return {};
}

inline void put_on_convoy(Player& owner, std::uint8_t id, End end) {
  auto& convoy = owner.convoy;
  convoy.push_back(id);
  if (end == End::bottom) return;
  for (std::size_t i = convoy.size() - 1; i > 0; --i) std::swap(convoy[i], convoy[i - 1]);
}
inline void put_into_convoy(GameStep& step, Seat seat, std::uint8_t id, End end) {
  put_on_convoy(step.s.players[seat], id, end);
  step.report(Returned{seat, id, end});
}

inline void pay_with(GameStep& step, Frame& pay, std::uint8_t id) {
  Player& own = step.s.players[pay.seat];
  const ResourceCard& card = step.r.resources[id];
  const auto type = static_cast<std::size_t>(card.type);
  const auto less = [&](std::uint8_t owed) {
    return static_cast<std::uint8_t>(owed > card.value ? owed - card.value : 0);
  };
  const Part part = part_of(pay);
  own.ready.remove(id);
  if (part == Part::give_back) {
    if (card.value > 1) {  // VW-C12: a converted card leaves the game
      own.removed.add(id);
      step.report(Removed{pay.seat, id});
    } else {
      put_into_convoy(step, pay.seat, id, own.payment_to_top != 0 ? End::top : End::bottom);
    }
    pay.to_return[type] = less(pay.to_return[type]);
    pay.level = less(pay.level);
  } else {
    own.exhausted.add(id);
    if (part == Part::exhaust_typed) {
      pay.to_exhaust[type] = less(pay.to_exhaust[type]);
    } else {
      pay.level = less(pay.level);
    }
  }
  step.report(Paid{pay.seat, id, part == Part::give_back ? std::uint8_t{1} : std::uint8_t{0}});
  if (card.value == 1) pay.ones = 1;
  if (part_of(pay) != part) pay.ones = 0;
}

}  // namespace arbitre::vitorian_wars
