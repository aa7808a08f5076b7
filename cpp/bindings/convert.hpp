// Python objects to plain trees and back. Any object may come in: what a tree can't hold becomes a
// Value::Other, which every reader refuses by name.
#pragma once

#include <pybind11/pybind11.h>

#include "arbitre/core/types.hpp"
#include "arbitre/core/value.hpp"

namespace arbitre::bindings {

namespace py = pybind11;

Value to_value(py::handle object, int depth = 0);
py::object to_python(const Value& value);
py::dict to_python(const Value::Map& map);

// A seat from a Python integer; numbers that are no seat become kNoSeat. Throws TypeError.
Seat to_seat(py::handle object);

// An unsigned 64-bit seed from any Python integer (taken modulo 2^64).
std::uint64_t to_seed(py::handle object);

}  // namespace arbitre::bindings
