#include "arbitre/core/events.hpp"

#include <algorithm>

namespace arbitre {

std::optional<Value::Map> EventRecord::seen_by(Seat viewer) const {
  if (seat != kNoSeat && viewer == seat) return map;
  if (audience == Audience::own_seat) return std::nullopt;
  Value::Map seen = map;
  for (auto& [name, value] : seen) {
    if (std::find(secrets.begin(), secrets.end(), name) != secrets.end()) value = Value{};
  }
  return seen;
}

}  // namespace arbitre
