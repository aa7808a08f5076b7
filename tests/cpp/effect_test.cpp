// The effect interpreter without any game: what the verifier refuses, and how a program that waits is
// taken up again.
#include "arbitre/core/errors.hpp"
#include "arbitre/effect/run.hpp"
#include "check.hpp"

using namespace arbitre;
using namespace arbitre::effect;

namespace {

enum Code : std::uint8_t { add, ask, branch, pick };

const std::vector<Signature> kSignatures = {
    {"add", -9, 9, true, Lists::none, {{"to", 0, 2}}},
    {"ask", 0, 0, false, Lists::none, {}},
    {"branch", 0, 0, false, Lists::two, {}},
    {"pick", 0, 0, false, Lists::options, {{"options", 1, 3}}},
};
constexpr std::array<Counter, 2> kCounters = {Counter{"nothing", 1}, Counter{"stones", 4}};

Op op(Code code, std::int16_t amount = 0) {
  Op made;
  made.code = code;
  made.amount = amount;
  return made;
}

Library library(std::vector<std::vector<Op>> lists) {
  Library made;
  for (const auto& list : lists) {
    Program program;
    program.first = static_cast<std::uint32_t>(made.all.size());
    program.size = static_cast<std::uint16_t>(list.size());
    made.programs.push_back(program);
    made.paths.push_back("list_" + std::to_string(made.paths.size()));
    made.all.insert(made.all.end(), list.begin(), list.end());
  }
  return made;
}

// The column that is found to be wrong; "" when nothing is.
std::string fault(const Library& made, const Limits& limits = {}) {
  try {
    verify(made, kSignatures, kCounters, limits);
  } catch (const RulesError& error) {
    return error.table + "." + error.column;
  }
  return "";
}

// Counts what is added, and waits at every `ask` until it is told to go on.
struct Adder {
  int total = 0;
  bool answered = false;
  bool stop = false;

  bool asks(const Op& o) const { return o.code == ask && !answered; }
  void act(const Op& o) {
    if (o.code == add) total += amount_of(o, [](std::uint8_t, std::uint8_t arg) { return 10 + arg; });
    if (o.code == ask) answered = false;
    if (o.code == branch) stop = true;
  }
  bool interrupted() const { return stop; }
};
static_assert(Host<Adder>);

}  // namespace

TEST(a_program_runs_waits_and_is_taken_up_again) {
  const Library made = library({{op(add, 1), op(ask), op(add, 2), op(branch), op(add, 4)}, {}, {}});
  Adder host;
  std::uint8_t pc = 0;
  CHECK(run(made, 0, pc, host) == Halt::waiting);
  CHECK(pc == 1 && host.total == 1);
  CHECK(run(made, 0, pc, host) == Halt::waiting);  // asking twice changes nothing
  CHECK(pc == 1 && host.total == 1);
  const Adder other = host;  // a branch of its own
  host.answered = true;
  CHECK(run(made, 0, pc, host) == Halt::interrupted);
  CHECK(pc == 4 && host.total == 3);
  host.stop = false;
  CHECK(run(made, 0, pc, host) == Halt::finished);
  CHECK(host.total == 7);
  CHECK(other.total == 1);
}

TEST(amounts_are_fixed_or_counted_in_full) {
  Op counted = op(add, 3);
  counted.count = 1;
  counted.count_arg = 1;
  counted.per = 4;
  const auto stones = [](std::uint8_t, std::uint8_t arg) { return 10 + arg; };
  CHECK(amount_of(counted, stones) == 6);  // 11 stones are two full fours
  CHECK(amount_of(op(add, 3), stones) == 3);
}

TEST(sound_programs_are_accepted) {
  Op two = op(branch);
  two.list = 1;
  two.other = 2;
  Op choice = op(pick);
  choice.list = 1;
  choice.arg[0] = 2;
  CHECK(fault(library({{two, choice}, {op(add, 1)}, {}})) == "");
}

TEST(numbers_out_of_range_are_refused) {
  CHECK(fault(library({{op(add, 10)}})) == "ops.amount");
  CHECK(fault(library({{op(static_cast<Code>(7))}})) == "ops.code");
  Op bad = op(add, 1);
  bad.arg[0] = 3;
  CHECK(fault(library({{bad}})) == "ops.arg_1");
  bad = op(add, 1);
  bad.arg[1] = 1;
  CHECK(fault(library({{bad}})) == "ops.arg_2");
  bad = op(add, 1);
  bad.count = 2;
  CHECK(fault(library({{bad}})) == "ops.count");
  bad = op(add, 1);
  bad.count = 1;
  bad.count_arg = 4;
  CHECK(fault(library({{bad}})) == "ops.count_arg");
  bad.count_arg = 0;
  bad.per = 0;
  CHECK(fault(library({{bad}})) == "ops.per");
  bad = op(ask);
  bad.count = 1;
  CHECK(fault(library({{bad}})) == "ops.count");
}

TEST(lists_inside_themselves_or_nowhere_are_refused) {
  Op two = op(branch);
  CHECK(fault(library({{two}})) == "ops.list");
  two.list = 0;
  two.other = 1;
  CHECK(fault(library({{two}, {}})) == "ops.list");  // itself
  two.list = 1;
  two.other = 9;
  CHECK(fault(library({{two}, {}})) == "ops.other");
  Op plain = op(add, 1);
  plain.list = 1;
  CHECK(fault(library({{plain}, {}})) == "ops.list");
  Op choice = op(pick);
  choice.list = 1;
  choice.arg[0] = 3;
  CHECK(fault(library({{choice}, {}, {}})) == "ops.list");
}

TEST(what_runs_too_long_or_too_deep_is_refused) {
  CHECK(fault(library({{op(add, 1), op(add, 1)}}), {.ops_in_a_list = 1}) == "programs.size");
  CHECK(fault(library({{op(add, 1), op(add, 1)}}), {.budget = 1}) == "programs.");
  Op outer = op(branch);
  outer.list = 1;
  outer.other = 2;
  Op inner = op(branch);
  inner.list = 2;
  inner.other = 3;
  const Library deep = library({{outer}, {inner}, {}, {op(add, 1)}});
  CHECK(fault(deep) == "");
  CHECK(fault(deep, {.depth = 1}) == "programs.");
  CHECK(fault(deep, {.budget = 2}) == "programs.");
}

TEST(programs_lie_one_behind_the_other) {
  Library gap = library({{op(add, 1)}, {op(add, 2)}});
  gap.programs[1].first = 0;
  CHECK(fault(gap) == "programs.first");
  Library more = library({{op(add, 1)}});
  more.programs[0].size = 2;
  CHECK(fault(more) == "programs.size");
  Library rest = library({{op(add, 1)}});
  rest.all.push_back(op(add, 1));
  CHECK(fault(rest) == "programs.");
}

TEST(an_op_knows_its_program) {
  const Library made = library({{op(add, 1), op(add, 2)}, {}, {op(add, 3)}, {}});
  CHECK(made.program_of(0) == 0 && made.program_of(1) == 0);
  CHECK(made.program_of(2) == 2);
  CHECK(made.place(2, 0) == 2);
}

RUN_TESTS()
