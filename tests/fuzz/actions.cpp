// Law: at any position, for any seat and any code, `validate`, `legal` and `apply` agree; a refused
// move changes no byte, a played one breaks no invariant, and telling about it changes nothing.
//
// Input: a byte each for the game, the players, the chance mode and every option, then moves: a byte
// for the seat (low 3 bits) and for what the next three bytes are (bit 3: a place among the seat's
// legal moves, else a code).
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "subjects.hpp"

using namespace arbitre;
using namespace arbitre::fuzz;

namespace {

Value pick(const Value& domain, std::uint8_t byte) {
  if (const Value::List* values = domain.list()) return (*values)[byte % values->size()];
  const std::int64_t lo = *domain.find("min")->integer();
  const std::int64_t hi = *domain.find("max")->integer();
  return lo + byte % (hi - lo + 1);
}

// `players` and every option, each by one byte.
Value read_setup(const Referee& referee, Input& input) {
  Value::Map setup{
      {"players",
       static_cast<int>(pick(Value::Map{{"min", referee.players_min()}, {"max", referee.players_max()}}, input.byte())
                            .integer()[0])}};
  std::vector<std::pair<std::string, Value::Map>> groups;
  for (const Option& option : referee.options()) {
    Value value = pick(option.domain, input.byte());
    if (option.group.empty()) {
      setup.emplace_back(option.name, std::move(value));
      continue;
    }
    auto group = std::find_if(groups.begin(), groups.end(), [&](const auto& g) { return g.first == option.group; });
    if (group == groups.end()) group = groups.insert(groups.end(), {option.group, {}});
    group->second.emplace_back(option.name, std::move(value));
  }
  for (auto& [name, options] : groups) setup.emplace_back(name, std::move(options));
  return setup;
}

void try_move(const Referee& referee, Position& position, Seat seat, Action action) {
  const Verdict verdict = referee.validate(position.data(), seat, action);
  std::vector<Action> legal;
  referee.legal(position.data(), seat, legal);
  promise(std::is_sorted(legal.begin(), legal.end()), "legal codes ascend");
  promise(verdict.ok() == std::binary_search(legal.begin(), legal.end(), action), "legal is what validate accepts");

  Position told = position, next = position;
  Report report;
  const Verdict applied = referee.apply(next.data(), seat, action);
  promise(applied.code == verdict.code, "apply judges as validate does");
  promise(referee.apply(told.data(), seat, action, &report).code == verdict.code, "a report changes no verdict");
  promise(told == next, "a report changes no move");
  if (!verdict.ok()) {
    promise(next == position, "a refused move changes nothing");
    promise(report.moves.empty() && report.events.empty(), "a refused move has no events");
    return;
  }
  test::promise_position(referee, next, "action " + std::to_string(action) + " of seat " + std::to_string(seat));
  promise(!report.moves.empty() && report.moves.front().action == action, "the report begins with the move");
  const std::uint32_t plies = Referee::head(next.data()).ply - Referee::head(position.data()).ply;
  promise(plies == report.moves.size(), "each move is a ply");
  promise(std::holds_alternative<Action>(referee.parse(referee.move(action))), "a move in words is a move");
  position = next;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Input input{data, size};
  const Referee& referee = subject(input.byte());
  const Value setup = read_setup(referee, input);
  const ChanceMode mode = input.byte() % 2 == 0 ? ChanceMode::manual : ChanceMode::automatic;
  Position position{referee};
  try {
    referee.initial(setup, mode, 1, position.data());
  } catch (const SetupError&) {
    return 0;  // options that exclude each other
  }
  std::vector<Action> legal;
  while (!input.empty()) {
    const std::uint8_t how = input.byte();
    auto action = static_cast<Action>(input.number(3));
    const std::array<Seat, 8> seats = {0,       1,          2,       3,
                                       kChance, kSpectator, kNoSeat, referee.to_act(position.data()).first()};
    const Seat seat = seats[how % seats.size()];
    if ((how & 8) != 0) {
      referee.legal(position.data(), seat, legal);
      if (!legal.empty()) action = legal[action % legal.size()];
    }
    try_move(referee, position, seat, action);
  }
  accepted += referee.to_act(position.data()).empty() ? 1 : 0;
  const bool over = referee.to_act(position.data()).empty();
  const bool alone = Referee::head(position.data()).players == 1;  // who plays alone may lose
  promise(over ? alone || !referee.winners(position.data()).empty() : referee.winners(position.data()).empty(),
          "a game has winners when it is over, and not before");
  test::decode_and_use(referee, test::encoded(referee, position));
  return 0;
}
