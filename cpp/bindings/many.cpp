// Many moves judged in one call: states, seats and actions from whatever Python has them in.
#include <limits>
#include <optional>

#include "convert.hpp"
#include "objects.hpp"

namespace arbitre::bindings {
namespace {

// A buffer of single bytes; buffers of wider items are arrays.
bool is_bytes(const py::object& given) {
  if (PyObject_CheckBuffer(given.ptr()) == 0 || py::isinstance<py::array>(given)) return false;
  return py::memoryview(given).attr("itemsize").cast<int>() == 1;
}

// Numbers given as a scalar, an array-like or a buffer of bytes, as a contiguous array of n.
template <class T>
py::array_t<T> numbers(const char* name, py::object given, std::size_t n) {
  constexpr int flags = py::array::c_style | py::array::forcecast;
  const auto numpy = py::module_::import("numpy");
  if (is_bytes(given)) {
    given = numpy.attr("frombuffer")(given, py::dtype::of<std::uint8_t>());
    if (given.attr("size").cast<std::size_t>() != n * sizeof(T)) {
      throw py::value_error(std::string{name} + ": expected " + std::to_string(n * sizeof(T)) + " bytes");
    }
    return given.attr("view")(py::dtype::of<T>());
  }
  py::array loose = numpy.attr("asarray")(given);
  const char kind = loose.dtype().kind();
  if (loose.size() > 0 && kind != 'i' && kind != 'u') {
    throw py::type_error(std::string{name} + ": expected integers");
  }
  if (!loose.dtype().is(py::dtype::of<T>()) && loose.size() > 0) {
    // Compared as Python integers, which have no width.
    const py::int_ greatest(std::numeric_limits<T>::max());
    if (py::int_(loose.attr("min")()) < py::int_(0) || py::int_(loose.attr("max")()) > greatest) {
      throw py::value_error(std::string{name} + ": expected numbers from 0 to " +
                            std::to_string(std::numeric_limits<T>::max()));
    }
  }
  if (loose.ndim() == 0) loose = numpy.attr("full")(n, loose, py::dtype::of<T>());
  auto array = py::array_t<T, flags>::ensure(loose);
  if (!array || array.ndim() != 1 || static_cast<std::size_t>(array.size()) != n) {
    throw py::value_error(std::string{name} + ": expected " + std::to_string(n) + " numbers");
  }
  return array;
}

std::size_t length_of(const py::object& given, std::size_t item_size) {
  if (PyIndex_Check(given.ptr()) != 0 && !py::isinstance<py::array>(given)) return 1;
  if (is_bytes(given)) {
    const auto bytes = static_cast<std::size_t>(py::memoryview(given).attr("nbytes").cast<std::size_t>());
    if (bytes % item_size != 0) throw py::value_error("actions: expected a whole number of 32-bit integers");
    return bytes / item_size;
  }
  return static_cast<std::size_t>(py::len(given));
}

// Where the states of a call are, and what keeps them alive.
struct Source {
  ManyMoves moves;
  std::vector<std::byte> copies;  // states given one by one
  py::object keep;
};

void bind_records(Source& source, const PyReferee& self, const py::object& states, std::size_t n) {
  const std::size_t size = self.core->wire().record_size();
  const py::memoryview view = py::memoryview(states).attr("cast")("B");
  const Py_buffer* buffer = PyMemoryView_GET_BUFFER(view.ptr());
  const auto bytes = static_cast<std::size_t>(buffer->len);
  if (bytes != size && bytes != size * n) {
    raise_error("WireError", py::make_tuple("WIRE_LENGTH", "states: expected " + std::to_string(n) + " records of " +
                                                               std::to_string(size) + " bytes, or one for all; found " +
                                                               std::to_string(bytes) + " bytes"));
  }
  source.moves.form = ManyMoves::Form::wire;
  source.moves.states = static_cast<const std::byte*>(buffer->buf);
  source.moves.stride = bytes == size && n != 1 ? 0 : size;
  source.keep = view;
}

void bind_array(Source& source, const PyReferee& self, const py::array& states, std::size_t n) {
  if (!states.dtype().equal(self.dtype())) throw py::type_error("states: expected records of game.state_dtype");
  const py::array flat = py::module_::import("numpy").attr("ascontiguousarray")(states).attr("reshape")(-1);
  const auto count = static_cast<std::size_t>(flat.size());
  if (count != 1 && count != n)
    throw py::value_error("states: expected " + std::to_string(n) + " records, or one for all");
  source.moves.form = ManyMoves::Form::raw;
  source.moves.states = static_cast<const std::byte*>(flat.data());
  source.moves.stride = count == 1 ? 0 : self.core->state_size();
  source.keep = flat;
}

Source bind_states(const PyReferee& self, const py::object& states, std::size_t n) {
  Source source;
  const std::size_t size = self.core->state_size();
  if (py::isinstance<PyState>(states)) {
    const auto& state = states.cast<const PyState&>();
    expect_own(self, state);
    source.moves.form = ManyMoves::Form::trusted;
    source.moves.states = state.data();
    source.keep = states;
  } else if (py::isinstance<py::array>(states) &&
             !states.cast<py::array>().dtype().equal(py::dtype::of<std::uint8_t>())) {
    bind_array(source, self, states.cast<py::array>(), n);
  } else if (PyObject_CheckBuffer(states.ptr()) != 0) {
    bind_records(source, self, states, n);
  } else {
    const py::list list(states);
    if (list.size() != n) throw py::value_error("states: expected " + std::to_string(n) + " states, or one for all");
    source.copies.resize(size * n);
    for (std::size_t i = 0; i < n; ++i) {
      const auto& state = list[i].cast<const PyState&>();
      expect_own(self, state);
      std::memcpy(source.copies.data() + i * size, state.data(), size);
    }
    source.moves.form = ManyMoves::Form::trusted;
    source.moves.states = source.copies.data();
    source.moves.stride = size;
  }
  return source;
}

}  // namespace

void raise_bad_state(const BadState& bad) {
  std::string why = "states, record " + std::to_string(bad.index) + ": " + std::string{wire_fault_why(bad.fault)};
  if (!bad.invariant.ok()) why += ": " + bad.invariant.pointer() + " " + bad.invariant.why;
  raise_error("WireError", py::make_tuple(wire_fault_code(bad.fault), why));
}

py::tuple validate_many(const PyReferee& self, const py::object& states, const py::object& seats,
                        const py::object& actions, unsigned threads) {
  const std::size_t n = length_of(actions, sizeof(Action));
  const auto seat_array = numbers<Seat>("seats", seats, n);
  const auto action_array = numbers<Action>("actions", actions, n);
  Source source = bind_states(self, states, n);
  source.moves.size = n;
  source.moves.seats = seat_array.data();
  source.moves.actions = action_array.data();

  const auto count = static_cast<py::ssize_t>(n);
  py::array_t<std::uint16_t> codes(count), subjects(count);
  py::array_t<std::int32_t> needs(count), haves(count);
  const ManyVerdicts verdicts{codes.mutable_data(), subjects.mutable_data(), needs.mutable_data(),
                              haves.mutable_data()};
  std::optional<BadState> bad;
  {
    py::gil_scoped_release unlocked;
    bad = self.core->validate_many(source.moves, verdicts, threads);
  }
  if (bad) raise_bad_state(*bad);
  return py::make_tuple(codes, subjects, needs, haves);
}

}  // namespace arbitre::bindings
