#include "toy.hpp"

namespace arbitre::toy {

Rules Toy::compile(const Tables& tables) {
  const Table& params = tables.table("params");
  Rules r;
  r.digest = tables.digest();
  r.players_min = 2;
  r.players_max = kMaxSeatsOfToy;
  r.card_count = static_cast<std::uint8_t>(params.at("card_count", "value", 4, kMaxCards));
  r.hand_size = static_cast<std::uint8_t>(params.at("hand_size", "value", 1, r.card_count / r.players_max));
  r.six_weight = static_cast<std::uint8_t>(params.at("six_weight", "value", 0, 200));
  std::vector<std::string> cards;
  for (int card = 1; card <= r.card_count; ++card) cards.push_back("c" + std::to_string(card));
  std::vector<std::string> throwaways = cards;
  throwaways.push_back("none");
  r.domains = {Domain::of_range("card", 1, r.card_count), Domain::of_ids("throwaway", throwaways),
               Domain::of_range("seat", 0, r.players_max - 1), Domain::of_booleans("flag"),
               Domain::of_range("face", 1, 6)};
  r.kinds = r.codec.compile(r.domains);
  r.add_words({"", "card", "seat", "kind"});
  return r;
}

MalformedVerdict Toy::malformed(const Malformed& malformed) {
  if (malformed.reason == Malformed::Reason::unknown_kind) return {Reject::unknown_action, malformed.kind};
  if (malformed.reason == Malformed::Reason::unknown_field) return {Reject::unknown_field, malformed.field};
  return {Reject::unknown_id, malformed.field};
}

// What the viewer does not see is dealt anew from the cards that are nowhere in view.
void Toy::determinise(const Rules& r, State& s, Seat viewer, Stream& stream) {
  Cards pool = Cards::below(static_cast<std::size_t>(r.card_count) + 1);
  pool.erase(0);
  pool -= s.played;
  for (Seat seat = 0; seat < s.players(); ++seat) {
    pool -= s.hand[seat];
    if (s.bid[seat] != 0 && s.bid[seat] != kHiddenCard) pool.erase(s.bid[seat]);
  }
  if (s.options.open_hands != 0) pool -= s.deck;
  const auto take = [&] {
    const auto card = pool.nth(static_cast<int>(stream.below(static_cast<std::uint32_t>(pool.size()))));
    pool.erase(card);
    return static_cast<std::uint8_t>(card);
  };
  for (Seat seat = 0; seat < s.players(); ++seat) {
    if (s.bid[seat] == kHiddenCard) s.bid[seat] = take();
    if (s.options.open_hands != 0 || seat == viewer) continue;
    for (int i = 0; i < s.hand_count[seat]; ++i) s.hand[seat].insert(take());
  }
  if (s.options.open_hands == 0) s.deck = pool;
}

namespace {

Fault check_frames(const State& s) {
  if (s.depth > 2) return {"/stack", "too deep"};
  for (std::size_t i = s.depth; i < s.stack.size(); ++i) {
    if (s.stack[i] != Frame{}) return {"/stack", "dirt behind the end"};
  }
  if (s.phase != Phase::decide) return s.depth == 0 ? Fault{} : Fault{"/stack", "nothing to decide in this phase"};
  const auto seat_ok = [&](Seat seat) { return seat < s.players(); };
  const Frame& low = s.stack[0];
  if (s.depth == 0 || !seat_ok(low.seat) || low.seat != s.winner) return {"/stack", "the winner decides"};
  if (s.depth == 1 && low.ask == Ask::aim) {
    return low.target == kNone && low.force == 0 ? Fault{} : Fault{"/stack/0", "nothing is aimed at yet"};
  }
  if (low.ask != Ask::boast || !seat_ok(low.target) || low.target == low.seat) return {"/stack/0", "no such boast"};
  if (low.force != s.die && low.force != 0) return {"/stack/0/force", "not the die"};
  if (s.depth == 1) return {};
  const Frame& high = s.stack[1];
  const bool good = high.ask == Ask::shield && high.seat == low.target && high.target == low.target &&
                    high.force == 0 && low.force == s.die;
  return good ? Fault{} : Fault{"/stack/1", "no such shield"};
}

}  // namespace

Fault Toy::check_state(const Rules& r, const State& s) {
  if (s.phase > Phase::over || s.reserved != decltype(s.reserved){}) return {"/phase", "unknown"};
  if (s.options.rounds < 1 || s.options.rounds > kMaxRounds || s.options.open_hands > 1)
    return {"/rounds", "bad option"};
  if (s.round < 1 || s.round > s.options.rounds) return {"/round", "out of range"};
  if (s.die > 6 || (s.die != 0) != (s.phase == Phase::decide)) return {"/die", "the die lies only while deciding"};
  const bool has_winner = s.phase == Phase::roll || s.phase == Phase::decide;
  if (has_winner ? s.winner >= s.players() : s.winner != kNone) return {"/winner", "no such seat"};

  const bool seen = s.head.is_observation();
  const bool blind = seen && s.options.open_hands == 0;
  Cards all = Cards::below(static_cast<std::size_t>(r.card_count) + 1);
  all.erase(0);
  Cards union_of = s.deck;
  int count = s.deck.size();
  const auto add = [&](const Cards& cards) {
    union_of |= cards;
    count += cards.size();
  };
  add(s.played);
  int hidden = 0;
  int missing = 0;  // cards that are still to be dealt
  bool all_bid = true;
  bool all_dealt = true;
  for (int i = 0; i < static_cast<int>(kMaxSeatsOfToy); ++i) {
    const auto at = static_cast<std::size_t>(i);
    if (i >= s.players()) {
      if (!s.hand[at].empty() || s.hand_count[at] != 0 || s.bid[at] != 0 || s.score[at] != 0)
        return {"/seats/%", "not in the game", i};
      continue;
    }
    if (s.score[at] < 0 || s.score[at] > 12 * (kMaxRounds + s.round + (s.phase == Phase::over ? 1 : 0)))
      return {"/seats/%/score", "out of range", i};
    if (s.hand_count[at] > r.hand_size) return {"/seats/%/hand", "too many cards", i};
    if (blind && s.head.viewer != i) {
      if (!s.hand[at].empty()) return {"/seats/%/hand", "a secret", i};
      hidden += s.hand_count[at];
    } else if (s.hand[at].size() != s.hand_count[at]) {
      return {"/seats/%/hand", "wrong count", i};
    }
    add(s.hand[at]);
    if (s.bid[at] == kHiddenCard) {
      if (!seen || s.head.viewer == i) return {"/seats/%/bid", "hidden from nobody", i};
      ++hidden;
    } else if (s.bid[at] > r.card_count || (seen && s.head.viewer != i && s.bid[at] != 0)) {
      return {"/seats/%/bid", "no such card", i};
    } else if (s.bid[at] != 0) {
      Cards one;
      one.insert(s.bid[at]);
      add(one);
    }
    if (s.bid[at] != 0 && s.phase != Phase::bid) return {"/seats/%/bid", "bids belong to the bidding", i};
    if (s.bid[at] == 0 && s.phase == Phase::bid && s.hand_count[at] == 0)
      return {"/seats/%/hand", "nothing left to bid", i};
    all_bid = all_bid && s.bid[at] != 0;
    all_dealt = all_dealt && s.hand_count[at] == r.hand_size;
    missing += r.hand_size - s.hand_count[at];
  }
  if (all_bid) return {"/phase", "all have bid"};
  if (s.phase == Phase::deal && all_dealt) return {"/phase", "all cards are dealt"};
  if (blind) {
    if (!s.deck.empty()) return {"/deck", "a secret"};
    Cards known = all;
    known -= union_of;
    if (count + hidden > r.card_count || known.size() < hidden || union_of.has(0)) return {"/deck", "too many cards"};
  }
  Cards stray = union_of;
  stray -= all;
  if (!stray.empty() || count != union_of.size()) return {"/deck", "a card is in two places"};
  const int left = blind ? r.card_count - count - hidden : s.deck.size();
  if (s.phase == Phase::deal && left < missing) return {"/deck", "too few cards to deal"};
  if (!seen && union_of != all) return {"/deck", "a card is missing"};
  if (seen && !blind && count + hidden != r.card_count) return {"/deck", "a card is missing"};
  return check_frames(s);
}

}  // namespace arbitre::toy
