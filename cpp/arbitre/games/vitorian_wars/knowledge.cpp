// Vitorian Wars: what a seat sees (VW 12.4), and positions that agree with it.
#include <algorithm>
#include <vector>

#include "arbitre/games/vitorian_wars/describe.hpp"

namespace arbitre::vitorian_wars {
namespace {

// Cards that a player may still have somewhere, one entry a copy.
std::vector<std::uint8_t> possible_cards(const Rules& r, const State& s, Seat seat) {
  const Player& player = s.players[seat];
  std::array<int, kMaxCards> seen{};
  player.discard.for_each([&](std::size_t id, int n) { seen[id] += n; });
  int fields = player.field == kNone ? 0 : 1;
  if (player.field != kNone) ++seen[player.field];
  for_each_cell(s, seat, [&](Cell cell) {
    ++seen[s.grid[cell].card];
    if (s.grid[cell].equipment != kNone) ++seen[s.grid[cell].equipment];
  });
  for (const Order& order : s.combat.orders) {
    if (order.seat == seat) ++seen[order.card];
  }
  for (std::size_t i = 0; i < s.depth; ++i) {
    if (s.frames[i].kind == FrameKind::order && s.frames[i].seat == seat) ++seen[s.frames[i].card];
  }
  player.discard.for_each([&](std::size_t id, int n) {
    if (r.cards[id].type == CardType::field_condition) fields += n;
  });

  std::vector<std::uint8_t> own, any;
  const std::uint8_t colours = static_cast<std::uint8_t>(r.sovereigns[player.sovereign].colours | r.utility);
  for (std::size_t id = 0; id < r.cards.size(); ++id) {
    const Card& card = r.cards[id];
    const bool field = card.type == CardType::field_condition;
    for (int copy = seen[id]; copy < r.copies; ++copy) {
      if (field && (copy > seen[id] || fields >= r.field_limit)) continue;
      any.push_back(static_cast<std::uint8_t>(id));
      if ((colours >> card.faction & 1u) != 0) own.push_back(static_cast<std::uint8_t>(id));
    }
  }
  // A position that was set up may hold more cards than the colours allow.
  const auto needed = static_cast<std::size_t>(player.deck.size() + player.hand.size());
  return own.size() >= needed ? own : any;
}

template <class Items>
typename Items::value_type take_any(Items& items, Stream& stream) {
  const std::uint32_t at = stream.below(static_cast<std::uint32_t>(items.size()));
  const auto item = items[at];
  items[at] = items.back();
  items.pop_back();
  return item;
}

// A price under way says which card is in the hand.
std::uint8_t card_being_paid(const Rules& r, const State& s, Seat seat) {
  std::uint8_t found = kNone;
  for (std::size_t i = 0; i < s.depth; ++i) {
    const Frame& frame = s.frames[i];
    if (frame.kind != FrameKind::pay || frame.seat != seat) continue;
    r.codec.visit(frame.action, [&](const auto& move) {
      if constexpr (requires { move.card; }) found = move.card;
    });
  }
  return found;
}

void fill_cards(const Rules& r, State& s, Seat seat, Stream& stream) {
  Player& player = s.players[seat];
  std::vector<std::uint8_t> possible = possible_cards(r, s, seat);
  const int hand = player.hand.size(), deck = player.deck.size();
  player.hand.clear();
  player.deck.clear();
  const std::uint8_t shown = card_being_paid(r, s, seat);
  if (shown != kNone && hand > 0) {
    player.hand.add(shown);
    const auto at = std::find(possible.begin(), possible.end(), shown);
    if (at != possible.end()) possible.erase(at);
  }
  while (player.hand.size() < hand && !possible.empty()) player.hand.add(take_any(possible, stream));
  while (player.deck.size() < deck && !possible.empty()) player.deck.add(take_any(possible, stream));
}

// Resources of a value; any faction and type may be there.
std::vector<std::uint8_t> resources_of(const Rules& r, int value) {
  std::vector<std::uint8_t> ids;
  for (std::size_t id = 0; id < r.resources.size(); ++id) {
    if (r.resources[id].value == value) ids.push_back(static_cast<std::uint8_t>(id));
  }
  return ids;
}

void fill(Resources& bag, const std::vector<std::uint8_t>& ids, Stream& stream) {
  const int n = bag.size();
  bag.clear();
  for (int i = 0; i < n; ++i) bag.add(ids[stream.below(static_cast<std::uint32_t>(ids.size()))]);
}

}  // namespace

void VitorianWars::redact(const Rules&, State& s, Seat viewer) {
  for (Seat seat = 0; seat < kSeats; ++seat) {
    if (seat == viewer) continue;
    Player& player = s.players[seat];
    player.hand.hide();
    player.pile.hide();
    player.deck.hide(player.deck.size() + static_cast<int>(player.bottom.size()));
    player.bottom.clear();
    player.pool.clear();
    for (std::uint8_t& slot : player.convoy) slot = kNone;
    for (std::size_t i = 0; i < s.depth; ++i) {
      if (s.frames[i].seat == seat) s.frames[i].looked.hide();
    }
  }
}

void VitorianWars::determinise(const Rules& r, State& s, Seat viewer, Stream& stream) {
  const std::vector<std::uint8_t> ones = resources_of(r, 1), twos = resources_of(r, 2);
  for (Seat seat = 0; seat < kSeats; ++seat) {
    if (seat == viewer) continue;
    Player& player = s.players[seat];
    fill_cards(r, s, seat, stream);
    player.pool.hide(static_cast<int>(player.convoy.size()));
    fill(player.pool, ones, stream);
    fill(player.pile, twos, stream);
    for (std::size_t i = 0; i < s.depth; ++i) {
      if (s.frames[i].seat == seat && !s.frames[i].looked.empty()) fill(s.frames[i].looked, ones, stream);
    }
  }
}

}  // namespace arbitre::vitorian_wars
