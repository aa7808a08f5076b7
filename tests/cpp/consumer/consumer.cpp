// Loads compiled rules (`arbitre rules compile GAME -o FILE`), plays a random game, prints the scores.
//
//     consumer FILE PLAYERS SEED
#include <arbitre/games/registry.hpp>

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

int main(int argc, char** argv) try {
  if (argc != 4) {
    std::cerr << "usage: consumer FILE PLAYERS SEED\n";
    return 2;
  }
  std::ifstream file{argv[1], std::ios::binary};
  const std::string text{std::istreambuf_iterator<char>{file}, std::istreambuf_iterator<char>{}};
  const auto referee = arbitre::compile(arbitre::Tables::parse(text));
  const auto seed = static_cast<std::uint64_t>(std::atoll(argv[3]));

  // A state is plain memory of the size that the referee names, aligned to 8.
  std::vector<std::uint64_t> memory(referee->state_size() / 8);
  auto* state = reinterpret_cast<std::byte*>(memory.data());
  const arbitre::Value setup = arbitre::Value::Map{{"players", std::atoi(argv[2])}};
  referee->initial(setup, arbitre::ChanceMode::automatic, seed, state);

  arbitre::Stream dice{seed, 1};
  std::vector<arbitre::Action> legal;
  while (!referee->to_act(state).empty()) {
    const arbitre::Seat seat = referee->to_act(state).first();
    referee->legal(state, seat, legal);
    const arbitre::Action action = legal[dice.below(static_cast<std::uint32_t>(legal.size()))];
    if (!referee->apply(state, seat, action).ok()) return 1;
  }
  std::cout << referee->name() << " after " << arbitre::Referee::head(state).ply << " moves:";
  for (arbitre::Seat seat = 0; seat < arbitre::Referee::head(state).players; ++seat) {
    std::cout << ' ' << referee->score(state, seat);
  }
  std::cout << '\n';
  return 0;
} catch (const std::exception& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
