// Whether a library of programs can be run safely: every number in range, no list inside itself, no
// program that runs longer than its budget.
#include <algorithm>

#include "arbitre/core/errors.hpp"
#include "arbitre/effect/op.hpp"

namespace arbitre::effect {
namespace {

[[noreturn]] void refuse(const std::string& row, std::string column, std::string why) {
  throw RulesError{"ops", row, std::move(column), std::move(why)};
}

std::string range(int lo, int hi) { return std::to_string(lo) + " to " + std::to_string(hi); }

void check_numbers(const std::string& row, const Op& op, const Signature& signature,
                   std::span<const Counter> counters) {
  if (op.amount < signature.lo || op.amount > signature.hi) {
    refuse(row, "amount", "expected " + range(signature.lo, signature.hi) + ", found " + std::to_string(op.amount));
  }
  if (op.count != 0) {
    if (!signature.counted) refuse(row, "count", std::string{signature.name} + " needs a fixed amount");
    if (op.count >= counters.size()) refuse(row, "count", "there is nothing of this number to count");
    if (op.count_arg >= counters[op.count].arguments) refuse(row, "count_arg", "out of range");
    if (op.per == 0) refuse(row, "per", "expected at least 1");
  } else if (op.count_arg != 0 || op.per != 1) {
    refuse(row, "count", "a fixed amount counts nothing");
  }
  for (std::size_t i = 0; i < kArguments; ++i) {
    const std::string column = "arg_" + std::to_string(i + 1);
    if (i >= signature.arguments.size()) {
      if (op.arg[i] != 0) refuse(row, column, std::string{signature.name} + " has no such argument");
      continue;
    }
    const Argument& argument = signature.arguments[i];
    const bool none = argument.none && op.arg[i] == kNoArgument;
    if (!none && (op.arg[i] < argument.lo || op.arg[i] > argument.hi)) {
      refuse(row, column, std::string{argument.name} + ": expected " + range(argument.lo, argument.hi));
    }
  }
}

// How many lists an op has one behind the other, from `list` on; an alternative is not among them.
std::size_t lists_of(const Op& op, const Signature& signature) {
  switch (signature.lists) {
    case Lists::none: return 0;
    case Lists::one:
    case Lists::two: return 1;
    case Lists::options: return op.arg[0];
  }
  return 0;
}

void check_lists(const Library& library, const std::string& row, ProgramId owner, const Op& op,
                 const Signature& signature) {
  const auto check = [&](ProgramId list, const char* column) {
    if (list == kNoProgram || list >= library.programs.size()) refuse(row, column, "there is no such list");
    if (list <= owner) refuse(row, column, "a list inside an op comes after the list of the op");
  };
  const std::size_t count = lists_of(op, signature);
  for (std::size_t i = 0; i < count; ++i) check(static_cast<ProgramId>(op.list + i), "list");
  if (count == 0 && op.list != kNoProgram) refuse(row, "list", std::string{signature.name} + " has no list");
  if (signature.lists == Lists::two) {
    check(op.other, "other");
  } else if (op.other != kNoProgram) {
    refuse(row, "other", std::string{signature.name} + " has no alternative");
  }
}

}  // namespace

ProgramId Library::program_of(std::size_t place) const {
  // Programs lie one behind the other; empty ones share their place with the next.
  const auto after = std::upper_bound(programs.begin(), programs.end(), place,
                                      [](std::size_t at, const Program& p) { return at < p.first; });
  auto found = after - programs.begin() - 1;
  while (found > 0 && programs[static_cast<std::size_t>(found)].size == 0) --found;
  return static_cast<ProgramId>(found);
}

void verify(const Library& library, std::span<const Signature> signatures, std::span<const Counter> counters,
            const Limits& limits) {
  if (library.programs.size() > limits.programs) throw RulesError{"programs", "", "", "too many programs"};
  std::size_t next = 0;
  for (std::size_t id = 0; id < library.programs.size(); ++id) {
    const Program& program = library.programs[id];
    const std::string& row = library.paths[id];
    if (program.first != next) throw RulesError{"programs", row, "first", "programs must lie one behind the other"};
    next += program.size;
    if (program.size > limits.ops_in_a_list) throw RulesError{"programs", row, "size", "too many ops in a list"};
    if (next > library.all.size()) throw RulesError{"programs", row, "size", "more ops than there are"};
    for (const Op& op : library.list(static_cast<ProgramId>(id))) {
      if (op.code >= signatures.size()) refuse(row, "code", "unknown op");
      check_numbers(row, op, signatures[op.code], counters);
      check_lists(library, row, static_cast<ProgramId>(id), op, signatures[op.code]);
    }
  }
  if (next != library.all.size()) throw RulesError{"programs", "", "", "ops that belong to no program"};

  // From the last list to the first: inner lists have larger numbers, so theirs are known.
  std::vector<int> depth(library.programs.size(), 0);
  std::vector<int> cost(library.programs.size(), 0);
  for (std::size_t id = library.programs.size(); id-- > 0;) {
    for (const Op& op : library.list(static_cast<ProgramId>(id))) {
      int inner_cost = 0;
      const auto add = [&](std::size_t list) {
        depth[id] = std::max(depth[id], depth[list] + 1);
        inner_cost = std::max(inner_cost, cost[list]);
      };
      for (std::size_t i = 0; i < lists_of(op, signatures[op.code]); ++i) add(op.list + i);
      if (op.other != kNoProgram) add(op.other);
      cost[id] += 1 + inner_cost;
    }
    const std::string& row = library.paths[id];
    if (depth[id] > limits.depth) throw RulesError{"programs", row, "", "lists inside lists, too deep"};
    if (cost[id] > limits.budget) throw RulesError{"programs", row, "", "runs too many ops"};
  }
}

}  // namespace arbitre::effect
