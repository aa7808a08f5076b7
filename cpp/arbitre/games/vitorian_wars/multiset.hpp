// A bag of cards that lives in a state: how many of each there are, and how many in all. An observer
// may know the number only: `hide` keeps it and forgets the rest.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace arbitre::vitorian_wars {

// Counts up to 15, two in a byte.
template <std::size_t Capacity>
struct Multiset {
  static_assert(Capacity % 16 == 0);
  static constexpr int kMost = 15;
  using Words = std::array<std::uint64_t, Capacity / 16>;

  Words counts{};
  std::uint8_t total = 0;
  std::array<std::uint8_t, 7> unused{};

  int operator[](std::size_t id) const { return counts[id / 16] >> shift(id) & 15u; }
  bool has(std::size_t id) const { return (*this)[id] != 0; }
  int size() const { return total; }
  bool empty() const { return total == 0; }
  bool hidden() const { return total != 0 && counts == Words{}; }

  void add(std::size_t id, int n = 1) {
    counts[id / 16] += static_cast<std::uint64_t>(n) << shift(id);
    total = static_cast<std::uint8_t>(total + n);
  }
  // Precondition: there are so many.
  void remove(std::size_t id, int n = 1) {
    counts[id / 16] -= static_cast<std::uint64_t>(n) << shift(id);
    total = static_cast<std::uint8_t>(total - n);
  }
  void clear() { *this = {}; }
  void hide() { counts = {}; }
  void hide(int size) {
    counts = {};
    total = static_cast<std::uint8_t>(size);
  }

  // Calls `visit(id, count)` for each id there is, ascending.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (std::size_t word = 0; word < counts.size(); ++word) {
      for (std::uint64_t rest = counts[word]; rest != 0;) {
        const auto place = static_cast<unsigned>(std::countr_zero(rest)) / 4;
        const std::uint64_t nibble = std::uint64_t{15} << place * 4;
        visit(word * 16 + place, static_cast<int>((rest & nibble) >> place * 4));
        rest &= ~nibble;
      }
    }
  }
  // The number of cards, counted anew.
  int counted() const {
    int cards = 0;
    for (const std::uint64_t word : counts) {
      const std::uint64_t pairs = (word & kEven) + (word >> 4 & kEven);
      cards += static_cast<int>(pairs * 0x0101'0101'0101'0101 >> 56);
    }
    return cards;
  }
  // Whether its unused bytes are zero.
  bool clean() const {
    unsigned dirt = 0;
    for (const std::uint8_t byte : unused) dirt |= byte;
    return dirt == 0;
  }
  // Whether it has only ids below a number.
  bool within(std::size_t ids) const {
    std::uint64_t beyond = 0;
    for (std::size_t word = ids / 16; word < counts.size(); ++word) {
      const std::uint64_t known = word == ids / 16 ? (std::uint64_t{1} << shift(ids)) - 1 : 0;
      beyond |= counts[word] & ~known;
    }
    return beyond == 0;
  }

  friend bool operator==(const Multiset&, const Multiset&) = default;

  static constexpr std::uint64_t kEven = 0x0f0f'0f0f'0f0f'0f0f;  // every other count
  static constexpr unsigned shift(std::size_t id) { return static_cast<unsigned>(id % 16) * 4; }
};

// Counts over several bags, eight bits each, to see whether one bag could hold them all.
template <std::size_t Capacity>
class Tally {
 public:
  using Bag = Multiset<Capacity>;

  explicit Tally(const Bag& first) : total_{first.size()} {
    for (std::size_t word = 0; word < even_.size(); ++word) {
      even_[word] = first.counts[word] & Bag::kEven;
      odd_[word] = first.counts[word] >> 4 & Bag::kEven;
    }
  }

  void add(const Bag& bag) {
    for (std::size_t word = 0; word < even_.size(); ++word) {
      even_[word] += bag.counts[word] & Bag::kEven;
      odd_[word] += bag.counts[word] >> 4 & Bag::kEven;
    }
    total_ += bag.size();
  }
  void add(std::size_t id) {
    (id % 2 == 0 ? even_ : odd_)[id / 16] += std::uint64_t{1} << id % 16 / 2 * 8;
    ++total_;
  }
  int total() const { return total_; }
  bool fits() const {
    std::uint64_t high = 0;
    for (std::size_t word = 0; word < even_.size(); ++word) high |= even_[word] | odd_[word];
    return (high & ~Bag::kEven) == 0;
  }

 private:
  typename Bag::Words even_, odd_;
  int total_;
};

// Calls `visit(id)` for each id that is in one of two bags, ascending.
template <std::size_t Capacity, class Visit>
void for_each_of_either(const Multiset<Capacity>& one, const Multiset<Capacity>& other, Visit&& visit) {
  Multiset<Capacity> either;
  for (std::size_t word = 0; word < either.counts.size(); ++word)
    either.counts[word] = one.counts[word] | other.counts[word];
  either.for_each([&](std::size_t id, int) { visit(id); });
}

}  // namespace arbitre::vitorian_wars
