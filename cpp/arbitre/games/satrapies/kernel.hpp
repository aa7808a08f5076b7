// Satrapies: the resolution of a turn alone, for many positions at once.
// Must not know: where the memory comes from, Python.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "arbitre/core/referee.hpp"

namespace arbitre::satrapies {

// Positions to resolve in place, one behind the other. They are judged before anything is done.
struct ManyTurns {
  std::byte* states = nullptr;
  std::size_t size = 0;
  // Draws the lots that the states have not drawn, each position by a stream of its own. Without a
  // seed a position in which a lot is missing stays as it is.
  std::optional<std::uint64_t> seed;
  std::uint8_t* due = nullptr;  // 1 where a lot was missing
};

// Resolves each position with the orders in it, as if everybody had submitted; generator and ply
// stay. The first position that can't be resolved is returned, and then no position has changed.
// `referee` must be one of this game (is_referee).
std::optional<BadState> adjudicate_many(const Referee& referee, const ManyTurns& turns, unsigned threads);

bool is_referee(const Referee& referee);

}  // namespace arbitre::satrapies
