// Satrapies: from tables to compiled rules, the set-up, and the judgement of malformed moves.
#include <algorithm>

#include "arbitre/core/errors.hpp"
#include "arbitre/games/satrapies/game.hpp"

namespace arbitre::satrapies {
namespace {

std::uint8_t byte_of(const Table& table, std::size_t row, std::string_view column, std::int64_t lo, std::int64_t hi) {
  return static_cast<std::uint8_t>(table.at(row, column, lo, hi));
}

std::uint8_t param(const Table& params, std::string_view row, std::int64_t lo, std::int64_t hi) {
  return static_cast<std::uint8_t>(params.at(row, "value", lo, hi));
}

void read_params(Rules& r, const Table& params) {
  r.turn_limit = param(params, "turn_limit", 5, kMaxTurns);
  r.ap_base = param(params, "ap_base", 0, kMaxIncomeBase);
  r.ap_per_provinces = param(params, "ap_per_provinces", 1, kMaxZones);
  r.ap_per_major = param(params, "ap_per_major", 0, 2);
  r.cancels_per_turn = param(params, "cancels_per_turn", 0, kMaxCancels);
  r.domination_capitals = param(params, "domination_capitals", 2, kMaxPowers);
  r.domination_provinces = param(params, "domination_provinces", 1, kMaxZones);
}

void read_classes(Rules& r, const Table& classes) {
  if (classes.ids() != std::vector<std::string>{kClassIds.begin(), kClassIds.end()}) {
    classes.refuse("", "", "expected the rows M, E, G");
  }
  for (std::size_t c = 0; c < kClasses; ++c) {
    r.classes[c] = {byte_of(classes, c, "attack", 0, 9), byte_of(classes, c, "defence", 0, 9),
                    byte_of(classes, c, "cost", 1, 9), byte_of(classes, c, "limit", 0, kMaxOrders)};
  }
}

// SAT 1.2: what the citadels of a zone add up to.
void read_citadels(Rules& r, const Tables& tables, std::uint8_t zone) {
  const Table& params = tables.table("params");
  const Table& bonuses = tables.table("citadels");
  const Table& zones = tables.table("zones");
  ZoneInfo& info = r.zones[zone];
  int sum = 0, best = 0, number = 0;
  for (const std::string_view kind : {"minor", "major", "capital"}) {
    const int count = byte_of(zones, zone, kind, 0, kMaxCapacity);
    const auto bonus = static_cast<int>(bonuses.at(kind, "bonus", 0, 9));
    sum += count * bonus;
    number += count;
    if (count > 0) best = std::max(best, bonus);
    if (count > 0 && kind != "minor") r.majors |= bit(zone);
    if (count > 0 && kind == "capital") r.capitals |= bit(zone);
  }
  if (number > 0 && !r.is_province(zone)) zones.refuse(r.zone_ids[zone], "minor", "a sea has no citadel");
  const int capacity = param(params, "zone_base_capacity", 1, kMaxCapacity) +
                       param(params, "capacity_per_citadel", 0, kMaxCapacity) * number;
  if (capacity > kMaxCapacity) zones.refuse(r.zone_ids[zone], "minor", "the zone would hold too many units");
  info.citadels = static_cast<std::uint8_t>(number);
  info.capacity = static_cast<std::uint8_t>(capacity);
  info.bonus = {static_cast<std::uint8_t>(sum), static_cast<std::uint8_t>(best)};
}

void read_zones(Rules& r, const Tables& tables) {
  const Table& zones = tables.table("zones");
  if (zones.rows().size() < 2 || zones.rows().size() > kMaxZones) {
    zones.refuse("", "", "expected 2 to " + std::to_string(kMaxZones) + " rows");
  }
  r.zone_ids = zones.ids();
  r.zone_count = static_cast<std::uint8_t>(r.zone_ids.size());
  while (r.province_count < r.zone_count && zones.at(r.province_count, "sea", 0, 1) == 0) ++r.province_count;
  for (std::uint8_t zone = r.province_count; zone < r.zone_count; ++zone) zones.at(zone, "sea", 1, 1);
  r.provinces = r.province_count == kMaxZones ? ~ZoneSet{0} : bit(r.province_count) - 1;

  for (std::uint8_t zone = 0; zone < r.zone_count; ++zone) {
    read_citadels(r, tables, zone);
    ZoneInfo& info = r.zones[zone];
    info.start_control = byte_of(zones, zone, "control", r.is_province(zone) ? 0 : kNeutral, kNeutral);
    int units = 0;
    for (std::size_t c = 0; c < kClasses; ++c) {
      info.start_units[c] = byte_of(zones, zone, kClassIds[c], 0, r.is_province(zone) ? info.capacity : 0);
      units += info.start_units[c];
    }
    if (units > info.capacity) zones.refuse(r.zone_ids[zone], "M", "more units than the zone holds");
  }
}

// The powers that the map has: the first of the list, each with one capital and within its limits.
void read_powers(Rules& r, const Tables& tables) {
  const Table& powers = tables.table("powers");
  const Table& zones = tables.table("zones");
  r.power_ids = powers.ids();
  if (r.power_ids.size() != kOwners) powers.refuse("", "", "expected four powers and neutral");
  std::array<int, kOwners> capitals{};
  std::array<std::array<int, kClasses>, kOwners> units{};
  for (std::uint8_t zone = 0; zone < r.province_count; ++zone) {
    const ZoneInfo& info = r.zones[zone];
    if ((r.capitals & bit(zone)) != 0) ++capitals[info.start_control];
    for (std::size_t c = 0; c < kClasses; ++c) units[info.start_control][c] += info.start_units[c];
  }
  if (capitals[kNeutral] != 0) zones.refuse("", "control", "every capital belongs to a power");
  while (r.players_max < kMaxPowers && capitals[r.players_max] == 1) ++r.players_max;
  r.players_min = 2;
  if (r.players_max < 2) zones.refuse("", "control", "expected at least two powers with one capital each");
  for (std::uint8_t power = 0; power < kMaxPowers; ++power) {
    const auto& own = units[power];
    const bool many =
        own[0] + own[1] + own[2] > r.classes[0].limit || own[1] > r.classes[1].limit || own[2] > r.classes[2].limit;
    if (many) zones.refuse("", "M", "more units than a power may have");
    if (power < r.players_max) continue;
    for (std::uint8_t zone = 0; zone < r.province_count; ++zone) {
      if (r.zones[zone].start_control == power) zones.refuse(r.zone_ids[zone], "control", "a power without capital");
    }
  }
}

void read_links(Rules& r, const Table& links) {
  if (links.rows().size() > kMaxLinks) {
    links.refuse("", "", "expected at most " + std::to_string(kMaxLinks) + " rows");
  }
  for (auto& row : r.link_of) row.fill(kNone);
  r.link_count = static_cast<std::uint8_t>(links.rows().size());
  std::int64_t before = -1;
  for (std::uint8_t link = 0; link < r.link_count; ++link) {
    const std::uint8_t a = byte_of(links, link, "a", 0, r.zone_count - 1);
    const std::uint8_t b = byte_of(links, link, "b", a + 1, r.zone_count - 1);
    // Lots go by the index of the link, so the order is part of the rules.
    const std::int64_t key = a * std::int64_t{kMaxZones} + b;
    if (key <= before) links.refuse(links.rows()[link].id, "a", "links are sorted by their zones, each once");
    before = key;
    r.links[link] = {a, b, byte_of(links, link, "cost", 1, 9)};
    r.link_of[a][b] = r.link_of[b][a] = link;
    r.zones[a].neighbours |= bit(b);
    r.zones[b].neighbours |= bit(a);
  }
}

void read_coasts(Rules& r, const Table& coasts) {
  for (std::size_t row = 0; row < coasts.rows().size(); ++row) {
    const std::uint8_t a = byte_of(coasts, row, "a", 0, r.zone_count - 1);
    const std::uint8_t b = byte_of(coasts, row, "b", 0, r.zone_count - 1);
    if (a == b || r.link_of[a][b] != kNone) coasts.refuse(coasts.rows()[row].id, "b", "these zones are linked");
    r.zones[a].coasts |= bit(b);
    r.zones[b].coasts |= bit(a);
  }
}

void reflect(Rules& r) {
  Domain reasons = Domain::of_ids("reason", {kReasons.begin(), kReasons.end()});
  r.domains = {
      Domain::of_ids("zone", r.zone_ids),
      Domain::of_ids("unit_class", {kClassIds.begin(), kClassIds.end()}),
      Domain::of_ids("power", r.power_ids),
      std::move(reasons),
  };
  r.kinds = r.codec.compile(r.domains);
  r.add_words({"", "seat", "ap", "units", "cancels"});
  r.phase_words = r.add_words({kPhases.begin(), kPhases.end()});
  std::vector<std::string> kinds;
  for (const KindInfo& kind : r.kinds) kinds.push_back(kind.name);
  r.kind_words = r.add_words(kinds);
  r.class_words = r.add_words({kClassIds.begin(), kClassIds.end()});
  r.power_words = r.add_words(r.power_ids);
  r.zone_words = r.add_words(r.zone_ids);
}

}  // namespace

Rules Satrapies::compile(const Tables& tables) {
  Rules r;
  r.digest = tables.digest();
  read_params(r, tables.table("params"));
  read_classes(r, tables.table("unit_classes"));
  read_zones(r, tables);
  read_powers(r, tables);
  read_links(r, tables.table("links"));
  read_coasts(r, tables.table("coasts"));
  reflect(r);
  return r;
}

// SAT 2 and 8: provinces of absent powers are neutral and empty, but for a mercenary in their capital.
State Satrapies::initial(const Rules& r, const Options& options, std::uint8_t players) {
  State s{};
  s.head.players = players;
  s.options = options;
  for (std::uint8_t zone = 0; zone < r.province_count; ++zone) {
    const ZoneInfo& info = r.zones[zone];
    const bool absent = info.start_control != kNeutral && info.start_control >= players;
    Units units{absent ? kNeutral : info.start_control, info.start_units};
    if (absent) units.count = {static_cast<std::uint8_t>(r.capitals >> zone & 1u), 0, 0};
    if (units.owner == kNeutral && options.neutral_garrisons == Garrisons::none) units.count = {};
    if (units.owner == kNeutral && options.neutral_garrisons == Garrisons::all && units.size() == 0) {
      units.count[0] = info.citadels > 0 ? 1 : 0;
    }
    s.control[zone] = units.owner;
    if (units.size() > 0) s.units[zone] = units;
  }
  const Holdings held{r, s};
  for (std::uint8_t power = 0; power < players; ++power) {
    s.powers[power].ap = income(r, options, held[power]);
    s.powers[power].cancels = r.cancels_per_turn;
  }
  return s;
}

MalformedVerdict Satrapies::malformed(const Malformed& malformed) {  // SAT 4, 1 to 3
  switch (malformed.reason) {
    case Malformed::Reason::unknown_kind: return {Code::unknown_order, malformed.kind};
    case Malformed::Reason::unknown_field: return {Reject::unknown_field, malformed.field};
    case Malformed::Reason::missing_field:
    case Malformed::Reason::bad_value: break;
  }
  switch (static_cast<Dom>(malformed.domain)) {
    case Dom::zone: return {Code::unknown_zone, malformed.field};
    case Dom::unit_class: return {Code::unknown_unit_class, malformed.field};
    case Dom::power:
    case Dom::reason: break;
  }
  return {Code::unknown_power, malformed.field};
}

}  // namespace arbitre::satrapies
