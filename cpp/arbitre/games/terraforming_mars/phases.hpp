// Terraforming Mars: the phases of a game from inside (TM 3); flow.hpp is what others use.
#pragma once

#include "arbitre/games/terraforming_mars/flow.hpp"

namespace arbitre::terraforming_mars {

// With an empty stack: what a seat is asked, who is to act, and the next step without a choice.
Ask ask_of_phase(const State& s, Seat seat);
SeatSet actors_of_phase(const State& s);
bool advance_phase(GameStep& step);

// TM 3.1, 5: the frame on top reveals a corporation.
void advance_reveal(GameStep& step);

// TM 11.4: an action is complete.
void end_action(GameStep& step);

// TM 6.1: a city or greenery of the neutral player, by the price of the card that was revealed.
void place_neutral(GameStep& step, int price);

}  // namespace arbitre::terraforming_mars
