// Vitorian Wars: the document of a state (VW 12), both ways. Included by game.hpp.
#pragma once

#include <algorithm>
#include <string>

#include "arbitre/games/vitorian_wars/game.hpp"

namespace arbitre::vitorian_wars {
namespace detail {

// The number of an id in a list; nothing when there is none.
template <class Ids>
std::optional<std::size_t> number_of(const Value& value, const Ids& ids) {
  const std::string* text = value.string();
  if (text == nullptr) return std::nullopt;
  const auto found = std::find(ids.begin(), ids.end(), *text);
  if (found == ids.end()) return std::nullopt;
  return static_cast<std::size_t>(found - ids.begin());
}

// {id: count}, without zeros.
template <class Io, class Bag>
void describe_counts(Io& counts, Bag& bag, const std::vector<std::string>& ids) {
  if constexpr (Io::reading) {
    int total = 0;
    bag.clear();
    for (std::size_t id = 0; id < ids.size(); ++id) {
      int n = 0;
      counts.integer(ids[id], n, 1, Bag::kMost, Presence::optional);
      total += n;
      if (total > 255) return counts.refuse(ids[id], "too many cards");
      bag.add(id, n);
    }
  } else {
    bag.for_each([&](std::size_t id, int n) { counts.integer(ids[id], n, 1, Bag::kMost); });
  }
}
template <class Io, class Bag>
void multiset(Io& io, std::string_view key, Bag& bag, const std::vector<std::string>& ids) {
  io.object(key, [&](auto& counts) { describe_counts(counts, bag, ids); });
}

// A list of ids, or null for kNone.
template <class Io, class List>
void id_or_null_list(Io& io, std::string_view key, List& list, const std::vector<std::string>& ids) {
  std::size_t count = list.size();
  io.array(key, count, 0, list.capacity(), [&](auto& at, const std::string& place, std::size_t i) {
    if constexpr (Io::reading) list.push_back(kNone);
    at.optional_word(place, list[i], kNone, ids);
  });
}

// A set of bits as the list of its names, in the order of their numbers or of the alphabet.
template <class Io, class Mask>
void name_set(Io& io, std::string_view key, Mask& mask, const std::vector<std::string>& ids, bool sorted) {
  std::vector<std::uint8_t> members;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if ((mask >> i & 1u) != 0) members.push_back(static_cast<std::uint8_t>(i));
  }
  if (sorted) std::sort(members.begin(), members.end(), [&](auto a, auto b) { return ids[a] < ids[b]; });
  io.word_list(key, members, 0, ids.size(), ids);
  if constexpr (Io::reading) {
    mask = 0;
    for (const std::uint8_t member : members) mask = static_cast<Mask>(mask | Mask{1} << member);
  }
}

// Two numbers or flags, by seat.
template <class Io, class Pair>
void by_seat(Io& io, std::string_view key, Pair& pair, bool flags) {
  std::size_t count = pair.size();
  io.array(key, count, count, count, [&](auto& at, const std::string& place, std::size_t i) {
    if (flags) {
      at.boolean(place, pair[i]);
    } else {
      at.integer(place, pair[i], 0, kMaxModifier);
    }
  });
}

// A move, as a map of its kind and fields.
template <class Io, class Code>
void describe_move(Io& io, std::string_view key, const Rules& r, Code& action) {
  if constexpr (Io::reading) {
    io.object(key, [&](auto& move) {
      std::vector<std::string> kinds;
      for (const KindInfo& kind : r.kinds) kinds.emplace_back(kind.name);
      std::size_t number = 0;
      move.word("kind", number, kinds);
      std::uint32_t code = 0;
      for (const FieldInfo& field : r.kinds[number].fields) {
        const Domain& domain = r.domains[field.domain];
        std::int64_t member = 0;
        if (domain.ids.empty()) {
          move.integer(field.name, member, domain.lo, domain.lo + std::int64_t{domain.size} - 1);
        } else {
          move.word(field.name, member, domain.ids);
        }
        code = code * domain.size + static_cast<std::uint32_t>(member - domain.lo);
      }
      action = r.kinds[number].offset + code;
    });
  } else {
    io.custom(
        key, [&] { return Value{move_value(action, r.kinds, r.domains)}; }, [](const Value&) { return std::string{}; });
  }
}

template <class Io, class S>
void describe_player(Io& io, const Rules& r, S& s, std::size_t i) {
  auto& player = s.players[i];
  const bool hidden = s.head.is_observation() && s.head.viewer != i;
  const auto bag = [&](std::string_view key, auto& cards, const std::vector<std::string>& ids, Value instead) {
    io.secret(key, hidden, std::move(instead), [&](auto& here) { multiset(here, key, cards, ids); });
  };
  io.word("sovereign", player.sovereign, r.sovereign_ids);
  bag("deck", player.deck, r.card_ids, Value{player.deck.size()});
  io.secret("deck_bottom", hidden, Value{},
            [&](auto& here) { here.word_list("deck_bottom", player.bottom, 0, kMaxBottom, r.card_ids); });
  bag("hand", player.hand, r.card_ids, Value{player.hand.size()});
  multiset(io, "discard", player.discard, r.card_ids);
  multiset(io, "removed", player.removed, r.resource_ids);
  io.secret("convoy", hidden, Value{static_cast<int>(player.convoy.size())},
            [&](auto& here) { id_or_null_list(here, "convoy", player.convoy, r.resource_ids); });
  bag("convoy_pool", player.pool, r.resource_ids, Value{});
  io.object("zone", [&](auto& zone) {
    multiset(zone, "ready", player.ready, r.resource_ids);
    multiset(zone, "exhausted", player.exhausted, r.resource_ids);
  });
  bag("pile", player.pile, r.resource_ids, Value{player.pile.size()});
  io.optional_word("field", player.field, kNone, r.card_ids);
  io.boolean("skip_next_turn", player.skip_next_turn);
  io.boolean("recycled", player.recycled);
  io.boolean("payment_to_top", player.payment_to_top);
  io.boolean("mulligan_used", player.mulligan_used);
}

template <class Io, class U>
void describe_unit(Io& io, const Rules& r, U& unit) {
  io.word("card", unit.card, r.card_ids);
  io.boolean("exhausted", unit.exhausted);
  io.boolean("hold", unit.hold);
  io.boolean("entered", unit.entered);
  io.boolean("moved", unit.moved);
  io.integer("attacks", unit.attacks, 0, 2);
  io.integer("shields", unit.shields, 0, r.shield_limit);
  io.optional_word("equipment", unit.equipment, kNone, r.card_ids);
  io.object("mods", [&](auto& mods) {
    for (std::size_t expiry = 0; expiry < kExpiries.size(); ++expiry) {
      auto& modifier = unit.modifiers[expiry];
      bool present = !modifier.empty();
      mods.sparse_object(kExpiries[expiry], present, [&](auto& mod) {
        mod.integer("atk", modifier.attack, -kMaxModifier, kMaxModifier);
        mod.integer("def", modifier.defense, -kMaxModifier, kMaxModifier);
        name_set(mod, "keywords", modifier.keywords, r.keyword_ids, true);
      });
    }
  });
}

// Null, where targets may be absent (`present` is given) and are not named beforehand.
template <class Io, class A>
void describe_aims(Io& io, const Rules& r, A& aims, bool* present = nullptr) {
  if (present != nullptr) {
    bool null = !*present;
    io.custom(
        "targets", [] { return Value{}; },
        [&](const Value& value) {
          null = value.is_null();
          return std::string{};
        });
    *present = !null;
    if (null) return;
  }
  std::size_t count = aims.size();
  io.list("targets", count, 0, kMaxTargets, [&](auto& target, std::size_t i) {
    if constexpr (Io::reading) aims.push_back(Aim{});
    auto& aim = aims[i];
    target.integer("op", aim.op, 0, 255);
    target.optional_word("cell", aim.cell, kNone, r.cell_ids);
    target.optional_word("to", aim.to, kNone, r.cell_ids);
    target.optional_integer("entry", aim.entry, kNone, 0, kMaxOrders - 1);
  });
}

template <class Io, class C>
void describe_combat(Io& io, const Rules& r, C& combat) {
  io.integer("seat", combat.seat, 0, 1);
  io.optional_word("attacker", combat.attacker, kNone, r.cell_ids);
  std::vector<std::string> targets = r.cell_ids;
  targets.emplace_back("sovereign");
  io.optional_word("target", combat.target, kNone, targets);
  io.word("step", combat.step, kCombatSteps);
  std::size_t count = combat.orders.size();
  io.list("orders", count, 0, kMaxOrders, [&](auto& entry, std::size_t i) {
    if constexpr (Io::reading) combat.orders.push_back(Order{});
    auto& order = combat.orders[i];
    entry.integer("seat", order.seat, 0, 1);
    entry.word("card", order.card, r.card_ids);
    describe_aims(entry, r, order.targets);
  });
  io.boolean("cancelled", combat.cancelled);
  io.boolean("pierced", combat.pierced);
  by_seat(io, "support", combat.support, false);
  by_seat(io, "supported", combat.supported, true);
  by_seat(io, "reactive", combat.reactive, true);
  by_seat(io, "ganked", combat.ganked, true);
}

template <class Io, class F>
void describe_run(Io& io, const Rules& r, F& frame, bool hidden) {
  io.word("card", frame.card, r.holder_ids);
  io.integer("ability", frame.ability, 0, 255);
  io.integer("op", frame.op, 0, 255);
  io.optional_word("source", frame.source, kNone, r.cell_ids);
  if (frame.kind == FrameKind::order) {
    describe_aims(io, r, frame.targets);
  } else if (bool named = frame.named != 0; Io::reading || !named) {
    describe_aims(io, r, frame.targets, &named);
    if constexpr (Io::reading) frame.named = named ? 1 : 0;
  } else {
    describe_aims(io, r, frame.targets);
  }
  io.word_list("same", frame.same, 0, kCells, r.cell_ids);
  io.word_list("picked", frame.picked, 0, kMaxTargets, r.cell_ids);
  io.optional_word("moving", frame.moving, kNone, r.cell_ids);
  io.optional_integer("left", frame.left, kNone, 0, 50);
  bool looking = frame.looking != 0;
  io.secret("looked", hidden && looking, Value{frame.looked.size()}, [&](auto& here) {
    here.optional_object("looked", looking,
                         [&](auto& counts) { describe_counts(counts, frame.looked, r.resource_ids); });
  });
  if constexpr (Io::reading) frame.looking = looking ? 1 : 0;
  io.boolean("tops", frame.tops);
}

template <class Io, class F>
void describe_frame(Io& io, const Rules& r, F& frame, bool hidden) {
  io.word("frame", frame.kind, kFrameKinds);
  io.integer("seat", frame.seat, 0, 1);
  switch (frame.kind) {
    case FrameKind::none: break;
    case FrameKind::draw:
    case FrameKind::channel:
    case FrameKind::discard: io.integer("left", frame.left, 0, 50); break;
    case FrameKind::pile: {
      static constexpr std::array<std::string_view, 2> places = {"removed", "zone"};
      io.integer("left", frame.left, 0, 50);
      io.word("to", frame.to_zone, places);
      break;
    }
    case FrameKind::pay:
      describe_move(io, "for", r, frame.action);
      io.integer("P", frame.to_return[0], 0, 99);
      io.integer("S", frame.to_return[1], 0, 99);
      io.integer("xP", frame.to_exhaust[0], 0, 99);
      io.integer("xS", frame.to_exhaust[1], 0, 99);
      io.integer("level", frame.level, 0, 99);
      io.boolean("ones", frame.ones);
      break;
    case FrameKind::maintenance: name_set(io, "kept", frame.kept, r.cell_ids, false); break;
    case FrameKind::order:
    case FrameKind::run: describe_run(io, r, frame, hidden); break;
  }
}

}  // namespace detail

template <class Io, class S>
void VitorianWars::describe(Io& io, const Rules& r, S& s) {
  io.constant("game", name);
  int format = 1;
  io.integer("format", format, 1, 1);
  if constexpr (Io::reading) s.head.players = kSeats;
  io.object(
      "options",
      [&](auto& options) {
        options.boolean("concede", s.concede, Presence::optional);
        options.boolean("defense_sacrifice", s.defense_sacrifice, Presence::optional);
      },
      Presence::optional);
  if constexpr (Io::reading) {
    if (io.has("first")) io.optional_integer("first", s.first, kNone, 0, 1);  // an option, by default none
  } else {
    io.optional_integer("first", s.first, kNone, 0, 1);
  }
  io.optional_integer("active", s.active, kNone, 0, 1);
  io.integer("turn", s.turn, 0, r.turn_limit);
  Phase phase = phase_of(s.stage);
  io.word("phase", phase, kPhases);
  io.custom(
      "step", [&] { return Value{kStages[static_cast<std::size_t>(s.stage)]}; },
      [&]([[maybe_unused]] const Value& value) -> std::string {
        if constexpr (Io::reading) {
          for (std::size_t i = 0; i < kStages.size(); ++i) {
            const bool named = value.string() != nullptr && *value.string() == kStages[i];
            if (named && phase_of(static_cast<Stage>(i)) == phase) {
              s.stage = static_cast<Stage>(i);
              return {};
            }
          }
          return "no step of this phase: " + value.described();
        }
        return {};
      });
  int seats = kSeats;
  io.list("players", seats, kSeats, kSeats,
          [&](auto& player, std::size_t i) { detail::describe_player(player, r, s, i); });
  io.object("grid", [&](auto& grid) {
    for (Cell cell = 0; cell < kCells; ++cell) {
      auto& unit = s.grid[cell];
      bool present = unit.card != kNone;
      grid.sparse_object(r.cell_ids[cell], present, [&](auto& here) { detail::describe_unit(here, r, unit); });
    }
  });
  bool fighting = s.combat.active();
  io.optional_object("combat", fighting, [&](auto& combat) { detail::describe_combat(combat, r, s.combat); });
  std::size_t depth = s.depth;
  io.list("frames", depth, 0, kMaxFrames, [&](auto& frame, std::size_t i) {
    const bool hidden = s.head.is_observation() && s.head.viewer != s.frames[i].seat;
    detail::describe_frame(frame, r, s.frames[i], hidden);
  });
  if constexpr (Io::reading) s.depth = static_cast<std::uint8_t>(depth);
  bool ended = s.over();
  io.optional_object("result", ended, [&](auto& result) {
    result.optional_integer("winner", s.winner, kNone, 0, 1);
    result.word("reason", s.reason, kReasons);
  });
}

// VW 1.2: decks by name or written out; every broken rule of both is reported (decks.cpp).
std::string read_decks(const Rules& r, const Value& value, std::array<Deck, kSeats>& decks,
                       std::vector<SetupError::Reason>& reasons);
Value deck_choices(const Rules& r);

template <class Io, class O>
void VitorianWars::describe_options(Io& io, const Rules& r, O& options) {
  if constexpr (Io::reading) {
    std::vector<SetupError::Reason> reasons;
    io.custom(
        "decks", [] { return Value{}; },
        [&](const Value& value) { return read_decks(r, value, options.decks, reasons); }, Presence::optional);
    for (SetupError::Reason& reason : reasons) io.refuse("decks", reason.code, std::move(reason.detail));
    io.custom(
        "first", [] { return Value{}; },
        [&](const Value& value) -> std::string {
          const std::int64_t* seat = value.integer();
          if (value.is_null()) return {};
          if (seat == nullptr || *seat < 0 || *seat >= kSeats)
            return "expected 0, 1 or null, found " + value.described();
          options.first = static_cast<Seat>(*seat);
          return {};
        },
        Presence::optional);
  } else {
    io.custom("decks", deck_choices(r),
              Value{Value::List{std::string_view{r.deck_ids[0]}, std::string_view{r.deck_ids[1 % r.deck_ids.size()]}}});
    io.custom("first", Value{Value::List{Value{}, 0, 1}}, Value{});
  }
  io.boolean("concede", options.concede, Presence::optional);
  io.boolean("defense_sacrifice", options.defense_sacrifice, Presence::optional);
}

}  // namespace arbitre::vitorian_wars
