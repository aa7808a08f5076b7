// Runs a program until it ends, asks somebody, or puts something on top of itself. Where it stands is
// two numbers that live in the caller's state, so a program that waits is bytes like everything else.
// Must not know: what an op means (the host does), any game.
#pragma once

#include <concepts>

#include "arbitre/effect/op.hpp"

namespace arbitre::effect {

template <class H>
concept Host = requires(H& host, const Op& op) {
  // Whether the op waits for an answer. It then keeps its place until it is given one.
  { host.asks(op) } -> std::convertible_to<bool>;
  // Carries the op out; one that does not ask, or whose only possible answer is known.
  { host.act(op) } -> std::same_as<void>;
  // Whether the op has put something on top that comes first, or wants the run to stop.
  { host.interrupted() } -> std::convertible_to<bool>;
};

enum class Halt : std::uint8_t { finished, waiting, interrupted };

// `pc` moves on before an op acts, so that what the op puts on top finds it behind the op.
template <Host H>
Halt run(const Library& library, ProgramId program, std::uint8_t& pc, H& host) {
  const std::span<const Op> ops = library.list(program);
  while (pc < ops.size()) {
    const Op& op = ops[pc];
    if (host.asks(op)) return Halt::waiting;
    ++pc;
    host.act(op);
    if (host.interrupted()) return Halt::interrupted;
  }
  return Halt::finished;
}

// The value of an op's amount; `count(kind, argument)` counts for the game.
template <class Count>
int amount_of(const Op& op, Count&& count) {
  if (op.count == 0) return op.amount;
  return op.amount * (count(op.count, op.count_arg) / op.per);
}

}  // namespace arbitre::effect
