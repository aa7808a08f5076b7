// Terraforming Mars: the map as sets of hexes, and where a tile may go (TM 5.4). A set is a word of
// 64 bits, so a placement is judged with a handful of instructions.
// Must not know: cards, payments, turns.
#pragma once

#include <bit>

#include "arbitre/games/terraforming_mars/model.hpp"

namespace arbitre::terraforming_mars {

template <class Visit>
void for_each_hex(Hexes set, Visit&& visit) {
  for (; set != 0; set &= set - 1) visit(std::countr_zero(set));
}

// The neighbours of all hexes of a set; hexes of the set itself are among them when they touch.
inline Hexes around(const Rules& r, Hexes set) {
  Hexes near = 0;
  for_each_hex(set, [&](int hex) { near |= r.around[static_cast<std::size_t>(hex)]; });
  return near;
}

inline Hexes all_claims(const State& s) {
  Hexes claims = 0;
  for (const Hexes own : s.claims) claims |= own;
  return claims;
}

// What a placement asks of a hex, one set a question, in the order of the refusals of TM 4.4. A hex
// is legal when it is in all of them.
struct Site {
  Hexes free = 0;            // PLACEMENT_OCCUPIED
  Hexes area = 0;            // PLACEMENT_RESERVED
  Hexes unclaimed = 0;       // PLACEMENT_CLAIMED
  Hexes apart = ~Hexes{0};   // PLACEMENT_NEXT_TO_CITY
  Hexes beside = ~Hexes{0};  // PLACEMENT_NOT_NEXT_TO_OWN
  Hexes rule = ~Hexes{0};    // PLACEMENT_RULE

  Hexes legal() const { return free & area & unclaimed & apart & beside & rule; }
};

inline Hexes next_to_two(const Rules& r, Hexes tiles) {
  Hexes once = 0, twice = 0;
  for_each_hex(tiles, [&](int hex) {
    const Hexes near = r.around[static_cast<std::size_t>(hex)];
    twice |= once & near;
    once |= near;
  });
  return twice;
}

inline Site site_of(const Rules& r, const State& s, Seat seat, Tile tile, Placement placement) {
  Site site;
  site.free = ~s.occupied();
  site.unclaimed = ~(all_claims(s) & ~s.claims[seat]);
  site.area = r.land_area;
  const Hexes cities = s.tile(Tile::city);
  // A city is never placed beside a city except by `noctis` and `next_to_two_cities`.
  if (tile == Tile::city && placement != Placement::noctis && placement != Placement::next_to_two_cities) {
    site.apart = ~around(r, cities);
  }
  switch (placement) {
    case Placement::reserved_ocean: site.area = r.ocean_area; break;
    case Placement::noctis: site.area = r.noctis_area; break;
    case Placement::greenery_standard: {  // next to an own tile if such a hex exists
      const Hexes near = around(r, s.owned[seat]);
      if ((site.legal() & near) != 0) site.beside = near;
      break;
    }
    case Placement::isolated: site.rule = ~around(r, s.occupied()); break;
    case Placement::next_to_city: site.rule = around(r, cities); break;
    case Placement::next_to_two_cities: site.rule = next_to_two(r, cities); break;
    case Placement::next_to_greenery: site.rule = around(r, s.tile(Tile::greenery)); break;
    case Placement::metal_bonus_next_to_own: site.beside = around(r, s.owned[seat]); [[fallthrough]];
    case Placement::metal_bonus: site.rule = r.bonus_with[steel] | r.bonus_with[titanium]; break;
    case Placement::volcanic: site.rule = r.volcanic_area; break;
    case Placement::claim: site.unclaimed = ~all_claims(s); break;  // TM 1.4: an unclaimed hex, mine included
    case Placement::land_not_reserved:
    case Placement::land:
    case Placement::city_standard:
    case Placement::off_map: break;
  }
  return site;
}

// Where a tile may go: hexes, or one of the spots off the map as bits behind them.
inline Hexes legal_places(const Rules& r, const State& s, Seat seat, Tile tile, Placement placement) {
  if (placement >= Placement::off_map) {
    const auto spot = static_cast<std::size_t>(placement) - static_cast<std::size_t>(Placement::off_map);
    return s.off_map[spot] == kNone ? hex_bit(static_cast<int>(kHexes + spot)) : 0;
  }
  // With all oceans on the map another is not placed (TM 5.4).
  if (tile == Tile::ocean && s.oceans >= r.tracks[oceans].max) return 0;
  return site_of(r, s, seat, tile, placement).legal();
}

inline int tiles_beside(const Rules& r, int hex, Hexes tiles) {
  return count_bits(r.around[static_cast<std::size_t>(hex)] & tiles);
}

// The first refusal of a hex, in the order of TM 4.4.
inline Verdict check_place(const Rules& r, const State& s, Seat seat, Tile tile, Placement placement, int hex) {
  const Site site = site_of(r, s, seat, tile, placement);
  const Hexes here = hex_bit(hex);
  const auto word = static_cast<std::uint16_t>(r.hex_words + hex);
  if ((site.free & here) == 0) return {Code::placement_occupied, word, 0, 0};
  if ((site.area & here) == 0) return {Code::placement_reserved, word, 0, 0};
  if ((site.unclaimed & here) == 0) return {Code::placement_claimed, word, 0, 0};
  if ((site.apart & here) == 0) {
    return {Code::placement_next_to_city, word, 0, tiles_beside(r, hex, s.tile(Tile::city))};
  }
  if ((site.beside & here) == 0) return {Code::placement_not_next_to_own, word, 0, 0};
  if ((site.rule & here) != 0) return {};
  switch (placement) {
    case Placement::isolated: return {Code::placement_rule, word, 0, tiles_beside(r, hex, s.occupied())};
    case Placement::next_to_two_cities:
      return {Code::placement_rule, word, 2, tiles_beside(r, hex, s.tile(Tile::city))};
    default: return {Code::placement_rule, word, 1, 0};
  }
}

// Cities in play of anybody, off the map too where wanted (TM 1.3).
inline int cities_in_play(const State& s, bool off_map_too) {
  int cities = count_bits(s.tile(Tile::city));
  if (off_map_too) {
    for (const Seat owner : s.off_map) cities += owner != kNone ? 1 : 0;
  }
  return cities;
}

inline int own_cities(const State& s, Seat seat) {
  int cities = count_bits(s.tile(Tile::city) & s.owned[seat]);
  for (const Seat owner : s.off_map) cities += owner == seat ? 1 : 0;
  return cities;
}

inline int own_greeneries(const State& s, Seat seat) { return count_bits(s.tile(Tile::greenery) & s.owned[seat]); }

// TM 6, Landlord: on the map and off it, special tiles included, claims not.
inline int own_tiles(const State& s, Seat seat) {
  int tiles = count_bits(s.owned[seat]);
  for (const Seat owner : s.off_map) tiles += owner == seat ? 1 : 0;
  return tiles;
}

}  // namespace arbitre::terraforming_mars
