// The arithmetic of Solar for whole arrays: `solar_*` functions, called by arbitre.kernels.solar, which
// names the fields of what comes back.
#include "arbitre/games/solar/kernels.hpp"
#include "objects.hpp"

namespace arbitre::bindings {
namespace {

constexpr py::ssize_t kSeats = solar::kMaxPlayers;
using Numbers = py::array_t<std::int32_t, py::array::c_style>;

// One state or an array of records, with what keeps their bytes alive.
struct Block {
  const solar::Rules* r = nullptr;
  const std::byte* bytes = nullptr;
  std::size_t size = 0;  // records
  py::object keep;

  const solar::State& at(std::size_t i) const { return reinterpret_cast<const solar::State*>(bytes)[i]; }
};

[[noreturn]] void refuse_record(std::size_t i, const Fault& fault) {
  throw py::value_error("states, record " + std::to_string(i) + ": no position of this game: " + fault.pointer() + " " +
                        fault.why);
}

Block bind_block(const PyReferee& game, const py::object& states) {
  Block block;
  block.r = solar::rules_of(*game.core);
  if (block.r == nullptr) throw py::type_error("game: expected Solar");
  if (py::isinstance<PyState>(states)) {
    const auto& state = states.cast<const PyState&>();
    expect_own(game, state);
    block.bytes = state.data();
    block.size = 1;
    block.keep = states;
    return block;
  }
  if (!py::isinstance<py::array>(states)) throw py::type_error("states: expected a State or an array of records");
  const auto given = states.cast<py::array>();
  if (!given.dtype().equal(game.dtype())) throw py::type_error("states: expected records of game.state_dtype");
  if (given.ndim() > 1) throw py::value_error("states: expected an array of one dimension");
  // A copy of its own: aligned, and nobody writes to it while threads without the lock read.
  const py::array flat = py::module_::import("numpy").attr("array")(given, py::arg("copy") = true).attr("reshape")(-1);
  block.bytes = static_cast<const std::byte*>(flat.data());
  block.size = static_cast<std::size_t>(flat.size());
  block.keep = flat;
  return block;
}

// Calls `visit(i, state)` for every record, checked, without the lock; names the first bad one.
template <class Visit>
void for_each_state(const PyReferee& game, const Block& block, Visit&& visit) {
  std::size_t bad = block.size;
  Fault fault;
  {
    py::gil_scoped_release unlocked;
    for (std::size_t i = 0; i < block.size && bad == block.size; ++i) {
      fault = game.core->check(block.bytes + i * sizeof(solar::State));
      if (!fault.ok()) {
        bad = i;
      } else {
        visit(i, block.at(i));
      }
    }
  }
  if (bad != block.size) refuse_record(bad, fault);
}

// A table of rows: records by seats by numbers, 0 for seats that are not there or eliminated.
template <std::size_t Width, class Row>
Numbers rows(const PyReferee& game, const py::object& states, Row&& row) {
  const Block block = bind_block(game, states);
  Numbers out({static_cast<py::ssize_t>(block.size), kSeats, static_cast<py::ssize_t>(Width)});
  std::int32_t* cells = out.mutable_data();
  std::fill_n(cells, out.size(), 0);
  for_each_state(game, block, [&](std::size_t i, const solar::State& s) {
    for (int seat = 0; seat < s.players(); ++seat) {
      if (!s.alive(seat)) continue;
      const std::array<std::int32_t, Width> found = row(*block.r, s, seat, i);
      std::copy(found.begin(), found.end(), cells + (i * kSeats + static_cast<std::size_t>(seat)) * Width);
    }
  });
  return out;
}

Numbers income(const PyReferee& game, const py::object& states) {
  return rows<4>(game, states,
                 [](const auto& r, const auto& s, int seat, std::size_t) { return solar::income_row(r, s, seat); });
}

Numbers upkeep(const PyReferee& game, const py::object& states) {
  return rows<7>(game, states,
                 [](const auto& r, const auto& s, int seat, std::size_t) { return solar::upkeep_row(r, s, seat); });
}

Numbers network(const PyReferee& game, const py::object& states) {
  return rows<4>(game, states,
                 [](const auto& r, const auto& s, int seat, std::size_t) { return solar::network_row(r, s, seat); });
}

// `nodes`: one for each record, or one for all; the caller has checked their range.
Numbers journey(const PyReferee& game, const py::object& states, const Numbers& nodes) {
  const std::int32_t* node = nodes.data();
  const bool shared = nodes.size() == 1;
  return rows<2>(game, states, [node, shared](const auto& r, const auto& s, int seat, std::size_t i) {
    return solar::journey_row(r, s, seat, node[shared ? 0 : i]);
  });
}

// SOL 5.4, steps 1 and 2: for each record 16 grievances, 4 blockers, 4 flags.
Numbers tension(const PyReferee& game, const py::object& states) {
  constexpr std::size_t kWidth = 24;
  const Block block = bind_block(game, states);
  Numbers out({static_cast<py::ssize_t>(block.size), static_cast<py::ssize_t>(kWidth)});
  std::int32_t* cells = out.mutable_data();
  for_each_state(game, block, [&](std::size_t i, const solar::State& s) {
    const solar::Grievances found = solar::grievances(*block.r, s);
    std::int32_t* row = cells + i * kWidth;
    for (const auto& toward : found.add) row = std::copy(toward.begin(), toward.end(), row);
    row = std::copy(found.blocker.begin(), found.blocker.end(), row);
    std::copy(found.suffocating.begin(), found.suffocating.end(), row);
  });
  return out;
}

// Thirteen columns of arguments a fight to twenty-four numbers; the caller has checked the ranges.
Numbers combat(const Numbers& fights) {
  constexpr std::size_t kArguments = 13;
  constexpr std::size_t kResults = 24;
  if (fights.ndim() != 2 || fights.shape(1) != static_cast<py::ssize_t>(kArguments)) {
    throw py::value_error("fights: expected rows of 13 numbers");
  }
  const auto count = static_cast<std::size_t>(fights.shape(0));
  Numbers out({static_cast<py::ssize_t>(count), static_cast<py::ssize_t>(kResults)});
  const std::int32_t* given = fights.data();
  std::int32_t* cells = out.mutable_data();
  py::gil_scoped_release unlocked;
  for (std::size_t i = 0; i < count; ++i, given += kArguments, cells += kResults) {
    const solar::Side attacker{given[0], given[1], given[2] != 0, given[3] != 0};
    const std::array<solar::Side, 2> defenders = {
        solar::Side{given[5], given[6], given[7] != 0, given[8] != 0},
        solar::Side{given[10], given[11], false, given[12] != 0},
    };
    const int defender_count = given[9] != 0 ? 2 : 1;
    const solar::CombatResult found = solar::resolve({}, attacker, defenders, defender_count, given[4]);
    std::int32_t* cell = cells;
    *cell++ = found.attack;
    *cell++ = found.defence;
    *cell++ = static_cast<std::int32_t>(found.result);
    *cell++ = found.undefended ? 1 : 0;
    for (const solar::SideResult& side : {found.attacker, found.defenders[0], found.defenders[1]}) {
      for (const int number :
           {side.paid.materials, side.paid.energy, side.destroyed, side.recovery, side.vp, side.morale}) {
        *cell++ = number;
      }
    }
    *cell++ = found.attacker.repair ? 1 : 0;
    *cell++ = found.defenders[0].repair ? 1 : 0;
  }
  return out;
}

}  // namespace

void bind_solar_kernels(py::module_& m) {
  m.def("solar_income", &income, py::arg("game"), py::arg("states"));
  m.def("solar_upkeep", &upkeep, py::arg("game"), py::arg("states"));
  m.def("solar_network", &network, py::arg("game"), py::arg("states"));
  m.def("solar_journey", &journey, py::arg("game"), py::arg("states"), py::arg("nodes"));
  m.def("solar_tension", &tension, py::arg("game"), py::arg("states"));
  m.def("solar_combat", &combat, py::arg("fights"));
}

}  // namespace arbitre::bindings
