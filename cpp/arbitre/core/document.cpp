#include "arbitre/core/document.hpp"

#include <optional>

namespace arbitre {
namespace {

const Value::Map kEmptyMap;
const Value::List kEmptyList;

std::string joined(std::span<const std::string_view> names) {
  std::string text;
  for (const std::string_view name : names) {
    if (!text.empty()) text += ", ";
    text += name;
  }
  return text;
}

std::string range(std::int64_t lo, std::int64_t hi) { return std::to_string(lo) + " to " + std::to_string(hi); }

// The place of a word in a list of names; nothing when the value is no such word.
std::optional<std::size_t> index_of(const Value& value, std::span<const std::string_view> names) {
  const std::string* text = value.string();
  if (text == nullptr) return std::nullopt;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] == *text) return i;
  }
  return std::nullopt;
}

// JSON pointers escape two characters (RFC 6901).
std::string escaped(std::string_view key) {
  std::string text;
  for (const char c : key) {
    if (c == '~') {
      text += "~0";
    } else if (c == '/') {
      text += "~1";
    } else {
      text += c;
    }
  }
  return text;
}

}  // namespace

DocumentReader::DocumentReader(const Value& document, std::string pointer, std::vector<Problem>* problems)
    : map_{document.map()}, pointer_{std::move(pointer)}, problems_{problems} {
  if (map_ == nullptr) {
    map_ = &kEmptyMap;
    fail(pointer_, "expected a map, found " + document.described());
  }
  used_.resize(map_->size());
}

void DocumentReader::finish() {
  for (std::size_t i = 0; i < used_.size(); ++i) {
    if (!used_[i]) fail(pointer_to((*map_)[i].first), "unknown key; remove it", true);
  }
}

bool DocumentReader::has(std::string_view key) const {
  for (const auto& entry : *map_) {
    if (entry.first == key) return true;
  }
  return false;
}

std::string DocumentReader::pointer_to(std::string_view key) const { return pointer_ + "/" + escaped(key); }

void DocumentReader::fail(std::string pointer, std::string why, bool unknown_key) {
  if (problems_ == nullptr) throw DocumentError{std::move(pointer), std::move(why)};
  problems_->push_back({std::move(pointer), std::move(why), unknown_key, {}});
}

const Value* DocumentReader::find(std::string_view key, Presence presence) {
  for (std::size_t i = 0; i < map_->size(); ++i) {
    if ((*map_)[i].first == key) {
      used_[i] = true;
      return &(*map_)[i].second;
    }
  }
  if (presence == Presence::required) fail(pointer_to(key), "missing; add it");
  return nullptr;
}

bool DocumentReader::read_null(std::string_view key) {
  const Value* value = find(key, Presence::optional);
  return value != nullptr && value->is_null();
}

void DocumentReader::constant(std::string_view key, std::string_view expected) {
  const Value* value = find(key, Presence::required);
  if (value == nullptr) return;
  const std::string* text = value->string();
  if (text == nullptr || *text != expected) {
    fail(pointer_to(key), "expected '" + std::string{expected} + "', found " + value->described());
  }
}

bool DocumentReader::read_integer(std::string_view key, std::int64_t& number, std::int64_t lo, std::int64_t hi,
                                  Presence presence) {
  const Value* value = find(key, presence);
  if (value == nullptr) return false;
  const std::int64_t* found = value->integer();
  if (found == nullptr || *found < lo || *found > hi) {
    fail(pointer_to(key), "expected an integer from " + range(lo, hi) + ", found " + value->described());
    return false;
  }
  number = *found;
  return true;
}

bool DocumentReader::read_boolean(std::string_view key, bool& flag, Presence presence) {
  const Value* value = find(key, presence);
  if (value == nullptr) return false;
  const bool* found = value->boolean();
  if (found == nullptr) {
    fail(pointer_to(key), "expected true or false, found " + value->described());
    return false;
  }
  flag = *found;
  return true;
}

bool DocumentReader::read_word(std::string_view key, std::size_t& index, std::span<const std::string_view> names,
                               Presence presence) {
  const Value* value = find(key, presence);
  if (value == nullptr) return false;
  if (const auto found = index_of(*value, names)) {
    index = *found;
    return true;
  }
  fail(pointer_to(key), "expected one of " + joined(names) + "; found " + value->described());
  return false;
}

std::vector<std::size_t> DocumentReader::read_words(std::string_view key, std::size_t lo, std::size_t hi,
                                                    std::span<const std::string_view> names) {
  std::vector<std::size_t> indices;
  std::size_t place = 0;
  for (const Value& item : read_list(key, lo, hi)) {
    if (const auto found = index_of(item, names)) {
      indices.push_back(*found);
    } else {
      fail(pointer_to(key) + "/" + std::to_string(place),
           "expected one of " + joined(names) + "; found " + item.described());
    }
    ++place;
  }
  return indices;
}

std::vector<std::int64_t> DocumentReader::read_set(std::string_view key, std::int64_t lo, std::int64_t hi) {
  const Value::List& items = read_list(key, 0, static_cast<std::size_t>(hi - lo + 1));
  std::vector<std::int64_t> members;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const std::int64_t* member = items[i].integer();
    if (member == nullptr || *member < lo || *member > hi) {
      fail(pointer_to(key) + "/" + std::to_string(i),
           "expected an integer from " + range(lo, hi) + ", found " + items[i].described());
    } else if (!members.empty() && *member <= members.back()) {
      fail(pointer_to(key) + "/" + std::to_string(i), "expected ascending numbers, each once");
    } else {
      members.push_back(*member);
    }
  }
  return members;
}

// Names each once, in the order of the list of names.
std::vector<std::size_t> DocumentReader::read_word_set(std::string_view key, std::span<const std::string_view> names) {
  std::vector<std::size_t> members = read_words(key, 0, names.size(), names);
  for (std::size_t i = 1; i < members.size(); ++i) {
    if (members[i] > members[i - 1]) continue;
    fail(pointer_to(key) + "/" + std::to_string(i), "expected each name once, in the order of the data");
    members.resize(i);
  }
  return members;
}

const Value::List& DocumentReader::read_list(std::string_view key, std::size_t lo, std::size_t hi) {
  const Value* value = find(key, Presence::required);
  if (value == nullptr) return kEmptyList;
  const Value::List* items = value->list();
  if (items == nullptr) {
    fail(pointer_to(key), "expected a list, found " + value->described());
    return kEmptyList;
  }
  if (items->size() < lo || items->size() > hi) {
    fail(pointer_to(key),
         "expected a list of " +
             (lo == hi ? std::to_string(lo) : range(static_cast<std::int64_t>(lo), static_cast<std::int64_t>(hi))) +
             " elements, found " + std::to_string(items->size()));
    return kEmptyList;
  }
  return *items;
}

Difference first_difference(const Value& given, const Value& canonical, const std::string& pointer) {
  if (given.map() != nullptr && canonical.map() != nullptr) {
    for (const auto& [key, value] : *given.map()) {
      const std::string inner = pointer + "/" + escaped(key);
      const Value* other = canonical.find(key);
      if (other == nullptr) return {true, inner, "does not belong to this position"};
      if (Difference difference = first_difference(value, *other, inner); difference.found) return difference;
    }
    return {};
  }
  if (given.list() != nullptr && canonical.list() != nullptr) {
    const auto& a = *given.list();
    const auto& b = *canonical.list();
    for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) {
      const std::string inner = pointer + "/" + std::to_string(i);
      if (Difference difference = first_difference(a[i], b[i], inner); difference.found) return difference;
    }
    if (a.size() == b.size()) return {};
    return {true, pointer, "expected " + std::to_string(b.size()) + " elements"};
  }
  if (given == canonical) return {};
  return {true, pointer,
          "found " + given.described() + ", but the rest of the position gives " + canonical.described()};
}

}  // namespace arbitre
