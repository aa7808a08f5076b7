#include "arbitre/games/registry.hpp"

#include <array>

namespace arbitre {

std::span<const GameEntry> games() {
  static constexpr std::array entries = {
      GameEntry{"satrapies", compile_satrapies},
      GameEntry{"sept_solines", compile_sept_solines},
      GameEntry{"solar", compile_solar},
      GameEntry{"terraforming_mars", compile_terraforming_mars},
      GameEntry{"vitorian_wars", compile_vitorian_wars},
  };
  return entries;
}

std::shared_ptr<const Referee> compile(const Tables& tables) {
  for (const GameEntry& entry : games()) {
    if (entry.name == tables.game()) return entry.compile(tables);
  }
  throw RulesError{"", "", "", "unknown game '" + tables.game() + "'"};
}

}  // namespace arbitre
