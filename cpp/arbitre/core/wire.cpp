#include "arbitre/core/wire.hpp"

#include <cstring>

#include "arbitre/core/hash.hpp"

namespace arbitre {
namespace {

constexpr std::uint32_t kMagic = 0x31425241;  // "ARB1"

}  // namespace

std::string_view wire_fault_code(WireFault fault) {
  switch (fault) {
    case WireFault::none: return "OK";
    case WireFault::length: return "WIRE_LENGTH";
    case WireFault::magic: return "WIRE_MAGIC";
    case WireFault::game: return "WIRE_GAME";
    case WireFault::version: return "WIRE_VERSION";
    case WireFault::checksum: return "WIRE_CHECKSUM";
    case WireFault::rules: return "UNKNOWN_RULES";
    case WireFault::invariant: return "WIRE_INVARIANT";
  }
  return {};
}

std::string_view wire_fault_why(WireFault fault) {
  switch (fault) {
    case WireFault::none: return "";
    case WireFault::length: return "the record has the wrong length; send all bytes of State.to_bytes()";
    case WireFault::magic: return "these bytes are not a state of arbitre";
    case WireFault::game: return "the state belongs to another game";
    case WireFault::version:
      return "the state was written by another version of the engine; build it from its document";
    case WireFault::checksum: return "the bytes were damaged on the way; send them again";
    case WireFault::rules: return "the state belongs to rules that are not loaded; load its content first";
    case WireFault::invariant: return "the bytes are no position of the game";
  }
  return {};
}

WireFormat WireFormat::of(std::string_view game, std::uint16_t version, std::size_t state_size) {
  const std::uint64_t folded = hash_bytes(std::as_bytes(std::span{game}));
  return {static_cast<std::uint32_t>(folded), version, static_cast<std::uint32_t>(state_size)};
}

std::uint64_t WireFormat::checksum(const WireHeader& header, const std::byte* state) const {
  const std::uint64_t fields =
      mix(std::uint64_t{header.magic} << 32 | header.game, std::uint64_t{header.version} << 48 | header.length);
  return hash_bytes({state, length}, fields);
}

void WireFormat::encode(const std::byte* state, std::byte* record) const {
  WireHeader header{kMagic, game, version, 0, length, 0};
  header.checksum = checksum(header, state);
  std::memcpy(record, &header, sizeof header);
  std::memcpy(record + sizeof header, state, length);
}

WireFault WireFormat::judge(std::span<const std::byte> record) const {
  if (record.size() < sizeof(WireHeader)) return WireFault::length;
  WireHeader header;
  std::memcpy(&header, record.data(), sizeof header);
  if (header.magic != kMagic) return WireFault::magic;
  if (header.game != game) return WireFault::game;
  if (header.version != version || header.reserved != 0) return WireFault::version;
  if (header.length != length || record.size() != record_size()) return WireFault::length;
  if (header.checksum != checksum(header, record.data() + sizeof header)) return WireFault::checksum;
  return WireFault::none;
}

std::uint64_t wire_digest(std::span<const std::byte> record) {
  std::uint64_t digest = 0;
  if (record.size() >= sizeof(WireHeader) + sizeof digest) {
    std::memcpy(&digest, record.data() + sizeof(WireHeader), sizeof digest);
  }
  return digest;
}

}  // namespace arbitre
