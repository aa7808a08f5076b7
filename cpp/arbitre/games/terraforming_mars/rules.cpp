// Terraforming Mars: from tables to compiled rules, and the judgement of malformed moves. Effect
// programs are verified here, so nothing that runs them later has to ask.
#include <algorithm>
#include <initializer_list>

#include "arbitre/core/errors.hpp"
#include "arbitre/games/terraforming_mars/game.hpp"
#include "arbitre/games/terraforming_mars/signatures.hpp"

namespace arbitre::terraforming_mars {
namespace {

void expect_rows(const Table& table, std::size_t lo, std::size_t hi) {
  const std::size_t found = table.rows().size();
  if (found >= lo && found <= hi) return;
  const std::string wanted = lo == hi ? std::to_string(lo) : std::to_string(lo) + " to " + std::to_string(hi);
  table.refuse("", "", "expected " + wanted + " rows, found " + std::to_string(found));
}

// Reads cells of one row in the width of the members they fill.
class Row {
 public:
  Row(const Table& table, std::size_t row) : table_{table}, row_{row} {}

  template <class T>
  void read(std::string_view column, T& member, std::int64_t lo, std::int64_t hi) const {
    member = static_cast<T>(table_.at(row_, column, lo, hi));
  }
  void read(std::string_view column, bool& member) const { member = table_.at(row_, column, 0, 1) != 0; }
  // -1 stands for none.
  void read_or_none(std::string_view column, std::uint8_t& member, std::int64_t hi) const {
    const std::int64_t cell = table_.at(row_, column, -1, hi);
    member = cell < 0 ? kNone : static_cast<std::uint8_t>(cell);
  }
  void read_program(std::string_view column, ProgramId& member, std::size_t count) const {
    const std::int64_t cell = table_.at(row_, column, -1, static_cast<std::int64_t>(count) - 1);
    member = cell < 0 ? kNoProgram : static_cast<ProgramId>(cell);
  }
  // A piece of another table, which must be there.
  template <class T, class N>
  void read_range(std::string_view first_column, std::string_view size_column, T& first, N& size,
                  std::size_t available) const {
    read(first_column, first, 0, static_cast<std::int64_t>(available));
    read(size_column, size, 0, 8);
    if (std::size_t{first} + size > available) table_.refuse(id(), std::string{size_column}, "more than there are");
  }
  const std::string& id() const { return table_.rows()[row_].id; }
  [[noreturn]] void refuse(std::string_view column, std::string why) const {
    table_.refuse(id(), std::string{column}, std::move(why));
  }

 private:
  const Table& table_;
  std::size_t row_;
};

template <class Visit>
void each_row(const Table& table, Visit&& visit) {
  for (std::size_t i = 0; i < table.rows().size(); ++i) visit(i, Row{table, i});
}

// Row ids cannot hold slashes, so paths have two underscores instead.
std::string path_of(const std::string& id) {
  std::string path;
  for (std::size_t i = 0; i < id.size(); ++i) {
    if (id.compare(i, 2, "__") == 0) {
      path += '/';
      ++i;
    } else {
      path += id[i];
    }
  }
  return path;
}

void read_numbers(Rules& r, const Table& params) {
  const auto read = [&](std::string_view row, auto& member, std::int64_t lo, std::int64_t hi) {
    member = static_cast<std::remove_reference_t<decltype(member)>>(params.at(row, "value", lo, hi));
  };
  read("players_min", r.players_min, 1, kMaxPlayers);
  read("players_max", r.players_max, r.players_min, kMaxPlayers);
  Numbers& n = r.numbers;
  read("tr_start", n.tr_start, 0, 99);
  read("tr_start_solo", n.tr_start_solo, 0, 99);
  read("card_buy_cost", n.card_price, 0, 20);
  read("research_draw", n.research_draw, 1, 8);
  read("starting_cards", n.starting_cards, 0, 20);
  read("starting_corporations", n.starting_corporations, 2, 2);
  read("steel_value", n.steel_value, 1, 9);
  read("titanium_value", n.titanium_value, 1, 9);
  read("greenery_plants", n.greenery_plants, 1, 20);
  read("temperature_heat", n.temperature_heat, 1, 20);
  read("milestone_cost", n.milestone_price, 0, 99);
  read("milestone_vp", n.milestone_vp, 0, 20);
  read("award_vp_first", n.award_vp_first, 0, 20);
  read("award_vp_second", n.award_vp_second, 0, 20);
  for (std::size_t i = 0; i < kTaken; ++i) read("award_cost_" + std::to_string(i + 1), n.award_prices[i], 0, 99);
  read("min_megacredit_production", n.min_megacredit_production, -20, 0);
  read("solo_generations", n.solo_generations, 1, 99);
  read("solo_tr", n.solo_tr, 1, 200);
  read("start_production_without_corporate_era", n.start_production_base, 0, 20);
  read("start_production_with_corporate_era", n.start_production_corporate, 0, 20);
  read("ocean_adjacency_megacredits", n.ocean_megacredits, 0, 20);
}

void read_map(Rules& r, const Tables& tables) {
  const Table& hexes = tables.table("hexes");
  expect_rows(hexes, kHexes, kHexes);
  r.hex_ids = hexes.ids();
  std::array<std::pair<int, int>, kHexes> at;
  each_row(hexes, [&](std::size_t i, const Row& row) {
    row.read("q", at[i].first, -4, 4);
    row.read("r", at[i].second, -4, 4);
    std::uint8_t reserved = 0;
    bool volcanic = false;
    row.read("reserved", reserved, 0, 2);
    row.read("volcanic", volcanic);
    const Hexes here = hex_bit(static_cast<int>(i));
    (reserved == 0 ? r.land_area : reserved == 1 ? r.ocean_area : r.noctis_area) |= here;
    if (volcanic) r.volcanic_area |= here;
    for (std::size_t resource = 0; resource < kResources; ++resource) {
      row.read(kResourceNames[resource], r.bonus[i][resource], 0, 9);
      if (r.bonus[i][resource] > 0) r.bonus_with[resource] |= here;
    }
    row.read("card", r.bonus_cards[i], 0, 9);
  });
  // Upper left, upper right, right, lower right, lower left, left (TM 6.1).
  constexpr std::array<std::pair<int, int>, 6> kDirections = {{{0, -1}, {1, -1}, {1, 0}, {0, 1}, {-1, 1}, {-1, 0}}};
  for (std::size_t i = 0; i < kHexes; ++i) {
    for (std::size_t d = 0; d < kDirections.size(); ++d) {
      const std::pair<int, int> there{at[i].first + kDirections[d].first, at[i].second + kDirections[d].second};
      const auto found = std::find(at.begin(), at.end(), there);
      r.directions[i][d] = found == at.end() ? kNone : byte(found - at.begin());
      if (found != at.end()) r.around[i] |= hex_bit(static_cast<int>(found - at.begin()));
    }
  }
  const Table& spots = tables.table("spots");
  expect_rows(spots, kSpots, kSpots);
  r.place_ids = r.hex_ids;
  for (const std::string& spot : spots.ids()) r.place_ids.push_back(spot);

  const Table& specials = tables.table("specials");
  expect_rows(specials, 1, kMaxSpecials);
  r.special_ids = specials.ids();
  r.special_count = byte(r.special_ids.size());
  each_row(specials, [&](std::size_t i, const Row& row) {
    bool city = false;
    row.read("city", city);
    if (city) r.capital = byte(i);
  });
}

void read_programs(Rules& r, const Tables& tables) {
  const Table& programs = tables.table("programs");
  const Table& ops = tables.table("ops");
  expect_rows(programs, 1, kNoProgram - 1);
  expect_rows(ops, 1, 0xFFFE);
  each_row(programs, [&](std::size_t, const Row& row) {
    effect::Program program;
    row.read("first", program.first, 0, static_cast<std::int64_t>(ops.rows().size()));
    row.read("size", program.size, 0, 255);
    row.read("option", program.option);
    r.library.programs.push_back(program);
    r.library.paths.push_back(path_of(row.id()));
  });
  const auto count = programs.rows().size();
  each_row(ops, [&](std::size_t, const Row& row) {
    Op op;
    row.read("code", op.code, 0, 255);
    row.read("count", op.count, 0, 255);
    row.read("count_arg", op.count_arg, 0, 255);
    row.read("per", op.per, 0, 255);
    row.read("amount", op.amount, -9999, 9999);
    row.read_program("list", op.list, count);
    row.read_program("other", op.other, count);
    for (std::size_t i = 0; i < effect::kArguments; ++i) {
      row.read("arg_" + std::to_string(i + 1), op.arg[i], 0, 255);
    }
    r.library.all.push_back(op);
  });
  effect::verify(r.library, op_signatures(r), counters(), effect::Limits{});
  for (std::size_t id = 0; id < r.library.programs.size(); ++id) {
    for (std::size_t pc = 0; pc < r.library.programs[id].size; ++pc) {
      r.library.op_paths.push_back(r.library.paths[id] + "/" + std::to_string(pc));
    }
  }
}

void read_conditions(Rules& r, const Tables& tables) {
  each_row(tables.table("conditions"), [&](std::size_t, const Row& row) {
    Condition c;
    row.read("kind", c.kind, 0, static_cast<std::int64_t>(ConditionKind::tr_raised));
    row.read("arg", c.arg, 0, c.kind == ConditionKind::production ? kLastResource : kLastTag);
    row.read("lo", c.lo, -999, 999);
    row.read("hi", c.hi, -999, 999);
    r.conditions.push_back(c);
  });
  each_row(tables.table("actions"), [&](std::size_t, const Row& row) {
    CardAction action;
    row.read_program("program", action.program, r.library.programs.size());
    if (action.program == kNoProgram) row.refuse("program", "an action has a program");
    row.read_range("first_condition", "conditions", action.first_condition, action.conditions, r.conditions.size());
    r.actions.push_back(action);
  });
  // `when` names its conditions too.
  for (std::size_t i = 0; i < r.library.all.size(); ++i) {
    const Op& op = r.library.all[i];
    if (code_of(op) != OpCode::when) continue;
    const auto last = static_cast<std::size_t>(op.amount) + op.arg[0];
    if (op.amount < 0 || last > r.conditions.size()) {
      throw RulesError{"ops", r.library.op_paths[i], "amount", "there are no such conditions"};
    }
  }
}

void read_effects(Rules& r, const Tables& tables) {
  each_row(tables.table("effects"), [&](std::size_t, const Row& row) {
    Standing effect;
    row.read("kind", effect.kind, 0, static_cast<std::int64_t>(StandingKind::protect));
    row.read("by_any", effect.by_any);
    row.read("tags", effect.tags, 0, (1 << kTags) - 1);
    row.read("card_type", effect.card_type, 0, 2);
    row.read("tile", effect.tile, 0, kTiles - 1);
    row.read("on_mars", effect.on_mars_only);
    row.read("projects_only", effect.projects_only);
    row.read("resource", effect.resource, 0, kLastResource);
    row.read("resources", effect.resources, 0, (1 << (kResources + kCardResources)) - 1);
    row.read("projects", effect.projects, 0, (1 << kProjects) - 1);
    row.read("owner_scope", effect.owner_scope);
    row.read("against_opponents", effect.against_opponents);
    row.read("amount", effect.amount, 0, 99);
    row.read_program("program", effect.program, r.library.programs.size());
    const bool waits = static_cast<std::size_t>(effect.kind) < kTriggerKinds;
    if (waits != (effect.program != kNoProgram)) row.refuse("program", "only effects that wait have a program");
    const bool metal = effect.resource == steel || effect.resource == titanium;
    if (effect.kind == StandingKind::metal_value && !metal) row.refuse("resource", "expected steel or titanium");
    if (effect.kind == StandingKind::pay_with && effect.resource != heat) row.refuse("resource", "expected heat");
    if (effect.kind == StandingKind::greenery_plants && effect.amount == 0) row.refuse("amount", "expected at least 1");
    r.standing.push_back(effect);
  });
}

void read_source(Rules& r, const Row& row, Source& source) {
  row.read("corporate_era", source.corporate_era);
  row.read("cost", source.cost, 0, 99);
  row.read_or_none("resource", source.resource, static_cast<std::int64_t>(kCardResources) - 1);
  for (std::size_t i = 0; i < source.tags.size(); ++i) {
    std::uint8_t tag = kNone;
    row.read_or_none("tag_" + std::to_string(i + 1), tag, kLastTag);
    if (tag == kNone) continue;
    if (source.tag_count != i) row.refuse("tag_" + std::to_string(i + 1), "a gap before this tag");
    source.tags[i] = tag;
    ++source.tag_count;
    source.tag_mask = static_cast<std::uint16_t>(source.tag_mask | 1u << tag);
  }
  row.read_range("first_requirement", "requirements", source.first_requirement, source.requirements,
                 r.conditions.size());
  row.read_range("first_effect", "effects", source.first_effect, source.effects, r.standing.size());
  row.read_range("first_action", "actions", source.first_action, source.actions, r.actions.size());
  row.read_program("on_play", source.on_play, r.library.programs.size());
  row.read_program("production_box", source.production_box, r.library.programs.size());
  row.read_program("opening", source.opening, r.library.programs.size());
  if (source.on_play == kNoProgram) row.refuse("on_play", "missing");
  row.read("beginner", source.beginner);
  row.read("vp_kind", source.vp_kind, 0, static_cast<std::int64_t>(VpKind::fixed_if_resource_here));
  row.read("vp", source.vp, -20, 20);
  row.read("vp_count", source.vp_count, 0, static_cast<std::int64_t>(counters().size()) - 1);
  row.read("vp_arg", source.vp_arg, 0, kLastTag);
  row.read("vp_per", source.vp_per, 1, 20);
  row.read("vp_min", source.vp_min, 0, 20);
}

// What `check` must try out before the card may be played.
void note_costs(const Rules& r, Source& source, ProgramId program) {
  for (const Op& op : r.library.list(program)) {
    switch (code_of(op)) {
      case OpCode::production: source.has_costs = source.has_costs || op.amount < 0; break;
      case OpCode::pay: source.has_costs = source.stock_costs = true; break;
      case OpCode::convert:
        source.has_costs = true;
        source.stock_costs = source.stock_costs || op.arg[0] == 0;
        break;
      case OpCode::production_any:
      case OpCode::remove_resource:
      case OpCode::copy_production:
      case OpCode::discard: source.has_costs = true; break;
      case OpCode::add_resource:
        source.has_costs = source.has_costs || static_cast<To>(op.arg[1]) == To::nonempty;
        break;
      case OpCode::when:
        note_costs(r, source, op.list);
        note_costs(r, source, op.other);
        break;
      case OpCode::place_tile:
      case OpCode::claim_area: source.has_tiles = true; break;
      default: break;
    }
  }
}

void read_sources(Rules& r, const Tables& tables) {
  const Table& cards = tables.table("cards");
  const Table& corporations = tables.table("corporations");
  expect_rows(corporations, 3, kMaxCorporations);
  expect_rows(cards, 60, kMaxCards - corporations.rows().size());
  r.card_ids = cards.ids();
  r.corporation_ids = corporations.ids();
  r.card_count = byte(cards.rows().size());
  r.corporation_count = byte(corporations.rows().size());
  r.source_ids = r.card_ids;
  r.source_ids.insert(r.source_ids.end(), r.corporation_ids.begin(), r.corporation_ids.end());

  each_row(cards, [&](std::size_t, const Row& row) {
    Source source;
    row.read("type", source.type, 0, 2);
    read_source(r, row, source);
    if (source.beginner) row.refuse("beginner", "only a corporation can be for beginners");
    if (source.type == CardType::event && (source.effects > 0 || source.actions > 0 || source.resource != kNone)) {
      row.refuse("type", "an event has neither effects nor actions and holds nothing");
    }
    note_costs(r, source, source.on_play);
    r.sources.push_back(source);
  });
  int beginners = 0;
  each_row(corporations, [&](std::size_t i, const Row& row) {
    Source source;
    read_source(r, row, source);
    source.type = CardType::corporation;
    if (source.beginner) {
      r.beginner_corporation = byte(i);
      ++beginners;
    }
    if (source.resource != kNone || source.vp_kind != VpKind::none) {
      row.refuse("resource", "a corporation holds nothing and counts nothing");
    }
    r.sources.push_back(source);
  });
  if (beginners != 1) corporations.refuse("", "beginner", "expected exactly one corporation for beginners");
  if (r.corporation_count < 2 * r.players_max + 1) {
    corporations.refuse("", "", "too few corporations to deal two to each player");
  }
}

void derive_sets(Rules& r, const Table& cards) {
  std::size_t discounts = 0;
  for (std::uint8_t i = 0; i < r.source_count(); ++i) {
    const Source& source = r.sources[i];
    for (std::size_t e = 0; e < source.effects; ++e) {
      discounts += r.standing[source.first_effect + e].kind == StandingKind::discount ? 1 : 0;
    }
    if (i >= r.card_count) continue;
    r.all_cards.insert(i);
    if (!source.corporate_era) r.base_set.insert(i);
    if (source.type == CardType::event) r.events.insert(i);
    for (std::size_t t = 0; t < source.tag_count; ++t) {
      const std::uint8_t tag = source.tags[t];
      if (r.tag_twice[tag].has(i)) cards.refuse(r.card_ids[i], "tag_3", "the same tag three times");
      (r.tag_once[tag].has(i) ? r.tag_twice : r.tag_once)[tag].insert(i);
    }
    if (source.resource != kNone) {
      r.holders[source.resource].insert(i);
      r.holders[kCardResources].insert(i);
    }
    if (source.actions > 0) r.with_actions.insert(i);
    for (std::size_t e = 0; e < source.effects; ++e) {
      const Standing& effect = r.standing[source.first_effect + e];
      const auto kind = static_cast<std::size_t>(effect.kind);
      if (kind < kTriggerKinds) {
        r.triggers[kind].insert(i);
      } else if (effect.kind == StandingKind::protect) {
        r.protectors.insert(i);
      } else {
        r.modifiers.insert(i);
      }
    }
  }
  if (discounts > Facts{}.discounts.size()) cards.refuse("", "effects", "too many discounts");
}

void read_tracks(Rules& r, const Tables& tables) {
  const Table& tracks = tables.table("tracks");
  expect_rows(tracks, 3, 3);
  each_row(tracks, [&](std::size_t i, const Row& row) {
    Track& track = r.tracks[i];
    if (row.id() != kParameterNames[i]) row.refuse("", "expected the rows temperature, oxygen, oceans");
    row.read("min", track.min, -99, 99);
    row.read("max", track.max, track.min, 99);
    row.read("step", track.step, 1, 9);
    row.read("start", track.start, track.min, track.max);
    if ((track.max - track.min) % track.step != 0 || (track.start - track.min) % track.step != 0) {
      row.refuse("step", "the track does not consist of whole steps");
    }
  });
  if (r.tracks[oceans].step != 1 || r.tracks[oceans].max > count_bits(r.ocean_area) - 3) {
    tracks.refuse("oceans", "max", "more oceans than there are areas for");
  }
  each_row(tables.table("track_bonuses"), [&](std::size_t, const Row& row) {
    std::uint8_t track = 0;
    std::int16_t at = 0;
    ProgramId program = kNoProgram;
    row.read("track", track, 0, 1);
    row.read("at", at, r.tracks[track].min, r.tracks[track].max);
    row.read_program("program", program, r.library.programs.size());
    r.tracks[track].bonuses.emplace_back(at, program);
  });
}

void read_projects(Rules& r, const Tables& tables) {
  const Table& projects = tables.table("projects");
  expect_rows(projects, kProjects, kProjects);
  r.project_ids = projects.ids();
  each_row(projects, [&](std::size_t i, const Row& row) {
    row.read("cost", r.projects[i].cost, 0, 99);
    row.read_program("program", r.projects[i].program, r.library.programs.size());
    if (r.projects[i].program == kNoProgram) row.refuse("program", "missing");
    for (const Op& op : r.library.list(r.projects[i].program)) {
      if (code_of(op) == OpCode::sell_cards) r.selling_project = byte(i);
      const bool greenery = code_of(op) == OpCode::place_tile && static_cast<Tile>(op.arg[0]) == Tile::greenery;
      if (greenery) r.greenery_project = byte(i);
    }
  });

  const Table& milestones = tables.table("milestones");
  expect_rows(milestones, kMilestones, kMilestones);
  r.milestone_ids = milestones.ids();
  each_row(milestones, [&](std::size_t i, const Row& row) {
    Milestone& m = r.milestones[i];
    row.read("metric", m.metric, 0, static_cast<std::int64_t>(Metric::own_tiles));
    row.read("tag", m.tag, 0, kLastTag);
    row.read("min_published", m.min[0], 0, 999);
    row.read("min_seed_text", m.min[1], 0, 999);
  });
  const Table& awards = tables.table("awards");
  expect_rows(awards, kAwards, kAwards);
  r.award_ids = awards.ids();
  each_row(awards, [&](std::size_t i, const Row& row) {
    Award& a = r.awards[i];
    row.read("metric", a.metric, 0, static_cast<std::int64_t>(Metric::stock));
    row.read("tag", a.tag, 0, kLastTag);
    row.read("resources_published", a.resources[0], 0, 63);
    row.read("resources_seed_text", a.resources[1], 0, 63);
  });
}

int highest_price(const Rules& r) {
  int highest = 1;
  for (std::size_t i = 0; i < r.card_count; ++i) highest = std::max<int>(highest, r.sources[i].cost);
  for (const Project& project : r.projects) highest = std::max<int>(highest, project.cost);
  for (const int price : r.numbers.award_prices) highest = std::max(highest, price);
  highest = std::max(highest, r.numbers.milestone_price);
  highest = std::max(highest, r.numbers.card_price * r.numbers.research_draw);
  for (const Op& op : r.library.all) {
    if (code_of(op) == OpCode::pay && op.arg[0] == megacredit) highest = std::max<int>(highest, op.amount);
  }
  return highest;
}

std::vector<std::string> strings(std::span<const std::string_view> names) { return {names.begin(), names.end()}; }

// Finds the words of a list, or adds those that no list before it has: each word is there once.
template <std::size_t N>
void share_words(Rules& r, const std::array<std::string_view, N>& names, std::array<std::uint16_t, N>& places) {
  for (std::size_t i = 0; i < N; ++i) {
    const auto known = std::find(r.words.begin(), r.words.end(), names[i]);
    places[i] = static_cast<std::uint16_t>(known - r.words.begin());
    if (known == r.words.end()) r.add_words({std::string{names[i]}});
  }
}

void reflect(Rules& r) {
  for (std::size_t i = 0; i < kMaxPlayers; ++i) r.player_ids.push_back("p" + std::to_string(i));
  r.owner_ids = r.player_ids;
  r.owner_ids.push_back("neutral");
  std::vector<std::string> targets = r.owner_ids;
  targets.push_back("nobody");
  std::vector<std::string> prey = r.source_ids;
  prey.push_back("neutral");
  prey.push_back("nobody");
  int alternatives = 1;
  int options = 1;
  for (const Source& source : r.sources) alternatives = std::max<int>(alternatives, source.actions);
  for (const Op& op : r.library.all) {
    if (code_of(op) == OpCode::choose) options = std::max<int>(options, op.arg[0]);
  }
  const int price = highest_price(r);
  const auto units = [&](int value) { return (price + value - 1) / value; };
  r.domains = {
      Domain::of_ids("player", r.player_ids),
      Domain::of_ids("target", targets),
      Domain::of_ids("corporation", r.corporation_ids),
      Domain::of_ids("card", r.card_ids),
      Domain::of_ids("holder", r.source_ids),
      Domain::of_ids("prey", prey),
      Domain::of_ids("hex", r.hex_ids),
      Domain::of_ids("place", r.place_ids),
      Domain::of_ids("project", r.project_ids),
      Domain::of_ids("milestone", r.milestone_ids),
      Domain::of_ids("award", r.award_ids),
      Domain::of_range("alternative", 0, alternatives - 1),
      Domain::of_range("steel", 0, units(r.numbers.steel_value)),
      Domain::of_range("titanium", 0, units(r.numbers.titanium_value)),
      Domain::of_range("heat", 0, price),
      Domain::of_range("option", 0, options - 1),
      Domain::of_range("amount", 1, kMostConverted),
      Domain::of_ids("resource", strings(kResourceNames)),
      Domain::of_ids("parameter", strings(kParameterNames)),
      Domain::of_ids("tile", strings(kTileNames)),
      Domain::of_ids("phase", strings(kPhases)),
  };
  r.kinds = r.codec.compile(r.domains);
  r.domains.push_back(Domain::of_moves("move", r.kinds, r.domains));

  r.add_words({""});
  r.field_words = r.add_words(strings(kFieldNames));
  r.resource_words = r.add_words(strings(kResourceNames));
  share_words(r, kCardResourceNames, r.held_words);
  share_words(r, kTagNames, r.tag_words);
  r.parameter_words = r.add_words(strings(kParameterNames));
  share_words(r, kTileNames, r.tile_words);
  r.source_words = r.add_words(r.source_ids);
  r.hex_words = r.add_words(r.hex_ids);
  r.player_words = r.add_words(targets);
  r.milestone_words = r.add_words(r.milestone_ids);
  r.award_words = r.add_words(r.award_ids);
  r.other_words = r.add_words(strings(kOtherWords));
}

}  // namespace

Rules TerraformingMars::compile(const Tables& tables) {
  Rules r;
  r.digest = tables.digest();
  read_numbers(r, tables.table("params"));
  read_map(r, tables);
  read_programs(r, tables);
  read_conditions(r, tables);
  read_effects(r, tables);
  read_sources(r, tables);
  derive_sets(r, tables.table("cards"));
  read_tracks(r, tables);
  read_projects(r, tables);
  reflect(r);
  return r;
}

MalformedVerdict TerraformingMars::malformed(const Malformed& malformed) {  // TM 4
  if (malformed.reason == Malformed::Reason::unknown_kind) return {Code::malformed, "kind"};
  if (malformed.reason != Malformed::Reason::bad_value) return {Code::malformed, malformed.field};
  switch (static_cast<Dom>(malformed.domain)) {
    case Dom::alternative:
    case Dom::steel:
    case Dom::titanium:
    case Dom::heat:
    case Dom::option:
    case Dom::amount: return {Code::malformed, malformed.field};
    default: return {Reject::unknown_id, malformed.field};
  }
}

}  // namespace arbitre::terraforming_mars
