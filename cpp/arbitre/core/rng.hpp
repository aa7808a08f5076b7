// Chance: Philox4x32-10, a pure function of (key, counter), and unbiased bounded draws.
// Source: J. Salmon et al., "Parallel random numbers: as easy as 1, 2, 3" (2011); D. Lemire, "Fast
// random integer generation in an interval" (2019).
#pragma once

#include <array>
#include <cstdint>

namespace arbitre {

constexpr std::array<std::uint32_t, 4> philox4x32(std::array<std::uint32_t, 4> counter,
                                                  std::array<std::uint32_t, 2> key) noexcept {
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t a = 0xD2511F53ull * counter[0];
    const std::uint64_t b = 0xCD9E8D57ull * counter[2];
    counter = {static_cast<std::uint32_t>(b >> 32) ^ counter[1] ^ key[0], static_cast<std::uint32_t>(b),
               static_cast<std::uint32_t>(a >> 32) ^ counter[3] ^ key[1], static_cast<std::uint32_t>(a)};
    key[0] += 0x9E3779B9u;
    key[1] += 0xBB67AE85u;
  }
  return counter;
}
// Known answers published with the algorithm.
static_assert(philox4x32({0, 0, 0, 0}, {0, 0}) ==
              std::array<std::uint32_t, 4>{0x6627e8d5u, 0xe169c58du, 0xbc57ac4cu, 0x9b00dbd8u});
static_assert(philox4x32({0x243f6a88u, 0x85a308d3u, 0x13198a2eu, 0x03707344u}, {0xa4093822u, 0x299f31d0u}) ==
              std::array<std::uint32_t, 4>{0xd16cfe09u, 0x94fdccebu, 0x5001e420u, 0x24126ea1u});

// A number below `bound` (> 0) from a source of uniform 32-bit words: multiply and keep the high
// half, with the rare rejection that makes it unbiased.
template <class NextWord>
constexpr std::uint32_t bounded(NextWord&& next, std::uint32_t bound) {
  std::uint64_t product = std::uint64_t{next()} * bound;
  if (static_cast<std::uint32_t>(product) < bound) {
    const std::uint32_t threshold = (0u - bound) % bound;
    while (static_cast<std::uint32_t>(product) < threshold) product = std::uint64_t{next()} * bound;
  }
  return static_cast<std::uint32_t>(product >> 32);
}

// The generator that lives in a state: 16 bytes, one block of Philox a draw.
struct Rng {
  std::uint64_t key = 0;
  std::uint64_t counter = 0;

  constexpr std::uint32_t next() noexcept {
    const auto block =
        philox4x32({static_cast<std::uint32_t>(counter), static_cast<std::uint32_t>(counter >> 32), 0, 0},
                   {static_cast<std::uint32_t>(key), static_cast<std::uint32_t>(key >> 32)});
    ++counter;
    return block[0];
  }
  constexpr std::uint32_t below(std::uint32_t bound) noexcept {
    return bounded([this] { return next(); }, bound);
  }
  friend constexpr bool operator==(const Rng&, const Rng&) = default;
};

// The generator of a policy or a determinisation: outside any state, so it may use all four words
// of a block. `stream` separates sequences of one seed.
class Stream {
 public:
  constexpr Stream(std::uint64_t seed, std::uint64_t stream) noexcept : seed_{seed}, stream_{stream} {}

  constexpr std::uint32_t next() noexcept {
    const auto lane = static_cast<std::size_t>(counter_ & 3u);
    if (lane == 0) {
      block_ = philox4x32({static_cast<std::uint32_t>(counter_ >> 2), 0x61726269u, static_cast<std::uint32_t>(stream_),
                           static_cast<std::uint32_t>(stream_ >> 32)},
                          {static_cast<std::uint32_t>(seed_), static_cast<std::uint32_t>(seed_ >> 32)});
    }
    ++counter_;
    return block_[lane];
  }
  constexpr std::uint64_t next64() noexcept {
    const std::uint64_t high = next();
    return high << 32 | next();
  }
  constexpr std::uint32_t below(std::uint32_t bound) noexcept {
    return bounded([this] { return next(); }, bound);
  }

 private:
  std::uint64_t seed_;
  std::uint64_t stream_;
  std::uint64_t counter_ = 0;
  std::array<std::uint32_t, 4> block_{};
};

}  // namespace arbitre
