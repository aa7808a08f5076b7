// Vitorian Wars: what a position is worth to a seat, for bots, in hundredths of a card of the pile.
#include <optional>

#include "arbitre/games/vitorian_wars/describe.hpp"

namespace arbitre::vitorian_wars {
namespace {

constexpr std::int64_t kPileCard = 100;
constexpr std::int64_t kWon = 10'000;
constexpr std::int64_t kPoint = 8;        // of attack or defense on the grid
constexpr std::int64_t kFront = 10;       // a unit that can strike next turn
constexpr std::int64_t kOpenColumn = 25;  // an enemy vanguard that faces nobody
constexpr std::int64_t kHandCard = 12;
constexpr std::int64_t kReady = 2;  // a ready resource
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

// The first answer that is legal, in the order of the codes; false when there is none.
template <class Move>
bool play_first(GameStep& step, const Ctx& ctx) {
  std::optional<Move> first;
  const auto keep = [&](const Move& move) {
    if (!first && move.check(ctx).ok()) first = move;
  };
  if constexpr (requires { Move::propose(ctx, keep); }) {
    Move::propose(ctx, keep);
  } else {
    for (std::uint32_t n = 0; n < ctx.r.codec.template size_of<Move>() && !first; ++n) {
      keep(ctx.r.codec.template decode<Move>(n));
    }
  }
  if (first) first->apply(step);
  return first.has_value();
}

// Carries one thing on that was announced: a payment, an attack that nobody answers, what chance shows.
// False where somebody has a choice worth making.
bool carry_on(const Rules& r, State& s) {
  const Decision due = decision(r, s);
  const Seat seat = decider(s, due);
  GameStep step{r, s, seat, nullptr};
  const Ctx ctx{r, s, seat};
  switch (due) {
    case Decision::payment: return play_first<Pay>(step, ctx);
    case Decision::order_window:
    case Decision::barrage: Pass{}.apply(step); return true;
    case Decision::choose_targets: return play_first<Target>(step, ctx);
    case Decision::choose_order: return play_first<TargetOrder>(step, ctx);
    case Decision::choose_discard: return play_first<Discard>(step, ctx);
    case Decision::reveal_pile: return play_first<RevealPile>(step, ctx);
    case Decision::reveal_convoy: return play_first<RevealConvoy>(step, ctx);
    default: return false;
  }
}

// A position in which nothing is under way, or as near to one as it comes by itself. Attacks that are
// announced count as what they will do, cards being paid for as what they will be.
State settled(const Rules& r, const State& s) {
  State after = s;
  for (int left = 64; left > 0 && (after.combat.active() || !after.idle()) && carry_on(r, after); --left) {
  }
  return after;
}

std::int64_t worth(const Rules& r, const State& s, Seat seat) {
  if (s.over()) {
    if (s.winner == kNone) return 0;
    return s.winner == seat ? kWon : -kWon;
  }
  return side(r, s, seat) - side(r, s, other(seat));
}

}  // namespace

std::int64_t VitorianWars::value(const Rules& r, const State& s, Seat seat) {
  const bool quiet = s.over() || (s.idle() && !s.combat.active());
  return quiet ? worth(r, s, seat) : worth(r, settled(r, s), seat);
}

}  // namespace arbitre::vitorian_wars
