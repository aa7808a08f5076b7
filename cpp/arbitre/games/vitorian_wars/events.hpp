// Vitorian Wars: what happens, as VW 12.6 lists it. A drawn card is shown to its drawer alone.
#pragma once

#include "arbitre/games/vitorian_wars/model.hpp"

namespace arbitre::vitorian_wars {

// The shapes that several events share: the kind is a parameter, so each is still a type of its own.
template <std::size_t N>
struct Name {
  char text[N];
  constexpr Name(const char (&given)[N]) {
    for (std::size_t i = 0; i < N; ++i) text[i] = given[i];
  }
  constexpr std::string_view view() const { return {text, N - 1}; }
};

template <Name N>
struct Plain {
  static constexpr std::string_view kind = N.view();
  static constexpr auto fields = std::tuple{};
};
template <Name N>
struct OfSeat {
  Seat seat;
  static constexpr std::string_view kind = N.view();
  static constexpr auto fields = std::tuple{field("seat", &OfSeat::seat, Dom::seat)};
};
template <Name N>
struct OfCell {
  Cell cell;
  static constexpr std::string_view kind = N.view();
  static constexpr auto fields = std::tuple{field("cell", &OfCell::cell, Dom::cell)};
};
template <Name N>
struct OfCard {
  Seat seat;
  std::uint8_t card;
  static constexpr std::string_view kind = N.view();
  static constexpr auto fields =
      std::tuple{field("seat", &OfCard::seat, Dom::seat), field("card", &OfCard::card, Dom::card)};
};
template <Name N>
struct OfUnit {
  Cell cell;
  std::uint8_t card;
  static constexpr std::string_view kind = N.view();
  static constexpr auto fields =
      std::tuple{field("cell", &OfUnit::cell, Dom::cell), field("card", &OfUnit::card, Dom::card)};
};
template <Name N>
struct OfResource {
  Seat seat;
  std::uint8_t resource;
  static constexpr std::string_view kind = N.view();
  static constexpr auto fields =
      std::tuple{field("seat", &OfResource::seat, Dom::seat), field("resource", &OfResource::resource, Dom::resource)};
};
template <Name N>
struct OfTurn {
  Seat seat;
  std::uint8_t turn;
  static constexpr std::string_view kind = N.view();
  static constexpr auto fields = std::tuple{field("seat", &OfTurn::seat, Dom::seat), field("turn", &OfTurn::turn)};
};

using CoinTossed = OfSeat<"coin">;
using Mulliganed = OfSeat<"mulligan">;
using Burnt = OfSeat<"burnout">;
using SovereignFell = OfSeat<"sovereign_fell">;
using Discarded = OfCard<"discarded">;
using FieldPlayed = OfCard<"field_played">;
using OrderPlayed = OfCard<"order_played">;
using OrderResolved = OfCard<"order_resolved">;
using OrderCountered = OfCard<"order_countered">;
using Channelled = OfResource<"channelled">;
using Sacrificed = OfResource<"sacrificed">;
using PileLost = OfResource<"pile_lost">;
using Recycled = OfResource<"recycled">;
using Removed = OfResource<"removed">;
using ResourceReadied = OfResource<"resource_readied">;
using TurnStarted = OfTurn<"turn_started">;
using TurnSkipped = OfTurn<"turn_skipped">;
using Mobilized = OfUnit<"mobilized">;
using Equipped = OfUnit<"equipped">;
using Destroyed = OfUnit<"destroyed">;
using Activated = OfCell<"activated">;
using ReactivePaid = OfCell<"reactive_paid">;
using ShieldLost = OfCell<"shield_lost">;
using ShieldGained = OfCell<"shield_gained">;
using UnitReadied = OfCell<"unit_readied">;
using UnitExhausted = OfCell<"unit_exhausted">;
using AttackCancelled = Plain<"attack_cancelled">;
using CombatStopped = Plain<"combat_stopped">;
using CombatEnded = Plain<"combat_ended">;

struct Drawn {
  Seat seat;
  std::uint8_t card;
  static constexpr std::string_view kind = "drawn";
  static constexpr auto fields =
      std::tuple{field("seat", &Drawn::seat, Dom::seat), secret(field("card", &Drawn::card, Dom::card))};
};
struct Returned {
  Seat seat;
  std::uint8_t resource;
  End end;
  static constexpr std::string_view kind = "returned";
  static constexpr auto fields =
      std::tuple{field("seat", &Returned::seat, Dom::seat), field("resource", &Returned::resource, Dom::resource),
                 field("end", &Returned::end, Dom::end)};
};
struct Paid {
  Seat seat;
  std::uint8_t resource;
  std::uint8_t returned;
  static constexpr std::string_view kind = "paid";
  static constexpr auto fields =
      std::tuple{field("seat", &Paid::seat, Dom::seat), field("resource", &Paid::resource, Dom::resource),
                 field("returned", &Paid::returned, Dom::flag)};
};
struct Maintained {
  Seat seat;
  Vec<Cell, kSideCells> kept;
  static constexpr std::string_view kind = "maintained";
  static constexpr auto fields =
      std::tuple{field("seat", &Maintained::seat, Dom::seat), field("kept", &Maintained::kept, Dom::cell)};
};
struct Moved {
  Cell from, to;
  Why why;
  static constexpr std::string_view kind = "moved";
  static constexpr auto fields = std::tuple{field("from", &Moved::from, Dom::cell), field("to", &Moved::to, Dom::cell),
                                            field("why", &Moved::why, Dom::why)};
};
struct AttackDeclared {
  Cell from, target;
  std::uint8_t charge;
  static constexpr std::string_view kind = "attack_declared";
  static constexpr auto fields =
      std::tuple{field("from", &AttackDeclared::from, Dom::cell), field("target", &AttackDeclared::target, Dom::target),
                 field("charge", &AttackDeclared::charge, Dom::flag)};
};
struct Supported {
  Cell cell;
  std::int8_t n;
  static constexpr std::string_view kind = "supported";
  static constexpr auto fields = std::tuple{field("cell", &Supported::cell, Dom::cell), field("n", &Supported::n)};
};
struct Damage {
  Vec<std::int16_t, 2> attacker, defender;  // attack and defense of each
  static constexpr std::string_view kind = "damage";
  static constexpr auto fields = std::tuple{field("attacker", &Damage::attacker), field("defender", &Damage::defender)};
};
struct Modified {
  Cell cell;
  std::int8_t attack, defense;
  static constexpr std::string_view kind = "modified";
  static constexpr auto fields = std::tuple{field("cell", &Modified::cell, Dom::cell), field("atk", &Modified::attack),
                                            field("def", &Modified::defense)};
};
struct KeywordGranted {
  Cell cell;
  std::uint8_t keyword;
  static constexpr std::string_view kind = "keyword_granted";
  static constexpr auto fields = std::tuple{field("cell", &KeywordGranted::cell, Dom::cell),
                                            field("keyword", &KeywordGranted::keyword, Dom::keyword)};
};
struct Looked {
  Seat seat;
  std::uint8_t n;
  static constexpr std::string_view kind = "looked";
  static constexpr auto fields = std::tuple{field("seat", &Looked::seat, Dom::seat), field("n", &Looked::n)};
};
struct Arranged {
  Seat seat;
  End end;
  static constexpr std::string_view kind = "arranged";
  static constexpr auto fields =
      std::tuple{field("seat", &Arranged::seat, Dom::seat), field("end", &Arranged::end, Dom::end)};
};
struct GameOver {
  Seat winner;
  Reason reason;
  static constexpr std::string_view kind = "game_over";
  static constexpr auto fields =
      std::tuple{field("winner", &GameOver::winner, Dom::seat), field("reason", &GameOver::reason, Dom::reason)};
};

using Event = std::variant<CoinTossed, Drawn, Discarded, Mulliganed, Burnt, Channelled, Sacrificed, PileLost, Recycled,
                           Removed, ResourceReadied, Returned, Paid, TurnStarted, TurnSkipped, Maintained, Mobilized,
                           Equipped, FieldPlayed, Moved, Activated, AttackDeclared, OrderPlayed, OrderResolved,
                           OrderCountered, AttackCancelled, CombatStopped, CombatEnded, Supported, ReactivePaid,
                           ShieldLost, ShieldGained, UnitReadied, UnitExhausted, Damage, Destroyed, Modified,
                           KeywordGranted, Looked, Arranged, SovereignFell, GameOver>;

using GameStep = Step<Rules, State, Event>;

}  // namespace arbitre::vitorian_wars
