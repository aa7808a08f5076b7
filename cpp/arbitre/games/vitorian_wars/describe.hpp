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
void multiset(Io& io, std::string_view key, Bag& bag, const std::vector<std::string>& ids) {
  io.custom(
      key,
      [&] {
        Value::Map map;
        bag.for_each([&](std::size_t id, int n) { map.emplace_back(ids[id], Value{n}); });
        return Value{std::move(map)};
      },
      [&]([[maybe_unused]] const Value& value) -> std::string {
        if constexpr (Io::reading) {
          if (value.map() == nullptr) return "expected a map of ids and counts, found " + value.described();
          bag.clear();
          int total = 0;
          for (const auto& [id, count] : *value.map()) {
            const auto number = number_of(Value{id}, ids);
            const std::int64_t* n = count.integer();
            if (!number) return "there is no '" + id + "'";
            if (n == nullptr || *n < 1 || *n > Bag::kMost) {
              return id + ": expected a count from 1 to " + std::to_string(Bag::kMost) + ", found " + count.described();
            }
            total += static_cast<int>(*n);
            if (bag.has(*number) || total > 255) return id + ": too many";
            bag.add(*number, static_cast<int>(*n));
          }
        }
        return {};
      });
}

// A list of ids, or null for kNone where `gaps` allows it.
template <class Io, class List>
void id_list(Io& io, std::string_view key, List& list, const std::vector<std::string>& ids, bool gaps = false) {
  io.custom(
      key,
      [&] {
        Value::List items;
        for (const std::uint8_t id : list) items.push_back(id == kNone ? Value{} : Value{std::string_view{ids[id]}});
        return Value{std::move(items)};
      },
      [&]([[maybe_unused]] const Value& value) -> std::string {
        if constexpr (Io::reading) {
          if (value.list() == nullptr) return "expected a list, found " + value.described();
          list.clear();
          for (const Value& item : *value.list()) {
            if (list.full()) return "expected at most " + std::to_string(list.size()) + " elements";
            const auto number = number_of(item, ids);
            if (!number && !(gaps && item.is_null())) return "no such id: " + item.described();
            list.push_back(number ? static_cast<std::uint8_t>(*number) : kNone);
          }
        }
        return {};
      });
}

// A set of bits as the sorted list of its names.
template <class Io, class Mask>
void name_set(Io& io, std::string_view key, Mask& mask, const std::vector<std::string>& ids) {
  io.custom(
      key,
      [&] {
        std::vector<std::string> names;
        for (std::size_t i = 0; i < ids.size(); ++i) {
          if ((mask >> i & 1u) != 0) names.push_back(ids[i]);
        }
        std::sort(names.begin(), names.end());
        Value::List items(names.begin(), names.end());
        return Value{std::move(items)};
      },
      [&]([[maybe_unused]] const Value& value) -> std::string {
        if constexpr (Io::reading) {
          if (value.list() == nullptr) return "expected a list, found " + value.described();
          mask = 0;
          for (const Value& item : *value.list()) {
            const auto number = number_of(item, ids);
            if (!number) return "no such id: " + item.described();
            mask = static_cast<Mask>(mask | Mask{1} << *number);
          }
        }
        return {};
      });
}

// Two numbers or flags, by seat.
template <class Io, class Pair>
void by_seat(Io& io, std::string_view key, Pair& pair, bool flags) {
  io.custom(
      key,
      [&] {
        Value::List items;
        for (const auto item : pair) items.push_back(flags ? Value{item != 0} : Value{int{item}});
        return Value{std::move(items)};
      },
      [&]([[maybe_unused]] const Value& value) -> std::string {
        if constexpr (Io::reading) {
          const Value::List* items = value.list();
          if (items == nullptr || items->size() != pair.size()) return "expected two elements, one a seat";
          for (std::size_t i = 0; i < pair.size(); ++i) {
            const bool* flag = (*items)[i].boolean();
            const std::int64_t* number = (*items)[i].integer();
            if (flags ? flag == nullptr : number == nullptr || *number < 0 || *number > kMaxModifier) {
              return "bad element: " + (*items)[i].described();
            }
            pair[i] = static_cast<std::remove_cvref_t<decltype(pair[i])>>(flags ? (*flag ? 1 : 0) : *number);
          }
        }
        return {};
      });
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
  io.secret("deck_bottom", hidden, Value{}, [&](auto& here) { id_list(here, "deck_bottom", player.bottom, r.card_ids); });
  bag("hand", player.hand, r.card_ids, Value{player.hand.size()});
  multiset(io, "discard", player.discard, r.card_ids);
  multiset(io, "removed", player.removed, r.resource_ids);
  io.secret("convoy", hidden, Value{static_cast<int>(player.convoy.size())},
            [&](auto& here) { id_list(here, "convoy", player.convoy, r.resource_ids, true); });
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
        name_set(mod, "keywords", modifier.keywords, r.keyword_ids);
      });
    }
  });
}

template <class Io, class A>
void describe_aims(Io& io, const Rules& r, A& aims) {
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
  } else {
    // Named beforehand, or picked as the ops run: then there is no list.
    io.custom(
        "targets",
        [&] {
          if (frame.named == 0) return Value{};
          DocumentWriter inner;
          describe_aims(inner, r, frame.targets);
          return inner.take().map()->front().second;
        },
        [&]([[maybe_unused]] const Value& value) -> std::string {
          if constexpr (Io::reading) {
            frame.named = value.is_null() ? 0 : 1;
            if (frame.named == 0) return {};
            const Value wrapped{Value::Map{{"targets", value}}};
            DocumentReader inner{wrapped};
            describe_aims(inner, r, frame.targets);
          }
          return {};
        });
  }
  id_list(io, "same", frame.same, r.cell_ids);
  id_list(io, "picked", frame.picked, r.cell_ids);
  io.optional_word("moving", frame.moving, kNone, r.cell_ids);
  io.optional_integer("left", frame.left, kNone, 0, 50);
  io.custom(
      "looked",
      [&] {
        if (frame.looking == 0) return Value{};
        if (hidden) return Value{frame.looked.size()};
        DocumentWriter inner;
        multiset(inner, "looked", frame.looked, r.resource_ids);
        return inner.take().map()->front().second;
      },
      [&]([[maybe_unused]] const Value& value) -> std::string {
        if constexpr (Io::reading) {
          frame.looking = value.is_null() ? 0 : 1;
          if (frame.looking == 0) return {};
          const Value wrapped{Value::Map{{"looked", value}}};
          DocumentReader inner{wrapped};
          multiset(inner, "looked", frame.looked, r.resource_ids);
        }
        return {};
      });
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
      io.custom(
          "for", [&] { return Value{move_value(frame.action, r.kinds, r.domains)}; },
          [&]([[maybe_unused]] const Value& value) -> std::string {
            if constexpr (Io::reading) {
              const auto parsed = parse_move(value, r.kinds, r.domains);
              if (!std::holds_alternative<Action>(parsed)) return "expected a move, found " + value.described();
              frame.action = std::get<Action>(parsed);
            }
            return {};
          });
      io.integer("P", frame.to_return[0], 0, 99);
      io.integer("S", frame.to_return[1], 0, 99);
      io.integer("xP", frame.to_exhaust[0], 0, 99);
      io.integer("xS", frame.to_exhaust[1], 0, 99);
      io.integer("level", frame.level, 0, 99);
      io.boolean("ones", frame.ones);
      break;
    case FrameKind::maintenance:
      io.custom(
          "kept",
          [&] {
            Value::List cells;
            for (Cell cell = 0; cell < kCells; ++cell) {
              if ((frame.kept >> cell & 1u) != 0) cells.emplace_back(std::string_view{r.cell_ids[cell]});
            }
            return Value{std::move(cells)};
          },
          [&]([[maybe_unused]] const Value& value) -> std::string {
            if constexpr (Io::reading) {
              if (value.list() == nullptr) return "expected a list of cells, found " + value.described();
              for (const Value& item : *value.list()) {
                const auto cell = number_of(item, r.cell_ids);
                if (!cell) return "no such cell: " + item.described();
                frame.kept |= 1u << *cell;
              }
            }
            return {};
          });
      break;
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
  io.optional_integer("first", s.first, kNone, 0, 1);
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
          if (seat == nullptr || *seat < 0 || *seat >= kSeats) return "expected 0, 1 or null, found " + value.described();
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
