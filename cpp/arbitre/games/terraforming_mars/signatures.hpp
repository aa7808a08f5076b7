// Terraforming Mars: what the verifier of programs has to know of the operations (TM 1.3, 1.4).
#pragma once

#include <span>
#include <vector>

#include "arbitre/games/terraforming_mars/model.hpp"

namespace arbitre::terraforming_mars {

// In the order of OpCode; the range of a special tile depends on the data.
std::vector<effect::Signature> op_signatures(const Rules& r);

// In the order of CountKind.
std::span<const effect::Counter> counters();

}  // namespace arbitre::terraforming_mars
