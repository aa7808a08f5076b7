// Solar: the description of a state as a document (SOL 12), in both directions.
// Must not know: whether a position is consistent (invariants.cpp). game.hpp includes it at its end.
#pragma once

namespace arbitre::solar {

namespace describing {

// A set of small numbers, as a list of names in the order of the table, or of the numbers themselves.
template <class Io, class Set, class Names>
void names_of(Io& io, std::string_view key, Set& set, const Names& names) {
  std::vector<std::uint8_t> members;
  for_each_bit(set, [&](std::uint8_t i) { members.push_back(i); });
  std::size_t count = members.size();
  if constexpr (Io::reading) set = 0;
  io.array(key, count, 0, names.size(), [&](auto& item, const std::string& at, std::size_t i) {
    std::uint8_t member = Io::reading ? std::uint8_t{0} : members[i];
    item.word(at, member, names);
    if constexpr (Io::reading) set = static_cast<Set>(set | Set{1} << member);
  });
}
template <class Io, class Set>
void seats_of(Io& io, std::string_view key, Set& set, int players) {
  std::vector<std::uint8_t> members;
  for_each_bit(set, [&](std::uint8_t i) { members.push_back(i); });
  std::size_t count = members.size();
  if constexpr (Io::reading) set = 0;
  io.array(key, count, 0, static_cast<std::size_t>(players), [&](auto& item, const std::string& at, std::size_t i) {
    std::uint8_t member = Io::reading ? std::uint8_t{0} : members[i];
    item.integer(at, member, 0, players - 1);
    if constexpr (Io::reading) set = static_cast<Set>(set | Set{1} << member);
  });
}
// A short list of seats, in its own order.
template <class Io, class List>
void seat_list(Io& io, std::string_view key, List& list, int players) {
  std::size_t count = list.size();
  io.array(key, count, 0, list.capacity(), [&](auto& item, const std::string& at, std::size_t i) {
    if constexpr (Io::reading) list.resize(i + 1);
    item.integer(at, list[i], 0, players - 1);
  });
}

// A matrix of the seats in the game; `cell(io, at, x, y)` writes one element.
template <class Io, class Cell>
void matrix(Io& io, std::string_view key, int players, Cell&& cell) {
  auto n = static_cast<std::size_t>(players);
  const std::size_t size = n;
  io.array(key, n, size, size, [&](auto& row, const std::string& at, std::size_t x) {
    std::size_t m = size;
    row.array(at, m, size, size, [&](auto& item, const std::string& place, std::size_t y) { cell(item, place, x, y); });
  });
}
template <class Io, class M>
void number_matrix(Io& io, std::string_view key, int players, M& m, int most) {
  matrix(io, key, players,
         [&](auto& item, const std::string& at, std::size_t x, std::size_t y) { item.integer(at, m[x][y], 0, most); });
}
template <class Io, class Rows>
void flag_matrix(Io& io, std::string_view key, int players, Rows& rows) {
  matrix(io, key, players, [&](auto& item, const std::string& at, std::size_t x, std::size_t y) {
    bool on = (rows[x] >> y & 1u) != 0;
    item.boolean(at, on);
    if constexpr (Io::reading) rows[x] = static_cast<SeatBits>((rows[x] & ~(1u << y)) | (on ? 1u << y : 0u));
  });
}

template <class Io, class Numbers>
void resources(Io& io, std::string_view key, Numbers& numbers, int lo, int hi) {
  constexpr std::array<std::string_view, kResources> kNames = {"energy", "materials", "science", "morale"};
  io.object(key, [&](auto& inner) {
    for (std::size_t k = 0; k < kResources; ++k) inner.integer(kNames[k], numbers[k], lo, hi);
  });
}

// The ends of a link, by `a` and `b` of a map or by two places of a list. What is no link is read as
// one beyond the last, which no position has.
inline constexpr std::uint8_t kNoLink = 31;
template <class Io>
void ends_of(Io& io, const Rules& r, std::string_view a, std::string_view b, std::uint8_t& link) {
  std::uint8_t from = 0;
  std::uint8_t to = 0;
  if constexpr (!Io::reading) {
    from = r.links[link].a;
    to = r.links[link].b;
  }
  io.word(a, from, r.node_ids);
  io.word(b, to, r.node_ids);
  if constexpr (Io::reading) link = std::min(link_between(r, from, to), kNoLink);
}

template <class Io, class C>
void colony(Io& io, const Rules& r, C& colony) {
  io.word("node", colony.node, r.node_ids);
  io.integer("level", colony.level, 1, kMaxLevel);
  io.boolean("no_upgrade", colony.no_upgrade);
  io.integer("hostile", colony.hostile, 0, 3);
  io.boolean("founded", colony.founded);
  io.integer("raided_turn", colony.raided_turn, 0, kTurns);
}

// SOL 12.3: what only the owner, or a viewer with full information, knows.
template <class Io, class N>
void means(Io& io, N& n, bool hidden) {
  const auto secret = [&](std::string_view key, auto&& describe) { io.secret(key, hidden, Value{}, describe); };
  secret("stock", [&](auto& here) { resources(here, "stock", n.stock, 0, kMaxStock); });
  secret("reserve", [&](auto& here) { here.integer("reserve", n.reserve, 0, kMaxReserve); });
  secret("recovery", [&](auto& here) {
    std::vector<std::uint8_t> turns;
    for (std::uint8_t turn = 1; turn <= kLastReturn; ++turn) {
      if (n.recovery[turn - 1u] != 0) turns.push_back(turn);
    }
    std::size_t count = turns.size();
    here.list("recovery", count, 0, kLastReturn, [&](auto& entry, std::size_t i) {
      std::uint8_t turn = Io::reading ? std::uint8_t{1} : turns[i];
      std::uint8_t tokens = n.recovery[turn - 1u];
      entry.integer("count", tokens, 1, kMaxReserve);
      entry.integer("turn", turn, 1, kLastReturn);
      if constexpr (Io::reading) n.recovery[turn - 1u] = tokens;
    });
  });
  secret("per_turn", [&](auto& here) { resources(here, "per_turn", n.per_turn, -kMaxPerTurn, kMaxPerTurn); });
  secret("cruiser_ready_turn",
         [&](auto& here) { here.integer("cruiser_ready_turn", n.cruiser_ready_turn, 0, kLastReturn); });
  secret("snapshot_morale", [&](auto& here) { here.integer("snapshot_morale", n.snapshot_morale, 0, kMaxStock); });
  secret("snapshot_materials",
         [&](auto& here) { here.integer("snapshot_materials", n.snapshot_materials, 0, kMaxStock); });
  secret("judged_morale",
         [&](auto& here) { here.optional_integer("judged_morale", n.judged_morale, kNotJudged, 0, kMaxJudged); });
}

// SOL 12.3: cards, agendas and investments.
template <class Io, class S, class N>
void cards(Io& io, const Rules& r, S& s, N& n, std::size_t seat) {
  io.object("technologies", [&](auto& map) {
    for (std::size_t t = 0; t < kTechnologies; ++t) {
      const TechSet bit = tech_bit(static_cast<int>(t));
      std::uint8_t origin = (n.bought & bit) != 0 ? 0 : (n.stolen & bit) != 0 ? 1 : (n.copied & bit) != 0 ? 2 : kNone;
      map.word_if(r.technology_ids[t], origin, kNone, kOrigins);
      if constexpr (Io::reading) {
        if (origin != kNone) (origin == 0 ? n.bought : origin == 1 ? n.stolen : n.copied) |= bit;
      }
    }
  });
  io.object("military", [&](auto& map) {
    for (std::size_t card = 0; card < kMilitary; ++card) {
      map.integer(r.military_ids[card], n.military[card], 0, kMaxCopies);
    }
  });
  const bool agenda_hidden = hides_agenda(s, static_cast<int>(seat));
  io.secret("agenda_offer", agenda_hidden, Value{},
            [&](auto& here) { names_of(here, "agenda_offer", n.agenda_offer, r.agenda_ids); });
  io.secret("agenda", agenda_hidden, Value{},
            [&](auto& here) { here.optional_word("agenda", n.agenda, kNone, r.agenda_ids); });
  constexpr std::array<std::string_view, 2> kChosen = {"investment1", "investment2"};
  constexpr std::array<std::string_view, 2> kActive = {"investment1_active", "investment2_active"};
  for (std::size_t which = 0; which < 2; ++which) {
    const bool hidden = hides_investment(s, static_cast<int>(seat), which);
    io.secret(kChosen[which], hidden, Value{},
              [&](auto& here) { here.optional_word(kChosen[which], n.investment[which], kNone, r.investment_ids); });
    io.secret(kActive[which], hidden, Value{},
              [&](auto& here) { here.boolean(kActive[which], n.investment_active[which]); });
  }
}

template <class Io, class S>
void nation(Io& io, const Rules& r, S& s, std::size_t seat) {
  auto& n = s.nations[seat];
  const int players = s.players();
  io.word("id", n.id, r.nation_ids);
  means(io, n, hides_means(r, s, static_cast<int>(seat)));
  io.integer("ac_left", n.ac_left, 0, 5);
  io.integer("ac_max", n.ac_max, 0, 5);
  io.integer("gov_perm", n.gov_perm, 0, kMaxGovPoints);
  io.word("gov_form", n.gov_form, r.form_ids);
  io.integer("surge_tokens", n.surge_tokens, 0, kMaxTemporary);
  io.integer("mil_lose_next", n.mil_lose_next, 0, kMaxTemporary);
  cards(io, r, s, n, seat);
  io.boolean("cruiser_used_attack", n.cruiser_used_attack);
  io.boolean("cruiser_used_defense", n.cruiser_used_defense);
  std::size_t colony_count = n.colonies.size();
  io.list("colonies", colony_count, 0, kNodes, [&](auto& item, std::size_t i) {
    if constexpr (Io::reading) n.colonies.resize(i + 1);
    colony(item, r, n.colonies[i]);
    if constexpr (Io::reading) n.colony_set = static_cast<NodeSet>(n.colony_set | node_bit(n.colonies[i].node));
  });
  std::size_t route_count = n.routes.size();
  io.list("routes", route_count, 0, kMaxLinks, [&](auto& item, std::size_t i) {
    if constexpr (Io::reading) n.routes.resize(i + 1);
    std::uint8_t link = n.routes[i];
    ends_of(item, r, "a", "b", link);
    bool token = (n.tokens & link_bit(link)) != 0;
    item.boolean("token", token);
    if constexpr (Io::reading) {
      n.routes[i] = link;
      n.route_set |= link_bit(link);
      if (token) n.tokens |= link_bit(link);
    }
  });
  io.integer("free_colonizations", n.free_colonizations, 0, 1);
  io.integer("free_routes", n.free_routes, 0, 1);
  io.boolean("espionage_done", n.espionage_done);
  io.optional_word("strategy_card", n.strategy_card, kNone, r.strategy_ids);
  io.boolean("strategy_free_colonization", n.free_settlement);
  io.integer("initiative_turn", n.initiative_turn, 0, kTurns);
  io.integer("planned_turn", n.planned_turn, 0, kTurns + 1);
  io.boolean("power_used", n.power_used);
  io.boolean("passed", n.passed);
  io.boolean("eliminated", n.eliminated);
  io.boolean("suffocating", n.suffocating);
  names_of(io, "military_bought", n.military_bought, r.military_ids);
  seats_of(io, "calmed", n.calmed, players);
  seats_of(io, "mission", n.mission, players);
  seats_of(io, "accord_refused", n.accord_refused, players);
  io.integer("vp_events", n.vp_events, -kMaxVpEvents, kMaxVpEvents);
  names_of(io, "capital_trophies", n.trophies, r.node_ids);
  io.integer("home_retaken_turn", n.home_retaken_turn, 0, kTurns);
  if (s.has(Variant::rotation_debt)) io.integer("visit_debt", n.visit_debt, 0, kMaxDebt);
  if constexpr (Io::reading) {
    if (n.route_set < link_bit(r.link_count)) refresh_network(r, n);  // else check_state refuses it
  }
}

// SOL 12.2, defence frames.
template <class Io, class S>
void combat(Io& io, const Rules& r, S& s) {
  auto& c = s.combat;
  const int last = s.players() - 1;
  io.object("combat", [&](auto& map) {
    map.integer("attacker", c.attacker, 0, last);
    map.word("node", c.node, r.node_ids);
    const bool hidden = hides_attack(r, s);
    map.secret("tokens", hidden, Value{},
               [&](auto& here) { here.integer("tokens", c.attack.tokens, 0, kMaxCommitment); });
    map.secret("cruiser", hidden, Value{}, [&](auto& here) { here.boolean("cruiser", c.attack.cruiser); });
    map.array("defenders", c.defender_count, 1, c.defenders.size(),
              [&](auto& item, const std::string& at, std::size_t i) { item.integer(at, c.defenders[i], 0, last); });
    map.array("answers", c.answer_count, 0, c.answers.size(), [&](auto& item, const std::string& at, std::size_t i) {
      item.secret(at, hides_answer(s, i), Value{}, [&](auto& here) {
        std::size_t two = 2;
        here.array(at, two, 2, 2, [&](auto& part, const std::string& place, std::size_t k) {
          if (k == 0) {
            part.integer(place, c.answers[i].tokens, 0, kMaxCommitment);
          } else {
            part.boolean(place, c.answers[i].cruiser);
          }
        });
      });
    });
  });
}

template <class Io, class S, class F>
void frame(Io& io, const Rules& r, S& s, F& f) {
  const int players = s.players();
  io.word("kind", f.ask, kAsks);
  if (is_draw(f.ask)) {
    std::size_t one = 1;
    io.array("seats", one, 1, 1, [](auto& item, const std::string& at, std::size_t) { item.constant(at, "chance"); });
  } else {
    seats_of(io, "seats", f.seats, players);
  }
  const auto actor = [&] { io.integer("actor", f.actor, 0, players - 1); };
  const auto amounts = [&](std::size_t lo, std::size_t hi) {
    io.array("amounts", s.amount_count, lo, hi, [&](auto& item, const std::string& at, std::size_t i) {
      item.integer(at, s.amounts[i], 0, kMaxCommitment);
    });
  };
  switch (f.ask) {
    case Ask::draw_agenda:
    case Ask::discovery:
    case Ask::trade_units:
    case Ask::dyson_answer:
    case Ask::accord_answer:
    case Ask::trade_answer:
    case Ask::pact_answer:
    case Ask::tribute_answer: actor(); break;
    case Ask::trade_unit:
      actor();
      io.integer("left", f.value, 1, 2);
      break;
    case Ask::strategy_target: io.word("card", f.value, r.strategy_ids); break;
    case Ask::peace_amount: amounts(0, 2); break;
    case Ask::peace_answer:
      actor();
      amounts(3, 3);
      break;
    case Ask::espionage:
      io.optional_integer("victim", f.value, kNone, 0, players - 1);
      names_of(io, "picks", s.picks, r.technology_ids);
      break;
    case Ask::defense:
    case Ask::cohabitant_defense: combat(io, r, s); break;
    default: break;
  }
}

// What an item of the queue is, by the phase (SOL 12.1).
enum class Item { none, seat, pair, war, route };
inline Item item_of(const State& s) {
  switch (s.phase) {
    case Phase::agenda:
    case Phase::espionage: return Item::seat;
    case Phase::estimates: return Item::pair;
    case Phase::wars: return Item::war;
    case Phase::pirates: return Item::route;
    case Phase::event: break;
    default: return Item::none;
  }
  if (s.turn % 2 != 0) return Item::pair;
  return event_of_turn(s) == EventId::pirate_proliferation ? Item::route : Item::pair;
}

template <class Io, class S>
void queue(Io& io, const Rules& r, S& s) {
  const Item kind = item_of(s);
  const int last = s.players() - 1;
  std::size_t count = s.queue.size();
  io.array("queue", count, 0, kind == Item::none ? 0 : kMaxQueue,
           [&](auto& item, const std::string& at, std::size_t i) {
             if constexpr (Io::reading) s.queue.resize(i + 1);
             auto& one = s.queue[i];
             if (kind == Item::seat) {
               item.integer(at, one, 0, last);
             } else if (kind == Item::war) {
               item.integer(at, one, 1, kMaxClock);
             } else if (kind == Item::pair) {
               std::array<int, 2> pair = {first_of(one), second_of(one)};
               std::size_t two = 2;
               item.array(at, two, 2, 2, [&](auto& part, const std::string& place, std::size_t k) {
                 part.integer(place, pair[k], 0, last);
               });
               if constexpr (Io::reading) one = pair_item(pair[0], pair[1]);
             } else {
               int owner = owner_of(one);
               auto link = static_cast<std::uint8_t>(link_of(one));
               std::size_t three = 3;
               item.array(at, three, 3, 3, [&](auto& part, const std::string& place, std::size_t k) {
                 if (k == 0) part.integer(place, owner, 0, last);
                 if (k == 1) ends_of(part, r, "1", "2", link);
               });
               if constexpr (Io::reading) one = route_item(owner, link);
             }
           });
}

template <class Io, class S>
void wars(Io& io, S& s) {
  const int last = s.players() - 1;
  std::size_t count = s.wars.size();
  io.list("wars", count, 0, s.wars.capacity(), [&](auto& item, std::size_t i) {
    if constexpr (Io::reading) s.wars.resize(i + 1);
    auto& war = s.wars[i];
    item.integer("opener", war.opener, 0, last);
    item.integer("other", war.other, 0, last);
    item.word("kind", war.kind, kWarKinds);
    item.integer("declared_turn", war.declared_turn, 1, kTurns);
    item.integer("order_no", war.order_no, 1, kMaxClock);
    std::size_t two = 2;
    item.array("wins", two, 2, 2,
               [&](auto& part, const std::string& at, std::size_t k) { part.integer(at, war.wins[k], 0, kMaxWins); });
    item.boolean("penalty_pending", war.penalty_pending);
    item.boolean("fresh", war.fresh);
  });
  io.integer("war_clock", s.war_clock, 0, kMaxClock);
}

}  // namespace describing

template <class Io, class S>
void Solar::describe(Io& io, const Rules& r, S& s) {
  using namespace describing;
  io.constant("game", name);
  io.integer("players", s.head.players, r.players_min, r.players_max);
  const int players = s.players();
  const int last = players - 1;
  // The variants that are on; nothing when none is (SOL 10.2).
  if (io.whole() || s.variants != 0) describe_options(io, r, s);
  io.integer("turn", s.turn, 1, kTurns);
  io.word("phase", s.phase, kPhases);
  std::size_t five = s.event_schedule.size();
  io.array("event_schedule", five, 5, 5, [&](auto& item, const std::string& at, std::size_t i) {
    item.optional_word(at, s.event_schedule[i], kNone, r.event_ids);
  });
  // The nations come before all that depends on what the viewer knows of them.
  auto seats = static_cast<std::size_t>(players);
  const std::size_t n = seats;
  io.list("nations", seats, n, n, [&](auto& item, std::size_t i) { nation(item, r, s, i); });

  std::size_t frames = s.pending.size();
  io.list("pending", frames, 0, kMaxFrames, [&](auto& item, std::size_t i) {
    if constexpr (Io::reading) s.pending.resize(i + 1);
    frame(item, r, s, s.pending[i]);
  });
  queue(io, r, s);
  bool in_war = s.war_step != WarStep::none;
  io.optional_object("war_step", in_war, [&](auto& map) {
    map.word("step", s.war_step, kWarSteps);
    seat_list(map, "left", s.war_left, players);
  });
  seat_list(io, "order", s.order, players);
  io.integer("visit", s.visit, 0, static_cast<int>(kMaxPlayers) - 1);
  io.object("branch_open", [&](auto& map) {
    for (std::size_t i = 0; i < kBranches; ++i) map.integer(r.branch_ids[i], s.branch_open[i], 0, 3);
  });
  names_of(io, "tier3_taken", s.tier3_taken, r.technology_ids);
  names_of(io, "civic_taken", s.civic_taken, r.civic_ids);
  seats_of(io, "empaths_holders", s.empaths_holders, players);
  io.integer("empaths_open_turn", s.empaths_open_turn, 0, kTurns);
  names_of(io, "strategy_pool", s.strategy_pool, r.strategy_ids);
  seat_list(io, "strategy_order", s.strategy_order, players);
  io.integer("strategy_next", s.strategy_next, 0, players);
  wars(io, s);
  seats_of(io, "pirates_hit", s.pirates_hit, players);
  io.optional_object("summit", s.summit_open, [&](auto& map) {
    std::size_t count = n;
    map.array("picks", count, n, n, [&](auto& item, const std::string& at, std::size_t i) {
      item.secret(at, hides_picks(s, static_cast<int>(i)), Value{},
                  [&](auto& here) { seats_of(here, at, s.summit_picks[i], players); });
    });
  });
  number_matrix(io, "tension", players, s.tension, kMaxTension);
  number_matrix(io, "grudge", players, s.grudge, r.p.grudge_max);
  flag_matrix(io, "grievance", players, s.grievance);
  flag_matrix(io, "block_charged", players, s.block_charged);
  number_matrix(io, "assaults", players, s.assaults, kMaxAssaults);
  number_matrix(io, "cause_tick", players, s.cause_tick, kMaxClock);
  std::size_t rows = n;
  io.array("estimate", rows, n, n, [&](auto& row, const std::string& at, std::size_t x) {
    row.secret(at, hides_estimates(s, static_cast<int>(x)), Value{}, [&](auto& here) {
      std::size_t cells = n;
      here.array(at, cells, n, n, [&](auto& item, const std::string& place, std::size_t y) {
        item.optional_integer(place, s.estimate[x][y], kNone, 0, kMaxReserve + r.p.fog_radius);
      });
    });
  });
  auto pairs = static_cast<std::size_t>(players * last / 2);
  std::size_t x = 0;
  std::size_t y = 0;
  io.list("pairs", pairs, pairs, pairs, [&](auto& item, std::size_t) {
    if (++y == n) {
      ++x;
      y = x + 1;
    }
    auto& pair = s.pairs[kPairOf[x][y]];
    item.derived("x", Value{static_cast<int>(x)});
    item.derived("y", Value{static_cast<int>(y)});
    item.boolean("accord", pair.accord);
    item.optional_word("accord_forced_node", pair.forced_node, kNone, r.node_ids);
    item.integer("pact_until", pair.pact_until, 0, 2 * kTurns);
  });
  if constexpr (!Io::reading) {
    if (s.head.is_observation()) {
      std::size_t count = n;
      io.array("public_vp", count, n, n, [&](auto& item, const std::string& at, std::size_t i) {
        item.integer(at, s.visible_vp[i], -kMaxVpEvents, kMaxVpEvents);
      });
    }
  }
}

}  // namespace arbitre::solar
