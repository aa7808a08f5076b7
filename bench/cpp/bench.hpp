// How the C++ programs measure: a workload from a file, short turns, JSON or answers on request.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <exception>
#include <fstream>
#include <functional>
#include <iostream>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arbitre/games/registry.hpp"

namespace arbitre::bench {
using Clock = std::chrono::steady_clock;

constexpr std::uint64_t kSeed = 7;

// Makes the compiler believe that the value is used.
template <class T>
void keep(const T& value) {
  asm volatile("" : : "r"(&value) : "memory");
}

// One thing to measure. `pass` does some of it and returns how many operations that were.
struct Measure {
  std::string name;
  std::string unit;  // what one operation is
  std::function<std::size_t()> pass;
  std::vector<double> nanoseconds = {};
  std::vector<double> processor = {};  // nanoseconds too, of all threads together
};

struct Options {
  std::string rules, moves;
  std::string resolving;  // positions whose legal move makes much happen at once; none when empty
  int players = 0;        // where playouts and perft start; 0 is as many as there may be
  int playouts = 256;     // in one call
  int perft_depth = 4;
  int rounds = 100;
  int milliseconds = 2;  // of each measure in each round
  bool ask = false;
};

inline std::string read_file(const std::string& path) {
  std::ifstream file{path, std::ios::binary};
  if (!file) throw std::runtime_error{"cannot read " + path};
  return {std::istreambuf_iterator<char>{file}, std::istreambuf_iterator<char>{}};
}

// Positions of one game, with a move to judge and a legal move for each.
class Workload {
 public:
  Workload(const Referee& referee, const std::string& file) : size_{referee.state_size()} {
    const std::size_t record = referee.wire().record_size();
    const std::size_t each = record + sizeof(Seat) + 2 * sizeof(Action);
    if (file.empty() || file.size() % each != 0) throw std::runtime_error{"these moves are not of these rules"};
    const std::size_t n = file.size() / each;
    records_.resize(n * record);
    seats_.resize(n);
    actions_.resize(n);
    legal_.resize(n);
    states_.resize(n * size_ / sizeof(std::uint64_t));
    const char* at = file.data();
    const auto take = [&at](auto& column) {
      const std::size_t bytes = column.size() * sizeof(column[0]);
      std::memcpy(column.data(), at, bytes);
      at += bytes;
    };
    take(records_);
    take(seats_);
    take(actions_);
    take(legal_);
    for (std::size_t i = 0; i < n; ++i) referee.decode({records_.data() + i * record, record}, state(i));
  }

  std::size_t size() const { return seats_.size(); }
  std::byte* state(std::size_t i) { return reinterpret_cast<std::byte*>(states_.data()) + i * size_; }
  const std::byte* state(std::size_t i) const { return const_cast<Workload*>(this)->state(i); }
  Seat seat(std::size_t i) const { return seats_[i]; }
  Action action(std::size_t i) const { return actions_[i]; }
  Action legal(std::size_t i) const { return legal_[i]; }
  const std::byte* records() const { return records_.data(); }

  ManyMoves many(ManyMoves::Form form, const std::byte* states, std::size_t stride) const {
    return {form, states, stride, size(), seats_.data(), actions_.data()};
  }

 private:
  std::size_t size_;
  std::vector<std::byte> records_;
  std::vector<std::uint64_t> states_;
  std::vector<Seat> seats_;
  std::vector<Action> actions_, legal_;
};

inline std::size_t count_plies(const std::vector<PlayoutResult>& results) {
  std::size_t plies = 0;
  for (const PlayoutResult& result : results) plies += result.plies;
  return plies;
}

class Bench {
 public:
  explicit Bench(Options options) : options_{std::move(options)} {}

  template <class Pass>
  void add(std::string name, std::string unit, Pass pass) {
    measures_.push_back({std::move(name), std::move(unit), std::move(pass)});
  }

  // One operation for each position of the workload.
  template <class Operation>
  void add_each(std::string name, std::string unit, const Workload& work, Operation operation) {
    add(std::move(name), std::move(unit), [&work, operation = std::move(operation)]() mutable {
      for (std::size_t i = 0; i < work.size(); ++i) operation(i);
      return work.size();
    });
  }

  void run() {
    for (Measure& measure : measures_) measure.pass();
    for (int round = 0; round < options_.rounds; ++round) {
      for (Measure& measure : measures_) time(measure);
    }
  }

  void answer() {
    for (std::string name; std::getline(std::cin, name);) {
      const auto found =
          std::find_if(measures_.begin(), measures_.end(), [&](const Measure& m) { return m.name == name; });
      if (found == measures_.end()) throw std::runtime_error{"there is no measure " + name};
      found->pass();
      time(*found);
      std::printf("%.4f %.4f\n", found->nanoseconds.back(), found->processor.back());
      std::fflush(stdout);
    }
  }

  void print(const Referee& referee, std::size_t positions) const {
    std::printf("{\n  \"game\": \"%s\",\n  \"state_bytes\": %zu,\n  \"positions\": %zu,\n  \"measures\": {",
                std::string{referee.name()}.c_str(), referee.state_size(), positions);
    const char* separator = "";
    for (const Measure& measure : measures_) {
      std::printf("%s\n    \"%s\": {\"unit\": \"%s\"", separator, measure.name.c_str(), measure.unit.c_str());
      print_list("ns", measure.nanoseconds);
      print_list("cpu", measure.processor);
      std::printf("}");
      separator = ",";
    }
    std::printf("\n  }\n}\n");
  }

 private:
  static void print_list(const char* name, const std::vector<double>& numbers) {
    std::printf(", \"%s\": ", name);
    char separator = '[';
    for (const double number : numbers) {
      std::printf("%c%.4f", separator, number);
      separator = ',';
    }
    std::printf("]");
  }

  // One turn.
  void time(Measure& measure) const {
    const auto slot = std::chrono::milliseconds{options_.milliseconds};
    std::size_t operations = 0;
    const std::clock_t processor = std::clock();
    const auto begin = Clock::now();
    Clock::duration spent{};
    do {
      operations += measure.pass();
      spent = Clock::now() - begin;
    } while (spent < slot);
    const std::chrono::duration<double, std::nano> nanoseconds = spent;
    const auto n = static_cast<double>(operations);
    measure.nanoseconds.push_back(nanoseconds.count() / n);
    measure.processor.push_back(static_cast<double>(std::clock() - processor) * (1e9 / CLOCKS_PER_SEC) / n);
  }

  Options options_;
  std::vector<Measure> measures_;
};

inline Options parse(int argc, char** argv) {
  Options options;
  std::vector<std::string> places;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word.substr(0, 2) != "--") {
      places.emplace_back(word);
      continue;
    }
    if (word == "--ask") {
      options.ask = true;
      continue;
    }
    if (++i == argc) throw std::runtime_error{std::string{word} + " needs a value"};
    if (word == "--resolving") {
      options.resolving = argv[i];
      continue;
    }
    const std::pair<std::string_view, int*> numbers[] = {
        {"--players", &options.players}, {"--playouts", &options.playouts},         {"--perft", &options.perft_depth},
        {"--rounds", &options.rounds},   {"--milliseconds", &options.milliseconds},
    };
    const auto found =
        std::find_if(std::begin(numbers), std::end(numbers), [&](const auto& n) { return n.first == word; });
    if (found == std::end(numbers)) throw std::runtime_error{"unknown option " + std::string{word}};
    *found->second = std::atoi(argv[i]);
    if (*found->second < 1) throw std::runtime_error{std::string{word} + " needs a positive number"};
  }
  if (places.size() != 2) throw std::runtime_error{"expected the files of the rules and of the moves"};
  options.rules = places[0];
  options.moves = places[1];
  return options;
}

// Compiles the rules, reads the moves, lets `add(bench, tables, referee, work, options)` say what to measure.
template <class Add>
int run_program(int argc, char** argv, Add&& add) {
  try {
    Options options = parse(argc, argv);
    const Tables tables = Tables::parse(read_file(options.rules));
    const std::shared_ptr<const Referee> referee = compile(tables);
    if (options.players == 0) options.players = referee->players_max();
    const Workload work{*referee, read_file(options.moves)};
    Bench bench{options};
    add(bench, tables, *referee, work, options);
    if (options.ask) {
      bench.answer();
    } else {
      bench.run();
      bench.print(*referee, work.size());
    }
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
  }
  return 1;
}

}  // namespace arbitre::bench
