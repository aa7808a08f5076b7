// Satrapies: the one place where the engine is instantiated for this game.
#include "arbitre/core/referee.hpp"

#include "arbitre/games/registry.hpp"
#include "arbitre/games/satrapies/game.hpp"

namespace arbitre {

std::shared_ptr<const Referee> compile_satrapies(const Tables& tables) {
  return compile_referee<satrapies::Satrapies>(tables);
}

}  // namespace arbitre
