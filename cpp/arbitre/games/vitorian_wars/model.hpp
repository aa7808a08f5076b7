// Vitorian Wars: the compiled tables and the state. The rules are cited as VW.
// Must not know: how moves are judged or played, bytes, threads.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "arbitre/core/fixed.hpp"
#include "arbitre/core/game.hpp"
#include "arbitre/effect/op.hpp"
#include "arbitre/games/vitorian_wars/multiset.hpp"
#include "arbitre/games/vitorian_wars/vocabulary.hpp"

namespace arbitre::vitorian_wars {

inline constexpr int kSeats = 2;
inline constexpr int kColumns = 5;
inline constexpr int kSideCells = 2 * kColumns;
inline constexpr int kCells = kSeats * kSideCells;
inline constexpr std::size_t kMaxCards = 192;
inline constexpr std::size_t kMaxSovereigns = 32;
inline constexpr std::size_t kMaxResources = 32;
// Maintenance, what is recycled during it, the ends of as many units as one ability can destroy, and
// what the last of these asks for; one to spare.
inline constexpr std::size_t kMaxFrames = 8;
inline constexpr std::size_t kMaxOrders = 16;  // VW-C68
inline constexpr std::size_t kMaxTargets = 4;  // named by one order, destroyed by one op
inline constexpr std::size_t kMaxConvoy = 10;
inline constexpr std::size_t kMaxBottom = 5;
inline constexpr int kMaxModifier = 99;

// VW 0.3: a cell is a number: by seat, then rear guard before vanguard, then column.
using Cell = std::uint8_t;
inline constexpr Cell kSovereign = kCells;  // as the target of an attack
constexpr Cell cell_of(int seat, int row, int column) {
  return static_cast<Cell>(seat * kSideCells + row * kColumns + column);
}
constexpr Seat side_of(Cell cell) { return static_cast<Seat>(cell / kSideCells); }
constexpr int row_of(Cell cell) { return cell / kColumns % 2; }  // 0 rear guard, 1 vanguard
constexpr int column_of(Cell cell) { return cell % kColumns; }
constexpr Seat other(Seat seat) { return static_cast<Seat>(1 - seat); }

using Cards = Multiset<kMaxCards>;
using Resources = Multiset<kMaxResources>;

struct KeepHand;
struct Mulligan;
struct DefenseSacrifice;
struct AcceptBurnout;
struct KeepElite;
struct EndMaintenance;
struct Mobilize;
struct Equip;
struct PlayField;
struct MoveUnit;
struct Activate;
struct Charge;
struct EndMain;
struct DeclareAttack;
struct EndCombat;
struct Recycle;
struct PlayOrder;
struct Gank;
struct Support;
struct Reactive;
struct Pass;
struct Concede;
struct Pay;
struct Target;
struct NoMore;
struct Destination;
struct TargetOrder;
struct ReturnResource;
struct ReadyResource;
struct Arrange;
struct Discard;
struct Coin;
struct Draw;
struct RevealConvoy;
struct RevealPile;
// VW 11: the order fixes the codes.
using Move =
    std::variant<KeepHand, Mulligan, DefenseSacrifice, AcceptBurnout, KeepElite, EndMaintenance, Mobilize, Equip,
                 PlayField, MoveUnit, Activate, Charge, EndMain, DeclareAttack, EndCombat, Recycle, PlayOrder, Gank,
                 Support, Reactive, Pass, Concede, Pay, Target, NoMore, Destination, TargetOrder, ReturnResource,
                 ReadyResource, Arrange, Discard, Coin, Draw, RevealConvoy, RevealPile>;

// The price of a card or an action, by type: personnel, supplies.
using Cost = std::array<std::uint8_t, 2>;

struct Ability {
  Trigger trigger = Trigger::play;
  effect::ProgramId program = effect::kNoProgram;
  std::uint8_t shielded_at_most = kNone;      // the condition, or none
  ResourceType resource = ResourceType::any;  // what a recycle takes
};

// What is chosen or meant by an op.
struct Selector {
  SelectorKind kind = SelectorKind::self;
  bool enemy = false;
  Row row = Row::any;
  std::uint16_t subtypes = 0;  // one of these, where not 0
  std::uint16_t keywords = 0;  // one of these, where not 0
  std::uint8_t max_level = kNone;
  bool other = false;  // not the source itself
  std::uint8_t count = 1;
  bool up_to = false;
};

struct Card {
  CardType type = CardType::unit;
  std::uint8_t faction = 0;
  std::uint8_t level = 0;
  Cost cost{};
  std::int8_t attack = 0, defense = 0;
  std::uint16_t subtypes = 0, keywords = 0;
  std::uint16_t host_subtypes = 0;  // equipment: what it fits, 0 = any unit
  std::vector<Ability> abilities;

  // What follows from the abilities of a card in play, for quick answers.
  std::int16_t host_attack = 0, host_defense = 0;  // equipment
  std::uint16_t host_keywords = 0;
};
// What is asked of cards most often, as bits: what their static abilities do, whether they can be activated.
inline constexpr std::uint8_t kChangesUnits = 1, kChangesRules = 2, kActivates = 4;

struct Sovereign {
  std::uint8_t number = 0;
  std::uint8_t colours = 0;  // factions, as bits
  std::vector<Ability> abilities;
};

struct ResourceCard {
  ResourceType type = ResourceType::personnel;
  std::uint8_t value = 1;
};

// VW 1.2: what a player brings.
struct Deck {
  std::uint8_t sovereign = 0;
  Cards maneuver;
  Resources convoy, pile;
};

struct Options {
  std::array<Deck, kSeats> decks{};
  Seat first = kNone;
  std::uint8_t concede = 0;
  std::uint8_t defense_sacrifice = 0;
};

struct Rules : RulesHead<Move> {
  std::vector<Card> cards;
  std::vector<Sovereign> sovereigns;
  std::vector<ResourceCard> resources;
  std::vector<Selector> selectors;
  effect::Library library;
  std::vector<Deck> decks;
  std::array<std::uint8_t, 256> traits{};  // by card; nothing for kNone, an empty cell
  std::uint8_t unit_traits = 0;            // those of any unit

  // VW 1.3.
  std::uint8_t deck_size = 50, copies = 4, field_limit = 1;
  std::uint8_t convoy_size = 10, convoy_value = 1, pile_value = 2, pile_min = 3, pile_max = 5;
  std::uint8_t opening_hand = 5, opening_resources = 3;
  std::uint8_t channel = 2, channel_first = 1, channel_second = 3;
  std::uint8_t elite_level = 5, hand_limit = 8, turn_limit = 80, shield_limit = 2;
  std::uint8_t utility = 0;  // factions that fit any deck, as bits

  std::vector<std::string> cell_ids, card_ids, sovereign_ids, resource_ids, deck_ids, keyword_ids;
  std::vector<std::string> holder_ids;  // cards, then sovereigns: what an ability may stand on
  std::uint16_t cell_words = 0, card_words = 0;

  // Abilities stand on a card or, numbered behind the cards, on a sovereign.
  const std::vector<Ability>& abilities_of(std::uint8_t holder) const {
    return holder < cards.size() ? cards[holder].abilities : sovereigns[holder - cards.size()].abilities;
  }
  std::uint8_t holder_of_sovereign(std::uint8_t sovereign) const {
    return static_cast<std::uint8_t>(cards.size() + sovereign);
  }
  // The place of the first ability with a trigger; kNone when there is none.
  std::uint8_t ability_with(std::uint8_t holder, Trigger trigger) const {
    const std::vector<Ability>& abilities = abilities_of(holder);
    for (std::size_t i = 0; i < abilities.size(); ++i) {
      if (abilities[i].trigger == trigger) return static_cast<std::uint8_t>(i);
    }
    return kNone;
  }
};

// --- the state ----------------------------------------------------------------------------------

// Timed changes of a unit, summed; by when they end (VW 2).
struct Modifier {
  std::int8_t attack = 0, defense = 0;
  std::uint16_t keywords = 0;

  bool empty() const { return *this == Modifier{}; }
  friend bool operator==(const Modifier&, const Modifier&) = default;
};
enum Expiry : std::uint8_t { kCombat, kTurn, kUntil0, kUntil1 };
inline constexpr std::array<std::string_view, 4> kExpiries = {"combat", "turn", "until_0", "until_1"};

struct Unit {
  std::uint8_t card = kNone;  // kNone = an empty cell
  std::uint8_t equipment = kNone;
  std::uint8_t exhausted = 0, hold = 0, entered = 0, moved = 0, attacks = 0, shields = 0;
  std::array<Modifier, 4> modifiers{};

  friend bool operator==(const Unit&, const Unit&) = default;
};

// What an order or an ability is aimed at: a unit by its cell and where it goes, or an order.
struct Aim {
  std::uint8_t op = 0;
  Cell cell = kNone;
  Cell to = kNone;
  std::uint8_t entry = kNone;
  friend bool operator==(const Aim&, const Aim&) = default;
};
using Aims = Vec<Aim, kMaxTargets>;
static_assert(sizeof(Aims) == 20);

struct Order {
  Seat seat = 0;
  std::uint8_t card = 0;
  std::array<std::uint8_t, 2> unused{};
  Aims targets;
  friend bool operator==(const Order&, const Order&) = default;
};

struct Combat {
  CombatStep step = CombatStep::none;  // none = no combat
  Seat seat = 0;                       // of the attacker
  Cell attacker = 0;
  Cell target = 0;
  std::uint8_t cancelled = 0, pierced = 0;
  std::array<std::uint8_t, 2> supported{}, reactive{}, ganked{};
  std::array<std::int8_t, 2> support{};
  std::array<std::uint8_t, 2> unused{};
  Vec<Order, kMaxOrders> orders;

  bool active() const { return step != CombatStep::none; }
  friend bool operator==(const Combat&, const Combat&) = default;
};

// Work under way; the last frame is on top (VW 12.2). One form for all kinds, unused parts at rest.
struct Frame {
  FrameKind kind = FrameKind::none;
  Seat seat = 0;
  std::uint8_t left = 0;     // draws, reveals, discards or picks still to come; kNone in runs without picks
  std::uint8_t to_zone = 0;  // pile: to the zone rather than out of the game
  Cost to_return{};          // pay
  Cost to_exhaust{};
  std::uint8_t level = 0;
  std::uint8_t ones = 0;
  std::uint8_t card = 0;  // run, order: the holder of the ability
  std::uint8_t ability = 0;
  std::uint8_t op = 0;
  Cell source = kNone;
  Cell moving = kNone;
  std::uint8_t named = 0;    // run: the targets were named beforehand
  std::uint8_t looking = 0;  // run: cards are looked at
  std::uint8_t tops = 0;
  std::uint8_t closed = 0;  // run: «no more» was said
  std::uint8_t unused = 0;
  std::uint32_t action = 0;  // pay: the move being paid
  std::uint32_t kept = 0;    // maintenance: cells, as bits
  Vec<Cell, kCells> same;    // units of the previous op
  Vec<Cell, kMaxTargets> picked;
  std::array<std::uint8_t, 6> spare{};
  Aims targets;
  Resources looked;

  friend bool operator==(const Frame&, const Frame&) = default;
};

struct Player {
  Cards deck, hand, discard;
  Resources removed, pool, ready, exhausted, pile;
  Vec<std::uint8_t, kMaxConvoy> convoy;  // top first; kNone = unknown
  Vec<std::uint8_t, kMaxBottom> bottom;  // known cards under the deck, upper first
  std::uint8_t sovereign = 0;
  std::uint8_t field = kNone;
  std::uint8_t skip_next_turn = 0, recycled = 0, payment_to_top = 0, mulligan_used = 0;
  std::uint8_t unused = 0;
};

struct State {
  StateHead head;
  std::array<Player, kSeats> players{};
  std::array<Unit, kCells> grid{};
  Combat combat;
  std::uint8_t concede = 0, defense_sacrifice = 0;
  Seat first = kNone;
  Seat active = kNone;
  std::uint8_t turn = 0;
  Stage stage = Stage::coin;
  Seat winner = kNone;
  Reason reason = Reason::none;
  std::uint8_t depth = 0;  // frames in use
  std::array<std::uint8_t, 3> unused{};
  std::array<Frame, kMaxFrames> frames{};

  bool over() const { return reason != Reason::none; }
  bool idle() const { return depth == 0; }
  const Frame& top() const { return frames[depth - 1u]; }
  Frame& top() { return frames[depth - 1u]; }
  // The occupied cells of a seat, in order, are those of its ten that hold a unit.
  bool occupied(Cell cell) const { return grid[cell].card != kNone; }
};
static_assert(PlainState<State>);
static_assert(sizeof(State) <= 3072);

}  // namespace arbitre::vitorian_wars
