#include "arbitre/core/referee.hpp"

namespace arbitre {

std::variant<Action, MalformedVerdict> Referee::parse(const Value& move) const {
  auto parsed = parse_move(move, kinds_, domains_);
  if (const Action* action = std::get_if<Action>(&parsed)) return *action;
  return malformed(std::get<Malformed>(parsed));
}

void Referee::decode(std::span<const std::byte> record, std::byte* state) const {
  WireFault fault = wire_.judge(record);
  if (fault == WireFault::none && wire_digest(record) != digest_) fault = WireFault::rules;
  if (fault != WireFault::none)
    throw WireError{std::string{wire_fault_code(fault)}, std::string{wire_fault_why(fault)}};

  std::memcpy(state, record.data() + sizeof(WireHeader), state_size());
  if (const Fault broken = check(state); !broken.ok()) {
    const std::string why =
        std::string{wire_fault_why(WireFault::invariant)} + ": " + broken.pointer() + " " + broken.why;
    throw WireError{std::string{wire_fault_code(WireFault::invariant)}, why};
  }
}

SetupReader::SetupReader(const Value& setup, int players_min, int players_max) {
  const Value* players = setup.find("players");
  const std::int64_t* number = players == nullptr ? nullptr : players->integer();
  if (number == nullptr || *number < players_min || *number > players_max) {
    const std::string found = players == nullptr ? "nothing" : players->described();
    reasons_.push_back({"BAD_PLAYERS", "players: expected " + std::to_string(players_min) + " to " +
                                           std::to_string(players_max) + ", found " + found});
  } else {
    players_ = static_cast<std::uint8_t>(*number);
  }
  Value::Map rest;
  if (setup.map() != nullptr) {
    for (const auto& entry : *setup.map()) {
      if (entry.first != "players") rest.push_back(entry);
    }
  }
  rest_ = Value{std::move(rest)};
}

void SetupReader::finish() {
  for (const DocumentReader::Problem& problem : problems_) {
    const std::string place = problem.pointer.empty() ? "" : problem.pointer.substr(1);
    const char* code = problem.unknown_key ? "UNKNOWN_OPTION" : "BAD_OPTION_VALUE";
    reasons_.push_back({problem.code.empty() ? code : problem.code, place + ": " + problem.why});
  }
  if (!reasons_.empty()) throw SetupError{std::move(reasons_)};
}

}  // namespace arbitre
