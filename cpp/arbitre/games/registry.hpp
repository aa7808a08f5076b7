// The games of this library. A new game adds one line here and one in registry.cpp.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "arbitre/core/referee.hpp"

namespace arbitre {

std::shared_ptr<const Referee> compile_satrapies(const Tables& tables);
std::shared_ptr<const Referee> compile_sept_solines(const Tables& tables);
std::shared_ptr<const Referee> compile_solar(const Tables& tables);
std::shared_ptr<const Referee> compile_terraforming_mars(const Tables& tables);
std::shared_ptr<const Referee> compile_vitorian_wars(const Tables& tables);

std::span<const GameEntry> games();

// Compiles the rules of the game that the tables name; throws RulesError.
std::shared_ptr<const Referee> compile(const Tables& tables);

}  // namespace arbitre
