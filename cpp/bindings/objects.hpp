// The objects that Python holds: a referee, and states, moves, events and verdicts that refer to it.
// None of them names a game.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "arbitre/core/referee.hpp"
#include "bind_game.hpp"

namespace arbitre::bindings {

namespace py = pybind11;

using RefereePtr = std::shared_ptr<const Referee>;

// Memory for one state or several in a row. operator new aligns it for any state.
class StateMemory {
 public:
  explicit StateMemory(std::size_t size) : bytes_{new std::byte[size]} {}
  std::byte* data() { return bytes_.get(); }
  const std::byte* data() const { return bytes_.get(); }

 private:
  static_assert(__STDCPP_DEFAULT_NEW_ALIGNMENT__ >= 8);
  std::unique_ptr<std::byte[]> bytes_;
};

struct PyReferee {
  RefereePtr core;
  py::dtype (*state_dtype)() = nullptr;
};

// Immutable once Python has seen it.
struct PyState {
  RefereePtr referee;
  StateMemory memory;
  py::dtype (*state_dtype)();

  PyState(const PyReferee& owner)
      : referee{owner.core}, memory{owner.core->state_size()}, state_dtype{owner.state_dtype} {}
  PyState(const PyState& other)
      : referee{other.referee}, memory{other.referee->state_size()}, state_dtype{other.state_dtype} {
    std::memcpy(memory.data(), other.memory.data(), referee->state_size());
  }
  PyState(PyState&&) = default;

  const std::byte* data() const { return memory.data(); }
  const StateHead& head() const { return Referee::head(memory.data()); }
};

struct PyMove {
  RefereePtr referee;
  Action code;
};

struct PyEvent {
  EventRecord record;
};

struct PyVerdict {
  RefereePtr referee;
  Verdict verdict;
  std::string word;  // the caller's own, on the mapping path

  std::string_view code() const { return reject_name(verdict.code, referee->rejects()); }
  std::string_view subject() const { return word.empty() ? referee->word(verdict.subject) : std::string_view{word}; }
};

// Raises arbitre.errors.NAME(*args).
[[noreturn]] void raise_error(const char* name, const py::tuple& args);

// Refuses states of other rules, before any engine code sees them.
void expect_own(const PyReferee& referee, const PyState& state);

// many.cpp
py::tuple validate_many(const PyReferee& self, const py::object& states, const py::object& seats,
                        const py::object& actions, unsigned threads);

void bind_objects(py::module_& m);
void bind_referee(py::module_& m);
void bind_batch(py::module_& m);

}  // namespace arbitre::bindings
