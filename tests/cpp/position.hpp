// A state in memory of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "arbitre/core/referee.hpp"

namespace arbitre::test {

class Position {
 public:
  explicit Position(const Referee& referee) : bytes_(referee.state_size() / 8) {}
  std::byte* data() { return reinterpret_cast<std::byte*>(bytes_.data()); }
  const std::byte* data() const { return reinterpret_cast<const std::byte*>(bytes_.data()); }
  friend bool operator==(const Position&, const Position&) = default;

 private:
  std::vector<std::uint64_t> bytes_;
};

inline Value players(int n) { return Value::Map{{"players", n}}; }

inline std::vector<std::byte> encoded(const Referee& referee, const Position& position) {
  std::vector<std::byte> record(referee.wire().record_size());
  referee.wire().encode(position.data(), record.data());
  return record;
}

}  // namespace arbitre::test
