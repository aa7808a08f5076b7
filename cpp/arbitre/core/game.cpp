#include "arbitre/core/game.hpp"

namespace arbitre {

std::string Fault::pointer() const {
  std::string text;
  bool used_first = false;
  for (const char* at = path == nullptr ? "" : path; *at != '\0'; ++at) {
    if (*at == '%') {
      text += std::to_string(used_first ? second : first);
      used_first = true;
    } else {
      text += *at;
    }
  }
  return text;
}

}  // namespace arbitre
