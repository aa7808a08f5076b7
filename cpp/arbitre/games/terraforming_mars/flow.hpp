// Terraforming Mars: the steps without a choice, one after the other until somebody must choose
// (TM 3, 11.1, 12.2). The functions that move the stack are in stack.cpp, those of the phases in
// phases.cpp.
// Must not know: whether a move is legal (moves.hpp).
#pragma once

#include "arbitre/games/terraforming_mars/host.hpp"

namespace arbitre::terraforming_mars {

// What a position waits for.
enum class Ask : std::uint8_t {
  nothing,      // a step without a choice is due, or the game is over
  corporation,  // set-up
  start_cards,
  research_cards,
  research_payment,
  draft_card,
  turn,
  final_greenery,
  payment,
  place,
  victim,
  card_target,
  option,
  amount,
  keep,
  buy,
  discard,
  sell,
  first_player,  // chance
  deal_corporation,
  draw,
};

// What a position waits for from a seat that is to act in it.
Ask ask_of(const Rules& r, const State& s, Seat seat);

// Who is to act; the position is at rest.
SeatSet actors(const Rules& r, const State& s);

// Takes the next step without a choice; false when there is none.
bool advance(GameStep& step);

inline void settle(GameStep& step) {
  while (advance(step)) {
  }
}

// --- shared by moves and steps ---------------------------------------------------------------------

inline bool is_chance_frame(const State& s, const Frame& frame) {
  switch (frame.kind) {
    case FrameKind::deal_first_player:
    case FrameKind::neutral: return true;
    case FrameKind::deal_corporations: return frame.left > 0;
    case FrameKind::draw: return frame.left > 0 && s.cards_to_draw() > 0;
    default: return false;
  }
}

// The bill of the payment that a frame waits for.
Bill bill_of(const Rules& r, const State& s, const Frame& frame);

// TM 4.3, 5: what a card costs besides its price must remain after a payment.
Verdict check_card_costs(const Rules& r, const State& s, const Facts& facts, const Bill& bill, std::uint8_t card,
                         Seat seat, const Payment& payment);

// Whether a payment may be made for a frame, as far as TM 4.3, 5 goes.
bool payment_fits(const Rules& r, const State& s, const Frame& frame, const Facts& facts, const Bill& bill,
                  const Payment& payment);

// Carries a payment out: for the frame on top, or in research.
void pay_frame(GameStep& step, const Payment& payment);

void buy_drawn(GameStep& step, std::uint8_t card);
void keep_drawn(GameStep& step, std::uint8_t card);
void stop_drawing(GameStep& step);

// The turn goes to the next player who has not passed, if only to the same one.
void next_turn(State& s);

// One card comes from the deck (TM 3.7).
void draw_card(GameStep& step, std::uint8_t card);

// D-BUY and D-DRAFT.
Bill research_bill(const Rules& r, const State& s, Seat seat);
void commit_research(GameStep& step, Seat seat);
void draft_card(GameStep& step, Seat seat, std::uint8_t card);

bool can_convert_plants(const Rules& r, const State& s, Seat seat);

// TM 6: the end of a solo game is a victory when its objective is reached.
bool parameters_complete(const Rules& r, const State& s);
bool solo_won(const Rules& r, const State& s);

}  // namespace arbitre::terraforming_mars
