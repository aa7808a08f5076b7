// Terraforming Mars: which frames may stand on the stack (TM 12.2).
#include "arbitre/games/terraforming_mars/invariants.hpp"

namespace arbitre::terraforming_mars {
namespace {

constexpr std::uint8_t kMostCards = 250;

// The members that a kind of frame uses; all others have their defaults.
Frame used_part(const Frame& f) {
  Frame used{.kind = f.kind};
  if (f.kind != FrameKind::deal_first_player && f.kind != FrameKind::neutral) used.player = f.player;
  switch (f.kind) {
    case FrameKind::deal_first_player:
    case FrameKind::action: break;
    case FrameKind::deal_corporations: used.left = f.left; break;
    case FrameKind::neutral:
      used.item = f.item;
      used.stage = f.stage;
      used.hex = f.hex;
      break;
    case FrameKind::draw:
      used.left = f.left;
      used.stage = f.stage;
      used.program = f.program;
      used.pc = f.pc;
      used.source = f.source;
      used.count = f.count;
      used.kept = f.kept;
      used.buying = f.buying;
      break;
    case FrameKind::reveal: used.stage = f.stage; break;
    case FrameKind::card:
    case FrameKind::project:
    case FrameKind::milestone:
    case FrameKind::award:
      used.item = f.item;
      used.stage = f.stage;
      used.price = f.price;
      break;
    case FrameKind::ops:
      used.program = f.program;
      used.pc = f.pc;
      used.source = f.source;
      used.hex = f.hex;
      used.trigger = f.trigger;
      used.count = f.count;
      break;
    case FrameKind::tile:
      used.item = f.item;
      used.hex = f.hex;
      used.stage = f.stage;
      break;
    case FrameKind::raise:
      used.item = f.item;
      used.left = f.left;
      break;
  }
  return used;
}

bool known_or_none(std::uint8_t value, std::size_t count) { return value == kNone || value < count; }

const char* draw_fault(const Rules& r, const Frame& f) {
  if (f.stage > byte(DrawTo::reveal) || f.left > 99 || f.count > kMostCards || f.kept > kMostCards)
    return "out of range";
  if (!known_or_none(f.source, r.source_count()) || !known_or_none(f.buying, r.card_count)) return "no such card";
  const auto to = static_cast<DrawTo>(f.stage);
  if (f.program == kNoProgram) {
    return f.pc == 0 && to != DrawTo::reveal && f.buying == kNone && f.kept == 0 ? nullptr : "a draw of no op";
  }
  if (f.program >= r.library.programs.size() || f.pc >= r.library.size(f.program)) return "no such op";
  const Op& op = r.library.op(f.program, f.pc);
  if (to == DrawTo::reveal) return code_of(op) == OpCode::reveal_top ? nullptr : "not an op that reveals";
  if (code_of(op) != OpCode::draw) return "not an op that draws";
  const bool to_hand = op.arg[0] == op.amount && op.arg[1] == 0;
  if (to_hand != (to == DrawTo::hand)) return "the op draws to another place";
  if (f.buying != kNone && (op.arg[1] == 0 || f.left > 0)) return "nothing is bought";
  return nullptr;
}

const char* frame_fault(const Rules& r, const State& s, const Frame& f) {
  if (f.kind > FrameKind::raise) return "unknown kind";
  if (f.player >= s.players()) return "no such player";
  if (f != used_part(f)) return "a member that this kind does not use";
  switch (f.kind) {
    case FrameKind::deal_first_player:
    case FrameKind::action: return nullptr;
    case FrameKind::deal_corporations: return f.left >= 1 && f.left <= 2 ? nullptr : "out of range";
    case FrameKind::neutral:
      if (!s.solo() || f.item > 1 || f.stage > stage::greenery) return "out of range";
      return (f.stage == stage::city) == (f.hex == kNone) && known_or_none(f.hex, kHexes) ? nullptr : "no such hex";
    case FrameKind::draw: return draw_fault(r, f);
    case FrameKind::reveal: return f.stage <= stage::reveal_triggers ? nullptr : "out of range";
    case FrameKind::card:
      return f.item < r.card_count && f.stage <= stage::end && f.price >= 0 ? nullptr : "out of range";
    case FrameKind::project:
      if (f.item == r.selling_project) return "patents are sold without a payment";
      return f.item < kProjects && f.stage <= stage::enter && f.price >= 0 ? nullptr : "out of range";
    case FrameKind::milestone:
      return f.item < kMilestones && f.stage == stage::pay && f.price >= 0 ? nullptr : "out of range";
    case FrameKind::award: return f.item < kAwards && f.stage == stage::pay && f.price >= 0 ? nullptr : "out of range";
    case FrameKind::ops:
      if (f.program >= r.library.programs.size() || f.pc > r.library.size(f.program)) return "no such op";
      if (!known_or_none(f.source, r.source_count()) || !known_or_none(f.trigger, r.source_count())) {
        return "no such card";
      }
      return known_or_none(f.hex, kHexes) && f.count <= kMostCards ? nullptr : "out of range";
    case FrameKind::tile:
      return f.item < kTiles && f.hex < kHexes + kSpots && f.stage <= stage::tile_triggers ? nullptr : "out of range";
    case FrameKind::raise: return f.item <= oxygen && f.left <= 99 ? nullptr : "out of range";
  }
  return "unknown kind";
}

// Which kinds belong to which phase.
bool fits_phase(Phase phase, const Frame& f) {
  switch (f.kind) {
    case FrameKind::deal_first_player:
    case FrameKind::deal_corporations:
    case FrameKind::neutral:
    case FrameKind::reveal: return phase == Phase::setup;
    case FrameKind::draw:
      if (phase == Phase::research || phase == Phase::draft || (phase == Phase::setup && f.program == kNoProgram)) {
        return f.program == kNoProgram && static_cast<DrawTo>(f.stage) == DrawTo::offered;
      }
      return phase == Phase::setup || f.program != kNoProgram || static_cast<DrawTo>(f.stage) == DrawTo::hand;
    case FrameKind::action:
    case FrameKind::card:
    case FrameKind::project:
    case FrameKind::milestone:
    case FrameKind::award: return phase == Phase::action;
    case FrameKind::ops:
    case FrameKind::tile:
    case FrameKind::raise: return phase == Phase::setup || phase == Phase::action || phase == Phase::final_greenery;
  }
  return false;
}

const char* card_frame_fault(const Rules& r, const State& s, const Frame& f) {
  const SeatState& own = s.seats[f.player];
  const bool blind = s.head.is_observation() && s.head.viewer != f.player;
  if (f.stage <= stage::enter) return blind || own.hand.has(f.item) ? nullptr : "the card is not in hand";
  return r.events.has(f.item) || own.in_play.has(f.item) ? nullptr : "the card is not in play";
}

const char* place_fault(const Rules& r, const State& s, const Frame& f, std::size_t index) {
  const SeatState& own = s.seats[f.player];
  switch (f.kind) {
    case FrameKind::action: return index == 0 && f.player == s.active_player ? nullptr : "not where an action begins";
    case FrameKind::deal_first_player: return index + 1u == s.depth ? nullptr : "the first player is drawn first";
    case FrameKind::deal_corporations: {
      const int dealt = (own.dealt[0] != kNone ? 1 : 0) + (own.dealt[1] != kNone ? 1 : 0) + own.hidden_dealt;
      return own.beginner == 0 && own.corporation == kNone && dealt + f.left <= 2 ? nullptr : "too many corporations";
    }
    case FrameKind::reveal: {
      const bool revealed = own.corporation != kNone;
      const bool blind = s.head.is_observation() && s.head.viewer != f.player;
      if (revealed != (f.stage == stage::reveal_triggers)) return "another step is due";
      return revealed || blind || own.chosen != kNone ? nullptr : "no corporation was chosen";
    }
    case FrameKind::neutral:
      return f.stage == stage::city || (s.tile(Tile::city) & s.owned[kNeutral] & hex_bit(f.hex)) != 0 ? nullptr
                                                                                                      : "no city there";
    case FrameKind::draw: {
      const bool blind = s.head.is_observation() && s.head.viewer != f.player;
      return f.buying == kNone || (!blind && own.offered.has(f.buying)) ? nullptr : "the card was not drawn";
    }
    case FrameKind::card: return card_frame_fault(r, s, f);
    case FrameKind::milestone: return s.milestones[f.item] == kNone ? nullptr : "claimed already";
    case FrameKind::award:
      for (const std::uint8_t award : s.awards) {
        if (award == f.item) return "funded already";
      }
      return nullptr;
    case FrameKind::tile:
      if (f.hex < kHexes) return (s.tiles[f.item] & hex_bit(f.hex)) != 0 ? nullptr : "no such tile lies there";
      return s.off_map[f.hex - kHexes] != kNone ? nullptr : "no such tile lies there";
    default: return nullptr;
  }
}

bool draws_to_offered(const State& s, int seat) {
  for (std::size_t i = 0; i < s.depth; ++i) {
    const Frame& f = s.stack[i];
    if (f.kind == FrameKind::draw && f.player == seat && static_cast<DrawTo>(f.stage) == DrawTo::offered) return true;
  }
  return false;
}

}  // namespace

Fault check_frames(const Rules& r, const State& s) {
  if (s.depth > kMaxFrames) return {"/stack", "too deep"};
  if (s.phase == Phase::finished && s.depth > 0) return {"/stack", "the game is over"};
  for (std::size_t i = 0; i < kMaxFrames; ++i) {
    const auto index = static_cast<int>(i);
    if (i >= s.depth) {
      if (s.stack[i] != Frame{}) return {"/stack", "dirt behind the end"};
      continue;
    }
    if (const char* why = frame_fault(r, s, s.stack[i]); why != nullptr) return {"/stack/%", why, index};
    if (!fits_phase(s.phase, s.stack[i])) return {"/stack/%", "does not belong to this phase", index};
  }
  return {};
}

Fault check_frames_in_place(const Rules& r, const State& s) {
  for (std::size_t i = 0; i < s.depth; ++i) {
    const auto index = static_cast<int>(i);
    if (const char* why = place_fault(r, s, s.stack[i], i); why != nullptr) return {"/stack/%", why, index};
    const FrameKind kind = s.stack[i].kind;
    const bool alone = kind == FrameKind::reveal || kind == FrameKind::milestone || kind == FrameKind::award ||
                       kind == FrameKind::card || kind == FrameKind::deal_corporations;
    for (std::size_t j = 0; alone && j < i; ++j) {
      const Frame& other = s.stack[j];
      const bool same = kind == FrameKind::card ? other.item == s.stack[i].item : other.player == s.stack[i].player;
      if (other.kind == kind && same) return {"/stack/%", "the same frame twice", index};
    }
  }
  // Cards offered in a turn belong to the draw that offers them.
  const bool turns = s.phase == Phase::action || s.phase == Phase::final_greenery || s.phase == Phase::finished;
  for (int i = 0; i < s.players() && turns; ++i) {
    if (s.seats[static_cast<std::size_t>(i)].offered_size() > 0 && !draws_to_offered(s, i)) {
      return {"/seats/%/offered", "nobody offers these cards", i};
    }
  }
  return {};
}

int oceans_being_laid(const State& s) {
  int laid = 0;
  for (std::size_t i = 0; i < s.depth; ++i) {
    const Frame& f = s.stack[i];
    const bool ocean = f.kind == FrameKind::tile && static_cast<Tile>(f.item) == Tile::ocean;
    laid += ocean && f.stage <= stage::parameter ? 1 : 0;
  }
  return laid;
}

bool deals_corporations(const State& s, int seat) {
  for (std::size_t i = 0; i < s.depth; ++i) {
    if (s.stack[i].kind == FrameKind::deal_corporations && s.stack[i].player == seat) return true;
  }
  return false;
}

}  // namespace arbitre::terraforming_mars
