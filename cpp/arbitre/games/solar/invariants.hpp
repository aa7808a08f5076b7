// Solar: the parts of check_state.
#pragma once

#include "arbitre/games/solar/game.hpp"

namespace arbitre::solar {

// What is asked, and what the phase keeps for it (SOL 12.1, 12.2). Precondition: everything else holds.
Fault check_pending(const Rules& r, const State& s);  // frames.cpp

}  // namespace arbitre::solar
