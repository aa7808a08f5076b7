#include "arbitre/games/satrapies/model.hpp"

#include "arbitre/games/registry.hpp"
#include "arbitre/games/satrapies/kernel.hpp"
#include "bind_game.hpp"
#include "convert.hpp"
#include "games.hpp"
#include "objects.hpp"

namespace arbitre::satrapies {

using bindings::RecordType;

static pybind11::dtype layout(std::type_identity<Options>) {
  return RecordType<Options>{}
      .field("border_clash", &Options::border_clash)
      .field("neutral_garrisons", &Options::neutral_garrisons)
      .field("ties", &Options::ties)
      .field("bonus_stacking", &Options::bonus_stacking)
      .field("ap_carry_cap", &Options::ap_carry_cap)
      .field("turn_limit", &Options::turn_limit)
      .field("open_orders", &Options::open_orders)
      .field("recruits_fight", &Options::recruits_fight)
      .field("recruit_needs_unit", &Options::recruit_needs_unit)
      .field("ap_base", &Options::ap_base)
      .done();
}
static pybind11::dtype layout(std::type_identity<Units>) {
  return RecordType<Units>{}.field("owner", &Units::owner).field("count", &Units::count).done();
}
static pybind11::dtype layout(std::type_identity<MoveOrder>) {
  return RecordType<MoveOrder>{}
      .field("from", &MoveOrder::from)
      .field("to", &MoveOrder::to)
      .field("unit_class", &MoveOrder::unit_class)
      .field("count", &MoveOrder::count)
      .done();
}
static pybind11::dtype layout(std::type_identity<BuildOrder>) {
  return RecordType<BuildOrder>{}.field("zone", &BuildOrder::zone).field("build", &BuildOrder::build).done();
}
static pybind11::dtype layout(std::type_identity<Orders>) {
  return RecordType<Orders>{}
      .field("moves", &Orders::moves)
      .field("builds", &Orders::builds)
      .field("reserved", &Orders::reserved)
      .done();
}
static pybind11::dtype layout(std::type_identity<PowerState>) {
  return RecordType<PowerState>{}
      .field("orders", &PowerState::orders)
      .field("ap", &PowerState::ap)
      .field("eliminated", &PowerState::eliminated)
      .field("submitted", &PowerState::submitted)
      .field("cancels", &PowerState::cancels)
      .done();
}
static pybind11::dtype layout(std::type_identity<State>) {
  return RecordType<State>{}
      .field("head", &State::head)
      .field("powers", &State::powers)
      .field("units", &State::units)
      .field("control", &State::control)
      .field("lots", &State::lots)
      .field("turn", &State::turn)
      .field("phase", &State::phase)
      .field("options", &State::options)
      .field("reserved", &State::reserved)
      .done();
}

}  // namespace arbitre::satrapies

namespace arbitre::bindings {
namespace {

// Resolves records in place; the array is the caller's own copy.
py::array_t<bool> adjudicate(const PyReferee& self, const py::array& states, const py::object& seed, unsigned threads) {
  if (!satrapies::is_referee(*self.core)) throw py::type_error("game: expected a game of satrapies");
  const bool fits = states.dtype().equal(self.dtype()) && states.ndim() == 1 && states.writeable() &&
                    (states.flags() & py::array::c_style) != 0;
  if (!fits) throw py::type_error("states: expected a contiguous array of records of game.state_dtype");
  py::array_t<bool> due(states.size());
  satrapies::ManyTurns turns;
  turns.states = static_cast<std::byte*>(const_cast<void*>(states.data()));
  turns.size = static_cast<std::size_t>(states.size());
  if (!seed.is_none()) turns.seed = to_seed(seed);
  turns.due = reinterpret_cast<std::uint8_t*>(due.mutable_data());
  std::optional<BadState> bad;
  {
    py::gil_scoped_release unlocked;
    bad = satrapies::adjudicate_many(*self.core, turns, threads);
  }
  if (bad) raise_bad_state(*bad);
  return due;
}

}  // namespace

BoundGame bound_satrapies() { return bind_game<satrapies::State>({"satrapies", compile_satrapies}); }

void bind_satrapies(py::module_& m) {
  m.def("satrapies_adjudicate", &adjudicate, py::arg("game"), py::arg("states"), py::arg("seed"), py::arg("threads"),
        "Resolves a turn of Satrapies in each record, in place; tells where a lot is missing.");
}

}  // namespace arbitre::bindings
