// Python's view of states, moves, events and verdicts.
#include "objects.hpp"

#include <pybind11/stl.h>

#include "convert.hpp"

namespace arbitre::bindings {
namespace {

py::tuple seats_of(SeatSet set) {
  py::list seats;
  set.for_each([&](Seat seat) { seats.append(int{seat}); });
  return py::tuple(seats);
}

py::bytes to_bytes(const PyState& s) {
  std::string record(s.referee->wire().record_size(), '\0');
  s.referee->wire().encode(s.data(), reinterpret_cast<std::byte*>(record.data()));
  return py::bytes(record);
}

std::string repr(const Value::Map& map) {
  std::string text;
  for (const auto& [name, value] : map) {
    if (name == "kind") {
      text = *value.string() + text;
      continue;
    }
    text += " " + name + "=" + py::str(to_python(value)).cast<std::string>();
  }
  return text;
}

py::ssize_t hash_text(std::string_view text) {
  return static_cast<py::ssize_t>(hash_bytes(std::as_bytes(std::span{text})) >> 1);
}

// A value that a tree can't hold would be lost on the way back to Python.
bool holds_other(const Value& value) {
  if (value.other() != nullptr) return true;
  if (value.list() != nullptr) return std::any_of(value.list()->begin(), value.list()->end(), holds_other);
  if (value.map() == nullptr) return false;
  return std::any_of(value.map()->begin(), value.map()->end(),
                     [](const auto& entry) { return holds_other(entry.second); });
}

// Shared by moves and events: fields as attributes, and enough of a mapping for dict(x).
py::object field_of(const Value::Map& map, const std::string& name) {
  for (const auto& [key, value] : map) {
    if (key == name) return to_python(value);
  }
  return py::object();
}

template <class T, class GetMap>
void bind_mapping(py::class_<T>& cls, GetMap&& map_of) {
  cls.def("__getattr__",
          [map_of](const T& self, const std::string& name) {
            py::object value = field_of(map_of(self), name);
            if (!value) throw py::attribute_error("no field '" + name + "'");
            return value;
          })
      .def("__getitem__",
           [map_of](const T& self, const std::string& name) {
             py::object value = field_of(map_of(self), name);
             if (!value) throw py::key_error(name);
             return value;
           })
      .def(
          "keys",
          [map_of](const T& self) {
            py::list names;
            for (const auto& entry : map_of(self)) names.append(py::str(entry.first));
            return names;
          },
          "Names of the fields, `kind` first; makes dict(x) work.")
      .def("__dir__", [map_of](const T& self) {
        py::list names;
        for (const auto& entry : map_of(self)) names.append(py::str(entry.first));
        return names;
      });
}

void bind_state(py::module_& m) {
  py::class_<PyState>(m, "State", "A position: immutable, comparable, hashable, picklable.")
      .def_property_readonly(
          "game", [](const PyState& s) { return std::string{s.referee->name()}; }, "Id of the game.")
      .def_property_readonly(
          "to_act", [](const PyState& s) { return seats_of(s.referee->to_act(s.data())); },
          "Seats that may move now (254 = chance); empty when the game is over.")
      .def_property_readonly("over", [](const PyState& s) { return s.referee->to_act(s.data()).empty(); })
      .def_property_readonly(
          "scores",
          [](const PyState& s) {
            py::tuple scores(s.head().players);
            for (Seat i = 0; i < s.head().players; ++i) scores[i] = s.referee->score(s.data(), i);
            return scores;
          },
          "Score of each seat, by the rules of the game.")
      .def_property_readonly(
          "winners", [](const PyState& s) { return seats_of(s.referee->winners(s.data())); },
          "Winning seats, ascending; empty until the game is over.")
      .def_property_readonly(
          "ply", [](const PyState& s) { return s.head().ply; }, "Moves played, chance included; 0 in observations.")
      .def_property_readonly("players", [](const PyState& s) { return s.head().players; })
      .def_property_readonly(
          "fingerprint", [](const PyState& s) { return s.referee->fingerprint(s.data()); },
          "Hash of the position alone: equal documents have equal fingerprints.")
      .def_property_readonly(
          "viewer",
          [](const PyState& s) -> py::object {
            if (!s.head().is_observation()) return py::none();
            return py::int_(int{s.head().viewer});
          },
          "Seat whose observation this is (255 = spectator); None for a full state.")
      .def_property_readonly(
          "chance", [](const PyState& s) { return s.head().chance == ChanceMode::manual ? "manual" : "auto"; },
          "Who plays chance moves: 'auto' (the engine) or 'manual' (the host).")
      .def_property_readonly(
          "array",
          [](const py::object& self) {
            const auto& s = self.cast<const PyState&>();
            py::array view(s.dtype(), std::vector<py::ssize_t>{}, std::vector<py::ssize_t>{}, s.data(), self);
            view.attr("flags").attr("writeable") = false;
            return view;
          },
          "The whole state as a read-only NumPy record, without copying.")
      .def("to_bytes", &to_bytes, "The wire form: a header and the state.")
      .def("__copy__", [](const PyState& s) { return PyState(s); })
      .def(
          "__deepcopy__", [](const PyState& s, const py::dict&) { return PyState(s); }, py::arg("memo"))
      .def("__eq__",
           [](const PyState& s, const py::object& other) -> py::object {
             if (!py::isinstance<PyState>(other)) return py::reinterpret_borrow<py::object>(Py_NotImplemented);
             const auto& o = other.cast<const PyState&>();
             const bool same_shape =
                 s.referee->name() == o.referee->name() && s.referee->state_size() == o.referee->state_size();
             return py::bool_(same_shape && std::memcmp(s.data(), o.data(), s.referee->state_size()) == 0);
           })
      .def("__hash__", [](const PyState& s) { return static_cast<py::ssize_t>(s.referee->hash(s.data()) >> 1); })
      .def("__reduce__",
           [](const PyState& s) {
             const auto restore = py::module_::import("arbitre.game").attr("restore_state");
             return py::make_tuple(restore,
                                   py::make_tuple(std::string{s.referee->name()}, s.referee->digest(), to_bytes(s)));
           })
      .def(
          "_repr_svg_",
          [](const py::object& self) { return py::module_::import("arbitre.game").attr("state_svg")(self); },
          "The picture that notebooks show.")
      .def("__repr__", [](const PyState& s) {
        std::string text = "<State " + std::string{s.referee->name()} + " players=" + std::to_string(s.head().players) +
                           " ply=" + std::to_string(s.head().ply);
        if (s.head().is_observation()) text += " viewer=" + std::to_string(s.head().viewer);
        return text + (s.referee->to_act(s.data()).empty() ? " over>" : ">");
      });
}

void bind_move(py::module_& m) {
  const auto map_of = [](const PyMove& move) { return move.referee->move(move.code); };
  py::class_<PyMove> cls(m, "Move", "A move of one game: `kind`, its fields as attributes, and `code`.");
  cls.def_property_readonly("kind", [](const PyMove& move) { return move.referee->kind(move.code).name; })
      .def_property_readonly(
          "code", [](const PyMove& move) { return move.code; }, "The packed number.")
      .def("__index__", [](const PyMove& move) { return move.code; })
      // Equal moves of games with other content may have other codes, so the words are hashed.
      .def("__hash__", [map_of](const PyMove& move) { return hash_text(repr(map_of(move))); })
      .def("__eq__",
           [map_of](const PyMove& move, const py::object& other) -> py::object {
             if (!py::isinstance<PyMove>(other)) return py::reinterpret_borrow<py::object>(Py_NotImplemented);
             const auto& o = other.cast<const PyMove&>();
             return py::bool_(move.referee->name() == o.referee->name() && map_of(move) == map_of(o));
           })
      .def("__reduce__",
           [map_of](const PyMove& move) {
             const auto restore = py::module_::import("arbitre.game").attr("restore_move");
             return py::make_tuple(restore, py::make_tuple(std::string{move.referee->name()}, move.referee->digest(),
                                                           to_python(map_of(move))));
           })
      .def("__repr__", [map_of](const PyMove& move) { return "<" + repr(map_of(move)) + ">"; })
      .def("__str__", [map_of](const PyMove& move) { return repr(map_of(move)); });
  bind_mapping(cls, map_of);
}

PyEvent make_event(const py::dict& fields, bool own_seat_only, const py::object& seat, const py::tuple& secrets) {
  const Value value = to_value(fields);
  const Value* kind = value.find("kind");
  if (value.map() == nullptr || kind == nullptr || kind->string() == nullptr) {
    throw py::value_error("an event needs a 'kind'");
  }
  if (holds_other(value)) throw py::type_error("fields: expected integers, text, booleans, None, lists and maps");
  EventRecord record;
  record.map.emplace_back("kind", *kind);
  for (const auto& entry : *value.map()) {
    if (entry.first != "kind") record.map.push_back(entry);
  }
  record.audience = own_seat_only ? Audience::own_seat : Audience::everyone;
  record.seat = seat.is_none() ? kNoSeat : to_seat(seat);
  for (const py::handle secret : secrets) record.secrets.push_back(secret.cast<std::string>());
  return PyEvent{std::move(record)};
}

void bind_event(py::module_& m) {
  const auto map_of = [](const PyEvent& event) -> const Value::Map& { return event.map(); };
  py::class_<PyEvent> cls(m, "Event", "Something that happened: `kind` and its fields as attributes.");
  cls.def(py::init(&make_event), py::arg("fields"), py::kw_only(), py::arg("own_seat_only") = false,
          py::arg("seat") = py::none(), py::arg("secrets") = py::tuple(),
          "An event from its fields; by default everybody may see all of it.")
      .def_property_readonly("kind", [map_of](const PyEvent& event) { return *map_of(event)[0].second.string(); })
      .def("__eq__",
           [map_of](const PyEvent& event, const py::object& other) -> py::object {
             if (!py::isinstance<PyEvent>(other)) return py::reinterpret_borrow<py::object>(Py_NotImplemented);
             return py::bool_(map_of(event) == map_of(other.cast<const PyEvent&>()));
           })
      .def("__reduce__",
           [map_of](const PyEvent& event) {
             const auto restore = py::module_::import("arbitre.game").attr("restore_event");
             (void)event.map();
             const EventRecord& record = event.record;
             return py::make_tuple(restore, py::make_tuple(to_python(record.map), record.audience == Audience::own_seat,
                                                           int{record.seat}, py::cast(record.secrets)));
           })
      .def("__repr__", [map_of](const PyEvent& event) { return "<" + repr(map_of(event)) + ">"; })
      .def("__str__", [map_of](const PyEvent& event) { return repr(map_of(event)); });
  cls.attr("__hash__") = py::none();
  bind_mapping(cls, map_of);
}

void bind_verdict(py::module_& m) {
  py::class_<PyVerdict>(m, "Verdict", "Whether a move is legal and, if not, why.")
      .def_property_readonly("ok", [](const PyVerdict& v) { return v.verdict.ok(); })
      .def_property_readonly("code", &PyVerdict::code, "Stable name of the reason; 'OK' when legal.")
      .def_property_readonly("subject", &PyVerdict::subject, "What the reason is about; '' when nothing.")
      .def_property_readonly("need", [](const PyVerdict& v) { return v.verdict.need; })
      .def_property_readonly("have", [](const PyVerdict& v) { return v.verdict.have; })
      .def_property_readonly(
          "number", [](const PyVerdict& v) { return static_cast<int>(v.verdict.code); },
          "The code as a number, as in packed answers.")
      .def("__bool__", [](const PyVerdict& v) { return v.verdict.ok(); })
      .def("__eq__",
           [](const PyVerdict& v, const py::object& other) -> py::object {
             if (!py::isinstance<PyVerdict>(other)) return py::reinterpret_borrow<py::object>(Py_NotImplemented);
             const auto& o = other.cast<const PyVerdict&>();
             return py::bool_(v.code() == o.code() && v.subject() == o.subject() && v.verdict.need == o.verdict.need &&
                              v.verdict.have == o.verdict.have);
           })
      .def("__hash__", [](const PyVerdict& v) { return hash_text(v.code()); })
      .def("__reduce__",
           [](const PyVerdict& v) {
             const auto restore = py::module_::import("arbitre.game").attr("restore_verdict");
             return py::make_tuple(restore, py::make_tuple(std::string{v.referee->name()}, v.referee->digest(),
                                                           static_cast<int>(v.verdict.code), std::string{v.subject()},
                                                           v.verdict.need, v.verdict.have));
           })
      .def("__repr__", [](const PyVerdict& v) {
        if (v.verdict.ok()) return std::string{"<Verdict OK>"};
        std::string text = "<Verdict " + std::string{v.code()};
        if (!v.subject().empty()) text += " subject=" + std::string{v.subject()};
        if (v.verdict.need != 0 || v.verdict.have != 0) {
          text += " need=" + std::to_string(v.verdict.need) + " have=" + std::to_string(v.verdict.have);
        }
        return text + ">";
      });
}

}  // namespace

void raise_error(const char* name, const py::tuple& args) {
  const py::object type = py::module_::import("arbitre.errors").attr(name);
  const py::object error = type(*args);
  PyErr_SetObject(type.ptr(), error.ptr());
  throw py::error_already_set();
}

py::object GivenVerdicts::object_for(const PyVerdict& given) {
  if (!given.word.empty()) return py::cast(given);
  const Verdict& verdict = given.verdict;
  const auto mixed = static_cast<std::uint32_t>(verdict.code) + 7u * verdict.subject +
                     13u * static_cast<std::uint32_t>(verdict.need) + 29u * static_cast<std::uint32_t>(verdict.have);
  Place& place = places_[mixed % places_.size()];
  if (!place.object || place.verdict != verdict) place = {verdict, py::cast(given)};
  return place.object;
}

void expect_own(const PyReferee& referee, const PyState& state) {
  if (referee.core == state.referee ||
      (referee.core->name() == state.referee->name() && referee.core->digest() == state.head().digest)) {
    return;
  }
  const WireFault fault = referee.core->name() == state.referee->name() ? WireFault::rules : WireFault::game;
  raise_error("WireError", py::make_tuple(wire_fault_code(fault), wire_fault_why(fault)));
}

void bind_objects(py::module_& m) {
  bind_state(m);
  bind_move(m);
  bind_event(m);
  bind_verdict(m);
}

}  // namespace arbitre::bindings
