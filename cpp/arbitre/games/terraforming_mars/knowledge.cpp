// Terraforming Mars: what a seat may see (TM 7, 12.3), and full positions that agree with it.
#include "arbitre/games/terraforming_mars/game.hpp"

namespace arbitre::terraforming_mars {

void TerraformingMars::redact(const Rules&, State& s, Seat viewer) {
  const auto hide = [](auto& set, std::uint8_t& count) {
    count = byte(set.size());
    set.clear();
  };
  hide(s.deck, s.hidden_deck);
  hide(s.discard, s.hidden_discard);
  hide(s.corporation_deck, s.hidden_corporations);
  for (Seat seat = 0; seat < s.players(); ++seat) {
    if (seat == viewer) continue;
    SeatState& own = s.seats[seat];
    hide(own.hand, own.hidden_hand);
    hide(own.offered, own.hidden_offered);
    // The points of played events count at the end (TM-P2).
    if (s.phase != Phase::finished) hide(own.events, own.hidden_events);
    // How many cards were picked is a secret, but in the draft everybody sees it.
    if (s.phase == Phase::draft) own.hidden_picked = byte(own.picked.size());
    own.picked.clear();
    for (std::uint8_t& dealt : own.dealt) {
      own.hidden_dealt = byte(own.hidden_dealt + (dealt != kNone ? 1 : 0));
      dealt = kNone;
    }
    if (own.beginner == 0) own.chosen = kNone;
    own.paying = 0;
    own.heat_paid = 0;
  }
  for (std::size_t i = 0; i < s.depth; ++i) {
    if (s.stack[i].player != viewer) s.stack[i].buying = kNone;
  }
}

void TerraformingMars::determinise(const Rules& r, State& s, Seat viewer, Stream& stream) {
  const auto draw = [&](auto& pool, auto& into) {
    const auto n = stream.below(static_cast<std::uint32_t>(pool.size()));
    const std::size_t card = pool.nth(static_cast<int>(n));
    pool.erase(card);
    into.insert(card);
    return byte(card);
  };
  const auto deal = [&](Cards& pool, Cards& into, std::uint8_t& count) {
    for (; count > 0; --count) draw(pool, into);
  };

  Cards pool = s.options.corporate_era != 0 ? r.all_cards : r.base_set;
  for (const SeatState& own : s.seats) {
    pool -= own.hand | own.offered | own.picked | own.events | own.in_play;
  }
  for (std::size_t i = 0; i < s.depth; ++i) {
    const Frame& frame = s.stack[i];
    if (frame.kind != FrameKind::card) continue;
    SeatState& own = s.seats[frame.player];
    pool.erase(frame.item);
    // A card that is being paid for lies in the hand of its player.
    if (frame.stage <= stage::enter && frame.player != viewer && !own.hand.has(frame.item)) {
      own.hand.insert(frame.item);
      --own.hidden_hand;
    }
  }
  // Events first: only some cards can be events.
  Cards events = pool & r.events;
  for (SeatState& own : s.seats) {
    const Cards before = events;
    deal(events, own.events, own.hidden_events);
    pool -= before - events;
  }
  for (SeatState& own : s.seats) {
    deal(pool, own.offered, own.hidden_offered);
    deal(pool, own.picked, own.hidden_picked);
    deal(pool, own.hand, own.hidden_hand);
  }
  deal(pool, s.discard, s.hidden_discard);
  s.deck = pool;
  s.hidden_deck = 0;

  Bits<kMaxCorporations> left;
  for (std::uint8_t i = 0; i < r.corporation_count; ++i) {
    const Source& corporation = r.sources[r.corporation_source(i)];
    if (!corporation.beginner && (s.options.corporate_era != 0 || !corporation.corporate_era)) left.insert(i);
  }
  for (const SeatState& own : s.seats) {
    if (own.corporation != kNone) left.erase(own.corporation);
    for (const std::uint8_t dealt : own.dealt) {
      if (dealt != kNone) left.erase(dealt);
    }
  }
  const auto reveals = [&](Seat seat) {
    for (std::size_t i = 0; i < s.depth; ++i) {
      if (s.stack[i].kind == FrameKind::reveal && s.stack[i].player == seat) return true;
    }
    return false;
  };
  for (Seat seat = 0; seat < s.players(); ++seat) {
    SeatState& own = s.seats[seat];
    const bool hidden = own.hidden_dealt > 0;
    for (std::size_t i = 0; own.hidden_dealt > 0; --own.hidden_dealt, ++i) {
      Bits<kMaxCorporations> one;
      own.dealt[i] = draw(left, one);
    }
    // Who is done has chosen one of them.
    if (hidden && (own.committed != 0 || reveals(seat))) {
      const bool second = own.dealt[1] != kNone && stream.below(2) == 1;
      own.chosen = own.dealt[second ? 1 : 0];
    }
  }
  s.corporation_deck = left;
  s.hidden_corporations = 0;
}

}  // namespace arbitre::terraforming_mars
