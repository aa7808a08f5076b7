// The engine measured through the types of one game, as a C++ program that knows its game uses it. What
// the interface that names no game costs is the difference to engine_bench. Used like it.
//
// A program of its own: were it one with engine_bench, the linker would keep a single copy of each
// template, and the compiler inlines differently here than in the library.
#include "arbitre/games/sept_solines/game.hpp"
#include "bench.hpp"

namespace arbitre::bench {
namespace {

template <Game G>
void add_typed(Bench& bench, const Tables& tables, const Workload& work, const Options& options) {
  using State = typename G::State;
  const auto rules = std::make_shared<const typename G::Rules>(G::compile(tables));
  const auto at = [&work](std::size_t i) -> const State& { return *reinterpret_cast<const State*>(work.state(i)); };
  bench.add_each("typed_validate", "call", work, [&work, rules, at](std::size_t i) {
    keep(Engine<G>::validate(*rules, at(i), work.seat(i), work.action(i)));
  });
  bench.add_each("typed_legal", "call", work,
                 [&work, rules, at, actions = std::vector<Action>{}](std::size_t i) mutable {
                   Engine<G>::legal(*rules, at(i), work.seat(i), actions);
                   keep(actions.data());
                 });
  bench.add_each("typed_clone", "state", work, [at](std::size_t i) {
    const State copy = at(i);
    keep(copy);
  });
  bench.add_each("typed_hash", "state", work, [at](std::size_t i) { keep(hash_state(at(i))); });
  const State root = Engine<G>::initial(*rules, G::standard_options(*rules), static_cast<std::uint8_t>(options.players),
                                        ChanceMode::automatic, kSeed);
  const auto playouts = static_cast<std::uint64_t>(options.playouts);
  bench.add("typed_playouts_1", "move", [rules, root, playouts, actions = std::vector<Action>{}]() mutable {
    std::size_t plies = 0;
    for (std::uint64_t i = 0; i < playouts; ++i) {
      plies += Engine<G>::playout(*rules, root, kSeed, i, actions).plies;
    }
    return plies;
  });
}

}  // namespace
}  // namespace arbitre::bench

int main(int argc, char** argv) {
  using namespace arbitre;
  const auto add = [](auto& bench, const Tables& tables, const Referee&, const auto& work, const auto& options) {
    // One game shows what the interface costs; another one would add its line.
    if (tables.game() == "sept_solines") bench::add_typed<sept_solines::SeptSolines>(bench, tables, work, options);
  };
  return bench::run_program(argc, argv, add);
}
