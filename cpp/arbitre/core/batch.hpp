// Many states at once. The only header that starts threads; seed and index alone fix every result,
// so the number of threads never changes a byte.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <thread>
#include <utility>
#include <vector>

#include "arbitre/core/engine.hpp"

namespace arbitre {

namespace detail {

// Waits for its threads however it is left. (std::jthread is not in every library yet.)
class Threads {
 public:
  Threads() = default;
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;
  ~Threads() {
    for (std::thread& thread : threads_) thread.join();
  }
  void reserve(std::size_t n) { threads_.reserve(n); }
  template <class Work>
  void start(Work&& work) {
    threads_.emplace_back(std::forward<Work>(work));
  }

 private:
  std::vector<std::thread> threads_;
};

}  // namespace detail

// Calls work(begin, end) on ranges that cover 0..n, on up to `threads` threads, and waits. Small
// jobs stay on the caller's thread: starting one costs about as much as `grain` elements.
template <class Work>
void parallel(std::size_t n, unsigned threads, std::size_t grain, Work&& work) {
  const std::size_t useful = std::max<std::size_t>(1, n / std::max<std::size_t>(1, grain));
  const std::size_t parts = std::min<std::size_t>(std::max(1u, threads), useful);
  detail::Threads others;
  others.reserve(parts - 1);
  for (std::size_t part = 1; part < parts; ++part) {
    others.start([&work, n, part, parts] { work(n * part / parts, n * (part + 1) / parts); });
  }
  work(0, n / parts);
}

// Playouts number `first` and on: each is fixed by the seed and its own number.
template <Game G>
void playouts(const typename G::Rules& r, const typename G::State& root, std::uint64_t seed, std::uint64_t first,
              std::span<PlayoutResult> results, unsigned threads) {
  parallel(results.size(), threads, 8, [&](std::size_t begin, std::size_t end) {
    std::vector<Action> actions;
    for (std::size_t i = begin; i < end; ++i) results[i] = Engine<G>::playout(r, root, seed, first + i, actions);
  });
}

}  // namespace arbitre
