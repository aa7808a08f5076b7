// One game with its compiled rules, behind an interface that does not name the game: what bindings,
// tools and C++ programs that choose the game at run time hold. States are plain memory of
// state_size() bytes, aligned to 8, that a Referee has filled or judged.
//
// The virtual calls are here and nowhere deeper: RefereeOf<G> forwards to Engine<G>.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "arbitre/core/batch.hpp"
#include "arbitre/core/engine.hpp"
#include "arbitre/core/search.hpp"
#include "arbitre/core/wire.hpp"

namespace arbitre {

// What a call did, in words.
struct Report {
  std::vector<Played> moves;
  std::vector<EventRecord> events;
};

// Many moves to judge. A record or a state is at `states + i * stride`; a stride of 0 means one
// state for all. Wire records and raw states are checked before use, trusted states are not.
struct ManyMoves {
  enum class Form { wire, raw, trusted };
  Form form = Form::wire;
  const std::byte* states = nullptr;
  std::size_t stride = 0;
  std::size_t size = 0;  // moves
  const Seat* seats = nullptr;
  const Action* actions = nullptr;
};

struct ManyVerdicts {
  std::uint16_t* codes = nullptr;
  std::uint16_t* subjects = nullptr;  // these three may be null
  std::int32_t* needs = nullptr;
  std::int32_t* haves = nullptr;
};

// The first state of many that may not be used.
struct BadState {
  std::size_t index = 0;
  WireFault fault = WireFault::none;
  Fault invariant;
};

class Referee {
 public:
  virtual ~Referee() = default;

  // --- the catalogue -------------------------------------------------------------------------
  std::string_view name() const { return name_; }
  std::uint64_t digest() const { return digest_; }
  std::size_t state_size() const { return wire_.length; }
  const WireFormat& wire() const { return wire_; }
  std::uint32_t action_count() const { return action_count_; }
  std::uint32_t ply_bound() const { return ply_bound_; }
  int players_min() const { return players_min_; }
  int players_max() const { return players_max_; }
  std::span<const KindInfo> kinds() const { return kinds_; }
  std::span<const Domain> domains() const { return domains_; }
  std::span<const EventInfo> events() const { return events_; }
  std::span<const std::string> words() const { return words_; }
  RejectBlock rejects() const { return rejects_; }
  std::span<const Option> options() const { return options_; }

  std::string_view word(std::uint16_t subject) const {
    return subject < words_.size() ? std::string_view{words_[subject]} : std::string_view{};
  }
  // A move in words to its code, or the refusal that the game's rules name.
  std::variant<Action, MalformedVerdict> parse(const Value& move) const;
  // Precondition of both: action < action_count().
  Value::Map move(Action action) const { return move_value(action, kinds_, domains_); }
  const KindInfo& kind(Action action) const { return kind_of(action, kinds_); }

  // --- positions -----------------------------------------------------------------------------
  // `setup` is a map of `players` and the game's options. Throws SetupError.
  virtual void initial(const Value& setup, ChanceMode mode, std::uint64_t seed, std::byte* state,
                       Report* report = nullptr) const = 0;
  virtual void build(const Value& document, ChanceMode mode, std::uint64_t seed, std::byte* state) const = 0;
  virtual Value document(const std::byte* state) const = 0;
  virtual Fault check(const std::byte* state) const = 0;
  static const StateHead& head(const std::byte* state) { return *reinterpret_cast<const StateHead*>(state); }
  std::uint64_t hash(const std::byte* state) const { return hash_bytes({state, state_size()}); }
  // The hash of the position alone, without generator, ply and rules: equal documents of one layout
  // have equal fingerprints, whoever played the chance moves.
  std::uint64_t fingerprint(const std::byte* state) const {
    return hash_bytes({state + sizeof(StateHead), state_size() - sizeof(StateHead)}, head(state).players);
  }
  // Gives a full state another generator and chance mode; the position stays.
  static void reseed(std::byte* state, ChanceMode mode, std::uint64_t seed) {
    StateHead& head = *reinterpret_cast<StateHead*>(state);
    if (head.is_observation()) return;
    head.rng = {seed, 0};
    head.chance = mode;
  }
  // Judges a wire record completely and copies its state out. Throws WireError.
  void decode(std::span<const std::byte> record, std::byte* state) const;

  // --- play ----------------------------------------------------------------------------------
  virtual SeatSet to_act(const std::byte* state) const = 0;
  virtual Verdict validate(const std::byte* state, Seat seat, Action action) const = 0;
  virtual void legal(const std::byte* state, Seat seat, std::vector<Action>& out) const = 0;
  virtual void outcomes(const std::byte* state, std::vector<Outcome>& out) const = 0;
  virtual Verdict apply(std::byte* state, Seat seat, Action action, Report* report = nullptr) const = 0;
  virtual std::int32_t score(const std::byte* state, Seat seat) const = 0;
  virtual SeatSet winners(const std::byte* state) const = 0;
  // Every line of the scores as plain data; null for a game that has no such report.
  virtual Value score_report(const std::byte* state) const = 0;
  // False when `state` is the observation of somebody else.
  virtual bool observe(const std::byte* state, Seat viewer, std::byte* out) const = 0;
  virtual bool determinise(const std::byte* state, Seat viewer, std::uint64_t seed, std::byte* out) const = 0;

  // --- many ----------------------------------------------------------------------------------
  virtual std::uint64_t perft(const std::byte* state, int depth) const = 0;
  virtual void playouts(const std::byte* root, std::uint64_t seed, std::uint64_t first,
                        std::span<PlayoutResult> results, unsigned threads) const = 0;
  // See search.hpp; both are empty when `state` is the observation of somebody else.
  virtual std::vector<std::int64_t> evaluate(const std::byte* state, Seat seat, std::uint64_t seed,
                                             const std::vector<Action>& actions) const = 0;
  virtual std::vector<MoveEstimate> monte_carlo(const std::byte* state, Seat seat, const SearchBudget& budget,
                                                std::uint64_t seed, unsigned threads) const = 0;
  // Judges every move, or nothing: the first bad state is returned and the verdicts are void.
  virtual std::optional<BadState> validate_many(const ManyMoves& moves, const ManyVerdicts& verdicts,
                                                unsigned threads) const = 0;
  // Plays actions[i] for the lowest seat to act of the i-th state; refused moves change nothing.
  virtual void step_many(std::byte* states, std::span<const Action> actions, std::uint16_t* codes,
                         unsigned threads) const = 0;

 protected:
  Referee(std::string_view name, std::uint16_t version, std::size_t state_size)
      : name_{name}, wire_{WireFormat::of(name, version, state_size)} {}

  std::string_view name_;
  WireFormat wire_;
  std::uint64_t digest_ = 0;
  std::uint32_t action_count_ = 0;
  std::uint32_t ply_bound_ = 0;
  int players_min_ = 0;
  int players_max_ = 0;
  std::span<const KindInfo> kinds_;
  std::span<const Domain> domains_;
  std::span<const std::string> words_;
  std::vector<EventInfo> events_;
  std::vector<Option> options_;
  RejectBlock rejects_;

 private:
  virtual MalformedVerdict malformed(const Malformed& malformed) const = 0;
};

// Reads `players`; what is left of a set-up is the game's. Throws SetupError with every reason.
class SetupReader {
 public:
  SetupReader(const Value& setup, int players_min, int players_max);
  std::uint8_t players() const { return players_; }

  template <class Describe>
  void read_options(Describe&& describe) {
    DocumentReader reader{rest_, "", &problems_};
    describe(reader);
    reader.finish();
  }
  void finish();

 private:
  Value rest_;
  std::uint8_t players_ = 0;
  std::vector<SetupError::Reason> reasons_;
  std::vector<DocumentReader::Problem> problems_;
};

template <Game G>
class RefereeOf final : public Referee {
 public:
  using Rules = typename G::Rules;
  using State = typename G::State;
  using E = Engine<G>;

  // Precondition: compiled rules; they never change afterwards.
  explicit RefereeOf(Rules rules) : Referee{G::name, G::state_version, sizeof(State)}, r_{std::move(rules)} {
    digest_ = r_.digest;
    action_count_ = r_.codec.action_count();
    ply_bound_ = G::ply_bound;
    players_min_ = r_.players_min;
    players_max_ = r_.players_max;
    kinds_ = r_.kinds;
    domains_ = r_.domains;
    words_ = r_.words;
    events_ = event_infos(std::type_identity<typename G::Event>{});
    OptionLister lister;
    typename G::Options standard = G::standard_options(r_);
    G::describe_options(lister, r_, standard);
    options_ = lister.take();
    rejects_ = G::rejects();
  }

  const Rules& rules() const { return r_; }

  void initial(const Value& setup, ChanceMode mode, std::uint64_t seed, std::byte* state,
               Report* report) const override {
    SetupReader reader{setup, players_min_, players_max_};
    typename G::Options options = G::standard_options(r_);
    reader.read_options([&](DocumentReader& io) {
      G::describe_options(io, r_, options);
      // What a game is told at its start and is no option of its catalogue, such as who plays what.
      if constexpr (requires { G::describe_setup(io, r_, options, reader.players()); }) {
        G::describe_setup(io, r_, options, reader.players());
      }
    });
    reader.finish();
    account(report, [&](auto* account) {
      store(E::initial(r_, options, reader.players(), mode, seed, account), state);
      return 0;
    });
  }
  void build(const Value& document_, ChanceMode mode, std::uint64_t seed, std::byte* state) const override {
    store(E::build(r_, document_, mode, seed), state);
  }
  Value document(const std::byte* state) const override { return E::document(r_, at(state)); }
  Fault check(const std::byte* state) const override { return E::check(r_, at(state)); }

  SeatSet to_act(const std::byte* state) const override { return G::to_act(r_, at(state)); }
  Verdict validate(const std::byte* state, Seat seat, Action action) const override {
    return E::validate(r_, at(state), seat, action);
  }
  void legal(const std::byte* state, Seat seat, std::vector<Action>& out) const override {
    E::legal(r_, at(state), seat, out);
  }
  void outcomes(const std::byte* state, std::vector<Outcome>& out) const override { E::outcomes(r_, at(state), out); }
  Verdict apply(std::byte* state, Seat seat, Action action, Report* report) const override {
    return account(report, [&](auto* account) { return E::apply(r_, at(state), seat, action, account); });
  }
  std::int32_t score(const std::byte* state, Seat seat) const override { return G::score(r_, at(state), seat); }
  SeatSet winners(const std::byte* state) const override { return G::winners(r_, at(state)); }
  Value score_report(const std::byte* state) const override {
    if constexpr (requires { G::report(r_, at(state)); }) {
      return G::report(r_, at(state));
    } else {
      return {};
    }
  }
  bool observe(const std::byte* state, Seat viewer, std::byte* out) const override {
    return store(E::observe(r_, at(state), viewer), out);
  }
  bool determinise(const std::byte* state, Seat viewer, std::uint64_t seed, std::byte* out) const override {
    return store(E::determinise(r_, at(state), viewer, seed), out);
  }

  std::uint64_t perft(const std::byte* state, int depth) const override { return E::perft(r_, at(state), depth); }
  void playouts(const std::byte* root, std::uint64_t seed, std::uint64_t first, std::span<PlayoutResult> results,
                unsigned threads) const override {
    arbitre::playouts<G>(r_, at(root), seed, first, results, threads);
  }
  std::vector<std::int64_t> evaluate(const std::byte* state, Seat seat, std::uint64_t seed,
                                     const std::vector<Action>& actions) const override {
    return arbitre::evaluate<G>(r_, at(state), seat, seed, actions);
  }
  std::vector<MoveEstimate> monte_carlo(const std::byte* state, Seat seat, const SearchBudget& budget,
                                        std::uint64_t seed, unsigned threads) const override {
    return arbitre::monte_carlo<G>(r_, at(state), seat, budget, seed, threads);
  }
  std::optional<BadState> validate_many(const ManyMoves& moves, const ManyVerdicts& verdicts,
                                        unsigned threads) const override;
  void step_many(std::byte* states, std::span<const Action> actions, std::uint16_t* codes,
                 unsigned threads) const override {
    parallel(actions.size(), threads, 256, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        State& s = at(states + i * sizeof(State));
        codes[i] = static_cast<std::uint16_t>(E::apply(r_, s, G::to_act(r_, s).first(), actions[i]).code);
      }
    });
  }

 private:
  static const State& at(const std::byte* state) { return *reinterpret_cast<const State*>(state); }
  static State& at(std::byte* state) { return *reinterpret_cast<State*>(state); }
  static void store(const State& s, std::byte* out) { std::memcpy(out, &s, sizeof s); }
  static bool store(const std::optional<State>& s, std::byte* out) {
    if (s) store(*s, out);
    return s.has_value();
  }
  MalformedVerdict malformed(const Malformed& malformed) const override { return G::malformed(malformed); }

  // Calls `play` with a typed account when a report is wanted, and puts it in words.
  template <class Play>
  auto account(Report* report, Play&& play) const {
    if (report == nullptr) return play(static_cast<typename E::GameAccount*>(nullptr));
    typename E::GameAccount typed;
    auto result = play(&typed);
    report->moves = std::move(typed.moves);
    for (const auto& event : typed.events) report->events.push_back(to_record(event, domains_));
    return result;
  }

  // The state at one place of ManyMoves, checked unless trusted. `room` keeps a copy where needed.
  const State* admit_state(const ManyMoves& moves, std::size_t i, State& room, BadState& bad) const {
    const std::byte* bytes = moves.states + i * moves.stride;
    if (moves.form == ManyMoves::Form::trusted) return &at(bytes);
    if (moves.form == ManyMoves::Form::wire) {
      bad.fault = wire_.judge({bytes, wire_.record_size()});
      if (bad.fault != WireFault::none) return nullptr;
      bytes += sizeof(WireHeader);
    }
    std::memcpy(&room, bytes, sizeof room);
    if (room.head.digest != r_.digest) {
      bad.fault = WireFault::rules;
      return nullptr;
    }
    bad.invariant = E::check(r_, room);
    if (bad.invariant.ok()) return &room;
    bad.fault = WireFault::invariant;
    return nullptr;
  }

  Rules r_;
};

template <Game G>
std::optional<BadState> RefereeOf<G>::validate_many(const ManyMoves& moves, const ManyVerdicts& verdicts,
                                                    unsigned threads) const {
  // The lowest bad index wins, whatever the number of threads.
  std::atomic<std::size_t> first_bad{moves.size};
  const bool shared = moves.stride == 0;
  const auto work = [&](std::size_t begin, std::size_t end) {
    State room;
    BadState bad;
    const State* s = nullptr;
    for (std::size_t i = begin; i < end; ++i) {
      if (s == nullptr || !shared) s = admit_state(moves, i, room, bad);
      if (s == nullptr) {
        std::size_t known = first_bad.load();
        while (i < known && !first_bad.compare_exchange_weak(known, i)) {
        }
        return;
      }
      const Verdict verdict = E::validate(r_, *s, moves.seats[i], moves.actions[i]);
      verdicts.codes[i] = static_cast<std::uint16_t>(verdict.code);
      if (verdicts.subjects != nullptr) {
        verdicts.subjects[i] = verdict.subject;
        verdicts.needs[i] = verdict.need;
        verdicts.haves[i] = verdict.have;
      }
    }
  };
  parallel(moves.size, threads, 512, work);
  if (first_bad.load() == moves.size) return std::nullopt;
  State room;
  BadState bad;
  bad.index = first_bad.load();
  admit_state(moves, bad.index, room, bad);
  return bad;
}

// A game as the registry knows it: its name and how to compile its rules. Throws RulesError.
struct GameEntry {
  std::string_view name;
  std::shared_ptr<const Referee> (*compile)(const Tables& tables);
};

template <Game G>
std::shared_ptr<const Referee> compile_referee(const Tables& tables) {
  return std::make_shared<const RefereeOf<G>>(G::compile(tables));
}

}  // namespace arbitre
