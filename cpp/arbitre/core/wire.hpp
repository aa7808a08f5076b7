// States as bytes from outside: a header that says what the bytes are, then the state itself.
// Bytes are judged here and by check_state before anything else looks at them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace arbitre {

// 24 bytes in front of the state. The state's first eight bytes are the digest of its rules.
struct WireHeader {
  std::uint32_t magic = 0;
  std::uint32_t game = 0;     // folded from the game's name
  std::uint16_t version = 0;  // of the game's state layout
  std::uint16_t reserved = 0;
  std::uint32_t length = 0;    // of the state, in bytes
  std::uint64_t checksum = 0;  // over the fields above and the state
};
static_assert(sizeof(WireHeader) == 24);

// What is wrong with a record; the names are stable (wire_fault_code).
enum class WireFault { none, length, magic, game, version, checksum, rules, invariant };

std::string_view wire_fault_code(WireFault fault);
std::string_view wire_fault_why(WireFault fault);

// What records of one game look like.
struct WireFormat {
  std::uint32_t game;
  std::uint16_t version;
  std::uint32_t length;

  static WireFormat of(std::string_view game, std::uint16_t version, std::size_t state_size);
  std::size_t record_size() const { return sizeof(WireHeader) + length; }

  // Writes a record of record_size() bytes.
  void encode(const std::byte* state, std::byte* record) const;

  // Judges everything but the rules and the invariants.
  WireFault judge(std::span<const std::byte> record) const;

 private:
  std::uint64_t checksum(const WireHeader& header, const std::byte* state) const;
};

// The digest a record claims; 0 when it is too short to have one.
std::uint64_t wire_digest(std::span<const std::byte> record);

}  // namespace arbitre
