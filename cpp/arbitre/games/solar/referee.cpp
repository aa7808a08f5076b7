// Solar: the one place where the engine is instantiated for this game.
#include "arbitre/core/referee.hpp"

#include "arbitre/games/registry.hpp"
#include "arbitre/games/solar/game.hpp"
#include "arbitre/games/solar/kernels.hpp"

namespace arbitre {

std::shared_ptr<const Referee> compile_solar(const Tables& tables) { return compile_referee<solar::Solar>(tables); }

const solar::Rules* solar::rules_of(const Referee& referee) {
  const auto* own = dynamic_cast<const RefereeOf<Solar>*>(&referee);
  return own == nullptr ? nullptr : &own->rules();
}

}  // namespace arbitre
