// One description, two directions: a game writes down its state once, as calls on an `io`, and
// DocumentWriter turns a state into a document, DocumentReader a document into a state, and
// OptionLister the options into their catalogue. They have the same methods, so a description is a
// template over them:
//
//     template <class Io, class S>
//     static void describe(Io& io, const Rules& r, S& s) {
//       io.integer("round", s.round, 1, r.rounds);
//       ...
//     }
//
// A reader only guards types and ranges; whether the position is consistent is for check_state, and
// whether the document is the canonical one is found by writing it again (see Engine::build).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "arbitre/core/errors.hpp"
#include "arbitre/core/types.hpp"
#include "arbitre/core/value.hpp"

namespace arbitre {

// The names of a small enumeration, in the order of their numbers.
using Names = std::span<const std::string_view>;

// Whether a key may be left out of a document that is read; it then keeps the value it had.
enum class Presence { required, optional };

class DocumentWriter {
 public:
  static constexpr bool reading = false;

  // `whole`: also writes what a game leaves out where it has its default, for comparisons.
  explicit DocumentWriter(bool whole = false) : whole_{whole} {}
  bool whole() const { return whole_; }

  Value take() { return Value{std::move(map_)}; }

  void constant(std::string_view key, std::string_view value) { put(key, value); }

  template <class T>
  void integer(std::string_view key, const T& value, std::int64_t, std::int64_t, Presence = Presence::required) {
    put(key, static_cast<std::int64_t>(value));
  }
  template <class T>
  void boolean(std::string_view key, const T& value, Presence = Presence::required) {
    put(key, value != 0);
  }
  // `none` is written as null.
  template <class T>
  void optional_integer(std::string_view key, const T& value, T none, std::int64_t, std::int64_t) {
    put(key, value == none ? Value{} : Value{static_cast<std::int64_t>(value)});
  }
  template <class T, class NameList>
  void word(std::string_view key, const T& value, const NameList& names, Presence = Presence::required) {
    put(key, names[static_cast<std::size_t>(value)]);
  }
  template <class T, class NameList>
  void optional_word(std::string_view key, const T& value, T none, const NameList& names) {
    if (value == none) {
      put(key, Value{});
    } else {
      put(key, names[static_cast<std::size_t>(value)]);
    }
  }
  // A set of integers as an ascending list.
  template <class Set>
  void set(std::string_view key, const Set& members, std::int64_t, std::int64_t, Presence = Presence::required) {
    Value::List list;
    members.for_each([&](std::size_t i) { list.emplace_back(static_cast<std::int64_t>(i)); });
    put(key, std::move(list));
  }
  // A set as the list of its members' names, in the order of their numbers.
  template <class Set, class NameList>
  void word_set(std::string_view key, const Set& members, const NameList& names) {
    Value::List list;
    members.for_each([&](std::size_t i) { list.emplace_back(std::string_view{names[i]}); });
    put(key, std::move(list));
  }
  // A key that is there when the value is not `none`: an entry of a map from ids to words.
  template <class T, class NameList>
  void word_if(std::string_view key, const T& value, T none, const NameList& names) {
    if (value != none) put(key, names[static_cast<std::size_t>(value)]);
  }
  // What follows from the rest: written, and compared when a document is read.
  void derived(std::string_view key, Value value) { put(key, std::move(value)); }

  template <class Describe>
  void object(std::string_view key, Describe&& describe, Presence = Presence::required) {
    DocumentWriter inner{whole_};
    describe(inner);
    put(key, inner.take());
  }
  // A map, or null when it is not `present`.
  template <class Present, class Describe>
  void optional_object(std::string_view key, const Present& present, Describe&& describe) {
    if (present) {
      object(key, std::forward<Describe>(describe));
    } else {
      put(key, Value{});
    }
  }
  // A list of values that are no maps; `describe(io, at, i)` writes the i-th under the key `at`.
  template <class Count, class Describe>
  void array(std::string_view key, const Count& count, std::size_t, std::size_t, Describe&& describe) {
    DocumentWriter inner{whole_};
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) describe(inner, std::to_string(i), i);
    Value::List items;
    for (auto& [at, value] : inner.map_) items.push_back(std::move(value));
    put(key, std::move(items));
  }
  // A list of words of a small enumeration.
  template <class List, class NameList>
  void word_list(std::string_view key, const List& members, std::size_t, std::size_t, const NameList& names) {
    Value::List list;
    for (const auto& member : members) list.emplace_back(std::string_view{names[static_cast<std::size_t>(member)]});
    put(key, std::move(list));
  }
  // The same with a length of its own; an empty list is written as null.
  template <class List, class NameList>
  void optional_word_list(std::string_view key, const List& members, std::size_t length, const NameList& names) {
    if (members.empty()) {
      put(key, Value{});
    } else {
      word_list(key, members, length, length, names);
    }
  }
  // A list of maps; `describe(io, i)` writes the i-th.
  template <class Count, class Describe>
  void list(std::string_view key, const Count& count, std::size_t, std::size_t, Describe&& describe) {
    Value::List items;
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
      DocumentWriter inner{whole_};
      describe(inner, i);
      items.push_back(inner.take());
    }
    put(key, std::move(items));
  }
  // A map under a key that is left out when there is nothing to write.
  template <class Describe>
  void sparse_object(std::string_view key, const bool& present, Describe&& describe) {
    if (present) object(key, describe);
  }
  // A value in a form of its own: `write()` gives it; `read(value)` takes it and answers what is wrong
  // with it, or "".
  template <class Write, class Read>
  void custom(std::string_view key, Write&& write, Read&&) {
    put(key, write());
  }
  // In an observation a hidden part is replaced (null, or a count).
  template <class Describe>
  void secret(std::string_view key, bool hidden, Value instead, Describe&& describe) {
    if (hidden) {
      put(key, std::move(instead));
    } else {
      describe(*this);
    }
  }

 private:
  void put(std::string_view key, Value value) { map_.emplace_back(std::string{key}, std::move(value)); }

  Value::Map map_;
  bool whole_;
};

class DocumentReader {
 public:
  static constexpr bool reading = true;
  static constexpr bool whole() { return true; }

  // Collects problems in `problems` when given (set-ups: every reason at once), else throws the first.
  struct Problem {
    std::string pointer, why;
    bool unknown_key = false;
    std::string code = {};  // where the game names the reason
  };
  explicit DocumentReader(const Value& document, std::string pointer = "", std::vector<Problem>* problems = nullptr);

  // Refuses keys that no call has read. The owner of the reader calls it last.
  void finish();

  bool has(std::string_view key) const;
  // For what a type and a range can't say.
  void refuse(std::string_view key, std::string why) { fail(pointer_to(key), std::move(why)); }

  void constant(std::string_view key, std::string_view value);

  template <class T>
  void integer(std::string_view key, T& value, std::int64_t lo, std::int64_t hi,
               Presence presence = Presence::required) {
    std::int64_t number = 0;
    if (read_integer(key, number, lo, hi, presence)) value = static_cast<T>(number);
  }
  template <class T>
  void boolean(std::string_view key, T& value, Presence presence = Presence::required) {
    bool flag = false;
    if (read_boolean(key, flag, presence)) value = static_cast<T>(flag);
  }
  template <class T>
  void optional_integer(std::string_view key, T& value, T none, std::int64_t lo, std::int64_t hi) {
    std::int64_t number = 0;
    if (read_null(key)) {
      value = none;
    } else if (read_integer(key, number, lo, hi, Presence::required)) {
      value = static_cast<T>(number);
    }
  }
  template <class T, class NameList>
  void word(std::string_view key, T& value, const NameList& names, Presence presence = Presence::required) {
    std::size_t index = 0;
    if (read_word(key, index, views(names), presence)) value = static_cast<T>(index);
  }
  template <class T, class NameList>
  void optional_word(std::string_view key, T& value, T none, const NameList& names) {
    if (read_null(key)) {
      value = none;
    } else {
      word(key, value, names);
    }
  }
  template <class Set>
  void set(std::string_view key, Set& members, std::int64_t lo, std::int64_t hi,
           Presence presence = Presence::required) {
    if (presence == Presence::optional && find(key, presence) == nullptr) return;
    members.clear();
    for (const std::int64_t member : read_set(key, lo, hi)) members.insert(static_cast<std::size_t>(member));
  }
  template <class Set, class NameList>
  void word_set(std::string_view key, Set& members, const NameList& names) {
    members.clear();
    for (const std::size_t member : read_word_set(key, views(names))) members.insert(member);
  }
  void derived(std::string_view key, const Value&) { find(key, Presence::required); }
  template <class T, class NameList>
  void word_if(std::string_view key, T& value, T none, const NameList& names) {
    value = none;
    word(key, value, names, Presence::optional);
  }

  template <class Describe>
  void object(std::string_view key, Describe&& describe, Presence presence = Presence::required) {
    const Value* value = find(key, presence);
    if (value == nullptr) return;
    DocumentReader inner{*value, pointer_to(key), problems_};
    describe(inner);
    inner.finish();
  }
  template <class Present, class Describe>
  void optional_object(std::string_view key, Present& present, Describe&& describe) {
    present = !read_null(key);
    if (present) object(key, std::forward<Describe>(describe));
  }
  // Elements are read by their places as keys, so pointers and messages are those of maps.
  template <class Count, class Describe>
  void array(std::string_view key, Count& count, std::size_t lo, std::size_t hi, Describe&& describe) {
    const Value::List& items = read_list(key, lo, hi);
    count = static_cast<Count>(items.size());
    Value::Map numbered;
    for (std::size_t i = 0; i < items.size(); ++i) numbered.emplace_back(std::to_string(i), items[i]);
    const Value elements{std::move(numbered)};
    DocumentReader inner{elements, pointer_to(key), problems_};
    for (std::size_t i = 0; i < items.size(); ++i) describe(inner, std::to_string(i), i);
    inner.finish();
  }
  template <class List, class NameList>
  void word_list(std::string_view key, List& members, std::size_t lo, std::size_t hi, const NameList& names) {
    members.clear();
    for (const std::size_t index : read_words(key, lo, hi, views(names))) {
      members.push_back(static_cast<std::remove_cvref_t<decltype(members[0])>>(index));
    }
  }
  template <class List, class NameList>
  void optional_word_list(std::string_view key, List& members, std::size_t length, const NameList& names) {
    if (read_null(key)) {
      members.clear();
    } else {
      word_list(key, members, length, length, names);
    }
  }
  template <class Count, class Describe>
  void list(std::string_view key, Count& count, std::size_t lo, std::size_t hi, Describe&& describe) {
    const Value::List& items = read_list(key, lo, hi);
    count = static_cast<Count>(items.size());
    for (std::size_t i = 0; i < items.size(); ++i) {
      DocumentReader inner{items[i], pointer_to(key) + "/" + std::to_string(i), problems_};
      describe(inner, i);
      inner.finish();
    }
  }
  template <class Describe>
  void sparse_object(std::string_view key, bool& present, Describe&& describe) {
    present = find(key, Presence::optional) != nullptr;
    if (present) object(key, describe);
  }
  template <class Write, class Read>
  void custom(std::string_view key, Write&&, Read&& read, Presence presence = Presence::required) {
    const Value* value = find(key, presence);
    if (value == nullptr) return;
    if (std::string why = read(*value); !why.empty()) fail(pointer_to(key), std::move(why));
  }
  template <class Describe>
  void secret(std::string_view, bool, const Value&, Describe&& describe) {
    describe(*this);
  }
  // Refuses a value for a reason that has a code of its own; for set-ups, which collect them.
  void refuse(std::string_view key, std::string_view code, std::string why) {
    fail(pointer_to(key), std::move(why));
    if (problems_ != nullptr) problems_->back().code = code;
  }

 private:
  template <class NameList>
  static std::vector<std::string_view> views(const NameList& names) {
    return {names.begin(), names.end()};
  }
  std::string pointer_to(std::string_view key) const;
  void fail(std::string pointer, std::string why, bool unknown_key = false);
  const Value* find(std::string_view key, Presence presence);
  bool read_null(std::string_view key);
  bool read_integer(std::string_view key, std::int64_t& value, std::int64_t lo, std::int64_t hi, Presence presence);
  bool read_boolean(std::string_view key, bool& value, Presence presence);
  bool read_word(std::string_view key, std::size_t& index, std::span<const std::string_view> names, Presence presence);
  std::vector<std::size_t> read_words(std::string_view key, std::size_t lo, std::size_t hi,
                                      std::span<const std::string_view> names);
  std::vector<std::int64_t> read_set(std::string_view key, std::int64_t lo, std::int64_t hi);
  std::vector<std::size_t> read_word_set(std::string_view key, std::span<const std::string_view> names);
  const Value::List& read_list(std::string_view key, std::size_t lo, std::size_t hi);

  const Value::Map* map_ = nullptr;
  std::string pointer_;
  std::vector<bool> used_;
  std::vector<Problem>* problems_;
};

// One option of `initial`, as the catalogue shows it.
struct Option {
  std::string name;
  std::string group;  // the map it is given in, e.g. "variants"; "" = an argument of its own
  Value domain;       // a list of values, or {"min": lo, "max": hi}
  Value standard;     // the default
};

class OptionLister {
 public:
  static constexpr bool reading = false;
  static constexpr bool whole() { return true; }

  std::vector<Option> take() { return std::move(options_); }

  template <class T>
  void integer(std::string_view key, const T& value, std::int64_t lo, std::int64_t hi, Presence = Presence::required) {
    add(key, Value{Value::Map{{"min", lo}, {"max", hi}}}, static_cast<std::int64_t>(value));
  }
  template <class T>
  void boolean(std::string_view key, const T& value, Presence = Presence::required) {
    add(key, Value{Value::List{false, true}}, value != 0);
  }
  template <class T, class NameList>
  void word(std::string_view key, const T& value, const NameList& names, Presence = Presence::required) {
    Value::List list;
    for (const auto& name : names) list.emplace_back(std::string_view{name});
    add(key, std::move(list), names[static_cast<std::size_t>(value)]);
  }
  // Every subset of a small range is a value.
  template <class Set>
  void set(std::string_view key, const Set& members, std::int64_t lo, std::int64_t hi, Presence = Presence::required) {
    const auto listed = [&](auto&& has) {
      Value::List list;
      for (std::int64_t i = lo; i <= hi; ++i) {
        if (has(i)) list.emplace_back(i);
      }
      return Value{std::move(list)};
    };
    Value::List subsets;
    for (std::uint32_t bits = 0; bits < 1u << (hi - lo + 1); ++bits) {
      subsets.push_back(listed([&](std::int64_t i) { return (bits >> (i - lo) & 1u) != 0; }));
    }
    add(key, Value{std::move(subsets)},
        listed([&](std::int64_t i) { return members.has(static_cast<std::size_t>(i)); }));
  }
  // An option whose values have a form of their own.
  void custom(std::string_view key, Value domain, Value standard) { add(key, std::move(domain), std::move(standard)); }
  template <class Describe>
  void object(std::string_view key, Describe&& describe, Presence = Presence::required) {
    group_ = std::string{key};
    describe(*this);
    group_.clear();
  }

 private:
  void add(std::string_view name, Value domain, Value standard) {
    options_.push_back({std::string{name}, group_, std::move(domain), std::move(standard)});
  }

  std::vector<Option> options_;
  std::string group_;
};

// The JSON pointer and reason of the first place where `given` differs from the canonical document;
// keys missing in `given` are not compared. Empty pointer and reason when there is none.
struct Difference {
  bool found = false;
  std::string pointer, why;
};
Difference first_difference(const Value& given, const Value& canonical, const std::string& pointer = "");

}  // namespace arbitre
