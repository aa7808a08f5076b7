#include "convert.hpp"

namespace arbitre::bindings {
namespace {

Value other(py::handle object) { return Value::Other{py::str(py::type::of(object).attr("__name__"))}; }

Value integer(py::handle object) {
  int overflow = 0;
  const long long number = PyLong_AsLongLongAndOverflow(object.ptr(), &overflow);
  if (overflow != 0) return Value::Other{"int beyond 64 bits"};
  if (number == -1 && PyErr_Occurred() != nullptr) throw py::error_already_set();
  return Value{static_cast<std::int64_t>(number)};
}

Value string(py::handle object) {
  Py_ssize_t size = 0;
  const char* text = PyUnicode_AsUTF8AndSize(object.ptr(), &size);
  if (text == nullptr) {
    PyErr_Clear();
    return Value::Other{"str with lone surrogates"};
  }
  return Value{std::string{text, static_cast<std::size_t>(size)}};
}

}  // namespace

Value to_value(py::handle object, int depth) {
  if (object.is_none()) return Value{};
  if (PyBool_Check(object.ptr())) return Value{object.ptr() == Py_True};
  if (PyLong_Check(object.ptr())) return integer(object);
  if (PyUnicode_Check(object.ptr())) return string(object);
  if (depth >= Value::kMaxDepth) return Value::Other{"too deeply nested container"};
  if (PyDict_Check(object.ptr())) {
    Value::Map map;
    for (const auto& [key, value] : py::reinterpret_borrow<py::dict>(object)) {
      if (!PyUnicode_Check(key.ptr())) return Value::Other{"map with keys that are no strings"};
      const Value name = string(key);
      if (name.string() == nullptr) return name;
      map.emplace_back(*name.string(), to_value(value, depth + 1));
    }
    return map;
  }
  if (PyList_Check(object.ptr()) || PyTuple_Check(object.ptr())) {
    Value::List list;
    for (const py::handle item : object) list.push_back(to_value(item, depth + 1));
    return list;
  }
  // NumPy integers and the like; not floats, which have no __index__.
  if (PyIndex_Check(object.ptr()) != 0) {
    const auto number = py::reinterpret_steal<py::object>(PyNumber_Index(object.ptr()));
    if (!number) throw py::error_already_set();
    return integer(number);
  }
  if (py::isinstance(object, py::module_::import("collections.abc").attr("Mapping"))) {
    return to_value(py::dict(py::reinterpret_borrow<py::object>(object)), depth);
  }
  return other(object);
}

py::object to_python(const Value& value) {
  if (value.is_null()) return py::none();
  if (const bool* flag = value.boolean()) return py::bool_(*flag);
  if (const std::int64_t* number = value.integer()) return py::int_(*number);
  if (const std::string* text = value.string()) return py::str(*text);
  if (const Value::Map* map = value.map()) return to_python(*map);
  if (const Value::List* items = value.list()) {
    py::list list;
    for (const Value& item : *items) list.append(to_python(item));
    return list;
  }
  return py::none();
}

py::dict to_python(const Value::Map& map) {
  py::dict dict;
  for (const auto& [key, value] : map) dict[py::str(key)] = to_python(value);
  return dict;
}

Seat to_seat(py::handle object) {
  if (PyIndex_Check(object.ptr()) == 0) throw py::type_error("seat: expected an integer (arbitre.CHANCE for chance)");
  const auto number = py::reinterpret_steal<py::object>(PyNumber_Index(object.ptr()));
  if (!number) throw py::error_already_set();
  int overflow = 0;
  const long seat = PyLong_AsLongAndOverflow(number.ptr(), &overflow);
  return overflow != 0 || seat < 0 || seat > 255 ? kNoSeat : static_cast<Seat>(seat);
}

std::uint64_t to_seed(py::handle object) {
  if (PyIndex_Check(object.ptr()) == 0) throw py::type_error("seed: expected an integer");
  const auto number = py::reinterpret_steal<py::object>(PyNumber_Index(object.ptr()));
  if (!number) throw py::error_already_set();
  return PyLong_AsUnsignedLongLongMask(number.ptr());
}

}  // namespace arbitre::bindings
