// Terraforming Mars: the state in words (TM 12.1, 12.2), both directions. Part of game.hpp.
#pragma once

#include "arbitre/games/terraforming_mars/game.hpp"

namespace arbitre::terraforming_mars {

// The keys of one map hex, claim or tableau card; ids of cards are those of the sources' list.
template <class Io, class S>
class Describer {
 public:
  static constexpr bool reading = Io::reading;
  Describer(const Rules& rules, S& state) : r{rules}, s{state} {}

  void map(Io& io) {
    io.object("map", [&](Io& hexes) {
      for (std::size_t hex = 0; hex < kHexes; ++hex) tile(hexes, hex);
    });
    // A map of the claimed hexes alone.
    io.object("claims", [&](Io& claims) {
      for (std::size_t hex = 0; hex < kHexes; ++hex) {
        Seat owner = kNone;
        for (Seat seat = 0; seat < kMaxPlayers; ++seat) {
          if ((s.claims[seat] & hex_bit(static_cast<int>(hex))) != 0) owner = seat;
        }
        if (reading || owner != kNone) claims.word(r.hex_ids[hex], owner, r.player_ids, Presence::optional);
        if constexpr (reading) {
          if (owner < kMaxPlayers) s.claims[owner] |= hex_bit(static_cast<int>(hex));
        }
      }
    });
    io.object("off_map", [&](Io& spots) {
      for (std::size_t spot = 0; spot < kSpots; ++spot) {
        spots.optional_word(r.place_ids[kHexes + spot], s.off_map[spot], kNone, r.player_ids);
      }
    });
  }

  void taken(Io& io) {
    io.object("milestones", [&](Io& milestones) {
      for (std::size_t i = 0; i < kMilestones; ++i) {
        milestones.optional_word(r.milestone_ids[i], s.milestones[i], kNone, r.player_ids);
      }
    });
    int funded = 0;
    while (funded < static_cast<int>(kTaken) && s.awards[static_cast<std::size_t>(funded)] != kNone) ++funded;
    io.list("awards", funded, 0, kTaken, [&](Io& award, std::size_t i) {
      award.word("award", s.awards[i], r.award_ids);
      award.word("funder", s.funders[i], r.player_ids);
    });
  }

  void decks(Io& io) {
    const bool blind = s.head.is_observation();
    const auto hidden = [&](const char* key, int count, auto& set, const auto& names) {
      io.secret(key, blind, Value{count}, [&](Io& here) { here.word_set(key, set, names); });
    };
    hidden("deck", s.hidden_deck, s.deck, r.card_ids);
    hidden("discard", s.hidden_discard, s.discard, r.card_ids);
    hidden("corporation_deck", s.hidden_corporations, s.corporation_deck, r.corporation_ids);
  }

  void seat(Io& io, std::size_t index) {
    auto& own = s.seats[index];
    // A seat sees its own cards, everybody those that nobody hides (events, when the game is over).
    const bool blind = s.head.is_observation() && s.head.viewer != index;
    io.integer("tr", own.tr, 0, kMaxTr);
    resources(io, "stock", own.stock, kMaxStock);
    resources(io, "production", own.production, kMaxProduction);
    const auto cards = [&](const char* key, bool hidden, int count, auto& set) {
      io.secret(key, hidden, Value{count}, [&](Io& here) { here.word_set(key, set, r.card_ids); });
    };
    cards("hand", blind, own.hidden_hand, own.hand);
    cards("events", blind && s.phase != Phase::finished, own.hidden_events, own.events);
    cards("offered", blind, own.hidden_offered, own.offered);
    io.secret("picked", blind, Value{}, [&](Io& here) { here.word_set("picked", own.picked, r.card_ids); });
    io.secret("offered_corporations", blind, Value{static_cast<int>(own.hidden_dealt)}, [&](Io& here) {
      Vec<std::uint8_t, 2> dealt;
      for (const std::uint8_t corporation : own.dealt) {
        if (corporation != kNone) dealt.push_back(corporation);
      }
      here.word_list("offered_corporations", dealt, 0, 2, r.corporation_ids);
      if constexpr (reading) {
        own.dealt = {kNone, kNone};
        for (std::size_t i = 0; i < dealt.size(); ++i) own.dealt[i] = dealt[i];
      }
    });
    io.secret("chosen_corporation", blind && own.beginner == 0, Value{},
              [&](Io& here) { here.optional_word("chosen_corporation", own.chosen, kNone, r.corporation_ids); });
    io.boolean("beginner", own.beginner);
    io.optional_word("corporation", own.corporation, kNone, r.corporation_ids);
    io.boolean("corporation_used", own.corporation_used);
    tableau(io, index);
    io.boolean("passed", own.passed);
    io.boolean("committed", own.committed);
    io.boolean("tr_raised", own.tr_raised);
    io.boolean("first_action_due", own.first_action_due);
    io.secret("paying", blind, Value{}, [&](Io& here) { here.boolean("paying", own.paying); });
    io.secret("heat_paid", blind, Value{}, [&](Io& here) { here.integer("heat_paid", own.heat_paid, 0, 255); });
    io.integer("pending_discount", own.pending_discount, 0, 99);
    io.integer("pending_steps", own.pending_steps, 0, 99);
  }

  void frame(Io& io, std::size_t index) {
    auto& f = s.stack[index];
    io.word("frame", f.kind, kFrameNames);
    const auto player = [&] { io.word("player", f.player, seat_names()); };
    const auto bill = [&](const char* item, const auto& names, const auto& stages) {
      player();
      io.word(item, f.item, names);
      io.word("stage", f.stage, stages);
      io.integer("price", f.price, 0, 9999);
    };
    switch (f.kind) {
      case FrameKind::deal_first_player: break;
      case FrameKind::deal_corporations:
        player();
        io.integer("left", f.left, 1, 2);
        break;
      case FrameKind::neutral:
        io.integer("which", f.item, 0, 1);
        io.word("stage", f.stage, kNeutralStages);
        io.optional_word("hex", f.hex, kNone, r.hex_ids);
        break;
      case FrameKind::draw: draw(io, f, index); break;
      case FrameKind::reveal:
        player();
        io.word("stage", f.stage, kRevealStages);
        break;
      case FrameKind::action: player(); break;
      case FrameKind::card: bill("card", r.card_ids, kCardStages); break;
      case FrameKind::project: bill("project", r.project_ids, kPaidStages); break;
      case FrameKind::milestone: bill("milestone", r.milestone_ids, kPayStage); break;
      case FrameKind::award: bill("award", r.award_ids, kPayStage); break;
      case FrameKind::ops:
        player();
        io.word("path", f.program, r.library.paths);
        io.integer("pc", f.pc, 0, 255);
        io.optional_word("source", f.source, kNone, r.source_ids);
        io.optional_word("hex", f.hex, kNone, r.hex_ids);
        io.optional_word("trigger", f.trigger, kNone, r.source_ids);
        io.integer("count", f.count, 0, 255);
        break;
      case FrameKind::tile:
        player();
        io.word("tile", f.item, kTileNames);
        io.word("hex", f.hex, r.place_ids);
        io.word("stage", f.stage, kTileStages);
        break;
      case FrameKind::raise:
        player();
        io.word("parameter", f.item, kParameterNames);
        io.integer("steps", f.left, 0, 99);
        break;
    }
  }

 private:
  static constexpr std::array<std::string_view, 2> kPaidStages = {"pay", "enter"};
  static constexpr std::array<std::string_view, 1> kPayStage = {"pay"};

  std::span<const std::string> seat_names() const {
    return std::span{r.player_ids}.first(static_cast<std::size_t>(s.players()));
  }

  void tile(Io& io, std::size_t hex) {
    const Hexes here = hex_bit(static_cast<int>(hex));
    bool present = (s.occupied() & here) != 0;
    std::uint8_t kind = 0, owner = kNone, special = kNone;
    for (std::uint8_t i = 0; i < kTiles; ++i) {
      if ((s.tiles[i] & here) != 0) kind = i;
    }
    for (Seat seat = 0; seat < kOwners; ++seat) {
      if ((s.owned[seat] & here) != 0) owner = seat;
    }
    for (std::uint8_t i = 0; i < r.special_count; ++i) {
      if (s.special_hex[i] == hex + 1) special = i;
    }
    io.optional_object(r.hex_ids[hex], present, [&](Io& tile) {
      tile.word("tile", kind, kTileNames);
      tile.optional_word("owner", owner, kNone, r.owner_ids);
      tile.optional_word("special", special, kNone, r.special_ids);
    });
    if constexpr (reading) {
      if (!present) return;
      s.tiles[kind] |= here;
      if (owner < kOwners) s.owned[owner] |= here;
      if (special < kMaxSpecials) s.special_hex[special] = byte(hex + 1);
    }
  }

  template <class Amounts>
  void resources(Io& io, const char* key, Amounts& amounts, int most) {
    io.object(key, [&](Io& object) {
      for (std::size_t i = 0; i < kResources; ++i) object.integer(kResourceNames[i], amounts[i], kDeepest, most);
    });
  }

  void tableau(Io& io, std::size_t index) {
    std::size_t first = 0;
    for (std::size_t other = 0; other < index; ++other) first += s.seats[other].played;
    auto& own = s.seats[index];
    // While a document is read, cards of this seat are the last of the list.
    const std::size_t room = kMaxCards - first;
    io.list("tableau", own.played, 0, room, [&](Io& card, std::size_t i) {
      auto& id = s.tableau[first + i];
      card.word("card", id, r.card_ids);
      card.integer("resources", s.resources[id], 0, kMaxResources);
      bool used = s.used.has(id);
      card.boolean("used", used);
      card.optional_word("bonus", plus_one(s.area_bonus[id]).get(), kNone, kResourceNames);
      card.optional_word("hex", plus_one(s.card_hex[id]).get(), kNone, r.hex_ids);
      if constexpr (reading) {
        if (used) s.used.insert(id);
        own.in_play.insert(id);
      }
    });
  }

  // A byte that holds a number + 1, 0 meaning none, shown as one that holds kNone for none.
  template <class Byte>
  struct PlusOne {
    explicit PlusOne(Byte& held) : byte_{held}, shown_{held == 0 ? kNone : byte(held - 1)} {}
    ~PlusOne() {
      if constexpr (reading) byte_ = shown_ == kNone ? std::uint8_t{0} : byte(shown_ + 1);
    }
    std::uint8_t& get() { return shown_; }

   private:
    Byte& byte_;
    std::uint8_t shown_;
  };
  template <class Byte>
  static PlusOne<Byte> plus_one(Byte& held) {
    return PlusOne<Byte>{held};
  }

  template <class F>
  void draw(Io& io, F& f, std::size_t index) {
    io.word("player", f.player, seat_names());
    io.integer("left", f.left, 0, 99);
    io.word("to", f.stage, kDrawTo);
    // The path names the op; it stands in the frame as program and place.
    constexpr std::uint16_t kNoOp = 0xFFFF;
    std::uint16_t op = f.program == kNoProgram ? kNoOp : static_cast<std::uint16_t>(r.library.place(f.program, f.pc));
    io.optional_word("path", op, kNoOp, r.library.op_paths);
    if constexpr (reading) {
      f.program = op == kNoOp ? kNoProgram : r.library.program_of(op);
      f.pc = op == kNoOp ? std::uint8_t{0} : byte(op - r.library.programs[f.program].first);
    }
    io.optional_word("source", f.source, kNone, r.source_ids);
    io.integer("got", f.count, 0, 255);
    io.integer("kept", f.kept, 0, 255);
    const bool blind = s.head.is_observation() && s.head.viewer != s.stack[index].player;
    io.secret("buying", blind, Value{}, [&](Io& here) { here.optional_word("buying", f.buying, kNone, r.card_ids); });
  }

  const Rules& r;
  S& s;
};

template <class Io, class S>
void TerraformingMars::describe(Io& io, const Rules& r, S& s) {  // TM 12.1
  Describer<Io, S> parts{r, s};
  io.constant("game", name);
  io.integer("players", s.head.players, r.players_min, r.players_max);
  io.object("options", [&](Io& options) { describe_options(options, r, s.options); }, Presence::optional);
  const auto players = std::span{r.player_ids}.first(static_cast<std::size_t>(s.players()));
  io.integer("ply", s.head.ply, 0, 0xFFFFFFFF, Presence::optional);
  io.word("phase", s.phase, kPhases);
  io.integer("generation", s.generation, 1, kMaxGeneration);
  io.integer("actions_this_turn", s.actions_this_turn, 0, 1);
  io.word("first_player", s.first_player, players);
  io.word("active_player", s.active_player, players);
  const auto parameter = [&](Parameter which, auto& value) {
    io.integer(kParameterNames[which], value, r.tracks[which].min, r.tracks[which].max);
  };
  parameter(temperature, s.temperature);
  parameter(oxygen, s.oxygen);
  parameter(oceans, s.oceans);
  parts.map(io);
  parts.taken(io);
  parts.decks(io);
  auto count = s.players();
  const auto n = static_cast<std::size_t>(s.players());
  io.list("seats", count, n, n, [&](Io& seat, std::size_t i) { parts.seat(seat, i); });
  io.list("stack", s.depth, 0, kMaxFrames, [&](Io& frame, std::size_t i) { parts.frame(frame, i); });
}

}  // namespace arbitre::terraforming_mars
