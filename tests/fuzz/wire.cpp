// Law: a record is refused with a WireError, or it is the one spelling of a state with which
// everything that may be done with a state can be done.
//
// Input: a byte for the game, then a record. It is tried as it is, and once more with its digest,
// its length and its checksum mended, so that mutations reach the invariants.
#include <cstring>
#include <vector>

#include "subjects.hpp"

using namespace arbitre;
using namespace arbitre::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Input input{data, size};
  const Referee& referee = subject(input.byte());
  const auto record = std::as_bytes(input.rest());
  accepted += test::decode_and_use(referee, record) ? 1 : 0;

  const auto body = record.subspan(std::min(record.size(), sizeof(WireHeader)));
  Position position{referee};
  const std::size_t length = std::min(body.size(), referee.state_size());
  if (length > 0) std::memcpy(position.data(), body.data(), length);
  const std::uint64_t digest = referee.digest();
  std::memcpy(position.data(), &digest, sizeof digest);
  test::decode_and_use(referee, test::encoded(referee, position));
  return 0;
}
