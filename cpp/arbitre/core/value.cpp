#include "arbitre/core/value.hpp"

namespace arbitre {

const Value* Value::find(std::string_view key) const {
  const Map* entries = map();
  if (entries == nullptr) return nullptr;
  for (const auto& [name, value] : *entries) {
    if (name == key) return &value;
  }
  return nullptr;
}

std::string Value::described() const {
  constexpr std::size_t kShown = 40;  // strings from outside are quoted in part only
  if (is_null()) return "null";
  if (const bool* value = boolean()) return *value ? "true" : "false";
  if (const std::int64_t* value = integer()) return "the integer " + std::to_string(*value);
  if (const std::string* value = string()) {
    const std::string shown = value->size() > kShown ? value->substr(0, kShown) + "..." : *value;
    return "the string '" + shown + "'";
  }
  if (list() != nullptr) return "a list";
  if (map() != nullptr) return "a map";
  return "a value of type " + other()->type;
}

}  // namespace arbitre
