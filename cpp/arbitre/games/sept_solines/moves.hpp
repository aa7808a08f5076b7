// Sept Solines: one struct for each kind of move (SEP 11), with its checks in the order of SEP 4.
// The checks before these (game over, seat, phase) are in game.hpp, admit().
#pragma once

#include <algorithm>

#include "arbitre/games/sept_solines/flow.hpp"

namespace arbitre::sept_solines {

struct Ctx {
  const Rules& r;
  const State& s;
  Seat seat;

  const SeatState& own() const { return s.seats[seat]; }
};

inline Verdict refuse(Reject code, Word subject, int need = 0, int have = 0) {
  return {code, static_cast<std::uint16_t>(subject), need, have};
}

// SEP 4, 14 and 15: discs are locked in the first round, and one must be owned.
inline Verdict check_disc(const Ctx& ctx, std::uint8_t colour) {
  if (ctx.s.round < 2) return refuse(Code::discs_locked, Word::round, 2, ctx.s.round);
  if (ctx.own().discs[colour] == 0) {
    return {Code::disc_not_owned, static_cast<std::uint16_t>(ctx.r.colour_words + colour), 1, 0};
  }
  return {};
}

// SEP 4, 17: cubes on the chosen card can't help to pay for it.
inline Verdict check_price(const Ctx& ctx, std::uint8_t place) {
  const int cubes = ctx.own().cubes;
  if (cubes < place) return refuse(Code::not_enough_cubes, Word::cubes, place, cubes);
  return {};
}

inline std::uint8_t affordable_places(const Ctx& ctx) {
  return static_cast<std::uint8_t>(std::min<int>(ctx.own().cubes + 1, ctx.s.river_size));
}

struct Take {
  std::uint8_t place;

  static constexpr std::string_view kind = "take";
  static constexpr bool chance = false;
  static constexpr auto fields = std::tuple{field("place", &Take::place, Dom::place)};

  Verdict check(const Ctx& ctx) const { return check_price(ctx, place); }

  template <class Sink>
  static void propose(const Ctx& ctx, Sink&& keep) {
    for (std::uint8_t place = 0; place < affordable_places(ctx); ++place) keep(Take{place});
  }

  void apply(GameStep& step) const {  // SEP 5.1
    pay_for_place(step, place);
    take_for_good(step, place);
  }
};

struct DiscGreen {
  static constexpr std::uint8_t kColour = 2;
  static constexpr int kCubes = 2;

  static constexpr std::string_view kind = "disc_green";
  static constexpr bool chance = false;
  static constexpr auto fields = std::tuple{};

  Verdict check(const Ctx& ctx) const {
    if (const Verdict disc = check_disc(ctx, kColour); !disc.ok()) return disc;
    if (ctx.s.options.green_needs_cubes != 0 && cubes_in_river(ctx.s) == 0) {
      return refuse(Code::no_cubes_in_river, Word::river, 1, 0);
    }
    return {};
  }

  void apply(GameStep& step) const {  // SEP 5.3
    use_disc(step, kColour);
    std::uint8_t collected = 0;
    for (std::size_t i = step.s.river_size; i-- > 0 && collected < kCubes;) {
      Place& place = step.s.river[i];
      while (place.cubes > 0 && collected < kCubes) {
        --place.cubes;
        ++collected;
      }
    }
    SeatState& seat = step.s.seats[step.seat];
    seat.cubes = static_cast<std::uint8_t>(seat.cubes + collected);
    step.report(CubesCollected{step.seat, collected});
    pass_turn(step);
  }
};

struct DiscOrange {
  static constexpr std::uint8_t kColour = 1;

  std::uint8_t place;

  static constexpr std::string_view kind = "disc_orange";
  static constexpr bool chance = false;
  static constexpr auto fields = std::tuple{field("place", &DiscOrange::place, Dom::place)};

  Verdict check(const Ctx& ctx) const { return check_disc(ctx, kColour); }

  template <class Sink>
  static void propose(const Ctx& ctx, Sink&& keep) {
    if (!check_disc(ctx, kColour).ok()) return;
    for (std::uint8_t place = 0; place < ctx.s.river_size; ++place) keep(DiscOrange{place});
  }

  void apply(GameStep& step) const {  // SEP 5.2
    use_disc(step, kColour);
    take_for_good(step, place);
  }
};

struct DiscBlue {
  static constexpr std::uint8_t kColour = 0;

  std::uint8_t place;
  std::uint8_t card;  // the own card that goes back to the river

  static constexpr std::string_view kind = "disc_blue";
  static constexpr bool chance = false;
  static constexpr auto fields =
      std::tuple{field("place", &DiscBlue::place, Dom::place), field("card", &DiscBlue::card, Dom::card)};

  Verdict check(const Ctx& ctx) const {
    if (const Verdict disc = check_disc(ctx, kColour); !disc.ok()) return disc;
    if (const Verdict price = check_price(ctx, place); !price.ok()) return price;
    if (ctx.own().cards.empty()) return refuse(Code::no_card_to_return, Word::card, 1, 0);
    if (ctx.s.river[place].card == card) return refuse(Code::return_taken_card, Word::card);  // SEP-C24
    if (!ctx.own().cards.has(card)) return refuse(Code::card_not_owned, Word::card);
    return {};
  }

  template <class Sink>
  static void propose(const Ctx& ctx, Sink&& keep) {
    if (!check_disc(ctx, kColour).ok()) return;
    for (std::uint8_t to = 0; to < affordable_places(ctx); ++to) {
      ctx.own().cards.for_each([&](std::size_t back) { keep(DiscBlue{to, static_cast<std::uint8_t>(back)}); });
    }
  }

  void apply(GameStep& step) const {  // SEP 5.4
    use_disc(step, kColour);
    pay_for_place(step, place);
    collect_card(step, place, step.s.options.blue_keeps_cubes == 0);
    step.s.seats[step.seat].cards.erase(card);
    step.s.river[place].card = card;
    step.report(CardReturned{step.seat, place, card});
    pass_turn(step);
  }
};

// SEP 4, 8 and 10: shared by the choice and the draw of a board.
inline Verdict check_board(const Ctx& ctx, std::uint8_t board) {
  if (!board_is_taken(ctx.s, board)) return {};
  return {Code::board_taken, static_cast<std::uint16_t>(ctx.r.board_words + board), 0, 0};
}

struct ChooseBoard {
  std::uint8_t board;

  static constexpr std::string_view kind = "choose_board";
  static constexpr bool chance = false;
  static constexpr auto fields = std::tuple{field("board", &ChooseBoard::board, Dom::board)};

  Verdict check(const Ctx& ctx) const { return check_board(ctx, board); }
  void apply(GameStep& step) const { assign_board(step, board); }
};

struct DrawBoard {
  std::uint8_t board;

  static constexpr std::string_view kind = "draw_board";
  static constexpr bool chance = true;
  static constexpr auto fields = std::tuple{field("board", &DrawBoard::board, Dom::board)};

  Verdict check(const Ctx& ctx) const { return check_board(ctx, board); }
  void apply(GameStep& step) const { assign_board(step, board); }
};

struct DrawCard {
  std::uint8_t card;

  static constexpr std::string_view kind = "draw_card";
  static constexpr bool chance = true;
  static constexpr auto fields = std::tuple{field("card", &DrawCard::card, Dom::card)};

  Verdict check(const Ctx& ctx) const {
    return ctx.s.deck.has(card) ? Verdict{} : refuse(Code::card_not_in_deck, Word::card);
  }

  void apply(GameStep& step) const {  // SEP 2 (set-up) and 5.1.3
    State& s = step.s;
    s.deck.erase(card);
    s.river[s.river_size++] = Place{card, 0};
    step.report(CardDrawn{card});
    if (s.phase == Phase::draw) pass_turn(step);
  }
};

struct DrawFirst {
  Seat first;

  static constexpr std::string_view kind = "draw_first";
  static constexpr bool chance = true;
  static constexpr auto fields = std::tuple{field("seat", &DrawFirst::first, Dom::seat)};

  Verdict check(const Ctx& ctx) const {
    return first < ctx.s.players() ? Verdict{} : refuse(Reject::unknown_seat, Word::seat);
  }

  void apply(GameStep& step) const {
    step.s.first = first;
    step.s.current = first;
    step.s.phase = Phase::turn;
    step.report(FirstPlayer{first});
  }
};

}  // namespace arbitre::sept_solines
