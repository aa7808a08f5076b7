// Terraforming Mars: the compiled tables and the state (TM 1, 2 and 12).
// Must not know: how moves are judged or played (moves.hpp), bytes, threads.
#pragma once

#include <array>
#include <cstdint>
#include <variant>
#include <vector>

#include "arbitre/core/fixed.hpp"
#include "arbitre/core/game.hpp"
#include "arbitre/effect/op.hpp"
#include "arbitre/games/terraforming_mars/vocabulary.hpp"

namespace arbitre::terraforming_mars {

using effect::kNoProgram;
using effect::Op;
using effect::ProgramId;

inline constexpr std::size_t kMaxPlayers = 5;
inline constexpr std::size_t kMaxCards = 224;
inline constexpr std::size_t kMaxCorporations = 16;
inline constexpr std::size_t kHexes = 61;
inline constexpr std::size_t kSpots = 2;  // off the map
inline constexpr std::size_t kMaxSpecials = 12;
inline constexpr std::size_t kMilestones = 5;
inline constexpr std::size_t kAwards = 5;
inline constexpr std::size_t kProjects = 6;
inline constexpr std::size_t kMaxFrames = 32;
inline constexpr std::size_t kTaken = 3;  // milestones and awards that may be taken

// TM-P1: what the state can hold; more is lost.
inline constexpr int kMaxStock = 9999;
inline constexpr int kMaxProduction = 999;
inline constexpr int kMaxTr = 999;
inline constexpr int kMaxResources = 250;
inline constexpr int kMaxGeneration = 999;
// While a card resolves, relief may keep a stock or production below its minimum (TM 5.1).
inline constexpr int kDeepest = -99;

using Cards = Bits<kMaxCards>;
using Hexes = std::uint64_t;  // bit i = h(i+1)

// Who a tile belongs to, and whom an effect may hit.
inline constexpr Seat kNeutral = 5;
inline constexpr Seat kNobody = 6;
inline constexpr std::size_t kOwners = 6;

template <class T>
constexpr std::uint8_t byte(T value) {
  return static_cast<std::uint8_t>(value);
}
constexpr Hexes hex_bit(int hex) { return Hexes{1} << hex; }

// TM 8.
struct Options {
  std::uint8_t preset = 0;  // index into kPresets
  std::uint8_t corporate_era = 1;
  std::uint8_t draft = 0;
  std::uint8_t solo_objective = 0;  // index into kObjectives
};
struct SetupOptions : Options {
  Bits<kMaxPlayers> beginners;
};

// The domains of fields, in the order of Rules::domains.
enum class Dom : std::uint8_t {
  player,
  target,
  corporation,
  card,
  holder,  // project cards, then corporations
  prey,    // holders, `neutral`, `nobody`
  hex,
  place,  // hexes, then the spots off the map
  project,
  milestone,
  award,
  alternative,
  steel,
  titanium,
  heat,
  option,
  amount,
  resource,
  parameter,
  tile,
  phase,
  move,
};

struct Condition {
  ConditionKind kind{};
  std::uint8_t arg = 0;    // tag or resource
  std::int16_t lo = -999;  // inclusive bounds; those that the card does not name never bite
  std::int16_t hi = 999;
};

struct CardAction {
  ProgramId program = kNoProgram;
  std::uint16_t first_condition = 0;
  std::uint8_t conditions = 0;
};

struct Standing {
  StandingKind kind{};
  bool by_any = false;
  std::uint16_t tags = 0;          // bit set; of a discount: 0 = every card
  std::uint8_t card_type = 0;      // on_card_played
  std::uint8_t tile = 0;           // on_tile_placed
  bool on_mars_only = false;       // on_tile_placed
  bool projects_only = false;      // on_paid: standard projects, not cards
  std::uint8_t resource = 0;       // metal_value, pay_with
  std::uint16_t resources = 0;     // on_placement_bonus, protect: stock from bit 0, card resources from bit 6
  std::uint8_t projects = 0;       // discount: bit set of standard projects
  bool owner_scope = false;        // protect: all that the owner has, not this card alone
  bool against_opponents = false;  // protect: the owner may still remove its own
  std::int16_t amount = 0;         // or min_base_cost
  ProgramId program = kNoProgram;
};
constexpr std::uint16_t stock_bit(std::uint8_t resource) { return static_cast<std::uint16_t>(1u << resource); }
constexpr std::uint16_t held_bit(std::uint8_t type) { return static_cast<std::uint16_t>(1u << (kResources + type)); }

// A project card or a corporation: what may stand in a tableau and be the source of effects.
struct Source {
  CardType type{};
  std::uint8_t resource = kNone;  // that it may hold
  bool corporate_era = false;
  std::uint8_t tag_count = 0;
  std::array<std::uint8_t, 3> tags{};  // as printed
  std::uint16_t tag_mask = 0;
  std::int16_t cost = 0;  // of a corporation: the M€ it starts with
  std::uint16_t first_requirement = 0;
  std::uint8_t requirements = 0;
  std::uint8_t effects = 0;
  std::uint16_t first_effect = 0;
  std::uint8_t actions = 0;
  std::uint16_t first_action = 0;
  ProgramId on_play = kNoProgram;
  ProgramId production_box = kNoProgram;
  ProgramId opening = kNoProgram;  // a corporation's first action
  bool beginner = false;
  bool has_costs = false;    // something in on_play may be impossible
  bool stock_costs = false;  // something in on_play is taken from what can also pay the price
  bool has_tiles = false;    // something in on_play needs a hex
  VpKind vp_kind{};
  std::int16_t vp = 0;
  CountKind vp_count{};
  std::uint8_t vp_arg = 0;
  std::uint8_t vp_per = 1;
  std::uint8_t vp_min = 0;
};

struct Project {
  std::int16_t cost = 0;
  ProgramId program = kNoProgram;
};

struct Track {
  int min = 0, max = 0, step = 1, start = 0;
  std::vector<std::pair<std::int16_t, ProgramId>> bonuses;  // value reached, what it brings
};

struct Milestone {
  Metric metric{};
  std::uint8_t tag = 0;
  std::array<std::int16_t, 2> min{};  // by preset
};
struct Award {
  Metric metric{};
  std::uint8_t tag = 0;
  std::array<std::uint8_t, 2> resources{};  // bit sets, by preset
};

struct Numbers {  // TM 1.1 and DATA `constants`
  int tr_start = 20, tr_start_solo = 14, card_price = 3, research_draw = 4, starting_cards = 10;
  int starting_corporations = 2, steel_value = 2, titanium_value = 3, greenery_plants = 8, temperature_heat = 8;
  int milestone_price = 8, milestone_vp = 5, award_vp_first = 5, award_vp_second = 2;
  std::array<int, kTaken> award_prices{};
  int min_megacredit_production = -5, solo_generations = 14, solo_tr = 63;
  int start_production_base = 1, start_production_corporate = 0, ocean_megacredits = 2;
};

struct ChooseCorporation;
struct Pick;
struct Done;
struct FirstAction;
struct PlayCard;
struct StandardProject;
struct ClaimMilestone;
struct FundAward;
struct UseCard;
struct ConvertPlants;
struct ConvertHeat;
struct Pass;
struct EndTurn;
struct Pay;
struct Place;
struct TargetPlayer;
struct TargetCard;
struct ChooseOption;
struct ChooseAmount;
struct DrawFirstPlayer;
struct DrawCorporation;
struct DrawCard;
// TM 11: the order fixes the codes.
using Move = std::variant<ChooseCorporation, Pick, Done, FirstAction, PlayCard, StandardProject, ClaimMilestone,
                          FundAward, UseCard, ConvertPlants, ConvertHeat, Pass, EndTurn, Pay, Place, TargetPlayer,
                          TargetCard, ChooseOption, ChooseAmount, DrawFirstPlayer, DrawCorporation, DrawCard>;

struct Rules : RulesHead<Move> {
  Numbers numbers;
  std::uint8_t card_count = 0;
  std::uint8_t corporation_count = 0;
  std::uint8_t beginner_corporation = 0;
  std::uint8_t special_count = 0;
  std::uint8_t capital = 0;     // the special tile that is a city
  std::vector<Source> sources;  // cards, then corporations
  effect::Library library;
  std::vector<Condition> conditions;
  std::vector<CardAction> actions;
  std::vector<Standing> standing;
  std::array<Track, 3> tracks;
  std::array<Project, kProjects> projects;
  std::uint8_t greenery_project = 0, selling_project = 0;
  std::array<Milestone, kMilestones> milestones;
  std::array<Award, kAwards> awards;

  // The map.
  std::array<Hexes, kHexes> around{};                            // neighbours
  std::array<std::array<std::uint8_t, 6>, kHexes> directions{};  // in the order of TM 6.1; kNone = beyond the edge
  std::array<std::array<std::uint8_t, kResources>, kHexes> bonus{};
  std::array<std::uint8_t, kHexes> bonus_cards{};
  std::array<Hexes, kResources> bonus_with{};  // hexes that print a resource
  Hexes ocean_area = 0, noctis_area = 0, volcanic_area = 0, land_area = 0;

  // Sets of cards, so that a position is searched with a few words of bits.
  std::array<Cards, kTags> tag_once, tag_twice;  // bearing a tag, bearing it twice
  Cards events, base_set, all_cards;
  std::array<Cards, kCardResources + 1> holders;  // by what they hold; the last: anything
  std::array<Cards, kTriggerKinds> triggers;      // by the event they wait for
  Cards modifiers;                                // discounts, metal values and the like
  Cards protectors;
  Cards with_actions;

  std::vector<std::string> card_ids, corporation_ids, source_ids, special_ids, hex_ids, place_ids, project_ids;
  std::vector<std::string> milestone_ids, award_ids, player_ids, owner_ids;

  // Words for verdicts: where each list begins; for lists that share words with others, each word.
  std::uint16_t field_words = 0, resource_words = 0, parameter_words = 0, source_words = 0, hex_words = 0;
  std::uint16_t player_words = 0, milestone_words = 0, award_words = 0, other_words = 0;
  std::array<std::uint16_t, kTags> tag_words{};
  std::array<std::uint16_t, kTiles> tile_words{};
  std::array<std::uint16_t, kCardResources + 1> held_words{};

  std::uint8_t corporation_source(std::uint8_t corporation) const { return byte(card_count + corporation); }
  std::size_t source_count() const { return sources.size(); }
  int min_production(std::uint8_t resource) const {
    return resource == megacredit ? numbers.min_megacredit_production : 0;
  }
};

// Fields that refusals name; `alternative` is the second.
inline constexpr std::array<std::string_view, 2> kFieldNames = {"card", "alternative"};

// Words that are in no other list, in the order of Rules::other_words.
enum class Word : std::uint8_t { cities_in_play, own_greeneries, tr_raised_this_generation, solo, claim };
inline constexpr std::array<std::string_view, 5> kOtherWords = {"cities_in_play", "own_greeneries",
                                                                "tr_raised_this_generation", "solo", "claim"};

struct SeatState {
  Cards hand, offered, picked, events, in_play;  // TM 12.1; picked cards are in `offered` too, but for the draft
  std::array<std::int16_t, kResources> stock{};
  std::array<std::int16_t, kResources> production{};
  std::int16_t tr = 0;
  std::uint8_t corporation = kNone;
  std::uint8_t chosen = kNone;                      // corporation, until the reveal
  std::array<std::uint8_t, 2> dealt{kNone, kNone};  // corporations offered, as dealt
  std::uint8_t beginner = 0;
  std::uint8_t corporation_used = 0;
  std::uint8_t passed = 0;
  std::uint8_t committed = 0;
  std::uint8_t tr_raised = 0;
  std::uint8_t first_action_due = 0;
  std::uint8_t paying = 0;     // research: the payment is due
  std::uint8_t heat_paid = 0;  // research
  std::uint8_t pending_discount = 0;
  std::uint8_t pending_steps = 0;
  // In observations: how many cards are hidden in each list. 0 in full states.
  std::uint8_t hidden_hand = 0, hidden_events = 0, hidden_offered = 0, hidden_dealt = 0;
  std::uint8_t hidden_picked = 0;  // of the draft alone, where everybody knows the number
  std::uint8_t played = 0;         // length of the tableau
  std::array<std::uint8_t, 2> reserved{};

  int hand_size() const { return hand.size() + hidden_hand; }
  int offered_size() const { return offered.size() + hidden_offered; }
};
static_assert(sizeof(SeatState) == 208);

enum class FrameKind : std::uint8_t {
  deal_first_player,
  deal_corporations,
  neutral,
  draw,
  reveal,
  action,
  card,
  project,
  milestone,
  award,
  ops,
  tile,
  raise,
};
inline constexpr std::array<std::string_view, 13> kFrameNames = {
    "deal_first_player", "deal_corporations", "neutral", "draw", "reveal", "action", "card",
    "project",           "milestone",         "award",   "ops",  "tile",   "raise"};

// The next step of a frame. Each kind has its own list; 0 is its first.
namespace stage {
enum Neutral : std::uint8_t { city, greenery };
enum Reveal : std::uint8_t { reveal_enter, reveal_triggers };
enum Card : std::uint8_t { pay, enter, triggers, end };
enum TileStage : std::uint8_t { bonus, oceans, parameter, tile_triggers };
}  // namespace stage
inline constexpr std::array<std::string_view, 2> kNeutralStages = {"city", "greenery"};
inline constexpr std::array<std::string_view, 2> kRevealStages = {"enter", "triggers"};
inline constexpr std::array<std::string_view, 4> kCardStages = {"pay", "enter", "triggers", "end"};
inline constexpr std::array<std::string_view, 4> kTileStages = {"bonus", "oceans", "parameter", "triggers"};

// Where drawn cards go: the `stage` of a draw frame.
enum class DrawTo : std::uint8_t { hand, offered, reveal };
inline constexpr std::array<std::string_view, 3> kDrawTo = {"hand", "offered", "reveal"};

// TM 12.2. Members that a kind of frame does not use keep these values.
struct Frame {
  FrameKind kind{};
  Seat player = 0;
  ProgramId program = kNoProgram;
  std::uint8_t pc = 0;
  std::uint8_t stage = 0;
  std::uint8_t source = kNone;   // the card of `here`
  std::uint8_t hex = kNone;      // of a tile: a hex or a spot
  std::uint8_t trigger = kNone;  // the card that triggered
  std::uint8_t item = 0;         // card, project, milestone, award, tile, parameter, which
  std::uint8_t count = 0;        // cards sold, discarded or drawn
  std::uint8_t left = 0;         // cards to draw, steps
  std::uint8_t kept = 0;
  std::uint8_t buying = kNone;
  std::int16_t price = 0;
  friend bool operator==(const Frame&, const Frame&) = default;
};
static_assert(sizeof(Frame) == 16);

struct State {
  StateHead head;
  Cards deck, discard;
  Cards used;                          // cards in play whose action was used this generation
  std::array<Hexes, kTiles> tiles{};   // by kind; the Capital is a city
  std::array<Hexes, kOwners> owned{};  // tiles by owner, kNeutral the last
  std::array<Hexes, kMaxPlayers> claims{};
  std::array<SeatState, kMaxPlayers> seats{};
  std::array<Frame, kMaxFrames> stack{};
  std::array<std::uint8_t, kMaxCards> resources{};   // on each card in play
  std::array<std::uint8_t, kMaxCards> card_hex{};    // where a card's own tile stands: hex + 1, 0 = none
  std::array<std::uint8_t, kMaxCards> area_bonus{};  // resource + 1 that the card remembers, 0 = none
  std::array<std::uint8_t, kMaxCards> tableau{};     // cards in play: seat by seat, in play order
  Bits<kMaxCorporations> corporation_deck;
  std::uint16_t generation = 1;
  std::int8_t temperature = 0;
  std::uint8_t oxygen = 0;
  std::uint8_t oceans = 0;
  Phase phase = Phase::setup;
  Seat first_player = 0;
  Seat active_player = 0;
  std::uint8_t actions_this_turn = 0;
  std::uint8_t depth = 0;  // of the stack
  std::array<Seat, kSpots> off_map{kNone, kNone};
  std::array<Seat, kMilestones> milestones{kNone, kNone, kNone, kNone, kNone};
  std::array<std::uint8_t, kTaken> awards{kNone, kNone, kNone};  // in funding order
  std::array<Seat, kTaken> funders{kNone, kNone, kNone};
  std::array<std::uint8_t, kMaxSpecials> special_hex{};  // hex + 1 of each special tile, 0 = not placed
  Options options;
  std::uint8_t hidden_deck = 0, hidden_discard = 0, hidden_corporations = 0;  // in observations
  std::array<std::uint8_t, 2> reserved{};

  int players() const { return head.players; }
  bool solo() const { return head.players == 1; }
  Frame& top() { return stack[depth - 1u]; }
  const Frame& top() const { return stack[depth - 1u]; }

  Hexes occupied() const { return tiles[0] | tiles[1] | tiles[2] | tiles[3]; }
  Hexes tile(Tile kind) const { return tiles[static_cast<std::size_t>(kind)]; }
  int cards_to_draw() const { return deck.size() + discard.size() + hidden_deck + hidden_discard; }
};
static_assert(PlainState<State>);
static_assert(sizeof(State) <= 4096);  // copied for every move

}  // namespace arbitre::terraforming_mars
