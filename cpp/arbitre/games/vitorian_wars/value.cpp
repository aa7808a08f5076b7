// Vitorian Wars: what a position is worth to a seat, for bots, in hundredths of a card of the pile.
#include "arbitre/games/vitorian_wars/describe.hpp"

namespace arbitre::vitorian_wars {
namespace {

constexpr std::int64_t kPileCard = 100;
constexpr std::int64_t kWon = 10'000;
constexpr std::int64_t kPoint = 8;      // of attack or defense on the grid
constexpr std::int64_t kFront = 10;     // a unit that can strike next turn
constexpr std::int64_t kOpenColumn = 25;  // an enemy vanguard that faces nobody
constexpr std::int64_t kHandCard = 12;
constexpr std::int64_t kReady = 2;      // a ready resource
constexpr std::int64_t kShield = 15;

std::int64_t side(const Rules& r, const State& s, Seat seat) {
  const Player& player = s.players[seat];
  std::int64_t worth = kPileCard * player.pile.size();
  worth += kHandCard * std::min(player.hand.size(), int{r.hand_limit});
  worth += kReady * player.ready.size();
  if (player.skip_next_turn != 0) worth -= kPileCard;
  for_each_cell(s, seat, [&](Cell cell) {
    const Figures figure = figures(r, s, cell);
    worth += kPoint * (figure.attack + figure.defense) + kShield * s.grid[cell].shields;
    if (row_of(cell) != 1 || figure.attack < 1) return;
    worth += kFront;
    const Seat enemy = other(seat);
    const int column = column_of(cell);
    const bool open = !s.occupied(cell_of(enemy, 0, column)) && !s.occupied(cell_of(enemy, 1, column));
    if (open && !has_entrenched(r, s, enemy)) worth += kOpenColumn;
  });
  return worth;
}

}  // namespace

std::int64_t VitorianWars::value(const Rules& r, const State& s, Seat seat) {
  if (s.over()) {
    if (s.winner == kNone) return 0;
    return s.winner == seat ? kWon : -kWon;
  }
  return side(r, s, seat) - side(r, s, other(seat));
}

}  // namespace arbitre::vitorian_wars
