// Terraforming Mars: what is reported while a game runs (TM 11.5).
// Must not know: how anything comes about.
#pragma once

#include "arbitre/games/terraforming_mars/model.hpp"

namespace arbitre::terraforming_mars {

struct FirstPlayer {
  Seat seat;
  static constexpr std::string_view kind = "first_player";
  static constexpr auto fields = std::tuple{field("player", &FirstPlayer::seat, Dom::player)};
};
struct Passed {
  Seat seat;
  static constexpr std::string_view kind = "passed";
  static constexpr auto fields = std::tuple{field("player", &Passed::seat, Dom::player)};
};
struct Discarded {  // face down: everybody learns that it happened, nobody which card
  Seat seat;
  static constexpr std::string_view kind = "discarded";
  static constexpr auto fields = std::tuple{field("player", &Discarded::seat, Dom::player)};
};
struct CorporationRevealed {
  Seat seat;
  std::uint8_t corporation;
  static constexpr std::string_view kind = "corporation";
  static constexpr auto fields = std::tuple{field("player", &CorporationRevealed::seat, Dom::player),
                                            field("corporation", &CorporationRevealed::corporation, Dom::corporation)};
};
struct CardPlayed {
  Seat seat;
  std::uint8_t card;
  static constexpr std::string_view kind = "card_played";
  static constexpr auto fields =
      std::tuple{field("player", &CardPlayed::seat, Dom::player), field("card", &CardPlayed::card, Dom::card)};
};
struct Revealed {
  Seat seat;
  std::uint8_t card;
  static constexpr std::string_view kind = "revealed";
  static constexpr auto fields =
      std::tuple{field("player", &Revealed::seat, Dom::target), field("card", &Revealed::card, Dom::card)};
};
struct Drawn {
  Seat seat;
  std::uint8_t card;
  static constexpr std::string_view kind = "drawn";
  static constexpr auto fields =
      std::tuple{field("player", &Drawn::seat, Dom::player), secret(field("card", &Drawn::card, Dom::card))};
};
struct ActionTaken {
  Seat seat;
  Action move;
  static constexpr std::string_view kind = "action";
  static constexpr auto fields =
      std::tuple{field("player", &ActionTaken::seat, Dom::player), field("move", &ActionTaken::move, Dom::move)};
};
struct Paid {
  Seat seat;
  std::int16_t price, steel, titanium, heat;
  static constexpr std::string_view kind = "paid";
  static constexpr auto fields =
      std::tuple{field("player", &Paid::seat, Dom::player), field("price", &Paid::price), field("steel", &Paid::steel),
                 field("titanium", &Paid::titanium), field("heat", &Paid::heat)};
};
struct StockChanged {
  Seat seat;
  std::uint8_t resource;
  std::int16_t amount;
  static constexpr std::string_view kind = "stock";
  static constexpr auto fields =
      std::tuple{field("player", &StockChanged::seat, Dom::player),
                 field("resource", &StockChanged::resource, Dom::resource), field("amount", &StockChanged::amount)};
};
struct ProductionChanged {
  Seat seat;
  std::uint8_t resource;
  std::int16_t amount;
  static constexpr std::string_view kind = "production_changed";
  static constexpr auto fields = std::tuple{field("player", &ProductionChanged::seat, Dom::player),
                                            field("resource", &ProductionChanged::resource, Dom::resource),
                                            field("amount", &ProductionChanged::amount)};
};
struct TrRaised {
  Seat seat;
  std::int16_t amount;
  static constexpr std::string_view kind = "tr";
  static constexpr auto fields =
      std::tuple{field("player", &TrRaised::seat, Dom::player), field("amount", &TrRaised::amount)};
};
struct Raised {
  Seat seat;
  std::uint8_t parameter;
  std::int16_t value;
  static constexpr std::string_view kind = "raised";
  static constexpr auto fields =
      std::tuple{field("player", &Raised::seat, Dom::player), field("parameter", &Raised::parameter, Dom::parameter),
                 field("value", &Raised::value)};
};
struct TilePlaced {
  Seat seat;
  std::uint8_t tile, hex;
  static constexpr std::string_view kind = "tile";
  static constexpr auto fields =
      std::tuple{field("player", &TilePlaced::seat, Dom::target), field("tile", &TilePlaced::tile, Dom::tile),
                 field("hex", &TilePlaced::hex, Dom::place)};
};
struct Claimed {
  Seat seat;
  std::uint8_t hex;
  static constexpr std::string_view kind = "claimed";
  static constexpr auto fields =
      std::tuple{field("player", &Claimed::seat, Dom::player), field("hex", &Claimed::hex, Dom::hex)};
};
struct CardResourceChanged {
  Seat seat;  // owner of the card
  std::uint8_t card;
  std::int16_t amount;
  static constexpr std::string_view kind = "card_resource";
  static constexpr auto fields =
      std::tuple{field("player", &CardResourceChanged::seat, Dom::player),
                 field("card", &CardResourceChanged::card, Dom::card), field("amount", &CardResourceChanged::amount)};
};
struct MilestoneClaimed {
  Seat seat;
  std::uint8_t milestone;
  static constexpr std::string_view kind = "milestone";
  static constexpr auto fields = std::tuple{field("player", &MilestoneClaimed::seat, Dom::player),
                                            field("milestone", &MilestoneClaimed::milestone, Dom::milestone)};
};
struct AwardFunded {
  Seat seat;
  std::uint8_t award;
  static constexpr std::string_view kind = "award";
  static constexpr auto fields =
      std::tuple{field("player", &AwardFunded::seat, Dom::player), field("award", &AwardFunded::award, Dom::award)};
};
struct Bought {
  Seat seat;
  std::uint8_t count;
  static constexpr std::string_view kind = "bought";
  static constexpr auto fields =
      std::tuple{field("player", &Bought::seat, Dom::player), field("count", &Bought::count)};
};
struct PhaseBegun {
  Phase phase;
  static constexpr std::string_view kind = "phase";
  static constexpr auto fields = std::tuple{field("phase", &PhaseBegun::phase, Dom::phase)};
};
struct GenerationBegun {
  std::uint16_t generation;
  static constexpr std::string_view kind = "generation";
  static constexpr auto fields = std::tuple{field("generation", &GenerationBegun::generation)};
};
struct Produced {
  std::uint16_t generation;
  static constexpr std::string_view kind = "production";
  static constexpr auto fields = std::tuple{field("generation", &Produced::generation)};
};
struct Reshuffled {
  static constexpr std::string_view kind = "reshuffled";
  static constexpr auto fields = std::tuple{};
};
struct GameOver {
  static constexpr std::string_view kind = "game_over";
  static constexpr auto fields = std::tuple{};
};
using Event =
    std::variant<FirstPlayer, Passed, Discarded, CorporationRevealed, CardPlayed, Revealed, Drawn, ActionTaken, Paid,
                 StockChanged, ProductionChanged, TrRaised, Raised, TilePlaced, Claimed, CardResourceChanged,
                 MilestoneClaimed, AwardFunded, Bought, PhaseBegun, GenerationBegun, Produced, Reshuffled, GameOver>;

using GameStep = Step<Rules, State, Event>;

}  // namespace arbitre::terraforming_mars
