// Many games side by side, stepped together: for vectorised learning and search.
#include <mutex>

#include "convert.hpp"
#include "objects.hpp"

namespace arbitre::bindings {
namespace {

class PyBatch : public ZeroedNew {
 public:
  PyBatch(const PyReferee& owner, std::size_t n, const py::dict& setup, std::uint64_t seed, unsigned threads)
      : owner_{owner},
        n_{n},
        setup_{to_value(setup)},
        seed_{seed},
        threads_{threads},
        memory_{n * owner.core->state_size() + 1},
        episodes_(n, 0) {
    // A set-up that can't be played is refused, even for no games at all.
    StateMemory scratch{owner.core->state_size()};
    owner.core->initial(setup_, ChanceMode::automatic, 0, scratch.data());
    for (std::size_t i = 0; i < n; ++i) restart(i);
  }

  std::size_t size() const { return n_; }

  // A view of the batch's own memory: it changes with every step.
  static py::array states(const py::object& self) {
    auto& batch = self.cast<PyBatch&>();
    py::array view(batch.owner_.dtype(), batch.shape(), {}, batch.memory_.data(), self);
    view.attr("flags").attr("writeable") = false;
    return view;
  }

  py::array_t<Seat> to_act() const {
    const std::scoped_lock lock{mutex_};
    py::array_t<Seat> seats(static_cast<py::ssize_t>(n_));
    for (std::size_t i = 0; i < n_; ++i) {
      const Seat seat = owner_.core->to_act(at(i)).first();
      seats.mutable_at(i) = seat == kNoSeat ? kNone : seat;
    }
    return seats;
  }

  py::tuple legal() {
    std::vector<Action> flat;
    std::vector<std::int64_t> offsets{0};
    {
      py::gil_scoped_release unlocked;
      const std::scoped_lock lock{mutex_};
      std::vector<Action> actions;
      for (std::size_t i = 0; i < n_; ++i) {
        owner_.core->legal(at(i), owner_.core->to_act(at(i)).first(), actions);
        flat.insert(flat.end(), actions.begin(), actions.end());
        offsets.push_back(static_cast<std::int64_t>(flat.size()));
      }
    }
    return py::make_tuple(py::array_t<Action>(static_cast<py::ssize_t>(flat.size()), flat.data()),
                          py::array_t<std::int64_t>(static_cast<py::ssize_t>(offsets.size()), offsets.data()));
  }

  py::array_t<std::uint16_t> step(const py::array_t<Action, py::array::c_style>& actions) {
    if (actions.ndim() != 1 || static_cast<std::size_t>(actions.size()) != n_) {
      throw py::value_error("actions: expected " + std::to_string(n_) + " numbers");
    }
    py::array_t<std::uint16_t> codes(static_cast<py::ssize_t>(n_));
    const std::span<const Action> given{actions.data(), n_};
    std::uint16_t* out = codes.mutable_data();
    {
      py::gil_scoped_release unlocked;
      const std::scoped_lock lock{mutex_};
      owner_.core->step_many(memory_.data(), given, out, threads_);
    }
    return codes;
  }

  py::array observations() const {
    py::array seen(owner_.dtype(), shape());
    auto* out = static_cast<std::byte*>(seen.mutable_data());
    const std::scoped_lock lock{mutex_};
    for (std::size_t i = 0; i < n_; ++i) {
      Seat viewer = owner_.core->to_act(at(i)).first();
      if (viewer >= kMaxSeats) viewer = kSpectator;  // chance, or nobody
      owner_.core->observe(at(i), viewer, out + i * owner_.core->state_size());
    }
    return seen;
  }

  py::array_t<bool> done() const {
    const std::scoped_lock lock{mutex_};
    py::array_t<bool> flags(static_cast<py::ssize_t>(n_));
    for (std::size_t i = 0; i < n_; ++i) flags.mutable_at(i) = owner_.core->to_act(at(i)).empty();
    return flags;
  }

  py::array_t<std::int32_t> scores() const {
    const std::scoped_lock lock{mutex_};
    const auto players = n_ == 0 ? py::ssize_t{0} : py::ssize_t{Referee::head(at(0)).players};
    py::array_t<std::int32_t> all({static_cast<py::ssize_t>(n_), players});
    for (std::size_t i = 0; i < n_; ++i) {
      for (py::ssize_t seat = 0; seat < players; ++seat) {
        all.mutable_at(i, seat) = owner_.core->score(at(i), static_cast<Seat>(seat));
      }
    }
    return all;
  }

  void reset(const py::object& mask) {
    const std::scoped_lock lock{mutex_};
    std::vector<bool> chosen(n_, false);
    if (mask.is_none()) {
      for (std::size_t i = 0; i < n_; ++i) chosen[i] = owner_.core->to_act(at(i)).empty();
    } else {
      const auto flags = py::array_t<bool, py::array::c_style | py::array::forcecast>::ensure(mask);
      if (!flags || flags.ndim() != 1 || static_cast<std::size_t>(flags.size()) != n_) {
        throw py::value_error("mask: expected " + std::to_string(n_) + " booleans");
      }
      for (std::size_t i = 0; i < n_; ++i) chosen[i] = flags.at(i);
    }
    for (std::size_t i = 0; i < n_; ++i) {
      if (chosen[i]) restart(i);
    }
  }

 private:
  std::vector<py::ssize_t> shape() const { return {static_cast<py::ssize_t>(n_)}; }
  std::byte* at(std::size_t i) { return memory_.data() + i * owner_.core->state_size(); }
  const std::byte* at(std::size_t i) const { return memory_.data() + i * owner_.core->state_size(); }

  // Every episode of every game has a seed of its own, fixed by the batch's seed.
  void restart(std::size_t i) {
    const std::uint64_t seed = mix(seed_, episodes_[i] * n_ + i);
    ++episodes_[i];
    owner_.core->initial(setup_, ChanceMode::automatic, seed, at(i));
  }

  PyReferee owner_;
  std::size_t n_;
  Value setup_;
  std::uint64_t seed_;
  unsigned threads_;
  StateMemory memory_;
  std::vector<std::uint64_t> episodes_;
  mutable std::mutex mutex_;
};

}  // namespace

void bind_batch(py::module_& m) {
  py::class_<PyBatch>(m, "Batch", "Games of one set-up, stepped together; chance is automatic.")
      .def(
          py::init([](const PyReferee& owner, py::ssize_t n, const py::dict& setup, py::handle seed, unsigned threads) {
            if (n < 0 || n > (py::ssize_t{1} << 24)) throw py::value_error("n: expected 0 to 2^24");
            return std::make_unique<PyBatch>(owner, static_cast<std::size_t>(n), setup, to_seed(seed), threads);
          }),
          py::arg("game"), py::arg("n"), py::arg("setup"), py::arg("seed"), py::arg("threads"))
      .def("__len__", &PyBatch::size)
      .def_property_readonly("states", &PyBatch::states, "Records of all games: a live, read-only view.")
      .def_property_readonly("to_act", &PyBatch::to_act,
                             "Lowest seat to act in each game; 255 when it is over (uint8).")
      .def("legal", &PyBatch::legal,
           "(codes, offsets): the legal moves of game i's seat to act are codes[offsets[i]:offsets[i + 1]].")
      .def("step", &PyBatch::step, py::arg("actions"),
           "Plays one move in each game; returns the code of each verdict, 0 = played.")
      .def("observations", &PyBatch::observations, "Each game as its seat to act may see it (a copy).")
      .def_property_readonly("done", &PyBatch::done)
      .def_property_readonly("scores", &PyBatch::scores, "Scores, one row a game (int32).")
      .def("reset", &PyBatch::reset, py::arg("mask") = py::none(),
           "Starts new games where `mask` is true; by default where the game is over.");
}

}  // namespace arbitre::bindings
