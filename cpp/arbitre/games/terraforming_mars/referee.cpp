// Terraforming Mars: the one place where the engine is instantiated for this game.
#include "arbitre/core/referee.hpp"

#include "arbitre/games/registry.hpp"
#include "arbitre/games/terraforming_mars/game.hpp"

namespace arbitre {

std::shared_ptr<const Referee> compile_terraforming_mars(const Tables& tables) {
  return compile_referee<terraforming_mars::TerraformingMars>(tables);
}

}  // namespace arbitre
