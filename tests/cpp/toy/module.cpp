// The toy game for Python's tests: an extension module of its own, as an outside game would be.
#include "../../../cpp/bindings/bind_game.hpp"
#include "toy.hpp"

namespace arbitre::toy {

using bindings::RecordType;

static pybind11::dtype layout(std::type_identity<Options>) {
  return RecordType<Options>{}.field("rounds", &Options::rounds).field("open_hands", &Options::open_hands).done();
}
static pybind11::dtype layout(std::type_identity<Frame>) {
  return RecordType<Frame>{}
      .field("ask", &Frame::ask)
      .field("seat", &Frame::seat)
      .field("target", &Frame::target)
      .field("force", &Frame::force)
      .done();
}
static pybind11::dtype layout(std::type_identity<State>) {
  return RecordType<State>{}
      .field("head", &State::head)
      .field("hand", &State::hand)
      .field("deck", &State::deck)
      .field("played", &State::played)
      .field("hand_count", &State::hand_count)
      .field("bid", &State::bid)
      .field("score", &State::score)
      .field("stack", &State::stack)
      .field("depth", &State::depth)
      .field("phase", &State::phase)
      .field("round", &State::round)
      .field("winner", &State::winner)
      .field("die", &State::die)
      .field("options", &State::options)
      .field("reserved", &State::reserved)
      .done();
}

}  // namespace arbitre::toy

PYBIND11_MODULE(arbitre_toy, m) {
  using namespace arbitre;
  static const bindings::BoundGame game = bindings::bind_game<toy::State>({"toy", toy::compile_toy});
  m.attr("GAME") = pybind11::capsule(&game, bindings::kBoundGameCapsule);
  m.attr("RULES") = std::string{toy::kRulesText};
}
