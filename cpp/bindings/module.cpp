// The extension module arbitre._native.
#include <array>
#include <span>

#include "arbitre/core/errors.hpp"
#include "games.hpp"
#include "objects.hpp"

namespace arbitre::bindings {

// The games of this module. A new game adds its line here.
static std::span<const BoundGame> bound_games() {
  static const std::array games = {
      bound_satrapies(), bound_sept_solines(), bound_solar(), bound_terraforming_mars(), bound_vitorian_wars(),
  };
  return games;
}

const BoundGame* find_bound(std::string_view name) {
  for (const BoundGame& game : bound_games()) {
    if (game.entry.name == name) return &game;
  }
  return nullptr;
}

// The core's exceptions become those of arbitre.errors.
static void translate(std::exception_ptr error) {
  const auto set = [](const char* name, const py::tuple& args) {
    const py::object type = py::module_::import("arbitre.errors").attr(name);
    PyErr_SetObject(type.ptr(), type(*args).ptr());
  };
  try {
    if (error) std::rethrow_exception(error);
  } catch (const py::cast_error& e) {
    PyErr_SetString(PyExc_TypeError, e.what());
  } catch (const RulesError& e) {
    set("RulesError", py::make_tuple(e.table, e.row, e.column, e.why));
  } catch (const WireError& e) {
    set("WireError", py::make_tuple(e.code, e.why));
  } catch (const DocumentError& e) {
    set("DocumentError", py::make_tuple(e.pointer, e.why));
  } catch (const SetupError& e) {
    py::list codes, details;
    for (const SetupError::Reason& reason : e.reasons) {
      codes.append(reason.code);
      details.append(reason.detail);
    }
    set("SetupError", py::make_tuple(py::tuple(codes), py::tuple(details)));
  }
}

}  // namespace arbitre::bindings

PYBIND11_MODULE(_native, m) {
  using namespace arbitre;
  m.doc() = "The native core of arbitre. Use the package `arbitre`, not this module.";
  m.attr("CHANCE") = int{kChance};
  m.attr("SPECTATOR") = int{kSpectator};
  pybind11::register_exception_translator(&bindings::translate);
  bindings::bind_objects(m);
  bindings::bind_referee(m);
  bindings::bind_batch(m);
  bindings::bind_satrapies(m);
  bindings::bind_solar_kernels(m);
  m.def("games", [] {
    pybind11::list names;
    for (const auto& game : bindings::bound_games()) names.append(std::string{game.entry.name});
    return pybind11::tuple(names);
  });
}
