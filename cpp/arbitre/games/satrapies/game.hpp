// Satrapies: the Game that the engine runs. Four powers write their orders in secret; when the last
// has submitted, all are carried out at once.
#pragma once

#include "arbitre/core/engine.hpp"
#include "arbitre/games/satrapies/bots.hpp"
#include "arbitre/games/satrapies/document.hpp"

namespace arbitre::satrapies {

struct Satrapies {
  static constexpr std::string_view name = kGameId;
  static constexpr std::uint16_t state_version = 1;
  static constexpr int max_players = kMaxPowers;
  // SAT 11: ten orders, eight that were taken back and given again, the submission; and the lots.
  static constexpr std::uint32_t kMovesPerTurn = kMaxPowers * (kMaxOrders + 2 * kMaxCancels + 1) + kMaxLots;
  static constexpr std::uint32_t ply_bound = kMaxTurns * kMovesPerTurn;

  using Rules = satrapies::Rules;
  using State = satrapies::State;
  using Ctx = satrapies::Ctx;
  using Move = satrapies::Move;
  using Event = satrapies::Event;
  using Options = satrapies::Options;

  static RejectBlock rejects() { return {kFirstCode, kCodeNames}; }
  static Rules compile(const Tables& tables);                // rules.cpp
  static Fault check_state(const Rules& r, const State& s);  // invariants.cpp
  static MalformedVerdict malformed(const Malformed& malformed);

  static Options standard_options(const Rules& r) { return satrapies::standard_options(r); }
  static State initial(const Rules& r, const Options& options, std::uint8_t players);  // rules.cpp

  static SeatSet to_act(const Rules&, const State& s) {  // SAT 3
    if (s.phase == Phase::over) return {};
    if (s.phase == Phase::lots) return SeatSet::chance();
    SeatSet seats;
    for (Seat seat = 0; seat < s.players(); ++seat) {
      if (!s.powers[seat].waiting()) continue;
      seats.add(seat);
      if (s.options.open_orders != 0) break;
    }
    return seats;
  }

  static Verdict admit(const Ctx& ctx, std::size_t kind) {  // SAT 4, 4 to 11
    const Rules& r = ctx.r;
    const State& s = ctx.s;
    const bool by_chance = ctx.seat == kChance;
    if (!by_chance && ctx.seat >= s.players()) return refuse(Code::unknown_power, Word::seat);

    const auto kind_word = static_cast<std::uint16_t>(r.kind_words + kind);
    if (by_chance != r.kinds[kind].chance) {
      return {by_chance ? Reject::not_a_chance_move : Reject::not_a_player_move, kind_word, 0, 0};
    }
    if (by_chance) return s.phase == Phase::lots ? Verdict{} : Verdict{Reject::no_draw_pending, kind_word, 0, 0};

    if (s.phase != Phase::orders) {
      return {Code::not_in_orders_phase, static_cast<std::uint16_t>(r.phase_words + static_cast<int>(s.phase)), 0, 0};
    }
    if (s.powers[ctx.seat].eliminated != 0) return refuse_power(r, Code::power_eliminated, ctx.seat);
    if (s.powers[ctx.seat].submitted != 0) return refuse_power(r, Code::orders_already_submitted, ctx.seat);
    const std::uint8_t first = first_waiting(s);
    if (s.options.open_orders != 0 && first != ctx.seat) return refuse_power(r, Reject::not_your_turn, first);
    return {};
  }

  template <class Sink>
  static void outcomes(const Ctx& ctx, Sink& sink) {  // SAT-C8
    sink.uniform(ctx.contest.size(), [&](int i) { return Lot{ctx.contest.nth(i)}; });
  }

  static void redact(const Rules&, State& s, Seat) {  // SAT 7
    for (std::size_t power = 0; power < kMaxPowers; ++power) {
      if (!s.hides(power)) continue;
      s.powers[power].orders.clear();
      s.powers[power].cancels = 0;
    }
  }

  // A power that has submitted has given orders that it may well have; one that still writes, none
  // so far.
  static void determinise(const Rules& r, State& s, Seat, Stream& stream) {
    for (Seat power = 0; power < s.players(); ++power) {
      if (!s.hides(power)) continue;
      s.powers[power].cancels = r.cancels_per_turn;
      if (s.powers[power].submitted != 0) imagine_orders(r, s, power, stream);
    }
  }

  static std::int32_t score(const Rules& r, const State& s, Seat seat) { return points(r, s, seat); }
  static SeatSet winners(const Rules& r, const State& s) {
    return s.phase == Phase::over ? ending_of(r, s).winners : SeatSet{};
  }

  // For bots (bots.hpp): in hundredths of a point; playouts go by suggestions, over about two turns.
  static std::int64_t value(const Rules& r, const State& s, Seat seat) { return position_worth(r, s, seat); }
  static Action suggest(const Rules& r, const State& s, Seat seat, Stream& stream) {
    return Suggestions{r, s, seat}.draw(stream);
  }
  static constexpr int playout_horizon = 48;

  template <class Io, class O>
  static void describe_options(Io& io, const Rules&, O& options) {
    describe_variants(io, options);
  }
  template <class Io, class S>
  static void describe(Io& io, const Rules& r, S& s) {
    describe_state(io, r, s);
  }
};
static_assert(Game<Satrapies>);

}  // namespace arbitre::satrapies
