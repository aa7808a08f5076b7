// The binding of each game; bound_games() in module.cpp lists them.
#pragma once

#include "bind_game.hpp"

namespace arbitre::bindings {

BoundGame bound_satrapies();
BoundGame bound_sept_solines();
BoundGame bound_solar();

// What a game brings besides: functions of the module.
void bind_satrapies(py::module_& m);
BoundGame bound_terraforming_mars();

}  // namespace arbitre::bindings
