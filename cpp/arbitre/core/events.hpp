// What happened, in order: typed structs that become maps for logs, interfaces and replays, and who
// may see which part of them.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "arbitre/core/codec.hpp"
#include "arbitre/core/types.hpp"
#include "arbitre/core/value.hpp"

namespace arbitre {

// Who learns that the event happened at all. Single fields are hidden from all but the event's own
// seat with secret(field(...)).
enum class Audience { everyone, own_seat };

// An event in words, with what is needed to show it to one seat.
struct EventRecord {
  Value::Map map;
  Audience audience = Audience::everyone;
  Seat seat = kNoSeat;  // the event's own seat, if it has one
  std::vector<std::string> secrets;

  // The event as `viewer` may see it; nothing when the viewer may not know of it.
  std::optional<Value::Map> seen_by(Seat viewer) const;
};

namespace detail {

template <class T>
concept IsList = requires(const T& list) {
  list.begin();
  list.end();
};

template <class Member>
Value event_value(const Member& member, std::uint8_t domain, std::span<const Domain> domains) {
  if constexpr (IsList<Member>) {
    Value::List list;
    for (const auto& item : member) list.push_back(event_value(item, domain, domains));
    return list;
  } else {
    const auto number = static_cast<std::int64_t>(member);
    return domain == kPlain ? Value{number} : domains[domain].to_value(number);
  }
}

}  // namespace detail

template <class Event>
EventRecord to_record(const Event& event, std::span<const Domain> domains) {
  EventRecord record;
  record.map.emplace_back("kind", Value{Event::kind});
  std::apply(
      [&](const auto&... f) {
        [[maybe_unused]] const auto add = [&](const auto& one) {
          record.map.emplace_back(std::string{one.name}, detail::event_value(event.*(one.member), one.domain, domains));
          if (one.secret) record.secrets.emplace_back(one.name);
        };
        (add(f), ...);
      },
      Event::fields);
  if constexpr (requires { event.seat; }) record.seat = static_cast<Seat>(event.seat);
  if constexpr (requires { Event::audience; }) record.audience = Event::audience;
  return record;
}

template <class... Events>
EventRecord to_record(const std::variant<Events...>& event, std::span<const Domain> domains) {
  return std::visit([&](const auto& e) { return to_record(e, domains); }, event);
}

// The kinds of events of a game with their fields, for catalogues and completeness tests.
struct EventInfo {
  std::string name;
  std::vector<FieldInfo> fields;
};

template <class... Events>
std::vector<EventInfo> event_infos(std::type_identity<std::variant<Events...>>) {
  std::vector<EventInfo> infos;
  const auto reflect = [&]<class Event>(std::type_identity<Event>) {
    EventInfo info{std::string{Event::kind}, {}};
    std::apply([&](const auto&... f) { (info.fields.push_back({std::string{f.name}, f.domain}), ...); }, Event::fields);
    infos.push_back(std::move(info));
  };
  (reflect(std::type_identity<Events>{}), ...);
  return infos;
}

}  // namespace arbitre
