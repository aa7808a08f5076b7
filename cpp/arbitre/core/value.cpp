#include "arbitre/core/value.hpp"

#include <algorithm>

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
  if (is_null()) return "null";
  if (const bool* value = boolean()) return *value ? "true" : "false";
  if (const std::int64_t* value = integer()) return "the integer " + std::to_string(*value);
  if (const std::string* value = string()) return "the string " + quoted(*value);
  if (list() != nullptr) return "a list";
  if (map() != nullptr) return "a map";
  return "a value of type " + other()->type;
}

std::string quoted(std::string_view text) {
  constexpr std::size_t kShown = 40;
  std::size_t end = std::min(text.size(), kShown);
  const auto continues = [&](std::size_t at) { return (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80; };
  while (end > 0 && end < text.size() && continues(end)) --end;
  std::string shown{"'"};
  shown.append(text.substr(0, end));
  shown.append(end < text.size() ? "...'" : "'");
  return shown;
}

}  // namespace arbitre
