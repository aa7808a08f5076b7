#include "subjects.hpp"

#include <string>
#include <vector>

#include "games.hpp"

namespace arbitre::fuzz {

const Referee& subject(std::uint8_t byte) {
  static const auto all = test::all_referees();
  return *all[byte % all.size()];
}

std::shared_ptr<const Referee> compile_text(std::string_view text) {
  const Tables tables = Tables::parse(text);
  return tables.game() == "toy" ? toy::compile_toy(tables) : compile(tables);
}

}  // namespace arbitre::fuzz
