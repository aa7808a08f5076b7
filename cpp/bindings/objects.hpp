// The objects that Python holds: a referee, and states, moves, events and verdicts that refer to it.
// None of them names a game.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <array>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "arbitre/core/referee.hpp"
#include "bind_game.hpp"

namespace arbitre::bindings {

namespace py = pybind11;

// Python can make an object without initialising it (`State.__new__(State)`, or a constructor that
// raised); pybind11 then hands out fresh memory. ZeroedNew makes that memory zero, and the two
// pointers below refuse to be used while they are null, so such an object raises and never crashes.
struct ZeroedNew {
  static void* operator new(std::size_t size) {
    void* memory = ::operator new(size);
    std::memset(memory, 0, size);
    return memory;
  }
  static void* operator new(std::size_t, void* place) { return place; }
  static void operator delete(void* memory) { ::operator delete(memory); }
};

[[noreturn]] inline void refuse_uninitialised() { throw py::type_error("this object was never initialised"); }

class RefereePtr {
 public:
  RefereePtr() = default;
  RefereePtr(std::shared_ptr<const Referee> referee) : referee_{std::move(referee)} {}

  const Referee* operator->() const {
    if (referee_ == nullptr) refuse_uninitialised();
    return referee_.get();
  }
  const Referee& operator*() const { return *operator->(); }
  friend bool operator==(const RefereePtr&, const RefereePtr&) = default;

 private:
  std::shared_ptr<const Referee> referee_;
};

// Memory for one state or several in a row. operator new aligns it for any state.
class StateMemory {
 public:
  explicit StateMemory(std::size_t size) : bytes_{new std::byte[size]} {}
  std::byte* data() const {
    if (bytes_ == nullptr) refuse_uninitialised();
    return bytes_.get();
  }

 private:
  static_assert(__STDCPP_DEFAULT_NEW_ALIGNMENT__ >= 8);
  std::unique_ptr<std::byte[]> bytes_;
};

struct PyVerdict;

// Verdicts given lately. Making an object takes longer than judging a move, and few verdicts are new.
class GivenVerdicts {
 public:
  py::object object_for(const PyVerdict& verdict);

 private:
  struct Place {
    Verdict verdict;
    py::object object;
  };
  std::array<Place, 64> places_;
};

struct PyReferee : ZeroedNew {
  PyReferee(RefereePtr core_, py::dtype (*state_dtype_)()) : core{std::move(core_)}, state_dtype{state_dtype_} {}

  py::dtype dtype() const {
    if (state_dtype == nullptr) refuse_uninitialised();
    return state_dtype();
  }

  RefereePtr core;
  py::dtype (*state_dtype)() = nullptr;
  mutable GivenVerdicts given;
};

// Immutable once Python has seen it.
struct PyState : ZeroedNew {
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
  py::dtype dtype() const {
    if (state_dtype == nullptr) refuse_uninitialised();
    return state_dtype();
  }
  const StateHead& head() const { return Referee::head(memory.data()); }
};

struct PyMove : ZeroedNew {
  PyMove(RefereePtr referee_, Action code_) : referee{std::move(referee_)}, code{code_} {}

  RefereePtr referee;
  Action code;
};

struct PyEvent : ZeroedNew {
  explicit PyEvent(EventRecord record_) : record{std::move(record_)} {}

  const Value::Map& map() const {
    if (record.map.empty()) refuse_uninitialised();
    return record.map;
  }

  EventRecord record;
};

struct PyVerdict : ZeroedNew {
  PyVerdict(RefereePtr referee_, Verdict verdict_, std::string word_)
      : referee{std::move(referee_)}, verdict{verdict_}, word{std::move(word_)} {}

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

// many.cpp: raises the WireError that names the first of many states that may not be used.
[[noreturn]] void raise_bad_state(const BadState& bad);

// many.cpp
py::tuple validate_many(const PyReferee& self, const py::object& states, const py::object& seats,
                        const py::object& actions, unsigned threads);

void bind_objects(py::module_& m);
void bind_referee(py::module_& m);
void bind_batch(py::module_& m);
void bind_solar_kernels(py::module_& m);

}  // namespace arbitre::bindings
