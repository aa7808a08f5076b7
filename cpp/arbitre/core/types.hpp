// The few words every other header speaks: seats, sets of seats, actions.
// Must not know: any game, any container.
#pragma once

#include <bit>
#include <cstdint>

namespace arbitre {

static_assert(std::endian::native == std::endian::little, "states travel as little-endian bytes");

// A compact move: offset of its kind plus the mixed radix of its fields (see codec.hpp).
using Action = std::uint32_t;

using Seat = std::uint8_t;
inline constexpr int kMaxSeats = 8;
inline constexpr Seat kNoSeat = 253;     // not a seat of any game: what an impossible number becomes
inline constexpr Seat kChance = 254;     // plays the chance moves
inline constexpr Seat kSpectator = 255;  // sees what everybody sees
inline constexpr Seat kNone = 255;       // "no value" in the byte-sized fields of a state

// Which seats may move now; empty = the game is over. Bit 31 stands for chance.
class SeatSet {
 public:
  constexpr SeatSet() = default;
  static constexpr SeatSet of(Seat seat) { return SeatSet{bit(seat)}; }
  static constexpr SeatSet chance() { return of(kChance); }
  static constexpr SeatSet from_bits(std::uint32_t bits) { return SeatSet{bits}; }

  constexpr bool empty() const { return bits_ == 0; }
  constexpr bool has(Seat seat) const { return (bits_ & bit(seat)) != 0; }
  constexpr bool has_chance() const { return has(kChance); }
  constexpr std::uint32_t bits() const { return bits_; }
  constexpr void add(Seat seat) { bits_ |= bit(seat); }

  // The lowest seat of the set, chance last; kNoSeat when empty.
  constexpr Seat first() const {
    if (bits_ == 0) return kNoSeat;
    const int index = std::countr_zero(bits_);
    return index == 31 ? kChance : static_cast<Seat>(index);
  }

  template <class Visit>
  constexpr void for_each(Visit&& visit) const {
    for (std::uint32_t rest = bits_; rest != 0; rest &= rest - 1) visit(from_bits(rest).first());
  }

  friend constexpr bool operator==(SeatSet, SeatSet) = default;

 private:
  explicit constexpr SeatSet(std::uint32_t bits) : bits_{bits} {}
  static constexpr std::uint32_t bit(Seat seat) {
    if (seat == kChance) return 1u << 31;
    return seat < kMaxSeats ? 1u << seat : 0u;
  }

  std::uint32_t bits_ = 0;
};

}  // namespace arbitre
