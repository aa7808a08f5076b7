// The binding of each game; bound_games() in module.cpp lists them.
#pragma once

#include "bind_game.hpp"

namespace arbitre::bindings {

BoundGame bound_sept_solines();
BoundGame bound_vitorian_wars();

}  // namespace arbitre::bindings
