// Solar: observations, and full positions that agree with one (SOL 12.5).
#include "arbitre/games/solar/game.hpp"

namespace arbitre::solar {
namespace {

void hide_means(Nation& n) {
  n.stock = {};
  n.per_turn = {};
  n.reserve = 0;
  n.recovery = {};
  n.cruiser_ready_turn = 0;
  n.snapshot_morale = 0;
  n.snapshot_materials = 0;
  n.judged_morale = kNotJudged;
}

// --- drawing what is hidden -----------------------------------------------------------------------

// A member of a set, evenly; kNone when it is empty.
std::uint8_t any_of(std::uint32_t set, Stream& stream) {
  if (set == 0) return kNone;
  return static_cast<std::uint8_t>(
      nth_set_bit(set, static_cast<int>(stream.below(static_cast<std::uint32_t>(std::popcount(set))))));
}

std::uint8_t some_agendas(int count, Stream& stream) {
  unsigned offer = 0;
  while (std::popcount(offer) < count) offer |= 1u << any_of(0xFFu & ~offer, stream);
  return static_cast<std::uint8_t>(offer);
}

int between(int lo, int hi, Stream& stream) {
  return hi <= lo ? lo : lo + static_cast<int>(stream.below(static_cast<std::uint32_t>(hi - lo + 1)));
}

// A plausible incomes line: what the cards bring, moved as little as possible until the points of the
// income are those that everybody sees.
void draw_incomes(const Rules& r, State& s, int seat) {
  Nation& n = s.at(seat);
  n.per_turn = {};
  for_each_bit(n.technologies(), [&](std::uint8_t t) { add_per_turn(n, r.technologies[t].per_turn); });
  if (n.eliminated != 0) return;
  const NodeSet occupied = occupied_nodes(s);
  const Sums gross = gross_income(r, s, seat, occupied);
  const int wanted = s.visible_vp[static_cast<std::size_t>(seat)] - open_vp(r, s, seat, occupied);

  // The classes of SOL 6, income: up to 5, 6 to 10, more.
  constexpr int kClasses = 3;
  const std::array<int, kClasses> points = {0, r.p.income_over_5, r.p.income_over_10};
  constexpr std::array<int, kClasses> kLeast = {-30'000, 6, 11};
  constexpr std::array<int, kClasses> kMost = {5, 10, 30'000};
  int best_distance = -1;
  Sums best{};
  for (int code = 0; code < kClasses * kClasses * kClasses * kClasses; ++code) {
    int rest = code;
    int sum = 0;
    int distance = 0;
    Sums moved{};
    for (std::size_t k = 0; k < kResources; ++k) {
      const auto of = static_cast<std::size_t>(rest % kClasses);
      rest /= kClasses;
      sum += points[of];
      moved[k] = std::clamp(gross[k], kLeast[of], kMost[of]) - gross[k];
      distance += std::abs(moved[k]);
    }
    if (sum == wanted && (best_distance < 0 || distance < best_distance)) {
      best_distance = distance;
      best = moved;
    }
  }
  for (std::size_t k = 0; k < kResources; ++k) {
    n.per_turn[k] = static_cast<std::int16_t>(std::clamp<int>(n.per_turn[k] + best[k], -kMaxPerTurn, kMaxPerTurn));
  }
}

// Stocks, tokens and the rest of what only an owner knows. `seen` is the viewer's estimate or kNone.
void draw_means(const Rules& r, const State& s, Nation& n, std::uint8_t seen, Stream& stream) {
  const int fog = r.p.fog_radius;
  const int reserve = seen == kNone ? between(0, 8, stream) : between(seen - fog, seen + fog, stream);
  n.reserve = bounded_byte(reserve, kMaxReserve);
  n.recovery = {};
  if (stream.below(4) == 0) {
    n.recovery[static_cast<std::size_t>(s.turn) + stream.below(2)] = static_cast<std::uint8_t>(1 + stream.below(2));
  }
  for (std::size_t k = 0; k < kResources; ++k) set_stock(n, static_cast<int>(k), between(0, r.caps[k], stream));
  n.cruiser_ready_turn = 0;
  if (n.has_cruiser() && stream.below(4) == 0) n.cruiser_ready_turn = static_cast<std::uint8_t>(s.turn + 1);
  n.snapshot_morale = n.stock[kMorale];
  n.snapshot_materials = n.stock[kMaterials];
  n.judged_morale = s.turn > 1 ? n.stock[kMorale] : kNotJudged;
}

void raise_stock(Nation& n, Resource k, int least) {
  if (n.stock[k] < least) set_stock(n, k, least);
}

// A commitment of a nation: within means that are known, or means that allow it.
Commitment draw_commitment(const Rules& r, const State& s, Nation& n, int least, bool attacking, bool known,
                           Stream& stream) {
  Commitment drawn;
  if (!known) n.reserve = std::max(n.reserve, static_cast<std::uint8_t>(least));
  int most = n.reserve;
  if (known) {
    const bool half = has_effect(r, n, Effect::war_cost_half);
    most = std::min(most, payable_tokens(r.combat, n.stock[kMaterials], n.stock[kEnergy], half, kMaxCommitment));
  }
  drawn.tokens = static_cast<std::uint8_t>(between(std::min(least, most), std::min(most, kMaxCommitment), stream));
  if (cruiser_available(s, n, attacking) && stream.below(2) == 0) drawn.cruiser = 1;
  if (known && !can_pay(n, price_of(r, n, drawn.tokens, drawn.cruiser != 0))) drawn.cruiser = 0;
  if (!known) {
    const Price price = price_of(r, n, drawn.tokens, drawn.cruiser != 0);
    raise_stock(n, kMaterials, price.materials);
    raise_stock(n, kEnergy, price.energy);
  }
  return drawn;
}

struct Hidden {
  std::array<bool, kMaxPlayers> means{};
};

// What is asked tells something of the means behind it.
void draw_what_is_asked(const Rules& r, State& s, const Hidden& hidden, bool attack, Stream& stream) {
  const Frame asked = s.top();
  const auto is_hidden = [&](int seat) { return hidden.means[static_cast<std::size_t>(seat)]; };
  if (asked.ask == Ask::defense || asked.ask == Ask::cohabitant_defense) {
    PendingCombat& combat = s.combat;
    if (attack) {
      combat.attack = draw_commitment(r, s, s.at(combat.attacker), 1, true, !is_hidden(combat.attacker), stream);
    }
    for (std::size_t i = 0; i < combat.answer_count; ++i) {
      const Seat seat = combat.defenders[i];
      if (seat == s.head.viewer) continue;
      Commitment answer = draw_commitment(r, s, s.at(seat), 0, false, !is_hidden(seat), stream);
      if (i > 0) answer.cruiser = 0;
      combat.answers[i] = answer;
    }
  }
  const bool offer = asked.ask == Ask::peace_amount || asked.ask == Ask::peace_answer;
  const Seat offerer = asked.ask == Ask::peace_answer ? asked.actor : static_cast<Seat>(std::countr_zero(asked.seats));
  if (offer && is_hidden(offerer)) {
    for (const Resource k : {kEnergy, kMaterials, kScience}) raise_stock(s.at(offerer), k, s.amounts[k]);
  }
  if (asked.ask == Ask::tribute_answer) {
    const int target = std::countr_zero(asked.seats);
    Nation& n = s.at(target);
    if (is_hidden(target)) raise_stock(n, kMaterials, r.p.tribute - n.stock[kEnergy]);
  }
  if (asked.ask == Ask::pact_answer && is_hidden(asked.actor)) {
    const Sums price = pact_price(r, s, asked.actor, static_cast<Seat>(std::countr_zero(asked.seats)));
    for (std::size_t k = 0; k < kResources; ++k) raise_stock(s.at(asked.actor), static_cast<Resource>(k), price[k]);
  }
}

void draw_agenda(const State& s, Nation& n, int seat, Stream& stream) {
  const Frame asked = s.top();
  if (s.turn == 1 || (s.phase == Phase::agenda && n.eliminated != 0)) return;
  if (s.phase == Phase::agenda && asked.ask == Ask::draw_agenda) {
    const bool waits = std::find(s.queue.begin(), s.queue.end(), seat) != s.queue.end();
    if (!waits) n.agenda_offer = some_agendas(kOfferSize, stream);
    if (seat == asked.actor) n.agenda_offer = some_agendas(between(0, kOfferSize - 1, stream), stream);
    return;
  }
  n.agenda_offer = some_agendas(kOfferSize, stream);
  const bool asks = asked.ask == Ask::choose_agenda && (asked.seats & seat_bit(seat)) != 0;
  if (!asks) n.agenda = any_of(n.agenda_offer, stream);
}

void draw_investment(const Rules& r, const State& s, Nation& n, int seat, std::size_t which, Stream& stream) {
  const Frame asked = s.top();
  const bool chosen = s.phase == Phase::investment || s.phase == Phase::strategy;
  const bool before = s.phase == Phase::strategy && s.turn % 2 == 0;
  if (!chosen || before || n.eliminated != 0) return;
  if (asked.ask == Ask::investment && (asked.seats & seat_bit(seat)) != 0) return;
  unsigned offered = 1u << kInvestments;  // none
  for (std::size_t i = 0; i < kInvestments; ++i) {
    if (r.investments[i].tier == which + 1) offered |= 1u << i;
  }
  const std::uint8_t found = any_of(offered, stream);
  n.investment[which] = found == kInvestments ? kNone : found;
}

void draw_events(State& s, Stream& stream) {
  const std::size_t count = s.phase == Phase::setup ? stream.below(4) : 4;
  for (std::size_t i = 0; i < count; ++i) {
    unsigned left = (1u << (kEvents - 1)) - 1;
    for (const std::uint8_t event : s.event_schedule) left &= event == kNone ? ~0u : ~(1u << event);
    if (s.event_schedule[i] == kNone) s.event_schedule[i] = any_of(left, stream);
  }
  s.event_schedule[4] = static_cast<std::uint8_t>(EventId::final_judgment);
}

void draw_estimates(const Rules& r, State& s, int viewer, Stream& stream) {
  const bool none_yet = s.turn == 1 && (s.phase == Phase::setup || s.phase == Phase::strategy);
  if (none_yet || !s.alive(viewer)) return;
  for (int target = 0; target < s.players(); ++target) {
    if (target == viewer || !s.alive(target)) continue;
    const std::uint16_t item = pair_item(viewer, target);
    const bool waits = s.phase == Phase::estimates && std::find(s.queue.begin(), s.queue.end(), item) != s.queue.end();
    if (waits) continue;
    const int fog = r.p.fog_radius;
    s.estimate_of(viewer, target) =
        static_cast<std::uint8_t>(std::max(0, s.at(target).reserve + between(-fog, fog, stream)));
  }
}

void draw_picks(const Rules& r, State& s, int seat, Stream& stream) {
  const Frame asked = s.top();
  if ((asked.seats & seat_bit(seat)) != 0 || !s.alive(seat)) return;
  unsigned eligible = 0;
  for (int partner = 0; partner < s.players(); ++partner) {
    if (partner == seat || !s.alive(partner)) continue;
    const bool bound = asked.ask == Ask::trade_pick ? s.accord(seat, partner) : s.pact(seat, partner);
    const bool calm = s.at_war(seat, partner) || felt_tension(r, s, partner, seat) < r.p.tension_refusal;
    if (!bound && calm) eligible |= 1u << partner;
  }
  if (asked.ask == Ask::pact_pick) {
    s.summit_picks[static_cast<std::size_t>(seat)] = static_cast<SeatBits>(eligible & stream.below(16));
  } else if (eligible != 0 && stream.below(2) == 0) {
    s.summit_picks[static_cast<std::size_t>(seat)] = seat_bit(any_of(eligible, stream));
  }
}

}  // namespace

void Solar::redact(const Rules& r, State& s, Seat viewer) {
  for (int seat = 0; seat < s.players(); ++seat) {
    s.visible_vp[static_cast<std::size_t>(seat)] = static_cast<std::int16_t>(count_public_vp(r, s, seat));
  }
  if (s.phase == Phase::over) return;
  const bool means = sees_all_means(r, s);
  for (int seat = 0; seat < s.players(); ++seat) {
    if (seat == viewer) continue;
    Nation& n = s.at(seat);
    if (!means) hide_means(n);
    n.agenda = kNone;
    n.agenda_offer = 0;
    for (std::size_t which = 0; which < 2; ++which) {
      if (!hides_investment(s, seat, which)) continue;
      n.investment[which] = kNone;
      n.investment_active[which] = 0;
    }
    s.estimate[static_cast<std::size_t>(seat)].fill(kNone);
    if (hides_picks(s, seat)) s.summit_picks[static_cast<std::size_t>(seat)] = 0;
  }
  for (std::size_t i = 0; i < s.event_schedule.size(); ++i) {
    if (hides_event(s, i)) s.event_schedule[i] = kNone;
  }
  if (s.combat.defender_count > 0) {
    if (hides_attack(r, s)) s.combat.attack = {};
    for (std::size_t i = 0; i < s.combat.answer_count; ++i) {
      if (hides_answer(s, i)) s.combat.answers[i] = {};
    }
  }
}

void Solar::determinise(const Rules& r, State& s, Seat viewer, Stream& stream) {
  if (s.phase != Phase::over) {
    Hidden hidden;
    draw_events(s, stream);
    for (int seat = 0; seat < s.players(); ++seat) {
      if (seat == viewer) continue;
      Nation& n = s.at(seat);
      for (std::size_t which = 0; which < 2; ++which) {
        if (hides_investment(s, seat, which)) draw_investment(r, s, n, seat, which, stream);
      }
      draw_agenda(s, n, seat, stream);
      if (hides_picks(s, seat)) draw_picks(r, s, seat, stream);
      if (!hides_means(r, s, seat)) continue;
      hidden.means[static_cast<std::size_t>(seat)] = true;
      draw_means(r, s, n, viewer < s.players() ? s.estimate_of(viewer, seat) : kNone, stream);
      draw_incomes(r, s, seat);
    }
    draw_what_is_asked(r, s, hidden, s.combat.defender_count > 0 && hides_attack(r, s), stream);
    for (int seat = 0; seat < s.players(); ++seat) {
      if (seat != viewer) draw_estimates(r, s, seat, stream);
    }
  }
  s.visible_vp = {};
}

}  // namespace arbitre::solar
