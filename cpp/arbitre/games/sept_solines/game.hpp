// Sept Solines: the Game that the engine runs. A card river, three rounds, nothing hidden.
#pragma once

#include "arbitre/core/engine.hpp"
#include "arbitre/games/sept_solines/moves.hpp"

namespace arbitre::sept_solines {

struct SeptSolines {
  static constexpr std::string_view name = "sept_solines";
  static constexpr std::uint16_t state_version = 1;
  static constexpr int max_players = kMaxPlayers;
  // SEP 3: set-up, then a round of 14 moves a seat that bring cards and at most 7 that don't: one for
  // each disc a table can win. (With the default content it is 4, and a game has 158 moves at most.)
  static constexpr std::uint32_t ply_bound = 11 + kMaxRounds * 21 * kMaxPlayers;

  using Rules = sept_solines::Rules;
  using State = sept_solines::State;
  using Ctx = sept_solines::Ctx;
  using Move = sept_solines::Move;
  using Event = sept_solines::Event;
  using Options = sept_solines::Options;

  static RejectBlock rejects() { return {kRejectBlock, kCodeNames}; }
  static Rules compile(const Tables& tables);                // rules.cpp
  static Fault check_state(const Rules& r, const State& s);  // invariants.cpp
  static MalformedVerdict malformed(const Malformed& malformed);

  static Options standard_options(const Rules& r) {
    Options options;
    options.rounds = r.rounds;
    return options;
  }

  static State initial(const Rules& r, const Options& options, std::uint8_t players) {
    State s{};
    s.deck = Cards::below(static_cast<std::size_t>(r.card_count) + 1);
    s.deck.erase(0);  // cards are numbered from 1
    s.options = options;
    s.supply.fill(r.discs_each);
    for (Seat seat = 0; seat < players; ++seat) {
      s.seats[seat].cubes = r.cubes_each;
      if (options.board_assignment == BoardAssignment::by_seat) s.seats[seat].board = seat;
    }
    return s;
  }

  // What set-up waits for: a board, then the river, then the first player.
  enum class Awaiting { board, river, first };
  static Awaiting awaiting(const Rules& r, const State& s) {
    if (seat_without_board(s) != kNone) return Awaiting::board;
    return s.river_size < r.river_size ? Awaiting::river : Awaiting::first;
  }

  static SeatSet to_act(const Rules&, const State& s) {
    switch (s.phase) {
      case Phase::turn: return SeatSet::of(s.current);
      case Phase::draw: return SeatSet::chance();
      case Phase::over: return {};
      case Phase::setup: break;
    }
    if (s.options.board_assignment != BoardAssignment::chosen) return SeatSet::chance();
    const Seat seat = seat_without_board(s);
    return seat == kNone ? SeatSet::chance() : SeatSet::of(seat);
  }

  static Verdict admit(const Ctx& ctx, std::size_t kind) {  // SEP 4, 4 to 13
    using Moves = Codec<Move>;
    const auto& [r, s, seat] = ctx;
    const bool by_chance = seat == kChance;
    const auto kind_word = static_cast<std::uint16_t>(r.kind_words + kind);
    if (!by_chance && seat >= s.players()) return refuse(Reject::unknown_seat, Word::seat);

    if (by_chance != r.kinds[kind].chance) {
      return {by_chance ? Reject::not_a_chance_move : Reject::not_a_player_move, kind_word, 0, 0};
    }
    if (by_chance) {
      return draw_is_due(r, s, kind) ? Verdict{} : Verdict{Reject::no_draw_pending, kind_word, 0, 0};
    }
    const auto phase_word = static_cast<std::uint16_t>(r.phase_words + static_cast<int>(s.phase));
    if (kind == Moves::index_of<ChooseBoard>) {
      const Seat chooser = seat_without_board(s);
      const bool choosing = s.phase == Phase::setup && s.options.board_assignment == BoardAssignment::chosen;
      if (!choosing || chooser == kNone) return {Code::not_choosing_boards, phase_word, 0, 0};
      return seat == chooser ? Verdict{} : refuse(Reject::not_your_turn, Word::seat, chooser, seat);
    }
    if (s.phase != Phase::turn) return {Code::not_in_turn_phase, phase_word, 0, 0};
    if (s.seats[seat].retired()) return refuse(Code::player_retired, Word::seat);
    if (seat != s.current) return refuse(Reject::not_your_turn, Word::seat, s.current, seat);
    return {};
  }

  template <class Sink>
  static void outcomes(const Ctx& ctx, Sink& sink) {  // SEP 11
    const Rules& r = ctx.r;
    const State& s = ctx.s;
    if (s.phase == Phase::draw || awaiting(r, s) == Awaiting::river) {
      sink.uniform(s.deck.size(), [&](int i) { return DrawCard{static_cast<std::uint8_t>(s.deck.nth(i))}; });
    } else if (awaiting(r, s) == Awaiting::board) {
      for (std::uint8_t board = 0; board < kBoards; ++board) {
        sink(DrawBoard{board}, board_is_taken(s, board) ? 0u : 1u);
      }
    } else {
      sink.uniform(s.players(), [](int i) { return DrawFirst{static_cast<Seat>(i)}; });
    }
  }

  // SEP 7: nothing is hidden, and the deck has no order.
  static void redact(const Rules&, State&, Seat) {}
  static void determinise(const Rules&, State&, Seat, Stream&) {}

  static std::int32_t score(const Rules&, const State& s, Seat seat) { return s.seats[seat].score; }
  static SeatSet winners(const Rules&, const State& s) { return s.phase == Phase::over ? best_seats(s) : SeatSet{}; }

  // For bots: in hundredths of a point (scoring.hpp).
  static std::int64_t value(const Rules& r, const State& s, Seat seat) { return seat_value(r, s, seat); }

  template <class Io, class O>
  static void describe_options(Io& io, const Rules&, O& options) {
    io.object(
        "variants",
        [&](auto& variants) {
          constexpr Presence optional = Presence::optional;
          variants.boolean("score_floor_zero", options.score_floor_zero, optional);
          variants.word("board_assignment", options.board_assignment, kBoardAssignments, optional);
          variants.integer("rounds", options.rounds, 1, kMaxRounds, optional);
          variants.boolean("green_needs_cubes", options.green_needs_cubes, optional);
          variants.boolean("blue_keeps_cubes", options.blue_keeps_cubes, optional);
        },
        Presence::optional);
  }

  template <class Io, class S>
  static void describe(Io& io, const Rules& r, S& s) {  // SEP 12
    io.constant("game", name);
    io.integer("players", s.head.players, r.players_min, r.players_max);
    const int n = s.players();
    const int cubes = r.cubes_each * n;
    if constexpr (Io::reading) s.options = standard_options(r);
    describe_options(io, r, s.options);
    io.word("phase", s.phase, kPhases);
    io.integer("round", s.round, 1, s.options.rounds);
    io.optional_integer("first", s.first, kNone, 0, n - 1);
    io.optional_integer("current", s.current, kNone, 0, n - 1);
    io.list("river", s.river_size, 0, r.river_size, [&](auto& place, std::size_t i) {
      place.integer("card", s.river[i].card, 1, r.card_count);
      place.integer("cubes", s.river[i].cubes, 0, cubes);
    });
    io.set("deck", s.deck, 1, r.card_count);
    const auto discs = [&](auto& object, auto& counts) {
      for (std::size_t colour = 0; colour < kColours; ++colour) {
        object.integer(r.colour_ids[colour], counts[colour], 0, r.discs_each);
      }
    };
    auto seat_count = n;
    io.list("seats", seat_count, static_cast<std::size_t>(n), static_cast<std::size_t>(n),
            [&](auto& seat, std::size_t i) {
              auto& held = s.seats[i];
              seat.optional_word("board", held.board, kNone, r.board_ids);
              seat.integer("cubes", held.cubes, 0, cubes);
              seat.object("discs", [&](auto& object) { discs(object, held.discs); });
              seat.set("cards", held.cards, 1, r.card_count);
              seat.integer("score", held.score, 2 * r.round_min * s.options.rounds, 2 * r.round_max * s.options.rounds);
              seat.derived("retired", held.retired());
            });
    io.object("supply", [&](auto& object) { discs(object, s.supply); });
    Value::List winning;
    winners(r, s).for_each([&](Seat seat) { winning.emplace_back(int{seat}); });
    io.derived("winners", s.phase == Phase::over ? Value{winning} : Value{});
  }

 private:
  static bool draw_is_due(const Rules& r, const State& s, std::size_t kind) {
    using Moves = Codec<Move>;
    if (s.phase == Phase::draw) return kind == Moves::index_of<DrawCard>;
    if (s.phase != Phase::setup) return false;
    switch (awaiting(r, s)) {
      case Awaiting::board:
        return s.options.board_assignment == BoardAssignment::random && kind == Moves::index_of<DrawBoard>;
      case Awaiting::river: return kind == Moves::index_of<DrawCard>;
      case Awaiting::first: return kind == Moves::index_of<DrawFirst>;
    }
    return false;
  }
};
static_assert(Game<SeptSolines>);

}  // namespace arbitre::sept_solines
