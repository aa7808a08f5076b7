// Vitorian Wars: which decks may be played (VW 1.2). Every broken rule is told, in the order of the table.
#include "arbitre/games/vitorian_wars/describe.hpp"

namespace arbitre::vitorian_wars {
namespace {

// More than any legal deck has; it bounds the work that a list from outside can make.
constexpr std::size_t kMostEntries = 128;

struct Entry {
  std::string id;
  int copies = 0;
};

// One deck as it is written: names of cards, not yet judged.
struct Written {
  std::string sovereign;
  std::vector<Entry> maneuver, convoy, defense;
};

std::string read_entries(const Value* list, std::string_view part, std::vector<Entry>& entries) {
  const std::string where{part};
  if (list == nullptr || list->list() == nullptr) return where + ": expected a list of {card, n}";
  if (list->list()->size() > kMostEntries) {
    return where + ": expected at most " + std::to_string(kMostEntries) + " different cards";
  }
  for (const Value& item : *list->list()) {
    const Value* card = item.find("card");
    const Value* n = item.find("n");
    const bool good = card != nullptr && card->string() != nullptr && n != nullptr && n->integer() != nullptr &&
                      *n->integer() >= 1 && *n->integer() <= 99 && item.map()->size() == 2;
    if (!good) return where + ": expected {card, n}, found " + item.described();
    entries.push_back({*card->string(), static_cast<int>(*n->integer())});
  }
  return {};
}

std::string read_written(const Value& value, Written& deck) {
  if (value.map() == nullptr) return "expected the name of a deck, or a map of a deck; found " + value.described();
  for (const auto& [key, part] : *value.map()) {
    const bool known = key == "sovereign" || key == "maneuver" || key == "convoy" || key == "defense";
    if (!known) return "a deck has sovereign, maneuver, convoy and defense, but no " + quoted(key);
  }
  const Value* sovereign = value.find("sovereign");
  if (sovereign == nullptr || sovereign->string() == nullptr) return "sovereign: expected an id";
  deck.sovereign = *sovereign->string();
  for (const auto& [part, entries] : {std::pair{"maneuver", &deck.maneuver}, std::pair{"convoy", &deck.convoy},
                                      std::pair{"defense", &deck.defense}}) {
    if (std::string why = read_entries(value.find(part), part, *entries); !why.empty()) return why;
  }
  return {};
}

// Ids at fault, for a reason; more than a few of them would bury it.
class Culprits {
 public:
  void add(const std::string& id) {
    if (std::find(ids_.begin(), ids_.end(), id) == ids_.end()) ids_.push_back(id);
  }
  bool any() const { return !ids_.empty(); }
  std::string listed() const {
    constexpr std::size_t most = 5;
    std::string text;
    for (std::size_t i = 0; i < std::min(ids_.size(), most); ++i) text += (i == 0 ? "" : ", ") + quoted(ids_[i]);
    if (ids_.size() > most) text += " and " + std::to_string(ids_.size() - most) + " more";
    return text;
  }

 private:
  std::vector<std::string> ids_;
};

class Judge {
 public:
  Judge(const Rules& r, int seat, std::vector<SetupError::Reason>& reasons)
      : r_{r}, place_{std::to_string(seat) + ": "}, reasons_{reasons} {}

  // VW 1.2, row by row.
  Deck judge(const Written& written) {
    Deck deck;
    const auto sovereign = detail::number_of(Value{written.sovereign}, r_.sovereign_ids);
    Culprits unknown;
    if (!is_known(written.sovereign)) unknown.add(written.sovereign);
    for (const auto* part : {&written.maneuver, &written.convoy, &written.defense}) {
      for (const Entry& entry : *part) {
        if (!is_known(entry.id)) unknown.add(entry.id);
      }
    }
    if (unknown.any()) tell("DECK_UNKNOWN_CARD", "there is no card " + unknown.listed());
    if (!sovereign) {
      tell("DECK_SOVEREIGN", "needs exactly one sovereign; " + quoted(written.sovereign) + " is none");
    } else {
      deck.sovereign = static_cast<std::uint8_t>(*sovereign);
    }
    judge_maneuver(written, sovereign ? &r_.sovereigns[*sovereign] : nullptr, deck);
    judge_resources(written.convoy, r_.convoy_size, r_.convoy_value, "CONVOY", deck.convoy, true);
    const int number = sovereign ? r_.sovereigns[*sovereign].number : 0;
    judge_resources(written.defense, number, r_.pile_value, "PILE", deck.pile, sovereign.has_value());
    if (sovereign && (number < r_.pile_min || number > r_.pile_max)) {
      tell("SOVEREIGN_NUMBER", "the number of the sovereign must be from " + std::to_string(r_.pile_min) + " to " +
                                   std::to_string(r_.pile_max));
    }
    return deck;
  }

 private:
  bool is_known(const std::string& id) const {
    const Value name{id};
    return detail::number_of(name, r_.card_ids) || detail::number_of(name, r_.sovereign_ids) ||
           detail::number_of(name, r_.resource_ids);
  }
  void tell(std::string code, const std::string& why) { reasons_.push_back({std::move(code), place_ + why}); }

  void judge_maneuver(const Written& written, const Sovereign* sovereign, Deck& deck) {
    int size = 0, fields = 0;
    Culprits type, many, field_colour, colour;
    std::vector<Entry> copies;
    for (const Entry& entry : written.maneuver) {
      size += entry.copies;
      const auto same = std::find_if(copies.begin(), copies.end(), [&](const Entry& e) { return e.id == entry.id; });
      if (same == copies.end()) {
        copies.push_back(entry);
      } else {
        same->copies += entry.copies;
      }
      const auto number = detail::number_of(Value{entry.id}, r_.card_ids);
      if (!number) {
        if (is_known(entry.id)) type.add(entry.id);
        continue;
      }
      const Card& card = r_.cards[*number];
      const bool utility = (r_.utility >> card.faction & 1u) != 0;
      if (card.type == CardType::field_condition) {
        fields += entry.copies;
        if (!utility) field_colour.add(entry.id);
      }
      const bool own = sovereign != nullptr && (sovereign->colours >> card.faction & 1u) != 0;
      if (!own && !utility) colour.add(entry.id);
      if (entry.copies <= r_.copies)
        deck.maneuver.add(*number, std::min(entry.copies, r_.copies - deck.maneuver[*number]));
    }
    if (size != r_.deck_size) {
      tell("DECK_SIZE",
           "the manoeuvre deck has " + std::to_string(size) + " cards and needs " + std::to_string(r_.deck_size));
    }
    for (const Entry& entry : copies) {
      if (entry.copies > r_.copies) many.add(entry.id);
    }
    if (type.any()) {
      tell("DECK_CARD_TYPE",
           "only units, orders, equipment and field conditions belong into the manoeuvre deck: " + type.listed());
    }
    if (many.any()) tell("DECK_COPIES", "at most " + std::to_string(r_.copies) + " copies of a card: " + many.listed());
    if (fields > r_.field_limit)
      tell("DECK_FIELD_LIMIT", "at most " + std::to_string(r_.field_limit) + " field condition");
    if (field_colour.any()) {
      tell("DECK_FIELD_COLOR", "a field condition must be of a utility faction: " + field_colour.listed());
    }
    if (sovereign != nullptr && colour.any()) {
      tell("DECK_COLOR", "of none of the sovereign's colours: " + colour.listed());
    }
  }

  void judge_resources(const std::vector<Entry>& entries, int size, int value, const std::string& what, Resources& into,
                       bool size_matters) {
    int found = 0;
    Culprits wrong;
    const std::string name = what == "PILE" ? "the defense pile" : "the convoy";
    for (const Entry& entry : entries) {
      found += entry.copies;
      const auto number = detail::number_of(Value{entry.id}, r_.resource_ids);
      if (!number) {
        if (is_known(entry.id)) wrong.add(entry.id);
      } else if (r_.resources[*number].value != value) {
        wrong.add(entry.id);
      } else if (into[*number] + entry.copies <= Resources::kMost) {
        into.add(*number, entry.copies);
      }
    }
    if (size_matters && found != size) {
      tell(what + "_SIZE",
           name + " has " + std::to_string(found) + " resource cards and needs " + std::to_string(size));
    }
    if (wrong.any()) {
      tell(what + "_VALUE", name + " takes resource cards of value " + std::to_string(value) + ": " + wrong.listed());
    }
  }

  const Rules& r_;
  std::string place_;
  std::vector<SetupError::Reason>& reasons_;
};

}  // namespace

std::string read_decks(const Rules& r, const Value& value, std::array<Deck, kSeats>& decks,
                       std::vector<SetupError::Reason>& reasons) {
  if (value.list() == nullptr || value.list()->size() != kSeats) return "expected two decks, one a seat";
  for (int seat = 0; seat < kSeats; ++seat) {
    const Value& given = (*value.list())[static_cast<std::size_t>(seat)];
    const auto index = static_cast<std::size_t>(seat);
    if (const auto ready = detail::number_of(given, r.deck_ids)) {
      decks[index] = r.decks[*ready];
    } else if (given.string() != nullptr) {
      return std::to_string(seat) + ": there is no deck " + quoted(*given.string());
    } else {
      Written written;
      if (std::string why = read_written(given, written); !why.empty()) return std::to_string(seat) + ": " + why;
      decks[index] = Judge{r, seat, reasons}.judge(written);
    }
  }
  return {};
}

Value deck_choices(const Rules& r) {
  Value::List pairs;
  for (const std::string& one : r.deck_ids) {
    for (const std::string& two : r.deck_ids) {
      pairs.emplace_back(Value::List{std::string_view{one}, std::string_view{two}});
    }
  }
  return Value{std::move(pairs)};
}

}  // namespace arbitre::vitorian_wars
