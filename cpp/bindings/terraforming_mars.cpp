#include "arbitre/games/terraforming_mars/model.hpp"

#include "arbitre/games/registry.hpp"
#include "bind_game.hpp"
#include "games.hpp"

namespace arbitre::terraforming_mars {

using bindings::RecordType;

static pybind11::dtype layout(std::type_identity<Options>) {
  return RecordType<Options>{}
      .field("preset", &Options::preset)
      .field("corporate_era", &Options::corporate_era)
      .field("draft", &Options::draft)
      .field("solo_objective", &Options::solo_objective)
      .done();
}
static pybind11::dtype layout(std::type_identity<Frame>) {
  return RecordType<Frame>{}
      .field("kind", &Frame::kind)
      .field("player", &Frame::player)
      .field("program", &Frame::program)
      .field("pc", &Frame::pc)
      .field("stage", &Frame::stage)
      .field("source", &Frame::source)
      .field("hex", &Frame::hex)
      .field("trigger", &Frame::trigger)
      .field("item", &Frame::item)
      .field("count", &Frame::count)
      .field("left", &Frame::left)
      .field("kept", &Frame::kept)
      .field("buying", &Frame::buying)
      .field("price", &Frame::price)
      .done();
}
static pybind11::dtype layout(std::type_identity<SeatState>) {
  return RecordType<SeatState>{}
      .field("hand", &SeatState::hand)
      .field("offered", &SeatState::offered)
      .field("picked", &SeatState::picked)
      .field("events", &SeatState::events)
      .field("in_play", &SeatState::in_play)
      .field("stock", &SeatState::stock)
      .field("production", &SeatState::production)
      .field("tr", &SeatState::tr)
      .field("corporation", &SeatState::corporation)
      .field("chosen", &SeatState::chosen)
      .field("dealt", &SeatState::dealt)
      .field("beginner", &SeatState::beginner)
      .field("corporation_used", &SeatState::corporation_used)
      .field("passed", &SeatState::passed)
      .field("committed", &SeatState::committed)
      .field("tr_raised", &SeatState::tr_raised)
      .field("first_action_due", &SeatState::first_action_due)
      .field("paying", &SeatState::paying)
      .field("heat_paid", &SeatState::heat_paid)
      .field("pending_discount", &SeatState::pending_discount)
      .field("pending_steps", &SeatState::pending_steps)
      .field("hidden_hand", &SeatState::hidden_hand)
      .field("hidden_events", &SeatState::hidden_events)
      .field("hidden_offered", &SeatState::hidden_offered)
      .field("hidden_dealt", &SeatState::hidden_dealt)
      .field("hidden_picked", &SeatState::hidden_picked)
      .field("played", &SeatState::played)
      .field("reserved", &SeatState::reserved)
      .done();
}
static pybind11::dtype layout(std::type_identity<State>) {
  return RecordType<State>{}
      .field("head", &State::head)
      .field("deck", &State::deck)
      .field("discard", &State::discard)
      .field("used", &State::used)
      .field("tiles", &State::tiles)
      .field("owned", &State::owned)
      .field("claims", &State::claims)
      .field("seats", &State::seats)
      .field("stack", &State::stack)
      .field("resources", &State::resources)
      .field("card_hex", &State::card_hex)
      .field("area_bonus", &State::area_bonus)
      .field("tableau", &State::tableau)
      .field("corporation_deck", &State::corporation_deck)
      .field("generation", &State::generation)
      .field("temperature", &State::temperature)
      .field("oxygen", &State::oxygen)
      .field("oceans", &State::oceans)
      .field("phase", &State::phase)
      .field("first_player", &State::first_player)
      .field("active_player", &State::active_player)
      .field("actions_this_turn", &State::actions_this_turn)
      .field("depth", &State::depth)
      .field("off_map", &State::off_map)
      .field("milestones", &State::milestones)
      .field("awards", &State::awards)
      .field("funders", &State::funders)
      .field("special_hex", &State::special_hex)
      .field("options", &State::options)
      .field("hidden_deck", &State::hidden_deck)
      .field("hidden_discard", &State::hidden_discard)
      .field("hidden_corporations", &State::hidden_corporations)
      .field("reserved", &State::reserved)
      .done();
}

}  // namespace arbitre::terraforming_mars

namespace arbitre::bindings {

BoundGame bound_terraforming_mars() {
  return bind_game<terraforming_mars::State>({"terraforming_mars", compile_terraforming_mars});
}

}  // namespace arbitre::bindings
