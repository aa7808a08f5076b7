// The referee of one game as Python holds it. arbitre.Game derives from it.
#include <chrono>
#include <optional>
#include <variant>

#include "convert.hpp"
#include "objects.hpp"

namespace arbitre::bindings {

const BoundGame* find_bound(std::string_view name);  // module.cpp

namespace {

using ParsedMove = std::variant<Action, MalformedVerdict>;

constexpr Action kNoAction = 0xFFFFFFFFu;  // beyond the end of every game: UNKNOWN_ACTION

// A move as callers give it: a code, a Move, or a mapping.
ParsedMove parse_move(const PyReferee& self, py::handle move) {
  if (PyLong_CheckExact(move.ptr())) {
    int overflow = 0;
    const long long number = PyLong_AsLongLongAndOverflow(move.ptr(), &overflow);
    return overflow != 0 || number < 0 || number > kNoAction ? kNoAction : static_cast<Action>(number);
  }
  if (py::isinstance<PyMove>(move)) {
    const auto& given = move.cast<const PyMove&>();
    if (given.referee == self.core || given.referee->digest() == self.core->digest()) return given.code;
    return self.core->parse(given.referee->move(given.code));
  }
  if (!PyBool_Check(move.ptr()) && PyIndex_Check(move.ptr()) != 0) {
    const auto number = py::reinterpret_steal<py::object>(PyNumber_Index(move.ptr()));
    if (!number) throw py::error_already_set();
    return parse_move(self, number);
  }
  const Value value = to_value(move);
  if (value.map() == nullptr) throw py::type_error("move: expected a code, a Move or a mapping with a 'kind'");
  return self.core->parse(value);
}

PyVerdict judge(const PyReferee& self, const PyState& state, Seat seat, const ParsedMove& move) {
  if (const auto* malformed = std::get_if<MalformedVerdict>(&move)) {
    return {self.core, {malformed->code}, malformed->subject};
  }
  return {self.core, self.core->validate(state.data(), seat, std::get<Action>(move)), {}};
}

py::object validate(const PyReferee& self, const PyState& state, py::handle seat, py::handle move) {
  expect_own(self, state);
  return self.given.object_for(judge(self, state, to_seat(seat), parse_move(self, move)));
}

// Plays the move on a copy, or raises Rejected.
PyState advance(const PyReferee& self, const PyState& state, py::handle seat, py::handle move, Report* report) {
  expect_own(self, state);
  const ParsedMove parsed = parse_move(self, move);
  const Seat mover = to_seat(seat);
  if (const auto* action = std::get_if<Action>(&parsed)) {
    PyState next(state);
    const Verdict verdict = self.core->apply(next.memory.data(), mover, *action, report);
    if (verdict.ok()) return next;
    raise_error("Rejected", py::make_tuple(PyVerdict{self.core, verdict, {}}));
  }
  raise_error("Rejected", py::make_tuple(judge(self, state, mover, parsed)));
}

py::list events_of(const Report& report) {
  py::list events;
  for (const EventRecord& record : report.events) events.append(PyEvent{record});
  return events;
}

py::list moves_of(const PyReferee& self, const Report& report) {
  py::list moves;
  for (const Played& played : report.moves)
    moves.append(py::make_tuple(int{played.seat}, PyMove{self.core, played.action}));
  return moves;
}

template <class T>
py::array_t<T> to_array(const std::vector<T>& items) {
  return py::array_t<T>(static_cast<py::ssize_t>(items.size()), items.data());
}

std::vector<Action> legal_actions(const PyReferee& self, const PyState& state, py::handle seat) {
  expect_own(self, state);
  std::vector<Action> actions;
  self.core->legal(state.data(), to_seat(seat), actions);
  return actions;
}

py::tuple chance(const PyReferee& self, const PyState& state) {
  expect_own(self, state);
  std::vector<Outcome> outcomes;
  self.core->outcomes(state.data(), outcomes);
  std::uint64_t total = 0;
  for (const Outcome& outcome : outcomes) total += outcome.weight;
  std::vector<Action> codes;
  std::vector<double> probabilities;
  for (const Outcome& outcome : outcomes) {
    codes.push_back(outcome.action);
    probabilities.push_back(static_cast<double>(outcome.weight) / static_cast<double>(total));
  }
  return py::make_tuple(to_array(codes), to_array(probabilities));
}

// Observations have no future: what they hide would have to be invented.
void expect_full(const PyReferee& self, const PyState& state) {
  expect_own(self, state);
  if (state.head().is_observation()) {
    raise_error("Rejected", py::make_tuple(PyVerdict{self.core, {Reject::observation_only}, {}}));
  }
}

py::object perft(const PyReferee& self, const PyState& state, int depth, bool split) {
  expect_full(self, state);
  if (depth < 0) throw py::value_error("depth: expected 0 or more");
  if (!split) {
    py::gil_scoped_release unlocked;
    const std::uint64_t count = self.core->perft(state.data(), depth);
    py::gil_scoped_acquire locked;
    return py::int_(count);
  }
  if (depth == 0) throw py::value_error("depth: a split needs a depth of 1 or more");
  py::dict counts;
  std::vector<Action> actions;
  self.core->to_act(state.data()).for_each([&](Seat seat) {
    self.core->legal(state.data(), seat, actions);
    for (const Action action : actions) {
      PyState next(state);
      self.core->apply(next.memory.data(), seat, action);
      std::uint64_t count = 0;
      {
        py::gil_scoped_release unlocked;
        count = self.core->perft(next.data(), depth - 1);
      }
      const py::object key = py::cast(PyMove{self.core, action});
      const py::object before = counts.contains(key) ? py::object(counts[key]) : py::int_(0);
      counts[key] = before + py::int_(count);
    }
  });
  return counts;
}

py::dtype playout_dtype(int players) {
  py::dict layout;
  layout["names"] = py::make_tuple("plies", "over", "winners", "scores");
  layout["formats"] = py::make_tuple("<u4", "?", "<u4", py::make_tuple("<i4", py::make_tuple(players)));
  layout["offsets"] = py::make_tuple(offsetof(PlayoutResult, plies), offsetof(PlayoutResult, over),
                                     offsetof(PlayoutResult, winners), offsetof(PlayoutResult, scores));
  layout["itemsize"] = sizeof(PlayoutResult);
  return py::dtype::from_args(layout);
}

py::array playouts(const PyReferee& self, const PyState& state, py::ssize_t n, py::handle seed, unsigned threads,
                   py::handle first_index) {
  expect_full(self, state);
  if (n < 0 || n > (py::ssize_t{1} << 31)) throw py::value_error("n: expected 0 to 2^31");
  py::array results(playout_dtype(state.head().players), n);
  auto* first = static_cast<PlayoutResult*>(results.mutable_data());
  const std::uint64_t key = to_seed(seed);
  const std::uint64_t index = to_seed(first_index);
  {
    py::gil_scoped_release unlocked;
    self.core->playouts(state.data(), key, index, {first, static_cast<std::size_t>(n)}, threads);
  }
  return results;
}

// --- search ----------------------------------------------------------------------------------

py::tuple evaluate(const PyReferee& self, const PyState& state, py::handle seat, py::handle seed) {
  const std::vector<Action> actions = legal_actions(self, state, seat);
  const std::uint64_t key = to_seed(seed);
  std::vector<std::int64_t> values;
  if (!actions.empty()) values = self.core->evaluate(state.data(), to_seat(seat), key, actions);
  return py::make_tuple(to_array(actions), to_array(values));
}

py::list monte_carlo(const PyReferee& self, const PyState& state, py::handle seat, std::uint32_t playouts,
                     double seconds, py::handle seed, unsigned threads) {
  expect_own(self, state);
  const Seat mover = to_seat(seat);
  const std::uint64_t key = to_seed(seed);
  std::vector<MoveEstimate> estimates;
  if (self.core->to_act(state.data()).has(mover) && mover != kChance) {
    using Clock = std::chrono::steady_clock;
    const auto deadline = Clock::now() + std::chrono::duration<double>(seconds);
    SearchBudget budget{playouts, nullptr};
    if (seconds > 0) budget.stop = [deadline] { return Clock::now() >= deadline; };
    py::gil_scoped_release unlocked;
    estimates = self.core->monte_carlo(state.data(), mover, budget, key, threads);
  }
  py::list found;
  for (const MoveEstimate& one : estimates) {
    found.append(py::make_tuple(PyMove{self.core, one.action}, one.visits, one.mean()));
  }
  return found;
}

// --- catalogue -------------------------------------------------------------------------------

py::list fields_of(const std::vector<FieldInfo>& fields, std::span<const Domain> domains) {
  py::list list;
  for (const FieldInfo& field : fields) {
    const py::object domain = field.domain == kPlain ? py::object(py::none()) : py::str(domains[field.domain].name);
    list.append(py::make_tuple(field.name, domain));
  }
  return list;
}

py::dict catalogue(const PyReferee& self) {
  const Referee& core = *self.core;
  py::dict domains;
  for (const Domain& domain : core.domains()) {
    py::list values;
    for (std::uint32_t i = 0; i < domain.size; ++i)
      values.append(to_python(domain.to_value(std::int64_t{domain.lo} + i)));
    domains[py::str(domain.name)] = values;
  }
  py::list kinds;
  for (const KindInfo& kind : core.kinds()) {
    kinds.append(
        py::make_tuple(kind.name, kind.offset, kind.size, kind.chance, fields_of(kind.fields, core.domains())));
  }
  py::list events;
  for (const EventInfo& event : core.events()) {
    events.append(py::make_tuple(event.name, fields_of(event.fields, core.domains())));
  }
  py::list options;
  for (const Option& option : core.options()) {
    options.append(py::make_tuple(option.name, option.group, to_python(option.domain), to_python(option.standard)));
  }
  py::dict codes;
  for (const RejectBlock& block : {shared_rejects(), core.rejects()}) {
    for (std::size_t i = 0; i < block.names.size(); ++i)
      codes[py::int_(block.first + i)] = py::str(std::string{block.names[i]});
  }
  py::list words;
  for (const std::string& word : core.words()) words.append(word);

  py::dict all;
  all["domains"] = domains;
  all["kinds"] = kinds;
  all["events"] = events;
  all["options"] = options;
  all["codes"] = codes;
  all["words"] = words;
  return all;
}

PyReferee make_referee(const std::string& rules, const py::object& plugin) {
  const Tables tables = Tables::parse(rules);
  const BoundGame* game = nullptr;
  if (plugin.is_none()) {
    game = find_bound(tables.game());
  } else {
    game = static_cast<const BoundGame*>(py::capsule(plugin).get_pointer());
  }
  if (game == nullptr || game->entry.name != tables.game()) {
    throw RulesError{"", "", "", "no native rules for the game '" + tables.game() + "'"};
  }
  return {game->entry.compile(tables), game->state_dtype};
}

ChanceMode to_mode(bool manual) { return manual ? ChanceMode::manual : ChanceMode::automatic; }

}  // namespace

void bind_referee(py::module_& m) {
  py::class_<PyReferee>(m, "Referee", "The native referee of one game and one set of rules.")
      .def(py::init(&make_referee), py::arg("rules"), py::arg("plugin") = py::none(),
           "Compiles rules from their canonical text.")
      .def_property_readonly(
          "name", [](const PyReferee& r) { return std::string{r.core->name()}; }, "Id of the game.")
      .def_property_readonly(
          "digest",
          [](const PyReferee& r) {
            char text[17];
            std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(r.core->digest()));
            return std::string{text};
          },
          "Hash of the compiled rules: 16 hexadecimal digits.")
      .def_property_readonly(
          "players",
          [](const PyReferee& r) {
            py::list counts;
            for (int n = r.core->players_min(); n <= r.core->players_max(); ++n) counts.append(n);
            return py::tuple(counts);
          },
          "The numbers of players that the game takes.")
      .def_property_readonly(
          "action_count", [](const PyReferee& r) { return r.core->action_count(); },
          "Move codes run from 0 to action_count - 1.")
      .def_property_readonly(
          "state_size", [](const PyReferee& r) { return r.core->wire().record_size(); },
          "Bytes of State.to_bytes(), header included.")
      .def_property_readonly(
          "ply_bound", [](const PyReferee& r) { return r.core->ply_bound(); },
          "No game is longer than this many moves, chance included.")
      .def_property_readonly(
          "state_dtype", [](const PyReferee& r) { return r.dtype(); }, "NumPy layout of State.array.")
      .def("_catalogue", &catalogue)
      .def(
          "_initial",
          [](const PyReferee& r, const py::dict& setup, py::handle seed, bool manual) {
            PyState s(r);
            Report report;
            r.core->initial(to_value(setup), to_mode(manual), to_seed(seed), s.memory.data(), &report);
            return py::make_tuple(std::move(s), events_of(report), moves_of(r, report));
          },
          py::arg("setup"), py::arg("seed"), py::arg("manual"))
      .def(
          "_build",
          [](const PyReferee& r, const py::object& document, py::handle seed, bool manual) {
            PyState s(r);
            r.core->build(to_value(document), to_mode(manual), to_seed(seed), s.memory.data());
            return s;
          },
          py::arg("document"), py::arg("seed"), py::arg("manual"))
      .def(
          "_advance",
          [](const PyReferee& r, const PyState& state, py::handle seat, py::handle move) {
            Report report;
            PyState next = advance(r, state, seat, move, &report);
            return py::make_tuple(std::move(next), events_of(report), moves_of(r, report));
          },
          py::arg("state"), py::arg("seat"), py::arg("move"),
          "Like step(), with the list of (seat, move) played, chance included.")
      .def("_validate_many", &validate_many, py::arg("states"), py::arg("seats"), py::arg("actions"),
           py::arg("threads"))
      .def("validate", &validate, py::arg("state"), py::arg("seat"), py::arg("move"),
           "Judges a move (a code, a Move or a mapping) without playing it.")
      .def(
          "_report",
          [](const PyReferee& r, const PyState& state) {
            expect_full(r, state);
            return to_python(r.core->score_report(state.data()));
          },
          py::arg("state"))
      .def(
          "legal",
          [](const PyReferee& r, const PyState& state, py::handle seat) {
            return to_array(legal_actions(r, state, seat));
          },
          py::arg("state"), py::arg("seat"), "Codes of the seat's legal moves, ascending (uint32).")
      .def(
          "moves",
          [](const PyReferee& r, const PyState& state, py::handle seat) {
            py::list moves;
            for (const Action action : legal_actions(r, state, seat)) moves.append(PyMove{r.core, action});
            return moves;
          },
          py::arg("state"), py::arg("seat"), "The seat's legal moves, in the order of their codes.")
      .def(
          "move",
          [](const PyReferee& r, py::handle given) {
            const ParsedMove parsed = parse_move(r, given);
            if (const auto* malformed = std::get_if<MalformedVerdict>(&parsed)) {
              raise_error("Rejected", py::make_tuple(PyVerdict{r.core, {malformed->code}, malformed->subject}));
            }
            const Action action = std::get<Action>(parsed);
            if (action >= r.core->action_count()) {
              raise_error("Rejected", py::make_tuple(PyVerdict{r.core, {Reject::unknown_action}, {}}));
            }
            return PyMove{r.core, action};
          },
          py::arg("move"), "The Move of a code or a mapping; raises Rejected when it is none.")
      .def("_evaluate", &evaluate, py::arg("state"), py::arg("seat"), py::arg("seed"),
           "(codes, values): the value for the seat after each of its legal moves.")
      .def("_monte_carlo", &monte_carlo, py::arg("state"), py::arg("seat"), py::arg("playouts"), py::arg("seconds"),
           py::arg("seed"), py::arg("threads"), "(move, visits, margin) of each legal move, best first.")
      .def(
          "reseed",
          [](const PyReferee& r, const PyState& state, py::handle seed, bool manual) {
            expect_full(r, state);
            PyState other(state);
            Referee::reseed(other.memory.data(), to_mode(manual), to_seed(seed));
            return other;
          },
          py::arg("state"), py::arg("seed"), py::arg("manual") = false,
          "The same position with another generator: different luck from here on.")
      .def(
          "verdict",
          [](const PyReferee& r, std::uint16_t number, std::string subject, std::int32_t need, std::int32_t have) {
            if (reject_name(Reject{number}, r.core->rejects()).empty()) throw py::value_error("number: no such code");
            return PyVerdict{r.core, {Reject{number}, 0, need, have}, std::move(subject)};
          },
          py::arg("number"), py::arg("subject") = "", py::arg("need") = 0, py::arg("have") = 0,
          "A verdict from its parts, as packed answers and pickles carry them.")
      .def(
          "apply",
          [](const PyReferee& r, const PyState& state, py::handle seat, py::handle move) {
            return advance(r, state, seat, move, nullptr);
          },
          py::arg("state"), py::arg("seat"), py::arg("move"),
          "The state after a move; raises Rejected and changes nothing when it is illegal.")
      .def(
          "step",
          [](const PyReferee& r, const PyState& state, py::handle seat, py::handle move) {
            Report report;
            PyState next = advance(r, state, seat, move, &report);
            return py::make_tuple(std::move(next), events_of(report));
          },
          py::arg("state"), py::arg("seat"), py::arg("move"), "Like apply(), with the events in order.")
      .def(
          "observe",
          [](const PyReferee& r, const PyState& state, py::handle seat) {
            expect_own(r, state);
            const Seat viewer = to_seat(seat);
            if (viewer != kSpectator && viewer >= state.head().players) {
              throw py::value_error("seat: expected a seat of the game or arbitre.SPECTATOR");
            }
            PyState seen(r);
            if (!r.core->observe(state.data(), viewer, seen.memory.data())) {
              raise_error("Rejected", py::make_tuple(PyVerdict{r.core, {Reject::observation_only}, {}}));
            }
            return seen;
          },
          py::arg("state"), py::arg("seat"), "The state as that seat (or arbitre.SPECTATOR) may see it.")
      .def(
          "determinise",
          [](const PyReferee& r, const PyState& state, py::handle seat, py::handle seed) {
            expect_own(r, state);
            const Seat viewer = to_seat(seat);
            if (viewer != kSpectator && viewer >= state.head().players) {
              throw py::value_error("seat: expected a seat of the game or arbitre.SPECTATOR");
            }
            PyState full(r);
            if (!r.core->determinise(state.data(), viewer, to_seed(seed), full.memory.data())) {
              raise_error("Rejected", py::make_tuple(PyVerdict{r.core, {Reject::observation_only}, {}}));
            }
            return full;
          },
          py::arg("state"), py::arg("seat"), py::arg("seed"),
          "A full state consistent with what the seat knows, drawn by `seed`.")
      .def(
          "observe_events",
          [](const PyReferee&, const py::iterable& events, py::handle seat) {
            const Seat viewer = to_seat(seat);
            if (viewer != kSpectator && viewer >= kMaxSeats) {
              throw py::value_error("seat: expected a seat or arbitre.SPECTATOR");
            }
            py::list seen;
            for (const py::handle item : events) {
              const auto& event = item.cast<const PyEvent&>();
              (void)event.map();
              EventRecord record = event.record;
              if (auto map = record.seen_by(viewer)) {
                record.map = std::move(*map);
                seen.append(PyEvent{std::move(record)});
              }
            }
            return seen;
          },
          py::arg("events"), py::arg("seat"), "The events as that seat may see them.")
      .def(
          "document",
          [](const PyReferee& r, const PyState& state) {
            expect_own(r, state);
            return to_python(r.core->document(state.data()));
          },
          py::arg("state"), "The whole position as a plain dict of ids and numbers.")
      .def("chance", &chance, py::arg("state"),
           "(codes, probabilities) of the pending chance move; empty when none is due.")
      .def(
          "from_bytes",
          [](const PyReferee& r, const py::buffer& data) {
            const py::buffer_info info = data.request();
            const py::bytes flat = info.ndim == 1 && info.itemsize == 1 && info.strides[0] == 1
                                       ? py::bytes()
                                       : py::bytes(data.attr("tobytes")());
            PyState s(r);
            const std::string_view copy = flat;
            const auto* bytes = copy.empty() ? static_cast<const std::byte*>(info.ptr)
                                             : reinterpret_cast<const std::byte*>(copy.data());
            const auto size = copy.empty() ? static_cast<std::size_t>(info.size) : copy.size();
            r.core->decode({bytes, size}, s.memory.data());
            return s;
          },
          py::arg("data"), "The state of a wire record; raises WireError on anything else.")
      .def("perft", &perft, py::arg("state"), py::arg("depth"), py::arg("split") = false,
           "Number of move sequences of this depth; with `split`, per first move.")
      .def("playouts", &playouts, py::arg("state"), py::arg("n"), py::arg("seed") = 0, py::arg("threads") = 1,
           py::arg("first") = 0,
           "n random games from here to the end: records of plies, over, winners (a bit mask of seats) and scores.");
}

}  // namespace arbitre::bindings
