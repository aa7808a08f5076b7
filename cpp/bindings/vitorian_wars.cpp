#include "arbitre/games/vitorian_wars/model.hpp"

#include "arbitre/games/registry.hpp"
#include "bind_game.hpp"
#include "games.hpp"

namespace arbitre::vitorian_wars {

using bindings::RecordType;

// Counts are four bits each: the words show them sixteen at a time, the lowest first.
template <std::size_t N>
static pybind11::dtype layout(std::type_identity<Multiset<N>>) {
  using Bag = Multiset<N>;
  return RecordType<Bag>{}
      .field("counts", &Bag::counts)
      .field("total", &Bag::total)
      .field("unused", &Bag::unused)
      .done();
}
static pybind11::dtype layout(std::type_identity<Modifier>) {
  return RecordType<Modifier>{}
      .field("attack", &Modifier::attack)
      .field("defense", &Modifier::defense)
      .field("keywords", &Modifier::keywords)
      .done();
}
static pybind11::dtype layout(std::type_identity<Unit>) {
  return RecordType<Unit>{}
      .field("card", &Unit::card)
      .field("equipment", &Unit::equipment)
      .field("exhausted", &Unit::exhausted)
      .field("hold", &Unit::hold)
      .field("entered", &Unit::entered)
      .field("moved", &Unit::moved)
      .field("attacks", &Unit::attacks)
      .field("shields", &Unit::shields)
      .field("modifiers", &Unit::modifiers)
      .done();
}
static pybind11::dtype layout(std::type_identity<Aim>) {
  return RecordType<Aim>{}
      .field("op", &Aim::op)
      .field("cell", &Aim::cell)
      .field("to", &Aim::to)
      .field("entry", &Aim::entry)
      .done();
}
static pybind11::dtype layout(std::type_identity<Order>) {
  return RecordType<Order>{}
      .field("seat", &Order::seat)
      .field("card", &Order::card)
      .field("unused", &Order::unused)
      .field("targets", &Order::targets)
      .done();
}
static pybind11::dtype layout(std::type_identity<Combat>) {
  return RecordType<Combat>{}
      .field("step", &Combat::step)
      .field("seat", &Combat::seat)
      .field("attacker", &Combat::attacker)
      .field("target", &Combat::target)
      .field("cancelled", &Combat::cancelled)
      .field("pierced", &Combat::pierced)
      .field("supported", &Combat::supported)
      .field("reactive", &Combat::reactive)
      .field("ganked", &Combat::ganked)
      .field("support", &Combat::support)
      .field("unused", &Combat::unused)
      .field("orders", &Combat::orders)
      .done();
}
static pybind11::dtype layout(std::type_identity<Frame>) {
  return RecordType<Frame>{}
      .field("kind", &Frame::kind)
      .field("seat", &Frame::seat)
      .field("left", &Frame::left)
      .field("to_zone", &Frame::to_zone)
      .field("to_return", &Frame::to_return)
      .field("to_exhaust", &Frame::to_exhaust)
      .field("level", &Frame::level)
      .field("ones", &Frame::ones)
      .field("card", &Frame::card)
      .field("ability", &Frame::ability)
      .field("op", &Frame::op)
      .field("source", &Frame::source)
      .field("moving", &Frame::moving)
      .field("named", &Frame::named)
      .field("looking", &Frame::looking)
      .field("tops", &Frame::tops)
      .field("closed", &Frame::closed)
      .field("unused", &Frame::unused)
      .field("action", &Frame::action)
      .field("kept", &Frame::kept)
      .field("same", &Frame::same)
      .field("picked", &Frame::picked)
      .field("spare", &Frame::spare)
      .field("targets", &Frame::targets)
      .field("looked", &Frame::looked)
      .done();
}
static pybind11::dtype layout(std::type_identity<Player>) {
  return RecordType<Player>{}
      .field("deck", &Player::deck)
      .field("hand", &Player::hand)
      .field("discard", &Player::discard)
      .field("removed", &Player::removed)
      .field("pool", &Player::pool)
      .field("ready", &Player::ready)
      .field("exhausted", &Player::exhausted)
      .field("pile", &Player::pile)
      .field("convoy", &Player::convoy)
      .field("bottom", &Player::bottom)
      .field("sovereign", &Player::sovereign)
      .field("field", &Player::field)
      .field("skip_next_turn", &Player::skip_next_turn)
      .field("recycled", &Player::recycled)
      .field("payment_to_top", &Player::payment_to_top)
      .field("mulligan_used", &Player::mulligan_used)
      .field("unused", &Player::unused)
      .done();
}
static pybind11::dtype layout(std::type_identity<State>) {
  return RecordType<State>{}
      .field("head", &State::head)
      .field("players", &State::players)
      .field("grid", &State::grid)
      .field("combat", &State::combat)
      .field("concede", &State::concede)
      .field("defense_sacrifice", &State::defense_sacrifice)
      .field("first", &State::first)
      .field("active", &State::active)
      .field("turn", &State::turn)
      .field("stage", &State::stage)
      .field("winner", &State::winner)
      .field("reason", &State::reason)
      .field("depth", &State::depth)
      .field("unused", &State::unused)
      .field("frames", &State::frames)
      .done();
}

}  // namespace arbitre::vitorian_wars

namespace arbitre::bindings {

BoundGame bound_vitorian_wars() { return bind_game<vitorian_wars::State>({"vitorian_wars", compile_vitorian_wars}); }

}  // namespace arbitre::bindings
