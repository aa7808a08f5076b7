// Terraforming Mars: the position before anything is drawn (TM 3.1), and documents that leave out
// what follows from the rest (TM 12.1).
#include <algorithm>

#include "arbitre/core/errors.hpp"
#include "arbitre/games/terraforming_mars/game.hpp"

namespace arbitre::terraforming_mars {

State TerraformingMars::initial(const Rules& r, const Options& options, std::uint8_t players) {
  State s{};
  s.head.players = players;
  s.options = options;
  s.deck = options.corporate_era != 0 ? r.all_cards : r.base_set;
  for (std::uint8_t i = 0; i < r.corporation_count; ++i) {
    const Source& corporation = r.sources[r.corporation_source(i)];
    if (!corporation.beginner && (options.corporate_era != 0 || !corporation.corporate_era)) {
      s.corporation_deck.insert(i);
    }
  }
  s.temperature = static_cast<std::int8_t>(r.tracks[temperature].start);
  s.oxygen = byte(r.tracks[oxygen].start);
  s.oceans = byte(r.tracks[oceans].start);

  const int production =
      options.corporate_era != 0 ? r.numbers.start_production_corporate : r.numbers.start_production_base;
  for (Seat seat = 0; seat < players; ++seat) {
    SeatState& own = s.seats[seat];
    own.tr = static_cast<std::int16_t>(players == 1 ? r.numbers.tr_start_solo : r.numbers.tr_start);
    own.production.fill(static_cast<std::int16_t>(production));
    if (!options.beginners.has(seat)) continue;
    own.beginner = 1;
    own.chosen = r.beginner_corporation;
    own.committed = 1;
  }
  for (Seat seat = players; seat < kMaxPlayers; ++seat) {
    if (!options.beginners.has(seat)) continue;
    throw SetupError{{{"BAD_OPTION_VALUE", "beginners: there is no seat " + std::to_string(seat)}}};
  }

  // What is dealt first lies on top (TM 12.2).
  for (Seat seat = players; seat-- > 0;) {
    push(s, draw_frame(seat, r.numbers.starting_cards, DrawTo::offered));
    if (s.seats[seat].beginner != 0) continue;
    Frame deal{.kind = FrameKind::deal_corporations, .player = seat};
    deal.left = byte(r.numbers.starting_corporations);
    push(s, deal);
  }
  if (players == 1) {
    for (std::uint8_t which = 2; which-- > 0;) {
      Frame neutral{.kind = FrameKind::neutral};
      neutral.item = which;
      push(s, neutral);
    }
  }
  push(s, Frame{.kind = FrameKind::deal_first_player});
  return s;
}

namespace {

void erase_names(const Value* list, std::vector<std::string>& names) {
  if (list == nullptr || list->list() == nullptr) return;
  for (const Value& item : *list->list()) {
    if (const std::string* name = item.string()) std::erase(names, *name);
  }
}

void erase_name(const Value* name, std::vector<std::string>& names) {
  if (name != nullptr && name->string() != nullptr) std::erase(names, *name->string());
}

// Takes out of the two lists all that the seats and the stack hold.
void erase_held(const Value& document, std::vector<std::string>& cards, std::vector<std::string>& corporations) {
  const auto each = [&](std::string_view key, auto&& visit) {
    const Value* list = document.find(key);
    if (list == nullptr || list->list() == nullptr) return;
    for (const Value& item : *list->list()) visit(item);
  };
  each("seats", [&](const Value& seat) {
    for (const char* key : {"hand", "events", "offered", "picked"}) erase_names(seat.find(key), cards);
    if (const Value* tableau = seat.find("tableau"); tableau != nullptr && tableau->list() != nullptr) {
      for (const Value& card : *tableau->list()) erase_name(card.find("card"), cards);
    }
    erase_names(seat.find("offered_corporations"), corporations);
    erase_name(seat.find("corporation"), corporations);
    erase_name(seat.find("chosen_corporation"), corporations);
  });
  each("stack", [&](const Value& frame) { erase_name(frame.find("card"), cards); });
}

bool is_rest(const Value* value) {
  return value != nullptr && value->string() != nullptr && *value->string() == "rest";
}

bool is_card_set(std::string_view key) {
  constexpr std::array<std::string_view, 7> kSets = {"hand",    "events",           "offered", "picked",
                                                     "discard", "corporation_deck", "deck"};
  return std::find(kSets.begin(), kSets.end(), key) != kSets.end();
}

// A list of ids in printed order; anything else as it is.
Value sorted_set(const Rules& r, const Value& value) {
  if (value.list() == nullptr) return value;
  Value::List list = *value.list();
  const auto place = [&](const Value& item) {
    const auto& ids = r.source_ids;
    return item.string() == nullptr ? ids.end() : std::find(ids.begin(), ids.end(), *item.string());
  };
  std::stable_sort(list.begin(), list.end(), [&](const Value& a, const Value& b) { return place(a) < place(b); });
  return list;
}

Value with_sorted_sets(const Rules& r, const Value& seat) {
  if (seat.map() == nullptr) return seat;
  Value::Map sorted;
  for (const auto& [key, value] : *seat.map())
    sorted.emplace_back(key, is_card_set(key) ? sorted_set(r, value) : value);
  return sorted;
}

Value listed(const std::vector<std::string>& names) {
  Value::List list;
  for (const std::string& name : names) list.emplace_back(name);
  return list;
}

}  // namespace

// TM 12.1: `deck` and `corporation_deck` may be the word "rest". In a document that uses it, sets may
// be written in any order.
std::optional<Value> TerraformingMars::expanded(const Rules& r, const Value& document) {
  if (!is_rest(document.find("deck")) && !is_rest(document.find("corporation_deck"))) return std::nullopt;
  const Value* options = document.find("options");
  const Value* era = options == nullptr ? nullptr : options->find("corporate_era");
  const bool corporate = era == nullptr || era->boolean() == nullptr || *era->boolean();
  std::vector<std::string> cards, corporations;
  for (std::size_t i = 0; i < r.source_count(); ++i) {
    const Source& source = r.sources[i];
    if (source.beginner || (source.corporate_era && !corporate)) continue;
    (i < r.card_count ? cards : corporations).push_back(r.source_ids[i]);
  }
  erase_held(document, cards, corporations);
  erase_names(document.find("discard"), cards);
  if (!is_rest(document.find("deck"))) erase_names(document.find("deck"), cards);

  Value::Map whole;
  for (const auto& [key, value] : *document.map()) {
    if (key == "deck" && is_rest(&value)) {
      whole.emplace_back(key, listed(cards));
    } else if (key == "corporation_deck" && is_rest(&value)) {
      whole.emplace_back(key, listed(corporations));
    } else if (key == "seats" && value.list() != nullptr) {
      Value::List seats;
      for (const Value& seat : *value.list()) seats.push_back(with_sorted_sets(r, seat));
      whole.emplace_back(key, std::move(seats));
    } else {
      whole.emplace_back(key, is_card_set(key) ? sorted_set(r, value) : value);
    }
  }
  return Value{std::move(whole)};
}

}  // namespace arbitre::terraforming_mars
