// Terraforming Mars: the two halves of check_state (invariants.cpp, invariants_stack.cpp).
#pragma once

#include "arbitre/games/terraforming_mars/game.hpp"

namespace arbitre::terraforming_mars {

// Every number of every frame is in range and belongs to its kind; needs nothing but the rules.
Fault check_frames(const Rules& r, const State& s);

// The frames fit the rest of the position, which has been judged before.
Fault check_frames_in_place(const Rules& r, const State& s);

// Ocean tiles that lie on the map but do not count yet (TM 5.4 (4)).
int oceans_being_laid(const State& s);

// Whether corporations are still to be dealt to a seat.
bool deals_corporations(const State& s, int seat);

}  // namespace arbitre::terraforming_mars
