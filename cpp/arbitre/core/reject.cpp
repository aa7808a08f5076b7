#include "arbitre/core/reject.hpp"

#include <array>

namespace arbitre {
namespace {

constexpr std::array<std::string_view, 11> kSharedNames = {
    "OK",
    "UNKNOWN_ACTION",
    "UNKNOWN_FIELD",
    "UNKNOWN_ID",
    "UNKNOWN_SEAT",
    "NOT_A_CHANCE_MOVE",
    "NOT_A_PLAYER_MOVE",
    "NO_DRAW_PENDING",
    "NOT_YOUR_TURN",
    "GAME_OVER",
    "OBSERVATION_ONLY",
};
static_assert(kSharedNames.size() == static_cast<std::size_t>(Reject::observation_only) + 1);

}  // namespace

RejectBlock shared_rejects() { return {0, kSharedNames}; }

std::string_view reject_name(Reject code, const RejectBlock& game) {
  const auto number = static_cast<std::uint16_t>(code);
  for (const RejectBlock& block : {shared_rejects(), game}) {
    if (number >= block.first && number - block.first < static_cast<int>(block.names.size())) {
      return block.names[number - block.first];
    }
  }
  return {};
}

}  // namespace arbitre
