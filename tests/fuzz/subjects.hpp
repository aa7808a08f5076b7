// What every fuzz target shares: the games to try, and bytes read as small numbers.
// Must not know: what a target promises.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "use_state.hpp"

namespace arbitre::fuzz {

using test::Position;
using test::promise;

// The game that a byte stands for: the toy game, then those of the library.
const Referee& subject(std::uint8_t byte);

// The rules of a text, whichever of these games it names. Throws RulesError.
std::shared_ptr<const Referee> compile_text(std::string_view text);

// Inputs that were accepted, so that a replay knows whether its seeds still reach what they are for.
inline std::size_t accepted = 0;

// Reads bytes from the front; behind the end there are zeros.
class Input {
 public:
  Input(const std::uint8_t* data, std::size_t size) : left_{data, size} {}

  bool empty() const { return left_.empty(); }
  std::span<const std::uint8_t> rest() const { return left_; }
  std::uint8_t byte() {
    if (left_.empty()) return 0;
    const std::uint8_t first = left_.front();
    left_ = left_.subspan(1);
    return first;
  }
  // A little-endian number of so many bytes.
  std::uint64_t number(int bytes) {
    std::uint64_t value = 0;
    for (int i = 0; i < bytes; ++i) value |= std::uint64_t{byte()} << (8 * i);
    return value;
  }
  std::span<const std::uint8_t> take(std::size_t size) {
    const auto taken = left_.first(std::min(size, left_.size()));
    left_ = left_.subspan(taken.size());
    return taken;
  }

 private:
  std::span<const std::uint8_t> left_;
};

}  // namespace arbitre::fuzz

// What libFuzzer calls, and replay_main.cpp where there is no libFuzzer.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
