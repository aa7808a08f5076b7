#include "arbitre/core/codec.hpp"

#include "arbitre/core/errors.hpp"

namespace arbitre {

Domain Domain::of_ids(std::string name, std::vector<std::string> ids) {
  const auto size = static_cast<std::uint32_t>(ids.size());
  return {std::move(name), std::move(ids), 0, size, false, nullptr};
}

Domain Domain::of_range(std::string name, std::int32_t lo, std::int32_t hi) {
  return {std::move(name), {}, lo, static_cast<std::uint32_t>(hi - lo + 1), false, nullptr};
}

Domain Domain::of_booleans(std::string name) { return {std::move(name), {}, 0, 2, true, nullptr}; }

Domain Domain::of_moves(std::string name, std::span<const KindInfo> kinds, std::span<const Domain> domains) {
  Domain moves{std::move(name), {}, 0, 0, false, nullptr};
  moves.show = [kinds = std::vector(kinds.begin(), kinds.end()), domains = std::vector(domains.begin(), domains.end())](
                   std::int64_t code) { return Value{move_value(static_cast<Action>(code), kinds, domains)}; };
  return moves;
}

Value Domain::to_value(std::int64_t member) const {
  if (show) return show(member);
  const std::int64_t digit = member - lo;
  if (digit < 0 || digit >= static_cast<std::int64_t>(size)) return Value{};  // "no value" is written as null
  if (boolean) return Value{member != 0};
  if (!ids.empty()) return Value{ids[static_cast<std::size_t>(digit)]};
  return Value{member};
}

std::optional<std::int32_t> Domain::from_value(const Value& value) const {
  if (boolean) {
    const bool* flag = value.boolean();
    return flag == nullptr ? std::nullopt : std::optional<std::int32_t>{*flag ? 1 : 0};
  }
  if (ids.empty()) {
    const std::int64_t* number = value.integer();
    if (number == nullptr || *number < lo || *number >= lo + static_cast<std::int64_t>(size)) return std::nullopt;
    return static_cast<std::int32_t>(*number);
  }
  // null names the id `none`, where a domain lists it.
  const std::string* text = value.string();
  if (text == nullptr && !value.is_null()) return std::nullopt;
  const std::string_view id = text == nullptr ? std::string_view{"none"} : std::string_view{*text};
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (ids[i] == id) return static_cast<std::int32_t>(i);
  }
  return std::nullopt;
}

std::variant<Action, Malformed> parse_move(const Value& move, std::span<const KindInfo> kinds,
                                           std::span<const Domain> domains) {
  using Reason = Malformed::Reason;
  const Value* kind_value = move.find("kind");
  const std::string* kind_name = kind_value == nullptr ? nullptr : kind_value->string();
  if (kind_name == nullptr) return Malformed{Reason::unknown_kind, "", "", kPlain, false};

  const KindInfo* kind = nullptr;
  for (const KindInfo& candidate : kinds) {
    if (candidate.name == *kind_name) kind = &candidate;
  }
  if (kind == nullptr) return Malformed{Reason::unknown_kind, *kind_name, "", kPlain, false};

  for (const auto& [key, value] : *move.map()) {
    bool known = key == "kind";
    for (const FieldInfo& field : kind->fields) known = known || field.name == key;
    if (!known) return Malformed{Reason::unknown_field, *kind_name, key, kPlain, false};
  }

  std::uint32_t code = 0;
  for (const FieldInfo& field : kind->fields) {
    const Domain& domain = domains[field.domain];
    const Value* value = move.find(field.name);
    if (value == nullptr) return Malformed{Reason::missing_field, *kind_name, field.name, field.domain, false};
    const auto member = domain.from_value(*value);
    if (!member) {
      const bool typed = domain.boolean       ? value->boolean() != nullptr
                         : domain.ids.empty() ? value->integer() != nullptr
                                              : value->string() != nullptr;
      return Malformed{Reason::bad_value, *kind_name, field.name, field.domain, !typed};
    }
    code = code * domain.size + static_cast<std::uint32_t>(*member - domain.lo);
  }
  return kind->offset + code;
}

const KindInfo& kind_of(Action action, std::span<const KindInfo> kinds) {
  std::size_t k = 0;
  while (k + 1 < kinds.size() && action >= kinds[k + 1].offset) ++k;
  return kinds[k];
}

Value::Map move_value(Action action, std::span<const KindInfo> kinds, std::span<const Domain> domains) {
  const KindInfo& kind = kind_of(action, kinds);
  Value::Map map{{"kind", Value{kind.name}}};
  std::uint32_t left = kind.size;
  std::uint32_t number = action - kind.offset;
  for (const FieldInfo& field : kind.fields) {
    const Domain& domain = domains[field.domain];
    left /= domain.size;
    map.emplace_back(field.name, domain.to_value(static_cast<std::int64_t>(number / left) + domain.lo));
    number %= left;
  }
  return map;
}

void lay_out(std::span<KindInfo> kinds, std::span<const Domain> domains) {
  constexpr std::uint64_t kMax = std::uint64_t{1} << 31;
  if (domains.size() > kMaxDomains) throw RulesError{"", "", "", "too many domains"};
  std::uint64_t offset = 0;
  for (KindInfo& kind : kinds) {
    std::uint64_t size = 1;
    for (const FieldInfo& field : kind.fields) {
      if (field.domain >= domains.size()) throw RulesError{"", kind.name, field.name, "the field has no domain"};
      size *= domains[field.domain].size;
      if (size == 0 || size > kMax) throw RulesError{"", kind.name, field.name, "the domain is empty or too large"};
    }
    kind.offset = static_cast<Action>(offset);
    kind.size = static_cast<std::uint32_t>(size);
    offset += size;
    if (offset > kMax) throw RulesError{"", kind.name, "", "more than 2^31 actions"};
  }
}

}  // namespace arbitre
