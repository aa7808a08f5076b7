// Vitorian Wars: the halves of what makes bytes a position.
#pragma once

#include "arbitre/games/vitorian_wars/model.hpp"

namespace arbitre::vitorian_wars {

// VW 12.3: whether a position stands where play can stand. Precondition: every part of it is in range.
Fault check_progress(const Rules& r, const State& s);

}  // namespace arbitre::vitorian_wars
