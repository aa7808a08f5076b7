// The binding of each game; bound_games() in module.cpp lists them.
#pragma once

#include "bind_game.hpp"

namespace arbitre::bindings {

BoundGame bound_sept_solines();
BoundGame bound_terraforming_mars();

}  // namespace arbitre::bindings
