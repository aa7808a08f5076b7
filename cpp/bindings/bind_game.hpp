// What a game adds to its C++ to be seen from Python: the NumPy layout of its state. A game's
// binding file names the fields; offsets and element types follow from the members.
#pragma once

#include <pybind11/numpy.h>

#include <array>
#include <string>
#include <type_traits>

#include "arbitre/core/fixed.hpp"
#include "arbitre/core/referee.hpp"

namespace arbitre::bindings {

namespace py = pybind11;

// A game as the bindings know it. `state_dtype` runs under the GIL.
struct BoundGame {
  GameEntry entry;
  py::dtype (*state_dtype)();
};
inline constexpr const char* kBoundGameCapsule = "arbitre.BoundGame";

template <class T>
py::dtype dtype_of();

// Builds the dtype of a struct from its members. Every byte must belong to a field, unused ones too:
// NumPy copies a record field by field and leaves holes as they come.
template <class S>
class RecordType {
 public:
  template <class Member>
  RecordType& field(const char* name, Member S::* member) {
    static const S probe{};
    const auto offset = reinterpret_cast<const char*>(&(probe.*member)) - reinterpret_cast<const char*>(&probe);
    names_.append(name);
    formats_.append(dtype_of<Member>());
    offsets_.append(offset);
    return *this;
  }
  py::dtype done() const {
    py::ssize_t covered = 0;
    for (const py::handle format : formats_) covered += format.cast<py::dtype>().itemsize();
    if (covered != static_cast<py::ssize_t>(sizeof(S))) throw py::value_error("a record with bytes in no field");
    py::dict layout;
    layout["names"] = names_;
    layout["formats"] = formats_;
    layout["offsets"] = offsets_;
    layout["itemsize"] = sizeof(S);
    return py::dtype::from_args(layout);
  }

 private:
  py::list names_, formats_, offsets_;
};

// The layouts of structs, found by overload on type_identity; a game declares its own before use.
inline py::dtype layout(std::type_identity<Rng>) {
  return RecordType<Rng>{}.field("key", &Rng::key).field("counter", &Rng::counter).done();
}
inline py::dtype layout(std::type_identity<StateHead>) {
  return RecordType<StateHead>{}
      .field("digest", &StateHead::digest)
      .field("rng", &StateHead::rng)
      .field("ply", &StateHead::ply)
      .field("players", &StateHead::players)
      .field("viewer", &StateHead::viewer)
      .field("chance", &StateHead::chance)
      .field("reserved", &StateHead::reserved)
      .done();
}

namespace detail {

inline py::dtype subarray(const py::dtype& element, std::size_t n) {
  return py::dtype::from_args(py::make_tuple(element, py::make_tuple(n)));
}

template <class T>
struct NumpyType {
  static py::dtype get() {
    if constexpr (std::is_enum_v<T>) {
      return py::dtype::of<std::underlying_type_t<T>>();
    } else if constexpr (std::is_arithmetic_v<T>) {
      return py::dtype::of<T>();
    } else {
      return layout(std::type_identity<T>{});
    }
  }
};
template <class T, std::size_t N>
struct NumpyType<std::array<T, N>> {
  static py::dtype get() { return subarray(dtype_of<T>(), N); }
};
// A bit set shows as its words, lowest elements first.
template <std::size_t N>
struct NumpyType<Bits<N>> {
  static py::dtype get() {
    using Word = typename Bits<N>::Word;
    return Bits<N>::kWords == 1 ? dtype_of<Word>() : subarray(dtype_of<Word>(), Bits<N>::kWords);
  }
};
// A short list shows as `items` (with room to spare) and `size`.
template <class T, std::size_t N>
struct NumpyType<Vec<T, N>> {
  static py::dtype get() {
    py::dict fields;
    fields["names"] = py::make_tuple("items", "size");
    fields["formats"] = py::make_tuple(subarray(dtype_of<T>(), N), dtype_of<typename Vec<T, N>::Size>());
    fields["offsets"] = py::make_tuple(0, sizeof(Vec<T, N>) - sizeof(typename Vec<T, N>::Size));
    fields["itemsize"] = sizeof(Vec<T, N>);
    return py::dtype::from_args(fields);
  }
};

}  // namespace detail

template <class T>
py::dtype dtype_of() {
  return detail::NumpyType<T>::get();
}

// The dtype of a whole state. Calls ask for it all the time, and NumPy takes its time to make one.
template <class State>
py::dtype state_dtype() {
  PYBIND11_CONSTINIT static py::gil_safe_call_once_and_store<py::dtype> made;
  return made.call_once_and_store_result([] { return dtype_of<State>(); }).get_stored();
}

// Everything the bindings need of one game.
template <class State>
BoundGame bind_game(const GameEntry& entry) {
  return {entry, &state_dtype<State>};
}

}  // namespace arbitre::bindings
