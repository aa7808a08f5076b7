// The engine measured without Python: what the floors are held against, and the yardstick of the
// figures from Python.
//
//     engine_bench RULES MOVES [--resolving MOVES] [--players N] [--playouts N] [--perft DEPTH]
//                  [--rounds N] [--milliseconds N] [--ask]
//
// RULES is the text of compiled rules, MOVES what bench/workload.py writes: n positions in wire form,
// n seats, n actions, n legal actions. Those of --resolving are positions of a game with simultaneous
// orders whose legal action is the last that a resolution waits for. Prints JSON: for each measure the nanoseconds of
// one operation, by the clock ("ns") and of processor time ("cpu"), one number a round. Every measure has its turn in
// each round, so that noise falls on all of them alike; and turns are shorter than a time slice, so that on a busy
// machine some of them run undisturbed.
//
// With --ask it reads names of measures, a line each, and answers each with the nanoseconds of one
// operation, by the clock and of processor time, measured now: whoever asks can measure something else in between, and
// compare.
#include "bench.hpp"

namespace arbitre::bench {
namespace {

void add_one_by_one(Bench& bench, const Referee& r, const Workload& work) {
  const std::size_t size = r.state_size();
  bench.add_each("validate", "call", work,
                 [&r, &work](std::size_t i) { keep(r.validate(work.state(i), work.seat(i), work.action(i))); });
  bench.add_each("legal", "call", work, [&r, &work, actions = std::vector<Action>{}](std::size_t i) mutable {
    r.legal(work.state(i), work.seat(i), actions);
    keep(actions.data());
  });
  bench.add_each("clone_apply", "call", work,
                 [&r, &work, size, room = std::vector<std::uint64_t>(size / 8)](std::size_t i) mutable {
                   auto* next = reinterpret_cast<std::byte*>(room.data());
                   std::memcpy(next, work.state(i), size);
                   keep(r.apply(next, work.seat(i), work.legal(i)));
                 });
  bench.add_each("clone", "state", work,
                 [&work, size, room = std::vector<std::uint64_t>(size / 8)](std::size_t i) mutable {
                   std::memcpy(room.data(), work.state(i), size);
                   keep(*room.data());
                 });
  bench.add_each("clone_on_heap", "state", work, [&work, size](std::size_t i) {
    const std::unique_ptr<std::byte[]> room{new std::byte[size]};
    std::memcpy(room.get(), work.state(i), size);
    keep(*room.get());
  });
  bench.add_each("hash", "state", work, [&r, &work](std::size_t i) { keep(r.hash(work.state(i))); });
  const std::size_t record = r.wire().record_size();
  bench.add_each("encode", "state", work,
                 [&r, &work, record, room = std::vector<std::byte>(record)](std::size_t i) mutable {
                   r.wire().encode(work.state(i), room.data());
                   keep(*room.data());
                 });
  bench.add_each("decode_check", "state", work,
                 [&r, &work, record, room = std::vector<std::uint64_t>(size / 8)](std::size_t i) mutable {
                   r.decode({work.records() + i * record, record}, reinterpret_cast<std::byte*>(room.data()));
                   keep(*room.data());
                 });
  bench.add_each("check_state", "state", work, [&r, &work](std::size_t i) { keep(r.check(work.state(i))); });
}

// Everything that follows once all orders are in, played on a copy of the position.
void add_resolving(Bench& bench, const Referee& r, std::shared_ptr<const Workload> work) {
  bench.add("adjudicate", "adjudication",
            [&r, work = std::move(work), size = r.state_size(),
             room = std::vector<std::uint64_t>(r.state_size() / 8)]() mutable {
              auto* next = reinterpret_cast<std::byte*>(room.data());
              for (std::size_t i = 0; i < work->size(); ++i) {
                std::memcpy(next, work->state(i), size);
                keep(r.apply(next, work->seat(i), work->legal(i)));
              }
              return work->size();
            });
}

// Where playouts and perft start, here as in bench/workload.py.
std::vector<std::uint64_t> root_of(const Referee& r, int players) {
  std::vector<std::uint64_t> root(r.state_size() / 8);
  const Value setup = Value::Map{{"players", players}};
  r.initial(setup, ChanceMode::automatic, kSeed, reinterpret_cast<std::byte*>(root.data()));
  return root;
}

void add_many(Bench& bench, const Referee& r, const Workload& work, const Options& options) {
  const std::vector<std::uint64_t> root = root_of(r, options.players);
  for (const unsigned threads : {1u, 2u}) {
    const std::string suffix = threads == 1 ? "_1" : "_2";
    bench.add("playouts" + suffix, "move",
              [&r, threads, root,
               results = std::vector<PlayoutResult>(static_cast<std::size_t>(options.playouts))]() mutable {
                r.playouts(reinterpret_cast<const std::byte*>(root.data()), kSeed, 0, results, threads);
                return count_plies(results);
              });
    const std::size_t n = work.size();
    const auto judge = [&](const std::string& form, const ManyMoves& moves) {
      bench.add("validate_many_" + form + suffix, "move",
                [&r, n, threads, moves, codes = std::vector<std::uint16_t>(n), subjects = std::vector<std::uint16_t>(n),
                 needs = std::vector<std::int32_t>(n), haves = std::vector<std::int32_t>(n)]() mutable {
                  const ManyVerdicts verdicts{codes.data(), subjects.data(), needs.data(), haves.data()};
                  if (r.validate_many(moves, verdicts, threads)) throw std::runtime_error{"a bad state"};
                  return n;
                });
    };
    judge("wire", work.many(ManyMoves::Form::wire, work.records(), r.wire().record_size()));
    judge("raw", work.many(ManyMoves::Form::raw, work.state(0), r.state_size()));
    judge("one", work.many(ManyMoves::Form::trusted, work.state(0), 0));
  }
  bench.add("perft", "node", [&r, root, depth = options.perft_depth] {
    return static_cast<std::size_t>(r.perft(reinterpret_cast<const std::byte*>(root.data()), depth));
  });
}

}  // namespace
}  // namespace arbitre::bench

int main(int argc, char** argv) {
  using namespace arbitre;
  const auto add = [](auto& bench, const Tables&, const Referee& referee, const auto& work, const auto& options) {
    bench::add_one_by_one(bench, referee, work);
    bench::add_many(bench, referee, work, options);
    if (options.resolving.empty()) return;
    bench::add_resolving(bench, referee,
                         std::make_shared<bench::Workload>(referee, bench::read_file(options.resolving)));
  };
  return bench::run_program(argc, argv, add);
}
