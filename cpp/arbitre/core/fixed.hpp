// Containers that live inside a state: fixed size, no pointers, and equal contents have equal
// bytes, because unused room is always zero.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace arbitre {

// A short list in place. The length is stored in the width of an element, so no padding appears.
template <class T, std::size_t Capacity>
class Vec {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  using Size = std::conditional_t<sizeof(T) == 1, std::uint8_t,
                                  std::conditional_t<sizeof(T) == 2, std::uint16_t, std::uint32_t>>;
  static_assert(Capacity <= Size(-1));

  static constexpr std::size_t capacity() { return Capacity; }
  constexpr std::size_t size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  constexpr bool full() const { return size_ == Capacity; }

  constexpr T& operator[](std::size_t i) { return items_[i]; }
  constexpr const T& operator[](std::size_t i) const { return items_[i]; }
  constexpr T& back() { return items_[size_ - 1u]; }
  constexpr const T& back() const { return items_[size_ - 1u]; }
  constexpr T* begin() { return items_.data(); }
  constexpr T* end() { return items_.data() + size_; }
  constexpr const T* begin() const { return items_.data(); }
  constexpr const T* end() const { return items_.data() + size_; }

  constexpr void push_back(const T& item) {
    assert(!full());
    items_[size_++] = item;
  }
  constexpr void pop_back() {
    assert(!empty());
    items_[--size_] = T{};
  }
  // Removes one element; those behind it move up.
  constexpr void erase(std::size_t i) {
    assert(i < size_);
    std::copy(items_.begin() + static_cast<std::ptrdiff_t>(i) + 1, items_.begin() + size_,
              items_.begin() + static_cast<std::ptrdiff_t>(i));
    pop_back();
  }
  constexpr void resize(std::size_t n) {
    assert(n <= Capacity);
    for (std::size_t i = n; i < size_; ++i) items_[i] = T{};
    size_ = static_cast<Size>(n);
  }
  constexpr void clear() { resize(0); }

  // For check_state: bytes from outside may lie about the length or leave dirt behind the end.
  constexpr bool well_formed() const {
    if (size_ > Capacity) return false;
    return std::all_of(items_.begin() + size_, items_.end(), [](const T& item) { return item == T{}; });
  }

  friend constexpr bool operator==(const Vec&, const Vec&) = default;

 private:
  std::array<T, Capacity> items_{};
  Size size_ = 0;
};

// std::popcount is a call into libgcc on the processors that every build must run on.
constexpr int count_bits(std::uint64_t bits) {
  bits -= bits >> 1 & 0x5555'5555'5555'5555;
  bits = (bits & 0x3333'3333'3333'3333) + (bits >> 2 & 0x3333'3333'3333'3333);
  bits = (bits + (bits >> 4)) & 0x0f0f'0f0f'0f0f'0f0f;
  return static_cast<int>(bits * 0x0101'0101'0101'0101 >> 56);
}
static_assert(count_bits(0) == 0 && count_bits(0b1011) == 3 && count_bits(~std::uint64_t{0}) == 64);

// The position of the n-th set bit (n from 0), found by halving; `bits` has more than n of them.
constexpr int nth_set_bit(std::uint64_t bits, int n) {
  int position = 0;
  for (int width = 32; width > 0; width /= 2) {
    const std::uint64_t low = bits & ((std::uint64_t{1} << width) - 1);
    const int count = count_bits(low);
    if (n >= count) {
      n -= count;
      bits >>= width;
      position += width;
    } else {
      bits = low;
    }
  }
  return position;
}
static_assert(nth_set_bit(0b1011, 0) == 0 && nth_set_bit(0b1011, 2) == 3);
static_assert(nth_set_bit(std::uint64_t{1} << 63, 0) == 63);

// A set of small numbers, as bits.
template <std::size_t Capacity>
class Bits {
 public:
  using Word = std::conditional_t<(Capacity <= 32), std::uint32_t, std::uint64_t>;
  static constexpr std::size_t kWordBits = sizeof(Word) * 8;
  static constexpr std::size_t kWords = (Capacity + kWordBits - 1) / kWordBits;

  static constexpr Bits below(std::size_t n) {
    Bits all;
    for (std::size_t i = 0; i < n; ++i) all.insert(i);
    return all;
  }

  constexpr bool has(std::size_t i) const { return (words_[i / kWordBits] >> (i % kWordBits) & 1u) != 0; }
  constexpr void insert(std::size_t i) { words_[i / kWordBits] |= Word{1} << (i % kWordBits); }
  constexpr void erase(std::size_t i) { words_[i / kWordBits] &= ~(Word{1} << (i % kWordBits)); }
  constexpr void clear() { words_ = {}; }
  constexpr bool empty() const { return words_ == decltype(words_){}; }

  constexpr int size() const {
    int total = 0;
    for (const Word word : words_) total += count_bits(word);
    return total;
  }

  // The n-th smallest element, n from 0 and below size().
  constexpr std::size_t nth(int n) const {
    std::size_t base = 0;
    for (const Word word : words_) {
      const int count = count_bits(word);
      if (n < count) return base + static_cast<std::size_t>(nth_set_bit(word, n));
      n -= count;
      base += kWordBits;
    }
    return Capacity;
  }

  // Ascending.
  template <class Visit>
  constexpr void for_each(Visit&& visit) const {
    for (std::size_t w = 0; w < kWords; ++w) {
      for (Word rest = words_[w]; rest != 0; rest &= rest - 1) {
        visit(w * kWordBits + static_cast<std::size_t>(std::countr_zero(rest)));
      }
    }
  }

  constexpr Bits& operator|=(const Bits& other) {
    for (std::size_t w = 0; w < kWords; ++w) words_[w] |= other.words_[w];
    return *this;
  }
  constexpr Bits& operator-=(const Bits& other) {
    for (std::size_t w = 0; w < kWords; ++w) words_[w] &= ~other.words_[w];
    return *this;
  }
  constexpr Bits& operator&=(const Bits& other) {
    for (std::size_t w = 0; w < kWords; ++w) words_[w] &= other.words_[w];
    return *this;
  }
  friend constexpr Bits operator|(Bits a, const Bits& b) { return a |= b; }
  friend constexpr Bits operator-(Bits a, const Bits& b) { return a -= b; }
  friend constexpr Bits operator&(Bits a, const Bits& b) { return a &= b; }
  constexpr bool intersects(const Bits& other) const {
    for (std::size_t w = 0; w < kWords; ++w) {
      if ((words_[w] & other.words_[w]) != 0) return true;
    }
    return false;
  }
  friend constexpr bool operator==(const Bits&, const Bits&) = default;

 private:
  std::array<Word, kWords> words_{};
};

}  // namespace arbitre
