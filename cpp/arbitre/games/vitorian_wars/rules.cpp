// Vitorian Wars: from tables to compiled rules, and the judgement of malformed moves.
#include <algorithm>

#include "arbitre/core/errors.hpp"
#include "arbitre/games/vitorian_wars/describe.hpp"

namespace arbitre::vitorian_wars {
namespace {

template <class T>
T cell(const Table& table, std::size_t row, std::string_view column, std::int64_t lo, std::int64_t hi) {
  return static_cast<T>(table.at(row, column, lo, hi));
}

void expect_rows(const Table& table, std::size_t lo, std::size_t hi) {
  const std::size_t found = table.rows().size();
  if (found >= lo && found <= hi) return;
  const std::string wanted = lo == hi ? std::to_string(lo) : std::to_string(lo) + " to " + std::to_string(hi);
  table.refuse("", "", "expected " + wanted + " rows, found " + std::to_string(found));
}

void read_params(Rules& r, const Table& params) {  // VW 1.3
  const auto param = [&](std::string_view row, std::int64_t lo, std::int64_t hi) {
    return static_cast<std::uint8_t>(params.at(row, "value", lo, hi));
  };
  r.players_min = r.players_max = kSeats;
  r.deck_size = param("deck_size", 1, 60);
  r.copies = param("copies", 1, Cards::kMost);
  r.field_limit = param("field_limit", 0, 60);
  r.convoy_size = param("convoy_size", 1, kMaxConvoy);
  r.convoy_value = param("convoy_value", 1, 1);
  r.pile_value = param("pile_value", 2, 2);
  r.pile_min = param("pile_min", 0, 9);
  r.pile_max = param("pile_max", r.pile_min, 9);
  r.opening_hand = param("opening_hand", 1, kMaxBottom);
  r.opening_resources = param("opening_resources", 0, kMaxConvoy);
  r.channel = param("channel", 1, kMaxConvoy);
  r.channel_first = param("channel_first", 1, kMaxConvoy);
  r.channel_second = param("channel_second", 1, kMaxConvoy);
  r.elite_level = param("elite_level", 1, 10);
  r.hand_limit = param("hand_limit", 1, 40);
  r.turn_limit = param("turn_limit", 2, 80);
  r.shield_limit = param("shield_limit", 0, 9);
}

void read_words(Rules& r, const Tables& tables) {
  const Table& factions = tables.table("factions");
  expect_rows(factions, 1, 8);
  for (std::size_t i = 0; i < factions.rows().size(); ++i) {
    if (factions.at(i, "utility", 0, 1) != 0) r.utility = static_cast<std::uint8_t>(r.utility | 1u << i);
  }
  const Table& keywords = tables.table("keywords");
  r.keyword_ids = keywords.ids();
  // Each keyword has an effect of its own (VW 8), so the list is part of the rules.
  if (!std::equal(r.keyword_ids.begin(), r.keyword_ids.end(), kKeywords.begin(), kKeywords.end())) {
    keywords.refuse("", "", "expected the keywords of the rules, in their order");
  }
  expect_rows(tables.table("subtypes"), 1, 16);
}

void read_resources(Rules& r, const Table& resources) {
  expect_rows(resources, 1, kMaxResources);
  for (std::size_t i = 0; i < resources.rows().size(); ++i) {
    r.resources.push_back(
        {cell<ResourceType>(resources, i, "type", 0, 1), cell<std::uint8_t>(resources, i, "value", 1, 2)});
  }
  r.resource_ids = resources.ids();
}

void read_cards(Rules& r, const Tables& tables) {
  const Table& cards = tables.table("cards");
  expect_rows(cards, 1, kMaxCards);
  for (std::size_t i = 0; i < cards.rows().size(); ++i) {
    Card card;
    card.type = cell<CardType>(cards, i, "type", 0, 3);
    card.faction = cell<std::uint8_t>(cards, i, "faction", 0, 7);
    card.level = cell<std::uint8_t>(cards, i, "level", 0, 9);
    card.cost = {cell<std::uint8_t>(cards, i, "P", 0, 9), cell<std::uint8_t>(cards, i, "S", 0, 9)};
    card.attack = cell<std::int8_t>(cards, i, "atk", 0, 20);
    card.defense = cell<std::int8_t>(cards, i, "def", 0, 20);
    card.subtypes = cell<std::uint16_t>(cards, i, "subtypes", 0, 0xFFFF);
    card.keywords = cell<std::uint16_t>(cards, i, "keywords", 0, (1 << kKeywords.size()) - 1);
    card.host_subtypes = cell<std::uint16_t>(cards, i, "host", 0, 0xFFFF);
    if (card.type == CardType::unit && (card.level < 1 || card.cost[0] + card.cost[1] > card.level)) {
      cards.refuse(cards.rows()[i].id, "level", "a unit has a level, and its cost is not above it");
    }
    r.cards.push_back(std::move(card));
  }
  r.card_ids = cards.ids();

  const Table& sovereigns = tables.table("sovereigns");
  expect_rows(sovereigns, 1, kMaxSovereigns);
  for (std::size_t i = 0; i < sovereigns.rows().size(); ++i) {
    r.sovereigns.push_back(
        {cell<std::uint8_t>(sovereigns, i, "number", 0, 9), cell<std::uint8_t>(sovereigns, i, "colours", 0, 255), {}});
  }
  r.sovereign_ids = sovereigns.ids();
  r.holder_ids = r.card_ids;
  r.holder_ids.insert(r.holder_ids.end(), r.sovereign_ids.begin(), r.sovereign_ids.end());
}

void read_selectors(Rules& r, const Table& table) {
  expect_rows(table, 0, 255);
  for (std::size_t i = 0; i < table.rows().size(); ++i) {
    Selector selector;
    selector.kind = cell<SelectorKind>(table, i, "kind", 0, static_cast<std::int64_t>(kSelectorKinds.size()) - 1);
    selector.enemy = table.at(i, "enemy", 0, 1) != 0;
    selector.row = cell<Row>(table, i, "row", 0, 2);
    selector.subtypes = cell<std::uint16_t>(table, i, "subtypes", 0, 0xFFFF);
    selector.keywords = cell<std::uint16_t>(table, i, "keywords", 0, 0xFFFF);
    const std::int64_t level = table.at(i, "max_level", -1, 9);
    selector.max_level = level < 0 ? kNone : static_cast<std::uint8_t>(level);
    selector.other = table.at(i, "other", 0, 1) != 0;
    selector.count = cell<std::uint8_t>(table, i, "count", 1, kMaxTargets);
    selector.up_to = table.at(i, "up_to", 0, 1) != 0;
    r.selectors.push_back(selector);
  }
}

// VW 8.1: what each op takes.
std::vector<effect::Signature> signatures(const Rules& r) {
  using effect::Argument;
  using effect::Lists;
  const auto last = static_cast<std::uint8_t>(r.selectors.empty() ? 0 : r.selectors.size() - 1);
  const Argument target{"target", 0, last};
  const Argument duration{"duration", 0, kDurations.size() - 1};
  const Argument type{"type", 0, 2};
  const auto plain = [](std::string_view name, std::int16_t lo, std::int16_t hi, std::vector<Argument> arguments) {
    return effect::Signature{name, lo, hi, false, Lists::none, std::move(arguments)};
  };
  return {
      plain("modify", -9, 9, {target, {"def", kMaxModifier - 9, kMaxModifier + 9}, duration}),
      plain("grant_keyword", 0, 0, {target, {"keyword", 0, kKeywords.size() - 1}, duration}),
      plain("add_shield", 1, 9, {target}),
      plain("destroy", 0, 0, {target}),
      plain("ready", 0, 0, {target}),
      plain("exhaust", 0, 0, {target, {"hold", 0, 1}}),
      plain("move", 0, 0, {target, {"mode", 0, 1}}),
      plain("draw", 1, 9, {}),
      plain("discard", 1, 9, {}),
      plain("return_resources", 1, 9, {type, {"to", 0, 1}}),
      plain("channel", 1, 9, {}),
      plain("look_convoy", 1, 9, {}),
      plain("ready_resources", 1, 9, {type}),
      plain("counter_order", 0, 0, {}),
      plain("cancel_attack", 0, 0, {}),
      plain("payment_to_top", 0, 0, {}),
      plain("strip_defense", 1, 9, {}),
      plain("rule", -9, 9, {{"rule", 0, 2}, {"scope", 0, 1}}),
  };
}

[[noreturn]] void refuse_ability(const Rules& r, std::uint8_t holder, const std::string& why) {
  throw RulesError{"abilities", r.holder_ids[holder], "", why};
}

// Whether an op may mean more units than an ability may destroy at once. `before`: so might the op
// that `same` looks back to.
bool is_wide(const Selector* selector, bool before) {
  if (selector == nullptr) return false;
  return selector->kind == SelectorKind::all || (selector->kind == SelectorKind::same && before);
}

// What the engine relies on beyond the ranges of numbers.
void check_ability(const Rules& r, std::uint8_t holder, const Ability& ability) {
  std::size_t named = 0;
  bool wide = false;
  const bool lasting = ability.trigger == Trigger::always || ability.trigger == Trigger::attached;
  for (const effect::Op& op : r.library.list(ability.program)) {
    const Op code = static_cast<Op>(op.code);
    const Selector* selector = selector_of(r, op);
    if (selector != nullptr && selector->kind == SelectorKind::chosen) named += selector->count;
    if (code == Op::counter_order) ++named;
    wide = is_wide(selector, wide);
    if (code == Op::destroy && wide) refuse_ability(r, holder, "destroy takes chosen units, not all");
    if (code == Op::destroy && ability.trigger == Trigger::destroyed) {
      refuse_ability(r, holder, "what is destroyed can't destroy in its turn");
    }
    if (code == Op::ready && ability.trigger == Trigger::activate) {
      // Two such units would ready each other for ever (VW 6).
      refuse_ability(r, holder, "what is activated can't ready units");
    }
    if (code == Op::move && (selector == nullptr || selector->kind != SelectorKind::chosen)) {
      refuse_ability(r, holder, "move takes chosen units");
    }
    if (lasting) {
      const bool changes = code == Op::modify || (code == Op::grant_keyword && ability.trigger == Trigger::attached) ||
                           (code == Op::rule && ability.trigger == Trigger::always);
      if (!changes) refuse_ability(r, holder, "what lasts can only change figures, keywords of a host or rules");
      const auto kind = ability.trigger == Trigger::attached ? SelectorKind::host : SelectorKind::all;
      if (selector != nullptr && selector->kind != kind)
        refuse_ability(r, holder, "a target that lasts is `all` or `host`");
    } else if (code == Op::rule) {
      refuse_ability(r, holder, "rules are changed by static abilities");
    } else if (code == Op::modify || code == Op::grant_keyword) {
      const Duration duration = static_cast<Duration>(op.arg[2]);
      if (duration >= Duration::while_attached) refuse_ability(r, holder, "expected combat, turn or owner_next_turn");
    }
  }
  if (named > kMaxTargets) refuse_ability(r, holder, "names more targets than an order may have");
  if (ability.trigger == Trigger::destroyed && r.cards[holder].level >= r.elite_level) {
    // Any number of elites may fall to their maintenance at once; the work under way has its bound.
    refuse_ability(r, holder, "an elite can have no ability for its destruction");
  }
}

void read_abilities(Rules& r, const Tables& tables) {
  const Table& ops = tables.table("ops");
  for (std::size_t i = 0; i < ops.rows().size(); ++i) {
    effect::Op op;
    op.code = cell<std::uint8_t>(ops, i, "code", 0, static_cast<std::int64_t>(Op::rule));
    op.amount = cell<std::int16_t>(ops, i, "amount", -99, 99);
    for (std::size_t k = 0; k < 3; ++k) {
      op.arg[k] = cell<std::uint8_t>(ops, i, "arg_" + std::to_string(k + 1), 0, 255);
    }
    r.library.all.push_back(op);
    r.library.op_paths.push_back(ops.rows()[i].id);
  }
  const Table& abilities = tables.table("abilities");
  std::uint32_t first = 0;
  const auto holders = static_cast<std::int64_t>(r.holder_ids.size());
  for (std::size_t i = 0; i < abilities.rows().size(); ++i) {
    const auto holder = cell<std::uint8_t>(abilities, i, "holder", 0, holders - 1);
    Ability ability;
    ability.trigger = cell<Trigger>(abilities, i, "trigger", 0, static_cast<std::int64_t>(kTriggers.size()) - 1);
    const std::int64_t most = abilities.at(i, "shielded_at_most", -1, kSideCells);
    ability.shielded_at_most = most < 0 ? kNone : static_cast<std::uint8_t>(most);
    ability.resource = cell<ResourceType>(abilities, i, "resource", 0, 2);
    ability.program = static_cast<effect::ProgramId>(r.library.programs.size());
    const auto size = cell<std::uint16_t>(abilities, i, "ops", 1, 16);
    r.library.programs.push_back({first, size, false});
    r.library.paths.push_back(abilities.rows()[i].id);
    first += size;
    const std::size_t cards = r.cards.size();
    (holder < cards ? r.cards[holder].abilities : r.sovereigns[holder - cards].abilities).push_back(ability);
  }
  effect::verify(r.library, signatures(r), {}, effect::Limits{});
  for (std::size_t holder = 0; holder < r.holder_ids.size(); ++holder) {
    const auto id = static_cast<std::uint8_t>(holder);
    for (const Ability& ability : r.abilities_of(id)) check_ability(r, id, ability);
  }
}

void derive(Rules& r) {
  for (std::size_t i = 0; i < r.cards.size(); ++i) {
    Card& card = r.cards[i];
    for (const Ability& ability : card.abilities) {
      if (ability.trigger == Trigger::activate) r.traits[i] |= kActivates;
      for (const effect::Op& op : r.library.list(ability.program)) {
        const Op code = static_cast<Op>(op.code);
        if (ability.trigger == Trigger::attached && code == Op::modify) {
          card.host_attack = static_cast<std::int16_t>(card.host_attack + op.amount);
          card.host_defense = static_cast<std::int16_t>(card.host_defense + op.arg[1] - kMaxModifier);
        } else if (ability.trigger == Trigger::attached) {
          card.host_keywords = static_cast<std::uint16_t>(card.host_keywords | 1u << op.arg[1]);
        } else if (ability.trigger == Trigger::always) {
          r.traits[i] = static_cast<std::uint8_t>(r.traits[i] | (code == Op::modify ? kChangesUnits : kChangesRules));
        }
      }
    }
    if (card.type == CardType::unit) r.unit_traits = static_cast<std::uint8_t>(r.unit_traits | r.traits[i]);
    if (card.type == CardType::order && r.ability_with(static_cast<std::uint8_t>(i), Trigger::play) == kNone) {
      refuse_ability(r, static_cast<std::uint8_t>(i), "an order needs an ability `play`");
    }
  }
}

void read_ready_decks(Rules& r, const Tables& tables) {
  const Table& decks = tables.table("decks");
  expect_rows(decks, 1, 64);
  for (std::size_t i = 0; i < decks.rows().size(); ++i) {
    Deck deck;
    deck.sovereign = cell<std::uint8_t>(decks, i, "sovereign", 0, static_cast<std::int64_t>(r.sovereigns.size()) - 1);
    r.decks.push_back(deck);
  }
  r.deck_ids = decks.ids();
  const Table& entries = tables.table("deck_cards");
  for (std::size_t i = 0; i < entries.rows().size(); ++i) {
    Deck& deck = r.decks[cell<std::size_t>(entries, i, "deck", 0, static_cast<std::int64_t>(r.decks.size()) - 1)];
    const std::int64_t part = entries.at(i, "part", 0, 2);
    const std::size_t ids = part == 0 ? r.cards.size() : r.resources.size();
    const auto card = cell<std::size_t>(entries, i, "card", 0, static_cast<std::int64_t>(ids) - 1);
    const int n = static_cast<int>(entries.at(i, "n", 1, Cards::kMost));
    if (part == 0) {
      deck.maneuver.add(card, std::min(n, Cards::kMost - deck.maneuver[card]));
    } else {
      Resources& into = part == 1 ? deck.convoy : deck.pile;
      into.add(card, std::min(n, Resources::kMost - into[card]));
    }
  }
}

// A ready deck must be as legal as any other (VW 1.2).
void check_decks(const Rules& r) {
  for (std::size_t i = 0; i < r.decks.size(); ++i) {
    const Deck& deck = r.decks[i];
    Value::Map map{{"sovereign", Value{std::string_view{r.sovereign_ids[deck.sovereign]}}}};
    const auto list = [](const auto& bag, const std::vector<std::string>& ids) {
      Value::List entries;
      bag.for_each([&](std::size_t id, int n) {
        entries.emplace_back(Value::Map{{"card", Value{std::string_view{ids[id]}}}, {"n", Value{n}}});
      });
      return Value{std::move(entries)};
    };
    map.emplace_back("maneuver", list(deck.maneuver, r.card_ids));
    map.emplace_back("convoy", list(deck.convoy, r.resource_ids));
    map.emplace_back("defense", list(deck.pile, r.resource_ids));
    std::array<Deck, kSeats> judged;
    std::vector<SetupError::Reason> reasons;
    const Value written{std::move(map)};
    const std::string why = read_decks(r, Value{Value::List{written, written}}, judged, reasons);
    if (!why.empty()) throw RulesError{"decks", r.deck_ids[i], "", why};
    if (!reasons.empty())
      throw RulesError{"decks", r.deck_ids[i], "", reasons.front().code + ": " + reasons.front().detail};
  }
}

void reflect(Rules& r) {
  for (int seat = 0; seat < kSeats; ++seat) {
    for (const char row : {'R', 'V'}) {
      for (int column = 1; column <= kColumns; ++column) {
        r.cell_ids.push_back(std::to_string(seat) + row + std::to_string(column));
      }
    }
  }
  std::vector<std::string> targets = r.cell_ids;
  targets.emplace_back("sovereign");
  r.domains = {
      Domain::of_ids("card", r.card_ids),
      Domain::of_ids("resource", r.resource_ids),
      Domain::of_ids("cell", r.cell_ids),
      Domain::of_ids("target", targets),
      Domain::of_ids("state", {"ready", "exhausted"}),
      Domain::of_ids("end", {"bottom", "top"}),
      Domain::of_range("entry", 0, kMaxOrders - 1),
      Domain::of_range("seat", 0, kSeats - 1),
      Domain::of_booleans("flag"),
      Domain::of_ids("keyword", r.keyword_ids),
      Domain::of_ids("why", {"move", "gank", "effect"}),
      Domain::of_ids("reason", {kReasons.begin(), kReasons.end()}),
  };
  r.kinds = r.codec.compile(r.domains);
  r.add_words({"", "P", "S", "level", "card", "resource", "cell", "seat", "kind", "target"});
  r.cell_words = r.add_words(r.cell_ids);
  r.card_words = r.add_words(r.card_ids);
}

}  // namespace

Rules VitorianWars::compile(const Tables& tables) {
  Rules r;
  r.digest = tables.digest();
  read_params(r, tables.table("params"));
  read_words(r, tables);
  read_resources(r, tables.table("resources"));
  read_cards(r, tables);
  read_selectors(r, tables.table("selectors"));
  read_abilities(r, tables);
  derive(r);
  read_ready_decks(r, tables);
  check_decks(r);
  reflect(r);
  return r;
}

MalformedVerdict VitorianWars::malformed(const Malformed& malformed) {  // VW 4, common
  switch (malformed.reason) {
    case Malformed::Reason::unknown_kind: return {Code::malformed_action, malformed.kind};
    case Malformed::Reason::unknown_field:
    case Malformed::Reason::missing_field: return {Code::malformed_action, malformed.field};
    case Malformed::Reason::bad_value: break;
  }
  return {malformed.wrong_type ? Code::malformed_action : Reject::unknown_id, malformed.field};
}

}  // namespace arbitre::vitorian_wars
