#include "arbitre/games/sept_solines/model.hpp"

#include "arbitre/games/registry.hpp"
#include "bind_game.hpp"
#include "games.hpp"

namespace arbitre::sept_solines {

using bindings::RecordType;

static pybind11::dtype layout(std::type_identity<Options>) {
  return RecordType<Options>{}
      .field("score_floor_zero", &Options::score_floor_zero)
      .field("board_assignment", &Options::board_assignment)
      .field("rounds", &Options::rounds)
      .field("green_needs_cubes", &Options::green_needs_cubes)
      .field("blue_keeps_cubes", &Options::blue_keeps_cubes)
      .done();
}
static pybind11::dtype layout(std::type_identity<Place>) {
  return RecordType<Place>{}.field("card", &Place::card).field("cubes", &Place::cubes).done();
}
static pybind11::dtype layout(std::type_identity<SeatState>) {
  return RecordType<SeatState>{}
      .field("cards", &SeatState::cards)
      .field("score", &SeatState::score)
      .field("board", &SeatState::board)
      .field("cubes", &SeatState::cubes)
      .field("discs", &SeatState::discs)
      .field("reserved", &SeatState::reserved)
      .done();
}
static pybind11::dtype layout(std::type_identity<State>) {
  return RecordType<State>{}
      .field("head", &State::head)
      .field("deck", &State::deck)
      .field("seats", &State::seats)
      .field("river", &State::river)
      .field("river_size", &State::river_size)
      .field("phase", &State::phase)
      .field("round", &State::round)
      .field("first", &State::first)
      .field("current", &State::current)
      .field("supply", &State::supply)
      .field("options", &State::options)
      .field("reserved", &State::reserved)
      .done();
}

}  // namespace arbitre::sept_solines

namespace arbitre::bindings {

BoundGame bound_sept_solines() { return bind_game<sept_solines::State>({"sept_solines", compile_sept_solines}); }

}  // namespace arbitre::bindings
