// Solar: what happens, as reported by `apply` (SOL 12.6). Everybody sees everything but the incomes
// and the loot, which would tell the stocks of a rival (SOL 7).
#pragma once

#include "arbitre/games/solar/model.hpp"

namespace arbitre::solar {

struct TurnStarted {
  std::int32_t turn;
  static constexpr std::string_view kind = "turn_started";
  static constexpr auto fields = std::tuple{field("turn", &TurnStarted::turn)};
};
struct EventAnnounced {
  std::uint8_t event;
  static constexpr std::string_view kind = "event_announced";
  static constexpr auto fields = std::tuple{field("event", &EventAnnounced::event, Dom::event)};
};
struct StrategyTaken {
  Seat seat;
  std::uint8_t card;
  static constexpr std::string_view kind = "strategy_taken";
  static constexpr auto fields = std::tuple{field("seat", &StrategyTaken::seat, Dom::seat),
                                            field("card", &StrategyTaken::card, Dom::strategy_card)};
};
struct InvestmentActivated {
  Seat seat;
  std::uint8_t investment;
  static constexpr std::string_view kind = "investment_activated";
  static constexpr auto fields = std::tuple{field("seat", &InvestmentActivated::seat, Dom::seat),
                                            field("investment", &InvestmentActivated::investment, Dom::investment)};
};
struct InvestmentLost {
  Seat seat;
  std::uint8_t investment;
  static constexpr std::string_view kind = "investment_lost";
  static constexpr auto fields = std::tuple{field("seat", &InvestmentLost::seat, Dom::seat),
                                            field("investment", &InvestmentLost::investment, Dom::investment)};
};
struct OrderSet {
  Vec<Seat, 4> order;
  static constexpr std::string_view kind = "order_set";
  static constexpr auto fields = std::tuple{field("order", &OrderSet::order, Dom::seat)};
};
struct ColonyFounded {
  Seat seat;
  std::uint8_t node;
  static constexpr std::string_view kind = "colony_founded";
  static constexpr auto fields =
      std::tuple{field("seat", &ColonyFounded::seat, Dom::seat), field("node", &ColonyFounded::node, Dom::node)};
};
struct ColonyUpgraded {
  Seat seat;
  std::uint8_t node;
  std::int32_t level;
  static constexpr std::string_view kind = "colony_upgraded";
  static constexpr auto fields =
      std::tuple{field("seat", &ColonyUpgraded::seat, Dom::seat), field("node", &ColonyUpgraded::node, Dom::node),
                 field("level", &ColonyUpgraded::level)};
};
struct TileDrawn {
  Seat seat;
  std::uint8_t tile;
  static constexpr std::string_view kind = "tile_drawn";
  static constexpr auto fields =
      std::tuple{field("seat", &TileDrawn::seat, Dom::seat), field("tile", &TileDrawn::tile, Dom::tile)};
};
struct ColonyCaptured {
  Seat seat;
  std::uint8_t node;
  std::int32_t level;
  static constexpr std::string_view kind = "colony_captured";
  static constexpr auto fields =
      std::tuple{field("seat", &ColonyCaptured::seat, Dom::seat), field("node", &ColonyCaptured::node, Dom::node),
                 field("level", &ColonyCaptured::level)};
};
struct ColonyLost {
  Seat seat;
  std::uint8_t node;
  static constexpr std::string_view kind = "colony_lost";
  static constexpr auto fields =
      std::tuple{field("seat", &ColonyLost::seat, Dom::seat), field("node", &ColonyLost::node, Dom::node)};
};
struct RouteBuilt {
  Seat seat;
  std::uint8_t a, b;
  static constexpr std::string_view kind = "route_built";
  static constexpr auto fields =
      std::tuple{field("seat", &RouteBuilt::seat, Dom::seat), field("a", &RouteBuilt::a, Dom::node),
                 field("b", &RouteBuilt::b, Dom::node)};
};
struct RouteLost {
  Seat seat;
  std::uint8_t a, b;
  Cause cause;
  static constexpr std::string_view kind = "route_lost";
  static constexpr auto fields =
      std::tuple{field("seat", &RouteLost::seat, Dom::seat), field("a", &RouteLost::a, Dom::node),
                 field("b", &RouteLost::b, Dom::node), field("cause", &RouteLost::cause, Dom::cause)};
};
struct RouteCaptured {
  Seat seat;
  std::uint8_t a, b;
  static constexpr std::string_view kind = "route_captured";
  static constexpr auto fields =
      std::tuple{field("seat", &RouteCaptured::seat, Dom::seat), field("a", &RouteCaptured::a, Dom::node),
                 field("b", &RouteCaptured::b, Dom::node)};
};
struct Raided {
  Seat seat, victim;
  std::uint8_t node;
  std::int32_t energy, materials, science;
  static constexpr std::string_view kind = "raided";
  static constexpr auto fields =
      std::tuple{field("seat", &Raided::seat, Dom::seat),        field("victim", &Raided::victim, Dom::seat),
                 field("node", &Raided::node, Dom::node),        secret(field("energy", &Raided::energy)),
                 secret(field("materials", &Raided::materials)), secret(field("science", &Raided::science))};
};
struct RaidBlocked {
  Seat seat, victim;
  std::uint8_t node;
  static constexpr std::string_view kind = "raid_blocked";
  static constexpr auto fields =
      std::tuple{field("seat", &RaidBlocked::seat, Dom::seat), field("victim", &RaidBlocked::victim, Dom::seat),
                 field("node", &RaidBlocked::node, Dom::node)};
};
struct AccordSigned {
  Seat x, y;
  static constexpr std::string_view kind = "accord_signed";
  static constexpr auto fields =
      std::tuple{field("x", &AccordSigned::x, Dom::seat), field("y", &AccordSigned::y, Dom::seat)};
};
struct AccordRefused {
  Seat x, y;
  static constexpr std::string_view kind = "accord_refused";
  static constexpr auto fields =
      std::tuple{field("x", &AccordRefused::x, Dom::seat), field("y", &AccordRefused::y, Dom::seat)};
};
struct AccordEnded {
  Seat x, y;
  static constexpr std::string_view kind = "accord_ended";
  static constexpr auto fields =
      std::tuple{field("x", &AccordEnded::x, Dom::seat), field("y", &AccordEnded::y, Dom::seat)};
};
struct TechnologyGained {
  Seat seat;
  std::uint8_t technology;
  Origin origin;
  static constexpr std::string_view kind = "technology_gained";
  static constexpr auto fields = std::tuple{field("seat", &TechnologyGained::seat, Dom::seat),
                                            field("technology", &TechnologyGained::technology, Dom::technology),
                                            field("origin", &TechnologyGained::origin, Dom::origin)};
};
struct CivicBought {
  Seat seat;
  std::uint8_t civic;
  static constexpr std::string_view kind = "civic_bought";
  static constexpr auto fields =
      std::tuple{field("seat", &CivicBought::seat, Dom::seat), field("civic", &CivicBought::civic, Dom::civic)};
};
struct GovernmentAdopted {
  Seat seat;
  std::uint8_t form;
  static constexpr std::string_view kind = "government_adopted";
  static constexpr auto fields = std::tuple{field("seat", &GovernmentAdopted::seat, Dom::seat),
                                            field("form", &GovernmentAdopted::form, Dom::form)};
};
struct MilitaryBought {
  Seat seat;
  std::uint8_t card;
  static constexpr std::string_view kind = "military_bought";
  static constexpr auto fields = std::tuple{field("seat", &MilitaryBought::seat, Dom::seat),
                                            field("card", &MilitaryBought::card, Dom::military_card)};
};
struct PowerUsed {
  Seat seat;
  std::uint8_t power;
  static constexpr std::string_view kind = "power_used";
  static constexpr auto fields =
      std::tuple{field("seat", &PowerUsed::seat, Dom::seat), field("power", &PowerUsed::power, Dom::power)};
};
struct Passed {
  Seat seat;
  static constexpr std::string_view kind = "passed";
  static constexpr auto fields = std::tuple{field("seat", &Passed::seat, Dom::seat)};
};
struct CombatFought {
  Seat attacker;
  std::uint8_t node;
  std::int32_t attack, defence;
  Result result;
  static constexpr std::string_view kind = "combat";
  static constexpr auto fields =
      std::tuple{field("attacker", &CombatFought::attacker, Dom::seat), field("node", &CombatFought::node, Dom::node),
                 field("attack", &CombatFought::attack), field("defence", &CombatFought::defence),
                 field("result", &CombatFought::result, Dom::result)};
};
struct CapitalTaken {
  Seat seat;
  std::uint8_t node;
  static constexpr std::string_view kind = "capital_taken";
  static constexpr auto fields =
      std::tuple{field("seat", &CapitalTaken::seat, Dom::seat), field("node", &CapitalTaken::node, Dom::node)};
};
struct CapitalRetaken {
  Seat seat;
  std::uint8_t node;
  static constexpr std::string_view kind = "capital_retaken";
  static constexpr auto fields =
      std::tuple{field("seat", &CapitalRetaken::seat, Dom::seat), field("node", &CapitalRetaken::node, Dom::node)};
};
struct TrophyLost {
  Seat seat;
  std::uint8_t node;
  static constexpr std::string_view kind = "trophy_lost";
  static constexpr auto fields =
      std::tuple{field("seat", &TrophyLost::seat, Dom::seat), field("node", &TrophyLost::node, Dom::node)};
};
struct Eliminated {
  Seat seat;
  static constexpr std::string_view kind = "eliminated";
  static constexpr auto fields = std::tuple{field("seat", &Eliminated::seat, Dom::seat)};
};
struct WarDeclared {
  Seat opener, other;
  WarKind war;
  static constexpr std::string_view kind = "war_declared";
  static constexpr auto fields =
      std::tuple{field("opener", &WarDeclared::opener, Dom::seat), field("other", &WarDeclared::other, Dom::seat),
                 field("war", &WarDeclared::war, Dom::war)};
};
struct WarAverted {
  Seat opener, other;
  static constexpr std::string_view kind = "war_averted";
  static constexpr auto fields =
      std::tuple{field("opener", &WarAverted::opener, Dom::seat), field("other", &WarAverted::other, Dom::seat)};
};
struct WarSettled {
  Seat opener, other;
  static constexpr std::string_view kind = "war_settled";
  static constexpr auto fields =
      std::tuple{field("opener", &WarSettled::opener, Dom::seat), field("other", &WarSettled::other, Dom::seat)};
};
struct WarEnded {
  Seat opener, other;
  static constexpr std::string_view kind = "war_ended";
  static constexpr auto fields =
      std::tuple{field("opener", &WarEnded::opener, Dom::seat), field("other", &WarEnded::other, Dom::seat)};
};
struct WarPenalty {
  Seat opener, other;
  static constexpr std::string_view kind = "war_penalty";
  static constexpr auto fields =
      std::tuple{field("opener", &WarPenalty::opener, Dom::seat), field("other", &WarPenalty::other, Dom::seat)};
};
struct PeaceRefused {
  Seat seat;
  static constexpr std::string_view kind = "peace_refused";
  static constexpr auto fields = std::tuple{field("seat", &PeaceRefused::seat, Dom::seat)};
};
struct TributePaid {
  Seat seat;
  static constexpr std::string_view kind = "tribute_paid";
  static constexpr auto fields = std::tuple{field("seat", &TributePaid::seat, Dom::seat)};
};
struct TributeRefused {
  Seat seat;
  static constexpr std::string_view kind = "tribute_refused";
  static constexpr auto fields = std::tuple{field("seat", &TributeRefused::seat, Dom::seat)};
};
struct Demonstration {
  Seat seat;
  std::int32_t morale;
  static constexpr std::string_view kind = "demonstration";
  static constexpr auto fields =
      std::tuple{field("seat", &Demonstration::seat, Dom::seat), field("morale", &Demonstration::morale)};
};
struct IncomeCredited {
  Seat seat;
  std::int32_t energy, materials, science, morale;
  static constexpr std::string_view kind = "income";
  static constexpr auto fields =
      std::tuple{field("seat", &IncomeCredited::seat, Dom::seat), secret(field("energy", &IncomeCredited::energy)),
                 secret(field("materials", &IncomeCredited::materials)),
                 secret(field("science", &IncomeCredited::science)), secret(field("morale", &IncomeCredited::morale))};
};
struct UpkeepMissing {
  Seat seat;
  std::int32_t count;
  static constexpr std::string_view kind = "upkeep_missing";
  static constexpr auto fields =
      std::tuple{field("seat", &UpkeepMissing::seat, Dom::seat), secret(field("count", &UpkeepMissing::count))};
};
struct ContestWon {
  Seat seat;
  std::uint8_t event;
  static constexpr std::string_view kind = "contest_won";
  static constexpr auto fields =
      std::tuple{field("seat", &ContestWon::seat, Dom::seat), field("event", &ContestWon::event, Dom::event)};
};
struct Storm {
  Seat seat;
  static constexpr std::string_view kind = "storm";
  static constexpr auto fields = std::tuple{field("seat", &Storm::seat, Dom::seat)};
};
struct Proliferation {
  Seat seat;  // kNone: nobody
  static constexpr std::string_view kind = "proliferation";
  static constexpr auto fields = std::tuple{field("seat", &Proliferation::seat, Dom::seat)};
};
struct PactSigned {
  Seat x, y;
  static constexpr std::string_view kind = "pact_signed";
  static constexpr auto fields =
      std::tuple{field("x", &PactSigned::x, Dom::seat), field("y", &PactSigned::y, Dom::seat)};
};
struct PactRefused {
  Seat x, y;
  static constexpr std::string_view kind = "pact_refused";
  static constexpr auto fields =
      std::tuple{field("x", &PactRefused::x, Dom::seat), field("y", &PactRefused::y, Dom::seat)};
};
struct Stolen {
  Seat seat, victim;
  Vec<std::uint8_t, 3> technologies;
  static constexpr std::string_view kind = "stolen";
  static constexpr auto fields =
      std::tuple{field("seat", &Stolen::seat, Dom::seat), field("victim", &Stolen::victim, Dom::seat),
                 field("technologies", &Stolen::technologies, Dom::technology)};
};
struct Overproduction {
  Seat seat;
  std::int32_t vp;
  static constexpr std::string_view kind = "overproduction";
  static constexpr auto fields =
      std::tuple{field("seat", &Overproduction::seat, Dom::seat), field("vp", &Overproduction::vp)};
};
struct GameOver {
  Vec<Seat, 4> winners;
  static constexpr std::string_view kind = "game_over";
  static constexpr auto fields = std::tuple{field("winners", &GameOver::winners, Dom::seat)};
};
using Event =
    std::variant<TurnStarted, EventAnnounced, StrategyTaken, InvestmentActivated, InvestmentLost, OrderSet,
                 ColonyFounded, ColonyUpgraded, TileDrawn, ColonyCaptured, ColonyLost, RouteBuilt, RouteLost,
                 RouteCaptured, Raided, RaidBlocked, AccordSigned, AccordRefused, AccordEnded, TechnologyGained,
                 CivicBought, GovernmentAdopted, MilitaryBought, PowerUsed, Passed, CombatFought, CapitalTaken,
                 CapitalRetaken, TrophyLost, Eliminated, WarDeclared, WarAverted, WarSettled, WarEnded, WarPenalty,
                 PeaceRefused, TributePaid, TributeRefused, Demonstration, IncomeCredited, UpkeepMissing, ContestWon,
                 Storm, Proliferation, PactSigned, PactRefused, Stolen, Overproduction, GameOver>;
using GameStep = Step<Rules, State, Event>;

}  // namespace arbitre::solar
