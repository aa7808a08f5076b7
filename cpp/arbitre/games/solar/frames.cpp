// Solar: which questions may be open in which phase, and what must be there for them (SOL 12.1, 12.2).
// Everything that play reads without a further test is judged here.
#include "arbitre/games/solar/invariants.hpp"

namespace arbitre::solar {
namespace {

constexpr std::uint64_t asks(std::initializer_list<Ask> list) {
  std::uint64_t bits = 0;
  for (const Ask ask : list) bits |= ask_bit(ask);
  return bits;
}

// SOL 12.2, by phase.
constexpr std::array<std::uint64_t, 11> kAllowed = {
    asks({Ask::draw_event}),
    asks({Ask::draw_agenda, Ask::choose_agenda}),
    asks({Ask::draw_card, Ask::strategy_pick, Ask::strategy_target}),
    asks({Ask::draw_estimate}),
    asks({Ask::draw_order, Ask::action, Ask::discovery, Ask::trade_units, Ask::trade_unit, Ask::accord_answer,
          Ask::dyson_answer, Ask::telepathy_copy, Ask::extrasolar_target, Ask::defense, Ask::cohabitant_defense}),
    asks({Ask::peace_offer, Ask::peace_amount, Ask::peace_answer, Ask::war_initiative, Ask::war_action, Ask::forced_war,
          Ask::tribute_answer, Ask::defense, Ask::cohabitant_defense}),
    asks({Ask::pirate_attack}),
    asks({Ask::token_fate, Ask::trade_pick, Ask::trade_answer, Ask::pact_pick, Ask::pact_answer}),
    asks({Ask::espionage, Ask::extrasolar_target, Ask::discovery}),
    asks({Ask::investment}),
    0,
};
constexpr std::uint64_t kSimultaneous = asks({Ask::choose_agenda, Ask::investment, Ask::trade_pick, Ask::pact_pick});
// Frames in which `actor` is a living nation other than the one that is asked.
constexpr std::uint64_t kBetweenTwo = asks({Ask::dyson_answer, Ask::accord_answer, Ask::trade_answer, Ask::pact_answer,
                                            Ask::peace_answer, Ask::tribute_answer});
constexpr std::uint64_t kByActor = asks({Ask::draw_agenda, Ask::discovery, Ask::trade_units, Ask::trade_unit});
constexpr std::uint64_t kDefences = asks({Ask::defense, Ask::cohabitant_defense});
constexpr std::uint64_t kPeaceTalks = asks({Ask::peace_amount, Ask::peace_answer});

constexpr bool among(Ask ask, std::uint64_t set) { return (set & ask_bit(ask)) != 0; }
int seat_asked(const Frame& frame) { return std::countr_zero(frame.seats); }

Fault check_frame(const State& s, const Frame& frame, int i) {
  if (frame.ask > Ask::cohabitant_defense || !among(frame.ask, kAllowed[static_cast<std::size_t>(s.phase)])) {
    return {"/pending/%/kind", "not asked in this phase", i};
  }
  const unsigned living = s.living();
  if (is_draw(frame.ask)) {
    if (frame.seats != 0) return {"/pending/%/seats", "chance draws", i};
  } else {
    if (frame.seats == 0 || (frame.seats & ~living) != 0) return {"/pending/%/seats", "waits for living nations", i};
    if (!among(frame.ask, kSimultaneous) && std::popcount(frame.seats) != 1) {
      return {"/pending/%/seats", "waits for one nation", i};
    }
  }
  const bool acts = among(frame.ask, kBetweenTwo | kByActor);
  if (acts ? !s.alive(frame.actor) : frame.actor != 0) return {"/pending/%/actor", "no such living nation", i};
  if (among(frame.ask, kBetweenTwo) && (frame.seats & seat_bit(frame.actor)) != 0) {
    return {"/pending/%/actor", "nobody answers itself", i};
  }
  switch (frame.ask) {
    case Ask::trade_unit:
      if (frame.value < 1 || frame.value > 2) return {"/pending/%/left", "out of range", i};
      break;
    case Ask::strategy_target:
      if (frame.value >= kStrategyCards) return {"/pending/%/card", "no such card", i};
      break;
    case Ask::espionage:
      if (frame.value != kNone && (!s.alive(frame.value) || (frame.seats & seat_bit(frame.value)) != 0)) {
        return {"/pending/%/victim", "no such rival", i};
      }
      break;
    default:
      if (frame.value != 0) return {"/pending/%", "a number too many", i};
  }
  return {};
}

// --- what belongs to one question ------------------------------------------------------------------

Fault check_combat(const Rules& r, const State& s) {
  const Frame asked = s.top();
  const PendingCombat& c = s.combat;
  if (!among(asked.ask, kDefences)) {
    return c == PendingCombat{} ? Fault{} : Fault{"/pending", "a combat that nobody is asked about"};
  }
  if (s.pending.size() != 1) return {"/pending", "a defence is asked alone"};
  if (!s.alive(c.attacker) || c.node >= kNodes) return {"/pending/0/combat", "no such attacker or node"};
  const Defenders defenders = defenders_of(r, s, c.attacker, c.node);
  if (defenders.count == 0 || defenders.count != c.defender_count || defenders.seats != c.defenders) {
    return {"/pending/0/combat/defenders", "not the defenders of this node"};
  }
  const std::size_t answers = asked.ask == Ask::defense ? 0 : 1;
  if (c.answer_count != answers || answers >= defenders.count) return {"/pending/0/combat/answers", "the wrong number"};
  if (asked.seats != seat_bit(defenders.seats[answers])) return {"/pending/0/seats", "another defender is asked"};

  const auto fits = [&](const Commitment& committed, Seat seat, int least, bool attacking) {
    const Nation& n = s.at(seat);
    if (committed.cruiser > 1 || committed.tokens < least || committed.tokens > n.reserve) return false;
    if (committed.cruiser != 0 && !cruiser_available(s, n, attacking)) return false;
    return can_pay(n, price_of(r, n, committed.tokens, committed.cruiser != 0));
  };
  if (hides_attack(r, s)) {
    if (c.attack != Commitment{}) return {"/pending/0/combat/tokens", "a secret"};
  } else if (!fits(c.attack, c.attacker, 1, true)) {
    return {"/pending/0/combat/tokens", "more than the attacker can commit"};
  }
  for (std::size_t i = 0; i < c.answers.size(); ++i) {
    const bool given = i < c.answer_count;
    if (!given || hides_answer(s, i)) {
      if (c.answers[i] != Commitment{}) return {"/pending/0/combat/answers", "not given, or a secret"};
    } else if (!fits(c.answers[i], defenders.seats[i], 0, false)) {
      return {"/pending/0/combat/answers", "more than the defender can commit"};
    }
  }
  return {};
}

Fault check_talks(const Rules& r, const State& s) {
  const Frame asked = s.top();
  const std::size_t count = asked.ask == Ask::peace_answer ? 3 : s.amount_count;
  if (!among(asked.ask, kPeaceTalks)) {
    const bool none = s.amount_count == 0 && s.amounts == decltype(s.amounts){};
    return none ? Fault{} : Fault{"/pending", "an offer that nobody is asked about"};
  }
  if (s.amount_count != count || (asked.ask == Ask::peace_amount && count > 2)) {
    return {"/pending/0/amounts", "the wrong number"};
  }
  const int offerer = asked.ask == Ask::peace_answer ? asked.actor : seat_asked(asked);
  const bool hidden = hides_means(r, s, offerer);
  for (std::size_t k = 0; k < s.amounts.size(); ++k) {
    const int amount = s.amounts[k];
    const bool good =
        k < count ? amount <= kMaxCommitment && (hidden || amount <= s.at(offerer).stock[k]) : amount == 0;
    if (!good) return {"/pending/0/amounts/%", "more than the stock", static_cast<int>(k)};
  }
  return {};
}

Fault check_theft(const Rules& r, const State& s) {
  const Frame asked = s.top();
  if (asked.ask != Ask::espionage)
    return s.picks == 0 ? Fault{} : Fault{"/pending", "picks that nobody is asked about"};
  if (std::popcount(s.living()) < 2) return {"/pending/0", "nobody to steal from"};
  if ((s.picks == 0) != (asked.value == kNone)) return {"/pending/0/victim", "a victim comes with a pick"};
  if (s.picks == 0) return {};
  const TechSet offered = s.at(asked.value).bought & ~s.at(seat_asked(asked)).technologies();
  if ((s.picks & ~offered) != 0 || std::popcount(s.picks) > Steal::kMostPicks) {
    return {"/pending/0/picks", "not on offer"};
  }
  const std::uint8_t branch = r.technologies[static_cast<std::size_t>(std::countr_zero(s.picks))].branch;
  bool one_branch = true;
  for_each_bit(s.picks, [&](std::uint8_t t) { one_branch = one_branch && r.technologies[t].branch == branch; });
  return one_branch ? Fault{} : Fault{"/pending/0/picks", "of one branch"};
}

// --- the queue -------------------------------------------------------------------------------------

template <class Good>
Fault check_queue(const State& s, std::size_t lo, std::size_t hi, Good&& good) {
  if (s.queue.size() < lo || s.queue.size() > hi) return {"/queue", "the wrong length"};
  for (std::size_t i = 0; i < s.queue.size(); ++i) {
    for (std::size_t before = 0; before < i; ++before) {
      if (s.queue[before] == s.queue[i]) return {"/queue/%", "twice", static_cast<int>(i)};
    }
    if (!good(s.queue[i])) return {"/queue/%", "nothing to treat", static_cast<int>(i)};
  }
  return {};
}

bool is_pair(const State& s, std::uint16_t item) {
  const int x = first_of(item);
  const int y = second_of(item);
  return x != y && s.alive(x) && s.alive(y);
}

bool is_route(const Rules& r, const State& s, std::uint16_t item, bool token) {
  const int owner = owner_of(item);
  const int link = link_of(item);
  if (!s.alive(owner) || link >= r.link_count) return false;
  const Nation& n = s.at(owner);
  return n.has_route(link) && ((n.tokens & link_bit(link)) != 0) == token && fears_pirates(r, n);
}

// The routes of a queue, each once; there may be many, so they are compared as sets.
Fault check_routes(const Rules& r, const State& s, bool tokens) {
  if (s.queue.empty()) return {"/queue", "empty"};
  std::array<LinkSet, kMaxPlayers> seen{};
  for (std::size_t i = 0; i < s.queue.size(); ++i) {
    const int place = static_cast<int>(i);
    if (!is_route(r, s, s.queue[i], tokens)) return {"/queue/%", "no such route", place};
    LinkSet& links = seen[static_cast<std::size_t>(owner_of(s.queue[i]))];
    if ((links & link_bit(link_of(s.queue[i]))) != 0) return {"/queue/%", "twice", place};
    links |= link_bit(link_of(s.queue[i]));
  }
  return {};
}

// --- phases ----------------------------------------------------------------------------------------

Fault expect_single(const State& s) {
  return s.pending.size() == 1 ? Fault{} : Fault{"/pending", "one question in this phase"};
}

Fault check_agenda(const State& s) {
  if (s.turn != 2) return {"/phase", "agendas are chosen on turn 2"};
  const Frame asked = s.top();
  const auto offers = [&](std::uint16_t seat) { return std::popcount(s.at(seat).agenda_offer); };
  if (asked.ask == Ask::choose_agenda) {
    if (!s.queue.empty()) return {"/queue", "all agendas are drawn"};
    Fault fault;
    for_each_bit(asked.seats, [&](std::uint8_t seat) {
      if (!hides_agenda(s, seat) && offers(seat) == 0) fault = {"/nations/%/agenda_offer", "nothing to choose", seat};
    });
    return fault;
  }
  const Fault fault =
      check_queue(s, 1, kMaxPlayers, [&](std::uint16_t seat) { return s.alive(seat) && offers(seat) < kOfferSize; });
  if (!fault.ok()) return fault;
  return s.queue[0] == asked.actor ? Fault{} : Fault{"/pending/0/actor", "the first of the queue draws"};
}

Fault check_strategy(const Rules& r, const State& s) {
  const Frame asked = s.top();
  if (asked.ask == Ask::draw_card) {
    if (!s.strategy_order.empty()) return {"/strategy_order", "set when the cards are drawn"};
    return pool_is_full(r, s) ? Fault{"/strategy_pool", "all cards are drawn"} : Fault{};
  }
  for (const Seat seat : s.strategy_order) {
    if (!s.alive(seat)) return {"/strategy_order", "of living nations"};
  }
  if (asked.ask == Ask::strategy_pick) {
    const bool next =
        s.strategy_next < s.strategy_order.size() && s.strategy_order[s.strategy_next] == seat_asked(asked);
    return next ? Fault{} : Fault{"/strategy_next", "another nation is asked"};
  }
  if (r.strategy_cards[asked.value].target == TensionTarget::none) return {"/pending/0/card", "has no target"};
  return std::popcount(s.living()) > 1 ? Fault{} : Fault{"/pending/0", "there is no target"};
}

Fault check_actions(const State& s) {
  unsigned ordered = 0;
  for (const Seat seat : s.order) ordered |= 1u << seat;
  const bool complete = (s.living() & ~ordered) == 0;
  const Frame first = s.pending[0];
  if (first.ask == Ask::draw_order) {
    if (complete) return {"/order", "complete"};
    if (s.visit != 0) return {"/visit", "nobody is visited yet"};
    for (const Seat seat : s.order) {
      if (!s.alive(seat)) return {"/order", "of living nations"};
    }
    return expect_single(s);
  }
  if (!complete) return {"/order", "a living nation is missing"};
  if (s.visit >= s.order.size()) return {"/visit", "beyond the order"};
  const bool visited = first.ask == Ask::action;
  if (visited) {
    const int seat = seat_asked(first);
    if (s.at(seat).passed != 0) return {"/nations/%/passed", "its visit is not over", seat};
  }
  constexpr std::uint64_t kOfVisit = asks({Ask::trade_units, Ask::trade_unit, Ask::accord_answer});
  for (std::size_t i = 0; i < s.pending.size(); ++i) {
    const Frame frame = s.pending[i];
    const int place = static_cast<int>(i);
    if (i > 0 && among(frame.ask, asks({Ask::action, Ask::draw_order}))) {
      return {"/pending/%/kind", "asked below everything else", place};
    }
    if (among(frame.ask, kOfVisit) && (!visited || seat_asked(first) != frame.actor || i != 1)) {
      return {"/pending/%/actor", "belongs to a visit", place};
    }
  }
  return {};
}

// The seat that is asked for an offer at each step; kNone where none is.
Seat offerer_of(const War& war, WarStep step) {
  switch (step) {
    case WarStep::peace_other: return war.opener;
    case WarStep::initiative:
    case WarStep::fresh_opener: return war.other;
    case WarStep::fresh_attack: return war.kind == WarKind::popular ? war.opener : war.other;
    default: return kNone;
  }
}

Fault check_war_question(const Rules& r, const State& s, const War& war) {
  const Frame asked = s.top();
  const Seat seat = static_cast<Seat>(seat_asked(asked));
  const bool assaults = s.war_step == WarStep::assaults;
  const bool close = s.war_step == WarStep::close;
  constexpr Fault wrong{"/war_step", "not the step of this question"};
  switch (asked.ask) {
    case Ask::peace_offer:
    case Ask::peace_amount: return seat == offerer_of(war, s.war_step) ? Fault{} : wrong;
    case Ask::peace_answer:
      return asked.actor == offerer_of(war, s.war_step) && seat == war.enemy_of(asked.actor) ? Fault{} : wrong;
    case Ask::war_initiative: return assaults && s.war_left.empty() && war.involves(seat) ? Fault{} : wrong;
    case Ask::war_action: {
      if (close) return seat == war.opener && war.kind != WarKind::popular ? Fault{} : wrong;
      const bool next_is_enemy = s.war_left.empty() || s.war_left[0] == war.enemy_of(seat);
      return assaults && war.involves(seat) && next_is_enemy ? Fault{} : wrong;
    }
    case Ask::forced_war: return close && seat == war.opener && war.kind == WarKind::popular ? Fault{} : wrong;
    case Ask::tribute_answer: {
      const bool asks_other = asked.actor == war.opener && seat == war.other;
      if (!close || !asks_other || war.kind != WarKind::popular) return wrong;
      const auto& stock = s.at(seat).stock;
      if (!hides_means(r, s, seat) && stock[kMaterials] + stock[kEnergy] < r.p.tribute) {
        return {"/nations/%/stock", "too little for a tribute", seat};
      }
      return {};
    }
    default: return (assaults || close) && war.involves(s.combat.attacker) ? Fault{} : wrong;  // a defence
  }
}

Fault check_wars_phase(const Rules& r, const State& s) {
  if (const Fault fault = expect_single(s); !fault.ok()) return fault;
  const Fault queued =
      check_queue(s, 1, s.wars.capacity(), [&](std::uint16_t item) { return item >= 1 && item <= s.war_clock; });
  if (!queued.ok()) return queued;
  const War* war = find_war(s, s.queue[0]);
  if (war == nullptr) return {"/queue/0", "no such war"};
  if (s.war_step == WarStep::none || s.war_step > WarStep::close) return {"/war_step", "no such step"};
  const bool of_fresh = s.war_step >= WarStep::fresh_opener;
  if (of_fresh != (war->fresh != 0)) return {"/war_step/step", "not of this war"};
  if (s.war_step == WarStep::fresh_opener && war->kind != WarKind::popular)
    return {"/war_step/step", "not of this war"};
  if (s.war_left.size() > (s.war_step == WarStep::assaults ? 1u : 0u)) return {"/war_step/left", "too many"};
  if (!s.war_left.empty() && !war->involves(s.war_left[0])) return {"/war_step/left", "not at war"};
  return check_war_question(r, s, *war);
}

Fault check_summit(const State& s, Ask pick, Ask answer) {
  const Frame asked = s.top();
  if (s.summit_open != 1) return {"/summit", "open during the event"};
  if (asked.ask != pick && asked.ask != answer) return {"/pending/0/kind", "not of this event"};
  const bool trade = pick == Ask::trade_pick;
  const unsigned living = s.living();
  for (std::size_t i = 0; i < kMaxPlayers; ++i) {
    const unsigned picks = s.summit_picks[i];
    const int seat = static_cast<int>(i);
    const unsigned others = s.alive(seat) ? living & ~(1u << i) : 0u;
    if ((picks & ~others) != 0) return {"/summit/picks/%", "no such partner", seat};
    if (!trade) continue;
    const bool waits = asked.ask == pick && (asked.seats & seat_bit(seat)) != 0;
    if (std::popcount(picks) > (waits ? 0 : 1)) return {"/summit/picks/%", "too many", seat};
  }
  if (std::popcount(living) < 2) return {"/summit", "no other nation lives"};
  const std::size_t most = asked.ask == pick ? 0 : kMaxPlayers * (kMaxPlayers - 1);
  return check_queue(s, 0, most, [&](std::uint16_t item) { return is_pair(s, item); });
}

Fault check_event(const Rules& r, const State& s) {
  if (s.turn % 2 != 0) return {"/phase", "events come on even turns"};
  const EventId id = event_of_turn(s);
  if (id == EventId::trade_accords) return check_summit(s, Ask::trade_pick, Ask::trade_answer);
  if (id == EventId::diplomatic_accords) return check_summit(s, Ask::pact_pick, Ask::pact_answer);
  if (id != EventId::pirate_proliferation) return {"/event_schedule", "the event of this turn asks nothing"};
  if (s.top().ask != Ask::token_fate) return {"/pending/0/kind", "not of this event"};
  return check_routes(r, s, true);
}

Fault check_phase(const Rules& r, const State& s) {
  switch (s.phase) {
    case Phase::setup:
      if (s.turn != 1) return {"/turn", "the first turn follows the set-up"};
      return expect_single(s);
    case Phase::agenda:
      if (const Fault fault = expect_single(s); !fault.ok()) return fault;
      return check_agenda(s);
    case Phase::strategy:
      if (const Fault fault = expect_single(s); !fault.ok()) return fault;
      return check_strategy(r, s);
    case Phase::estimates:
      if (const Fault fault = expect_single(s); !fault.ok()) return fault;
      return check_queue(s, 1, kMaxPlayers * (kMaxPlayers - 1), [&](std::uint16_t item) { return is_pair(s, item); });
    case Phase::actions: return check_actions(s);
    case Phase::wars: return check_wars_phase(r, s);
    case Phase::pirates:
      if (const Fault fault = expect_single(s); !fault.ok()) return fault;
      return check_routes(r, s, false);
    case Phase::event:
      if (const Fault fault = expect_single(s); !fault.ok()) return fault;
      return check_event(r, s);
    case Phase::espionage:
      if (const Fault fault = expect_single(s); !fault.ok()) return fault;
      return check_queue(s, 0, kMaxPlayers, [&](std::uint16_t seat) { return seat < s.players(); });
    case Phase::investment:
      if (s.turn != 2 && s.turn != 6) return {"/phase", "investments are chosen on turns 2 and 6"};
      return expect_single(s);
    case Phase::over: break;
  }
  return s.turn == kTurns ? Fault{} : Fault{"/turn", "the game lasts ten turns"};
}

// What is kept in other phases only.
Fault check_idle(const State& s) {
  const auto outside = [&](std::initializer_list<Phase> phases) {
    return std::find(phases.begin(), phases.end(), s.phase) == phases.end();
  };
  if (outside({Phase::agenda, Phase::estimates, Phase::wars, Phase::pirates, Phase::event, Phase::espionage}) &&
      !s.queue.empty()) {
    return {"/queue", "nothing is left to treat in this phase"};
  }
  if (outside({Phase::wars}) && (s.war_step != WarStep::none || !s.war_left.empty())) {
    return {"/war_step", "no war is fought in this phase"};
  }
  if (outside({Phase::actions}) && s.visit != 0) return {"/visit", "nobody is visited in this phase"};
  if (outside({Phase::strategy}) && (s.strategy_pool != 0 || !s.strategy_order.empty() || s.strategy_next != 0)) {
    return {"/strategy_pool", "there is no draft in this phase"};
  }
  if (outside({Phase::pirates}) && s.top().ask != Ask::token_fate && s.pirates_hit != 0) {
    return {"/pirates_hit", "no pirates in this phase"};
  }
  const bool summit = s.summit_open != 0 || s.summit_picks != decltype(s.summit_picks){};
  if (summit && (outside({Phase::event}) || s.summit_open != 1 || s.top().ask == Ask::token_fate)) {
    return {"/summit", "there is no summit in this phase"};
  }
  return {};
}

}  // namespace

Fault check_pending(const Rules& r, const State& s) {
  if (s.pending.empty() != (s.phase == Phase::over)) return {"/pending", "empty exactly when the game is over"};
  for (std::size_t i = 0; i < s.pending.size(); ++i) {
    if (const Fault fault = check_frame(s, s.pending[i], static_cast<int>(i)); !fault.ok()) return fault;
  }
  if (const Fault fault = check_idle(s); !fault.ok()) return fault;
  if (const Fault fault = check_combat(r, s); !fault.ok()) return fault;
  if (const Fault fault = check_talks(r, s); !fault.ok()) return fault;
  if (const Fault fault = check_theft(r, s); !fault.ok()) return fault;
  return check_phase(r, s);
}

}  // namespace arbitre::solar
