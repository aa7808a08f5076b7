// Law: a text of compiled rules is refused with a RulesError, or it makes a game that can be played
// to its end by every number of players, and whose documents and bytes lead back to where they began.
//
// Input: the text.
#include <string_view>

#include "subjects.hpp"

using namespace arbitre;
using namespace arbitre::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text{reinterpret_cast<const char*>(data), size};
  std::shared_ptr<const Referee> referee;
  try {
    referee = compile_text(text);
  } catch (const RulesError&) {
    return 0;
  }
  ++accepted;
  for (int n = referee->players_min(); n <= referee->players_max(); ++n) {
    Position position{*referee}, built{*referee};
    referee->initial(test::players(n), ChanceMode::automatic, 1, position.data());
    test::promise_position(*referee, position, "initial");
    test::play_out(*referee, position, size, referee->ply_bound());
    const Value document = referee->document(position.data());
    referee->build(document, ChanceMode::automatic, 1, built.data());
    promise(referee->document(built.data()) == document, "documents are the whole position");
    promise(test::decode_and_use(*referee, test::encoded(*referee, built)), "states of a game are accepted");
  }
  return 0;
}
