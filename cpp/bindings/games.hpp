// The binding of each game; bound_games() in module.cpp lists them.
#pragma once

#include "bind_game.hpp"

namespace arbitre::bindings {

BoundGame bound_satrapies();
BoundGame bound_sept_solines();
BoundGame bound_solar();
BoundGame bound_terraforming_mars();
BoundGame bound_vitorian_wars();

// What a game brings besides: functions of the module.
void bind_satrapies(py::module_& m);

}  // namespace arbitre::bindings
