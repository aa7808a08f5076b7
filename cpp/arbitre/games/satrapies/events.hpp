// Satrapies: what is reported, in the order of SAT 11. Powers appear by their ids.
// Must not know: when events happen (flow.hpp, adjudicate.hpp).
#pragma once

#include "arbitre/games/satrapies/model.hpp"

namespace arbitre::satrapies {

// Orders inside events, written like the moves that gave them.
struct OrderedMove {
  std::uint8_t from, to;
  UnitClass unit_class;
  static constexpr std::string_view kind = "move";
  static constexpr auto fields =
      std::tuple{field("from", &OrderedMove::from, Dom::zone), field("to", &OrderedMove::to, Dom::zone),
                 field("unit_class", &OrderedMove::unit_class, Dom::unit_class)};
};
struct OrderedRecruit {
  std::uint8_t zone;
  static constexpr std::string_view kind = "recruit";
  static constexpr auto fields = std::tuple{field("zone", &OrderedRecruit::zone, Dom::zone)};
};
struct OrderedPromotion {
  std::uint8_t zone;
  UnitClass unit_class;  // before
  static constexpr std::string_view kind = "promote";
  static constexpr auto fields = std::tuple{field("zone", &OrderedPromotion::zone, Dom::zone),
                                            field("unit_class", &OrderedPromotion::unit_class, Dom::unit_class)};
};
using Ordered = std::variant<OrderedMove, OrderedRecruit, OrderedPromotion>;

using Owners = Vec<std::uint8_t, kOwners>;
using Totals = Vec<std::uint16_t, kOwners>;
using Ends = Vec<std::uint8_t, 2>;  // a zone, or both zones of a link

struct OrderAdded {
  Seat seat;
  Ordered move;
  Audience audience;  // everyone with open_orders
  static constexpr std::string_view kind = "order_added";
  static constexpr auto fields =
      std::tuple{field("power", &OrderAdded::seat, Dom::power), field("move", &OrderAdded::move)};
};
struct OrderCancelled {
  Seat seat;
  Ordered move;
  Audience audience;
  static constexpr std::string_view kind = "order_cancelled";
  static constexpr auto fields =
      std::tuple{field("power", &OrderCancelled::seat, Dom::power), field("move", &OrderCancelled::move)};
};
struct OrdersSubmitted {
  Seat seat;
  static constexpr std::string_view kind = "orders_submitted";
  static constexpr auto fields = std::tuple{field("power", &OrdersSubmitted::seat, Dom::power)};
};
// A tie to be broken, in a zone or on a link.
struct DrawDue {
  Ends zones;
  Owners tied;
  static constexpr std::string_view kind = "draw_due";
  static constexpr auto fields =
      std::tuple{field("zones", &DrawDue::zones, Dom::zone), field("tied", &DrawDue::tied, Dom::power)};
};
struct LotDrawn {
  std::uint8_t winner;
  static constexpr std::string_view kind = "lot";
  static constexpr auto fields = std::tuple{field("winner", &LotDrawn::winner, Dom::power)};
};
struct OrdersRevealed {
  Seat seat;
  Vec<Ordered, kMaxOrders> orders;  // one for each unit
  static constexpr std::string_view kind = "orders_revealed";
  static constexpr auto fields =
      std::tuple{field("power", &OrdersRevealed::seat, Dom::power), field("orders", &OrdersRevealed::orders)};
};
// Totals are in the order of the powers. Nobody wins when all are destroyed.
struct Clash {
  Ends link;
  Owners powers;
  Totals totals;
  Owners winners;
  static constexpr std::string_view kind = "clash";
  static constexpr auto fields =
      std::tuple{field("link", &Clash::link, Dom::zone), field("powers", &Clash::powers, Dom::power),
                 field("totals", &Clash::totals), field("winners", &Clash::winners, Dom::power)};
};
struct Promoted {
  Seat seat;
  std::uint8_t zone;
  UnitClass unit_class;  // before
  static constexpr std::string_view kind = "promoted";
  static constexpr auto fields =
      std::tuple{field("power", &Promoted::seat, Dom::power), field("zone", &Promoted::zone, Dom::zone),
                 field("unit_class", &Promoted::unit_class, Dom::unit_class)};
};
struct Battle {
  std::uint8_t zone;
  Owners powers;
  Totals totals;
  Owners winners;
  static constexpr std::string_view kind = "battle";
  static constexpr auto fields =
      std::tuple{field("zone", &Battle::zone, Dom::zone), field("powers", &Battle::powers, Dom::power),
                 field("totals", &Battle::totals), field("winners", &Battle::winners, Dom::power)};
};
struct Conquered {
  Seat seat;
  std::uint8_t zone;
  std::uint8_t before;  // the controller until now
  static constexpr std::string_view kind = "conquered";
  static constexpr auto fields =
      std::tuple{field("power", &Conquered::seat, Dom::power), field("zone", &Conquered::zone, Dom::zone),
                 field("before", &Conquered::before, Dom::power)};
};
struct Recruited {
  Seat seat;
  std::uint8_t zone;
  static constexpr std::string_view kind = "recruited";
  static constexpr auto fields =
      std::tuple{field("power", &Recruited::seat, Dom::power), field("zone", &Recruited::zone, Dom::zone)};
};
struct RecruitLost {
  Seat seat;
  std::uint8_t zone;
  static constexpr std::string_view kind = "recruit_lost";
  static constexpr auto fields =
      std::tuple{field("power", &RecruitLost::seat, Dom::power), field("zone", &RecruitLost::zone, Dom::zone)};
};
struct Trimmed {
  Seat seat;
  std::uint8_t zone;
  UnitClass unit_class;
  std::uint8_t count;
  static constexpr std::string_view kind = "trimmed";
  static constexpr auto fields =
      std::tuple{field("power", &Trimmed::seat, Dom::power), field("zone", &Trimmed::zone, Dom::zone),
                 field("unit_class", &Trimmed::unit_class, Dom::unit_class), field("count", &Trimmed::count)};
};
struct Eliminated {
  Seat seat;
  static constexpr std::string_view kind = "eliminated";
  static constexpr auto fields = std::tuple{field("power", &Eliminated::seat, Dom::power)};
};
struct Income {
  Seat seat;
  std::uint8_t ap;  // for the turn that begins
  static constexpr std::string_view kind = "income";
  static constexpr auto fields = std::tuple{field("power", &Income::seat, Dom::power), field("ap", &Income::ap)};
};
struct TurnEnded {
  std::uint8_t turn;  // the one just played
  static constexpr std::string_view kind = "turn_ended";
  static constexpr auto fields = std::tuple{field("turn", &TurnEnded::turn)};
};
struct GameOver {
  std::uint8_t reason;  // an index into kReasons
  Owners winners;
  static constexpr std::string_view kind = "game_over";
  static constexpr auto fields =
      std::tuple{field("reason", &GameOver::reason, Dom::reason), field("winners", &GameOver::winners, Dom::power)};
};
using Event =
    std::variant<OrderAdded, OrderCancelled, OrdersSubmitted, DrawDue, LotDrawn, OrdersRevealed, Clash, Promoted,
                 Battle, Conquered, Recruited, RecruitLost, Trimmed, Eliminated, Income, TurnEnded, GameOver>;

}  // namespace arbitre::satrapies
