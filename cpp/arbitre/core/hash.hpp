// A fast 64-bit hash of bytes: 16 bytes a step, each folded by one wide multiplication.
// Not cryptographic: it guards against accidents and indexes tables; check_state guards the rules.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
#endif

namespace arbitre {

inline std::uint64_t multiply_fold(std::uint64_t a, std::uint64_t b) noexcept {
#if defined(_MSC_VER) && !defined(__clang__)
  std::uint64_t high;
  const std::uint64_t low = _umul128(a, b, &high);
  return low ^ high;
#else
  __extension__ using Wide = unsigned __int128;
  const Wide product = static_cast<Wide>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
#endif
}

inline std::uint64_t hash_bytes(std::span<const std::byte> bytes, std::uint64_t seed = 0) noexcept {
  // Odd constants from the fractional digits of the golden ratio, e and pi.
  constexpr std::uint64_t kGolden = 0x9E3779B97F4A7C15ull;
  constexpr std::uint64_t kE = 0xB7E151628AED2A6Bull;
  constexpr std::uint64_t kPi = 0x243F6A8885A308D3ull;

  const auto word = [](const std::byte* at, std::size_t n) {
    std::uint64_t value = 0;
    std::memcpy(&value, at, n);
    return value;
  };
  std::uint64_t state = seed ^ multiply_fold(bytes.size() ^ kGolden, kE);
  const std::byte* at = bytes.data();
  std::size_t left = bytes.size();
  // Two independent lanes keep the multiplier busy on long inputs.
  std::uint64_t other = state ^ kPi;
  while (left >= 32) {
    state = multiply_fold(word(at, 8) ^ kGolden, word(at + 8, 8) ^ state);
    other = multiply_fold(word(at + 16, 8) ^ kE, word(at + 24, 8) ^ other);
    at += 32;
    left -= 32;
  }
  if (left >= 16) {
    state = multiply_fold(word(at, 8) ^ kGolden, word(at + 8, 8) ^ state);
    at += 16;
    left -= 16;
  }
  const std::uint64_t low = left > 0 ? word(at, left < 8 ? left : 8) : 0;
  const std::uint64_t high = left > 8 ? word(at + 8, left - 8) : 0;
  state = multiply_fold(low ^ kPi, high ^ state);
  return multiply_fold(state ^ kGolden, other ^ kE);
}

// Mixes two numbers into one: seeds of playouts, keys of determinised states.
inline std::uint64_t mix(std::uint64_t a, std::uint64_t b) noexcept {
  return multiply_fold(a ^ 0x9E3779B97F4A7C15ull, multiply_fold(b ^ 0xB7E151628AED2A6Bull, 0x243F6A8885A308D3ull));
}

}  // namespace arbitre
