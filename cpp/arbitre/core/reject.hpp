// Why a move is refused: codes with stable names, and the verdict that carries one with its numbers.
// Owns the shared codes; each game adds a block of its own. The lists are append-only: a code is
// never renamed, renumbered or reused (tests/snapshots/codes.tsv).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace arbitre {

enum class Reject : std::uint16_t {
  ok = 0,
  unknown_action = 1,
  unknown_field = 2,
  unknown_id = 3,
  unknown_seat = 4,
  not_a_chance_move = 5,
  not_a_player_move = 6,
  no_draw_pending = 7,
  not_your_turn = 8,
  game_over = 9,
  observation_only = 10,
};

// A game's own codes are numbered from a multiple of this.
inline constexpr std::uint16_t kRejectBlock = 256;

struct RejectBlock {
  std::uint16_t first = 0;
  std::span<const std::string_view> names;
};

RejectBlock shared_rejects();

// The name of a code, looked up in the shared block and the game's; empty when there is none.
std::string_view reject_name(Reject code, const RejectBlock& game);

// The answer to "may this seat play this move?". `subject` indexes the game's table of words (0 =
// none); `need` and `have` are 0 where the rules give no numbers.
struct Verdict {
  Reject code = Reject::ok;
  std::uint16_t subject = 0;
  std::int32_t need = 0;
  std::int32_t have = 0;

  constexpr bool ok() const { return code == Reject::ok; }
  friend constexpr bool operator==(const Verdict&, const Verdict&) = default;
};

}  // namespace arbitre
