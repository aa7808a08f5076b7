// A plain tree of null, booleans, integers, strings, lists and maps: what documents, moves in words
// and events are made of outside the typed core. Maps keep the order in which keys were added.
// Must not know: JSON, msgpack, Python (adapters convert).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace arbitre {

class Value {
 public:
  using List = std::vector<Value>;
  using Map = std::vector<std::pair<std::string, Value>>;
  // Something from outside that is none of the above (a float, bytes, an integer beyond 64 bits,
  // too deep a nesting): kept by its name, so that a refusal can say what was found.
  struct Other {
    std::string type;
    friend bool operator==(const Other&, const Other&) = default;
  };

  // Adapters stop here: deeper input becomes an Other.
  static constexpr int kMaxDepth = 32;

  Value() = default;
  Value(std::nullptr_t) {}
  Value(bool value) : data_{value} {}
  Value(int value) : data_{std::int64_t{value}} {}
  Value(unsigned value) : data_{std::int64_t{value}} {}
  Value(std::int64_t value) : data_{value} {}
  Value(std::string value) : data_{std::move(value)} {}
  Value(std::string_view value) : data_{std::string{value}} {}
  Value(const char* value) : data_{std::string{value}} {}
  Value(List value) : data_{std::move(value)} {}
  Value(Map value) : data_{std::move(value)} {}
  Value(Other value) : data_{std::move(value)} {}

  bool is_null() const { return std::holds_alternative<std::monostate>(data_); }
  const bool* boolean() const { return std::get_if<bool>(&data_); }
  const std::int64_t* integer() const { return std::get_if<std::int64_t>(&data_); }
  const std::string* string() const { return std::get_if<std::string>(&data_); }
  const List* list() const { return std::get_if<List>(&data_); }
  const Map* map() const { return std::get_if<Map>(&data_); }
  const Other* other() const { return std::get_if<Other>(&data_); }

  // The value under a key of a map; nullptr when this is no map or has no such key.
  const Value* find(std::string_view key) const;

  // For messages: `a string "x"`, `the integer 7`, `a list`, ...
  std::string described() const;

  friend bool operator==(const Value& a, const Value& b) { return a.data_ == b.data_; }

 private:
  std::variant<std::monostate, bool, std::int64_t, std::string, List, Map, Other> data_;
};

// Text from outside for a message: in quotes, and only the beginning of a long one, whole characters.
std::string quoted(std::string_view text);

}  // namespace arbitre
