// Sept Solines: the compiled tables and the state.
// Must not know: how moves are judged or played (moves.hpp), bytes, threads.
#pragma once

#include <array>
#include <cstdint>
#include <variant>

#include "arbitre/core/fixed.hpp"
#include "arbitre/core/game.hpp"

namespace arbitre::sept_solines {

inline constexpr std::size_t kMaxPlayers = 3;
inline constexpr std::size_t kMaxRiver = 7;
inline constexpr std::size_t kSlots = 7;
inline constexpr std::size_t kMaxCards = 31;  // cards are numbered from 1, in one 32-bit set
inline constexpr std::size_t kColours = 3;
inline constexpr std::size_t kBoards = 3;
inline constexpr std::uint8_t kMaxRounds = 5;

using Cards = Bits<kMaxCards + 1>;

// SEP 4: the game's own reasons of refusal, in the order of kCodeNames.
struct Code {
  static constexpr Reject bad_river_index{kRejectBlock + 0};
  static constexpr Reject unknown_card{kRejectBlock + 1};
  static constexpr Reject unknown_board{kRejectBlock + 2};
  static constexpr Reject card_not_in_deck{kRejectBlock + 3};
  static constexpr Reject board_taken{kRejectBlock + 4};
  static constexpr Reject not_choosing_boards{kRejectBlock + 5};
  static constexpr Reject not_in_turn_phase{kRejectBlock + 6};
  static constexpr Reject player_retired{kRejectBlock + 7};
  static constexpr Reject discs_locked{kRejectBlock + 8};
  static constexpr Reject disc_not_owned{kRejectBlock + 9};
  static constexpr Reject no_cubes_in_river{kRejectBlock + 10};
  static constexpr Reject not_enough_cubes{kRejectBlock + 11};
  static constexpr Reject no_card_to_return{kRejectBlock + 12};
  static constexpr Reject return_taken_card{kRejectBlock + 13};
  static constexpr Reject card_not_owned{kRejectBlock + 14};
};
inline constexpr std::array<std::string_view, 15> kCodeNames = {
    "BAD_RIVER_INDEX",     "UNKNOWN_CARD",      "UNKNOWN_BOARD",     "CARD_NOT_IN_DECK",  "BOARD_TAKEN",
    "NOT_CHOOSING_BOARDS", "NOT_IN_TURN_PHASE", "PLAYER_RETIRED",    "DISCS_LOCKED",      "DISC_NOT_OWNED",
    "NO_CUBES_IN_RIVER",   "NOT_ENOUGH_CUBES",  "NO_CARD_TO_RETURN", "RETURN_TAKEN_CARD", "CARD_NOT_OWNED",
};

enum class Phase : std::uint8_t { setup, turn, draw, over };
inline constexpr std::array<std::string_view, 4> kPhases = {"setup", "turn", "draw", "over"};

enum class BoardAssignment : std::uint8_t { by_seat, random, chosen };
inline constexpr std::array<std::string_view, 3> kBoardAssignments = {"by_seat", "random", "chosen"};

// SEP 8, in the order of the document.
struct Options {
  std::uint8_t score_floor_zero = 0;
  BoardAssignment board_assignment = BoardAssignment::by_seat;
  std::uint8_t rounds = 3;
  std::uint8_t green_needs_cubes = 0;
  std::uint8_t blue_keeps_cubes = 0;
};

// The domains of fields, in the order of Rules::domains.
enum class Dom : std::uint8_t { place, card, board, seat, colour };

// Subjects of verdicts that do not come from a table, in the order of Rules::words.
enum class Word : std::uint16_t { none, cubes, river, round, seat, card };

struct Take;
struct DiscGreen;
struct DiscOrange;
struct DiscBlue;
struct ChooseBoard;
struct DrawBoard;
struct DrawCard;
struct DrawFirst;
// SEP 11: the order fixes the codes.
using Move = std::variant<Take, DiscGreen, DiscOrange, DiscBlue, ChooseBoard, DrawBoard, DrawCard, DrawFirst>;

struct Rules : RulesHead<Move> {
  std::uint8_t rounds = 0;  // unless an option says otherwise
  std::uint8_t river_size = 0;
  std::uint8_t cubes_each = 0;
  std::uint8_t discs_each = 0;
  std::uint8_t card_count = 0;
  std::array<std::int8_t, kMaxCards + 1> value{};  // by card number
  std::array<std::uint8_t, kMaxCards + 1> dot{};   // colour or kNone
  std::array<std::int8_t, kSlots> multiplier{};
  std::array<std::array<std::uint8_t, kSlots>, kBoards> comment{};  // colour or kNone
  std::array<std::uint8_t, kColours> disc_limit{};                  // most discs one table can win
  std::int32_t round_min = 0;                                       // bounds of one round's total
  std::int32_t round_max = 0;
  std::vector<std::string> colour_ids;
  std::vector<std::string> board_ids;

  // Where the words of each group begin.
  std::uint16_t phase_words = 0, kind_words = 0, board_words = 0, colour_words = 0;
};

struct SeatState {
  Cards cards;  // under the table
  std::int32_t score = 0;
  std::uint8_t board = kNone;
  std::uint8_t cubes = 0;
  std::array<std::uint8_t, kColours> discs{};
  std::array<std::uint8_t, 3> reserved{};

  bool retired() const { return cards.size() == static_cast<int>(kSlots); }
  int disc_count() const { return discs[0] + discs[1] + discs[2]; }
};

struct Place {
  std::uint8_t card = 0;
  std::uint8_t cubes = 0;
  friend bool operator==(const Place&, const Place&) = default;
};

struct State {
  StateHead head;
  Cards deck;
  std::array<SeatState, kMaxPlayers> seats{};
  std::array<Place, kMaxRiver> river{};  // leftmost first; unused places are zero
  std::uint8_t river_size = 0;
  Phase phase = Phase::setup;
  std::uint8_t round = 1;
  Seat first = kNone;    // first player of this round
  Seat current = kNone;  // to act; in `draw` the seat that has just taken a card
  std::array<std::uint8_t, kColours> supply{};
  Options options;
  std::uint8_t reserved = 0;

  int players() const { return head.players; }
};
static_assert(PlainState<State>);
static_assert(sizeof(State) == 112);

// Events, in the order of SEP 11. All are seen by everyone.
struct BoardAssigned {
  Seat seat;
  std::uint8_t board;
  static constexpr std::string_view kind = "board_assigned";
  static constexpr auto fields =
      std::tuple{field("seat", &BoardAssigned::seat, Dom::seat), field("board", &BoardAssigned::board, Dom::board)};
};
struct FirstPlayer {
  Seat seat;
  static constexpr std::string_view kind = "first_player";
  static constexpr auto fields = std::tuple{field("seat", &FirstPlayer::seat, Dom::seat)};
};
struct DiscUsed {
  Seat seat;
  std::uint8_t colour;
  static constexpr std::string_view kind = "disc_used";
  static constexpr auto fields =
      std::tuple{field("seat", &DiscUsed::seat, Dom::seat), field("colour", &DiscUsed::colour, Dom::colour)};
};
struct CubesPaid {
  Seat seat;
  std::uint8_t cubes;
  static constexpr std::string_view kind = "cubes_paid";
  static constexpr auto fields =
      std::tuple{field("seat", &CubesPaid::seat, Dom::seat), field("cubes", &CubesPaid::cubes)};
};
struct CardTaken {
  Seat seat;
  std::uint8_t place, card;
  std::uint8_t cubes;  // collected with the card
  static constexpr std::string_view kind = "card_taken";
  static constexpr auto fields =
      std::tuple{field("seat", &CardTaken::seat, Dom::seat), field("place", &CardTaken::place, Dom::place),
                 field("card", &CardTaken::card, Dom::card), field("cubes", &CardTaken::cubes)};
};
struct CardReturned {
  Seat seat;
  std::uint8_t place, card;
  static constexpr std::string_view kind = "card_returned";
  static constexpr auto fields =
      std::tuple{field("seat", &CardReturned::seat, Dom::seat), field("place", &CardReturned::place, Dom::place),
                 field("card", &CardReturned::card, Dom::card)};
};
struct CubesCollected {
  Seat seat;
  std::uint8_t cubes;
  static constexpr std::string_view kind = "cubes_collected";
  static constexpr auto fields =
      std::tuple{field("seat", &CubesCollected::seat, Dom::seat), field("cubes", &CubesCollected::cubes)};
};
struct Retired {
  Seat seat;
  static constexpr std::string_view kind = "retired";
  static constexpr auto fields = std::tuple{field("seat", &Retired::seat, Dom::seat)};
};
struct CardDrawn {
  std::uint8_t card;
  static constexpr std::string_view kind = "card_drawn";
  static constexpr auto fields = std::tuple{field("card", &CardDrawn::card, Dom::card)};
};
struct Neutralised {
  Seat seat;
  std::uint8_t slot;  // 1..7
  std::uint8_t card, colour;
  static constexpr std::string_view kind = "neutralised";
  static constexpr auto fields =
      std::tuple{field("seat", &Neutralised::seat, Dom::seat), field("slot", &Neutralised::slot),
                 field("card", &Neutralised::card, Dom::card), field("colour", &Neutralised::colour, Dom::colour)};
};
struct Counted {
  Seat seat;
  std::int32_t total, score;  // of this round; of the game so far
  static constexpr std::string_view kind = "counted";
  static constexpr auto fields = std::tuple{field("seat", &Counted::seat, Dom::seat), field("total", &Counted::total),
                                            field("score", &Counted::score)};
};
struct RoundStarted {
  std::uint8_t round;
  Seat first;
  static constexpr std::string_view kind = "round_started";
  static constexpr auto fields =
      std::tuple{field("round", &RoundStarted::round), field("first", &RoundStarted::first, Dom::seat)};
};
struct GameOver {
  Vec<Seat, kMaxPlayers> winners;
  static constexpr std::string_view kind = "game_over";
  static constexpr auto fields = std::tuple{field("winners", &GameOver::winners, Dom::seat)};
};
using Event = std::variant<BoardAssigned, FirstPlayer, DiscUsed, CubesPaid, CardTaken, CardReturned, CubesCollected,
                           Retired, CardDrawn, Neutralised, Counted, RoundStarted, GameOver>;

}  // namespace arbitre::sept_solines
