// The toy game: the one place where the engine is instantiated for it.
#include "arbitre/core/referee.hpp"

#include "toy.hpp"

namespace arbitre {

std::shared_ptr<const Referee> toy::compile_toy(const Tables& tables) { return compile_referee<Toy>(tables); }

}  // namespace arbitre
