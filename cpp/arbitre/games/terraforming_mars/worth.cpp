// Terraforming Mars: what a position is worth to a seat, for bots. In hundredths of a point: the
// points so far, what production and rating will bring in the generations that are left, and what the
// stack still holds in store. No rule follows from anything here.
#include "arbitre/games/terraforming_mars/game.hpp"

namespace arbitre::terraforming_mars {
namespace {

// Of a unit of stock, in hundredths of a point; what is bought or played has to be worth its M€.
constexpr std::array<int, kResources> kUnit = {8, 14, 22, 14, 6, 9};
constexpr int kCardUnseen = 30;
constexpr int kCardForSale = 8;
constexpr int kEverPlayed = 12;  // of a hand, that will ever be played
constexpr int kActionAGeneration = 12;
constexpr int kEffectAGeneration = 10;

class Appraiser {
 public:
  Appraiser(const Rules& rules, const State& state, Seat who)
      : r{rules}, s{state}, seat_{who}, left_{left()}, facts_{rules, state, who} {}

  std::int64_t worth() const {
    const SeatState& own = s.seats[seat_];
    const std::int64_t points = points_of(r, s, seat_);
    if (s.phase == Phase::finished) return 100 * points * 100 + own.stock[megacredit];
    std::int64_t total = 100 * points + kUnit[megacredit] * left_ * own.tr;
    for (const std::uint8_t funded : s.awards) {
      if (funded != kNone) total += award(funded) - 100 * award_points(r, s, seat_, funded);
    }
    for (std::uint8_t i = 0; i < kResources; ++i) {
      total += production(i, own.production[i]) + stock(i, std::min<int>(own.stock[i], 200));
    }
    total += hand(own.hand | picked()) + kCardUnseen * own.hidden_hand;
    total -= stock(megacredit, r.numbers.card_price * picked().size());
    total += kActionAGeneration * left_ * (own.in_play & r.with_actions).size();
    Cards effects = r.modifiers;
    for (const Cards& waiting : r.triggers) effects |= waiting;
    total += kEffectAGeneration * left_ * (own.in_play & effects).size();
    for (std::size_t i = 0; i < s.depth; ++i) {
      if (s.stack[i].player == seat_) total += frame(s.stack[i]);
    }
    return total;
  }

 private:
  // Generations that are likely to come: the parameters rise by an eighth of their way in each.
  int left() const {
    if (s.solo()) return std::max(r.numbers.solo_generations - s.generation, 0);
    int missing = 0, all = 0;
    const std::array<int, 3> now = {s.temperature, s.oxygen, s.oceans};
    for (std::size_t i = 0; i < now.size(); ++i) {
      missing += (r.tracks[i].max - now[i]) / r.tracks[i].step;
      all += (r.tracks[i].max - r.tracks[i].min) / r.tracks[i].step;
    }
    return (missing * 8 + all - 1) / std::max(all, 1);
  }

  std::int64_t production(std::uint8_t resource, int amount) const {
    return std::int64_t{kUnit[resource]} * left_ * amount;
  }
  // Towards the end there is less and less to spend M€ and heat on.
  std::int64_t stock(std::uint8_t resource, int amount) const {
    int unit = kUnit[resource];
    if (resource == megacredit) unit = std::min(unit, 2 + 2 * left_);
    if (resource == heat && s.temperature >= r.tracks[temperature].max) unit = 1;
    return std::int64_t{unit} * amount;
  }

  // Cards that will be paid for when all are done.
  Cards picked() const {
    const bool to_buy = s.phase == Phase::research || (s.phase == Phase::setup && s.seats[seat_].beginner == 0);
    return to_buy ? s.seats[seat_].picked : Cards{};
  }

  // What playing a card brings.
  std::int64_t brings(std::uint8_t which) const {
    const Source& card = r.sources[which];
    const int points = card.vp_kind == VpKind::fixed ? card.vp : card.vp_kind == VpKind::none ? 0 : 2;
    const int lasting = kActionAGeneration * (card.actions > 0 ? 1 : 0) + kEffectAGeneration * card.effects;
    return list(card.on_play, 0) + 100 * points + std::int64_t{lasting} * left_;
  }

  // A card in hand is worth a part of what it brings beyond its price, or what it is sold for.
  std::int64_t held(std::uint8_t card) const {
    const std::int64_t more = brings(card) - stock(megacredit, card_price(r, s, seat_, facts_, card));
    const bool soon = check_requirements(r, s, seat_, facts_, r.sources[card]).ok();
    return kCardForSale + std::max<std::int64_t>(more, 0) / (soon ? 3 : 6);
  }
  std::int64_t hand(const Cards& cards) const {
    std::int64_t total = 0;
    int counted = 0;
    cards.for_each([&](std::size_t card) { total += counted++ < kEverPlayed ? held(byte(card)) : kCardForSale; });
    return total;
  }

  // The card that is least missed goes.
  std::int64_t sale() const {
    std::int64_t least = kCardUnseen;
    s.seats[seat_].hand.for_each([&](std::size_t card) { least = std::min(least, held(byte(card))); });
    return stock(megacredit, 1) - least - 1;
  }

  std::int64_t rating(int amount) const { return std::int64_t{100 + kUnit[megacredit] * left_} * amount; }

  std::int64_t steps(Parameter parameter, int steps) const {
    const Track& track = r.tracks[parameter];
    const int now = parameter == temperature ? s.temperature : s.oxygen;
    return rating(std::min(steps, (track.max - now) / track.step));
  }

  std::int64_t tile(Tile kind) const {
    switch (kind) {
      case Tile::ocean: return s.oceans < r.tracks[oceans].max ? rating(1) + 25 : 0;
      case Tile::greenery: return 100 + 25 + (s.phase == Phase::action ? steps(oxygen, 1) : 0);
      case Tile::city: return 120;
      case Tile::special: break;
    }
    return 25;
  }

  std::int64_t op(const Op& o) const {
    const int amount = amount_of(r, s, seat_, o, kNone);
    switch (code_of(o)) {
      case OpCode::production: return production(o.arg[0], amount);
      case OpCode::gain: return stock(o.arg[0], amount);
      case OpCode::pay: return -stock(o.arg[0], amount);
      case OpCode::raise: return steps(static_cast<Parameter>(o.arg[0]), amount);
      case OpCode::place_tile: return tile(static_cast<Tile>(o.arg[0]));
      case OpCode::tr: return rating(amount);
      case OpCode::draw: return kCardUnseen * o.arg[0];
      case OpCode::add_resource: return 35 * amount;
      case OpCode::convert: return stock(o.arg[2], amount);
      case OpCode::sell_cards: return sale();
      case OpCode::choose: {
        std::int64_t best = 0;
        for (std::size_t i = 0; i < o.arg[0]; ++i) best = std::max(best, list(static_cast<ProgramId>(o.list + i), 0));
        return best;
      }
      default: return 15;
    }
  }

  std::int64_t list(ProgramId program, std::size_t pc) const {
    std::int64_t total = 0;
    const auto ops = r.library.list(program);
    for (std::size_t i = pc; i < ops.size(); ++i) total += op(ops[i]);
    return total;
  }

  // What a frame will still do.
  std::int64_t frame(const Frame& f) const {
    switch (f.kind) {
      case FrameKind::ops: return list(f.program, f.pc);
      case FrameKind::raise: return steps(static_cast<Parameter>(f.item), f.left);
      case FrameKind::card: {
        if (f.stage > stage::enter) return 0;
        const std::int64_t price = f.stage == stage::pay ? stock(megacredit, f.price) : 0;
        return brings(f.item) - price - (s.seats[seat_].hand.has(f.item) ? held(f.item) : 0);
      }
      case FrameKind::project: {
        const std::int64_t price = f.stage == stage::pay ? stock(megacredit, f.price) : 0;
        return list(r.projects[f.item].program, 0) - price;
      }
      case FrameKind::milestone: return 100 * r.numbers.milestone_vp - stock(megacredit, f.price);
      case FrameKind::award: return award(f.item) - stock(megacredit, f.price);
      case FrameKind::draw: return kCardUnseen * f.left;
      default: return 0;
    }
  }

  // Who is ahead early may be behind in the end.
  std::int64_t award(std::uint8_t which) const {
    return std::int64_t{100} * award_points(r, s, seat_, which) * std::max(6 - left_, 0) / 6;
  }

  const Rules& r;
  const State& s;
  Seat seat_;
  int left_;
  Facts facts_;
};

}  // namespace

std::int64_t TerraformingMars::value(const Rules& r, const State& s, Seat seat) {
  return Appraiser{r, s, seat}.worth();
}

}  // namespace arbitre::terraforming_mars
