// Vitorian Wars: the one place where the engine is instantiated for this game.
#include "arbitre/core/referee.hpp"

#include "arbitre/games/registry.hpp"
#include "arbitre/games/vitorian_wars/game.hpp"

namespace arbitre {

std::shared_ptr<const Referee> compile_vitorian_wars(const Tables& tables) {
  return compile_referee<vitorian_wars::VitorianWars>(tables);
}

}  // namespace arbitre
