// Moves as numbers and as words, both derived from one list of fields.
//
// A kind of move is a struct with `kind` (its name) and `fields` (name, member, domain). A domain is
// a closed list of ids, the two booleans, or a range of integers; which values it has depends on the
// rules data. A move's code is the offset of its kind plus the mixed radix of its fields, the first
// field most significant.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "arbitre/core/reject.hpp"
#include "arbitre/core/types.hpp"
#include "arbitre/core/value.hpp"

namespace arbitre {

struct KindInfo;

// The values a field may take.
struct Domain {
  std::string name;
  std::vector<std::string> ids;  // empty for booleans and integers
  std::int32_t lo = 0;           // the lowest integer
  std::uint32_t size = 0;
  bool boolean = false;
  std::function<Value(std::int64_t)> show = nullptr;  // events only: values that are no ids, such as moves

  static Domain of_ids(std::string name, std::vector<std::string> ids);
  static Domain of_range(std::string name, std::int32_t lo, std::int32_t hi);
  static Domain of_booleans(std::string name);
  // Moves inside events, by their code; no field of a move has this domain.
  static Domain of_moves(std::string name, std::span<const KindInfo> kinds, std::span<const Domain> domains);

  // Value of a member (an index for ids, the number itself for integers) to words and back.
  Value to_value(std::int64_t member) const;
  std::optional<std::int32_t> from_value(const Value& value) const;
};

inline constexpr std::size_t kMaxDomains = 48;
inline constexpr std::uint8_t kPlain = 255;  // the "domain" of a number without labels (events only)

template <class Owner, class Member>
struct Field {
  std::string_view name;
  Member Owner::* member;
  std::uint8_t domain;
  bool secret = false;  // events only: shown to the event's own seat alone
};

template <class Owner, class Member, class D>
constexpr Field<Owner, Member> field(std::string_view name, Member Owner::* member, D domain) {
  return {name, member, static_cast<std::uint8_t>(domain)};
}
template <class Owner, class Member>
constexpr Field<Owner, Member> field(std::string_view name, Member Owner::* member) {
  return {name, member, kPlain};
}
template <class Owner, class Member>
constexpr Field<Owner, Member> secret(Field<Owner, Member> plain) {
  plain.secret = true;
  return plain;
}

struct FieldInfo {
  std::string name;
  std::uint8_t domain;
};

// A kind of move as data, for everything that is not a hot path.
struct KindInfo {
  std::string name;
  Action offset = 0;
  std::uint32_t size = 1;
  bool chance = false;
  std::vector<FieldInfo> fields;
};

// Why a move in words is no move at all. Problems are looked for in this order: the kind, surplus
// fields, then each field of the kind.
struct Malformed {
  enum class Reason { unknown_kind, unknown_field, missing_field, bad_value };
  Reason reason = Reason::unknown_kind;
  std::string kind;
  std::string field;
  std::uint8_t domain = kPlain;  // of the field, for missing_field and bad_value
  bool wrong_type = false;       // bad_value: not even of the domain's type
};

// A code and the caller's own word.
struct MalformedVerdict {
  Reject code = Reject::unknown_action;
  std::string subject;
};

std::variant<Action, Malformed> parse_move(const Value& move, std::span<const KindInfo> kinds,
                                           std::span<const Domain> domains);

// The kind an action belongs to; `action` must be below the end of the last kind.
const KindInfo& kind_of(Action action, std::span<const KindInfo> kinds);

// {"kind": ..., field: ...} of an action, in the order of its fields.
Value::Map move_value(Action action, std::span<const KindInfo> kinds, std::span<const Domain> domains);

// Checks that all kinds together fit an Action and sets their offsets; throws RulesError.
void lay_out(std::span<KindInfo> kinds, std::span<const Domain> domains);

template <class Move>
class Codec;

template <class... Kinds>
class Codec<std::variant<Kinds...>> {
 public:
  static constexpr std::size_t kind_count = sizeof...(Kinds);

  // The index of a kind in the variant.
  template <class Kind>
  static constexpr std::size_t index_of = [] {
    std::size_t index = 0;
    (void)((std::is_same_v<Kind, Kinds> ? false : (++index, true)) && ...);
    return index;
  }();

  // Reflects the kinds, lays them out over `domains` and remembers what encoding needs.
  std::vector<KindInfo> compile(std::span<const Domain> domains);

  std::uint32_t action_count() const { return offset_[kind_count]; }

  template <class Kind>
  Action encode(const Kind& move) const {
    std::uint32_t code = 0;
    std::apply(
        [&](const auto&... f) {
          ((code = code * size_[f.domain] +
                   static_cast<std::uint32_t>(static_cast<std::int32_t>(move.*(f.member)) - lo_[f.domain])),
           ...);
        },
        Kind::fields);
    return offset_[index_of<Kind>] + code;
  }

  // Calls `visit(move)` with the decoded kind; `action` must be below action_count().
  template <class Visit>
  decltype(auto) visit(Action action, Visit&& visit) const {
    return jump<0>(action, std::forward<Visit>(visit));
  }

  // Calls `visit(kind)` for every kind in order, as std::type_identity.
  template <class Visit>
  static void each_kind(Visit&& visit) {
    (visit(std::type_identity<Kinds>{}), ...);
  }

  template <class Kind>
  std::uint32_t size_of() const {
    return offset_[index_of<Kind> + 1] - offset_[index_of<Kind>];
  }

  // The move with this number within its kind.
  template <class Kind>
  Kind decode(std::uint32_t number) const {
    Kind move{};
    constexpr std::size_t n = std::tuple_size_v<std::remove_cvref_t<decltype(Kind::fields)>>;
    // The last field is the least significant digit.
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      (take_digit(move, std::get<n - 1 - I>(Kind::fields), number), ...);
    }(std::make_index_sequence<n>{});
    return move;
  }

 private:
  // A binary descent over the offsets, resolved to straight code for each kind.
  template <std::size_t Lo, std::size_t Count = kind_count, class Visit>
  decltype(auto) jump(Action action, Visit&& visit) const {
    if constexpr (Count == 1) {
      using Kind = std::variant_alternative_t<Lo, std::variant<Kinds...>>;
      return visit(decode<Kind>(action - offset_[Lo]));
    } else {
      constexpr std::size_t half = Count / 2;
      if (action < offset_[Lo + half]) return jump<Lo, half>(action, std::forward<Visit>(visit));
      return jump<Lo + half, Count - half>(action, std::forward<Visit>(visit));
    }
  }

  template <class Kind, class Member>
  void take_digit(Kind& move, const Field<Kind, Member>& f, std::uint32_t& number) const {
    const std::uint32_t size = size_[f.domain];
    move.*(f.member) = static_cast<Member>(static_cast<std::int32_t>(number % size) + lo_[f.domain]);
    number /= size;
  }

  std::array<Action, kind_count + 1> offset_{};
  std::array<std::uint32_t, kMaxDomains> size_{};
  std::array<std::int32_t, kMaxDomains> lo_{};
};

template <class... Kinds>
std::vector<KindInfo> Codec<std::variant<Kinds...>>::compile(std::span<const Domain> domains) {
  std::vector<KindInfo> infos;
  each_kind([&]<class Kind>(std::type_identity<Kind>) {
    KindInfo info;
    info.name = Kind::kind;
    info.chance = Kind::chance;
    std::apply([&](const auto&... f) { (info.fields.push_back({std::string{f.name}, f.domain}), ...); }, Kind::fields);
    infos.push_back(std::move(info));
  });
  lay_out(infos, domains);
  for (std::size_t k = 0; k < kind_count; ++k) offset_[k] = infos[k].offset;
  offset_[kind_count] = infos.back().offset + infos.back().size;
  for (std::size_t d = 0; d < domains.size(); ++d) {
    size_[d] = domains[d].size;
    lo_[d] = domains[d].lo;
  }
  return infos;
}

}  // namespace arbitre
