// Solar: the state (SOL 2, 12).
// Must not know: how moves are judged or played, bytes, threads.
#pragma once

#include <algorithm>

#include "arbitre/core/fixed.hpp"
#include "arbitre/games/solar/rules.hpp"

namespace arbitre::solar {

// The stated maxima of what the rules leave open. What play adds beyond them is lost.
inline constexpr int kMaxStock = 9'999;
inline constexpr int kMaxPerTurn = 999;
inline constexpr int kMaxReserve = 63;
inline constexpr int kMaxVpEvents = 9'999;
inline constexpr int kMaxGovPoints = 999;
inline constexpr int kMaxCopies = 99;      // of one military card
inline constexpr int kMaxTemporary = 99;   // surge_tokens, mil_lose_next
inline constexpr int kMaxWins = 99;        // of one side of a war
inline constexpr int kMaxAssaults = 99;    // on one nation in a turn
inline constexpr int kMaxJudged = 19'999;  // a stock and an income
inline constexpr int kMaxClock = 60'000;   // when it is full, what it has numbered is numbered anew
inline constexpr int kMaxDebt = 20;        // variant rotation_debt
inline constexpr int kLastReturn = kTurns + 2;
inline constexpr std::size_t kMaxFrames = 6;
inline constexpr std::size_t kMaxQueue = 120;  // four nations with an open route on every link
inline constexpr std::int16_t kNotJudged = -1;

struct Colony {
  std::uint8_t node = 0;
  std::uint8_t level = 0;
  std::uint8_t hostile = 0;     // incomes with unrest that are still to come, 3 at first
  std::uint8_t no_upgrade = 0;  // a guest (SOL 4.11)
  std::uint8_t founded = 0;     // its token is not credited yet
  std::uint8_t raided_turn = 0;
  friend bool operator==(const Colony&, const Colony&) = default;
};

struct Nation {
  std::array<std::int16_t, kResources> stock{};
  std::array<std::int16_t, kResources> per_turn{};
  TechSet bought = 0, stolen = 0, copied = 0;
  LinkSet route_set = 0;  // of `routes`
  LinkSet tokens = 0;     // the routes that carry one
  std::int16_t snapshot_morale = 0, snapshot_materials = 0;
  std::int16_t judged_morale = kNotJudged;
  std::int16_t vp_events = 0;
  std::uint16_t gov_perm = 0;
  NodeSet trophies = 0;
  NodeSet colony_set = 0;                            // of `colonies`
  NodeSet connected = 0;                             // SOL 2: the colonies that the network reaches
  std::array<std::uint8_t, kLastReturn> recovery{};  // tokens that return on turn 1, 2, ...
  std::array<std::uint8_t, kMilitary> military{};    // copies
  Vec<Colony, kNodes> colonies;                      // by acquisition
  Vec<std::uint8_t, kMaxLinks> routes;               // by time of building
  std::uint8_t id = 0;
  std::uint8_t ac_left = 0, ac_max = 0;
  std::uint8_t gov_form = 0;
  std::uint8_t reserve = 0;
  std::uint8_t surge_tokens = 0, mil_lose_next = 0;
  std::uint8_t cruiser_ready_turn = 0, cruiser_used_attack = 0, cruiser_used_defense = 0;
  std::uint8_t agenda_offer = 0;  // bits
  std::uint8_t agenda = kNone;
  std::array<std::uint8_t, 2> investment{kNone, kNone};
  std::array<std::uint8_t, 2> investment_active{};
  std::uint8_t free_colonizations = 0, free_routes = 0;
  std::uint8_t espionage_done = 0;
  std::uint8_t strategy_card = kNone;
  std::uint8_t free_settlement = 0;
  std::uint8_t initiative_turn = 0, planned_turn = 0;
  std::uint8_t power_used = 0, passed = 0, eliminated = 0, suffocating = 0;
  std::uint8_t military_bought = 0;                      // bits, this turn
  SeatBits calmed = 0, mission = 0, accord_refused = 0;  // this turn
  std::uint8_t home_retaken_turn = 0;
  std::uint8_t visit_debt = 0;  // variant rotation_debt: visits to skip

  TechSet technologies() const { return bought | stolen | copied; }
  bool is_done() const { return passed != 0 || eliminated != 0; }  // with this action phase
  bool owns(int technology) const { return (technologies() & tech_bit(technology)) != 0; }
  bool has_cruiser() const { return military[kSupercruiser] != 0; }
  bool lives_on(int node) const { return (colony_set & node_bit(node)) != 0; }
  bool has_route(int link) const { return (route_set & link_bit(link)) != 0; }
  int colony_count() const { return static_cast<int>(colonies.size()); }
  int connected_count() const { return count_nodes(connected); }
  int technology_count() const { return std::popcount(technologies()); }
  int in_recovery() const {
    int tokens_away = 0;
    for (const std::uint8_t count : recovery) tokens_away += count;
    return tokens_away;
  }
  Colony* colony_at(int node) {
    for (Colony& colony : colonies) {
      if (colony.node == node) return &colony;
    }
    return nullptr;
  }
  const Colony* colony_at(int node) const { return const_cast<Nation*>(this)->colony_at(node); }
};

struct War {
  std::uint16_t order_no = 0;
  Seat opener = 0, other = 0;
  WarKind kind = WarKind::popular;
  std::uint8_t declared_turn = 0;
  std::array<std::uint8_t, 2> wins{};  // of the opener, of the other
  std::uint8_t penalty_pending = 0;
  std::uint8_t fresh = 0;
  friend bool operator==(const War&, const War&) = default;

  bool between(Seat x, Seat y) const { return (opener == x && other == y) || (opener == y && other == x); }
  bool involves(Seat x) const { return opener == x || other == x; }
  Seat enemy_of(Seat x) const { return x == opener ? other : opener; }
};

// What is asked, and of whom. `actor` and `value` mean what the kind says (SOL 12.2).
struct Frame {
  Ask ask = Ask::none;
  SeatBits seats = 0;  // who must still answer; none for a draw
  Seat actor = 0;
  std::uint8_t value = 0;  // card of strategy_target, units of trade_unit, victim of espionage
  friend bool operator==(const Frame&, const Frame&) = default;
};

// The combat that waits for its defenders; all zero when there is none.
struct Commitment {
  std::uint8_t tokens = 0, cruiser = 0;
  friend bool operator==(const Commitment&, const Commitment&) = default;
};
struct PendingCombat {
  Seat attacker = 0;
  std::uint8_t node = 0;
  Commitment attack;
  std::uint8_t defender_count = 0;
  std::array<Seat, 2> defenders{};  // the principal first
  std::uint8_t answer_count = 0;
  std::array<Commitment, 2> answers{};
  friend bool operator==(const PendingCombat&, const PendingCombat&) = default;
};

struct Pair {
  std::uint8_t accord = 0;
  std::uint8_t forced_node = kNone;
  std::uint8_t pact_until = 0;
};

// The pair of two seats, x < y, in lexicographic order.
inline constexpr std::array<std::array<std::uint8_t, kMaxPlayers>, kMaxPlayers> kPairOf = {
    {{0, 0, 1, 2}, {0, 0, 3, 4}, {1, 3, 0, 5}, {2, 4, 5, 0}}};

template <class T>
using Matrix = std::array<std::array<T, kMaxPlayers>, kMaxPlayers>;

constexpr Matrix<std::uint8_t> no_estimates() {
  Matrix<std::uint8_t> none{};
  for (auto& row : none) row.fill(kNone);
  return none;
}

struct State {
  StateHead head;
  std::array<Nation, kMaxPlayers> nations{};
  Vec<War, 6> wars;                // by declaration
  Vec<Frame, kMaxFrames> pending;  // the last one is asked
  TechSet tier3_taken = 0;
  TechSet picks = 0;  // of the espionage that is asked
  Matrix<std::uint16_t> cause_tick{};
  std::uint16_t war_clock = 0;
  std::uint16_t civic_taken = 0;
  std::uint16_t strategy_pool = 0;
  std::uint16_t variants = 0;
  std::array<std::int16_t, kMaxPlayers> visible_vp{};  // observations only: the public VP
  // What the phase has still to treat. An item is a seat, a pair x * 16 + y, an order number, or a
  // route seat * 32 + link.
  Vec<std::uint16_t, kMaxQueue> queue;
  Matrix<std::uint8_t> tension{}, grudge{}, assaults{};  // x toward y
  Matrix<std::uint8_t> estimate = no_estimates();        // of the reserve of y by x
  std::array<SeatBits, kMaxPlayers> grievance{}, block_charged{};
  std::array<Pair, kPairs> pairs{};
  PendingCombat combat;
  std::array<std::uint8_t, 3> amounts{};  // of the peace that is offered
  std::uint8_t amount_count = 0;
  Vec<Seat, kMaxPlayers> order;
  std::uint8_t visit = 0;
  std::array<std::uint8_t, 5> event_schedule{kNone, kNone, kNone, kNone, kNone};
  std::array<std::uint8_t, kBranches> branch_open{};
  SeatBits empaths_holders = 0;
  std::uint8_t empaths_open_turn = 0;
  Vec<Seat, kMaxPlayers> strategy_order;
  std::uint8_t strategy_next = 0;
  SeatBits pirates_hit = 0;
  std::uint8_t summit_open = 0;
  std::array<SeatBits, kMaxPlayers> summit_picks{};
  WarStep war_step = WarStep::none;
  Vec<Seat, 2> war_left;
  Phase phase = Phase::setup;
  std::uint8_t turn = 1;
  std::array<std::uint8_t, 2> reserved{};

  int players() const { return head.players; }
  bool has(Variant variant) const { return (variants >> static_cast<int>(variant) & 1u) != 0; }
  const Nation& at(int seat) const { return nations[static_cast<std::size_t>(seat)]; }
  Nation& at(int seat) { return nations[static_cast<std::size_t>(seat)]; }
  bool alive(int seat) const { return seat < players() && at(seat).eliminated == 0; }
  SeatBits living() const {
    unsigned seats = 0;
    for (int seat = 0; seat < players(); ++seat) seats |= at(seat).eliminated == 0 ? 1u << seat : 0u;
    return static_cast<SeatBits>(seats);
  }
  Pair& pair(int x, int y) { return pairs[kPairOf[static_cast<std::size_t>(x)][static_cast<std::size_t>(y)]]; }
  const Pair& pair(int x, int y) const { return const_cast<State*>(this)->pair(x, y); }
  bool accord(int x, int y) const { return pair(x, y).accord != 0; }
  bool pact(int x, int y) const { return pair(x, y).pact_until >= turn; }  // SOL 5.9
  // The seat of a nation, or kNone when it does not play.
  Seat seat_of(int nation) const {
    for (int seat = 0; seat < players(); ++seat) {
      if (at(seat).id == nation) return static_cast<Seat>(seat);
    }
    return kNone;
  }
  // The frame that is asked; Ask::none when the game is over.
  Frame top() const { return pending.empty() ? Frame{} : pending.back(); }

  static std::uint8_t& cell(Matrix<std::uint8_t>& m, int x, int y) {
    return m[static_cast<std::size_t>(x)][static_cast<std::size_t>(y)];
  }
  static std::uint8_t cell(const Matrix<std::uint8_t>& m, int x, int y) {
    return m[static_cast<std::size_t>(x)][static_cast<std::size_t>(y)];
  }
  std::uint8_t& tension_of(int x, int y) { return cell(tension, x, y); }
  std::uint8_t tension_of(int x, int y) const { return cell(tension, x, y); }
  std::uint8_t& grudge_of(int x, int y) { return cell(grudge, x, y); }
  std::uint8_t grudge_of(int x, int y) const { return cell(grudge, x, y); }
  std::uint8_t& estimate_of(int x, int y) { return cell(estimate, x, y); }
  std::uint8_t estimate_of(int x, int y) const { return cell(estimate, x, y); }
  std::uint16_t& cause_of(int x, int y) { return cause_tick[static_cast<std::size_t>(x)][static_cast<std::size_t>(y)]; }
  std::uint16_t cause_of(int x, int y) const { return const_cast<State*>(this)->cause_of(x, y); }

  const War* war_between(int x, int y) const {
    for (const War& war : wars) {
      if (war.between(static_cast<Seat>(x), static_cast<Seat>(y))) return &war;
    }
    return nullptr;
  }
  bool at_war(int x, int y) const { return war_between(x, y) != nullptr; }
  bool at_war(int x) const {
    return std::any_of(wars.begin(), wars.end(), [x](const War& war) { return war.involves(static_cast<Seat>(x)); });
  }
};
static_assert(PlainState<State>);
static_assert(sizeof(Nation) == 220);
static_assert(sizeof(State) == 1448);

// --- small changes that never leave the stated ranges -------------------------------------------

inline void set_stock(Nation& n, int resource, int amount) {
  n.stock[static_cast<std::size_t>(resource)] = static_cast<std::int16_t>(std::clamp(amount, 0, kMaxStock));
}
inline void gain(Nation& n, int resource, int amount) {
  set_stock(n, resource, n.stock[static_cast<std::size_t>(resource)] + amount);
}
inline void gain(Nation& n, const Amounts& amounts) {
  for (std::size_t k = 0; k < kResources; ++k) {
    if (amounts[k] != 0) gain(n, static_cast<int>(k), amounts[k]);
  }
}
inline void pay(Nation& n, const Amounts& price) {
  for (std::size_t k = 0; k < kResources; ++k) {
    if (price[k] != 0) gain(n, static_cast<int>(k), -price[k]);
  }
}
inline void add_per_turn(Nation& n, const Amounts& income) {
  for (std::size_t k = 0; k < kResources; ++k) {
    n.per_turn[k] = static_cast<std::int16_t>(std::clamp(n.per_turn[k] + income[k], -kMaxPerTurn, kMaxPerTurn));
  }
}
inline std::uint8_t bounded_byte(int value, int most) { return static_cast<std::uint8_t>(std::clamp(value, 0, most)); }

inline void add_tokens(Nation& n, int tokens) { n.reserve = bounded_byte(n.reserve + tokens, kMaxReserve); }
inline void add_vp(Nation& n, int points) {
  n.vp_events = static_cast<std::int16_t>(std::clamp(n.vp_events + points, -kMaxVpEvents, kMaxVpEvents));
}
inline void add_gov_points(Nation& n, int points) {
  n.gov_perm = static_cast<std::uint16_t>(std::clamp(n.gov_perm + points, 0, kMaxGovPoints));
}
inline void move_tension(State& s, int x, int y, int change) {
  s.tension_of(x, y) = bounded_byte(s.tension_of(x, y) + change, kMaxTension);
}

inline void push(State& s, const Frame& frame) { s.pending.push_back(frame); }
inline void pop(State& s) { s.pending.pop_back(); }
inline Frame ask(Ask what, SeatBits seats, Seat actor = 0, std::uint8_t value = 0) {
  return {what, seats, actor, value};
}
inline Frame ask_seat(Ask what, int seat, Seat actor = 0, std::uint8_t value = 0) {
  return {what, seat_bit(seat), actor, value};
}
inline Frame draw(Ask what, Seat actor = 0, std::uint8_t value = 0) { return {what, 0, actor, value}; }

// Items of the queue.
constexpr std::uint16_t pair_item(int x, int y) { return static_cast<std::uint16_t>(x * 16 + y); }
constexpr std::uint16_t route_item(int seat, int link) { return static_cast<std::uint16_t>(seat * 32 + link); }
constexpr int first_of(std::uint16_t item) { return item / 16; }
constexpr int second_of(std::uint16_t item) { return item % 16; }
constexpr int owner_of(std::uint16_t item) { return item / 32; }
constexpr int link_of(std::uint16_t item) { return item % 32; }

}  // namespace arbitre::solar
