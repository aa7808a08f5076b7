// Satrapies: the compiled tables and the state.
// Must not know: how orders are judged (moves.hpp) or resolved (adjudicate.hpp), bytes, threads.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "arbitre/core/fixed.hpp"
#include "arbitre/core/game.hpp"

namespace arbitre::satrapies {

inline constexpr std::string_view kGameId = "satrapies";

// --- sizes: a map may be smaller, never larger ------------------------------------------------

inline constexpr std::size_t kMaxPowers = 4;
inline constexpr std::size_t kOwners = kMaxPowers + 1;  // with the neutral garrisons
inline constexpr std::size_t kMaxZones = 64;            // sets of zones are 64 bits wide
inline constexpr std::size_t kMaxLinks = 192;
inline constexpr std::size_t kClasses = 3;
inline constexpr std::size_t kMaxOrders = 10;  // SAT 2: every order uses a unit or a free unit place
// Every tied contest destroys a unit of a power, and none is due without two of them or a garrison.
inline constexpr std::size_t kMaxLots = kMaxPowers * kMaxOrders;
inline constexpr std::uint8_t kMaxCapacity = 15;
inline constexpr std::uint8_t kMaxTurns = 40;
inline constexpr std::uint8_t kMaxCarry = 20;
inline constexpr std::uint8_t kMaxIncomeBase = 10;
inline constexpr std::uint8_t kMaxCancels = 8;

// SAT 0: the neutral controller comes last, whatever the number of powers.
inline constexpr std::uint8_t kNeutral = kMaxPowers;

// A set of zones; bit i is zone i.
using ZoneSet = std::uint64_t;
constexpr ZoneSet bit(std::size_t zone) { return ZoneSet{1} << zone; }

template <class Visit>
constexpr void for_each_zone(ZoneSet zones, Visit&& visit) {
  for (; zones != 0; zones &= zones - 1) visit(static_cast<std::uint8_t>(std::countr_zero(zones)));
}

// A set of owners; bit 4 stands for neutral.
using OwnerSet = std::uint8_t;
constexpr OwnerSet owner_bit(std::uint8_t owner) { return static_cast<OwnerSet>(1u << owner); }

// --- words ------------------------------------------------------------------------------------

// SAT 4: the game's own reasons of refusal, in the order of kCodeNames.
inline constexpr std::uint16_t kFirstCode = 3 * kRejectBlock;
struct Code {
  static constexpr Reject unknown_order{kFirstCode + 0};
  static constexpr Reject unknown_zone{kFirstCode + 1};
  static constexpr Reject unknown_unit_class{kFirstCode + 2};
  static constexpr Reject unknown_power{kFirstCode + 3};
  static constexpr Reject not_among_the_tied{kFirstCode + 4};
  static constexpr Reject not_in_orders_phase{kFirstCode + 5};
  static constexpr Reject power_eliminated{kFirstCode + 6};
  static constexpr Reject orders_already_submitted{kFirstCode + 7};
  static constexpr Reject same_zone{kFirstCode + 8};
  static constexpr Reject port_required{kFirstCode + 9};
  static constexpr Reject not_adjacent{kFirstCode + 10};
  static constexpr Reject not_a_province{kFirstCode + 11};
  static constexpr Reject not_controlled{kFirstCode + 12};
  static constexpr Reject no_major_citadel{kFirstCode + 13};
  static constexpr Reject province_already_used{kFirstCode + 14};
  static constexpr Reject not_promotable{kFirstCode + 15};
  static constexpr Reject no_own_unit_there{kFirstCode + 16};
  static constexpr Reject units_overcommitted{kFirstCode + 17};
  static constexpr Reject unit_limit{kFirstCode + 18};
  static constexpr Reject elite_limit{kFirstCode + 19};
  static constexpr Reject guard_limit{kFirstCode + 20};
  static constexpr Reject insufficient_ap{kFirstCode + 21};
  static constexpr Reject no_such_order{kFirstCode + 22};
  static constexpr Reject cancel_limit{kFirstCode + 23};
};
inline constexpr std::array<std::string_view, 24> kCodeNames = {
    "UNKNOWN_ORDER",
    "UNKNOWN_ZONE",
    "UNKNOWN_UNIT_CLASS",
    "UNKNOWN_POWER",
    "NOT_AMONG_THE_TIED",
    "NOT_IN_ORDERS_PHASE",
    "POWER_ELIMINATED",
    "ORDERS_ALREADY_SUBMITTED",
    "SAME_ZONE",
    "PORT_REQUIRED",
    "NOT_ADJACENT",
    "NOT_A_PROVINCE",
    "NOT_CONTROLLED",
    "NO_MAJOR_CITADEL",
    "PROVINCE_ALREADY_USED",
    "NOT_PROMOTABLE",
    "NO_OWN_UNIT_THERE",
    "UNITS_OVERCOMMITTED",
    "UNIT_LIMIT",
    "ELITE_LIMIT",
    "GUARD_LIMIT",
    "INSUFFICIENT_AP",
    "NO_SUCH_ORDER",
    "CANCEL_LIMIT",
};

enum class Phase : std::uint8_t { orders, lots, over };
inline constexpr std::array<std::string_view, 3> kPhases = {"orders", "lots", "over"};

enum class UnitClass : std::uint8_t { mercenary, elite, guard };
inline constexpr std::array<std::string_view, kClasses> kClassIds = {"M", "E", "G"};

enum class Garrisons : std::uint8_t { none, major, all };
inline constexpr std::array<std::string_view, 3> kGarrisons = {"none", "major", "all"};
enum class Ties : std::uint8_t { lot, defender, all_destroyed };
inline constexpr std::array<std::string_view, 3> kTies = {"lot", "defender", "all_destroyed"};
enum class Stacking : std::uint8_t { sum, best };
inline constexpr std::array<std::string_view, 2> kStackings = {"sum", "best"};

// SAT 6: why a game ended, in the order in which the reasons are looked for.
enum class Reason : std::uint8_t { none, extinction, last_power, domination, turn_limit };
inline constexpr std::array<std::string_view, 4> kReasons = {"extinction", "last_power", "domination", "turn_limit"};
constexpr std::uint8_t reason_index(Reason reason) { return static_cast<std::uint8_t>(static_cast<int>(reason) - 1); }

// The domains of fields, in the order of Rules::domains.
enum class Dom : std::uint8_t { zone, unit_class, power, reason };

// Subjects of verdicts that do not come from a table, in the order of Rules::words.
enum class Word : std::uint16_t { none, seat, ap, units, cancels };

struct MoveUnit;
struct Recruit;
struct Promote;
struct CancelMove;
struct CancelBuild;
struct Submit;
struct Lot;
// SAT 11: the order fixes the codes.
using Move = std::variant<MoveUnit, Recruit, Promote, CancelMove, CancelBuild, Submit, Lot>;

// --- rules ------------------------------------------------------------------------------------

// SAT 8, in the order of the document.
struct Options {
  std::uint8_t border_clash = 0;
  Garrisons neutral_garrisons = Garrisons::major;
  Ties ties = Ties::lot;
  Stacking bonus_stacking = Stacking::sum;
  std::uint8_t ap_carry_cap = 0;
  std::uint8_t turn_limit = 16;
  std::uint8_t open_orders = 0;
  std::uint8_t recruits_fight = 0;
  std::uint8_t recruit_needs_unit = 0;
  std::uint8_t ap_base = 3;
};

struct ZoneInfo {
  std::uint8_t capacity = 0;
  std::array<std::uint8_t, 2> bonus{};  // by Stacking
  std::uint8_t citadels = 0;
  std::uint8_t start_control = kNeutral;
  std::array<std::uint8_t, kClasses> start_units{};
  ZoneSet neighbours = 0;  // linked zones
  ZoneSet coasts = 0;      // zones that it touches along a coast without a port
};

struct LinkInfo {
  std::uint8_t a = 0, b = 0;  // a < b
  std::uint8_t cost = 0;
};

struct ClassInfo {
  std::uint8_t attack = 0;
  std::uint8_t defence = 0;
  std::uint8_t cost = 0;  // of recruiting (mercenaries), of being promoted to it (elite, guard)
  std::uint8_t limit = 0;
};

struct Rules : RulesHead<Move> {
  std::uint8_t turn_limit = 0, ap_base = 0;  // unless an option says otherwise
  std::uint8_t ap_per_provinces = 1, ap_per_major = 0;
  std::uint8_t domination_capitals = 0, domination_provinces = 0;
  std::uint8_t cancels_per_turn = 0;

  std::uint8_t zone_count = 0, province_count = 0, link_count = 0;
  std::array<ClassInfo, kClasses> classes{};
  std::array<ZoneInfo, kMaxZones> zones{};                               // provinces first, then seas
  std::array<LinkInfo, kMaxLinks> links{};                               // ascending by a, then b
  std::array<std::array<std::uint8_t, kMaxZones>, kMaxZones> link_of{};  // or kNone
  ZoneSet provinces = 0, majors = 0, capitals = 0;                       // capitals are majors too

  std::vector<std::string> zone_ids;
  std::vector<std::string> power_ids;  // of all powers, neutral last

  // Where the words of each group begin.
  std::uint16_t phase_words = 0, kind_words = 0, zone_words = 0, class_words = 0, power_words = 0;

  bool is_province(std::uint8_t zone) const { return zone < province_count; }
  std::uint8_t cost_between(std::uint8_t from, std::uint8_t to) const { return links[link_of[from][to]].cost; }
  std::uint8_t bonus(const Options& options, std::uint8_t zone) const {
    return zones[zone].bonus[static_cast<std::size_t>(options.bonus_stacking)];
  }
};

// --- the state --------------------------------------------------------------------------------

// SAT-C1: units of one class and owner in one zone are counts. An empty zone has no owner.
struct Units {
  std::uint8_t owner = kNone;
  std::array<std::uint8_t, kClasses> count{};

  int size() const { return count[0] + count[1] + count[2]; }
  friend bool operator==(const Units&, const Units&) = default;
};

struct MoveOrder {
  std::uint8_t from = 0, to = 0;
  UnitClass unit_class{};
  std::uint8_t count = 0;

  friend bool operator==(const MoveOrder&, const MoveOrder&) = default;
};

// What a build makes: a mercenary from nothing, or one class from the class below it.
enum class Build : std::uint8_t { recruit, promote_mercenary, promote_elite };

struct BuildOrder {
  std::uint8_t zone = 0;
  Build build{};

  friend bool operator==(const BuildOrder&, const BuildOrder&) = default;
};

constexpr Build promotion_of(UnitClass before) {
  return before == UnitClass::mercenary ? Build::promote_mercenary : Build::promote_elite;
}
// The class that a build uses up (promotions), which is also what the document calls `unit_class`.
constexpr UnitClass class_before(Build build) {
  return build == Build::promote_elite ? UnitClass::elite : UnitClass::mercenary;
}
// The class that stands there afterwards.
constexpr UnitClass class_after(Build build) { return static_cast<UnitClass>(build); }
static_assert(class_after(Build::recruit) == UnitClass::mercenary &&
              class_after(Build::promote_elite) == UnitClass::guard);

// SAT 4: an order set, sorted as SAT 12 writes it.
struct Orders {
  Vec<MoveOrder, kMaxOrders> moves;    // by from, to, class
  Vec<BuildOrder, kMaxOrders> builds;  // by zone
  std::array<std::uint8_t, 2> reserved{};

  bool empty() const { return moves.empty() && builds.empty(); }
  void clear() { *this = Orders{}; }
  friend bool operator==(const Orders&, const Orders&) = default;
};

struct PowerState {
  Orders orders;
  std::uint8_t ap = 0;  // at the start of the turn
  std::uint8_t eliminated = 0;
  std::uint8_t submitted = 0;
  std::uint8_t cancels = 0;  // left this turn

  bool waiting() const { return eliminated == 0 && submitted == 0; }
};

struct State {
  StateHead head;
  std::array<PowerState, kMaxPowers> powers{};
  std::array<Units, kMaxZones> units{};
  std::array<std::uint8_t, kMaxZones> control{};  // of provinces; zero behind the last
  Vec<std::uint8_t, kMaxLots> lots;               // winners drawn in this resolution
  std::uint8_t turn = 1;
  Phase phase = Phase::orders;
  Options options;
  std::array<std::uint8_t, 3> reserved{};

  int players() const { return head.players; }

  // SAT 7: the orders and cancels of a power are nobody else's business until all are in.
  bool hides(std::size_t power) const {
    return head.is_observation() && head.viewer != power && phase == Phase::orders && options.open_orders == 0;
  }
};
static_assert(PlainState<State>);
static_assert(sizeof(State) <= 1024, "SAT: a state has at most 1 KiB");
static_assert(sizeof(State) == 696);

// The lowest power that has not submitted; kNone when the turn can be resolved.
inline std::uint8_t first_waiting(const State& s) {
  for (std::uint8_t power = 0; power < s.players(); ++power) {
    if (s.powers[power].waiting()) return power;
  }
  return kNone;
}

}  // namespace arbitre::satrapies
