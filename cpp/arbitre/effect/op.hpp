// Card effects as data: lists of small operations, and what a game says about them. Owns the form of
// a program; must not know what any operation means, nor any game.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace arbitre::effect {

// Programs are numbered; a list inside an op has a larger number than the list the op stands in.
using ProgramId = std::uint16_t;
inline constexpr ProgramId kNoProgram = 0xFFFF;

inline constexpr std::size_t kArguments = 6;
inline constexpr std::uint8_t kNoArgument = 255;

// One operation. `amount` is a number, or, with a `count`, what each full `per` of it is worth.
struct Op {
  std::uint8_t code = 0;
  std::uint8_t count = 0;      // what is counted, by the game's numbering; 0 = the amount is fixed
  std::uint8_t count_arg = 0;  // such as the tag that is counted
  std::uint8_t per = 1;
  std::int16_t amount = 0;
  ProgramId list = kNoProgram;   // of an op that runs a list, or the first of its options
  ProgramId other = kNoProgram;  // of an op with an alternative
  std::array<std::uint8_t, kArguments> arg{};
};
static_assert(sizeof(Op) == 16);

struct Program {
  std::uint32_t first = 0;
  std::uint16_t size = 0;
  bool option = false;  // one of the lists of a choice
};

// All programs of a game, with the paths by which documents name them.
struct Library {
  std::vector<Op> all;
  std::vector<Program> programs;
  std::vector<std::string> paths;     // of each program
  std::vector<std::string> op_paths;  // of each op: the path of its program and its place

  std::span<const Op> list(ProgramId id) const {
    const Program& program = programs[id];
    return std::span{all}.subspan(program.first, program.size);
  }
  std::size_t size(ProgramId id) const { return id == kNoProgram ? 0 : programs[id].size; }
  const Op& op(ProgramId id, std::size_t pc) const { return all[programs[id].first + pc]; }
  // The number of an op among all ops, and back.
  std::size_t place(ProgramId id, std::size_t pc) const { return programs[id].first + pc; }
  ProgramId program_of(std::size_t place) const;
};

// The range of one argument of an op; `none` allows kNoArgument too.
struct Argument {
  std::string_view name;
  std::uint8_t lo = 0;
  std::uint8_t hi = 0;
  bool none = false;
};

// Which lists an op has.
enum class Lists : std::uint8_t { none, one, two, options };

// What a game says about an op, in the order of its codes.
struct Signature {
  std::string_view name;
  std::int16_t lo = 0;  // of the amount
  std::int16_t hi = 0;
  bool counted = false;  // whether the amount may be counted
  Lists lists = Lists::none;
  std::vector<Argument> arguments;  // with Lists::options the first is the number of options
};

// What can be counted; number 0 is reserved for "nothing".
struct Counter {
  std::string_view name;
  std::uint8_t arguments = 1;  // values that its argument may have, from 0
};

struct Limits {
  std::size_t ops_in_a_list = 16;
  int depth = 4;          // lists inside lists
  int budget = 64;        // ops that one program may run, those of inner lists included
  std::size_t programs = kNoProgram;
};

// Judges a library before anything runs it; throws RulesError with the table (`programs` or `ops`),
// the row and the column at fault.
void verify(const Library& library, std::span<const Signature> signatures, std::span<const Counter> counters,
            const Limits& limits);

}  // namespace arbitre::effect
