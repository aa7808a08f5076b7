// Solar: the Game that the engine runs. Two to four nations, ten turns, hidden means and agendas.
#pragma once

#include "arbitre/core/engine.hpp"
#include "arbitre/games/solar/knowledge.hpp"
#include "arbitre/games/solar/moves_actions.hpp"
#include "arbitre/games/solar/moves_chance.hpp"

namespace arbitre::solar {

struct Options {
  std::uint16_t variants = 0;
  SeatBits nations = 0;  // bits of nations; 0 = the first of the canonical order (SOL-C52)
};

// The frames in which a kind of move is an answer, as bits of Ask; by kind.
constexpr std::uint64_t ask_bit(Ask ask) { return std::uint64_t{1} << static_cast<int>(ask); }

struct Solar {
  static constexpr std::string_view name = "solar";
  static constexpr std::uint16_t state_version = 1;
  static constexpr int max_players = kMaxPlayers;
  // Ten turns of at most 34 moves before the visits, 126 in them, 102 in wars, 120 pirates, 30 of an
  // event and 24 of espionage, and 30 at the start.
  static constexpr std::uint32_t ply_bound = 5'000;

  using Rules = solar::Rules;
  using State = solar::State;
  using Ctx = solar::Ctx;
  using Move = solar::Move;
  using Event = solar::Event;
  using Options = solar::Options;

  static RejectBlock rejects() { return {kFirstCode, kCodeNames}; }
  static Rules compile(const Tables& tables);                // rules.cpp
  static Fault check_state(const Rules& r, const State& s);  // invariants.cpp
  static MalformedVerdict malformed(const Malformed& malformed);
  static void redact(const Rules& r, State& s, Seat viewer);  // knowledge.cpp
  static void determinise(const Rules& r, State& s, Seat viewer, Stream& stream);
  static Value report(const Rules& r, const State& s) { return score_report(r, s); }

  static Options standard_options(const Rules&) { return {}; }

  static State initial(const Rules& r, const Options& options, std::uint8_t players) {  // SOL 3.1
    State s{};
    s.variants = options.variants;
    const unsigned named = options.nations != 0 ? unsigned{options.nations} : (1u << players) - 1;
    int seat = 0;
    for_each_bit(named, [&](std::uint8_t nation) {
      Nation& n = s.at(seat++);
      const NationRules& rules = r.nations[nation];
      n.id = nation;
      gain(n, rules.start);
      n.reserve = rules.force;
      Colony capital;
      capital.node = rules.home;
      capital.level = 1;
      n.colonies.push_back(capital);
      n.colony_set = node_bit(rules.home);
      refresh_network(r, n);
    });
    s.event_schedule[4] = static_cast<std::uint8_t>(EventId::final_judgment);
    push(s, draw(Ask::draw_event));
    return s;
  }

  static SeatSet to_act(const Rules&, const State& s) {
    const Frame asked = s.top();
    return is_draw(asked.ask) ? SeatSet::chance() : SeatSet::from_bits(asked.seats);
  }

  // The kinds that answer the question that is asked (Engine::legal).
  static std::uint64_t admissible(const State& s) { return kKindsOf[static_cast<std::size_t>(s.top().ask)]; }

  static Verdict admit(const Ctx& ctx, std::size_t kind) {  // SOL 11.3, 2
    const State& s = ctx.s;
    const Frame asked = s.top();
    const bool fits = (kAnswers[kind] & ask_bit(asked.ask)) != 0;
    if (kByChance[kind]) return ctx.seat == kChance && fits ? Verdict{} : refuse(Code::not_your_decision);
    if (ctx.seat >= s.players()) return refuse(Code::not_your_decision);
    if (s.at(ctx.seat).eliminated != 0) return refuse(Code::nation_eliminated);
    const bool asks_seat = (asked.seats & seat_bit(ctx.seat)) != 0;
    if (kind >= kActionKinds) return fits && asks_seat ? Verdict{} : refuse(Code::not_your_decision);
    if (s.phase != Phase::actions) {
      return refuse(Code::not_action_phase, ctx.r.phase_words + static_cast<int>(s.phase));
    }
    return fits && asks_seat ? Verdict{} : refuse(Code::not_your_visit);
  }

  template <class Sink>
  static void outcomes(const Ctx& ctx, Sink& sink);

  static std::int32_t score(const Rules& r, const State& s, Seat seat) { return total_vp(r, s, seat); }
  static SeatSet winners(const Rules& r, const State& s) {
    return s.phase == Phase::over ? best_seats(r, s) : SeatSet{};
  }

  // For bots: in hundredths of a point (scoring.hpp).
  static std::int64_t value(const Rules& r, const State& s, Seat seat) { return seat_value(r, s, seat); }

  template <class Io, class O>
  static void describe_options(Io& io, const Rules&, O& options) {
    io.object(
        "variants",
        [&](auto& variants) {
          for (std::size_t i = 0; i < kVariants; ++i) {
            bool on = (options.variants >> i & 1u) != 0;
            if (on || variants.whole()) variants.boolean(kVariantNames[i], on, Presence::optional);
            if constexpr (Io::reading) {
              options.variants = static_cast<std::uint16_t>((options.variants & ~(1u << i)) | (on ? 1u << i : 0u));
            }
          }
        },
        Presence::optional);
  }

  // `nations`: who plays, in any order; seats go by the canonical one.
  static void describe_setup(DocumentReader& io, const Rules& r, Options& options, std::uint8_t players) {
    if (!io.has("nations")) return;
    std::size_t count = 0;
    unsigned named = 0;
    io.array("nations", count, players, players, [&](DocumentReader& item, const std::string& at, std::size_t) {
      std::uint8_t nation = 0;
      item.word(at, nation, r.nation_ids);
      if ((named >> nation & 1u) != 0) item.refuse(at, "named twice; name each nation once");
      named |= 1u << nation;
    });
    options.nations = static_cast<SeatBits>(named);
  }

  template <class Io, class S>
  static void describe(Io& io, const Rules& r, S& s);  // document.hpp

 private:
  static constexpr std::array<bool, Moves::kind_count> kByChance =
      []<class... Kinds>(std::type_identity<std::variant<Kinds...>>) {
        return std::array<bool, Moves::kind_count>{Kinds::chance...};
      }(std::type_identity<Move>{});

  // SOL 11.1 and 11.2, in the order of the kinds.
  static constexpr std::uint64_t kWarAsks = ask_bit(Ask::forced_war) | ask_bit(Ask::war_action);
  static constexpr std::array<std::uint64_t, Moves::kind_count> kAnswers = {ask_bit(Ask::action),
                                                                            ask_bit(Ask::action),
                                                                            ask_bit(Ask::action),
                                                                            ask_bit(Ask::action),
                                                                            ask_bit(Ask::action),
                                                                            ask_bit(Ask::action),
                                                                            ask_bit(Ask::action),
                                                                            ask_bit(Ask::action),
                                                                            ask_bit(Ask::action),
                                                                            ask_bit(Ask::action),
                                                                            ask_bit(Ask::action),
                                                                            ask_bit(Ask::action),
                                                                            ask_bit(Ask::action),
                                                                            ask_bit(Ask::action),
                                                                            ask_bit(Ask::choose_agenda),
                                                                            ask_bit(Ask::strategy_pick),
                                                                            ask_bit(Ask::strategy_target),
                                                                            ask_bit(Ask::dyson_answer),
                                                                            ask_bit(Ask::telepathy_copy),
                                                                            ask_bit(Ask::extrasolar_target),
                                                                            ask_bit(Ask::accord_answer),
                                                                            ask_bit(Ask::defense),
                                                                            ask_bit(Ask::cohabitant_defense),
                                                                            ask_bit(Ask::peace_offer),
                                                                            ask_bit(Ask::peace_amount),
                                                                            ask_bit(Ask::peace_answer),
                                                                            kWarAsks,
                                                                            kWarAsks,
                                                                            kWarAsks,
                                                                            kWarAsks,
                                                                            ask_bit(Ask::tribute_answer),
                                                                            ask_bit(Ask::war_initiative),
                                                                            ask_bit(Ask::espionage),
                                                                            ask_bit(Ask::espionage),
                                                                            ask_bit(Ask::trade_pick),
                                                                            ask_bit(Ask::trade_answer),
                                                                            ask_bit(Ask::pact_pick),
                                                                            ask_bit(Ask::pact_pick),
                                                                            ask_bit(Ask::pact_answer),
                                                                            ask_bit(Ask::investment),
                                                                            ask_bit(Ask::draw_event),
                                                                            ask_bit(Ask::draw_agenda),
                                                                            ask_bit(Ask::draw_card),
                                                                            ask_bit(Ask::draw_order),
                                                                            ask_bit(Ask::draw_estimate),
                                                                            ask_bit(Ask::discovery),
                                                                            ask_bit(Ask::trade_units),
                                                                            ask_bit(Ask::trade_unit),
                                                                            ask_bit(Ask::pirate_attack),
                                                                            ask_bit(Ask::token_fate)};

  // The same, by question.
  static constexpr std::array<std::uint64_t, kAsks.size()> kKindsOf = [] {
    std::array<std::uint64_t, kAsks.size()> kinds{};
    for (std::size_t ask = 0; ask < kAsks.size(); ++ask) {
      for (std::size_t kind = 0; kind < Moves::kind_count; ++kind) {
        if ((kAnswers[kind] >> ask & 1u) != 0) kinds[ask] |= std::uint64_t{1} << kind;
      }
    }
    return kinds;
  }();
};

// SOL 3.4, 11.2: the possible draws, in the order of their codes.
template <class Sink>
void Solar::outcomes(const Ctx& ctx, Sink& sink) {
  const Rules& r = ctx.r;
  const State& s = ctx.s;
  const Frame asked = s.top();
  // Evenly among the values of 0 .. n - 1 that may come.
  const auto among = [&](std::uint32_t set, auto&& make) {
    sink.uniform(std::popcount(set), [&](int i) { return make(static_cast<std::uint8_t>(nth_set_bit(set, i))); });
  };
  switch (asked.ask) {
    case Ask::draw_event: {
      std::uint32_t left = (1u << (kEvents - 1)) - 1;
      for (std::uint8_t event = 0; event + 1u < kEvents; ++event) {
        if (!DrawEvent::is_possible(s, event)) left &= ~(1u << event);
      }
      among(left, [](std::uint8_t event) { return DrawEvent{event}; });
      break;
    }
    case Ask::draw_agenda:
      among(0xFFu & ~unsigned{s.at(asked.actor).agenda_offer}, [](std::uint8_t agenda) { return DrawAgenda{agenda}; });
      break;
    case Ask::draw_card: among(drawable_cards(r, s), [](std::uint8_t card) { return DrawCard{card}; }); break;
    case Ask::draw_order: {
      std::uint32_t left = 0;
      for (int seat = 0; seat < s.players(); ++seat) {
        if (DrawOrder::is_possible(s, seat)) left |= 1u << s.at(seat).id;
      }
      among(left, [](std::uint8_t nation) { return DrawOrder{nation}; });
      break;
    }
    case Ask::draw_estimate: {
      const int fog = r.p.fog_radius;
      sink.uniform(2 * fog + 1, [fog](int i) { return DrawEstimate{static_cast<std::int8_t>(i - fog)}; });
      break;
    }
    case Ask::discovery:
      sink.uniform(static_cast<int>(kTiles), [](int i) { return Discover{static_cast<std::uint8_t>(i)}; });
      break;
    case Ask::trade_units:
      for (std::uint8_t units = 0; units < 3; ++units) {
        sink(TradeUnits{units}, r.powers[kPirateTrade].percent_of_units[units]);
      }
      break;
    case Ask::trade_unit: sink.uniform(3, [](int i) { return TradeUnit{static_cast<std::uint8_t>(i)}; }); break;
    case Ask::pirate_attack:
      sink(PirateAttack{0}, 100 - pirate_percent(r, s));
      sink(PirateAttack{1}, pirate_percent(r, s));
      break;
    case Ask::token_fate:
      sink(TokenFate{0}, 100 - loss_percent(r));
      sink(TokenFate{1}, loss_percent(r));
      break;
    default: break;
  }
}

}  // namespace arbitre::solar

#include "arbitre/games/solar/document.hpp"

static_assert(arbitre::Game<arbitre::solar::Solar>);
