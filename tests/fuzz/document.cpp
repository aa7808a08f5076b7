// Law: a document is refused with a DocumentError, or it is the canonical document of the state it
// builds, as far as it goes; building that document again gives the same bytes.
//
// Input: a byte for the game, one for the chance mode, then a tree. A node is a tag byte and what
// belongs to it: 0 null, 1 false, 2 true, 3 a small integer (1 byte), 4 an integer (8 bytes), 5 a string
// (its length, its bytes), 6 a list (its length in 2 bytes, nodes), 7 a map (its length in 2 bytes, pairs
// of string and node), 8 something foreign.
#include <string>

#include "subjects.hpp"

using namespace arbitre;
using namespace arbitre::fuzz;

namespace {

std::string read_string(Input& input) {
  const auto bytes = input.take(input.byte());
  return {bytes.begin(), bytes.end()};
}

Value read_tree(Input& input, int depth = 0) {
  constexpr std::uint8_t kTags = 9;
  if (depth > Value::kMaxDepth) return Value::Other{"nesting"};
  switch (input.byte() % kTags) {
    case 0: return {};
    case 1: return false;
    case 2: return true;
    case 3: return static_cast<int>(static_cast<std::int8_t>(input.byte()));
    case 4: return static_cast<std::int64_t>(input.number(8));
    case 5: return read_string(input);
    case 6: {
      Value::List list;
      for (auto left = input.number(2); left > 0 && !input.empty(); --left) list.push_back(read_tree(input, depth + 1));
      return list;
    }
    case 7: {
      Value::Map map;
      for (auto left = input.number(2); left > 0 && !input.empty(); --left) {
        std::string key = read_string(input);
        map.emplace_back(std::move(key), read_tree(input, depth + 1));
      }
      return map;
    }
    default: return Value::Other{"float"};
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Input input{data, size};
  const Referee& referee = subject(input.byte());
  const ChanceMode mode = input.byte() % 2 == 0 ? ChanceMode::manual : ChanceMode::automatic;
  const Value document = read_tree(input);
  Position built{referee}, again{referee};
  try {
    referee.build(document, mode, 1, built.data());
  } catch (const DocumentError&) {
    return 0;
  }
  test::promise_position(referee, built, "build");
  const Value canonical = referee.document(built.data());
  const Difference difference = first_difference(document, canonical);
  promise(!difference.found, "what is built is what was asked for, but " + difference.pointer + " differs");
  try {
    referee.build(canonical, mode, 1, again.data());
  } catch (const DocumentError& error) {
    promise(false, std::string{"a canonical document can be built: "} + error.what());
  }
  promise(again == built, "a canonical document builds the same bytes");
  test::use_state(referee, built);
  ++accepted;
  return 0;
}
