// Terraforming Mars: which bytes are a position (TM 2, 12.4). Nothing may be assumed here: every
// index is judged before it is used. Frames are judged in invariants_stack.cpp.
#include "arbitre/games/terraforming_mars/invariants.hpp"

#include <cstring>
#include <type_traits>

namespace arbitre::terraforming_mars {
namespace {

constexpr Hexes kAllHexes = (Hexes{1} << kHexes) - 1;

bool flag(std::uint8_t value) { return value <= 1; }

Fault check_options(const State& s) {
  const Options& o = s.options;
  if (!flag(o.preset)) return {"/options/preset", "unknown value"};
  if (!flag(o.corporate_era)) return {"/options/corporate_era", "neither false nor true"};
  if (!flag(o.draft)) return {"/options/draft", "neither false nor true"};
  if (!flag(o.solo_objective)) return {"/options/solo_objective", "unknown value"};
  if (s.reserved != decltype(s.reserved){}) return {"", "unused bytes are not zero"};
  return {};
}

Fault check_scalars(const Rules& r, const State& s) {
  if (s.phase > Phase::finished) return {"/phase", "unknown phase"};
  if (s.phase == Phase::draft && (s.solo() || s.options.draft == 0))
    return {"/phase", "there is no draft in this game"};
  if (s.generation < 1 || s.generation > kMaxGeneration) return {"/generation", "out of range"};
  if (s.solo() && s.generation > r.numbers.solo_generations) return {"/generation", "a solo game is over by then"};
  if (s.first_player >= s.players()) return {"/first_player", "no such player"};
  if (s.active_player >= s.players()) return {"/active_player", "no such player"};
  if (s.actions_this_turn > 1) return {"/actions_this_turn", "out of range"};
  if (s.phase != Phase::action && s.actions_this_turn != 0) return {"/actions_this_turn", "nobody has a turn"};
  const std::array<int, 3> values = {s.temperature, s.oxygen, s.oceans};
  constexpr std::array<const char*, 3> kPaths = {"/temperature", "/oxygen", "/oceans"};
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Track& track = r.tracks[i];
    const bool on_track = values[i] >= track.min && values[i] <= track.max;
    if (!on_track || (values[i] - track.min) % track.step != 0) return {kPaths[i], "not on its track"};
  }
  if (s.phase == Phase::final_greenery && !s.solo() && !parameters_complete(r, s)) {
    return {"/phase", "the parameters are not at their maxima"};
  }
  if (s.phase == Phase::final_greenery && s.solo() && !solo_won(r, s)) return {"/phase", "the solo game is lost"};
  return {};
}

Fault check_tiles(const Rules& r, const State& s) {
  Hexes seen = 0;
  for (const Hexes tiles : s.tiles) {
    if ((tiles & ~kAllHexes) != 0 || (tiles & seen) != 0) return {"/map", "a hex has two tiles, or is none"};
    seen |= tiles;
  }
  Hexes owned = 0;
  for (std::size_t owner = 0; owner < kOwners; ++owner) {
    const Hexes own = s.owned[owner];
    const bool there = owner == kNeutral ? s.solo() : owner < static_cast<std::size_t>(s.players());
    if (own != 0 && !there) return {"/map", "a tile of somebody who does not play"};
    if ((own & owned) != 0) return {"/map", "a tile has two owners"};
    owned |= own;
  }
  if (owned != (seen & ~s.tile(Tile::ocean))) return {"/map", "oceans have no owner, all other tiles have one"};
  if ((seen & r.noctis_area & ~s.tile(Tile::city)) != 0) return {"/map", "only a city lies there"};

  Hexes claimed = 0;
  for (std::size_t seat = 0; seat < kMaxPlayers; ++seat) {
    const Hexes own = s.claims[seat];
    if (own == 0) continue;
    if (static_cast<int>(seat) >= s.players()) return {"/claims", "a claim of somebody who does not play"};
    if ((own & claimed) != 0 || (own & seen) != 0) return {"/claims", "no claim under a tile or another claim"};
    if ((own & ~r.land_area) != 0) return {"/claims", "a claim lies on unreserved land"};
    claimed |= own;
  }
  const int oceans_down = count_bits(s.tile(Tile::ocean));
  if (s.oceans + oceans_being_laid(s) != oceans_down) return {"/oceans", "not the number of ocean tiles"};
  if (oceans_down > r.tracks[oceans].max) return {"/map", "too many oceans"};
  // TM 5.4: ocean areas never run out before the last ocean.
  if (oceans_down + count_bits(r.ocean_area & ~seen) < r.tracks[oceans].max) {
    return {"/map", "too few areas are left for the oceans"};
  }
  for (const Seat owner : s.off_map) {
    if (owner != kNone && owner >= s.players()) return {"/off_map", "no such player"};
  }
  return {};
}

Fault check_specials(const Rules& r, const State& s) {
  Hexes named = 0;
  for (std::size_t i = 0; i < kMaxSpecials; ++i) {
    const std::uint8_t hex = s.special_hex[i];
    if (hex == 0) continue;
    if (i >= r.special_count || hex > kHexes) return {"/map", "no such special tile"};
    const Hexes here = hex_bit(hex - 1);
    const Tile tile = i == r.capital ? Tile::city : Tile::special;
    if ((named & here) != 0 || (s.tile(tile) & here) == 0) return {"/map", "a special tile that is not there"};
    named |= here;
  }
  if ((s.tile(Tile::special) & ~named) != 0) return {"/map", "a special tile without its name"};
  return {};
}

// Every card of the chosen set is in exactly one place.
Fault check_cards(const Rules& r, const State& s) {
  const Cards all = s.options.corporate_era != 0 ? r.all_cards : r.base_set;
  Cards seen;
  bool twice = false;
  int hidden = s.hidden_deck + s.hidden_discard;
  const auto add = [&](const Cards& cards) {
    twice = twice || seen.intersects(cards);
    seen |= cards;
  };
  add(s.deck);
  add(s.discard);
  const bool draft = s.phase == Phase::draft;
  for (Seat seat = 0; seat < s.players(); ++seat) {  // the other seats are empty
    const SeatState& own = s.seats[seat];
    add(own.hand);
    add(own.offered);
    add(own.events);
    add(own.in_play);
    if (draft) add(own.picked);
    hidden += own.hidden_hand + own.hidden_offered + own.hidden_events + own.hidden_picked;
  }
  Cards forced;  // cards that are being paid for, in hands that are hidden
  for (std::size_t i = 0; i < s.depth; ++i) {
    const Frame& frame = s.stack[i];
    if (frame.kind != FrameKind::card) continue;
    Cards one;
    one.insert(frame.item);
    if (frame.stage > stage::enter && r.events.has(frame.item)) {
      add(one);
    } else if (frame.stage <= stage::enter && s.head.is_observation() && frame.player != s.head.viewer) {
      if (forced.has(frame.item)) return {"/stack/%", "the same card twice", static_cast<int>(i)};
      forced |= one;
    }
  }
  const char* why = "every card of the set must be in exactly one place";
  if (twice || forced.intersects(seen) || !((seen | forced) - all).empty()) return {"/deck", why};
  const bool complete = s.head.is_observation() ? seen.size() + hidden == all.size() : seen == all;
  if (!complete) return {"/deck", why};
  if (s.head.is_observation()) {
    int hidden_events = 0;
    for (const SeatState& own : s.seats) hidden_events += own.hidden_events;
    if (hidden_events > ((all - seen - forced) & r.events).size()) {
      return {"/seats", "more played events than there are"};
    }
    for (int seat = 0; seat < s.players(); ++seat) {
      int mine = 0;
      for (std::size_t i = 0; i < s.depth; ++i) {
        const Frame& frame = s.stack[i];
        mine += frame.kind == FrameKind::card && frame.stage <= stage::enter && frame.player == seat ? 1 : 0;
      }
      const SeatState& own = s.seats[static_cast<std::size_t>(seat)];
      if (own.hand.empty() && own.hidden_hand < mine) return {"/seats/%/hand", "a card is missing", seat};
    }
  }
  return {};
}

// Corporations likewise; the beginners' is not dealt.
Fault check_corporations(const Rules& r, const State& s) {
  using Set = Bits<kMaxCorporations>;
  Set all, seen;
  for (std::uint8_t i = 0; i < r.corporation_count; ++i) {
    const Source& corporation = r.sources[r.corporation_source(i)];
    if (!corporation.beginner && (s.options.corporate_era != 0 || !corporation.corporate_era)) all.insert(i);
  }
  int count = s.hidden_corporations;
  bool twice = false;
  const auto add = [&](std::uint8_t corporation) {
    twice = twice || seen.has(corporation);
    seen.insert(corporation);
    ++count;
  };
  s.corporation_deck.for_each([&](std::size_t i) { add(byte(i)); });
  for (int i = 0; i < s.players(); ++i) {
    const SeatState& own = s.seats[static_cast<std::size_t>(i)];
    count += own.hidden_dealt;
    if (own.corporation != kNone && own.corporation >= r.corporation_count)
      return {"/seats/%/corporation", "unknown", i};
    if (own.corporation != kNone && own.corporation != r.beginner_corporation) add(own.corporation);
    if (own.dealt[0] == kNone && own.dealt[1] != kNone) return {"/seats/%/offered_corporations", "a gap", i};
    for (const std::uint8_t dealt : own.dealt) {
      if (dealt == kNone) continue;
      if (dealt >= r.corporation_count) return {"/seats/%/offered_corporations", "unknown", i};
      add(dealt);
    }
    const bool offered = own.chosen == own.dealt[0] || own.chosen == own.dealt[1];
    const bool as_beginner = own.beginner != 0 && own.chosen == r.beginner_corporation;
    if (own.chosen != kNone && !offered && !as_beginner) {
      return {"/seats/%/chosen_corporation", "not among those offered", i};
    }
    const bool waiting = own.corporation == kNone;
    if (waiting && s.phase != Phase::setup) return {"/seats/%/corporation", "missing after set-up", i};
    if (!waiting && (own.chosen != kNone || own.dealt[0] != kNone || own.hidden_dealt != 0)) {
      return {"/seats/%/offered_corporations", "the corporation is revealed already", i};
    }
  }
  if (twice || !(seen - all).empty() || count != all.size()) {
    return {"/corporation_deck", "every corporation must be in exactly one place"};
  }
  return {};
}

std::uint32_t sum_of(const std::array<std::uint8_t, kMaxCards>& bytes) {
  std::uint32_t sum = 0;
  for (const std::uint8_t byte : bytes) sum += byte;
  return sum;
}

Fault check_tableau(const Rules& r, const State& s) {
  std::size_t at = 0;
  Cards in_play;
  std::uint32_t listed_sum = 0;
  std::uint32_t marks = 0;
  for (int i = 0; i < s.players(); ++i) {
    const SeatState& own = s.seats[static_cast<std::size_t>(i)];
    if (at + own.played > kMaxCards) return {"/seats/%/tableau", "too many cards", i};
    Cards listed;
    for (std::size_t end = at + own.played; at < end; ++at) {
      const std::uint8_t card = s.tableau[at];
      if (card >= r.card_count || listed.has(card)) return {"/seats/%/tableau", "a card twice, or none", i};
      listed.insert(card);
      listed_sum += card;
      marks += s.resources[card] + 0u + s.card_hex[card] + s.area_bonus[card];
    }
    if (listed != own.in_play) return {"/seats/%/tableau", "not the cards in play", i};
    if (own.in_play.intersects(r.events)) return {"/seats/%/tableau", "events are not in play", i};
    if (!(own.events - r.events).empty()) return {"/seats/%/events", "not an event", i};
    in_play |= listed;
    for (std::size_t j = 0; j < own.played; ++j) {
      const std::uint8_t card = s.tableau[at - own.played + j];
      const auto place = static_cast<int>(j);
      if (s.resources[card] > (r.sources[card].resource == kNone ? 0 : kMaxResources)) {
        return {"/seats/%/tableau/%/resources", "more than the card can hold", i, place};
      }
      if (s.area_bonus[card] > kResources) return {"/seats/%/tableau/%/bonus", "no such resource", i, place};
      const std::uint8_t hex = s.card_hex[card];
      if (hex > kHexes || (hex != 0 && (s.owned[static_cast<std::size_t>(i)] & hex_bit(hex - 1)) == 0)) {
        return {"/seats/%/tableau/%/hex", "no tile of this player lies there", i, place};
      }
    }
  }
  // Sums instead of a look at each card: all of them are of numbers from 0 on.
  if (sum_of(s.tableau) != listed_sum) return {"/seats", "dirt behind the tableaus"};
  if (sum_of(s.resources) + sum_of(s.card_hex) + sum_of(s.area_bonus) != marks) {
    return {"/seats", "marks on a card that is not in play"};
  }
  if (!(s.used - in_play).empty()) return {"/seats", "a card that is not in play was used"};
  return {};
}

bool is_absent(const SeatState& own) {
  static const SeatState none{};
  static_assert(std::has_unique_object_representations_v<SeatState>);
  return std::memcmp(&own, &none, sizeof none) == 0;
}

Fault check_amounts(const Rules& r, const State& s, int i) {
  const SeatState& own = s.seats[static_cast<std::size_t>(i)];
  const bool open = resolves_card(s, static_cast<Seat>(i));
  for (std::uint8_t resource = 0; resource < kResources; ++resource) {
    const int stock = own.stock[resource];
    if (stock < (open ? kDeepest : 0) || stock > kMaxStock) return {"/seats/%/stock", "out of range", i};
    const int production = own.production[resource];
    if (production < (open ? kDeepest : r.min_production(resource)) || production > kMaxProduction) {
      return {"/seats/%/production", "out of range", i};
    }
  }
  const int least = s.solo() ? r.numbers.tr_start_solo : r.numbers.tr_start;
  if (own.tr < least || own.tr > kMaxTr) return {"/seats/%/tr", "out of range", i};
  if (own.pending_discount > 99) return {"/seats/%/pending_discount", "out of range", i};
  if (own.pending_steps > 99) return {"/seats/%/pending_steps", "out of range", i};
  return {};
}

// What a seat has picked can be paid for, in M€ and, once it has said so, in heat.
Fault check_purchase(const Rules& r, const State& s, int i) {
  const auto seat = static_cast<Seat>(i);
  const SeatState& own = s.seats[seat];
  const int price = r.numbers.card_price * own.picked.size();
  if (s.phase == Phase::setup) {
    const int start = own.chosen == kNone ? 0 : r.sources[r.corporation_source(own.chosen)].cost;
    return price <= start ? Fault{} : Fault{"/seats/%/picked", "more than the corporation can pay", i};
  }
  if (s.phase != Phase::research) return {};
  const Facts facts{r, s, seat};
  const Bill bill{price, false, false};
  if (!check_purse(r, s, seat, facts, bill).ok()) return {"/seats/%/picked", "more than the seat can pay", i};
  if (own.paying != 0 && (!facts.heat_is_money || own.picked.empty())) return {"/seats/%/paying", "nothing to ask", i};
  if (own.committed != 0 && !check_payment(r, s, seat, facts, bill, {0, 0, own.heat_paid}).ok()) {
    return {"/seats/%/heat_paid", "this does not pay for the cards", i};
  }
  return {};
}

Fault check_seat(const Rules& r, const State& s, int i) {
  const SeatState& own = s.seats[static_cast<std::size_t>(i)];
  if (i >= s.players()) return is_absent(own) ? Fault{} : Fault{"/seats/%", "this seat is not in the game", i};
  if (own.reserved != decltype(own.reserved){}) return {"", "unused bytes are not zero"};
  for (const std::uint8_t value : {own.beginner, own.corporation_used, own.passed, own.committed, own.tr_raised,
                                   own.first_action_due, own.paying}) {
    if (!flag(value)) return {"/seats/%", "a flag that is neither false nor true", i};
  }
  if (const Fault fault = check_amounts(r, s, i); !fault.ok()) return fault;

  const bool blind = s.head.is_observation() && s.head.viewer != i;
  const bool simultaneous = s.phase == Phase::setup || s.phase == Phase::research || s.phase == Phase::draft;
  if (own.committed != 0 && !simultaneous && s.phase != Phase::final_greenery) {
    return {"/seats/%/committed", "nothing to be done with", i};
  }
  if (!simultaneous && !own.picked.empty()) return {"/seats/%/picked", "only in set-up, research and draft", i};
  if (s.phase != Phase::draft && !(own.picked - own.offered).empty()) return {"/seats/%/picked", "not offered", i};
  const bool research = s.phase == Phase::research;
  if (own.paying != 0 && (!research || own.committed != 0)) return {"/seats/%/paying", "no payment is due", i};
  if (own.heat_paid != 0 && (!research || own.committed == 0)) return {"/seats/%/heat_paid", "nothing is paid", i};
  if (own.first_action_due != 0) {
    const bool has =
        own.corporation != kNone && r.library.size(r.sources[r.corporation_source(own.corporation)].opening) > 0;
    if (!has) return {"/seats/%/first_action_due", "this corporation has no first action", i};
  }
  if (own.corporation_used != 0 && own.corporation == kNone) return {"/seats/%/corporation_used", "no corporation", i};
  if (!blind) {
    if (s.phase == Phase::setup && own.corporation == kNone && own.committed != 0 && own.chosen == kNone) {
      return {"/seats/%/committed", "done without a corporation", i};
    }
    return check_purchase(r, s, i);
  }
  return {};
}

// Observations hide what TM 12.3 says, and full states nothing.
Fault check_secrets(const State& s) {
  const bool seen = s.head.is_observation();
  if (!seen && (s.hidden_deck != 0 || s.hidden_discard != 0 || s.hidden_corporations != 0)) {
    return {"/deck", "hidden from nobody"};
  }
  if (seen && (!s.deck.empty() || !s.discard.empty() || !s.corporation_deck.empty())) return {"/deck", "a secret"};
  for (int i = 0; i < s.players(); ++i) {
    const SeatState& own = s.seats[static_cast<std::size_t>(i)];
    const bool hidden = own.hidden_hand != 0 || own.hidden_events != 0 || own.hidden_offered != 0 ||
                        own.hidden_dealt != 0 || own.hidden_picked != 0;
    if (!seen || s.head.viewer == i) {
      if (hidden) return {"/seats/%", "hidden from nobody", i};
      continue;
    }
    const bool finished = s.phase == Phase::finished;
    if (!own.hand.empty() || !own.offered.empty() || !own.picked.empty() || (!finished && !own.events.empty()) ||
        own.dealt[0] != kNone || (own.chosen != kNone && own.beginner == 0) || own.paying != 0 || own.heat_paid != 0) {
      return {"/seats/%", "a secret", i};
    }
    if (own.hidden_dealt > 2) return {"/seats/%/offered_corporations", "too many", i};
    if (own.hidden_picked != 0 && s.phase != Phase::draft) return {"/seats/%/picked", "a secret", i};
    if (finished && own.hidden_events != 0) return {"/seats/%/events", "laid open at the end", i};
  }
  return {};
}

Fault check_taken(const State& s) {
  for (const Seat owner : s.milestones) {
    if (owner != kNone && owner >= s.players()) return {"/milestones", "no such player"};
  }
  if (milestones_claimed(s) > (s.solo() ? 0 : static_cast<int>(kTaken))) return {"/milestones", "too many"};
  for (std::size_t i = 0; i < kTaken; ++i) {
    const std::uint8_t award = s.awards[i];
    if ((award == kNone) != (s.funders[i] == kNone)) return {"/awards", "an award without its funder"};
    if (award == kNone) continue;
    if (award >= kAwards || s.funders[i] >= s.players()) return {"/awards", "no such award or player"};
    if (i > 0 && s.awards[i - 1] == kNone) return {"/awards", "a gap"};
    for (std::size_t j = 0; j < i; ++j) {
      if (s.awards[j] == award) return {"/awards", "funded twice"};
    }
  }
  if (s.solo() && awards_funded(s) > 0) return {"/awards", "none in a solo game"};
  return {};
}

// Somebody can choose: in set-up and draft that asks for something to choose from.
Fault check_choices(const State& s) {
  for (int i = 0; i < s.players(); ++i) {
    const SeatState& own = s.seats[static_cast<std::size_t>(i)];
    const bool to_choose = s.phase == Phase::setup && own.corporation == kNone && own.chosen == kNone;
    const bool blind = s.head.is_observation() && s.head.viewer != i;
    if (to_choose && !blind && own.committed == 0 && own.dealt[0] == kNone && !deals_corporations(s, i)) {
      return {"/seats/%/offered_corporations", "nothing to choose from", i};
    }
    if (s.phase == Phase::setup && own.corporation != kNone && own.committed != 0) {
      return {"/seats/%/committed", "the corporation is revealed already", i};
    }
  }
  return {};
}

}  // namespace

Fault TerraformingMars::check_parts(const Rules& r, const State& s) {
  if (const Fault fault = check_options(s); !fault.ok()) return fault;
  if (const Fault fault = check_scalars(r, s); !fault.ok()) return fault;
  if (const Fault fault = check_frames(r, s); !fault.ok()) return fault;
  if (const Fault fault = check_tiles(r, s); !fault.ok()) return fault;
  if (const Fault fault = check_specials(r, s); !fault.ok()) return fault;
  if (const Fault fault = check_corporations(r, s); !fault.ok()) return fault;
  if (const Fault fault = check_tableau(r, s); !fault.ok()) return fault;
  if (const Fault fault = check_cards(r, s); !fault.ok()) return fault;
  if (const Fault fault = check_secrets(s); !fault.ok()) return fault;
  for (int i = 0; i < static_cast<int>(kMaxPlayers); ++i) {
    if (const Fault fault = check_seat(r, s, i); !fault.ok()) return fault;
  }
  if (const Fault fault = check_taken(s); !fault.ok()) return fault;
  if (const Fault fault = check_choices(s); !fault.ok()) return fault;
  return check_frames_in_place(r, s);
}

Fault TerraformingMars::check_state(const Rules& r, const State& s) {
  if (const Fault fault = check_parts(r, s); !fault.ok()) return fault;
  State full = s;
  if (s.head.is_observation()) {  // what is due never depends on what is hidden
    Stream stream{0, 0};
    determinise(r, full, s.head.viewer, stream);
    full.head.viewer = kNoSeat;
  }
  GameStep step{r, full, kChance};
  if (advance(step)) return {"/stack", "a step without a choice is due"};
  return {};
}

}  // namespace arbitre::terraforming_mars
