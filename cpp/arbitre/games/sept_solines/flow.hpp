// Sept Solines: the steps that moves are made of, from paying for a card to the end of a round.
// Must not know: whether a move is legal (moves.hpp).
#pragma once

#include "arbitre/games/sept_solines/scoring.hpp"

namespace arbitre::sept_solines {

using GameStep = Step<Rules, State, Event>;

// SEP 3: set-up waits for the lowest seat without a board, if any.
inline Seat seat_without_board(const State& s) {
  for (Seat seat = 0; seat < s.players(); ++seat) {
    if (s.seats[seat].board == kNone) return seat;
  }
  return kNone;
}

inline bool board_is_taken(const State& s, std::uint8_t board) {
  for (const SeatState& seat : s.seats) {
    if (seat.board == board) return true;
  }
  return false;
}

inline int cubes_in_river(const State& s) {
  int cubes = 0;
  for (const Place& place : s.river) cubes += place.cubes;
  return cubes;
}

inline void assign_board(GameStep& step, std::uint8_t board) {
  const Seat seat = seat_without_board(step.s);
  step.s.seats[seat].board = board;
  step.report(BoardAssigned{seat, board});
}

inline void use_disc(GameStep& step, std::uint8_t colour) {
  --step.s.seats[step.seat].discs[colour];
  ++step.s.supply[colour];
  step.report(DiscUsed{step.seat, colour});
}

// SEP 5.1.1: one cube on each place to the left.
inline void pay_for_place(GameStep& step, std::uint8_t place) {
  for (std::size_t i = 0; i < place; ++i) ++step.s.river[i].cubes;
  step.s.seats[step.seat].cubes = static_cast<std::uint8_t>(step.s.seats[step.seat].cubes - place);
  step.report(CubesPaid{step.seat, place});
}

// SEP 5.1.2: the card goes under the table; the cubes on it to the player, unless they stay.
inline void collect_card(GameStep& step, std::uint8_t place, bool with_cubes) {
  SeatState& seat = step.s.seats[step.seat];
  Place& taken = step.s.river[place];
  const std::uint8_t cubes = with_cubes ? taken.cubes : std::uint8_t{0};
  seat.cards.insert(taken.card);
  seat.cubes = static_cast<std::uint8_t>(seat.cubes + cubes);
  taken.cubes = static_cast<std::uint8_t>(taken.cubes - cubes);
  step.report(CardTaken{step.seat, place, taken.card, cubes});
}

// SEP 5.1.3: the river closes up; cubes travel with their cards.
inline void close_river(State& s, std::uint8_t place) {
  for (std::size_t i = place; i + 1 < s.river_size; ++i) s.river[i] = s.river[i + 1];
  s.river[--s.river_size] = Place{};
}

// SEP 5.1.5: with the seventh card a player leaves the round and drops all discs.
inline void retire_if_full(GameStep& step) {
  SeatState& seat = step.s.seats[step.seat];
  if (!seat.retired()) return;
  for (std::size_t colour = 0; colour < kColours; ++colour) {
    step.s.supply[colour] = static_cast<std::uint8_t>(step.s.supply[colour] + seat.discs[colour]);
    seat.discs[colour] = 0;
  }
  step.report(Retired{step.seat});
}

// SEP 5.1: what `take` and `disc_orange` share. The refill is a chance move of its own.
inline void take_for_good(GameStep& step, std::uint8_t place) {
  collect_card(step, place, true);
  close_river(step.s, place);
  retire_if_full(step);
  step.s.phase = Phase::draw;
}

// SEP 5.6: all discs are in the supply; neutralised cards win one of their colour while it lasts.
inline void count_round(GameStep& step) {
  State& s = step.s;
  const int n = s.players();
  for (int i = 0; i < n; ++i) {
    const Seat seat = static_cast<Seat>((s.first + i) % n);
    SeatState& held = s.seats[seat];
    const HandScore hand = score_hand(step.r, held.board, held.cards);
    std::size_t slot = 0;
    held.cards.for_each([&](std::size_t card) {
      if ((hand.neutralised >> slot & 1u) != 0) {
        const std::uint8_t colour = step.r.dot[card];
        if (s.supply[colour] > 0) {
          --s.supply[colour];
          ++held.discs[colour];
        }
        step.report(Neutralised{seat, static_cast<std::uint8_t>(slot + 1), static_cast<std::uint8_t>(card), colour});
      }
      ++slot;
    });
    held.score += hand.total;
    if (s.options.score_floor_zero != 0 && held.score < 0) held.score = 0;
    step.report(Counted{seat, hand.total, held.score});
  }
}

// SEP 5.7: river, cubes and discs stay; the cards under the tables return to the deck.
inline void start_round(GameStep& step) {
  State& s = step.s;
  for (SeatState& seat : s.seats) {
    s.deck |= seat.cards;
    seat.cards.clear();
  }
  s.first = next_first(s);
  s.current = s.first;
  s.phase = Phase::turn;
  ++s.round;
  step.report(RoundStarted{s.round, s.first});
}

inline void end_game(GameStep& step) {
  step.s.phase = Phase::over;
  step.s.current = kNone;
  GameOver over{};
  best_seats(step.s).for_each([&](Seat seat) { over.winners.push_back(seat); });
  step.report(over);
}

// SEP 3, NEXT: the next seat clockwise that is not retired, the same one if it is the only one;
// when all are retired the round is counted.
inline void pass_turn(GameStep& step) {
  State& s = step.s;
  const int n = s.players();
  for (int i = 1; i <= n; ++i) {
    const Seat seat = static_cast<Seat>((s.current + i) % n);
    if (!s.seats[seat].retired()) {
      s.current = seat;
      s.phase = Phase::turn;
      return;
    }
  }
  count_round(step);
  if (s.round < s.options.rounds) {
    start_round(step);
  } else {
    end_game(step);
  }
}

}  // namespace arbitre::sept_solines
