// Sept Solines: the one place where the engine is instantiated for this game.
#include "arbitre/core/referee.hpp"

#include "arbitre/games/registry.hpp"
#include "arbitre/games/sept_solines/game.hpp"

namespace arbitre {

std::shared_ptr<const Referee> compile_sept_solines(const Tables& tables) {
  return compile_referee<sept_solines::SeptSolines>(tables);
}

}  // namespace arbitre
